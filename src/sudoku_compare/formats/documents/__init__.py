"""Puzzles in documents: XML, JSON, arrays and lists of givens."""
