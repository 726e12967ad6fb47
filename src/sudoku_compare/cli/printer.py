"""Prints results as they arrive: as boards, lines or JSON, with a progress bar on a terminal."""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Any, Generic, Self, TypeVar

from ..comparison.compare import Comparison
from ..comparison.line import format_line
from ..comparison.tally import Tally
from ..core.entry import Entry
from ..core.errors import UserError
from .bar import FileBar
from .console import open_console
from .inputs import Input
from .messages import complain

if TYPE_CHECKING:
    from rich.console import Console

    from ..comparison.text import Rendering

FEW = 20  # puzzles up to which each board is drawn
ATOM = 4096  # bytes that a pipe accepts either completely or not at all
PIECE = 1 << 16  # characters of a file that are copied at once

Result = TypeVar("Result")


class ResultPrinter(ABC, Generic[Result]):
    """Prints results to standard output; errors and the progress bar go to standard error."""

    def __init__(self, source: Input, *, as_json: bool, boards: bool | None) -> None:
        self.source = source
        self.as_json = as_json
        self.boards = boards
        self.tally = Tally()
        self._console: Console | None = None
        self._wants_bar = False
        self._bar = FileBar(source)
        self._pending: list[str] = []

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def _comparison_of(self, result: Result) -> Comparison:
        """Return the comparison, for the totals."""

    @abstractmethod
    def _to_json(self, result: Result) -> dict[str, Any]: ...

    @abstractmethod
    def _format_line(self, result: Result) -> str: ...

    @abstractmethod
    def _render(self, result: Result) -> "Rendering": ...

    def look_ahead(self, items: Iterable[Entry | UserError]) -> Iterator[Entry | UserError]:
        """Return the items unchanged, after checking whether a file has many. Does not read ahead in a pipe."""
        items = iter(items)
        start = list(islice(items, FEW + 1)) if self.source.size is not None else []
        if len(start) > FEW:
            self.boards = bool(self.boards)
            self._wants_bar = sys.stderr.isatty()
        return chain(start, items)

    def show(self, batch: Iterable[Result | UserError]) -> None:
        """Print a batch. Its lines are written together, because writing one costs as much as an easy search."""
        if self._wants_bar and not self._bar.is_shown:
            self._bar.start()  # only now: it starts a thread, and the worker processes must be forked first
        for item in batch:
            if isinstance(item, UserError):
                self._flush()
                self._complain(item)
            else:
                self.tally.add(self._comparison_of(item))
                self._add(item)
        self._flush()

    def _add(self, result: Result) -> None:
        self._pending.append(self._format(result))

    def _format(self, result: Result) -> str:
        if self.as_json:
            import json  # late, because it slows down the start

            return json.dumps(self._to_json(result))
        return self._draw(result) if self._draws_boards() else self._format_line(result)

    def _draws_boards(self) -> bool:
        return self.tally.puzzles <= FEW if self.boards is None else self.boards

    def _complain(self, error: UserError) -> None:
        self.tally.mistakes += 1
        complain(error)

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        self._bar.stop()
        if kind is None and not (self.as_json or self._draws_boards()) and self.tally.puzzles:
            self._pending.append("\n" + self.tally.format_summary())
            self._flush()

    @property
    def shows_bar(self) -> bool:
        """Whether a progress bar is shown, or will be with the first result."""
        return self._wants_bar

    @property
    def console(self) -> "Console":
        if self._console is None:
            self._console = open_console()
        return self._console

    def _draw(self, result: Result) -> str:
        """Return the result as text without trailing spaces. Boards are never cut off, even on a narrow terminal."""
        rendering = self._render(result)
        with self.console.capture() as capture:
            self.console.print(rendering.heading)
            self.console.print(rendering.boards, soft_wrap=True)
            self.console.print(*rendering.below, sep="\n")
        return "\n".join(line.rstrip() for line in capture.get().splitlines())

    def _flush(self) -> None:
        lines = [line + "\n" for line in self._pending]
        self._pending.clear()
        self._bar.update(self.tally.puzzles)
        if self._bar.is_shown and sys.stdout.isatty():
            self._bar.print_above("".join(lines), end="")
        else:
            write_lines(lines)

    def _put_file(self, file: IO[str]) -> None:
        """Write the content of a file, piece by piece."""
        if self._bar.is_shown and sys.stdout.isatty():
            self._bar.print_above(file.read(), end="")
            return
        from ..core.interrupts import hold_signals

        sys.stdout.flush()
        with hold_signals():
            while piece := file.read(PIECE):
                _write(piece.encode(sys.stdout.encoding, "backslashreplace"))


class Printer(ResultPrinter[Comparison]):
    """Prints comparisons."""

    def _comparison_of(self, result: Comparison) -> Comparison:
        return result

    def _to_json(self, result: Comparison) -> dict[str, Any]:
        from ..comparison.json_form import to_json

        return to_json(result)

    def _format_line(self, result: Comparison) -> str:
        return format_line(result)

    def _render(self, result: Comparison) -> "Rendering":
        from ..comparison.text import render

        return render(result, self.console)


def write_lines(lines: list[str]) -> None:
    """Write lines, which have line ends, in pieces of whole lines; if interrupted, a piece is written whole or not."""
    sys.stdout.flush()
    encoded = [line.encode(sys.stdout.encoding, "backslashreplace") for line in lines]
    piece = b""
    for line in encoded:
        if piece and len(piece) + len(line) > ATOM:
            _put_piece(piece)
            piece = b""
        piece += line
    _put_piece(piece)


def _put_piece(piece: bytes) -> None:
    if len(piece) > ATOM:
        from ..core.interrupts import hold_signals

        with hold_signals():  # Ctrl-C waits until a long line has been written completely
            _write(piece)
    else:
        _write(piece)


def _write(piece: bytes) -> None:
    while piece:
        piece = piece[os.write(sys.stdout.fileno(), piece) :]
