"""`solve` from Python: one puzzle, any engines."""

import math
from collections.abc import Iterable

from ..core.answer import Limits
from ..core.names import DEFAULT_ENGINES
from ..engines.protocol import Engine
from ..reading.one_puzzle import PuzzleLike, to_entry
from .compare import Comparison, compare
from .engine_choice import choose_engines


def solve(
    puzzle: PuzzleLike,
    engines: "str | Engine | Iterable[str | Engine]" = DEFAULT_ENGINES,
    *,
    first: bool = False,
    seconds: float = 60.0,
    cpu_time: float = math.inf,
    memory: int | None = None,
    box: tuple[int, int] | None = None,
) -> Comparison:
    """Put one puzzle to several engines, check and compare their answers, and return the verdict.

    Parameters: `puzzle` is a `Puzzle`, an `Entry`, the text of a puzzle in any format, the `Path` of a file with one
    puzzle, or a NumPy array or list of rows with 0 for an empty cell. `engines` are engines as text
    (`"sat:solver=glucose4"`) or as objects, one or several. `first` stops each engine at its first solution. `seconds`
    is the time-out of each engine, `cpu_time` its limit of processor time, and `memory` its limit of memory in bytes
    (default: none for built-in engines, half of the machine's memory for others). An engine that is not built in, or
    that has one of the last two limits, runs in a process of its own. `box` is the
    height and width of the boxes (default: as close to square as possible, wider than tall).

    Raises PuzzleError, ArrayError or SourceError if there is no such puzzle, OptionError if there is no such engine,
    and TypeError for an argument of a wrong type. A time-out or a failing engine is part of the result.

    >>> from sudoku_compare import solve, Puzzle
    >>> result = solve("1... ..2. .3.. ...4")
    >>> str(result.verdict), result.judgement.agreed
    ('unique', True)
    >>> Puzzle(result.puzzle.shape, result.solution).text
    '1243342143122134'
    """
    entry, chosen = to_entry(puzzle, box), choose_engines(engines)
    return compare(entry, chosen, Limits(1 if first else 2, seconds, cpu_time, memory))
