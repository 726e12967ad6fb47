from array import array

def parse_lines(
    block: bytes,
    position: array[int],
    columns: tuple[int, int],
    puzzles: bytearray,
    numbers: array[int],
    expected_codes: bytearray,
    expected: bytearray,
) -> None: ...
