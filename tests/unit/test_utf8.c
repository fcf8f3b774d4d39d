/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include "support/check.h"

#include <string.h>

/* The definition, written differently: what encodes to exactly these bytes. */
static bool is_character(const uint8_t* bytes, size_t size, uint32_t* out_character) {
    uint32_t c;
    if (size == 1)
        c = bytes[0];
    else if (size == 2)
        c = (bytes[0] - 0xC0u) << 6 | (bytes[1] - 0x80u);
    else if (size == 3)
        c = (bytes[0] - 0xE0u) << 12 | (bytes[1] - 0x80u) << 6 | (bytes[2] - 0x80u);
    else
        c = (bytes[0] - 0xF0u) << 18 | (bytes[1] - 0x80u) << 12 | (bytes[2] - 0x80u) << 6 |
            (bytes[3] - 0x80u);
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return false;
    char again[4];
    *out_character = c;
    return vrmi_utf8_put(again, c) == size && memcmp(again, bytes, size) == 0;
}

static void utf8_put_and_next_agree_on_every_character(void** state) {
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        if (c >= 0xD800 && c < 0xE000) continue;
        char bytes[4];
        size_t length = vrmi_utf8_put(bytes, c);
        assert_int_equal(length, c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
        uint32_t again;
        assert_int_equal(vrmi_utf8_next(bytes, length, &again), length);
        assert_int_equal(again, c);
        assert_true(vrmi_utf8_is_valid(bytes, length));
        for (size_t cut = 1; cut < length; cut++) {
            assert_int_equal(vrmi_utf8_next(bytes, cut, &again), cut);
            assert_int_equal(again, VRMI_UTF8_BAD);
            assert_false(vrmi_utf8_is_valid(bytes, cut));
        }
    }
}

/* All 16.8 million triples, and the quadruples whose last byte is one of the borders. */
static void utf8_next_accepts_exactly_what_a_character_encodes_to(void** state) {
    (void)state;
    const uint8_t last[] = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
    for (uint32_t triple = 0; triple < 0x1000000; triple++) {
        uint8_t bytes[4] = {(uint8_t)(triple >> 16), (uint8_t)(triple >> 8), (uint8_t)triple, 0};
        if (triple & 0x1F && bytes[0] < 0xE0) continue; /* the third byte does not matter there */
        bytes[3] = last[triple % 6];
        uint32_t got, wanted = VRMI_UTF8_BAD;
        size_t length = vrmi_utf8_next((const char*)bytes, 4, &got);
        bool is_good = false;
        for (size_t size = 1; size <= 4 && !is_good; size++)
            is_good = is_character(bytes, size, &wanted);
        if (!is_good) wanted = VRMI_UTF8_BAD;
        if (got != wanted || length < 1 || length > (is_good ? 4 : 3))
            fail_msg("%06x %02x: %x, not %x", triple, bytes[3], got, wanted);
    }
}

static size_t count_characters(const char* text, size_t size) {
    size_t count = 0;
    for (uint32_t character; size > 0; count++) {
        size_t length = vrmi_utf8_next(text, size, &character);
        text += length;
        size -= length;
    }
    return count;
}

/* The Unicode standard, table 3-8: how many replacement characters these bytes give. */
static void utf8_takes_bad_bytes_in_maximal_subparts(void** state) {
    (void)state;
    const char* text = "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64";
    assert_int_equal(count_characters(text, 13), 10);
    assert_int_equal(count_characters("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", 9), 9);
    assert_int_equal(count_characters("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", 9), 9);
    assert_int_equal(count_characters("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", 9), 9);
    assert_int_equal(count_characters("", 0), 0);
    uint32_t character;
    assert_int_equal(vrmi_utf8_next("", 0, &character), 0);
    assert_int_equal(character, VRMI_UTF8_BAD);
}

static void utf8_put_writes_the_replacement_for_what_is_no_character(void** state) {
    (void)state;
    const uint32_t bad[] = {0xD800, 0xDFFF, 0x110000, VRMI_UTF8_BAD};
    for (int i = 0; i < 4; i++) {
        char bytes[4];
        assert_int_equal(vrmi_utf8_put(bytes, bad[i]), 3);
        assert_memory_equal(bytes, "\xEF\xBF\xBD", 3);
    }
}

static void utf8_is_valid_finds_one_bad_byte_anywhere(void** state) {
    (void)state;
    char text[40];
    for (size_t size = 0; size <= sizeof text; size++) {
        memset(text, 'a', sizeof text);
        assert_true(vrmi_utf8_is_valid(text, size));
        for (size_t i = 0; i < size; i++) {
            text[i] = (char)0xFF;
            assert_false(vrmi_utf8_is_valid(text, size));
            text[i] = 'a';
        }
    }
}

static void utf8_cut_never_splits_a_character(void** state) {
    (void)state;
    const char* text = "a\xC3\xA9\xE3\x81\x82\xF0\x9F\x98\x80z"; /* 1, 2, 3, 4, 1 bytes */
    const size_t wanted[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t limit = 0; limit <= 12; limit++)
        assert_int_equal(vrmi_utf8_cut(text, 11, limit), wanted[limit]);
    assert_int_equal(vrmi_utf8_cut("\x80\x80\x80\x80\x80\x80", 6, 5), 5);
    assert_int_equal(vrmi_utf8_cut("\x80\x80\x80", 3, 1), 1);
    assert_int_equal(vrmi_utf8_cut("a\x80\x80\x80", 4, 2), 2); /* no character to protect */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_put_and_next_agree_on_every_character),
        cmocka_unit_test(utf8_next_accepts_exactly_what_a_character_encodes_to),
        cmocka_unit_test(utf8_takes_bad_bytes_in_maximal_subparts),
        cmocka_unit_test(utf8_put_writes_the_replacement_for_what_is_no_character),
        cmocka_unit_test(utf8_is_valid_finds_one_bad_byte_anywhere),
        cmocka_unit_test(utf8_cut_never_splits_a_character),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
