"""What engines that are other programs have in common: how they are described, limited and measured."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from ...core.answer import Answer, Ending, Limits, Seconds, Stopwatch
from ...core.puzzle import Puzzle
from ...core.shape import Shape
from ...core.text import make_printable
from ...processes.failure import Cause, NoAnswer
from ..options import check_choices
from ..protocol import Engine, Origin, refuse_size
from .description import Description
from .protocol_error import ProtocolError


class ProgramEngine(Engine):
    """An engine that is another program. `make_program_class` derives a class for each description."""

    description: ClassVar[Description]
    sizes: ClassVar[tuple[int, ...] | None] = None  # sides of the boards that it takes; None for any
    origin: ClassVar = Origin.PROGRAM
    input_name: ClassVar = "input"  # of the file that the program reads; some programs insist on an extension

    def __post_init__(self) -> None:
        check_choices(self)

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Search with the program; whatever goes wrong with it becomes the ending of the answer."""
        if refusal := self.refuse(puzzle.shape):
            return refusal
        watch = Stopwatch(limits)
        try:
            self._prepare(limits)
            watch = Stopwatch(limits)  # only now
            return self._search(puzzle, limits, watch)
        except (NoAnswer, ProtocolError) as error:
            return answer_without(error, watch.read(), limits)

    def _prepare(self, limits: Limits) -> None:
        """Do what is not part of the time of a search."""

    def _search(self, puzzle: Puzzle, limits: Limits, watch: Stopwatch) -> Answer:
        """Search with the program; may raise NoAnswer and ProtocolError."""
        raise NotImplementedError

    def refuse(self, shape: Shape) -> Answer | None:
        """Return the answer to a puzzle of a shape that the program does not take, or None."""
        return refuse_size(self.sizes, shape)

    @property
    def values(self) -> Mapping[str, Any]:
        """The options of this engine by name."""
        return {option.name: getattr(self, option.name) for option in self.description.options}


def answer_without(error: NoAnswer | ProtocolError, seconds: Seconds, limits: Limits) -> Answer:
    """Return the answer of a program that did not answer, or not according to its protocol."""
    if isinstance(error, ProtocolError):
        return Answer((), Ending.FAILED, seconds, detail=make_printable(str(error)))
    if error.cause is Cause.TIME:  # what came after was stopping it, which is not its search
        over = max(0.0, seconds.reported - limits.seconds)
        seconds = replace(seconds, settle=max(0.0, seconds.settle - over))
    is_out_of_time = error.cause in (Cause.TIME, Cause.CPU)
    ending = Ending.TIMED_OUT if is_out_of_time else Ending.FAILED
    reason = "" if error.cause is Cause.TIME else f"it {error}" if error.cause is Cause.ENDED else str(error)
    return Answer((), ending, replace(seconds, cpu=error.cpu), detail=reason)
