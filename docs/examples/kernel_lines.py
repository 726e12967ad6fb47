"""The engine `kernel` as a program that answers line by line, to measure what the protocol costs.

Usage: kernel_lines.py [LIMIT]. It reads whatever has arrived, many puzzles or one, and answers all of it at once, as a
fast program should: then neither side waits for the other.
"""

import os
import sys

from sudoku_compare import settle_many

CELLS = 81
LIMIT = int(sys.argv[1]) if len(sys.argv) > 1 else 2
DIGITS = bytes(range(48, 58)).ljust(256, b"?")  # from values to characters

unfinished = b""
while data := os.read(0, 1 << 16):
    *lines, unfinished = (unfinished + data).split(b"\n")
    settled = settle_many(b"".join(lines), LIMIT, keep=LIMIT)
    grids = bytes(settled.solutions).translate(DIGITS)
    answers = []
    for number, found in enumerate(settled.found):
        start = CELLS * LIMIT * number
        solutions = [grids[at : at + CELLS] for at in range(start, start + CELLS * found, CELLS)]
        answers.append(b" ".join([b"%d" % found, *solutions]) + b"\n")
    os.write(1, b"".join(answers))
