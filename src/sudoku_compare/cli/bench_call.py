"""What a call of `bench` asks for: which puzzles, by whom, and how. A record keeps it, so that a run can be resumed."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import OptionError

if TYPE_CHECKING:
    from ..bench import Plan
    from ..cases import Case, Complain
    from ..shape import Shape

SAMPLE = 1000  # of the shipped puzzles, where not told


@dataclass(frozen=True)
class BenchCall:
    collections: tuple[str, ...]  # files; of the shipped puzzles where there are none
    number: int | None  # drawn at random, as many of each collection or tier; all of the files where it is None
    engines: tuple[str, ...]
    timeout: float
    rounds: int
    seed: int
    isomorphs: int
    jobs: int
    shape: "Shape | None"
    title: str = ""  # what the collections are called in reports
    folder: Path | None = None  # where the files are named from, if not from here

    def __post_init__(self) -> None:
        from ..reader import printable

        if "-" in self.collections:
            raise OptionError("bench reads its puzzles twice, and standard input can be read once; a file would do")
        if not self.collections and self.number is None:
            object.__setattr__(self, "number", SAMPLE)
        if not self.title:
            of = printable(", ".join(self.collections)) or "the shipped puzzles"
            object.__setattr__(self, "title", f"{self.number} of {of}" if self.number else of)

    @classmethod
    def kept_in(cls, facts: dict[str, Any], **given: Any) -> "BenchCall":
        """The call that a record is of, but for what is given anew."""
        from ..shape import shape_of_box

        kept = cls(
            collections=tuple(facts["files"]),
            number=facts["number"],
            engines=tuple(facts["engines"]),
            timeout=math.inf if facts["seconds"] is None else facts["seconds"],
            rounds=facts["rounds"],
            seed=facts["seed"],
            isomorphs=facts["isomorphs"],
            jobs=facts["jobs"],
            shape=shape_of_box(*map(int, facts["box"].split("x"))) if facts["box"] else None,
            title=facts["collection"],
            folder=Path(facts["folder"]),
        )
        if "collections" in given:
            given["folder"] = None
        return replace(kept, **given, title="" if given.keys() & {"collections", "number"} else kept.title)

    def cases(self, complain: "Complain") -> "Iterator[Case]":
        from ..bench import with_isomorphs
        from ..cases import evenly, from_files, sampled

        if not self.collections:
            chosen = sampled(self.number or SAMPLE, self.seed)
        else:
            chosen = from_files(self.collections, self.shape, complain, self.folder)
            if self.number is not None:
                chosen = evenly(chosen, self.number, self.seed)
        return with_isomorphs(chosen, self.isomorphs, self.seed)

    def plan(self) -> "Plan":
        from ..bench import Plan
        from ..compare import engines_by_text
        from ..engine import Limits

        return Plan(engines_by_text(self.engines), Limits(2, self.timeout), self.rounds, self.seed, self.jobs)

    def facts(self) -> dict[str, Any]:
        return {
            "collection": self.title,
            "files": list(self.collections),
            "folder": str(self.folder or Path.cwd()),
            "number": self.number,
            "box": self.shape.box if self.shape else None,
            "seconds": self.timeout if math.isfinite(self.timeout) else None,
            "rounds": self.rounds,
            "seed": self.seed,
            "isomorphs": self.isomorphs,
            "jobs": self.jobs,
        }
