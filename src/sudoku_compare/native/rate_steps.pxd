# The attributes and C functions of rate_steps.py, for the modules that are built on it.

cpdef int tenths_for(int length) noexcept nogil


cdef class RatedSteps:
    cdef int count  # number of candidates
    cdef int cells
    cdef int[::1] cell_of
    cdef int[::1] value_of
    cdef int[::1] group_of  # four for each candidate: its cell, and its value in row, column and box
    cdef int[::1] group_start
    cdef int[::1] group_member
    cdef int[::1] ratings  # for each literal, the rating of the best step that makes it true
    cdef int best

    cdef void _start_ratings(self)
    cdef void _note(self, int literal, int rating) noexcept nogil
