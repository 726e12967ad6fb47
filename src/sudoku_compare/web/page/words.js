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

// Returns words as a list: a, b and c.
export function join(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
