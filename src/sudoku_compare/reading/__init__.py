"""`read`: puzzles that Python code passes on, as text, paths, files, arrays or objects, become entries."""
