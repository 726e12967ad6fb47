"""The explanation of a puzzle without a solution: found here, and replayed by the checker before anyone sees it."""

from collections.abc import Iterable, Sequence

from ..checking.explanation_replay import replay_contradiction
from ..checking.rejection import Rejected
from ..core.answer import OutOfTime, Stopwatch
from ..core.entry import Candidates
from ..core.puzzle import Puzzle
from ..techniques import Position, Step, Technique, position_of
from .contradiction import Contradiction, keep_givens
from .contradiction_search import ContradictionSearch

LARGEST_EXPLAINED = 36  # side: the tables of the checker take 0.3 GB there, and grow with its fifth power


def explain_contradiction(
    puzzle: Puzzle, techniques: Sequence[Technique], candidates: tuple[Candidates, ...] | None, watch: Stopwatch
) -> tuple[tuple[Step, ...], Contradiction | None]:
    """Return the steps to the contradiction, and what they show.

    If time runs out, return the steps found and None; if the board is too large, no step and None.
    """
    contradiction = _explain_clash(puzzle)
    if not contradiction and puzzle.shape.side > LARGEST_EXPLAINED:
        return (), None
    if not contradiction:
        search = ContradictionSearch(puzzle, techniques, candidates, watch)
        try:
            contradiction = search.run()
        except OutOfTime:
            return _drop_repetitions(position_of(puzzle, candidates=candidates), search.steps), None
    _replay(contradiction, candidates)
    return contradiction.steps, contradiction


def _explain_clash(puzzle: Puzzle) -> Contradiction | None:
    clash = puzzle.find_clash()
    if clash is None:
        return None
    cells = tuple(cell for cell in puzzle.shape.cells if puzzle.shape.name_of(cell) in clash.cells)
    return Contradiction(keep_givens(puzzle, [(cell, clash.value) for cell in cells]), (), str(clash), cells)


def _replay(contradiction: Contradiction, candidates: tuple[Candidates, ...] | None) -> None:
    try:
        replay_contradiction(contradiction.start, contradiction.steps, contradiction.reason, candidates)
    except Rejected as error:
        raise AssertionError(f"the checker refuses the explanation: {error}") from error


def _drop_repetitions(position: Position, steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the steps that change the position; rounds may contain several ways to the same conclusion."""
    kept = []
    for step in steps:
        places = any(not position.grid[cell] for cell, _ in step.placed)
        if places or any(position.candidates[cell] >> value & 1 for cell, value in step.removed):
            kept.append(step)
            position.apply(step)
    return tuple(kept)
