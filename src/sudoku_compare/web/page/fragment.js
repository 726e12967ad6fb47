// The state of the page as the fragment of its address, so that a reload, a bookmark or a link restores it.

import { isBox, makeEmptyState, shapeOf } from "./puzzle_state.js";
import { Shape } from "./board.js";

// Returns the parameters of the fragment of this page.
export function readFragment() {
  return new URLSearchParams(location.hash.slice(1));
}

// Returns the fragment of a state and of `view`, further parameters such as the tab.
export function formatFragment(state, view) {
  const shape = shapeOf(state), parameters = new URLSearchParams();
  parameters.set("puzzle", shape.format(state.givens));
  parameters.set("box", state.box);
  if (state.name) parameters.set("name", state.name);
  if (state.digits.some(Boolean)) parameters.set("digits", shape.format(state.digits));
  const marks = state.candidates.map((kept, cell) => (kept ? formatMarks(shape, cell, kept) : "")).filter(Boolean);
  if (marks.length) parameters.set("candidates", marks.join("_"));
  for (const [name, value] of Object.entries(view)) if (value) parameters.set(name, value);
  return `#${parameters}`;
}

function formatMarks(shape, cell, kept) {
  return `${shape.nameOf(cell)}.${kept.map((value) => shape.symbols[value]).join("")}`;
}

// Returns the state that a fragment describes; null if it has none, or none that can be read.
export function parseFragment(parameters) {
  const text = parameters.get("puzzle"), box = parameters.get("box") ?? "3x3";
  if (!text || !isBox(box)) return null;
  try {
    return parseState(parameters, box, text);
  } catch {
    return null;
  }
}

function parseState(parameters, box, text) {
  const empty = makeEmptyState(box), shape = new Shape({ box, size: empty.size, givens: text });
  const digits = parameters.has("digits") ? shape.parse(parameters.get("digits")) : empty.digits;
  const isGrid = (list) => list.length === empty.givens.length && list.every((value) => value <= empty.size);
  if (!isGrid(shape.givens) || !isGrid(digits)) return null;
  const candidates = [...empty.candidates];
  for (const mark of (parameters.get("candidates") ?? "").split("_").filter(Boolean)) {
    const [name, symbols] = mark.split("."), cell = shape.cellOf(name);
    const values = [...symbols].map((symbol) => shape.symbols.indexOf(symbol)).filter((value) => value > 0);
    if (cell in candidates && values.length) candidates[cell] = values;
  }
  return { ...empty, givens: shape.givens, digits, candidates, name: (parameters.get("name") ?? "").slice(0, 200) };
}
