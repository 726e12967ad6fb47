"""Hold back exceptions from signal handlers, such as Ctrl-C, during library calls that must not be interrupted.

Python runs a signal handler wherever the main thread happens to be, and the handler's exception surfaces there:
inside an import it looks like a missing package, inside a solver's destructor it leads to a double free. So while a
library works, the handler still runs at once, but its exception is held back: the work is asked to stop, and the
exception is raised after the library call has returned.
"""

import signal
import threading
from _signal import getsignal  # type: ignore[import-not-found] # several times as fast as via `signal`
from _signal import signal as set_handler
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any, Self, TypeVar

Result = TypeVar("Result")
Stop = Callable[[], None]
Handler = Callable[[int, FrameType | None], Any]

PATIENCE = 0.1  # seconds before the work is asked again to stop: the first request may have come between two calls
SIGNALS = tuple(
    int(getattr(signal, name))
    for name in ("SIGINT", "SIGALRM", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGPROF")
    if hasattr(signal, name)
)


def find_handlers() -> dict[int, Handler]:
    """Return the Python functions that a signal may call in this thread; only the main thread has any."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: handler for number in SIGNALS if callable(handler := getsignal(number))}


class _Wrappers:
    """Route each signal to its handler through `call`, which returns True if the handler's exception was held back."""

    def __init__(self, call: Callable[[Handler, int, FrameType | None], bool]) -> None:
        self._handlers = find_handlers()
        self._wrappers = {number: partial(call, handler) for number, handler in self._handlers.items()}

    def install(self) -> None:
        try:
            for number, wrapper in self._wrappers.items():
                set_handler(number, wrapper)
        except BaseException:  # a signal arrived meanwhile, and its handler raised this
            self.remove()
            raise

    def remove(self) -> None:
        """Restore the handlers, unless an inner block has wrappers of its own in place."""
        try:
            self._restore()
        except BaseException:  # again, because the exception may have come before its own handler was restored
            self._restore()
            raise

    def _restore(self) -> None:
        for number, handler in self._handlers.items():
            if getsignal(number) is self._wrappers[number]:
                set_handler(number, handler)


class SignalWatch:
    """Notes what signal handlers raise in a block, so that it is not mistaken for what the block raises itself.

    Every search runs in such a block, so it is a plain class: a generator takes three times as long to enter and leave.
    """

    def __init__(self) -> None:
        self._raised: list[BaseException] = []
        self._wrappers: _Wrappers | None = None

    def __enter__(self) -> Self:
        if find_handlers():
            self._wrappers = _Wrappers(self._call)
            self._wrappers.install()
        return self

    def __exit__(self, *error: object) -> None:
        if self._wrappers:
            self._wrappers.remove()

    def __contains__(self, error: BaseException) -> bool:
        """Return whether a signal handler raised this exception."""
        return any(error is raised for raised in self._raised)

    def _call(self, handler: Handler, number: int, frame: FrameType | None) -> bool:
        try:
            return handler(number, frame) is True
        except BaseException as error:
            self._raised.append(error)
            if self._wrappers:
                self._wrappers.remove()  # now: an exception at the very end of the block would skip `__exit__`
            raise


@contextmanager
def hold_signals(stop: Stop = lambda: None) -> Iterator[Callable[[], bool]]:
    """Hold back what signal handlers raise in the block, and raise the first exception at the end.

    `stop` is called as soon as an exception is held back. Yields a function that returns whether one is.
    """
    held: list[BaseException] = []
    is_held_outside: list[bool] = []

    def call(handler: Handler, number: int, frame: FrameType | None) -> bool:
        try:
            if handler(number, frame) is not True:
                return False
            is_held_outside.append(True)  # by an enclosing block, which will raise it
        except BaseException as error:
            held.append(error)
        stop()
        return True

    wrappers = _Wrappers(call)
    wrappers.install()
    try:
        yield lambda: bool(held or is_held_outside)
    finally:
        wrappers.remove()
        if held:
            raise held[0]


def run_in_background(work: Callable[[], Result], stop: Stop) -> Result:
    """Run the work in another thread, so that this one can handle signals; on a signal, call `stop` until it ends."""
    if not find_handlers():
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

    with hold_signals(stop) as is_signalled:
        threading.Thread(target=attempt, daemon=True).start()
        while not done.wait(PATIENCE):
            if is_signalled():
                stop()
    if failure:
        raise failure[0]
    return outcome[0]
