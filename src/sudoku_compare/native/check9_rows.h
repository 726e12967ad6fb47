/* Check the units of a 9x9 grid with a vector for each row; used by check9.py on processors that can look up the bytes of
   a vector in a table (SSSE3).

   The values 1 to 8 have one bit each, and 9 has none. The exclusive or of the nine cells of a unit has all bits only if
   each of the values 1 to 8 occurs an odd number of times. That takes eight cells, and leaves only 9 for the ninth. */

#ifndef CHECK9_ROWS_H
#define CHECK9_ROWS_H

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define SHUFFLES __attribute__((target("ssse3")))

static int can_check_rows(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("ssse3") != 0;
}

/* The exclusive or of each byte with the next two. */
SHUFFLES static inline __m128i combine_three(__m128i cells) {
    return _mm_xor_si128(cells, _mm_xor_si128(_mm_srli_si128(cells, 1), _mm_srli_si128(cells, 2)));
}

/* Return whether every row, column and box of a grid of values 1 to 9 has all values. */
SHUFFLES static int has_complete_units(const uint8_t *grid) {
    const __m128i bits_of = _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0);
    __m128i columns = _mm_setzero_si128(), complete = _mm_set1_epi8((char)255); /* only its first byte counts */
    for (int band = 0; band < 3; band++) {
        __m128i stack = _mm_setzero_si128(), boxes;
        for (int row = 3 * band; row < 3 * band + 3; row++) {
            /* Bytes beyond the row belong to the next one, except in the last row, where none may be read. */
            __m128i values = row < 8 ? _mm_loadu_si128((const __m128i *)(grid + 9 * row))
                                     : _mm_srli_si128(_mm_loadu_si128((const __m128i *)(grid + 65)), 7);
            __m128i cells = _mm_shuffle_epi8(bits_of, values), triads = combine_three(cells);
            stack = _mm_xor_si128(stack, cells);
            __m128i others = _mm_xor_si128(_mm_srli_si128(triads, 3), _mm_srli_si128(triads, 6));
            complete = _mm_and_si128(complete, _mm_xor_si128(triads, others));
        }
        columns = _mm_xor_si128(columns, stack);
        boxes = combine_three(stack);
        boxes = _mm_and_si128(boxes, _mm_and_si128(_mm_srli_si128(boxes, 3), _mm_srli_si128(boxes, 6)));
        complete = _mm_and_si128(complete, boxes);
    }
    uint8_t bytes[16];
    uint64_t eight_columns;
    _mm_storeu_si128((__m128i *)bytes, columns);
    memcpy(&eight_columns, bytes, 8);
    return eight_columns == UINT64_MAX && bytes[8] == 255 && (_mm_cvtsi128_si32(complete) & 255) == 255;
}

#else

static int can_check_rows(void) { return 0; }
static int has_complete_units(const unsigned char *grid) {
    (void)grid;
    return 0;
}

#endif
#endif
