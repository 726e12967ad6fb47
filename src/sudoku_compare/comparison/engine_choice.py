"""The engines that Python code asks for, as text or as objects."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..core.arguments import wrong_type
from ..core.errors import OptionError
from ..engines.protocol import Engine
from .compare import engines_by_text

EXPECTED = "engines as text, such as 'sat:solver=glucose4', or as objects"
NEEDED = ("name", "search", "stoppable", "package", "distribution", "counted")


def choose_engines(engines: Any) -> dict[str, Engine]:
    """Return the engines by their texts; `engines` is one or several, each as text or as an object.

    Raises OptionError if there is no such engine or none at all, and TypeError for anything that is not an engine.
    """
    chosen = list_engines(engines)
    if not chosen:
        raise OptionError("engines: expected at least one engine, such as 'reductio', found none")
    for engine in chosen:
        _check_engine(engine)
    return engines_by_text(chosen)


def list_engines(engines: Any) -> list[Any]:
    """Return one or several engines as a list."""
    if isinstance(engines, str) or hasattr(engines, "search"):
        return [engines]
    if not isinstance(engines, Iterable) or isinstance(engines, bytes | Mapping):
        raise wrong_type("engines", EXPECTED, engines)
    return list(engines)


def _check_engine(engine: Any) -> None:
    if isinstance(engine, str):
        return
    if isinstance(engine, type):
        raise TypeError(f"engines: expected an engine, found the class {engine.__name__}; pass {engine.__name__}()")
    if not hasattr(engine, "search"):
        raise wrong_type("engines", EXPECTED, engine)
    missing = [name for name in NEEDED if not hasattr(engine, name)]
    if missing:
        kind = type(engine).__name__
        raise TypeError(f"engines: {kind} has no {missing[0]}; derive the class from sudoku_compare.Engine")
