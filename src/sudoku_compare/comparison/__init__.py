"""`solve`, `test` and `classic`: puts a puzzle to several engines, and checks and compares their answers."""
