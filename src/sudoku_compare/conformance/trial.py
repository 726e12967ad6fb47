"""Ask an engine all cases, and keep what was observed for the promises to judge."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ..core.answer import Answer, Ending, Limits
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from ..core.verdict import Verdict
from ..engines.external.line_program import LineProgram
from ..engines.protocol import Engine, Origin, find_origin
from ..engines.registry import load_engine
from ..running.observation import Observed, observe
from .case import Case
from .case_selection import USUAL_SIDES, choose_cases

Observe = Callable[[Engine, Puzzle, Limits], Observed]
Load = Callable[[str], Engine]
Progress = Callable[[int, int], None]  # is told how many searches are done, and how many there are

CASE_SECONDS = 5.0  # time limit of each case
USUAL_LIMIT = 2  # solutions
LARGER_LIMIT = 5
EVERY_LIMITED = 8  # one case in so many is also asked for one solution, and as many for LARGER_LIMIT solutions
FIRST_CASES = 4  # unique ones of several sizes; an engine that answers none of them is not asked the others
MOST_TIME_OUTS = 3  # of a size; then, if at least half of its searches timed out, its other cases are not asked
SETTLED = (Ending.EXHAUSTED, Ending.ENOUGH)


@dataclass(frozen=True, slots=True)
class Question:
    """A case, and the limit of solutions that it is asked with."""

    case: Case
    limit: int = USUAL_LIMIT

    @property
    def limits(self) -> Limits:
        return Limits(self.limit, CASE_SECONDS)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A question, and what was observed when it was asked."""

    question: Question
    observed: Observed

    @property
    def case(self) -> Case:
        return self.question.case

    @property
    def answer(self) -> Answer:
        return self.observed.answer

    @property
    def is_settled(self) -> bool:
        """Whether the search ran to its end."""
        return self.answer.ending in SETTLED


@dataclass(frozen=True, slots=True)
class Trial:
    """An engine, what it answered, and how it can be asked again."""

    engine: Engine
    results: Sequence[CaseResult]
    cases: int  # that were to be asked
    observe: Observe = field(default=observe, repr=False)
    load: Load = field(default=load_engine, repr=False)

    @property
    def has_answers(self) -> bool:
        """Whether any of the first cases was answered."""
        return any(result.answer.ending not in (Ending.FAILED, Ending.TIMED_OUT) for result in self.results)


def run_trial(
    engine: Engine, *, observe: Observe = observe, load: Load = load_engine, on_progress: Progress | None = None
) -> Trial:
    """Ask the engine all cases; if it answers none of the first ones, ask no more."""
    cases = _choose_cases_for(engine)
    questions = plan_questions(cases)
    results: list[CaseResult] = []
    for done, result in _ask_all(engine, questions, observe):
        results.append(result)
        if on_progress:
            on_progress(done, len(questions))
        if len(results) == FIRST_CASES and not Trial(engine, results, len(cases)).has_answers:
            break
    return Trial(engine, tuple(results), len(cases), observe, load)


def find_sides(engine: Engine) -> tuple[int, ...] | None:
    """Return the sides of the boards that the engine declares to take, or None if it takes any."""
    return tuple(getattr(engine, "sizes", None) or ()) or None


def _choose_cases_for(engine: Engine) -> tuple[Case, ...]:
    sides = find_sides(engine)
    if sides is None and isinstance(engine, LineProgram):
        sides = USUAL_SIDES  # a line of cells does not say how the boxes lie
    return choose_cases(sides)


def runs_program(engine: Engine) -> bool:
    """Return whether the engine is another program: it has no standard output of its own, and is stopped from outside.

    A program may also be unable to tell whether there are other solutions, which is the ending `STUCK`.
    """
    return find_origin(engine) is Origin.PROGRAM


def plan_questions(cases: Sequence[Case]) -> list[Question]:
    """Return all questions: each case once with the usual limit, starting with easy ones, then some with other limits.

    If the number of solutions is above 1 and known, a search for one more must find them all.
    """
    unique = [case for case in cases if case.verdict is Verdict.UNIQUE]
    first = unique[:: max(1, len(unique) // FIRST_CASES)][:FIRST_CASES]
    usual = [Question(case) for case in [*first, *(case for case in cases if case not in first)]]
    single = [Question(case, 1) for case in cases[::EVERY_LIMITED]]
    larger = [Question(case, LARGER_LIMIT) for case in cases[1::EVERY_LIMITED] if case.has_expectation(LARGER_LIMIT)]
    counts = [Question(case, case.solutions + 1) for case in cases if case.solutions > 1 and case.is_exact]
    return usual + single + larger + counts


def _ask_all(engine: Engine, questions: Sequence[Question], observe: Observe) -> Iterator[tuple[int, CaseResult]]:
    """Yield the number and the result of each question that is asked."""
    asked, late = Counter[Shape](), Counter[Shape]()
    for number, question in enumerate(questions, 1):
        shape = question.case.puzzle.shape
        if late[shape] >= max(MOST_TIME_OUTS, asked[shape] / 2):
            continue
        result = CaseResult(question, observe(engine, question.case.puzzle, question.limits))
        asked[shape] += 1
        late[shape] += result.answer.ending is Ending.TIMED_OUT
        yield number, result
