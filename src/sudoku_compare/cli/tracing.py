"""What `solve --trace` and `--trace-html` add: the search of reductio, told and replayed as it goes."""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from tempfile import TemporaryFile
from time import perf_counter
from typing import IO, NamedTuple, Self

from ..checking.certificate_folder import Rejected
from ..checking.trace_replay import Replay
from ..comparison.compare import Comparison
from ..core.answer import Limits, Stopwatch
from ..core.errors import OptionError, output_to
from ..core.trace_steps import Cutter, Step, StepListener, as_json
from ..engines.protocol import Engine
from ..engines.reductio.search_trace import trace
from ..explanation.trace_page import TracePage
from ..explanation.trace_text import TextTrace
from ..explanation.trace_words import Words
from .inputs import Input
from .printer import Printer

LINES_TOGETHER = 50  # lines of a trace that go out at once


class Replayed(NamedTuple):
    """Whether the trace held when it was replayed."""

    steps: int
    fault: str | None

    def __str__(self) -> str:
        if self.fault:
            return f"objection: the trace does not hold: {self.fault}"
        return f"replayed: each of {self.steps:,} steps follows"


class Tracer:
    """Traces the puzzles of one run, and remembers whether every trace held."""

    def __init__(
        self, engines: Mapping[str, Engine], limits: Limits, *, shown: bool, page: str | None, depth: int | None
    ) -> None:
        if not any(engine.name == "reductio" for engine in engines.values()):
            raise OptionError("--trace tells the search of reductio; --engine reductio beside the others would do")
        self.limits = limits
        self.shown = shown
        self.depth = depth
        self.holds = True
        self._path = page
        self._page: TracePage | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        if self._path:
            with output_to("--trace-html", self._path):
                file = self._stack.enter_context(open(self._path, "w", encoding="utf-8"))
            self._page = self._stack.enter_context(TracePage(file))
        return self

    def __exit__(self, *details: object) -> None:
        self._stack.close()

    def trace(self, comparison: Comparison, tell: StepListener | None, watch: Stopwatch) -> Replayed:
        """Search again, and tell every step to the replayer, to the page, and to whoever else is given."""
        tree = self._page.begin(comparison) if self._page else None
        listeners = [tell] if tell else []
        if tree:
            listeners.append(Words(comparison.puzzle, tree))
        if self.depth is not None:
            listeners = [Cutter(self.depth, listener) for listener in listeners]
        replay = Replay(comparison.puzzle)
        fault = None
        try:
            trace(comparison.puzzle, self.limits, _to_all([replay.follow, *listeners]), watch)
            replay.finish()
        except Rejected as error:
            fault, self.holds = str(error), False
        replayed = Replayed(replay.steps - 1, fault)
        if tree:
            tree.close(str(replayed), holds=fault is None)
        return replayed


class TracingPrinter(Printer):
    """Prints each comparison with its trace: below it, or as a part of its JSON object."""

    def __init__(self, source: Input, tracer: Tracer, *, as_json: bool, boards: bool | None) -> None:
        super().__init__(source, as_json=as_json, boards=boards)
        self.tracer = tracer

    def _add(self, comparison: Comparison) -> None:
        if self.as_json and self.tracer.shown:
            self._flush()
            self._add_object(comparison)
            return
        super()._add(comparison)
        self._flush()
        watch = Stopwatch(self.tracer.limits)
        if self.tracer.shown:
            self._add_lines(comparison, watch)
        else:
            self.tracer.trace(comparison, None, watch)

    def _add_lines(self, comparison: Comparison, watch: Stopwatch) -> None:
        """As they come; that somebody reads them slowly does not count as time of the search."""

        def put(line: str) -> None:
            self._pending.append(line)
            if len(self._pending) >= LINES_TOGETHER:
                start = perf_counter()
                self._flush()
                watch.extend(perf_counter() - start)

        self._pending.append("")
        lines = TextTrace(put, self.console.width, coloured=bool(self.console.color_system))
        replayed = self.tracer.trace(comparison, Words(comparison.puzzle, lines), watch)
        lines.close(str(replayed))
        self._pending.append("")
        self._flush()

    def _add_object(self, comparison: Comparison) -> None:
        """By way of a file: it may be larger than the memory, and goes out whole or, where it is interrupted, not."""
        with TemporaryFile("w+", encoding="utf-8") as file:
            file.write(self._format(comparison).removesuffix("}") + ', "trace": ')
            self._write_trace(comparison, file)
            file.write("}\n")
            file.seek(0)
            self._put_file(file)

    def _write_trace(self, comparison: Comparison, file: IO[str]) -> None:
        shape, between = comparison.puzzle.shape, iter([""])

        def write(step: Step) -> None:
            file.write(next(between, ", ") + json.dumps(as_json(step, shape)))

        file.write('{"engine": "reductio", "steps": [')
        replayed = self.tracer.trace(comparison, write, Stopwatch(self.tracer.limits))
        file.write(f'], "replayed": {replayed.steps}, "fault": {json.dumps(replayed.fault)}}}')


def _to_all(listeners: list[StepListener]) -> StepListener:
    def tell(step: Step) -> None:
        for listener in listeners:
            listener(step)

    return tell
