// Draws boards: a table with the values, for eyes and screen readers, and over it an image with candidates and arrows.

const CELL = 100; // the side of a cell in the units of the image
const LABEL = 40; // the room for the numbers of rows and columns
const EDGE = 2; // half of the width of the frame
const INSET = 5; // the distance of the candidates from the borders of their cell
const HEAD = 9; // the length of an arrowhead
const BEND = 0.16; // how far an arrow bends aside, as a share of its length
const SET_NAMES = "ABC"; // of the almost locked sets of a step
const TAG = 26; // the side of the tag with the name of a set

// Returns a new element with these attributes, except those that are empty, and children.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== "") element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function draw(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

const SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"; // larger boards have numbers instead
const UNIT_KINDS = ["row", "column", "box"];

// The geometry of a board, from the keys `size`, `box` and `givens` of the JSON that the program prints. Cells and
// units are numbered as in Python; `givens` and other grids are arrays of values, with 0 for an empty cell.
export class Shape {
  constructor({ size, box, givens }) {
    [this.boxHeight, this.boxWidth] = box.split("x").map(Number);
    this.side = size;
    this.isCompact = size < SYMBOLS.length;
    this.values = Array.from({ length: size }, (_, index) => index + 1);
    this.symbols = ["", ...this.values.map((value) => (this.isCompact ? SYMBOLS[value] : String(value)))];
    this.givens = this.parse(givens);
    this.peers = new Map(); // filled when needed: a large board has very many
  }

  rowOf(cell) { return Math.floor(cell / this.side); }
  columnOf(cell) { return cell % this.side; }
  nameOf(cell) { return `r${this.rowOf(cell) + 1}c${this.columnOf(cell) + 1}`; }
  describe([cell, value]) { return `${this.nameOf(cell)}=${this.symbols[value]}`; }

  // Returns the number of the cell with a name such as `r4c5`.
  cellOf(name) {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(name);
    return (row - 1) * this.side + (column - 1);
  }

  // Returns the number of the unit with a name such as `box 3`.
  unitOf(name) {
    const [kind, number] = name.split(" ");
    return UNIT_KINDS.indexOf(kind) * this.side + Number(number) - 1;
  }

  // Returns the values of a grid that is given as text.
  parse(text) {
    if (this.isCompact) return [...text].map((symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
    return text.trim().split(/\s+/).map((number) => Number(number) || 0);
  }

  // Returns a grid as text: one symbol for each cell or, on a large board, numbers.
  format(values) {
    return this.isCompact ? values.map((value) => SYMBOLS[value]).join("") : values.join(" ");
  }

  cellsOf(unit) {
    const kind = Math.floor(unit / this.side), index = unit % this.side, across = this.side / this.boxWidth;
    const top = Math.floor(index / across) * this.boxHeight, left = (index % across) * this.boxWidth;
    return this.values.map((_, place) => {
      if (kind === 0) return index * this.side + place;
      if (kind === 1) return place * this.side + index;
      return (top + Math.floor(place / this.boxWidth)) * this.side + left + (place % this.boxWidth);
    });
  }

  peersOf(cell) {
    if (!this.peers.has(cell)) this.peers.set(cell, this.findPeers(cell));
    return this.peers.get(cell);
  }

  findPeers(cell) {
    const row = this.rowOf(cell), column = this.columnOf(cell), across = this.side / this.boxWidth;
    const box = Math.floor(row / this.boxHeight) * across + Math.floor(column / this.boxWidth);
    const seen = new Set([row, this.side + column, 2 * this.side + box].flatMap((unit) => this.cellsOf(unit)));
    seen.delete(cell);
    return [...seen];
  }
}

// The values and candidates at one moment, to begin with the givens and every candidate of the open cells.
export class Position {
  constructor(shape, values = shape.givens) {
    this.shape = shape;
    this.values = [...values];
    this.candidates = this.values.map((value) => new Set(value ? [value] : shape.values));
    this.shared = new Set(); // cells whose candidates a copy has too; they are copied before they change
  }

  copy() {
    this.shared = new Set(this.values.keys());
    const parts = { values: [...this.values], candidates: [...this.candidates], shared: new Set(this.shared) };
    return Object.assign(Object.create(Position.prototype), { shape: this.shape, ...parts });
  }

  remove(cell, value) {
    if (!this.candidates[cell].has(value)) return false;
    return this.ownCandidates(cell).delete(value);
  }

  add(cell, value) { this.ownCandidates(cell).add(value); }

  ownCandidates(cell) {
    if (this.shared.delete(cell)) this.candidates[cell] = new Set(this.candidates[cell]);
    return this.candidates[cell];
  }

  // Sets a value; returns the candidates of its peers that this removes.
  place(cell, value) {
    this.values[cell] = value;
    this.candidates[cell] = new Set([value]);
    this.shared.delete(cell);
    const losing = this.shape.peersOf(cell).filter((peer) => this.remove(peer, value) && !this.values[peer]);
    return losing.map((peer) => [peer, value]);
  }

  placeGivens() { return this.placeAll(this.shape.givens); }

  placeAll(values) {
    values.forEach((value, cell) => value && this.place(cell, value));
    return this;
  }
}

// A board that is made once and then shows one view after another. Its `element` can be put anywhere; each cell has its
// number as `data-cell`, and keeps the focus while its text and classes change.
export class BoardView {
  constructor(shape, label) {
    this.shape = shape;
    this.cells = shape.givens.map((_, cell) => make("td", { "data-cell": String(cell) }));
    this.shown = this.cells.map(() => ({ text: "", classes: "", label: "" }));
    this.table = makeTable(shape, this.cells, label);
    this.image = makeImage(shape);
    this.element = make("div", { class: "board-frame" }, this.table, this.image);
    setSizes(this.element, shape);
  }

  // Shows a view: its `position`; `marks`, the candidates of each mark, such as {pattern: [[cell, value]]}; `cells`,
  // the cells of each class, such as {focus: [cell]}; `sets`, lists of cells that have names; its `links`; and `own`, the
  // cells in which users entered values of their own. All but the position may be missing.
  show({ position, marks = {}, cells = {}, sets = [], links = [], own = [] }, label = "") {
    const classes = groupClasses({ ...cells, own }), marked = groupMarks(marks);
    for (const cell of this.cells.keys())
      this.update(cell, describeCell(position, cell, classes.get(cell), marked.get(cell), sets));
    this.image.replaceChildren(...drawPattern({ position, marks, sets, links }));
    if (label) this.table.setAttribute("aria-label", label);
  }

  update(cell, { text, classes, label }) {
    const shown = this.shown[cell], element = this.cells[cell];
    if (text !== shown.text) element.textContent = text;
    if (classes !== shown.classes) setAttribute(element, "class", classes);
    if (label !== shown.label) setAttribute(element, "aria-label", label);
    this.shown[cell] = { text, classes, label };
  }
}

function setAttribute(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

// Tells the stylesheet the number of cells in a row, and the number of candidates side by side in a cell.
export function setSizes({ style }, shape) {
  style.setProperty("--side", shape.side);
  style.setProperty("--across", Math.max(3, shape.boxWidth, shape.boxHeight));
}

// Tells the stylesheet how much room a board has in an element, now and whenever that changes. Returns a function that
// ends this.
export function fitBoard(element) {
  const fit = () => element.style.setProperty("--room", `${element.clientWidth}px`);
  fit();
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  return () => observer.disconnect();
}

function makeTable(shape, cells, label) {
  const numbers = shape.values;
  const head = make("tr", {}, make("td"), ...numbers.map((number) => make("th", { scope: "col" }, String(number))));
  const rows = numbers.map((number) => {
    const inside = shape.cellsOf(number - 1).map((cell) => cells[cell]);
    const isEdge = number % shape.boxHeight === 0;
    return make("tr", { class: isEdge ? "edge" : "" }, make("th", { scope: "row" }, String(number)), ...inside);
  });
  return make("table", { class: "board", "aria-label": label }, make("thead", {}, head), make("tbody", {}, ...rows));
}

// Returns the classes of each cell that has any.
function groupClasses(cells) {
  const found = new Map();
  for (const [name, marked] of Object.entries(cells))
    for (const cell of new Set(marked)) found.set(cell, [...(found.get(cell) ?? []), name]);
  return found;
}

// Returns the marked values of each cell that has any, such as {pattern: [1, 2]}.
function groupMarks(marks) {
  const found = new Map();
  for (const [mark, candidates] of Object.entries(marks))
    for (const [cell, value] of candidates) {
      if (!found.has(cell)) found.set(cell, {});
      (found.get(cell)[mark] ??= []).push(value);
    }
  return found;
}

// Returns what a cell shows: its text, its classes, and a label if it is open.
function describeCell(position, cell, classes = [], marks = {}, sets = []) {
  const { shape, values } = position, value = values[cell], all = [...classes];
  if (shape.givens[cell]) all.push("given");
  if ((shape.columnOf(cell) + 1) % shape.boxWidth === 0) all.push("edge");
  const inside = sets.flatMap((cells, index) => (cells.includes(cell) ? `, set ${SET_NAMES[index]}` : []));
  const label = value ? "" : describeOpenCell(position, cell, marks) + inside.join("");
  return { text: shape.symbols[value], classes: all.join(" "), label };
}

function describeOpenCell({ shape: { symbols }, candidates }, cell, marks) {
  const list = (values) => values.map((value) => symbols[value]).join(" ");
  const marked = Object.entries(marks).map(([mark, values]) => `, ${mark} ${list(values)}`);
  const left = [...candidates[cell]].sort((one, other) => one - other);
  return (left.length ? `candidates ${list(left)}` : "no candidates") + marked.join("");
}

function makeImage(shape) {
  const size = shape.side * CELL;
  return draw("svg", { class: "pencil overlay", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
}

// Returns the whole board as one image, for paper: hundreds of tables would take minutes to lay out.
export function drawPicture(view, label) {
  const { shape } = view.position, size = shape.side * CELL + LABEL + EDGE;
  const box = `${-LABEL} ${-LABEL} ${size} ${size}`;
  const picture = draw("svg", { class: "pencil picture", viewBox: box, role: "img", "aria-label": label });
  picture.append(...drawCells(view), ...drawGrid(shape), ...drawValues(view));
  picture.append(...drawPattern(view));
  setSizes(picture, shape);
  return picture;
}

function drawCells({ position: { shape }, cells }) {
  return Object.entries(cells).flatMap(([mark, marked]) => marked.map((cell) => {
    const place = { x: shape.columnOf(cell) * CELL, y: shape.rowOf(cell) * CELL };
    return draw("rect", { ...place, width: CELL, height: CELL, class: mark });
  }));
}

function drawGrid({ side, boxHeight, boxWidth, values }) {
  const thin = [], thick = [], end = side * CELL;
  for (let number = 0; number <= side; number++) {
    (number % boxHeight ? thin : thick).push(`M0 ${number * CELL}H${end}`);
    (number % boxWidth ? thin : thick).push(`M${number * CELL} 0V${end}`);
  }
  const labels = values.flatMap((number) => {
    const middle = (number - 0.5) * CELL, text = String(number);
    return [{ text, x: middle, y: -LABEL / 2 }, { text, x: -LABEL / 2, y: middle }];
  });
  const lines = { "grid thin": thin, "grid thick": thick };
  const paths = Object.entries(lines).map(([name, path]) => draw("path", { d: path.join(""), class: name }));
  return [...paths, drawTexts(labels, LABEL * 0.6)];
}

function drawValues({ position: { shape, values }, cells: { unused = [] } }) {
  const place = (cell) => ({
    text: shape.symbols[values[cell]],
    x: (shape.columnOf(cell) + 0.5) * CELL,
    y: (shape.rowOf(cell) + 0.5) * CELL,
  });
  const known = values.map((_, cell) => cell).filter((cell) => values[cell]);
  const markOf = (cell) => (unused.includes(cell) ? "unused" : shape.givens[cell] ? "given" : "found");
  return ["given", "found", "unused"].map((mark) =>
    drawTexts(known.filter((cell) => markOf(cell) === mark).map(place), CELL * 0.58, mark));
}

function placeOf(shape, [cell, value]) {
  const room = CELL - 2 * INSET, { boxWidth, boxHeight } = shape;
  const x = ((value - 1) % boxWidth + 0.5) / boxWidth, y = (Math.floor((value - 1) / boxWidth) + 0.5) / boxHeight;
  return { x: shape.columnOf(cell) * CELL + INSET + x * room, y: shape.rowOf(cell) * CELL + INSET + y * room };
}

// The largest font in which every candidate has room.
function fontSize({ boxWidth, boxHeight, symbols, side }) {
  const room = CELL - 2 * INSET;
  return Math.min(room / boxHeight, (1.25 * room) / (boxWidth * symbols[side].length), room / 3) * 0.84;
}

function drawCandidates({ position: { shape, values, candidates }, marks }) {
  const size = fontSize(shape), plain = [], marked = [], markOf = new Map();
  for (const [mark, those] of Object.entries(marks)) for (const one of those) markOf.set(one.join(), mark);
  candidates.forEach((left, cell) => values[cell] || left.forEach((value) => {
    const mark = markOf.get(`${cell},${value}`);
    if (mark) marked.push(...drawMarked(shape, [cell, value], mark, size));
    else plain.push({ text: shape.symbols[value], ...placeOf(shape, [cell, value]) });
  }));
  return [drawTexts(plain, size), ...marked];
}

// Draws texts around their places, all in one element: every character has a place of its own.
function drawTexts(items, size, mark = "") {
  const xs = [], ys = [];
  for (const { text, x, y } of items)
    for (let index = 0; index < text.length; index++) {
      xs.push((x + (index - (text.length - 1) / 2) * size * 0.58).toFixed(1));
      ys.push((y + size * 0.35).toFixed(1));
    }
  const attributes = { x: xs.join(" "), y: ys.join(" "), "font-size": size.toFixed(1), class: mark };
  return draw("text", attributes, items.map(({ text }) => text).join(""));
}

function drawMarked(shape, candidate, mark, size) {
  const { x, y } = placeOf(shape, candidate), [, value] = candidate;
  const half = size * 0.58, wide = half * Math.max(1, shape.symbols[value].length * 0.75);
  const around = { x: x - wide, y: y - half, width: 2 * wide, height: 2 * half, rx: half / 2, class: mark };
  const drawn = [draw("rect", around), drawTexts([{ text: shape.symbols[value], x, y }], size, mark)];
  const strike = { x1: x - wide, y1: y + half * 0.7, x2: x + wide, y2: y - half * 0.7, class: mark };
  return mark === "removed" ? [...drawn, draw("line", strike)] : drawn;
}

// Draws the candidates, and above them what a step sees in them; the groups are behind the candidates.
function drawPattern({ position, marks, sets = [], links = [] }) {
  const { shape } = position, arrows = links.flatMap((link) => drawArrow(shape, link));
  return [...drawGroups(shape, links), ...drawCandidates({ position, marks }), ...drawSets(shape, sets), ...arrows];
}

// Joins the candidates of each group that is the end of a link.
function drawGroups(shape, links) {
  const groups = new Map();
  for (const [, , , source = [], target = []] of links)
    for (const group of [source, target]) if (group.length) groups.set(group.join(";"), group);
  return [...groups.values()].map((group) => {
    const points = group.map((candidate) => placeOf(shape, candidate));
    const path = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    return draw("path", { d: `M${path}`, class: "group", "stroke-width": (fontSize(shape) * 1.35).toFixed(1) });
  });
}

// Outlines the cells of each set, and writes its name at the first of them.
function drawSets(shape, sets) {
  return sets.flatMap((cells, index) => {
    const inset = 4 + 6 * index, size = CELL - 2 * inset, name = SET_NAMES[index], mark = `set ${name.toLowerCase()}`;
    const corner = (cell) => ({ x: shape.columnOf(cell) * CELL, y: shape.rowOf(cell) * CELL });
    const frames = cells.map(corner).map(({ x, y }) =>
      draw("rect", { x: x + inset, y: y + inset, width: size, height: size, rx: 8, class: mark }));
    const { x, y } = corner(cells[0]), left = x + index * TAG, around = { x: left - TAG / 2, y: y - TAG / 2, rx: 5 };
    const tag = draw("rect", { ...around, width: TAG, height: TAG, class: `tag ${mark}` });
    return [...frames, tag, drawTexts([{ text: name, x: left, y }], TAG * 0.8, "tag")];
  });
}

// Returns the nearest two of the candidates at the ends of a link.
function findNearestEnds(shape, [source, target, , sourceGroup = [], targetGroup = []]) {
  const toPlaces = (candidate, group) => (group.length ? group : [candidate]).map((one) => placeOf(shape, one));
  const starts = toPlaces(source, sourceGroup), ends = toPlaces(target, targetGroup);
  const pairs = starts.flatMap((from) => ends.map((to) => ({ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) })));
  return pairs.reduce((best, pair) => (pair.length < best.length ? pair : best));
}

// An arrow that bends aside, so that it does not hide the candidates between its ends.
function drawArrow(shape, link) {
  const { from, to } = findNearestEnds(shape, link), kind = link[2];
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
  const middle = { x: (from.x + to.x) / 2 - dy * BEND, y: (from.y + to.y) / 2 + dx * BEND };
  const gap = Math.min(fontSize(shape) * 0.62, length * 0.3);
  const start = moveTowards(from, middle, gap), end = moveTowards(to, middle, gap);
  const back = moveTowards(end, middle, HEAD), side = { x: (end.y - back.y) / 2, y: (back.x - end.x) / 2 };
  const corners = [end, { x: back.x + side.x, y: back.y + side.y }, { x: back.x - side.x, y: back.y - side.y }];
  const write = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return [
    draw("path", { d: `M${write(start)}Q${write(middle)} ${write(back)}`, class: `arrow ${kind}` }),
    draw("polygon", { points: corners.map(write).join(" "), class: "arrowhead" }),
  ];
}

function moveTowards(from, to, distance) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * distance) / length, y: from.y + ((to.y - from.y) * distance) / length };
}
