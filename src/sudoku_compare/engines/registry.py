"""The engines by name. README.md beside this file says how to add one.

Modules are imported when their engine is asked for, and the packages that they need when they search (or when
an option names something that only the package can tell, such as a solver).
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from ..core.text import suggest
from .options import configured
from .protocol import Engine

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sudoku_compare.engines"  # the entry-point group in which other packages offer theirs

BUILT_IN = {
    "reductio": "reductio.engine:Reductio",
    "sat": "sat.engine:Sat",
    "cpsat": "cpsat.engine:CpSat",
    "kernel": "kernel:Kernel",
    "backtrack": "backtrack.engine:Backtrack",
    "bifurcation": "bifurcation:Bifurcation",
    "logic": "logic:Logic",
}
DEFAULT = ("reductio", "sat", "cpsat")  # those that are asked where none is chosen: unrelated, and each complete


def engine_names() -> list[str]:
    """All engines there are, ours first."""
    return [*BUILT_IN, *sorted(set(_offered()) - set(BUILT_IN))]


def _offered() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # late: it slows every start

    return {point.name: point for point in entry_points(group=GROUP)}


def engine_class(name: str) -> type[Engine]:
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: type[Engine] = getattr(import_module(f".{module}", __package__), attribute)
        return found
    if point := _offered().get(name):
        offered: type[Engine] = point.load()
        return offered
    raise OptionError(f"no engine {name!r}; {suggest(name, engine_names())}")


def engine_from_text(text: str) -> Engine:
    """`sat:solver=glucose4` and the like; a bare name means all defaults."""
    name, _, settings = text.partition(":")
    return configured(engine_class(name), settings)


def is_installed(engine: type[Engine]) -> bool:
    """Whether the package that the engine needs is there, found without importing it."""
    return engine.package is None or find_spec(engine.package) is not None
