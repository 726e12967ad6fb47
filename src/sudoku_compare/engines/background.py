"""Ctrl-C while a library works that must not be left in the middle of a call.

Python raises KeyboardInterrupt wherever the main thread happens to be: inside an import it passes for a missing
package, inside a solver's destructor it frees twice. So while a library works, the signal is only noted, whoever
works is told to stop, and the exception is raised when the library has been left.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")
Stop = Callable[[], None]

PATIENCE = 0.1  # seconds before the work is told again: it may have been between two calls that hear


@contextmanager
def interrupt_after(stop: Stop = lambda: None) -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C calls `stop`, and takes effect at the end. Gives a function that tells whether it was pressed."""
    pressed: list[Any] = []

    def note(number: int, frame: Any) -> None:
        pressed.append((number, frame))
        stop()

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # other threads hear no signal
        return
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:
        yield lambda: False  # a worker leaves it to the process that started it
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
        if pressed and callable(before):
            before(*pressed[0])


def in_background(work: Callable[[], Result], stop: Stop) -> Result:
    """Do the work in another thread, so that this one can hear Ctrl-C; then `stop` is called until it ends."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        return work()
    outcome: list[Result] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def attempt() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    with interrupt_after(stop) as is_interrupted:
        threading.Thread(target=attempt, daemon=True).start()
        while not done.wait(PATIENCE):
            if is_interrupted():
                stop()
    if failure:
        raise failure[0]
    return outcome[0]
