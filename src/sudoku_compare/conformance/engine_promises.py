"""The promises about the engine as a value: the same call has the same answer, and its configuration is text."""

from dataclasses import is_dataclass
from functools import partial

from ..engines.options import format_engine
from ..engines.protocol import is_repeatable
from .promise_result import PromiseResult, judge_results, shorten
from .trial import CaseResult, Trial

REPEATED_CASES = 12
QUICK = 1.0  # seconds; slower cases are not repeated


def check_repetition(trial: Trial) -> PromiseResult:
    """Test that the same call gives the same solutions, ending and counts."""
    name = "repeatable"
    if not is_repeatable(trial.engine):
        return PromiseResult(name, None, "the engine declares that its answers may vary", 0)
    quick = [result for result in trial.results if result.is_settled and result.observed.seconds < QUICK]
    if not quick:
        return PromiseResult(name, None, "no case was settled within a second", 0)
    chosen = quick[:: max(1, len(quick) // REPEATED_CASES)][:REPEATED_CASES]
    detail = f"{len(chosen)} searches twice: the same solutions, endings and counts"
    return judge_results(name, chosen, partial(_find_difference, trial=trial), detail)


def _find_difference(result: CaseResult, *, trial: Trial) -> str | None:
    first = result.answer
    second = trial.observe(trial.engine, result.case.puzzle, result.question.limits).answer
    if first.ending is not second.ending:
        return f"ended with {first.ending}, then with {second.ending}"
    if first.solutions != second.solutions:
        return "found other solutions, or in another order, the second time"
    if first.counts != second.counts:
        return f"counted {dict(first.counts)}, then {dict(second.counts)}"
    return None


def check_configuration(trial: Trial) -> PromiseResult:
    """Test that the engine is a frozen dataclass whose configuration can be written as text and read back."""
    breach = _find_configuration_fault(trial)
    return PromiseResult("configuration", breach is None, shorten(breach or format_engine(trial.engine)), 0)


def _find_configuration_fault(trial: Trial) -> str | None:
    engine = trial.engine
    if not (is_dataclass(engine) and type(engine).__dataclass_params__.frozen):
        return f"expected a frozen dataclass, found {type(engine).__name__}"
    text = format_engine(engine)
    try:
        again = trial.load(text)
    except Exception as error:  # an engine that somebody else wrote may raise anything
        return f"cannot read {text!r} back: {type(error).__name__}: {error}"
    return None if again == engine else f"{text!r} is read back as another engine: {format_engine(again)!r}"
