"""Damaged documents of every format give puzzles or errors of one line, and never a board that was not there."""

import random
import time
from urllib.parse import unquote

import pytest

from file_reading import read
from making import puzzle_with_holes
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.formats.links import fpuzzles, sudokupad
from sudoku_compare.formats.links.lz_string import compress, decompress
from sudoku_compare.formats.writing.writers import WRITERS

NINE = shape_of_box(3, 3)
SIX = shape_of_box(2, 3)
NINE_ONLY = ("sdk", "sdm", "ss", "hodoku", "opensudoku", "sudokuwiki", "sudokuexchange")
DOCUMENTS = [form for form in WRITERS if form not in ("line", "grid", "csv", "sdk", "sdm", "ss", "hodoku")]
JUNK = "[]{}()<>,:;\"'\\/&#=%+- 0123456789.abcnNuxz\n\t\0\x1b\ufeff\u2028é"
WRITTEN = {"fpuzzles": fpuzzles.LINK, "sudokupad": sudokupad.LINK}
MOST_SECONDS = 5.0  # for one document; the tests take milliseconds each


def make_document(form: str, seed: int) -> bytes:
    shape = NINE if form in NINE_ONLY or seed % 2 else SIX
    entries = [Entry(f"file:{n}", puzzle_with_holes(shape, 0.4, seed + n), None, f"name {n}") for n in (1, 2)]
    writer = WRITERS[form]
    return "".join(writer.write(entries if writer.holds_several else entries[:1])).encode()


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Return the document, cut, repeated, or with a few characters changed."""
    at = rng.randrange(len(data))
    match rng.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[at:]
        case 2:
            return data[:at] + data[rng.randrange(len(data)) :]
        case 3:
            return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        case 4:
            return data[:at] + data[at + 1 :]
    text = data.decode("utf-8", "replace")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(JUNK) * rng.choice([1, 1, 3]) + text[at + rng.randint(0, 2) :]
    return text.encode()


def check_reading(data: bytes) -> list[Entry]:
    """Read a document; check that each error is one short line, and return the puzzles."""
    started = time.process_time()
    items = read(data)
    assert time.process_time() - started < MOST_SECONDS
    for item in items:
        if not isinstance(item, Entry):
            assert str(item).startswith("file")
            assert str(item).isprintable()
            assert len(str(item)) < 400
    return [item for item in items if isinstance(item, Entry)]


@pytest.mark.parametrize("form", DOCUMENTS)
def test_mutated_documents_give_puzzles_or_errors_of_one_line(form: str) -> None:
    rng = random.Random(form)
    for seed in range(40):
        check_reading(mutate(make_document(form, seed), rng))


@pytest.mark.parametrize(
    ("form", "link"),
    [("fpuzzles", fpuzzles.LINK), ("sudokupad", sudokupad.LINK), ("sudokupad", "https://sudokupad.app/fpuz")],
)
def test_so_do_mutated_puzzles_inside_of_links(form: str, link: str) -> None:
    rng = random.Random(link)
    for seed in range(60):
        first, *_ = make_document(form, seed).decode().split()
        inside = decompress(unquote(first.removeprefix(WRITTEN[form])))
        changed = mutate(inside.encode(), rng).decode("utf-8", "replace")
        check_reading(f"{link}{compress(changed)}\n".encode())


@pytest.mark.slow
@pytest.mark.parametrize("form", DOCUMENTS)
def test_so_do_many_more(form: str) -> None:
    rng = random.Random(f"{form} more")
    for seed in range(600):
        data = make_document(form, seed)
        for _ in range(rng.randint(1, 3)):
            data = mutate(data, rng) or b"x"
        check_reading(data)


@pytest.mark.parametrize("form", ["fpuzzles", "sudokupad", "json", "python", "numpy", "opensudoku", "fpuzzles-json"])
def test_a_document_that_was_cut_off_gives_no_other_board(form: str) -> None:
    """A cut can remove puzzles and names, but a board that is still read is one of those that were there."""
    for seed in range(6):
        data = make_document(form, seed)
        boards = {entry.puzzle for entry in check_reading(data)}
        rng = random.Random(seed)
        for _ in range(30):
            assert {entry.puzzle for entry in check_reading(data[: rng.randrange(len(data))])} <= boards


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b'{"puzzle":' * 50_000,
        b'["' + b'\\"' * 500_000,
        b"<a>" * 200_000,
        b"<opensudoku>" + b"<game/>" * 50_000,
        b"http://" * 100_000,
        b"https://f-puzzles.com/?load=" + b"A" * 500_000,
        b"https://sudokupad.app/scl" + b"/" * 500_000,
        b"c" + b" c" * 300_000,
        b"p sudoku 9\n" + b"1 1 1\n" * 50_000,
        b"p " * 300_000,
        b"array(" * 100_000,
        b"# x\n" * 200_000 + b"[[",
        b"a=" * 300_000,
        b"'" * 300_000,
        b"\x93NUMPY" + b"\xff" * 300_000,
        b"[1" + b" " * 900_000,
        b"[1" + b", 1" * 300_000 + b"]",
        b"[[1,2],\n" * 50_000,
    ],
    ids=lambda data: data[:12].decode("latin-1"),
)
def test_long_garbage_is_refused_quickly(data: bytes) -> None:
    assert check_reading(data) == [] or data.startswith(b"p sudoku 9")
