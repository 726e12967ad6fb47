"""The entry point of the program. Ctrl-C ends it quietly even while the rest is being imported."""

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
