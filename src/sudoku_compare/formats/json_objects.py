"""Objects in JSON that say one thing only."""

from typing import Any


class RepeatedKey(ValueError):
    """Raised for an object that has a key twice: other programs may read another value than the one that we read."""


def read_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these keys and values; for `json.loads(..., object_pairs_hook=read_pairs)`."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise RepeatedKey(f"not a puzzle: the key {repeated[:20]!r} occurs twice in one object")
    return found
