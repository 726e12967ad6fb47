"""Samples of documents and links: the cells are not in lines of their own."""

import io
import json
from collections.abc import Iterator
from urllib.parse import quote

import numpy as np

from formats.sample_draft import CELL, Draft, Kind, Sample, show_numbers, show_symbols
from sudoku_compare import Puzzle


def make_documents(nine: list[Puzzle], sixteen: Puzzle) -> Iterator[Sample]:
    """Return a sample of each kind of document."""
    yield from _make_xml(nine)
    yield from _make_links(nine)
    yield from _make_packed_links(nine[:2])
    yield from _make_json(nine, sixteen)
    yield from _make_printed_arrays(nine, sixteen)
    yield from _make_npy(nine, sixteen)
    yield from _make_givens(nine[0], sixteen)


def _make_xml(puzzles: list[Puzzle]) -> Iterator[Sample]:
    old = Draft().add_text('<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n<name>Rätsel</name>\n')
    new = Draft().add_text('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<opensudoku version="2">\n')
    new.add_text('<folder name="Easy &amp; medium" created="1262304000000">\n')
    for number, puzzle in enumerate(puzzles, 1):
        old.add_board(puzzle, f'<game data="{CELL * 81}" />\n', show_symbols(puzzle, "0"))
        game = f'<game created="{number}" state="1" time="0" last_played="0" data="{CELL * 81}" note="" />\n'
        new.add_board(puzzle, game, show_symbols(puzzle, "0"))
    yield old.add_text("</opensudoku>\n").finish("OpenSudoku", Kind.WORDS)
    yield new.add_text("</folder>\n</opensudoku>\n").finish("OpenSudoku with folders", Kind.WORDS)


def _make_links(puzzles: list[Puzzle]) -> Iterator[Sample]:
    wiki, exchange = Draft(), Draft()
    for puzzle in puzzles:
        link = f"https://www.sudokuwiki.org/sudoku.htm?bd={CELL * 81}\n"
        wiki.add_board(puzzle, link, show_symbols(puzzle, "0"))
        exchange.add_board(puzzle, f"https://sudokuexchange.com/play/?s={CELL * 81}\n", show_symbols(puzzle, "0"))
    yield wiki.finish("SudokuWiki links", Kind.WORDS)
    yield exchange.finish("SudokuExchange links", Kind.WORDS)


def _make_json(nine: list[Puzzle], sixteen: Puzzle) -> Iterator[Sample]:
    array = f"[{_bracket_rows(nine[0], ', ')}]\n"
    yield Draft().add_board(nine[0], array, show_numbers(nine[0])).finish("JSON", Kind.BRACKETS)
    yield Draft().add_board(nine[0], array, show_numbers(nine[0], "null")).finish("JSON with null", Kind.BRACKETS)
    yield (
        Draft()
        .add_board(sixteen, f"[{_bracket_rows(sixteen, ',')}]", show_numbers(sixteen))
        .finish("JSON, 16x16", Kind.BRACKETS)
    )
    several = Draft().add_text("[")
    for puzzle in nine:
        comma = "" if puzzle is nine[0] else ", "
        several.add_board(puzzle, f"{comma}[{_bracket_rows(puzzle, ',')}]", show_numbers(puzzle))
    yield several.add_text("]\n").finish("JSON with several boards", Kind.BRACKETS)
    named = f'{{"title": "one", "puzzle": [{_bracket_rows(nine[1], ",")}]}}\n'
    yield Draft().add_board(nine[1], named, show_numbers(nine[1])).finish("JSON object", Kind.BRACKETS)
    lines = Draft()
    for puzzle in nine:
        lines.add_board(puzzle, f'{{"puzzle": "{CELL * 81}", "givens": 27}}\n', show_symbols(puzzle))
    yield lines.finish("JSON lines", Kind.WORDS)
    text = json.dumps(_make_fpuzzle(nine[0]))
    yield Draft().add_board(nine[0], *_find_objects(nine[0], text)).finish("f-puzzles JSON", Kind.OBJECTS)


def _make_packed_links(puzzles: list[Puzzle]) -> Iterator[Sample]:
    """Return links in which the puzzle is compressed JSON; no byte of them belongs to one cell."""
    from sudoku_compare.formats.links.lz_string import compress

    boards = [(puzzle, json.dumps(_make_fpuzzle(puzzle))) for puzzle in puzzles]
    links = [(puzzle, f"https://www.f-puzzles.com/?load={compress(text)}\n") for puzzle, text in boards]
    yield _add_links(links, "f-puzzles links")
    boards = [(puzzle, json.dumps(_make_sudokupad(puzzle))) for puzzle in puzzles]
    links = [(puzzle, f"https://sudokupad.app/scl{quote(compress(text), safe='')}\n") for puzzle, text in boards]
    yield _add_links(links, "SudokuPad links")


def _add_links(links: list[tuple[Puzzle, str]], name: str) -> Sample:
    """Count each link as the first cell of its board, so that it is known whether it was changed."""
    draft = Draft()
    for puzzle, link in links:
        cells = [link.strip(), *[""] * (len(puzzle.givens) - 1)]
        draft.add_board(puzzle, CELL * len(cells) + "\n", cells)
    return draft.finish(name, Kind.PACKED_LINK)


def _make_sudokupad(puzzle: Puzzle) -> dict[str, object]:
    """Return what SudokuPad puts into a link."""
    side, shape = puzzle.shape.side, puzzle.shape
    cells = [{"value": value} if value else {} for value in puzzle.givens]
    rows = [cells[start : start + side] for start in range(0, side * side, side)]
    regions = [[divmod(cell, side) for cell in box] for box in shape.units[2 * side :]]
    return {"cellSize": 50, "cells": rows, "regions": regions, "metadata": {"title": "One"}}


def _make_fpuzzle(puzzle: Puzzle) -> dict[str, object]:
    """Return what f-puzzles saves for a puzzle."""
    side = puzzle.shape.side
    cells = [{"value": value, "given": True} if value else {} for value in puzzle.givens]
    rows = [cells[start : start + side] for start in range(0, side * side, side)]
    return {"size": side, "title": "One", "author": "Somebody", "grid": rows}


def _find_objects(puzzle: Puzzle, text: str) -> tuple[str, list[str]]:
    """Return the JSON of a puzzle as a template, and the text of each cell."""
    texts = [json.dumps(cell) for row in json.loads(text)["grid"] for cell in row]
    head, tail = text.split('"grid": ')
    template = f"[{_bracket_rows(puzzle, ', ')}]"
    assert tail.startswith("[[{")
    return f'{head}"grid": {template}}}', texts


def _bracket_rows(puzzle: Puzzle, comma: str, between: str = ",\n ") -> str:
    side = puzzle.shape.side
    return between.join([f"[{comma.join([CELL] * side)}]"] * side)


def _make_printed_arrays(nine: list[Puzzle], sixteen: Puzzle) -> Iterator[Sample]:
    python = f"[{_bracket_rows(nine[0], ', ', ', ')}]\n"
    yield Draft().add_board(nine[0], python, show_numbers(nine[0])).finish("a Python list", Kind.BRACKETS)
    yield Draft().add_board(nine[0], python, show_numbers(nine[0], "None")).finish("Python, None", Kind.BRACKETS)
    yield Draft().add_board(nine[0], python, show_numbers(nine[0], "nil")).finish("Ruby, nil", Kind.BRACKETS)
    printed = f"[{_bracket_rows(nine[1], ' ', chr(10) + ' ')}]\n"
    yield Draft().add_board(nine[1], printed, show_numbers(nine[1])).finish("a NumPy array", Kind.BRACKETS)
    shown = f"array([{_bracket_rows(sixteen, ', ', ',' + chr(10) + ' ' * 7)}], dtype=int8)\n"
    yield Draft().add_board(sixteen, shown, show_numbers(sixteen, width=2)).finish("NumPy repr", Kind.BRACKETS)


def _make_npy(nine: list[Puzzle], sixteen: Puzzle) -> Iterator[Sample]:
    yield _save([sixteen], "int8", (16, 16), "npy")
    yield _save(nine[:1], "int64", (9, 9), "npy with 64 bits")
    yield _save(nine[:1], "float64", (9, 9), "npy with decimals")
    yield _save(nine, "uint8", (3, 9, 9), "npy with several boards")
    yield _save(nine, "uint8", (3, 81), "npy with a board per row")


def _save(puzzles: list[Puzzle], dtype: str, shape: tuple[int, ...], name: str) -> Sample:
    values = np.frombuffer(b"".join(puzzle.givens for puzzle in puzzles), np.uint8).astype(dtype)
    file = io.BytesIO()
    np.save(file, values.reshape(shape))
    data, size = file.getvalue(), values.itemsize
    start = len(data) - values.nbytes
    draft = Draft().add_text(data[:start])
    for puzzle in puzzles:
        cells = [data[at : at + size] for at in range(start, start + size * len(puzzle.givens), size)]
        draft.add_board(puzzle, CELL * len(cells), cells)
        start += size * len(cells)
    return draft.finish(name, Kind.NPY)


def _make_givens(nine: Puzzle, sixteen: Puzzle) -> Iterator[Sample]:
    for puzzle, name in ((nine, "a list of givens"), (sixteen, "a list of givens, 16x16")):
        side = puzzle.shape.side
        draft = Draft().add_text(f"c the givens of a puzzle\np sudoku {side}\n")
        places = [f"{cell // side + 1} {cell % side + 1}" for cell in puzzle.shape.cells]
        texts = [f"{place} {value} 0\n" if value else "" for place, value in zip(places, puzzle.givens, strict=True)]
        yield draft.add_board(puzzle, CELL * len(texts), texts).finish(name, Kind.GIVENS)
