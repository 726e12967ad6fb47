"""Puzzles in and out: sources, detection of the format, readers and writers."""
