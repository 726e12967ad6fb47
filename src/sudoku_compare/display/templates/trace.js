// The frames of a trace: one for each line of its tree, with the values that are known after that line.

const PLACING = ["given", "assumed", "known"]; // the kinds of lines after which a cell has a value
const CLOSING = ["refuted", "valid"]; // the kinds of lines that end the scope of an assumption
const MARKS = { assume: "placed", refuted: "removed", valid: "pattern" }; // the marks of an assumed candidate

function makeTraceFrames(shape, tree, prefix) {
  const lines = [...tree.querySelectorAll("li, .scope > details > summary")];
  const numbers = new Map(lines.map((line, index) => [line, index]));
  const openers = findOpeners(lines);

  // The lines up to this one, without the scopes that were closed by then.
  function listInForce(index) {
    const found = [];
    for (let at = index; at >= 0; at--) {
      if (openers.has(at)) at = openers.get(at);
      else found.push(readLine(lines[at]));
    }
    return found.reverse();
  }

  function at(index) {
    const position = new Position(shape), assumed = [];
    let removed = [];
    for (const { kind, cells: [cell], value } of listInForce(index)) {
      removed = PLACING.includes(kind) ? position.place(cell, value) : [];
      if (kind === "assumed") assumed.push([cell, value]);
    }
    const { kind, cells, value } = readLine(lines[openers.get(index) ?? index]);
    for (const [cell, lost] of removed) position.candidates[cell].add(lost); // to be shown as removed
    const marks = { removed };
    if (kind === "assume") marks[MARKS[kindOf(lines[index])]] = [[cells[0], value]];
    const [title, list] = lines[index].textContent.split(": ~");
    const reason = (list ? `Not ${list}. ` : "") + describeAssumptions(shape, assumed);
    const view = { position, marks, cells: { focus: cells, assumed: assumed.map(([cell]) => cell) } };
    return { view, title, reason };
  }

  const indexOf = (target) => numbers.get(target.closest("li, summary")) ?? -1;
  return { shape, count: lines.length, prefix, at, lineOf: (index) => lines[index], indexOf };
}

function kindOf(line) {
  return line.tagName === "SUMMARY" ? "assume" : line.className;
}

// A value is written as `cell=value`; other lines have a list of the cells that they are about.
function readLine(line) {
  const [cells, value] = (line.dataset.at ?? "").split("=");
  return { kind: kindOf(line), cells: cells ? cells.split(" ").map(Number) : [], value: Number(value) };
}

// Returns for each line that ends a scope the line at which the scope began.
function findOpeners(lines) {
  const openers = new Map(), open = [];
  lines.forEach((line, index) => {
    const kind = kindOf(line);
    if (kind === "assume") open.push(index);
    if (CLOSING.includes(kind)) openers.set(index, open.pop());
  });
  return openers;
}

function describeAssumptions(shape, assumed) {
  if (!assumed.length) return "No assumption is in force.";
  return `Assumed: ${assumed.map((candidate) => shape.describe(candidate)).join(", ")}.`;
}

const steppers = [...document.querySelectorAll(".puzzle")].map((puzzle, index) => {
  const shape = new Shape(JSON.parse(puzzle.querySelector("script").textContent));
  const frames = makeTraceFrames(shape, puzzle.querySelector(".steps"), index ? `puzzle-${index + 1}-step-` : "step-");
  const start = Math.max(0, [...Array(frames.count).keys()].findIndex((at) => kindOf(frames.lineOf(at)) !== "given"));
  return createStepper(puzzle.querySelector(".stepper"), frames, start);
});
stepWithKeys(steppers);

for (const button of document.querySelectorAll("button[data-open]")) {
  button.hidden = false;
  button.onclick = () => {
    for (const one of document.querySelectorAll(".scope > details, .givens")) one.open = button.dataset.open === "yes";
  };
}
