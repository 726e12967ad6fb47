"""The exit codes of every command, what they mean, and how the codes of several puzzles combine into one.

A command returns its code, and `main` exits with it. No other package uses exit codes.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # verdicts come with puzzles and answers, which help pages do not need
    from ..core.verdict import Verdict


class ExitCode(IntEnum):
    """What a command exits with; OK only after its result was printed."""

    OK = 0
    OBJECTION = 1
    ERROR = 2
    UNSOLVABLE = 3
    MULTIPLE = 4
    UNKNOWN = 5
    REGRESSION = 6
    INTERRUPTED = 130  # as in shells: 128 plus the number of the signal
    BROKEN_PIPE = 141


_PRECEDENCE = (
    ExitCode.OBJECTION,
    ExitCode.REGRESSION,
    ExitCode.ERROR,
    ExitCode.UNKNOWN,
    ExitCode.UNSOLVABLE,
    ExitCode.MULTIPLE,
)
_OF_VERDICT: Mapping[str, ExitCode] = {
    "unique": ExitCode.OK,
    "solved": ExitCode.OK,
    "unsolvable": ExitCode.UNSOLVABLE,
    "multiple": ExitCode.MULTIPLE,
    "unknown": ExitCode.UNKNOWN,
}

# What the help says about each code; a command may say it more precisely.
MEANINGS: Mapping[ExitCode, str] = {
    ExitCode.OK: "unique, and the engines agree",
    ExitCode.OBJECTION: "objection: answers contradict each other or fail the check",
    ExitCode.ERROR: "error in the command or in the input",
    ExitCode.UNSOLVABLE: "unsolvable",
    ExitCode.MULTIPLE: "multiple solutions",
    ExitCode.UNKNOWN: "unknown: not settled, or settled by one engine only",
    ExitCode.REGRESSION: "regression (bench --baseline, report --fail-if)",
    ExitCode.INTERRUPTED: "interrupted",
}
VERDICT_CODES = tuple(code for code in MEANINGS if code is not ExitCode.REGRESSION)


def combine_codes(codes: Iterable[ExitCode]) -> ExitCode:
    """Return the code of a run from the codes of its parts: the first of 1, 6, 2, 5, 3, 4 that occurs, else 0."""
    found = set(codes)
    return next((code for code in _PRECEDENCE if code in found), ExitCode.OK)


def code_of_verdicts(verdicts: "Iterable[Verdict]", *, objections: bool, errors: bool) -> ExitCode:
    """Return the code of a run with these verdicts; `errors` says whether anything could not be read."""
    codes = [_OF_VERDICT[verdict] for verdict in verdicts]
    codes += [ExitCode.OBJECTION] * objections + [ExitCode.ERROR] * errors
    return combine_codes(codes)


def describe_codes(
    codes: Iterable[ExitCode] = VERDICT_CODES, meanings: Mapping[ExitCode, str] | None = None, parts: str = "puzzles"
) -> str:
    """Return the list of exit codes for a command's help.

    `meanings` replaces the usual meaning of a code; `parts` is the plural of what the command
    processes, or "" if it processes only one.

    >>> print(describe_codes([ExitCode.OK, ExitCode.ERROR], {ExitCode.OK: "all is well"}).lstrip(chr(8)))
    <BLANKLINE>
    Exit codes:
      0    all is well
      2    error in the command or in the input
    Several puzzles: the first of 2, 0 that applies.
    """
    chosen = sorted(codes)
    text = dict(MEANINGS) | dict(meanings or {})
    lines = ["\b", "Exit codes:", *(f"  {code.value:<3}  {text[code]}" for code in chosen)]
    if parts:
        order = [code for code in (*_PRECEDENCE, ExitCode.OK) if code in chosen]
        lines.append(f"Several {parts}: the first of {', '.join(str(code.value) for code in order)} that applies.")
    return "\n".join(lines)
