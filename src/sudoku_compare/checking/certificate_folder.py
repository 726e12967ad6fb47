"""Verifies the certificate in a folder, trusting nothing in it.

The formula is rebuilt from the puzzle and compared with the one in the folder, the solution is checked by arithmetic,
and the proof is checked step by step.
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
from .proof_text import ClauseLine, ClauseReader, Malformed, Tick
from .rup import MOST_LITERALS, Refutation, TooLarge
from .solution import find_fault
from .sudoku_clauses import Clause, count_rules, count_variables, encode_exclusion, encode_givens, encode_rules

PUZZLE, SOLUTION, FORMULA, PROOF = FILES = "puzzle.txt", "solution.txt", "formula.cnf", "proof.drup"
NO_SOLUTION = "none"  # content of solution.txt if the certificate proves that there is no solution
BOX = re.compile(r"# box ([0-9]{1,3})x([0-9]{1,3})")
LARGEST_TEXT = 100_000  # bytes of a puzzle or a solution
LARGEST_CACHED_SIDE = 16  # up to which the rules are cached for the next certificate
MOST_CLAUSES = 15_000_000  # that can be compared: a few gigabytes
MOST_SHOWN = 8  # literals of a clause in a message
STRIDE = 256  # clauses between clock checks


class Rejected(Exception):
    """Raised when a certificate or a trace is invalid."""


class CertificateTooLarge(Exception):
    """Raised when a certificate is too large to check."""


class Certified(NamedTuple):
    """What a valid certificate proves."""

    puzzle: Puzzle
    solution: Grid | None  # the only one; None if the puzzle has no solution
    clauses: int
    steps: int


def verify(folder: Path, tick: Tick) -> Certified:
    """Return what the certificate in the folder proves.

    `tick` is called often and may raise an exception to stop. Raises Rejected if the certificate is invalid,
    CertificateTooLarge if it cannot be checked, and SourceError if a file cannot be read.
    """
    try:
        puzzle = _read_puzzle(folder / PUZZLE)
        solution = _read_solution(folder / SOLUTION, puzzle.shape)
        _check_solution(puzzle, solution)  # first: the formula contains it
        with _open_file(folder / FORMULA) as formula, _open_file(folder / PROOF) as proof:
            reader = ClauseReader(FORMULA, formula, _count_variables(puzzle), tick)
            clauses = _compare_formula(reader, puzzle, solution, tick)
            lines = ClauseReader(PROOF, proof, _count_variables(puzzle), tick).read_clauses()
            steps = check_proof(puzzle, solution, lines, tick)
    except Malformed as error:
        raise Rejected(str(error)) from error
    return Certified(puzzle, solution, clauses, steps)


def check_proof(puzzle: Puzzle, solution: Grid | None, proof: Iterable[ClauseLine], tick: Tick) -> int:
    """Check the proof that the puzzle has only this solution (or none), and return how many steps that took.

    Raises Rejected or CertificateTooLarge.
    """
    _check_solution(puzzle, solution)
    refutation = Refutation(_count_variables(puzzle))
    for number, clause in enumerate(_encode(puzzle, solution)):
        refutation.add(clause)
        if number % STRIDE == 0:
            tick()
    try:
        return _check_steps(refutation, proof, tick)
    except TooLarge:
        message = f"{PROOF}: its steps have more than {MOST_LITERALS:,} literals to keep at once"
        raise CertificateTooLarge(message) from None


def _check_solution(puzzle: Puzzle, solution: Grid | None) -> None:
    fault = solution is not None and find_fault(puzzle, solution)
    if fault:
        raise Rejected(f"{SOLUTION}: not a solution: {fault}")


def _check_steps(refutation: Refutation, proof: Iterable[ClauseLine], tick: Tick) -> int:
    steps = 0
    for line in proof:
        tick()
        if line.is_deletion:
            refutation.drop_step(line.literals)
            continue
        steps += 1
        if not refutation.add_step(line.literals):
            what = f"the clause {_format_clause(line.literals)}" if line.literals else "the contradiction"
            raise Rejected(f"{PROOF}, line {line.number}: {what} does not follow from the lines before")
        if not line.literals:
            return steps
    raise Rejected(f"{PROOF}: ends before the contradiction (a line with only 0)")


def _format_clause(literals: Iterable[int]) -> str:
    words = list(map(str, literals))
    return " ".join(words[:MOST_SHOWN]) + (" ..." if len(words) > MOST_SHOWN else "")


def _count_variables(puzzle: Puzzle) -> int:
    return count_variables(puzzle.shape.box_height, puzzle.shape.box_width)


def _encode(puzzle: Puzzle, solution: Grid | None) -> Iterator[Clause]:
    """Yield the clauses of the formula. The givens come first, because they satisfy many of the clauses after them."""
    side = puzzle.shape.side
    yield from encode_givens(puzzle.givens, side)
    yield from _cached_rules(puzzle.shape) if side <= LARGEST_CACHED_SIDE else _rules(puzzle.shape)
    if solution is not None:
        yield encode_exclusion(puzzle.givens, solution, side)


def _rules(shape: Shape) -> Iterator[Clause]:
    return encode_rules(shape.box_height, shape.box_width)


@lru_cache(maxsize=4)
def _cached_rules(shape: Shape) -> list[Clause]:
    return list(_rules(shape))


def _compare_formula(reader: ClauseReader, puzzle: Puzzle, solution: Grid | None, tick: Tick) -> int:
    """Return the number of clauses; raise Rejected unless they are those of the puzzle, each once, in any order."""
    expected = count_rules(puzzle.shape.box_height, puzzle.shape.box_width)
    expected += puzzle.count_givens() + (solution is not None)
    variables, clauses = reader.read_header()
    if (variables, clauses) != (_count_variables(puzzle), expected):
        problem = f"expected {_count_variables(puzzle)} variables and {expected} clauses"
        raise Rejected(f"{FORMULA}: header: {problem}, found {variables} and {clauses}")
    if expected > MOST_CLAUSES:
        raise CertificateTooLarge(f"the formula has {expected:,} clauses; at most {MOST_CLAUSES:,} can be compared")
    missing = set()
    for number, clause in enumerate(_encode(puzzle, solution)):
        missing.add(tuple(sorted(clause)))
        if number % STRIDE == 0:
            tick()
    for line in reader.read_clauses():
        key = tuple(sorted(line.literals))
        if line.is_deletion or key not in missing:
            shown = _format_clause(line.literals) or "the empty clause"
            raise Rejected(f"{FORMULA}, line {line.number}: not a clause of the puzzle, or a repeated one: {shown}")
        missing.remove(key)
    if missing:
        shown = _format_clause(min(missing))
        raise Rejected(f"{FORMULA}: {len(missing)} of the puzzle's {expected} clauses missing, such as {shown}")
    return expected


def _read_puzzle(path: Path) -> Puzzle:
    first, _, text = _read_text(path).partition("\n")
    box = BOX.fullmatch(first)
    if box is None:
        raise Malformed(f"{path.name}, line 1: expected the size of the boxes, such as '# box 3x3'")
    return _parse_puzzle(path, text, lambda: shape_of_box(int(box[1]), int(box[2])))


def _read_solution(path: Path, shape: Shape) -> Grid | None:
    text = _read_text(path).strip()
    if text == NO_SOLUTION:
        return None
    return _parse_puzzle(path, text, lambda: shape).givens


def _parse_puzzle(path: Path, text: str, shape: Callable[[], Shape]) -> Puzzle:
    try:
        return Puzzle.from_text(text, shape())
    except PuzzleError as error:
        raise Malformed(f"{path.name}: {error}") from error


def _read_text(path: Path) -> str:
    with _open_file(path) as stream:
        data = stream.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise Malformed(f"{path.name}: more than {LARGEST_TEXT:,} bytes")
    return data.decode("utf-8", "replace")


@contextmanager
def _open_file(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file, or raise SourceError. A pipe or a device might never end."""
    expected = f"expected a certificate folder, which contains {', '.join(FILES[:-1])} and {FILES[-1]}"
    try:
        if path.exists() and not path.is_file():
            raise SourceError(f"{path}: not a regular file; {expected}")
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; {expected}") from error


def format_puzzle_file(puzzle: Puzzle) -> str:
    """Return the content of `puzzle.txt`."""
    return f"# box {puzzle.shape.box}\n{puzzle.text}\n"


def format_solution_file(solution: Grid | None, shape: Shape) -> str:
    """Return the content of `solution.txt`."""
    return (NO_SOLUTION if solution is None else compact(solution, shape)) + "\n"
