// The tab with collections of puzzles: choose a file, see its puzzles with verdict and rating, open one.

import { ask, run } from "./api.js";
import { make } from "./board.js";
import { count, describeQueue } from "./words.js";

const COLUMNS = ["puzzle", "number", "name", "verdict", "rating", "size", "givens"];
const PAGE = 25; // puzzles that the server lists at once

// Controls the tab. `page` is the page around it: see app.js.
export function createLibraryTab(page) {
  const find = (id) => document.getElementById(id);
  const select = find("collection"), message = find("library-message"), container = find("library-table");
  const pages = find("library-pages"), [previous, next] = [find("previous-page"), find("next-page")];
  let controller = null, start = 0, isLoaded = false;

  async function load() {
    if (isLoaded) return;
    isLoaded = true;
    try {
      const { folders } = await ask("library", {}, "library");
      select.replaceChildren(make("option", { value: "" }, "Choose a file"), ...folders.map(makeFolder));
    } catch (error) {
      isLoaded = false;
      message.textContent = error.message;
    }
  }

  async function list(from) {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller, [folder, file] = JSON.parse(select.value || "[null, null]");
    container.replaceChildren();
    pages.hidden = true;
    if (file === null) return;
    start = from;
    message.textContent = "Reading …";
    const body = showTable([]);
    try {
      await run("collection", { folder, file, start }, {
        queued: ({ before }) => (message.textContent = describeQueue(before)),
        puzzle: (entry) => body.append(makeRow(entry, page)),
        page: showEnd,
      }, signal);
    } catch (error) {
      if (error.name !== "AbortError") message.textContent = error.message;
    }
  }

  function showEnd({ has_more: hasMore, errors }) {
    const unread = ` ${count(errors.length, "line")} could not be read; the first: ${errors[0]}.`;
    message.textContent = `Verdicts by kernel and sat, every solution checked.${errors.length ? unread : ""}`;
    pages.hidden = !hasMore && start === 0;
    previous.disabled = start === 0;
    next.disabled = !hasMore;
  }

  function showTable(rows) {
    const head = make("tr", {}, ...COLUMNS.map((name) => make("th", { scope: "col", class: "text" }, name)));
    const body = make("tbody", {}, ...rows);
    const table = make("table", { class: "numbers" }, make("thead", {}, head), body);
    const attributes = { class: "scroll", role: "region", tabindex: "0", "aria-label": "Puzzles" };
    container.replaceChildren(make("div", attributes, table));
    return body;
  }

  // Shows puzzles that were pasted or dropped.
  function showPuzzles(puzzles, title) {
    controller?.abort();
    select.value = "";
    pages.hidden = true;
    message.textContent = `${title}: ${count(puzzles.length, "puzzle")}. Open one of them.`;
    showTable(puzzles.map((entry, index) => makeRow({ number: index + 1, verdict: "", rating: null, ...entry }, page)));
  }

  select.addEventListener("change", () => list(0));
  previous.addEventListener("click", () => list(Math.max(0, start - PAGE)));
  next.addEventListener("click", () => list(start + PAGE));
  return { load, showPuzzles, stop: () => controller?.abort() };
}

function makeFolder({ name, files }, index) {
  const options = files.map((file) => make("option", { value: JSON.stringify([index, file]) }, file));
  return make("optgroup", { label: name }, ...options);
}

function makeRow(entry, page) {
  const { number, name, id, size, givens, verdict, rating } = entry;
  const open = make("button", { type: "button" }, "Open");
  open.setAttribute("aria-label", `Open ${name || id}`);
  open.addEventListener("click", () => page.open(entry));
  const known = [...givens].filter((symbol) => symbol !== ".").length;
  const about = [verdict, describeRating(rating, verdict), `${size}x${size}`, String(known)];
  const cells = [open, String(number), name || id, ...about];
  return make("tr", {}, ...cells.map((cell) => make("td", { class: "text" }, cell)));
}

function describeRating(rating, verdict) {
  if (typeof rating?.rating !== "number") return rating && verdict === "unique" ? "not rated in time" : "-";
  return `${rating.rating.toFixed(1)} (${rating.hardest}), ${rating.level}`;
}
