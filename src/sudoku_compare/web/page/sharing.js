// Copying the puzzle in other forms, saving the page, and reading what is pasted, dropped or opened.

import { ask, fetchFile } from "./api.js";
import { make } from "./board.js";
import { describePosition, describePuzzle } from "./puzzle_state.js";

const LARGEST_FILE = 1_400_000; // bytes: the server takes requests of 2,000,000, and base64 adds a third
const TOO_LARGE = "The file is larger than 1.4 MB. Start the server with the name of its folder, and use the Library.";
const CHUNK = 32_768; // bytes that one call of fromCharCode takes

// Connects the buttons of the menu. `page` is the page around them: see app.js.
export function connectSharing(page) {
  const menu = document.getElementById("share");
  const close = () => {
    menu.open = false;
    menu.querySelector("summary").focus(); // the focus would be lost with the button
  };
  menu.addEventListener("click", async ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    close();
    try {
      if (button.dataset.copy) await copy(button.dataset.copy, button.textContent, page);
      else if (button.id === "save-page") await savePage(page);
      else print();
    } catch (error) {
      page.say(error.message);
    }
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation(); // elsewhere, the key stops a search
    close();
  });
  addEventListener("click", ({ target }) => menu.contains(target) || (menu.open = false));
}

async function copy(form, title, page) {
  const text = form === "link" ? page.readAddress() : await exportPuzzle(form, page);
  try {
    await navigator.clipboard.writeText(text);
    page.say(`${title.replace("Copy", "Copied")}.`);
  } catch {
    document.getElementById("copy-text").value = text;
    document.getElementById("copy-dialog").showModal();
    document.getElementById("copy-text").select();
  }
}

// Returns the puzzle in another form.
async function exportPuzzle(form, page) {
  return (await ask("export", { ...describePuzzle(page.state()), format: form }, "text")).text;
}

async function savePage(page) {
  page.say("Writing the page …");
  const options = { given_unique: document.getElementById("given-unique").checked, seconds: page.seconds() };
  await download("page", { ...describePosition(page.state()), ...options }, "sudoku.html");
  page.say("Saved as sudoku.html. It works without the server.");
}

// Asks for a file and has the browser save it.
export async function download(task, body, name) {
  const response = await fetchFile(task, body);
  const url = URL.createObjectURL(await response.blob());
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Connects the dialog in which puzzles are pasted, and the page itself, on which they can be pasted or dropped.
export function connectInput(page) {
  const find = (id) => document.getElementById(id);
  const dialog = find("input-dialog"), text = find("input-text"), error = find("input-error");
  const read = async (body, title, problem = "") => {
    error.textContent = "";
    try {
      if (problem) throw new Error(problem);
      const found = await ask("read", body, "puzzles");
      if (!found.puzzles.length) throw new Error(found.errors[0] ?? "There is no puzzle in it.");
      dialog.close(); // before the focus moves to what was read
      openPuzzles(page, found, title);
    } catch (failure) {
      if (dialog.open) error.textContent = failure.message;
      else page.say(failure.message);
    }
  };
  const readFile = async (file) => {
    if (file.size > LARGEST_FILE) return read({ text: "", name: file.name }, file.name, TOO_LARGE);
    return read({ text: await encode(file), is_base64: true, name: file.name.slice(0, 200) }, file.name);
  };

  find("open-input").addEventListener("click", () => {
    error.textContent = "";
    dialog.showModal();
  });
  find("read-text").addEventListener("click", () => read({ text: text.value }, "Pasted puzzles"));
  find("input-file").addEventListener("change", ({ target }) => {
    if (target.files[0]) readFile(target.files[0]);
    target.value = "";
  });
  addEventListener("paste", (event) => {
    if (event.target.closest?.("input[type=text], input[type=number], textarea")) return;
    event.preventDefault();
    const [file] = event.clipboardData.files;
    if (file) readFile(file);
    else read({ text: event.clipboardData.getData("text") }, "Pasted puzzles");
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) readFile(file);
    else read({ text: event.dataTransfer.getData("text") }, "Dropped puzzles");
  });
}

function openPuzzles(page, { puzzles, errors }, title) {
  if (puzzles.length === 1) page.open(puzzles[0]);
  else page.listPuzzles(puzzles, title);
  if (errors.length) page.say(errors[0]);
}

// Returns the content of a file in base64.
async function encode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}
