"""Programs that answer line by line: one puzzle, many at once, and what they do wrong."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from making import EASY, EASY_SOLUTION, NONE, TWO, load_shipped
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.core.verdict import claimed_verdict
from sudoku_compare.engines.external.description import Description
from sudoku_compare.engines.external.line_program import LineProgram
from sudoku_compare.engines.external.programs import make_program_class
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.protocol import Origin, enforces_limits, find_origin, takes_many

KERNEL_LINES = Path(__file__).parents[3] / "docs" / "examples" / "kernel_lines.py"
LIMITS = Limits(2, seconds=20)


def make_engine(*command: str, sizes: tuple[int, ...] = ()) -> LineProgram:
    kind = make_program_class(Description("lines", "lines", command, sizes=sizes, method="lines"))
    engine = kind()
    assert isinstance(engine, LineProgram)
    return engine


def make_script(code: str, *arguments: str) -> LineProgram:
    """Return an engine that runs Python code for each `line`."""
    body = "\n    ".join(code.splitlines())
    return make_engine(
        sys.executable, "-c", f"import os, sys\nfor number, line in enumerate(sys.stdin):\n    {body}", *arguments
    )


@pytest.fixture
def kernel_lines() -> LineProgram:
    return make_engine(sys.executable, str(KERNEL_LINES), "{limit}", sizes=(9,))


def test_many_puzzles_at_once_get_the_same_answers_as_one_by_one(kernel_lines: LineProgram) -> None:
    names = ("easy", "multiple", "unsolvable", "16x16", "extreme")
    puzzles = [puzzle for name in names for puzzle in load_shipped(name)[:40]]
    together = kernel_lines.search_many(puzzles, LIMITS)
    one_by_one = [kernel_lines.search(puzzle, LIMITS) for puzzle in puzzles]
    assert len(together) == len(puzzles)
    for puzzle, many, one in zip(puzzles, together, one_by_one, strict=True):
        assert (many.solutions, many.ending, many.detail) == (one.solutions, one.ending, one.detail)
        if puzzle.shape.side == 9:
            assert claimed_verdict(many) is claimed_verdict(Kernel().search(puzzle, LIMITS))
            assert many.seconds.total > 0
        else:
            assert (many.ending, many.detail) == (Ending.STUCK, "takes only 9x9, not 16x16")


def test_a_puzzle_that_ends_the_program_does_not_affect_the_others() -> None:
    crash = f"if line.strip() == {NONE!r}: os.kill(os.getpid(), 11)\nprint('0', flush=True)"
    puzzles = [Puzzle.from_text(text) for text in (EASY, TWO, NONE, EASY, NONE, TWO)]
    answers = make_script(crash).search_many(puzzles, LIMITS)
    endings = [Ending.EXHAUSTED, Ending.EXHAUSTED, Ending.FAILED, Ending.EXHAUSTED, Ending.FAILED, Ending.EXHAUSTED]
    assert [answer.ending for answer in answers] == endings
    assert answers[2].detail.startswith("it ended by SIGSEGV before it answered")


def test_a_line_that_is_not_an_answer_fails_only_its_own_puzzle() -> None:
    puzzles = [Puzzle.from_text(EASY)] * 5
    answers = make_script("print('hello' if number == 1 else '0', flush=True)").search_many(puzzles, LIMITS)
    assert [answer.ending for answer in answers].count(Ending.FAILED) >= 1
    assert answers[0].ending is Ending.EXHAUSTED
    assert "found 'hello'" in answers[1].detail


def test_a_program_that_does_not_flush_times_out_with_a_hint() -> None:
    answer = make_engine(sys.executable, "-c", "import sys, time\nfor line in sys.stdin: time.sleep(9)").search(
        Puzzle.from_text(EASY), Limits(2, 0.3)
    )
    assert (answer.ending, "flush" in answer.detail) == (Ending.TIMED_OUT, True)


def test_a_slow_answer_of_a_program_that_has_answered_has_no_hint() -> None:
    engine = make_script("import time\ntime.sleep(9 * (number > 0))\nprint('0', flush=True)")
    assert engine.search(Puzzle.from_text(EASY), LIMITS).ending is Ending.EXHAUSTED
    late = engine.search(Puzzle.from_text(EASY), Limits(2, 0.3))
    assert (late.ending, late.detail) == (Ending.TIMED_OUT, "")


def test_several_solutions_of_a_program_that_knows_no_limit_may_not_be_all() -> None:
    two = "print('2', line.strip().replace('.', '1'), line.strip().replace('.', '2'), flush=True)"
    puzzle = Puzzle.from_text(TWO)
    assert make_script(two).search(puzzle, Limits(5, 20)).ending is Ending.STUCK
    assert make_script(two, "{limit}").search(puzzle, Limits(5, 20)).ending is Ending.EXHAUSTED
    assert make_script(two).search(puzzle, Limits(2, 20)).ending is Ending.ENOUGH


def test_boxes_that_a_line_cannot_describe_are_refused() -> None:
    puzzle = Puzzle(shape_of_box(3, 2), bytes(36))
    answer = make_script("print('0', flush=True)").search(puzzle, LIMITS)
    assert (answer.ending, "boxes are 3x2" in answer.detail) == (Ending.STUCK, True)


def test_a_second_line_is_not_taken_for_the_answer_to_the_next_puzzle() -> None:
    engine = make_script(f"print('1 {EASY_SOLUTION}\\n0', flush=True)")
    first, second = (engine.search(Puzzle.from_text(EASY), LIMITS) for _ in range(2))
    assert first.ending is Ending.EXHAUSTED
    assert (second.ending, "more than one line" in second.detail) == (Ending.FAILED, True)


def count_starts(folder: Path, code: str) -> tuple[LineProgram, Callable[[], int]]:
    """Return an engine that runs Python code, and a function that says how often it was started."""
    log = folder / "starts"
    engine = make_engine(sys.executable, "-c", f"import sys, time\nopen({str(log)!r}, 'a').write('x')\n{code}")
    return engine, lambda: len(log.read_text())


DIES = "raise SystemExit(3)"
NEVER_FLUSHES = "for line in sys.stdin: time.sleep(9)"


@pytest.mark.parametrize("at_once", [True, False])
def test_a_program_that_always_ends_is_not_started_for_every_puzzle(at_once: bool, tmp_path: Path) -> None:
    engine, starts = count_starts(tmp_path, DIES)
    puzzles, reason = [Puzzle.from_text(EASY)] * 50, "it ended with exit code 3 before it answered"
    answers = engine.search_many(puzzles, LIMITS) if at_once else [engine.search(one, LIMITS) for one in puzzles]
    assert [(answer.ending, answer.detail) for answer in list(answers)[:3]] == [(Ending.FAILED, reason)] * 3
    refused = Ending.FAILED, f"{reason}; not started again after 3 failures"
    assert [(answer.ending, answer.detail) for answer in list(answers)[3:]] == [refused] * 47
    assert starts() == 3


def test_a_program_that_times_out_is_asked_about_every_puzzle(tmp_path: Path) -> None:
    engine, starts = count_starts(tmp_path, NEVER_FLUSHES)
    answers = engine.search_many([Puzzle.from_text(EASY)] * 5, Limits(2, 0.2))
    reason = "no answer in time; a program has to flush its output after each line"
    assert [(answer.ending, answer.detail) for answer in answers] == [(Ending.TIMED_OUT, reason)] * 5
    assert starts() == 5


def test_a_program_that_has_answered_once_is_always_started_again(tmp_path: Path) -> None:
    engine, starts = count_starts(tmp_path, "sys.stdin.readline(); print(0, flush=True); sys.stdin.readline()")
    answers = engine.search_many([Puzzle.from_text(EASY)] * 10, LIMITS)
    assert [answer.ending for answer in answers] == [Ending.EXHAUSTED, Ending.FAILED] * 5
    assert starts() == 5


def test_a_program_that_ends_on_large_boards_is_still_asked_about_small_ones() -> None:
    engine = make_script("if len(line) > 82: sys.exit(1)\nprint('0', flush=True)")
    large, small = Puzzle(shape_of_box(4, 4), bytes(256)), Puzzle.from_text(EASY)
    answers = engine.search_many([large] * 5 + [small], LIMITS)
    assert [answer.ending for answer in answers] == [Ending.FAILED] * 5 + [Ending.EXHAUSTED]


def test_a_program_that_is_loaded_again_gets_another_chance(tmp_path: Path) -> None:
    engine, starts = count_starts(tmp_path, DIES)
    for one in (engine, type(engine)()):
        for _ in range(5):
            one.search(Puzzle.from_text(EASY), LIMITS)
    assert starts() == 6


def test_the_time_in_which_a_program_is_stopped_is_not_part_of_its_search() -> None:
    """This one ignores SIGTERM, so that stopping it takes two seconds."""
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    answer = make_engine(sys.executable, "-c", code).search(Puzzle.from_text(EASY), Limits(2, 0.3))
    assert (answer.ending, answer.seconds.settle) == (Ending.TIMED_OUT, pytest.approx(0.3))


def test_a_program_enforces_its_limits_and_takes_many_puzzles(kernel_lines: LineProgram) -> None:
    assert find_origin(kernel_lines) is Origin.PROGRAM
    assert enforces_limits(kernel_lines)
    assert takes_many(kernel_lines)
