"""What `uniqueness` shows on standard error while it looks for evidence."""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from conftest import PROGRAM
from processes import interrupt
from sudoku_compare.cli.evidence_status import PATIENCE, EvidenceStatus
from sudoku_compare.cli.status_line import CLEAR
from sudoku_compare.evidence.progress import Progress


def run_on_terminal(columns: int, *arguments: str, interrupt_at: bytes = b"") -> tuple[int, str, str]:
    """Return the exit code, standard output, and what a terminal of this width got on standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"TERM": "xterm"}
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=theirs, text=True, env=environment)
    os.close(theirs)
    shown, output = b"", ""
    while True:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if interrupt_at and interrupt_at in shown:
            interrupt_at = b""
            output, _ = interrupt(process)
    output = output or process.communicate()[0]
    os.close(ours)
    return process.returncode, output, shown.decode()


@pytest.mark.parametrize("columns", [100, 30])
def test_the_line_is_rewritten_cut_to_the_width_and_removed(columns: int) -> None:
    code, output, shown = run_on_terminal(columns, "uniqueness", "." * 81, "--timeout", "2", "--lines")
    texts = shown.split(CLEAR)
    assert code == 4
    assert output.startswith("text:1  multiple  ")
    assert "looking" not in output
    assert (texts[0], texts[-1]) == ("", "")
    assert len(texts) > 5
    assert max(map(len, texts)) < columns
    assert any(text.startswith("1 s: looking for the fewest"[: columns - 1]) for text in texts)
    if columns == 100:
        assert any("; best so far 2" in text and text.endswith(" (text:1)") for text in texts)


def test_control_c_removes_the_line() -> None:
    code, output, shown = run_on_terminal(80, "uniqueness", "." * 81, interrupt_at=b"best so far")
    assert (code, output) == (130, "")
    assert shown.endswith(f"{CLEAR}sudoku-compare: interrupted\r\n")


def test_a_log_gets_one_line_for_each_part_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", log := io.StringIO())
    with EvidenceStatus() as status:
        for id in ("a:1", "a:2"):
            status.begin(id)
            for seconds in (0.0, PATIENCE, PATIENCE + 1, PATIENCE + 2):
                status.observe(Progress("fixes", seconds))
            status.observe(Progress("count", PATIENCE - 1))
    assert log.getvalue() == "".join(
        f"sudoku-compare: {id}: still looking for the changes that fix the puzzle\n" for id in ("a:1", "a:2")
    )


def test_nothing_is_shown_in_a_pipe_if_it_is_quick() -> None:
    done = subprocess.run([PROGRAM, "uniqueness", "." * 81, "--timeout", "1"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (4, "")
