"""What a value in a record must be, as a test and in words. Facts and rows are checked by the same rules."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, NamedTuple

from ...core.answer import MOST_SECONDS
from ...core.errors import PuzzleError
from ...core.shape import parse_box

LONGEST_SHOWN = 60  # characters of an invalid value in a message


class Rule(NamedTuple):
    """What a value must be."""

    is_valid: Callable[[Any], bool]
    expected: str
    is_required: bool = True

    def check(self, name: str, value: object) -> None:
        """Raise ValueError if the value is not valid; `name` says where it was found."""
        if not self.is_valid(value):
            raise ValueError(f"{name}: expected {self.expected}, found {shorten(value)}")


def shorten(value: object) -> str:
    """Return the value as text that fits in a message."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "..."


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_printable(value: object) -> bool:
    """Return whether this is text that a terminal can show as it is."""
    return isinstance(value, str) and value.isprintable()


def is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def is_positive(value: object) -> bool:
    return is_count(value) and value != 0


def is_time(value: object) -> bool:
    """Return whether this is a time in seconds; an infinite or negative one is not."""
    return type(value) is float and 0.0 <= value <= MOST_SECONDS


def is_time_or_nothing(value: object) -> bool:
    return value is None or is_time(value)


def is_limit(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and value is not True and 0 < value <= MOST_SECONDS)


def is_box(value: object) -> bool:
    """Return whether this is the text of a shape, such as 3x3."""
    try:
        return isinstance(value, str) and parse_box(value).box == value
    except PuzzleError:
        return False


TEXT = Rule(is_text, "text")
PRINTABLE = Rule(is_printable, "printable text")
PRINTABLE_OR_NOTHING = Rule(
    lambda value: value is None or is_printable(value), "printable text or null", is_required=False
)
COUNT = Rule(is_count, "a whole number, 0 or more")
POSITIVE = Rule(is_positive, "a whole number, 1 or more")
POSITIVE_OR_NOTHING = Rule(
    lambda value: value is None or is_positive(value), "a whole number, 1 or more, or null", is_required=False
)
TIME = Rule(is_time, "a time in seconds, 0 or more")
TIME_OR_NOTHING = Rule(is_time_or_nothing, "a time in seconds, 0 or more, or null")
BOX = Rule(is_box, "height x width of a box")


def make_engine_rule(engines: Container[str]) -> Rule:
    """Return the rule for a column that names an engine."""
    return Rule(engines.__contains__, "an engine of the run")


def make_machine_rule(machines: Container[int]) -> Rule:
    """Return the rule for a column with the number of a machine."""
    return Rule(lambda value: type(value) is int and value in machines, "a machine of the record")


def check_columns(where: str, rules: Mapping[str, Rule], values: Iterable[object]) -> None:
    """Raise ValueError if one of the first columns of a row breaks its rule; `where` says which row it is."""
    for (name, rule), value in zip(rules.items(), values, strict=False):
        rule.check(f"{where}, {name}", value)
