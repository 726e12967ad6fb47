"""Words put together as people do."""

from collections.abc import Iterable


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def nearest(word: str, words: Iterable[str]) -> str:
    """What to put in the place of a word that is not known."""
    import difflib  # late: it slows every start, and mistakes are rare

    words = list(words)
    close = difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    return "there are " + ", ".join(words) if words else "there is none"
