from typing_extensions import Buffer

def mark_suspects(
    puzzles: Buffer, found: Buffer, solutions: Buffer, told: Buffer, expected: Buffer, suspect: bytearray
) -> None: ...
