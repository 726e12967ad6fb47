"""The engine contract: what a search may be asked, and what it must promise.

Every registered engine is tested on each promise:
1. it returns at most `limits.solutions` solutions, all different, each a real solution;
2. the ending is `ENOUGH` if and only if the limit was reached, and `EXHAUSTED` means that no solution is missing.
   `TIMED_OUT`, `STUCK` and `FAILED` are values, not exceptions, and never count as a verdict. Only an engine that
   declares `complete = False` may end with `STUCK`, when its rules run out;
3. it meets the deadline to within `GRACE`, or `stoppable` is false and the caller kills its process;
4. the same call gives the same answer, unless an option says otherwise; it prints nothing and changes no global state;
5. `counts` are documented whole numbers, equal on every machine for a search that was not cut short.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Protocol, TypeGuard, runtime_checkable

from ..core.answer import Answer, Ending, Limits, Stopwatch
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from ..core.text import join_words
from ..core.verdict import EngineResult, claimed_verdict
from .collecting import Solutions


class Engine(Protocol):
    """A frozen dataclass whose fields are its options, so that a configuration can be written as text and read back.

    A class that is derived from this one needs only a `name` and `search`. It may also declare these class variables:

    - `method: str`: the encoding or the search that it relies on. Engines with the same method are one witness. The
      default is the engine's name.
    - `complete: bool`: False if its rules may run out, which is the ending `STUCK`. The default is True.
    - `repeatable: bool`: False if the same call may give different answers. The default is True.
    - `sizes: tuple[int, ...]`: the sides of the boards that it takes. The default is any.
    - `backend: str`: shown in the list of engines, such as "compiled".
    """

    name: ClassVar[str]
    package: ClassVar[str | None] = None  # third-party module that it imports
    distribution: ClassVar[str | None] = None  # the name under which pip installs that module
    counted: ClassVar[Mapping[str, str]] = MappingProxyType({})  # the meaning of each of its counts

    @property
    def stoppable(self) -> bool:
        """Whether the search itself keeps the deadline; otherwise the caller has to kill its process."""
        return True

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Search for solutions of the puzzle until a limit is reached or there are no more."""


@runtime_checkable
class StreamingEngine(Protocol):
    """An engine that can also yield its solutions while it searches, as many as there are.

    It yields every solution once, in memory that does not grow with their number, ends when no solution is missing, and
    raises OutOfTime when the deadline has passed.
    """

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Solutions:
        """Yield every solution of the puzzle."""


@runtime_checkable
class BatchEngine(Protocol):
    """An engine that can also take many puzzles at once, which is faster than one after another."""

    def search_many(self, puzzles: Sequence[Puzzle], limits: Limits) -> Sequence[Answer]:
        """Return the answers to all puzzles, in order; the time of each is a mean."""


class Origin(StrEnum):
    """Where the code of an engine comes from, which decides where it may run."""

    BUILT_IN = "built-in"  # part of this program, and trusted: it may run in this process
    PROGRAM = "program"  # another program: its class here runs it in a process of its own, and enforces every limit
    PLUG_IN = "plug-in"  # Python code of others: its class here runs it in a host, and enforces every limit
    OBJECT = "object"  # an engine that the caller made: it has to be put into a host
    INTERNAL = "internal"  # work of this program in the form of an engine: it runs in this process, and needs no limit


def find_origin(engine: Engine | type[Engine]) -> Origin:
    """Return the origin that the engine declares; without one, whether its class is part of this program."""
    kind = engine if isinstance(engine, type) else type(engine)
    is_ours = kind.__module__.partition(".")[0] == __package__.partition(".")[0]
    origin: Origin = getattr(kind, "origin", Origin.BUILT_IN if is_ours else Origin.OBJECT)
    return origin


def is_isolated(engine: Engine) -> bool:
    """Return whether the engine itself searches in another process, with every limit, when `search` is called."""
    return find_origin(engine) in (Origin.PROGRAM, Origin.PLUG_IN)


def enforces_limits(engine: Engine) -> bool:
    """Return whether the engine enforces every limit itself, or needs none, so that no other process has to."""
    return is_isolated(engine) or find_origin(engine) is Origin.INTERNAL


def takes_many(engine: Engine) -> TypeGuard[BatchEngine]:
    """Return whether the engine takes many puzzles at once, and may be asked from this process."""
    return find_origin(engine) in (Origin.BUILT_IN, Origin.PROGRAM) and isinstance(engine, BatchEngine)


def is_complete(engine: Engine | type[Engine]) -> bool:
    """Return whether the engine's rules never run out."""
    complete: bool = getattr(engine, "complete", True)
    return complete


def is_repeatable(engine: Engine) -> bool:
    """Return whether the same call always gives the same answer."""
    repeatable: bool = getattr(engine, "repeatable", True)
    return repeatable


def refuse_size(sizes: Sequence[int] | None, shape: Shape) -> Answer | None:
    """Return the answer of an engine that takes only boards with these sides to another board; None if it takes it."""
    if not sizes or shape.side in sizes:
        return None
    taken = join_words([f"{side}x{side}" for side in sizes])
    return Answer((), Ending.STUCK, detail=f"takes only {taken}, not {shape}")


def find_method(engine: Engine | type[Engine]) -> str:
    """Return the encoding or the search that the engine relies on."""
    method: str = getattr(engine, "method", engine.name)
    return method


def label_answer(text: str, engine: Engine, answer: Answer) -> EngineResult:
    """Return the answer with the engine that gave it; `text` is the engine's configuration."""
    return EngineResult(text, answer, claimed_verdict(answer), find_method(engine))
