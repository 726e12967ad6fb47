// The tab with recorded benchmarks: each opens its report in a window of its own.

import { ask, fetchFile } from "./api.js";
import { make } from "./board.js";

const COLUMNS = ["run", "started", "puzzles", "engines", "report"];

// Controls the tab.
export function createRunsTab() {
  const message = document.getElementById("runs-message"), container = document.getElementById("runs-table");

  async function load() {
    message.textContent = "Reading the records …";
    try {
      const { folder, runs } = await ask("runs", {}, "runs");
      message.textContent = runs.length ? `Records in ${folder}, the latest first.`
        : `No records in ${folder}. The command sudoku-compare bench writes one.`;
      container.replaceChildren(...(runs.length ? [makeTable(runs)] : []));
    } catch (error) {
      message.textContent = error.message;
    }
  }

  function makeTable(runs) {
    const head = make("tr", {}, ...COLUMNS.map((name) => make("th", { scope: "col", class: "text" }, name)));
    const table = make("table", { class: "numbers" }, make("thead", {}, head), make("tbody", {}, ...runs.map(makeRow)));
    return make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Runs" }, table);
  }

  function makeRow({ run, started, puzzles, engines, collection, error }) {
    const day = started?.replace("T", " ").slice(0, 16) ?? "-";
    const size = `${puzzles ?? "-"} (${collection})`;
    const about = error ? [error, "", "", ""] : [day, size, engines.join(", "), makeOpener(run)];
    const cells = [run, ...about];
    return make("tr", {}, ...cells.map((cell) => make("td", { class: "text" }, cell)));
  }

  function makeOpener(run) {
    const button = make("button", { type: "button", "aria-label": `Open the report of ${run}` }, "Open the report");
    button.addEventListener("click", async () => {
      button.disabled = true;
      message.textContent = `Writing the report of ${run} …`;
      try {
        const { url } = await (await fetchFile("report", { run })).json();
        const opened = window.open(url, "_blank");
        const link = make("a", { href: url, target: "_blank" }, "open it");
        if (opened) message.textContent = `The report of ${run} is open in another window.`;
        else message.replaceChildren("The report is ready: ", link, ".");
      } catch (error) {
        message.textContent = error.message;
      }
      button.disabled = false;
    });
    return button;
  }

  return { load };
}
