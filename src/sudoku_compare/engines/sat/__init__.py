"""Engine `sat`: a CNF encoding solved by PySAT, and other questions that a loaded SAT solver can answer."""
