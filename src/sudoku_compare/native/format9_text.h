/* Write text several bytes at a time; used by format9.py. Each function writes at text[at] and returns where the text ends. */

#ifndef FORMAT9_TEXT_H
#define FORMAT9_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { STEP = 16 }; /* bytes that are copied at once */
#define EIGHT_DIGITS 100000000u

/* Copy a part. It is copied in whole steps, so that up to STEP - 1 bytes after it are read and written as well. */
static inline ptrdiff_t copy_part(uint8_t *text, ptrdiff_t at, const uint8_t *parts, ptrdiff_t start, ptrdiff_t length) {
    for (ptrdiff_t i = 0; i < length; i += STEP) memcpy(text + at + i, parts + start + i, STEP);
    return at + length;
}

/* Write the values of the 81 cells that begin at `start` as digits. */
static inline ptrdiff_t write_digits(uint8_t *text, ptrdiff_t at, const uint8_t *values, ptrdiff_t start) {
    for (int cell = 0; cell < 81; cell++) text[at + cell] = (uint8_t)('0' + values[start + cell]);
    return at + 81;
}

/* Return the values of the eight digits of a number below 10^8, the first one in the lowest byte. Both groups of four digits
   are split into pairs at once, and all pairs into digits. */
static inline uint64_t split_digits(uint32_t number) {
    uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t hundreds = fours * 10486 >> 20 & 0x0000007F0000007F; /* 10486 / 2^20 is just above 1/100: exact below 10,000 */
    uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
    uint64_t tens = pairs * 103 >> 10 & 0x000F000F000F000F; /* 103 / 2^10 is just above 1/10: exact below 100 */
    return tens | (pairs - 10 * tens) << 8;
}

/* Write a number. Eight bytes are written even if there are fewer digits. */
static inline ptrdiff_t write_number(uint8_t *text, ptrdiff_t at, uint64_t number) {
    uint8_t digits[8];
    uint64_t split;
    int is_start = number < EIGHT_DIGITS, zeros = 0; /* leading zeros, which are not written */
    if (number < 10) {
        text[at] = (uint8_t)('0' + number);
        return at + 1;
    }
    if (!is_start) at = write_number(text, at, number / EIGHT_DIGITS);
    split = split_digits((uint32_t)(number % EIGHT_DIGITS));
    while (is_start && !(split & 0xFF)) {
        split >>= 8;
        zeros++;
    }
    for (int i = 0; i < 8; i++) digits[i] = (uint8_t)('0' + (split >> 8 * i & 0xFF));
    memcpy(text + at, digits, sizeof digits);
    return at + 8 - zeros;
}

#endif
