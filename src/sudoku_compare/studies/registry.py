"""The studies: questions about Sudoku that measurement can answer, one module for each.

A study takes a `Workload` (puzzles, a seed, a time limit) and returns an `Outcome`: numbers, and sentences made from
them. Each module has `QUESTION` and `study`. To add one, write a module in this package and add its
name and question below.
"""

from dataclasses import replace
from importlib import import_module

from ..core.errors import OptionError
from ..core.text import suggest
from .outcome import Outcome
from .workload import Workload

STUDIES = {  # with their questions, so that a list does not import every module
    "sufficiency": "do disjunctive syllogism and indirect proof solve every puzzle, and how deep must the proof nest?",
    "rounds": "how many rounds of elimination, each enabled by the one before, can a puzzle need?",
    "techniques": "what share of puzzles does each technique level solve without a guess, and what does each add?",
    "branching": "how many nested assumptions do puzzles need?",
    "propagation": "how many candidates does each propagation rule remove, and how much search does that save?",
    "encodings": "do unit propagation or failed literals suffice, and with which CNF encoding?",
    "hardness": "how does the hardness of boards depend on the share of cells given, and for which engine?",
    "growth": "how do the time and the memory of each engine grow with the size of the board?",
    "rating": "how well do the ratings agree with known ones?",
    "grids": "how many completed grids are there, and how many are essentially different?",
}
ALIASES = {"boards": "grids"}
NOTHING = "Nothing was measured: every puzzle was left out."
WITHOUT_PUZZLES = ("grids",)  # studies of the rules alone
OF_ENGINES = ("hardness", "growth")  # studies that compare engines, and make their puzzles if there is no file
USUAL_SECONDS = 60.0  # per puzzle
SECONDS = {"hardness": 1.0}  # for other studies: there, hard puzzles are the point and not the exception
WITH_RATINGS = ("rating",)  # studies of files that say how hard each puzzle is


def find_study(name: str) -> str:
    """Return the name of a study from its name or alias; raise OptionError if it is unknown."""
    name = ALIASES.get(name, name)
    if name not in STUDIES:
        raise OptionError(f"no study {name!r}; {suggest(name, STUDIES)}")
    return name


def run_study(name: str, work: Workload) -> Outcome:
    """Run the study with this name or alias; if no table has a row, the only answer is that nothing was measured."""
    outcome: Outcome = import_module(f".{find_study(name)}", __package__).study(work)
    return outcome if any(table.rows for table in outcome.tables) else replace(outcome, answers=(NOTHING,))
