# C functions of rate_uniqueness.py. When Python runs rate_uniqueness.py, it imports the same names.

from .rate_bits cimport count_bits
from .rate_candidates cimport are_peers
