"""Arrays as Python, NumPy and Ruby print them: `[[5 3 0 ...`, `array([[5, 3, ...]], dtype=int8)`, `[[5, 3, nil, ...`.

NumPy breaks the rows of large boards over several lines. Several arrays may follow one another; the comment above an
array is its name, and so is the variable that it is assigned to.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count

from ...core.entry import Entry
from ...core.errors import PuzzleError
from ...core.shape import Shape
from ...core.text import make_printable
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..found_puzzle import LONGEST_SHOWN, FoundPuzzle, locate_error, read_parts, read_text, shorten
from ..nested_lists import Values, read_board, split_boards
from ..source import Source
from .json_documents import is_json

_TOKEN = re.compile(
    r"""(?P<space>[\s,;]+)
    | \#[ \t]*(?P<comment>[^\n]*)
    | (?P<option>(?:dtype|shape|order)\s*=\s*(?:\([^()]*\)|[\w.<>|'"]+))
    | (?P<variable>[A-Za-z_]\w*)\s*=\s*(?=[\[(]|[a-z.]*array|[a-z.]*matrix)
    | (?P<call>(?:[a-z]+\.)?(?:array|asarray|matrix)\s*\()
    | (?P<open>[\[(]) | (?P<close>[\])])
    | (?P<number>-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)(?![\w.])
    | (?P<nothing>(?:nil|None|null)\b)
    | '(?P<single>[^'\n]*)' | "(?P<double>[^"\n]*)"
    | (?P<left_out>\.\.\.|…)""",
    re.VERBOSE,
)
_COMMENTS = r"(\s*\#[^\n]*\n)*\s*"
_START = re.compile(
    _COMMENTS + r"([A-Za-z_]\w*\s*=\s*)?((np|numpy)\.)?((array|matrix|asarray)\s*\(|[\[(]\s*([\[(\d'\"]|nil\b|None\b))"
)
_DEEPEST = 4  # a call, a list of boards, a board, a row
_LONGEST_NUMBER = 20  # characters


def _assess(start: Start) -> Claim | None:
    is_printed = _START.match(start.text) and not is_json(start.text)
    return Claim(Sureness.CERTAIN, "printed arrays") if is_printed else None


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    numbers = count(1)
    try:
        for name, array in _split_arrays(read_text(source), source.name):
            parts = ((next(numbers), part) for part in split_boards(array, options.shape))
            yield from read_parts(source.name, parts, partial(_read_part, name, options.shape))
    except PuzzleError as error:
        is_located = str(error).startswith(f"{source.name}:")
        yield error if is_located else locate_error(error, source.name)


def _read_part(name: str, shape: Shape | None, part: object) -> FoundPuzzle:
    return FoundPuzzle(read_board(part, shape), name)


def _split_arrays(text: str, source: str) -> Iterator[tuple[str, Values]]:
    """Yield each array of the text with its name."""
    name, at = "", 0
    open_lists: list[list[object]] = []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or not _accepts(match, open_lists):
            raise _unexpected(text, at, source)
        at = match.end()
        kind = str(match.lastgroup)
        if kind in ("comment", "variable"):
            name = name if open_lists else match[kind]
        elif kind in ("call", "open"):
            open_lists.append([])
        elif kind == "close":
            closed = open_lists.pop()
            if open_lists:
                open_lists[-1].append(closed)
            elif closed:
                yield name, _unwrap(closed)
                name = ""
        elif kind not in ("space", "option"):
            open_lists[-1].append(_read_value(match))
    if open_lists:
        raise PuzzleError(f"{source}: expected a closing bracket, found the end")


def _accepts(match: re.Match[str], open_lists: list[list[object]]) -> bool:
    if match.lastgroup in ("space", "comment", "variable"):
        return True
    if match.lastgroup in ("call", "open"):
        return len(open_lists) < _DEEPEST
    return bool(open_lists)


def _unwrap(values: Values) -> Values:
    """Return the array inside a call: `array([...])` is read as a list with one list in it."""
    while len(values) == 1 and isinstance(values[0], list):
        values = values[0]
    return values


def _read_value(match: re.Match[str]) -> object:
    if match["left_out"]:
        raise PuzzleError(
            "NumPy has left out values (...); print the array after np.set_printoptions(threshold=sys.maxsize)"
        )
    number = match["number"]
    if number is None:
        return None if match["nothing"] else match[str(match.lastgroup)]
    if len(number) > _LONGEST_NUMBER:
        return number
    return int(number) if number.lstrip("-").isdecimal() else float(number)


def _unexpected(text: str, at: int, source: str) -> PuzzleError:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    found = shorten(text[at : at + LONGEST_SHOWN])
    return PuzzleError(f"{source}:{line}:{column}: expected a printed array of boards, found {found}")


def write_python(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as a list of lists of Python."""
    return _write(entries, ", ")


def write_numpy(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as NumPy prints an array."""
    return _write(entries, " ")


def _write(entries: Iterable[Entry], separator: str) -> Iterator[str]:
    after_row = f"{separator.strip()}\n "
    for entry in entries:
        side, givens = entry.puzzle.shape.side, entry.puzzle.givens
        width = max(map(len, map(str, givens)))
        rows = (givens[start : start + side] for start in range(0, len(givens), side))
        board = after_row.join("[" + separator.join(str(value).rjust(width) for value in row) + "]" for row in rows)
        yield f"# {make_printable(entry.name)}\n" if entry.name else ""
        yield f"[{board}]\n"


FORMAT = Format("arrays", _assess, _read)
