"""The record of a run: a SQLite file with the facts of the run and one row per measurement."""
