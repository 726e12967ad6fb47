/* The search of the 9x9 kernel on vectors. solve9_vectors.h includes this file once for each set of instructions. */

/* How an assumption is chosen, as in solve9_constants.py. */
#define FEW_PAIR_CELLS 4
#define WEIGHT_OF_PAIR 2
#define BONUS_OF_PLACE 2

#define load_two FOR_THIS_SET(load_two)
INLINE uint64_t load_two(const uint32_t *words) {
    uint64_t both;
    memcpy(&both, words, sizeof both);
    return both;
}

/* Estimate how much would follow if the value were in this cell: how many peers have it as a candidate. */
#define score FOR_THIS_SET(score)
INLINE uint32_t score(const uint32_t *level, uint32_t value, uint32_t cell) {
    uint64_t upper = load_two(level + WORDS_OF_VALUE * value) & PEERS_OF_CELL[cell][0];
    uint64_t lower = load_two(level + WORDS_OF_VALUE * value + 2) & PEERS_OF_CELL[cell][1];
    uint64_t upper_pairs = upper & load_two(level + PAIRS_AT), lower_pairs = lower & load_two(level + PAIRS_AT + 2);
    int pairs = __builtin_popcountll(upper_pairs) + __builtin_popcountll(lower_pairs);
    return (uint32_t)(1 + __builtin_popcountll(upper) + __builtin_popcountll(lower) + WEIGHT_OF_PAIR * pairs);
}

/* The words in which a cell of a band is a candidate: bit 4 * value + band is set for each of its values. */
#define find_candidates FOR_THIS_SET(find_candidates)
INLINE uint64_t find_candidates(const uint32_t *level, uint32_t band, uint32_t cell) {
    uint64_t words = 0;
    EACH_VECTOR(i)
        words |= find_words(load_words(level + WORDS_OF_VECTOR * i) & EVERY(1u << cell)) << WORDS_OF_VECTOR * i;
    return words & FIRST_BANDS << band;
}
#define lowest_value FOR_THIS_SET(lowest_value)
INLINE uint32_t lowest_value(uint64_t words) { return (uint32_t)__builtin_ctzll(words) / WORDS_OF_VALUE; }
#define highest_value FOR_THIS_SET(highest_value)
INLINE uint32_t highest_value(uint64_t words) { return (63u - (uint32_t)__builtin_clzll(words)) / WORDS_OF_VALUE; }

/* An assumption: a value, and a cell of the board. */
#define Choice FOR_THIS_SET(Choice)
typedef struct { uint32_t score, value, cell; } Choice;

/* Choose the best cell with two candidates, and of these the one with more consequences. The largest key wins: by score,
   then the first band, the smallest upper value and the first cell. There is one loop for all bands, because the processor
   usually mispredicts the end of a short loop. */
#define choose_cell FOR_THIS_SET(choose_cell)
INLINE Choice choose_cell(const uint32_t *level) {
    uint64_t left = load_two(level + PAIRS_AT), last_band = level[PAIRS_AT + 2], both;
    uint32_t best = 0, band, cell, lower, upper;
    int cells = __builtin_popcountll(left) + __builtin_popcountll(last_band);
    for (; cells; cells--) {
        uint32_t bit = (uint32_t)__builtin_ctzll(left ? left : last_band), key;
        band = left ? bit / 32 : 2;
        cell = bit % 32;
        last_band &= left ? last_band : last_band - 1;
        left = left ? left & (left - 1) : 0;
        both = find_candidates(level, band, cell);
        lower = lowest_value(both);
        upper = highest_value(both);
        key = score(level, lower, BAND_CELLS * band + cell) * score(level, upper, BAND_CELLS * band + cell);
        key = key << 11 | (2 - band) << 9 | (8 - upper) << 5 | (31 - ROW_MAJOR[cell]);
        best = key > best ? key : best;
    }
    if (!best) return (Choice){0, 0, 0};
    band = 2 - (best >> 9 & 3);
    upper = 8 - (best >> 5 & 15);
    cell = FROM_ROW_MAJOR[31 - (best & 31)];
    lower = lowest_value(find_candidates(level, band, cell));
    cell += BAND_CELLS * band;
    return (Choice){best >> 11, score(level, lower, cell) > score(level, upper, cell) ? lower : upper, cell};
}

/* Bit 4 * value + band is set if a value has exactly two places in this unit of a band. */
#define find_twos FOR_THIS_SET(find_twos)
INLINE uint64_t find_twos(const uint32_t *level, uint32_t unit) {
    uint64_t twos = 0;
    EACH_VECTOR(i) {
        Words places = load_words(level + WORDS_OF_VECTOR * i) & EVERY(unit), without_one = places & (places - 1);
        Words without_two = without_one & (without_one - 1);
        twos |= (find_words(without_one) & ~find_words(without_two)) << WORDS_OF_VECTOR * i;
    }
    return twos;
}

/* Choose a value with two places in a row or box, if its score is above the best so far, and of these places the one with
   more consequences. The largest key wins: by score, then the first band, the smallest value and the first unit. */
#define choose_place FOR_THIS_SET(choose_place)
INLINE Choice choose_place(const uint32_t *level, Choice best_cell) {
    uint32_t best = best_cell.score << 8 | 255, unit = 0;
    uint64_t twos[UNITS];
    int places = 0;
    Choice choice = best_cell;
    for (unit = 0; unit < UNITS; unit++) {
        twos[unit] = find_twos(level, UNITS_OF_BAND[unit]);
        places += __builtin_popcountll(twos[unit]);
    }
    for (unit = 0; places; places--) {
        uint32_t word, value, band, two, key, first, second, first_score, second_score;
        while (!twos[unit]) unit++;
        word = (uint32_t)__builtin_ctzll(twos[unit]);
        twos[unit] &= twos[unit] - 1;
        value = word / WORDS_OF_VALUE;
        band = word % WORDS_OF_VALUE;
        two = level[word] & UNITS_OF_BAND[unit];
        first = (uint32_t)__builtin_ctz(two);
        second = 31u - (uint32_t)__builtin_clz(two);
        first_score = score(level, value, BAND_CELLS * band + first);
        second_score = score(level, value, BAND_CELLS * band + second);
        key = (first_score + BONUS_OF_PLACE) * (second_score + BONUS_OF_PLACE);
        key = key << 8 | (254 - UNITS * (VALUES * band + value) - unit);
        if (key > best) {
            int is_first = first_score != second_score ? first_score > second_score : ROW_MAJOR[first] < ROW_MAJOR[second];
            best = key;
            choice = (Choice){key >> 8, value, BAND_CELLS * band + (is_first ? first : second)};
        }
    }
    return choice;
}

/* Choose the last value of the first cell with the fewest candidates. */
#define choose_from_fewest FOR_THIS_SET(choose_from_fewest)
INLINE Choice choose_from_fewest(const uint32_t *level) {
    uint32_t fewest = ~0u, band;
    Choice choice = {0, 0, 0};
    for (band = 0; band < BANDS; band++) {
        uint32_t left = level[OPEN_AT + band];
        for (; left; left &= left - 1) {
            uint32_t cell = (uint32_t)__builtin_ctz(left);
            uint64_t values = find_candidates(level, band, cell);
            uint32_t key = (uint32_t)__builtin_popcountll(values) << 7 | band << 5 | ROW_MAJOR[cell];
            if (key < fewest) {
                fewest = key;
                choice = (Choice){0, highest_value(values), BAND_CELLS * band + cell};
            }
        }
    }
    return choice;
}

#define choose FOR_THIS_SET(choose)
INLINE Choice choose(const uint32_t *level) {
    int pairs = __builtin_popcountll(load_two(level + PAIRS_AT)) + __builtin_popcount(level[PAIRS_AT + 2]);
    Choice choice = choose_cell(level);
    if (pairs < FEW_PAIR_CELLS) choice = choose_place(level, choice);
    return choice.score ? choice : choose_from_fewest(level);
}

/* Copy a level to the next, with only this value in the cell, and remove the value from the cell in the first. Whole
   vectors are written, because reading a vector waits for smaller writes. */
#define assume FOR_THIS_SET(assume)
INLINE void assume(uint32_t *level, Choice choice) {
    uint32_t band = choice.cell / BAND_CELLS;
    uint64_t of_value = 1ull << (WORDS_OF_VALUE * choice.value + band), of_others = FIRST_BANDS << band ^ of_value;
    Words cell = EVERY(1u << choice.cell % BAND_CELLS);
    EACH_VECTOR(i) {
        uint32_t *words = level + WORDS_OF_VECTOR * i;
        Words places = load_words(words);
        store_words(words + LEVEL_WORDS, remove_cells(places, of_others >> WORDS_OF_VECTOR * i, cell));
        store_words(words, remove_cells(places, of_value >> WORDS_OF_VECTOR * i, cell));
    }
}

/* Read a band of givens: bytes in the order of the bits, 0 to 9, or more for an empty cell. */
#define read_band FOR_THIS_SET(read_band)
INLINE __m256i read_band(const uint8_t *givens) {
    __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)givens));
    __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(givens + 11)));
    __m256i to_low = _mm256_loadu_si256((const __m256i *)TO_COLUMNS_LOW);
    __m256i to_high = _mm256_loadu_si256((const __m256i *)TO_COLUMNS_HIGH);
    __m256i bytes = _mm256_or_si256(_mm256_shuffle_epi8(low, to_low), _mm256_shuffle_epi8(high, to_high));
    __m256i zero = _mm256_set1_epi8('0'), is_digit = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, zero), bytes);
    return _mm256_sub_epi8(bytes, _mm256_and_si256(is_digit, zero));
}

/* Set up the first level from 81 values (numbers or digits; anything else is an empty cell). */
#define start FOR_THIS_SET(start)
static void start(uint32_t *level, uint32_t *state, const uint8_t *givens) {
    uint32_t band, value;
    memset(state, 0, COUNT_OF_STATES * sizeof *state);
    memset(level, 0, LEVEL_WORDS * sizeof *level);
    for (band = 0; band < BANDS; band++) {
        __m256i values = read_band(givens + BAND_CELLS * band);
        uint32_t open = ALL_OF_BAND;
        _Pragma("GCC unroll 9") for (value = 0; value < VALUES; value++) {
            __m256i is_value = _mm256_cmpeq_epi8(values, _mm256_set1_epi8((char)(value + 1)));
            level[WORDS_OF_VALUE * value + band] = (uint32_t)_mm256_movemask_epi8(is_value);
            open &= ~level[WORDS_OF_VALUE * value + band];
        }
        _Pragma("GCC unroll 9") for (value = 0; value < VALUES; value++) level[WORDS_OF_VALUE * value + band] |= open;
    }
    state[AT_IS_REFUTED] = state[AT_CONTRADICTIONS] = infer(level) ? 0 : 1;
}

/* Spread 32 bits over 32 bytes: this byte where a bit is set, and zero elsewhere. */
#define spread_bits FOR_THIS_SET(spread_bits)
INLINE __m256i spread_bits(uint32_t bits, char byte) {
    const __m256i which = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i masks = _mm256_set1_epi64x((long long)0x8040201008040201ull);
    __m256i spread = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), which), masks);
    return _mm256_and_si256(_mm256_cmpeq_epi8(spread, masks), _mm256_set1_epi8(byte));
}

/* Write 81 values in the order of rows. Each cell has one candidate, so the binary digits of its value can be joined. */
#define write_solution FOR_THIS_SET(write_solution)
INLINE void write_solution(const uint32_t *level, uint8_t *solution) {
    uint32_t band;
    for (band = 0; band < BANDS; band++, level++, solution += BAND_CELLS) {
        uint32_t ones = level[0] | level[8] | level[16] | level[24] | level[32];
        uint32_t twos = level[4] | level[8] | level[20] | level[24];
        uint32_t fours = level[12] | level[16] | level[20] | level[24];
        uint32_t eights = level[28] | level[32];
        __m256i bytes = _mm256_or_si256(_mm256_or_si256(spread_bits(ones, 1), spread_bits(twos, 2)),
                                        _mm256_or_si256(spread_bits(fours, 4), spread_bits(eights, 8)));
        __m256i low = _mm256_permute2x128_si256(bytes, bytes, 0x00);
        __m256i high = _mm256_permute2x128_si256(bytes, bytes, 0x11);
        low = _mm256_shuffle_epi8(low, _mm256_loadu_si256((const __m256i *)TO_ROWS_LOW));
        high = _mm256_shuffle_epi8(high, _mm256_loadu_si256((const __m256i *)TO_ROWS_HIGH));
        bytes = _mm256_or_si256(low, high);
        _mm_storeu_si128((__m128i *)solution, _mm256_castsi256_si128(bytes));
        _mm_storeu_si128((__m128i *)(solution + 11), _mm256_extracti128_si256(bytes, 1));
    }
}

/* Search until nothing is left (return 0), or until the limit of solutions or assumptions is reached (return 1). The
   solutions of this call are written to `solutions`, as long as fewer than `room` were found before. */
#define search FOR_THIS_SET(search)
static int search(uint32_t *levels, uint32_t *state, uint8_t *solutions, uint32_t room, uint32_t most_solutions,
                  uint32_t most_assumptions) {
    for (;;) {
        uint32_t *level = levels + LEVEL_WORDS * state[AT_DEPTH];
        if (state[AT_IS_REFUTED]) {
            if (state[AT_DEPTH] == 0) return 0;
            state[AT_DEPTH]--;
            level -= LEVEL_WORDS;
        } else if (!(level[OPEN_AT] | level[OPEN_AT + 1] | level[OPEN_AT + 2])) {
            if (state[AT_FOUND] < room) {
                write_solution(level, solutions);
                solutions += BOARD_CELLS;
            }
            state[AT_FOUND]++;
            state[AT_IS_REFUTED] = 1; /* this branch has no other solution */
            if (state[AT_FOUND] == most_solutions) return 1;
            continue;
        } else {
            if (state[AT_ASSUMPTIONS] == most_assumptions) return 1;
            assume(level, choose(level));
            state[AT_ASSUMPTIONS]++;
            state[AT_DEPTH]++;
            if (state[AT_DEPTH] > state[AT_DEEPEST]) state[AT_DEEPEST] = state[AT_DEPTH];
            level += LEVEL_WORDS;
        }
        state[AT_IS_REFUTED] = infer(level) ? 0 : 1;
        state[AT_CONTRADICTIONS] += state[AT_IS_REFUTED];
    }
}
