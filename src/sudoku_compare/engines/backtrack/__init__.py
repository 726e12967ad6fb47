"""Engine `backtrack`: plain backtracking, with or without elimination before it."""
