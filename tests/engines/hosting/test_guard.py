"""Errors of an engine become answers; signals of the caller do not."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from making import EASY
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.engines.hosting.guard import describe_error, guard
from sudoku_compare.engines.protocol import Engine

PUZZLE = Puzzle.from_text(EASY)
GOOD = Answer((), Ending.STUCK, detail="no idea")


@dataclass(frozen=True)
class Example(Engine):
    """Needs a package."""

    name: ClassVar = "example"
    distribution: ClassVar = "python-example"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Give up."""
        return GOOD


def search_with(act: Callable[[], Any], limits: Limits | None = None) -> Answer:
    return guard(Example(), PUZZLE, limits or Limits(), lambda engine, puzzle, limits: act())


def throw(error: BaseException) -> Callable[[], Any]:
    def act() -> Any:
        raise error

    return act


class Unprintable(Exception):
    """Cannot be shown."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Leaving(Exception):
    """Ends the process of whoever shows it."""

    def __str__(self) -> str:
        raise SystemExit(0)


class Nothing(dict[str, int]):
    """Has a length, but cannot be read."""

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Any:
        raise KeyboardInterrupt


def test_a_good_answer_is_passed_on_as_it_is() -> None:
    assert search_with(lambda: GOOD) is GOOD


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (ZeroDivisionError("division by zero\nand more"), "ZeroDivisionError: division by zero"),
        (ZeroDivisionError(), "ZeroDivisionError"),
        (MemoryError(), "out of memory"),
        (ImportError("No module named 'example'", name="example"), "No module named 'example'; pip install"),
        (SystemExit(0), "SystemExit: 0"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (GeneratorExit(), "GeneratorExit"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (Unprintable(), "Unprintable: (Unprintable that cannot be shown)"),
        (Leaving(), "Leaving: (Leaving that cannot be shown)"),
        (ValueError("\x1b[31mred\a"), "ValueError: ?[31mred?"),
        (ValueError("x" * 10_000), "ValueError: xxxx"),
        (BaseExceptionGroup("several", [SystemExit(0)]), "BaseExceptionGroup: several"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_an_error_becomes_a_failed_answer_with_the_reason_in_one_line(error: BaseException, detail: str) -> None:
    answer = search_with(throw(error))
    assert (answer.solutions, answer.ending) == ((), Ending.FAILED)
    assert answer.detail.startswith(detail)
    assert "\n" not in answer.detail


@pytest.mark.parametrize("value", [None, 5, GOOD.detail, Answer((), Ending.STUCK, counts=Nothing()), Answer])
def test_what_is_not_an_answer_becomes_a_failed_one(value: Any) -> None:
    answer = search_with(lambda: value)
    assert answer.ending is Ending.FAILED
    assert answer.detail


def test_the_memory_limit_is_named_if_there_is_one() -> None:
    answer = search_with(throw(MemoryError()), Limits(memory=500_000_000))
    assert answer.detail == "memory limit of 500 MB reached"


@pytest.mark.parametrize(
    ("message", "detail"),
    [
        ("lib.so: failed to map segment from shared object", "memory limit of 500 MB reached"),
        ("\n\nREAD THIS\n\nlib.so: failed to map segment from shared object\n", "memory limit of 500 MB reached"),
        ("\n\nREAD THIS\n", "READ THIS; pip install python-example"),
    ],
)
def test_a_library_for_which_there_is_no_memory_is_not_missing(message: str, detail: str) -> None:
    answer = search_with(throw(ImportError(message)), Limits(memory=500_000_000))
    assert answer.detail == detail


def test_an_error_without_a_message_is_named() -> None:
    assert describe_error(Example(), ValueError()) == "ValueError"


def test_ctrl_c_is_not_an_error_of_the_engine() -> None:
    with pytest.raises(KeyboardInterrupt):
        search_with(lambda: os.kill(os.getpid(), signal.SIGINT))


def test_an_alarm_of_the_caller_is_not_an_error_of_the_engine() -> None:
    class Alarm(Exception):
        pass

    before = signal.signal(signal.SIGALRM, lambda number, frame: throw(Alarm())())
    try:
        with pytest.raises(Alarm):
            search_with(lambda: os.kill(os.getpid(), signal.SIGALRM))
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_handlers_of_signals_are_the_same_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    search_with(lambda: GOOD)
    search_with(throw(ValueError()))
    assert signal.getsignal(signal.SIGINT) is before
