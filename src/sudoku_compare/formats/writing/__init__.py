"""The formats that puzzles can be written in."""
