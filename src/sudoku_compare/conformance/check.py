"""Put an engine through the engine contract."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..engines.protocol import Engine
from ..engines.registry import load_engine
from ..running.observation import observe
from .answer_promises import check_counts, check_endings, check_failures, check_output, check_solutions
from .engine_promises import check_configuration, check_repetition
from .limit_promises import check_memory_limit, check_time_limit
from .promise_result import PromiseResult, describe_question, shorten
from .trial import Load, Observe, Progress, Trial, run_trial

PROMISES: Sequence[Callable[[Trial], PromiseResult]] = (
    check_solutions,
    check_endings,
    check_failures,
    check_counts,
    check_output,
    check_repetition,
    check_time_limit,
    check_memory_limit,
    check_configuration,
)


@dataclass(frozen=True, slots=True)
class Conformance:
    """The results of all promises that were tested; `engine` is the configuration of the engine."""

    engine: str
    results: tuple[PromiseResult, ...]

    @property
    def is_kept(self) -> bool:
        """Whether no promise was broken."""
        return all(result.is_kept is not False for result in self.results)

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain values, for JSON."""
        return {
            "engine": self.engine,
            "kept": self.is_kept,
            "promises": [result.to_dict() for result in self.results],
        }


def check_engine(
    engine: Engine, *, observe: Observe = observe, load: Load = load_engine, on_progress: Progress | None = None
) -> Iterator[PromiseResult]:
    """Yield the result of each promise as soon as it is known.

    Parameters: `observe` asks the engine. `load` reads its configuration back. `on_progress` is called after each of
    the first searches, on which most promises are judged, with the number of those done and of all.

    An engine that answers none of the first cases has one result only, which says why.
    """
    trial = run_trial(engine, observe=observe, load=load, on_progress=on_progress)
    if not trial.has_answers:
        yield _explain_silence(trial)
        return
    for check in PROMISES:
        yield check(trial)


def _explain_silence(trial: Trial) -> PromiseResult:
    """Return the result for an engine that answered no case at all."""
    first, asked = trial.results[0], len(trial.results)
    reason = f"{first.answer.ending.replace('_', ' ')}: {first.answer.detail or 'no reason given'}"
    detail = f"none of the first {asked} cases, so no other promise was tested; {describe_question(first)}: "
    return PromiseResult("answers", False, detail + shorten(reason), asked, first.case.puzzle)
