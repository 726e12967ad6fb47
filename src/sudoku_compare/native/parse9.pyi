from array import array

from typing_extensions import Buffer

def parse_lines(
    block: Buffer,
    position: array[int],
    columns: tuple[int, int],
    puzzles: bytearray,
    numbers: array[int],
    expected_codes: bytearray,
    expected: bytearray,
) -> None: ...
