"""Checks of arguments from Python code: a wrong type is refused with what was expected and what was found."""

from typing import Any

LONGEST_SHOWN = 60  # characters of a value in a message


def describe_value(value: object) -> str:
    """Return a value and its type for a message.

    >>> describe_value(2.5), describe_value(None), describe_value(int)
    ('2.5 (float)', 'None', 'the class int')
    """
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    try:
        shown = repr(value)
    except Exception:  # the value is somebody else's
        shown = "a value"
    shown = shown if len(shown) <= LONGEST_SHOWN else shown[:LONGEST_SHOWN] + "..."
    return f"{shown} ({type(value).__name__})"


def wrong_type(name: str, expected: str, value: object) -> TypeError:
    """Return the error for an argument of a wrong type."""
    return TypeError(f"{name}: expected {expected}, found {describe_value(value)}")


def check_whole_number(name: str, value: Any, at_least: int) -> None:
    """Raise TypeError if the argument is not a whole number, and ValueError if it is too small."""
    if type(value) is not int:  # not isinstance: True is an int
        raise wrong_type(name, "a whole number", value)
    if value < at_least:
        raise ValueError(f"{name}: expected at least {at_least}, found {value}")


def check_seconds(name: str, value: Any) -> None:
    """Raise TypeError if the argument is not a number, and ValueError if it is not above 0."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise wrong_type(name, "a number of seconds, or math.inf for no limit", value)
    if not value > 0:  # NaN too
        raise ValueError(f"{name}: expected a number above 0, found {value}")
