"""Conversations with a program, line by line over pipes that stay open."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hostile.marking import list_survivors, needs_proc
from hostile.single_runs import FREE, python
from processes import time_limit
from sudoku_compare.processes import running_program
from sudoku_compare.processes.failure import Cause, NoAnswer
from sudoku_compare.processes.running_program import RunningProgram

ECHO = ["cat"]
READ = "import os, sys, time\nfor line in sys.stdin:\n    "


def start(command: list[str], **limits: Any) -> RunningProgram:
    return RunningProgram(command, replace(FREE, **limits))


def ask(program: RunningProgram, requests: bytes, count: int = 1, seconds: float | None = 30.0) -> list[bytes]:
    with time_limit():
        return program.ask(requests, count, seconds)


def fail(program: RunningProgram, requests: bytes, count: int = 1, seconds: float | None = 30.0) -> NoAnswer:
    with pytest.raises(NoAnswer) as caught:
        ask(program, requests, count, seconds)
    return caught.value


def test_a_program_answers_one_question_after_the_other() -> None:
    with closing(start(ECHO)) as program:
        for number in range(1000):
            assert ask(program, b"%d\n" % number) == [b"%d" % number]


def test_a_hundred_thousand_questions_are_asked_at_once() -> None:
    """The pipes hold a small part of them in either direction."""
    questions = [b"%081d" % number for number in range(100_000)]
    with closing(start(ECHO)) as program:
        assert ask(program, b"\n".join(questions) + b"\n", len(questions)) == questions
        assert ask(program, b"and now one\n") == [b"and now one"]


def test_answers_come_while_the_program_goes_on() -> None:
    with closing(start(python(READ + "print(line, end='', flush=True); time.sleep(0.2)"))) as program:
        answers = program.iterate_answers([b"1\n2\n"], 2, 30.0)
        assert next(answers) == b"1\n"
        assert list(answers) == [b"2\n"]


@pytest.mark.parametrize(
    "code",
    [
        "sys.stderr.write('x' * 100_000); print(1, flush=True)",
        "print('x' * 100_000, flush=True)",
        "print(1, flush=True); sys.stderr.write('x' * 500_000)",
    ],
    ids=["errors before the answer", "a long answer", "errors after the answer"],
)
def test_a_program_that_writes_much_for_each_question_does_not_get_stuck(code: str) -> None:
    with closing(start(python(READ + code))) as program:
        for _ in range(20):
            assert len(ask(program, b"1\n")) == 1
        assert len(ask(program, b"1\n" * 200, 200)) == 200


def test_a_program_that_reads_slowly_gets_everything() -> None:
    code = "import os, time\nwhile data := os.read(0, 20_000): time.sleep(0.001); os.write(1, data)"
    questions = b"%081d\n" % 7 * 20_000
    with closing(start(python(code))) as program:
        assert ask(program, questions, 20_000) == [b"%081d" % 7] * 20_000


def test_the_time_limit_is_for_each_answer() -> None:
    with closing(start(python(READ + "time.sleep(0.15); print(1, flush=True)"))) as program:
        assert ask(program, b"1\n" * 8, 8, 1.0) == [b"1"] * 8


def test_the_limit_of_processor_time_is_for_each_question() -> None:
    code = READ + "end = time.process_time() + 0.1\n    while time.process_time() < end: pass\n    print(1, flush=True)"
    with closing(start(python(code), cpu=0.3)) as program:
        for _ in range(5):
            assert ask(program, b"1\n") == [b"1"]
        assert ask(program, b"1\n" * 5, 5) == [b"1"] * 5


def test_the_output_limit_is_for_each_answer() -> None:
    with closing(start(python(READ + "print('x' * 99_000, flush=True)"), output=100_000)) as program:
        assert len(ask(program, b"1\n" * 20, 20)) == 20


FAILURES: dict[str, tuple[str, dict[str, Any], Cause, str]] = {
    "no answer": ("time.sleep(60)", {}, Cause.TIME, "time limit of 30 s reached"),
    "half an answer": ("print(1, end='', flush=True); time.sleep(60)", {}, Cause.TIME, "time limit of 30 s reached"),
    "processor time": ("while True: pass", {"cpu": 0.2}, Cause.CPU, "processor time limit of 0.2 s reached"),
    "memory": ("x = bytearray(10**10)", {"memory": 300_000_000}, Cause.MEMORY, "memory limit of 300 MB reached"),
    "endless line": ("while True: print('x' * 999, end='')", {}, Cause.OUTPUT, "output limit of 1 MB reached"),
    "endless errors": ("while True: sys.stderr.write('x' * 999)", {}, Cause.OUTPUT, "output limit of 1 MB reached"),
    "exit": ("sys.exit(0)", {}, Cause.ENDED, "ended with exit code 0 before it answered"),
    "message": ("sys.exit('first\\nlast')", {}, Cause.ENDED, "ended with exit code 1 before it answered: last"),
    "crash": ("os.kill(os.getpid(), 11)", {}, Cause.ENDED, "ended by SIGSEGV before it answered"),
    "closed output": ("os.close(1); time.sleep(60)", {}, Cause.ENDED, "closed its output before it answered"),
    "supervisor": ("os.kill(os.getppid(), 9); time.sleep(60)", {}, Cause.ENDED, "lost its supervisor process"),
}


@needs_proc
@pytest.mark.parametrize(("code", "limits", "cause", "reason"), FAILURES.values(), ids=FAILURES)
def test_a_program_that_fails_at_its_third_question_has_answered_two(
    code: str, limits: dict[str, Any], cause: Cause, reason: str, mark: str
) -> None:
    program = start(python(f"{READ}if line == '3\\n':\n        {code}\n    print(line, end='', flush=True)"), **limits)
    assert ask(program, b"1\n2\n", 2) == [b"1", b"2"]
    error = fail(program, b"3\n", seconds=0.5 if cause is Cause.TIME else 30.0)
    assert (error.cause, str(error)) == (cause, reason)
    assert list_survivors(mark) == []
    program.close()


@needs_proc
@pytest.mark.parametrize("code", ["os.close(0)", "os.close(0); os.close(2)"])
def test_a_program_that_closes_its_input_is_waited_for_until_the_time_limit(code: str, mark: str) -> None:
    program = start(python(f"{READ}{code}; print(1, flush=True); time.sleep(60)"))
    assert ask(program, b"1\n") == [b"1"]
    assert fail(program, b"2\n" * 1_000_000, 1_000_000, 0.5).cause is Cause.TIME
    assert list_survivors(mark) == []


@pytest.mark.parametrize("pause", [0.0, 0.1])
def test_a_program_that_answers_twice_is_noticed_at_the_next_question(pause: float) -> None:
    program = start(python(f"{READ}print(line, end='', flush=True); time.sleep({pause}); print(2, flush=True)"))
    assert ask(program, b"1\n") == [b"1"]
    time.sleep(pause + 0.1)
    error = fail(program, b"3\n")
    assert (error.cause, str(error)) == (Cause.ENDED, "wrote more than one line per puzzle: 2")


def test_the_processor_time_of_a_failure_is_that_of_its_question() -> None:
    code = READ + "end = time.process_time() + 0.5\n    while time.process_time() < end: pass\n    print(1, flush=True)"
    program = start(python(code))
    assert ask(program, b"1\n") == [b"1"]
    error = fail(program, b"1\n", seconds=0.25)
    assert error.cpu is not None
    assert error.cpu < 0.4


def test_the_processor_time_of_a_failure_is_not_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a process that has just ended can be ahead of what `wait4` reports for it."""
    monkeypatch.setattr(running_program, "read_cpu_clock", lambda process: 1000.0)
    assert fail(start(["/bin/sh", "-c", "exit 3"]), b"1\n").cpu == 0


def test_a_program_that_floods_standard_error_after_its_answer_does_not_hold_up_the_reader() -> None:
    code = "import _thread, sys, time\ndef flood():\n    while True: sys.stderr.write('x' * 65536)\n"
    code += "for line in sys.stdin:\n    print(1, flush=True)\n    _thread.start_new_thread(flood, ())"
    with closing(start(python(code))) as program:
        assert ask(program, b"1\n") == [b"1"]
        time.sleep(0.2)
        with time_limit():
            assert program.read_errors() == b"x" * 4096


def test_what_it_writes_to_standard_error_is_that_since_the_last_question() -> None:
    with closing(start(python(READ + "sys.stderr.write(line); print(line, end='', flush=True)"))) as program:
        for text in (b"a\n", b"b\n"):
            ask(program, text)
            assert program.read_errors() == text


def test_a_program_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(NoAnswer, match="cannot be started: /nowhere: No such file") as caught:
        start(["/nowhere"])
    assert caught.value.cause is Cause.START


@needs_proc
def test_a_program_that_is_closed_leaves_nothing_behind(mark: str) -> None:
    daemon = "if not os.fork():\n    os.setsid()\n    time.sleep(3600)"
    program = start(python(f"import os, time\n{daemon}\nprint(1, flush=True)\ntime.sleep(3600)"))
    ask(program, b"")
    program.close()
    assert list_survivors(mark) == []
    program.close()


@needs_proc
def test_ctrl_c_during_a_question_leaves_nothing_behind(mark: str) -> None:
    program = start(python("import time; time.sleep(3600)"))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask(program, b"1\n")
    program.close()
    timer.join()
    assert list_survivors(mark) == []


def serve_lines(answer: Callable[[bytes], bytes]) -> Callable[[], None]:
    """Return what a fork does: answer each line."""

    def serve() -> None:
        for line in sys.stdin.buffer:
            os.write(1, answer(line))

    return serve


def fork(answer: Callable[[bytes], bytes], **limits: Any) -> RunningProgram:
    return RunningProgram([], replace(FREE, **limits), serve=serve_lines(answer))


def test_a_fork_of_this_process_answers_as_a_program_does(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {b"question\n": b"answer\n"}  # only here, in memory
    monkeypatch.setattr(sys, "stdin", open(0, closefd=False))  # noqa: SIM115 - pytest replaces it
    with closing(fork(known.__getitem__)) as program:
        for _ in range(3):
            assert ask(program, b"question\n") == [b"answer"]


def hang(line: bytes) -> bytes:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
    while True:
        time.sleep(3600)


FORKED_FAILURES: dict[str, tuple[Callable[[bytes], bytes], Cause, str]] = {
    "hangs": (hang, Cause.TIME, "time limit of 30 s reached"),
    "exits": (lambda line: os._exit(7), Cause.ENDED, "ended with exit code 7 before it answered"),
    "raises": (lambda line: line[10:][5].to_bytes(), Cause.ENDED, "ended with exit code 1 before it answered"),
    "crashes": (
        lambda line: os.kill(os.getpid(), 9) or line,  # type: ignore[func-returns-value]
        Cause.ENDED,
        "ended by SIGKILL before it answered (a memory limit was in force)",
    ),
}


@pytest.mark.parametrize(("answer", "cause", "reason"), FORKED_FAILURES.values(), ids=FORKED_FAILURES)
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_fork_that_fails_is_reported_as_a_program_is(
    answer: Callable[[bytes], bytes], cause: Cause, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", open(0, closefd=False))  # noqa: SIM115
    program = fork(answer, memory=2_000_000_000)
    error = fail(program, b"1\n", seconds=0.5 if cause is Cause.TIME else 30.0)
    assert (error.cause, str(error).partition(":")[0]) == (cause, reason)


@needs_proc
def test_open_files_do_not_accumulate() -> None:
    def count() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    start(ECHO).close()
    before = count()
    for _ in range(15):
        with closing(start(ECHO)) as program:
            ask(program, b"1\n")
        fail(start(["true"]), b"1\n")
        fail(start(["sleep", "60"]), b"1\n", seconds=0.001)
    assert count() <= before
