"""Ask one engine about many puzzles from several threads; exit with 1 if any answer is wrong."""

import sys
import threading
from itertools import cycle, islice

from sudoku_compare import Puzzle, solve

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVERAL = HARD.replace("8", ".", 1)
UNSOLVABLE = HARD[:-1] + "1"
EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
EXPECTED = {HARD: "unique", SEVERAL: "multiple", UNSOLVABLE: "unsolvable", EASY: "unique"}

THREADS = 2
PUZZLES = 60  # per thread


def ask(engine: str, number: int, wrong: list[str]) -> None:
    for text in islice(cycle(EXPECTED), number, number + PUZZLES):
        result = solve(Puzzle.from_text(text), [engine])
        if result.verdict != EXPECTED[text] or result.judgement.objections:
            wrong.append(f"{text}: {result.verdict} {result.judgement.objections}")


def main(engine: str) -> None:
    wrong: list[str] = []
    threads = [threading.Thread(target=ask, args=(engine, number, wrong)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1])
