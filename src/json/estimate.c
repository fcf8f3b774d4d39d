/* SPDX-License-Identifier: MIT */
/* How many nodes a text will have. */
#include "json/classify.h"
#include "json/tree.h"

/* How many of , : [ and { have no closing bracket right behind them. An upper bound: those in
 * strings are counted too, and so are those whose closing bracket is in the next block. */
static uint32_t count_leads(const char* text, uint32_t size) {
    uint32_t total = 0, at = 0;
#if VRMI_JSON_FAST
    for (; size - at >= VRMI_SCAN_BLOCK; at += VRMI_SCAN_BLOCK)
        total += vrmi_bit_count(vrmi_json_leads(text + at));
#endif
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
