"""A forked process: its channel, and the signals and the end of the process that started it."""

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from processes import is_running, wait_for
from sudoku_compare.running.forked_process import Channel, ForkedProcess


def is_interrupt_blocked() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def echo(channel: Channel) -> None:
    channel.send([os.getpid(), is_interrupt_blocked()])
    while True:
        channel.send(channel.receive())


def test_control_c_does_not_end_the_process() -> None:
    """In a terminal it goes to all processes, and only the one that started the others decides what happens."""
    process = ForkedProcess(echo)
    try:
        number, _ = process.channel.receive()
        os.kill(number, signal.SIGINT)
        process.channel.send(["still", "there"])
        assert process.channel.receive() == ["still", "there"]
    finally:
        process.kill()


def test_neither_process_blocks_control_c_afterwards() -> None:
    """A program that the child starts would inherit it."""
    process = ForkedProcess(echo)
    try:
        assert process.channel.receive()[1] is False
        assert not is_interrupt_blocked()
    finally:
        process.kill()


def test_the_end_of_the_process_is_an_error_for_who_waits_for_a_message() -> None:
    process = ForkedProcess(lambda channel: None)
    with pytest.raises(EOFError):
        process.channel.receive()
    process.kill()


SLEEPER = """
import os, time
from sudoku_compare.running.forked_process import ForkedProcess

def serve(channel):
    channel.send([os.getpid()])
    time.sleep(3600)  # neither reads nor writes, so that no closed pipe ends it

print(*ForkedProcess(serve).channel.receive(), flush=True)
time.sleep(3600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_process_that_is_busy_ends_with_the_one_that_started_it() -> None:
    starter = subprocess.Popen([sys.executable, "-c", SLEEPER], stdout=subprocess.PIPE, text=True)
    assert starter.stdout
    number = int(starter.stdout.readline())
    try:
        assert is_running(number)
        starter.kill()
        starter.wait()
        wait_for(lambda: not is_running(number))
    finally:
        starter.kill()
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
