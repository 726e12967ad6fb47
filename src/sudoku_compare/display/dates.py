"""Moments as text."""

from datetime import datetime

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def format_moment(moment: datetime) -> str:
    """Return the date and the time of a moment in UTC; the same in every locale.

    >>> from datetime import UTC
    >>> format_moment(datetime(2026, 3, 1, 9, 5, tzinfo=UTC))
    '1 March 2026, 09:05 UTC'
    """
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M} UTC"
