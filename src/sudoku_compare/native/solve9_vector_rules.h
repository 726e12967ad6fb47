/* The rules of the 9x9 kernel on vectors. solve9_vectors.h includes this file once for each set of instructions.

   Bit 3 * column + row of a word is a cell, or 9 * box + 3 * j + row, where j is the column within its box. */

#define ROW_TRIADS EVERY(0x01C0E07u)    /* bits 9 * box + row: one for the three cells that a row shares with a box */
#define COLUMN_TRIADS EVERY(0x1249249u) /* bits 9 * box + 3 * j: one for the three cells of a column */
#define FIRST_TWO EVERY(0x0241209u)     /* column triads with j = 0 or 1 */
#define FIRST EVERY(0x0040201u)         /* the first bit of each box */
#define LAST EVERY(0x4020100u)          /* the last bit of each box */
#define NOT_LAST EVERY(0x3FDFEFFu)

/* The word of the next band, and of the one before, for each band. */
#define next_bands(words) shuffle_bands(words, _MM_SHUFFLE(3, 0, 2, 1))
#define previous_bands(words) shuffle_bands(words, _MM_SHUFFLE(3, 1, 0, 2))

/* For each column triad, the next one of the box, and the one before. */
#define next_columns FOR_THIS_SET(next_columns)
INLINE Words next_columns(Words columns) { return ((columns >> 3) & FIRST_TWO) | ((columns << 6) & ~FIRST_TWO); }
#define previous_columns FOR_THIS_SET(previous_columns)
INLINE Words previous_columns(Words columns) { return ((columns << 3) & ~FIRST) | ((columns >> 6) & FIRST); }

/* The last bit of each box that has any of these bits. */
#define touched_boxes FOR_THIS_SET(touched_boxes)
INLINE Words touched_boxes(Words cells) { return (((cells & NOT_LAST) + NOT_LAST) | cells) & LAST; }

#define row_triads FOR_THIS_SET(row_triads)
INLINE Words row_triads(Words cells) { return (cells | cells >> 3 | cells >> 6) & ROW_TRIADS; }
#define cells_of_rows FOR_THIS_SET(cells_of_rows)
INLINE Words cells_of_rows(Words triads) { return triads | triads << 3 | triads << 6; }
#define column_triads FOR_THIS_SET(column_triads)
INLINE Words column_triads(Words cells) { return (cells | cells >> 1 | cells >> 2) & COLUMN_TRIADS; }
#define cells_of_columns FOR_THIS_SET(cells_of_columns)
INLINE Words cells_of_columns(Words triads) { return (triads << 3) - triads; }

/* A value is in one row triad of each row and of each box of a band. A triad is possible if the two other rows can take
   the two other boxes, in one order or the other. Bits that are shifted beyond their box meet no triad. */
#define possible_rows FOR_THIS_SET(possible_rows)
INLINE Words possible_rows(Words triads) {
    Words next = triads >> 9 | triads << 18, previous = triads >> 18 | triads << 9;
    Words both = (next & (previous >> 1 | previous << 2)) | ((next >> 1 | next << 2) & previous);
    return triads & (both >> 1 | both << 2);
}

/* The same for the three columns of a box and of the boxes below and above it. */
#define possible_columns FOR_THIS_SET(possible_columns)
INLINE Words possible_columns(Words triads) {
    Words next = next_bands(triads), previous = previous_bands(triads);
    return triads & next_columns((next & next_columns(previous)) | (next_columns(next) & previous));
}

/* The cells that have at least one and at least two candidates; the same for both values of a vector. */
#define Counts FOR_THIS_SET(Counts)
typedef struct { Words one, two; } Counts;
#define count_candidates FOR_THIS_SET(count_candidates)
INLINE Counts count_candidates(const Words *board) {
    Words one = NONE, two = NONE;
    EACH_VECTOR(i) {
        two |= one & board[i];
        one |= board[i];
    }
    EACH_SWAP(step) {
        Words one_too = swap_values(one, step);
        two |= swap_values(two, step) | (one & one_too);
        one |= one_too;
    }
    return (Counts){one, two};
}

#define cells_with_three FOR_THIS_SET(cells_with_three)
INLINE Words cells_with_three(const Words *board) {
    Words one = NONE, two = NONE, three = NONE;
    EACH_VECTOR(i) {
        three |= two & board[i];
        two |= one & board[i];
        one |= board[i];
    }
    EACH_SWAP(step) {
        Words one_too = swap_values(one, step), two_too = swap_values(two, step);
        three |= swap_values(three, step) | (two & one_too) | (one & two_too);
        two |= two_too | (one & one_too);
        one |= one_too;
    }
    return three;
}

/* Apply all rules but the count of triads once. Add to `fault` what cannot be: a value twice in a box, two values in a
   cell, or a value without a place. Return what may have further consequences.

   There are none, as long as no cell gets its second last candidate removed, if hidden singles remove nothing and the row
   triads are still those that were found possible: the rule for columns runs last, and applied again it changes nothing. */
#define apply_rules FOR_THIS_SET(apply_rules)
INLINE Words apply_rules(Words *board, Words with_two, Words *fault) {
    Words unstable = NONE, placed = NONE, hidden[VECTORS];
    EACH_VECTOR(i) {
        Words cells = board[i], naked = cells & ~with_two, rows;
        Words last = touched_boxes(naked), first = last >> 8;
        *fault |= naked & (naked - first);
        cells &= naked | ~(last | (last - first));
        rows = possible_rows(row_triads(cells));
        cells &= cells_of_rows(rows);
        cells &= cells_of_columns(possible_columns(column_triads(cells)));
        unstable |= row_triads(cells) ^ rows;
        last = LAST & ~touched_boxes(cells & (cells - FIRST)); /* boxes with one cell */
        hidden[i] = cells & (last | (last - (last >> 8)));
        *fault |= (placed & hidden[i]) | ((Words)(cells == NONE) & (i < VECTORS - 1 ? USED : USED_BY_ONE));
        placed |= hidden[i];
        board[i] = cells;
    }
    EACH_SWAP(step) {
        Words placed_too = swap_values(placed, step);
        *fault |= placed & placed_too;
        placed |= placed_too;
    }
    EACH_VECTOR(i) {
        Words removed = board[i] & placed & ~hidden[i];
        unstable |= removed;
        board[i] ^= removed;
    }
    return unstable;
}

/* Triads by the number of values that can be in them, and by the number of values that must be. */
#define TriadCounts FOR_THIS_SET(TriadCounts)
typedef struct { Words one, two, three, four, one_locked, two_locked, three_locked; } TriadCounts;
#define add_triads FOR_THIS_SET(add_triads)
INLINE void add_triads(TriadCounts *counts, Words triads, Words locked) {
    counts->four |= counts->three & triads;
    counts->three |= counts->two & triads;
    counts->two |= counts->one & triads;
    counts->one |= triads;
    counts->three_locked |= counts->two_locked & locked;
    counts->two_locked |= counts->one_locked & locked;
    counts->one_locked |= locked;
}
#define add_other_values FOR_THIS_SET(add_other_values)
INLINE void add_other_values(TriadCounts *counts) {
    EACH_SWAP(step) {
        TriadCounts here = *counts;
        Words one = swap_values(here.one, step), two = swap_values(here.two, step), three = swap_values(here.three, step);
        Words one_locked = swap_values(here.one_locked, step), two_locked = swap_values(here.two_locked, step);
        counts->four |= swap_values(here.four, step) | (here.three & one) | (here.one & three) | (here.two & two);
        counts->three |= three | (here.two & one) | (here.one & two);
        counts->two |= two | (here.one & one);
        counts->one |= one;
        counts->three_locked |=
            swap_values(here.three_locked, step) | (here.two_locked & one_locked) | (here.one_locked & two_locked);
        counts->two_locked |= two_locked | (here.one_locked & one_locked);
        counts->one_locked |= one_locked;
    }
}

/* A triad holds exactly three values: if only three are possible, all of them are in it; if three must be in it, no
   other is. Return -1 if a triad has fewer than three, 1 if something changed, and 0 otherwise. */
#define restrict_triads FOR_THIS_SET(restrict_triads)
INLINE int restrict_triads(Words *board) {
    TriadCounts in_rows = {0}, in_columns = {0};
    Words rows[VECTORS], columns[VECTORS], locked_rows[VECTORS], locked_columns[VECTORS];
    Words full_rows, full_columns, free_rows = NONE, free_columns = NONE;
    EACH_VECTOR(i) {
        Words row = row_triads(board[i]), column = column_triads(board[i]);
        Words more = column & (column - FIRST), alone = FIRST & ~(more >> 3 | more >> 6);
        rows[i] = row;
        columns[i] = column;
        locked_rows[i] = row & ~(row >> 9 | row << 9 | row >> 18 | row << 18);
        locked_columns[i] = column & ((alone << 9) - alone);
        free_rows |= row & ~locked_rows[i];
        free_columns |= column & ~locked_columns[i];
        add_triads(&in_rows, row, locked_rows[i]);
        add_triads(&in_columns, column, locked_columns[i]);
    }
    add_other_values(&in_rows);
    add_other_values(&in_columns);
    if (!is_empty(((in_rows.three ^ ROW_TRIADS) | (in_columns.three ^ COLUMN_TRIADS)) & USED)) return -1;
    full_rows = in_rows.three & ~in_rows.four;
    full_columns = in_columns.three & ~in_columns.four;
    free_rows &= full_rows | in_rows.three_locked;
    free_columns &= full_columns | in_columns.three_locked;
    if (is_empty(free_rows | free_columns)) return 0;
    EACH_VECTOR(i) {
        Words row = rows[i] & ~locked_rows[i], column = columns[i] & ~locked_columns[i];
        Words in_row = row & full_rows, out_of_row = row & in_rows.three_locked;
        Words in_column = column & full_columns, out_of_column = column & in_columns.three_locked;
        Words no_row = ((in_row >> 9 | in_row << 9 | in_row >> 18 | in_row << 18) & ROW_TRIADS) | out_of_row;
        Words no_column = next_columns(in_column) | previous_columns(in_column) | out_of_column;
        board[i] &= ~(cells_of_rows(no_row) | cells_of_columns(no_column));
    }
    return 1;
}

/* Infer everything that follows at this level without an assumption; return 0 on a contradiction. */
#define infer FOR_THIS_SET(infer)
static int infer(uint32_t *level) {
    Words board[VECTORS], unstable, fault;
    Counts counts;
    int change;
    EACH_VECTOR(i) board[i] = load_words(level + WORDS_OF_VECTOR * i);
    counts = count_candidates(board);
    do {
        do {
            Words with_two = counts.two;
            fault = NONE;
            unstable = apply_rules(board, with_two, &fault);
            counts = count_candidates(board);
            unstable |= counts.two ^ with_two;
            fault |= (counts.one ^ EVERY(ALL_OF_BAND)) & USED;
            if (!is_empty(fault)) return 0;
        } while (!is_empty(unstable));
        change = is_empty(counts.two) ? 0 : restrict_triads(board);
        if (change < 0) return 0;
        if (change) counts = count_candidates(board);
    } while (change);
    EACH_VECTOR(i) store_words(level + WORDS_OF_VECTOR * i, board[i]);
    _mm_store_si128((__m128i *)(level + OPEN_AT), words_of_first_value(counts.two));
    _mm_store_si128((__m128i *)(level + PAIRS_AT),
                    words_of_first_value(counts.two & ~cells_with_three(board)));
    return 1;
}
