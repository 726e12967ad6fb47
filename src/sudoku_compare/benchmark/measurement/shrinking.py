"""Shrink a puzzle on which engines disagree to a smaller one on which they still disagree, and save it."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ...checking.judge import judge
from ...core.answer import Limits
from ...core.errors import OutputError
from ...core.puzzle import Puzzle
from ...core.shape import parse_box
from ...engines.protocol import Engine, label_answer
from ...running.executor import run
from ..recording.record import PuzzleRow, Record

MOST_SHRUNK = 5  # puzzles per run
LONGEST_NAME = 50  # characters of an id in a file name: a name may have 255 bytes, and a character up to 4
LONGEST_SEARCH = 2.0  # seconds per engine and search while shrinking


def find_objections(puzzle: Puzzle, engines: Mapping[str, Engine], limits: Limits) -> tuple[str, ...]:
    """Ask the engines, and return the objections to their answers."""
    results = [label_answer(name, engine, run(engine, puzzle, limits)) for name, engine in engines.items()]
    return judge(puzzle, results, limits).objections


def shrink(puzzle: Puzzle, engines: Mapping[str, Engine], limits: Limits) -> Puzzle:
    """Return the puzzle without the givens that the disagreement does not need."""
    for cell, value in enumerate(puzzle.givens):
        if value:
            smaller = puzzle.with_value(cell, 0)
            if find_objections(smaller, engines, limits):
                puzzle = smaller
    return puzzle


def write_reproducers(record: Record, engines: Mapping[str, Engine], seconds: float, folder: Path) -> list[Path]:
    """Write a small puzzle for each disagreement in the record that can be reproduced, and return the files."""
    limits = Limits(2, min(seconds, LONGEST_SEARCH))
    numbers = {number for number, _, _ in record.objections()}
    paths: list[Path] = []
    for row in record.puzzles():
        if row.number in numbers and len(paths) < MOST_SHRUNK:
            puzzle = _read_puzzle(row)
            if find_objections(puzzle, engines, limits):
                smaller = shrink(puzzle, engines, limits)
                path = folder / f"disagreement-{_make_file_name(row.id)}.txt"
                while path in paths:  # another id gives the same name
                    path = path.with_stem(f"{path.stem}-{row.number}")
                _write(path, smaller, [f"from {row.id}", *find_objections(smaller, engines, limits)])
                paths.append(path)
    return paths


def _read_puzzle(row: PuzzleRow) -> Puzzle:
    return Puzzle.from_text(row.givens, parse_box(row.box))


def _make_file_name(id: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in id)[-LONGEST_NAME:]


def _write(path: Path, puzzle: Puzzle, comments: Iterable[str]) -> None:
    lines = [f"box {puzzle.shape.box}", *(" ".join(text.split()) for text in comments)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"# {line}\n" for line in lines) + puzzle.text + "\n")
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}; the puzzle is {puzzle.text}") from error
