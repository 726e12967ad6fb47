"""Is the certificate in this folder one? Nothing in the folder is believed.

The puzzle is the question. The formula is rebuilt from it and compared with the one in the folder, the solution is
checked by arithmetic, and the proof step by step.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..core.errors import PuzzleError, SourceError
from ..core.puzzle import Grid, Puzzle, compact
from ..core.shape import Shape, shape_of_box
from .proof_text import Line, Malformed, Text, Tick
from .rup import MOST_LITERALS, Refutation, TooLarge
from .solution import refute
from .sudoku_clauses import Clause, blocking_clause, count_rules, given_clauses, rules, variables

PUZZLE, SOLUTION, FORMULA, PROOF = "puzzle.txt", "solution.txt", "formula.cnf", "proof.drup"
NO_SOLUTION = "none"  # in the place of a solution: the certificate is that there is none
BOX = re.compile(r"# box ([0-9]{1,3})x([0-9]{1,3})")
LARGEST_TEXT = 100_000  # bytes of a puzzle or a solution
LARGEST_KEPT = 16  # side up to which the rules are kept for the next certificate
MOST_CLAUSES = 15_000_000  # that are compared: a few gigabytes
STRIDE = 256  # clauses between two looks at the clock


class Rejected(Exception):
    """Why a certificate is none."""


class OutOfReach(Exception):
    """Why it cannot be told whether a certificate is one."""


class Certified(NamedTuple):
    """What was found to hold."""

    puzzle: Puzzle
    solution: Grid | None  # the only one; or there is none at all
    clauses: int
    steps: int


def verify(folder: Path, tick: Tick) -> Certified:
    """What the certificate in the folder proves; raises Rejected if it does not, OutOfReach if it is too large."""
    try:
        puzzle = _read_puzzle(folder / PUZZLE)
        solution = _read_solution(folder / SOLUTION, puzzle.shape)
        _check_solution(puzzle, solution)  # first: the formula speaks of it
        with _opened(folder / FORMULA) as formula, _opened(folder / PROOF) as proof:
            clauses = _compare_formula(Text(FORMULA, formula, _variables(puzzle), tick), puzzle, solution, tick)
            steps = check_proof(puzzle, solution, Text(PROOF, proof, _variables(puzzle), tick).clauses(), tick)
    except Malformed as error:
        raise Rejected(str(error)) from error
    return Certified(puzzle, solution, clauses, steps)


def check_proof(puzzle: Puzzle, solution: Grid | None, proof: Iterable[Line], tick: Tick) -> int:
    """How many steps it took to find that the puzzle has this solution only (or none); raises Rejected."""
    _check_solution(puzzle, solution)
    refutation = Refutation(_variables(puzzle))
    for number, clause in enumerate(_formula(puzzle, solution)):
        refutation.add(clause)
        if number % STRIDE == 0:
            tick()
    try:
        return _follow(refutation, proof, tick)
    except TooLarge:
        raise OutOfReach(f"{PROOF}: its steps have more than {MOST_LITERALS:,} literals to keep at once") from None


def _check_solution(puzzle: Puzzle, solution: Grid | None) -> None:
    fault = solution is not None and refute(puzzle, solution)
    if fault:
        raise Rejected(f"{SOLUTION}: not a solution: {fault}")


def _follow(refutation: Refutation, proof: Iterable[Line], tick: Tick) -> int:
    steps = 0
    for line in proof:
        tick()
        if line.is_dropped:
            refutation.drop_step(line.literals)
            continue
        steps += 1
        if not refutation.add_step(line.literals):
            shown = " ".join(map(str, line.literals[:8])) + (" ..." if len(line.literals) > 8 else "")
            what = f"the clause {shown}" if line.literals else "a contradiction"
            raise Rejected(f"{PROOF}, line {line.number}: {what} does not follow")
        if not line.literals:
            return steps
    raise Rejected(f"{PROOF}: ends before the contradiction (a line with nothing but 0)")


def _variables(puzzle: Puzzle) -> int:
    return variables(puzzle.shape.box_height, puzzle.shape.box_width)


def _formula(puzzle: Puzzle, solution: Grid | None) -> Iterator[Clause]:
    """The givens first: they decide many of the clauses that come after them."""
    side = puzzle.shape.side
    yield from given_clauses(puzzle.givens, side)
    yield from _kept_rules(puzzle.shape) if side <= LARGEST_KEPT else _rules(puzzle.shape)
    if solution is not None:
        yield blocking_clause(puzzle.givens, solution, side)


def _rules(shape: Shape) -> Iterator[Clause]:
    return rules(shape.box_height, shape.box_width)


@lru_cache(maxsize=4)
def _kept_rules(shape: Shape) -> list[Clause]:
    return list(_rules(shape))


def _compare_formula(text: Text, puzzle: Puzzle, solution: Grid | None, tick: Tick) -> int:
    """The number of clauses; raises Rejected unless they are those of the puzzle, each once, in any order."""
    expected = count_rules(puzzle.shape.box_height, puzzle.shape.box_width)
    expected += puzzle.count_givens() + (solution is not None)
    said = text.header()
    if said != (_variables(puzzle), expected):
        has = f"the puzzle has {_variables(puzzle)} and {expected}"
        raise Rejected(f"{FORMULA}: its header says {said[0]} variables and {said[1]} clauses; {has}")
    if expected > MOST_CLAUSES:
        raise OutOfReach(f"the formula has {expected:,} clauses; {MOST_CLAUSES:,} can be compared")
    missing = set()
    for number, clause in enumerate(_formula(puzzle, solution)):
        missing.add(tuple(sorted(clause)))
        if number % STRIDE == 0:
            tick()
    for line in text.clauses():
        key = tuple(sorted(line.literals))
        if line.is_dropped or key not in missing:
            shown = " ".join(map(str, line.literals[:8])) or "the empty one"
            raise Rejected(f"{FORMULA}, line {line.number}: a clause that the puzzle has not, or has once: {shown}")
        missing.remove(key)
    if missing:
        shown = " ".join(map(str, min(missing)[:8]))
        raise Rejected(f"{FORMULA}: {len(missing)} of the puzzle's clauses are missing, such as {shown}")
    return expected


def _read_puzzle(path: Path) -> Puzzle:
    first, _, text = _read_text(path).partition("\n")
    box = BOX.fullmatch(first)
    if box is None:
        raise Malformed(f"{path.name}: its first line does not tell the boxes, as in # box 3x3")
    return _puzzle(path, text, lambda: shape_of_box(int(box[1]), int(box[2])))


def _read_solution(path: Path, shape: Shape) -> Grid | None:
    text = _read_text(path).strip()
    if text == NO_SOLUTION:
        return None
    return _puzzle(path, text, lambda: shape).givens


def _puzzle(path: Path, text: str, shape: Callable[[], Shape]) -> Puzzle:
    try:
        return Puzzle.from_text(text, shape())
    except PuzzleError as error:
        raise Malformed(f"{path.name}: {error}") from error


def _read_text(path: Path) -> str:
    with _opened(path) as stream:
        data = stream.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise Malformed(f"{path.name}: more than {LARGEST_TEXT:,} bytes")
    return data.decode("utf-8", "replace")


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """An ordinary file, or the reason why it cannot be read: a pipe or a device would never end."""
    try:
        if path.exists() and not path.is_file():
            raise SourceError(f"{path}: not a file; the folder that --certificate wrote would do")
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; the folder that --certificate wrote would do") from error


def text_of_puzzle(puzzle: Puzzle) -> str:
    """What `puzzle.txt` holds."""
    return f"# box {puzzle.shape.box}\n{puzzle.text}\n"


def text_of_solution(solution: Grid | None, shape: Shape) -> str:
    return (NO_SOLUTION if solution is None else compact(solution, shape)) + "\n"
