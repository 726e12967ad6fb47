// The page of `sudoku-compare serve`: what is on the board, which tab is open, and which search runs.

import { ask, takeToken } from "./api.js";
import { BoardView, fitBoard, make, Position } from "./board.js";
import { connectEntry, fillKeypad, labelCells } from "./board_entry.js";
import { createEnginesDialog } from "./engines_dialog.js";
import { createExplainTab } from "./explain_tab.js";
import { formatFragment, parseFragment, readFragment } from "./fragment.js";
import { createLibraryTab } from "./library_tab.js";
import { createProofTab } from "./proof_tab.js";
import * as states from "./puzzle_state.js";
import { createRunsTab } from "./runs_tab.js";
import { connectInput, connectSharing } from "./sharing.js";
import { stepWithKeys } from "./stepper.js";
import { connectTabs } from "./tabs.js";
import { createVerdictTab } from "./verdict_tab.js";
import { describeQueue } from "./words.js";

const REMEMBER_PAUSE = 250; // ms after which a change is written to the address; browsers refuse many in a row
const find = (id) => document.getElementById(id);
const parameters = readFragment();
takeToken(parameters);

let edits = new states.History(parseFragment(parameters) ?? states.makeEmptyState("3x3"));
let boardView = null, entry = null, controller = null, timer = 0;
let isWaiting = false; // the message says that a request waits
const address = {}; // what the address says besides the puzzle
const steppers = []; // the one that keys move, if any

// What the tabs may ask of the page.
const page = {
  state: () => edits.current,
  shape: () => states.shapeOf(edits.current),
  boardView: makeStepperBoard,
  engines: () => enginesDialog.engines(),
  seconds: () => Math.max(0.1, Number(find("seconds").value) || 60),
  say: (text) => (find("message").textContent = text),
  showQueued: ({ before }) => {
    page.say(describeQueue(before));
    isWaiting = true;
  },
  change,
  setGivens,
  open: (puzzle) => {
    change(states.makeState(puzzle));
    page.say(puzzle.name ? `Opened ${puzzle.name}.` : "");
    tabs.open("verdict");
    page.focusBoard();
  },
  focusBoard: () => entry.select(entry.selected()),
  listPuzzles: (puzzles, title) => {
    library.showPuzzles(puzzles, title);
    tabs.open("library", true);
  },
  explain: () => {
    tabs.open("explain", true);
    explainTab.explain();
  },
  openTab: (name) => tabs.open(name),
  search,
  redraw,
  showView,
  showMarks: (cells) => draw(cells),
  useStepper: (name, stepper) => tabs.current() === name && steppers.splice(0, 1, stepper),
  remember,
  readAddress: () => {
    writeAddress();
    return location.href;
  },
};

const enginesDialog = createEnginesDialog((engines) => remember({ engines: engines.join(";") }));
const verdictTab = createVerdictTab(page), explainTab = createExplainTab(page), proofTab = createProofTab(page);
const library = createLibraryTab(page), runs = createRunsTab();
const tabs = connectTabs(openedTab);

// Replaces what is on the board. What was found out about the old puzzle is not true of the new one.
function change(state) {
  if (formatFragment(state, {}) === formatFragment(edits.current, {})) return;
  edits.push(state);
  refresh();
}

function setGivens(changes) {
  change(changes.reduce((state, [cell, value]) => states.setValue(state, cell, value, "givens"), edits.current));
  tabs.open("verdict", true); // the button that was pressed is gone
  verdictTab.check();
}

function refresh() {
  endSearch();
  for (const tab of [verdictTab, explainTab, proofTab]) tab.reset();
  steppers.length = 0;
  Object.assign(address, { step: "", line: "", checked: "" });
  page.say("");
  showState();
}

// Shows the state: a board of its size, the buttons that can be used, and the address.
function showState() {
  const { box } = edits.current;
  if (boardView?.element.dataset.box !== box) makeBoard(box);
  boardView.shape.givens = edits.current.givens;
  chooseSize(box);
  find("undo").disabled = !edits.canUndo;
  find("redo").disabled = !edits.canRedo;
  draw();
  announceClashes();
  remember({});
}

// Shows the size; one that was pasted and is not in the list is added to it.
function chooseSize(box) {
  const select = find("size");
  if (![...select.options].some(({ value }) => value === box)) select.append(makeSizeOption(box));
  select.value = box;
}

function makeSizeOption(box) {
  const [height, width] = box.split("x").map(Number), side = height * width;
  return make("option", { value: box }, height === width ? `${side}x${side}` : `${side}x${side} (boxes ${box})`);
}

function makeBoard(box) {
  const shape = states.shapeOf(states.makeEmptyState(box)), hadFocus = find("board").contains(document.activeElement);
  boardView = new BoardView(shape, "Puzzle");
  boardView.element.dataset.box = box;
  find("board").replaceChildren(boardView.element);
  document.querySelector("main").classList.toggle("large", shape.side > 12);
  entry = connectEntry(boardView, enterValue);
  fillKeypad(find("keypad"), shape, (value) => enterValue(entry.selected(), value, false));
  if (hadFocus) entry.select(0);
}

function enterValue(cell, value, asCandidate) {
  const mode = document.querySelector("[name=mode]:checked").value, state = edits.current;
  if (value && (asCandidate || mode === "candidates")) return change(states.toggleCandidate(state, cell, value));
  if (!value && mode !== "givens") return change(states.clearOwn(state, [cell]));
  const kind = mode === "givens" ? "givens" : "digits";
  if (kind === "digits" && state.givens[cell]) return page.say("This cell has a given. Choose Givens to change it.");
  return change(states.setValue(state, cell, value, kind));
}

// Draws the state on the board, with the evidence for the verdict; `further` are classes of cells.
function draw(further = {}) {
  const state = edits.current, position = new Position(states.shapeOf(state)), solution = verdictTab.solution();
  const evidence = verdictTab.view();
  position.values = state.givens.map((given, cell) => given || state.digits[cell] || (solution?.[cell] ?? 0));
  position.candidates = state.candidates.map((kept, cell) => new Set(evidence.shown.get(cell) ?? kept ?? []));
  const clash = states.findClashes(state), own = states.listOwn(state);
  showView({ position, marks: evidence.marks, cells: { ...evidence.cells, clash, ...further }, own });
}

// Says which cells have equal values in one unit, if there are any.
function announceClashes() {
  const cells = states.findClashes(edits.current);
  if (cells.length) page.say(`Equal values in one unit: ${cells.map((cell) => page.shape().nameOf(cell)).join(", ")}.`);
}

// Draws what the open tab shows on the board.
function redraw() {
  if (steppers.length) steppers[0].redraw();
  else draw();
}

// Returns the board as the stepper of a tab uses it: it draws only while its tab is open.
function makeStepperBoard(name) {
  return { element: boardView.element, show: (view) => tabs.current() === name && showView(view) };
}

function showView(view) {
  const isPencilled = view.position.candidates.some((left, cell) => left.size && !view.position.values[cell]);
  find("board").classList.toggle("pencilled", isPencilled);
  boardView.show(view, "Puzzle");
  labelCells(boardView, edits.current, view.cells);
}

// Does something that asks the server, one thing at a time. `fail` gets the message of an error, and `stopped` is
// called when the user stops it.
async function search(act, fail = page.say, stopped = () => page.say("Stopped.")) {
  controller?.abort();
  const own = (controller = new AbortController());
  find("stop").hidden = false;
  try {
    await act(own.signal);
  } catch (error) {
    if (error.name !== "AbortError") fail(error.message);
    else if (controller === own) stopped();
  }
  if (isWaiting) page.say("");
  isWaiting = false;
  if (controller !== own) return;
  controller = null;
  hideStop();
}

function hideStop() {
  const hadFocus = document.activeElement === find("stop");
  find("stop").hidden = true;
  if (hadFocus) page.focusBoard();
}

function isSearching() {
  return controller !== null;
}

// Ends a search at the user's request, which is then said.
function stop() {
  controller?.abort();
  library.stop();
}

// Ends a search about what is no longer on the board; nothing is said about it.
function endSearch() {
  const ended = controller;
  controller = null;
  ended?.abort();
  hideStop();
}

function openedTab(name) {
  const stepper = { explain: explainTab, proof: proofTab }[name]?.stepper();
  steppers.splice(0, steppers.length, ...(stepper ? [stepper] : []));
  if (boardView) redraw();
  if (name === "library") library.load();
  else library.stop();
  if (name === "runs") runs.load();
  remember({ tab: name });
}

// Keeps the state and the view in the address, after a short pause.
function remember(view) {
  Object.assign(address, view);
  clearTimeout(timer);
  timer = setTimeout(writeAddress, REMEMBER_PAUSE);
}

function writeAddress() {
  clearTimeout(timer);
  const seconds = find("seconds").value === "60" ? "" : find("seconds").value;
  const tab = address.tab === "verdict" ? "" : address.tab;
  history.replaceState(null, "", formatFragment(edits.current, { ...address, seconds, tab }));
}

// Restores what the address says: the engines, the tab, and what was found out about the puzzle.
async function restore(from) {
  const tab = tabs.names.includes(from.get("tab")) ? from.get("tab") : "verdict";
  for (const name of ["step", "line", "checked", "engines"]) address[name] = from.get(name) ?? "";
  enginesDialog.choose(address.engines.split(";").filter(Boolean));
  find("seconds").value = from.get("seconds") || "60";
  showState();
  tabs.open(tab);
  if (from.has("puzzle") && !parseFragment(from)) page.say("The address does not contain a puzzle that can be read.");
  if (!states.isEmpty(edits.current)) await restoreResults(tab, edits.current);
}

async function restoreResults(tab, state) {
  const { step, line, checked } = address;
  if (tab === "explain" && step > 0) await explainTab.explain(step - 1);
  if (tab === "proof" && line > 0) await proofTab.prove(line - 1);
  if (checked && edits.current === state && !isSearching()) await verdictTab.check();
}

// Leaves everything as it is after a change of the address to something that is not a puzzle.
function restoreAddress(changed) {
  if (changed.has("puzzle")) page.say("The address does not contain a puzzle that can be read.");
  remember({});
}

// Fills the list of examples, unless it has been filled.
async function fillExamples() {
  const select = find("examples");
  if (select.options.length > 1) return;
  try {
    const { examples } = await ask("examples", {}, "examples");
    select.append(...examples.map(({ name }, index) => make("option", { value: String(index) }, name)));
    select.onchange = () => {
      if (select.value) page.open(examples[Number(select.value)]);
      select.value = "";
    };
  } catch (error) {
    page.say(error.message);
  }
}

function connectKeys() {
  addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, shiftKey } = event;
    if (document.querySelector("dialog[open]")) return;
    if (key === "Escape") return stop();
    if (target.closest("input[type=text], input[type=number], textarea")) return;
    if ((ctrlKey || metaKey) && ["z", "y"].includes(key.toLowerCase())) {
      event.preventDefault();
      undoOrRedo(key.toLowerCase() === "y" || shiftKey ? "redo" : "undo");
    } else if (key === "Enter" && !target.closest("button, a, select, summary, .panel")) {
      event.preventDefault();
      check();
    }
  });
  stepWithKeys(steppers);
}

function check() {
  tabs.open("verdict");
  verdictTab.check();
}

function undoOrRedo(way) {
  if (way === "undo" ? !edits.canUndo : !edits.canRedo) return;
  edits[way]();
  refresh();
}

function connectButtons() {
  find("size").append(...states.BOXES.map(makeSizeOption));
  find("size").addEventListener("change", ({ target }) => change(states.makeEmptyState(target.value)));
  find("undo").addEventListener("click", () => undoOrRedo("undo"));
  find("redo").addEventListener("click", () => undoOrRedo("redo"));
  find("clear").addEventListener("click", () => change(states.makeEmptyState(edits.current.box)));
  find("check").addEventListener("click", check);
  find("stop").addEventListener("click", stop);
  find("hint").addEventListener("click", () => explainTab.showHint());
  find("open-help").addEventListener("click", () => find("help-dialog").showModal());
  find("seconds").addEventListener("change", () => remember({}));
}

connectButtons();
connectKeys();
connectSharing(page);
connectInput(page);
fitBoard(find("board"));
addEventListener("hashchange", () => {
  const changed = readFragment();
  takeToken(changed);
  page.say("");
  fillExamples(); // with the new token, if there is one
  const state = parseFragment(changed);
  if (!state) return restoreAddress(changed);
  edits.push(state);
  refresh();
  restore(changed);
});
addEventListener("pagehide", writeAddress);
restore(parameters);
fillExamples();
entry.select(0);
