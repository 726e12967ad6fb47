"""The regression gate: compare a run with an earlier one that was saved as a baseline."""
