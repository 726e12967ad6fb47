"""Engines as texts that can travel to other machines."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, NamedTuple

from ...core.errors import OptionError
from ...engines.options import format_engine
from ...engines.protocol import Engine, Origin, find_origin

if TYPE_CHECKING:
    from ...engines.external.description import Description
    from ...engines.external.program_engine import ProgramEngine


class EngineTexts(NamedTuple):
    """What another machine needs to load the engines."""

    engines: tuple[str | Engine, ...]  # internal engines, such as the calibration, are pickled
    versions: dict[str, str | None]  # of those that are programs


def write_engines(engines: Sequence[Engine]) -> EngineTexts:
    """Return the engines as texts; raise OptionError for one that exists only on this machine."""
    refuse_local_engines(engines)
    texts = tuple(one if find_origin(one) is Origin.INTERNAL else format_engine(one) for one in engines)
    return EngineTexts(texts, find_program_versions(engines))


def refuse_local_engines(engines: Sequence[Engine]) -> None:
    """Raise OptionError for an engine that exists only on this machine. No program is started."""
    for engine in engines:
        if find_origin(engine) is Origin.OBJECT:
            advice = "pass its name, or module:Class that every worker can import"
            raise OptionError(f"engine {engine.name}: an engine object cannot be sent to a cluster: {advice}")
    for program in _list_programs(engines):
        if _needs_folder(program.description):
            problem = "its program is at a relative path, which workers cannot find"
            advice = "put it on the PATH of every worker, or at the same absolute path"
            raise OptionError(f"engine {program.name}: {problem}: {advice}")


def find_program_versions(engines: Iterable[Engine]) -> dict[str, str | None]:
    """Return the version of each engine that is a program, by its name, as far as the programs say."""
    programs = _list_programs(engines)
    if not programs:
        return {}
    from ...engines.external.versions import find_program_version

    return {program.name: find_program_version(program.description) for program in programs}


def read_engine_texts() -> tuple[str, ...]:
    """Return the texts of the files that describe engines on this machine, except for the file of this package."""
    from ...engines.external.engine_files import SHIPPED, read_engine_files

    files = [file for file in read_engine_files() if file.path != SHIPPED and not file.problem]
    return tuple(file.path.read_text(encoding="utf-8") for file in files)


def install_engine_files(texts: Sequence[str]) -> None:
    """On a worker: know the engines that these texts describe; the first description of an engine counts."""
    from ...engines.external.engine_files import use_engine_file

    for text in reversed(texts):
        path = Path(mkdtemp(prefix="sudoku-compare-")) / "engines.toml"
        path.write_text(text, encoding="utf-8")
        use_engine_file(path)


def _list_programs(engines: Iterable[Engine]) -> "list[ProgramEngine]":
    found = [engine for engine in engines if find_origin(engine) is Origin.PROGRAM]
    if not found:
        return []
    from ...engines.external.program_engine import ProgramEngine  # imported late: few runs have one

    return [engine for engine in found if isinstance(engine, ProgramEngine)]


def _needs_folder(description: "Description") -> bool:
    """Return whether the program is found by a path that starts at the file of the description."""
    commands = [command for command in (description.command, description.version, description.proof) if command]
    programs = [description.name, *(command[0] for command in commands)]
    is_relative = any("/" in program and not program.startswith("/") for program in programs)
    return is_relative or any("{folder}" in word for command in commands for word in command)
