"""The engines by name. `docs/engines.md` says how to add one.

An engine's module is imported when the engine is loaded. Third-party packages are imported when it searches, or when
only the package can tell whether an option's value exists (such as the name of a solver).
"""

from dataclasses import is_dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from ..core.text import suggest
from .options import configure_engine
from .protocol import Engine

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sudoku_compare.engines"  # the entry-point group in which other packages register their engines

BUILT_IN = {
    "reductio": "reductio.engine:Reductio",
    "sat": "sat.engine:Sat",
    "cpsat": "cpsat.engine:CpSat",
    "kernel": "kernel:Kernel",
    "backtrack": "backtrack.engine:Backtrack",
    "bifurcation": "bifurcation:Bifurcation",
    "logic": "logic:Logic",
}


def load_engine(text: str) -> Engine:
    """Return the engine that a configuration describes: its name, then options as `:key=value,key=value`.

    Raise OptionError if there is no such engine, option or value.

    >>> from sudoku_compare.core.answer import Limits
    >>> from sudoku_compare.core.puzzle import Puzzle
    >>> engine = load_engine("backtrack:order=fewest")
    >>> engine.search(Puzzle.from_text("1... ..2. .3.. ...4"), Limits(solutions=2)).ending
    <Ending.EXHAUSTED: 'exhausted'>
    """
    name, _, settings = text.partition(":")
    return configure_engine(load_engine_class(name), settings)


def load_engine_class(name: str) -> type[Engine]:
    """Return the class of the engine with this name; raise OptionError if it does not exist or cannot be loaded."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        built_in: type[Engine] = getattr(import_module(f".{module}", __package__), attribute)
        return built_in
    if point := _find_plug_ins().get(name):
        return _load_plug_in(point)
    raise OptionError(f"unknown engine {name!r}; {suggest(name, list_engine_names())}")


def _load_plug_in(point: "EntryPoint") -> type[Engine]:
    """Import an engine of another package; raise OptionError if that fails or yields something else."""
    try:
        plug_in: type[Engine] = point.load()
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise OptionError(f"engine {point.name}: cannot load {point.value}: {reason}") from error
    if not (isinstance(plug_in, type) and is_dataclass(plug_in) and hasattr(plug_in, "search")):
        raise OptionError(f"engine {point.name}: {point.value} is not an engine: expected a frozen dataclass")
    return plug_in


def list_engine_names() -> list[str]:
    """Return the names of all engines, the built-in ones first."""
    return [*BUILT_IN, *sorted(set(_find_plug_ins()) - set(BUILT_IN))]


def is_installed(engine: type[Engine]) -> bool:
    """Return whether the package that the engine needs is installed, without importing it."""
    return engine.package is None or find_spec(engine.package) is not None


def _find_plug_ins() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # imported late: it slows down every start

    return {point.name: point for point in entry_points(group=GROUP)}
