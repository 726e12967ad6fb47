"""`uniqueness`: certificates, conflicts, fixes, redundant givens, and additional givens."""
