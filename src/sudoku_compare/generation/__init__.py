"""`generate`: make puzzles from a random seed."""
