"""The description of a machine."""

import json
import platform
from pathlib import Path
from typing import Any

import pytest

from measuring import MACHINE
from sudoku_compare.running import machine as machine_module
from sudoku_compare.running.jobs import count_cores
from sudoku_compare.running.machine import Machine, describe_machine


def test_this_machine_is_described() -> None:
    found = describe_machine()
    assert found.host == platform.node()
    assert (found.python, found.cores) == (platform.python_version(), count_cores())
    assert found.cpu
    assert found.memory
    assert found.memory > 1 << 20
    assert describe_machine() == found


def test_a_description_survives_json() -> None:
    for machine in (MACHINE, describe_machine()):
        assert Machine.from_json(json.loads(json.dumps(machine.as_json()))) == machine


def test_what_another_version_adds_is_ignored() -> None:
    assert Machine.from_json(MACHINE.as_json() | {"colour": "grey"}) == MACHINE


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cpu", None),
        ("python", None),
        ("host", 5),
        ("host", "\x1b"),
        ("cores", 0),
        ("cores", True),
        ("memory", 1 << 63),
    ],
)
def test_a_description_with_an_invalid_value_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"not the description of a machine: {name} is missing or invalid"):
        Machine.from_json(MACHINE.as_json() | {name: value})


@pytest.mark.parametrize("name", ["host", "cpu", "memory"])
def test_a_description_without_a_value_is_refused(name: str) -> None:
    values = MACHINE.as_json()
    del values[name]
    with pytest.raises(ValueError, match=f"{name} is missing"):
        Machine.from_json(values)


def test_the_processor_is_found_or_named_by_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_module, "CPU_INFO", tmp_path / "cpuinfo")
    assert describe_machine().cpu in (platform.processor(), platform.machine())
    (tmp_path / "cpuinfo").write_text("processor: 0\nmodel name\t: A CPU @ 2 GHz\n")
    assert describe_machine().cpu == "A CPU @ 2 GHz"


def test_a_host_name_cannot_control_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: "\x1b[31m")
    assert describe_machine().host == "?[31m"
    monkeypatch.setattr(platform, "node", lambda: "")
    assert describe_machine().host is None
