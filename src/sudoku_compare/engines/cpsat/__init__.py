"""Engine `cpsat`: a constraint model solved by OR-Tools CP-SAT."""
