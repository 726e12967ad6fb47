"""`solve`: ask several engines about a puzzle, judge their answers, and show the result."""
