"""`solve --trace` and `--trace-html`: print the search of reductio, and replay it as it goes."""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from tempfile import TemporaryFile
from time import perf_counter
from typing import IO, Self

from ..comparison.compare import Comparison
from ..core.answer import Limits, Stopwatch
from ..core.errors import OptionError
from ..core.trace_steps import Cutter, Step, StepListener, as_json
from ..display.page import is_standard_output, open_page
from ..engines.protocol import Engine
from ..explanation.trace_page import TracePage
from ..explanation.trace_text import TextTrace
from ..explanation.trace_words import TraceWriter
from ..explanation.traced_search import ReplayResult, trace_and_replay
from .inputs import Input
from .printer import Printer

LINES_TOGETHER = 50  # lines of a trace that are written at once


class Tracer:
    """Traces the puzzles of one run, and remembers whether every trace holds."""

    def __init__(
        self, engines: Mapping[str, Engine], limits: Limits, *, shown: bool, page: str | None, depth: int | None
    ) -> None:
        if not any(engine.name == "reductio" for engine in engines.values()):
            raise OptionError("a trace needs the engine reductio; add --engine reductio")
        self.limits = limits
        self.shown = shown
        self.depth = depth
        self.holds = True
        self._path = page
        self._page: TracePage | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def open_page(self) -> None:
        """Begin the page, if there is one."""
        if self._path:
            file = self._stack.enter_context(open_page(self._path))
            self._page = self._stack.enter_context(TracePage(file))

    @property
    def takes_output(self) -> bool:
        """Whether the page is written to standard output, so that nothing else may be."""
        return self._path is not None and is_standard_output(self._path)

    def __exit__(self, *details: object) -> None:
        self._stack.close()

    def trace(self, comparison: Comparison, listener: StepListener | None, watch: Stopwatch) -> ReplayResult:
        """Search again, and pass every step to the replay, to the page and to `listener`."""
        tree = self._page.begin(comparison) if self._page else None
        listeners = [listener] if listener else []
        if tree:
            listeners.append(TraceWriter(comparison.puzzle, tree))
        if self.depth is not None:
            listeners = [Cutter(self.depth, one) for one in listeners]
        replayed = trace_and_replay(comparison.puzzle, self.limits, listeners, watch)
        self.holds = self.holds and replayed.fault is None
        if tree:
            tree.close(str(replayed), holds=replayed.fault is None)
        return replayed


class TracingPrinter(Printer):
    """Prints each comparison with its trace: below it, or in its JSON object."""

    def __init__(self, source: Input, tracer: Tracer, *, as_json: bool, boards: bool | None) -> None:
        super().__init__(source, as_json=as_json, boards=boards)
        self.tracer = tracer
        if tracer.takes_output and (as_json or tracer.shown):
            raise OptionError("--trace-html - writes only the page to standard output; drop --json and --trace")

    def __enter__(self) -> Self:
        self.tracer.open_page()
        return super().__enter__()

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
        """Print the trace as it arrives; time spent waiting for a slow reader does not count as search time."""

        def put(line: str) -> None:
            self._pending.append(line)
            if len(self._pending) >= LINES_TOGETHER:
                start = perf_counter()
                self._flush()
                watch.extend(perf_counter() - start)

        self._pending.append("")
        lines = TextTrace(put, self.console.width, coloured=bool(self.console.color_system))
        replayed = self.tracer.trace(comparison, TraceWriter(comparison.puzzle, lines), watch)
        lines.close(str(replayed))
        self._pending.append("")
        self._flush()

    def _add_object(self, comparison: Comparison) -> None:
        """Write the object via a temporary file: it may not fit in memory, and is printed completely or not at all."""
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

    def _flush(self) -> None:
        if self.tracer.takes_output:
            self._pending.clear()
        super()._flush()
