/* SPDX-License-Identifier: MIT */
/* One channel of a picture in all three, and what migrating makes of it: the outline of an avatar
 * of 0.x is as wide after it as before. */
#include "pictures.h"

#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/migrate.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH  23
#define HEIGHT 19
#define MASK   5 /* texture and image of the scene: coloured, the outline width of material 2 */

static vrm_Picture decode(vrm_Span bytes) {
    vrm_Picture picture;
    assert_int_equal(vrm_image_decode(bytes, NULL, NULL, &picture), VRM_OK);
    return picture;
}

static vrm_Span bytes_of(const vrm_Model* model, int32_t texture) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Image* image = &gltf->images[gltf->textures[texture].source];
    return (vrm_Span){(const char*)image->data, (size_t)image->size};
}

static void check_spread(const vrm_Picture* after, const vrm_Picture* before, int32_t channel) {
    assert_int_equal(after->width, before->width);
    assert_int_equal(after->height, before->height);
    for (uint32_t i = 0; i < after->width * after->height; i++) {
        const uint8_t* pixel = after->pixels + (size_t)i * 4;
        for (int c = 0; c < 3; c++)
            assert_int_equal(pixel[c], before->pixels[(size_t)i * 4 + (size_t)channel]);
        assert_int_equal(pixel[3], 255);
    }
}

static void every_channel_of_every_format_can_be_spread(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(WIDTH, HEIGHT, 6, 8, false), pic_jpeg(WIDTH, HEIGHT, 3, false),
                            pic_webp(WIDTH, HEIGHT, true)};
    for (int p = 0; p < 3; p++) {
        vrm_Picture before = decode(pic_span(pictures[p]));
        for (int32_t channel = 0; channel < 4; channel++) {
            vrm_Span png;
            assert_int_equal(
                vrm_image_spread_channel(NULL, pic_span(pictures[p]), channel, NULL, &png), VRM_OK);
            vrm_Picture after = decode(png);
            check_spread(&after, &before, channel);
            vrm_image_release(&after);
            free((void*)png.data);
        }
        vrm_image_release(&before);
        free(pictures[p].data);
    }
}

static void grey_picture_needs_no_other(void** state) {
    (void)state;
    pic_Bytes pictures[] = {pic_png(WIDTH, HEIGHT, 0, 8, false), pic_jpeg(WIDTH, HEIGHT, 1, false)};
    for (int p = 0; p < 2; p++) {
        vrm_Span png;
        for (int32_t channel = 0; channel < 3; channel++) {
            assert_int_equal(
                vrm_image_spread_channel(NULL, pic_span(pictures[p]), channel, NULL, &png), VRM_OK);
            assert_null(png.data);
        }
        free(pictures[p].data);
    }
}

static void what_cannot_be_decoded_is_refused(void** state) {
    (void)state;
    pic_Bytes picture = pic_png(WIDTH, HEIGHT, 6, 8, false), bomb = pic_png_bomb(60000, 60000);
    vrm_Span png, cut = {(const char*)picture.data, picture.size / 2};
    assert_int_equal(vrm_image_spread_channel(NULL, pic_span(picture), 4, NULL, &png),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_image_spread_channel(NULL, pic_span(picture), -1, NULL, &png),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_image_spread_channel(NULL, cut, 0, NULL, &png), VRM_ERR_INVALID);
    assert_int_equal(vrm_image_spread_channel(NULL, pic_span(bomb), 0, NULL, &png), VRM_ERR_LIMIT);
    assert_null(png.data);
    free(picture.data);
    free(bomb.data);
}

static void pictures_share_a_budget(void** state) {
    (void)state;
    pic_Bytes grey = pic_png(WIDTH, HEIGHT, 0, 8, false);
    vrm_ImageLimits budget = {.decoded_bytes = (uint64_t)WIDTH * HEIGHT * 4 * 2};
    vrm_Span png;
    for (int i = 0; i < 2; i++)
        assert_int_equal(vrm_image_spread_channel(&budget, pic_span(grey), 0, NULL, &png), VRM_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(vrm_image_spread_channel(&budget, pic_span(grey), 0, NULL, &png),
                         VRM_ERR_LIMIT);
    free(grey.data);
}

static vrm_Result spread(const vrm_Allocator* allocator, void* ctx) {
    vrm_Span png;
    vrm_Result result =
        vrm_image_spread_channel(NULL, pic_span(*(pic_Bytes*)ctx), 0, allocator, &png);
    assert_true((result == VRM_OK) == (png.data != NULL));
    if (result == VRM_OK) allocator->release(allocator->ctx, (void*)png.data, png.size);
    return result;
}

static void failing_allocation_is_reported_and_leaks_nothing(void** state) {
    (void)state;
    pic_Bytes picture = pic_png(WIDTH, HEIGHT, 6, 8, false);
    assert_true(test_every_allocation_failing(spread, &picture) > 1);
    free(picture.data);
}

/* ---- Migration ---- */

static void migrated_outline_is_as_wide_as_before(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_0, NULL);
    TestModel after = test_model_scene(VRM_DIALECT_0, NULL);
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.spread_channel = vrm_image_spread_channel;
    assert_int_equal(vrm_migrate(after.model, &def, NULL), VRM_OK);

    const vrm_Mtoon* mtoon = vrm_model_surfaces(after.model)[2].mtoon;
    int32_t texture = mtoon->outline_width_multiply_texture.texture;
    assert_int_not_equal(texture, MASK);
    vrm_Picture mask = decode(bytes_of(before.model, MASK));
    vrm_Picture made = decode(bytes_of(after.model, texture));
    check_spread(&made, &mask, 0);
    assert_int_not_equal(mask.pixels[0], mask.pixels[1]); /* else it would show nothing */
    vrm_image_release(&mask);
    vrm_image_release(&made);
    test_model_free(&before);
    test_model_free(&after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_channel_of_every_format_can_be_spread),
        cmocka_unit_test(grey_picture_needs_no_other),
        cmocka_unit_test(what_cannot_be_decoded_is_refused),
        cmocka_unit_test(pictures_share_a_budget),
        cmocka_unit_test(failing_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(migrated_outline_is_as_wide_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
