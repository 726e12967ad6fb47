"""An engine in Python that solves honestly, but has a fault at one puzzle: `plug_in:Hostile:fault=hang,puzzle=...`."""

import math
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from sudoku_compare import Answer, Ending, Engine, Limits, Puzzle
from sudoku_compare.core.answer import Seconds, determine_ending

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS
from solving import list_solutions


class Unprintable(Exception):
    """Cannot be shown."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


class Leaving(Exception):
    """Ends the process of whoever shows it."""

    def __str__(self) -> str:
        sys.exit(0)

    __repr__ = __str__


class Text(str):
    """Is not what it seems."""

    __slots__ = ()

    def isprintable(self) -> bool:
        return True


def throw(error: BaseException) -> Any:
    raise error


def exhaust_stack() -> None:
    exhaust_stack()


def replace_output(answer: Answer) -> Answer:
    class Output:
        def write(self, text: str) -> int:
            raise OSError("full")

        flush = write

    sys.stdout = sys.stderr = Output()  # type: ignore[assignment]
    return answer


def replace_handlers(answer: Answer) -> Answer:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, lambda number, frame: None)
    return answer


def work_for_a_second(answer: Answer) -> Answer:
    end = time.perf_counter() + 1.0
    while time.perf_counter() < end:
        pass
    return replace(answer, seconds=Seconds(0.0001, 0.0001, 0.0002))


def write_everywhere(answer: Answer) -> Answer:
    """Write to every open file, among them the one that the answers go to."""
    for stream in range(3, 64):
        try:
            os.write(stream, b'{"solutions": [], "ending": "exhausted"}\n[]\n')
        except OSError:
            continue
    return answer


def remove_modules(answer: Answer) -> Answer:
    for name in list(sys.modules):
        if name.startswith(("sudoku_compare", "json", "os")):
            del sys.modules[name]
    return answer


CHANGES: dict[str, Callable[[Answer], Any]] = {
    "nan-seconds": lambda answer: replace(answer, seconds=Seconds(settle=math.nan)),
    "infinite-seconds": lambda answer: replace(answer, seconds=Seconds(settle=math.inf)),
    "negative-seconds": lambda answer: replace(answer, seconds=Seconds(settle=-1.0)),
    "seconds-as-text": lambda answer: replace(answer, seconds=Seconds(settle="1.0")),  # type: ignore[arg-type]
    "huge-seconds": lambda answer: replace(answer, seconds=Seconds(settle=10**400)),
    "no-seconds": lambda answer: replace(answer, seconds=None),  # type: ignore[arg-type]
    "huge-count": lambda answer: replace(answer, counts={"tries": 10**5000}),
    "large-count": lambda answer: replace(answer, counts={"tries": 2**63}),
    "negative-count": lambda answer: replace(answer, counts={"tries": -1}),
    "bool-count": lambda answer: replace(answer, counts={"tries": True}),
    "float-count": lambda answer: replace(answer, counts={"tries": 1.0}),  # type: ignore[dict-item]
    "many-counts": lambda answer: replace(answer, counts={f"tries {number}": 1 for number in range(1000)}),
    "count-name": lambda answer: replace(answer, counts={"\x1b[31mtries\x07": 1}),
    "long-count-name": lambda answer: replace(answer, counts={"t" * 1_000_000: 1}),
    "detail-escapes": lambda answer: replace(answer, detail="\x1b]0;title\x07\x1b[31mred\nline\0"),
    "long-detail": lambda answer: replace(answer, detail="x" * 1_000_000),
    "detail-number": lambda answer: replace(answer, detail=5),  # type: ignore[arg-type]
    "detail-subclass": lambda answer: replace(answer, detail=Text("\x1b[31mred")),
    "detail-surrogates": lambda answer: replace(answer, detail="\ud800"),
    "no-answer": lambda answer: None,
    "unprintable-answer": lambda answer: Unprintable(),
    "word-as-ending": lambda answer: replace(answer, ending="exhausted"),  # type: ignore[arg-type]
    "wrong": lambda answer: replace(answer, solutions=tuple(one[::-1] for one in answer.solutions)),
    "no-solution": lambda answer: Answer((), Ending.EXHAUSTED),
    "one-of-two": lambda answer: Answer(answer.solutions[:1], Ending.EXHAUSTED),
    "same-twice": lambda answer: Answer(answer.solutions[:1] * 2, Ending.ENOUGH),
    "short-solution": lambda answer: replace(answer, solutions=tuple(one[:-1] for one in answer.solutions)),
    "large-values": lambda answer: replace(answer, solutions=(b"\xff" * 16,)),
    "many-solutions": lambda answer: replace(answer, solutions=answer.solutions * 1000),
    "error": lambda answer: throw(ZeroDivisionError("division by zero\nand more")),
    "unprintable-error": lambda answer: throw(Unprintable()),
    "leaving-error": lambda answer: throw(Leaving()),
    "named-error": lambda answer: throw(type("\x1b[31mRed", (Exception,), {})("\x1b[31mred")),
    "exit": lambda answer: sys.exit(0),
    "interrupt": lambda answer: throw(KeyboardInterrupt()),
    "recursion": lambda answer: exhaust_stack(),
    "memory-error": lambda answer: throw(MemoryError()),
    "replace-output": replace_output,
    "replace-handlers": replace_handlers,
    "underreport": work_for_a_second,
    "write-everywhere": write_everywhere,
    "remove-modules": remove_modules,
}


@dataclass(frozen=True)
class Hostile(Engine):
    """Has a fault at one puzzle."""

    name: ClassVar = "hostile"

    fault: str = "none"
    puzzle: str = ""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Search honestly, unless it is the puzzle with the fault."""
        start = time.perf_counter()
        solutions = tuple(map(bytes, list_solutions(list(puzzle.givens), limits.solutions)))
        seconds = Seconds(settle=time.perf_counter() - start)
        answer = Answer(solutions, determine_ending(len(solutions), limits), seconds, {"solutions": len(solutions)})
        if puzzle.text != self.puzzle or self.fault == "none":
            return answer
        if self.fault in FAULTS:
            FAULTS[self.fault]()
            return answer
        return CHANGES[self.fault](answer)  # type: ignore[no-any-return]
