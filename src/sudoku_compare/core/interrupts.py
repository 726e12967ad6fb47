"""Hold back exceptions from signal handlers, such as Ctrl-C, during library calls that must not be interrupted.

Python runs a signal handler wherever the main thread happens to be, and the handler's exception surfaces there:
inside an import it looks like a missing package, inside a solver's destructor it leads to a double free. So while a
library works, the handler still runs at once, but its exception is held back: the work is asked to stop, and the
exception is raised after the library call has returned.
"""

import signal
import threading
from _signal import getsignal  # type: ignore[import-not-found] # ten times as fast as signal.getsignal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any, TypeVar

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
    handlers = {number: getsignal(number) for number in SIGNALS}
    return {number: handler for number, handler in handlers.items() if callable(handler)}


class SignalWatch:
    """Knows which exceptions were raised by signal handlers while it was active."""

    def __init__(self) -> None:
        self.raised: list[BaseException] = []

    def __contains__(self, error: BaseException) -> bool:
        return any(error is known for known in self.raised)


@contextmanager
def watch_signals() -> Iterator[SignalWatch]:
    """Record what signal handlers raise in the block, to distinguish it from what the block itself raises."""
    watch = SignalWatch()

    def call(handler: Handler, number: int, frame: FrameType | None) -> bool:
        try:
            return handler(number, frame) is True
        except BaseException as error:
            watch.raised.append(error)
            wrappers.remove()  # at once: if the exception comes at the very end of the block, nothing else will do it
            raise

    wrappers = _Wrappers(call)
    with wrappers:
        yield watch


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

    try:
        with _Wrappers(call):
            yield lambda: bool(held or is_held_outside)
    finally:
        if held:
            raise held[0]


class _Wrappers:
    """Route each signal to its handler through `call`, which returns True if the handler's exception was held back."""

    def __init__(self, call: Callable[[Handler, int, FrameType | None], bool]) -> None:
        self._handlers = find_handlers()
        self._wrappers = {number: partial(call, handler) for number, handler in self._handlers.items()}

    def __enter__(self) -> None:
        try:
            for number, wrapper in self._wrappers.items():
                signal.signal(number, wrapper)
        except BaseException:  # a signal arrived meanwhile, and its handler raised this
            self.remove()
            raise

    def __exit__(self, *error: object) -> None:
        try:
            self.remove()
        except BaseException:
            self.remove()
            raise

    def remove(self) -> None:
        """Restore the handlers, unless an inner block has wrappers of its own in place."""
        for number, handler in self._handlers.items():
            if getsignal(number) is self._wrappers[number]:
                signal.signal(number, handler)


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
