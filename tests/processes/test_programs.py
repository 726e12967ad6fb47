"""Programs that run once, from their input to their end."""

import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from hostile.single_runs import FREE, fail, python, run, shell
from sudoku_compare.processes.failure import Cause, describe_end, shorten_message
from sudoku_compare.processes.single_run import run_program


@pytest.mark.parametrize(
    ("command", "input", "output", "errors", "code"),
    [
        (["cat"], b"1\n2\n", b"1\n2\n", b"", 0),
        (["cat"], b"", b"", b"", 0),
        (shell("echo out; echo err >&2; exit 10"), b"", b"out\n", b"err\n", 10),
        (shell("kill -SEGV $$"), b"", b"", b"", -signal.SIGSEGV),
        (shell("printf 'no end of line'"), b"", b"no end of line", b"", 0),
        (shell("exec <&- >&- 2>&-; exit 3"), b"1\n" * 1_000_000, b"", b"", 3),
        (shell("read line; echo $line"), b"1\n" * 1_000_000, b"1\n", b"", 0),
    ],
    ids=["input", "no input", "exit code", "signal", "no newline", "closes everything", "reads only one line"],
)
def test_what_a_program_writes_and_how_it_ends_is_returned(
    command: list[str], input: bytes, output: bytes, errors: bytes, code: int
) -> None:
    result = run(command, input)
    assert (result.output, result.errors, result.code) == (output, errors, code)


def test_a_program_that_cannot_be_started_is_named_with_the_reason(tmp_path: Path) -> None:
    script = tmp_path / "program"
    script.write_text("#!/nowhere/interpreter\n")
    script.chmod(0o755)
    for command in (["/nowhere/program"], [str(tmp_path)], [str(script)], ["x" * 300]):
        error = fail(command)
        assert error.cause is Cause.START
        assert str(error).startswith(f"cannot be started: {command[0]}: ")
        assert run(["echo", "1"]).output == b"1\n", "the next program can be started"


def test_only_the_end_of_standard_error_is_kept() -> None:
    result = run(shell("head -c 900000 /dev/zero >&2; echo end >&2"))
    assert len(result.errors) == 4096
    assert result.errors.endswith(b"\0end\n")


def test_much_input_and_much_output_at_the_same_time_do_not_block_each_other() -> None:
    """A program that writes before it has read everything fills its pipe while this process still writes."""
    data = b"0123456789abcde\n" * 500_000
    assert run(["cat"], data, output=len(data)).output == data


def test_a_program_that_writes_much_and_reads_nothing_is_not_waited_for() -> None:
    result = run(shell("head -c 5000000 /dev/zero"), b"1\n" * 2_000_000, output=5_000_000)
    assert (len(result.output), result.code) == (5_000_000, 0)


WORK = "end = time.process_time() + 0.3\nwhile time.process_time() < end: pass"


@pytest.mark.parametrize("code", [WORK, f"if os.fork(): os.wait(); os._exit(0)\n{WORK}"], ids=["itself", "its child"])
def test_the_processor_time_is_that_of_the_program_and_its_children(code: str) -> None:
    result = run(python(f"import os, time\n{code}"))
    assert 0.3 <= result.cpu < 0.5


def test_threads_run_programs_side_by_side() -> None:
    results: list[bytes] = []

    def work(name: str) -> None:
        for number in range(10):
            limits = replace(FREE, output=100_000 + number % 2)
            command = shell(f"read line; echo $line; exec sleep 0.0{number}")
            results.append(run_program(command, limits, input=f"{name}{number}\n".encode()).output)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(results) == sorted(f"{name}{number}\n".encode() for name in "abcdefgh" for number in range(10))


@pytest.mark.parametrize(
    ("code", "errors", "memory", "text"),
    [
        (1, b"", None, "ended with exit code 1 before it answered"),
        (0, b"", None, "ended with exit code 0 before it answered"),
        (-11, b"", None, "ended by SIGSEGV before it answered"),
        (139, b"", None, "ended by SIGSEGV before it answered"),
        (-6, b"", 10**9, "ended by SIGABRT before it answered (a memory limit was in force)"),
        (2, b"first\nlast \n\n", 10**9, "ended with exit code 2 before it answered: last"),
        (-65, b"", None, "ended with exit code -65 before it answered"),
        (1, b"\x1b[31mred\x07\xff", None, "ended with exit code 1 before it answered: ?[31mred?\ufffd"),
        (1, b"x" * 5000, None, "ended with exit code 1 before it answered: " + "x" * 200),
    ],
)
def test_the_end_of_a_program_is_described_in_one_harmless_line(
    code: int, errors: bytes, memory: int | None, text: str
) -> None:
    assert describe_end(code, errors, replace(FREE, memory=memory)) == text


@pytest.mark.parametrize(("data", "text"), [(b"a\r\nb\r\n\r\n", "b"), (b"\n\n", ""), (b"", ""), (b" a b ", "a b")])
def test_a_message_is_its_last_line(data: bytes, text: str) -> None:
    assert shorten_message(data) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("echo 0\n", "Exec format error; a script needs a first line such as #!/usr/bin/env python3"),
        ("#!/no/such/interpreter\n", "No such file or directory; it exists, but the interpreter in its first line"),
    ],
)
def test_a_script_that_the_system_cannot_run_fails_with_a_hint(text: str, hint: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(text)
    script.chmod(0o755)
    assert str(fail([str(script)])).startswith(f"cannot be started: {script}: {hint}")
