/* SPDX-License-Identifier: MIT */
/* How many nodes a text will have. */
#include "base/bytes.h"
#include "json/classify.h"
#include "json/tree.h"

#define EACH_BYTE(byte) ((byte)*UINT64_C(0x0101010101010101))

/* The high bit of each of eight bytes that is `byte`. */
static uint64_t find_byte(uint64_t word, unsigned char byte) {
    const uint64_t low_bits = EACH_BYTE(0x7F);
    uint64_t others = word ^ EACH_BYTE((uint64_t)byte);
    return ~(((others & low_bits) + low_bits) | others | low_bits);
}

/* How many of , : [ and { have no closing bracket right behind them. An upper bound: those in
 * strings are counted too, and so are those whose closing bracket is in the next block. */
static uint32_t count_leads(const char* text, uint32_t size) {
    uint32_t total = 0, at = 0;
#if VRMI_JSON_FAST
    for (; size - at >= VRMI_SCAN_BLOCK; at += VRMI_SCAN_BLOCK)
        total += vrmi_bit_count(vrmi_json_leads(text + at));
#endif
    for (; size - at >= 8; at += 8) {
        uint64_t word = vrmi_load_u64((const uint8_t*)text + at);
        uint64_t brackets = word | EACH_BYTE(0x20); /* [ and ] become { and } */
        uint64_t leads = find_byte(word, ',') | find_byte(word, ':') | find_byte(brackets, '{');
        leads &= ~(find_byte(brackets, '}') >> 8);
        total += (uint32_t)((leads >> 7) * EACH_BYTE(1) >> 56);
    }
    for (; at < size; at++) {
        bool is_lead = text[at] == ',' || text[at] == ':' || (text[at] | 0x20) == '{';
        total += is_lead && (at + 1 == size || (text[at + 1] | 0x20) != '}');
    }
    return total;
}

/* An upper bound. Every value but the root has a comma or an opening bracket before it, every key
 * has a colon behind it; an empty container's opening bracket does not count. Such characters
 * inside strings, and white space in an empty container, make the bound larger than the count. */
uint32_t vrmi_json_most_nodes(const char* text, uint32_t size) {
    return count_leads(text, size) + 1;
}

/* Nodes are most of a document's memory: the array should neither be much too large nor have to be
 * moved. A long text is sampled at even distances, and the estimate gets a reserve. */
uint64_t vrmi_json_guess_nodes(const char* text, uint32_t size) {
    enum { WINDOWS = 128, WINDOW = VRMI_JSON_SHORT_TEXT / WINDOWS };
    if (size <= VRMI_JSON_SHORT_TEXT) return vrmi_json_most_nodes(text, size);
    uint32_t step = size / WINDOWS;
    uint64_t found = 0;
    for (uint32_t i = 0; i < WINDOWS; i++) {
        /* A varying position within the step, so that samples do not coincide with a pattern of the
         * text. */
        uint32_t begin = i * step + (i + 1) * 2654435769u % (step - WINDOW + 1);
        found += count_leads(text + begin, WINDOW);
    }
    uint64_t guess = found * size / (WINDOWS * WINDOW);
    return guess + guess / 32 + 1;
}
