"""The entry point of the program. Ctrl-C ends it quietly even while the rest is being imported."""

import gc
import signal
from typing import NoReturn

PAUSE = 50_000  # new objects between two runs of the garbage collector: imports make many objects and no garbage


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(PAUSE)
    from .cli import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
