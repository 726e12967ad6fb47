# cython: boundscheck=False, wraparound=False
# The attributes and C functions of rate_candidates.py, for the modules that are built on it.

from .rate_bits cimport count_bits, lowest_bit


cdef inline bint are_peers(int[::1] unit_of, int one, int other) noexcept nogil:
    """Return whether two cells share a unit; where Python runs the modules, it uses the one in rate_candidates.py."""
    return one != other and (
        unit_of[3 * one] == unit_of[3 * other]
        or unit_of[3 * one + 1] == unit_of[3 * other + 1]
        or unit_of[3 * one + 2] == unit_of[3 * other + 2]
    )


cdef class Candidates:
    cdef int side
    cdef int cells
    cdef int open  # number of open cells
    cdef bint is_broken  # a cell has no candidate, or a value has no place: there is no solution
    cdef int[::1] unit_of
    cdef int[::1] spot_of
    cdef int[::1] member
    cdef unsigned long long[::1] cand  # the candidates of each cell; none if the cell is solved
    cdef unsigned long long[::1] spots  # for each unit and value, the places in the unit
    cdef unsigned long long[::1] free  # for each unit, the places of its open cells
    cdef unsigned char[::1] grid
    cdef unsigned long long[::1] placed  # what the steps found last place
    cdef unsigned long long[::1] removed  # and what they remove

    cdef void _remove(self, int cell, int value) noexcept nogil
    cdef void _place(self, int cell, int value) noexcept nogil
    cdef void _drop(self, int cell, int value) noexcept nogil
    cdef bint _has_value(self, int unit, int value) noexcept nogil
    cdef bint _apply(self) noexcept nogil
