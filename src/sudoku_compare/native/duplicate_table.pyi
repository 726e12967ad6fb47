from array import array

from typing_extensions import Buffer

class Seen:
    def meet(self, forms: Buffer, puzzles: Buffer, numbers: Buffer, firsts: array[int], is_same: bytearray) -> None: ...
