"""Well-known puzzles: who made them, when, and why they are known.

The puzzles themselves are in `data/classics.txt`, each with its expected verdict. What can be computed (the number of
givens, which of them are redundant, the number of assumptions) is not stored here.
"""

import re
from dataclasses import dataclass

from ..core.entry import Entry
from ..core.errors import OptionError

DEFAULT = "AI Escargot"
MOST_NAMES = 8  # listed if no name is similar


@dataclass(frozen=True, slots=True)
class Classic:
    """A well-known puzzle without its givens."""

    name: str
    listed_as: str  # how its name in `data/classics.txt` begins
    about: str
    maker: str = ""
    year: int | None = None
    aliases: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        return ", ".join(filter(None, (self.maker, str(self.year or ""))))


CLASSICS = (
    Classic(
        DEFAULT,
        "AI Escargot",
        "Made by a Finnish applied mathematician, who announced it in November 2006 as the most difficult Sudoku known "
        "so far; newspapers all over the world printed it. It is named after a snail because of the pattern of its "
        "givens, and AI are his initials: the name is often misread as Al Escargot. Some programs solve another puzzle "
        "under that name, his puzzle of 2012. It is not the hardest puzzle known: players have since found many that "
        "the usual ratings place above it.",
        "Arto Inkala",
        2006,
        ("al escargot", "escargot", "inkala 2006"),
    ),
    Classic(
        "Inkala 2010",
        "Inkala 2010",
        "Announced as the hardest puzzle so far, like AI Escargot before it, and printed by newspapers in August 2010.",
        "Arto Inkala",
        2010,
    ),
    Classic(
        "Inkala 2012",
        "Inkala 2012",
        "Printed in June 2012 as the world's hardest Sudoku, and known as that ever since. Some programs call it "
        "Al Escargot, but AI Escargot is another puzzle by the same author.",
        "Arto Inkala",
        2012,
        ("everest", "worlds hardest"),
    ),
    Classic(
        "the textbooks' example",
        "the textbooks' example",
        "The example in Wikipedia's article on Sudoku, and therefore in countless textbooks, courses and interviews. "
        "It needs nothing but disjunctive syllogism.",
        aliases=("wikipedia", "textbook"),
    ),
    Classic(
        "Project Euler 96",
        "Project Euler 96",
        "Grid 01 of the fifty puzzles of problem 96 of Project Euler, which asks for a solver; also Norvig's easy "
        "example.",
        aliases=("euler", "grid 01", "norvigs easy example"),
    ),
    Classic(
        "Norvig's hard example",
        "Norvig's hard example",
        "The puzzle in Norvig's essay `Solving Every Sudoku Puzzle` for which constraint propagation is not enough. "
        "It is also the first of the ninety-five hard puzzles that accompany the essay.",
        aliases=("top95", "norvig hard"),
    ),
    Classic(
        "Norvig's impossible one",
        "Norvig's impossible one",
        "The puzzle that took Norvig's program longest of all, over twenty minutes: it has no solution, so the program "
        "had to search everything.",
        aliases=("norvig impossible",),
    ),
    Classic(
        "Norvig's hard1",
        "Norvig's hard1",
        "The puzzle that took Norvig's program longest of a million random ones, three minutes. It is not a proper "
        "Sudoku: it has several solutions.",
        aliases=("hard1",),
    ),
    Classic(
        "Golden Nugget",
        "Golden Nugget",
        "For a long time at or near the top of the players' lists of the hardest puzzles, by the ratings of that time.",
    ),
    Classic(
        "Easter Monster",
        "Easter Monster",
        "The hardest puzzle known in spring 2007. Attempts to solve it by logic led to a technique, the SK loop.",
        "JPF",
        2007,
    ),
    Classic(
        "Platinum Blonde",
        "Platinum Blonde",
        "For a long time one of the first puzzles in the players' lists of the hardest.",
    ),
    Classic("Fata Morgana", "Fata Morgana", "From the players' lists of the hardest puzzles."),
    Classic(
        "Tarek 052",
        "Tarek 052",
        "From the players' lists of the hardest puzzles, named after the player who posted it.",
    ),
    Classic(
        "against brute force",
        "against brute force",
        "Designed to be slow for a program that tries values cell by cell in reading order: the first row has no "
        "givens, and its solution is 987654321, so the program tries almost every wrong start first.",
        aliases=("brute force", "backtracking"),
    ),
    Classic(
        "17 givens",
        "17 givens",
        "From Gordon Royle's collection of puzzles with 17 givens. It had 49,151 of them when McGuire, Tugemann and "
        "Civario proved in 2012, by a search of all boards, that no puzzle with 16 givens has a unique solution.",
        aliases=("royle", "17"),
    ),
)


def list_classics(entries: list[Entry]) -> list[tuple[Classic, Entry]]:
    """Pair each puzzle of the collection with its description; those that have one come first."""
    described = [
        (classic, entry) for classic in CLASSICS for entry in entries if entry.name.startswith(classic.listed_as)
    ]
    names = {entry.name for _, entry in described}
    return described + [(Classic(entry.name, entry.name, ""), entry) for entry in entries if entry.name not in names]


def find_classic(name: str, classics: list[tuple[Classic, Entry]]) -> tuple[Classic, Entry]:
    """Return the puzzle with this name or alias, or the only one whose name starts with it or contains it.

    Case, spaces and punctuation do not matter. Raises OptionError, with suggestions, if there is no such puzzle.
    """
    wanted = _normalize(name)
    names = [(classic, entry, [_normalize(text) for text in _names_of(classic)]) for classic, entry in classics]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [(classic, entry) for classic, entry, known in names if any(fits(text, wanted) for text in known)]
        if len(found) == 1 or (found and fits is str.__eq__):
            return found[0]
        if found and wanted:
            raise OptionError(f"classic {name!r} is ambiguous: {' or '.join(classic.name for classic, _ in found)}?")
    raise OptionError(f"no classic {name!r}; {_suggest(name, classics)}")


def _names_of(classic: Classic) -> tuple[str, ...]:
    return (classic.name, classic.listed_as, *classic.aliases)


def _normalize(name: str) -> str:
    """Return only the letters and digits, so that `al-escargot`, `AL ESCARGOT` and `Al Escargot` are the same."""
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def _suggest(name: str, classics: list[tuple[Classic, Entry]]) -> str:
    import difflib  # imported late: it slows down every start, and mistakes are rare

    by_name = {_normalize(text): classic.name for classic, _ in classics for text in _names_of(classic)}
    close = difflib.get_close_matches(_normalize(name), by_name, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(dict.fromkeys(by_name[text] for text in close))}?"
    return f"choose one of {', '.join(classic.name for classic, _ in classics[:MOST_NAMES])} and others"
