// The page of `explain --html`: a stepper for the explanation that the page contains as JSON.
import { drawPicture, make, Shape } from "./board.js";
import { makeExplanationFrames } from "./explanation.js";
import { createStepper, indexLines, stepWithKeys } from "./stepper.js";

// Shows every frame on paper, because paper has no buttons.
function printAll(container, frames) {
  const clear = () => container.replaceChildren();
  const fill = () => {
    if (container.childElementCount) return;
    for (let index = 0; index < frames.count; index++) container.append(makeSection(frames.at(index)));
  };
  const paper = matchMedia("print");
  addEventListener("beforeprint", fill);
  addEventListener("afterprint", clear);
  paper.addEventListener("change", () => (paper.matches ? fill() : clear()));
}

function makeSection({ view, title, reason, details }) {
  const words = make("div", { class: "words" }, make("h2", {}, title), make("p", {}, reason), details ?? "");
  for (const folded of words.querySelectorAll("details")) folded.open = true;
  const isNested = words.querySelector("details details");
  return make("section", { class: isNested ? "nested" : "" }, drawPicture(view, title), words);
}

function start() {
  const explanation = JSON.parse(document.getElementById("explanation").textContent);
  const element = document.querySelector(".stepper");
  const lines = indexLines([...element.querySelectorAll(".steps a")], "a", "step-");
  const frames = makeExplanationFrames(new Shape(explanation), explanation, lines);
  stepWithKeys([createStepper(element, frames)]);
  printAll(document.getElementById("all-steps"), frames);
}

start();
