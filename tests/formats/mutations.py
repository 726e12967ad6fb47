"""Change files as people and programs spoil them: wrong characters, lost lines, cuts, files put together.

A mutant remembers where each of its bytes comes from, so that a judge can tell which rows survived.
"""

import gzip
import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from formats.sample_draft import Kind, Sample
from formats.samples import SAMPLES

INSERTED = -1  # the origin of a byte that no sample has
MOST_MUTATIONS = 3

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|$)")
_BORDER = re.compile(rb"[-+|*=.:'\s]*[-=][-+|*=.:'\s]*$")
_SEPARATORS = b" ,;:|\t\"'[]<>{}"
_CHARACTERS = (
    *(bytes([digit]) for digit in b"0123456789"),
    *(letter.encode() for letter in "AGxXoZ"),
    *(bytes([separator]) for separator in b" ,;:|\t\"'[]{}<>+-=_*?./\\#&%\n\r"),
    *(b"\0", b"\x1b", b"\x7f", b"\x0b", b"\x0c", b"\x1a", b"\x85", b"\xff"),
    *(character.encode() for character in "é│─✎数\u2028\u00a0\ufeff²٣"),
)
_GARBAGE = (
    *(
        "Hello, world",
        "# a comment",
        "---",
        "Grid 07",
        "[State]",
        "[Puzzle]",
        "puzzle,solution",
        "123456789",
        "1 2 3 4",
    ),
    *(
        "5",
        "...",
        "Sudoku by somebody, 2009-08-03: very hard",
        "\t",
        "=SUM(A1:A9)",
        "<game/>",
        "{}",
        "[]",
        "null",
        "\0\0",
    ),
    *("123456789123456789", "1234", "1,2,3,4,5,6,7,8,9", "| 1 2 3 | 4 5 6 | 7 8 9 |", "p cnf 729 11988", "c", "0 0 0"),
)


@dataclass
class Mutant:
    """A file under mutation, with the origin of each byte: its offset in all samples that were put in, one by one."""

    data: bytearray = field(default_factory=bytearray)
    origins: "array[int]" = field(default_factory=lambda: array("q"))
    samples: list[Sample] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # the origin of the first byte of each sample
    mutations: list[str] = field(default_factory=list)
    damage: list[tuple[str, int, int]] = field(default_factory=list)  # to the compressed file

    def append(self, sample: Sample) -> None:
        """Add a sample at the end; it counts as another one even if it is there already."""
        start = (
            self.starts[-1] + len(self.samples[-1].data) + 1 if self.samples else 0
        )  # never next to the sample before
        self.samples.append(sample)
        self.starts.append(start)
        self.data += sample.data
        self.origins.extend(range(start, start + len(sample.data)))

    def replace(self, start: int, end: int, data: bytes) -> None:
        """Replace some bytes by others that come from nowhere."""
        self.splice(start, end, data, array("q", [INSERTED]) * len(data))

    def splice(self, start: int, end: int, data: bytes, origins: "array[int]") -> None:
        """Replace some bytes by others of known origin."""
        self.data[start:end] = data
        self.origins[start:end] = origins

    def find_sample(self, origin: int) -> tuple[int, int]:
        """Return the number of the sample from which a byte comes, and its offset there."""
        number = bisect_right(self.starts, origin) - 1
        return number, origin - self.starts[number]

    def list_lines(self) -> list[tuple[int, int]]:
        """Return the start and end of each line, with its line end."""
        return [match.span() for match in _LINE.finditer(bytes(self.data)) if match.end() > match.start()]

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        if not self.samples[0].is_gzip:
            return bytes(self.data)
        packed = bytearray(gzip.compress(bytes(self.data), mtime=0))
        for how, at, value in self.damage:
            at %= len(packed)
            if how == "flip":
                packed[at] ^= value
            elif how == "cut":
                del packed[at:]
            else:
                packed[at:at] = bytes([value])
        return bytes(packed)


Mutation = Callable[[Mutant, Random], object]


def substitute_character(mutant: Mutant, rng: Random) -> None:
    at = rng.randrange(len(mutant.data))
    mutant.replace(at, at + 1, rng.choice(_CHARACTERS))


def insert_character(mutant: Mutant, rng: Random) -> None:
    at = rng.randint(0, len(mutant.data))
    mutant.replace(at, at, rng.choice(_CHARACTERS))


def delete_character(mutant: Mutant, rng: Random) -> None:
    at = rng.randrange(len(mutant.data))
    mutant.replace(at, at + 1, b"")


def delete_line(mutant: Mutant, rng: Random) -> None:
    start, end = rng.choice(mutant.list_lines())
    mutant.replace(start, end, b"")


def duplicate_line(mutant: Mutant, rng: Random) -> None:
    start, end = rng.choice(mutant.list_lines())
    mutant.splice(end, end, bytes(mutant.data[start:end]), mutant.origins[start:end])


def swap_lines(mutant: Mutant, rng: Random) -> None:
    lines = mutant.list_lines()
    first = rng.randrange(len(lines))
    second = min(first + 1, len(lines) - 1) if rng.random() < 0.5 else rng.randrange(len(lines))
    (start, end), (other_start, other_end) = sorted((lines[first], lines[second]))
    if start == other_start:
        return
    data, origins = bytes(mutant.data), mutant.origins[:]
    mutant.splice(other_start, other_end, data[start:end], origins[start:end])
    mutant.splice(start, end, data[other_start:other_end], origins[other_start:other_end])


def cut_end(mutant: Mutant, rng: Random) -> None:
    mutant.replace(rng.randint(1, len(mutant.data)), len(mutant.data), b"")


def cut_start(mutant: Mutant, rng: Random) -> None:
    mutant.replace(0, rng.randrange(len(mutant.data)), b"")


def join_lines(mutant: Mutant, rng: Random) -> None:
    start, end = rng.choice(mutant.list_lines())
    content = bytes(mutant.data[start:end]).rstrip(b"\r\n")
    mutant.replace(start + len(content), end, rng.choice((b"", b" ", b",")))


def insert_blank_line(mutant: Mutant, rng: Random) -> None:
    start, _ = rng.choice(mutant.list_lines())
    mutant.replace(start, start, rng.choice((b"\n", b"\n", b"\r\n", b"  \n", b"\n\n")))


def delete_blank_line(mutant: Mutant, rng: Random) -> None:
    blank = [span for span in mutant.list_lines() if not mutant.data[slice(*span)].strip()]
    if blank:
        mutant.replace(*rng.choice(blank), b"")


def delete_border(mutant: Mutant, rng: Random) -> None:
    borders = [span for span in mutant.list_lines() if _BORDER.match(bytes(mutant.data[slice(*span)]))]
    if borders:
        mutant.replace(*rng.choice(borders), b"")


def delete_separator(mutant: Mutant, rng: Random) -> None:
    places = [at for at, byte in enumerate(mutant.data) if byte in _SEPARATORS]
    if places:
        at = rng.choice(places)
        mutant.replace(at, at + 1, b"")


def change_line_ends(mutant: Mutant, rng: Random) -> None:
    """Change all line ends, or those after some line, as if two files had been put together."""
    end, ends = rng.choice((b"\n", b"\r\n", b"\r", b"\n\r", b"\n\n")), [b"\r\n", b"\r", b"\n"]
    lines = mutant.list_lines()
    for start, stop in reversed(lines[rng.choice((0, rng.randrange(len(lines)))) :]):
        line = bytes(mutant.data[start:stop])
        if old := next((old for old in ends if line.endswith(old)), b""):
            mutant.replace(stop - len(old), stop, end)


def leave_range(mutant: Mutant, rng: Random) -> None:
    """Change a digit to a value that is too large for most boards."""
    digits = [match.span() for match in re.finditer(rb"\d+", bytes(mutant.data))]
    if digits:
        start, end = rng.choice(digits)
        at = rng.randrange(start, end)
        mutant.replace(at, at + 1, rng.choice((b"A", b"Z", b"99", b"9", b"101", b"-1", b"1e9", b"65536")))


def add_garbage(mutant: Mutant, rng: Random) -> None:
    """Add lines that belong to no puzzle at the start, at the end, or between two lines."""
    places = [0, len(mutant.data), rng.choice(mutant.list_lines())[0]]
    at = rng.choice(places)
    lines = "".join(f"{rng.choice(_GARBAGE)}\n" for _ in range(rng.choice((1, 1, 2, 12))))
    mutant.replace(at, at, lines.encode())


def repeat_file(mutant: Mutant, rng: Random) -> None:
    mutant.append(mutant.samples[0])


def append_sample(mutant: Mutant, rng: Random) -> None:
    """Put another sample after the file, with or without a line end in between."""
    if rng.random() < 0.5:
        mutant.replace(len(mutant.data), len(mutant.data), b"\n")
    mutant.append(rng.choice([sample for sample in SAMPLES.values() if _can_follow(mutant.samples[-1], sample)]))


def _can_follow(sample: Sample, other: Sample) -> bool:
    """Return whether both stay what they are: after rows of 16 cells, lines with 4x4 puzzles would be rows as well."""
    sides, other_sides = ({board.shape.side for board in each.boards} for each in (sample, other))
    squares = {side * side for side in sides | other_sides}
    return not other.is_gzip and not squares & (sides | other_sides)


def flip_bit(mutant: Mutant, rng: Random) -> None:
    at = rng.randrange(len(mutant.data))
    mutant.replace(at, at + 1, bytes([mutant.data[at] ^ 1 << rng.randrange(8)]))


def change_byte(mutant: Mutant, rng: Random) -> None:
    at = rng.randrange(len(mutant.data))
    mutant.replace(at, at + 1, rng.randbytes(1))


def drop_column(mutant: Mutant, rng: Random) -> None:
    """Drop one character, or one field, of every line."""
    lines = mutant.list_lines()
    separator = rng.choice((b"", b"", b",", b";", b"\t", b" ", b":"))
    column = rng.randrange(max(1, min(end - start for start, end in lines)))
    for start, end in reversed(lines):
        line = bytes(mutant.data[start:end]).rstrip(b"\r\n")
        if not separator:
            mutant.replace(start + min(column, len(line)), start + min(column + 1, len(line)), b"")
        elif separator in line:
            fields = line.split(separator)
            place = column % len(fields)
            at = start + sum(len(field) + 1 for field in fields[:place])
            mutant.replace(at, min(at + len(fields[place]) + 1, start + len(line)), b"")


def damage_compressed(mutant: Mutant, rng: Random) -> None:
    """Spoil the compressed file; `content` does it, because other mutations may follow."""
    how = rng.choice(("flip", "cut", "insert"))
    mutant.damage.append((how, rng.randrange(1 << 20), 1 << rng.randrange(8)))


MUTATIONS: tuple[Mutation, ...] = (
    *(substitute_character, insert_character, delete_character, delete_line, duplicate_line, swap_lines, cut_end),
    *(cut_start, join_lines, insert_blank_line, delete_blank_line, delete_border, delete_separator, change_line_ends),
    *(leave_range, add_garbage, repeat_file, append_sample, flip_bit, change_byte, drop_column),
)


def make_mutant(seed: int) -> Mutant:
    """Return the mutant with this seed: one sample after one to three mutations."""
    rng = Random(seed)
    mutant = Mutant()
    mutant.append(rng.choice(list(SAMPLES.values())))
    available = (*MUTATIONS, *[damage_compressed] * 10) if mutant.samples[0].is_gzip else MUTATIONS
    for _ in range(rng.randint(1, MOST_MUTATIONS)):
        if not mutant.data:
            break
        mutation = rng.choice(available)
        mutation(mutant, rng)
        mutant.mutations.append(mutation.__name__)
    return mutant


def kinds_of(mutant: Mutant) -> set[Kind]:
    """Return the kinds of all samples in a mutant."""
    return {sample.kind for sample in mutant.samples}
