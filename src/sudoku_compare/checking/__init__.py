"""Checks what engines say: solutions, proofs and traces, and what may be believed. Imports no engine."""
