"""How engines look in every chart and table: a colour, a dash for lines and a shape for points.

An engine has its style by its name, so it looks the same in every run and on every page. All colours reach a contrast
of 3:1 against the light and the dark page; such colours have similar lightness, so dash and shape tell engines apart
too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

CIRCLE = "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z"
SQUARE = "M-.9,-.9H.9V.9H-.9Z"
TRIANGLE = "M0,-1L1,.8H-1Z"
DIAMOND = "M0,-1.15L1,0L0,1.15L-1,0Z"
INVERTED_TRIANGLE = "M0,1L1,-.8H-1Z"
PLUS = "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z"
STAR = "M0,-1.1L.28,-.36L1.05,-.34L.44,.14L.65,.89L0,.45L-.65,.89L-.44,.14L-1.05,-.34L-.28,-.36Z"
RIGHT_TRIANGLE = "M1,0L-.8,1V-1Z"
LEFT_TRIANGLE = "M-1,0L.8,1V-1Z"
BAR = "M-1.1,-.4H1.1V.4H-1.1Z"
POST = "M-.4,-1.1H.4V1.1H-.4Z"
SALTIRE = "M-1,-.6L-.6,-1L0,-.4L.6,-1L1,-.6L.4,0L1,.6L.6,1L0,.4L-.6,1L-1,.6L-.4,0Z"
HOURGLASS = "M-.9,-1H.9L.2,0L.9,1H-.9L-.2,0Z"


@dataclass(frozen=True, slots=True)
class Style:
    """A colour, the dash of a line (lengths of strokes and gaps) and the shape of a point (a path from -1 to 1)."""

    colour: str
    dash: tuple[int, ...]
    shape: str


ENGINE_STYLES = {
    "reductio": Style("#2f74d0", (1, 0), CIRCLE),
    "sat": Style("#d9640c", (7, 3), SQUARE),
    "cpsat": Style("#2c9440", (2, 2), TRIANGLE),
    "kernel": Style("#d23a5e", (10, 3, 2, 3), DIAMOND),
    "backtrack": Style("#8f5fd6", (14, 3), INVERTED_TRIANGLE),
    "bifurcation": Style("#0e93a8", (4, 4), PLUS),
    "logic": Style("#9a7028", (10, 2, 2, 2, 2, 2), STAR),
    "tabu": Style("#b0524a", (18, 5), HOURGLASS),
}
FREE_STYLES = (  # for other engines, and for other configurations of the same engine
    Style("#6048fc", (5, 2), RIGHT_TRIANGLE),
    Style("#7d8f12", (1, 3), LEFT_TRIANGLE),
    Style("#d33fd0", (3, 1, 1, 1), SALTIRE),
    Style("#6f7d8c", (14, 2, 5, 2), BAR),
    Style("#a8849c", (8, 6), POST),
)
NEUTRAL = "#767f89"  # for what belongs to no engine


def style_engines(engines: Iterable[str]) -> dict[str, Style]:
    """Return the style of each engine, which may be a configuration such as `sat:warm=true`.

    An engine without a style of its own takes a free one, chosen by its name: in most runs the same. Two engines share
    a style only when there are more engines than styles.
    """
    names = list(dict.fromkeys(engines))
    styles = {name: ENGINE_STYLES[name] for name in names if name in ENGINE_STYLES}
    for name in sorted(set(names) - set(styles)):
        start = crc32(name.encode()) % len(FREE_STYLES)
        preferred = [*FREE_STYLES[start:], *FREE_STYLES[:start]]
        styles[name] = _take_unused(preferred, styles.values())
    return {name: styles[name] for name in names}


def style_series(names: Sequence[str]) -> dict[str, Style]:
    """Return the styles of the series of a chart: an engine has its own, and the others take free ones in order."""
    styles = {name: ENGINE_STYLES[name] for name in names if name in ENGINE_STYLES}
    for name in names:
        if name not in styles:
            styles[name] = _take_unused(FREE_STYLES, styles.values())
    return {name: styles[name] for name in names}


def _take_unused(preferred: Sequence[Style], used: Iterable[Style]) -> Style:
    """Return the first style that is not used yet; if all are, the one that has been used least often."""
    choices, taken = [*preferred, *(style for style in _ALL_STYLES if style not in preferred)], list(used)
    return min(choices, key=taken.count)


_ALL_STYLES = (*FREE_STYLES, *reversed(ENGINE_STYLES.values()))
