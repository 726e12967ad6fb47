"""Engine configurations as text and back: `sat:solver=glucose4,encoding=minimal`.

The fields of an engine's dataclass are its options. The text is the engine's column heading, its key in a record, and
what is sent to another process.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.errors import OptionError
from ..core.text import suggest
from .protocol import Engine

LONGEST_NUMBER = 9  # digits


OptionValues = tuple[str, bool | int | str, Sequence[str], str]  # name, default, choices and help


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """One option of an engine, for lists and messages."""

    name: str
    default: str
    choices: tuple[str, ...]
    help: str


def option(default: Any, help: str, choices: Sequence[str] = ()) -> Any:
    """Declare a dataclass field that is an option of an engine."""
    return dataclasses.field(default=default, metadata={"help": help, "choices": tuple(choices)})


def derive_class(base: type, options: Iterable[OptionValues], **attributes: Any) -> type[Engine]:
    """Return a class of engines that is derived from `base`, with these options as fields and these class variables."""
    declared = [(name, type(default), option(default, help, choices)) for name, default, choices, help in options]
    kind: Any = dataclasses.make_dataclass(
        base.__name__, declared, bases=(base,), frozen=True, namespace=dict(attributes)
    )
    kind.__module__ = base.__module__
    derived: type[Engine] = kind
    return derived


def list_options(engine: type[Engine]) -> list[Option]:
    """Return the options of an engine in the order of declaration."""
    return [
        Option(
            name=field.name,
            default=_format_value(field.default),
            choices=("true", "false") if isinstance(field.default, bool) else field.metadata.get("choices", ()),
            help=field.metadata.get("help", ""),
        )
        for field in dataclasses.fields(engine)  # type: ignore[arg-type]
    ]


def configure_engine(engine: type[Engine], settings: str) -> Engine:
    """Return an engine with the options set as `key=value,key=value`; raise OptionError if that is not possible."""
    known = {field.name: field for field in dataclasses.fields(engine)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if key not in known:
            raise OptionError(f"engine {engine.name}: unknown option {key!r}; {suggest(key, known)}")
        if not equals:
            raise OptionError(f"engine {engine.name}: option {key!r} needs a value, as in {key}={known[key].default}")
        values[key] = _parse_value(engine, known[key], value)
    return engine(**values)


def check_choices(engine: Any) -> None:
    """Raise OptionError if an option has a value that is not one of its choices; for `__post_init__`."""
    for option in list_options(type(engine)):
        value = _format_value(getattr(engine, option.name))
        if option.choices and value not in option.choices:
            raise OptionError(f"engine {engine.name}: {option.name}={value}: {suggest(value, option.choices)}")


def format_engine(engine: Engine) -> str:
    """Return the engine's name with the options that differ from their defaults; `load_engine` reads it."""
    settings = format_settings(engine)
    return f"{engine.name}:{settings}" if settings else engine.name


def format_settings(engine: Engine) -> str:
    """Return the options that differ from their defaults, as `key=value,key=value`."""
    return ",".join(
        f"{field.name}={_format_value(getattr(engine, field.name))}"
        for field in _list_fields(engine)
        if getattr(engine, field.name) != field.default
    )


def _list_fields(engine: object) -> tuple["dataclasses.Field[Any]", ...]:
    """Return the fields that are options; an engine that is not a dataclass has none."""
    return dataclasses.fields(engine) if dataclasses.is_dataclass(engine) else ()


def _parse_value(engine: type[Engine], field: "dataclasses.Field[Any]", value: str) -> Any:
    where = f"engine {engine.name}: {field.name}={value}"
    if isinstance(field.default, bool):
        if value.lower() not in ("true", "false"):
            raise OptionError(f"{where}: expected true or false")
        return value.lower() == "true"
    if isinstance(field.default, int):
        if not value.isdecimal() or len(value) > LONGEST_NUMBER:
            raise OptionError(f"{where}: expected a whole number of at most {LONGEST_NUMBER} digits")
        return int(value)
    return value


def _format_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
