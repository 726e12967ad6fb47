"""Measure: which puzzles, which engines, in which order; what is timed, and what is written to the record."""
