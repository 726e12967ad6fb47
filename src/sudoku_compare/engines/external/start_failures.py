"""Give up on a program that always ends without an answer, instead of starting it again for every puzzle."""

from collections import Counter

from ...core.answer import Answer, Ending
from ...core.shape import Shape

MOST_FAILURES = 3  # in a row on boards of one shape, before the first answer; then the program is not started again


class StartFailures:
    """Counts the searches in which a program ended without an answer, until it answers for the first time.

    Shapes are counted separately: a program may end on boards that are too large for it, and answer others.
    """

    def __init__(self) -> None:
        self._has_answered = False
        self._failures = Counter[Shape]()
        self._reasons: dict[Shape, str] = {}  # the last one for each shape

    def note_answer(self) -> None:
        """Remember that the program can answer: from now on it is always started again."""
        self._has_answered = True

    def note_failure(self, shape: Shape, reason: str) -> None:
        """Remember why the program ended without an answer."""
        self._failures[shape] += 1
        self._reasons[shape] = reason

    def refuse(self, shape: Shape) -> Answer | None:
        """Return the answer of a program that is not started again, or None if it may be."""
        if self._has_answered or self._failures[shape] < MOST_FAILURES:
            return None
        detail = f"{self._reasons[shape]}; not started again after {MOST_FAILURES} failures"
        return Answer((), Ending.FAILED, detail=detail)
