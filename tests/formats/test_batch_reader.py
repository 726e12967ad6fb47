"""Batches say what the ordinary reader says, whatever stands in the file."""

import gzip
import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import interpreted
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, puzzle_with_holes
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.formats import batch_reader as batches
from sudoku_compare.formats.batch_reader import read_batches
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.source import LONGEST_LINE, Source

NUMBERS = " ".join(EASY.replace(".", "0"))
ROWS = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))
LINES = [
    *(EASY, ESCARGOT, EASY.replace(".", "0"), EASY.replace(".", "x"), EASY.replace(".", "X"), CLASH, EASY_SOLUTION),
    *(f"  {EASY}", f"\t{EASY}  ", f"{EASY} and more", f"{EASY},more", f"{EASY}\tmore", f"{EASY}# name", f"{EASY} # é"),
    *(f"{EASY}:1:{EASY_SOLUTION}", f"{EASY}:2:", f"{EASY}:0", f"{EASY}:1: {EASY_SOLUTION} # x", f"{EASY}:12:"),
    *(f"{EASY}:1:{EASY}", f"{EASY}::", f"{EASY}:one:", f"{EASY}:1:{EASY_SOLUTION}9", f"{EASY}:1:{EASY_SOLUTION} 9"),
    *(
        f"{EASY}: 1 :{EASY_SOLUTION}",
        f"{EASY}:1234567890:",
        f"{EASY}:9999999999:",
        f"{EASY}:1:{NUMBERS}",
        f"{EASY}:³:",
        f"{EASY} :1:",
    ),
    *(EASY[:-1], EASY + ".", EASY[:-1] + "A", EASY[:-1] + "-", f"{EASY};", f"{EASY}|", f"{EASY}\x0b", f"{EASY}\x0c1"),
    *("", "  ", "# a comment", "  # another", "#", NUMBERS, ROWS, ROWS + "\n", ROWS[:40], "Grid 01", "[State]"),
    *("[Puzzle]", "nonsense", "é", "1.....2..3.....4", puzzle_with_holes(shape_of_side(16), 0.5, 1).text, "----+----"),
    *("quizzes,solutions", "id,puzzle,solution,clues", "puzzle,box", "solution,puzzle", f"{EASY},{EASY_SOLUTION}"),
    *(f'"{EASY}","{EASY_SOLUTION}"', f"7,{EASY},{EASY_SOLUTION},30", f"{EASY},", f" {EASY} , {EASY_SOLUTION} "),
    *(
        f"{EASY_SOLUTION},{EASY}",
        f"{EASY},3x3",
        f"{EASY},{EASY_SOLUTION}#",
        f'"{EASY},{EASY_SOLUTION}',
        f"{EASY},{EASY}",
    ),
]


def source_of(text: bytes, *, packed: bool = False) -> Source:
    text = gzip.compress(text, 1) if packed else text
    return Source("file", io.BufferedReader(io.BytesIO(text)), len(text))


def ordinary(text: bytes, shape: Shape | None = None) -> tuple[list[Entry], list[str]]:
    items = list(read_collection(source_of(text), shape))
    return [item._replace(name="") for item in items if isinstance(item, Entry)], [
        str(item) for item in items if not isinstance(item, Entry)
    ]


def batched(text: bytes, shape: Shape | None = None, *, packed: bool = False) -> tuple[list[Entry], list[str]]:
    entries, mistakes = [], []
    for batch in read_batches(source_of(text, packed=packed), shape):
        done = 0
        for before, other in [*batch.others, (len(batch.numbers), None)]:
            entries += map(batch.entry, range(done, before))
            entries += [other._replace(name="")] if other else []
            done = before
        mistakes += map(str, batch.mistakes)
    return entries, mistakes


@given(
    st.lists(
        st.tuples(st.sampled_from(LINES), st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", " \r\n"])), max_size=30
    ),
    st.sampled_from([1, 100, 1000, 1 << 18]),
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_batches_are_what_the_ordinary_reader_reads(lines: list[tuple[str, str]], size: int, ends_openly: bool) -> None:
    text = "".join(map("".join, lines)).encode()
    text = text.rstrip(b"\n") if ends_openly else text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "FIRST_BLOCK", size)
        patch.setattr(batches, "LARGEST_BLOCK", 4 * size)
        assert batched(text) == ordinary(text)


@given(st.binary(max_size=200), st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_so_they_are_when_a_file_has_anything_in_it(noise: bytes, at: int) -> None:
    text = f"{EASY}\n{EASY}:1:{EASY_SOLUTION}\n{ESCARGOT}\n".encode()
    text = text[:at] + noise + text[at:]
    assert batched(text) == ordinary(text)


@pytest.mark.parametrize("line", LINES)
def test_every_kind_of_line_is_read_alike_between_puzzles_and_in_a_table(line: str) -> None:
    for before in (EASY, "quizzes,solutions", "id,puzzle,solution,clues", "puzzle,solution,box"):
        text = f"{before}\n{line}\n{EASY}\n{EASY},{EASY_SOLUTION}\n7,{EASY},{EASY_SOLUTION},30\n".encode()
        assert batched(text) == ordinary(text)


@pytest.mark.parametrize("shape", [shape_of_box(3, 3), shape_of_box(2, 2), shape_of_box(1, 9), shape_of_box(9, 1)])
def test_a_box_that_was_asked_for_is_kept(shape: Shape) -> None:
    text = f"{EASY}\n1.....2..3.....4\n{ROWS}\n".encode()
    assert batched(text, shape) == ordinary(text, shape)


@pytest.mark.parametrize(
    "length", [LONGEST_LINE - 2, LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE]
)
@pytest.mark.parametrize("end", [b"", b"\n", f"\n{EASY}\n".encode()])
def test_lines_that_are_too_long_are_refused_alike(length: int, end: bytes) -> None:
    text = EASY.encode() + b"\n" + (EASY.encode() + b" ").ljust(length, b"x") + end
    assert batched(text) == ordinary(text)


def test_marks_packing_and_damage_are_taken_alike() -> None:
    text = b"\xef\xbb\xbf" + f"{EASY}\n".encode() * 5000
    assert batched(text) == ordinary(text) == batched(text, packed=True)


def test_what_comes_before_damage_is_not_lost() -> None:
    rng = random.Random(1)
    text = "".join("".join(rng.choices("123456789....", k=81)) + "\n" for _ in range(8000)).encode()
    packed = gzip.compress(text)[:-200_000]

    def damaged() -> Source:
        return Source("file", io.BufferedReader(io.BytesIO(packed)), len(packed))

    entries = [item for item in read_collection(damaged()) if isinstance(item, Entry)]
    last = entries[-1].id
    *batches, end = read_batches(damaged())
    numbers = [number for batch in batches for number in batch.numbers]
    assert len(entries) > 1000
    assert numbers == list(range(1, len(numbers) + 1))
    assert 0 <= int(last.rpartition(":")[2]) - len(numbers) <= 1  # the line that the damage is in
    assert [str(error) for error in end.mistakes][-1].startswith("file: damaged gzip file")


@pytest.mark.parametrize("is_file", [True, False])
def test_blocks_are_whole_lines_and_grow(is_file: bool) -> None:
    text = b"".join(b"%d\n" % number for number in range(10_000)) + b"the last"
    source = Source("file", io.BufferedReader(io.BytesIO(text)), len(text) if is_file else None)
    blocks = list(source.blocks(100, 1000))
    assert b"".join(blocks) == text + b"\n"
    assert all(block.endswith(b"\n") for block in blocks)
    sizes = [len(block) for block in blocks]
    assert [size // 100 for size in sizes[:6]] == [1, 2, 4, 8, 10, 10]
    assert max(sizes) < 2010  # as much as there is at once, and what was not yet enough


def test_as_it_stands_the_file_takes_lines_as_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(LINES).encode()
    compiled = batched(text)
    monkeypatch.setattr(batches, "take_lines", interpreted("native.parse9").take_lines)
    assert batched(text) == compiled
