"""Checks the types and ranges of an answer's fields. Whether its solutions are correct is up to `checking`.

A plug-in may return anything: text or NaN as seconds, a count of five thousand digits, control characters as detail.
"""

from collections.abc import Callable
from typing import Any

from ...core.answer import MOST_COUNTED, MOST_SECONDS, Answer, Ending, Seconds
from ...core.text import make_printable

LONGEST_DETAIL = 500  # characters
MOST_COUNTS = 100
LONGEST_NAME = 100  # characters of the name of a count


class MalformedAnswer(Exception):
    """Raised for an answer that is not made of what the contract says."""


def is_well_formed(answer: object) -> bool:
    """Return whether an answer can be used as it is; this is the quick check for every search."""
    return (
        type(answer) is Answer
        and type(answer.solutions) is tuple
        and all(type(solution) is bytes for solution in answer.solutions)
        and type(answer.ending) is Ending
        and type(answer.seconds) is Seconds
        and _are_times(answer.seconds)
        and isinstance(answer.counts, dict)
        and len(answer.counts) <= MOST_COUNTS
        and all(map(_is_name, answer.counts))
        and all(map(_is_count, answer.counts.values()))
        and type(answer.detail) is str
        and len(answer.detail) <= LONGEST_DETAIL
        and answer.detail.isprintable()
    )


def clean_answer(answer: Any) -> Answer:
    """Return the answer with a detail that is harmless to print; raise MalformedAnswer with what is wrong with it."""
    if is_well_formed(answer):
        return answer  # type: ignore[no-any-return]
    _require(type(answer) is Answer, "expected an Answer", answer)
    solutions, seconds, counts = answer.solutions, answer.seconds, answer.counts
    _require(type(solutions) is tuple, "solutions: expected a tuple of bytes", solutions)
    for solution in solutions:
        _require(type(solution) is bytes, "solutions: expected bytes", solution)
    _require(type(answer.ending) is Ending, "ending: expected an Ending", answer.ending)
    _require(type(seconds) is Seconds, "seconds: expected Seconds", seconds)
    for name in ("build", "first", "settle", "cpu", "outer"):
        value, may_miss = getattr(seconds, name), name not in ("build", "settle")
        _require((may_miss and value is None) or _is_time(value), f"seconds.{name}: expected 0 to 1e9 seconds", value)
    _require(isinstance(counts, dict), "counts: expected a dictionary", counts)
    _require(len(counts) <= MOST_COUNTS, f"counts: expected at most {MOST_COUNTS}", counts)
    for name, count in counts.items():
        _require(_is_name(name), f"counts: expected printable names of at most {LONGEST_NAME} characters", name)
        _require(_is_count(count), f"counts, {name}: expected a whole number from 0 to 2**63 - 1", count)
    _require(type(answer.detail) is str, "detail: expected text", answer.detail)
    detail = make_printable(" ".join(answer.detail.split()))[:LONGEST_DETAIL]
    return Answer(solutions, answer.ending, seconds, counts, detail)


def _require(is_right: bool, expected: str, value: object) -> None:
    if not is_right:
        raise MalformedAnswer(f"malformed answer: {expected}, found {format_safely(repr, value)}"[:LONGEST_DETAIL])


def format_safely(form: Callable[[object], str], value: object) -> str:
    """Return `form(value)` in one harmless line; the value's own `__str__` or `__repr__` may fail as well."""
    try:
        text = form(value)
    except BaseException:
        text = None
    if type(text) is not str:
        return f"({type(value).__name__} that cannot be shown)"
    return make_printable(" ".join(text[:LONGEST_DETAIL].split()))


def _are_times(seconds: Seconds) -> bool:
    optional = (seconds.first, seconds.cpu, seconds.outer)
    return (
        _is_time(seconds.build)
        and _is_time(seconds.settle)
        and all(value is None or _is_time(value) for value in optional)
    )


def _is_time(value: object) -> bool:
    return type(value) in (float, int) and 0 <= value <= MOST_SECONDS  # type: ignore[operator]


def _is_name(name: object) -> bool:
    return type(name) is str and len(name) <= LONGEST_NAME and name.isprintable()


def _is_count(count: object) -> bool:
    return type(count) is int and 0 <= count <= MOST_COUNTED
