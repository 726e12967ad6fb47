"""LZ-string compression in base64, as f-puzzles, SudokuPad and lisudoku put puzzles into links.

Text is a sequence of UTF-16 units, compressed as LZW does it. A code 0 or 1 announces a new unit of 8 or 16 bits, and 2
ends the text. Both sides number phrases from 3 in the order in which they appear, and a code has as many bits as the
number of phrases so far, including those three codes. Codes are written from their lowest bit to their highest, and
six bits make a base64 character.

`docs/decisions.md` says why this is not a library.
"""

from ...core.errors import PuzzleError

LONGEST_TEXT = 1 << 22  # UTF-16 units; a 100x100 puzzle with names of regions in each cell has a tenth of it

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {symbol: format(number, "06b") for number, symbol in enumerate(_ALPHABET)}
_SHORT_UNIT, _LONG_UNIT, _END = range(3)
_SHORT_BITS, _LONG_BITS = 8, 16


def compress(text: str) -> str:
    """Return the text, compressed, as base64."""
    bits = _write_bits(_to_units(text))
    bits += "0" * (6 - len(bits) % 6)  # at least one bit: a reader expects to find more than the last code
    symbols = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return symbols + "=" * (-len(symbols) % 4)


def decompress(text: str) -> str:
    """Return the text that was compressed; raise PuzzleError if this is not such a text, or if it is too long."""
    try:
        bits = "".join(_BITS[symbol] for symbol in text.rstrip("="))
    except KeyError as error:
        raise PuzzleError(f"damaged link: expected base64 text, found {error.args[0]!r}") from None
    return _from_units(_read_units(bits))


def _to_units(text: str) -> str:
    """Return a string with one character per UTF-16 unit: a character beyond 16 bits becomes two surrogates."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(data[::2], data[1::2], strict=True))


def _from_units(units: str) -> str:
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _write_bits(units: str) -> str:
    writer = _CodeWriter()
    codes: dict[str, int] = {}
    phrase = ""
    for unit in units:
        if unit not in codes:
            codes[unit] = len(codes) + _END + 1
            writer.new_units.add(unit)
        if phrase + unit in codes:
            phrase += unit
        else:
            writer.write_phrase(phrase, codes[phrase])
            codes[phrase + unit] = len(codes) + _END + 1
            phrase = unit
    if phrase:
        writer.write_phrase(phrase, codes[phrase])
    writer.write_code(_END)
    return "".join(writer.bits)


class _CodeWriter:
    """Writes codes as wide as the reader expects them."""

    def __init__(self) -> None:
        self.bits: list[str] = []
        self.new_units: set[str] = set()  # that the reader does not know yet
        self._known = _END + 1  # codes that the reader knows

    def write_phrase(self, phrase: str, code: int) -> None:
        """Write a phrase: its code, or itself if it is a new unit."""
        is_first = self._known == _END + 1
        if phrase in self.new_units:
            self.new_units.remove(phrase)
            unit = ord(phrase)
            is_short = unit < 1 << _SHORT_BITS
            self.write_code(_SHORT_UNIT if is_short else _LONG_UNIT)
            self._write(unit, _SHORT_BITS if is_short else _LONG_BITS)
            self._known += 1
        else:
            self.write_code(code)
        if not is_first:
            self._known += 1  # the reader adds the previous phrase, extended by the start of this one

    def write_code(self, code: int) -> None:
        """Write a code as wide as the reader expects it."""
        self._write(code, self._known.bit_length())

    def _write(self, value: int, width: int) -> None:
        self.bits.append(format(value, f"0{width}b")[::-1])


def _read_units(bits: str) -> str:
    phrases = [""] * (_END + 1)
    pieces: list[str] = []
    at, length, previous = 0, 0, ""
    while True:
        width = len(phrases).bit_length()
        code, at = _read_number(bits, at, width), at + width
        if code == _END:
            return "".join(pieces)
        if code < _END:
            width = _SHORT_BITS if code == _SHORT_UNIT else _LONG_BITS
            unit, at = _read_number(bits, at, width), at + width
            code = len(phrases)
            phrases.append(chr(unit))
        phrase = _find_phrase(phrases, code, previous)
        if previous:
            phrases.append(previous + phrase[0])
        pieces.append(phrase)
        previous, length = phrase, length + len(phrase)
        if length > LONGEST_TEXT:
            raise PuzzleError(f"damaged link: expected at most {LONGEST_TEXT:,} characters, found more")


def _read_number(bits: str, at: int, width: int) -> int:
    digits = bits[at : at + width]
    if len(digits) < width:
        raise PuzzleError("damaged link: the compressed text ends too early")
    return int(digits[::-1], 2)


def _find_phrase(phrases: list[str], code: int, previous: str) -> str:
    if code < len(phrases):
        return phrases[code]
    if code == len(phrases) and previous:
        return previous + previous[0]  # the phrase that this step defines
    raise PuzzleError("damaged link: the compressed text makes no sense")
