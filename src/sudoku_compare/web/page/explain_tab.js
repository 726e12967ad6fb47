// The tab with the explanation: a stepper that draws on the board of the page, and hints.

import { run } from "./api.js";
import { make, Shape } from "./board.js";
import { makeButton } from "./evidence_view.js";
import { describeHint, makeExplanationFrames, startOf, viewOfHint } from "./explanation.js";
import { clearOwn, describePosition, listOwn } from "./puzzle_state.js";
import { createStepper, indexLines } from "./stepper.js";
import { fillStepper, makeLegend } from "./stepper_parts.js";
import { capitalize, count, join } from "./words.js";

const STAGES = 3; // of a hint
const MARKS = [["pattern", "pattern"], ["removed", "removed"], ["placed", "placed"]];
const ARROWS = [
  ["strong", "solid", "if this is false, that is true"],
  ["premise", "solid", "a reason and what follows from it"],
  ["weak", "dashed", "if this is true, that is false"],
  ["group", "group", "a group: true if one of it is"],
  ["set", "set", "the cells of a set A, B or C"],
  ["unused", "", "grey: a given that no step needs"],
];

// Controls the tab. `page` is the page around it: see app.js.
export function createExplainTab(page) {
  const element = document.getElementById("explain-stepper"), summary = document.getElementById("explain-summary");
  const button = document.getElementById("explain"), flag = document.getElementById("given-unique");
  const initial = summary.textContent;
  let stepper = null, hint = null;

  function reset() {
    stepper?.destroy();
    stepper = hint = null;
    element.hidden = true;
    element.replaceChildren();
    summary.replaceChildren(initial);
  }

  // Asks for the explanation of the position on the board; resolves with null if that has mistakes.
  async function load(signal) {
    const body = { ...describePosition(page.state()), given_unique: flag.checked, seconds: page.seconds() };
    let mistakes = null, explanation = null;
    await run("explain", body, {
      queued: page.showQueued,
      mistakes: (value) => (mistakes = value),
      explanation: (value) => (explanation = value),
    }, signal);
    if (explanation) return explanation;
    showMistakes(mistakes);
    return null;
  }

  function showMistakes({ digits, candidates }) {
    const shape = page.shape(), cells = [...digits, ...candidates].map((name) => shape.cellOf(name));
    const text = describeMistakes(digits, candidates);
    const button = makeButton("Remove the mistakes", () => {
      page.change(clearOwn(page.state(), cells));
      page.focusBoard();
    });
    page.openTab("explain");
    summary.replaceChildren(make("span", { class: "objection" }, text), " ", button);
    page.say(text);
    page.showMarks({ wrong: cells });
  }

  async function explain(start = 0) {
    const fail = (text) => summary.replaceChildren(make("span", { class: "objection" }, text));
    await page.search(async (signal) => {
      reset();
      summary.replaceChildren("Explaining …");
      const explanation = await load(signal);
      if (explanation) show(explanation, start);
    }, fail, () => summary.replaceChildren("Stopped."));
  }

  function show(explanation, start) {
    const shape = new Shape(explanation), list = makeList(explanation);
    shape.givens = page.state().givens.map((given, cell) => given || shape.givens[cell]);
    summary.replaceChildren(...summarize(explanation));
    fillStepper(element, list, makeLegend(MARKS, ARROWS));
    const frames = makeExplanationFrames(shape, explanation, indexLines([...list.querySelectorAll("a")], "a", "step-"));
    const own = listOwn(page.state());
    const at = (index) => withOwn(frames.at(index), own);
    const remember = (index) => page.remember({ step: String(index + 1) });
    const options = { start: Math.min(start, frames.count - 1), boardView: page.boardView("explain"), remember };
    stepper = createStepper(element, { ...frames, at }, options);
    page.useStepper("explain", stepper);
    if (document.activeElement?.closest("#explain, [role=tab]")) list.focus(); // so that the keys step
    remember(stepper.current());
  }

  // Reveals one more stage of a hint to the next step.
  async function showHint() {
    if (hint) return showMore();
    await page.search(async (signal) => {
      const explanation = await load(signal);
      if (!explanation) return;
      const [step] = explanation.steps;
      if (!step) return page.say(`There is no next step: ${explanation.end}.`);
      hint = { stage: 1, step, position: startOf(new Shape(explanation), explanation) };
      drawHint();
    });
  }

  function showMore() {
    hint.stage = Math.min(hint.stage + 1, STAGES + 1);
    if (hint.stage <= STAGES) drawHint();
    else page.say("The hint is complete. Enter the step on the board, or choose Explain for all steps.");
  }

  function drawHint() {
    const { step, stage, position } = hint, view = viewOfHint(step, stage, position);
    const own = listOwn(page.state());
    const hidesCandidates = stage < 2 || (stage < STAGES && step.placed.length); // they would give the value away
    if (hidesCandidates) page.showMarks({ hint: view.cells.unit });
    else page.showView({ ...view, own });
    page.say(`Hint ${stage} of ${STAGES}: ${describeHint(step, stage)}`);
  }

  button.addEventListener("click", () => explain());
  return { reset, explain, showHint, stepper: () => stepper };
}

// Returns a sentence about the cells with a wrong digit, and those whose candidates lack the right one.
function describeMistakes(digits, candidates) {
  const one = digits.length === 1, parts = [];
  if (digits.length) parts.push(`the ${one ? "digit" : "digits"} in ${join(digits)} ${one ? "is" : "are"} wrong`);
  if (candidates.length) parts.push(`the candidates of ${join(candidates)} lack the value of the solution`);
  return `Mistakes: ${parts.join("; ")}.`;
}

function withOwn(frame, own) {
  return { ...frame, view: { ...frame.view, own } };
}

function makeList({ steps }) {
  const items = steps.map(({ number, conclusion, title }) =>
    make("li", {}, make("a", { href: `#step-${number}` }, make("b", {}, conclusion), ` ${title}`)));
  const end = make("li", {}, make("a", { href: `#step-${steps.length + 1}` }, "End"));
  const list = make("ol", { class: "steps", "aria-label": "Steps", tabindex: "0" }, ...items, end);
  list.addEventListener("click", (event) => event.target.closest("a") && event.preventDefault());
  return list;
}

function summarize({ verdict, end, notes, stuck, rating, steps }) {
  const lines = [`${verdict}: ${end}.`, ...notes.map((note) => `${capitalize(note)}.`)];
  if (stuck) lines.push(`${capitalize(stuck)}.`);
  const parts = [count(steps.length, "step")];
  if (rating?.hardest) parts.push(`rating ${rating.rating.toFixed(1)} (${rating.hardest}), level ${rating.level}`);
  if (typeof rating?.depth === "number") parts.push(`depth ${rating.depth}`);
  if (parts.length > 1) lines.push(`${parts.join("; ")}.`);
  return lines.flatMap((line, index) => (index ? [make("br"), line] : [line]));
}
