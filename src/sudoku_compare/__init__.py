"""Solve Sudokus with independent engines, check every answer, and report a verdict only when they agree.

>>> import sudoku_compare
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> comparison = sudoku_compare.solve(puzzle)
>>> comparison.verdict
<Verdict.UNIQUE: 'unique'>
>>> engine = sudoku_compare.load_engine("sat:solver=glucose4")
>>> engine.search(sudoku_compare.Puzzle.from_text(puzzle), sudoku_compare.Limits(solutions=2)).ending
<Ending.EXHAUSTED: 'exhausted'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .benchmark.frames import bench, read_record
    from .comparison.compare import Comparison, solve
    from .core.answer import Answer, Ending, Limits
    from .core.puzzle import Puzzle
    from .core.verdict import Verdict
    from .engines.protocol import Engine
    from .engines.registry import load_engine
    from .native.settle import settle_many

    __version__: str

__all__ = [
    "Answer",
    "Comparison",
    "Ending",
    "Engine",
    "Limits",
    "Puzzle",
    "Verdict",
    "__version__",
    "bench",
    "load_engine",
    "read_record",
    "settle_many",
    "solve",
]

_HOMES = {
    "Answer": "core.answer",
    "Comparison": "comparison.compare",
    "Ending": "core.answer",
    "Engine": "engines.protocol",
    "Limits": "core.answer",
    "Puzzle": "core.puzzle",
    "Verdict": "core.verdict",
    "bench": "benchmark.frames",
    "load_engine": "engines.registry",
    "read_record": "benchmark.frames",
    "settle_many": "native.settle",
    "solve": "comparison.compare",
}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `sudoku-compare --help` needs none of them."""
    if name == "__version__":
        from importlib.metadata import version

        return version("sudoku-compare")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
