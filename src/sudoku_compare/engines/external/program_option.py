"""Options of programs, as a description declares them."""

import keyword
from dataclasses import dataclass

from .toml_table import CONTROL, LARGEST_NUMBER, Table, describe, format_name

KEYS = ("default", "arguments", "choices", "help")
RESERVED = (  # what an engine that is a program has already, so that no option can be called like that
    *("name", "method", "complete", "backend", "package", "distribution", "counted", "stoppable", "search", "stream"),
    *(
        "description",
        "sizes",
        "values",
        "refuse",
        "search_many",
        "write_proof",
        "origin",
        "repeatable",
        "input_name",
    ),
)


@dataclass(frozen=True, slots=True)
class ProgramOption:
    """An option of a program; `{value}` in its arguments is replaced with the value."""

    name: str
    default: bool | int | str
    arguments: tuple[str, ...]
    choices: tuple[str, ...] = ()
    help: str = ""

    def make_arguments(self, value: object) -> list[str]:
        """Return the arguments that set the option; there are none for false and for an empty text."""
        if value is False or value == "":
            return []
        return [argument.replace("{value}", str(value)) for argument in self.arguments]


def parse_options(table: Table, place: str) -> tuple[ProgramOption, ...]:
    """Return the options that the table of a program declares; `place` is that of the table of its options.

    Raises OptionError.
    """
    values = table.values.get("options", {})
    if not isinstance(values, dict):
        raise table.expect("options", "a table of options")
    options = Table(f"{place}]", values)
    return tuple(_parse_option(name, options, f"{place}.{format_name(name)}]") for name in values)


def _parse_option(name: str, options: Table, place: str) -> ProgramOption:
    if not (name.isidentifier() and name.isascii()) or name.startswith("_"):
        raise options.complain(name, "expected a name of letters, digits and '_' that starts with a letter")
    if keyword.iskeyword(name) or name in RESERVED:
        raise options.complain(name, "this name is reserved; choose another one")
    if not isinstance(options.values[name], dict):
        raise options.expect(name, 'a table such as { default = 0, arguments = ["--seed={value}"] }')
    table = Table(place, options.values[name])
    table.check_keys(KEYS)
    default = _read_default(table)
    return ProgramOption(
        name, default, _read_arguments(table, default), _read_choices(table, default), table.read_text("help", "")
    )


def _read_default(table: Table) -> bool | int | str:
    """Return the default value. A text must be readable again from `--engine name:option=text,...`."""
    default = table.values.get("default")
    if isinstance(default, bool) or (isinstance(default, int) and 0 <= default <= LARGEST_NUMBER):
        return default
    if isinstance(default, str) and _is_value(default):
        return default
    expected = (
        f"true, false, a whole number from 0 to {LARGEST_NUMBER}, or text without ',', ':' and control characters"
    )
    raise table.expect("default", expected)


def _is_value(text: str) -> bool:
    return not (set(text) & set(",:") or CONTROL.search(text))


def _read_arguments(table: Table, default: bool | int | str) -> tuple[str, ...]:
    arguments = table.read_texts("arguments", 'an array of text such as ["--seed={value}"]')
    has_value = any("{value}" in argument for argument in arguments)
    if isinstance(default, bool):
        if not arguments or has_value:
            raise table.complain("arguments", 'expected an array of text without {value}, such as ["--fast"]')
    elif not has_value:
        raise table.complain("arguments", 'expected an array of text with {value}, such as ["--seed={value}"]')
    return arguments


def _read_choices(table: Table, default: bool | int | str) -> tuple[str, ...]:
    choices = table.read_texts("choices", "an array of text")
    if not choices:
        return ()
    for choice in choices:
        if not _is_value(choice):
            raise table.complain("choices", f"expected text without ',' and ':', found {describe(choice)}")
    if default not in choices:
        raise table.expect("default", f"one of the choices ({', '.join(map(describe, choices))})")
    return choices
