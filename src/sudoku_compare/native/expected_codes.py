"""Thousands of puzzles at once, compiled.

9x9 are read from lines (`lines`), checked (`stand`) and written as lines (`written`); of any shape `canonical` finds
the form that all isomorphs have, and `seen` whether one has come before.

Each module is compiled like the kernel and runs uncompiled with the same results. They share no table with the kernel:
what `stand` checks is what the kernel found.
"""

NO_COUNT = 3  # what is told of a puzzle: 0, 1, 2 for several solutions, or this where nothing is
HAS_SOLUTION = 4  # and this is added where a solution is told
