"""What a process can do wrong, whatever it is asked: each function is a fault, by the name of its option value.

A fault that returns is followed by an honest answer.
"""

import ctypes
import mmap
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress

FOREVER = 3600.0  # seconds


def hang() -> None:
    time.sleep(FOREVER)


def spin() -> None:
    while True:
        pass


def ignore_sigterm() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    hang()


def start_daemon() -> None:
    """Fork twice and start a session: the usual way to get away."""
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        for stream in range(64):
            try:
                os.close(stream)
            except OSError:
                continue
        hang()
    os.wait()


def hang_with_daemon() -> None:
    start_daemon()
    hang()


def hang_with_stubborn_daemon() -> None:
    """Note in a file that everything is set up, in the folder of whoever started this."""
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
        signal.signal(number, signal.SIG_IGN)
    start_daemon()
    with open("daemon", "w"):
        hang()


def fork_many() -> None:
    for number in range(50):
        if os.fork() == 0:
            if number % 2:
                os.setsid()
            hang()


def hop() -> None:
    """Become another process all the time."""
    if os.fork() == 0:
        os.setsid()
        while True:
            if os.fork():
                os._exit(0)
            time.sleep(0.001)


def take_memory() -> None:
    kept = []
    while True:
        kept.append(b"x" * 10_000_000)


def take_memory_at_once() -> None:
    bytearray(10_000_000_000)


def take_memory_in_child() -> None:
    if os.fork() == 0:
        take_memory()
    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))


def take_memory_as_c_does() -> None:
    """Write to what `malloc` returned, without a look at it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    malloc = ctypes.CDLL(None).malloc
    malloc.argtypes, malloc.restype = [ctypes.c_size_t], ctypes.c_void_p
    while True:
        ctypes.memset(malloc(100_000_000) or 0, 1, 100_000_000)


def map_memory_in_child() -> None:
    """Take memory that no garbage collector knows about, in a child whose end nobody minds."""
    if os.fork() == 0:
        kept = []
        try:
            while True:
                kept.append(mmap.mmap(-1, 100_000_000))
                kept[-1].write(b"x" * 100_000_000)
        finally:
            os._exit(1)
    os.wait()


def flood_output() -> None:
    while True:
        os.write(1, b"x" * 1_000_000)


def flood_errors() -> None:
    while True:
        os.write(2, b"x" * 1_000_000)


def flood_file() -> None:
    with tempfile.TemporaryFile() as file:
        for _ in range(10_000):
            file.write(b"x" * 1_000_000)


def flood_file_with_other_program() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        os.execlp("head", "head", "-c", "10000000000", "/dev/zero")


def print_much() -> None:
    for number in range(10_000):
        print("\x1b[31m", number, "and more of it", file=sys.stderr)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def crash_in_library() -> None:
    ctypes.string_at(0)


def leave() -> None:
    os._exit(0)


def exit_with_message() -> None:
    sys.exit("first line\n\x1b[31mlast line")


def close_output() -> None:
    os.close(1)
    hang()


def close_all() -> None:
    os.closerange(0, 3)


def kill_parent() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    hang()


def kill_parent_with_daemon() -> None:
    parent = os.getppid()
    start_daemon()
    os.kill(parent, signal.SIGKILL)
    hang()


def stop_parent() -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    hang()


def interrupt_group() -> None:
    os.killpg(0, signal.SIGINT)
    hang()


def interrupt_parent() -> None:
    os.kill(os.getppid(), signal.SIGINT)
    hang()


def change_folder() -> None:
    os.chdir("/")


def change_terminal() -> None:
    """Turn off the echo of every terminal that can be found, and write to it."""
    import termios

    opened = list(range(3))
    with suppress(OSError):
        opened.append(os.open("/dev/tty", os.O_RDWR))
    for stream in opened:
        try:
            settings = termios.tcgetattr(stream)
            settings[3] &= ~termios.ECHO & ~termios.ICANON
            termios.tcsetattr(stream, termios.TCSANOW, settings)
            os.write(stream, b"\x1bc\x1b[?1049hthis terminal is mine")
        except (termios.error, OSError):
            continue


FAULTS: dict[str, Callable[[], None]] = {
    name: function
    for name, function in globals().items()
    if callable(function) and getattr(function, "__module__", None) == __name__
}
