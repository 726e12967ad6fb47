/* Write text in steps of several bytes; used by format9.py. */

#ifndef FORMAT9_TEXT_H
#define FORMAT9_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STEP 16             /* bytes that are copied at once */
#define EIGHT_DIGITS 100000000u

/* Copy a part. It is copied in whole steps, so that up to STEP - 1 bytes after it are read and written as well. */
static inline void copy_part(uint8_t *to, const uint8_t *part, size_t length) {
    for (size_t i = 0; i < length; i += STEP) memcpy(to + i, part + i, STEP);
}

/* Write the values 1 to 9 of 81 cells as digits. */
static inline void write_digits(uint8_t *restrict to, const uint8_t *restrict values) {
    for (int cell = 0; cell < 81; cell++) to[cell] = (uint8_t)('0' + values[cell]);
}

/* Return the eight digits of a number below 10^8, the first one in the lowest byte, without '0' being added. All groups of
   four digits are split into pairs at once, and all pairs into digits. */
static inline uint64_t split_digits(uint32_t number) {
    uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t hundreds = fours * 10486 >> 20 & 0x0000007F0000007F; /* 10486 / 2^20 is 1/100, exact enough below 10,000 */
    uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
    uint64_t tens = pairs * 103 >> 10 & 0x000F000F000F000F; /* 103 / 2^10 is 1/10, exact enough below 100 */
    return tens | (pairs - 10 * tens) << 8;
}

/* Write a number and return how many digits it has. Eight bytes are written even if there are fewer digits. */
static inline ptrdiff_t write_number(uint8_t *to, uint64_t number) {
    uint8_t digits[8];
    ptrdiff_t before = 0;
    if (number < 10) {
        *to = (uint8_t)('0' + number);
        return 1;
    }
    if (number >= EIGHT_DIGITS) {
        before = write_number(to, number / EIGHT_DIGITS);
        to += before;
    }
    uint64_t split = split_digits((uint32_t)(number % EIGHT_DIGITS));
    int zeros = before ? 0 : __builtin_ctzll(split) / 8; /* leading zeros, which are not written */
    split = (split | 0x3030303030303030) >> 8 * zeros;
    for (int i = 0; i < 8; i++) digits[i] = (uint8_t)(split >> 8 * i);
    memcpy(to, digits, sizeof digits);
    return before + 8 - zeros;
}

#endif
