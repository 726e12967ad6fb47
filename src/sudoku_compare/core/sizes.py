"""Amounts of memory and of output as text."""

import re

from .errors import OptionError

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
BINARY_UNITS = {"KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40}
SIZE = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,6}))? ?([A-Za-z]{0,3})", re.ASCII)


def parse_size(text: str) -> int:
    """Return the number of bytes that a text describes; raise OptionError if it describes none.

    >>> parse_size("2GB"), parse_size("1.5 GiB"), parse_size("512m")
    (2000000000, 1610612736, 512000000)
    """
    found = SIZE.fullmatch(text.strip())
    unit = found[3].upper() if found else "?"
    units: dict[str, int] = UNITS | BINARY_UNITS | {name[0]: size for name, size in UNITS.items() if len(name) == 2}
    if found is None or unit not in units:
        raise OptionError(f"expected a size such as 500MB, 2GB or 2GiB, found {text!r}")
    whole, fraction = found[1], found[2] or ""
    return int(whole + fraction) * units[unit] // int("1" + "0" * len(fraction))


def format_size(size: int) -> str:
    """Return a number of bytes in words.

    >>> format_size(2_000_000_000), format_size(1 << 30), format_size(1536), format_size(1_234_567_890)
    ('2 GB', '1 GiB', '1.54 kB', '1.23 GB')
    """
    for unit, value in (("GiB", 1 << 30), ("MiB", 1 << 20)):
        if size >= value and size % value == 0:
            return f"{size // value} {unit}"
    for unit, value in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= 0.9995 * value:  # it is rounded to three digits: 999,999 bytes are 1 MB
            shown = size / value
            return f"{shown:.3g} {unit}" if shown < 999.5 else f"{shown:.0f} {unit}"
    return f"{size} byte{'s' * (size != 1)}"
