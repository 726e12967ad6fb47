"""Compare two records: circumstances, times, verdicts and counts."""
