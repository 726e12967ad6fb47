"""Print explanations: all steps, one step of each, or the ratings; as text or as JSON."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import click

from ..core.entry import Entry
from ..core.verdict import Verdict
from ..explanation.explain import Explanation
from ..explanation.rating import RatedPuzzle, Rating
from ..techniques import Position, Step
from .console import open_console
from .exit_codes import ExitCode, code_of_verdicts
from .messages import complain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


class ExplanationPrinter:
    """Prints explanations to standard output. `only` is the number of the step to print; None for all."""

    def __init__(self, only: int | None, *, as_json: bool, rating_only: bool, boards: bool | None) -> None:
        self._only = None if rating_only else only
        self._as_json = as_json
        self._rating_only = rating_only
        self._boards = boards

    @cached_property
    def _console(self) -> "Console":
        return open_console()  # late, because neither JSON nor ratings need it

    def print(self, entry: Entry, explanation: Explanation) -> ExitCode:
        """Print an explanation; return the exit code of this puzzle."""
        if self._only and self._only > max(1, len(explanation.steps)):
            complain(f"{entry.id}: no step {self._only}, the last is step {len(explanation.steps)}: {explanation.end}")
            return ExitCode.ERROR
        if self._as_json:
            click.echo(self._format_json(entry, explanation))
        elif self._rating_only:
            click.echo(_format_rating(entry, explanation.verdict, explanation.rating))
        else:
            self._print_text(entry, explanation)
        return code_of_explanation(explanation, is_whole=self._only is None)

    def _format_json(self, entry: Entry, explanation: Explanation) -> str:
        import json

        from ..explanation.json_form import explanation_as_json, rated_puzzle_to_json

        if self._rating_only:
            return json.dumps(rated_puzzle_to_json(entry, explanation))
        numbers = self._choose_steps(explanation)
        return json.dumps(explanation_as_json(entry, explanation, numbers, whole=self._only is None))

    def _choose_steps(self, explanation: Explanation) -> Iterable[int]:
        """Return the numbers of the steps to print."""
        return [self._only] if self._only and explanation.steps else range(1, len(explanation.steps) + 1)

    def _print_text(self, entry: Entry, explanation: Explanation) -> None:
        from ..display.board import heading
        from ..explanation.text import ending_lines, legend_of

        positions = list(explanation.positions())
        has_marks = bool(explanation.unused_givens or (explanation.steps and self._boards is not False))
        plain = has_marks and not self._console.color_system
        self._print_lines([heading(entry), *([legend_of(explanation)] if plain else [])])
        if self._only is None:
            self._draw(explanation, positions[0])
        for number in self._choose_steps(explanation):
            self._print_step(explanation, number, positions[number - 1])
        if self._only is None or not explanation.steps:
            if explanation.steps:
                self._draw(explanation, positions[-1])
            self._print_lines(ending_lines(explanation))
            click.echo()

    def _print_step(self, explanation: Explanation, number: int, position: Position) -> None:
        from ..explanation.text import STUCK, step_lines

        step = explanation.steps[number - 1]
        if explanation.first_assumption == number:
            self._print_lines([STUCK])
        self._print_lines(step_lines(number, position, step))
        draws_by_default = self._only is not None or not step.placed
        if draws_by_default if self._boards is None else self._boards:
            self._draw(explanation, position, step)

    def _draw(self, explanation: Explanation, position: Position, step: Step | None = None) -> None:
        from ..explanation.text import board_lines

        coloured = bool(self._console.color_system)
        lines = board_lines(explanation, position, step, width=self._console.width, coloured=coloured)
        click.echo()
        for line in lines:
            self._console.print(line, soft_wrap=True)  # a board is never wrapped
        click.echo()

    def _print_lines(self, lines: "Iterable[Text]") -> None:
        from ..explanation.text import wrap

        for line in lines:
            self._console.print(wrap(line, self._console.width), soft_wrap=True)


def code_of_explanation(explanation: Explanation, *, is_whole: bool = True) -> ExitCode:
    """Return the exit code of one puzzle: unknown if the steps end too early, or if there is none to show."""
    is_too_short = not explanation.finished and (is_whole or not explanation.steps)
    is_cut_short = is_too_short and explanation.verdict is not Verdict.MULTIPLE
    verdict = Verdict.UNKNOWN if is_cut_short else explanation.verdict
    return code_of_verdicts([verdict], objections=False, errors=False)


def code_of_rating(rated: RatedPuzzle) -> ExitCode:
    """Return the exit code of one puzzle that was only rated.

    It is unknown if there is one solution, but no rating: time ran out, or the board is too large.
    """
    is_cut_short = rated.verdict is Verdict.UNIQUE and rated.rating.value is None
    return code_of_verdicts([Verdict.UNKNOWN if is_cut_short else rated.verdict], objections=False, errors=False)


def print_rating(entry: Entry, rated: RatedPuzzle, *, as_json: bool) -> None:
    """Print a rating on one line."""
    if as_json:
        import json

        from ..explanation.json_form import rated_puzzle_to_json

        click.echo(json.dumps(rated_puzzle_to_json(entry, rated)))
    else:
        click.echo(_format_rating(entry, rated.verdict, rated.rating))


def _format_rating(entry: Entry, verdict: Verdict, rating: Rating) -> str:
    from ..explanation.step_words import describe_rating

    return f"{entry.id}  {verdict}  {describe_rating(rating, verdict)}" + (f"  {entry.name}" if entry.name else "")
