"""`scan`: settle every puzzle of a large collection in bulk.

`scan.py` composes the stages: read, settle, find duplicates, format, cross-check, summarize. `results.py` has the
immutable values that pass from one stage to the next.
"""
