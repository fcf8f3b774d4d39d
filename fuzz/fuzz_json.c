/* SPDX-License-Identifier: MIT */
/* JSON text: read it, look at everything in it, edit it as the input says, write it, read that
 * again and find the same. Short texts are also read with white space behind them, which is what
 * makes the library take its other reader. */
#include "vrm/json.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define REQUIRE(claim) ((claim) ? (void)0 : abort())
#define MAX_DEPTH      128

static uint32_t next_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* ---- Comparing ---- */

static void compare_scalars(const vrm_Json* a, vrm_JsonRef x, const vrm_Json* b, vrm_JsonRef y) {
    vrm_Span s = vrm_json_text(a, x), t = vrm_json_text(b, y);
    REQUIRE(s.size == t.size && memcmp(s.data, t.data, s.size) == 0);
}

/* Level by level with iterators, as a user would. */
static void compare(const vrm_Json* a, const vrm_Json* b) {
    vrm_JsonIter left[MAX_DEPTH], right[MAX_DEPTH];
    uint32_t depth = 0;
    vrm_JsonRef x = vrm_json_root(a), y = vrm_json_root(b);
    for (;;) {
        vrm_JsonType type = vrm_json_type(a, x);
        REQUIRE(type == vrm_json_type(b, y));
        REQUIRE(vrm_json_count(a, x) == vrm_json_count(b, y));
        if (type >= VRM_JSON_ARRAY) {
            REQUIRE(depth < MAX_DEPTH);
            left[depth] = vrm_json_iter(a, x);
            right[depth++] = vrm_json_iter(b, y);
        } else {
            compare_scalars(a, x, b, y);
        }
        while (depth > 0) {
            bool has_left = vrm_json_next(&left[depth - 1]);
            REQUIRE(has_left == vrm_json_next(&right[depth - 1]));
            if (has_left) break;
            depth--;
        }
        if (depth == 0) return;
        x = left[depth - 1].value;
        y = right[depth - 1].value;
        REQUIRE(left[depth - 1].index == right[depth - 1].index);
        REQUIRE((left[depth - 1].key == VRM_JSON_MISSING) ==
                (right[depth - 1].key == VRM_JSON_MISSING));
        if (left[depth - 1].key != VRM_JSON_MISSING)
            compare_scalars(a, left[depth - 1].key, b, right[depth - 1].key);
    }
}

/* ---- Looking ---- */

/* The pointer leads back to the value, unless a duplicate of a key is on the way. */
static void check_pointer(const vrm_Json* json, vrm_JsonRef ref, bool is_unique) {
    char short_buffer[8], buffer[512];
    size_t length = vrm_json_pointer(json, ref, short_buffer, sizeof short_buffer);
    REQUIRE(memchr(short_buffer, 0, sizeof short_buffer) != NULL);
    REQUIRE(vrm_json_pointer(json, ref, buffer, sizeof buffer) == length);
    if (length >= sizeof buffer || strlen(buffer) != length) return; /* U+0000 in a key */
    if (!is_unique) return;
    vrm_JsonRef found = vrm_json_at(json, buffer);
    bool is_key = vrm_json_type(json, ref) == VRM_JSON_STRING && found == ref + 1;
    bool is_removed = length == 0 && found == vrm_json_root(json);
    REQUIRE(found == ref || is_key || is_removed);
}

static void look_at_all(const vrm_Json* json, bool is_unique) {
    for (vrm_JsonRef ref = 0; vrm_json_type(json, ref) != VRM_JSON_NONE; ref++) {
        char buffer[64];
        int64_t integer;
        double number = vrm_json_number(json, ref, 0.0);
        REQUIRE(number - number == 0.0);
        if (vrm_json_integer(json, ref, &integer) && integer < 1 << 30 && integer > -(1 << 30))
            REQUIRE((double)integer == number);
        size_t length = vrm_json_string(json, ref, buffer, sizeof buffer);
        if (vrm_json_type(json, ref) == VRM_JSON_STRING && length < sizeof buffer &&
            strlen(buffer) == length)
            REQUIRE(vrm_json_equals(json, ref, buffer));
        vrm_json_bool(json, ref, false);
        bool may_be_edited = vrm_json_is_edited(json) && vrm_json_type(json, ref) >= VRM_JSON_ARRAY;
        REQUIRE(vrm_json_text(json, ref).size > 0 || may_be_edited);
        if (ref < 200) check_pointer(json, ref, is_unique);
    }
}

/* ---- Editing ---- */

static const char* const values[] = {
    "0",    "-1.5e3", "\"x\"", "\"\\u00e9\\n\"",       "true",
    "null", "[]",     "{}",    "[1, [2], {\"a\": 3}]", "{\"k\":{\"l\":[]}}",
    " 7 ",  "[1",     ""};
static const char* const keys[] = {"a", "b", "", "k", "\"\n", "\xC3\xA9", "\xFF", "extensions"};

static void edit(vrm_Json* json, uint32_t steps, uint32_t* random, bool is_unique) {
    uint32_t refs = 1;
    while (vrm_json_type(json, refs) != VRM_JSON_NONE) refs++;
    for (uint32_t i = 0; i < steps; i++) {
        vrm_JsonRef at = next_random(random) % refs, made = VRM_JSON_MISSING;
        const char* text = values[next_random(random) % (sizeof values / sizeof values[0])];
        const char* key = keys[next_random(random) % (sizeof keys / sizeof keys[0])];
        size_t size = strlen(text);
        if (next_random(random) % 4 == 0) { /* what the document has itself */
            vrm_Span span = vrm_json_text(json, next_random(random) % refs);
            if (span.size > 0 && span.size < 1000) {
                text = span.data;
                size = span.size;
            }
        }
        switch (next_random(random) % 6) {
        case 0: vrm_json_set(json, at, key, text, size, &made); break;
        case 1: vrm_json_remove(json, at, key); break;
        case 2: {
            uint32_t index = next_random(random) % (vrm_json_count(json, at) + 2);
            vrm_json_insert(json, at, index, text, size, &made);
            break;
        }
        case 3: vrm_json_remove_at(json, at, next_random(random) % 8); break;
        case 4: vrm_json_replace(json, at, text, size, &made); break;
        default: vrm_json_set(json, vrm_json_root(json), key, text, size, &made); break;
        }
        if (made != VRM_JSON_MISSING) {
            REQUIRE(vrm_json_is_edited(json));
            check_pointer(json, made, is_unique);
            if (made >= refs) refs = made + 1;
        }
    }
}

static char* write_text(const vrm_Json* json, size_t* out_size) {
    *out_size = vrm_json_written_size(json);
    char* text = malloc(*out_size);
    REQUIRE(text != NULL);
    REQUIRE(vrm_json_write(json, text, *out_size) == VRM_OK);
    return text;
}

/* What was written reads as the same document, and is written the same again. */
static void check_written(const vrm_Json* json) {
    size_t size, again_size;
    char* text = write_text(json, &size);
    vrm_Json* again = NULL;
    REQUIRE(vrm_json_parse(text, size, NULL, NULL, &again) == VRM_OK);
    compare(json, again);
    char* text_again = write_text(again, &again_size);
    REQUIRE(again_size == size && memcmp(text, text_again, size) == 0);
    free(text_again);
    free(text);
    vrm_json_destroy(again);
}

/* Spaces before the text move it through the blocks that the other reader takes. */
static void check_other_reader(const vrm_Json* json, const char* text, size_t size,
                               uint32_t shift) {
    char padded[320];
    if (size > 120) return;
    memset(padded, ' ', sizeof padded);
    memcpy(padded + shift, text, size);
    vrm_Json* other = NULL;
    vrm_json_parse(padded, sizeof padded, NULL, NULL, &other);
    REQUIRE((json == NULL) == (other == NULL));
    if (json != NULL) compare(json, other);
    vrm_json_destroy(other);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Json* json = NULL;
    vrm_Report* report = NULL;
    REQUIRE(vrm_report_create(NULL, &report) == VRM_OK);
    vrm_Result result = vrm_json_parse((const char*)data, size, NULL, report, &json);
    REQUIRE((result == VRM_OK) == (json != NULL));
    REQUIRE(result == VRM_OK || vrm_report_count(report) == 1);
    uint32_t random = 1;
    for (size_t i = 0; i < size; i++) random = random * 31 + data[i];
    check_other_reader(json, (const char*)data, size, random % 128);
    if (json != NULL) {
        bool is_unique =
            vrm_report_total(report, VRM_ERROR) == 0 && vrm_report_total(report, VRM_WARNING) == 0;
        look_at_all(json, is_unique);
        check_written(json);
        edit(json, 1 + random % 40, &random, is_unique);
        look_at_all(json, is_unique);
        check_written(json);
    }
    vrm_json_destroy(json);
    vrm_report_destroy(report);
    return 0;
}
