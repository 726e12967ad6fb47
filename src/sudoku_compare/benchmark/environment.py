"""Where and with what a benchmark runs: what a reader has to know to believe or repeat it."""

import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import RecordError
from ..core.versions import find_version
from ..engines.protocol import Engine
from .record import Record

MAY_DIFFER = ("started", "cpu", "system", "python", "folder")  # between the parts of a run that was resumed


def environment(engines: Iterable[Engine]) -> dict[str, Any]:
    distributions = sorted({engine.distribution for engine in engines if engine.distribution})
    return {
        "cpu": _cpu(),
        "system": platform.platform(),
        "python": sys.version.split()[0],
        "version": find_version("sudoku-compare"),
        "commit": _commit(),
        "packages": {name: find_version(name) for name in distributions},
    }


def refuse_to_mix(record: Record, facts: Mapping[str, Any]) -> None:
    """Raise if the record is of another run than these facts describe, and say in what."""
    kept = record.facts()
    differ = [name for name, value in facts.items() if name not in MAY_DIFFER and kept.get(name) != value]
    if differ:
        told = "; ".join(f"{name} was {kept.get(name)!r} and is {facts[name]!r}" for name in differ)
        raise RecordError(f"{record.path}: cannot be resumed, because {told}")


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _commit() -> str | None:
    """Of the working copy that the code lies in, if it lies in one; an installed copy may lie in somebody else's."""
    here = Path(__file__)
    if _git(here.parent, "ls-files", "--error-unmatch", here.name) is None:
        return None
    return _git(here.parent, "describe", "--always", "--dirty")


def _git(folder: Path, *command: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(folder), *command], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return (done.stdout.strip() or None) if done.returncode == 0 else None
