"""How much memory a process may use."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from sudoku_compare.processes import machine_memory
from sudoku_compare.processes.machine_memory import find_physical_memory, find_usable_memory


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that takes the place of the system's control groups."""
    monkeypatch.setattr(machine_memory, "MOUNTED", tmp_path)
    monkeypatch.setattr(machine_memory, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(machine_memory, "find_physical_memory", lambda: 1000)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_without_limits_it_is_the_memory_of_the_machine(mounted: Path) -> None:
    assert find_usable_memory() == 1000


@pytest.mark.parametrize(
    ("groups", "limits", "expected"),
    [
        ("0::/\n", {"memory.max": "600\n"}, 600),
        ("0::/\n", {"memory.max": "max\n"}, 1000),
        ("0::/a/b\n", {"a/b/memory.max": "max\n", "a/memory.max": "500\n"}, 500),
        ("0::/a/b\n", {"a/b/memory.max": "400\n", "a/memory.max": "500\n"}, 400),
        ("0::/not/visible\n", {"memory.max": "300\n"}, 300),
        ("0::/\n", {"memory.max": "5000\n"}, 1000),
        ("4:cpu,memory:/x\n1:name=systemd:/y\n", {"memory/x/memory.limit_in_bytes": "700\n"}, 700),
        ("4:cpuset:/x\n", {"memory/x/memory.limit_in_bytes": "700\n"}, 1000),
    ],
)
def test_the_smallest_limit_of_the_control_groups_counts(
    groups: str, limits: dict[str, str], expected: int, mounted: Path
) -> None:
    write(mounted / "groups", groups)
    for name, text in limits.items():
        write(mounted / name, text)
    assert find_usable_memory() == expected


def test_a_limit_of_the_process_counts() -> None:
    code = "import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 30, resource.RLIM_INFINITY)); "
    code += "from sudoku_compare.processes.machine_memory import find_usable_memory; print(find_usable_memory())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 3 << 30


def test_a_system_that_does_not_tell_its_memory_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> int:
        raise ValueError

    assert (find_physical_memory() or 0) > 1 << 20
    monkeypatch.setattr(os, "sysconf", refuse)
    assert find_physical_memory() is None
