"""`sudoku-compare explain` as a user runs it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, Run
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.explanation.explain import explain
from sudoku_compare.explanation.rating import REDUCTIO
from sudoku_compare.techniques import LEVELS

PAIRS = "7....8.414..7..6.....43......4..1..831...927...82....6.........1.239.7....6......"
RECTANGLE = "...31....3......4......2....7..8...2.......54.1..6..3..29.38.1.7531....984.7...63"
IMPOSSIBLE = "5.8....9......63..........78......13.2....9...746.......95.1...1..47......6.9...2"  # not seen by singles
SIX = "..16....2....4.3.6...4...1..65.....3"


def test_every_step_is_numbered_and_has_its_reason(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", PAIRS)
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  (?:r\d|[a-z])", done.stdout, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert re.search(r"^ +\d+  r\dc\d=\d  naked-single: r\dc\d has no other candidate left$", done.stdout, re.M)
    assert "unique: every cell has its value, and no other was possible" in done.stdout
    assert "rating: hardest naked-pair, score" in done.stdout
    assert done.returncode == 0


def test_the_board_shows_what_a_step_rests_on_and_strikes(sudoku_compare: Run) -> None:
    shown = sudoku_compare("explain", PAIRS).stdout
    step = re.search(r"naked-pair: (\S+) and (\S+) of .*?\n\n(.*?)\n\n", shown, re.DOTALL)
    assert step
    board = step[3]
    assert len(re.findall(r"\d+\*", board)) == 2
    assert re.search(r"\(\d\)", board)
    lines = sudoku_compare("explain", PAIRS, "--lines").stdout
    assert lines.count("|") < shown.count("|") < sudoku_compare("explain", PAIRS, "--boards").stdout.count("|")


@pytest.mark.parametrize(
    ("text", "verdict", "end", "code"),
    [
        (EASY_SOLUTION, "unique", "every cell has its value", 0),
        (NONE, "unsolvable", "there is no solution", 3),
        (CLASH, "unsolvable", "5 is given twice in row 1", 3),
        (IMPOSSIBLE, "unsolvable", "there is no solution", 3),
        (TWO, "multiple", "there are several solutions", 4),
    ],
)
def test_how_explanations_end(sudoku_compare: Run, text: str, verdict: str, end: str, code: int) -> None:
    done = sudoku_compare("explain", text, "--json")
    told = json.loads(done.stdout)
    assert (told["verdict"], done.returncode) == (verdict, code)
    assert end in told["end"]
    assert told["finished"] == (verdict != "multiple")
    assert told["steps"] or text in (EASY_SOLUTION, NONE, CLASH)


def test_the_hardest_are_explained_to_the_end_with_assumptions_marked_as_such(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", ESCARGOT, "--lines")
    assert done.stdout.count("here the techniques run out") == 1
    stuck = re.search(r"stuck: before step (\d+) the techniques run out", done.stdout)
    assert stuck
    assert re.search(rf"^ *{stuck[1]}  reductio: assume that", done.stdout, re.MULTILINE)
    assert "reductio depth 2" in done.stdout
    assert re.search(r"^ {9}contradiction: ", done.stdout, re.MULTILINE), "an assumption inside an assumption"


def test_json_has_all_that_is_told(sudoku_compare: Run) -> None:
    told = json.loads(sudoku_compare("explain", ESCARGOT, "--json").stdout)
    assert find_fault(Puzzle.from_text(ESCARGOT), Puzzle.from_text(told["solution"]).givens) is None
    assert [step["number"] for step in told["steps"]] == list(range(1, len(told["steps"]) + 1))
    assert told["rating"]["score"] == sum(step["score"] for step in told["steps"])
    assert (told["rating"]["hardest"], told["rating"]["depth"]) == ("reductio", 2)
    assert sum(told["rating"]["techniques"].values()) == len(told["steps"])
    assumed = next(step for step in told["steps"] if step["technique"] == "reductio")["assumption"]
    assert any(line["assumption"] for line in assumed["lines"])
    assert set(told["steps"][0]) == {
        *("number", "technique", "score", "reason", "placed", "removed", "pattern", "units", "assumption")
    }


def test_a_hint_is_the_first_step_and_nothing_more(sudoku_compare: Run) -> None:
    hint = sudoku_compare("explain", PAIRS, "--hint")
    assert hint.stdout == sudoku_compare("explain", PAIRS, "--step", "1").stdout
    assert len(re.findall(r"^ +\d+  r", hint.stdout, re.MULTILINE)) == 1
    assert "rating" not in hint.stdout
    told = json.loads(sudoku_compare("explain", PAIRS, "--hint", "--json").stdout)
    assert ([step["number"] for step in told["steps"]], told["rating"]) == ([1], None)


@pytest.mark.parametrize(("text", "code"), [(EASY_SOLUTION, 0), (NONE, 3)])
def test_where_there_is_no_step_a_hint_says_why(sudoku_compare: Run, text: str, code: int) -> None:
    hint = sudoku_compare("explain", text, "--hint")
    assert (hint.returncode, hint.stderr) == (code, "")
    assert re.search("every cell has its value|there is no solution", hint.stdout)
    assert json.loads(sudoku_compare("explain", text, "--hint", "--json").stdout)["steps"] == []


def test_the_help_names_every_technique(sudoku_compare: Run) -> None:
    words = set(re.findall(r"[\w-]+", sudoku_compare("explain", "--help").stdout))
    assert words >= {*LEVELS, REDUCTIO}


def test_one_step_is_the_same_as_among_all(sudoku_compare: Run) -> None:
    every = json.loads(sudoku_compare("explain", PAIRS, "--json").stdout)["steps"]
    for number in (1, len(every) // 2, len(every)):
        told = json.loads(sudoku_compare("explain", PAIRS, "--json", "--step", str(number)).stdout)
        assert told["steps"] == [every[number - 1]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EASY, "--step", "99"], "text:1: no step 99; after 51: every cell has its value"),
        ([EASY, "--hint", "--step", "2"], "--hint is step 1"),
        ([EASY, "--level", "xwing"], "level=xwing: did you mean x-wing"),
        (
            [EASY, "--given-unique", "--level", "x-wing"],
            "level=x-wing: a given uniqueness helps no technique up to there",
        ),
        ([EASY[:-1]], "expected 81 cells (9x9), found 80"),
        ([EASY, "--html", "/dev/null/page.html"], "cannot write /dev/null"),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("explain", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_rating_is_a_line_a_puzzle(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", "-", "--rating", input=f"{EASY}\nno puzzle at all\n{TWO}\n{SIX}\n")
    first, second, third = done.stdout.splitlines()
    assert re.fullmatch(r"stdin:1  unique  hardest naked-single, score 51, reductio depth 0 \(naked-single 51\)", first)
    assert "no reductio depth, as there are several solutions" in second
    assert "unique" in third
    assert done.returncode == 2


def test_a_level_leaves_the_rest_to_assumptions(sudoku_compare: Run) -> None:
    told = json.loads(sudoku_compare("explain", PAIRS, "--level", "hidden-single", "--json").stdout)
    assert set(told["rating"]["techniques"]) == {"naked-single", "hidden-single", "reductio"}
    assert told["finished"]


def test_unique_rectangles_come_only_where_they_are_asked_for(sudoku_compare: Run) -> None:
    without = json.loads(sudoku_compare("explain", RECTANGLE, "--json").stdout)
    with_them = json.loads(sudoku_compare("explain", RECTANGLE, "--json", "--given-unique").stdout)
    assert "unique-rectangle" not in without["rating"]["techniques"]
    assert "unique-rectangle" in with_them["rating"]["techniques"]
    assert "take for granted" in with_them["end"]
    assert "take for granted" not in without["end"]


def test_uniqueness_that_does_not_hold_is_not_taken_for_granted() -> None:
    puzzle = Puzzle.from_text("...........1....353..4....5.46.1.5..")  # with several solutions
    assert "unique-rectangle" not in explain(puzzle, given_unique=True).rating.techniques


def test_time_that_runs_out_is_no_verdict(sudoku_compare: Run) -> None:
    done = sudoku_compare("explain", "-", "--timeout", "0.05", "--rating", input="." * 36 * 36 + "\n")
    assert done.returncode == 5
    assert "unknown" in done.stdout


def test_a_page_needs_nothing_but_itself(tmp_path: Path) -> None:
    name = "<script>document.title='hit'</script> & co"
    (tmp_path / "nasty.txt").write_text(f"{PAIRS}  # {name}\n")
    run = [PROGRAM, "explain", "nasty.txt", "--html", "out/page.html"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    page = (tmp_path / "out" / "page.html").read_text()
    steps = len(explain(Puzzle.from_text(PAIRS)).steps)
    assert page.count("<table>") == steps + 1
    assert not re.search(r"<script|<link|@import|<img|<iframe|url\(| src=", page)
    assert "&lt;script&gt;" in page
    assert "default-src 'none'" in page
    assert "page written to out/page.html" in done.stderr
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("chromium is not installed; .ci/run installs it")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    shown = subprocess.run(
        [browser, *flags, "out/page.html"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert shown.stdout.count("<unit") == steps + 1
    assert "<title>sudoku-compare: explain &lt;script&gt;" in shown.stdout


def test_several_puzzles_get_a_page_each(sudoku_compare: Run, tmp_path: Path) -> None:
    sudoku_compare("explain", "-", "--html", str(tmp_path / "pages"), "--rating", input=f"{EASY}\n{SIX}\n")
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["line-1.html", "line-2.html"]


def test_a_board_too_wide_for_the_terminal_is_drawn_with_its_values_only(sudoku_compare: Run) -> None:
    narrow = sudoku_compare("explain", PAIRS, COLUMNS="40").stdout
    assert max(map(len, narrow.splitlines())) <= 40
    assert ". . . | . . 8 |" not in narrow
    assert "7 . . | . . 8 | . 4 1" in narrow


@pytest.mark.parametrize("text", ["11..............", "1243342143122134"])
def test_where_there_is_no_step_the_hint_rates_as_the_whole_does(text: str, sudoku_compare: Run) -> None:
    assert "reductio depth 0" in sudoku_compare("explain", text, "--hint").stdout
    assert sudoku_compare("explain", text, "--step", "2").returncode == 2


def test_a_reader_that_leaves_is_no_objection() -> None:
    command = f"{PROGRAM} explain data/hard.txt | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", command], check=False).returncode == 141
