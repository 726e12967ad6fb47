"""`solve --all`: every solution as it is found, and a word on whether these are all."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, Run
from making import CLASH, EASY, EASY_SOLUTION, TWO, boards_4x4
from processes import interrupt, wait_for
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import shape_of_side

EMPTY_4, EMPTY_9 = "." * 16, "." * 81
BOARDS = {compact(board, shape_of_side(4)) for board in boards_4x4()}


@pytest.mark.parametrize(
    "arguments",
    [
        [EMPTY_4, "--all"],
        ["--all", EMPTY_4],
        ["--all", "0" * 16],
        ["--all", "288", EMPTY_4],
        ["--all=", "--", EMPTY_4],
        ["--all", "--engine", "reductio", EMPTY_4],
        [EMPTY_4, "--engine", "sat", "--all"],
    ],
    ids=" ".join,
)
def test_all_boards_are_listed(sudoku_compare: Run, arguments: list[str]) -> None:
    done = sudoku_compare("solve", *arguments)
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines), set(lines)) == (0, 288, BOARDS)


@pytest.mark.parametrize(
    ("arguments", "code", "lines", "message"),
    [
        ([EMPTY_4, "--all"], 0, 288, "text:1: 288 solutions, all of them according to kernel"),
        ([TWO, "--all", "--engine", "reductio"], 0, 2, "text:1: 2 solutions, all of them according to reductio"),
        ([EASY, "--all"], 0, 1, "text:1: 1 solution, the only one according to kernel"),
        ([CLASH, "--all"], 3, 0, "text:1: no solution, according to kernel"),
        ([EMPTY_9, "--all", "1000"], 0, 1000, "text:1: stopped after 1,000 solutions; there may be more"),
        ([EMPTY_4, "--all", "--engine", "logic"], 2, 0, "--all needs an engine that finds every solution; logic may"),
        ([EMPTY_4, "--all", "--engine", "sat", "--engine", "kernel"], 2, 0, "--all lists the solutions of one engine"),
        ([EMPTY_4, "--all", "0"], 2, 0, "expected a number of solutions, at least 1, found '0'"),
        ([EMPTY_4, "--all=many"], 2, 0, "expected a number of solutions, at least 1, found 'many'"),
        ([EMPTY_4, "--all", "--first"], 2, 0, "it cannot be combined with --first"),
        ([EMPTY_4, "--all", "--trace"], 2, 0, "it cannot be combined with --trace"),
        (["missing.txt", "--all"], 2, 0, "missing.txt: no such file"),
    ],
)
def test_the_end_says_whether_the_list_is_complete(
    sudoku_compare: Run, arguments: list[str], code: int, lines: int, message: str
) -> None:
    done = sudoku_compare("solve", *arguments)
    assert (done.returncode, done.stdout.count("\n")) == (code, lines)
    assert message in done.stderr


def test_a_time_out_leaves_a_list_that_is_not_complete(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", EMPTY_9, "--all", "--timeout", "0.3")
    listed = done.stdout.count("\n")
    assert (done.returncode, done.stdout.endswith("\n")) == (5, True)
    assert done.stderr == (
        f"sudoku-compare: text:1: time ran out after {listed:,} solutions; the list is not complete\n"
    )


def test_several_puzzles_have_their_ids_in_front(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", EASY, EMPTY_4, "--all", "2")
    first, *rest = (line.split("  ") for line in done.stdout.splitlines())
    assert first == ["text:1", EASY_SOLUTION]
    assert [id for id, _ in rest] == ["text#2:1", "text#2:1"]


def test_json_has_one_object_per_solution_and_one_at_the_end(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", TWO, "--all", "--json")
    one, two, end = map(json.loads, done.stdout.splitlines())
    assert list(one) == list(end) == ["id", "number", "solution", "ending", "engine"]
    assert (one["number"], two["number"], one["ending"], one["engine"]) == (1, 2, None, "kernel")
    assert one["solution"] != two["solution"]
    assert end == {"id": "text:1", "number": 2, "solution": None, "ending": "exhausted", "engine": "kernel"}


def test_an_interruption_says_exactly_how_many_were_listed(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    with out.open("w") as file:
        process = subprocess.Popen([PROGRAM, "solve", EMPTY_9, "--all"], stdout=file, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: out.stat().st_size > 1 << 16)
        _, complaint = interrupt(process)
    lines = out.read_text().splitlines()
    assert process.returncode == 130
    assert {len(line) for line in lines} == {81}
    assert complaint == (
        f"sudoku-compare: text:1: {len(lines):,} solutions listed before the interruption; the list is not complete\n"
        "sudoku-compare: interrupted\n"
    )


def test_a_reader_that_has_enough_ends_the_list_quietly() -> None:
    command = f"set -o pipefail; {PROGRAM} solve {EMPTY_9} --all | head -3"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (141, 3, "")


def test_solutions_arrive_while_the_search_goes_on() -> None:
    process = subprocess.Popen(
        [PROGRAM, "solve", EMPTY_9, "--all", "--engine", "cpsat"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout
        assert len(os.read(process.stdout.fileno(), 82)) == 82
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_million_solutions_need_no_more_memory_than_a_thousand() -> None:
    def peak(number: int) -> int:
        code = "import resource,subprocess,sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
        code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        command = ["python3", "-c", code, str(PROGRAM), "solve", EMPTY_9, "--all", str(number)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert peak(1_000_000) < 1.2 * peak(1000)
