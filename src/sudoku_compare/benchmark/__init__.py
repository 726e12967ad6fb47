"""`bench` and `report`: measure engines side by side, keep a record, and show what it says."""
