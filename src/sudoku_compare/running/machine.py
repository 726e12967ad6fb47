"""The machine on which searches run: what a reader must know to judge a time that was measured there."""

import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..core.text import make_printable
from ..processes.limits import describe_isolation
from ..processes.machine_memory import find_usable_memory
from .jobs import count_cores

CPU_INFO = Path("/proc/cpuinfo")
NUMBERS = ("cores", "memory")
NEEDED = ("cpu", "python")
LARGEST = (1 << 63) - 1  # whole number that a record can store


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A machine, and what a process may use of it. What is None is not known."""

    host: str | None  # its name in the network
    cpu: str  # the model of its processor
    cores: int | None  # that the process may use
    memory: int | None  # bytes: of the machine, or the limit of the process or its control group if that is smaller
    system: str | None
    python: str  # version
    isolation: str | None  # how programs are kept apart and limited there

    def as_json(self) -> dict[str, Any]:
        """Return the description as plain values by name."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Machine":
        """Return the machine that `as_json` describes; raise ValueError if a value is missing or invalid."""
        names = [field.name for field in fields(cls)]
        for name in names:
            if name not in values or not _is_valid(name, values[name]):
                raise ValueError(f"not the description of a machine: {name} is missing or invalid")
        return cls(**{name: values[name] for name in names})


def describe_machine() -> Machine:
    """Return the description of the machine on which this is called."""
    return Machine(
        host=make_printable(platform.node()) or None,
        cpu=make_printable(_find_cpu_model()),
        cores=count_cores(),
        memory=find_usable_memory(),
        system=make_printable(platform.platform()),
        python=platform.python_version(),
        isolation=describe_isolation(),
    )


def _is_valid(name: str, value: object) -> bool:
    if value is None:
        return name not in NEEDED
    if name in NUMBERS:
        return type(value) is int and 0 < value <= LARGEST
    return isinstance(value, str) and value.isprintable()


def _find_cpu_model() -> str:
    try:
        lines = CPU_INFO.read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
