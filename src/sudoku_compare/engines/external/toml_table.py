"""Reads TOML, and the values of its tables, with errors that say file, table and key in one line."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.errors import OptionError
from ...core.text import make_printable, suggest
from .protocol_error import quote

LARGEST_TEXT = 100_000  # characters of a file: some hundred tables
LARGEST_NUMBER = 999_999_999
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a file; `place` says which one, such as `engines.toml: [mysolver]`."""

    place: str
    values: Mapping[str, Any]

    def complain(self, key: str, problem: str) -> OptionError:
        """Return the error for a value of this table."""
        return OptionError(f"{self.place} {format_name(key)}: {problem}")

    def expect(self, key: str, expected: str) -> OptionError:
        """Return the error for a value that is missing or not what was expected."""
        found = f"found {describe(self.values[key])}" if key in self.values else "but it is missing"
        return self.complain(key, f"expected {expected}, {found}")

    def check_keys(self, known: Iterable[str]) -> None:
        """Raise OptionError if the table has a key that is not known."""
        known = list(known)
        for key in self.values:
            if key not in known:
                raise self.complain(key, f"unknown key; {suggest(key, known)}")

    def read_text(self, key: str, default: str | None = None) -> str:
        """Return a text of one line; without a default, it may not be missing."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or not value.isprintable():
            raise self.expect(key, "text of one line")
        return value

    def read_choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of several words; without a default, it may not be missing."""
        choices = list(choices)
        if key not in self.values and default is None:
            raise self.expect(key, f"one of {', '.join(choices)}")
        word = self.read_text(key, default)
        if word not in choices:
            raise self.complain(key, f"unknown {key.replace('_', ' ')} {quote(word)}; {suggest(word, choices)}")
        return word

    def read_texts(self, key: str, expected: str) -> tuple[str, ...]:
        """Return an array with at least one text; none if the key is missing. No text has control characters."""
        values = self.values.get(key)
        if values is None:
            return ()
        if not isinstance(values, list) or not values or not all(isinstance(value, str) for value in values):
            raise self.expect(key, expected)
        for value in values:
            if CONTROL.search(value):
                raise self.complain(key, f"expected text without control characters, found {quote(value)}")
        return tuple(values)

    def read_numbers(self, key: str, lowest: int, highest: int) -> tuple[int, ...]:
        """Return an array with at least one whole number of this range; none if the key is missing."""
        values = self.values.get(key)
        if values is None:
            return ()
        expected = f"an array of whole numbers from {lowest} to {highest}"
        if not isinstance(values, list) or not values:
            raise self.expect(key, expected)
        for value in values:
            if type(value) is not int or not lowest <= value <= highest:
                raise self.complain(key, f"expected {expected}, found {describe(value)} in it")
        return tuple(values)


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the content of a TOML file; `source` is its name in messages."""
    source = make_printable(source)
    if len(text) > LARGEST_TEXT:
        raise OptionError(f"{source}: expected at most {LARGEST_TEXT:,} characters, found {len(text):,}")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise OptionError(f"{source}: invalid TOML: too many arrays or tables inside each other") from None
    except tomllib.TOMLDecodeError as error:
        problem = make_printable(str(error))
        place = _PLACE.search(problem)
        number = (place and place[1]) or text.count("\n") + 1
        line = f"line {number}: " if place else ""
        raise OptionError(f"{source}: {line}invalid TOML: {_PLACE.sub('', problem)}") from None
    except ValueError:  # the one that `int` raises
        raise OptionError(f"{source}: invalid TOML: a number has too many digits") from None


def format_name(name: str) -> str:
    """Return a key for a message: as it is if it is a usual one, otherwise shortened and in quotes."""
    return name if re.fullmatch(r"[\w.-]{1,40}", name, re.ASCII) else quote(name)


def describe(value: object) -> str:
    """Return what a value is, in a few words."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) <= LARGEST_NUMBER:
        return str(value)
    if value == []:
        return "an empty array"
    names = {int: "a large number", float: "a number with a point", list: "an array", dict: "a table"}
    return names.get(type(value), "a date or time")
