// The frames of an explanation: the position before each step, with what the step rests on and what it changes.

const MOST_ARROWS = 40; // more of them hide the board
const MOST_UNFOLDED = 12; // lines of an assumption that are shown without being asked for

function makeExplanationFrames(shape, { steps, end, removed: excluded }, list) {
  const lines = [...list.querySelectorAll("a")];

  function positionBefore(index) {
    const position = new Position(shape).placeGivens();
    for (const candidate of excluded) position.remove(...candidate);
    for (const { removed, placed } of steps.slice(0, index)) {
      for (const candidate of removed) position.remove(...candidate);
      for (const [cell, value] of placed) position.values[cell] = value;
    }
    return position;
  }

  function at(index) {
    const position = positionBefore(index), step = steps[index];
    if (!step) return { view: { position, marks: {}, cells: {} }, title: "End", reason: end };
    const { pattern, removed, placed, units } = step, links = chooseLinks(step.links);
    const linked = links.flatMap(([source, target]) => [source, target]);
    const marks = { pattern: [...linked, ...pattern], removed, placed };
    const view = { position, marks, cells: { unit: units.flatMap((unit) => shape.cellsOf(unit)) }, links };
    const details = step.refutation && makeRefutation(step.refutation, `assume ${step.refutation.assumed}`);
    if (details) details.open = step.refutation.lines.length <= MOST_UNFOLDED;
    return { view, title: `${index + 1}. ${step.conclusion}`, reason: step.reason, details };
  }

  return {
    shape,
    count: steps.length + 1,
    prefix: "step-",
    at,
    lineOf: (index) => lines[index],
    indexOf: (target) => lines.indexOf(target.closest("a")),
  };
}

// Where there are too many links to draw, returns those that lead to the contradiction.
function chooseLinks(links) {
  return links.length > MOST_ARROWS ? links.filter(([, , kind]) => kind === "weak") : links;
}

// An assumption that can be unfolded: what follows from it, perhaps with other assumptions, and the contradiction.
function makeRefutation({ lines, contradiction }, heading) {
  const items = lines.map(({ text, reason, refutation }) =>
    make("li", {}, refutation ? makeRefutation(refutation, `${text}: assuming it fails`) : `${text}: ${reason}`));
  const result = make("li", {}, make("b", {}, `contradiction: ${contradiction}`));
  return make("details", {}, make("summary", {}, heading), make("ul", {}, ...items, result));
}

// Shows every frame on paper, because paper has no buttons.
function printAll(container, frames) {
  const clear = () => container.replaceChildren();
  const fill = () => {
    if (container.childElementCount) return;
    for (let index = 0; index < frames.count; index++) {
      const { view, title, reason, details } = frames.at(index);
      const words = make("div", { class: "words" }, make("h2", {}, title), make("p", {}, reason), details ?? "");
      for (const folded of words.querySelectorAll("details")) folded.open = true;
      const isNested = words.querySelector("details details");
      container.append(make("section", { class: isNested ? "nested" : "" }, drawPicture(view, title), words));
    }
  };
  const paper = matchMedia("print");
  addEventListener("beforeprint", fill);
  addEventListener("afterprint", clear);
  paper.addEventListener("change", () => (paper.matches ? fill() : clear()));
}

const data = JSON.parse(document.getElementById("explanation").textContent);
const element = document.querySelector(".stepper");
const frames = makeExplanationFrames(new Shape(data.board), data, element.querySelector(".steps"));
stepWithKeys([createStepper(element, frames)]);
printAll(document.getElementById("all-steps"), frames);
