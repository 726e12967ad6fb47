"""Trims proofs, and gives their steps hints. Not trusted: what comes out is checked by `checking`."""
