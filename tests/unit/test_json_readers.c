/* SPDX-License-Identifier: MIT */
/* The two readers of JSON text, one byte and 64 bytes at a time: they accept the same texts and
 * make the same nodes, wherever in a block a thing stands. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/memory.h"

#include "json/fast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if VRMI_JSON_FAST

#define MAX_DEPTH  128u
#define MAX_VALUES (1u << 26)

/* Whether a fast reader makes of a text what the plain one made. */
static void check_reader(vrmi_JsonReadFn* read, const char* text, uint32_t size, bool must_read,
                         const vrmi_JsonTape* plain) {
    vrm_Allocator allocator = vrmi_allocator(NULL);
    vrmi_JsonTape fast = {.allocator = allocator};
    bool is_read = read(text, size, MAX_DEPTH, MAX_VALUES, &fast);
    if (is_read != must_read)
        fail_msg("%s by %s reader: %.*s", is_read ? "accepted" : "refused",
                 read == vrmi_json_read_fast ? "the fast" : "the wide",
                 size < 2000 ? (int)size : 2000, text);
    if (is_read) {
        assert_int_equal(fast.count, plain->count);
        const vrmi_JsonMarks *a = &fast.marks, *b = &plain->marks;
        assert_int_equal(a->container_count, b->container_count);
        assert_int_equal(a->child_count, b->child_count);
        if (a->container_count > 0) {
            assert_memory_equal(a->containers, b->containers,
                                a->container_count * sizeof *a->containers);
            assert_memory_equal(a->children, b->children, a->child_count * sizeof *a->children);
        }
        assert_int_equal(fast.surrogate_count, plain->surrogate_count);
        assert_int_equal(fast.has_duplicate, plain->has_duplicate);
        assert_memory_equal(fast.nodes, plain->nodes, plain->count * sizeof *plain->nodes);
    }
    /* Counted, the room is what the text can need at most, and enough for a broken one too. */
    vrmi_JsonTape counted = {.allocator = allocator, .is_exact = true};
    assert_int_equal(read(text, size, MAX_DEPTH, MAX_VALUES, &counted), is_read);
    assert_true(counted.capacity <= vrmi_json_most_nodes(text, size));
    if (is_read)
        assert_memory_equal(counted.nodes, plain->nodes, plain->count * sizeof *plain->nodes);
    vrmi_json_tape_release(&counted);
    vrmi_json_tape_release(&fast);
}

/* The plain reader decides. A fast one may leave a text to it only if the text is one scalar. The
 * texts are copies of just their size, so that sanitizers see a read past the end. */
static void check_same(const char* given, size_t size) {
    char* text = malloc(size + (size == 0));
    assert_non_null(text);
    memcpy(text, given, size);
    vrmi_JsonTape plain = {.allocator = vrmi_allocator(NULL)};
    vrmi_JsonError error;
    vrm_Result result =
        vrmi_json_read_plain(text, (uint32_t)size, MAX_DEPTH, MAX_VALUES, &plain, &error);
    bool must_read = result == VRM_OK && vrmi_json_tag_type(plain.nodes[0].tag) >= VRM_JSON_ARRAY;
    check_reader(vrmi_json_read_fast, text, (uint32_t)size, must_read, &plain);
    if (vrmi_json_wide_reader() != NULL)
        check_reader(vrmi_json_wide_reader(), text, (uint32_t)size, must_read, &plain);
    vrmi_json_tape_release(&plain);
    free(text);
}

/* With up to 64 spaces before it, so that each byte is once the first and once the last of a block.
 */
static void check_shifted(const char* text, size_t size, size_t step) {
    char* shifted = malloc(size + 64);
    assert_non_null(shifted);
    for (size_t shift = 0; shift <= 64; shift += step) {
        memset(shifted, ' ', shift);
        memcpy(shifted + shift, text, size);
        check_same(shifted, size + shift);
    }
    free(shifted);
}

static uint32_t next_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void counted_room_is_that_of_the_nodes(void** state) {
    (void)state;
    static const char* const texts[] = {"[]", "{}", "[[],{},[{}]]",
                                        "{\"a\":[],\"b\":{\"c\":[1,2]}}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint32_t size = (uint32_t)strlen(texts[i]);
        vrmi_JsonTape tape = {.allocator = vrmi_allocator(NULL), .is_exact = true};
        vrmi_JsonError error;
        assert_int_equal(vrmi_json_read(texts[i], size, MAX_DEPTH, MAX_VALUES, &tape, &error),
                         VRM_OK);
        assert_int_equal(vrmi_json_most_nodes(texts[i], size), tape.count);
        vrmi_json_tape_release(&tape);
    }
}

static void hand_made_texts_are_read_alike_at_every_place_in_a_block(void** state) {
    (void)state;
    static const char* texts[] = {
        "[]",
        "{}",
        "[[],{},[{}]]",
        "{\"a\":1}",
        "{\"a\":1,\"b\":[2,3,{\"c\":null}],\"d\":\"e\"}",
        " { \"a\" : [ 1 , 2 ] , \"b\" : { } } \n",
        "[true,false,null]",
        "[true , false\t,\nnull\r]",
        "[\"\\\\\",\"\\\"\",\"\\\\\\\"\",\"a\\\\\"]",
        "[\"\\u00e9\\ud83d\\ude00\",\"\\ud800\"]",
        "[\"[1,2]\",\"{\\\"a\\\":1}\",\":\",\",\"]",
        "[\"\xE3\x81\x82\xF0\x9F\x98\x80\xC3\xA9\"]",
        "{\"a\":1,\"a\":2,\"b\":{\"c\":1,\"\\u0063\":2}}",
        "{\"\\u0061\":1,\"a\":2}",
        "{\"\":0,\"\":1}",
        "{\"abcdefgh\":1,\"abcdefgi\":2,\"abcdefgh\":3,\"abcdefg\":4}",
        "[0,-0,1,-1,10,0.5,-0.5,1.25,1e5,1E+5,1e-5,-1.5e+10,123456789012345678901234567890]",
        /* wrong */
        "[",
        "]",
        "{",
        "}",
        "[1",
        "[1,",
        "[1,]",
        "[}",
        "{]",
        "[,]",
        "{\"a\":}",
        "[,1]",
        "[1,,2]",
        "[1 2]",
        "[:1]",
        "[1:2]",
        "{1:2}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"::1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "[[1]",
        "[1]]",
        "[1}",
        "{\"a\":1]",
        "[1]x",
        "[1] 2",
        "[\"a]",
        "[\"a\\\"]",
        "[\"\\x\"]",
        "[\"\\u12\"]",
        "[\"\t\"]",
        "[\"\n\"]",
        "[tru]",
        "[truee]",
        "[true1]",
        "[True]",
        "[true\x1A]",
        "[null\x01,1]",
        "[\"a\"\x0B]",
        "[nul]",
        "[falsey]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[01]",
        "[-01]",
        "[-]",
        "[--1]",
        "[1-1]",
        "[1+1]",
        "[1.2.3]",
        "[1e]",
        "[1e+]",
        "[1e1e1]",
        "[1e1.5]",
        "[1.e5]",
        "[1e5.]",
        "[0x10]",
        "[1a]",
        "[1_000]",
        "[*]",
        "[<]",
        "[1*2]",
        "{*}",
        "[\f1]",
        "[1\\]",
        "\\[1]",
        "[\\\"a\"]",
        "[\"a\"\"b\"]",
        "[\"a\"1]",
        "[1\"a\"]",
        "[\"\xC0\x80\"]",
        "[\"\xE3\x81\"]",
        "[\"\xED\xA0\x80\"]",
        "[\"\xF4\x90\x80\x80\"]",
        "[\x80]",
        "[\"\xFF\"]",
        "[1\xC3\xA9]",
        "[\"\xE3\"",
        "[\"a",
        "[\"\\",
        "[-",
        "[1e",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_shifted(texts[i], strlen(texts[i]), 1);
}

static void name_of_the_reader_is_that_of_the_chosen_one(void** state) {
    (void)state;
    bool is_wide = vrmi_json_wide_reader() != NULL;
    assert_int_equal(strcmp(vrm_json_reader_name(), "AVX2") == 0, is_wide);
    assert_string_not_equal(vrm_json_reader_name(), "plain C");
}

/* Every text of up to six of the bytes that numbers are made of. */
static void all_short_numbers_are_read_alike(void** state) {
    (void)state;
    static const char bytes[] = "01-+.e";
    for (uint32_t length = 1; length <= 6; length++) {
        uint32_t combinations = 1;
        for (uint32_t i = 0; i < length; i++) combinations *= 6;
        for (uint32_t code = 0; code < combinations; code++) {
            char text[128] = "[";
            uint32_t at = 1 + (code * 7 + length) % 64; /* somewhere in a block */
            memset(text + 1, ' ', at - 1);
            for (uint32_t i = 0, rest = code; i < length; i++, rest /= 6)
                text[at++] = bytes[rest % 6];
            text[at++] = ']';
            check_same(text, at);
        }
    }
}

/* A random text: nested, with everything that JSON has, compact or with white space. */
typedef struct Maker {
    char* text;
    size_t size, capacity;
    uint32_t random;
    bool is_spaced;
} Maker;

static void put(Maker* maker, const char* text) {
    size_t size = strlen(text);
    if (maker->size + size + 64 > maker->capacity) {
        maker->capacity = (maker->capacity + size) * 2 + 256;
        maker->text = realloc(maker->text, maker->capacity);
        assert_non_null(maker->text);
    }
    memcpy(maker->text + maker->size, text, size);
    maker->size += size;
    if (maker->is_spaced)
        for (uint32_t i = next_random(&maker->random) % 4; i > 0; i--)
            maker->text[maker->size++] = " \n\t\r"[next_random(&maker->random) % 4];
}

static void put_scalar(Maker* maker) {
    static const char long_string[] =
        "\"a string that is longer than sixteen bytes, and than sixty-four, so that it covers a "
        "whole block of them\"";
    static const char* scalars[] = {"0",
                                    "-1",
                                    "12.5",
                                    "1e-7",
                                    "-0.003E+12",
                                    "123456789.123456789",
                                    "true",
                                    "false",
                                    "null",
                                    "\"\"",
                                    "\"abc\"",
                                    "\"\\n\\u0041\"",
                                    "\"\u3042\u3044\"",
                                    "\"{[,:]}\"",
                                    "\"\\\\\"",
                                    long_string};
    put(maker, scalars[next_random(&maker->random) % 16]);
}

static void put_key(Maker* maker) {
    static const char* keys[] = {
        "name",       "bufferView",      "byteOffset",      "a", "", "\\u0061",
        "extensions", "baseColorFactor", "baseColorTexture"};
    char key[32];
    snprintf(key, sizeof key, "\"%s%u\"", keys[next_random(&maker->random) % 9],
             next_random(&maker->random) % 12);
    put(maker, key);
    put(maker, ":");
}

static void make_text(Maker* maker, uint32_t values) {
    char open[64];
    uint32_t depth = 0;
    bool is_first = true;
    do {
        uint32_t choice = depth == 0 ? 1 : next_random(&maker->random) % 8;
        if (depth > 0 && (values == 0 || choice == 0)) {
            put(maker, open[--depth] == '[' ? "]" : "}");
            is_first = false;
            continue;
        }
        if (!is_first) put(maker, ",");
        if (depth > 0 && open[depth - 1] == '{') put_key(maker);
        is_first = false;
        if (values > 0) values--;
        if (choice < 3 && depth < sizeof open) {
            open[depth] = next_random(&maker->random) % 2 == 0 ? '[' : '{';
            put(maker, open[depth++] == '[' ? "[" : "{");
            is_first = true;
        } else {
            put_scalar(maker);
        }
    } while (depth > 0);
}

static void random_texts_are_read_alike_broken_or_not(void** state) {
    (void)state;
    uint32_t random = 3;
    for (uint32_t round = 0; round < 400; round++) {
        Maker maker = {.random = round, .is_spaced = round % 2 == 0};
        make_text(&maker, round % 37 == 0 ? 4000 : round % 90);
        check_same(maker.text, maker.size);
        static const char bytes[] = "\"\\{}[],:0-+.eE tnuz*</\n\f\x01\x1F\x7F\x80\xE3\xFF";
        for (uint32_t i = 0; i < 40; i++) {
            size_t at = next_random(&random) % maker.size;
            char kept = maker.text[at];
            maker.text[at] = bytes[next_random(&random) % (sizeof bytes - 1)];
            check_same(maker.text, maker.size);
            check_same(maker.text, at);
            maker.text[at] = kept;
        }
        free(maker.text);
    }
}

static void objects_of_every_size_have_the_same_duplicates(void** state) {
    (void)state;
    for (uint32_t count = 1; count < 150; count++) {
        char text[4096];
        char* at = text + sprintf(text, "[{");
        for (uint32_t i = 0; i < count; i++)
            at += sprintf(at, "%s\"sameBeginning%u\":[]", i > 0 ? "," : "",
                          i * 7 % (count - count / 9));
        at += sprintf(at, "}]");
        check_same(text, (size_t)(at - text));
    }
}

/* Values that the guess of their number misses or hits, between strings in which there are none. */
static void values_between_long_strings_have_room(void** state) {
    (void)state;
    enum { SIZE = 60000, VALUES = 150 };
    char* text = malloc(SIZE);
    assert_non_null(text);
    memset(text, 'a', SIZE);
    text[0] = '"';
    text[SIZE - 1] = '"';
    check_same(text, SIZE); /* one string, no sign of a value */
    static const char* const values[] = {"1,", "{},", "[],", "[[[{}]]],", "{\"a\":1},"};
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        size_t length = strlen(values[v]);
        for (size_t at = 1000; at < 3000; at += 37) {
            memset(text, 'a', SIZE);
            memcpy(text, "[\"", 2);
            memcpy(text + at, "\",", 2);
            for (size_t i = 0; i < VALUES; i++)
                memcpy(text + at + 2 + i * length, values[v], length);
            text[at + 2 + VALUES * length] = '"';
            memcpy(text + SIZE - 2, "\"]", 2);
            check_same(text, SIZE);
        }
    }
    free(text);
}

static bool is_read(vrmi_JsonReadFn* read, const Maker* maker, uint32_t max_depth,
                    uint32_t max_values) {
    vrmi_JsonTape tape = {.allocator = vrmi_allocator(NULL)};
    bool result = read(maker->text, (uint32_t)maker->size, max_depth, max_values, &tape);
    vrmi_json_tape_release(&tape);
    return result;
}

static void check_limits(const Maker* maker, uint32_t max_depth, uint32_t max_values) {
    vrmi_JsonTape tape = {.allocator = vrmi_allocator(NULL)};
    vrmi_JsonError error;
    bool expected = vrmi_json_read_plain(maker->text, (uint32_t)maker->size, max_depth, max_values,
                                         &tape, &error) == VRM_OK;
    vrmi_json_tape_release(&tape);
    assert_int_equal(is_read(vrmi_json_read_fast, maker, max_depth, max_values), expected);
    if (vrmi_json_wide_reader() != NULL)
        assert_int_equal(is_read(vrmi_json_wide_reader(), maker, max_depth, max_values), expected);
}

static void limits_are_those_of_the_plain_reader(void** state) {
    (void)state;
    for (uint32_t depth = 1; depth < 9; depth++) {
        Maker maker = {.text = NULL};
        for (uint32_t i = 0; i < depth; i++) put(&maker, i % 2 == 0 ? "[" : "{\"a\":");
        put(&maker, "1");
        for (uint32_t i = depth; i-- > 0;) put(&maker, i % 2 == 0 ? "]" : "}");
        for (uint32_t max = 1; max < 10; max++) check_limits(&maker, max, MAX_VALUES);
        free(maker.text);
    }
    static const uint32_t counts[] = {1, 50, 500, 1500, 20000}; /* tokens come by the thousand */
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        Maker maker = {.text = NULL};
        put(&maker, "[");
        for (uint32_t value = 1; value < counts[i]; value++) put(&maker, "1,");
        put(&maker, "1]");
        for (uint32_t more = 0; more < 5; more++)
            check_limits(&maker, MAX_DEPTH, counts[i] - 1 + more);
        check_limits(&maker, MAX_DEPTH, counts[i] / 2);
        free(maker.text);
    }
}

typedef struct Reading {
    vrmi_JsonReadFn* read;
    const Maker* maker;
    bool is_exact;
} Reading;

static vrm_Result read_with(const vrm_Allocator* allocator, void* ctx) {
    const Reading* reading = ctx;
    vrmi_JsonTape tape = {.allocator = *allocator, .is_exact = reading->is_exact};
    bool result = reading->read(reading->maker->text, (uint32_t)reading->maker->size, MAX_DEPTH,
                                MAX_VALUES, &tape);
    vrmi_json_tape_release(&tape);
    return result ? VRM_OK : VRM_ERR_MEMORY;
}

/* A string full of what looks like values, so that too much room is returned; large objects with
 * equal keys, and many values. */
static void memory_may_end_anywhere(void** state) {
    (void)state;
    Maker maker = {.random = 7};
    put(&maker, "[\"");
    for (uint32_t i = 0; i < 30000; i++) put(&maker, ",");
    put(&maker, "\",{");
    for (uint32_t i = 0; i < 120; i++) put_key(&maker), put(&maker, "1,");
    put(&maker, "\"a\":1,\"a\":2},[");
    for (uint32_t i = 0; i < 3000; i++) put(&maker, "[],");
    put(&maker, "1]]");
    check_same(maker.text, maker.size);
    for (int is_exact = 0; is_exact < 2; is_exact++) {
        Reading reading = {vrmi_json_read_fast, &maker, is_exact != 0};
        assert_true(test_every_allocation_failing(read_with, &reading) > 0);
        reading.read = vrmi_json_wide_reader();
        if (reading.read != NULL)
            assert_true(test_every_allocation_failing(read_with, &reading) > 0);
    }
    free(maker.text);
}

static void corpus_texts_are_read_alike(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("json", ".json");
    for (size_t i = 0; i < files.count; i++) {
        TestBytes bytes = test_read_file(files.paths[i]);
        check_shifted((const char*)bytes.data, bytes.size, bytes.size < 2000 ? 1 : 64);
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
    files = corpus_files("gltf", ".gltf");
    for (size_t i = 0; i < files.count; i++) {
        TestBytes bytes = test_read_file(files.paths[i]);
        check_same((const char*)bytes.data, bytes.size);
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_room_is_that_of_the_nodes),
        cmocka_unit_test(hand_made_texts_are_read_alike_at_every_place_in_a_block),
        cmocka_unit_test(all_short_numbers_are_read_alike),
        cmocka_unit_test(name_of_the_reader_is_that_of_the_chosen_one),
        cmocka_unit_test(random_texts_are_read_alike_broken_or_not),
        cmocka_unit_test(objects_of_every_size_have_the_same_duplicates),
        cmocka_unit_test(values_between_long_strings_have_room),
        cmocka_unit_test(limits_are_those_of_the_plain_reader),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(corpus_texts_are_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void there_is_only_the_plain_reader_on_this_machine(void** state) {
    (void)state;
    skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_only_the_plain_reader_on_this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
