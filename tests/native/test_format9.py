"""Lines written in bulk equal lines written one by one."""

from array import array
from collections.abc import Callable
from itertools import pairwise

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
    assert bytes(line_format.format_batch(settled, duplicates)).decode() == expected
    monkeypatch.setattr(
        "sudoku_compare.scanning.line_formats.write_lines", load_interpreted("native.format9").write_lines
    )
    assert bytes(line_format.format_batch(settled, duplicates)).decode() == expected


@pytest.mark.parametrize("is_compiled", [True, False])
def test_solutions_are_written_one_after_the_other_with_a_bit_for_each(is_compiled: bool) -> None:
    settled = settle_all_kinds()
    write = format9.write_solutions if is_compiled else load_interpreted("native.format9").write_solutions
    digits, ends, bits = bytearray(81 * len(LINES)), array("i", [9] * (len(LINES) + 1)), bytearray(1)
    length = write(settled.found, settled.solutions, digits, ends, bits)
    solutions = [settled.solution(index) for index in range(len(LINES))]
    texts = [compact(solution, shape_of_side(9)) if solution else "" for solution in solutions]
    assert [digits[start:end].decode() for start, end in pairwise(ends)] == texts
    assert [bits[0] >> index & 1 for index in range(8)] == [*map(bool, texts), 0, 0]
    assert length == ends[-1] == 81 * 3


@pytest.mark.parametrize("change", [(0, -1), (1, -1), (2, -1), (3, 1), (4, -1)])
def test_buffers_for_another_number_of_solutions_are_refused(change: tuple[int, int]) -> None:
    sizes = [9, 162 * 9, 81 * 9, 10, 2]
    sizes[change[0]] += change[1]
    found, solutions, digits, ends, bits = sizes
    with pytest.raises(ValueError, match="expected buffers"):
        format9.write_solutions(
            bytes(found), bytes(solutions), bytearray(digits), array("i", [0] * ends), bytearray(bits)
        )
