// The race of the engines: a table with a row for each engine, which fills when its answer arrives.

import { make } from "./board.js";
import { formatSeconds } from "./words.js";

const COLUMNS = ["engine", "verdict", "build", "first", "settle", "counts"];

// Shows a row for each engine that has been asked. Returns functions that fill the rows.
export function createRace(container, engines) {
  const rows = new Map(engines.map((engine) => [engine, makeRow(engine)]));
  const head = make("tr", {}, ...COLUMNS.map((name) => make("th", { scope: "col", class: classOf(name) }, name)));
  const body = make("tbody", {}, ...[...rows.values()].map(({ row }) => row));
  const table = make("table", { class: "numbers" }, make("caption", {}, "Engines"), make("thead", {}, head), body);
  const attributes = { class: "scroll", role: "region", tabindex: "0", "aria-label": "Engines" };
  container.replaceChildren(make("div", attributes, table));

  // Says what the engines do that have not answered yet.
  function setAll(text) {
    for (const { cells: { verdict } } of rows.values())
      if (verdict.classList.contains("waiting")) verdict.textContent = text;
  }

  function fill(result) {
    const { cells } = rows.get(result.engine) ?? addRow(result.engine);
    const { build, first, settle } = result.seconds;
    cells.verdict.classList.remove("waiting");
    cells.verdict.textContent = describeResult(result);
    if (result.detail) cells.verdict.title = result.detail;
    for (const [name, time] of Object.entries({ build, first, settle })) cells[name].textContent = formatSeconds(time);
    cells.counts.textContent = Object.entries(result.counts).map(describeCount).join(", ");
  }

  function addRow(engine) {
    const row = makeRow(engine);
    rows.set(engine, row);
    body.append(row.row);
    return row;
  }

  return { fill, setAll };
}

function makeRow(engine) {
  const cells = Object.fromEntries(COLUMNS.map((name) => [name, make("td", { class: classOf(name) })]));
  cells.verdict.classList.add("waiting");
  cells.engine = make("th", { scope: "row", class: "text" }, engine);
  return { row: make("tr", {}, ...Object.values(cells)), cells };
}

function classOf(column) {
  return ["engine", "verdict", "counts"].includes(column) ? "text" : "";
}

function describeCount([name, value]) {
  return `${value.toLocaleString("en")} ${value === 1 ? name.replace(/(?<=ch)es$|s$/, "") : name}`;
}

// Returns what a row says about an answer: its verdict or, if it settles nothing, how the search ended.
function describeResult({ verdict, ending, detail }) {
  if (verdict !== "unknown") return verdict;
  const how = { timed_out: "timed out", stuck: "stuck", failed: "failed" }[ending] ?? ending;
  return detail ? `${how}: ${detail}` : how;
}
