/* Solves 9x9 Sudokus, one per line. Each answer is one line: the solutions, up to a limit, and how many these are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BOX(cell) (18 + cell / 27 * 3 + cell % 9 / 3)
static int limit = 2, count, used[27]; /* used: the values in each row, column and box, as bits */
static char grid[99];
static int candidates(int cell) { return 511 & ~(used[cell / 9] | used[9 + cell % 9] | used[BOX(cell)]); }
static void toggle(int cell, int bit) { used[cell / 9] ^= bit, used[9 + cell % 9] ^= bit, used[BOX(cell)] ^= bit; }
static void search(void) { /* tries the candidates of the empty cell that has the fewest */
    int best = -1, fewest = 10;
    for (int cell = 0, size; cell < 81; cell++)
        if (grid[cell] == '.' && (size = __builtin_popcount(candidates(cell))) < fewest) best = cell, fewest = size;
    if (best < 0) count++, printf("%s ", grid);
    for (int value = 0; best >= 0 && value < 9 && count < limit; value++, grid[best] = '.')
        if (candidates(best) >> value & 1)
            grid[best] = '1' + value, toggle(best, 1 << value), search(), toggle(best, 1 << value);
}
int main(int argc, char **argv) {
    if (argc > 1) limit = atoi(argv[1]);
    while (fgets(grid, sizeof grid, stdin)) {
        if (strspn(grid, ".123456789") != 81 || grid[81] != '\n') return fputs("expected 81 cells\n", stderr), 1;
        memset(used, 0, sizeof used);
        int clash = grid[81] = count = 0;
        for (int cell = 0, bit; cell < 81; toggle(cell++, bit))
            bit = grid[cell] == '.' ? 0 : 1 << (grid[cell] - '1'), clash |= bit & ~candidates(cell);
        if (!clash) search();
        printf("%d\n", count), fflush(stdout); /* without fflush, the answer would stay in a buffer */
    }
}
