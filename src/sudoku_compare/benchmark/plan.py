"""What a call of `bench` asks for: which puzzles, by whom, and how. A record keeps it, so that a run can be resumed."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import OptionError

if TYPE_CHECKING:
    from ..core.shape import Shape
    from .run import Plan
    from .sampling import Case, Complain

SAMPLE = 1000  # of the shipped puzzles, where not told


@dataclass(frozen=True)
class BenchCall:
    collections: tuple[str, ...]  # files, as they are called; of the shipped puzzles where there are none
    number: int | None  # to draw at random, as many of each file or tier, if that was said
    engines: tuple[str, ...]
    timeout: float
    rounds: int
    seed: int
    isomorphs: int
    jobs: int
    shape: "Shape | None"
    places: tuple[str, ...] = ()  # where the files are now, if not where their names say

    def __post_init__(self) -> None:
        if "-" in self.collections + self.places:
            raise OptionError("bench reads its puzzles twice, and standard input can be read once; a file would do")

    @classmethod
    def kept_in(cls, facts: dict[str, Any], **given: Any) -> "BenchCall":
        """The call that a record is of, but for what is given anew. Its files may have moved: they keep their names."""
        from ..core.shape import parse_box

        names = tuple(facts["files"])
        places = given.pop("collections", ())
        if len(places) not in (0, len(names)):
            given["collections"], places = places, ()
        kept = cls(
            collections=names,
            number=facts["number"],
            engines=tuple(facts["engines"]),
            timeout=math.inf if facts["seconds"] is None else facts["seconds"],
            rounds=facts["rounds"],
            seed=facts["seed"],
            isomorphs=facts["isomorphs"],
            jobs=facts["jobs"],
            shape=parse_box(facts["box"]) if facts["box"] else None,
            places=places or tuple(_place(name, Path(facts["folder"])) for name in names),
        )
        return replace(kept, **given)

    @property
    def drawn(self) -> int | None:
        """How many are drawn at random; None if all are measured."""
        return SAMPLE if self.number is None and not self.collections else self.number

    @property
    def title(self) -> str:
        """What the collections are called in reports."""
        from ..core.text import make_printable

        of = make_printable(", ".join(self.collections)) or "the shipped puzzles"
        return f"{self.drawn} of {of}" if self.drawn else of

    def cases(self, complain: "Complain") -> "Iterator[Case]":
        from .run import with_isomorphs
        from .sampling import evenly, from_files, sampled

        if not self.collections:
            chosen = sampled(self.drawn or SAMPLE, self.seed)
        else:
            chosen = from_files(self.collections, self.shape, complain, self.places)
            if self.drawn is not None:
                chosen = evenly(chosen, self.drawn, self.seed)
        return with_isomorphs(chosen, self.isomorphs, self.seed)

    def plan(self) -> "Plan":
        from ..comparison.compare import engines_by_text
        from ..core.answer import Limits
        from .run import Plan

        return Plan(engines_by_text(self.engines), Limits(2, self.timeout), self.rounds, self.seed, self.jobs)

    def facts(self) -> dict[str, Any]:
        return {
            "collection": self.title,
            "files": list(self.collections),
            "folder": str(Path.cwd()),
            "number": self.drawn,
            "box": self.shape.box if self.shape else None,
            "seconds": self.timeout if math.isfinite(self.timeout) else None,
            "rounds": self.rounds,
            "seed": self.seed,
            "isomorphs": self.isomorphs,
            "jobs": self.jobs,
        }


def _place(name: str, folder: Path) -> str:
    """Where a file is that was called so in that folder; a puzzle written out is in none."""
    from ..formats.source import exists

    return str(folder / name) if exists(str(folder / name)) else name
