"""Replay a trace step by step, and reject it at the first step that does not hold.

The rules of Sudoku are written here a second time, with sets, from the height and width of the boxes alone; this module
shares nothing with the search. Each inference must follow from what is known in its scope, each assumption must be a
remaining candidate, each refutation needs a contradiction, and an exhausted search must have tried everything. A scope
may be abandoned as long as it has no solution; nothing follows from it, and its choice has to be made again. Nothing
may be missing either: every candidate that a known value removes, and every inference before an assumption.
"""

from dataclasses import dataclass, field

from ..core.puzzle import Puzzle
from ..core.shape import Cell
from ..core.trace_steps import (
    Abandoned,
    Assume,
    Clash,
    Closed,
    Cut,
    End,
    Exhausted,
    Lone,
    NoPlace,
    NoValue,
    Place,
    Prune,
    Solution,
    Step,
)
from .rejection import Rejected


@dataclass(slots=True)
class _Choice:
    cell: Cell | None  # None if the trace was cut here
    untried: set[int]
    tried: dict[int, int] = field(default_factory=dict)  # the number of solutions in the scope of each value


@dataclass(slots=True)
class _Scope:
    """The scope of an assumption; the outermost scope is the puzzle itself."""

    cell: Cell = -1
    value: int = 0
    number: int = 0
    removed: int = 0  # how many candidates had been removed when it was opened
    known: int = 0  # how many cells were known when it was opened
    solutions: int = 0
    ended: bool = False
    choice: _Choice | None = None

    def is_over(self) -> bool:
        return self.ended or (self.choice is not None and not self.choice.untried)


class Replay:
    """One trace of one puzzle: `follow` each step in turn. Raises Rejected with the number of the step."""

    def __init__(self, puzzle: Puzzle) -> None:
        height, width = puzzle.shape.box_height, puzzle.shape.box_width
        side = height * width
        self._side, self._givens = side, puzzle.givens
        self._members: list[list[Cell]] = [[] for _ in range(3 * side)]
        self._around: list[tuple[int, int, int]] = []
        for cell in range(side * side):
            row, column = divmod(cell, side)
            box = row // height * (side // width) + column // width
            self._around.append((row, side + column, 2 * side + box))
            for unit in self._around[cell]:
                self._members[unit].append(cell)
        self._left = [{given} if given else set(range(1, side + 1)) for given in self._givens]
        self._known = [cell for cell, given in enumerate(self._givens) if given]
        self._value_at = list(self._givens)
        self._unfinished = list(self._known)  # known cells whose peers may still have the value
        self._removed: list[tuple[Cell, int]] = []
        self._scopes = [_Scope()]
        self._over = False
        self.steps = self.solutions = self.assumptions = self.contradictions = self.deepest = self.on_trust = 0

    def follow(self, step: Step) -> None:
        """Check the next step."""
        self.steps += 1
        self._require(not self._over, "it comes after the end of the trace")
        if not isinstance(step, Prune | Clash) and not (isinstance(step, End) and step.ending == "timed_out"):
            self._require_cleared_peers()
        match step:
            case Prune() | Lone() | Place():
                self._require(
                    not self._scope.ended and self._scope.choice is None,
                    "this scope allows no more inferences",
                )
                self._infer(step)
            case Assume():
                self._assume(step)
            case Closed():
                self._close(step)
            case Abandoned():
                self._abandon(step)
            case NoValue() | NoPlace() | Clash():
                self._contradict(step)
            case Exhausted():
                self._exhaust(step)
            case Solution():
                self._solve(step)
            case Cut():
                self._cut(step)
            case End():
                self._end(step)

    @property
    def _scope(self) -> _Scope:
        return self._scopes[-1]

    def _require(self, holds: bool, objection: str) -> None:
        if not holds:
            raise Rejected(f"step {self.steps}: {objection}")

    def _name_cell(self, cell: Cell) -> str:
        return f"r{cell // self._side + 1}c{cell % self._side + 1}"

    def _require_on_board(self, cell: Cell = 0, value: int = 1, unit: int = 0) -> None:
        on_board = 0 <= cell < len(self._left) and 1 <= value <= self._side and 0 <= unit < len(self._members)
        self._require(on_board, "it is not on the board")

    def _require_cleared_peers(self) -> None:
        for cell in self._unfinished:
            value = self._value_at[cell]
            for unit in self._around[cell]:
                kept = [peer for peer in self._members[unit] if peer != cell and value in self._left[peer]]
                self._require(not kept, f"{value} is still a candidate in a peer of {self._name_cell(cell)}")
        self._unfinished.clear()

    def _infer(self, step: Prune | Lone | Place) -> None:
        self._require_on_board(step.cell, step.value)
        cell, value = step.cell, step.value
        self._require(value in self._left[cell], "the cell does not have this candidate")
        match step:
            case Prune(by=by):
                self._require_on_board(by)
                self._require(by != cell and self._value_at[by] == value, "the value is not known there")
                self._require(any(map(int.__eq__, self._around[by], self._around[cell])), "the cells are not peers")
                self._remove(cell, value)
            case Lone():
                self._require(self._left[cell] == {value}, "the cell has other candidates")
                self._set_value(cell, value)
            case Place(unit=unit):
                self._require_on_board(unit=unit)
                places = [place for place in self._members[unit] if value in self._left[place]]
                self._require(places == [cell], "the unit has another place, or not this one")
                self._set_value(cell, value)

    def _remove(self, cell: Cell, value: int) -> None:
        self._left[cell].remove(value)
        self._removed.append((cell, value))

    def _set_value(self, cell: Cell, value: int) -> None:
        self._require(not self._value_at[cell], "the cell is known already")
        for other in self._left[cell] - {value}:
            self._remove(cell, other)
        self._value_at[cell] = value
        self._known.append(cell)
        self._unfinished.append(cell)

    def _assume(self, step: Assume) -> None:
        self._require_on_board(step.cell, step.value)
        scope = self._scope
        self._require(not scope.ended, "this scope has ended")
        if scope.choice is None:
            self._require_fixpoint()
            self._require(not self._value_at[step.cell], "the cell is known already")
            scope.choice = _Choice(step.cell, set(self._left[step.cell]))
        choice, left = scope.choice, self._left[step.cell]
        self._require(choice.cell == step.cell and step.value in choice.untried, "this value is not one to try here")
        self._require(step.candidates == tuple(sorted(left)), "the cell has other candidates")
        refuted = {value for value, solutions in choice.tried.items() if not solutions}
        self._require(set(step.refuted) == refuted, "the refuted values are different")
        self._require(set(step.solved) == set(choice.tried) - refuted, "the values that led to solutions are different")
        self._require(len(step.refuted) + len(step.solved) == len(choice.tried), "a value is named twice")
        self.assumptions += 1
        self._require(step.hypothetical == self.assumptions, f"expected hypothetical {self.assumptions}")
        self._require(step.depth == len(self._scopes), f"expected depth {len(self._scopes)}")
        self.deepest = max(self.deepest, step.depth)
        opened = _Scope(step.cell, step.value, step.hypothetical, len(self._removed), len(self._known))
        self._scopes.append(opened)
        self._set_value(step.cell, step.value)

    def _require_fixpoint(self) -> None:
        """Require that nothing more follows: no naked or hidden single and no contradiction is left."""
        for cell, left in enumerate(self._left):
            is_open = self._value_at[cell] > 0 or len(left) > 1
            self._require(is_open, f"more follows: {self._name_cell(cell)} has one candidate left, or none")
        for unit in self._members:
            once, several = set[int](), set[int]()
            for cell in unit:
                here = self._left[cell]
                several |= here if self._value_at[cell] else once & here
                once |= here
            self._require(len(several) == self._side, "more follows: a value has one place left, or none")

    def _contradict(self, step: NoValue | NoPlace | Clash) -> None:
        scope = self._scope
        self._require(not scope.ended and scope.choice is None, "this scope has already ended")
        match step:
            case NoValue(cell=cell):
                self._require_on_board(cell)
                self._require(not self._left[cell], "the cell has a candidate left")
            case NoPlace(value=value, unit=unit):
                self._require_on_board(value=value, unit=unit)
                places = [cell for cell in self._members[unit] if value in self._left[cell]]
                self._require(not places, "the unit has a place left")
            case Clash(cell=cell, by=by, value=value, unit=unit):
                self._require_on_board(max(cell, by), value, unit)
                self._require(min(cell, by) >= 0 and cell != by, "expected two different cells")
                self._require({cell, by} <= set(self._members[unit]), "the cells are not both in the unit")
                self._require(self._givens[cell] == self._givens[by] == value, "the value is not given twice")
                self._unfinished.clear()  # nothing need be removed once givens clash
        self.contradictions += 1
        scope.ended = True

    def _exhaust(self, step: Exhausted) -> None:
        scope = self._scope
        choice = scope.choice
        self._require(choice is not None and not choice.untried and not scope.ended, "not everything was tried")
        if choice is not None and choice.cell is not None:
            self._require(choice.cell == step.cell, "the choice was made in another cell")
        self._require(not scope.solutions, "a solution was found in this scope")
        scope.ended = True

    def _solve(self, step: Solution) -> None:
        self._require(not self._scope.ended and self._scope.choice is None, "this scope has already ended")
        self._require(0 not in self._value_at, "a cell is undecided")
        self._require(step.grid == bytes(self._value_at), "the grid differs from the known values")
        every_value = set(range(1, self._side + 1))
        for unit in self._members:
            self._require({self._value_at[cell] for cell in unit} == every_value, "a unit is not complete")
        self.solutions += 1
        self._require(step.number == self.solutions, f"expected solution {self.solutions}")
        self._scope.solutions = 1
        self._scope.ended = True

    def _close(self, step: Closed) -> None:
        scope = self._leave_scope(step)
        self._require(scope.ended or (scope.is_over() and scope.solutions > 0), "its scope has not ended")
        self._require(step.solutions == scope.solutions, f"the scope has {scope.solutions} solutions")
        outer = self._scope
        outer.solutions += scope.solutions
        if outer.choice:
            outer.choice.untried.remove(step.value)
            outer.choice.tried[step.value] = step.solutions

    def _abandon(self, step: Abandoned) -> None:
        """Forget the choice of the outer scope: what was tried there proves nothing about the next choice."""
        scope = self._leave_scope(step)
        self._require(not scope.solutions and not self._scope.solutions, "a solution was found in this scope")
        self._scope.choice = None

    def _leave_scope(self, step: Closed | Abandoned) -> _Scope:
        """Undo what was inferred in the innermost scope, and return the scope."""
        self._require(len(self._scopes) > 1, "no assumption is in force")
        scope = self._scopes.pop()
        self._require((step.cell, step.value) == (scope.cell, scope.value), "another assumption is in force")
        self._require(step.hypothetical == scope.number, f"expected hypothetical {scope.number}")
        for cell, value in self._removed[scope.removed :]:
            self._left[cell].add(value)
        for cell in self._known[scope.known :]:
            self._value_at[cell] = 0
        del self._removed[scope.removed :], self._known[scope.known :]
        return scope

    def _cut(self, step: Cut) -> None:
        """Accept what the trace leaves out, and count it as taken on trust."""
        self._require(step.depth == len(self._scopes) - 1 and step.assumptions > 0, "no scope is cut here")
        self._require(not self._scope.ended and self._scope.choice is None, "this scope has already ended")
        self._scope.choice = _Choice(None, set())
        self._scope.solutions = step.solutions
        self.on_trust += step.assumptions
        self.assumptions += step.assumptions
        self.contradictions += step.contradictions
        self.solutions += step.solutions

    def _end(self, step: End) -> None:
        self._require(step.ending in ("exhausted", "enough", "timed_out"), "unknown ending")
        if step.ending == "exhausted":
            self._require(len(self._scopes) == 1 and self._scope.is_over(), "something was left untried")
            self._require(
                self._scope.ended or self._scope.solutions > 0, "the refutation of the last choice is missing"
            )
        self._require(step.ending != "enough" or self.solutions > 0, "no solution was found")
        counts = (self.solutions, self.assumptions, self.contradictions)
        self._require(counts == (step.solutions, step.assumptions, step.contradictions), "the counts are different")
        self._require(step.deepest == self.deepest or self.on_trust > 0, "the depth is different")
        self._over = True

    def finish(self) -> None:
        """Check that the trace has ended; call it after the last step."""
        self.steps += 1
        self._require(self._over, "the end of the trace is missing")
