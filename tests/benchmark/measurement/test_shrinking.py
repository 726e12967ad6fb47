"""Shrinking a puzzle on which engines disagree."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from making import EASY, NONE, TWO
from measuring import FACTS, Faulty, make_cases, make_empty_record, make_measurement
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.run import measure
from sudoku_compare.benchmark.measurement.shrinking import MOST_SHRUNK, write_reproducers
from sudoku_compare.benchmark.recording.record import PuzzleRow, Record
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


@dataclass(frozen=True)
class Denier(Faulty):
    """An engine that claims that a 4x4 puzzle without a 1 in its first cell has no solution."""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return Reductio().search(puzzle, limits) if puzzle.givens[0] == 1 else Answer((), Ending.EXHAUSTED)


def write_all(folder: Path, *puzzles: tuple[str, str, list[str]]) -> list[Path]:
    """Record 4x4 puzzles, each with its id, first symbol and objections, and write their reproducers."""
    record = make_empty_record(FACTS)
    for number, (id, symbol, objections) in enumerate(puzzles):
        row = PuzzleRow(number, id, "tier", "2x2", symbol + "." * 14 + "4")
        record.add(row, [make_measurement("wrong", puzzle=number)], objections)
    record.commit()
    return write_reproducers(record, {"reductio": Reductio(), "wrong": Denier()}, 5.0, folder)


def test_only_puzzles_with_an_objection_in_the_record_are_shrunk(tmp_path: Path) -> None:
    paths = write_all(tmp_path, ("a", "2", []), ("b", "2", ["wrong", "late"]), ("c", "2", []), ("d", "2", ["wrong"]))
    assert [path.name for path in paths] == ["disagreement-b.txt", "disagreement-d.txt"]
    assert sorted(tmp_path.iterdir()) == paths


def test_a_disagreement_that_does_not_occur_again_is_not_written(tmp_path: Path) -> None:
    assert write_all(tmp_path / "results", ("a", "1", ["wrong"])) == []
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("number", [MOST_SHRUNK - 1, MOST_SHRUNK, MOST_SHRUNK + 1, MOST_SHRUNK + 3])
def test_a_run_with_many_disagreements_has_the_first_few_shrunk(tmp_path: Path, number: int) -> None:
    puzzles = [(f"p{number}", "2", ["wrong"]) for number in range(number)]
    paths = write_all(tmp_path, ("agreed", "2", []), ("gone", "1", ["wrong"]), *puzzles)
    assert paths == [tmp_path / f"disagreement-p{number}.txt" for number in range(min(number, 5))]
    assert sorted(tmp_path.iterdir()) == paths


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("p.txt:12", "disagreement-p-txt-12.txt"),
        ("../../p.txt:1", "disagreement-------p-txt-1.txt"),
        ("/p.txt:1", "disagreement--p-txt-1.txt"),
        ("x/../../p.txt:1", "disagreement-x-------p-txt-1.txt"),
        ("a b\\c~*?.txt", "disagreement-a-b-c----txt.txt"),
        ("folder/" * 50 + "p.txt:1234", "disagreement-" + ("folder-" * 7 + "p-txt-1234")[-50:] + ".txt"),
        ("\U00020000" * 300, "disagreement-" + "\U00020000" * 50 + ".txt"),  # 4 bytes each
    ],
)
def test_a_reproducer_is_written_into_its_folder_whatever_the_puzzle_is_called(
    tmp_path: Path, id: str, name: str
) -> None:
    folder = tmp_path / "one" / "two" / "three"
    assert write_all(folder, (id, "2", ["wrong"])) == [folder / name]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files == [folder / name]
    assert files[0].read_text().splitlines()[1] == f"# from {id}"


def test_puzzles_whose_ids_give_the_same_name_have_a_file_each(tmp_path: Path) -> None:
    paths = write_all(tmp_path, ("a/p", "2", ["wrong"]), ("a.p", "3", ["wrong"]), ("a-p", "2", ["wrong"]))
    names = ["disagreement-a-p.txt", "disagreement-a-p-1.txt", "disagreement-a-p-2.txt"]
    assert [path.name for path in paths] == names
    assert [path.read_text().splitlines()[1] for path in paths] == ["# from a/p", "# from a.p", "# from a-p"]
