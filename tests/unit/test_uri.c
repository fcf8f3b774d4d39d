/* SPDX-License-Identifier: MIT */
#include "container/base64.h"
#include "container/uri.h"
#include "support/check.h"

#include <string.h>

static vrm_Span text(const char* string) {
    return (vrm_Span){string, strlen(string)};
}

/* ---- Paths ---- */

static void relative_uris_become_paths(void** state) {
    (void)state;
    static const char* const pairs[][2] = {
        {"a.bin", "a.bin"},
        {"./a.bin", "a.bin"},
        {"textures/skin.png", "textures/skin.png"},
        {"textures//./skin.png", "textures/skin.png"},
        {"my%20texture%231.png", "my texture#1.png"},
        {"100%25.png", "100%.png"},
        {"with space?and#mark.png", "with space?and#mark.png"},
        {"%E9%A1%94.png", "\xE9\xA1\x94.png"},
        {"\xE9\xA1\x94.png", "\xE9\xA1\x94.png"},
        {"...", "..."},
        {"..a/b..", "..a/b.."},
        {"~/.ssh", "~/.ssh"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char path[64];
        const char* why = vrmi_uri_path(text(pairs[i][0]), path);
        if (why != NULL) fail_msg("%s: %s", pairs[i][0], why);
        assert_string_equal(path, pairs[i][1]);
    }
}

static void uris_that_lead_elsewhere_are_refused(void** state) {
    (void)state;
    static const char* const uris[] = {
        "",
        ".",
        "./",
        "/",
        "folder/",
        "/etc/passwd",
        "//host/share/file",
        "///etc/passwd",
        "%2Fetc%2Fpasswd",
        "..",
        "../a.bin",
        "../../etc/passwd",
        "a/../../b",
        "a/../b",
        "a/..",
        "%2e%2e/a",
        "%2E%2E%2Fa",
        ".%2e/a",
        "a/%2e%2e/b",
        "..%2fa",
        "..\\a",
        "a\\b.png",
        "..%5Ca",
        "%5C%5Chost%5Cshare",
        "\\\\host\\share",
        "C:/windows/system.ini",
        "c:secret",
        "C%3A/windows",
        "C:\\windows",
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "http://example.com/a.bin",
        "https:a.bin",
        "ftp://example.com/a",
        "javascript:alert(1)",
        "blob:x",
        "x-custom+1.2:a",
        "file%3A///etc/passwd",
        "a.bin:stream",
        "a%00.bin",
        "%00",
        "a\nb",
        "a%0Ab",
        "a\x7F",
        "a%7f",
        "100%.png",
        "a%2",
        "a%",
        "a%zz",
        "a%+1",
    };
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++) {
        char path[64] = "untouched";
        if (vrmi_uri_path(text(uris[i]), path) == NULL) fail_msg("accepted: %s", uris[i]);
        assert_string_equal(path, "");
    }
    char path[8];
    assert_non_null(vrmi_uri_path((vrm_Span){"a\0b", 3}, path));
}

/* ---- data: ---- */

static void data_uri_is_split(void** state) {
    (void)state;
    static const char* const sound[][3] = {
        {"data:;base64,QQ==", "", "QQ=="},
        {"data:application/octet-stream;base64,QQ==", "application/octet-stream", "QQ=="},
        {"DATA:image/png;BASE64,", "image/png", ""},
        {"data:text/plain;charset=utf-8;base64,a,b", "text/plain", "a,b"},
    };
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++) {
        vrm_Span type, base64;
        assert_true(vrmi_uri_data(text(sound[i][0]), &type, &base64));
        assert_int_equal(type.size, strlen(sound[i][1]));
        assert_memory_equal(type.data, sound[i][1], type.size);
        assert_int_equal(base64.size, strlen(sound[i][2]));
        assert_memory_equal(base64.data, sound[i][2], base64.size);
    }
    static const char* const broken[] = {"data:",
                                         "data:,",
                                         "data:a/b,QQ==",
                                         "data:base64,QQ==",
                                         "data:a/b;base64",
                                         "data:a/b;base64;x=1,QQ==",
                                         "dat",
                                         "image.png"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        vrm_Span type, base64;
        assert_false(vrmi_uri_data(text(broken[i]), &type, &base64));
    }
}

/* ---- Base64 ---- */

static void base64_decodes_the_examples_of_rfc_4648(void** state) {
    (void)state;
    static const char* const pairs[][2] = {
        {"", ""},
        {"Zg==", "f"},
        {"Zm8=", "fo"},
        {"Zm9v", "foo"},
        {"Zm9vYg==", "foob"},
        {"Zm9vYmE=", "fooba"},
        {"Zm9vYmFy", "foobar"},
        {"Zg", "f"},
        {"Zm8", "fo"},
        {"Zm9vYg", "foob"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        uint8_t bytes[16];
        size_t size;
        assert_true(vrmi_base64_size(text(pairs[i][0]), &size));
        assert_int_equal(size, strlen(pairs[i][1]));
        memset(bytes, 0x55, sizeof bytes);
        assert_true(vrmi_base64_decode(text(pairs[i][0]), bytes));
        assert_memory_equal(bytes, pairs[i][1], size);
        assert_int_equal(bytes[size], 0x55);
    }
}

static void base64_that_is_not_strict_is_refused(void** state) {
    (void)state;
    static const char* const broken[] = {
        "Z",      "Zg=",  "=",    "==",   "===",  "====",   "Z===",    "Zg==Zg==", "Zg=a",  "Zm 9v",
        "Zm9v\n", "Zm9-", "Zm9_", "Zh==", "Zm9=", "Zm9vYh", "Zm\xFFv", "%3D%3D",   "Zm9vY",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        uint8_t bytes[16];
        size_t size;
        vrm_Span span = text(broken[i]);
        if (vrmi_base64_size(span, &size) && vrmi_base64_decode(span, bytes))
            fail_msg("accepted: %s", broken[i]);
    }
}

static void base64_decodes_every_byte(void** state) {
    (void)state;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned value = 0; value < 256; value++) {
        char four[4] = {digits[value >> 2], digits[(value & 3) << 4 | value >> 4],
                        digits[(value & 15) << 2 | value >> 6], digits[value & 63]};
        uint8_t bytes[3];
        assert_true(vrmi_base64_decode((vrm_Span){four, 4}, bytes));
        for (int i = 0; i < 3; i++) assert_int_equal(bytes[i], value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relative_uris_become_paths),
        cmocka_unit_test(uris_that_lead_elsewhere_are_refused),
        cmocka_unit_test(data_uri_is_split),
        cmocka_unit_test(base64_decodes_the_examples_of_rfc_4648),
        cmocka_unit_test(base64_that_is_not_strict_is_refused),
        cmocka_unit_test(base64_decodes_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
