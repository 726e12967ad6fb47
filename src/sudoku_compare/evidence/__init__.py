"""`uniqueness`: evidence for a verdict: certificates, redundant givens, conflicts, fixes and additional givens."""
