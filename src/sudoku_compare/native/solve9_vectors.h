/* The 9x9 kernel for processors with AVX2 or AVX-512: the same search as in solve9.py, all values of a board at once.

   solve9.py is the reference, and runs everywhere else. Inference ends at the same fixpoint in whatever order the rules
   are applied, and assumptions are chosen by the same scores, so that answers, solutions and counts are the same.
   This file chooses the instructions; solve9_vector_types.h, solve9_vector_rules.h and solve9_vector_search.h are
   compiled once for each set. */

#ifndef SOLVE9_VECTORS_H
#define SOLVE9_VECTORS_H

enum { SCALAR = 0, AVX2 = 1, AVX512 = 2 };

#if defined(__GNUC__) && defined(__x86_64__) && defined(__SSE2__)

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define PASTE(name, suffix) name##suffix
#define NAMED(name, suffix) PASTE(name, suffix)
#define FOR_THIS_SET(name) NAMED(name, SET)

#define BANDS 3
#define VALUES 9
#define BAND_CELLS 27
#define BOARD_CELLS 81
#define WORDS_OF_VALUE 4 /* one for each band, and an unused word of zeros */
#define WORDS_OF_VECTOR (WORDS_OF_VALUE * VALUES_OF_VECTOR)
#define VECTORS ((VALUES + VALUES_OF_VECTOR - 1) / VALUES_OF_VECTOR) /* values beyond the ninth have no candidates */
#define EACH_VECTOR(i) _Pragma("GCC unroll 5") for (int i = 0; i < VECTORS; i++)
#define ALL_OF_BAND 0x7FFFFFFu

/* A level: the words 4 * value + band of up to twelve values, then two groups of three words; whole cache lines. */
#define OPEN_AT 48      /* cells with two or more candidates */
#define PAIRS_AT 52     /* cells with two candidates */
#define LEVEL_WORDS 64
#define CACHE_LINE 64

#define UNITS 6                      /* of a band: rows, then boxes */
#define FIRST_BANDS 0x111111111ull   /* bits 4 * value: the first band of each value */

/* The state of a search, as in solve9_constants.py. */
enum { AT_DEPTH, AT_FOUND, AT_ASSUMPTIONS, AT_CONTRADICTIONS, AT_DEEPEST, AT_IS_REFUTED, COUNT_OF_STATES };

/* In this file, bit 3 * column + row of a word is a cell of the band: boxes are nine neighbouring bits. */
static uint64_t PEERS_OF_CELL[BOARD_CELLS][2]; /* words of the three bands, in pairs */
static uint32_t ROW_MAJOR[BAND_CELLS];         /* 9 * row + column, the order in which cells are preferred */
static uint32_t FROM_ROW_MAJOR[BAND_CELLS];
static uint32_t UNITS_OF_BAND[UNITS];
static uint8_t TO_COLUMNS_LOW[32], TO_COLUMNS_HIGH[32], TO_ROWS_LOW[32], TO_ROWS_HIGH[32];

static int sees(int cell, int other) {
    int column = cell % BAND_CELLS / 3, row = cell / BAND_CELLS * 3 + cell % 3;
    int other_column = other % BAND_CELLS / 3, other_row = other / BAND_CELLS * 3 + other % 3;
    int is_same_box = column / 3 == other_column / 3 && row / 3 == other_row / 3;
    return cell != other && (column == other_column || row == other_row || is_same_box);
}

static void fill_shuffles(void) {
    /* 27 bytes are read and written as bytes 0 to 15 and 11 to 26, so that no byte outside is touched. */
    int i;
    for (i = 0; i < 32; i++) {
        int source = i < BAND_CELLS ? (int)ROW_MAJOR[i] : -1;
        int row_major = i < 16 ? i : i - 5;
        int target = (int)FROM_ROW_MAJOR[row_major];
        TO_COLUMNS_LOW[i] = (uint8_t)(source >= 0 && source < 16 ? source : 0x80);
        TO_COLUMNS_HIGH[i] = (uint8_t)(source >= 16 ? source - 11 : 0x80);
        TO_ROWS_LOW[i] = (uint8_t)(target < 16 ? target : 0x80);
        TO_ROWS_HIGH[i] = (uint8_t)(target >= 16 ? target - 16 : 0x80);
    }
}

static void fill_vector_tables(void) {
    int cell, other;
    for (cell = 0; cell < BAND_CELLS; cell++) {
        ROW_MAJOR[cell] = (uint32_t)(9 * (cell % 3) + cell / 3);
        FROM_ROW_MAJOR[ROW_MAJOR[cell]] = (uint32_t)cell;
        UNITS_OF_BAND[cell % 3] |= 1u << cell;
        UNITS_OF_BAND[3 + cell / 9] |= 1u << cell;
    }
    for (cell = 0; cell < BOARD_CELLS; cell++)
        for (other = 0; other < BOARD_CELLS; other++)
            if (sees(cell, other))
                PEERS_OF_CELL[cell][other / (2 * BAND_CELLS)] |=
                    1ull << (other / BAND_CELLS % 2 * 32 + other % BAND_CELLS);
    fill_shuffles();
}

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
/* gcc would put the instructions of one vector after those of another, and the processor would wait for each result.
   Interleaved, the rules are 1.16 to 1.55 times as fast. AVX2 has few registers, so the scheduler must save them, too. */
#pragma GCC push_options
#pragma GCC optimize("schedule-insns,sched-pressure")
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#define SET _avx2
#define VALUES_OF_VECTOR 2
#include "solve9_vector_types.h"
#include "solve9_vector_rules.h"
#include "solve9_vector_search.h"
#undef SET
#undef VALUES_OF_VECTOR
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx2,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC optimize("schedule-insns")
#pragma GCC target("avx512f,avx512vl,avx512bw,avx2,bmi,bmi2,popcnt")
#endif
#define SET _avx512
#define VALUES_OF_VECTOR 4
#include "solve9_vector_types.h"
#include "solve9_vector_rules.h"
#include "solve9_vector_search.h"
#undef SET
#undef VALUES_OF_VECTOR
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

/* Return the best set of instructions that this processor has. */
static int find_instructions(void) {
    __builtin_cpu_init();
    if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
          __builtin_cpu_supports("popcnt")))
        return SCALAR;
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") ? AVX512 : AVX2;
}

/* The buffer for a board is large enough for the levels, wherever the first whole cache line begins. */
static uint32_t *find_levels(uint32_t *board) {
    return (uint32_t *)(((uintptr_t)board + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

static void start_vector_search(int set, uint32_t *board, uint32_t *state, const uint8_t *givens) {
    (set == AVX512 ? start_avx512 : start_avx2)(find_levels(board), state, givens);
}

static int advance_vector_search(int set, uint32_t *board, uint32_t *state, uint8_t *solutions, uint32_t room,
                                 uint32_t most_solutions, uint32_t most_assumptions) {
    return (set == AVX512 ? search_avx512 : search_avx2)(find_levels(board), state, solutions, room, most_solutions,
                                                         most_assumptions);
}

#else

static void fill_vector_tables(void) {}
static int find_instructions(void) { return SCALAR; }
static void start_vector_search(int set, unsigned int *board, unsigned int *state, const unsigned char *givens) {
    (void)set, (void)board, (void)state, (void)givens;
}
static int advance_vector_search(int set, unsigned int *board, unsigned int *state, unsigned char *solutions,
                                 unsigned int room, unsigned int most_solutions, unsigned int most_assumptions) {
    (void)set, (void)board, (void)state, (void)solutions, (void)room, (void)most_solutions, (void)most_assumptions;
    return 0;
}

#endif
#endif
