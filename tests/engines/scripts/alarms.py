"""Interrupt searches by an exception from a signal handler, as time-out decorators do; exit with 1 on an error."""

import signal
import sys
from itertools import cycle, islice
from types import FrameType

from sudoku_compare import Puzzle, solve

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVERAL = HARD.replace("8", ".", 1)
EXPECTED = {HARD: "unique", SEVERAL: "multiple"}
ROUNDS = 200
LEAST_ALARMS = 20  # that have to hit a search for the test to mean anything


class Alarm(Exception):
    """Raised by the signal handler."""


def ring(number: int, frame: FrameType | None) -> None:
    raise Alarm


def main(engine: str) -> None:
    sys.unraisablehook = lambda _: None  # Python ignores an alarm that rings in a destructor, and says so
    signal.signal(signal.SIGALRM, ring)
    typical = min(solve(HARD, [engine]).results[0].answer.seconds.total for _ in range(5))
    alarms = 0
    for number, text in enumerate(islice(cycle(EXPECTED), ROUNDS)):
        try:
            signal.setitimer(signal.ITIMER_REAL, typical * (number % 20 + 1) / 20)
            result = solve(Puzzle.from_text(text), [engine])
            signal.setitimer(signal.ITIMER_REAL, 0)
            if result.verdict != EXPECTED[text]:
                sys.exit(f"{text}: {result}")
        except Alarm:
            alarms += 1
        if signal.getsignal(signal.SIGALRM) is not ring:
            sys.exit("the handler was not restored")
    if alarms < LEAST_ALARMS:
        sys.exit(f"only {alarms} alarms")


if __name__ == "__main__":
    main(sys.argv[1])
