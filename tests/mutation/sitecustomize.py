"""Runs at the start of every interpreter that a test starts while `mutate.py` is at work."""

import os
import resource

MOST_SECONDS = 30  # processor time of a program that a mutant starts, and may never end

_mutant = os.environ.get("MUTANT_UNDER_TEST", "")
if _mutant == "stats":
    import child_calls

    child_calls.watch_calls(None)
elif "__mutmut_" in _mutant:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
