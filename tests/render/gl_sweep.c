/* SPDX-License-Identifier: MIT */
/* The material sweeps (scenes/sweep.h) drawn by the GL of this machine: each claim is about what a
 * change of one value does to the picture. Balls are compared pixel by pixel with the
 * specification's arithmetic in mtoon_reference.c. */
#include "render/mtoon_reference.h"
#include "render/shot.h"
#include "scenes/maths.h"
#include "scenes/sweep.h"
#include "support/check.h"
#include "support/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const vrm_Vec3 BALL = {-0.35f, 1, 0}, CARD = {0.35f, 1, 0};
static const float RADIUS = 0.32f;

/* ---- Taking pictures ---- */

static Photo draw_bytes(Studio* studio, SceneBytes file, const Shot* shot) {
    assert_non_null(file.data);
    assert_int_equal(studio_load(studio, file.data, file.size), VRM_OK);
    scene_bytes_free(&file);
    Photo photo = studio_draw(studio, shot);
    assert_non_null(photo.rgba);
    return photo;
}

static const SweepRow* find_row(const char* name) {
    int32_t count;
    const SweepRow* rows = sweep_rows(&count);
    for (int32_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    fail_msg("no sweep is called %s", name);
    return NULL;
}

static Shot shot_of(const SweepRow* row) {
    Shot shot = shot_of_sweep();
    shot.time_s = row->time;
    shot.is_first_person = row->is_first_person;
    shot.sky = row->sky;
    shot.ground = row->ground;
    return shot;
}

static Photo draw_row(Studio* studio, const char* name) {
    const SweepRow* row = find_row(name);
    Shot shot = shot_of(row);
    return draw_bytes(studio, sweep_file(row), &shot);
}

/* The file of a kind with edits of its own. */
static Photo draw_edited(Studio* studio, SweepKind kind, const char* edits, const Shot* shot) {
    SweepRow row = {.name = "edited", .kind = kind, .edits = edits};
    return draw_bytes(studio, sweep_file(&row), shot);
}

/* ---- Asking about pixels ---- */

static const uint8_t* pixel(const Photo* photo, int32_t x, int32_t y) {
    assert_in_range(x, 0, photo->width - 1);
    assert_in_range(y, 0, photo->height - 1);
    return photo->rgba + 4 * ((size_t)y * (size_t)photo->width + (size_t)x);
}

/* Pixels for a metre at the depth of ball and card. */
static float metre(const Photo* photo, const Shot* shot) {
    float half = tanf(shot->fov_degrees * 3.14159265f / 360) * (shot->eye.z - BALL.z);
    return (float)photo->height / 2 / half;
}

/* The pixel that shows a point of the plane z = 0. */
static const uint8_t* pixel_at(const Photo* photo, float x, float y) {
    Shot shot = shot_of_sweep();
    float m = metre(photo, &shot);
    return pixel(photo, (int32_t)((float)photo->width / 2 + (x - shot.eye.x) * m),
                 (int32_t)((float)photo->height / 2 - (y - shot.eye.y) * m));
}

static const uint8_t* card_pixel(const Photo* photo, float u, float v) {
    return pixel_at(photo, CARD.x + (2 * u - 1) * RADIUS, CARD.y + (1 - 2 * v) * RADIUS);
}

/* Mean of the linear colours, alpha counted. */
static double brightness(const Photo* photo) {
    double sum = 0;
    for (int32_t i = 0; i < photo->width * photo->height; i++)
        for (int c = 0; c < 3; c++)
            sum += (double)(toon_decode(photo->rgba[4 * i + c] / 255.0f) *
                            (photo->rgba[4 * i + 3] / 255.0f));
    return sum / (3.0 * photo->width * photo->height);
}

static int32_t greatest_difference(const Photo* a, const Photo* b) {
    int32_t most = 0;
    for (int32_t i = 0; i < a->width * a->height * 4; i++) {
        int32_t d = abs(a->rgba[i] - b->rgba[i]);
        if (d > most) most = d;
    }
    return most;
}

static void assert_same_picture(Studio* studio, const char* one, const char* other) {
    Photo a = draw_row(studio, one), b = draw_row(studio, other);
    int32_t most = greatest_difference(&a, &b);
    if (most > 1) fail_msg("%s and %s differ by %d", one, other, (int)most);
    photo_release(&a);
    photo_release(&b);
}

static void assert_other_picture(Studio* studio, const char* one, const char* other) {
    Photo a = draw_row(studio, one), b = draw_row(studio, other);
    if (greatest_difference(&a, &b) < 8) fail_msg("%s and %s look the same", one, other);
    photo_release(&a);
    photo_release(&b);
}

static void assert_color(const uint8_t* rgba, vrm_Vec3 linear, int32_t within, const char* what) {
    const float expected[3] = {linear.x, linear.y, linear.z};
    for (int c = 0; c < 3; c++) {
        int32_t wanted = (int32_t)(toon_encode(expected[c]) * 255 + 0.5f);
        if (abs(rgba[c] - wanted) > within)
            fail_msg("%s: channel %d is %d, not %d", what, c, rgba[c], (int)wanted);
    }
}

/* ---- The ball against the specification's arithmetic ---- */

/* The direction in which a pixel looks. */
static vrm_Vec3 ray_of(const Photo* photo, const Shot* shot, int32_t x, int32_t y) {
    float m = metre(photo, shot);
    return v3_normalize(v3(((float)x + 0.5f - (float)photo->width / 2) / m,
                           ((float)photo->height / 2 - (float)y - 0.5f) / m, BALL.z - shot->eye.z));
}

/* Where a pixel's ray meets the ball; false when it does not, or near its edge. */
static bool meet_ball(const Shot* shot, vrm_Vec3 ray, vrm_Vec3* out_normal) {
    vrm_Vec3 to_centre = v3_sub(BALL, shot->eye);
    float along = v3_dot(to_centre, ray);
    float aside = v3_dot(to_centre, to_centre) - along * along;
    if (aside > 0.96f * RADIUS * 0.96f * RADIUS) return false;
    float t = along - sqrtf(RADIUS * RADIUS - aside);
    vrm_Vec3 at = v3_add(shot->eye, v3_scale(ray, t));
    *out_normal = v3_scale(v3_sub(at, BALL), 1 / RADIUS);
    return true;
}

typedef struct Ball {
    Photo photo;
    Shot shot;
    ToonPoint point;
    bool has_matcap;
    vrm_Vec3 matcap_factor;
} Ball;

/* SWEEP_MATCAP as scenes/sweep.c paints it, in linear colours. */
static vrm_Vec3 matcap_at(vrm_Vec2 uv) {
    float r = 1 - 2 * uv.y, g = 1 - 2 * uv.x, b = 2 * uv.x - 1;
    return v3(toon_decode(r < 0 ? 0 : r), toon_decode(g < 0 ? 0 : g), toon_decode(b < 0 ? 0 : b));
}

static vrm_Vec3 expected_on_ball(const Ball* ball, vrm_Vec3 normal, vrm_Vec3 ray) {
    ToonPoint point = ball->point;
    vrm_Vec3 to_eye = v3_scale(ray, -1);
    if (ball->has_matcap) { /* the camera's axes are the world's */
        vrm_Vec3 texel = matcap_at(toon_matcap_uv(normal, to_eye));
        point.matcap = v3(texel.x * ball->matcap_factor.x, texel.y * ball->matcap_factor.y,
                          texel.z * ball->matcap_factor.z);
    }
    return toon_color(&point, &ball->shot, normal, to_eye);
}

/* Compares every pixel inside the ball; at most one in 500 may be off by more than `within`: steps
 * of a toony surface and kinks of a texture fall between pixels. */
static void assert_ball(Studio* studio, const char* name, Ball ball, int32_t within) {
    const SweepRow* row = find_row(name);
    ball.shot = shot_of(row);
    ball.photo = draw_bytes(studio, sweep_file(row), &ball.shot);
    int32_t count = 0, bad = 0, most = 0, worst_x = 0, worst_y = 0;
    for (int32_t y = 0; y < ball.photo.height; y++) {
        for (int32_t x = 0; x < ball.photo.width; x++) {
            vrm_Vec3 ray = ray_of(&ball.photo, &ball.shot, x, y), normal;
            if (!meet_ball(&ball.shot, ray, &normal)) continue;
            vrm_Vec3 color = expected_on_ball(&ball, normal, ray);
            const float expected[3] = {color.x, color.y, color.z};
            const uint8_t* rgba = pixel(&ball.photo, x, y);
            int32_t off = rgba[3] == 255 ? 0 : 255;
            for (int c = 0; c < 3; c++) {
                int32_t d = abs(rgba[c] - (int32_t)(toon_encode(expected[c]) * 255 + 0.5f));
                if (d > off) off = d;
            }
            count++;
            if (off > within) bad++;
            if (off > most) most = off, worst_x = x, worst_y = y;
        }
    }
    photo_release(&ball.photo);
    assert_true(count > 5000);
    if (bad * 500 > count)
        fail_msg("%s: %d of %d pixels are off, by up to %d at %d, %d", name, (int)bad, (int)count,
                 (int)most, (int)worst_x, (int)worst_y);
}

static Ball plain_ball(void) {
    return (Ball){.point = toon_point_default(), .matcap_factor = {1, 1, 1}};
}

/* */
static void ball_is_shaded_by_shift_and_toony(void** state) {
    static const struct {
        const char* name;
        float shift, toony;
    } rows[] = {
        {"plain", 0, 0.6f},  {"shift--1.0", -1, 0},  {"shift--0.5", -0.5f, 0},
        {"shift-0.0", 0, 0}, {"shift-0.5", 0.5f, 0}, {"shift-1.0", 1, 0},
        {"toony-0.0", 0, 0}, {"toony-0.5", 0, 0.5f}, {"toony-0.9", 0, 0.9f},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Ball ball = plain_ball();
        ball.point.shift = rows[i].shift;
        ball.point.toony = rows[i].toony;
        assert_ball(*state, rows[i].name, ball, 3);
    }
}

/* */
static void brightness_grows_with_shading_shift(void** state) {
    static const char* const names[] = {"shift--1.0", "shift--0.5", "shift-0.0", "shift-0.5",
                                        "shift-1.0"};
    double before = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Photo photo = draw_row(*state, names[i]);
        double now = brightness(&photo);
        photo_release(&photo);
        if (i > 0) assert_true(now > before * 1.01);
        before = now;
    }
}

/* */
static void toony_of_one_is_a_step_between_two_colors(void** state) {
    Shot shot = shot_of_sweep();
    Photo photo = draw_row(*state, "toony-1.0");
    ToonPoint point = toon_point_default();
    int32_t lit = 0, shade = 0, other = 0;
    for (int32_t y = 0; y < photo.height; y++) {
        for (int32_t x = 0; x < photo.width; x++) {
            vrm_Vec3 normal;
            if (!meet_ball(&shot, ray_of(&photo, &shot, x, y), &normal)) continue;
            const uint8_t* rgba = pixel(&photo, x, y);
            assert_int_equal(rgba[3], 255);
            int32_t to_lit = abs(rgba[0] - (int32_t)(toon_encode(point.lit.x) * 255 + 0.5f));
            int32_t to_shade = abs(rgba[0] - (int32_t)(toon_encode(point.shade.x) * 255 + 0.5f));
            if (to_lit <= 1)
                lit++;
            else if (to_shade <= 1)
                shade++;
            else
                other++;
        }
    }
    photo_release(&photo);
    assert_true(lit > 4000 && shade > 500);
    assert_true(other * 100 < lit + shade);
}

/* */
static void shift_texture_adds_its_red_times_scale(void** state) {
    static const struct {
        const char* name;
        float scale;
    } rows[] = {{"shift-texture-0.0", 0},
                {"shift-texture-0.5", 0.5f},
                {"shift-texture-1.0", 1},
                {"shift-texture--1.0", -1}};
    Shot shot = shot_of_sweep();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Photo photo = draw_row(*state, rows[i].name);
        for (float u = 0.1f; u < 0.95f; u += 0.1f) { /* red is u, linear */
            ToonPoint point = toon_point_default();
            point.toony = 0;
            point.shift = rows[i].scale * u;
            assert_color(card_pixel(&photo, u, 0.5f),
                         toon_color(&point, &shot, v3(0, 0, 1), v3(0, 0, 1)), 2, rows[i].name);
        }
        photo_release(&photo);
    }
    assert_same_picture(*state, "shift-texture-none", "shift-texture-0.0");
}

/* */
static void global_illumination_is_equalized(void** state) {
    static const struct {
        const char* name;
        float equalization;
    } rows[] = {{"gi-0.0", 0}, {"gi-0.5", 0.5f}, {"gi-1.0", 1}, {"gi-even-0.0", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Ball ball = plain_ball();
        ball.point.gi_equalization = rows[i].equalization;
        assert_ball(*state, rows[i].name, ball, 3);
    }
    assert_same_picture(*state, "gi-even-0.0", "gi-even-1.0");
}

/* */
static void emission_is_added_times_its_strength(void** state) {
    static const struct {
        const char* name;
        float emissive;
    } rows[] = {{"emissive-0.3", 0.3f},
                {"emissive-strength-0.5", 0.1f},
                {"emissive-strength-3.0", 0.6f},
                {"emissive-multiplier-3.0", 0.6f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Ball ball = plain_ball();
        ball.point.emissive = v3(0, rows[i].emissive, rows[i].emissive);
        assert_ball(*state, rows[i].name, ball, 3);
    }
    assert_same_picture(*state, "emissive-0.0", "plain");

    Shot shot = shot_of_sweep();
    Photo both = draw_edited(
        *state, SWEEP_BALL,
        "set /materials/0/emissiveFactor [0,0.2,0.2]\n"
        "set /materials/0/extensions/KHR_materials_emissive_strength {\"emissiveStrength\":3}\n"
        "set /materials/0/extensions/VRMC_materials_hdr_emissiveMultiplier "
        "{\"emissiveMultiplier\":9}\n",
        &shot);
    Photo strength = draw_row(*state, "emissive-strength-3.0");
    assert_in_range(greatest_difference(&both, &strength), 0, 1);
    photo_release(&both);
    photo_release(&strength);
}

/* */
static void rim_follows_power_lift_and_lighting(void** state) {
    static const struct {
        const char* name;
        float power, lift, mix;
    } rows[] = {
        {"rim-color", 5, 0, 1},       {"rim-power-0.0", 0, 0, 1},   {"rim-power-1.0", 1, 0, 1},
        {"rim-power-3.0", 3, 0, 1},   {"rim-power-20.0", 20, 0, 1}, {"rim-lift--0.5", 5, -0.5f, 1},
        {"rim-lift-0.3", 5, 0.3f, 1}, {"rim-lift-1.0", 5, 1, 1},    {"rim-mix-0.0", 2, 0, 0},
        {"rim-mix-0.5", 2, 0, 0.5f},  {"rim-mix-1.0", 2, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Ball ball = plain_ball();
        ball.point.rim_color = v3(0.2f, 0.6f, 0.9f);
        ball.point.rim_power = rows[i].power;
        ball.point.rim_lift = rows[i].lift;
        ball.point.rim_mix = rows[i].mix;
        assert_ball(*state, rows[i].name, ball, 4);
    }
    assert_same_picture(*state, "rim-black", "plain");
}

/* */
static void matcap_is_seen_right_way_up_and_scaled(void** state) {
    static const struct {
        const char* name;
        float factor;
    } rows[] = {{"matcap", 1}, {"matcap-factor-0.5", 0.5f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Ball ball = plain_ball();
        ball.has_matcap = true;
        ball.matcap_factor = v3(rows[i].factor, rows[i].factor, rows[i].factor);
        assert_ball(*state, rows[i].name, ball, 6);
    }
    assert_same_picture(*state, "matcap-factor-0.0", "plain");
}

/* a matcap belongs to the view. From any side the ball shows it the same way round. */
static void matcap_turns_with_the_camera(void** state) {
    static const char edits[] =
        "set /materials/0/pbrMetallicRoughness/baseColorFactor [0,0,0,1]\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/shadeColorFactor [0,0,0]\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/matcapTexture {\"index\":4}\n";
    Shot front = shot_of_sweep(), side = front;
    front.eye = v3_add(BALL, v3(0, 0, 3));
    side.eye = v3_add(BALL, v3(-3, 0, 0));
    front.target = side.target = BALL;
    Photo a = draw_edited(*state, SWEEP_BALL, edits, &front);
    Photo b = draw_edited(*state, SWEEP_BALL, edits, &side);
    for (int32_t y = 16; y < 112; y++)
        for (int32_t x = 80; x < 176; x++)
            for (int c = 0; c < 3; c++)
                assert_in_range(abs(pixel(&a, x, y)[c] - pixel(&b, x, y)[c]), 0, 6);
    assert_true(pixel(&a, 128, 20)[0] > 150); /* red above */
    assert_true(pixel(&a, 84, 64)[1] > 150);  /* green to the left */
    assert_true(pixel(&a, 172, 64)[2] > 150); /* blue to the right */
    photo_release(&a);
    photo_release(&b);
}

/* What was added to `plain` is scaled by the stripes in most pixels of the ball. */
static void assert_scaled_by_stripes(Studio* studio, const char* whole, const char* scaled) {
    Photo none = draw_row(studio, "plain"), all = draw_row(studio, whole);
    Photo some = draw_row(studio, scaled);
    const float light = toon_decode(220 / 255.0f), dark = toon_decode(90 / 255.0f);
    int32_t count = 0, fits = 0;
    for (int32_t i = 0; i < none.width * none.height / 2; i++) {
        int32_t at = 4 * (i / (none.width / 2) * none.width + i % (none.width / 2)) + 2;
        float base = toon_decode(none.rgba[at] / 255.0f);
        float added = toon_decode(all.rgba[at] / 255.0f) - base;
        if (none.rgba[at + 1] < 255 || added < 0.1f || all.rgba[at] == 255) continue;
        float rate = (toon_decode(some.rgba[at] / 255.0f) - base) / added;
        count++;
        if (fabsf(rate - light) < 0.05f || fabsf(rate - dark) < 0.05f) fits++;
    }
    assert_true(count > 500);
    if (fits * 10 < count * 7) fail_msg("%s: %d of %d", scaled, (int)fits, (int)count);
    photo_release(&none);
    photo_release(&all);
    photo_release(&some);
}

/* */
static void rim_multiply_texture_scales_rim_and_matcap(void** state) {
    assert_scaled_by_stripes(*state, "rim-power-1.0", "rim-multiply");
    assert_scaled_by_stripes(*state, "matcap", "matcap-multiply");
}

/* */
static void vertex_colors_are_ignored_by_mtoon(void** state) {
    assert_same_picture(*state, "vertex-colors", "plain");
}

/* */
static void shade_color_and_texture_show_where_light_does_not(void** state) {
    static const char dark[] = /* the card turns away from the light */
        "set /materials/0/extensions/VRMC_materials_mtoon/shadeColorFactor [1,1,1]\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/shadingShiftFactor -1\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/shadingToonyFactor 1\n"
        "set /materials/0/extensions/VRMC_materials_mtoon/shadeMultiplyTexture {\"index\":1}\n";
    Shot shot = shot_of_sweep();
    Photo photo = draw_edited(*state, SWEEP_BALL, dark, &shot);
    for (int stripe = 0; stripe < 8; stripe++) {
        const uint8_t* rgba = card_pixel(&photo, ((float)stripe + 0.5f) / 8, 0.3f);
        uint8_t tone = stripe % 2 != 0 ? 90 : 220;
        for (int c = 0; c < 3; c++) assert_in_range(rgba[c], tone - 1, tone + 1);
    }
    photo_release(&photo);
    assert_other_picture(*state, "shade-green", "shade-black");
}

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
    vrm_Bounds box = vrm_drawable_bounds(studio->drawable, studio->sim, studio->avatar);
    Shot shot = shot_default();
    shot.width = shot.height = 384;
    shot.fov_degrees = 28;
    shot.target = v3_scale(v3_add(box.min, box.max), 0.5f);
    shot.eye = v3(shot.target.x, shot.target.y, 3);
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

/* ---- Normal map, other surfaces, first person ---- */

/* */
static void normal_map_bends_the_shading(void** state) {
    Shot shot = shot_of_sweep();
    Photo bent = draw_row(*state, "normal-map");
    int32_t count = 0, fits = 0;
    for (float v = 0.05f; v < 0.97f; v += 0.05f) {
        for (float u = 0.05f; u < 0.97f; u += 0.05f) {
            /* SWEEP_NORMAL: two waves along u, one along v; x to the right, y up. */
            vrm_Vec3 normal =
                v3_normalize(v3(0.55f * sinf(2 * 6.2831853f * u), 0.55f * sinf(6.2831853f * v), 1));
            ToonPoint point = toon_point_default();
            point.toony = 0;
            vrm_Vec3 color = toon_color(&point, &shot, normal, v3(0, 0, 1));
            const uint8_t* rgba = card_pixel(&bent, u, v);
            count++;
            if (abs(rgba[0] - (int32_t)(toon_encode(color.x) * 255)) <= 4) fits++;
        }
    }
    photo_release(&bent);
    if (fits * 10 < count * 9) fail_msg("%d of %d", (int)fits, (int)count);
    assert_same_picture(*state, "normal-scale-0.0", "shift-0.0");
    assert_other_picture(*state, "normal-scale-0.5", "shift-0.0");
}

/* colours and textures are sRGB; factors are linear. */
static void unlit_surface_shows_factor_times_texel(void** state) {
    static const uint8_t quarters[4][3] = {
        {230, 60, 50}, {60, 200, 80}, {60, 90, 220}, {235, 210, 60}};
    Photo photo = draw_row(*state, "unlit");
    for (int q = 0; q < 4; q++) {
        float u = (q % 2 == 0 ? 0.0625f : 0.5625f), v = q < 2 ? 0.0625f : 0.5625f;
        assert_color(card_pixel(&photo, u, v),
                     v3(0.45f * toon_decode(quarters[q][0] / 255.0f),
                        0.3f * toon_decode(quarters[q][1] / 255.0f),
                        0.2f * toon_decode(quarters[q][2] / 255.0f)),
                     1, "unlit");
    }
    photo_release(&photo);

    Shot shot = shot_of_sweep();
    Photo both = draw_row(*state, "unlit-under-mtoon");
    Photo toon = draw_edited(
        *state, SWEEP_BALL,
        "set /materials/0/pbrMetallicRoughness/baseColorTexture {\"index\":0}\n", &shot);
    assert_in_range(greatest_difference(&both, &toon), 0, 0); /* MToon wins */
    photo_release(&both);
    photo_release(&toon);
}

static void rough_surface_is_lit_by_the_cosine(void** state) {
    Photo photo = draw_row(*state, "pbr-rough");
    const uint8_t* towards = pixel_at(&photo, BALL.x + 0.15f, BALL.y + 0.15f);
    const uint8_t* away = pixel_at(&photo, BALL.x - 0.2f, BALL.y - 0.2f);
    assert_int_equal(away[3], 255);
    assert_true(towards[0] > away[0] + 40);
    assert_true(away[0] > 40); /* the even light reaches everything */
    photo_release(&photo);
}

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
        TEST(ball_is_shaded_by_shift_and_toony),
        TEST(brightness_grows_with_shading_shift),
        TEST(toony_of_one_is_a_step_between_two_colors),
        TEST(shift_texture_adds_its_red_times_scale),
        TEST(global_illumination_is_equalized),
        TEST(emission_is_added_times_its_strength),
        TEST(rim_follows_power_lift_and_lighting),
        TEST(matcap_is_seen_right_way_up_and_scaled),
        TEST(matcap_turns_with_the_camera),
        TEST(rim_multiply_texture_scales_rim_and_matcap),
        TEST(vertex_colors_are_ignored_by_mtoon),
        TEST(shade_color_and_texture_show_where_light_does_not),
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
        TEST(normal_map_bends_the_shading),
        TEST(unlit_surface_shows_factor_times_texel),
        TEST(rough_surface_is_lit_by_the_cosine),
        TEST(view_decides_which_meshes_show),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
