// The dialog in which engines and their options are chosen.

import { ask } from "./api.js";
import { make } from "./board.js";
import { join } from "./words.js";

const DEFAULT_ENGINES = ["reductio", "sat", "cpsat"];
const BOOLEANS = ["true", "false"];

// Controls the dialog; `onChange` gets the engines whenever the user changes them. Returns `engines()`, and
// `choose(engines)` for what comes from elsewhere.
export function createEnginesDialog(onChange) {
  const dialog = document.getElementById("engines-dialog"), list = document.getElementById("engine-list");
  const note = document.getElementById("engine-note");
  let rows = [], engines = DEFAULT_ENGINES;

  function choose(chosen) {
    engines = chosen.length ? chosen : DEFAULT_ENGINES;
    rows = []; // made anew when the dialog is opened
  }

  async function open() {
    dialog.showModal();
    if (rows.length) return;
    list.textContent = "Looking for engines …";
    try {
      const { engines: known } = await ask("engines", {}, "engines");
      rows = known.filter(({ installed, problem }) => installed && !problem).map((engine) => makeRow(engine, engines));
      list.replaceChildren(...rows.map(({ element }) => element));
    } catch (error) {
      list.textContent = error.message;
    }
  }

  function update() {
    const found = rows.filter(({ isChosen }) => isChosen()).map(({ format }) => format());
    engines = found.length ? found : DEFAULT_ENGINES;
    note.textContent = found.length ? "" : `No engine is chosen, so ${join(DEFAULT_ENGINES)} are asked.`;
    onChange(engines);
  }

  list.addEventListener("change", update);
  document.getElementById("open-engines").addEventListener("click", open);
  return { engines: () => engines, choose };
}

function makeRow({ name, about, method, version, kind, options }, chosen) {
  const text = chosen.find((one) => one.split(":")[0] === name), settings = parseSettings(text ?? "");
  const check = make("input", { type: "checkbox", checked: text ? "checked" : "" });
  const facts = [kind, version, `method: ${method}`].filter(Boolean).join(", ");
  const head = make("label", {}, check, " ", make("b", {}, name), " ", make("span", { class: "quiet" }, `(${facts})`));
  const inputs = options.map((option) => [option, makeInput(option, settings.get(option.name))]);
  const rows = inputs.map(([{ name: option, help }, input]) =>
    make("div", { class: "option" }, make("label", {}, `${option} `, input), make("small", {}, ` ${help}`)));
  const details = rows.length ? [make("details", {}, make("summary", {}, `Options of ${name}`), ...rows)] : [];
  const element = make("div", { class: "engine" }, head, make("p", { class: "quiet" }, about), ...details);

  function format() {
    const changed = inputs.filter(([option, input]) => input.value !== String(option.default));
    const settings = changed.map(([option, input]) => `${option.name}=${input.value}`);
    return settings.length ? `${name}:${settings.join(",")}` : name;
  }

  return { element, format, isChosen: () => check.checked };
}

function parseSettings(text) {
  const settings = text.split(":").slice(1).join(":");
  return new Map(settings.split(",").filter(Boolean).map((part) => /^(.*?)=(.*)$/.exec(part)?.slice(1) ?? [part, ""]));
}

// Returns the field of an option: a list of its choices, or a field for text if it has none.
function makeInput({ default: usual, choices }, value) {
  const shown = value ?? String(usual), isFlag = BOOLEANS.includes(String(usual));
  const all = choices?.length ? choices : isFlag ? BOOLEANS : null;
  if (!all) return make("input", { type: "text", size: "12", value: shown });
  const select = make("select", {}, ...all.map((choice) => make("option", { value: choice }, choice)));
  select.value = shown;
  return select;
}
