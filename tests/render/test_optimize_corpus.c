/* SPDX-License-Identifier: MIT */
/* The pictures of real avatars: without losses every pixel is what it was, and a second run finds
 * nothing to do; with losses they still look the same. */
#include "pictures.h"

#include "support/check.h"
#include "support/corpus.h"
#include "support/model.h"
#include "vrm/diff.h"
#include "vrm/optimize.h"
#include "vrm/optimize_pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums over all files, printed at the end. */
static uint64_t bytes_before, bytes_after;
static double worst_likeness, likeness_sum;
static int likeness_count;

static vrm_Model* load_avatar(const TestBytes* bytes) {
    vrm_Model* model = NULL;
    vrm_LoadDef def = vrm_default_load_def();
    if (vrm_model_load(bytes->data, bytes->size, &def, NULL, &model) != VRM_OK) return NULL;
    if (vrm_model_is_glb(model)) return model;
    vrm_model_destroy(model);
    return NULL;
}

static vrm_Result decode(const vrm_Model* model, int32_t image, vrm_Picture* out) {
    const vrm_Image* found = &vrm_model_gltf(model)->images[image];
    vrm_Span bytes = {(const char*)found->data, (size_t)found->size};
    return vrm_image_decode(bytes, NULL, NULL, out);
}

static void start_sums(void) {
    bytes_before = bytes_after = 0;
    likeness_count = 0;
    likeness_sum = 0.0;
    worst_likeness = 1.0;
}

static void add_sums(const vrm_OptimizePicturesStats* stats) {
    bytes_before += stats->before.bytes;
    bytes_after += stats->after.bytes;
}

/* ---- Without losses ---- */

static void expect_same_pixels(const vrm_Model* after, const vrm_Model* before, const char* path) {
    for (int32_t i = 0; i < vrm_model_gltf(before)->image_count; i++) {
        vrm_Picture a, b;
        vrm_Result was = decode(before, i, &b);
        assert_int_equal(decode(after, i, &a), was);
        if (was == VRM_OK && (a.width != b.width || a.height != b.height ||
                              memcmp(a.pixels, b.pixels, (size_t)a.width * a.height * 4) != 0))
            fail_msg("%s: image %d has other pixels", path, (int)i);
        vrm_image_release(&a);
        vrm_image_release(&b);
    }
}

static void check_lossless(const TestBytes* bytes, const char* path, vrm_ImageFormat format) {
    vrm_Model *before = load_avatar(bytes), *after = load_avatar(bytes);
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    vrm_OptimizePicturesStats stats;
    if (before == NULL) return;
    def.format = format;
    def.effort = 2;
    assert_int_equal(vrm_optimize_pictures(after, &def, NULL, &stats), VRM_OK);
    assert_true(stats.after.bytes <= stats.before.bytes);
    add_sums(&stats);
    vrm_optimize_pictures_stats_release(&stats);
    expect_same_pixels(after, before, path);
    assert_int_equal(vrm_optimize_pictures(after, &def, NULL, &stats), VRM_OK);
    if (stats.changed_count != 0) fail_msg("%s: a second run changed pictures", path);
    vrm_optimize_pictures_stats_release(&stats);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
}

static void check_same_format(const TestBytes* bytes, const char* path) {
    check_lossless(bytes, path, VRM_IMAGE_UNKNOWN);
}

static void check_webp(const TestBytes* bytes, const char* path) {
    check_lossless(bytes, path, VRM_IMAGE_WEBP);
}

static void print_sums(const char* what) {
    if (bytes_before > 0)
        print_message("%s: %lu bytes of pictures become %lu (%.1f %%)\n", what,
                      (unsigned long)bytes_before, (unsigned long)bytes_after,
                      100.0 * (double)bytes_after / (double)bytes_before);
}

static void corpus_keeps_every_pixel(void** state) {
    (void)state;
    start_sums();
    corpus_each("vrm0", ".vrm", check_same_format);
    corpus_each("vrm1", ".vrm", check_same_format);
    corpus_each("gltf", ".glb", check_same_format);
    print_sums("without losses");
    assert_true(bytes_after < bytes_before);
}

static void corpus_keeps_every_pixel_in_webp(void** state) {
    (void)state;
    start_sums();
    corpus_each("vrm0", ".vrm", check_webp);
    corpus_each("vrm1", ".vrm", check_webp);
    print_sums("as lossless WebP");
    assert_true(bytes_after < bytes_before);
}

/* ---- All passes ---- */

static void check_meaning(const TestBytes* bytes, const char* path) {
    vrm_Model *before = load_avatar(bytes), *after = load_avatar(bytes);
    vrm_OptimizePicturesDef smaller = vrm_default_optimize_pictures_def();
    vrm_DiffDef def = vrm_default_diff_def();
    vrm_Diff* diff;
    if (before == NULL) return;
    smaller.effort = 0;
    def.distance = def.angle = def.value = 0.0f;
    def.picture_digest = vrm_image_digest;
    vrm_Result result = vrm_optimize(after, NULL, NULL, NULL);
    if (result == VRM_OK) {
        assert_int_equal(vrm_optimize_pictures(after, &smaller, NULL, NULL), VRM_OK);
        assert_int_equal(vrm_diff_create(before, after, &def, &diff), VRM_OK);
        if (vrm_diff_total(diff) > 0)
            fail_msg("%s: %s %s", path, vrm_diff_get(diff, 0).subject,
                     vrm_diff_get(diff, 0).member);
        vrm_diff_destroy(diff);
    }
    vrm_model_destroy(before);
    vrm_model_destroy(after);
}

/* */
static void corpus_means_the_same(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_meaning);
    corpus_each("vrm1", ".vrm", check_meaning);
    corpus_each("vrma", ".vrma", check_meaning);
    corpus_each("gltf", ".glb", check_meaning);
}

/* ---- With losses ---- */

static double light_at(const vrm_Picture* picture, uint32_t x, uint32_t y) {
    const uint8_t* p = picture->pixels + ((size_t)y * picture->width + x) * 4;
    return 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2];
}

/* Structural similarity (Wang 2004) of the lightness of one window of 8 x 8 pixels. */
static double window_likeness(const vrm_Picture* a, const vrm_Picture* b, uint32_t x0,
                              uint32_t y0) {
    double sum_a = 0, sum_b = 0, squares_a = 0, squares_b = 0, product = 0;
    for (uint32_t i = 0; i < 64; i++) {
        double p = light_at(a, x0 + i % 8, y0 + i / 8), q = light_at(b, x0 + i % 8, y0 + i / 8);
        sum_a += p;
        sum_b += q;
        squares_a += p * p;
        squares_b += q * q;
        product += p * q;
    }
    double mean_a = sum_a / 64, mean_b = sum_b / 64;
    double var_a = squares_a / 64 - mean_a * mean_a, var_b = squares_b / 64 - mean_b * mean_b;
    double both = product / 64 - mean_a * mean_b, c1 = 6.5025, c2 = 58.5225;
    return (2 * mean_a * mean_b + c1) * (2 * both + c2) /
           ((mean_a * mean_a + mean_b * mean_b + c1) * (var_a + var_b + c2));
}

static double likeness(const vrm_Picture* a, const vrm_Picture* b) {
    double sum = 0.0;
    uint64_t count = 0;
    for (uint32_t y = 0; y + 8 <= a->height; y += 4)
        for (uint32_t x = 0; x + 8 <= a->width; x += 4, count++) sum += window_likeness(a, b, x, y);
    return count > 0 ? sum / (double)count : 1.0;
}

static void compare_pictures(const vrm_Model* after, const vrm_Model* before, const char* path) {
    for (int32_t i = 0; i < vrm_model_gltf(before)->image_count; i++) {
        vrm_Picture a, b;
        if (decode(before, i, &b) != VRM_OK) continue;
        assert_int_equal(decode(after, i, &a), VRM_OK);
        assert_true(a.width <= 1024 && a.height <= 1024);
        if (a.width == b.width && a.height == b.height) {
            double ssim = likeness(&a, &b);
            if (ssim < 0.9) print_message("%s: image %d has SSIM %.4f\n", path, (int)i, ssim);
            if (ssim < worst_likeness) worst_likeness = ssim;
            likeness_sum += ssim;
            likeness_count++;
        }
        vrm_image_release(&a);
        vrm_image_release(&b);
    }
}

static void check_lossy(const TestBytes* bytes, const char* path) {
    vrm_Model *before = load_avatar(bytes), *after = load_avatar(bytes);
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    vrm_OptimizePicturesStats stats;
    if (before == NULL) return;
    def.format = VRM_IMAGE_WEBP;
    def.quality = 85.0f;
    def.max_side = 1024;
    def.effort = 2;
    assert_int_equal(vrm_optimize_pictures(after, &def, NULL, &stats), VRM_OK);
    add_sums(&stats);
    vrm_optimize_pictures_stats_release(&stats);
    compare_pictures(after, before, path);
    assert_int_equal(vrm_optimize_pictures(after, &def, NULL, &stats), VRM_OK);
    assert_int_equal(stats.changed_count, 0);
    vrm_optimize_pictures_stats_release(&stats);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
}

static void corpus_looks_the_same_with_losses(void** state) {
    (void)state;
    start_sums();
    corpus_each("vrm0", ".vrm", check_lossy);
    corpus_each("vrm1", ".vrm", check_lossy);
    print_sums("1024 pixels, WebP of quality 85");
    print_message("SSIM of %d pictures: mean %.4f, least %.4f\n", likeness_count,
                  likeness_sum / (likeness_count > 0 ? likeness_count : 1), worst_likeness);
    assert_true(worst_likeness > 0.85);
}

/* Broken files, whatever they hold: no crash, and no change where nothing can be decoded. */
static void check_broken(const TestBytes* bytes, const char* path) {
    (void)path;
    vrm_Model* model = load_avatar(bytes);
    if (model == NULL) return;
    vrm_Result result = vrm_optimize_pictures(model, NULL, NULL, NULL);
    assert_true(result == VRM_OK || result == VRM_ERR_UNSUPPORTED || result == VRM_ERR_LIMIT);
    vrm_model_destroy(model);
}

static void broken_files_are_survived(void** state) {
    (void)state;
    corpus_each("broken", NULL, check_broken);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_keeps_every_pixel),
        cmocka_unit_test(corpus_keeps_every_pixel_in_webp),
        cmocka_unit_test(corpus_means_the_same),
        cmocka_unit_test(corpus_looks_the_same_with_losses),
        cmocka_unit_test(broken_files_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
