from array import array

from typing_extensions import Buffer

def write_lines(
    parts: bytes,
    ends: array[int],
    numbers: array[int],
    found: Buffer,
    solutions: Buffer,
    assumptions: array[int],
    duplicate_of: array[int],
    span: tuple[int, int],
    text: bytearray,
) -> int: ...
def join_parts(parts: list[bytes]) -> tuple[bytes, array[int]]: ...
def measure_longest_line(joined: int) -> int: ...
def write_solutions(
    found: Buffer,
    solutions: Buffer,
    first: int,
    is_packed: bool,
    data: bytearray,
    ends: array[int],
    bits: bytearray,
) -> int: ...
