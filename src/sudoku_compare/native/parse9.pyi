from array import array

def take_lines(
    block: bytes,
    place: array[int],
    columns: tuple[int, int],
    puzzles: bytearray,
    numbers: array[int],
    told: bytearray,
    expected: bytearray,
) -> None: ...
