"""A bar on standard error that shows how much of a file has been read; messages are printed above it."""

from typing import TYPE_CHECKING

from .console import open_bar
from .inputs import Input

if TYPE_CHECKING:
    from rich.progress import Progress


class FileBar:
    """A progress bar that is shown from `start` to `stop`."""

    def __init__(self, source: Input) -> None:
        self._source = source
        self._progress: Progress | None = None

    @property
    def is_shown(self) -> bool:
        """Whether the bar is shown now."""
        return self._progress is not None

    def start(self) -> None:
        """Show the bar. This starts a thread, so call it only after worker processes have been forked."""
        self._progress = open_bar("{task.percentage:.0f}%  {task.fields[puzzles]:,} puzzles")
        self._task = self._progress.add_task("", total=self._source.size, puzzles=0)
        self._progress.start()

    def update(self, puzzles: int) -> None:
        """Show how much of the source has been read, and how many puzzles that is."""
        if self._progress:
            self._progress.update(self._task, completed=self._source.position(), puzzles=puzzles)

    def print_above(self, text: str, end: str = "\n") -> None:
        """Print a text above the bar, which must be shown."""
        assert self._progress
        self._progress.console.out(text, end=end, highlight=False)

    def stop(self) -> None:
        """Remove the bar if it is shown."""
        if self._progress:
            self._progress.stop()
            self._progress = None
