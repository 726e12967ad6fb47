"""Compares a formula file (DIMACS) with the formula of the puzzle, and numbers its clauses as the file does.

The clauses may be in any order, and so may the literals of each. Certificates of the same size usually contain the
rules as the same text; it is compared only once.
"""

import re
from functools import lru_cache
from io import SEEK_END
from typing import BinaryIO

from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from .hinted_refutation import wrap_literals
from .proof_text import ClauseReader, Tick
from .puzzle_clauses import (
    LARGEST_CACHED_SIDE,
    STRIDE,
    count_puzzle_clauses,
    count_puzzle_variables,
    encode_own_clauses,
    encode_puzzle,
    list_rules,
)
from .rejection import CertificateTooLarge, Rejected
from .sudoku_clauses import Clause, count_variables

MOST_CLAUSES = 15_000_000  # that can be compared: a few gigabytes
MOST_SHOWN = 8  # literals of a clause in a message
LARGEST_FAMILIAR = 10_000_000  # bytes of a file in which familiar text is looked for
COMMENTS = re.compile(rb"(?:c .*\n)*+")  # whole lines

Numbered = dict[bytes, Clause]  # by their numbers, as text


def read_formula(name: str, stream: BinaryIO, puzzle: Puzzle, solution: Grid | None, tick: Tick) -> Numbered:
    """Return the clauses of the file, numbered from 1 in its order.

    The literals of the rules are wrapped (`wrap_literals`) if the file has the usual text.

    Raises Rejected unless they are those of the puzzle, each once; Malformed if the file is not in DIMACS format; and
    CertificateTooLarge.
    """
    expected = count_puzzle_clauses(puzzle, solution)
    if expected > MOST_CLAUSES:
        raise CertificateTooLarge(f"the formula has {expected:,} clauses; at most {MOST_CLAUSES:,} can be compared")
    size = stream.seek(0, SEEK_END)
    stream.seek(0)
    if puzzle.shape.side <= LARGEST_CACHED_SIDE and size <= LARGEST_FAMILIAR:
        clauses = _match_familiar_text(stream.read(size), puzzle, solution)
        if clauses is not None:
            return clauses
        stream.seek(0)
    reader = ClauseReader(name, stream, count_puzzle_variables(puzzle), tick)
    return _compare_clauses(reader, puzzle, solution, tick)


def format_literals(literals: Clause | list[int]) -> str:
    """Return the literals for a message, shortened if there are many."""
    return " ".join(map(str, literals[:MOST_SHOWN])) + (" ..." if len(literals) > MOST_SHOWN else "")


def _match_familiar_text(text: bytes, puzzle: Puzzle, solution: Grid | None) -> Numbered | None:
    """Return the clauses of a file that has a comment, the rules, and after another comment the other clauses.

    Returns None if it is not such a file, which may nevertheless be valid.
    """
    head, header, body = text.partition(_format_header(puzzle, solution))
    comment, _, clauses = body.partition(b"\n")
    _, size = _format_rules(puzzle.shape)
    own = {_format_clause(clause): clause for clause in encode_own_clauses(puzzle, solution)}
    lines = [line for line in clauses[size:].split(b"\n") if line and not line.startswith(b"c ")]
    is_right = header and comment.startswith(b"c ") and COMMENTS.fullmatch(head) and sorted(lines) == sorted(own)
    rules = _match_rules(puzzle.shape, clauses[:size]) if is_right else None
    if rules is None:
        return None
    return rules | {b"%d" % number: own[line] for number, line in enumerate(lines, len(rules) + 1)}


def _format_header(puzzle: Puzzle, solution: Grid | None) -> bytes:
    return b"p cnf %d %d\n" % (count_puzzle_variables(puzzle), count_puzzle_clauses(puzzle, solution))


@lru_cache(maxsize=4)
def _match_rules(shape: Shape, text: bytes) -> Numbered | None:
    """Return the rules as numbered by this text, or None if it is not one line for each of them; do not change it."""
    rules, _ = _format_rules(shape)
    *lines, rest = text.split(b"\n")
    if rest or len(lines) != len(rules) or rules.keys() != set(lines):
        return None
    return {b"%d" % number: rules[line] for number, line in enumerate(lines, 1)}


@lru_cache(maxsize=4)
def _format_rules(shape: Shape) -> tuple[Numbered, int]:
    """Return the rules, wrapped, by their lines, and how many bytes these take in any order; do not change them."""
    variables = count_variables(shape.box_height, shape.box_width)
    rules = {_format_clause(clause): wrap_literals(clause, variables) for clause in list_rules(shape)}
    return rules, sum(map(len, rules)) + len(rules)


def _format_clause(clause: Clause) -> bytes:
    return (b"%d " * len(clause) + b"0") % clause


def _compare_clauses(reader: ClauseReader, puzzle: Puzzle, solution: Grid | None, tick: Tick) -> Numbered:
    expected = count_puzzle_clauses(puzzle, solution)
    found = reader.read_header()
    if found != (count_puzzle_variables(puzzle), expected):
        problem = f"expected {count_puzzle_variables(puzzle)} variables and {expected} clauses"
        raise Rejected(f"{reader.name}: header: {problem}, found {found[0]} and {found[1]}")
    missing = _collect_clauses(puzzle, solution, tick)
    clauses: Numbered = {}
    for line in reader.read_clauses():
        clause = missing.pop(tuple(sorted(line.literals)), None)
        if line.is_deletion or clause is None:
            shown = format_literals(line.literals) or "the empty clause"
            raise Rejected(f"{reader.name}, line {line.number}: not a clause of the puzzle, or a repeated one: {shown}")
        clauses[b"%d" % (len(clauses) + 1)] = clause
    if missing:
        shown = format_literals(min(missing))
        raise Rejected(f"{reader.name}: {len(missing)} of the puzzle's {expected} clauses missing, such as {shown}")
    return clauses


def _collect_clauses(puzzle: Puzzle, solution: Grid | None, tick: Tick) -> dict[Clause, Clause]:
    """Return the clauses of the formula by their literals in ascending order."""
    clauses = {}
    for number, clause in enumerate(encode_puzzle(puzzle, solution)):
        clauses[tuple(sorted(clause))] = clause
        if number % STRIDE == 0:
            tick()
    return clauses
