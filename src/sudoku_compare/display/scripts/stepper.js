// A stepper shows one of many frames: its board, its words, and its line in the list beside the board.
import { BoardView, fitBoard, setSizes } from "./board.js";

const HISTORY_PAUSE = 60; // ms without a step before the browser's history gets an entry; it refuses 20 per second
const NUMBERS = new Intl.NumberFormat("en"); // made once: toLocaleString makes one per call
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
const LIST_KEYS = { ...KEYS, ArrowUp: "previous", ArrowDown: "next" };

// Lets `element`, which has the parts of the template stepper.html, show frames. `frames` has
// - the `shape` of the boards, and the `count` of the frames;
// - `at(index)`, which returns a `view` for a BoardView with a `title`, a `reason` and perhaps `details`;
// - `lineOf(index)`, an element of the list, and `indexOf(element)`, the index of the line that contains it, or -1;
// - `prefix`, the beginning of the fragments that name the frames, such as `step-`.
// Of the options, `start` is the first frame; `boardView` is drawn on instead of a board in the element's own
// `.board-scroll`; `remember(index)` is called instead of writing the fragment, which is then not followed either;
// `onShow(index)` is called after each step. While it plays, a stepper remembers only the step at which it stops.
export function createStepper(element, frames, { start = 0, boardView = null, remember = null, onShow = null } = {}) {
  const find = (selector) => element.querySelector(selector);
  const list = find(".steps"), notes = [...element.querySelectorAll(".stage [data-link]")];
  const [words, title, reason] = [".words", ".words h2", ".words p"].map(find);
  const [details, count] = [".details", ".count"].map(find);
  const view = boardView ?? new BoardView(frames.shape, "Board"), board = findScrolled(view, find(".board-scroll"));
  const buttons = [...element.querySelectorAll(".stage [data-go]")];
  const ending = new AbortController(), address = makeAddress(frames);
  const keep = remember ?? ((index) => address.write(index));
  const player = createPlayer(find("[data-speed]"), playNext, finishPlaying);
  let current = -1;

  function show(index, isRevealed = true) {
    const frame = frames.at(index), number = `${formatNumber(index + 1)} of ${formatNumber(frames.count)}`;
    view.show(frame.view, `Board at step ${number}`);
    title.textContent = frame.title;
    reason.textContent = frame.reason;
    details.replaceChildren(...(frame.details ? [frame.details] : []));
    count.textContent = number;
    for (const note of notes) note.hidden = !hasLink(frame.view, note.dataset.link);
    frames.lineOf(current)?.removeAttribute("aria-current");
    frames.lineOf(index)?.setAttribute("aria-current", "step");
    current = index;
    updateButtons();
    if (isRevealed) reveal(list, frames.lineOf(index)); // what needs the layout comes last: it is computed once
    scrollToMarks(board);
    onShow?.(index);
  }

  function updateButtons() {
    const last = frames.count - 1, useless = { first: 0, previous: 0, next: last, last };
    words.setAttribute("aria-live", player.isPlaying() ? "off" : "polite"); // a screen reader would fall behind
    for (const button of buttons) {
      const { go: where } = button.dataset;
      if (where === "play") button.textContent = player.isPlaying() ? "Pause" : "Play";
      else button.setAttribute("aria-disabled", useless[where] === current);
    }
  }

  function goTo(index) {
    player.stop();
    if (index === current || !(index >= 0 && index < frames.count)) return;
    show(index);
    keep(index);
  }

  function go(where) {
    if (where === "play") togglePlaying();
    else goTo({ first: 0, previous: current - 1, next: current + 1, last: frames.count - 1 }[where]);
  }

  function togglePlaying() {
    if (player.isPlaying()) return player.stop();
    if (current === frames.count - 1) show(0);
    player.start();
    updateButtons();
  }

  // Shows the next frame; returns whether there is another one after it.
  function playNext() {
    if (current < frames.count - 1) show(current + 1);
    return current < frames.count - 1;
  }

  function finishPlaying() {
    updateButtons();
    keep(current);
  }

  function followFragment() {
    const index = address.readChange();
    if (index < 0 || index === current) return;
    player.stop();
    unfold(element);
    show(index);
  }

  function followClick({ target }) {
    const button = target.closest("[data-go]"), index = frames.indexOf(target);
    if (button) go(button.dataset.go);
    else if (index >= 0) goTo(index);
  }

  function destroy() {
    player.cancel();
    address.cancel();
    ending.abort();
  }

  element.addEventListener("click", followClick, { signal: ending.signal });
  for (const part of element.querySelectorAll("[data-needs-script]")) part.hidden = false;
  if (!boardView) showOwnBoard(board, view, ending.signal);
  setSizes(element, frames.shape);
  if (!remember) {
    addEventListener("hashchange", followFragment, { signal: ending.signal });
    followFragment();
  }
  if (current < 0) show(start, false);
  return { element, list, board, go, goTo, redraw: () => show(current, false), current: () => current, destroy };
}

// Returns the element that scrolls a board: the stepper's own one, or that around a board from outside.
function findScrolled({ element }, own) {
  return element.isConnected ? element.closest(".board-scroll") ?? element : own;
}

function showOwnBoard(board, view, signal) {
  board.replaceChildren(view.element);
  signal.addEventListener("abort", fitBoard(board));
}

// Returns a timer that calls `next` at the speed that is chosen in a select element, until it returns false or the
// timer is stopped; then it calls `finish`, except after `cancel`.
function createPlayer(speed, next, finish) {
  let timer = 0;
  const isPlaying = () => timer !== 0;
  const cancel = () => {
    clearTimeout(timer);
    timer = 0;
  };
  const stop = () => {
    if (!isPlaying()) return;
    cancel();
    finish();
  };
  const start = () => {
    timer = setTimeout(() => (next() ? start() : stop()), 1000 / Number(speed?.value ?? 1));
  };
  return { start, stop, cancel, isPlaying };
}

function formatNumber(number) {
  return NUMBERS.format(number);
}

// Returns whether a view has what a note of the legend is about: links of a kind, groups, sets or unused givens.
function hasLink({ links = [], sets = [], cells = {} }, kind) {
  if (kind === "set") return sets.length > 0;
  if (kind === "unused") return (cells.unused ?? []).length > 0;
  return links.some(([, , ownKind, ...groups]) => (kind === "group" ? groups.flat().length > 0 : ownKind === kind));
}

// Returns how to write the frame to the fragment of the URL: at once, or if many come in a row, only the first and the
// last of them. The browser reports a new fragment later, when the stepper may have gone on, so `readChange` returns
// the index of a fragment only if it comes from elsewhere, and -1 otherwise.
function makeAddress({ prefix, count }) {
  const beginning = `#${prefix}`;
  let timer = 0, last = 0, known = "";

  function put(fragment) {
    known = fragment;
    location.hash = fragment;
  }

  function write(index) {
    clearTimeout(timer);
    const now = Date.now(), isFirst = now > last + HISTORY_PAUSE, fragment = beginning + (index + 1);
    last = now;
    if (isFirst) put(fragment);
    else timer = setTimeout(put, HISTORY_PAUSE, fragment);
  }

  function readChange() {
    if (location.hash === known) return -1;
    clearTimeout(timer);
    known = location.hash;
    const number = known.startsWith(beginning) ? Number(known.slice(beginning.length)) : 0;
    return number >= 1 && number <= count ? number - 1 : -1;
  }

  return { write, readChange, cancel: () => clearTimeout(timer) };
}

// Returns the parts of frames that belong to the lines of a list: elements that match a selector.
export function indexLines(lines, selector, prefix) {
  const numbers = new Map(lines.map((line, index) => [line, index]));
  const indexOf = (target) => numbers.get(target.closest(selector)) ?? -1;
  return { lineOf: (index) => lines[index], indexOf, prefix };
}

// Unfolds what hides a line, and scrolls its list, but not the page, so that it is visible.
function reveal(list, line) {
  if (!list || !line) return;
  const part = line.tagName === "SUMMARY" ? line.parentElement : line; // a heading is visible while it is folded
  for (let parent = part.parentElement; parent && parent !== list; parent = parent.parentElement)
    if (parent.tagName === "DETAILS") parent.open = true;
  const outer = list.getBoundingClientRect(), inner = line.getBoundingClientRect(), margin = inner.height;
  if (inner.top < outer.top + margin) list.scrollTop -= outer.top - inner.top + margin;
  else if (inner.bottom > outer.bottom - margin) list.scrollTop += inner.bottom - outer.bottom + margin;
}

// Opens a folded puzzle to which a link leads.
function unfold(element) {
  const folded = element.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  folded.scrollIntoView();
}

function isLargerThanItsRoom(board) {
  return board.scrollWidth > board.clientWidth || board.scrollHeight > board.clientHeight;
}

// Scrolls a board that is larger than its room so that what the step is about is in the middle.
function scrollToMarks(board) {
  const mark = board.querySelector("rect.placed, td.focus, rect.removed, rect.pattern");
  if (!mark || !isLargerThanItsRoom(board)) return;
  const outer = board.getBoundingClientRect(), inner = mark.getBoundingClientRect(), margin = 2 * inner.width;
  if (inner.left < outer.left + margin || inner.right > outer.right - margin)
    board.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  if (inner.top < outer.top + margin || inner.bottom > outer.bottom - margin)
    board.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}

// Lets the keys move one of several steppers: the one that has the focus, or else the one that was used last. Steppers
// may be added and removed later. Returns a function that ends this.
export function stepWithKeys(steppers) {
  const ending = new AbortController(), { signal } = ending;
  let used = null;
  const choose = ({ target }) => {
    used = steppers.find(({ element }) => element.contains(target)) ?? used;
  };
  addEventListener("focusin", choose, { signal });
  addEventListener("click", choose, { signal });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return; // the key has moved something else
    const active = steppers.includes(used) ? used : steppers[0], where = active && findMove(event, active);
    if (!where) return;
    event.preventDefault();
    active.go(where);
  }, { signal });
  return () => ending.abort();
}

// Returns where a key moves a stepper, or undefined if the key has another meaning.
function findMove({ key, target, altKey, ctrlKey, metaKey, shiftKey }, { board, list }) {
  if (altKey || ctrlKey || metaKey || shiftKey || target.closest("input, textarea, select")) return undefined;
  if (target === board && isLargerThanItsRoom(board)) return undefined; // the keys scroll it
  if (key === " " && target.closest("button, summary")) return undefined; // it presses them
  return (list?.contains(target) ? LIST_KEYS : KEYS)[key];
}
