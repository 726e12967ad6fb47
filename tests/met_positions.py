"""Positions that are met while puzzles are solved, each with the solution of its puzzle."""

import random
from collections.abc import Iterator

from sudoku_compare.core.shape import Shape
from sudoku_compare.generation.generate import PuzzleSpec, generate
from sudoku_compare.running.place import ThisProcess
from sudoku_compare.techniques import Position, follow, position_of, techniques_up_to

VARIATIONS = 25  # of one position of each puzzle
BATCH = 50  # puzzles that are generated at once


def meet_positions(shape: Shape, seed: int) -> Iterator[tuple[Position, bytes]]:
    """Yield positions without end, and the solution of each.

    Each minimal puzzle is solved with some techniques, and positions on the way, where no single is left, are yielded.
    Then random candidates outside the solution are removed from the position in which it is stuck or, if it is solved,
    from that at the start, as any sound technique could do.
    """
    rng = random.Random(seed)
    while True:
        for made in generate(PuzzleSpec(shape, minimal=True), rng.randrange(1 << 30), BATCH, ThisProcess()):
            assert made.solution
            start = position_of(made.puzzle)
            position = start.copy()
            for step in follow(position, techniques_up_to(rng.choice(("pointing", "claiming", "xy-wing")))):
                if not step.placed and rng.random() < 0.3:
                    yield position, made.solution
            for _ in range(VARIATIONS):
                yield remove_some(position if position.open else start, made.solution, rng), made.solution


def remove_some(position: Position, solution: bytes, rng: random.Random) -> Position:
    """Return a position in which random candidates outside the solution are removed."""
    thinner, share = position.copy(), rng.choice((0.0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6))
    for cell, given in enumerate(position.grid):
        for value in position.geometry.shape.values if not given else ():
            if value != solution[cell] and rng.random() < share:
                thinner.remove(cell, value)
    return thinner
