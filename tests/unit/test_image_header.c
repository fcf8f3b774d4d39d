/* SPDX-License-Identifier: MIT */
#include "validate/gltf/image_header.h"

#include "support/check.h"
#include "support/corpus.h"

#include <stdlib.h>
#include <string.h>

/* ---- Images made of parts ---- */

typedef struct Bytes {
    uint8_t data[512];
    size_t size;
} Bytes;

static void put(Bytes* bytes, const void* data, size_t size) {
    assert_in_range(bytes->size + size, 0, sizeof bytes->data);
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

static void put_u32(Bytes* bytes, uint32_t value) {
    uint8_t big[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                      (uint8_t)value};
    put(bytes, big, 4);
}

static void put_png_chunk(Bytes* png, const char* kind, const void* body, uint32_t size) {
    put_u32(png, size);
    put(png, kind, 4);
    put(png, body, size);
    put_u32(png, 0); /* checksums are not looked at */
}

static Bytes png_start(uint32_t width, uint32_t height) {
    Bytes png = {.size = 0}, header = {.size = 0};
    put(&png, "\x89PNG\r\n\x1A\n", 8);
    put_u32(&header, width);
    put_u32(&header, height);
    put(&header, "\x08\x02\0\0\0", 5);
    put_png_chunk(&png, "IHDR", header.data, 13);
    return png;
}

static vrmi_ImageStatus read(const Bytes* bytes, vrmi_ImageHeader* out) {
    /* Exactly as large, so that sanitizers see an overrun. */
    uint8_t* copy = malloc(bytes->size == 0 ? 1 : bytes->size);
    assert_non_null(copy);
    memcpy(copy, bytes->data, bytes->size);
    vrmi_ImageStatus status = vrmi_image_header(copy, bytes->size, out);
    free(copy);
    return status;
}

/* A whole image gives its size; whatever is cut off it is unknown or cut, never more. */
static void expect_whole(const Bytes* image, vrmi_ImageFormat format, uint32_t width,
                         uint32_t height) {
    vrmi_ImageHeader header;
    assert_int_equal(read(image, &header), VRMI_IMAGE_OK);
    assert_int_equal(header.format, format);
    assert_int_equal(header.width, width);
    assert_int_equal(header.height, height);
    bool was_whole = true;
    for (Bytes cut = *image; cut.size > 0;) {
        cut.size--;
        vrmi_ImageStatus status = read(&cut, &header);
        if (status == VRMI_IMAGE_OK) {
            assert_true(was_whole); /* bytes behind the header may go first */
            assert_int_equal(header.width, width);
        } else {
            was_whole = false;
            assert_int_equal(status, cut.size < 14 ? VRMI_IMAGE_UNRECOGNIZED : VRMI_IMAGE_CUT);
        }
    }
}

/* ---- Claims ---- */

static void png_tells_its_size(void** state) {
    (void)state;
    Bytes png = png_start(640, 480);
    put_png_chunk(&png, "tEXt", "hello", 5);
    put_png_chunk(&png, "IDAT", "", 0);
    expect_whole(&png, VRMI_IMAGE_PNG, 640, 480);
}

static void png_header_gives_colour_and_pixels_that_are_not_used(void** state) {
    (void)state;
    static const uint8_t srgb[32] = {0, 0, 0x7A, 0x26, 0, 0, 0x80, 0x84, 0, 0, 0xFA, 0x00,
                                     0, 0, 0x80, 0xE8, 0, 0, 0x75, 0x30, 0, 0, 0xEA, 0x60,
                                     0, 0, 0x3A, 0x98, 0, 0, 0x17, 0x70};
    uint8_t wide[32];
    memcpy(wide, srgb, 32);
    wide[3] = 0;
    const struct {
        const char* kind;
        const void* body;
        uint32_t size;
        bool is_unused;
    } rows[] = {
        {"gAMA", "\0\0\xB1\x8F", 4, false},
        {"gAMA", "\0\1\x86\xA0", 4, false},
        {"gAMA", "\0\0\0\1", 4, true},
        {"cHRM", srgb, 32, false},
        {"cHRM", wide, 32, true},
        {"sRGB", "\0", 1, false},
        {"iCCP", "name", 4, true},
        {"pHYs", "\0\0\0\1\0\0\0\1\0", 9, false},
        {"pHYs", "\0\0\0\1\0\0\0\2\0", 9, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Bytes png = png_start(4, 4);
        vrmi_ImageHeader header;
        put_png_chunk(&png, rows[i].kind, rows[i].body, rows[i].size);
        put_png_chunk(&png, "IDAT", "", 0);
        assert_int_equal(read(&png, &header), VRMI_IMAGE_OK);
        assert_int_equal(header.has_unused_features, rows[i].is_unused);
    }
}

static void png_with_wrong_chunks_is_damaged(void** state) {
    (void)state;
    vrmi_ImageHeader header;
    Bytes png = png_start(4, 4);
    put_png_chunk(&png, "gAMA", "\0\0\0\0\0", 5);
    assert_int_equal(read(&png, &header), VRMI_IMAGE_INVALID);
    assert_non_null(header.problem);
    Bytes headless = {.size = 0};
    put(&headless, "\x89PNG\r\n\x1A\n", 8);
    put_png_chunk(&headless, "IDAT", "", 0);
    assert_int_equal(read(&headless, &header), VRMI_IMAGE_INVALID);
    Bytes endless = png_start(4, 4);
    put_u32(&endless, UINT32_MAX);
    put(&endless, "tEXt", 4);
    assert_int_equal(read(&endless, &header), VRMI_IMAGE_CUT);
}

static Bytes jpeg_with(const char* frame, size_t size) {
    Bytes jpeg = {.size = 0};
    put(&jpeg, "\xFF\xD8\xFF\xE0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0", 20);
    put(&jpeg, frame, size);
    return jpeg;
}

static void jpeg_tells_its_size(void** state) {
    (void)state;
    Bytes jpeg = jpeg_with("\xFF\xC0\0\x11\x08\x01\xE0\x02\x80\x03\1\x22\0\2\x11\1\3\x11\1", 19);
    expect_whole(&jpeg, VRMI_IMAGE_JPEG, 640, 480);
    /* Progressive, and fill bytes before the marker. */
    Bytes progressive = jpeg_with("\xFF\xFF\xC2\0\x0B\x08\0\x10\0\x20\x01\1\x11\0", 14);
    expect_whole(&progressive, VRMI_IMAGE_JPEG, 32, 16);
}

static void jpeg_with_wrong_segments_is_damaged(void** state) {
    (void)state;
    vrmi_ImageHeader header;
    Bytes channels =
        jpeg_with("\xFF\xC0\0\x11\x08\x01\xE0\x02\x80\x04\1\x22\0\2\x11\1\3\x11\1", 19);
    assert_int_equal(read(&channels, &header), VRMI_IMAGE_INVALID);
    Bytes length = jpeg_with("\xFF\xC0\0\x01\x08", 5);
    assert_int_equal(read(&length, &header), VRMI_IMAGE_INVALID);
    Bytes small = jpeg_with("\xFF\xC0\0\x04\x08\0", 6);
    assert_int_equal(read(&small, &header), VRMI_IMAGE_INVALID);
}

static void webp_tells_its_size(void** state) {
    (void)state;
    Bytes lossy = {.size = 0}, lossless = {.size = 0}, extended = {.size = 0};
    put(&lossy, "RIFF\x16\0\0\0WEBPVP8 \x0A\0\0\0\x10\0\0\x9D\1\x2A\x80\x02\xE0\x01", 30);
    put(&lossless, "RIFF\x11\0\0\0WEBPVP8L\5\0\0\0\x2F\x7F\xC2\x77\0", 25);
    put(&extended, "RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\x10\0\0\0\x7F\x02\0\xDF\x01\0", 30);
    expect_whole(&lossy, VRMI_IMAGE_WEBP, 640, 480);
    expect_whole(&lossless, VRMI_IMAGE_WEBP, 640, 480);
    expect_whole(&extended, VRMI_IMAGE_WEBP, 640, 480);
    vrmi_ImageHeader header;
    extended.data[20] = 0x02;
    assert_int_equal(read(&extended, &header), VRMI_IMAGE_OK);
    assert_true(header.has_unused_features);
    extended.data[15] = 'Y';
    assert_int_equal(read(&extended, &header), VRMI_IMAGE_INVALID);
}

static void other_bytes_are_not_recognised(void** state) {
    (void)state;
    vrmi_ImageHeader header;
    Bytes text = {.size = 0}, ktx2 = {.size = 0};
    put(&text, "GIF89a........", 14);
    put(&ktx2, "\xABKTX 20\xBB\r\n\x1A\n....", 16);
    assert_int_equal(read(&text, &header), VRMI_IMAGE_UNRECOGNIZED);
    assert_null(vrmi_image_mime_type(header.format));
    assert_int_equal(read(&ktx2, &header), VRMI_IMAGE_UNRECOGNIZED);
    assert_string_equal(vrmi_image_mime_type(header.format), "image/ktx2");
    assert_int_equal(vrmi_image_header(NULL, 0, &header), VRMI_IMAGE_UNRECOGNIZED);
}

static void images_of_others_have_sizes(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const extensions[] = {".png", ".jpg", ".webp"};
    for (int i = 0; i < 3; i++) {
        CorpusFiles files =
            corpus_files(i == 2 ? "broken/gltf-validator/ext" : "gltf", extensions[i]);
        for (size_t k = 0; k < files.count; k++) {
            TestBytes bytes = test_read_file(files.paths[k]);
            vrmi_ImageHeader header;
            assert_int_equal(vrmi_image_header(bytes.data, bytes.size, &header), VRMI_IMAGE_OK);
            assert_in_range(header.width, 1, 8192);
            assert_in_range(header.height, 1, 8192);
            test_bytes_free(&bytes);
        }
        corpus_files_free(&files);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_tells_its_size),
        cmocka_unit_test(png_header_gives_colour_and_pixels_that_are_not_used),
        cmocka_unit_test(png_with_wrong_chunks_is_damaged),
        cmocka_unit_test(jpeg_tells_its_size),
        cmocka_unit_test(jpeg_with_wrong_segments_is_damaged),
        cmocka_unit_test(webp_tells_its_size),
        cmocka_unit_test(other_bytes_are_not_recognised),
        cmocka_unit_test(images_of_others_have_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
