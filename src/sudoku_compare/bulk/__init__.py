"""Whole blocks of 9x9 puzzles at once, compiled: read from lines, checked, written as lines.

Each module is compiled like the kernel and runs uncompiled with the same results. They share no table with the kernel:
what `stand` checks is what the kernel found.
"""

NO_COUNT = 3  # what is told of a puzzle: 0, 1, 2 for several solutions, or this where nothing is
HAS_SOLUTION = 4  # and this is added where a solution is told
