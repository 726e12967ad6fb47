"""SVG elements as text, and the font of every picture.

Liberation Sans comes with vl-convert, so PNG and PDF look the same on every system. Browsers and editors that do not
have it use Arial or Helvetica, whose characters have the same widths.
"""

from xml.sax.saxutils import escape, quoteattr

from ..core.text import make_printable

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
DIGIT_WIDTH = 0.556  # of a digit, in font sizes
AVERAGE_WIDTH = 0.53  # of a character of a sentence, in font sizes
HALF_HEIGHT = 0.36  # from the baseline of a digit to its middle, in font sizes

Attribute = str | float


def element(name: str, *content: str, **attributes: Attribute) -> str:
    """Return an element; `content` is SVG, and an underscore in the name of an attribute becomes a hyphen.

    >>> element("rect", x=1.0, stroke_width=0.333)
    '<rect x="1" stroke-width="0.33"/>'
    """
    words = [name, *(f"{_name_attribute(key)}={_quote(value)}" for key, value in attributes.items())]
    inside = "".join(content)
    return f"<{' '.join(words)}>{inside}</{name}>" if inside else f"<{' '.join(words)}/>"


def text(content: str, x: float, y: float, size: float, **attributes: Attribute) -> str:
    """Return text whose middle is at the height `y`. Characters that XML cannot hold become question marks."""
    return element("text", clean(content), x=x, y=y + HALF_HEIGHT * size, font_size=size, **attributes)


def clean(content: str) -> str:
    """Return text that is safe inside an element."""
    return escape(make_printable(content))


def fit(content: str, width: float, size: float) -> str:
    """Return the text, cut off if it is wider than this at this font size.

    >>> fit("a long name", 30, 10)
    'a lo…'
    """
    most = max(1, int(width / (AVERAGE_WIDTH * size)))
    return content if len(content) <= most else content[: most - 1] + "…"


def format_number(value: float) -> str:
    """Return a coordinate with two decimals at most.

    >>> format_number(12.0), format_number(0.126)
    ('12', '0.13')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _name_attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _quote(value: Attribute) -> str:
    return quoteattr(make_printable(value) if isinstance(value, str) else format_number(value))
