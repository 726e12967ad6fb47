"""Write each puzzle on a line of its own: symbols, CSV, links."""

from collections.abc import Callable, Iterable, Iterator

from ...core.entry import Entry
from ...core.text import disarm_formula, make_printable


def write_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle in symbols, with its name as a comment."""
    return (entry.puzzle.text + _format_name(entry) for entry in entries)


def write_csv(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a table with the puzzle first and the name last: a simple reader need not understand the quotes."""
    yield "puzzle,size,box,name\n"
    for entry in entries:
        shape = entry.puzzle.shape
        name = disarm_formula(make_printable(entry.name or entry.id)).replace('"', '""')
        yield f'{entry.puzzle.text},{shape.side},{shape.box},"{name}"\n'


def write_links(format_link: Callable[[Entry], str]) -> Callable[[Iterable[Entry]], Iterator[str]]:
    """Return a function that yields a link to each puzzle, with its name as a comment."""
    return lambda entries: (format_link(entry) + _format_name(entry) for entry in entries)


def _format_name(entry: Entry) -> str:
    return f"  # {make_printable(entry.name)}\n" if entry.name else "\n"
