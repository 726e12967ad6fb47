#!/usr/bin/env python3
"""Solves Sudokus up to 35x35, one per line. Each answer is one line: how many solutions there are, and the solutions.

Usage: solver.py [LIMIT]. It stops at LIMIT solutions, 2 by default. Boxes are as close to square as possible, and wide.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from math import isqrt

SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def find_peers(side: int) -> list[set[int]]:
    """Return, for each cell, the other cells in its row, column and box."""
    height = next(number for number in range(isqrt(side), 0, -1) if side % number == 0)
    width = side // height
    units = [{(0, r), (1, c), (2, r // height, c // width)} for r in range(side) for c in range(side)]
    return [{other for other, theirs in enumerate(units) if units[cell] & theirs} - {cell} for cell in range(side**2)]


def search(grid: list[int], peers: list[set[int]]) -> Iterator[list[int]]:
    """Yield every solution: try the candidates of the empty cell that has the fewest."""
    values = set(range(1, isqrt(len(grid)) + 1))
    candidates = {cell: values - {grid[peer] for peer in peers[cell]} for cell, value in enumerate(grid) if not value}
    if not candidates:
        yield grid
        return
    cell = min(candidates, key=lambda one: len(candidates[one]))
    for value in sorted(candidates[cell]):
        yield from search([*grid[:cell], value, *grid[cell + 1 :]], peers)


limit = int(sys.argv[1]) if len(sys.argv) > 1 else 2
for line in sys.stdin:
    givens = [SYMBOLS.index(symbol) for symbol in line.strip()]
    peers = find_peers(isqrt(len(givens)))
    clash = any(value and value in {givens[peer] for peer in peers[cell]} for cell, value in enumerate(givens))
    found = [] if clash else list(islice(search(givens, peers), limit))
    # Without flush, the answer would stay in a buffer.
    print(len(found), *("".join(SYMBOLS[value] for value in grid) for grid in found), flush=True)
