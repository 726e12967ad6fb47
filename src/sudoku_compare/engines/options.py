"""Engines as text and back: `sat:solver=glucose4,encoding=minimal`.

The fields of an engine's dataclass are its options. That text is the heading of its column, its key in
a record, and what travels to another process.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

from ..core.errors import OptionError
from ..core.text import suggest
from .protocol import Engine


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """One option of an engine, for lists and messages."""

    name: str
    default: str
    choices: tuple[str, ...]
    help: str


def option(default: Any, help: str, choices: Sequence[str] = ()) -> Any:
    """A dataclass field that is an option of an engine."""
    return dataclasses.field(default=default, metadata={"help": help, "choices": tuple(choices)})


def options_of(engine: type[Engine]) -> list[Option]:
    return [
        Option(
            name=field.name,
            default=_written(field.default),
            choices=("true", "false") if isinstance(field.default, bool) else field.metadata.get("choices", ()),
            help=field.metadata.get("help", ""),
        )
        for field in dataclasses.fields(engine)  # type: ignore[arg-type]
    ]


def configured(engine: type[Engine], text: str) -> Engine:
    """An engine with the options that `key=value,key=value` sets."""
    known = {field.name: field for field in dataclasses.fields(engine)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for setting in filter(None, text.split(",")):
        key, equals, value = setting.partition("=")
        if key not in known:
            raise OptionError(f"engine {engine.name}: no option {key!r}; {suggest(key, known)}")
        if not equals:
            raise OptionError(f"engine {engine.name}: {key!r} needs a value, as in {key}={known[key].default}")
        values[key] = _read(engine, known[key], value)
    return engine(**values)


def check_choices(engine: Any) -> None:
    """For `__post_init__`: refuse a value that is none of an option's choices."""
    for option in options_of(type(engine)):
        value = _written(getattr(engine, option.name))
        if option.choices and value not in option.choices:
            raise OptionError(f"engine {engine.name}: {option.name}={value}: {suggest(value, option.choices)}")


def text_of(engine: Engine) -> str:
    """The name, and the options that differ from their defaults."""
    settings = [
        f"{field.name}={_written(getattr(engine, field.name))}"
        for field in dataclasses.fields(engine)  # type: ignore[arg-type]
        if getattr(engine, field.name) != field.default
    ]
    return engine.name + ":" * bool(settings) + ",".join(settings)


def _read(engine: type[Engine], field: "dataclasses.Field[Any]", value: str) -> Any:
    where = f"engine {engine.name}: {field.name}={value}"
    if isinstance(field.default, bool):
        if value.lower() not in ("true", "false"):
            raise OptionError(f"{where}: true or false would do")
        return value.lower() == "true"
    if isinstance(field.default, int):
        if not value.isdecimal() or len(value) > 9:
            raise OptionError(f"{where}: a whole number would do")
        return int(value)
    return value


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
