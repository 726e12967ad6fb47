// Explanations, as `sudoku-compare explain --json` prints them: the frames of a stepper, and hints.
import { make, Position } from "./board.js";

const MOST_ARROWS = 40; // more of them hide the board
const MOST_UNFOLDED = 12; // lines of an assumption that are shown without being asked for
const CHECKPOINT = 32; // steps from one position that is kept to the next; those between are computed when needed

// Returns a frame for the position before each step, with what the step rests on and what it changes, and one for the
// end. `lines` has `lineOf`, `indexOf` and `prefix`, as createStepper expects them.
export function makeExplanationFrames(shape, explanation, lines) {
  const { steps, end } = explanation, positionBefore = rememberPositions(shape, explanation);
  const unused = explanation.unused.map(({ cell }) => shape.cellOf(cell));

  function at(index) {
    const position = positionBefore(index), step = steps[index];
    if (!step) return { view: withUnused(viewOfEnd(position, explanation)), title: "End", reason: end };
    const title = `${step.number}. ${step.conclusion}`, view = withUnused(viewOfStep(step, position));
    return { view, title, reason: step.reason, details: makeDetails(shape, step) };
  }

  function withUnused(view) {
    return { ...view, cells: { ...view.cells, unused } };
  }

  return { ...lines, shape, count: steps.length + 1, at };
}

// Returns the view of the end: what is impossible if there is no solution, and a deadly pattern if there are several.
function viewOfEnd(position, { contradiction, open }) {
  const { shape } = position, pattern = open?.pattern;
  const focus = (contradiction?.cells ?? pattern?.cells ?? []).map((name) => shape.cellOf(name));
  const marked = pattern ? pattern.ways.flatMap((way) => way.map((value, index) => [focus[index], value])) : [];
  return { position, marks: { pattern: marked }, cells: { focus } };
}

// Returns the position with which an explanation starts. Givens that no step needs are shown, but exclude nothing.
export function startOf(shape, { start, unused, excluded }) {
  const givens = shape.parse(start), position = new Position(shape, givens).placeAll(givens);
  for (const { cell, value } of excluded) position.remove(shape.cellOf(cell), value);
  for (const { cell, value } of unused) position.values[shape.cellOf(cell)] = value;
  return position;
}

// Returns a function that returns the position before the step with an index.
function rememberPositions(shape, explanation) {
  const { steps } = explanation, checkpoints = [startOf(shape, explanation)];

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
  const links = chooseLinks(step).map((link) => toLink(shape, link));
  const linked = links.flatMap(([source, target, , ...groups]) => [source, target, ...groups.flat()]);
  const pattern = [...linked, ...toPairs(step.candidates)];
  const marks = { pattern, removed: toPairs(step.removed), placed: toPairs(step.placed) };
  const solved = pattern.map(([cell]) => cell).filter((cell) => position.values[cell]); // they show no candidates
  const sets = step.sets.map((cells) => cells.map((name) => shape.cellOf(name)));
  return { position, marks, cells: { unit: listUnitCells(shape, step), pattern: solved }, sets, links };
}

function toPair(shape, { cell, value }) {
  return [shape.cellOf(cell), value];
}

// Returns a link as a board draws it: its ends, its kind, and the candidates of each end that is a group.
function toLink(shape, { from, to, kind, from_group: fromGroup = [], to_group: toGroup = [] }) {
  const groups = [fromGroup, toGroup].map((group) => group.map((one) => toPair(shape, one)));
  return [toPair(shape, from), toPair(shape, to), kind, ...groups];
}

function listUnitCells(shape, { units }) {
  return units.flatMap((unit) => shape.cellsOf(shape.unitOf(unit)));
}

// Where an assumption has too many links to draw, returns those that lead to the contradiction.
function chooseLinks({ links, assumption }) {
  return assumption && links.length > MOST_ARROWS ? links.filter(({ kind }) => kind === "weak") : links;
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
  const isName = /^([A-Z]+[-+]|[A-Z]{2}|Sue)/.test(title); // such as XY-Wing, AIC and Sue de Coq
  const name = isName ? title : title[0].toLowerCase() + title.slice(1);
  if (/^(locked candidates|simple colouring|remote pairs|Sue)/.test(name)) return `Try ${name}.`;
  return `Try ${/^[XAae]/.test(name) ? "an" : "a"} ${name}.`;
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
