"""Where descriptions of programs are found: named files, the current folder, the user's configuration, this package."""

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...core.errors import OptionError
from ...core.names import BUILT_IN_ENGINES
from .description import Description, parse_descriptions

FILE_NAME = "engines.toml"
FILES_VARIABLE = "SUDOKU_COMPARE_ENGINE_FILES"  # files, separated as in PATH; children of this process read them too
SHIPPED = Path(__file__).with_name("shipped.toml")
LARGEST_FILE = 1_000_000  # bytes


class EngineFile(NamedTuple):
    """A file of descriptions. `problem` says why it cannot be read, if it cannot."""

    path: Path
    descriptions: dict[str, Description]
    problem: str = ""


def use_engine_file(path: str | Path) -> None:
    """Read descriptions of engines from this file from now on, before any other. Raises OptionError."""
    if problem := _read(Path(path).absolute()).problem:
        raise OptionError(problem)
    earlier = os.environ.get(FILES_VARIABLE)
    os.environ[FILES_VARIABLE] = os.pathsep.join(filter(None, [str(Path(path).absolute()), earlier]))


def read_engine_files() -> list[EngineFile]:
    """Return every file of descriptions that exists; the first description of an engine counts."""
    named = [Path(name) for name in os.environ.get(FILES_VARIABLE, "").split(os.pathsep) if name]
    usual = [path for path in (Path.cwd() / FILE_NAME, _find_user_file()) if path.is_file()]
    return [_read(path) for path in dict.fromkeys([*named, *usual, SHIPPED])]


def find_description(name: str) -> Description | None:
    """Return the description of the engine with this name, or None; raise OptionError if a file cannot be read."""
    for file in read_engine_files():
        if name in file.descriptions:
            return file.descriptions[name]
        if file.problem:
            raise OptionError(file.problem)
    return None


def _find_user_file() -> Path:
    from platformdirs import user_config_path  # imported late: few runs look for it

    return user_config_path("sudoku-compare") / FILE_NAME


@cache
def _read(path: Path) -> EngineFile:
    shown = path.name if path == SHIPPED or path.parent == Path.cwd() else str(path)
    try:
        if not path.is_file():
            raise FileNotFoundError(2, "no such file")
        if path.stat().st_size > LARGEST_FILE:
            raise OptionError(f"{shown}: expected descriptions of engines, found more than {LARGEST_FILE:,} bytes")
        descriptions = parse_descriptions(path.read_text(encoding="utf-8"), shown, path.parent)
        if taken := set(descriptions).intersection(BUILT_IN_ENGINES):
            raise OptionError(f"{shown}: [{min(taken)}]: this is the name of a built-in engine; choose another one")
        return EngineFile(path, descriptions)
    except OSError as error:
        return EngineFile(path, {}, f"{shown}: {error.strerror}; expected a file with descriptions of engines")
    except UnicodeDecodeError:
        return EngineFile(path, {}, f"{shown}: expected text in UTF-8")
    except OptionError as error:
        return EngineFile(path, {}, str(error))
