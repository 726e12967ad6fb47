"""Nothing that a program started outlives it, or the process that asked for it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.marking import find_marked, list_survivors, needs_proc
from hostile.single_runs import FREE, fail, python, run, shell
from processes import time_limit, wait_for
from sudoku_compare.processes.failure import Cause
from sudoku_compare.processes.single_run import run_program

pytestmark = needs_proc

PARENT = python("import os; print(os.getppid())")

LEFT_BEHIND = {
    "a child": "if not os.fork(): time.sleep(3600)",
    "a daemon": "if not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(3600)",
    "a daemon that ignores signals": (
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(number, signal.SIG_IGN)\n"
        "if not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(3600)"
    ),
    "many children": "for _ in range(200):\n    if not os.fork(): time.sleep(3600)",
    "children of children": (
        "for _ in range(10):\n    if not os.fork():\n        os.setsid()\n        [os.fork() for _ in range(3)]\n"
        "        time.sleep(3600)"
    ),
    "a stopped child": "if not os.fork():\n    os.kill(os.getpid(), signal.SIGSTOP)\n    time.sleep(3600)",
    "a child of a thread": "import _thread\n_thread.start_new_thread(lambda: os.fork() or time.sleep(3600), ())",
}


@pytest.mark.parametrize("end", ["os._exit(0)", "time.sleep(3600)"], ids=["ends", "hangs"])
@pytest.mark.parametrize("code", LEFT_BEHIND.values(), ids=LEFT_BEHIND)
def test_nothing_that_a_program_started_outlives_it(code: str, end: str, mark: str) -> None:
    command = python(f"import os, signal, time\n{code}\ntime.sleep(0.05)\n{end}")
    if end == "os._exit(0)":
        assert run(command).code == 0
    else:
        assert fail(command, seconds=0.5).cause is Cause.TIME
    assert list_survivors(mark) == []


def test_a_program_that_becomes_another_process_all_the_time_is_caught(mark: str) -> None:
    """Between the moment in which a process is listed and the signal to it, it has ended and left a child."""
    code = (
        "import os, time\n"
        "end = time.monotonic() + 30\n"  # in case the test fails
        "hops = [os.fork() for _ in range(3)]\n"
        "if not hops[0]: os.setsid()\n"
        "while time.monotonic() < end:\n"
        "    time.sleep(0.001)\n"
        "    if os.fork(): os._exit(0)\n"
    )
    command = [*shell('"$@" & sleep 60'), "sh", *python(code)]
    assert fail(command, seconds=0.5).cause is Cause.TIME
    assert list_survivors(mark) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["kills", "stops"])
@pytest.mark.parametrize(
    "daemon", ["", "if os.fork() == 0:\n    os.setsid()\n    time.sleep(3600)"], ids=["", "daemon"]
)
def test_a_program_that_attacks_its_supervisor_does_not_survive(number: int, daemon: str, mark: str) -> None:
    start, end = "import os, time\nparent = os.getppid()", f"os.kill(parent, {number})\ntime.sleep(3600)"
    error = fail(python(f"{start}\n{daemon}\ntime.sleep(0.2)\n{end}"), seconds=1.0)
    if number == signal.SIGKILL:
        assert (error.cause, str(error)) == (Cause.ENDED, "lost its supervisor process")
    else:
        assert error.cause is Cause.TIME
    assert list_survivors(mark) == []
    assert run(["echo", "1"]).output == b"1\n"


def test_a_program_has_a_session_of_its_own_without_a_terminal() -> None:
    code = (
        "import os\n"
        "try: os.open('/dev/tty', os.O_RDWR)\n"
        "except OSError: print('no terminal')\n"
        "print(os.getsid(0) == os.getpid() == os.getpgid(0))"
    )
    assert run(python(code)).output == b"no terminal\nTrue\n"


def test_a_program_inherits_three_open_files() -> None:
    """With copies of them, nobody would notice that the program closes one; others may be a terminal or a secret."""
    command = shell("exec ls /proc/self/fd")
    with open(os.devnull) as file:
        os.set_inheritable(file.fileno(), True)
        output = run(command, output=1_000_003).output  # by a new supervisor
    assert output == b"0\n1\n2\n3\n", "and the folder that `ls` reads"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "<&- 2>&-"])
def test_programs_run_even_if_a_standard_stream_is_closed_here(closed: str, tmp_path: Path) -> None:
    """Its number then belongs to the next file that is opened, such as the socket of the supervisor."""
    code = (
        "from sudoku_compare.processes.single_run import run_program\n"
        "from sudoku_compare.processes.limits import ProgramLimits\n"
        "result = run_program(['cat'], ProgramLimits(10.0, None, None, 100), input=b'1')\n"
        f"open({str(tmp_path / 'result')!r}, 'wb').write(result.output)"
    )
    subprocess.run(["/bin/sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", code], timeout=60, check=True)
    assert (tmp_path / "result").read_bytes() == b"1"


def test_signals_have_their_usual_effect_in_a_program() -> None:
    """Python ignores SIGPIPE, and a shell's background jobs ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        codes = {name: run(shell(f"kill -{name} $$")).code for name in ("PIPE", "INT", "TERM", "HUP", "QUIT", "ALRM")}
    finally:
        signal.signal(signal.SIGINT, before)
    assert codes == {name: -getattr(signal, f"SIG{name}") for name in codes}


def test_a_supervisor_is_used_again() -> None:
    assert run(PARENT).output == run(PARENT).output
    fail(python("import time; time.sleep(60)"), seconds=0.1)
    assert run(PARENT).output == run(PARENT).output


def test_a_fork_of_this_process_does_not_use_its_supervisors() -> None:
    """Two processes that write to the same socket would get each other's answers."""
    own = run(PARENT).output
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, run(PARENT).output)
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as file, time_limit():
        of_fork = file.read()
    os.waitpid(child, 0)
    assert of_fork not in (b"", own)
    assert run(PARENT).output == own


def count_open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_open_files_do_not_accumulate() -> None:
    run(["true"])
    before = count_open_files()
    for _ in range(1000):
        run(["true"])
    for _ in range(20):
        fail(["/nowhere"])
        fail(shell("sleep 60"), seconds=0.001)
        fail(python("import os; os.kill(os.getppid(), 9)"))
    assert count_open_files() <= before


def run_until_interrupted(delay: float) -> None:
    """Run programs until an alarm raises KeyboardInterrupt, as Ctrl-C does."""
    signal.setitimer(signal.ITIMER_REAL, delay)
    while True:
        run_program(python("import os, time\nos.fork()\ntime.sleep(0.02)"), FREE)


def test_ctrl_c_in_the_middle_leaves_nothing_behind(mark: str) -> None:
    before = count_open_files()
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    for delay in range(1, 100, 3):
        with pytest.raises(KeyboardInterrupt):
            run_until_interrupted(delay / 1000)
    signal.signal(signal.SIGALRM, handler)
    assert list_survivors(mark) == []
    assert count_open_files() <= before + 1, "one supervisor may be idle"


STUBBORN = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    os.fork()
time.sleep(3600)
"""
CALLER = f"""
from sudoku_compare.processes.single_run import run_program
from sudoku_compare.processes.limits import ProgramLimits
run_program({python(STUBBORN)!r}, ProgramLimits(None, None, None, 100))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_if_the_caller_is_killed(number: int, mark: str) -> None:
    with subprocess.Popen([sys.executable, "-c", CALLER], stderr=subprocess.DEVNULL) as it:
        wait_for(lambda: len(find_marked(mark)) == 4)  # the supervisor, and three copies of the program
        it.send_signal(number)
        assert it.wait(timeout=60) in (-number, 1)
    assert list_survivors(mark) == []
