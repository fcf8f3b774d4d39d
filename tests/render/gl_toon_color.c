/* SPDX-License-Identifier: MIT */
/* Colours of toon surfaces, drawn by the GL of this machine: what one value of a material does to
 * the sweeps (scenes/sweep.h). Balls are compared pixel by pixel with the specification's
 * arithmetic in mtoon_reference.c. */
#include "render/mtoon_reference.h"
#include "render/sweep_photo.h"
#include "scenes/scene_maths.h"

#include <stdio.h>
#include <stdlib.h>

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
    ball.shot = shot_of_row(row);
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
        TEST(normal_map_bends_the_shading),
        TEST(unlit_surface_shows_factor_times_texel),
        TEST(rough_surface_is_lit_by_the_cosine),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
