// Explanations, as `sudoku-compare explain --json` prints them: the frames of a stepper, and hints.
import { make, Position } from "./board.js";

const MOST_ARROWS = 40; // more of them hide the board
const MOST_UNFOLDED = 12; // lines of an assumption that are shown without being asked for
const CHECKPOINT = 32; // steps from one position that is kept to the next; those between are computed when needed

// Returns a frame for the position before each step, with what the step rests on and what it changes, and one for the
// end. `lines` has `lineOf`, `indexOf` and `prefix`, as createStepper expects them.
export function makeExplanationFrames(shape, explanation, lines) {
  const { steps, end } = explanation, positionBefore = rememberPositions(shape, explanation);

  function at(index) {
    const position = positionBefore(index), step = steps[index];
    if (!step) return { view: viewOfEnd(position), title: "End", reason: end };
    const title = `${step.number}. ${step.conclusion}`;
    return { view: viewOfStep(step, position), title, reason: step.reason, details: makeDetails(shape, step) };
  }

  return { ...lines, shape, count: steps.length + 1, at };
}

// Returns the view of the end. If there is no solution, a cell without candidates shows it.
function viewOfEnd(position) {
  const cells = [...position.values.keys()].filter((cell) => !position.values[cell] && !position.candidates[cell].size);
  return { position, marks: {}, cells: { focus: cells } };
}

// Returns a function that returns the position before the step with an index.
function rememberPositions(shape, { steps, excluded }) {
  const start = new Position(shape).placeGivens(), checkpoints = [start];
  for (const { cell, value } of excluded) start.remove(shape.cellOf(cell), value);

  return (index) => {
    const number = Math.floor(index / CHECKPOINT);
    for (let next = checkpoints.length; next <= number; next++)
      checkpoints.push(applySteps(checkpoints[next - 1], steps.slice((next - 1) * CHECKPOINT, next * CHECKPOINT)));
    return applySteps(checkpoints[number], steps.slice(number * CHECKPOINT, index));
  };
}

// Returns the position after some steps, which leaves the one before them as it is.
export function applySteps(before, steps) {
  const position = before.copy(), { shape } = position;
  for (const { removed, placed } of steps) {
    for (const { cell, value } of removed) position.remove(shape.cellOf(cell), value);
    for (const { cell, value } of placed) position.values[shape.cellOf(cell)] = value;
  }
  return position;
}

// Returns the view of a step: what it rests on and what it changes, at the position before it.
export function viewOfStep(step, position) {
  const { shape } = position, toPairs = (candidates) => candidates.map((one) => toPair(shape, one));
  const links = chooseLinks(step.links).map(({ from, to, kind }) => [toPair(shape, from), toPair(shape, to), kind]);
  const linked = links.flatMap(([source, target]) => [source, target]);
  const pattern = [...linked, ...toPairs(step.candidates)];
  const marks = { pattern, removed: toPairs(step.removed), placed: toPairs(step.placed) };
  return { position, marks, cells: { unit: listUnitCells(shape, step) }, links };
}

function toPair(shape, { cell, value }) {
  return [shape.cellOf(cell), value];
}

function listUnitCells(shape, { units }) {
  return units.flatMap((unit) => shape.cellsOf(shape.unitOf(unit)));
}

// Where there are too many links to draw, returns those that lead to the contradiction.
function chooseLinks(links) {
  return links.length > MOST_ARROWS ? links.filter(({ kind }) => kind === "weak") : links;
}

// Returns the assumption of a step as an element, or null.
function makeDetails(shape, { assumption }) {
  if (!assumption) return null;
  const details = makeAssumption(shape, assumption, `assume ${describeLine(shape, { ...assumption, holds: true })}`);
  details.open = assumption.lines.length <= MOST_UNFOLDED;
  return details;
}

// An assumption that can be unfolded: what follows from it, perhaps with other assumptions, and the contradiction.
function makeAssumption(shape, { lines, contradiction }, heading) {
  const items = lines.map((line) => make("li", {}, makeLine(shape, line)));
  const result = make("li", {}, make("b", {}, `contradiction: ${contradiction}`));
  return make("details", {}, make("summary", {}, heading), make("ul", {}, ...items, result));
}

function makeLine(shape, line) {
  const text = describeLine(shape, line);
  if (!line.assumption) return `${text}: ${line.reason}`;
  return makeAssumption(shape, line.assumption, `${text}: assuming it fails`);
}

// Returns what a line under an assumption concludes: `r1c9=5` or `r1c9 is not 5`.
export function describeLine({ symbols }, { cell, value, holds }) {
  return cell + (holds ? "=" : " is not ") + symbols[value];
}

// Returns a hint to a step in words: where to look (stage 1), the technique too (2), or the whole reason (3).
export function describeHint(step, stage) {
  if (stage >= 3) return step.reason;
  const place = `Look at ${joinWords(listPlaces(step))}.`;
  return stage === 2 ? `${place} ${suggestTechnique(step)}` : place;
}

// Returns the units that a step is about or, if it has none, its cells.
function listPlaces({ units, cells, placed, removed }) {
  const changed = placed.length ? placed : removed;
  return [units, cells, [...new Set(changed.map(({ cell }) => cell))]].find((places) => places.length) ?? [];
}

function joinWords(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join();
}

function suggestTechnique({ title, assumption }) {
  if (assumption) return "Assume a candidate, and look for a contradiction.";
  const isName = /^[A-Z]+-/.test(title); // such as XY-Wing
  const name = isName ? title : title[0].toLowerCase() + title.slice(1);
  if (/^(locked candidates|simple colouring|forcing)/.test(name)) return `Try ${name}.`;
  return `Try ${/^X/.test(name) ? "an" : "a"} ${name}.`;
}

// Returns the view of a hint at the position before its step: where to look (stage 1), the pattern too, but no value
// that the step places (2), or everything (3).
export function viewOfHint(step, stage, position) {
  if (stage >= 3) return viewOfStep(step, position);
  const { shape } = position, placed = step.placed.map(({ cell }) => cell);
  const pattern = step.candidates.filter(({ cell }) => !placed.includes(cell)).map((one) => toPair(shape, one));
  return { position, marks: stage === 2 ? { pattern } : {}, cells: { unit: listHintCells(shape, step) }, links: [] };
}

function listHintCells(shape, step) {
  return step.units.length ? listUnitCells(shape, step) : listPlaces(step).map((name) => shape.cellOf(name));
}
