from typing import Any

from .rate_steps import RatedSteps

NISHIO: int
DYNAMIC: int
WITH_STRUCTURES: int

class Nets(RatedSteps):
    def __init__(self, tables: tuple[Any, ...], keeps: bool) -> None: ...
    def find_nets(self, base: int, first: int) -> int: ...
    def combine(self, base: int) -> None: ...
