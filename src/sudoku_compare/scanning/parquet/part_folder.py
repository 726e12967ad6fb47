"""A folder of parts: start one, or check and clean up one that an interrupted scan left. Files in it appear whole."""

import os
from pathlib import Path
from typing import NamedTuple

from ...core.errors import OutputError, output_to
from .manifest import Manifest, Part, find_differences, parse_manifest

MANIFEST = "_manifest.json"  # pandas, pyarrow and Spark leave out names that start with _
BEFORE_TEMPORARY, AFTER_TEMPORARY = "_tmp-", ".tmp"  # around the name of a file that is not whole: no reader takes it
PART_NAMES = "part-*.parquet"


class PartFolder(NamedTuple):
    """A folder that one process writes at a time."""

    path: Path
    lock: int  # a descriptor of the folder

    def name_part(self, number: int) -> Path:
        """Return the path of a part that is being written; `number` counts from 0."""
        return self.path / _name_temporary(f"part-{number:05}.parquet")

    def publish(self, temporary: Path) -> Path:
        """Give a file that is whole its name, so that it survives a crash of the machine; return the name."""
        path = temporary.with_name(temporary.name.removeprefix(BEFORE_TEMPORARY).removesuffix(AFTER_TEMPORARY))
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.rename(path)
        os.fsync(self.lock)
        return path

    def write_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest as a whole."""
        temporary = self.path / _name_temporary(MANIFEST)
        with output_to("", self.path / MANIFEST):
            temporary.write_text(manifest.to_json())
            self.publish(temporary)

    def close(self) -> None:
        """Let other processes write to the folder."""
        os.close(self.lock)


def start_folder(path: Path, manifest: Manifest) -> PartFolder:
    """Make a folder for a new scan; raise OutputError if it has other contents."""
    with output_to("", path):
        path.mkdir(parents=True, exist_ok=True)
    folder = PartFolder(path, _lock(path))
    try:
        _check_unused(path)
        folder.write_manifest(manifest)
    except BaseException:
        folder.close()
        raise
    return folder


def resume_folder(path: Path, manifest: Manifest) -> tuple[PartFolder, Manifest]:
    """Return a folder with whole parts only, and its manifest.

    Raises OutputError if the folder is damaged, or was written by a scan that differs from the one described.
    """
    if not (path / MANIFEST).exists():
        raise OutputError(f"{path}: nothing to resume: there is no {MANIFEST}")
    folder = PartFolder(path, _lock(path))
    try:
        found = _read_manifest(path)
        _check_same_scan(path, found, manifest)
        _check_parts(path, found.parts)
        _remove_leftovers(path, found)
    except BaseException:
        folder.close()
        raise
    return folder, found


def _name_temporary(name: str) -> str:
    return f"{BEFORE_TEMPORARY}{name}{AFTER_TEMPORARY}"


def _lock(path: Path) -> int:
    import fcntl

    with output_to("", path):
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise OutputError(f"{path}: another scan is writing to this folder") from error
    return descriptor


def _check_unused(path: Path) -> None:
    if (path / MANIFEST).exists():
        found = _read_manifest(path)
        state = "complete" if found.complete else "interrupted"
        hint = "" if found.complete else ", resume it,"
        raise OutputError(
            f"{path}: there is a scan of {found.rows:,} rows ({state}); remove it{hint} or choose another folder"
        )
    if any(not entry.name.startswith(BEFORE_TEMPORARY) for entry in path.iterdir()):
        raise OutputError(f"{path}: expected a new or an empty folder")


def _read_manifest(path: Path) -> Manifest:
    file = path / MANIFEST
    try:
        return parse_manifest(file.read_text())
    except OSError as error:
        raise OutputError(f"{file}: cannot read: {error.strerror}") from error
    except (OutputError, ValueError) as error:
        raise OutputError(f"{file}: {error}; remove the folder and scan again") from error


def _check_same_scan(path: Path, before: Manifest, now: Manifest) -> None:
    pipes = [source.name for source in now.sources if not source.can_be_read_again]
    if pipes and not before.complete:
        raise OutputError(f"{path}: cannot resume: {pipes[0]} cannot be read again, because it is not a file")
    if differences := list(find_differences(before, now)):
        raise OutputError(f"{path}: cannot resume, because this is not the same scan: {'; '.join(differences)}")


def _check_parts(path: Path, parts: tuple[Part, ...]) -> None:
    for part in parts:
        file = path / part.file
        if not file.is_file():
            raise OutputError(f"{file}: this part is missing; remove the folder and scan again")
        if (size := file.stat().st_size) != part.bytes:
            raise OutputError(
                f"{file}: expected {part.bytes:,} bytes, found {size:,}; remove the folder and scan again"
            )


def _remove_leftovers(path: Path, manifest: Manifest) -> None:
    """Remove files that are not whole, and parts that are not in the manifest."""
    known = {part.file for part in manifest.parts}
    leftovers = [*path.glob(_name_temporary("*")), *(part for part in path.glob(PART_NAMES) if part.name not in known)]
    with output_to("", path):
        for leftover in leftovers:
            leftover.unlink()
