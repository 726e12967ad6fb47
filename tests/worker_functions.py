"""Functions and engines that the processes of workers import, to see what happens when they misbehave."""

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines.protocol import Engine


def double(item: Any) -> Any:
    print("noise")  # which must not get between the replies
    os.system("echo noise")
    return item * 2


def double_slowly(item: Any) -> Any:
    time.sleep(0.12)
    return item * 2


def measure(items: Sequence[Any]) -> int:
    return len(items)


def repeat(number: int) -> bytes:
    return b"x" * number


def find_process(_: object) -> int:
    return os.getpid()


def find_variable(name: str) -> str | None:
    return os.environ.get(name)


def raise_user_error(item: object) -> None:
    raise OptionError(f"not possible: {item}")


def divide_by_zero(item: int) -> float:
    return item / 0


def make_unpicklable(_: object) -> object:
    return lambda: None


def end_by(number: int) -> None:
    os.kill(os.getpid(), number)


def exit_with(code: int) -> None:
    os._exit(code)


def wait_forever(path: str) -> None:
    """Write the id of this process to a file, and never return."""
    with open(path, "w") as file:
        file.write(str(os.getpid()))
    while True:
        time.sleep(1000)


@dataclass(frozen=True)
class Crasher(Engine):
    """Ends the process in which it searches."""

    name: ClassVar = "crasher"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError("it has ended")


class NotThere:
    """Cannot be loaded again once it has been sent, like a function of a module that the worker does not have."""

    def __reduce__(self) -> Any:
        return load_what_is_missing, ()

    def __call__(self, item: object) -> object:
        return item


def load_what_is_missing() -> None:
    raise ModuleNotFoundError("No module named 'missing'")


class EndsWhenLoaded:
    """Ends the process that loads it."""

    def __reduce__(self) -> Any:
        return end_by, (signal.SIGKILL,)
