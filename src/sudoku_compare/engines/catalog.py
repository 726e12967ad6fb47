"""Describe every engine that can be asked, with its options, its counts and its version."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from inspect import cleandoc
from typing import Any

from ..core.errors import OptionError
from ..core.versions import find_version
from .external.program_engine import ProgramEngine
from .external.programs import list_missing_programs, list_problems
from .external.versions import find_program_version
from .options import Option, list_options
from .protocol import Engine, Origin, find_method, find_origin
from .registry import is_installed, list_engine_names, load_engine_class


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """One engine: what it does, what it needs, its options and its counts."""

    name: str
    about: str
    method: str | None  # engines with the same method count as one witness
    kind: Origin | None  # None if it cannot be loaded
    distribution: str | None = None
    installed: bool = False
    version: str | None = None  # of the package or of the program
    options: list[Option] = field(default_factory=list)
    counts: Mapping[str, str] = field(default_factory=dict)
    backend: str | None = None  # "compiled" or "interpreted", for an engine that can be either
    protocol: str | None = None  # of a program
    command: list[str] | None = None  # of a program
    source: str | None = None  # the file that describes the program
    writes_proofs: bool = False
    problem: str | None = None  # why it cannot be loaded

    def as_json(self) -> dict[str, Any]:
        """Return the description as plain values."""
        return asdict(replace(self, counts=dict(self.counts)))  # asdict cannot copy a mapping proxy


@dataclass(frozen=True, slots=True)
class Catalog:
    """All engines, the programs that this package describes but that are not there, and files that cannot be read."""

    engines: tuple[EngineDescription, ...]
    missing: tuple[str, ...]
    problems: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the catalog as plain values."""
        engines = [engine.as_json() for engine in self.engines]
        return {"engines": engines, "missing": list(self.missing), "problems": list(self.problems)}


def make_catalog() -> Catalog:
    """Describe every engine. One that cannot be loaded does not hide the others."""
    return Catalog(tuple(describe_engines()), tuple(list_missing_programs()), tuple(list_problems()))


def describe_engines() -> Iterator[EngineDescription]:
    """Describe every engine, the built-in ones first."""
    for name in list_engine_names():
        try:
            yield _describe(name, load_engine_class(name))
        except OptionError as error:
            yield EngineDescription(name, "", None, None, problem=str(error))


def _describe(name: str, engine: type[Engine]) -> EngineDescription:
    about = cleandoc(engine.__doc__ or "").partition("\n")[0]
    common: dict[str, Any] = {"options": list_options(engine), "counts": engine.counted}
    if issubclass(engine, ProgramEngine):
        program = engine.description
        return EngineDescription(
            name,
            about,
            find_method(engine),
            Origin.PROGRAM,
            installed=True,
            version=find_program_version(program),
            protocol=program.protocol,
            command=list(program.command),
            source=program.source,
            writes_proofs=bool(program.proof),
            **common,
        )
    return EngineDescription(
        name,
        about,
        find_method(engine),
        find_origin(engine),
        distribution=engine.distribution,
        installed=is_installed(engine),
        version=find_version(engine.distribution) if engine.distribution else None,
        backend=getattr(engine, "backend", None),
        **common,
    )
