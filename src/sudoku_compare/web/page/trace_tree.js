// The lines of a trace as a tree. What is folded is made when it is unfolded, so that long traces appear at once.

import { make } from "./board.js";

const CLOSING = ["refuted", "valid", "abandoned"];
const RESULTS = { refuted: "-> invalid", valid: "-> VALID", abandoned: "-> abandoned" };
const OPEN_DEPTH = 1; // scopes that are unfolded initially

// Returns the tree's `element`; `lineOf(index)` and `indexOf(target)`, as createStepper expects them; and
// `setAllOpen(isOpen)`.
export function createTraceTree(lines) {
  const root = parseScopes(lines), elements = new Map(), indexes = new WeakMap();
  const element = make("div", { class: "steps", role: "region", "aria-label": "Trace", tabindex: "0" });

  function remember(index, line) {
    elements.set(index, line);
    indexes.set(line, index);
    return line;
  }

  function makeItem(index) {
    const { kind, text } = lines[index], [shown, removed] = text.split(": ~");
    const list = removed ? [make("span", { class: "list" }, `: ~${removed}`)] : [];
    return remember(index, make("li", { class: kind }, shown, ...list));
  }

  function makeScope(scope) {
    const { start, end } = scope, kind = end === null ? "" : lines[end].kind;
    const summary = remember(start, make("summary", {}, lines[start].text));
    const details = make("details", {}, summary);
    const result = make("span", { class: `result ${kind}` }, RESULTS[kind] ?? "not finished");
    scope.unfold = () => {
      if (details.childElementCount === 1) details.append(...makeChildren(scope));
    };
    details.addEventListener("toggle", () => details.open && scope.unfold());
    scope.open = () => {
      scope.unfold();
      details.open = true;
    };
    scope.close = () => (details.open = false);
    return make("div", { class: scope.depth >= 8 ? "scope flat" : "scope" }, details, result);
  }

  // Returns lists of lines, and between them the scopes of assumptions.
  function makeChildren({ children }) {
    const made = [];
    for (const child of children) {
      if (typeof child !== "number") made.push(makeScope(child));
      else if (made.at(-1)?.tagName === "UL") made.at(-1).append(makeItem(child));
      else made.push(make("ul", {}, makeItem(child)));
    }
    return made;
  }

  function* listScopes({ children }) {
    for (const child of children)
      if (typeof child !== "number") {
        yield child;
        yield* listScopes(child);
      }
  }

  // Returns the element of a line, and makes it first if it is in a part that was never unfolded.
  function lineOf(index) {
    if (elements.has(index) || !(index >= 0 && index < lines.length)) return elements.get(index);
    const inside = ({ start, end }) => start < index && index <= (end ?? lines.length);
    let scope = root;
    while ((scope = scope.children.find((child) => typeof child !== "number" && inside(child)))) scope.unfold();
    return elements.get(index);
  }

  function setAllOpen(isOpen) {
    for (const scope of listScopes(root)) {
      if (isOpen) scope.open();
      else scope.close?.();
    }
  }

  element.append(...makeGivens(root), ...makeChildren(root));
  for (const scope of listScopes(root)) if (scope.depth < OPEN_DEPTH) scope.open();
  const indexOf = (target) => indexes.get(target.closest("li, summary")) ?? -1;
  return { element, lineOf, indexOf, setAllOpen };

  // Takes the lines about givens out of the root, and returns them as a part of their own.
  function makeGivens(scope) {
    const isGiven = (child) => typeof child === "number" && lines[child].kind === "given";
    const givens = scope.children.filter(isGiven);
    scope.children = scope.children.filter((child) => !isGiven(child));
    if (!givens.length) return [];
    const list = make("ul", {}, ...givens.map(makeItem));
    return [make("details", { class: "givens" }, make("summary", {}, "candidates removed by the givens"), list)];
  }
}

// Returns the scopes of assumptions: each has the index of its first and last line, and its children: indexes of lines,
// and scopes.
function parseScopes(lines) {
  const root = { start: -1, end: null, depth: -1, children: [] }, open = [root];
  lines.forEach(({ kind }, index) => {
    const scope = open.at(-1);
    if (kind === "assume") {
      const inner = { start: index, end: null, depth: open.length - 1, children: [] };
      scope.children.push(inner);
      open.push(inner);
      return;
    }
    scope.children.push(index);
    if (CLOSING.includes(kind) && open.length > 1) open.pop().end = index;
  });
  return root;
}
