"""A process beside this one that searches while this one reads, checks and prints.

Puzzles and answers travel as plain values (`marshal`), some dozens together: with easy puzzles every microsecond
that is spent on one of them shows. The process searches for one puzzle at a time, so times stay as clean as they
are here. If it dies, as a crash inside a library would have it, or falls silent, another one goes on, at first a
puzzle at a time: a puzzle that ends a worker that has nothing else to do is asked engine by engine, each search in a
process of its own.
"""

import gc
import marshal
import os
import select
import signal
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import repeat
from time import monotonic, process_time
from typing import Any, BinaryIO, NoReturn, Self

from ..core.answer import GRACE, LONGEST_WAIT, Answer, Ending, Limits, Seconds
from ..core.puzzle import Puzzle
from ..core.shape import shape_of_box
from ..engines.protocol import Engine
from .executor import START_UP, run, run_in_child

QUICK = 0.02  # seconds after which answers are handed over, however few they are
MOST_CELLS = 1 << 15  # under way: they fit into a pipe, so that nobody waits for room in one while the other does too
MOST_WORKERS = 8  # one process cannot read and judge for more of them
LENGTH = 4  # bytes before a parcel that tell how long it is

Answers = tuple[Answer, ...]  # to one puzzle, in the order in which the engines were asked
Order = tuple[int, ...]  # numbers of engines
_Asked = tuple[Puzzle, Order]


def count_useful_workers(engines: Sequence[Engine], asked: int | None) -> int:
    """How many processes beside this one would help; none where one core is all, or a search needs a further process.

    As many as were asked for; else one a core, for the process that feeds them and judges needs little of its own.
    """
    if not hasattr(os, "fork") or cores() == 1 or not all(engine.stoppable for engine in engines):
        return 0
    return asked or min(cores(), MOST_WORKERS)


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Worker:
    """Errands (lists of puzzles) in, answers out in the same order."""

    def __init__(self, engines: Sequence[Engine], limits: Limits) -> None:
        self._engines = engines
        self._limits = limits
        self._all = tuple(range(len(engines)))
        self._unanswered: deque[_Asked] = deque()
        self._unsent: deque[_Asked] = deque()  # the last of these
        self._cells = 0  # of the puzzles that are under way
        self._is_on_trial = False  # after a death: a puzzle at a time, so that the one that brings the next is known
        silent = len(engines) * (limits.seconds + GRACE) + START_UP
        self.patience = None if silent > LONGEST_WAIT else silent
        self._start()

    def _start(self) -> None:
        to_read, to_write = os.pipe(), os.pipe()
        alive = os.pipe()  # nothing is ever written: it ends when this process does, however that comes about
        unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # till the worker has chosen to ignore it
        self._process = os.fork()
        if self._process == 0:
            for end in (to_read[1], to_write[0], alive[1]):
                os.close(end)
            _serve(self._engines, self._limits, to_read[0], to_write[1], alive[0])
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        for end in (to_read[0], to_write[1], alive[0]):
            os.close(end)
        self._errands = os.fdopen(to_read[1], "wb", 0)
        self._answers = os.fdopen(to_write[0], "rb", 0)
        self._alive = alive[1]

    @property
    def unanswered(self) -> int:
        return len(self._unanswered)

    def send(self, puzzles: Sequence[Puzzle], orders: Sequence[Order] = ()) -> None:
        """Set it to work on these as soon as it is done with those before, with the engines in the order for each."""
        asked = list(zip(puzzles, orders or repeat(self._all, len(puzzles)), strict=True))
        self._unanswered.extend(asked)
        self._unsent.extend(asked)
        self._send_more()

    def _send_more(self) -> None:
        """As much of what is unsent as may be under way; on trial, one puzzle."""
        errand: list[_Asked] = []
        while self._unsent and (not self._cells or self._cells + _cells(self._unsent[0]) <= MOST_CELLS):
            if self._is_on_trial and self._cells:
                break
            errand.append(self._unsent.popleft())
            self._cells += _cells(errand[-1])
        if errand:
            with suppress(BrokenPipeError):  # it has died; `receive` will find out
                _put(self._errands, [(p.shape.box_height, p.shape.box_width, p.givens, order) for p, order in errand])

    def fileno(self) -> int:
        """What to wait for with others of its kind."""
        return self._answers.fileno()

    def receive(self) -> list[Answers]:
        """The answers to the next puzzles, as many as are there; waits for some, or for the end of the worker."""
        ready, _, _ = select.select([self._answers], [], [], self.patience)
        rows = _get(self._answers) if ready else None
        if rows is None:
            return self._replaced()
        for _ in rows:
            self._cells -= _cells(self._unanswered.popleft())
        self._is_on_trial = self._is_on_trial and bool(self._unanswered)
        self._send_more()
        return [tuple(map(_unpacked, row)) for row in rows]

    def _replaced(self) -> list[Answers]:
        """Go on with another process. Gives the answers to the puzzle that has ended this one, if that is known."""
        self._end()
        answers = []
        if self._is_on_trial:
            puzzle, order = self._unanswered.popleft()
            answers = [tuple(run_in_child(self._engines[number], puzzle, self._limits) for number in order)]
        self._start()
        self._is_on_trial = bool(self._unanswered)
        self._cells = 0
        self._unsent = self._unanswered.copy()
        self._send_more()
        return answers

    def _end(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        self._errands.close()
        self._answers.close()
        os.close(self._alive)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._end()


def _cells(asked: _Asked) -> int:
    return len(asked[0].givens)


def _put(pipe: BinaryIO, value: list[Any]) -> None:
    text = marshal.dumps(value)
    parcel = len(text).to_bytes(LENGTH, "little") + text
    while parcel:
        parcel = parcel[pipe.write(parcel) :]


def _get(pipe: BinaryIO) -> list[Any] | None:
    """What was put in at the other end; None if nobody is there any more."""
    length = _read(pipe, LENGTH)
    text = _read(pipe, int.from_bytes(length, "little")) if length else b""
    return marshal.loads(text) if text else None


def _read(pipe: BinaryIO, length: int) -> bytes:
    """So many bytes, or none if there will never be so many."""
    read = b""
    while len(read) < length:
        more = pipe.read(length - len(read))
        if not more:
            return b""
        read += more
    return read


def _serve(engines: Sequence[Engine], limits: Limits, errands: int, answers: int, alive: int) -> NoReturn:
    """In the worker: never comes back, prints nothing, and does not outlive the process that started it."""
    import threading

    gc.freeze()  # what was there before the fork is not looked through again and again
    gc.disable()  # and garbage is collected between errands, not within a search
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the other process, which then ends this one
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
        _answer_all(engines, limits, os.fdopen(errands, "rb", 0), os.fdopen(answers, "wb", 0))
        code = 0
    finally:
        os._exit(code)


def _end_with(alive: int) -> NoReturn:
    os.read(alive, 1)
    os._exit(1)


def _answer_all(engines: Sequence[Engine], limits: Limits, errands: BinaryIO, answers: BinaryIO) -> None:
    while (errand := _get(errands)) is not None:
        rows = []
        start = monotonic()
        for height, width, givens, order in errand:
            puzzle = Puzzle(shape_of_box(height, width), givens)
            rows.append([_searched(engines[number], puzzle, limits) for number in order])
            if monotonic() - start > QUICK:
                _put(answers, rows)
                rows, start = [], monotonic()
        if rows:
            _put(answers, rows)
        gc.collect(1)


def _searched(engine: Engine, puzzle: Puzzle, limits: Limits) -> tuple[Any, ...]:
    """The answer as plain values."""
    start = process_time()
    answer = run(engine, puzzle, limits)
    cpu = process_time() - start
    seconds = answer.seconds
    parts = seconds.build, seconds.first, seconds.settle, cpu
    return answer.solutions, answer.ending.value, parts, answer.counts, answer.detail


def _unpacked(row: tuple[Any, ...]) -> Answer:
    solutions, ending, parts, counts, detail = row
    return Answer(solutions, Ending(ending), Seconds(*parts), counts, detail)
