# What rate_dynamic.py is built on. When Python runs rate_dynamic.py, it imports the same names.

from .rate_bits cimport count_bits
from .rate_steps cimport RatedSteps
from .rate_steps cimport tenths_for as _tenths_for
