"""Shrinking a puzzle on which engines disagree."""

from dataclasses import dataclass
from pathlib import Path

from making import EASY, NONE, TWO
from measuring import FACTS, Faulty, make_cases
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.plan import Plan
from sudoku_compare.benchmark.record import Record
from sudoku_compare.benchmark.run import measure
from sudoku_compare.benchmark.shrinking import write_reproducers
from sudoku_compare.engines.reductio.engine import Reductio


def test_a_disagreement_is_shrunk_and_saved(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Wrong(Faulty):
        def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
            """Claim that a puzzle with a 5 in its first cell has no solution."""
            return Answer((), Ending.EXHAUSTED) if puzzle.givens[0] == 5 else Reductio().search(puzzle, limits)

    engines = {"reductio": Reductio(), "wrong": Wrong()}
    record = Record.create(tmp_path / "r", FACTS)
    list(measure(make_cases(TWO, EASY, NONE), Plan(engines, Limits(2, 5)), record))
    [path] = write_reproducers(record, engines, 5.0, tmp_path / "results")
    *comments, text = path.read_text().splitlines()
    assert Puzzle.from_text(text).text == "5" + "." * 80
    assert comments[:2] == ["# box 3x3", "# from p1"]
    assert "wrong: claimed unsolvable, but missed the solution" in comments[2]
