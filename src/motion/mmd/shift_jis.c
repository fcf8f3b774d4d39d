/* SPDX-License-Identifier: MIT */
#include "motion/mmd/shift_jis.h"

#include "base/utf8.h"

#include <string.h>

#define REPLACEMENT 0xFFFDu

static bool is_first(uint8_t byte) {
    return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
}

void vrmi_shift_jis_decode(const uint8_t* field, size_t size, char out[VRMI_MMD_NAME_SIZE]) {
    size_t used = 0;
    for (size_t i = 0; i < size && field[i] != 0 && used + 4 < VRMI_MMD_NAME_SIZE; i++) {
        uint32_t character = field[i];
        if (is_first(field[i])) {
            if (i + 1 == size || field[i + 1] == 0) break;
            character = vrmi_shift_jis_pair(field[i], field[i + 1]);
            i++;
        } else if (field[i] >= 0xA1 && field[i] <= 0xDF) {
            character = 0xFF61u + (uint32_t)(field[i] - 0xA1); /* katakana of half width */
        } else if (field[i] >= 0x80 || field[i] < 0x20) {
            character = REPLACEMENT;
        }
        used += vrmi_utf8_put(out + used, character);
    }
    out[used] = '\0';
}

/* ---- One spelling ---- */

/* Full width for U+FF61 to U+FF9F. */
static const uint_least16_t wide_katakana[] = u"。「」、・ヲァィゥェォャュョッーアイウエオカキクケ"
                                              u"コサシスセソタチツテトナニヌネノハヒフヘホマ"
                                              u"ミムメモヤユヨラリルレロワン゛゜";

/* With the mark of voice behind it (U+FF9E): the next character, as far as it has such a form. */
static uint32_t voiced(uint32_t katakana, uint32_t mark) {
    bool is_ha = katakana >= 0x30CF && katakana <= 0x30DB && (katakana - 0x30CF) % 3 == 0;
    bool is_ka = (katakana >= 0x30AB && katakana <= 0x30C1 && katakana % 2 == 1) ||
                 katakana == 0x30C4 || katakana == 0x30C6 || katakana == 0x30C8;
    if (mark == 0xFF9F) return is_ha ? katakana + 2 : 0;
    if (katakana == 0x30A6) return 0x30F4; /* vu */
    return is_ha || is_ka ? katakana + 1 : 0;
}

size_t vrmi_mmd_fold(const char* name, char* out, size_t room) {
    size_t used = 0, left = strlen(name);
    while (left > 0 && used + 4 < room) {
        uint32_t c = 0, mark = 0;
        size_t step = vrmi_utf8_next(name, left, &c);
        name += step;
        left -= step;
        if (c >= 0xFF01 && c <= 0xFF5E) {
            c -= 0xFEE0;
        } else if (c == 0x3000) {
            c = ' ';
        } else if (c >= 0xFF61 && c <= 0xFF9F) {
            c = wide_katakana[c - 0xFF61];
            step = vrmi_utf8_next(name, left, &mark);
            uint32_t whole = mark == 0xFF9E || mark == 0xFF9F ? voiced(c, mark) : 0;
            if (whole != 0) {
                c = whole;
                name += step;
                left -= step;
            }
        }
        used += vrmi_utf8_put(out + used, c);
    }
    out[used] = '\0';
    return used;
}
