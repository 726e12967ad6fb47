"""Describe the machine and the software on which a benchmark runs."""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...core.versions import find_version
from ...engines.protocol import Engine
from ...running.machine import describe_machine
from ..recording.facts import Environment


def describe_environment(engines: Iterable[Engine]) -> Environment:
    """Return the environment of a run with these engines."""
    distributions = sorted({engine.distribution for engine in engines if engine.distribution})
    machine = describe_machine()
    return Environment(
        cpu=machine.cpu,
        system=machine.system,
        python=machine.python,
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
