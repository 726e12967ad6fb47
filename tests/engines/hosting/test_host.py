"""Engines that are not built in search in a process of their own, which is kept, limited and replaced."""

import json
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile.marking import find_marked, mark_processes, needs_proc
from making import EASY
from processes import time_limit
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.core.answer import Seconds
from sudoku_compare.core.idle_pool import IdlePool
from sudoku_compare.engines.hosting import host
from sudoku_compare.engines.hosting.host import (
    MOST_HOSTS,
    NOT_AN_ANSWER,
    HostedClass,
    describe_hosted,
    search_in_host,
)
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.running.executor import run

PUZZLE = Puzzle.from_text(EASY)

MODULE = '''
"""Engines that tell about their process in their counts."""

import os, resource, signal, sys, time
from dataclasses import dataclass
from typing import ClassVar
from sudoku_compare import Answer, Ending, Engine, Limits, Puzzle

@dataclass(frozen=True)
class Telling(Engine):
    """Tells about its process.

    And more.
    """
    name: ClassVar = "telling"
    number: int = 0
    act: str = ""

    def search(self, puzzle, limits):
        exec(self.act.replace(";", "\\n"))
        memory = resource.getrlimit(resource.RLIMIT_AS)[0]
        counts = {
            "process": os.getpid(),
            "session": os.getsid(0),
            "parent": os.getppid(),
            "memory": max(0, memory),
            "solutions": limits.solutions,
            "input": len(sys.stdin.read()),
        }
        return Answer((), Ending.STUCK, counts=counts, detail=repr(limits.seconds))
'''


@pytest.fixture
def telling(tmp_path: Path) -> Iterator[Callable[..., HostedClass]]:
    """Return how a host loads the engine `Telling` with these settings; its hosts end with the test."""
    (tmp_path / "telling.py").write_text(MODULE)
    yield lambda settings="": HostedClass("telling:Telling", settings, str(tmp_path))
    for one in host._hosts.empty():
        one.program.close()


Make = Callable[..., HostedClass]


def ask(hosted: HostedClass, limits: Limits | None = None) -> Answer:
    with time_limit():
        return search_in_host(hosted, PUZZLE, limits or Limits()).answer


def test_a_host_is_used_again(telling: Make) -> None:
    first, second = ask(telling()), ask(telling())
    assert first.ending is Ending.STUCK
    assert first.counts["process"] == second.counts["process"]


def test_an_engine_with_other_settings_or_limits_has_another_host(telling: Make) -> None:
    answers = [ask(telling()), ask(telling("number=1")), ask(telling(), Limits(memory=500_000_000))]
    assert len({answer.counts["process"] for answer in answers}) == 3
    assert ask(telling(), Limits(1, 7.0)).counts["process"] == answers[0].counts["process"], "time is up to the caller"


def test_the_engine_gets_the_puzzle_and_the_limits(telling: Make) -> None:
    answer = ask(telling(), Limits(5, 7.5))
    assert (answer.counts["solutions"], answer.detail) == (5, "7.5")
    assert ask(telling(), Limits(2, math.inf)).detail == "inf"


def test_a_host_has_the_memory_limit(telling: Make) -> None:
    assert ask(telling(), Limits(memory=500_000_000)).counts["memory"] == 500_000_000


def test_a_host_has_a_session_of_its_own_and_reads_nothing(telling: Make) -> None:
    counts = ask(telling()).counts
    assert counts["process"] == counts["session"]
    assert counts["parent"] != os.getpid()
    assert counts["input"] == 0


def test_what_an_engine_prints_is_kept_away_from_its_answer(telling: Make) -> None:
    act = "act=print('to output');os.system('echo to the shell');sys.stderr.write('to errors')"
    with time_limit():
        answer, printed = search_in_host(telling(act), PUZZLE, Limits())
    assert answer.ending is Ending.STUCK
    assert sorted(printed.split("\n")) == ["to errors", "to output", "to the shell"]


def test_times_are_measured_outside_the_engine(telling: Make) -> None:
    answer = ask(telling("act=while time.process_time() < 0.6: pass"))
    assert answer.seconds.reported == 0.0
    assert answer.seconds.outer is not None
    assert answer.seconds.cpu is not None
    assert answer.seconds.total == answer.seconds.outer > 0.2
    assert 0.2 < answer.seconds.cpu < 0.6, "what it took to start is not included"


FAILURES = {
    "exit": ("act=os._exit(3)", Ending.FAILED, "its process ended with exit code 3 before it answered"),
    "crash": ("act=signal.raise_signal(9)", Ending.FAILED, "its process ended by SIGKILL before it answered"),
    "hang": ("act=time.sleep(60)", Ending.TIMED_OUT, "stopped from outside"),
    "memory": ("act=bytearray(10**10)", Ending.FAILED, "memory limit of 500 MB reached"),
    "processor time": ("act=while True: pass", Ending.TIMED_OUT, "processor time limit of 0.3 s reached"),
}


@pytest.mark.parametrize(("settings", "ending", "detail"), FAILURES.values(), ids=FAILURES)
def test_a_host_that_fails_is_replaced(settings: str, ending: Ending, detail: str, telling: Make) -> None:
    limits = Limits(2, 0.5, 0.3, 500_000_000)
    others = ask(telling("number=1"), limits)
    for _ in range(2):
        answer = ask(telling(settings), limits)
        assert answer.ending is ending
        assert answer.detail.startswith(detail)
        assert answer.seconds.total > 0
    assert ask(telling("number=1"), limits).counts["process"] == others.counts["process"]


@needs_proc
def test_only_so_many_hosts_are_kept(telling: Make) -> None:
    with mark_processes() as mark:
        for number in range(MOST_HOSTS + 3):
            ask(telling(f"number={number}"))
        hosts = [process for process in find_marked(mark) if os.getsid(process) == process]
        assert len(hosts) == MOST_HOSTS


@needs_proc
def test_a_fork_of_this_process_has_hosts_of_its_own(telling: Make) -> None:
    own = ask(telling()).counts["process"]
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, str(ask(telling()).counts["process"]).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader) as file:
        of_fork = int(file.read())
    os.waitpid(child, 0)
    assert of_fork != own
    assert ask(telling()).counts["process"] == own


def test_threads_ask_side_by_side(telling: Make) -> None:
    answers: list[Answer] = []
    act = telling("act=time.sleep(0.1)")

    def search() -> None:
        answers.append(search_in_host(act, PUZZLE, Limits()).answer)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len({answer.counts["process"] for answer in answers}) == 4


def test_a_host_says_what_it_found(telling: Make) -> None:
    description = describe_hosted(telling())
    assert (description["name"], description["about"]) == ("telling", "Tells about its process.")
    assert description["options"] == [["number", 0, [], ""], ["act", "", [], ""]]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"", NOT_AN_ANSWER),
        (b"[]", NOT_AN_ANSWER),
        (b"5", NOT_AN_ANSWER),
        (b"\xff\x00", NOT_AN_ANSWER),
        (b'{"problem": "no\\u001b"}', "no\x1b"),
        (b'{"problem": 5}', "5"),
    ],
)
def test_a_host_that_describes_something_else_cannot_be_used(
    line: bytes, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "RunningProgram", lambda *arguments, **options: FakeProgram(line))
    assert describe_hosted(HostedClass("some:Class")) == {"problem": problem}


class FakeProgram:
    """Answers every question with the same line."""

    def __init__(self, line: bytes) -> None:
        self._line = line

    def ask(self, requests: bytes, count: int, seconds: float | None) -> list[bytes]:
        return [self._line]

    def read_cpu(self) -> float:
        return 1.0

    def read_errors(self) -> bytes:
        return b""

    def close(self) -> None:
        """Do nothing."""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(list(Ending)),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=3), part, max_size=3),
    max_leaves=6,
)
NEARLY_ANSWERS = st.fixed_dictionaries(
    {
        "solutions": st.lists(st.just("0102") | JSON, max_size=2) | JSON,
        "ending": st.sampled_from([one.value for one in Ending]) | JSON,
        "seconds": st.lists(st.none() | st.floats() | JSON, min_size=3, max_size=3) | JSON,
        "counts": st.dictionaries(st.text(max_size=3), st.integers() | JSON, max_size=2) | JSON,
        "detail": st.text() | JSON,
    }
)


@given(st.binary() | (JSON | NEARLY_ANSWERS).map(lambda value: json.dumps(value).encode()))
def test_whatever_a_host_writes_becomes_an_answer(line: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "_hosts", IdlePool(lambda *key: (FakeProgram(line), {})))
        answer = search_in_host(HostedClass("some:Class"), PUZZLE, Limits()).answer
    assert isinstance(answer.ending, Ending)
    assert math.isfinite(answer.seconds.total)
    assert answer.detail.isprintable()
    json.dumps(answer.counts, allow_nan=False)


@dataclass(frozen=True)
class Acting(Engine):
    """Exists only in this process: what it does cannot be written as text."""

    act: Callable[[], Answer]

    name: ClassVar = "acting"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Do it."""
        return self.act()


def hang() -> Answer:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(60)


KNOWN: dict[str, int] = {}


def remember() -> Answer:
    KNOWN["calls"] = KNOWN.get("calls", 0) + 1
    return Answer((), Ending.STUCK, Seconds(settle=0.5), {**KNOWN, "process": os.getpid()})


def test_an_engine_that_exists_only_here_searches_in_a_fork_that_is_kept() -> None:
    engine = Acting(remember)
    first, second = (run(engine, PUZZLE, Limits()) for _ in range(2))
    assert KNOWN == {}, "this process is not affected"
    assert (first.counts["calls"], second.counts["calls"]) == (1, 2)
    assert first.counts["process"] == second.counts["process"] != os.getpid()
    assert first.seconds.reported == 0.5
    assert first.seconds.outer is not None


ACTS: dict[str, tuple[Callable[[], Any], Ending, str]] = {
    "exit": (lambda: os._exit(3), Ending.FAILED, "its process ended with exit code 3 before it answered"),
    "sys.exit": (lambda: sys.exit(0), Ending.FAILED, "SystemExit: 0"),
    "hang": (hang, Ending.TIMED_OUT, "stopped from outside"),
    "nothing": (lambda: None, Ending.FAILED, "malformed answer: expected an Answer, found None"),
    "memory": (lambda: bytearray(10**11), Ending.FAILED, "memory limit of 8 GB reached"),
    "interrupt": (lambda: os.killpg(0, signal.SIGINT), Ending.FAILED, "its process ended by SIGINT"),
}


@pytest.mark.parametrize(("act", "ending", "detail"), ACTS.values(), ids=ACTS)
def test_a_fork_that_fails_is_an_answer(act: Callable[[], Any], ending: Ending, detail: str) -> None:
    with time_limit():
        answer = run(Acting(act), PUZZLE, Limits(2, 0.5, memory=8_000_000_000))
    assert answer.ending is ending
    assert answer.detail.startswith(detail)
