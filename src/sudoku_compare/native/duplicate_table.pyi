from array import array

from typing_extensions import Buffer

class DuplicateTable:
    def find_or_add(
        self, forms: Buffer, puzzles: Buffer, numbers: Buffer, firsts: array[int], is_identical: bytearray
    ) -> None: ...
