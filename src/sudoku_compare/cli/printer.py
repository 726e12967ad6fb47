"""Prints comparisons as they come: boards, lines or JSON, with a progress bar where somebody watches."""

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Self

from ..comparison.compare import Comparison
from ..comparison.facts import as_json, as_line
from ..comparison.tally import Tally
from ..core.entry import Entry
from ..core.errors import UserError
from .bar import FileBar
from .console import open_console
from .inputs import Input

if TYPE_CHECKING:
    from rich.console import Console

FEW = 20  # puzzles up to which each board is drawn
ATOM = 4096  # bytes that a pipe takes whole or not at all
PIECE = 1 << 16  # characters of a file that are copied at once


class Printer:
    """Standard output for what was found; standard error for what could not be read and for the bar."""

    def __init__(self, source: Input, *, as_json: bool, boards: bool | None) -> None:
        self.source = source
        self.as_json = as_json
        self.boards = boards
        self.tally = Tally()
        self._console: Console | None = None
        self._watched = False  # whether somebody waits who would like a progress bar
        self._bar = FileBar(source)
        self._pending: list[str] = []

    def __enter__(self) -> Self:
        return self

    def peeked(self, items: Iterable[Entry | UserError]) -> Iterator[Entry | UserError]:
        """The items as they are, after a look at how many a file has; a pipe is not kept waiting for that."""
        items = iter(items)
        start = list(islice(items, FEW + 1)) if self.source.size is not None else []
        if len(start) > FEW:
            self.boards = bool(self.boards)
            self._watched = sys.stderr.isatty()
        return chain(start, items)

    def show(self, batch: list[Comparison | UserError]) -> None:
        """Print a batch; its lines go out together, as one by one they would cost as much as an easy search."""
        if self._watched and not self._bar.is_there:
            self._bar.start()  # by now the processes for the searches have been forked
        for item in batch:
            if isinstance(item, Comparison):
                self.tally.add(item)
                self._add(item)
            else:
                self._flush()
                self._complain(item)
        self._flush()

    def _add(self, comparison: Comparison) -> None:
        self._pending.append(self._text(comparison))

    def _text(self, comparison: Comparison) -> str:
        if self.as_json:
            import json  # late, as a run without it should not wait for it

            return json.dumps(as_json(comparison))
        return self._rendered(comparison) if self._draws_boards() else as_line(comparison)

    def _draws_boards(self) -> bool:
        return self.tally.puzzles <= FEW if self.boards is None else self.boards

    def _complain(self, error: UserError) -> None:
        self.tally.mistakes += 1
        self._bar.complain(error)

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        self._bar.stop()
        if kind is None and not (self.as_json or self._draws_boards()) and self.tally.puzzles:
            self._pending.append("\n" + self.tally.as_text())
            self._flush()

    @property
    def console(self) -> "Console":
        if self._console is None:
            self._console = open_console()
        return self._console

    def _rendered(self, comparison: Comparison) -> str:
        """As text without the blanks that fill up its lines; boards are never cut, however narrow it is."""
        from ..comparison.text import render, render_boards

        with self.console.capture() as capture:
            heading, *rest = render(comparison, self.console)
            self.console.print(heading)
            self.console.print(render_boards(comparison, self.console), soft_wrap=True)
            self.console.print(*rest, sep="\n")
        return "\n".join(line.rstrip() for line in capture.get().splitlines())

    def _flush(self) -> None:
        lines = [line + "\n" for line in self._pending]
        self._pending.clear()
        self._bar.update(self.tally.puzzles)
        if self._bar.is_there and sys.stdout.isatty():
            self._bar.print_above("".join(lines), end="")
        else:
            _put(lines)

    def _put_file(self, file: IO[str]) -> None:
        """All that is in it, piece by piece."""
        if self._bar.is_there and sys.stdout.isatty():
            self._bar.print_above(file.read(), end="")
            return
        from ..core.interrupts import hold_signals

        sys.stdout.flush()
        with hold_signals():
            while piece := file.read(PIECE):
                _write(piece.encode(sys.stdout.encoding, "backslashreplace"))


def _put(lines: list[str]) -> None:
    """Write in pieces of whole lines, each of which goes out at once or, where it is interrupted, not at all."""
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

        with hold_signals():  # Ctrl-C waits for the end of a line that a pipe takes in pieces
            _write(piece)
    else:
        _write(piece)


def _write(piece: bytes) -> None:
    while piece:
        piece = piece[os.write(sys.stdout.fileno(), piece) :]
