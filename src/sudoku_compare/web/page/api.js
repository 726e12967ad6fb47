// Requests to the server: a token with each, JSON in, server-sent events or a file out.

import { capitalize } from "./words.js";

const TOKEN_KEY = "sudoku-compare-token";
let token = "";

// Takes the token from the fragment and keeps it.
export function takeToken(parameters) {
  token = parameters.get("token") ?? (readStored() || token);
  parameters.delete("token");
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // without storage, a reload needs the address with the token again
  }
}

function readStored() {
  try {
    return localStorage.getItem(TOKEN_KEY) ?? "";
  } catch {
    return "";
  }
}

async function post(name, body, signal) {
  const headers = { "Content-Type": "application/json", "X-Sudoku-Compare-Token": token };
  const request = { method: "POST", headers, body: JSON.stringify(body), signal };
  const response = await explainLoss(fetch(`/api/${name}`, request)), stored = readStored();
  if (response.status === 401 && stored && stored !== token) { // another window has a newer token
    token = stored;
    return post(name, body, signal);
  }
  if (!response.ok) throw new Error(sentence((await response.json().catch(() => ({}))).error ?? response.statusText));
  return response;
}

// Says what it means if the connection fails.
async function explainLoss(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is sudoku-compare serve still running?");
  }
}

// Starts a task, and calls the handler of each message. Rejects if it fails, or if `signal` ends it.
export async function run(name, body, handlers, signal) {
  const response = await post(name, body, signal);
  for await (const [event, value] of readEvents(response.body)) {
    signal?.throwIfAborted();
    if (event === "end") return;
    if (event === "error") throw new Error(sentence(value.message));
    handlers[event]?.(value);
  }
  throw new Error("The server ended the task before it was finished.");
}

// Starts a task that sends one message.
export async function ask(name, body, event, signal) {
  let found;
  await run(name, body, { [event]: (value) => (found = value) }, signal);
  return found;
}

// Starts a task that makes a file.
export function fetchFile(name, body, signal) {
  return post(name, body, signal);
}

async function* readEvents(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await explainLoss(reader.read());
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      yield parseEvent(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
}

function parseEvent(text) {
  const [, event, data] = /^event: (.*)\ndata: ([^]*)$/.exec(text);
  return [event, JSON.parse(data)];
}

// Returns a message of the server as a sentence.
function sentence(message) {
  const text = capitalize(message);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
