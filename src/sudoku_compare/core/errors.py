"""Errors that a user can fix. The command line prints each as one line."""

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """Something that the user can fix: the message says where, what was expected and what was found."""


class PuzzleError(UserError):
    """Raised for text that is not a puzzle.

    `cell` is the first wrong cell, if a single cell is to blame; `line` and `column` are its place, from 1, if known.
    """

    def __init__(
        self, message: str, cell: int | None = None, *, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.cell = cell
        self.line = line
        self.column = column


class PlacedError(PuzzleError):
    """Raised for a line of a source that is not a puzzle; `cause` is the message without the place."""

    def __init__(self, source: str, line: int, error: PuzzleError, column: int | None = None) -> None:
        place = f"{source}:{line}" if column is None else f"{source}:{line}:{column}"
        super().__init__(f"{place}: {error}", error.cell, line=line, column=column)
        self.cause = str(error)


class AmbiguousError(PuzzleError):
    """Raised for a source with several readings that are equally likely; an option decides between them."""

    def __init__(self, message: str, option: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.option = option
        self.choices = choices


class SourceError(UserError):
    """Raised when a file or stream cannot be read."""


class OptionError(UserError):
    """Raised for an engine, option or setting that does not exist or is not valid here."""


class OutputError(UserError):
    """Raised when a file or folder cannot be written."""


@contextmanager
def output_to(label: str, path: object) -> Iterator[None]:
    """Turn a failure to write `path` inside the block into an OutputError.

    `label` says which output it is and starts the message; it may be empty.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # not an error: the reader closed the pipe because it has read enough
    except OSError as error:
        message = f"cannot write {error.filename or path}: {error.strerror or error}"
        raise OutputError(f"{label}: {message}" if label else message) from error


class RecordError(UserError):
    """Raised for a benchmark record that cannot be read, cannot be written or does not match the request."""


class ArrayError(UserError, ValueError):
    """Raised for an array that is not a puzzle."""


class SeveralSolutions(ArrayError):
    """Raised when one solution was asked for but there are several; `solutions` holds two of them."""

    def __init__(self, message: str, solutions: tuple[object, ...]) -> None:
        super().__init__(message)
        self.solutions = solutions


class Unsettled(UserError):
    """Raised when no engine settled the question in time, or when the engines disagree."""


class ClusterError(UserError):
    """Raised when a cluster cannot be reached, has no worker that can take part, or is lost during the work."""
