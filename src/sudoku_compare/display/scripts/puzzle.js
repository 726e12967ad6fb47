// Shows a puzzle in the dialog when its point in a chart is clicked.
const puzzles = JSON.parse(document.getElementById("puzzles").textContent);
const dialog = document.getElementById("puzzle");
const part = name => dialog.querySelector(`[data-part=${name}]`);
function drawBoard(board, givens, [height, width]) {
  const side = height * width;
  const symbols = givens.includes(" ") ? givens.split(" ") : [...givens];
  board.replaceChildren();
  for (let row = 0; row < side; row++) {
    const line = board.insertRow();
    line.classList.toggle("edge", (row + 1) % height === 0);
    for (let column = 0; column < side; column++) {
      const cell = line.insertCell();
      const symbol = symbols[row * side + column];
      cell.textContent = symbol === "." || symbol === "0" ? "" : symbol;
      cell.className = (column + 1) % width === 0 ? "given edge" : "given";
    }
  }
}
function openPuzzle(puzzle) {
  for (const name of ["id", "tier", "size", "command"]) part(name).textContent = puzzle[name];
  drawBoard(part("board"), puzzle.givens, puzzle.box);
  part("times").querySelectorAll("tbody tr").forEach((row, number) => {
    [row.cells[1].textContent, row.cells[2].textContent] = puzzle.times[number];
  });
  part("copied").textContent = "";
  dialog.showModal();
}
async function copyCommand() {
  try {
    await navigator.clipboard.writeText(part("command").textContent);
    part("copied").textContent = "copied";
  } catch {
    getSelection().selectAllChildren(part("command"));
    part("copied").textContent = "selected: copy it with the keyboard";
  }
}
document.addEventListener("details", event => openPuzzle(puzzles[event.detail]));
part("copy").onclick = copyCommand;
dialog.onclick = event => { if (event.target === dialog) dialog.close(); };
