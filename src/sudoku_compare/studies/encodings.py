"""Do unit propagation or failed literals suffice, and with which CNF encoding? (Lynce and Ouaknine's question)

Three measurements: unit propagation alone; failed literals, where every literal whose assumption leads to a
contradiction by unit propagation is refuted until no literal fails; and the conflicts of a complete search. In the
minimal and efficient encodings, unit propagation decides the cells that AC-3 decides; in the extended one it finds
hidden singles too.
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
from .outcome import Chart, Column, Example, Kind, Outcome, Table, Value
from .workload import Subject, Workload, examine_all, format_percent

QUESTION = "Do unit propagation or failed literals suffice, and with which CNF encoding?"


class Trial(NamedTuple):
    """What was measured for one puzzle in one encoding."""

    encoding: str
    clauses: int  # for the rules
    reduced: int  # clauses left once the givens are known
    by_propagation: bool
    by_failed_literals: bool
    conflicts: int
    puzzle: Puzzle


def study(work: Workload) -> Outcome:
    """Measure each encoding on each puzzle."""
    try:
        load()
    except ImportError as error:
        raise OptionError(f"study encodings: {error}; pip install python-sat") from error
    try:
        findings = examine_all(work, _try_encodings)
    finally:
        for rules in _loaded.values():
            rules.close()
        _loaded.clear()
    rows = [row for tier, trials in findings.tiers.items() for row in _make_rows(tier, trials)]
    return Outcome(
        QUESTION,
        tuple(_make_answers(findings.all)),
        (Table("What each encoding solves, and how", COLUMNS, tuple(rows)),),
        (_make_chart(rows),),
        tuple(_choose_examples(findings.all)),
        findings.left_out,
    )


class LoadedRules:
    """The rules of a shape in one encoding, loaded into a solver that only propagates."""

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

    def propagate(self, assumed: list[int]) -> set[int] | None:
        """Return what follows by unit propagation; None if that is a contradiction."""
        literals = self._solver.propagate(assumed)
        return None if literals is None else set(literals)

    def is_solved(self, known: set[int]) -> bool:
        """Return whether every cell has a value."""
        return sum(literal > 0 for literal in known) == self.cells

    def refute_failed_literals(self, assumed: list[int], watch: Stopwatch) -> set[int]:
        """Return what is known once every literal that fails by unit propagation has been refuted."""
        assumed = list(assumed)
        known = self._propagate_consistent(assumed)
        progress = True
        while progress and not self.is_solved(known):
            progress = False
            for literal in (sign * variable for variable in self.variables for sign in (1, -1)):
                if literal in known or -literal in known:
                    continue
                watch.tick()
                if self.propagate([*assumed, literal]) is None:
                    assumed.append(-literal)
                    known = self._propagate_consistent(assumed)
                    progress = True
        return known

    def _propagate_consistent(self, assumed: list[int]) -> set[int]:
        known = self.propagate(assumed)
        if known is None:
            raise AssertionError("a puzzle with a solution led to a contradiction")
        return known


_loaded: dict[tuple[Shape, str], LoadedRules] = {}  # in this process


def _try_encodings(subject: Subject) -> list[Trial]:
    return [_try_encoding(subject, name) for name in ENCODINGS]


def _try_encoding(subject: Subject, encoding: str) -> Trial:
    return run_interruptibly(DEFAULT_SOLVER, lambda: _measure(subject, encoding), subject.watch)


def _measure(subject: Subject, encoding: str) -> Trial:
    puzzle, shape = subject.puzzle, subject.puzzle.shape
    if (shape, encoding) not in _loaded:
        _loaded[shape, encoding] = LoadedRules(shape, encoding)
    rules = _loaded[shape, encoding]
    givens = [rules.formula.variable(cell, value) for cell, value in enumerate(puzzle.givens) if value]
    alone = rules.is_solved(rules.propagate(givens) or set())
    return Trial(
        encoding,
        rules.clauses,
        sum(1 for _ in Formula(puzzle, encoding).clauses()),
        alone,
        alone or rules.is_solved(rules.refute_failed_literals(givens, subject.watch)),
        _count_conflicts(puzzle, encoding, subject.watch),
        puzzle,
    )


def _count_conflicts(puzzle: Puzzle, encoding: str, watch: Stopwatch) -> int:
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


def _make_rows(tier: str, trials: list[list[Trial]]) -> Iterable[tuple[Value, ...]]:
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


def _make_answers(trials: list[list[Trial]]) -> Iterable[str]:
    for number, encoding in enumerate(ENCODINGS):
        of_encoding = [trial[number] for trial in trials]
        if of_encoding:
            alone = format_percent(sum(trial.by_propagation for trial in of_encoding), len(of_encoding))
            failed = format_percent(sum(trial.by_failed_literals for trial in of_encoding), len(of_encoding))
            yield f"{encoding}: unit propagation alone solves {alone} of the puzzles, failed literals solve {failed}."


def _choose_examples(trials: list[list[Trial]]) -> Iterable[Example]:
    """Yield a puzzle that unit propagation leaves unsolved in the strongest encoding, and one for failed literals."""
    strongest = [trial[-1] for trial in trials]
    for what, solved in (("unit propagation does", "by_propagation"), ("failed literals do", "by_failed_literals")):
        unsolved = next((trial for trial in strongest if not getattr(trial, solved)), None)
        if unsolved:
            yield Example(f"{what} not suffice in any encoding", unsolved.puzzle)


def _make_chart(rows: list[tuple[Value, ...]]) -> Chart:
    values = []
    for tier, encoding, _, _, alone, failed, *_ in rows:
        if tier == rows[-1][0]:
            values.append({"encoding": encoding, "by": "unit propagation", "solved": alone})
            values.append({"encoding": encoding, "by": "failed literals", "solved": failed})
    return Chart("encodings", "Solved without a search", "encoding", "solved", tuple(values), "by", Kind.SHARE)
