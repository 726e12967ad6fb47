"""Classes of engines made from descriptions of programs, and the programs that are there."""

import os
from functools import cache
from pathlib import Path

from ...core.errors import OptionError
from ..options import derive_class
from ..protocol import Engine
from .description import Description
from .engine_files import SHIPPED, find_description, read_engine_files
from .line_program import LineProgram
from .model_programs import AspProgram, MiniZincProgram
from .sat_program import SatProgram

PROTOCOLS: dict[str, type] = {
    "sat": SatProgram,
    "lines": LineProgram,
    "minizinc": MiniZincProgram,
    "asp": AspProgram,
}


def load_program_class(name: str) -> type[Engine] | None:
    """Return the class of the engine that is this program, or None if there is no such description.

    A name with a slash is the path of a program that reads puzzles line by line. Raises OptionError if the program does
    not exist, or if a file of descriptions cannot be read.
    """
    description = _describe_path(name) if "/" in name else find_description(name)
    if description is None:
        return None
    if description.find_program() is None:
        where = "" if "/" in description.command[0] else " on the PATH"
        raise OptionError(f"engine {name}: no program {description.command[0]!r}{where} that can be executed")
    return make_program_class(description)


def list_program_names() -> list[str]:
    """Return the names of the programs that are described; those that this package describes only if they are there."""
    return [
        name
        for file in read_engine_files()
        for name, description in file.descriptions.items()
        if file.path != SHIPPED or description.find_program()
    ]


def list_missing_programs() -> list[str]:
    """Return the names of the programs that this package describes and that are not there."""
    shipped = next(file for file in read_engine_files() if file.path == SHIPPED)
    return [name for name, description in shipped.descriptions.items() if not description.find_program()]


def list_proving_programs() -> list[str]:
    """Return the names of the programs that are there and write proofs."""
    found = {name: find_description(name) for name in list_program_names()}
    return [name for name, one in found.items() if one and one.proof and one.find_program()]


def list_problems() -> list[str]:
    """Return what is wrong with files of descriptions."""
    return [file.problem for file in read_engine_files() if file.problem]


@cache
def make_program_class(description: Description) -> type[Engine]:
    """Return the class of engines that run the program; its fields are the options of the program."""
    return derive_class(
        PROTOCOLS[description.protocol],
        [(one.name, one.default, one.choices, one.help) for one in description.options],
        __doc__=description.about,
        name=description.name,
        method=description.method,
        description=description,
        sizes=description.sizes or None,
    )


def _describe_path(name: str) -> Description:
    """Return the description of a program at a path: it reads puzzles line by line, and takes no options."""
    path = Path(name)
    if path.is_dir():
        raise OptionError(f"engine {name}: this is a folder; expected the path of an executable file")
    if not path.is_file():
        raise OptionError(f"engine {name}: no such program; expected the path of an executable file")
    if not os.access(path, os.X_OK):
        raise OptionError(f"engine {name}: not executable; try: chmod +x {name}")
    about = f"The program {name}, which reads puzzles line by line."
    return Description(
        name, "lines", (str(path.absolute()),), source=name, folder=path.parent, about=about, method=name
    )
