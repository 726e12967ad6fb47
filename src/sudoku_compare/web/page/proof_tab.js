// The tab with the proof: the search of reductio as a tree that folds, in step with the board.

import { run } from "./api.js";
import { make } from "./board.js";
import { describePuzzle } from "./puzzle_state.js";
import { createStepper } from "./stepper.js";
import { fillStepper, makeLegend } from "./stepper_parts.js";
import { makeTraceFrames } from "./trace.js";
import { createTraceTree } from "./trace_tree.js";
import { capitalize } from "./words.js";

const MARKS = [["placed", "assumed"], ["removed", "removed"], ["pattern", "led to a solution"]];

// Controls the tab. `page` is the page around it: see app.js.
export function createProofTab(page) {
  const element = document.getElementById("proof-stepper"), summary = document.getElementById("proof-summary");
  const folding = [...document.querySelectorAll("[data-fold]")], initial = summary.textContent;
  let stepper = null, tree = null;

  function reset() {
    stepper?.destroy();
    stepper = tree = null;
    summary.ariaBusy = "false";
    summary.classList.remove("objection");
    element.hidden = true;
    element.replaceChildren();
    summary.textContent = initial;
    for (const button of folding) button.hidden = true;
  }

  async function prove(start = null) {
    await page.search(async (signal) => {
      reset();
      summary.textContent = "Searching …";
      summary.ariaBusy = "true"; // the count of lines is not spoken
      const lines = [];
      let replayed = null;
      await run("trace", { ...describePuzzle(page.state()), seconds: page.seconds() }, {
        queued: page.showQueued,
        lines: (more) => {
          lines.push(...more);
          summary.textContent = `Searching … ${lines.length.toLocaleString("en")} lines so far`;
        },
        replayed: (value) => (replayed = value),
      }, signal);
      show(lines, replayed, start);
    }, fail, () => fail("Stopped."));
  }

  function fail(text) {
    summary.ariaBusy = "false";
    summary.textContent = text;
  }

  function show(lines, { text, holds }, start) {
    summary.ariaBusy = "false";
    summary.textContent = `${capitalize(text)}.`;
    summary.classList.toggle("objection", holds === false);
    tree = createTraceTree(lines);
    fillStepper(element, tree.element, makeLegend(MARKS));
    const places = { lineOf: tree.lineOf, indexOf: tree.indexOf, prefix: "line-" };
    const frames = makeTraceFrames(page.shape(), lines, places);
    const first = Math.max(0, lines.findIndex(({ kind }) => kind !== "given"));
    const remember = (index) => page.remember({ line: String(index + 1) });
    const options = { start: Math.min(start ?? first, frames.count - 1), boardView: page.boardView("proof"), remember };
    stepper = createStepper(element, frames, options);
    for (const button of folding) button.hidden = false;
    page.useStepper("proof", stepper);
    if (document.activeElement?.closest("#prove, [role=tab]")) tree.element.focus(); // so that the keys step
    remember(stepper.current());
  }

  for (const button of folding) button.addEventListener("click", () => tree.setAllOpen(button.dataset.fold === "open"));
  document.getElementById("prove").addEventListener("click", () => prove());
  return { reset, prove, stepper: () => stepper };
}
