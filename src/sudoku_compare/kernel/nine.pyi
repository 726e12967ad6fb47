from array import array

from typing_extensions import Buffer

IS_COMPILED: bool

def settle_into(
    puzzles: Buffer, found: bytearray, solutions: bytearray, assumptions: array[int], limit: int, most_assumptions: int
) -> None: ...

class Search:
    def __init__(self, givens: bytes) -> None: ...
    def go_on(self, most_solutions: int, assumptions: int) -> tuple[bool, bytes]: ...
    def counts(self) -> tuple[int, int, int]: ...
