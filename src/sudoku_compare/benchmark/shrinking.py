"""When engines disagree about a puzzle: a smaller one about which they still do, to be looked at and kept."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..checking.judge import judge
from ..core.answer import Limits
from ..core.errors import OutputError
from ..core.puzzle import Puzzle
from ..core.shape import shape_of_box
from ..engines.protocol import Engine, label_answer
from ..running.executor import run
from .record import Record

MOST_SHRUNK = 5  # puzzles of a run
LONGEST = 2.0  # seconds for an engine while shrinking


def disagreement(puzzle: Puzzle, engines: Mapping[str, Engine], limits: Limits) -> tuple[str, ...]:
    """What is objected to in the engines' answers, if anything is."""
    said = [label_answer(text, engine, run(engine, puzzle, limits)) for text, engine in engines.items()]
    return judge(puzzle, said, limits).objections


def shrunk(puzzle: Puzzle, engines: Mapping[str, Engine], limits: Limits) -> Puzzle:
    """Without the givens that the disagreement does not need, taken away one by one."""
    for cell, value in enumerate(puzzle.givens):
        if value:
            smaller = puzzle.with_value(cell, 0)
            if disagreement(smaller, engines, limits):
                puzzle = smaller
    return puzzle


def write_reproducers(record: Record, engines: Mapping[str, Engine], seconds: float, folder: Path) -> list[Path]:
    """A file for each puzzle about which the engines of a run disagree, as far as they do so again."""
    limits = Limits(2, min(seconds, LONGEST))
    numbers = {number for number, _, _ in record.objections()}
    paths: list[Path] = []
    for listed in record.puzzles():
        if listed.number in numbers and len(paths) < MOST_SHRUNK:
            height, _, width = listed.box.partition("x")
            puzzle = Puzzle.from_text(listed.givens, shape_of_box(int(height), int(width)))
            if disagreement(puzzle, engines, limits):
                smaller = shrunk(puzzle, engines, limits)
                path = folder / f"disagreement-{_file_name(listed.id)}.txt"
                _write(path, smaller, [f"from {listed.id}", *disagreement(smaller, engines, limits)])
                paths.append(path)
    return paths


def _file_name(id: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in id)[-80:]


def _write(path: Path, puzzle: Puzzle, comments: Iterable[str]) -> None:
    shape = puzzle.shape
    told = [f"box {shape.box}", *(" ".join(text.split()) for text in comments)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"# {text}\n" for text in told) + puzzle.text + "\n")
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}; the puzzle is {puzzle.text}") from error
