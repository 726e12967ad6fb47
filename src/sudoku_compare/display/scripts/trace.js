// The frames of a trace: one for each line, with the values that are known after that line.
import { Position } from "./board.js";

const PLACING = ["given", "assumed", "known"]; // the kinds of lines after which a cell has a value
const CLOSING = ["refuted", "valid", "abandoned"]; // the kinds of lines that end the scope of an assumption
const MARKS = { assume: "placed", refuted: "removed", valid: "pattern", abandoned: "placed" }; // the marks of an assumed candidate

// Returns a frame for each line of a trace. A line has its `kind`, its `depth`, its `text`, the numbers of the `cells`
// that it is about, and the `value` that its cell gets, or 0. `places` has `lineOf`, `indexOf` and `prefix`, as
// createStepper expects them.
export function makeTraceFrames(shape, lines, places) {
  const openers = findOpeners(lines);

  // The lines up to this one, without the scopes that were closed by then.
  function listInForce(index) {
    const found = [];
    for (let at = index; at >= 0; at--) {
      if (openers.has(at)) at = openers.get(at);
      else found.push(lines[at]);
    }
    return found.reverse();
  }

  function at(index) {
    const { position, assumed, removed } = applyLines(shape, listInForce(index));
    const { cells, value, kind } = lines[openers.get(index) ?? index];
    for (const [cell, lost] of removed) position.add(cell, lost); // to be shown as removed
    const marks = { removed };
    if (kind === "assume") marks[MARKS[lines[index].kind]] = [[cells[0], value]];
    const view = { position, marks, cells: { focus: cells, assumed: assumed.map(([cell]) => cell) } };
    const [title, list] = lines[index].text.split(": ~");
    return { view, title, reason: (list ? `Not ${list}. ` : "") + describeAssumptions(shape, assumed) };
  }

  return { ...places, shape, count: lines.length, at };
}

// Returns the position after some lines, the candidates that are assumed, and those that the last line removes.
function applyLines(shape, lines) {
  const position = new Position(shape), assumed = [];
  let removed = [];
  for (const { kind, cells: [cell], value } of lines) {
    removed = PLACING.includes(kind) ? position.place(cell, value) : [];
    if (kind === "assumed") assumed.push([cell, value]);
  }
  return { position, assumed, removed };
}

// Returns for each line that ends a scope the line at which the scope began.
function findOpeners(lines) {
  const openers = new Map(), open = [];
  lines.forEach(({ kind }, index) => {
    if (kind === "assume") open.push(index);
    if (CLOSING.includes(kind)) openers.set(index, open.pop());
  });
  return openers;
}

function describeAssumptions(shape, assumed) {
  if (!assumed.length) return "No assumption is in force.";
  return `Assumed: ${assumed.map((candidate) => shape.describe(candidate)).join(", ")}.`;
}

// Returns the depth of each line from the kinds of all lines: how many assumptions it depends on.
export function findDepths(kinds) {
  let open = 0;
  return kinds.map((kind) => {
    if (kind === "assume") return open++;
    return CLOSING.includes(kind) ? open-- : open;
  });
}
