"""The result of testing one promise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.puzzle import Puzzle
from ..core.text import join_words, make_printable
from .trial import CaseResult

LONGEST_DETAIL = 300  # characters
MANY_WRONG = 3  # wrong shapes for each right one, from which on an engine may not take them


@dataclass(frozen=True, slots=True)
class PromiseResult:
    """Whether a promise was kept: None if that could not be tested; `detail` then says why, on one line.

    `cases` is the number of searches that the result is based on. `puzzle` is the first one that broke the promise.
    """

    name: str
    is_kept: bool | None
    detail: str
    cases: int
    puzzle: Puzzle | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values, for JSON."""
        return {
            "promise": self.name,
            "kept": self.is_kept,
            "detail": self.detail,
            "cases": self.cases,
            "puzzle": self.puzzle and self.puzzle.text,
            "box": self.puzzle and self.puzzle.shape.box,
        }


def judge_results(
    name: str, results: Sequence[CaseResult], find_breach: Callable[[CaseResult], str | None], kept: str
) -> PromiseResult:
    """Return whether all results keep a promise.

    `find_breach` returns how a result breaks it, or None. `kept` is the detail if none does.
    """
    breaches = [(result, breach) for result in results if (breach := find_breach(result))]
    if not breaches:
        return PromiseResult(name, True, kept, len(results))
    (first, breach), others = breaches[0], len(breaches) - 1
    more = f"; {others:,} more like this" if others else ""
    hint = _suggest_sizes(results, [result for result, _ in breaches])
    detail = f"{describe_question(first)}: {shorten(breach)}{more}{hint}"
    return PromiseResult(name, False, detail, len(results), first.case.puzzle)


def _suggest_sizes(results: Sequence[CaseResult], broken: Sequence[CaseResult]) -> str:
    """Return a hint for engines that only take a few sizes and have not declared them."""
    wrong = {result.case.puzzle.shape for result in broken}
    right = {result.case.puzzle.shape for result in results} - wrong
    if not right or len(right) * MANY_WRONG > len(wrong):
        return ""
    sizes = join_words(sorted(map(str, right), key=len))
    return f"; right on {sizes}: if it takes no other size, declare the sizes"


def describe_question(result: CaseResult) -> str:
    """Return the size and the name of a case, and the limit of solutions that it was asked with."""
    case = result.case
    size = str(case.puzzle.shape)
    name = case.name if case.name.startswith(size) else f"{size} {case.name}"
    return f"{name}, limit {result.question.limit}"


def shorten(text: str) -> str:
    """Return a text that somebody else wrote as one harmless line of limited length."""
    line = make_printable(" ".join(text.split()))
    return line if len(line) <= LONGEST_DETAIL else line[:LONGEST_DETAIL] + "..."
