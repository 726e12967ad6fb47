/* Vectors of words, and what is done with them differently by each set of instructions. solve9_vectors.h includes this
   file once for each set.

   A vector has two values with AVX2 and four with AVX-512, and for each of them three bands and an unused word of zeros. */

#define Words FOR_THIS_SET(Words)
typedef uint32_t Words __attribute__((vector_size(4 * WORDS_OF_VECTOR)));

#define NONE ((Words){0})
#define EVERY(word) (NONE | (uint32_t)(word))

#define is_empty FOR_THIS_SET(is_empty)
#define swap_values FOR_THIS_SET(swap_values)
#define find_words FOR_THIS_SET(find_words)
#define remove_cells FOR_THIS_SET(remove_cells)

#undef INDEX
#undef USED
#undef EACH_SWAP
#undef shuffle_bands
#undef load_words
#undef store_words
#undef words_of_first_value

/* EACH_SWAP combines all values of a vector: each step combines every value with another one, or every pair with another.
   Bit i of what find_words returns is set if word i is not empty. */
#if VALUES_OF_VECTOR == 4

#define INDEX ((Words){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
#define USED ((Words){~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0})
#define EACH_SWAP(step) _Pragma("GCC unroll 2") for (int step = 0; step < 2; step++)
#define shuffle_bands(words, order) ((Words)_mm512_shuffle_epi32((__m512i)(words), (_MM_PERM_ENUM)(order)))
#define load_words(from) ((Words)_mm512_load_si512((const void *)(from)))
#define store_words(to, words) _mm512_store_si512((void *)(to), (__m512i)(words))
#define words_of_first_value(words) _mm512_castsi512_si128((__m512i)(words))

INLINE int is_empty(Words words) { return _mm512_test_epi32_mask((__m512i)words, (__m512i)words) == 0; }
INLINE Words swap_values(Words words, int step) {
    return step ? (Words)_mm512_shuffle_i64x2((__m512i)words, (__m512i)words, _MM_SHUFFLE(1, 0, 3, 2))
                : (Words)_mm512_shuffle_i64x2((__m512i)words, (__m512i)words, _MM_SHUFFLE(2, 3, 0, 1));
}
INLINE uint64_t find_words(Words words) { return _mm512_test_epi32_mask((__m512i)words, (__m512i)words); }
INLINE Words remove_cells(Words words, uint64_t which, Words cells) {
    return (Words)_mm512_mask_andnot_epi32((__m512i)words, (__mmask16)which, (__m512i)cells, (__m512i)words);
}

#else

#define INDEX ((Words){0, 1, 2, 3, 4, 5, 6, 7})
#define USED ((Words){~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0})
#define EACH_SWAP(step) for (int step = 0; step < 1; step++)
#define shuffle_bands(words, order) ((Words)_mm256_shuffle_epi32((__m256i)(words), order))
#define load_words(from) ((Words)_mm256_load_si256((const __m256i *)(from)))
#define store_words(to, words) _mm256_store_si256((__m256i *)(to), (__m256i)(words))
#define words_of_first_value(words) _mm256_castsi256_si128((__m256i)(words))

INLINE int is_empty(Words words) { return _mm256_testz_si256((__m256i)words, (__m256i)words); }
INLINE Words swap_values(Words words, int step) {
    (void)step;
    return (Words)_mm256_permute2x128_si256((__m256i)words, (__m256i)words, 1);
}
INLINE uint64_t find_words(Words words) { return 0xFF ^ (uint64_t)_mm256_movemask_ps((__m256)(words == NONE)); }
INLINE Words remove_cells(Words words, uint64_t which, Words cells) {
    Words bit_of_word = EVERY(1) << INDEX;
    return words & ~(cells & (Words)((EVERY(which) & bit_of_word) == bit_of_word));
}

#endif

/* The words of the first value of a vector. */
#define USED_BY_ONE (USED & (Words)(INDEX < EVERY(WORDS_OF_VALUE)))
