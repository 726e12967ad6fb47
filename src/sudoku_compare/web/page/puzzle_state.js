// What the user has entered: the puzzle, the user's own digits and candidates. States are never changed; a new one
// replaces an old one, so that every change can be undone.

import { Shape } from "./board.js";

export const BOXES = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "3x5", "4x4", "4x5", "5x5"];
const LARGEST_SIDE = 25;
const MOST_UNDONE = 500;

// Returns whether a text is the height and width of boxes that the page can show.
export function isBox(text) {
  const [, height, width] = /^([1-9]\d?)x([1-9]\d?)$/.exec(text) ?? [];
  return height * width >= 2 && height * width <= LARGEST_SIDE;
}

// Returns an empty state with boxes of this shape.
export function makeEmptyState(box) {
  const [height, width] = box.split("x").map(Number), size = height * width, cells = size * size;
  const zeros = Array(cells).fill(0);
  return { box, size, givens: zeros, digits: zeros, candidates: Array(cells).fill(null), name: "" };
}

// Returns the state of a puzzle that the server has read; its candidates are lists, or null.
export function makeState({ box, size, givens, candidates = null, name = "" }) {
  const shape = new Shape({ box, size, givens });
  const cells = shape.givens.length;
  const kept = (candidates ?? Array(cells).fill(null)).map((values, cell) =>
    values?.length && !shape.givens[cell] && values.length < size ? values : null);
  return { box, size, givens: shape.givens, digits: Array(cells).fill(0), candidates: kept, name };
}

export function isEmpty({ givens, digits }) {
  return !givens.some(Boolean) && !digits.some(Boolean);
}

// Returns the cells with a digit of the user.
export function listOwn({ digits }) {
  return digits.flatMap((digit, cell) => (digit ? [cell] : []));
}

// Returns a state with another value in one cell: 0 clears it. `kind` says whose it is: "givens" or "digits".
export function setValue(state, cell, value, kind) {
  const change = (list, to) => list.map((old, at) => (at === cell ? to : old));
  const other = kind === "givens" ? "digits" : "givens";
  if (kind === "digits" && state.givens[cell]) return state; // a given is changed in the mode for givens only
  const changed = { ...state, [kind]: change(state[kind], value), candidates: change(state.candidates, null) };
  if (kind === "givens") Object.assign(changed, { [other]: change(state[other], 0), name: "" }); // another puzzle
  return changed;
}

// Returns a state in which one candidate of a cell is added or removed.
export function toggleCandidate(state, cell, value) {
  if (state.givens[cell] || state.digits[cell]) return state;
  const had = state.candidates[cell] ?? [];
  const has = had.includes(value) ? had.filter((one) => one !== value) : [...had, value].sort((a, b) => a - b);
  const candidates = state.candidates.map((old, at) => (at === cell ? (has.length ? has : null) : old));
  return { ...state, candidates };
}

// Returns a state without the user's digits and candidates in these cells.
export function clearOwn(state, cells) {
  const digits = state.digits.map((value, cell) => (cells.includes(cell) ? 0 : value));
  const candidates = state.candidates.map((kept, cell) => (cells.includes(cell) ? null : kept));
  return { ...state, digits, candidates };
}

// Returns the fields of a request about this puzzle.
export function describePuzzle(state) {
  const shape = shapeOf(state);
  return { givens: shape.format(state.givens), box: state.box, name: state.name };
}

// Returns the fields of a request about the position that the user has reached.
export function describePosition(state) {
  const fields = describePuzzle(state), shape = shapeOf(state);
  if (state.digits.some(Boolean)) fields.digits = shape.format(state.digits);
  if (state.candidates.some(Boolean)) fields.candidates = state.candidates.map((kept) => kept ?? []);
  return fields;
}

const shapes = new WeakMap();

// Returns the geometry of a state's board.
export function shapeOf(state) {
  if (!shapes.has(state.givens)) {
    const empty = state.size > 35 ? state.givens.map(() => "0").join(" ") : ".".repeat(state.givens.length);
    const shape = new Shape({ box: state.box, size: state.size, givens: empty });
    shape.givens = state.givens;
    shapes.set(state.givens, shape);
  }
  return shapes.get(state.givens);
}

// Returns the cells whose value is also in another cell of one of their units.
export function findClashes(state) {
  const shape = shapeOf(state), values = state.givens.map((given, cell) => given || state.digits[cell]);
  const clashing = new Set();
  for (let unit = 0; unit < 3 * shape.side; unit++) {
    const seen = new Map();
    for (const cell of shape.cellsOf(unit)) {
      if (!values[cell]) continue;
      if (seen.has(values[cell])) clashing.add(cell).add(seen.get(values[cell]));
      else seen.set(values[cell], cell);
    }
  }
  return [...clashing].sort((one, other) => one - other);
}

// The states that can be undone and redone.
export class History {
  constructor(state) {
    this.states = [state];
    this.at = 0;
  }

  get current() { return this.states[this.at]; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.states.length - 1; }

  push(state) {
    this.states = [...this.states.slice(0, this.at + 1), state].slice(-MOST_UNDONE);
    this.at = this.states.length - 1;
  }

  undo() { if (this.canUndo) this.at--; }
  redo() { if (this.canRedo) this.at++; }
}
