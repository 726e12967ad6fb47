"""The error for output that does not follow its protocol, and how its messages quote that output."""

from ...core.text import make_printable

LONGEST_QUOTE = 40  # characters


class ProtocolError(Exception):
    """Raised when the output of a program does not follow its protocol; the message is one line."""


def quote(text: str | bytes) -> str:
    """Return what a program wrote, shortened and in quotes, for a message.

    >>> quote("v 1 2 \\0"), quote(b"9" * 99)
    ("'v 1 2 ?'", "'9999999999999999999999999999999999999999...'")
    """
    start = text[: LONGEST_QUOTE + 1]
    shown = start.decode("ascii", "replace") if isinstance(start, bytes) else start
    dots = "..." if len(shown) > LONGEST_QUOTE else ""
    return repr(make_printable(shown[:LONGEST_QUOTE]) + dots)
