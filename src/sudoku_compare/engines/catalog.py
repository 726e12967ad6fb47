"""The engines there are, described for people and programs."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from inspect import cleandoc
from typing import Any

from .options import Option, options_of
from .registry import engine_class, engine_names, is_installed


@dataclass(frozen=True, slots=True)
class Described:
    """One engine: what it is, what it needs, what it takes and what it counts."""

    name: str
    about: str
    distribution: str | None
    installed: bool
    version: str | None
    options: list[Option]
    counts: Mapping[str, str]
    backend: str | None = None  # compiled or interpreted, where an engine can be either

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"counts": dict(self.counts)}

    def as_text(self) -> str:
        lines = [f"{self.name}  ({', '.join(filter(None, (self.backend, self._need())))})", f"  {self.about}"]
        for option in self.options:
            choices = f" [{', '.join(option.choices)}]" if option.choices else ""
            lines.append(f"  {option.name}={option.default}  {option.help}{choices}")
        lines += [f"  counts {name}: {meaning}" for name, meaning in self.counts.items()]
        return "\n".join(lines) + "\n"

    def _need(self) -> str:
        if self.distribution is None:
            return "needs no other package"
        if not self.installed:
            return f"missing: pip install {self.distribution}"
        return f"{self.distribution} {self.version or ''}".strip() + " is there"


def roster() -> Iterator[Described]:
    for name in engine_names():
        engine = engine_class(name)
        yield Described(
            name=name,
            about=cleandoc(engine.__doc__ or "").splitlines()[0],
            distribution=engine.distribution,
            installed=is_installed(engine),
            version=_version(engine.distribution),
            options=options_of(engine),
            counts=engine.counted,
            backend=getattr(engine, "backend", None),
        )


def _version(distribution: str | None) -> str | None:
    try:
        return version(distribution) if distribution else None
    except PackageNotFoundError:
        return None
