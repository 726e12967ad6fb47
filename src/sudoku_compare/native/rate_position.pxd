# What rate_position.py is built on. When Python runs rate_position.py, it imports the same names.

from .rate_bits cimport count_bits, lowest_bit
from .rate_candidates cimport Candidates, are_peers
