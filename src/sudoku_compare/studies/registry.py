"""Questions about Sudoku that measurement can answer; one module a study.

A study takes `Work` (puzzles, a seed, a limit) and gives an `Outcome`: numbers first, sentences made of them. Each
module has `QUESTION` and `study`. To add one: a module here, and its name below.
"""

from dataclasses import replace
from importlib import import_module

from ..core.errors import OptionError
from ..core.text import suggest
from .outcome import Outcome
from .workload import Work

STUDIES = {  # each with what it asks, for lists: its module is imported when it is run
    "sufficiency": "do disjunctive syllogism and indirect proof solve every puzzle, and at what depth?",
    "rounds": "how many rounds of elimination, each made possible by the one before, can be needed?",
    "techniques": "what share does each level of technique solve without a guess, and what does each add?",
    "branching": "how many assumptions do boards need, one within the other?",
    "propagation": "how much does each rule prune, and what does that save a search?",
    "encodings": "does unit propagation suffice, or failed literals, and with which CNF encoding?",
    "grids": "how many full boards are there, and of how many kinds?",
}
NOTHING = "Nothing was measured: every puzzle was left out."
WITHOUT_PUZZLES = ("grids",)  # looks at the rules alone


def run(name: str, work: Work) -> Outcome:
    refuse_unknown(name)
    outcome: Outcome = import_module(f".{name}", __package__).study(work)
    return outcome if outcome.answers else replace(outcome, answers=(NOTHING,))


def refuse_unknown(name: str) -> None:
    if name not in STUDIES:
        raise OptionError(f"no study {name!r}; {suggest(name, STUDIES)}")
