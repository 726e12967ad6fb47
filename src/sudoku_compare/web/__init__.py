"""The web server: `sudoku-compare serve`."""
