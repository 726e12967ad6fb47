"""The questions that the seeds left open, answered by measurement."""
