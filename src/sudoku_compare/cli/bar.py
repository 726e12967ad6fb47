"""How far a file has been read, as a bar on standard error, and what is printed while it is there."""

from typing import TYPE_CHECKING

from .console import open_bar
from .inputs import Input
from .messages import complain, complaint

if TYPE_CHECKING:
    from rich.progress import Progress


class FileBar:
    """Not there until it is started; it goes when it is stopped."""

    def __init__(self, source: Input) -> None:
        self._source = source
        self._progress: Progress | None = None

    @property
    def is_there(self) -> bool:
        return self._progress is not None

    def start(self) -> None:
        """A thread, so not before processes are forked."""
        self._progress = open_bar("{task.percentage:.0f}%  {task.fields[puzzles]:,} puzzles")
        self._task = self._progress.add_task("", total=self._source.size, puzzles=0)
        self._progress.start()

    def update(self, puzzles: int) -> None:
        if self._progress:
            self._progress.update(self._task, completed=self._source.position(), puzzles=puzzles)

    def print_above(self, text: str, end: str = "\n") -> None:
        assert self._progress
        self._progress.console.out(text, end=end, highlight=False)

    def complain(self, error: object) -> None:
        """Tell what is wrong, above the bar where it is there."""
        if self._progress:
            self.print_above(complaint(error))
        else:
            complain(error)

    def stop(self) -> None:
        if self._progress:
            self._progress.stop()
            self._progress = None
