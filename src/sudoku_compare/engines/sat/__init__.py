"""Engine `sat`: a CNF encoding solved by PySAT, and what else a loaded SAT solver can answer."""
