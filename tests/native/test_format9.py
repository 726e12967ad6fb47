"""Lines written in bulk equal lines written one by one."""

from array import array
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from batches import batch_of
from interpreted import load_interpreted
from making import CLASH, EASY, ESCARGOT, NONE, TWO
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.native import format9
from sudoku_compare.native.settle import UNSETTLED
from sudoku_compare.scanning.line_formats import LineFormat, Values, csv_format, json_format
from sudoku_compare.scanning.results import VERDICTS, Duplicates, SettledBatch
from sudoku_compare.scanning.settle import settle_batch

NAME = 'a "name", é, 100000000 100000002 SOLUTION'
PARTS = 13  # of a line
LINES = [EASY, NONE, TWO, ESCARGOT, CLASH, "." * 81]


def settle_all_kinds() -> SettledBatch:
    settled = settle_batch(batch_of(*LINES, name=NAME), 60)
    found, assumptions = bytearray(settled.found), array("I", settled.assumptions)
    found[3], assumptions[4] = UNSETTLED, 2**32 - 1
    return settled._replace(found=bytes(found), assumptions=memoryview(assumptions))


def format_one_by_one(settled: SettledBatch, duplicates: Duplicates, line_format: LineFormat) -> str:
    lines = []
    for index, number in enumerate(settled.batch.line_numbers):
        solution, first = settled.solution(index), duplicates.first_lines[index]
        values: Values = [
            f"{NAME}:{number}",
            str(VERDICTS[settled.found[index]]),
            compact(solution, shape_of_side(9)) if solution else None,
            settled.assumptions[index],
        ]
        if line_format.with_isomorphs:
            values.append(f"{NAME}:{first}" if first else None)
        lines.append(line_format.format_line(values))
    return "".join(lines)


@pytest.mark.parametrize("with_isomorphs", [False, True])
@pytest.mark.parametrize("make_format", [csv_format, json_format])
def test_lines_formatted_in_bulk_are_those_formatted_one_by_one(
    monkeypatch: pytest.MonkeyPatch, make_format: Callable[..., LineFormat], with_isomorphs: bool
) -> None:
    settled = settle_all_kinds()
    firsts = [0, 5, 0, 0, 10**19, 0] if with_isomorphs else [0] * len(LINES)
    duplicates = Duplicates(memoryview(array("Q", firsts)), ())
    line_format = make_format(NAME, with_isomorphs=with_isomorphs)
    expected = format_one_by_one(settled, duplicates, line_format)
    asked = duplicates if with_isomorphs else None
    assert bytes(line_format.format_batch(settled, asked)).decode() == expected
    monkeypatch.setattr(
        "sudoku_compare.scanning.line_formats.write_lines", load_interpreted("native.format9").write_lines
    )
    assert bytes(line_format.format_batch(settled, asked)).decode() == expected


def numbers_of_every_length() -> list[int]:
    """Return numbers of 1 to 20 digits, among them those at which the number of digits changes."""
    rng = Random(1)
    edges = [10**exponent + change for exponent in range(20) for change in (-1, 0, 1)]
    return [0, 2**64 - 1, *edges, *(rng.randrange(10 ** rng.randrange(1, 20)) for _ in range(20_000))]


@pytest.mark.parametrize("module", ["compiled", "interpreted"])
def test_numbers_are_written_in_full(module: str) -> None:
    numbers = [*range(10_000), *numbers_of_every_length()] if module == "compiled" else numbers_of_every_length()[:100]
    write = format9.write_lines if module == "compiled" else load_interpreted("native.format9").write_lines
    parts, ends = format9.join_parts([b"#", *[b""] * (PARTS - 2), b"\n"])
    count = len(numbers)
    found, assumptions = bytes(count), array("I", (number % 2**32 for number in numbers))
    text = bytearray(count * format9.measure_longest_line(len(parts)))
    length = write(
        parts, ends, array("Q", numbers), found, bytes(162 * count), assumptions, array("Q"), (0, count), text
    )
    expected = "".join(f"#{number}{number % 2**32}\n" for number in numbers)
    assert text[:length].decode() == expected


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("is_compiled", [True, False])
def test_solutions_are_written_after_those_of_earlier_rows_with_a_bit_for_each(
    is_compiled: bool, is_packed: bool
) -> None:
    settled = settle_all_kinds()
    write = format9.write_solutions if is_compiled else load_interpreted("native.format9").write_solutions
    count, size = len(LINES), 41 if is_packed else 81
    data, ends, bits = bytearray(2 * size * count), array("i", [0] + [9] * (2 * count)), bytearray(2)
    write(settled.found, settled.solutions, 0, is_packed, data, ends, bits)
    length = write(settled.found, settled.solutions, count, is_packed, data, ends, bits)
    solutions = 2 * [settled.solution(index) for index in range(count)]
    texts = [compact(solution, shape_of_side(9)) if solution else "" for solution in solutions]
    written = [data[start:end] for start, end in pairwise(ends)]
    assert [piece.hex()[:81] if is_packed else piece.decode() for piece in written] == texts
    assert all(piece.hex().endswith("0") for piece in written if is_packed and piece)
    assert [bits[row >> 3] >> (row & 7) & 1 for row in range(2 * count)] == list(map(bool, texts))
    assert length == ends[-1] == size * 6


def make_buffers(count: int) -> dict[str, Any]:
    """Return arguments of `write_lines` for so many puzzles without a solution."""
    parts, ends = format9.join_parts([b"part"] * PARTS)
    return {
        "parts": parts,
        "ends": ends,
        "numbers": array("Q", [1] * count),
        "found": bytes(count),
        "solutions": bytes(162 * count),
        "assumptions": array("I", [0] * count),
        "duplicate_of": array("Q", [0] * count),
        "span": (0, count),
        "text": bytearray(count * format9.measure_longest_line(len(parts))),
    }


@pytest.mark.parametrize("name", make_buffers(3))
def test_buffers_that_do_not_fit_are_refused(name: str) -> None:
    buffers = make_buffers(3)
    format9.write_lines(**buffers)
    wrong = (0, 4) if name == "span" else buffers[name][:-1]
    with pytest.raises(ValueError, match="expected buffers"):
        format9.write_lines(**buffers | {name: wrong})


@pytest.mark.parametrize("change", [(0, -1), (1, -1), (2, -1), (3, -1), (4, -1), (5, 1), (5, -4)])
@pytest.mark.parametrize("is_packed", [False, True])
def test_buffers_for_another_number_of_solutions_are_refused(is_packed: bool, change: tuple[int, int]) -> None:
    sizes = [9, 162 * 9, (41 if is_packed else 81) * 9, 13, 2, 3]
    sizes[change[0]] += change[1]
    found, solutions, data, ends, bits, first = sizes
    with pytest.raises(ValueError, match="expected buffers"):
        format9.write_solutions(
            bytes(found), bytes(solutions), first, is_packed, bytearray(data), array("i", [0] * ends), bytearray(bits)
        )
