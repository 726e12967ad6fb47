from array import array
from typing import Any

from .rate_steps import NO_RATING as NO_RATING
from .rate_steps import RatedSteps
from .rate_steps import tenths_for as tenths_for

BY_VALUE: int
BY_CELL: int
BY_BOTH: int

class Chains(RatedSteps):
    def __init__(self, side: int, unit_of: array[int], cand: array[int]) -> None: ...
    def find_chains(self, mode: int, first: int, most: int) -> int: ...
    def find_multiple_chains(self, first: int) -> int: ...
    def tables(self) -> tuple[Any, ...]: ...
