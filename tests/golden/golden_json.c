/* SPDX-License-Identifier: MIT */
/* Hashes of what the JSON reader makes of a fixed set of texts, whole and broken, and of numbers
 * read and written. Its fast reader is written anew for each kind of CPU; they all must agree with
 * each other, and with the plain one. */
#include "base/hash.h"
#include "json/fast.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint32_t next_bits(uint64_t* random) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*random >> 32);
}

static const char sample[] =
    "{\"asset\":{\"version\":\"2.0\",\"generator\":\"a \\\"tool\\\" \\u00e9 "
    "\xE6\x9D\xB1\"},\"nodes\":[{\"name\":"
    "\"J_Bip_C_Head\",\"children\":[1,20,300],\"translation\":[0,-0.0625,1.25e-3],\"rotation\":"
    "[0.70710678,0,-0,0.70710678]},{\"mesh\":0,\"extras\":{\"a\":null,\"a\":true,\"b\":false}}],\n"
    "  \"accessors\" : [ { \"min\" : [ -1.5, 0 ], \"count\":65536 } ], "
    "\"e\":[1E+10,2e-7,-3.5E5,{}]}";

static uint64_t hash_tape(uint64_t hash, const vrmi_JsonTape* tape) {
    for (uint32_t i = 0; i < tape->count; i++) {
        const vrmi_JsonNode* node = &tape->nodes[i];
        hash = vrmi_hash_word(hash, (uint64_t)node->offset << 32 | node->size);
        hash = vrmi_hash_word(hash, (uint64_t)node->span << 32 | node->tag);
    }
    return hash;
}

static uint64_t hash_text(uint64_t hash, const char* text, uint32_t size, uint32_t* accepted) {
    vrmi_JsonTape tape = {.allocator = vrmi_allocator(NULL)};
    vrmi_JsonError error = {0};
    bool is_read = vrmi_json_read(text, size, 128, 10000, &tape, &error) == VRM_OK;
#if VRMI_JSON_FAST
    vrmi_JsonReadFn* readers[] = {vrmi_json_read_fast, vrmi_json_wide_reader()};
    for (int i = 0; i < 2 && readers[i] != NULL; i++) {
        vrmi_JsonTape fast = {.allocator = vrmi_allocator(NULL)};
        if (readers[i](text, size, 128, 10000, &fast) != is_read ||
            (is_read && hash_tape(0, &fast) != hash_tape(0, &tape)))
            printf("the readers differ on a text of %u bytes\n", size);
        vrmi_json_tape_release(&fast);
    }
#endif
    *accepted += is_read;
    hash = is_read ? hash_tape(hash, &tape) : vrmi_hash_word(hash, error.offset);
    vrmi_json_tape_release(&tape);
    return hash;
}

/* The sample behind up to 63 spaces, with one byte changed or not. */
static void texts(void) {
    static const char bytes[] = "\"\\{}[],:0-+.eE tn\n\x80\xE3";
    uint64_t random = 1, hash = 0;
    uint32_t accepted = 0;
    for (uint32_t round = 0; round < 20000; round++) {
        char text[sizeof sample + 64];
        uint32_t shift = round % 64, size = shift + (uint32_t)sizeof sample - 1;
        memset(text, ' ', shift);
        memcpy(text + shift, sample, sizeof sample - 1);
        uint32_t at = next_bits(&random) % size;
        if (round % 3 != 0) text[at] = bytes[next_bits(&random) % (sizeof bytes - 1)];
        if (round % 7 == 0) size = at;
        hash = hash_text(hash, text, size, &accepted);
    }
    printf("texts %016" PRIx64 "\n", hash);
    printf("accepted %016" PRIx64 "\n", (uint64_t)accepted);
}

static void numbers(void) {
    uint64_t random = 2, written = 0, read = 0;
    for (uint32_t round = 0; round < 50000; round++) {
        uint64_t bits = (uint64_t)next_bits(&random) << 32 | next_bits(&random);
        if ((bits >> 52 & 0x7FF) == 0x7FF) continue;
        double value, back = 0.0;
        memcpy(&value, &bits, sizeof value);
        char text[VRMI_JSON_NUMBER_ROOM];
        uint32_t size = vrmi_json_from_double(value, text);
        written = vrmi_hash(text, size, written);
        text[size - 1] = '7'; /* some other number */
        if (!vrmi_json_to_double(text, size, &back)) back = 0.0;
        memcpy(&bits, &back, sizeof bits);
        read = vrmi_hash_word(read, bits);
    }
    printf("written %016" PRIx64 "\n", written);
    printf("read %016" PRIx64 "\n", read);
}

int main(void) {
    texts();
    numbers();
    return 0;
}
