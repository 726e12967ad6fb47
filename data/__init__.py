"""The collections that every install carries, as the package `sudoku_compare.data`."""
