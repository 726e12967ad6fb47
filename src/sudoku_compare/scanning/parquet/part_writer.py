"""Write the batches of a scan into parts. A thread compresses them, while others settle the next batches."""

import threading
from collections.abc import Callable
from queue import Queue
from typing import NamedTuple, Self

from ...core.errors import OutputError, output_to
from ...formats.position import Position
from ..results import ScannedBatch
from ..summary import ScanSummary
from .arrow_tables import PartFile
from .manifest import Manifest, Part
from .part_folder import PartFolder
from .row_group import RowGroup, SolutionFormat, name_first_and_last

MOST_WAITING = 32  # batches; enough for the time in which a group is compressed

_Task = Callable[[], None]


class PartWriter:
    """Takes the batches of a scan in order, with the summary after each; a context manager.

    A batch is never divided between parts, so a part may have a few thousand rows more than `part_rows`.
    """

    def __init__(self, folder: PartFolder, manifest: Manifest, part_rows: int, solution_format: SolutionFormat) -> None:
        find_duplicates = manifest.summary.duplicates is not None
        # The canonical forms of earlier puzzles are not kept: they are computed again, and their rows left out.
        self.start_position = None if find_duplicates else manifest.position
        self.start_summary = None if find_duplicates else manifest.summary
        self._to_skip = manifest.batches if find_duplicates else 0
        group = RowGroup(solution_format, with_isomorphs=find_duplicates)
        self._assembly = _PartAssembly(folder, manifest, part_rows, group)
        self._tasks: Queue[_Task | None] = Queue(MOST_WAITING)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Wait until the thread is no longer inside a library, which must not be interrupted."""
        self._error = self._error or OutputError("the scan was interrupted")
        self._tasks.put(None)
        self._thread.join()

    def add(self, batch: ScannedBatch, summary: ScanSummary) -> None:
        """Take the next batch, and the summary that includes it."""
        if self._to_skip:
            self._to_skip -= 1
        else:
            self._put(lambda: self._assembly.add(batch, summary))

    def finish(self, summary: ScanSummary) -> None:
        """Write what is left, and mark the scan as complete."""
        self._put(lambda: self._assembly.finish(summary))
        self._tasks.join()
        self._raise_error()

    def _put(self, task: _Task) -> None:
        self._raise_error()
        self._tasks.put(task)

    def _raise_error(self) -> None:
        if self._error:
            raise self._error

    def _serve(self) -> None:
        while task := self._tasks.get():
            try:
                if not self._error:
                    task()
            except BaseException as error:
                self._error = error
            self._tasks.task_done()


class _State(NamedTuple):
    """What has been written of the current part."""

    first: str = ""
    last: str = ""
    rows: int = 0


class _PartAssembly:
    """Collects rows into groups, groups into a part, and parts into the manifest."""

    def __init__(self, folder: PartFolder, manifest: Manifest, part_rows: int, group: RowGroup) -> None:
        self._folder = folder
        self._manifest = manifest
        self._part_rows = part_rows
        self._batches = manifest.batches
        self._position = manifest.position
        self._group = group
        self._start_part()

    def _start_part(self) -> None:
        self._path = self._folder.name_part(len(self._manifest.parts))
        self._file: PartFile | None = None  # made with the first row
        self._state = _State()

    def add(self, batch: ScannedBatch, summary: ScanSummary) -> None:
        self._group.add(batch)
        self._batches += 1
        self._position = batch.settled.batch.position or Position()
        if count := len(batch.settled.batch):
            first, last = name_first_and_last(batch.settled)
            self._state = _State(self._state.first or first, last, self._state.rows + count)
        if self._group.is_full:
            self._write_group()
        if self._state.rows >= self._part_rows:
            self._end_part(summary)

    def finish(self, summary: ScanSummary) -> None:
        if self._state.rows or not self._manifest.parts:  # without rows, one part still has the columns
            self._end_part(summary)
        self._folder.write_manifest(self._manifest.end(summary))

    def _write_group(self) -> None:
        """Write the rows that have been collected; in a part without rows, an empty group."""
        if self._file and not self._group:
            return
        with output_to("", self._path):
            if self._file is None:
                self._file = PartFile(
                    self._path, self._group.solution_format, with_isomorphs=self._group.with_isomorphs
                )
            self._file.write(self._group)
        self._group.clear()

    def _end_part(self, summary: ScanSummary) -> None:
        self._write_group()
        with output_to("", self._path):
            assert self._file
            self._file.close()
            path = self._folder.publish(self._path)
            size = path.stat().st_size
        part = Part(path.name, self._state.rows, size, self._state.first, self._state.last)
        self._manifest = self._manifest.add_part(part, batches=self._batches, position=self._position, summary=summary)
        self._folder.write_manifest(self._manifest)
        self._start_part()
