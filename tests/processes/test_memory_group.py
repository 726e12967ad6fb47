"""Memory that is limited by a cgroup. Ordinary files stand in for the system's, so no privilege is needed."""

import errno
import shutil
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from hostile.marking import needs_proc
from hostile.single_runs import FREE, fail, run, shell
from processes import is_running, wait_for
from sudoku_compare.processes.failure import Cause, NoAnswer
from sudoku_compare.processes.memory_group import MemoryGroup, find_delegated_folder
from sudoku_compare.processes.running_program import RunningProgram

MEMORY = 500_000_000


@pytest.fixture
def delegated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like one of cgroup v2 that was delegated to this user."""
    (tmp_path / "cgroup.procs").touch()
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids\n")
    monkeypatch.setenv("SUDOKU_COMPARE_CGROUP", str(tmp_path))
    return tmp_path


def find_group(folder: Path) -> Path:
    [group] = wait_for(lambda: list(folder.glob("sudoku-compare-*")))
    return group


def test_a_delegated_folder_is_used(delegated: Path) -> None:
    assert find_delegated_folder() == str(delegated)


@pytest.mark.parametrize(
    ("name", "content"),
    [("cgroup.subtree_control", "cpu pids\n"), ("cgroup.subtree_control", None), ("cgroup.procs", None)],
    ids=["memory is not among its controllers", "not a cgroup", "no file for processes"],
)
def test_a_folder_that_cannot_limit_memory_is_not_used(delegated: Path, name: str, content: str | None) -> None:
    (delegated / name).unlink()
    if content:
        (delegated / name).write_text(content)
    assert find_delegated_folder() is None


@pytest.mark.parametrize("folder", ["", "/nowhere/at/all"])
def test_a_folder_that_does_not_exist_is_not_used(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setenv("SUDOKU_COMPARE_CGROUP", folder)
    assert find_delegated_folder() is None


def test_a_group_has_a_limit_and_processes_and_is_removed(delegated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = MemoryGroup(str(delegated), MEMORY)
    folder = find_group(delegated)
    assert ((folder / "memory.max").read_text(), (folder / "memory.swap.max").read_text()) == (str(MEMORY), "0")
    group.add(12345)
    assert (folder / "cgroup.procs").read_text() == "12345"
    monkeypatch.setattr(Path, "rmdir", shutil.rmtree)  # the files of a real group vanish with it
    group.remove()
    assert not folder.exists()
    group.remove()


@pytest.mark.parametrize(
    ("events", "is_full"),
    [
        (None, False),
        ("", False),
        ("low 0\nhigh 0\nmax 17\noom 0\noom_kill 0\n", False),
        ("low 0\nhigh 0\nmax 17\noom 1\noom_kill 1\noom_group_kill 0\n", True),
        ("oom_kill 12", True),
        ("oom_group_kill 1\noom_kill 0", False),
    ],
)
def test_a_group_was_full_if_the_system_killed_a_process_in_it(
    delegated: Path, events: str | None, is_full: bool
) -> None:
    group = MemoryGroup(str(delegated), MEMORY)
    if events is not None:
        (find_group(delegated) / "memory.events").write_text(events)
    assert group.was_full() is is_full


def test_two_groups_do_not_share_a_folder(delegated: Path) -> None:
    for _ in range(100):
        MemoryGroup(str(delegated), MEMORY)
    assert len(list(delegated.glob("sudoku-compare-*"))) == 100


@needs_proc
def test_a_program_runs_in_a_group_of_its_own_instead_of_a_limited_address_space(delegated: Path) -> None:
    result = run(shell("echo $$; ulimit -v"), memory=MEMORY)
    group = find_group(delegated)
    program, _, limit = result.output.partition(b"\n")
    assert (group / "cgroup.procs").read_bytes() == program
    assert (group / "memory.max").read_text() == str(MEMORY)
    assert limit == b"unlimited\n"


@needs_proc
def test_a_program_that_the_system_killed_in_a_full_group_has_reached_the_memory_limit(delegated: Path) -> None:
    def be_the_system() -> None:
        (find_group(delegated) / "memory.events").write_text("oom_kill 1\n")

    system = threading.Thread(target=be_the_system)
    system.start()
    error = fail(shell("sleep 1; kill -KILL $$"), memory=MEMORY)
    system.join()
    assert (error.cause, str(error)) == (Cause.MEMORY, "memory limit of 500 MB reached")


@needs_proc
def test_a_program_that_cannot_be_added_to_its_group_is_not_left_running(
    delegated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The supervisor is a fork of this process, so that it has the faulty `add` as well."""

    def refuse(group: MemoryGroup, process: int) -> None:
        (delegated / "process").write_text(str(process))
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(MemoryGroup, "add", refuse)
    with pytest.raises(NoAnswer, match="cannot be started: memory group: Device or resource busy"):
        RunningProgram([], replace(FREE, memory=MEMORY), serve=lambda: time.sleep(3600))
    process = int((delegated / "process").read_text())
    assert wait_for(lambda: not is_running(process))
