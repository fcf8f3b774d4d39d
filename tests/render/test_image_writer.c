/* SPDX-License-Identifier: MIT */
/* Pictures out: what is written is read back by readers that are not ours (libspng, libwebp) or
 * that know nothing of the writer (gif_reader.c). */
#include "gif_reader.h"
#include "pictures.h"

#include "support/check.h"
#include "support/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <webp/demux.h>

#define WIDTH  40u
#define HEIGHT 28u

/* ---- Frames to write: a soft picture with a square that moves ---- */

typedef enum Kind { OPAQUE, CUT_OUT, SOFT } Kind;

static uint8_t* make_frame(uint32_t width, uint32_t height, uint32_t index, Kind kind) {
    uint8_t* pixels = malloc((size_t)width * height * 4);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint8_t* to = pixels + ((size_t)y * width + x) * 4;
            for (int c = 0; c < 4; c++) to[c] = pic_value(x % 50, y % 50, c);
            bool is_square = x >= index * 3 && x < index * 3 + 8 && y >= 6 && y < 14;
            if (is_square) memcpy(to, "\xff\x20\x10", 3);
            if (kind == OPAQUE) to[3] = 255;
            if (kind == CUT_OUT) to[3] = is_square || y > 20 ? 255 : 0;
        }
    return pixels;
}

static vrm_ImageWriterDef writer_def(vrm_ImageFormat format, uint32_t width, uint32_t height) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.format = format;
    def.width = width;
    def.height = height;
    return def;
}

/* Writes frames of a kind and returns the writer, which owns the bytes. */
static vrm_ImageWriter* write_frames(const vrm_ImageWriterDef* def, uint32_t count, Kind kind,
                                     vrm_Span* out) {
    vrm_ImageWriter* writer;
    assert_int_equal(vrm_image_writer_create(def, &writer), VRM_OK);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t* pixels = make_frame(def->width, def->height, i, kind);
        assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
        free(pixels);
    }
    assert_int_equal(vrm_image_writer_finish(writer, out), VRM_OK);
    return writer;
}

static int worst_difference(const uint8_t* a, const uint8_t* b, size_t pixel_count) {
    int worst = 0;
    for (size_t i = 0; i < pixel_count * 4; i++) {
        bool is_clear = a[i | 3] < 128 && b[i | 3] < 128;
        int difference = is_clear ? 0 : abs(a[i] - b[i]);
        if (difference > worst) worst = difference;
    }
    return worst;
}

/* ---- PNG ---- */

static void png_comes_back_the_same_at_any_size_and_effort(void** state) {
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {1, 7}, {7, 1}, {3, 3}, {300, 2}, {40, 28}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int effort = 0; effort <= 9; effort += 3)
            for (int kind = OPAQUE; kind <= SOFT; kind++) {
                vrm_ImageWriterDef def = writer_def(VRM_IMAGE_PNG, sizes[s][0], sizes[s][1]);
                def.effort = effort;
                vrm_Span bytes;
                vrm_ImageWriter* writer = write_frames(&def, 1, (Kind)kind, &bytes);
                uint8_t* expected = make_frame(def.width, def.height, 0, (Kind)kind);
                vrm_Picture picture;
                assert_int_equal(vrm_image_decode(bytes, NULL, NULL, &picture), VRM_OK);
                assert_int_equal(picture.width, def.width);
                assert_int_equal(picture.height, def.height);
                assert_memory_equal(picture.pixels, expected, (size_t)def.width * def.height * 4);
                if (def.width == WIDTH) /* opaque pictures have no alpha channel */
                    assert_int_equal(bytes.data[25], kind == OPAQUE ? 2 : 6);
                vrm_image_release(&picture);
                free(expected);
                vrm_image_writer_destroy(writer);
            }
}

static void png_takes_one_frame(void** state) {
    (void)state;
    vrm_ImageWriterDef def = writer_def(VRM_IMAGE_PNG, 2, 2);
    vrm_ImageWriter* writer;
    vrm_Span bytes;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_ERR_ARGUMENT);
    uint8_t pixels[16] = {0};
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_ERR_ARGUMENT);
    vrm_image_writer_destroy(writer);
}

/* ---- APNG: taken apart into PNGs that libspng reads ---- */

static uint32_t big(const char* at) {
    const uint8_t* b = (const uint8_t*)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void copy_chunk(pic_Bytes* out, const char* name, const char* data, uint32_t size) {
    pic_put_chunk(out, name, (const uint8_t*)data, size);
}

static void apng_holds_every_frame_with_its_time(void** state) {
    (void)state;
    vrm_ImageWriterDef def = writer_def(VRM_IMAGE_APNG, WIDTH, HEIGHT);
    def.frames_per_second = 24.0f;
    def.loop_count = 3;
    vrm_Span bytes;
    vrm_ImageWriter* writer = write_frames(&def, 6, SOFT, &bytes);
    uint8_t* canvas = calloc(WIDTH * HEIGHT, 4);
    uint32_t frames = 0, sequence = 0, delays = 0;
    const char* control = NULL;
    for (size_t at = 8; at < bytes.size;) {
        uint32_t size = big(bytes.data + at);
        const char *name = bytes.data + at + 4, *data = name + 4;
        if (memcmp(name, "acTL", 4) == 0) {
            assert_int_equal(big(data), 6);
            assert_int_equal(big(data + 4), 3);
        }
        if (memcmp(name, "fcTL", 4) == 0) {
            assert_int_equal(big(data), sequence++);
            control = data;
            delays += big(data + 20) >> 16;
            assert_int_equal(big(data + 20) & 65535, 1000);
        }
        bool is_later = memcmp(name, "fdAT", 4) == 0;
        if (is_later || memcmp(name, "IDAT", 4) == 0) {
            if (is_later) assert_int_equal(big(data), sequence++);
            uint32_t w = big(control + 4), h = big(control + 8);
            pic_Bytes png = pic_png_begin(w, h, 8, 6, false);
            copy_chunk(&png, "IDAT", data + is_later * 4, size - is_later * 4);
            copy_chunk(&png, "IEND", NULL, 0);
            vrm_Picture picture;
            assert_int_equal(vrm_image_decode(pic_span(png), NULL, NULL, &picture), VRM_OK);
            uint32_t x = big(control + 12), y = big(control + 16);
            assert_true(x + w <= WIDTH && y + h <= HEIGHT);
            assert_true(frames == 0 || w < WIDTH); /* only what changed */
            for (uint32_t row = 0; row < h; row++)
                memcpy(canvas + ((y + row) * WIDTH + x) * 4, picture.pixels + row * w * 4, w * 4);
            uint8_t* expected = make_frame(WIDTH, HEIGHT, frames++, SOFT);
            assert_memory_equal(canvas, expected, WIDTH * HEIGHT * 4);
            free(expected);
            vrm_image_release(&picture);
            free(png.data);
        }
        at += size + 12;
    }
    assert_int_equal(frames, 6);
    assert_int_equal(delays, 250); /* 6 / 24 of a second in thousandths: roundings do not add up */
    vrm_Picture first;             /* a reader that knows no APNG sees the first frame */
    assert_int_equal(vrm_image_decode(bytes, NULL, NULL, &first), VRM_OK);
    vrm_image_release(&first);
    free(canvas);
    vrm_image_writer_destroy(writer);
}

/* ---- GIF ---- */

static void gif_holds_every_frame_with_its_time(void** state) {
    (void)state;
    for (int kind = OPAQUE; kind <= CUT_OUT; kind++) {
        vrm_ImageWriterDef def = writer_def(VRM_IMAGE_GIF, WIDTH, HEIGHT);
        vrm_Span bytes;
        vrm_ImageWriter* writer = write_frames(&def, 9, (Kind)kind, &bytes);
        gif_File gif = gif_read(bytes);
        assert_int_equal(gif.width, WIDTH);
        assert_int_equal(gif.height, HEIGHT);
        assert_int_equal(gif.frame_count, 9);
        assert_int_equal(gif.repeats, 0);
        assert_int_equal(gif.local_table_count, 0); /* the same colours all along */
        int total = 0;
        for (uint32_t i = 0; i < 9; i++) {
            total += gif.frames[i].delay;
            uint8_t* expected = make_frame(WIDTH, HEIGHT, i, (Kind)kind);
            assert_true(worst_difference(gif.frames[i].pixels, expected, WIDTH * HEIGHT) <= 32);
            free(expected);
        }
        assert_int_equal(total, 30);
        gif_free(&gif);
        vrm_image_writer_destroy(writer);
    }
}

static void gif_keeps_255_colors_exactly(void** state) {
    (void)state;
    vrm_ImageWriterDef def = writer_def(VRM_IMAGE_GIF, 255, 20);
    def.loop_count = 1;
    vrm_ImageWriter* writer;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    uint8_t* pixels = malloc(255 * 20 * 4);
    for (uint32_t i = 0; i < 255 * 20; i++) { /* one colour to a bin */
        uint32_t k = i % 255;
        uint8_t pixel[4] = {(uint8_t)(k % 8 * 32), (uint8_t)(k / 8 % 8 * 32),
                            (uint8_t)(k / 64 * 64), 255};
        memcpy(pixels + i * 4, pixel, 4);
    }
    vrm_Span bytes;
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    gif_File gif = gif_read(bytes);
    assert_int_equal(gif.repeats, -1);
    assert_memory_equal(gif.frames[0].pixels, pixels, 255 * 20 * 4);
    gif_free(&gif);
    vrm_image_writer_destroy(writer);
    free(pixels);
}

static void gif_takes_new_colors_when_the_old_ones_no_longer_fit(void** state) {
    (void)state;
    vrm_ImageWriterDef def = writer_def(VRM_IMAGE_GIF, WIDTH, HEIGHT);
    vrm_ImageWriter* writer;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    for (int i = 0; i < 2; i++) {
        uint8_t* pixels = make_frame(WIDTH, HEIGHT, 0, OPAQUE);
        for (uint32_t k = 0; k < WIDTH * HEIGHT * 4 && i == 1; k++)
            if (k % 4 != 3) pixels[k] = (uint8_t)(255 - pixels[k] / 2);
        assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
        free(pixels);
    }
    vrm_Span bytes;
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    gif_File gif = gif_read(bytes);
    assert_int_equal(gif.local_table_count, 1);
    gif_free(&gif);
    vrm_image_writer_destroy(writer);
}

static void gif_clears_when_transparency_comes_late(void** state) {
    (void)state;
    vrm_ImageWriterDef def = writer_def(VRM_IMAGE_GIF, WIDTH, HEIGHT);
    vrm_ImageWriter* writer;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    static const Kind kinds[] = {OPAQUE, OPAQUE, CUT_OUT, OPAQUE, CUT_OUT};
    for (uint32_t i = 0; i < 5; i++) {
        uint8_t* pixels = make_frame(WIDTH, HEIGHT, i, kinds[i]);
        assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
        free(pixels);
    }
    vrm_Span bytes;
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    gif_File gif = gif_read(bytes);
    assert_int_equal(gif.frame_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        uint8_t* expected = make_frame(WIDTH, HEIGHT, i, kinds[i]);
        assert_true(worst_difference(gif.frames[i].pixels, expected, WIDTH * HEIGHT) <= 32);
        free(expected);
    }
    gif_free(&gif);
    vrm_image_writer_destroy(writer);
}

/* ---- WebP ---- */

static void webp_holds_every_frame_with_its_time(void** state) {
    (void)state;
    vrm_ImageWriterDef def = writer_def(VRM_IMAGE_WEBP, WIDTH, HEIGHT);
    def.quality = 101.0f;
    def.loop_count = 2;
    vrm_Span bytes;
    vrm_ImageWriter* writer = write_frames(&def, 9, SOFT, &bytes);
    WebPData data = {(const uint8_t*)bytes.data, bytes.size};
    WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, NULL);
    assert_non_null(decoder);
    WebPAnimInfo info;
    assert_true(WebPAnimDecoderGetInfo(decoder, &info));
    assert_int_equal(info.frame_count, 9);
    assert_int_equal(info.loop_count, 2);
    assert_int_equal(info.canvas_width, WIDTH);
    for (uint32_t i = 0; i < 9; i++) {
        uint8_t* pixels;
        int end_ms;
        assert_true(WebPAnimDecoderGetNext(decoder, &pixels, &end_ms));
        assert_int_equal(end_ms, (int)((i + 1) * 1000.0 / 30.0 + 0.5));
        uint8_t* expected = make_frame(WIDTH, HEIGHT, i, SOFT);
        assert_true(worst_difference(pixels, expected, WIDTH * HEIGHT) <= 1);
        free(expected);
    }
    WebPAnimDecoderDelete(decoder);
    vrm_image_writer_destroy(writer);

    writer = write_frames(&def, 1, SOFT, &bytes); /* one frame is a still picture */
    vrm_Picture picture;
    assert_int_equal(vrm_image_decode(bytes, NULL, NULL, &picture), VRM_OK);
    vrm_image_release(&picture);
    vrm_image_writer_destroy(writer);
}

/* ---- All ---- */

static void definition_out_of_range_is_refused(void** state) {
    (void)state;
    vrm_ImageWriter* writer;
    vrm_ImageWriterDef def = {.width = 4, .height = 4};
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_ERR_DEF);
    def = writer_def(VRM_IMAGE_JPEG, 4, 4);
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_ERR_UNSUPPORTED);
    static const uint32_t sizes[][2] = {{0, 4}, {4, 0}, {16384, 4}, {4, 16384}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        def = writer_def(VRM_IMAGE_PNG, sizes[i][0], sizes[i][1]);
        assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_ERR_ARGUMENT);
        assert_null(writer);
    }
    def = writer_def(VRM_IMAGE_GIF, 4, 4);
    def.frames_per_second = 51.0f;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_ERR_ARGUMENT);
    def.frames_per_second = NAN;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_ERR_ARGUMENT);
    def = writer_def(VRM_IMAGE_PNG, 4, 4);
    def.effort = 10;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_ERR_ARGUMENT);
    vrm_image_writer_destroy(NULL);
}

static vrm_Result write_some(const vrm_Allocator* allocator, void* ctx) {
    vrm_ImageWriterDef def = writer_def(*(vrm_ImageFormat*)ctx, WIDTH, HEIGHT);
    def.allocator = *allocator;
    vrm_ImageWriter* writer;
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    uint32_t count = def.format == VRM_IMAGE_PNG ? 1 : 3;
    for (uint32_t i = 0; i < count && result == VRM_OK; i++) {
        uint8_t* pixels = make_frame(WIDTH, HEIGHT, i, i == 2 ? CUT_OUT : OPAQUE);
        result = vrm_image_writer_add(writer, pixels);
        free(pixels);
    }
    vrm_Span bytes;
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    vrm_image_writer_destroy(writer);
    return result;
}

static void failing_allocation_is_reported_and_leaks_nothing(void** state) {
    (void)state;
    static const vrm_ImageFormat formats[] = {VRM_IMAGE_PNG, VRM_IMAGE_WEBP, VRM_IMAGE_APNG,
                                              VRM_IMAGE_GIF};
    for (size_t i = 0; i < 4; i++) {
        vrm_ImageFormat format = formats[i];
        assert_true(test_every_allocation_failing(write_some, &format) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_comes_back_the_same_at_any_size_and_effort),
        cmocka_unit_test(png_takes_one_frame),
        cmocka_unit_test(apng_holds_every_frame_with_its_time),
        cmocka_unit_test(gif_holds_every_frame_with_its_time),
        cmocka_unit_test(gif_keeps_255_colors_exactly),
        cmocka_unit_test(gif_takes_new_colors_when_the_old_ones_no_longer_fit),
        cmocka_unit_test(gif_clears_when_transparency_comes_late),
        cmocka_unit_test(webp_holds_every_frame_with_its_time),
        cmocka_unit_test(definition_out_of_range_is_refused),
        cmocka_unit_test(failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
