"""Shows what `uniqueness` is doing while it looks for evidence, on standard error."""

from ..evidence.progress import Progress
from .messages import complain
from .status_line import StatusLine

PATIENCE = 5.0  # seconds after which a line says what takes so long, if the line cannot be rewritten


class EvidenceStatus(StatusLine):
    """A line that is rewritten on a terminal; elsewhere, one line for each part that takes long."""

    def __init__(self) -> None:
        super().__init__()
        self._id = ""
        self._reported: set[str] = set()  # parts of the current puzzle

    def begin(self, id: str) -> None:
        """Note which puzzle the next reports are about."""
        self._id = id
        self._reported.clear()

    def observe(self, progress: Progress) -> None:
        """Show the progress, unless that would be too often."""
        if self._is_rewritten:
            # What changes comes first, and the id last: a narrow terminal cuts off the end.
            self.show(f"{progress.seconds:.0f} s: {progress} ({self._id})")
        elif progress.seconds > PATIENCE and progress.part not in self._reported:
            self._reported.add(progress.part)
            complain(f"{self._id}: still {progress}")
