"""An explanation as one HTML file that needs nothing else: the board at each step."""

from collections.abc import Iterator
from html import escape

from ..core.entry import Entry
from ..core.puzzle import symbol_of
from ..core.shape import Cell, Shape
from ..display.html import TAIL, head
from ..techniques import Position, Refutation, Step
from .explain import Explanation
from .step_words import conclusion, rated, where_stuck

POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # it may not fetch anything, and has no script
STYLE = """
:root { color-scheme: light dark; --line: #8a8a8a; --thin: #c8c8c8; --known: #1a5fb4; --rest: #bfe3c4; --on: #111;
  --struck: #f5b5b5; --placed: #a9cdf5; --quiet: #666; }
@media (prefers-color-scheme: dark) { :root { --line: #999; --thin: #444; --known: #7db4f5; --rest: #1f5a2b; --on: #eee;
  --struck: #7a2323; --placed: #1e4f86; --quiet: #aaa; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem; }
unit { display: flex; flex-wrap: wrap; gap: 1rem 2rem; padding: 1rem 0; border-top: 1px solid var(--thin);
  content-visibility: auto; contain-intrinsic-size: auto 30rem; }
.words { flex: 1 1 22rem; min-width: 0; } h2 { font-size: 1.05rem; margin: 0 0 .3rem; } .done { font-weight: 600; }
.reductio h2::after { content: " (the techniques have run out)"; font-weight: 400; color: var(--quiet); }
.scroll { overflow-x: auto; align-self: flex-start; position: sticky; top: 1rem; }
@media (max-width: 60rem) { .scroll { position: static; } }
table { border-collapse: collapse; border: 2px solid var(--line); }
td { padding: 0; border: 1px solid var(--thin); text-align: center; font-size: 1.4rem;
  color: var(--known); } td.g { color: inherit; font-weight: 700; }
td.e { border-right: 2px solid var(--line); } tr.e td { border-bottom: 2px solid var(--line); }
td div { display: grid; height: 100%; font-size: .72rem; line-height: 1; align-items: center; color: var(--quiet); }
i { font-style: normal; } .r { background: var(--rest); color: var(--on); }
.s { background: var(--struck); color: var(--on); text-decoration: line-through; }
.p { background: var(--placed); color: var(--on); font-weight: 700; }
.legend i { padding: 0 .4rem; } ul { margin: .2rem 0; padding-left: 1.2rem; }
"""


def steps_page(entry: Entry, explanation: Explanation) -> str:
    """Text that came from a file is escaped."""
    title = entry.name or entry.id
    style = STYLE + _places(explanation.puzzle.shape)
    return f"""{head(f"explain {title}", style, POLICY)}<h1>{escape(title)}</h1>
{_summary(explanation)}
<p class="legend"><i class="r">rests on</i> <i class="s">strikes</i> <i class="p">places</i></p>
{"".join(_units(explanation))}
{TAIL}"""


def _places(shape: Shape) -> str:
    """Where each candidate stands in its cell: laid out as a box is."""
    size = max(2.9, 0.95 * max(shape.box_height, shape.box_width))
    rows = f"td {{ width: {size:.2f}rem; min-width: {size:.2f}rem; height: {size:.2f}rem; }}\n"
    rows += f"td div {{ grid-template: repeat({shape.box_height}, 1fr) / repeat({shape.box_width}, 1fr); }}\n"
    return rows + "".join(
        f".v{value} {{ grid-area: {(value - 1) // shape.box_width + 1} / {(value - 1) % shape.box_width + 1}; }}\n"
        for value in shape.values
    )


def _summary(explanation: Explanation) -> str:
    stuck = where_stuck(explanation)
    facts = [
        f"{explanation.verdict}: {explanation.end}",
        *([stuck] if stuck else []),
        f"rating: {rated(explanation)}",
    ]
    return "".join(f"<p>{escape(fact)}</p>" for fact in facts)


def _units(explanation: Explanation) -> Iterator[str]:
    shape, givens = explanation.puzzle.shape, explanation.puzzle.givens
    *before, last = explanation.positions()
    for number, (position, step) in enumerate(zip(before, explanation.steps, strict=True), 1):
        words = f"<h2>{number}. {step.technique}</h2><p>{escape(step.reason)}</p>"
        words += f'<p class="done">{escape(conclusion(shape, step))}</p>'
        if step.refutation:
            words += f"<ul>{_assumed(shape, step.refutation)}</ul>"
        yield _unit(f'id="step-{number}" class="{step.technique}"', _board(position, step, givens), words)
    yield _unit('id="end"', _board(last, None, givens), f"<h2>{escape(explanation.end)}</h2>")


def _unit(attributes: str, board: str, words: str) -> str:
    return f'<unit {attributes}>{board}<div class="words">{words}</div></unit>\n'


def _assumed(shape: Shape, refutation: Refutation) -> str:
    """The assumption and what follows; those inside it can be opened."""
    cell, value = refutation.assumed
    lines = []
    for line in refutation.lines:
        shown = f"{shape.name_of(line.cell)} {'=' if line.holds else 'is not'} {symbol_of(line.value, shape)}"
        if line.refutation:
            inner = f"<ul>{_assumed(shape, line.refutation)}</ul>"
            lines.append(f"<li><details><summary>{escape(shown)}: assumed, it fails</summary>{inner}</details></li>")
        else:
            lines.append(f"<li>{escape(shown)}: {escape(line.reason)}</li>")
    assumed = f"assume {shape.name_of(cell)} = {symbol_of(value, shape)}"
    end = f"<li><b>contradiction: {escape(refutation.contradiction)}</b></li>"
    return f"<li>{escape(assumed)}<ul>{''.join(lines)}{end}</ul></li>"


def _board(position: Position, step: Step | None, givens: bytes) -> str:
    shape = position.geometry.shape
    marks = _marks(step) if step else {}
    rows = []
    for row in range(shape.side):
        cells = range(row * shape.side, (row + 1) * shape.side)
        drawn = "".join(_cell(position, cell, marks, given=bool(givens[cell])) for cell in cells)
        edge = ' class="e"' if (row + 1) % shape.box_height == 0 else ""
        rows.append(f"<tr{edge}>{drawn}</tr>")
    return f'<div class="scroll"><table>{"".join(rows)}</table></div>'


def _marks(step: Step) -> dict[tuple[Cell, int], str]:
    """What becomes of each candidate, the later of these the stronger."""
    marks = dict.fromkeys(step.pattern, "r")
    return marks | dict.fromkeys(step.removed, "s") | dict.fromkeys(step.placed, "p")


def _cell(position: Position, cell: Cell, marks: dict[tuple[Cell, int], str], *, given: bool) -> str:
    shape = position.geometry.shape
    classes = ["g"] * given + ["e"] * ((cell + 1) % shape.box_width == 0)
    opening = f'<td class="{" ".join(classes)}">' if classes else "<td>"
    if known := position.grid[cell]:
        return f"{opening}{symbol_of(known, shape)}"
    possible = (value for value in shape.values if position.candidates[cell] >> value & 1)
    pencilled = (
        f'<i class="v{value} {marks.get((cell, value), "")}">{symbol_of(value, shape)}</i>' for value in possible
    )
    return f"{opening}<div>{''.join(pencilled)}</div>"
