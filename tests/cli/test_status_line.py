"""The line that says what the program is doing: rewritten on a terminal, now and then a new line elsewhere."""

import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import PROGRAM
from making import EASY
from processes import wait_for
from sudoku_compare.cli import status_line
from sudoku_compare.cli.console import open_bar
from sudoku_compare.cli.messages import complain
from sudoku_compare.cli.status_line import CLEAR, REFRESH, SILENCE, StatusLine


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(status_line, "monotonic", clock)
    return clock


def test_a_terminal_has_one_line_that_is_removed_at_the_end(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with StatusLine() as status:
        status.show("first")
        status.show("too soon")
        clock.now += REFRESH
        status.show("a text that is wider than the terminal")
    assert terminal.getvalue() == f"{CLEAR}first{CLEAR}a text that is wide{CLEAR}"
    status.clear()
    assert terminal.getvalue().count(CLEAR) == 3


def test_a_message_takes_the_place_of_the_line(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with StatusLine() as status:
        status.show("working")
        complain("worker 1 was lost")
        complain("worker 2 was lost")
    assert terminal.getvalue() == (
        f"{CLEAR}working{CLEAR}sudoku-compare: worker 1 was lost\nsudoku-compare: worker 2 was lost\n"
    )


def test_a_message_is_printed_above_a_bar_and_the_bar_is_drawn_again_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with open_bar("{task.completed} of {task.total}") as bar:
        bar.add_task("", total=2, completed=1)
        bar.refresh()
        complain("worker 1 was lost")
    before, after = terminal.getvalue().split("sudoku-compare: worker 1 was lost\n")
    assert "1 of 2" in before
    assert before.endswith(("\x1b[2K", "\x1b[1A\x1b[2K", "\x1b[0m"))  # the bar is erased before the message
    assert "1 of 2" in after
    complain("the bar is gone")
    assert terminal.getvalue().endswith("sudoku-compare: the bar is gone\n")


@pytest.mark.parametrize("name", ["xterm", "dumb"])
def test_a_log_gets_a_line_only_if_it_takes_long(name: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", name)
    monkeypatch.setattr(sys, "stderr", log := (Terminal() if name == "dumb" else io.StringIO()))
    with StatusLine() as status:
        for number in range(5):
            status.show(f"{number} so far")
            clock.now += SILENCE / 2
    assert log.getvalue() == "sudoku-compare: 2 so far\nsudoku-compare: 4 so far\n"


def test_reading_shows_its_progress_on_a_terminal_and_ends_at_once_with_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{EASY}\n" * 300_000)
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "bench", "many.txt", "--engine", "kernel"],
        cwd=tmp_path,
        stderr=terminal,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(terminal)
    shown = bytearray()

    def has_shown_numbers() -> bool:
        shown.extend(os.read(controller, 1000))
        return shown.count(b"reading the puzzles: ") >= 2

    wait_for(has_shown_numbers)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    os.close(controller)
    assert not (tmp_path / "results").exists()
