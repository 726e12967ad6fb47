"""The list of engines, for people and programs."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from inspect import cleandoc
from typing import Any

from ..core.errors import OptionError
from ..core.versions import find_version
from .options import Option, list_options
from .protocol import find_method
from .registry import is_installed, list_engine_names, load_engine_class


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """One engine: what it does, which package it needs, its options and its counts."""

    name: str
    about: str
    method: str  # engines with the same method count as one witness
    distribution: str | None
    installed: bool
    version: str | None
    options: list[Option]
    counts: Mapping[str, str]
    backend: str | None = None  # "compiled" or "interpreted", for an engine that can be either

    def as_json(self) -> dict[str, Any]:
        """Return the description as plain values."""
        return asdict(self) | {"counts": dict(self.counts)}

    def as_text(self) -> str:
        """Return the description as lines of text, followed by an empty one."""
        notes = [self.backend, f"method: {self.method}", self._format_requirement()]
        lines = [f"{self.name}  ({'; '.join(filter(None, notes))})", f"  {self.about}"]
        lines += [f"  option {_format_option(option)}" for option in self.options]
        lines += [f"  count  {name}: {meaning}" for name, meaning in self.counts.items()]
        return "\n".join(lines) + "\n"

    def _format_requirement(self) -> str | None:
        if self.distribution is None:
            return None
        if not self.installed:
            return f"not installed: pip install {self.distribution}"
        return f"uses {self.distribution} {self.version or ''}".strip()


def describe_engines() -> Iterator[EngineDescription]:
    """Describe every engine, the built-in ones first. One that cannot be loaded does not hide the others."""
    for name in list_engine_names():
        try:
            engine = load_engine_class(name)
        except OptionError as error:
            yield EngineDescription(name, str(error), name, None, False, None, [], {})
            continue
        yield EngineDescription(
            name=name,
            about=cleandoc(engine.__doc__ or "").partition("\n")[0],
            method=find_method(engine),
            distribution=engine.distribution,
            installed=is_installed(engine),
            version=find_version(engine.distribution) if engine.distribution else None,
            options=list_options(engine),
            counts=engine.counted,
            backend=getattr(engine, "backend", None),
        )


def _format_option(option: Option) -> str:
    choices = f" [{', '.join(option.choices)}]" if option.choices else ""
    return f"{option.name}={option.default}: {option.help}{choices}"
