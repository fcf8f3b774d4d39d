/* SPDX-License-Identifier: MIT */
#include "motion/mmd/shift_jis.h"
#include "motion/mmd/shift_jis_rows.h"

#include <string.h>

uint32_t vrmi_shift_jis_pair(uint8_t first, uint8_t second) {
    const uint8_t* row = memchr(vrmi_shift_jis_firsts, first, sizeof vrmi_shift_jis_firsts);
    if (row == NULL || second < 0x40 || second == 0x7F || second > 0xFC) return 0xFFFD;
    return vrmi_shift_jis_rows[row - vrmi_shift_jis_firsts]
                              [second - (second < 0x7F ? 0x40u : 0x41u)];
}
