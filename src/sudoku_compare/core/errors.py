"""Mistakes that a user can fix. Each reaches the command line as one line and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """Something that the user can fix: the message says where, what, and what would do."""


class PuzzleError(UserError):
    """A text that is not a puzzle, and the cell at which that shows if there is one."""

    def __init__(self, message: str, cell: int | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class SourceError(UserError):
    """A file or stream that cannot be read."""


class OptionError(UserError):
    """An engine, an option or a setting that does not exist or does not fit."""


class OutputError(UserError):
    """A file or folder that cannot be written."""


@contextmanager
def output_to(option: str, path: object) -> Iterator[None]:
    """While that option's file or folder is written: what goes wrong with it, as one line."""
    try:
        yield
    except BrokenPipeError:
        raise  # no fault: whoever read it has had enough
    except OSError as error:
        raise OutputError(f"{option} {error.filename or path}: {error.strerror}; another path would do") from error


class RecordError(UserError):
    """A record of a benchmark that cannot be read or written, or does not fit."""


class ArrayError(UserError, ValueError):
    """An array that is not a puzzle."""


class SeveralSolutions(ArrayError):
    """An array that has several solutions, and two of them, where one was asked for."""

    def __init__(self, message: str, solutions: tuple[object, ...]) -> None:
        super().__init__(message)
        self.solutions = solutions


class Unsettled(UserError):
    """A question that no engine settled in its time, or on which engines do not agree."""
