"""The study of ratings: what its files look like, and what it compares."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from making import EASY, ESCARGOT, TWO
from sudoku_compare import Puzzle
from sudoku_compare.core.errors import UserError
from sudoku_compare.studies.rated_puzzles import Known, read_rated
from sudoku_compare.studies.rating import count_closures, estimate_level, study
from sudoku_compare.studies.workload import Workload
from sudoku_compare.techniques import Level, position_of, walk

PAIRS = "7....8.414..7..6.....43......4..1..831...927...82....6.........1.239.7....6......"
CANDIDATES = ("candidates_after_singles", "candidates_after_locked")
NORVIGS_HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def read(path: Path, text: str) -> tuple[dict[str, Known], list[str]]:
    """Return what is known about the puzzles of a file with this text, and the errors."""
    path.write_text(text)
    errors: list[UserError] = []
    cases, known = read_rated([str(path)], None, errors.append)
    assert {case.entry.puzzle.text for case in cases} == set(known)
    return known, [str(error).removeprefix(f"{path.parent}/") for error in errors]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{EASY} 1.2", Known(1.2, {})),
        (f"# list\n\n{EASY}\t1.2\textra", Known(1.2, {})),
        (f"{EASY},1.2", Known(1.2, {})),
        (f"{EASY} 1.2 0 0 0", Known(1.2, dict.fromkeys(CANDIDATES, 0))),
        (f"{EASY} 1.2 0 81 0 0", Known(1.2, {"known_after_singles": 81} | dict.fromkeys(CANDIDATES, 0))),
        (f'name,SER,"puzzle"\nfirst,1.2,{EASY}', Known(1.2, {})),
        (f"{EASY};1,2", Known(1.2, {})),
        (f"{EASY} 1,2", Known(1.2, {})),
        (f"{EASY}\t1,2\t0", Known(1.2, {})),
        (f"{EASY} 1.2, first", Known(1.2, {})),
        (f"rating;puzzle;known_after_singles\n1.2;{EASY};81", Known(1.2, {"known_after_singles": 81})),
    ],
)
def test_files_with_known_ratings(tmp_path: Path, text: str, expected: Known) -> None:
    known, errors = read(tmp_path / "rated.txt", text)
    assert (known, errors) == ({EASY: expected}, [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (EASY, "rated.txt:1: expected a puzzle and its rating, found no rating"),
        (f"{EASY} hard", "rated.txt:1: rating: expected a number, found 'hard'"),
        (f"{EASY} 77", "rated.txt:1: rating: expected 1.0 to 12.9, found 77"),
        (f"{EASY[:-1]} 1.2", "rated.txt:1: "),
        (f"{EASY} 1.2 0 x 0", "rated.txt:1: candidates_after_singles: expected a number, found 'x'"),
        (f"{EASY} 1.2 0 inf 0", "rated.txt:1: candidates_after_singles: expected a count, found 'inf'"),
        (f"{EASY} 1.2 0 0 nan", "rated.txt:1: candidates_after_locked: expected a count, found 'nan'"),
        (f"{EASY} 1.2 0 -1 0", "rated.txt:1: candidates_after_singles: expected a count, found '-1'"),
    ],
)
def test_errors_name_the_line_and_what_was_expected(tmp_path: Path, line: str, message: str) -> None:
    known, errors = read(tmp_path / "rated.txt", line)
    assert not known
    assert len(errors) == 1
    assert message in errors[0]


def test_a_puzzle_with_two_known_ratings_counts_once(tmp_path: Path) -> None:
    known, errors = read(tmp_path / "rated.txt", f"{EASY} 1.2\n{EASY} 1.2\n{EASY} 9.0")
    assert known == {EASY: Known(1.2, {})}
    assert errors == ["rated.txt:3: rating: found 9.0, but 1.2 where the same puzzle occurs before"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EASY} 1.2", "there is only one puzzle"),
        (f"{EASY} 2.0\n{PAIRS} 2.0", "all known ratings are equal"),
        (f"{EASY} 1.2\n{EASY[::-1]} 2.0", "all computed ratings are equal"),
    ],
)
def test_the_answers_say_why_there_is_no_correlation(tmp_path: Path, text: str, reason: str) -> None:
    spearman, kendall, *_ = run(tmp_path / "rated.txt", text)["answers"]
    assert spearman.endswith(f": none, because {reason}.")
    assert kendall.endswith(f": none, because {reason}.")


def run(path: Path, text: str) -> dict[str, Any]:
    path.write_text(text)
    cases, known = read_rated([str(path)], None, print)
    return study(Workload(tuple(cases), known=known)).as_json()


def test_correlation_confusion_and_disagreements(tmp_path: Path) -> None:
    rated = f"{EASY} 1.2 0 0 0\n{PAIRS} 2.8\n{NORVIGS_HARD} 2.6\n{ESCARGOT} 4.5\n{TWO} 2.0"
    outcome = run(tmp_path / "rated.txt", rated)
    spearman, kendall, same, level = outcome["answers"]
    assert "0.8000." in spearman
    assert "0.6667." in kendall
    assert "50.0%" in same
    assert "75.0%" in level
    levels, worst, closures = outcome["tables"]
    assert [row["puzzles"] for row in levels["rows"]] == [1, 2, 1, 0, 0]
    assert levels["rows"][2]["rated extreme"] == 1
    assert [(row["known"], row["rated"]) for row in worst["rows"]] == [(4.5, 10.6), (2.8, 2.0)]
    assert [board["title"] for board in outcome["boards"]] == [
        "known 4.5, rated 10.6 (reductio)",
        "known 2.8, rated 2.0 (direct-hidden-pair)",
    ]
    assert [row["different"] for row in closures["rows"]] == [0, 0]
    assert outcome["left_out"] == {"none or several solutions": 1}


def test_closures_are_those_of_the_techniques() -> None:
    for text in (EASY, PAIRS, NORVIGS_HARD, ESCARGOT):
        puzzle = Puzzle.from_text(text)
        counts = {}
        for level in ("naked-single", "claiming"):
            position = position_of(puzzle)
            for step in walk(puzzle, level).steps:
                position.apply(step)
            still_open = [cell for cell in puzzle.shape.cells if not position.grid[cell]]
            counts[level] = sum(position.candidates[cell].bit_count() for cell in still_open)
        found = count_closures(puzzle)
        assert found["candidates_after_singles"] == counts["naked-single"]
        assert found["candidates_after_locked"] == counts["claiming"]


@pytest.mark.parametrize(
    ("rating", "level"), [(2.5, "easy"), (4.1, "medium"), (6.6, "hard"), (7.5, "unfair"), (7.6, "extreme")]
)
def test_the_level_of_a_known_rating(rating: float, level: str) -> None:
    assert estimate_level(rating) is Level(level)


def test_the_command_needs_a_file_and_prints_text_json_and_a_page(tmp_path: Path, sudoku_compare: Run) -> None:
    assert "expected a FILE with puzzles and their known ratings" in sudoku_compare("study", "rating").stderr
    path, page = tmp_path / "rated.csv", tmp_path / "page.html"
    path.write_text(f"puzzle,rating\n{EASY},1.2\n{PAIRS},3.4\n")
    done = sudoku_compare("study", "rating", str(path), "--html", str(page), "--json")
    assert json.loads(done.stdout)["study"] == "rating"
    assert "Largest differences" in page.read_text()
    assert "known 3.4, rated 2.0 (direct-hidden-pair)" in sudoku_compare("study", "rating", str(path)).stdout


def test_the_command_reads_the_files_of_a_folder(tmp_path: Path, sudoku_compare: Run) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "easy.txt").write_text(f"{EASY} 1.2\n")
    (tmp_path / "more" / "pairs.txt").write_text(f"{PAIRS} 2.0\n")
    done = sudoku_compare("study", "rating", str(tmp_path), "--recursive", "--json")
    assert json.loads(done.stdout)["puzzles"] == 2
    assert "add --recursive" in sudoku_compare("study", "rating", str(tmp_path)).stderr
