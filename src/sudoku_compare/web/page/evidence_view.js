// The evidence for a verdict: sentences with buttons, and what is marked on the board.

import { make } from "./board.js";
import { count, join } from "./words.js";

const MOST_CHOICES = 12; // that are shown without being asked for

// Returns the elements that describe a result of `uniqueness`. `act` has `setGivens(changes)`, with changes such as
// [[cell, value]], and `download()` and `explain()`.
export function describeEvidence(result, shape, act) {
  const parts = { unique: describeUnique, multiple: describeMultiple, unsolvable: describeUnsolvable };
  const missing = Object.values(result.evidence.missing).map(({ message }) => make("p", { class: "quiet" }, message));
  return [...(parts[result.verdict]?.(result, shape, act) ?? []), ...unique(missing)];
}

function unique(elements) {
  return [...new Map(elements.map((element) => [element.textContent, element])).values()];
}

function describeUnique({ evidence }, shape, act) {
  return [describeCertificate(evidence.certificate, act), ...describeRedundant(evidence, shape, act)].filter(Boolean);
}

function describeCertificate(certificate, act) {
  if (!certificate) return null;
  const { proof_steps: steps, clauses, solver } = certificate;
  const size = steps ? `${count(steps, "step")} over ${count(clauses, "clause")}` : `${count(clauses, "clause")}`;
  const text = `Certificate: proof by ${solver} checked, ${size}. `;
  return make("p", {}, text, makeButton("Download the certificate", act.download));
}

function describeRedundant({ redundant_givens: givens }, shape, act) {
  if (!givens) return [];
  if (!givens.length) return [make("p", {}, "Every given is necessary: the puzzle is minimal.")];
  const remove = ({ cell }) => act.setGivens([[shape.cellOf(cell), 0]]);
  const buttons = givens.map((one) => makeButton(`Remove ${format(shape, one)}`, () => remove(one)));
  const text = `${count(givens.length, "redundant given")}, marked on the board. Each can be removed on its own:`;
  return [make("p", {}, text), makeChoices(buttons)];
}

function describeMultiple({ evidence }, shape, act) {
  const { count: number, count_is_exact: isExact, differs_at: differs, fixed_cells: fixed } = evidence;
  const counted = isExact ? `${count(number, "solution")}.` : `At least ${count(number, "solution")}.`;
  const same = fixed?.length ? ` ${describeFixed(fixed.length)}` : "";
  const where = `Two solutions differ in ${count(differs.length, "cell")}, which show both values on the board.`;
  return [make("p", {}, `${counted}${same}`), make("p", {}, where), ...describeAdditional(evidence, shape, act)];
}

function describeFixed(number) {
  return `${count(number, "empty cell")} ${number === 1 ? "has" : "have"} the same value in all of them.`;
}

function describeAdditional({ additional_givens: found }, shape, act) {
  if (!found) return [];
  const { add, at_least: least, proven_smallest: isSmallest } = found;
  const bound = isSmallest ? "no smaller set is enough" : `at least ${least} are needed`;
  const changes = add.map(({ cell, value }) => [shape.cellOf(cell), value]);
  const buttons = add.map((one, index) =>
    makeButton(`Add ${format(shape, one)}`, () => act.setGivens([changes[index]])));
  if (add.length > 1) buttons.push(makeButton("Add all", () => act.setGivens(changes), "primary"));
  const text = `${count(add.length, "additional given")} ${add.length === 1 ? "makes" : "make"} the solution unique`;
  return [make("p", {}, `${text} (${bound}):`), makeChoices(buttons)];
}

function describeUnsolvable({ evidence }, shape, act) {
  const { certificate, conflict, confirmed_by: confirmed, fixes } = evidence;
  const found = [describeCertificate(certificate, act)];
  if (conflict) {
    const names = join(conflict.map((one) => format(shape, one)));
    const by = confirmed ? `, confirmed by ${confirmed}` : "";
    const size = count(conflict.length, "given");
    found.push(make("p", {}, `Minimal conflict${by}: these ${size} cannot all be true: ${names}.`));
  }
  found.push(make("p", {}, makeButton("Show the steps that lead to the contradiction", act.explain)));
  if (fixes) found.push(...describeFixes(fixes, shape, act));
  return found.filter(Boolean);
}

function describeFixes(fixes, shape, act) {
  if (!fixes.length) return [make("p", {}, "No change of a single given makes the puzzle unique.")];
  const buttons = fixes.map(({ cell, from, to }) => {
    const was = format(shape, { cell, value: from });
    const text = to === null ? `Remove ${was}` : `Change ${was} to ${shape.symbols[to]}`;
    return makeButton(text, () => act.setGivens([[shape.cellOf(cell), to ?? 0]]));
  });
  const text = fixes.length === 1 ? "One change of a given makes the puzzle unique:"
    : `Each of ${count(fixes.length, "change")} of one given makes the puzzle unique, the most likely first:`;
  return [make("p", {}, text), makeChoices(buttons)];
}

// Returns what the board shows of a result: classes of cells, marked candidates, and candidates of open cells.
export function viewOfEvidence(result, shape) {
  const { evidence, verdict, solution } = result;
  const toCells = (placements) => (placements ?? []).map(({ cell }) => shape.cellOf(cell));
  const plain = { marks: {}, shown: new Map() };
  if (verdict === "unique") return { ...plain, cells: { redundant: toCells(evidence.redundant_givens) } };
  if (verdict === "unsolvable") return { ...plain, cells: { conflict: toCells(evidence.conflict) } };
  if (verdict === "multiple") return viewOfSolutions(evidence, shape, solution);
  return { ...plain, cells: {} };
}

function viewOfSolutions(evidence, shape, solution) {
  const [first, second] = [solution, evidence.second_solution].map((text) => shape.parse(text));
  const cells = evidence.differs_at.map((name) => shape.cellOf(name));
  const shown = new Map(cells.map((cell) => [cell, [first[cell], second[cell]]]));
  const add = (evidence.additional_givens?.add ?? []).map(({ cell, value }) => [shape.cellOf(cell), value]);
  for (const [cell, value] of add) shown.set(cell, [...new Set([...(shown.get(cell) ?? []), value])]);
  const isAdded = (cell, value) => add.some(([where, what]) => where === cell && what === value);
  const all = [...shown].flatMap(([cell, values]) => values.map((value) => [cell, value]));
  const pattern = all.filter((one) => !isAdded(...one));
  return { cells: { differs: cells }, marks: { pattern, placed: add }, shown };
}

// Returns a list of buttons, which is folded if there are many.
export function makeChoices(buttons) {
  const list = make("div", { class: "choices" }, ...buttons);
  if (buttons.length <= MOST_CHOICES) return list;
  return make("details", {}, make("summary", {}, `Show ${buttons.length.toLocaleString("en")} choices`), list);
}

export function makeButton(text, act, kind = "") {
  const button = make("button", { type: "button", class: kind }, text);
  button.addEventListener("click", act);
  return button;
}

function format(shape, { cell, value }) {
  return `${cell}=${shape.symbols[value]}`;
}
