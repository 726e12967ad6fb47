"""Links are those of JavaScript: the npm packages `sudoku-formats` and `lz-string` read ours, and we read theirs.

The packages are not part of this project. `.ci/run` installs them into a temporary folder and names it in `NODE_PATH`;
without them, the tests are skipped.
"""

import json
import random
import shutil
import subprocess
from functools import cache
from typing import Any
from urllib.parse import unquote

import pytest

from file_reading import read
from making import puzzle_with_holes
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.formats.links import fpuzzles, lisudoku, sudokupad
from sudoku_compare.formats.links.lz_string import compress, decompress

LINKS = 200
SHAPES = [shape_of_side(4), shape_of_side(6), shape_of_side(9)]  # the sizes that sudoku-formats knows

DECODE = """
const {decodeSudoku, encodeSudoku, transformSudoku} = require('sudoku-formats');
const links = JSON.parse(require('fs').readFileSync(0, 'utf8'));
Promise.all(links.map(async link => {
  const {format, constraints, error} = await decodeSudoku(link, false);
  if (error) return {error};
  const plain = transformSudoku({constraints, fromFormat: format, toFormat: 'lisudoku'});
  return {format, constraints, givens: plain.constraints.fixedNumbers || [], regions: plain.constraints.regions,
    again: encodeSudoku({constraints, format}).url,
    fpuzzles: transformSudoku({constraints, fromFormat: format, toFormat: 'fpuzzles'}).url,
    lisudoku: plain.url};
})).then(found => console.log(JSON.stringify(found)));
"""
COMPRESS = """
const {compressToBase64, decompressFromBase64} = require('lz-string');
const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(texts.map(text => [compressToBase64(text), decompressFromBase64(compressToBase64(text))])));
"""


def run_node(script: str, value: object) -> Any:
    """Return what a script prints as JSON when it reads this value."""
    done = subprocess.run(["node", "-e", script], input=json.dumps(value), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@cache
def has_package(name: str) -> bool:
    if shutil.which("node") is None:
        return False
    return subprocess.run(["node", "-e", f"require('{name}')"], capture_output=True).returncode == 0


def need_package(name: str) -> None:
    if not has_package(name):
        pytest.skip(f"needs node and the npm package {name}")


def make_entries() -> list[Entry]:
    rng = random.Random(1)
    puzzles = [puzzle_with_holes(rng.choice(SHAPES), rng.choice([0.0, 0.3, 0.5, 1.0]), seed) for seed in range(LINKS)]
    return [Entry(f"file:{number}", puzzle) for number, puzzle in enumerate(puzzles, 1)]


def to_grid(found: dict[str, Any], side: int) -> bytes:
    grid = bytearray(side * side)
    for given in found["givens"]:
        grid[given["position"]["row"] * side + given["position"]["col"]] = given["value"]
    return bytes(grid)


@pytest.mark.slow
@pytest.mark.parametrize("module", [fpuzzles, lisudoku])
def test_our_links_are_read_and_written_by_sudoku_formats(module: Any) -> None:
    need_package("sudoku-formats")
    entries = make_entries()
    links = [module.format_link(entry) for entry in entries]
    for entry, link, found in zip(entries, links, run_node(DECODE, links), strict=True):
        assert "error" not in found
        assert to_grid(found, entry.puzzle.shape.side) == entry.puzzle.givens
        assert found.get("regions") is None
        assert found["lisudoku"] == lisudoku.format_link(entry)
        assert found["again"] == link


@pytest.mark.slow
@pytest.mark.parametrize("form", ["fpuzzles", "lisudoku"])
def test_links_of_sudoku_formats_are_read(form: str) -> None:
    need_package("sudoku-formats")
    entries = make_entries()
    theirs = [found[form] for found in run_node(DECODE, [fpuzzles.format_link(entry) for entry in entries])]
    assert all(link.startswith("https://") for link in theirs)
    items = read("\n".join(theirs) + "\n")
    assert [item.puzzle for item in items if isinstance(item, Entry)] == [entry.puzzle for entry in entries]


@pytest.mark.slow
def test_boxes_of_another_shape_are_regions_for_sudoku_formats() -> None:
    need_package("sudoku-formats")
    shape = shape_of_box(3, 2)
    entry = Entry("file:1", puzzle_with_holes(shape, 0.5, 1))
    (found,) = run_node(DECODE, [fpuzzles.format_link(entry)])
    regions = [sorted(6 * cell["row"] + cell["col"] for cell in region) for region in found["regions"]]
    assert sorted(regions) == sorted(map(list, shape.units[12:]))
    (item,) = read(found["fpuzzles"])
    assert isinstance(item, Entry)
    assert item.puzzle == entry.puzzle


@pytest.mark.slow
def test_compressed_texts_are_those_of_lz_string() -> None:
    need_package("lz-string")
    rng = random.Random(2)
    kinds = [range(32, 127), range(0x20, 0xD800), range(0x1F300, 0x1F600)]
    texts = ["", "a", "aa"]
    for _ in range(LINKS):
        symbols = [chr(rng.choice(rng.choice(kinds))) for _ in range(rng.choice([1, 3, 30]))]
        texts.append("".join(rng.choices(symbols, k=rng.choice([1, 2, 50, 3000]))))
    entries = make_entries()
    texts += [fpuzzles.format_object(entry) for entry in entries]
    texts += [decompress(unquote(sudokupad.format_link(entry).removeprefix(sudokupad.LINK))) for entry in entries]
    for text, (compressed, again) in zip(texts, run_node(COMPRESS, texts), strict=True):
        assert compress(text) == compressed
        assert decompress(compressed) == text == again
