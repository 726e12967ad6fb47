"""Engine `backtrack`: plain backtracking, with elimination before it or without."""
