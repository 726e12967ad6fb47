"""The descendants of a process, found in both ways that Linux offers.

Each test asks in a process of its own, because the descendants of this one are others as well.
"""

import json
import os
import subprocess
import sys
import uuid
from typing import Any

import pytest

from hostile.marking import needs_proc
from hostile.single_runs import python
from processes import is_running, wait_for
from sudoku_compare.processes.process_tree import kill_by_environment

pytestmark = needs_proc

END = """
ended = []
while process_tree.has_children():
    process_tree.signal_descendants(signal.SIGKILL)
    ended += [process for process, _, _ in process_tree.list_ended()]
"""
TREE = """
import json, os, signal, sys, time
from sudoku_compare.processes import process_tree
from sudoku_compare.processes.supervisor_process import _become_subreaper
process_tree.HAS_CHILDREN = {has_children}
_become_subreaper()
reader, writer = os.pipe()
if os.fork() == 0:  # a child with a child that has a session of its own, and with a zombie that has worked
    if os.fork() == 0:
        os.setsid()
        os.write(writer, b"1")
        time.sleep(3600)
    if os.fork() == 0:
        while time.process_time() < 0.2: pass
        os.write(writer, b"1")
        os._exit(0)
    os.write(writer, b"1")
    time.sleep(3600)
for _ in range(3): os.read(reader, 1)
time.sleep(0.1)
"""


def ask_in_tree(code: str, *, has_children: bool) -> Any:
    """Return the value `result` of this code in a process with three descendants."""
    code = f"{TREE.format(has_children=has_children)}\n{code}\nprint(json.dumps(result), flush=True)\n{END}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    return json.loads(done.stdout)


both_ways = pytest.mark.parametrize("has_children", [True, False], ids=["children", "all processes"])


@both_ways
def test_every_descendant_is_found_with_those_in_other_sessions_and_zombies(has_children: bool) -> None:
    assert ask_in_tree("result = len(list(process_tree._walk_descendants()))", has_children=has_children) == 3


@both_ways
def test_the_processor_time_includes_that_of_children_that_have_ended(has_children: bool) -> None:
    assert 0.19 <= ask_in_tree("result = process_tree.count_cpu()", has_children=has_children) < 0.4


@both_ways
def test_a_signal_reaches_every_descendant(has_children: bool) -> None:
    code = """
before = [process for process in process_tree._walk_descendants()]
process_tree.signal_descendants(signal.SIGKILL)
result = before
"""
    processes = ask_in_tree(code, has_children=has_children)
    assert wait_for(lambda: not any(map(is_running, processes)))


def test_children_that_have_ended_are_collected_once() -> None:
    code = f"{END}\nresult = [len(ended), len(set(ended)), len(list(process_tree.list_ended()))]"
    assert ask_in_tree(code, has_children=True) == [3, 3, 0]


def test_processes_with_a_variable_are_killed_and_no_others() -> None:
    name = uuid.uuid4().hex
    sleep = python("import time; time.sleep(60)")
    with (
        subprocess.Popen(sleep, env={**os.environ, "TESTED": name}) as one,
        subprocess.Popen(sleep, env={**os.environ, "TESTED": f"{name}0"}) as other,
    ):
        wait_for(lambda: is_running(one.pid) and is_running(other.pid))
        kill_by_environment(f"TESTED={name}".encode())
        assert one.wait(timeout=60) == -9
        assert is_running(other.pid)
        other.kill()
