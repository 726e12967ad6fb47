"""The puzzles that have a name, and what is known of them: who made them, when, and why they are told about.

The puzzles themselves stand in `data/classics.txt`, each with its expected verdict. What can be computed
(givens, whether one could go, assumptions) is not written down here but computed.
"""

import re
from dataclasses import dataclass

from ..core.entry import Entry
from ..core.errors import OptionError
from ..core.text import suggest

DEFAULT = "AI Escargot"


@dataclass(frozen=True, slots=True)
class Classic:
    """A name, and what belongs to it."""

    name: str
    listed_as: str  # the beginning of its name in `data/classics.txt`
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
        "so far; newspapers all over the world printed it. It is called a snail for the look of its givens, and AI are "
        "his initials: the name that is often read as Al Escargot has a capital I in it. Some programs solve another "
        "puzzle under that name, his of 2012. Nor is it the hardest known: players have found many since that the "
        "usual ratings put above it.",
        "Arto Inkala",
        2006,
        ("al escargot", "escargot", "inkala 2006"),
    ),
    Classic(
        "Inkala 2010",
        "Inkala 2010",
        "Announced, like AI Escargot before it, as the hardest yet, and printed by newspapers in August 2010.",
        "Arto Inkala",
        2010,
    ),
    Classic(
        "Inkala 2012",
        "Inkala 2012",
        "Printed in June 2012 as the world's hardest Sudoku, and passed on as that ever since. Some programs give it "
        "as Al Escargot; AI Escargot is another puzzle by the same maker.",
        "Arto Inkala",
        2012,
        ("everest", "worlds hardest"),
    ),
    Classic(
        "the textbooks' example",
        "the textbooks' example",
        "The example of Wikipedia's article on Sudoku, and so of countless textbooks, courses and interviews. Nothing "
        "but disjunctive syllogism is needed for it.",
        aliases=("wikipedia", "textbook"),
    ),
    Classic(
        "Project Euler 96",
        "Project Euler 96",
        "Grid 01 of the fifty with which problem 96 of Project Euler asks for a solver; Norvig's easy example too.",
        aliases=("euler", "grid 01", "norvigs easy example"),
    ),
    Classic(
        "Norvig's hard example",
        "Norvig's hard example",
        "The one of Norvig's essay `Solving Every Sudoku Puzzle` for which constraint propagation is not enough, and "
        "the first of the ninety-five hard ones that came with it.",
        aliases=("top95", "norvig hard"),
    ),
    Classic(
        "Norvig's impossible one",
        "Norvig's impossible one",
        "The one that took Norvig's program longest of all, over twenty minutes: there is no solution, and it had to "
        "search everything to know that.",
        aliases=("norvig impossible",),
    ),
    Classic(
        "Norvig's hard1",
        "Norvig's hard1",
        "Of a million random puzzles the one that took Norvig's program longest, three minutes. It is no true Sudoku: "
        "it has several solutions.",
        aliases=("hard1",),
    ),
    Classic(
        "Golden Nugget",
        "Golden Nugget",
        "Long at or near the top of the lists of hardest puzzles that players kept, by the ratings of their time.",
    ),
    Classic(
        "Easter Monster",
        "Easter Monster",
        "The champion of the spring of 2007. A technique, the SK loop, was found in the attempt to solve it by logic.",
        "JPF",
        2007,
    ),
    Classic(
        "Platinum Blonde",
        "Platinum Blonde",
        "One of the puzzles with which the players' lists of the hardest were long headed.",
    ),
    Classic("Fata Morgana", "Fata Morgana", "From the players' lists of the hardest puzzles."),
    Classic("Tarek 052", "Tarek 052", "From the players' lists of the hardest puzzles, by the name of who posted it."),
    Classic(
        "against brute force",
        "against brute force",
        "Made to be slow for a program that tries values cell by cell in reading order: the first row has no "
        "given, and its solution is 987654321, so almost every wrong beginning is tried first.",
        aliases=("brute force", "backtracking"),
    ),
    Classic(
        "17 givens",
        "17 givens",
        "From Gordon Royle's collection of puzzles with 17 givens, of which 49,151 were known when McGuire, Tugemann "
        "and Civario showed in 2012, by a search of all boards, that there is none with 16.",
        aliases=("royle", "17"),
    ),
)


def classics(entries: list[Entry]) -> list[tuple[Classic, Entry]]:
    """Each puzzle of the collection with what is known of it, those that have a story first."""
    told = [(classic, entry) for classic in CLASSICS for entry in entries if entry.name.startswith(classic.listed_as)]
    names = {entry.name for _, entry in told}
    return told + [(Classic(entry.name, entry.name, ""), entry) for entry in entries if entry.name not in names]


def find(name: str, among: list[tuple[Classic, Entry]]) -> tuple[Classic, Entry]:
    """The one that goes by this name, however it is written, or that has it in its name as no other has."""
    wanted = _plain(name)
    names = [(classic, entry, [_plain(text) for text in _names(classic)]) for classic, entry in among]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [(classic, entry) for classic, entry, known in names if any(fits(text, wanted) for text in known)]
        if len(found) == 1 or (found and fits is str.__eq__):
            return found[0]
        if found and wanted:
            raise OptionError(f"classic {name!r}: {' or '.join(classic.name for classic, _ in found)}?")
    raise OptionError(f"no classic {name!r}; {_nearest(name, among)} (--list has all)")


def _names(classic: Classic) -> tuple[str, ...]:
    return (classic.name, classic.listed_as, *classic.aliases)


def _plain(name: str) -> str:
    """Only what matters in a name: `al-escargot`, `AL ESCARGOT` and `Al Escargot` are one."""
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def _nearest(name: str, among: list[tuple[Classic, Entry]]) -> str:
    by_plain = {_plain(text): classic.name for classic, _ in among for text in _names(classic)}
    told = suggest(_plain(name), by_plain)
    if not told.startswith("did you mean"):
        return f"there are {', '.join(classic.name for classic, _ in among[:8])} and others"
    close = told.removeprefix("did you mean ").removesuffix("?").split(" or ")
    return f"did you mean {' or '.join(dict.fromkeys(by_plain[text] for text in close))}?"
