"""`generate` from Python: puzzles from a random seed, in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.arguments import check_whole_number, wrong_type
from ..core.entry import Entry, Expected
from ..core.errors import OptionError
from ..core.names import PUZZLE_KINDS
from ..core.puzzle import compact
from ..core.shape import Shape, has_usual_shape, shape_of_side
from ..core.text import suggest
from ..running.place import ClusterChoice, ThisProcess, open_place
from .generate import LARGEST_SETTLED, GeneratedPuzzle, PuzzleSpec
from .generate import generate as generate_puzzles

if TYPE_CHECKING:
    from ..display.frames import ColumnKind, DataFrame

LARGEST_SIZE = 25  # cells per row
COLUMNS: "dict[str, ColumnKind]" = {
    "givens": "text",
    "size": "count",
    "box": "text",
    "count_of_givens": "count",
    "count": "count",
    "solution": "text",
    "assumptions": "count",
}


@dataclass(frozen=True, slots=True, repr=False)
class GeneratedPuzzles:
    """Generated puzzles, in order: a sequence. It is what `generate` returns."""

    puzzles: tuple[GeneratedPuzzle, ...]
    seed: int

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[GeneratedPuzzle]:
        return iter(self.puzzles)

    def __getitem__(self, index: int) -> GeneratedPuzzle:
        return self.puzzles[index]

    def __repr__(self) -> str:
        count = f"{len(self):,} puzzle{'s' * (len(self) != 1)}"
        return f"<GeneratedPuzzles of {count}, {self.puzzles[0].puzzle.shape}, from seed {self.seed}>"

    def _repr_html_(self) -> str:
        from ..display.notebook import draw_entries

        return draw_entries(self.entries(), repr(self))

    def entries(self) -> tuple[Entry, ...]:
        """Return the puzzles as entries, with their solutions as the expected ones."""
        return tuple(
            Entry(f"seed {self.seed}:{number}", made.puzzle, Expected(made.count, made.solution))
            for number, made in enumerate(self, 1)
        )

    def lines(self) -> list[str]:
        """Return each puzzle as `puzzle:count:solution`: the lines of the command `generate`."""
        return [made.line() for made in self]

    def to_dict(self) -> dict[str, Any]:
        """Return the seed, and as `puzzles` the JSON of the command for each puzzle."""
        return {"seed": self.seed, "puzzles": [to_json(made) for made in self]}

    def to_dataframe(self) -> "DataFrame":
        """Return a data frame with one row per puzzle.

        The columns are `givens`, `size`, `box`, `count_of_givens`, `count` (of solutions; 2 means several), `solution`
        and `assumptions`, which `kernel` needed.
        """
        from ..display.frames import make_frame

        return make_frame(COLUMNS, map(_list_values, self))


def to_json(made: GeneratedPuzzle) -> dict[str, Any]:
    """Return a puzzle and its solution as JSON values."""
    return dict(zip(COLUMNS, _list_values(made), strict=True))


def _list_values(made: GeneratedPuzzle) -> tuple[Any, ...]:
    puzzle, shape = made.puzzle, made.puzzle.shape
    solution = None if made.solution is None else compact(made.solution, shape)
    return puzzle.text, shape.side, shape.box, puzzle.count_givens(), made.count, solution, made.assumptions


def generate(
    number: int = 1,
    *,
    size: int = 9,
    seed: int = 0,
    minimal: bool = False,
    givens: int | tuple[int, int] | None = None,
    hard: bool = False,
    kind: str = PUZZLE_KINDS[0],
    cluster: str | None = None,
) -> GeneratedPuzzles:
    """Generate puzzles, each with its checked solution; the same seed gives the same puzzles on every machine.

    Parameters: `number` of puzzles, and their `size`, the cells per row. `minimal` makes every given necessary.
    `givens` is the number of givens, or the fewest and the most. `hard` swaps givens to make the search longer. `kind`
    is "unique", "multiple" (several solutions) or "unsolvable". `cluster` is the address of a Dask scheduler that
    shares the work, or `local:N` for N worker processes on this machine.

    Raises OptionError if there is no such puzzle, ClusterError if the cluster cannot be used, and TypeError or
    ValueError for a wrong argument.

    >>> generate(2, size=4, seed=1).lines()
    ['......1.3....4.2:1:4123231432411432', '.3..1..43.1.....:1:4321123434122143']
    """
    check_whole_number("number", number, at_least=1)
    check_whole_number("seed", seed, at_least=0)
    shape = _to_shape(size)
    fewest, most = _to_range(givens)
    if most is not None and most > len(shape.cells):
        raise OptionError(f"givens: a {shape} puzzle has {len(shape.cells)} cells, found {most}")
    if minimal and shape.side > LARGEST_SETTLED:
        raise OptionError(f"minimal: expected a size up to {LARGEST_SETTLED}, found {size}: it could take days")
    if kind not in PUZZLE_KINDS:
        raise OptionError(f"kind: unknown kind {kind!r}; {suggest(str(kind), PUZZLE_KINDS)}")
    spec = PuzzleSpec(shape, kind, fewest, most, minimal, hard)
    with open_place(ClusterChoice(cluster) if cluster is not None else None, ThisProcess()) as place:
        return GeneratedPuzzles(tuple(generate_puzzles(spec, seed, number, place)), seed)


def _to_shape(size: Any) -> Shape:
    check_whole_number("size", size, at_least=4)
    if size > LARGEST_SIZE or not has_usual_shape(size):
        raise OptionError(f"size: expected 4 to {LARGEST_SIZE} cells per row, and not a prime, found {size}")
    return shape_of_side(size)


def _to_range(givens: Any) -> tuple[int, int | None]:
    if givens is None:
        return 0, None
    fewest, most = (givens, givens) if type(givens) is int else _split_range(givens)
    check_whole_number("givens", fewest, at_least=0)
    check_whole_number("givens", most, at_least=fewest)
    return fewest, most


def _split_range(givens: Any) -> tuple[Any, Any]:
    if not isinstance(givens, tuple | list) or len(givens) != 2:
        raise wrong_type("givens", "a number, or the fewest and the most, such as (28, 32)", givens)
    return givens[0], givens[1]
