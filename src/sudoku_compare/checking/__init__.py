"""Checks what engines claim: solutions, proofs, traces and verdicts. Imports no engine."""
