"""Code that Cython compiles where there is a C compiler; without one, Python runs the same files.

`settle` searches and `check9` checks the results; they share no table. Imports no other package of ours.
"""
