/* SPDX-License-Identifier: MIT */
#include "vrm/text.h"

#include "base/utf8.h"
#include "support/check.h"

#include <string.h>

static void expect_terminal(const char* text, const char* wanted) {
    char buffer[256];
    assert_int_equal(vrm_text_for_terminal(text, strlen(text), buffer, sizeof buffer),
                     strlen(wanted));
    assert_string_equal(buffer, wanted);
}

static void expect_file_name(const char* text, const char* wanted) {
    char buffer[VRM_FILE_NAME_MAX + 1];
    assert_int_equal(vrm_text_for_file_name(text, strlen(text), buffer, sizeof buffer),
                     strlen(wanted));
    assert_string_equal(buffer, wanted);
}

static void terminal_text_keeps_what_people_write(void** state) {
    (void)state;
    expect_terminal("", "");
    expect_terminal("Alicia Solid", "Alicia Solid");
    expect_terminal("\xE3\x82\xA2\xE3\x83\xAA\xE3\x82\xB7\xE3\x82\xA2",
                    "\xE3\x82\xA2\xE3\x83\xAA\xE3\x82\xB7\xE3\x82\xA2");
    expect_terminal("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x8E\xA4", /* joined emoji */
                    "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x8E\xA4");
}

static void terminal_text_escapes_what_a_terminal_would_obey(void** state) {
    (void)state;
    expect_terminal("a\x1B[31mb", "a\\u{1b}[31mb");
    expect_terminal("a\nb\tc\rd\\", "a\\nb\\tc\\rd\\\\");
    expect_terminal("\x07\x7F\xC2\x9B", "\\u{7}\\u{7f}\\u{9b}");
    expect_terminal("evil\xE2\x80\xAEgpj.exe", "evil\\u{202e}gpj.exe");
    expect_terminal("\xE2\x81\xA6x\xE2\x81\xA9\xE2\x80\x8E\xE2\x80\x8F",
                    "\\u{2066}x\\u{2069}\\u{200e}\\u{200f}");
    expect_terminal("\xE2\x80\xA8", "\\u{2028}");
    expect_terminal("\xFF\xC3(\xED\xA0\x80", "\\xff\\xc3(\\xed\\xa0\\x80");
    char buffer[16];
    vrm_text_for_terminal("a\0b", 3, buffer, sizeof buffer);
    assert_string_equal(buffer, "a\\u{0}b");
}

/* Whatever goes in, what comes out is one line of valid UTF-8 without a control character. */
static void terminal_text_is_harmless_for_all_bytes(void** state) {
    (void)state;
    uint32_t random = 1;
    for (int i = 0; i < 20000; i++) {
        char text[24], buffer[24 * 10 + 1];
        for (size_t k = 0; k < sizeof text; k++) {
            random = random * 1664525u + 1013904223u;
            text[k] = (char)(random >> 24);
        }
        size_t length = vrm_text_for_terminal(text, sizeof text, buffer, sizeof buffer);
        assert_int_equal(strlen(buffer), length);
        assert_true(vrmi_utf8_is_valid(buffer, length));
        for (size_t k = 0; k < length; k++) assert_true((uint8_t)buffer[k] >= 0x20);
    }
}

static void text_that_does_not_fit_is_cut_between_pieces(void** state) {
    (void)state;
    const char* text = "a\x1B\xE3\x81\x82z"; /* a \u{1b} あ z: 1, 6, 3, 1 bytes */
    const size_t kept[] = {0, 0, 1, 1, 1, 1, 1, 1, 7, 7, 7, 10, 11};
    assert_int_equal(vrm_text_for_terminal(text, 6, NULL, 0), 11);
    for (size_t size = 1; size <= 12; size++) {
        char buffer[16];
        memset(buffer, '#', sizeof buffer);
        assert_int_equal(vrm_text_for_terminal(text, 6, buffer, size), 11);
        assert_int_equal(strlen(buffer), kept[size]);
        assert_int_equal(buffer[size], '#');
    }
    assert_int_equal(vrm_text_for_terminal(NULL, 0, NULL, 0), 0);
    char two[3] = "##";
    assert_int_equal(vrm_text_for_file_name("\xE3\x81\x82z", 4, two, 2), 4);
    assert_string_equal(two, "");
}

/* R-029 */
static void file_name_has_no_separator_wildcard_or_control_character(void** state) {
    (void)state;
    expect_file_name("a\\b/c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j");
    expect_file_name("a\x01z\x7Fy\xC2\x85", "a_z_y_");
    expect_file_name("pic\xE2\x80\xAEgpj.vrm", "pic_gpj.vrm");
    expect_file_name("bad\xFF\xC3(", "bad__(");
    expect_file_name("\xE3\x82\xA2 1.0", "\xE3\x82\xA2 1.0");
}

/* R-029 */
static void file_name_neither_hides_nor_climbs_nor_looks_like_an_option(void** state) {
    (void)state;
    expect_file_name("..", "_");
    expect_file_name(".", "_");
    expect_file_name("", "_");
    expect_file_name(" . . ", "_");
    expect_file_name("../../etc/passwd", "_.._etc_passwd");
    expect_file_name(".bashrc", "bashrc");
    expect_file_name("name. . ", "name");
    expect_file_name("-rf", "_rf");
    expect_file_name(" -x", "_x");
    expect_file_name("C:\\Windows", "C__Windows");
}

/* R-029 */
static void file_name_is_no_windows_device(void** state) {
    (void)state;
    expect_file_name("CON", "_CON");
    expect_file_name("nul", "_nul");
    expect_file_name("Aux.vrm", "_Aux.vrm");
    expect_file_name("prn .txt", "_prn .txt");
    expect_file_name("com1", "_com1");
    expect_file_name("LPT9.tar.gz", "_LPT9.tar.gz");
    expect_file_name("COM\xC2\xB2", "_COM\xC2\xB2");
    expect_file_name("conout$", "_conout$");
    expect_file_name("console", "console");
    expect_file_name("com10", "com10");
    expect_file_name("auxiliary.vrm", "auxiliary.vrm");
    expect_file_name("nul\x01", "nul_");
}

/* R-029, R-030 */
static void file_name_is_cut_at_a_character_and_stays_a_name(void** state) {
    (void)state;
    static char text[1000000];
    for (size_t i = 0; i + 3 <= sizeof text; i += 3) memcpy(text + i, "\xE3\x82\xA2", 3);
    char buffer[VRM_FILE_NAME_MAX + 1];
    for (size_t ascii = 0; ascii < 4; ascii++) {
        memset(text, 'a', 3 * ascii);
        size_t length = vrm_text_for_file_name(text, sizeof text, buffer, sizeof buffer);
        assert_in_range(length, VRM_FILE_NAME_MAX - 4, VRM_FILE_NAME_MAX);
        assert_true(vrmi_utf8_is_valid(buffer, length));
    }
    memset(text, '.', 300);
    memset(text, 'x', 150);
    assert_int_equal(vrm_text_for_file_name(text, 300, buffer, sizeof buffer), 150);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminal_text_keeps_what_people_write),
        cmocka_unit_test(terminal_text_escapes_what_a_terminal_would_obey),
        cmocka_unit_test(terminal_text_is_harmless_for_all_bytes),
        cmocka_unit_test(text_that_does_not_fit_is_cut_between_pieces),
        cmocka_unit_test(file_name_has_no_separator_wildcard_or_control_character),
        cmocka_unit_test(file_name_neither_hides_nor_climbs_nor_looks_like_an_option),
        cmocka_unit_test(file_name_is_no_windows_device),
        cmocka_unit_test(file_name_is_cut_at_a_character_and_stays_a_name),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
