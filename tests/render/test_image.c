/* SPDX-License-Identifier: MIT */
/* Pictures in: every kind decodes, every broken one is refused, and nothing is lost on the way. */
#include "pictures.h"

#include "support/check.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH  23
#define HEIGHT 19

/* The largest difference from what the picture shows. */
static int worst_difference(const vrm_Picture* image, int first_channel, int channel_count) {
    int worst = 0;
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            for (int c = first_channel; c < first_channel + channel_count; c++) {
                int got = image->pixels[(y * image->width + x) * 4 + (uint32_t)c];
                int difference = abs(got - pic_value(x, y, c));
                if (difference > worst) worst = difference;
            }
    return worst;
}

static vrm_Picture decode(pic_Bytes bytes) {
    vrm_Picture image;
    assert_int_equal(vrm_image_decode(pic_span(bytes), NULL, NULL, &image), VRM_OK);
    return image;
}

static void png_of_every_kind_decodes_to_what_it_shows(void** state) {
    (void)state;
    static const int kinds[][2] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                                   {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int interlaced = 0; interlaced < 2; interlaced++) {
            int type = kinds[k][0], depth = kinds[k][1];
            pic_Bytes png = pic_png(WIDTH, HEIGHT, type, depth, interlaced == 1);
            vrm_Picture image = decode(png);
            assert_int_equal(image.width, WIDTH);
            assert_int_equal(image.height, HEIGHT);
            for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
                uint32_t x = i % WIDTH, y = i / WIDTH;
                const uint8_t* got = image.pixels + i * 4;
                int shift = depth < 8 ? 8 - depth : 0;
                int grey = pic_value(x, y, 0) >> shift;
                int whole = (1 << (depth < 8 ? depth : 8)) - 1;
                if (type == 0 || type == 4) {
                    assert_int_equal(got[0], grey * 255 / whole);
                    assert_int_equal(got[1], got[0]);
                    assert_int_equal(got[2], got[0]);
                }
                if (type == 3) {
                    assert_int_equal(got[0], grey);
                    assert_int_equal(got[3], 255 - grey);
                }
                if (type == 2 || type == 6)
                    for (int c = 0; c < 3; c++) assert_int_equal(got[c], pic_value(x, y, c));
                if (type == 0 || type == 2) assert_int_equal(got[3], 255);
                if (type == 4 || type == 6) assert_int_equal(got[3], pic_value(x, y, 3));
            }
            vrm_image_release(&image);
            free(png.data);
        }
}

static void jpeg_of_every_kind_decodes_to_what_it_shows(void** state) {
    (void)state;
    for (int progressive = 0; progressive < 2; progressive++) {
        pic_Bytes grey = pic_jpeg(WIDTH, HEIGHT, 1, progressive == 1);
        vrm_Picture image = decode(grey);
        assert_true(worst_difference(&image, 0, 1) < 8);
        assert_int_equal(image.pixels[1], image.pixels[0]);
        assert_int_equal(image.pixels[3], 255);
        vrm_image_release(&image);
        free(grey.data);
        for (int channels = 3; channels <= 4; channels++) { /* RGB; CMYK with no black in it */
            pic_Bytes jpeg = pic_jpeg(WIDTH, HEIGHT, channels, progressive == 1);
            image = decode(jpeg);
            assert_int_equal(image.width, WIDTH);
            assert_int_equal(image.height, HEIGHT);
            assert_true(worst_difference(&image, 0, 3) < 16);
            assert_int_equal(image.pixels[3], 255);
            vrm_image_release(&image);
            free(jpeg.data);
        }
    }
}

static void webp_of_every_kind_decodes_to_what_it_shows(void** state) {
    (void)state;
    for (int lossless = 0; lossless < 2; lossless++) {
        pic_Bytes webp = pic_webp(WIDTH, HEIGHT, lossless == 1);
        vrm_Picture image = decode(webp);
        assert_int_equal(image.width, WIDTH);
        assert_int_equal(worst_difference(&image, 3, 1), 0);
        assert_true(worst_difference(&image, 0, 3) <= (lossless == 1 ? 0 : 24));
        vrm_image_release(&image);
        free(webp.data);
    }
}

static void format_is_recognized_by_the_bytes(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(5, 6, 6, 8, false), pic_jpeg(5, 6, 3, false),
                            pic_webp(5, 6, true)};
    for (int i = 0; i < 3; i++) {
        vrm_ImageInfo info;
        assert_int_equal(vrm_image_peek(pic_span(pictures[i]), &info), VRM_OK);
        assert_int_equal(info.format, VRM_IMAGE_PNG + i);
        assert_int_equal(info.width, 5);
        assert_int_equal(info.height, 6);
        free(pictures[i].data);
    }
    const char* strangers[] = {"", "GIF89a............", "\xabKTX 20\xbb\r\n\x1a\n",
                               "{\"asset\":{}}"};
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        vrm_ImageInfo info;
        vrm_Picture image;
        vrm_Span span = {strangers[i], strlen(strangers[i])};
        assert_int_equal(vrm_image_peek(span, &info), VRM_ERR_UNSUPPORTED);
        assert_int_equal(vrm_image_decode(span, NULL, NULL, &image), VRM_ERR_UNSUPPORTED);
        assert_null(image.pixels);
    }
    vrm_Picture image;
    assert_int_equal(vrm_image_decode((vrm_Span){0}, NULL, NULL, &image), VRM_ERR_UNSUPPORTED);
}

static void size_is_checked_against_the_limits_before_decoding(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    static const uint32_t sizes[][2] = {{8193, 1}, {1, 8193}, {0x7fffffff, 0x7fffffff}, {65535, 9}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pic_Bytes bomb = pic_png_bomb(sizes[i][0], sizes[i][1]);
        vrm_Picture image;
        assert_int_equal(vrm_image_decode(pic_span(bomb), NULL, &allocator, &image), VRM_ERR_LIMIT);
        free(bomb.data);
    }
    assert_int_equal(memory.allocations, 0);

    pic_Bytes small = pic_webp(10, 10, true);
    vrm_Picture image;
    vrm_ImageLimits limits = {.width = 9};
    assert_int_equal(vrm_image_decode(pic_span(small), &limits, NULL, &image), VRM_ERR_LIMIT);
    limits = (vrm_ImageLimits){.decoded_bytes = 399};
    assert_int_equal(vrm_image_decode(pic_span(small), &limits, NULL, &image), VRM_ERR_LIMIT);
    limits.decoded_bytes = 400;
    assert_int_equal(vrm_image_decode(pic_span(small), &limits, NULL, &image), VRM_OK);
    vrm_image_release(&image);
    free(small.data);

    pic_Bytes empty = pic_png_bomb(0, 5);
    assert_int_equal(vrm_image_decode(pic_span(empty), NULL, NULL, &image), VRM_ERR_INVALID);
    free(empty.data);
    pic_Bytes hollow = pic_png_bomb(4096, 4096); /* within the limits, but there are no pixels */
    assert_int_equal(vrm_image_decode(pic_span(hollow), NULL, NULL, &image), VRM_ERR_INVALID);
    free(hollow.data);
}

/* Whatever stands where a picture was cut: nothing, or the marker that ends one. */
static void cut_jpeg_is_refused_with_and_without_an_end_marker(void** state) {
    (void)state;
    for (int progressive = 0; progressive < 2; progressive++) {
        pic_Bytes jpeg = pic_jpeg(64, 64, 3, progressive == 1);
        uint8_t* cut = malloc(jpeg.size + 2);
        assert_non_null(cut);
        size_t scan = 0; /* the first byte behind the header of the first scan */
        for (size_t i = 2; i + 4 < jpeg.size && scan == 0;
             i += 2u + jpeg.data[i + 2] * 256u + jpeg.data[i + 3])
            if (jpeg.data[i + 1] == 0xDA)
                scan = i + 2u + jpeg.data[i + 2] * 256u + jpeg.data[i + 3];
        assert_true(scan > 0);
        /* A progressive file is whole, if coarse, from its first full scan of all components on. */
        size_t most = progressive == 1 ? scan + 20 : jpeg.size - 12;
        for (size_t size = scan; size < most; size += 7) {
            vrm_Picture image;
            memcpy(cut, jpeg.data, size);
            assert_int_equal(vrm_image_decode((vrm_Span){(char*)cut, size}, NULL, NULL, &image),
                             VRM_ERR_INVALID);
            memcpy(cut + size, "\xFF\xD9", 2);
            assert_int_equal(vrm_image_decode((vrm_Span){(char*)cut, size + 2}, NULL, NULL, &image),
                             VRM_ERR_INVALID);
        }
        /* Cut between the first scan, which has coarse means only, and the next: no warning. */
        size_t end = scan;
        while (jpeg.data[end] != 0xFF || jpeg.data[end + 1] == 0) end++;
        if (progressive == 1) {
            vrm_Picture image;
            memcpy(cut, jpeg.data, end);
            memcpy(cut + end, "\xFF\xD9", 2);
            assert_int_equal(vrm_image_decode((vrm_Span){(char*)cut, end + 2}, NULL, NULL, &image),
                             VRM_ERR_INVALID);
        }
        free(cut);
        free(jpeg.data);
    }
}

static void picture_is_halved_while_more_than_enough(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(40, 24, 6, 8, false), pic_jpeg(40, 24, 3, false),
                            pic_webp(40, 24, true)};
    static const uint32_t cases[][3] = {/* enough, width, height */
                                        {41, 40, 24}, {24, 40, 24}, {13, 40, 24}, {12, 20, 12},
                                        {11, 20, 12}, {6, 10, 6},   {1, 2, 1}};
    for (int p = 0; p < 3; p++)
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            vrm_ImageLimits limits = {.enough = cases[i][0]};
            vrm_Picture image;
            assert_int_equal(vrm_image_decode(pic_span(pictures[p]), &limits, NULL, &image),
                             VRM_OK);
            assert_int_equal(image.width, cases[i][1]);
            assert_int_equal(image.height, cases[i][2]);
            if (image.width == 20) { /* ramps: an average of four neighbours lies between them */
                int between = (pic_value(0, 0, 0) + pic_value(1, 1, 0) + 1) / 2;
                assert_true(abs(image.pixels[0] - between) <= 3);
            }
            vrm_image_release(&image);
        }
    for (int p = 0; p < 3; p++) free(pictures[p].data);
}

/* Black and white in turns: half of the light is 188 in sRGB, half of the bytes 128. */
static void colors_are_averaged_as_light(void** state) {
    (void)state;
    uint8_t pixels[8 * 8 * 4];
    for (int i = 0; i < 64; i++) {
        memset(pixels + i * 4, (i + i / 8) % 2 == 0 ? 0 : 255, 3);
        pixels[i * 4 + 3] = i % 2 == 0 ? 100 : 200;
    }
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.width = def.height = 8;
    vrm_ImageWriter* writer;
    vrm_Span bytes;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    for (int is_color = 0; is_color < 2; is_color++) {
        vrm_ImageLimits limits = {.enough = 4, .is_color = is_color == 1};
        vrm_Picture picture;
        assert_int_equal(vrm_image_decode(bytes, &limits, NULL, &picture), VRM_OK);
        assert_int_equal(picture.width, 4);
        for (int i = 0; i < 16; i++) {
            assert_int_equal(picture.pixels[i * 4], is_color == 1 ? 188 : 128);
            assert_int_equal(picture.pixels[i * 4 + 3], 150);
        }
        vrm_image_release(&picture);
    }
    vrm_image_writer_destroy(writer);
}

/* Behind the last pixel a cut takes nothing away; before it, the picture is refused. */
static void cut_picture_is_refused_or_whole(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(9, 7, 6, 8, false), pic_png(9, 7, 3, 4, true),
                            pic_jpeg(17, 9, 3, false),  pic_jpeg(17, 9, 3, true),
                            pic_jpeg(17, 9, 4, false),  pic_webp(9, 7, true),
                            pic_webp(9, 7, false)};
    for (size_t p = 0; p < sizeof pictures / sizeof pictures[0]; p++) {
        vrm_Picture whole = decode(pictures[p]);
        size_t refused = 0;
        for (size_t size = 0; size < pictures[p].size; size++) {
            uint8_t* exact = malloc(size + 1); /* so that a read beyond it is seen */
            memcpy(exact, pictures[p].data, size);
            exact = realloc(exact, size == 0 ? 1 : size);
            vrm_Picture image;
            vrm_Result result =
                vrm_image_decode((vrm_Span){(const char*)exact, size}, NULL, NULL, &image);
            if (result == VRM_OK) {
                size_t bytes = (size_t)whole.width * whole.height * 4;
                assert_memory_equal(image.pixels, whole.pixels, bytes);
            } else {
                assert_null(image.pixels);
                refused++;
            }
            vrm_image_release(&image);
            free(exact);
        }
        assert_true(refused + 18 >= pictures[p].size); /* IEND and a checksum may go, no more */
        vrm_image_release(&whole);
        free(pictures[p].data);
    }
}

static void flipped_bits_never_break_the_decoder(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(6, 5, 6, 8, false), pic_png(6, 5, 3, 2, true),
                            pic_jpeg(9, 9, 3, true), pic_webp(6, 5, true), pic_webp(6, 5, false)};
    vrm_ImageLimits limits = {.width = 512, .height = 512};
    for (size_t p = 0; p < sizeof pictures / sizeof pictures[0]; p++) {
        for (size_t bit = 0; bit < pictures[p].size * 8; bit++) {
            pictures[p].data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            vrm_Picture image;
            vrm_Result result = vrm_image_decode(pic_span(pictures[p]), &limits, NULL, &image);
            assert_true((result == VRM_OK) == (image.pixels != NULL));
            vrm_image_release(&image);
            pictures[p].data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        free(pictures[p].data);
    }
}

static vrm_Result decode_small(const vrm_Allocator* allocator, void* ctx) {
    const vrm_ImageLimits limits = {.enough = 2};
    vrm_Picture image;
    vrm_Result result = vrm_image_decode(pic_span(*(pic_Bytes*)ctx), &limits, allocator, &image);
    assert_true((result == VRM_OK) == (image.pixels != NULL));
    vrm_image_release(&image);
    return result;
}

static void failing_allocation_is_reported_and_leaks_nothing(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(40, 24, 6, 8, false), pic_jpeg(40, 24, 3, false),
                            pic_webp(40, 24, true)};
    for (int p = 0; p < 3; p++) {
        assert_true(test_every_allocation_failing(decode_small, &pictures[p]) > 0);
        free(pictures[p].data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_of_every_kind_decodes_to_what_it_shows),
        cmocka_unit_test(jpeg_of_every_kind_decodes_to_what_it_shows),
        cmocka_unit_test(cut_jpeg_is_refused_with_and_without_an_end_marker),
        cmocka_unit_test(webp_of_every_kind_decodes_to_what_it_shows),
        cmocka_unit_test(format_is_recognized_by_the_bytes),
        cmocka_unit_test(size_is_checked_against_the_limits_before_decoding),
        cmocka_unit_test(picture_is_halved_while_more_than_enough),
        cmocka_unit_test(colors_are_averaged_as_light),
        cmocka_unit_test(cut_picture_is_refused_or_whole),
        cmocka_unit_test(flipped_bits_never_break_the_decoder),
        cmocka_unit_test(failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
