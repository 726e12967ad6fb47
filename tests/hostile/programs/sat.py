"""A SAT solver that is honest, but has a fault when it finds one solution.

Usage: sat.py FAULT SOLUTION FILE; SOLUTION has one digit per cell.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS

Clauses = list[list[int]]


def solve(clauses: Clauses) -> list[int] | None:
    """Return the true literals of a model, or None; by unit propagation and case distinction."""
    chosen: list[int] = []
    while unit := next((clause[0] for clause in clauses if len(clause) == 1), 0):
        chosen.append(unit)
        clauses = assume(clauses, unit)
    if [] in clauses:
        return None
    if not clauses:
        return chosen
    for literal in (clauses[0][0], -clauses[0][0]):
        rest = solve([*clauses, [literal]])
        if rest is not None:
            return chosen + rest
    return None


def assume(clauses: Clauses, literal: int) -> Clauses:
    """Return what is left of the clauses if this literal is true."""
    return [[one for one in clause if one != -literal] for clause in clauses if literal not in clause]


def misbehave(fault: str, model: list[int] | None, variables: int) -> tuple[bytes, int]:
    """Return what to write instead of the honest answer, and the exit code."""
    shown = " ".join(map(str, [*(model or []), 0]))
    inverted = " ".join(str(-literal) for literal in model or [1])
    return {
        "nothing": (b"", 0),
        "code-only": (b"", 10),
        "no-solution": (b"s UNSATISFIABLE\n", 20),
        "one-of-two": (b"s UNSATISFIABLE\n", 20),
        "other-code": (f"s SATISFIABLE\nv {shown}\n".encode(), 20),
        "no-model": (b"s SATISFIABLE\n", 10),
        "wrong": (f"s SATISFIABLE\nv {inverted} 0\n".encode(), 10),
        "half-a-model": (f"s SATISFIABLE\nv {shown[: len(shown) // 2]}".encode(), 10),
        "all-true": (f"s SATISFIABLE\nv {' '.join(map(str, range(1, variables + 1)))} 0\n".encode(), 10),
        "large-literals": (b"s SATISFIABLE\nv 1000 99999 0\n", 10),
        "both": (f"s SATISFIABLE\nv {shown}\ns UNSATISFIABLE\n".encode(), 10),
        "nul": (b"\0" * 1000, 10),
        "not-utf-8": (b"s \xff\xfe\nv \x80\x81 0\n", 10),
        "huge-number": (f"s SATISFIABLE\nv {'9' * 5000} 0\n".encode(), 10),
        "escapes": (b"s \x1b]0;title\x07\x1b[31m\n", 10),
    }[fault]


def describes(model: list[int], solution: str) -> bool:
    """Return whether a model is this solution. Variable 4 * c + v + 1 says that cell c has value v + 1."""
    placed = [divmod(literal - 1, 4) for literal in model if literal > 0]
    return len(solution) == 16 and all(solution[cell] == str(value + 1) for cell, value in placed)


def main() -> None:
    """Read the formula and answer."""
    fault, solution, path = sys.argv[1:]
    header, *lines = [line for line in Path(path).read_text().splitlines() if not line.startswith("c")]
    variables = int(header.split()[2])
    model = solve([[int(word) for word in line.split()[:-1]] for line in lines])
    output, code = b"s UNSATISFIABLE\n", 20
    if model is not None:
        known = {abs(literal) for literal in model}
        model += [-variable for variable in range(1, variables + 1) if variable not in known]
        output, code = f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n".encode(), 10
        if fault != "none" and describes(model, solution):
            if fault in FAULTS:
                FAULTS[fault]()
            else:
                output, code = misbehave(fault, model, variables)
    os.write(1, output)
    sys.exit(code)


if __name__ == "__main__":
    main()
