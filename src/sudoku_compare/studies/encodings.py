"""Does unit propagation suffice, or failed literals, and with which encoding? (Lynce and Ouaknine's question)

Unit propagation alone; then failed literals: whatever leads to a contradiction by unit propagation when it is assumed
is false, again and again until nothing falls. And the conflicts of a whole search.
"""

from collections.abc import Iterable
from statistics import fmean, median
from typing import NamedTuple

from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.errors import OptionError
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from ..engines.registry import load_engine
from ..engines.sat.cnf import ENCODINGS, Formula
from ..engines.sat.solver import DEFAULT_SOLVER, Solver, load, run_interruptibly
from .outcome import Chart, Column, Kind, Outcome, Shown, Table, Value
from .workload import Posed, Work, by_tier, overall, percent

QUESTION = "Does unit propagation suffice, or failed literals, and with which CNF encoding?"


class Trial(NamedTuple):
    """Of one puzzle in one encoding."""

    encoding: str
    clauses: int  # of the rules
    reduced: int  # after the givens
    by_propagation: bool
    by_failed_literals: bool
    conflicts: int
    puzzle: Puzzle


def study(work: Work) -> Outcome:
    try:
        load()
    except ImportError as error:
        raise OptionError(f"study encodings: {error}; pip install python-sat") from error
    loaded: dict[tuple[Shape, str], Loaded] = {}
    try:
        tiers = by_tier(work.each(lambda posed: [_trial(posed, encoding, loaded) for encoding in ENCODINGS]))
    finally:
        for solver in loaded.values():
            solver.close()
    everything = overall(tiers)
    rows = [row for tier, trials in tiers.items() for row in _rows(tier, trials)]
    return Outcome(
        QUESTION,
        tuple(_answers(everything)),
        (Table("What each encoding settles, and how", COLUMNS, tuple(rows)),),
        (_chart(rows),),
        tuple(_examples(everything)),
        work.left_out,
    )


class Loaded:
    """The rules of a shape in one encoding, in a solver that is asked to propagate and nothing else."""

    def __init__(self, shape: Shape, encoding: str) -> None:
        self.formula = Formula(Puzzle(shape, bytes(len(shape.cells))), encoding, reduced=False)
        clauses = list(self.formula.clauses())
        self.clauses = len(clauses)
        self.cells = len(shape.cells)
        self.variables = range(1, shape.side**3 + 1)
        self._solver = Solver(DEFAULT_SOLVER, Stopwatch(Limits()))
        self._solver.add_all(clauses)

    def close(self) -> None:
        self._solver.close()

    def known(self, assumed: list[int]) -> set[int] | None:
        """What follows by unit propagation; None if that is a contradiction."""
        literals = self._solver.propagate(assumed)
        return None if literals is None else set(literals)

    def is_solved(self, known: set[int]) -> bool:
        return sum(literal > 0 for literal in known) == self.cells

    def without_failed_literals(self, assumed: list[int], watch: Stopwatch) -> set[int]:
        """What is known once every literal that fails by unit propagation has been refuted."""
        assumed = list(assumed)
        known = self._must_hold(assumed)
        progress = True
        while progress and not self.is_solved(known):
            progress = False
            for literal in (sign * variable for variable in self.variables for sign in (1, -1)):
                if literal in known or -literal in known:
                    continue
                watch.tick()
                if self.known([*assumed, literal]) is None:
                    assumed.append(-literal)
                    known = self._must_hold(assumed)
                    progress = True
        return known

    def _must_hold(self, assumed: list[int]) -> set[int]:
        known = self.known(assumed)
        if known is None:
            raise AssertionError("a puzzle with a solution led to a contradiction")
        return known


def _trial(posed: Posed, encoding: str, loaded: dict[tuple[Shape, str], Loaded]) -> Trial:
    return run_interruptibly(DEFAULT_SOLVER, lambda: _tried(posed, encoding, loaded), posed.watch)


def _tried(posed: Posed, encoding: str, loaded: dict[tuple[Shape, str], Loaded]) -> Trial:
    puzzle, shape = posed.puzzle, posed.puzzle.shape
    if (shape, encoding) not in loaded:
        loaded[shape, encoding] = Loaded(shape, encoding)
    rules = loaded[shape, encoding]
    givens = [rules.formula.variable(cell, value) for cell, value in enumerate(puzzle.givens) if value]
    alone = rules.is_solved(rules.known(givens) or set())
    return Trial(
        encoding,
        rules.clauses,
        sum(1 for _ in Formula(puzzle, encoding).clauses()),
        alone,
        alone or rules.is_solved(rules.without_failed_literals(givens, posed.watch)),
        _conflicts(puzzle, encoding, posed.watch),
        puzzle,
    )


def _conflicts(puzzle: Puzzle, encoding: str, watch: Stopwatch) -> int:
    watch.tick()
    answer = load_engine(f"sat:encoding={encoding}").search(puzzle, Limits(2, watch.left()))
    if "conflicts" not in answer.counts:
        raise OutOfTime
    return answer.counts["conflicts"]


COLUMNS = (
    Column("tier", Kind.TEXT),
    Column("encoding", Kind.TEXT),
    Column("clauses"),
    Column("after the givens", Kind.MEAN),
    Column("unit propagation", Kind.SHARE),
    Column("failed literals", Kind.SHARE),
    Column("conflicts, median", Kind.MEAN),
    Column("conflicts, most"),
)


def _rows(tier: str, trials: list[list[Trial]]) -> Iterable[tuple[Value, ...]]:
    for number, encoding in enumerate(ENCODINGS):
        of_encoding = [trial[number] for trial in trials]
        yield (
            tier,
            encoding,
            max(trial.clauses for trial in of_encoding),
            fmean(trial.reduced for trial in of_encoding),
            fmean(trial.by_propagation for trial in of_encoding),
            fmean(trial.by_failed_literals for trial in of_encoding),
            median(trial.conflicts for trial in of_encoding),
            max(trial.conflicts for trial in of_encoding),
        )


def _answers(trials: list[list[Trial]]) -> Iterable[str]:
    for number, encoding in enumerate(ENCODINGS):
        of_encoding = [trial[number] for trial in trials]
        if of_encoding:
            alone = percent(sum(trial.by_propagation for trial in of_encoding), len(of_encoding))
            failed = percent(sum(trial.by_failed_literals for trial in of_encoding), len(of_encoding))
            yield f"{encoding}: unit propagation alone solves {alone}, failed literals {failed}."


def _examples(trials: list[list[Trial]]) -> Iterable[Shown]:
    """One that unit propagation leaves unsolved in the encoding that propagates most; one that failed literals do."""
    strongest = [trial[-1] for trial in trials]
    for what, solved in (("unit propagation", "by_propagation"), ("failed literals", "by_failed_literals")):
        unsolved = next((trial for trial in strongest if not getattr(trial, solved)), None)
        if unsolved:
            yield Shown(f"{what} does not suffice, whatever the encoding", unsolved.puzzle)


def _chart(rows: list[tuple[Value, ...]]) -> Chart:
    values = []
    for tier, encoding, _, _, alone, failed, *_ in rows:
        if tier == rows[-1][0]:
            values.append({"encoding": encoding, "by": "unit propagation", "solved": alone})
            values.append({"encoding": encoding, "by": "failed literals", "solved": failed})
    return Chart("encodings", "Solved without a search", "encoding", "solved", tuple(values), "by", Kind.SHARE)
