// The parts of a stepper, as the template stepper.html has them, for a board that is elsewhere on the page.

import { make } from "./board.js";

const BUTTONS = [
  ["first", "First", "First step (Home)"],
  ["previous", "Previous", "Previous step (left arrow)"],
  ["next", "Next", "Next step (right arrow)"],
  ["last", "Last", "Last step (End)"],
  ["play", "Play", "Play or pause (space)"],
];
const SPEEDS = ["0.5", "1", "2", "4", "10"];

// Fills an element with the parts of a stepper around `list`, and `legend`, what the marks on the board mean.
export function fillStepper(element, list, legend) {
  const buttons = BUTTONS.map(([where, text, title]) =>
    make("button", { type: "button", "data-go": where, title }, text));
  const options = SPEEDS.map((speed) =>
    make("option", { value: speed, selected: speed === "1" ? "selected" : "" }, `${speed}/s`));
  const label = "Steps per second", speed = make("select", { "data-speed": "true", "aria-label": label }, ...options);
  const attributes = { class: "buttons", role: "group", "aria-label": "Go to another step" };
  const group = make("div", attributes, ...buttons, speed, make("span", { class: "count" }));
  const words = make("div", { class: "words", "aria-live": "polite" }, make("h2"), make("p"));
  const details = make("div", { class: "details" });
  element.replaceChildren(make("div", { class: "stage" }, group, words, legend, details), list);
  element.hidden = false;
}

// Returns what the marks mean: [[class, text]] for candidates, [[kind, line, text]] for arrows and cells.
export function makeLegend(marks, arrows = []) {
  const shown = marks.flatMap(([name, text]) => [make("i", { class: name }, text), " "]);
  const links = arrows.map(([kind, line, text]) =>
    make("span", { "data-link": kind }, ...(line ? [make("i", { class: line }), " "] : []), text));
  return make("p", { class: "legend" }, "Candidates: ", ...shown, ...links);
}
