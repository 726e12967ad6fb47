"""Compute the numbers of a record: times, percentiles, intervals, tests, and the result in sentences."""
