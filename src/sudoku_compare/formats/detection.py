"""Choose the format of a source: the surest one that explains its start."""

from collections.abc import Iterator

from ..core.errors import AmbiguousError, OptionError, PuzzleError, SourceError
from ..core.text import suggest
from .format import Format, Item, ReadOptions, Start
from .source import Source
from .text import lines_and_boards
from .text.line_kinds import is_whole_puzzle

FALLBACK = lines_and_boards.FORMAT  # reports line by line what is wrong with a source that no format explains


def read_items(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Yield the puzzles of a source in whatever format it is, with an error in place of what cannot be read."""
    try:
        chosen, source = choose_format(source, options)
    except (PuzzleError, SourceError) as error:
        yield error
        return
    yield from read_as(chosen, source, options)


def read_as(form: Format, source: Source, options: ReadOptions) -> Iterator[Item]:
    """Yield the puzzles of a source in this format; if the source fails, the last item is that error."""
    try:
        yield from form.read(source, options)
    except SourceError as error:
        yield error


def choose_format(source: Source, options: ReadOptions) -> tuple[Format, Source]:
    """Return the format of a source, and the source to read it from.

    Raises PuzzleError if two formats are equally sure, OptionError if there is no format with the chosen name.
    """
    if options.read_as is not None:
        return find_format(options.read_as), source
    data, is_whole, source = source.split_start(is_plain)
    if is_plain(data + b"\n" if is_whole else data):
        return FALLBACK, source
    return _choose(source.name, Start(data, is_whole)), source


def find_format(name: str) -> Format:
    """Return the format with this name; raise OptionError if there is none."""
    formats = all_formats()
    for form in formats:
        if form.name == name:
            return form
    raise OptionError(f"unknown format {name!r}; {suggest(name, [form.name for form in formats])}")


def all_formats() -> tuple[Format, ...]:
    """Return every format that can be read."""
    from .all_formats import FORMATS  # imported late: a file of plain lines needs none of the others

    return FORMATS


def is_plain(data: bytes) -> bool:
    """Return whether the first line that is not a comment is a whole puzzle: no other format starts like that."""
    for line in data.splitlines(keepends=True):
        content = line.partition(b"#")[0].strip()
        if content:
            return line.endswith((b"\n", b"\r")) and is_whole_puzzle(content.decode("utf-8", "replace"))
    return False


def _choose(name: str, start: Start) -> Format:
    claims = [(claim, form) for form in all_formats() if (claim := form.assess(start))]
    if not claims:
        return FALLBACK
    best = max(claim.sureness for claim, _ in claims)
    surest = [(claim, form) for claim, form in claims if claim.sureness is best]
    if len(surest) > 1:
        readings = " or ".join(claim.reading for claim, _ in surest)
        names = tuple(form.name for _, form in surest)
        raise AmbiguousError(f"{name}: this can be read as {readings}", "read_as", names)
    return surest[0][1]
