"""Describe the machine and the software on which a benchmark runs."""

import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...core.versions import find_version
from ...engines.protocol import Engine
from ..recording.facts import Environment


def describe_environment(engines: Iterable[Engine]) -> Environment:
    """Return the environment of a run with these engines."""
    distributions = sorted({engine.distribution for engine in engines if engine.distribution})
    return Environment(
        cpu=_find_cpu_model(),
        system=platform.platform(),
        python=sys.version.split()[0],
        version=find_version("sudoku-compare"),
        commit=_find_commit(),
        packages={name: find_version(name) for name in distributions},
    )


def describe_programs(engines: Mapping[str, Engine]) -> dict[str, dict[str, Any]] | None:
    """Return the version and the command of each engine that is another program; None if there is none."""
    if not any(hasattr(engine, "description") for engine in engines.values()):
        return None
    from ...engines.external.program_engine import ProgramEngine  # imported late: few runs have such an engine
    from ...engines.external.versions import find_program_version

    return {
        name: {
            "version": find_program_version(engine.description),
            "command": engine.description.make_command(engine.values),
        }
        for name, engine in engines.items()
        if isinstance(engine, ProgramEngine)
    }


def _find_cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _find_commit() -> str | None:
    """Return the commit of this program's working copy.

    An installed copy may lie inside the working copy of another project, whose commit says nothing about this program.
    """
    here = Path(__file__)
    if _run_git(here.parent, "ls-files", "--error-unmatch", here.name) is None:
        return None
    return _run_git(here.parent, "describe", "--always", "--dirty")


def _run_git(folder: Path, *command: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(folder), *command], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return (done.stdout.strip() or None) if done.returncode == 0 else None
