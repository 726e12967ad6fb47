"""Reads what a SAT solver prints: a status, and the literals of a model.

The forms are those of the SAT competitions (`s SATISFIABLE`, then lines that start with `v`) and of MiniSat's result
file (`SAT`, then the literals). Comments and lines of other kinds are skipped.
"""

from dataclasses import dataclass

from .protocol_error import ProtocolError, quote
from .whole_numbers import parse_numbers

LARGEST_LITERAL = 2**31 - 1
STATUSES = {"SATISFIABLE": True, "SAT": True, "UNSATISFIABLE": False, "UNSAT": False}
GAVE_UP = ("UNKNOWN", "INDETERMINATE", "INDET")
EXIT_CODES = {True: (10, 0, 30), False: (20, 0)}  # 30 is clasp's code for the last of all models


@dataclass(frozen=True, slots=True)
class SatResult:
    """Whether a formula is satisfiable and, if it is, the literals that are true in the model."""

    is_satisfiable: bool
    literals: tuple[int, ...] = ()


def parse_sat_output(text: str, code: int) -> SatResult:
    """Return the result that a solver printed, or wrote to its result file, before it ended with this exit code.

    Raises ProtocolError if there is no clear result.
    """
    statuses, values = _collect_lines(text)
    is_satisfiable = _judge_status(statuses, code)
    if code not in EXIT_CODES[is_satisfiable]:
        raise ProtocolError(f"the status is {statuses[0]}, but the exit code is {code}")
    if is_satisfiable:
        is_whole = len(values) == 1 and text.endswith("\n")  # Z3 ends its only line with no 0
        return SatResult(True, _parse_model("\n".join(values), is_whole=is_whole))
    if any(map(str.strip, values)):
        raise ProtocolError(f"the status is {statuses[0]}, but there is a model")
    return SatResult(False)


def _collect_lines(text: str) -> tuple[list[str], list[str]]:
    """Return the words of the status lines, and the lines of the model without their `v`."""
    statuses: list[str] = []
    values: list[str] = []
    is_result_file = False  # of MiniSat: the literals follow without a `v`
    for line in text.split("\n"):
        kind, _, rest = line.strip().replace("\t", " ").partition(" ")
        if kind == "s":
            statuses.append(rest.strip())
        elif kind == "v":
            values.append(rest)
        elif not rest and (kind in STATUSES or kind in GAVE_UP):
            statuses.append(kind)
            is_result_file = kind == "SAT"
        elif is_result_file and kind != "c":
            values.append(line)
    return statuses, values


def _judge_status(statuses: list[str], code: int) -> bool:
    """Return whether the formula is satisfiable; raise ProtocolError unless all status lines agree on it."""
    if not statuses:
        raise ProtocolError(f"no status such as 's SATISFIABLE'; the exit code is {code}")
    for status in statuses:
        if status in GAVE_UP:
            raise ProtocolError(f"no result: the status is {status}")
        if status not in STATUSES:
            raise ProtocolError(f"expected the status SATISFIABLE or UNSATISFIABLE, found {quote(status)}")
    if len({STATUSES[status] for status in statuses}) > 1:
        raise ProtocolError("the status is both SATISFIABLE and UNSATISFIABLE")
    return STATUSES[statuses[0]]


def _parse_model(text: str, *, is_whole: bool) -> tuple[int, ...]:
    """Return the literals of a model. Without a 0 at the end, the model must be known to be whole."""
    numbers = parse_numbers(text)
    if not any(numbers):
        raise ProtocolError("satisfiable, but without a model")
    if 0 in numbers[:-1]:
        raise ProtocolError("not a model: literals follow the 0 that ends it")
    if numbers[-1] and not is_whole:
        raise ProtocolError("not a model: it is cut short, no 0 ends it")
    literals = tuple(filter(None, numbers))
    if (largest := max(literals, key=abs)) and abs(largest) > LARGEST_LITERAL:
        raise ProtocolError(f"not a model: {largest} is not a literal")
    true = set(literals)
    if contradiction := next((literal for literal in literals if -literal in true), 0):
        raise ProtocolError(f"not a model: it contains both {abs(contradiction)} and {-abs(contradiction)}")
    return literals
