"""Puzzles as lines of text: one per line, boards in rows, tables, boards with candidates."""
