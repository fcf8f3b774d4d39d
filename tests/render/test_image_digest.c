/* SPDX-License-Identifier: MIT */
/* Pictures by their pixels, and what vrm_diff makes of pictures that were packed anew. */
#include "pictures.h"

#include "support/check.h"
#include "support/dice.h"
#include "support/model.h"
#include "vrm/diff.h"
#include "vrm/digest.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/optimize_pictures.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH  23
#define HEIGHT 19

static void check_digest(vrm_Span picture, char out[VRM_DIGEST_SIZE]) {
    assert_int_equal(vrm_image_digest(NULL, picture, out), VRM_OK);
    assert_int_equal(strlen(out), 64);
}

/* Writes pixels once more. */
static vrm_ImageWriter* write_again(const vrm_Picture* picture, vrm_ImageFormat format,
                                    vrm_Span* out) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    vrm_ImageWriter* writer = NULL;
    def.format = format;
    def.width = picture->width;
    def.height = picture->height;
    def.quality = 101.0f;
    def.effort = 0;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    assert_int_equal(vrm_image_writer_add(writer, picture->pixels), VRM_OK);
    assert_int_equal(vrm_image_writer_finish(writer, out), VRM_OK);
    return writer;
}

static void format_and_packing_do_not_count_but_every_pixel_does(void** state) {
    (void)state;
    pic_Bytes png = pic_png(WIDTH, HEIGHT, 6, 8, false);
    vrm_Picture picture;
    vrm_Span again;
    char wanted[VRM_DIGEST_SIZE], text[VRM_DIGEST_SIZE];
    check_digest(pic_span(png), wanted);
    assert_int_equal(vrm_image_decode(pic_span(png), NULL, NULL, &picture), VRM_OK);
    for (int format = 0; format < 2; format++) {
        vrm_ImageWriter* writer =
            write_again(&picture, format == 0 ? VRM_IMAGE_PNG : VRM_IMAGE_WEBP, &again);
        assert_true(again.size != png.size || memcmp(again.data, png.data, png.size) != 0);
        check_digest(again, text);
        assert_string_equal(text, wanted);
        vrm_image_writer_destroy(writer);
    }
    for (int channel = 0; channel < 4; channel++) {
        uint8_t* value = picture.pixels + (size_t)(WIDTH * 7 + 5) * 4 + channel;
        *value ^= 1;
        vrm_ImageWriter* writer = write_again(&picture, VRM_IMAGE_PNG, &again);
        check_digest(again, text);
        assert_string_not_equal(text, wanted);
        vrm_image_writer_destroy(writer);
        *value ^= 1;
    }
    picture.width = HEIGHT; /* the same bytes in rows of another length */
    picture.height = WIDTH;
    vrm_ImageWriter* writer = write_again(&picture, VRM_IMAGE_PNG, &again);
    check_digest(again, text);
    assert_string_not_equal(text, wanted);
    vrm_image_writer_destroy(writer);
    vrm_image_release(&picture);
    free(png.data);
}

static void what_cannot_be_decoded_has_no_digest_and_pictures_share_a_budget(void** state) {
    (void)state;
    pic_Bytes png = pic_png(WIDTH, HEIGHT, 0, 8, false), bomb = pic_png_bomb(60000, 60000);
    char text[VRM_DIGEST_SIZE] = "x";
    vrm_Span cut = {(const char*)png.data, png.size / 2};
    vrm_ImageLimits budget = {.decoded_bytes = (uint64_t)WIDTH * HEIGHT * 4 * 2, .enough = 1};
    assert_int_equal(vrm_image_digest(NULL, cut, text), VRM_ERR_INVALID);
    assert_string_equal(text, "");
    assert_int_equal(vrm_image_digest(NULL, pic_span(bomb), text), VRM_ERR_LIMIT);
    for (int i = 0; i < 3; i++)
        assert_int_equal(vrm_image_digest(&budget, pic_span(png), text),
                         i < 2 ? VRM_OK : VRM_ERR_LIMIT);
    free(png.data);
    free(bomb.data);
}

/* */
static void optimized_pictures_mean_the_same(void** state) {
    (void)state;
    static const vrm_ImageFormat formats[] = {VRM_IMAGE_UNKNOWN, VRM_IMAGE_WEBP};
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (int i = 0; i < 4; i++) {
        TestModel before = test_model_scene(dialects[i / 2], NULL);
        TestModel after = test_model_scene(dialects[i / 2], NULL);
        vrm_OptimizePicturesDef smaller = vrm_default_optimize_pictures_def();
        vrm_OptimizePicturesStats stats;
        vrm_DiffDef def = vrm_default_diff_def();
        vrm_Diff* diff;
        smaller.format = formats[i % 2];
        assert_int_equal(vrm_optimize(after.model, NULL, NULL, NULL), VRM_OK);
        assert_int_equal(vrm_optimize_pictures(after.model, &smaller, NULL, &stats), VRM_OK);
        assert_true(stats.changed_count > 0);
        assert_int_equal(vrm_diff_create(before.model, after.model, &def, &diff), VRM_OK);
        assert_true(vrm_diff_total(diff) > 0); /* by their bytes */
        vrm_diff_destroy(diff);
        def.picture_digest = vrm_image_digest;
        assert_int_equal(vrm_diff_create(before.model, after.model, &def, &diff), VRM_OK);
        assert_int_equal(vrm_diff_total(diff), 0);
        vrm_diff_destroy(diff);
        vrm_optimize_pictures_stats_release(&stats);
        test_model_free(&before);
        test_model_free(&after);
    }
}

/* Changes one channel of one pixel of an image by 1. */
static void change_pixel(vrm_Model* model, int32_t image, Dice* dice) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Image* shown = &gltf->images[image];
    vrm_Picture picture;
    vrm_Span bytes;
    vrm_Edit* edit;
    int64_t view = -1;
    assert_true(vrm_json_integer(gltf->json, vrm_json_member(gltf->json, shown->json, "bufferView"),
                                 &view));
    assert_int_equal(vrm_image_decode((vrm_Span){(const char*)shown->data, (size_t)shown->size},
                                      NULL, NULL, &picture),
                     VRM_OK);
    picture.pixels[roll_int(dice, (int)(picture.width * picture.height * 4))] ^= 1;
    vrm_ImageWriter* writer = write_again(&picture, VRM_IMAGE_PNG, &bytes);
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, (int32_t)view, bytes.data, bytes.size), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_image_writer_destroy(writer);
    vrm_image_release(&picture);
}

/* that nothing is found after packing means something. */
static void a_changed_pixel_of_an_optimized_picture_is_told(void** state) {
    (void)state;
    Dice dice = {5};
    TestModel before = test_model_scene(VRM_DIALECT_1, NULL);
    for (int32_t image = 0; image < vrm_model_gltf(before.model)->image_count; image++) {
        TestModel after = test_model_scene(VRM_DIALECT_1, NULL);
        vrm_DiffDef def = vrm_default_diff_def();
        vrm_Diff* diff;
        assert_int_equal(vrm_optimize(after.model, NULL, NULL, NULL), VRM_OK);
        assert_int_equal(vrm_optimize_pictures(after.model, NULL, NULL, NULL), VRM_OK);
        assert_int_equal(vrm_model_gltf(after.model)->image_count,
                         vrm_model_gltf(before.model)->image_count);
        change_pixel(after.model, image, &dice);
        def.picture_digest = vrm_image_digest;
        assert_int_equal(vrm_diff_create(before.model, after.model, &def, &diff), VRM_OK);
        assert_true(vrm_diff_total(diff) > 0);
        vrm_diff_destroy(diff);
        test_model_free(&after);
    }
    test_model_free(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(format_and_packing_do_not_count_but_every_pixel_does),
        cmocka_unit_test(what_cannot_be_decoded_has_no_digest_and_pictures_share_a_budget),
        cmocka_unit_test(optimized_pictures_mean_the_same),
        cmocka_unit_test(a_changed_pixel_of_an_optimized_picture_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
