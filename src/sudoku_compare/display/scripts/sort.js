// A click on the header of a column sorts its table by the numbers behind the texts; missing values come last.
function readKey(row, column, isText) {
  const cell = row.cells[column];
  if (isText) return cell.textContent;
  return cell.dataset.key === undefined ? null : Number(cell.dataset.key);
}
function compareKeys(one, other) {
  if (one === null || other === null) return 0;
  return typeof one === "string" ? one.localeCompare(other, "en", {numeric: true}) : one - other;
}
function sortBy(header) {
  const body = header.closest("table").tBodies[0];
  const order = header.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
  const sign = order === "ascending" ? 1 : -1;
  const isText = header.classList.contains("text");
  const rows = [...body.rows].map(row => ({row, key: readKey(row, header.cellIndex, isText)}));
  rows.sort((one, other) => (one.key === null) - (other.key === null) || sign * compareKeys(one.key, other.key));
  body.append(...rows.map(one => one.row));
  for (const other of header.parentElement.cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", order);
}
for (const button of document.querySelectorAll("th button")) button.onclick = () => sortBy(button.closest("th"));
