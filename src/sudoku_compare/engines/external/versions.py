"""The versions of programs, which each program reports itself."""

import re
from functools import cache

from ...core.answer import USUAL_OUTPUT
from ...processes.failure import NoAnswer
from ...processes.limits import ProgramLimits, find_usual_memory
from ...processes.single_run import run_program
from .description import Description

PATIENCE = 5.0  # seconds for a program to print its version
PATTERNS = (r"\d+(?:\.\d+)+[\w.+~-]*", r"\b\d[\w.]*", r"\S+")  # 1.5.3 if there is any, else 965, else sc2021
LONGEST = 40  # characters


@cache
def find_program_version(description: Description) -> str | None:
    """Return the version that the program prints; None if it prints none."""
    if not description.version or not description.find_program():
        return None
    try:
        command = description.make_version_command()
        result = run_program(command, ProgramLimits(PATIENCE, None, find_usual_memory(), USUAL_OUTPUT))
    except NoAnswer:
        return None
    text = (result.output or result.errors).decode("utf-8", "replace")
    found = filter(None, (re.search(pattern, text) for pattern in PATTERNS))
    return next((one[0][:LONGEST] for one in found if one[0].isprintable()), None)
