"""Read and write puzzles: sources, format detection, readers and writers."""
