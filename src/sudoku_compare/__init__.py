"""Put the same Sudoku to unrelated reasoners; believe an answer only when they agree and it was checked."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .comparison.compare import Comparison, solve
    from .core.answer import Answer, Ending, Limits
    from .core.puzzle import Puzzle
    from .core.verdict import Verdict
    from .engines.protocol import Engine

__all__ = ["Answer", "Comparison", "Ending", "Engine", "Limits", "Puzzle", "Verdict", "solve"]

_HOMES = {
    "comparison.compare": ("Comparison", "solve"),
    "core.answer": ("Answer", "Ending", "Limits"),
    "core.puzzle": ("Puzzle",),
    "core.verdict": ("Verdict",),
    "engines.protocol": ("Engine",),
}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Names come when they are asked for: `sudoku-compare --help` needs none of them."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
