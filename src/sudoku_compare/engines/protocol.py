"""The contract between whoever asks and whoever searches.

An engine promises, and the contract tests hold it to each promise:
1. at most `limits.solutions` solutions, all different, each one a solution;
2. `ENOUGH` if and only if the limit was reached; `EXHAUSTED` means that no solution is missing;
   `TIMED_OUT` and `FAILED` are values, never exceptions, and never pass for a verdict; nor does `STUCK`, with which an
   engine that is not `complete` says that its rules have run out;
3. the deadline is kept to within `GRACE`, or `stoppable` is false and the caller ends the process;
4. the same call gives the same answer, unless an option says otherwise; nothing is printed, nothing global changes;
5. `counts` are whole numbers that the engine documents, the same on every machine for a search not cut short.
"""

from collections.abc import Mapping
from typing import ClassVar, Protocol

from ..core.answer import Answer, Limits
from ..core.puzzle import Puzzle


class Engine(Protocol):
    """A frozen dataclass whose fields are its options, so that a configuration is text both ways."""

    name: ClassVar[str]
    package: ClassVar[str | None]  # the module that it needs and this project does not contain
    distribution: ClassVar[str | None]  # and what pip calls it
    counted: ClassVar[Mapping[str, str]]  # what each of its counts means
    # An engine whose rules can run out, which is the ending `STUCK`, has `complete: ClassVar = False` too.

    @property
    def stoppable(self) -> bool:
        """Whether the search itself keeps the deadline; else the caller has to end its process."""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer: ...
