"""Puzzles entered row by row, classics by name, and the random test."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from conftest import PROGRAM, ROOT, Run
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from processes import PATIENCE
from sudoku_compare.comparison.classics import CLASSICS, find_classic, list_classics
from sudoku_compare.core.errors import OptionError
from sudoku_compare.formats.shipped import load_shipped

ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
FAST = ("--engine", "reductio")


def rows_of(text: str) -> str:
    return "".join(text[start : start + 9] + "\n" for start in range(0, 81, 9))


@pytest.mark.parametrize(
    ("text", "verdict", "code"), [(EASY, "unique", 0), (NONE, "unsolvable", 3), (TWO, "multiple", 4)]
)
def test_entered_rows_get_the_verdict_of_solve(sudoku_compare: Run, text: str, verdict: str, code: int) -> None:
    done = sudoku_compare("enter", "--json", *FAST, input=rows_of(text))
    result = json.loads(done.stdout)
    assert (done.returncode, done.stderr, result["verdict"], result["givens"]) == (code, "", verdict, text)


@pytest.mark.parametrize(
    "row", ["53..7....", "530070000", "5 3 . . 7 . . . .", "5 3 . | . 7 . | . . .", "5,3,0,0,7,0,0,0,0"]
)
def test_a_row_may_have_any_of_the_usual_formats(sudoku_compare: Run, row: str) -> None:
    done = sudoku_compare("enter", "--json", *FAST, input="\n".join(["", row, "---+---+---", *ROWS[1:]]))
    assert json.loads(done.stdout)["givens"] == EASY


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("53..7...", "row 1: expected 9 cells, found 8; enter row 1 again"),
        ("53..7.....", "row 1: expected 9 cells, found 10; enter row 1 again"),
        ("53..7..é.", "r1c8: expected 1 to 9, or . for an empty cell, found 'é'; enter row 1 again"),
        ("53..7..a.", "row 1: r1c8: expected 1 to 9, or . for an empty cell, found 'a'; enter row 1 again"),
        ("r1", "r1: no row has been entered yet"),
    ],
)
def test_a_bad_row_is_refused_with_the_reason_and_asked_again(sudoku_compare: Run, bad: str, reason: str) -> None:
    done = sudoku_compare("enter", "--json", *FAST, input="\n".join([bad, *ROWS]))
    assert (done.returncode, json.loads(done.stdout)["solution"]) == (0, EASY_SOLUTION)
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "lines",
    [
        ["1........", *ROWS[1:], "1", ROWS[0], ""],
        ["1........", *ROWS[1:], "r1", ROWS[0]],
        ["1........", *ROWS[1:], "10", "one", "1", ROWS[0], "yes"],
        ["1........", *ROWS[1:5], "r1", ROWS[0], *ROWS[5:]],
    ],
)
def test_a_row_can_be_entered_again(sudoku_compare: Run, lines: list[str]) -> None:
    done = sudoku_compare("enter", "--json", *FAST, input="\n".join(lines))
    assert json.loads(done.stdout)["givens"] == EASY


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        ([], "rows 1 to 9 are missing"),
        (ROWS[:8], "row 9 is missing"),
        ([*ROWS[:3], "bad"], "rows 4 to 9 are missing"),
        ([*ROWS, "4"], "row 4 is missing"),
        ([*ROWS[:5], "r2"], "row 2 is missing"),
    ],
)
def test_the_end_of_the_input_names_the_missing_rows(sudoku_compare: Run, lines: list[str], missing: str) -> None:
    done = sudoku_compare("enter", input="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith(f"sudoku-compare: the input ended, but {missing}; a 9x9")


@pytest.mark.parametrize(
    ("options", "rows", "side"),
    [
        (["--size", "4"], ["1...", "..2.", ".3..", "...4"], 4),
        (["--size", "6"], ["......"] * 6, 6),
        (["--box", "3x2"], ["......"] * 6, 6),
        (["--size", "16"], ["." * 15 + "G"] + ["." * 16] * 15, 16),
        (["--size", "16"], [". " * 15 + "16"] + ["." * 16] * 15, 16),
    ],
)
def test_other_sizes_can_be_entered(sudoku_compare: Run, options: list[str], rows: list[str], side: int) -> None:
    done = sudoku_compare("enter", "--json", "--first", *FAST, *options, input="\n".join(rows))
    result = json.loads(done.stdout)
    assert (result["size"], result["givens"].count("G")) == (side, int(side == 16))
    assert options[0] != "--box" or result["box"] == options[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "7"], "a 7x7 board cannot be divided into boxes; expected a side of 4, 6, 8, 9, "),
        (["--size", "6", "--box", "2x2"], "a puzzle with these boxes is 4x4"),
    ],
)
def test_an_impossible_size_is_refused(sudoku_compare: Run, options: list[str], message: str) -> None:
    done = sudoku_compare("enter", *options, input=rows_of(EASY))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def converse(answers: list[str], *options: str, interrupt: bool = False) -> tuple[int, str, str]:
    """Return the exit code, what the terminal shows, and what goes to standard output."""
    main, secondary = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "enter", *FAST, *options], stdin=secondary, stderr=secondary, stdout=subprocess.PIPE, text=True
    )
    os.close(secondary)
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:  # the program can end before all that it wrote has been read
        if select.select([main], [], [], 0.05)[0]:
            try:
                piece = os.read(main, 4096)
            except OSError:  # everything is read, and nobody has the other end open
                break
            if not piece:  # the same on other systems
                break
            shown += piece
        if shown.rstrip(b" ").endswith(b":"):
            if answers:
                os.write(main, answers.pop(0).encode())
                shown += b"\n"
            elif interrupt:
                process.send_signal(signal.SIGINT)
                interrupt = False
    output, _ = process.communicate(timeout=PATIENCE)
    os.close(main)
    return process.returncode, shown.decode(), output


def test_a_terminal_is_asked_and_standard_output_has_the_answer_alone() -> None:
    code, shown, output = converse([*(row + "\n" for row in ROWS), "\n"], "--json")
    assert code == 0
    assert "row 1: " in shown
    assert "row 9: " in shown
    assert "5 3 . | . 7 . | . . ." in shown
    assert "Correct? Press Enter to solve, or type the number of a row to change (1 to 9): " in shown
    assert json.loads(output)["solution"] == EASY_SOLUTION


def test_a_clash_is_reported_before_solving() -> None:
    code, shown, _ = converse([*(row + "\n" for row in ["55.......", *ROWS[1:]]), "\n"])
    assert code == 3
    assert "This puzzle has no solution: 5 is given twice in row 1: r1c1 and r1c2." in shown


def test_control_c_and_control_d_end_the_dialogue() -> None:
    code, shown, output = converse(["53..7....\n"], interrupt=True)
    assert (code, output) == (130, "")
    assert "\nsudoku-compare: interrupted" in shown
    code, shown, output = converse(["53..7....\n", "\x04"])
    assert (code, output) == (2, "")
    assert "the input ended, but rows 2 to 9 are missing; a 9x9 puzzle has 9 rows" in shown


def test_the_random_test_prints_both_solutions_and_how_many_passed(sudoku_compare: Run) -> None:
    done = sudoku_compare("test", "25", "--seed", "3", *FAST)
    assert done.returncode == 0
    assert done.stdout.endswith("25 of 25 passed; repeat with --seed 3\n")
    computed = re.findall(r"  computed  (\S+)", done.stdout)
    assert computed == re.findall(r"  expected  (\S+)", done.stdout)
    assert len(set(computed)) == 25
    assert sudoku_compare("test", "25", "--seed", "3", *FAST).stdout == done.stdout
    assert sudoku_compare("test", "25", "--seed", "4", *FAST).stdout != done.stdout


def test_without_a_seed_the_puzzles_differ_and_the_seed_is_printed(sudoku_compare: Run) -> None:
    first, second = (sudoku_compare("test", "3", *FAST).stdout for _ in range(2))
    assert first != second
    [seed] = re.findall(r"repeat with --seed (\d+)\n", first)
    assert sudoku_compare("test", "3", "--seed", seed, *FAST).stdout == first


def test_the_random_test_as_json(sudoku_compare: Run) -> None:
    done = sudoku_compare("test", "3", "--seed", "5", "--json", *FAST)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["test"]["number"] for result in results] == [1, 2, 3]
    assert [result["test"]["passed_so_far"] for result in results] == [1, 2, 3]
    assert all(result["solution"] == result["test"]["expected"] for result in results)


@pytest.mark.parametrize("number", ["0", "1001", "99999"])
def test_n_must_be_from_one_to_a_thousand(sudoku_compare: Run, number: str) -> None:
    done = sudoku_compare("test", number)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("\nTry 'sudoku-compare test --help'.\n")


POOL = f"quizzes,solutions\n{EASY.replace('.', '0')},{EASY_SOLUTION}\n"


@pytest.mark.parametrize(("arguments", "asked"), [(["-", "5"], 5), (["5", "-"], 5), (["-"], 10)])
def test_puzzles_are_drawn_from_a_file_with_known_solutions(
    sudoku_compare: Run, arguments: list[str], asked: int
) -> None:
    done = sudoku_compare("test", *arguments, "--seed", "1", *FAST, input=POOL)
    assert done.returncode == 0
    assert done.stdout == (
        f"1  stdin:2  passed\n  computed  {EASY_SOLUTION}\n  expected  {EASY_SOLUTION}\n"
        "1 of 1 passed; repeat with --seed 1\n"
    )
    assert f"expected {asked} puzzles to draw, found only 1 puzzle with a known solution" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EASY], "no puzzle with a known solution; expected a puzzle and its solution on each line"),
        (["ten"], "ten: no such file"),
        (["5", "6"], "expected one number of puzzles, found 5 and 6"),
    ],
)
def test_a_pool_without_solutions_is_an_error(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("test", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


WITH_A_WRONG_SOLUTION = """
import sys
from dataclasses import replace
from sudoku_compare.comparison import selftest
from sudoku_compare.cli import main
from sudoku_compare.core.entry import Expected

load = selftest.load_known_puzzles
def load_wrong_solutions():
    wrong = lambda entry: replace(entry, expected=Expected(1, entry.expected.solution[::-1]))
    return [wrong(entry) if number % 4 == 3 else entry for number, entry in enumerate(load())]
selftest.load_known_puzzles = load_wrong_solutions
sys.argv[0] = "sudoku-compare"
main()
"""


@pytest.mark.parametrize("format", [[], ["--json"]])
def test_the_first_failure_ends_the_test_and_is_printed(format: list[str]) -> None:
    command = [sys.executable, "-c", WITH_A_WRONG_SOLUTION, "test", "100", "--seed", "1", *FAST, *format]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    if format:
        *passed, failed = [json.loads(line)["test"] for line in done.stdout.splitlines()]
        assert all(result["passed"] for result in passed)
        assert (failed["passed"], failed["passed_so_far"]) == (False, len(passed))
    else:
        assert done.stdout.count("FAILED") == 1
        assert "objection: expected solution: " in done.stdout
        assert re.search(r"  puzzle    [.1-9]{81}\n", done.stdout)
        assert re.search(r"\n\d+ of 100 passed", done.stdout)


def test_an_unsettled_puzzle_does_not_pass(sudoku_compare: Run) -> None:
    done = sudoku_compare("test", "3", "--seed", "1", "--timeout", "0.000001", *FAST)
    assert done.returncode == 1
    assert "  computed  none\n" in done.stdout
    assert "0 of 3 passed" in done.stdout


def test_ai_escargot_is_the_default_classic_and_is_described(sudoku_compare: Run) -> None:
    done = sudoku_compare("classic", *FAST)
    assert done.returncode == 0
    for text in ("AI Escargot", "1 . . | . . 7 | . 9 .", "unique: ", "Arto Inkala, 2006", "It has 23 givens", "2012"):
        assert text in done.stdout
    assert not any(line != line.rstrip() for line in done.stdout.splitlines())
    result = json.loads(sudoku_compare("classic", "--json", *FAST).stdout)
    assert (result["givens"], result["maker"], result["year"]) == (ESCARGOT, "Arto Inkala", 2006)
    assert result["facts"] | {"deepest": 9} == {
        "count_of_givens": 23,
        "redundant_givens": [],
        "depth": 2,
        "assumptions": 100,
        "contradictions": 50,
        "deepest": 9,
    }


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("AI Escargot", "AI Escargot"),
        ("al-escargot", "AI Escargot"),
        ("ESCARGOT", "AI Escargot"),
        ("everest", "Inkala 2012"),
        ("inkala2012", "Inkala 2012"),
        ("golden", "Golden Nugget"),
        ("norvigs hard example", "Norvig's hard example"),
        ("brute", "against brute force"),
        ("125", "125 solutions"),
        ("4x4", "4x4"),
    ],
)
def test_a_classic_is_found_by_any_spelling_of_its_name(name: str, found: str) -> None:
    assert find_classic(name, list_classics(load_shipped("classics")))[0].name == found


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("esscargott", "did you mean AI Escargot?"),
        ("easter monstre", "did you mean Easter Monster?"),
        ("inkala", "is ambiguous: AI Escargot or Inkala 2010 or Inkala 2012?"),
        ("qqqq", "choose one of AI Escargot, "),
        ("!", "no classic '!'"),
    ],
)
def test_similar_names_are_suggested_for_an_unknown_classic(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        find_classic(name, list_classics(load_shipped("classics")))


def test_every_puzzle_is_listed_once_and_every_description_has_its_puzzle(sudoku_compare: Run) -> None:
    entries = load_shipped("classics")
    classics = list_classics(entries)
    assert sorted(entry.id for _, entry in classics) == sorted(entry.id for entry in entries)
    assert {classic.name for classic in CLASSICS} <= {classic.name for classic, _ in classics}
    assert all(find_classic(classic.name, classics)[1] == entry for classic, entry in classics)
    listed = sudoku_compare("classic", "--list").stdout.splitlines()
    assert len(listed) == len(entries)
    assert listed[0] == "AI Escargot  (Arto Inkala, 2006)"
    as_json = [json.loads(line) for line in sudoku_compare("classic", "--list", "--json").stdout.splitlines()]
    assert [item["givens"] for item in as_json] == [entry.puzzle.text for _, entry in classics]


def test_classic_has_the_exit_codes_of_solve(sudoku_compare: Run) -> None:
    assert sudoku_compare("classic", "no value left", *FAST).returncode == 3
    assert sudoku_compare("classic", "two solutions", *FAST).returncode == 4


def test_the_collection_has_every_puzzle_of_the_file() -> None:
    assert len(load_shipped("classics")) == (ROOT / "data" / "classics.txt").read_text().count("  # ") - 1


def test_a_search_that_timed_out_gives_no_number_of_assumptions(sudoku_compare: Run) -> None:
    done = sudoku_compare("classic", "--timeout", "0.0001")
    assert done.returncode == 5
    assert "assumption" not in done.stdout.rpartition("It has 23 givens")[2]
