// The page of `solve --trace-html`: a stepper for each trace, whose lines are read from the tree that the page shows.
import { Shape } from "./board.js";
import { createStepper, indexLines, stepWithKeys } from "./stepper.js";
import { findDepths, makeTraceFrames } from "./trace.js";

const LINES = "li, .scope > details > summary";

// Returns the lines of a trace, from the elements that show them.
export function readLines(elements) {
  const depths = findDepths(elements.map(kindOf));
  return elements.map((element, index) => ({ ...readLine(element), depth: depths[index] }));
}

function kindOf(element) {
  return element.tagName === "SUMMARY" ? "assume" : element.className;
}

// A value is written as `cell=value`; other lines have a list of the cells that they are about.
function readLine(element) {
  const [cells, value] = (element.dataset.at ?? "").split("=");
  const numbers = cells ? cells.split(" ").map(Number) : [];
  return { kind: kindOf(element), text: element.textContent, cells: numbers, value: Number(value ?? 0) };
}

function createTraceStepper(puzzle, index) {
  const shape = new Shape(JSON.parse(puzzle.querySelector("script").textContent));
  const elements = [...puzzle.querySelector(".steps").querySelectorAll(LINES)], lines = readLines(elements);
  const places = indexLines(elements, "li, summary", index ? `puzzle-${index + 1}-step-` : "step-");
  const start = Math.max(0, lines.findIndex(({ kind }) => kind !== "given"));
  return createStepper(puzzle.querySelector(".stepper"), makeTraceFrames(shape, lines, places), { start });
}

function foldWithButtons(buttons) {
  for (const button of buttons) {
    button.hidden = false;
    button.onclick = () => setAllOpen(button.dataset.open === "yes");
  }
}

function setAllOpen(isOpen) {
  for (const part of document.querySelectorAll(".scope > details, .givens")) part.open = isOpen;
}

stepWithKeys([...document.querySelectorAll(".puzzle")].map(createTraceStepper));
foldWithButtons(document.querySelectorAll("button[data-open]"));
