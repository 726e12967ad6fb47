"""Work in a library that does not let Python's main thread hear Ctrl-C."""

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

PATIENCE = 0.1  # seconds before the work is told again: it may have been between two calls that hear


def in_background(work: Callable[[], Result], stop: Callable[[], None]) -> Result:
    """Do the work in another thread, so that the main one can be interrupted; then `stop` is called until it ends.

    Called from another thread than the main one, which hears no signal anyway, it just does the work.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    outcome: list[Result] = []
    failure: list[BaseException] = []

    def attempt() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        while thread.is_alive():
            stop()
            thread.join(PATIENCE)
        raise
    if failure:
        raise failure[0]
    return outcome[0]
