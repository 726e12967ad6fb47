// A stepper shows one of many frames: its board, its words, and its line in the list beside the board.

const HISTORY_PAUSE = 60; // ms between entries of the browser's history; browsers refuse more than 20 per second
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const LIST_KEYS = { ...KEYS, ArrowUp: "previous", ArrowDown: "next" };

// Lets `element`, which has the parts of the template stepper.html, show frames. `frames` has
// - the `shape` of the boards, and the `count` of the frames;
// - `at(index)`, which returns a `view` for drawBoard with a `title`, a `reason` and perhaps `details`;
// - `lineOf(index)`, an element of the list, and `indexOf(element)`, the index of the line that contains it, or -1;
// - `prefix`, the beginning of the fragments that name the frames, such as `step-`.
function createStepper(element, frames, start = 0) {
  const find = (selector) => element.querySelector(selector);
  const board = find(".board-scroll"), list = find(".steps");
  const [title, reason, details, count] = [".words h2", ".words p", ".details", ".count"].map(find);
  const remember = makeHistoryWriter();
  let current = -1;

  function show(index, isRevealed = true) {
    const frame = frames.at(index);
    const number = [index + 1, frames.count].map((each) => each.toLocaleString("en")).join(" of ");
    board.replaceChildren(drawBoard(frame.view, `Board at step ${number}`));
    title.textContent = frame.title;
    reason.textContent = frame.reason;
    details.replaceChildren(...(frame.details ? [frame.details] : []));
    count.textContent = number;
    for (const note of element.querySelectorAll("[data-link]")) note.hidden = !hasLink(frame.view, note.dataset.link);
    frames.lineOf(current)?.removeAttribute("aria-current");
    frames.lineOf(index).setAttribute("aria-current", "step");
    current = index;
    updateButtons();
    if (isRevealed) reveal(list, frames.lineOf(index)); // what needs the layout comes last, so that it is computed once
    scrollToMarks(board);
  }

  function updateButtons() {
    const last = frames.count - 1, useless = { first: 0, previous: 0, next: last, last };
    for (const button of element.querySelectorAll("[data-go]"))
      button.setAttribute("aria-disabled", useless[button.dataset.go] === current);
  }

  function goTo(index) {
    if (index === current || index < 0 || index >= frames.count) return;
    show(index);
    remember(`#${frames.prefix}${index + 1}`);
  }

  function go(where) {
    goTo({ first: 0, previous: current - 1, next: current + 1, last: frames.count - 1 }[where]);
  }

  function followFragment() {
    const beginning = `#${frames.prefix}`;
    const number = location.hash.startsWith(beginning) && Number(location.hash.slice(beginning.length));
    if (!(number >= 1 && number <= frames.count) || number - 1 === current) return;
    unfold(element);
    show(number - 1);
  }

  element.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-go]"), index = frames.indexOf(target);
    if (button) go(button.dataset.go);
    else if (index >= 0) goTo(index);
  });
  addEventListener("hashchange", followFragment);
  for (const part of element.querySelectorAll("[data-needs-script]")) part.hidden = false;
  setSizes(element, frames.shape);
  fitBoard(board);
  followFragment();
  if (current < 0) show(start, false);
  return { element, list, board, go };
}

// Tells the stylesheet how much room the board has, now and whenever that changes.
function fitBoard(board) {
  const fit = () => board.style.setProperty("--room", `${board.clientWidth}px`);
  fit();
  new ResizeObserver(fit).observe(board);
}

function hasLink({ links = [] }, kind) {
  return links.some((link) => link[2] === kind);
}

// Returns a function that makes the URL end with a fragment: at once, or after a pause if many come in a row.
function makeHistoryWriter() {
  let timer = 0, last = 0;
  return (fragment) => {
    const write = () => {
      last = Date.now();
      location.hash = fragment;
    };
    clearTimeout(timer);
    const wait = last + HISTORY_PAUSE - Date.now();
    if (wait > 0) timer = setTimeout(write, wait);
    else write();
  };
}

// Unfolds what hides a line, and scrolls its list, but not the page, so that it is visible.
function reveal(list, line) {
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

// Lets the keys move one of several steppers: the one that has the focus, or else the one that was used last.
function stepWithKeys(steppers) {
  let active = steppers[0];
  const choose = ({ target }) => {
    active = steppers.find(({ element }) => element.contains(target)) ?? active;
  };
  addEventListener("focusin", choose);
  addEventListener("click", choose);
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !active) return;
    if (event.target.closest("input, textarea, select")) return;
    const { board, list } = active;
    if (event.target === board && isLargerThanItsRoom(board)) return; // the keys scroll it
    const where = (list.contains(event.target) ? LIST_KEYS : KEYS)[event.key];
    if (!where) return;
    event.preventDefault();
    active.go(where);
  });
}
