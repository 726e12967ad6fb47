"""Codes for what a collection says about a puzzle: one byte per puzzle.

A code is the number of solutions (2 for two or more, NO_COUNT if it is not given), plus HAS_SOLUTION if the collection
gives a solution. `parse9` writes these codes and `check9` reads them; both repeat the numbers as C constants.
"""

NO_COUNT = 3
HAS_SOLUTION = 4
