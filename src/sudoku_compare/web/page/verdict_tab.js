// The tab with the verdict: the race of the engines, then the evidence, which is also marked on the board.

import { run } from "./api.js";
import { make } from "./board.js";
import { describeEvidence, viewOfEvidence } from "./evidence_view.js";
import { describePuzzle } from "./puzzle_state.js";
import { createRace } from "./race_view.js";
import { download } from "./sharing.js";
import { capitalize } from "./words.js";

const NO_VIEW = { cells: {}, marks: {}, shown: new Map() };

// Controls the tab. `page` is the page around it: see app.js.
export function createVerdictTab(page) {
  const find = (id) => document.getElementById(id);
  const verdict = find("verdict"), race = find("race"), evidence = find("evidence");
  const initial = [...verdict.childNodes];
  let comparison = null, result = null, isSolutionShown = false;

  function reset() {
    comparison = result = null;
    isSolutionShown = false;
    verdict.replaceChildren(...initial);
    race.replaceChildren();
    evidence.replaceChildren();
  }

  async function check() {
    await page.search(async (signal) => {
      reset();
      verdict.replaceChildren(make("p", {}, "The engines are searching …"));
      const rows = createRace(race, page.engines());
      rows.setAll("running");
      await run("uniqueness", describeTask(), {
        queued: (place) => {
          rows.setAll("waiting");
          page.showQueued(place);
        },
        engine: (answer) => {
          page.say("");
          rows.fill(answer);
        },
        comparison: showComparison,
        progress: ({ text }) => showQuietly(`${capitalize(text)} …`),
        result: showResult,
      }, signal);
    }, (text) => {
      setWaiting("no answer");
      if (!comparison) verdict.replaceChildren(make("p", { class: "objection" }, text));
      else page.say(text);
    }, () => {
      if (!comparison) verdict.replaceChildren(make("p", {}, "Stopped before there was a verdict."));
      else if (!result) showQuietly("Stopped before all evidence was found.");
      setWaiting("stopped");
    });
  }

  function setWaiting(text) {
    for (const cell of race.querySelectorAll(".waiting")) cell.textContent = text;
  }

  // Returns the fields of a request about the puzzle on the board, for the engines that are chosen.
  function describeTask() {
    return { ...describePuzzle(page.state()), engines: page.engines(), seconds: page.seconds() };
  }

  function showQuietly(text) {
    evidence.replaceChildren(make("p", { class: "quiet" }, text));
  }

  function showComparison(found) {
    comparison = found;
    const { verdict: word, reason, objections, solution } = found;
    const sentence = make("p", { class: `verdict ${word}` }, make("b", {}, word), `: ${reason}`);
    const complaints = objections.map((text) => make("p", { class: "objection" }, `Objection: ${text}`));
    const toggle = solution && word !== "multiple" ? [makeSolutionToggle()] : [];
    verdict.replaceChildren(sentence, ...complaints, ...toggle);
    page.remember({ checked: "yes" });
  }

  function makeSolutionToggle() {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      isSolutionShown = box.checked;
      page.redraw();
    });
    return make("label", { class: "line" }, box, " Show the solution on the board");
  }

  function showResult(found) {
    const known = comparison?.objections.length ?? 0;
    const isNew = found.objections.length > known || found.verdict !== comparison?.verdict;
    result = found;
    if (isNew) showComparison(found);
    const act = {
      setGivens: page.setGivens,
      explain: page.explain,
      download: () => save().catch((error) => page.say(error.message)),
    };
    evidence.replaceChildren(...describeEvidence(found, page.shape(), act));
    page.redraw();
  }

  async function save() {
    page.say("Writing the certificate …");
    await download("certificate", describeTask(), "certificate.zip");
    page.say("Saved as certificate.zip. Unpack it, and check it with: sudoku-compare verify certificate");
  }

  // Returns what the board shows of the result.
  function view() {
    return result ? viewOfEvidence(result, page.shape()) : NO_VIEW;
  }

  function solution() {
    return isSolutionShown && comparison?.solution ? page.shape().parse(comparison.solution) : null;
  }

  return { reset, check, view, solution };
}
