"""`solve --all`: print every solution of each puzzle as it is found, and say at the end whether these are all."""

import json
import sys
from collections.abc import Iterable
from time import perf_counter
from typing import Any

from ..comparison.solution_list import BadSolution, EngineFailure, Solutions, list_solutions
from ..core.answer import Ending, Limits, Stopwatch
from ..core.entry import Entry
from ..core.errors import OptionError, UserError
from ..core.interrupts import hold_signals
from ..core.puzzle import compact
from ..display.numbers import format_count
from ..engines.options import format_engine
from ..engines.protocol import Engine, is_complete
from ..engines.registry import load_engine
from .exit_codes import ExitCode, combine_codes
from .messages import complain
from .printer import write_lines
from .status_line import StatusLine

DEFAULT_ENGINE = "kernel"  # the fastest


def choose_engine(texts: tuple[str, ...]) -> Engine:
    """Return the engine that lists the solutions; raise OptionError unless one complete engine is named, or none."""
    if len(texts) > 1:
        raise OptionError(f"--all lists the solutions of one engine: expected one --engine, found {len(texts)}")
    engine = load_engine(texts[0] if texts else DEFAULT_ENGINE)
    if not is_complete(engine):
        raise OptionError(f"--all needs an engine that finds every solution; {engine.name} may miss some")
    return engine


class SolutionLister:
    """Lists the solutions of one puzzle after another, each up to a limit of solutions and seconds."""

    def __init__(self, engine: Engine, most: float, limits: Limits, *, as_json: bool, with_id: bool) -> None:
        self._engine = engine
        self._name = format_engine(engine)
        self._most = most
        self._limits = limits
        self._as_json = as_json
        self._with_id = with_id
        self._listed = 0  # solutions of the current puzzle
        self._status = StatusLine()

    def list_all(self, items: Iterable[Entry | UserError]) -> ExitCode:
        """List the solutions of each puzzle, complain about what cannot be read, and return the exit code."""
        codes = set()
        for item in items:
            if isinstance(item, Entry):
                with self._status:
                    codes.add(self._list(item))
            else:
                complain(item)
                codes.add(ExitCode.ERROR)
        return combine_codes(codes)

    def _list(self, entry: Entry) -> ExitCode:
        self._listed = 0
        watch = Stopwatch(self._limits)
        try:
            for found in list_solutions(entry.puzzle, self._engine, watch, self._most, self._limits):
                if isinstance(found, Ending):
                    return self._finish(entry, found)
                self._print(entry, found, watch)
        except KeyboardInterrupt:
            self._status.clear()
            complain(f"{entry.id}: {self._format_listed()} listed before the interruption; the list is not complete")
            raise
        except BadSolution as error:
            self._end(entry, "objection", f"objection: {self._name} {error}; {self._format_listed()} listed before")
            return ExitCode.OBJECTION
        except EngineFailure as error:
            self._end(entry, Ending.FAILED, f"{error}; {self._format_listed()} listed before")
            return ExitCode.UNKNOWN
        raise ValueError("expected an ending after the solutions")

    def _print(self, entry: Entry, solutions: Solutions, watch: Stopwatch) -> None:
        """Print solutions; the time spent waiting for a slow reader does not count as search time."""
        start = perf_counter()
        shape = entry.puzzle.shape
        lines = [
            self._format(entry, number, compact(solution, shape))
            for number, solution in enumerate(solutions, self._listed + 1)
        ]
        with hold_signals():  # so that the count says exactly what has been written
            write_lines(lines)
            self._listed += len(lines)
        if not sys.stdout.isatty():
            self._status.show(f"{entry.id}: {self._format_listed()} so far")
        watch.extend(perf_counter() - start)

    def _format(self, entry: Entry, number: int, solution: str) -> str:
        if self._as_json:
            return _format_json(id=entry.id, number=number, solution=solution, ending=None, engine=self._name)
        return f"{entry.id}  {solution}\n" if self._with_id else f"{solution}\n"

    def _finish(self, entry: Entry, ending: Ending) -> ExitCode:
        listed = self._format_listed()
        match ending:
            case Ending.EXHAUSTED if not self._listed:
                self._end(entry, ending, f"no solution, according to {self._name}")
                return ExitCode.UNSOLVABLE
            case Ending.EXHAUSTED:
                these = "the only one" if self._listed == 1 else "all of them"
                self._end(entry, ending, f"{listed}, {these} according to {self._name}")
                return ExitCode.OK
            case Ending.ENOUGH:
                self._end(entry, ending, f"stopped after {listed}; there may be more")
                return ExitCode.OK
        self._end(entry, ending, f"time ran out after {listed}; the list is not complete")
        return ExitCode.UNKNOWN

    def _end(self, entry: Entry, ending: str, message: str) -> None:
        """Say how the list ends: on standard error, and in the last JSON object."""
        self._status.clear()
        if self._as_json:
            write_lines(
                [_format_json(id=entry.id, number=self._listed, solution=None, ending=str(ending), engine=self._name)]
            )
        complain(f"{entry.id}: {message}")

    def _format_listed(self) -> str:
        return format_count(self._listed, "solution")


def _format_json(**facts: Any) -> str:
    return json.dumps(facts) + "\n"
