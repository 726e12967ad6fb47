"""Numbers as text."""


def format_duration(seconds: float | None) -> str:
    """Return a duration with three significant digits and a fitting unit; a dash for None.

    >>> format_duration(0.01234), format_duration(None)
    ('12.3 ms', '-')
    """
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = seconds / size
            return f"{value:.{max(0, 2 - len(str(int(value))) + 1)}f} {unit}"
    raise AssertionError("every duration has a unit")


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    >>> format_count(1, "step"), format_count(2000, "step")
    ('1 step', '2,000 steps')
    """
    return f"{number:,} {noun}" + "s" * (number != 1)
