"""Reads the proof of unsatisfiability that a SAT solver wrote, and returns it as DRUP lines.

Three formats are known: DRAT as text, DRAT in binary, and FRAT as text. Nothing is checked here but the form: whether
each step follows is for the proof checker to say, which is also why a step by resolution on asymmetric tautologies
(RAT) is passed on like any other.
"""

from collections.abc import Iterator

from .protocol_error import ProtocolError, quote
from .sat_output import LARGEST_LITERAL
from .whole_numbers import parse_numbers

PROOF_FORMATS = ("drat", "frat")
PICOSAT_HEADER = b"%RUPD32"  # PicoSAT starts its proofs with a line of its own
LONGEST_SHIFT = 28  # bits: a number of more than five bytes is no literal

Step = tuple[list[int], bool]  # the literals of a clause, and whether it is deleted


def read_proof(data: bytes, format: str, variables: int = LARGEST_LITERAL) -> list[str]:
    """Return the steps up to the first empty clause, such as `1 -2 0` to add a clause and `d 1 -2 0` to delete it.

    `format` is one of PROOF_FORMATS. Raises ProtocolError for anything malformed, and for variables beyond those of the
    formula, which a solver adds in steps that are not RUP.
    """
    read_steps = _read_frat if format == "frat" else _read_binary if _is_binary(data) else _read_text
    lines: list[str] = []
    for literals, is_deletion in read_steps(data):
        if literals and (largest := max(map(abs, literals))) > variables:
            raise ProtocolError(f"step {len(lines) + 1}: variable {largest}, but the formula has only {variables}")
        lines.append(f"{'d ' * is_deletion}{' '.join(map(str, [*literals, 0]))}")
        if not literals and not is_deletion:
            break
    return lines


def _is_binary(data: bytes) -> bool:
    """Return whether a DRAT proof is binary.

    drat-trim looks for unusual characters among the first ten, and so mistakes short proofs. But a binary proof starts
    with `a` or `d`, no text starts with `a`, and no text contains the 0 that ends every binary clause.
    """
    return data.startswith(b"a") or (data.startswith(b"d") and b"\0" in data)


def _read_text(data: bytes) -> Iterator[Step]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        words = line.split()
        if not words or words[0] == b"c" or (number == 1 and words[0] == PICOSAT_HEADER):
            continue
        is_deletion = words[0] == b"d"
        yield _parse_clause(words[is_deletion:], number), is_deletion


def _read_frat(data: bytes) -> Iterator[Step]:
    """Yield the steps without the numbers of the clauses and without hints.

    The clauses of the formula (`o`), those that are left at the end (`f`), hints on lines of their own (`l`) and new
    numbers for clauses (`r`) are not needed.
    """
    for number, line in enumerate(data.split(b"\n"), start=1):
        words = line.split()
        if not words or words[0] in (b"c", b"o", b"f", b"l", b"r"):
            continue
        if words[0] not in (b"a", b"d"):
            raise ProtocolError(f"line {number}: expected o, a, d, f, l or r, found {quote(words[0])}")
        end = words.index(b"l") if b"l" in words else None
        yield _parse_clause(words[2:end], number), words[0] == b"d"


def _parse_clause(words: list[bytes], number: int) -> list[int]:
    try:
        numbers = parse_numbers(b" ".join(words).decode("latin-1"))
    except ProtocolError as error:
        raise ProtocolError(f"line {number}: {error}") from None
    if numbers.count(0) != 1 or numbers[-1]:
        raise ProtocolError(f"line {number}: expected one clause, terminated by 0")
    return numbers[:-1]


def _read_binary(data: bytes) -> Iterator[Step]:
    """Yield the steps: `a` or `d`, literals, and a byte that is 0, which no literal contains."""
    start = 0
    for step in data.split(b"\0"):
        end = start + len(step)
        if start == len(data):
            return
        if step[:1] not in (b"a", b"d"):
            raise ProtocolError(
                f"byte {start + 1}: expected 'a' or 'd', found {quote(step[:1] or data[start : start + 1])}"
            )
        if end == len(data):
            raise ProtocolError(f"byte {end}: the proof is cut short: no 0 ends the last clause")
        yield _decode_literals(step, start), step.startswith(b"d")
        start = end + 1


def _decode_literals(step: bytes, start: int) -> list[int]:
    """Return the literals of a step: numbers in groups of seven bits, the lowest first, the sign in the last bit."""
    literals = []
    value = shift = 0
    for place, byte in enumerate(step[1:], start=start + 2):
        value |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
            if shift <= LONGEST_SHIFT:
                continue
        if shift > LONGEST_SHIFT or not value >> 1:
            raise ProtocolError(f"byte {place}: not a literal")
        literals.append(-(value >> 1) if value & 1 else value >> 1)
        value = shift = 0
    if shift:
        raise ProtocolError(f"byte {start + len(step)}: a literal is cut short")
    return literals
