"""The exit codes of every command, and how those of several puzzles combine into one.

A command returns its code, and `main` exits with it. Nothing below the command line knows an exit code.
"""

from collections.abc import Iterable
from enum import IntEnum

from ..core.verdict import Verdict


class ExitCode(IntEnum):
    OK = 0  # given only after a verdict, or whatever else was asked for, has been printed
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
_OF_VERDICT = {
    Verdict.UNIQUE: ExitCode.OK,
    Verdict.SOLVED: ExitCode.OK,
    Verdict.UNSOLVABLE: ExitCode.UNSOLVABLE,
    Verdict.MULTIPLE: ExitCode.MULTIPLE,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
}


def combine_codes(codes: Iterable[ExitCode]) -> ExitCode:
    """Return the code of a run from those of its parts: the first that occurs of 1, 6, 2, 5, 3, 4; else 0."""
    found = set(codes)
    return next((code for code in _PRECEDENCE if code in found), ExitCode.OK)


def code_of_verdicts(verdicts: Iterable[Verdict], *, objections: bool, errors: bool) -> ExitCode:
    """Return the code of a run with these verdicts; `errors` says whether anything could not be read."""
    codes = [_OF_VERDICT[verdict] for verdict in verdicts]
    codes += [ExitCode.OBJECTION] * objections + [ExitCode.ERROR] * errors
    return combine_codes(codes)
