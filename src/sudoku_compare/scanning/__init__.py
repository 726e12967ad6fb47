"""`scan`: settle every puzzle of a large collection, in bulk."""
