"""Numbers as text."""

from collections.abc import Mapping


def format_duration(seconds: float | None) -> str:
    """Return a duration with three significant digits and a suitable unit; a dash for None.

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


def format_bytes(number: float | None) -> str:
    """Return a number of bytes with three significant digits and a decimal unit; a dash for None.

    >>> format_bytes(512), format_bytes(65_536), format_bytes(1_234_567_890), format_bytes(None)
    ('512 B', '65.5 kB', '1.23 GB', '-')
    """
    if number is None:
        return "-"
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= size * 0.9995:
            return f"{number / size:#.3g}".removesuffix(".") + f" {unit}"
    return f"{number:.0f} B"


def format_ratio(ratio: float | None) -> str:
    """Return three significant digits, or all digits before the point; a dash for None.

    >>> format_ratio(14.0), format_ratio(0.0123), format_ratio(99.96), format_ratio(12345.6), format_ratio(None)
    ('14.0', '0.0123', '100', '12,346', '-')
    """
    if ratio is None:
        return "-"
    return f"{ratio:,.0f}" if ratio >= 99.95 else f"{ratio:#.3g}"


def format_correlation(value: float) -> str:
    """Return a correlation with four decimals, or with as many as it takes to tell an imperfect one from 1.

    >>> format_correlation(0.93456), format_correlation(0.999994), format_correlation(1.0)
    ('0.9346', '0.99999', '1.0000')
    """
    digits = 4
    while abs(value) < 1 and abs(float(f"{value:.{digits}f}")) == 1:
        digits += 1
    return f"{value:.{digits}f}"


def format_interval(ratio: float | None, low: float | None, high: float | None) -> str:
    """Return a ratio with its interval; a dash for what is None.

    >>> format_interval(2.0, 1.5, 2.5), format_interval(2.0, None, None), format_interval(None, None, None)
    ('2.00 (1.50 - 2.50)', '2.00 (-)', '-')
    """
    if ratio is None:
        return "-"
    if low is None or high is None:
        return f"{format_ratio(ratio)} (-)"
    return f"{format_ratio(ratio)} ({format_ratio(low)} - {format_ratio(high)})"


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    >>> format_count(1, "step"), format_count(2000, "step")
    ('1 step', '2,000 steps')
    """
    return f"{number:,} {noun}" + "s" * (number != 1)


def format_counts(counts: Mapping[str, int]) -> str:
    """Return counts with their names on one line. The names are plurals; a count of 1 gets the singular.

    >>> format_counts({"branches": 1, "conflicts": 1200, "restarts": 1, "deepest": 1})
    '1 branch, 1,200 conflicts, 1 restart, 1 deepest'
    """
    return ", ".join(f"{count:,} {_to_singular(name) if count == 1 else name}" for name, count in counts.items())


def _to_singular(name: str) -> str:
    return name.removesuffix("es") if name.endswith("ches") else name.removesuffix("s")
