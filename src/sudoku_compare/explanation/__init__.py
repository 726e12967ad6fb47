"""`explain`: the steps to a solution, how hard they are, and the trace of a search."""
