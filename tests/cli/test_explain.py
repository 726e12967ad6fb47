"""`sudoku-compare explain` as a user runs it."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, Run
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.explanation.explain import explain
from sudoku_compare.explanation.rating import REDUCTIO
from sudoku_compare.techniques import LEVELS, position_of

PAIRS = "7....8.414..7..6.....43......4..1..831...927...82....6.........1.239.7....6......"
RECTANGLE = "...31....3......4......2....7..8...2.......54.1..6..3..29.38.1.7531....984.7...63"
IMPOSSIBLE = "5.8....9......63..........78......13.2....9...746.......95.1...1..47......6.9...2"  # not seen by singles
SIX = "..16....2....4.3.6...4...1..65.....3"


def test_every_step_has_a_number_and_a_reason(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", PAIRS)
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  (?:r\d|[A-Z])", done.stdout, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert re.search(r"^ +\d+  r\dc\d=\d  Naked single: \d is the only candidate left in r\dc\d$", done.stdout, re.M)
    assert "unique: every cell is solved, and each step was forced" in done.stdout
    assert re.search(rf"^steps: {len(numbers)} \([^)]*naked-pair \d+\)$", done.stdout, re.MULTILINE)
    assert re.search(r"^rating 2.0 \(direct-hidden-pair\), level medium, depth 1$", done.stdout, re.MULTILINE)
    assert done.returncode == 0


def test_the_board_shows_the_pattern_of_a_step_and_what_it_removes(sudoku_compare: Run) -> None:
    shown = sudoku_compare("explain", PAIRS).stdout
    step = re.search(r"Naked pair \{\d,\d\} in (\S+), (\S+) \(.*?\n\n(.*?)\n\n", shown, re.DOTALL)
    assert step
    board = step[3]
    assert len(re.findall(r"\d+\*", board)) == 2
    assert re.search(r"\(\d\)", board)
    lines = sudoku_compare("explain", PAIRS, "--lines").stdout
    assert lines.count("|") < shown.count("|") < sudoku_compare("explain", PAIRS, "--boards").stdout.count("|")


@pytest.mark.parametrize(
    ("text", "verdict", "end", "code"),
    [
        (EASY_SOLUTION, "unique", "every cell is solved", 0),
        (NONE, "unsolvable", "there is no solution", 3),
        (CLASH, "unsolvable", "5 is given twice in row 1", 3),
        (IMPOSSIBLE, "unsolvable", "there is no solution", 3),
        (TWO, "multiple", "there are several solutions", 4),
    ],
)
def test_how_explanations_end(sudoku_compare: Run, text: str, verdict: str, end: str, code: int) -> None:
    done = sudoku_compare("explain", text, "--json")
    explained = json.loads(done.stdout)
    assert (explained["verdict"], done.returncode) == (verdict, code)
    assert end in explained["end"]
    assert explained["finished"] == (verdict != "multiple")
    assert explained["steps"] or text in (EASY_SOLUTION, NONE, CLASH)


def test_the_hardest_puzzles_are_explained_to_the_end_with_marked_assumptions(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", ESCARGOT, "--lines")
    assert done.stdout.count("--- the techniques are not enough from here on") == 1
    stuck = re.search(r"stuck: from step (\d+) on, the techniques are not enough", done.stdout)
    assert stuck
    assert re.search(rf"^ *{stuck[1]}  Reductio: if r", done.stdout, re.MULTILINE)
    assert "rating 10.6 (reductio), level extreme, depth 2" in done.stdout
    assert re.search(r"^ {9}contradiction: ", done.stdout, re.MULTILINE), "an assumption inside an assumption"


def test_json_has_everything_that_the_text_has(sudoku_compare: Run) -> None:
    explained = json.loads(sudoku_compare("explain", ESCARGOT, "--json").stdout)
    assert find_fault(Puzzle.from_text(ESCARGOT), Puzzle.from_text(explained["solution"]).givens) is None
    assert [step["number"] for step in explained["steps"]] == list(range(1, len(explained["steps"]) + 1))
    assert explained["rating"] == {"rating": 10.6, "hardest": "reductio", "level": "extreme", "depth": 2}
    assert sum(explained["techniques"].values()) == len(explained["steps"])
    assumed = next(step for step in explained["steps"] if step["technique"] == "reductio")["assumption"]
    assert any(line["assumption"] for line in assumed["lines"])
    assert set(explained["steps"][0]) == {
        *(
            "number",
            "technique",
            "title",
            "conclusion",
            "reason",
            "cells",
            "candidates",
            "units",
            "placed",
            "removed",
        ),
        *("sets", "links", "assumption"),
    }
    assert any(link["kind"] == "strong" for step in explained["steps"] for link in step["links"])
    assert {link["kind"] for link in assumed["links"]} == {"premise", "weak"}


def test_a_hint_is_the_first_step_only(sudoku_compare: Run) -> None:
    hint = sudoku_compare("explain", PAIRS, "--hint")
    assert hint.stdout == sudoku_compare("explain", PAIRS, "--step", "1").stdout
    assert len(re.findall(r"^ +\d+  r", hint.stdout, re.MULTILINE)) == 1
    assert "rating" not in hint.stdout
    explained = json.loads(sudoku_compare("explain", PAIRS, "--hint", "--json").stdout)
    assert ([step["number"] for step in explained["steps"]], explained["rating"]) == ([1], None)


@pytest.mark.parametrize("boards", ["--boards", "--lines"])
def test_a_legend_explains_the_brackets_around_givens_that_no_step_needs(sudoku_compare: Run, boards: str) -> None:
    shown = sudoku_compare("explain", "...31....2.4...2", boards).stdout
    assert "23 [2] | 13  4" in shown
    assert "[n] given that no step needs" in shown


@pytest.mark.parametrize(("text", "code"), [(EASY_SOLUTION, 0), (NONE, 3)])
def test_if_there_is_no_step_a_hint_says_why(sudoku_compare: Run, text: str, code: int) -> None:
    hint = sudoku_compare("explain", text, "--hint")
    assert (hint.returncode, hint.stderr) == (code, "")
    assert re.search("every cell is solved|there is no solution", hint.stdout)
    assert json.loads(sudoku_compare("explain", text, "--hint", "--json").stdout)["steps"] == []


def test_the_help_names_every_technique(sudoku_compare: Run) -> None:
    words = set(re.findall(r"[\w+-]+", sudoku_compare("explain", "--help").stdout))
    assert words >= {*LEVELS, REDUCTIO}


def test_a_single_step_is_the_same_as_in_the_whole_explanation(sudoku_compare: Run) -> None:
    every = json.loads(sudoku_compare("explain", PAIRS, "--json").stdout)["steps"]
    for number in (1, len(every) // 2, len(every)):
        explained = json.loads(sudoku_compare("explain", PAIRS, "--json", "--step", str(number)).stdout)
        assert explained["steps"] == [every[number - 1]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EASY, "--step", "99"], "text:1: no step 99, the last is step 51: every cell is solved"),
        ([EASY, "--hint", "--step", "2"], "--hint is the same as --step 1"),
        ([EASY, "--level", "X Win"], "unknown technique 'X Win'; did you mean x-wing"),
        (
            [EASY, "--given-unique", "--level", "x-wing"],
            "level x-wing: no technique up to this level assumes uniqueness",
        ),
        ([EASY[:-1]], "text:1: not a puzzle: expected 81 cells (9x9), found 80"),
        ([EASY, "--html", "/dev/null/page.html"], "/dev/null is not a folder"),
        ([EASY, "--html", "/new/folder/x.html"], "folder /new/folder does not exist"),
        ([EASY, "--html", "-", "--json"], "--html - writes only the page to standard output"),
    ],
)
def test_an_error_is_one_line_that_says_what_to_do(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("explain", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_ratings_are_one_line_per_puzzle(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", "-", "--rating", input=f"{EASY}\nno puzzle at all\n{TWO}\n{SIX}\n")
    first, second, third = done.stdout.splitlines()
    assert first == "stdin:1  unique  rating 1.2 (hidden-single), level easy, depth 0"
    assert second == "stdin:3  multiple  no rating (several solutions)"
    assert third.startswith("stdin:4  unique  rating ")
    assert done.returncode == 2


def test_ratings_as_json_have_no_steps(sudoku_compare: Run) -> None:
    rated = json.loads(sudoku_compare("explain", EASY, "--rating", "--json").stdout)
    assert rated["rating"] == {"rating": 1.2, "hardest": "hidden-single", "level": "easy", "depth": 0}
    assert rated["solution"] == EASY_SOLUTION
    assert "steps" not in rated


@pytest.mark.parametrize("options", [["--level", "x-wing"], ["--given-unique"], ["--candidates"]])
def test_a_rating_does_not_depend_on_the_steps(sudoku_compare: Run, options: list[str]) -> None:
    done = sudoku_compare("explain", EASY, "--rating", *options)
    assert done.returncode == 2
    assert f"cannot be combined with {options[0]}" in done.stderr


def test_what_is_beyond_the_level_is_left_to_assumptions(sudoku_compare: Run) -> None:
    explained = json.loads(sudoku_compare("explain", PAIRS, "--level", "naked-single", "--json").stdout)
    assert set(explained["techniques"]) == {"full-house", "hidden-single", "naked-single", "reductio"}
    assert explained["finished"]


def test_unique_rectangles_are_used_only_on_request(sudoku_compare: Run) -> None:
    without = json.loads(sudoku_compare("explain", RECTANGLE, "--json").stdout)
    with_them = json.loads(sudoku_compare("explain", RECTANGLE, "--json", "--given-unique").stdout)
    assert "unique-rectangle" not in without["techniques"]
    assert "unique-rectangle" in with_them["techniques"]
    assert "assume that the solution is unique" in with_them["end"]
    assert "assume that the solution is unique" not in without["end"]


def test_uniqueness_is_not_assumed_for_a_puzzle_with_several_solutions() -> None:
    puzzle = Puzzle.from_text("...........1....353..4....5.46.1.5..")  # with several solutions
    assert "unique-rectangle" not in explain(puzzle, given_unique=True).techniques


def test_a_time_out_gives_no_verdict(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", "-", "--timeout", "0.05", "--lines", input="." * 36 * 36 + "\n")
    assert done.returncode == 5
    assert "unknown" in done.stdout


def test_a_time_out_gives_no_rating(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", ESCARGOT, "--timeout", "0.02", "--rating")
    assert done.returncode == 5
    assert "rating unknown" in done.stdout


def test_a_page_is_self_contained(tmp_path: Path) -> None:
    name = "<script>document.title='hit'</script> & co"
    (tmp_path / "nasty.txt").write_text(f"{PAIRS}  # {name}\n")
    run = [PROGRAM, "explain", "nasty.txt", "--html", "page.html"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    page = (tmp_path / "page.html").read_text()
    assert not re.search(r"<link|@import|<img|<iframe|url\(| src=|document.title='hit'</script>", page)
    assert "&lt;script&gt;" in page
    assert "default-src 'none'" in page
    assert "page written to page.html" in done.stderr


def test_each_of_several_puzzles_gets_a_page(sudoku_compare: Run, tmp_path: Path) -> None:
    sudoku_compare("explain", "-", "--html", str(tmp_path / "pages"), "--rating", input=f"{EASY}\n{SIX}\n")
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["line-1.html", "line-2.html"]


def test_a_board_that_is_too_wide_for_the_terminal_is_drawn_without_candidates(sudoku_compare: Run) -> None:
    narrow = sudoku_compare("explain", PAIRS, COLUMNS="40").stdout
    assert max(map(len, narrow.splitlines())) <= 40
    assert ". . . | . . 8 |" not in narrow
    assert "7 . . | . . 8 | . 4 1" in narrow


@pytest.mark.parametrize("text", ["11..............", "1243342143122134"])
def test_if_there_is_no_step_the_hint_prints_the_rating(text: str, sudoku_compare: Run) -> None:
    assert "depth 0" in sudoku_compare("explain", text, "--hint").stdout
    assert sudoku_compare("explain", text, "--step", "2").returncode == 2


def test_a_reader_that_closes_the_pipe_is_not_an_error() -> None:
    command = f"{PROGRAM} explain data/hard.txt | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", command], check=False).returncode == 141


@pytest.mark.slow
@pytest.mark.parametrize("width", [40, 60])
def test_long_lines_break_between_words_and_continue_indented(sudoku_compare: Run, width: int) -> None:
    wide = sudoku_compare("explain", ESCARGOT, "--lines", COLUMNS="1000").stdout
    narrow = sudoku_compare("explain", ESCARGOT, "--lines", COLUMNS=str(width)).stdout
    assert all(len(line) <= width or len(line.split()) == 1 for line in narrow.splitlines())  # a chain is one word
    first = wide.index("  1  r"), narrow.index("  1  r")
    assert wide[first[0] :].split() == narrow[first[1] :].split()
    assert re.search(r"^  1  r8c3=1  Hidden single: .*\n     \S", narrow, re.MULTILINE)
    assert re.search(r"^steps: .*\n  \S", narrow, re.MULTILINE)


@pytest.mark.parametrize("level", ["Naked Pair", "naked_pair", "NAKED-PAIR"])
def test_a_level_can_be_spelled_in_any_usual_way(sudoku_compare: Run, level: str) -> None:
    explained = json.loads(sudoku_compare("explain", PAIRS, "--level", level, "--json").stdout)
    assert list(explained["techniques"])[-1] == "naked-pair"


def test_a_page_on_standard_output_is_all_that_is_printed(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", EASY, "--html", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert done.stdout.endswith("</html>\n")
    several = sudoku_compare("explain", "-", "--html", "-", input=f"{EASY}\n{SIX}\n")
    assert (several.returncode, several.stdout) == (2, "")
    assert "expected one puzzle, found several" in several.stderr


def write_candidates(puzzle: Puzzle, **changed: str) -> str:
    """Return a board with the candidates of each cell, as HoDoKu copies it; `changed` are other ones, by cell."""
    position, shape = position_of(puzzle), puzzle.shape
    cells = ["".join(str(v) for v in shape.values if mask >> v & 1) for mask in position.candidates]
    cells = [changed.get(shape.name_of(cell), text) for cell, text in enumerate(cells)]
    lines = (" ".join(cells[start : start + shape.side]) for start in range(0, len(cells), shape.side))
    return "\n".join(lines) + "\n"


def test_candidates_in_the_file_are_the_start_if_wanted(sudoku_compare: Run) -> None:
    text = write_candidates(Puzzle.from_text(ESCARGOT), r1c2="26")
    plain, left = (sudoku_compare("explain", "-", "--hint", *more, input=text) for more in ([], ["--candidates"]))
    assert re.search(r"^1 +2568 ", plain.stdout, re.MULTILINE)
    assert re.search(r"^1 +26 ", left.stdout, re.MULTILINE)


def test_candidates_that_exclude_the_solution_are_an_error(sudoku_compare: Run) -> None:
    text = write_candidates(Puzzle.from_text(ESCARGOT), r1c2="25")
    done = sudoku_compare("explain", "-", "--candidates", input=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sudoku-compare: stdin:1: ")
    assert "r1c2" in done.stderr


@pytest.mark.parametrize("options", [["--hint"], ["--step", "1"], []])
def test_a_step_that_is_not_found_is_not_a_success(sudoku_compare: Run, options: list[str]) -> None:
    shape = shape_of_box(7, 7)
    board = " ".join(map(str, bytes([*range(1, 49), 0, *bytes(48), 49]).ljust(len(shape.cells), b"\0")))
    done = sudoku_compare("explain", board, *options)
    assert done.returncode == 5
    assert "steps that show it are looked for up to 36x36" in done.stdout
