"""Solve Sudokus with independent engines, check every answer, and report a verdict only when they agree.

There is one function for each command: `solve`, `uniqueness`, `explain`, `scan`, `generate`, `bench` and `read`. Each
returns an immutable result with `to_dict()`, which is the JSON of the command, and a notebook draws it.

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
    from .benchmark.bench import bench, read_record
    from .benchmark.result import Benchmark
    from .checking.judge import Judgement
    from .comparison.compare import Comparison
    from .comparison.solve import solve
    from .core.answer import Answer, Ending, Limits
    from .core.entry import Entry
    from .core.errors import ArrayError, OptionError, OutputError, PuzzleError, RecordError, SourceError, UserError
    from .core.puzzle import Puzzle
    from .core.verdict import EngineResult, Verdict
    from .engines.collecting import collect_answer
    from .engines.protocol import Engine
    from .engines.registry import load_engine
    from .evidence.result import UniquenessResult
    from .evidence.uniqueness import uniqueness
    from .explanation.explain import Explanation, explain
    from .generation.generated_puzzles import GeneratedPuzzles, generate
    from .native.settle import settle_many
    from .reading.collection import PuzzleCollection, read
    from .scanning.whole_scan import Scan, scan

    __version__: str

__all__ = [
    "Answer",
    "ArrayError",
    "Benchmark",
    "Comparison",
    "Ending",
    "Engine",
    "EngineResult",
    "Entry",
    "Explanation",
    "GeneratedPuzzles",
    "Judgement",
    "Limits",
    "OptionError",
    "OutputError",
    "Puzzle",
    "PuzzleCollection",
    "PuzzleError",
    "RecordError",
    "Scan",
    "SourceError",
    "UniquenessResult",
    "UserError",
    "Verdict",
    "__version__",
    "bench",
    "collect_answer",
    "explain",
    "generate",
    "load_engine",
    "read",
    "read_record",
    "scan",
    "settle_many",
    "solve",
    "uniqueness",
]

_HOMES = {
    "Answer": "core.answer",
    "ArrayError": "core.errors",
    "Benchmark": "benchmark.result",
    "Comparison": "comparison.compare",
    "Ending": "core.answer",
    "Engine": "engines.protocol",
    "EngineResult": "core.verdict",
    "Entry": "core.entry",
    "Explanation": "explanation.explain",
    "GeneratedPuzzles": "generation.generated_puzzles",
    "Judgement": "checking.judge",
    "Limits": "core.answer",
    "OptionError": "core.errors",
    "OutputError": "core.errors",
    "Puzzle": "core.puzzle",
    "PuzzleCollection": "reading.collection",
    "PuzzleError": "core.errors",
    "RecordError": "core.errors",
    "Scan": "scanning.whole_scan",
    "SourceError": "core.errors",
    "UniquenessResult": "evidence.result",
    "UserError": "core.errors",
    "Verdict": "core.verdict",
    "bench": "benchmark.bench",
    "collect_answer": "engines.collecting",
    "explain": "explanation.explain",
    "generate": "generation.generated_puzzles",
    "load_engine": "engines.registry",
    "read": "reading.collection",
    "read_record": "benchmark.bench",
    "scan": "scanning.whole_scan",
    "settle_many": "native.settle",
    "solve": "comparison.solve",
    "uniqueness": "evidence.uniqueness",
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
