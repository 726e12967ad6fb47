"""Code that is compiled where there is a compiler, and runs interpreted where there is none.

It imports nothing of ours. `settle` searches; `check9` checks what was found, and shares no table with the search.
"""
