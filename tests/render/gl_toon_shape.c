/* SPDX-License-Identifier: MIT */
/* Where toon surfaces show, drawn by the GL of this machine: outlines, alpha, order, texture
 * coordinates and views in the sweeps (scenes/sweep.h). */
#include "render/mtoon_reference.h"
#include "render/sweep_photo.h"
#include "scenes/scene_maths.h"
#include "support/corpus.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Outlines ---- */

/* How far the ball reaches to the left of its centre in the row through it, pixels and parts. */
static float reach_left(const Photo* photo, int32_t centre_x) {
    float sum = 0;
    for (int32_t x = 0; x < centre_x; x++) sum += pixel(photo, x, photo->height / 2)[3] / 255.0f;
    return sum;
}

/* The same of a ball of that radius that the specification's camera sees. */
static float expected_reach(const Photo* photo, const Shot* shot, float radius, int32_t centre_x) {
    vrm_Vec3 to_centre = v3_sub(BALL, shot->eye);
    float distance = v3_length(to_centre), depth = -to_centre.z;
    float angle = atanf(-to_centre.x / depth) + asinf(radius / distance);
    float left = (float)photo->width / 2 - tanf(angle) * depth * metre(photo, shot);
    return (float)centre_x - left;
}

/* */
static void world_outline_is_metres_wide_and_outside(void** state) {
    Shot shot = shot_of_sweep();
    Photo plain = draw_row(*state, "plain"), thin = draw_row(*state, "outline-world-0.01");
    Photo wide = draw_row(*state, "outline-world-0.03");
    const int32_t centre = 67;
    float none_reach = reach_left(&plain, centre), thin_reach = reach_left(&thin, centre);
    float wide_reach = reach_left(&wide, centre);
    assert_float_equal(none_reach, expected_reach(&plain, &shot, RADIUS, centre), 0.6f);
    assert_float_equal(thin_reach, expected_reach(&plain, &shot, RADIUS + 0.01f, centre), 0.6f);
    assert_float_equal(wide_reach, expected_reach(&plain, &shot, RADIUS + 0.03f, centre), 0.6f);
    for (int32_t y = 0; y < plain.height; y++) {
        for (int32_t x = 0; x < plain.width; x++) {
            const uint8_t *before = pixel(&plain, x, y), *after = pixel(&wide, x, y);
            if (before[3] < 255) continue;
            for (int c = 0; c < 4; c++) assert_in_range(abs(before[c] - after[c]), 0, 1);
        }
    }
    photo_release(&plain);
    photo_release(&thin);
    photo_release(&wide);
    assert_same_picture(*state, "outline-none", "plain");
    assert_same_picture(*state, "outline-world-0.00", "plain");
    assert_same_picture(*state, "outline-screen-0.00", "plain");
}

/* */
static void screen_outline_is_a_part_of_the_height_at_any_distance_and_aspect(void** state) {
    static const struct {
        int32_t width, height;
        float distance;
    } views[] = {{256, 128, 3}, {256, 128, 6}, {128, 128, 4}, {192, 256, 5}};
    SweepRow row = *find_row("outline-screen-0.03");
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        Shot shot = shot_of_sweep();
        shot.width = views[i].width;
        shot.height = views[i].height;
        shot.target = BALL;
        shot.eye = v3_add(BALL, v3(0, 0, views[i].distance));
        Photo plain = draw_edited(*state, SWEEP_BALL, "", &shot);
        Photo outlined = draw_bytes(*state, sweep_file(&row), &shot);
        int32_t centre = views[i].width / 2;
        float width = reach_left(&outlined, centre) - reach_left(&plain, centre);
        assert_float_equal(width, 0.03f * (float)views[i].height, 0.5f);
        photo_release(&plain);
        photo_release(&outlined);
    }
}

/* */
static void outline_of_a_double_sided_surface_is_the_same(void** state) {
    assert_same_picture(*state, "outline-double-sided", "outline-mix-0.0");
}

/* */
static void outline_color_is_mixed_with_the_surface(void** state) {
    Photo none = draw_row(*state, "outline-mix-0.0"), half = draw_row(*state, "outline-mix-0.5");
    Photo full = draw_row(*state, "outline-mix-1.0"), plain = draw_row(*state, "plain");
    int32_t count = 0;
    for (int32_t i = 0; i < none.width * none.height; i++) {
        const uint8_t* rgba = none.rgba + 4 * i;
        if (rgba[3] < 255 || plain.rgba[4 * i + 3] > 0) continue;
        count++;
        assert_color(rgba, v3(0.1f, 0.3f, 0.7f), 1, "outline without lighting");
        for (int c = 0; c < 3; c++) {
            float middle = toon_decode(half.rgba[4 * i + c] / 255.0f);
            float ends = toon_decode(rgba[c] / 255.0f) + toon_decode(full.rgba[4 * i + c] / 255.0f);
            assert_float_equal(middle, ends / 2, 0.01f);
            /* Lit, it is the factor times a colour between shade and lit. */
            float factor = toon_decode(rgba[c] / 255.0f);
            float surface = toon_decode(full.rgba[4 * i + c] / 255.0f) / factor;
            assert_true(surface > 0.05f && surface < 0.5f);
        }
    }
    assert_true(count > 200);
    photo_release(&none);
    photo_release(&half);
    photo_release(&full);
    photo_release(&plain);
}

/* */
static void outline_width_follows_the_green_of_its_texture(void** state) {
    Photo plain = draw_row(*state, "plain"), outlined = draw_row(*state, "outline-width-texture");
    int32_t above = 0, below = 0;
    for (int32_t y = 0; y < plain.height; y++) {
        for (int32_t x = 0; x < plain.width / 2; x++) {
            int32_t grown = pixel(&outlined, x, y)[3] - pixel(&plain, x, y)[3];
            *(y < plain.height / 2 ? &above : &below) += grown > 0 ? grown : 0;
        }
    }
    assert_true(above > 0);
    assert_true(below > 2 * above);
    photo_release(&plain);
    photo_release(&outlined);
}

/* ---- Alpha and order ---- */

/* */
static void alpha_modes_are_those_of_gltf(void** state) {
    static const struct {
        const char* name;
        float cutoff;
    } masks[] = {{"alpha-mask-0.2", 0.2f}, {"alpha-mask-default", 0.5f}, {"alpha-mask-0.8", 0.8f}};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        Photo photo = draw_row(*state, masks[i].name);
        for (float u = 0.05f; u < 1; u += 0.1f) {
            if (fabsf(u - masks[i].cutoff) < 0.04f) continue;
            assert_int_equal(card_pixel(&photo, u, 0.5f)[3], u > masks[i].cutoff ? 255 : 0);
        }
        photo_release(&photo);
    }
    Photo blend = draw_row(*state, "alpha-blend"), opaque = draw_row(*state, "alpha-opaque");
    for (float u = 0.1f; u < 0.95f; u += 0.1f) {
        assert_in_range(card_pixel(&blend, u, 0.5f)[3], u * 255 - 4, u * 255 + 4);
        assert_int_equal(card_pixel(&opaque, u, 0.5f)[3], 255);
    }
    photo_release(&blend);
    photo_release(&opaque);
    assert_same_picture(*state, "alpha-opaque", "plain");
}

/* The cards' colours: low, middle, high. Each faces the light enough to be wholly lit. */
static const vrm_Vec3 card_colors[] = {{0.45f, 0.3f, 0.2f}, {0.1f, 0.6f, 0.2f}, {0.1f, 0.2f, 0.8f}};

/* At x one card of alpha a half lies above another. Blending is linear. */
static void assert_above(const Photo* photo, float x, int upper, int lower, const char* what) {
    const uint8_t* rgba = pixel_at(photo, x, 1);
    assert_in_range(rgba[3], 190, 192);
    vrm_Vec3 sum = v3_add(v3_scale(card_colors[upper], 0.5f), v3_scale(card_colors[lower], 0.25f));
    assert_color(rgba, v3_scale(sum, 1 / 0.75f), 3, what);
}

/* */
static void queue_offset_decides_what_is_drawn_last(void** state) {
    enum { LOW, MIDDLE, HIGH };
    Photo none = draw_row(*state, "queue-none"), low_last = draw_row(*state, "queue-low-last");
    assert_above(&none, -0.15f, MIDDLE, LOW, "far to near");
    assert_above(&none, 0.15f, HIGH, MIDDLE, "far to near");
    assert_above(&low_last, -0.15f, LOW, MIDDLE, "offsets -2, -1, 0");
    assert_above(&low_last, 0.15f, MIDDLE, HIGH, "offsets -2, -1, 0");
    photo_release(&none);
    photo_release(&low_last);

    Photo opaque = draw_row(*state, "queue-opaque");
    Photo mask = draw_row(*state, "queue-mask-under-blend");
    assert_in_range(greatest_difference(&opaque, &mask), 0, 1);
    const uint8_t *alone = pixel_at(&opaque, -0.45f, 1), *under = pixel_at(&opaque, -0.15f, 1);
    assert_int_equal(under[3], 255);
    assert_true(under[1] > alone[1] && under[0] < alone[0] && under[0] > 60);
    photo_release(&opaque);
    photo_release(&mask);
}

/* */
static void depth_write_hides_what_is_drawn_behind(void** state) {
    Photo written = draw_row(*state, "queue-z-write");
    const uint8_t* high = pixel_at(&written, 0.45f, 1); /* the near card alone */
    for (int c = 0; c < 4; c++)
        assert_in_range(abs(pixel_at(&written, 0.15f, 1)[c] - high[c]), 0, 1);
    assert_in_range(high[3], 127, 128);
    photo_release(&written);

    Photo offset = draw_row(*state, "queue-z-write-offset"); /* near first: nothing behind shows */
    for (int c = 0; c < 4; c++)
        assert_in_range(abs(pixel_at(&offset, 0.15f, 1)[c] - pixel_at(&offset, 0.45f, 1)[c]), 0, 1);
    assert_in_range(pixel_at(&offset, -0.15f, 1)[3], 127, 128);
    photo_release(&offset);

    Shot shot = shot_of_sweep(); /* no effect on opaque surfaces */
    Photo plain = draw_edited(*state, SWEEP_CARDS, "", &shot);
    Photo with =
        draw_edited(*state, SWEEP_CARDS,
                    "set /materials/2/extensions/VRMC_materials_mtoon/transparentWithZWrite true\n"
                    "set /materials/0/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber 9\n",
                    &shot);
    assert_in_range(greatest_difference(&plain, &with), 0, 0);
    photo_release(&plain);
    photo_release(&with);
}

/* */
static void back_faces_show_only_of_double_sided_surfaces(void** state) {
    Photo single = draw_row(*state, "sided-single");
    assert_int_equal(card_pixel(&single, 0.5f, 0.5f)[3], 0);
    assert_int_equal(pixel_at(&single, BALL.x, BALL.y)[3], 255);
    photo_release(&single);
    assert_same_picture(*state, "sided-double", "plain"); /* its normal is turned around */
}

/* ---- Texture coordinates ---- */

/* The card of `moved` shows at (u, v) what the card of `still` shows at move(u, v). */
typedef vrm_Vec2 MoveFn(float u, float v);

static float fraction(float value) {
    return value - floorf(value);
}

static void assert_moved(Studio* studio, const char* name, MoveFn* move) {
    Photo still = draw_row(studio, "base-texture"), moved = draw_row(studio, name);
    int32_t count = 0, fits = 0;
    for (float v = 0.04f; v < 0.97f; v += 0.03f) {
        for (float u = 0.04f; u < 0.97f; u += 0.03f) {
            vrm_Vec2 from = move(u, v);
            float x = fraction(from.x), y = fraction(from.y);
            if (x < 0.01f || x > 0.99f || y < 0.01f || y > 0.99f) continue;
            const uint8_t *a = card_pixel(&moved, u, v), *b = card_pixel(&still, x, y);
            count++;
            if (abs(a[0] - b[0]) < 24 && abs(a[1] - b[1]) < 24 && abs(a[2] - b[2]) < 24) fits++;
        }
    }
    photo_release(&still);
    photo_release(&moved);
    if (fits * 100 < count * 78) fail_msg("%s: %d of %d", name, (int)fits, (int)count);
}

static vrm_Vec2 scroll_x(float u, float v) {
    return (vrm_Vec2){u + 0.25f, v};
}

static vrm_Vec2 scroll_y(float u, float v) {
    return (vrm_Vec2){u, v + 0.25f};
}

static vrm_Vec2 scroll_later(float u, float v) {
    return (vrm_Vec2){u + 0.75f, v - 1.5f};
}

static vrm_Vec2 turned_about_middle(float u, float v, float angle) {
    float c = cosf(angle), s = sinf(angle), x = u - 0.5f, y = v - 0.5f;
    return (vrm_Vec2){0.5f + c * x + s * y, 0.5f - s * x + c * y};
}

static vrm_Vec2 spin(float u, float v) {
    return turned_about_middle(u, v, 0.5f);
}

static vrm_Vec2 spin_and_scroll(float u, float v) {
    vrm_Vec2 turned = spin(u, v);
    return (vrm_Vec2){turned.x + 0.2f, turned.y};
}

static vrm_Vec2 scroll_left_half(float u, float v) {
    return u < 0.5f ? (vrm_Vec2){u + 0.25f, v + 0.25f} : (vrm_Vec2){u, v};
}

/* KHR_texture_transform: scale, then turn, then offset. */
static vrm_Vec2 transform(float u, float v) {
    float c = cosf(0.4f), s = sinf(0.4f), x = u * 2, y = v * 1.5f;
    return (vrm_Vec2){0.25f + c * x + s * y, 0.1f - s * x + c * y};
}

static vrm_Vec2 spin_then_transform(float u, float v) {
    vrm_Vec2 turned = spin(u, v);
    return transform(turned.x, turned.y);
}

/* */
static void scroll_moves_by_speed_times_time(void** state) {
    assert_moved(*state, "scroll-x", scroll_x);
    assert_moved(*state, "scroll-y", scroll_y);
    assert_moved(*state, "scroll-later", scroll_later);
}

/* */
static void rotation_is_counter_clockwise_about_the_middle(void** state) {
    assert_moved(*state, "spin", spin);
}

/* */
static void rotation_comes_before_scroll_before_transform(void** state) {
    assert_moved(*state, "spin-and-scroll", spin_and_scroll);
    assert_moved(*state, "uv-transform", transform);
    assert_moved(*state, "uv-transform-and-spin", spin_then_transform);
}

/* */
static void mask_holds_part_of_the_texture(void** state) {
    assert_moved(*state, "uv-mask", scroll_left_half);
}

/* */
static void matcap_stays_when_uvs_move(void** state) {
    static const char edits[] =
        "set /materials/0/extensions/VRMC_materials_mtoon/matcapTexture {\"index\":4}\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/uvAnimationScrollXSpeedFactor 0.3\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/uvAnimationRotationSpeedFactor 1\n";
    Shot shot = shot_of_sweep();
    shot.time_s = 1;
    Photo moved = draw_edited(*state, SWEEP_BALL, edits, &shot);
    Photo still = draw_row(*state, "matcap");
    assert_in_range(greatest_difference(&moved, &still), 0, 1);
    photo_release(&moved);
    photo_release(&still);
}

/* The three quads of the sample lie above one another, 0.4 m wide and high, 0.5 m apart. */
static const uint8_t* quad_pixel(const Photo* photo, const Shot* shot, int quad, float u, float v) {
    float m = metre(photo, shot);
    float x = (2 * fraction(u) - 1) * 0.2f;
    float y = ((float)quad - 1) * 0.5f + (1 - 2 * fraction(v)) * 0.2f;
    return pixel(photo, (int32_t)((float)photo->width / 2 + x * m),
                 (int32_t)((float)photo->height / 2 - y * m));
}

/* */
static void sample_with_uv_animation_moves_as_its_arrows_say(void** state) {
    Studio* studio = *state;
    skip_without_corpus();
    TestBytes file = corpus_read("vrm1/VRMC_materials_mtoon_UV_Animation_Test.vrm");
    assert_int_equal(studio_load(studio, file.data, file.size), VRM_OK);
    test_bytes_free(&file);
    vrm_sim_step(studio->sim, 1.0f / 60);
    const vrm_Affine* middle = &vrm_avatar_worlds(studio->sim, studio->avatar)[56]; /* ScrollY */
    Shot shot = shot_default();
    shot.width = shot.height = 384;
    shot.fov_degrees = 28;
    shot.target = v3(middle->rows[0].w, middle->rows[1].w, middle->rows[2].w);
    shot.eye = v3_add(shot.target, v3(0, 0, 3));
    Photo still = studio_draw(studio, &shot);
    shot.time_s = 0.3f;
    Photo moved = studio_draw(studio, &shot);
    assert_non_null(still.rgba);
    assert_non_null(moved.rgba);
    int32_t count = 0, fits = 0;
    for (float v = 0.06f; v < 0.95f; v += 0.04f) {
        for (float u = 0.06f; u < 0.95f; u += 0.04f) {
            for (int quad = 0; quad < 3; quad++) {
                vrm_Vec2 from = quad == 0   ? (vrm_Vec2){u + 0.3f, v}
                                : quad == 1 ? (vrm_Vec2){u, v + 0.3f}
                                            : turned_about_middle(u, v, 0.3f);
                if (fabsf(from.x - roundf(from.x)) < 0.03f ||
                    fabsf(from.y - roundf(from.y)) < 0.03f)
                    continue;
                const uint8_t* a = quad_pixel(&moved, &shot, quad, u, v);
                const uint8_t* b = quad_pixel(&still, &shot, quad, from.x, from.y);
                count++;
                if (abs(a[0] - b[0]) < 48) fits++;
            }
        }
    }
    photo_release(&still);
    photo_release(&moved);
    if (fits * 100 < count * 85) fail_msg("%d of %d", (int)fits, (int)count);
}

/* ---- First person ---- */

static void view_decides_which_meshes_show(void** state) {
    static const struct {
        const char* name;
        bool has_ball;
    } rows[] = {{"first-person-auto", false},
                {"first-person-both", true},
                {"first-person-third-only", false},
                {"first-person-first-only", true},
                {"third-person-first-only", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Photo photo = draw_row(*state, rows[i].name);
        assert_int_equal(pixel_at(&photo, BALL.x, BALL.y)[3], rows[i].has_ball ? 255 : 0);
        assert_int_equal(pixel_at(&photo, CARD.x, CARD.y)[3], 255);
        photo_release(&photo);
    }
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    printf("%s\n", vrm_renderer_name(studio.renderer));
#define TEST(name) cmocka_unit_test_prestate(name, &studio)
    const struct CMUnitTest tests[] = {
        TEST(world_outline_is_metres_wide_and_outside),
        TEST(screen_outline_is_a_part_of_the_height_at_any_distance_and_aspect),
        TEST(outline_of_a_double_sided_surface_is_the_same),
        TEST(outline_color_is_mixed_with_the_surface),
        TEST(outline_width_follows_the_green_of_its_texture),
        TEST(alpha_modes_are_those_of_gltf),
        TEST(queue_offset_decides_what_is_drawn_last),
        TEST(depth_write_hides_what_is_drawn_behind),
        TEST(back_faces_show_only_of_double_sided_surfaces),
        TEST(scroll_moves_by_speed_times_time),
        TEST(rotation_is_counter_clockwise_about_the_middle),
        TEST(rotation_comes_before_scroll_before_transform),
        TEST(mask_holds_part_of_the_texture),
        TEST(matcap_stays_when_uvs_move),
        TEST(sample_with_uv_animation_moves_as_its_arrows_say),
        TEST(view_decides_which_meshes_show),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
