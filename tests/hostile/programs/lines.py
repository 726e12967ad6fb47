"""A program of the lines protocol that solves honestly, but has a fault at one puzzle.

Usage: lines.py FAULT PUZZLE; PUZZLE is the line at which the fault shows, or a number: the fault shows from there on.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS
from solving import list_solutions


def answer(line: str) -> str:
    """Return the honest answer to a puzzle."""
    found = list_solutions([int(one) if one.isdigit() else 0 for one in line], 2)
    return " ".join([str(len(found)), *("".join(map(str, solution)) for solution in found)])


def misbehave(fault: str, honest: str) -> bytes:
    """Return what to write instead of the honest answer."""
    first = [*honest.split(), "1234341221434321"][1]
    return {
        "nothing": b"",
        "empty": b"\n",
        "nul": b"\0" * 16 + b"\n",
        "not-utf-8": b"\xff\xfe\x80 \xc3(\n",
        "escapes": b"\x1b]0;title\x07\x1b[31m\n",
        "not-a-line": b"1 " + first.encode(),
        "long-line": b"x" * 5_000_000 + b"\n",
        "words": b"the solution is left to the reader\n",
        "huge-count": b"9" * 5000 + b"\n",
        "negative-count": b"-1\n",
        "count-only": b"1\n",
        "wrong": f"1 {first[::-1]}\n".encode(),
        "other-puzzle": b"1 1234341221434321\n",
        "no-solution": b"0\n",
        "one-of-two": f"1 {first}\n".encode(),
        "same-twice": f"2 {first} {first}\n".encode(),
        "too-short": f"1 {first[:-1]}\n".encode(),
        "two-lines": f"{honest}\n{honest}\n".encode(),
    }[fault]


def main() -> None:
    """Answer the lines of standard input."""
    fault, puzzle = sys.argv[1:]
    late = b""
    for number, line in enumerate(sys.stdin, 1):
        honest = answer(line.strip())
        data = f"{honest}\n".encode()
        if line.strip() == puzzle or (len(puzzle) < 16 and number >= int(puzzle)):
            if fault == "late":
                data, late = late, data
            elif fault == "close-input":
                os.write(1, data)
                os.close(0)
                time.sleep(3600)
            elif fault in FAULTS:
                FAULTS[fault]()
            elif fault == "slow":
                time.sleep(0.3)
            elif fault != "none":
                data = misbehave(fault, honest)
        os.write(1, data)


if __name__ == "__main__":
    main()
