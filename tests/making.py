"""Make puzzles for tests: scrambled solutions with some cells emptied, and an independent counter of solutions."""

import random
from functools import cache
from itertools import count, product
from pathlib import Path

from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.shape import Shape, shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.techniques import Position, position_of

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
TWO = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
NONE = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
CLASH = "55" + "." * 79


@cache
def load_shipped(name: str) -> list[Puzzle]:
    """Return the puzzles of a file of data/."""
    lines = (Path(__file__).parents[1] / "data" / f"{name}.txt").read_text().splitlines()
    return [Puzzle.from_text(line.split(":")[0]) for line in lines if line and not line.startswith("#")]


def scrambled_solution(shape: Shape, seed: int) -> bytes:
    """Return a full board: the cyclic board with its values, rows and columns shuffled as far as the boxes allow."""
    rng = random.Random(seed)
    height, width, side = shape.box_height, shape.box_width, shape.side

    def shuffle(groups: int, size: int) -> list[int]:
        order = rng.sample(range(groups), groups)
        return [group * size + place for group in order for place in rng.sample(range(size), size)]

    rows, columns = shuffle(width, height), shuffle(height, width)
    values = rng.sample(range(1, side + 1), side)
    return bytes(values[(row % height * width + row // height + column) % side] for row in rows for column in columns)


def puzzle_with_holes(shape: Shape, kept: float, seed: int) -> Puzzle:
    """Return a puzzle that keeps about this share of a scrambled solution."""
    rng = random.Random(-seed - 1)
    return Puzzle(shape, bytes(v if rng.random() < kept else 0 for v in scrambled_solution(shape, seed)))


def position_around(solution: bytes, shape: Shape, rng: random.Random) -> Position:
    """Return a position with this solution: some values known, some other candidates removed."""
    known, kept = rng.choice([0.1, 0.3, 0.5]), rng.choice([0.2, 0.4, 0.6])
    position = position_of(Puzzle(shape, bytes(value if rng.random() < known else 0 for value in solution)))
    for cell in shape.cells:
        for value in shape.values:
            if not position.grid[cell] and value != solution[cell] and rng.random() > kept:
                position.remove(cell, value)
    return position


def unique_with_holes(shape: Shape, kept: float, seed: int = 0) -> Puzzle:
    """Return the first such puzzle with a unique solution, starting from this seed."""
    puzzles = (puzzle_with_holes(shape, kept, later) for later in count(1000 * seed))
    return next(puzzle for puzzle in puzzles if len(Reductio().search(puzzle, Limits(2)).solutions) == 1)


def hopeless() -> Puzzle:
    """Return a 36x36 puzzle that no engine but `tabu` settles within many seconds."""
    return puzzle_with_holes(shape_of_side(36), 0.5, seed=3)


def endless() -> Puzzle:
    """Return a 36x36 puzzle that takes every engine but `tabu` more than a minute."""
    return puzzle_with_holes(shape_of_side(36), 0.47, seed=2)


@cache
def boards_4x4() -> tuple[bytes, ...]:
    """Return all 288 full 4x4 boards, found by trying all ways to fill them row by row."""
    rows_of_values = [row for row in product(range(1, 5), repeat=4) if len(set(row)) == 4]

    def fits(board: list[tuple[int, ...]]) -> bool:
        *above, row = board
        if any(row[column] == other[column] for other in above for column in range(4)):
            return False
        return len(above) % 2 == 0 or not (set(row[:2]) & set(above[-1][:2]))

    def fill(board: list[tuple[int, ...]]) -> list[bytes]:
        if len(board) == 4:
            return [bytes(value for row in board for value in row)]
        boards = [[*board, row] for row in rows_of_values]
        return [full for longer in boards if fits(longer) for full in fill(longer)]

    return tuple(fill([]))


@cache
def _boards_4x4_with(cell: int, value: int) -> frozenset[bytes]:
    return frozenset(board for board in boards_4x4() if board[cell] == value)


def solutions_4x4(givens: bytes) -> list[bytes]:
    """Return every solution of a 4x4 puzzle, in order: the full boards that contain all givens."""
    boards = [_boards_4x4_with(cell, value) for cell, value in enumerate(givens) if value]
    return sorted(frozenset.intersection(*boards)) if boards else list(boards_4x4())


def count_4x4(givens: bytes) -> int:
    return len(solutions_4x4(givens))


def candidates_of(position: Position) -> int:
    """Return the number of candidates of all open cells."""
    return sum(values.bit_count() for cell, values in enumerate(position.candidates) if position.open >> cell & 1)
