"""The promises that the answers to the cases keep or break: solutions, endings, counts, output, failures."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from ..checking.solution import find_fault
from ..core.answer import MOST_COUNTED, Ending
from ..core.text import join_words, make_printable
from ..core.verdict import Verdict
from ..display.numbers import format_count
from ..engines.protocol import is_complete
from .promise_result import PromiseResult, judge_results
from .trial import USUAL_LIMIT, CaseResult, Trial, runs_program

MALFORMED_COUNTS = "malformed answer: counts"  # how the reason starts if an answer with wrong counts was refused
VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNSOLVABLE)


def check_solutions(trial: Trial) -> PromiseResult:
    """Test that every solution is correct, that all are different, and that there are at most as many as asked for."""
    found = sum(len(result.answer.solutions) for result in trial.results)
    limits = [result.question.limit for result in trial.results]
    detail = (
        f"{format_count(found, 'solution')} in {len(limits):,} searches with limits of {min(limits)} to {max(limits)}"
    )
    result = judge_results("correct solutions", trial.results, _find_wrong_solution, detail)
    return result if found else PromiseResult(result.name, None, "no solution was returned", 0)


def _find_wrong_solution(result: CaseResult) -> str | None:
    solutions, limit = result.answer.solutions, result.question.limit
    if len(solutions) > limit:
        return f"expected at most {format_count(limit, 'solution')}, found {len(solutions):,}"
    if len(set(solutions)) < len(solutions):
        return "expected different solutions, found the same one twice"
    faults = (find_fault(result.case.puzzle, solution) for solution in solutions)
    fault = next(filter(None, faults), None)
    return fault and f"not a solution: {fault}"


def check_endings(trial: Trial) -> PromiseResult:
    """Test that no solution is missing, and that the endings say how the searches ended."""
    name = "right answers"
    cases = [result for result in trial.results if result.question.limit == USUAL_LIMIT]
    settled = [result for result in cases if result.is_settled]
    can_be_stuck = runs_program(trial.engine) or not is_complete(trial.engine)
    find_breach = partial(_find_wrong_ending, can_be_stuck=can_be_stuck)
    result = judge_results(name, trial.results, find_breach, _describe_cases(trial, cases, settled))
    if result.is_kept and not settled:
        return PromiseResult(name, None, f"none of {format_count(len(cases), 'case')} was settled", len(cases))
    return result


def _find_wrong_ending(result: CaseResult, *, can_be_stuck: bool) -> str | None:
    answer, limit = result.answer, result.question.limit
    if answer.ending is Ending.FAILED:
        return None  # which breaks another promise
    if answer.ending is Ending.STUCK and not can_be_stuck:
        return "stuck, but only an engine that declares complete = False may be"
    expected = result.case.expect(limit)
    found = len(answer.solutions), answer.ending
    is_reached = len(answer.solutions) >= limit
    if found == expected or not (result.is_settled or is_reached):
        return None
    return f"expected {_format_outcome(*expected)}, found {_format_outcome(*found)}"


def _format_outcome(solutions: int, ending: Ending) -> str:
    return f"{format_count(solutions, 'solution')} ({ending.replace('_', ' ')})"


def _describe_cases(trial: Trial, cases: list[CaseResult], settled: list[CaseResult]) -> str:
    """Return how many cases were settled and what they were like, and what happened to the others."""
    shapes = sorted((result.case.puzzle.shape for result in cases), key=lambda shape: shape.side)
    sizes = " to ".join(dict.fromkeys(map(str, (shapes[0], shapes[-1]))))
    verdicts = Counter(result.case.verdict for result in settled)
    kinds = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdicts[verdict])
    if len(settled) == trial.cases:
        return f"{format_count(trial.cases, 'case')}: {kinds}; {sizes}"
    endings = Counter(result.answer.ending.replace("_", " ") for result in cases if not result.is_settled)
    endings["not asked"] = trial.cases - len(cases)
    others = ", ".join(f"{number} {ending}" for ending, number in endings.items() if number)
    return f"settles {len(settled)} of {format_count(trial.cases, 'case')}: {kinds or 'none'}; {others}; {sizes}"


def check_counts(trial: Trial) -> PromiseResult:
    """Test that the counts are whole numbers, and those that the engine documents."""
    counted: Mapping[str, str] = getattr(trial.engine, "counted", {})
    detail = join_words(list(counted)) if counted else "the engine counts nothing"
    return judge_results(
        "documented counts", trial.results, partial(_find_wrong_count, documented=set(counted)), detail
    )


def _find_wrong_count(result: CaseResult, *, documented: set[str]) -> str | None:
    answer = result.answer
    if answer.ending is Ending.FAILED and answer.detail.startswith(MALFORMED_COUNTS):
        return answer.detail
    for name, count in answer.counts.items():
        if name not in documented:
            return f"undocumented count {name!r}; documented: {_list_names(documented)}"
        if type(count) is not int or not 0 <= count <= MOST_COUNTED:
            return f"count {name!r}: expected a whole number, found {count!r}"
    missing = documented - set(answer.counts)
    return f"without the documented count {_list_names(missing)}" if answer.counts and missing else None


def _list_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(map(repr, names))) or "none"


def check_output(trial: Trial) -> PromiseResult:
    """Test that nothing is printed."""
    name = "nothing printed"
    if runs_program(trial.engine):
        return PromiseResult(name, None, "the output of a program is its answer", 0)
    return judge_results(name, trial.results, _find_output, f"{len(trial.results):,} searches")


def _find_output(result: CaseResult) -> str | None:
    printed = result.observed.printed
    return f"printed {make_printable(printed)!r}" if printed else None


def check_failures(trial: Trial) -> PromiseResult:
    """Test that no search fails, not even on clashing givens or a full board."""
    detail = f"{len(trial.results):,} searches, also with clashing givens, full and empty boards"
    return judge_results("no failures", trial.results, _find_failure, detail)


def _find_failure(result: CaseResult) -> str | None:
    if result.answer.ending is not Ending.FAILED:
        return None
    return f"failed: {result.answer.detail or 'no reason given'}"
