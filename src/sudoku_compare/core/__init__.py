"""The types that every package shares: shape, puzzle, answer, verdict, errors. Imports no other package of ours."""
