// Copying the puzzle in other forms, saving the page, and reading what is pasted, dropped or opened.

import { ask, fetchFile } from "./api.js";
import { make } from "./board.js";
import { describePosition, describePuzzle } from "./puzzle_state.js";

// Connects the buttons of the menu. `page` is the page around them: see app.js.
export function connectSharing(page) {
  const menu = document.getElementById("share");
  menu.addEventListener("click", async ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    menu.open = false;
    try {
      if (button.dataset.copy) await copy(button.dataset.copy, button.textContent, page);
      else if (button.id === "save-page") await savePage(page);
      else print();
    } catch (error) {
      page.say(error.message);
    }
  });
  menu.addEventListener("keydown", ({ key }) => key === "Escape" && (menu.open = false));
  addEventListener("click", ({ target }) => menu.contains(target) || (menu.open = false));
}

async function copy(form, title, page) {
  const text = form === "link" ? location.href : (await ask("export", { ...describePuzzle(page.state()), format: form }, "text")).text;
  try {
    await navigator.clipboard.writeText(text);
    page.say(`${title.replace("Copy", "Copied")}.`);
  } catch {
    document.getElementById("copy-text").value = text;
    document.getElementById("copy-dialog").showModal();
    document.getElementById("copy-text").select();
  }
}

async function savePage(page) {
  page.say("Writing the page …");
  await download("page", { ...describePosition(page.state()), seconds: page.seconds() }, "sudoku.html");
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
  const read = async (body, title) => {
    error.textContent = "";
    try {
      await openPuzzles(page, await ask("read", body, "puzzles"), title);
      dialog.close();
    } catch (failure) {
      if (dialog.open) error.textContent = failure.message;
      else page.say(failure.message);
    }
  };
  const readFile = async (file) => read({ text: await encode(file), is_base64: true, name: file.name.slice(0, 200) }, file.name);

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
    if (event.target.closest?.("input, textarea")) return;
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

async function openPuzzles(page, { puzzles, errors }, title) {
  if (!puzzles.length) throw new Error(errors[0] ?? "There is no puzzle in it.");
  if (puzzles.length === 1) page.open(puzzles[0]);
  else page.listPuzzles(puzzles, title);
  if (errors.length) page.say(errors[0]);
}

async function encode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += 32_768) text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  return btoa(text);
}
