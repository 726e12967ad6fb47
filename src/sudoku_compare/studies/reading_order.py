"""Searches that try values square by square in reading order, and count them until they have the solution."""

import math

from ..core.shape import Shape
from ..engines.reductio.propagation import Board, Contradiction, Fields
from .elimination_rules import Rule, follow
from .workload import Posed

MOST_TRIES = 50_000  # values after which a search is cut off; a number, so that the figures are the same everywhere
STRIDE = 4096  # values between two looks at the clock


def tries_plain(fields: Fields, board: Board, posed: Posed) -> float:
    """Backtracking over what the board leaves; a value is tried if no known one of a peer forbids it."""
    shape, width = posed.puzzle.shape, fields.width
    open_squares = [square for square in shape.squares if board >> square * width + fields.side & 1]
    used = _used(shape, posed.solution, set(open_squares))
    allowed = [board >> square * width & (1 << fields.side) - 1 for square in open_squares]
    sections = [shape.sections_of[square] for square in open_squares]
    rest, placed = [0] * len(open_squares), [0] * len(open_squares)
    depth, tries = 0, 0
    if not open_squares:
        return 0
    rest[0] = allowed[0] & ~_any(used, sections[0])
    while True:
        if values := rest[depth]:
            value = values & -values
            rest[depth] ^= value
            tries += 1
            if tries > MOST_TRIES:
                return math.inf
            if tries % STRIDE == 0:
                posed.watch.tick()
            depth += 1
            if depth == len(open_squares):
                return tries
            placed[depth - 1] = value
            for section in sections[depth - 1]:
                used[section] |= value
            rest[depth] = allowed[depth] & ~_any(used, sections[depth])
        else:
            depth -= 1
            for section in sections[depth]:
                used[section] ^= placed[depth]


def _any(used: list[int], sections: tuple[int, ...]) -> int:
    found = 0
    for section in sections:
        found |= used[section]
    return found


def _used(shape: Shape, solution: bytes, open_squares: set[int]) -> list[int]:
    """For each section, the values that are known in it, a bit each."""
    return [
        sum(1 << solution[square] - 1 for square in section if square not in open_squares) for section in shape.sections
    ]


def tries_following(fields: Fields, board: Board, rule: Rule, posed: Posed) -> float:
    """With the rule followed after each value; each is tried on the first open square of what it leaves."""
    stack: list[tuple[Board, Board]] = []  # a board, and the values of its first open square that are still untried
    tries = 0
    while board:
        stack.append((board, _first_square(fields, board)))
        while True:
            while not stack[-1][1]:
                stack.pop()
            board, untried = stack.pop()
            value = untried & -untried
            stack.append((board, untried ^ value))
            tries += 1
            if tries > MOST_TRIES:
                return math.inf
            try:
                board, _ = follow(fields, board, value, rule, posed.watch.tick)
                break
            except Contradiction:
                pass
    return tries


def _first_square(fields: Fields, board: Board) -> Board:
    """The possibilities of the first open square."""
    guards = board & fields.square_guards
    guard = guards & -guards
    return board & guard - (guard >> fields.side)
