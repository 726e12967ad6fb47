"""The pipes of a program, moved without waiting for any one of them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from processes import time_limit
from sudoku_compare.processes.pipes import Pipes
from sudoku_compare.processes.supervisor_client import Streams


@contextmanager
def open_pipes() -> Iterator[tuple[Pipes, Streams]]:
    """Yield the pipes of this side, and the ends that a program has."""
    input, output, errors, control = (os.pipe() for _ in range(4))
    for stream in (input[1], output[0], errors[0]):
        os.set_blocking(stream, False)
    pipes = Pipes(Streams(input[1], output[0], errors[0]), control[0])
    theirs = Streams(input[0], output[1], errors[1])
    try:
        yield pipes, theirs
    finally:
        pipes.close()
        theirs.close()
        os.close(control[0])
        os.close(control[1])


def test_what_a_pipe_holds_is_read_however_much_is_written_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has answered may go on writing to standard error."""
    with open_pipes() as (pipes, _), time_limit():
        monkeypatch.setattr(Pipes, "_read", lambda self, stream: b"x" * 100_000)
        pipes.drain()
        assert len(pipes.errors) == 4096


def test_a_program_that_has_ended_is_noticed() -> None:
    with open_pipes() as (pipes, theirs):
        assert pipes.wait(0.0) is False
        os.write(theirs.output, b"1\n")
        assert pipes.wait(1.0) is False
        assert pipes.output == b"1\n"
        assert pipes.is_output_closed is False


@pytest.mark.parametrize(
    ("written", "count", "lines", "rest"),
    [
        (b"1\n2\n3\n", 3, b"1\n2\n3\n", b""),
        (b"1\n2\n3\n", 2, b"1\n2\n", b"3\n"),
        (b"1\n2\n3", 5, b"1\n2\n", b"3"),
        (b"\n\n", 1, b"\n", b"\n"),
    ],
)
def test_only_whole_lines_are_taken_and_no_more_than_asked_for(
    written: bytes, count: int, lines: bytes, rest: bytes
) -> None:
    with open_pipes() as (pipes, theirs):
        os.write(theirs.output, written)
        pipes.drain()
        assert (pipes.take_lines(count), bytes(pipes.output)) == (lines, rest)


def test_input_is_sent_as_fast_as_it_is_read() -> None:
    chunks = [b"x" * 1_000_000, b"", b"y" * 10]
    with open_pipes() as (pipes, theirs), time_limit():
        pipes.send(iter(chunks[:1] + chunks[2:]), then_close=True)
        received = 0
        while data := os.read(theirs.input, 70_000):
            received += len(data)
            pipes.wait(0.0)
        assert received == 1_000_010
