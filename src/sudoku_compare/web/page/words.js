// Numbers, times and lists as text.

// Returns a time in seconds with three digits and a unit: 12.8 ms.
export function formatSeconds(seconds) {
  if (seconds === null || seconds === undefined) return "-";
  const units = [[1, "s"], [1e-3, "ms"], [1e-6, "us"]];
  const [size, unit] = units.find(([least]) => seconds >= least) ?? units[2];
  return `${Number((seconds / size).toPrecision(3))} ${unit}`;
}

// Returns a number with its noun: 1 solution, 2,000 solutions.
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

// Returns a text with its first letter in upper case.
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Returns what is said about a request that waits behind this number of others.
export function describeQueue(before) {
  return before ? `Waiting: ${count(before, "request")} before this one.` : "Waiting for a running search to end.";
}

// Returns words as a list: a, b and c.
export function join(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
