/* SPDX-License-Identifier: MIT */
/* Replaces src/motion/mmd/shift_jis_table.c: browsers and Node have the table (17 kB) already. */
#include "web.h"

WEB_IMPORT(host, shiftJis)
uint32_t web_shift_jis(uint32_t first, uint32_t second);

uint32_t vrmi_shift_jis_pair(uint8_t first, uint8_t second);
uint32_t vrmi_shift_jis_pair(uint8_t first, uint8_t second) {
    return web_shift_jis(first, second);
}
