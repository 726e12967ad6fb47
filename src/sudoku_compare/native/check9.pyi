from typing_extensions import Buffer

def mark_for_review(
    puzzles: Buffer, found: Buffer, solutions: Buffer, expected_codes: Buffer, expected: Buffer, marks: bytearray
) -> None: ...
