"""`study`: questions about Sudoku that measurement can answer, one module for each."""
