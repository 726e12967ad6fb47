/* Check a solution of a 9x9 puzzle with vectors; used by check9.py on processors with AVX2.

   The values 1 to 8 have one bit each, and 9 has none. The exclusive or of the nine cells of a unit has all bits only if
   each of the values 1 to 8 occurs an odd number of times. That takes eight cells, and leaves only 9 for the ninth. */

#ifndef CHECK9_VECTORS_H
#define CHECK9_VECTORS_H

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)

#include <immintrin.h>
#include <stdint.h>

#define VECTORS __attribute__((target("avx2")))
#define GRID_CELLS 81
#define CELLS_AT_ONCE 32

static int can_use_vectors(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

/* Return whether every cell has a value from 1 to 9, and that of its given if it has one. */
VECTORS static inline int fills_in(const uint8_t *puzzle, const uint8_t *grid) {
    const int starts[] = {0, CELLS_AT_ONCE, GRID_CELLS - CELLS_AT_ONCE}; /* the last two vectors overlap by 15 cells */
    const __m256i one = _mm256_set1_epi8(1), eight = _mm256_set1_epi8(8), none = _mm256_setzero_si256();
    __m256i wrong = none;
    for (int i = 0; i < 3; i++) {
        __m256i givens = _mm256_loadu_si256((const __m256i *)(puzzle + starts[i]));
        __m256i values = _mm256_loadu_si256((const __m256i *)(grid + starts[i])), from_zero = _mm256_sub_epi8(values, one);
        __m256i differs = _mm256_andnot_si256(_mm256_cmpeq_epi8(givens, none), _mm256_xor_si256(givens, values));
        __m256i out_of_range = _mm256_xor_si256(_mm256_max_epu8(from_zero, eight), eight);
        wrong = _mm256_or_si256(wrong, _mm256_or_si256(differs, out_of_range));
    }
    return _mm256_testz_si256(wrong, wrong);
}

VECTORS static inline __m128i load_row(const uint8_t *grid, int row) {
    /* Bytes beyond the row belong to the next one, except in the last row, where none may be read. */
    if (row < 8) return _mm_loadu_si128((const __m128i *)(grid + 9 * row));
    return _mm_srli_si128(_mm_loadu_si128((const __m128i *)(grid + GRID_CELLS - 16)), 7);
}

/* The exclusive or of each byte with the next two. */
VECTORS static inline __m256i combine_three(__m256i cells) {
    return _mm256_xor_si256(cells, _mm256_xor_si256(_mm256_srli_si256(cells, 1), _mm256_srli_si256(cells, 2)));
}

/* Combine the rows of two bands, one band in each half of the vectors: return, for each column, the exclusive or of the
   band's three cells. In the first byte of each half of `complete`, clear every bit that is missing from the exclusive or
   of a row or box. */
VECTORS static inline __m256i combine_rows(const uint8_t *grid, int band, int other_band, __m256i *complete) {
    const __m256i bits_of = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0));
    __m256i rows = _mm256_setzero_si256(), boxes;
    for (int row = 0; row < 3; row++) {
        __m256i values = _mm256_set_m128i(load_row(grid, 3 * other_band + row), load_row(grid, 3 * band + row));
        __m256i cells = _mm256_shuffle_epi8(bits_of, values), triads = combine_three(cells);
        __m256i others = _mm256_xor_si256(_mm256_srli_si256(triads, 3), _mm256_srli_si256(triads, 6));
        rows = _mm256_xor_si256(rows, cells);
        *complete = _mm256_and_si256(*complete, _mm256_xor_si256(triads, others));
    }
    boxes = combine_three(rows);
    boxes = _mm256_and_si256(boxes, _mm256_and_si256(_mm256_srli_si256(boxes, 3), _mm256_srli_si256(boxes, 6)));
    *complete = _mm256_and_si256(*complete, boxes);
    return rows;
}

/* Return whether every row, column and box of a grid of values 1 to 9 has all values. */
VECTORS static inline int has_complete_units(const uint8_t *grid) {
    __m256i complete = _mm256_set1_epi8((char)255);
    __m256i first_bands = combine_rows(grid, 0, 1, &complete), last_band = combine_rows(grid, 2, 2, &complete);
    __m128i columns = _mm_xor_si128(_mm256_castsi256_si128(first_bands), _mm256_extracti128_si256(first_bands, 1));
    __m128i of_both = _mm_and_si128(_mm256_castsi256_si128(complete), _mm256_extracti128_si256(complete, 1));
    columns = _mm_xor_si128(columns, _mm256_castsi256_si128(last_band));
    int full_columns = _mm_movemask_epi8(_mm_cmpeq_epi8(columns, _mm_set1_epi8((char)255)));
    return (full_columns & 0x1FF) == 0x1FF && (_mm_cvtsi128_si32(of_both) & 255) == 255;
}

/* Return whether the grid is a solution of the puzzle. */
VECTORS static int is_solution(const uint8_t *puzzle, const uint8_t *grid) {
    return fills_in(puzzle, grid) && has_complete_units(grid);
}

#else

static int can_use_vectors(void) { return 0; }
static int is_solution(const unsigned char *puzzle, const unsigned char *grid) {
    (void)puzzle, (void)grid;
    return 0;
}

#endif
#endif
