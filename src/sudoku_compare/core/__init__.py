"""The nouns that everything shares: shape, puzzle, answer, verdict, errors. Imports nothing of ours."""
