"""`uniqueness`: the evidence for a verdict (certificates, redundant givens, conflicts, fixes, additional givens)."""
