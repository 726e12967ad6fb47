"""Prints the results of `uniqueness` as they arrive."""

from typing import Any

from ..comparison.compare import Comparison
from ..comparison.text import Rendering
from ..evidence.json_form import to_json
from ..evidence.line import format_line
from ..evidence.result import UniquenessResult
from ..evidence.text import render
from .printer import ResultPrinter


class UniquenessPrinter(ResultPrinter[UniquenessResult]):
    """Prints comparisons with their evidence."""

    def _comparison_of(self, result: UniquenessResult) -> Comparison:
        return result.comparison

    def _to_json(self, result: UniquenessResult) -> dict[str, Any]:
        return to_json(result)

    def _format_line(self, result: UniquenessResult) -> str:
        return format_line(result)

    def _render(self, result: UniquenessResult) -> Rendering:
        return render(result, self.console)
