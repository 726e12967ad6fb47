"""`bench` and `report`: measure engines side by side, keep a record of the run, and report from it."""
