# What rate_chains.py is built on. When Python runs rate_chains.py, it imports the same names.

from .rate_bits cimport count_bits, lowest_bit
from .rate_steps cimport RatedSteps
from .rate_steps cimport tenths_for as _tenths_for
