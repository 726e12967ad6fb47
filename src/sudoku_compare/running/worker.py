"""A worker process that searches while this process reads, checks and prints.

Puzzles and answers travel as plain values (`marshal`), several dozen together: with easy puzzles, every microsecond
counts. A worker searches one puzzle at a time, so its times are as accurate as those of a search in this process.

If a worker dies (for example because a library crashes) or falls silent, a new one takes over and is sent one puzzle at
a time. A puzzle that kills the new worker as well is searched engine by engine, each search in a process of its own.
"""

import gc
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic, process_time
from typing import Any, NamedTuple, Self

from ..core.answer import GRACE, LONGEST_WAIT, Answer, Ending, Limits, Seconds
from ..core.puzzle import Puzzle
from ..core.shape import shape_of_box
from ..engines.hosting.guard import START_UP
from ..engines.protocol import Engine, is_isolated, takes_many
from .executor import may_run_here, run, run_in_host
from .forked_process import Channel, ForkedProcess
from .task_queue import Answers, Order

QUICK = 0.02  # seconds after which a worker sends its answers, however few
STOPPING = 3.0  # seconds that it may take to stop the process of an engine
MOST_CELLS = 1 << 15  # in transit at once: they fit into a pipe, so that the two sides never block each other


class Question(NamedTuple):
    """A puzzle and the engines to ask about it."""

    puzzle: Puzzle
    order: Order

    @property
    def cells(self) -> int:
        return len(self.puzzle.givens)


class Worker:
    """One worker process: questions in, answers out in the same order.

    With `together`, an engine that can take many puzzles at once gets all that are waiting; the time of each is then a
    mean. That is for throughput, not for measuring.
    """

    def __init__(self, engines: Sequence[Engine], limits: Limits, *, together: bool = False) -> None:
        self._engines = engines
        self._limits = limits
        self._together = together and any(map(takes_many, engines))
        self._unanswered: deque[Question] = deque()
        self._unsent: deque[Question] = deque()  # those at the end of `_unanswered`
        self._cells_sent = 0  # in the questions that were sent and are not answered yet
        self._is_on_trial = False  # after a worker died: one puzzle at a time, to find the one that kills it
        longest_silence = len(engines) * (limits.seconds + GRACE + STOPPING + START_UP)
        self.patience = None if longest_silence > LONGEST_WAIT else longest_silence
        self._start()

    def _start(self) -> None:
        serve = _serve_together if self._together else _serve
        self._process = ForkedProcess(partial(serve, self._engines, self._limits))

    def fileno(self) -> int:
        """Return the file descriptor that `select` waits for."""
        return self._process.channel.fileno()

    @property
    def unanswered(self) -> int:
        return len(self._unanswered)

    def send(self, questions: Sequence[Question]) -> None:
        """Queue the questions behind those that were sent before."""
        self._unanswered.extend(questions)
        self._unsent.extend(questions)
        self._send_more()

    def _send_more(self) -> None:
        """Send as many of the unsent questions as may be in transit; on trial, only one."""
        batch: list[Question] = []
        while self._unsent and (not self._cells_sent or self._cells_sent + self._unsent[0].cells <= MOST_CELLS):
            if self._is_on_trial and self._cells_sent:
                break
            batch.append(self._unsent.popleft())
            self._cells_sent += batch[-1].cells
        if batch:
            with suppress(BrokenPipeError):  # the worker has died, which `receive` will notice
                self._process.channel.send([pack_question(question) for question in batch])

    def receive(self, *, is_late: bool = False) -> list[Answers]:
        """Return the answers to the next questions, as many as have arrived; wait for some, or for the worker's end.

        `is_late` says that the caller has already waited for as long as the worker may be silent.
        """
        channel = self._process.channel
        try:
            rows = channel.receive() if channel.is_readable(0 if is_late else self.patience) else None
        except EOFError:
            rows = None
        if rows is None:
            return self._replace()
        for _ in rows:
            self._cells_sent -= self._unanswered.popleft().cells
        self._is_on_trial = self._is_on_trial and bool(self._unanswered)
        self._send_more()
        return [tuple(map(unpack_answer, row)) for row in rows]

    def _replace(self) -> list[Answers]:
        """Start a new process. Return the answers to the puzzle that killed the old one, if it is known."""
        self.close()
        answers = []
        if self._is_on_trial:
            puzzle, order = self._unanswered.popleft()
            answers = [tuple(run_in_host(self._engines[number], puzzle, self._limits) for number in order)]
        self._start()
        self._is_on_trial = bool(self._unanswered)
        self._cells_sent = 0
        self._unsent = self._unanswered.copy()
        self._send_more()
        return answers

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class LocalWorker:
    """Searches in this process, for systems that cannot start workers."""

    def __init__(self, engines: Sequence[Engine], limits: Limits) -> None:
        self._engines = engines
        self._limits = limits
        self._unanswered: deque[Question] = deque()

    @property
    def unanswered(self) -> int:
        return len(self._unanswered)

    def send(self, questions: Sequence[Question]) -> None:
        """Queue the questions behind those that were sent before."""
        self._unanswered.extend(questions)

    def receive(self) -> list[Answers]:
        """Search, and return the answers to the next question."""
        puzzle, order = self._unanswered.popleft()
        rows = [_search(self._engines[number], puzzle, self._limits, has_memory_limit=False) for number in order]
        return [tuple(map(unpack_answer, rows))]

    def close(self) -> None:
        """Do nothing: there is no process to end."""


def pack_question(question: Question) -> tuple[Any, ...]:
    """Return a question as plain values."""
    puzzle, order = question
    return puzzle.shape.box_height, puzzle.shape.box_width, puzzle.givens, order


def unpack_answer(row: tuple[Any, ...]) -> Answer:
    """Return the answer that `pack_answer` packed."""
    solutions, ending, parts, counts, detail = row
    return Answer(solutions, Ending(ending), Seconds(*parts), counts, detail)


def _prepare(limits: Limits) -> None:
    """In the worker: prepare for many searches. The memory limit of a search is that of this process."""
    if limits.memory is not None:
        from ..processes.limits import limit_memory  # imported late: most runs have no limit

        limit_memory(limits.memory)
    gc.freeze()  # objects from before the fork are not traversed again and again
    gc.disable()  # garbage is collected between batches, not during a search


def _serve(engines: Sequence[Engine], limits: Limits, channel: Channel) -> None:
    """In the worker: answer questions one by one until this process is killed."""
    _prepare(limits)
    while True:
        rows = []
        start = monotonic()
        for height, width, givens, order in channel.receive():
            puzzle = Puzzle(shape_of_box(height, width), givens)
            rows.append([_search(engines[number], puzzle, limits) for number in order])
            if monotonic() - start > QUICK:
                channel.send(rows)
                rows, start = [], monotonic()
        if rows:
            channel.send(rows)
        gc.collect(1)


def _serve_together(engines: Sequence[Engine], limits: Limits, channel: Channel) -> None:
    """In the worker: answer all questions that arrive together, engine by engine, until this process is killed."""
    _prepare(limits)
    while True:
        questions = channel.receive()
        puzzles = [Puzzle(shape_of_box(height, width), givens) for height, width, givens, _ in questions]
        [order] = {tuple(order) for *_, order in questions}
        columns = [_search_all(engines[number], puzzles, limits) for number in order]
        channel.send([list(row) for row in zip(*columns, strict=True)])
        gc.collect(1)


def _search_all(engine: Engine, puzzles: list[Puzzle], limits: Limits) -> list[tuple[Any, ...]]:
    if takes_many(engine):
        return [pack_answer(answer, answer.seconds.cpu) for answer in engine.search_many(puzzles, limits)]
    return [_search(engine, puzzle, limits) for puzzle in puzzles]


def _search(engine: Engine, puzzle: Puzzle, limits: Limits, *, has_memory_limit: bool = True) -> tuple[Any, ...]:
    """Search, and return the answer as plain values, with the processor time."""
    start = process_time()
    is_here = may_run_here(engine, limits, has_memory_limit=has_memory_limit) and not is_isolated(engine)
    answer = run(engine, puzzle, limits, has_memory_limit=has_memory_limit)
    return pack_answer(answer, process_time() - start if is_here else answer.seconds.cpu)


def pack_answer(answer: Answer, cpu: float | None) -> tuple[Any, ...]:
    """Return an answer as plain values, with this processor time."""
    seconds = answer.seconds
    parts = seconds.build, seconds.first, seconds.settle, cpu, seconds.outer
    return answer.solutions, answer.ending.value, parts, answer.counts, answer.detail
