"""`generate`: puzzles from a seed."""
