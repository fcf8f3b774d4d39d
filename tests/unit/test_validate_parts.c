/* SPDX-License-Identifier: MIT */
/* Small parts of the validator: URIs, matrices, and reading accessors in blocks. */
#include "gltf/document.h"
#include "validate/gltf/accessor_scan.h"
#include "validate/gltf/gltf_transform.h"
#include "validate/schema/schema_uri.h"

#include "support/check.h"
#include "support/corpus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static vrmi_UriKind kind_of(const char* text) {
    return vrmi_uri_parse((vrm_Span){text, strlen(text)}).kind;
}

static void uris_are_distinguished(void** state) {
    (void)state;
    static const char* const relative[] = {"a.bin",   "a/b.bin", "%20.bin", "../a.bin",
                                           "a b.bin", "",        "./a:b",   "\xC3\xA9.bin"};
    static const char* const foreign[] = {
        "http://example.com/a.bin", "file:a", "/etc/passwd", "//host/a", "a?b", "a#b", "x-y+z.1:a",
        "http://[::1]:80/a"};
    static const char* const invalid[] = {":",          "1a:b",         "a_b:c",
                                          "http://h:x", "http://[::1/", "http://[::1]x/"};
    for (size_t i = 0; i < sizeof relative / sizeof relative[0]; i++)
        assert_int_equal(kind_of(relative[i]), VRMI_URI_RELATIVE);
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        assert_int_equal(kind_of(foreign[i]), VRMI_URI_NON_RELATIVE);
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        assert_int_equal(kind_of(invalid[i]), VRMI_URI_INVALID);
}

static void data_uris_are_checked_by_their_form(void** state) {
    (void)state;
    static const char* const good[] = {
        "data:,",          "data:,a%20b",          "data:a/b,",          "DATA:a/b;c=d,",
        "data:;base64,",   "data:a/b;base64,AA==", "data:a/b;base64,AA", "data:a/b;c=d;base64,AAA=",
        "data:;base64,-_", "data:;base64,AA%3D%3d"};
    static const char* const bad[] = {"data:",
                                      "data:a,",
                                      "data:a/b/c,",
                                      "data:a/b;c,",
                                      "data:;base64,A",
                                      "data:;base64,A===",
                                      "data:;base64,AA=",
                                      "data:;base64,A=AA",
                                      "data:;base64;,AA",
                                      "data:a/b;;base64,AA",
                                      "data:;base64,AA AA",
                                      "data:;base64,`"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (kind_of(good[i]) != VRMI_URI_DATA) fail_msg("%s should be sound", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (kind_of(bad[i]) != VRMI_URI_INVALID) fail_msg("%s should be broken", bad[i]);
    vrmi_Uri uri = vrmi_uri_parse((vrm_Span){"data:Image/PNG;a=b,", 19});
    assert_true(vrmi_uri_is_mime_type(uri.mime_type, "image/png"));
    assert_false(vrmi_uri_is_mime_type(uri.mime_type, "image/pn"));
}

/* ---- Matrices ---- */

static void make_matrix(const double q[4], const double scale[3], float m[16]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
        2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
        2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 16; i++) m[i] = i == 15 ? 1.0f : 0.0f;
    for (int i = 0; i < 9; i++) m[i / 3 * 4 + i % 3] = (float)(rotation[i] * scale[i / 3]);
    m[12] = 3;
}

static void rotation_and_scale_of_any_sign_are_decomposable(void** state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        double a = i * 0.37, b = i * 0.21;
        double q[4] = {sin(a) * sin(b), cos(a) * sin(b), 0.3 * cos(b), 0};
        q[3] = sqrt(1 - q[0] * q[0] - q[1] * q[1] - q[2] * q[2]);
        double scale[3] = {1 + 0.1 * (i % 7), 0.5 + 0.2 * (i % 3), i % 2 == 0 ? -1.5 : 1.5};
        float m[16];
        make_matrix(q, scale, m);
        assert_true(vrmi_is_decomposable(m));
        assert_false(vrmi_is_identity(m));
    }
}

static void skew_projection_and_flat_matrices_are_not_decomposable(void** state) {
    (void)state;
    const double no_turn[4] = {0, 0, 0, 1}, one[3] = {1, 1, 1}, flat[3] = {1, 0, 1};
    float m[16];
    make_matrix(no_turn, one, m);
    m[4] = 0.5f;
    m[12] = 0; /* as with Khronos, a great translation hides a small skew */
    assert_false(vrmi_is_decomposable(m));
    make_matrix(no_turn, one, m);
    m[3] = 0.01f;
    assert_false(vrmi_is_decomposable(m));
    make_matrix(no_turn, flat, m);
    assert_false(vrmi_is_decomposable(m));
    make_matrix(no_turn, one, m);
    m[12] = 0;
    assert_true(vrmi_is_identity(m));
}

/* ---- Accessors ---- */

/* Blocks must give what vrm_accessor_read_floats() gives: every accessor of every sample. */
static void scanning_gives_what_reading_gives(void** state) {
    (void)state;
    skip_without_corpus();
    static vrmi_Scan scan;
    CorpusFiles files = corpus_files("gltf", ".gltf");
    size_t compared = 0;
    for (size_t f = 0; f < files.count; f++) {
        vrmi_Document* document;
        if (vrmi_document_load_file(files.paths[f], NULL, NULL, &document) != VRM_OK) continue;
        const vrm_Gltf* gltf = &document->gltf;
        for (int32_t a = 0; a < gltf->accessor_count; a++) {
            const vrm_Accessor* accessor = &gltf->accessors[a];
            if (!vrmi_scan_begin(&scan, gltf, accessor)) continue;
            size_t count = (size_t)accessor->count * scan.components, at = 0;
            float* floats = malloc(count * sizeof *floats);
            assert_non_null(floats);
            assert_int_equal(vrm_accessor_read_floats(gltf, a, floats, count), VRM_OK);
            while (vrmi_scan_next(&scan)) {
                for (uint32_t i = 0; i < scan.loaded * scan.components; i++, at++) {
                    double value = accessor->is_normalized
                                       ? vrmi_scan_normalized(scan.component_type, scan.numbers[i])
                                       : scan.numbers[i];
                    assert_true(fabs(value - (double)floats[at]) <= 1e-6 * (1 + fabs(value)));
                }
            }
            assert_int_equal(at, count);
            compared += count;
            free(floats);
        }
        vrmi_document_destroy(document);
    }
    assert_true(compared > 10000);
    corpus_files_free(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uris_are_distinguished),
        cmocka_unit_test(data_uris_are_checked_by_their_form),
        cmocka_unit_test(rotation_and_scale_of_any_sign_are_decomposable),
        cmocka_unit_test(skew_projection_and_flat_matrices_are_not_decomposable),
        cmocka_unit_test(scanning_gives_what_reading_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
