// Lets the user enter values on a board: with the keyboard, the pointer, or the buttons below the board.

import { make } from "./board.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const CLEARING = ["Delete", "Backspace", "0", "."];
const MEANINGS = {
  clash: "clashes",
  conflict: "in the conflict",
  redundant: "redundant",
  differs: "differs between solutions",
  wrong: "wrong",
  hint: "part of the hint",
};

// Makes the cells of a BoardView a grid for the keyboard; calls `enter(cell, value, asCandidate)`, where the value is 0
// to clear the cell. Returns `selected()` and `select(cell)`.
export function connectEntry(boardView, enter) {
  const { shape, table, cells } = boardView;
  let selected = 0;
  table.setAttribute("role", "grid");
  cells.forEach((element, cell) => (element.tabIndex = cell === selected ? 0 : -1));

  function select(cell, isFocused = true) {
    cells[selected].tabIndex = -1;
    selected = cell;
    cells[cell].tabIndex = 0;
    if (isFocused) showFocus(cells[cell]);
  }

  function move([down, right]) {
    const wrap = (number) => (number + shape.side) % shape.side;
    select(wrap(shape.rowOf(selected) + down) * shape.side + wrap(shape.columnOf(selected) + right));
  }

  table.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const value = readValue(event, shape);
    if (MOVES[event.key]) move(MOVES[event.key]);
    else if (CLEARING.includes(event.key)) enter(selected, 0, false);
    else if (value) enter(selected, value, event.shiftKey && /^Digit/.test(event.code));
    else return;
    event.preventDefault();
  });
  table.addEventListener("pointerdown", ({ target }) => {
    const cell = target.closest("td[data-cell]");
    if (cell) select(Number(cell.dataset.cell));
  });
  table.addEventListener("focusin", ({ target }) => {
    const cell = Number(target.dataset.cell);
    if (cell !== selected) select(cell, false);
  });

  return { selected: () => selected, select };
}

// Focuses a cell, and scrolls until all of it is visible.
function showFocus(element) {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Returns the value that a key means on a board, or 0. With Shift, a digit key has another character.
function readValue({ key, code, shiftKey }, { symbols }) {
  const digit = shiftKey && /^Digit([1-9])$/.exec(code);
  const symbol = digit ? digit[1] : key.length === 1 ? key.toUpperCase() : "";
  return symbol ? Math.max(0, symbols.indexOf(symbol)) : 0;
}

// Gives every cell a label for screen readers: its name, its value, whose it is, and what the board marks it as.
// `marked` are the cells of each class, such as {clash: [cell]}.
export function labelCells(boardView, state, marked = {}) {
  const notes = describeMarks(marked);
  boardView.cells.forEach((element, cell) => {
    const name = boardView.shape.nameOf(cell), { symbols } = boardView.shape;
    const given = state.givens[cell], digit = state.digits[cell];
    const content = given ? `${symbols[given]}, given` : digit ? `${symbols[digit]}, my digit` : "";
    const shown = element.textContent, open = boardView.shown[cell].label;
    const value = content || shown || (open && open !== "no candidates" ? open : "empty");
    const label = `${name}: ${value}${notes.get(cell) ?? ""}`;
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
  });
}

// Returns what is said about each cell of a class that means something.
function describeMarks(marked) {
  const notes = new Map();
  for (const [name, cells] of Object.entries(marked))
    for (const cell of MEANINGS[name] ? cells : []) notes.set(cell, `${notes.get(cell) ?? ""}, ${MEANINGS[name]}`);
  return notes;
}

// Fills the buttons below the board: one for each value, and one to clear the cell.
export function fillKeypad(keypad, shape, enter) {
  const buttons = shape.values.map((value) => make("button", { type: "button" }, shape.symbols[value]));
  const clear = make("button", { type: "button", class: "wide" }, "Clear cell");
  buttons.forEach((button, index) => button.addEventListener("click", () => enter(index + 1)));
  clear.addEventListener("click", () => enter(0));
  keypad.replaceChildren(...buttons, clear);
}
