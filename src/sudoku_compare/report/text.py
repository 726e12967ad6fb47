"""Comparisons for people, as rich renderables: coloured on a terminal, plain text anywhere else."""

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..compare import Comparison
from ..puzzle import Filling, Puzzle
from ..verdict import Verdict
from .board import draw
from .facts import reason
from .tally import Tally

STYLES = {
    Verdict.UNIQUE: "bold green",
    Verdict.SOLVED: "bold green",
    Verdict.MULTIPLE: "bold yellow",
    Verdict.UNSOLVABLE: "bold red",
    Verdict.UNKNOWN: "bold magenta",
}
GIVEN, FOUND = "bold", "cyan"


def render(comparison: Comparison, console: Console) -> Group:
    """Heading, board, verdict, objections, and a table of the engines."""
    boards = Padding(_boards(comparison, console), (1, 2))
    verdict = Text.assemble((comparison.verdict, STYLES[comparison.verdict]), ": ", reason(comparison))
    objections = [Text(f"objection: {text}", "bold red") for text in comparison.judgement.objections]
    return Group(_heading(comparison), boards, verdict, *objections, _engine_table(comparison))


def _heading(comparison: Comparison) -> Text:
    puzzle, entry = comparison.puzzle, comparison.entry
    size = f"{puzzle.shape}, {puzzle.count_givens()} givens"
    return Text.assemble((entry.name or entry.id, "bold"), f"  ({entry.id})" if entry.name else "", f"  {size}")


def _boards(comparison: Comparison, console: Console) -> RenderableType:
    """One board where colour tells the givens from the rest; else the givens, and beside or below them all."""
    puzzle, solution = comparison.puzzle, comparison.solution
    if solution is None:
        return _board(puzzle, puzzle.givens)
    if console.color_system:
        return _board(puzzle, solution)
    given = Group("givens", "", _board(puzzle, puzzle.givens))
    solved = Group("solution", "", _board(puzzle, solution))
    return Columns([given, solved], padding=(1, 4))


def _board(puzzle: Puzzle, filling: Filling) -> Text:
    lines = draw(puzzle.shape, filling, lambda square: GIVEN if puzzle.givens[square] else FOUND)
    board = Text("\n").join(lines)
    board.no_wrap, board.overflow = True, "ignore"
    return board


def _engine_table(comparison: Comparison) -> Table:
    table = _table("engine", "verdict", "build", "first", "settle", "counts")
    for testimony in comparison.testimonies:
        answer, seconds = testimony.answer, testimony.answer.seconds
        counts = ", ".join(f"{count:,} {name}" for name, count in answer.counts.items())
        verdict = testimony.verdict if testimony.verdict is not Verdict.UNKNOWN else answer.ending.replace("_", " ")
        table.add_row(
            testimony.engine,
            Text(verdict, STYLES[testimony.verdict].removeprefix("bold ")),
            duration(seconds.build),
            duration(seconds.first),
            duration(seconds.settle),
            answer.detail or counts,
        )
    return table


def render_tally(tally: Tally) -> Group:
    """The end of a long run: how many of each verdict, and each engine's share."""
    verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in tally.verdicts.items())
    sentence = f"{tally.puzzles:,} puzzles: {verdicts}; {tally.objections:,} objections"
    table = _table("engine", "settled", "mean", "slowest", "build", "first", "settle")
    for engine, share in tally.engines.items():
        table.add_row(
            engine,
            f"{share.settled:,}/{tally.puzzles:,}",
            duration(share.total / tally.puzzles),
            f"{duration(share.slowest)} ({share.slowest_id})",
            *map(duration, (share.build, share.first, share.settle)),
        )
    return Group("", Text(sentence, "bold red" if tally.objections else "bold"), table)


def _table(first: str, second: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column(first, overflow="fold")
    table.add_column(second)
    for name in others:
        is_time = name not in ("counts", "slowest")
        table.add_column(name, justify="right" if is_time else "left", no_wrap=is_time)
    return table


def duration(seconds: float | None) -> str:
    """Three figures and a unit that suits; a dash where there is nothing to tell."""
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = seconds / size
            return f"{value:.{max(0, 2 - len(str(int(value))) + 1)}f} {unit}"
    raise AssertionError("every duration has a unit")
