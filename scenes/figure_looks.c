/* SPDX-License-Identifier: MIT */
#include "looks.h"

#include "character.h"
#include "scene_maths.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Any character ---- */

int32_t texture_count(const Looks* looks) {
    return looks->image_count - 1;
}

bool has_surface(const Looks* looks, vrm_SurfaceKind kind) {
    for (int32_t i = 0; i < looks->material_count; i++)
        if (looks->materials[i].kind == kind) return true;
    return false;
}

/* ---- Textures ---- */

enum {
    IMAGE_SKIN,
    IMAGE_CLOTH,
    IMAGE_HAIR,
    IMAGE_EYES,
    IMAGE_MATCAP,
    IMAGE_MASK, /* shading shift in R, outline width in G, animation mask in B */
    IMAGE_NORMAL,
    IMAGE_METAL,
    IMAGE_THUMBNAIL,
    IMAGE_COUNT
};

typedef struct Rgba {
    uint8_t r, g, b, a;
} Rgba;

/* x and y run from -1 to 1, y downwards. */
typedef Rgba PaintFn(float x, float y);

static uint8_t level(float value) {
    float clamped = value < 0 ? 0 : value > 1 ? 1 : value;
    return (uint8_t)(clamped * 255.0f + 0.5f);
}

static Rgba paint_skin(float x, float y) {
    float tone = 1 - 0.04f * (x * x + y * y);
    return (Rgba){level(tone), level(0.86f * tone), level(0.78f * tone), 255};
}

static Rgba paint_cloth(float x, float y) {
    bool is_dark = ((int)((x + 1) * 4) + (int)((y + 1) * 4)) % 2 != 0;
    return is_dark ? (Rgba){40, 62, 120, 255} : (Rgba){70, 102, 180, 255};
}

static Rgba paint_hair(float x, float y) {
    float shine = y > -0.2f && y < 0.1f ? 0.25f : 0;
    float strand = 0.06f * (x - (float)(int)(x * 4) / 4);
    return (Rgba){level(0.45f + shine + strand), level(0.25f + shine), level(0.16f + shine), 255};
}

static Rgba paint_eyes(float x, float y) {
    float d = x * x + y * y;
    if (d < 0.06f) return (Rgba){10, 16, 24, 255};
    if (d < 0.30f) return (Rgba){40, 150, 160, 255};
    return (Rgba){250, 250, 250, 255};
}

static Rgba paint_matcap(float x, float y) {
    float d = (x + 0.3f) * (x + 0.3f) + (y + 0.4f) * (y + 0.4f);
    uint8_t glow = level(0.5f - d);
    return (Rgba){glow, glow, glow, 255};
}

static Rgba paint_mask(float x, float y) {
    return (Rgba){level(0.5f + x / 4), level(1 - y * y / 2), level((1 - y) / 2), 255};
}

static Rgba paint_normal(float x, float y) {
    return (Rgba){level(0.5f + x / 20), level(0.5f - y / 20), 255, 255};
}

static Rgba paint_metal(float x, float y) {
    uint8_t tone = level(0.75f + x / 8 + y / 8);
    return (Rgba){tone, tone, level(0.5f), 255};
}

/* The character's face on the sky, in four colours. */
#define THUMBNAIL_SIZE 256

static uint8_t paint_thumbnail(float x, float y) {
    enum { SKY, FACE, EYES, HAIR };
    float face = x * x + (y - 0.1f) * (y - 0.1f), hair = x * x + y * y;
    bool is_eye = y > -0.05f && y < 0.2f && (x > 0.15f ? x < 0.3f : x < -0.15f && x > -0.3f);
    if (is_eye) return EYES;
    if (face < 0.3f && y > -0.25f) return FACE;
    return hair < 0.55f && y < 0.6f ? HAIR : SKY;
}

static void add_thumbnail(Bytes* bytes) {
    static const uint8_t colors[4][3] = {
        {140, 200, 235}, {255, 222, 200}, {25, 95, 105}, {120, 68, 42}};
    uint8_t* pixels = malloc(THUMBNAIL_SIZE * THUMBNAIL_SIZE);
    if (pixels == NULL) {
        bytes->has_failed = true;
        return;
    }
    for (int i = 0; i < THUMBNAIL_SIZE * THUMBNAIL_SIZE; i++) {
        float x = ((float)(i % THUMBNAIL_SIZE) + 0.5f) / THUMBNAIL_SIZE * 2 - 1;
        float y = ((float)(i / THUMBNAIL_SIZE) + 0.5f) / THUMBNAIL_SIZE * 2 - 1;
        pixels[i] = paint_thumbnail(x, y);
    }
    png_add_four_colors(bytes, pixels, THUMBNAIL_SIZE, THUMBNAIL_SIZE, colors);
    free(pixels);
}

static const ImageRow image_rows[IMAGE_COUNT] = {
    {"Skin", false}, {"Cloth", false},  {"Hair", false},  {"Eyes", false},      {"Matcap", false},
    {"Mask", false}, {"Normal", false}, {"Metal", false}, {"Thumbnail", false},
};

static const struct {
    uint32_t size;
    PaintFn* paint;
} paint_rows[IMAGE_THUMBNAIL] = {
    {16, paint_skin},   {16, paint_cloth}, {16, paint_hair},   {32, paint_eyes},
    {16, paint_matcap}, {16, paint_mask},  {16, paint_normal}, {16, paint_metal},
};

static void paint_image(Bytes* bytes, const Character* character, int32_t image) {
    (void)character;
    if (image == IMAGE_THUMBNAIL) {
        add_thumbnail(bytes);
        return;
    }
    Rgba pixels[32 * 32];
    uint32_t size = paint_rows[image].size;
    for (uint32_t y = 0; y < size; y++) {
        for (uint32_t x = 0; x < size; x++) {
            float at_x = ((float)x + 0.5f) / (float)size * 2 - 1;
            float at_y = ((float)y + 0.5f) / (float)size * 2 - 1;
            pixels[y * size + x] = paint_rows[image].paint(at_x, at_y);
        }
    }
    png_add(bytes, (const uint8_t*)pixels, size, size);
}

/* ---- Materials ---- */

static const MaterialRow material_rows[MATERIAL_COUNT] = {
    [MATERIAL_SKIN] = {.name = "Skin",
                       .kind = VRM_SURFACE_MTOON,
                       .base_color = {1, 1, 1, 1},
                       .base_texture = IMAGE_SKIN,
                       .normal_texture = -1,
                       .matcap_texture = -1,
                       .mask_texture = -1,
                       .emissive_texture = -1,
                       .shade_color = {0.9f, 0.6f, 0.55f},
                       .emissive_strength = 1,
                       .outline_color = {0.2f, 0.05f, 0.05f},
                       .outline_width = 0.001f},
    [MATERIAL_CLOTH] = {.name = "Cloth",
                        .kind = VRM_SURFACE_PBR,
                        .base_color = {0.9f, 0.9f, 0.9f, 1},
                        .base_texture = IMAGE_CLOTH,
                        .normal_texture = IMAGE_NORMAL,
                        .matcap_texture = -1,
                        .mask_texture = -1,
                        .emissive_texture = -1,
                        .is_double_sided = true,
                        .emissive_strength = 1},
    [MATERIAL_HAIR] = {.name = "Hair",
                       .kind = VRM_SURFACE_MTOON,
                       .base_color = {0.9f, 0.8f, 0.7f, 1},
                       .base_texture = IMAGE_HAIR,
                       .normal_texture = -1,
                       .matcap_texture = IMAGE_MATCAP,
                       .mask_texture = IMAGE_MASK,
                       .mask_uses = MASK_SHIFT | MASK_OUTLINE | MASK_SCROLL,
                       .emissive_texture = -1,
                       .shade_color = {0.4f, 0.25f, 0.2f},
                       .rim_color = {0.3f, 0.3f, 0.25f},
                       .emissive_strength = 1,
                       .outline_color = {0.1f, 0.05f, 0.02f},
                       .outline_width = 0.0015f},
    [MATERIAL_EYES] = {.name = "Eyes",
                       .kind = VRM_SURFACE_UNLIT,
                       .base_color = {1, 1, 1, 1},
                       .base_texture = IMAGE_EYES,
                       .normal_texture = -1,
                       .matcap_texture = -1,
                       .mask_texture = -1,
                       .emissive_texture = -1,
                       .emissive_strength = 1},
    [MATERIAL_CHEEK] = {.name = "Cheek",
                        .kind = VRM_SURFACE_MTOON,
                        .base_color = {1, 0.4f, 0.4f, 0.25f},
                        .base_texture = IMAGE_SKIN,
                        .normal_texture = -1,
                        .matcap_texture = -1,
                        .mask_texture = -1,
                        .emissive_texture = -1,
                        .alpha_mode = VRM_ALPHA_BLEND,
                        .has_z_write = true,
                        .queue_offset = 1,
                        .shade_color = {1, 0.3f, 0.3f},
                        .emissive_strength = 1},
    [MATERIAL_METAL] = {.name = "Metal",
                        .kind = VRM_SURFACE_PBR,
                        .base_color = {0.9f, 0.8f, 0.4f, 1},
                        .base_texture = IMAGE_METAL,
                        .is_metal = true,
                        .normal_texture = -1,
                        .matcap_texture = -1,
                        .mask_texture = -1,
                        .emissive_texture = -1,
                        .emissive = {0.5f, 0.4f, 0.1f},
                        .emissive_strength = 2},
    [MATERIAL_GLASS] = {.name = "Glass",
                        .kind = VRM_SURFACE_MTOON,
                        .base_color = {0.4f, 0.8f, 0.9f, 0.3f},
                        .base_texture = IMAGE_METAL,
                        .normal_texture = -1,
                        .matcap_texture = IMAGE_MATCAP,
                        .mask_texture = -1,
                        .emissive_texture = -1,
                        .alpha_mode = VRM_ALPHA_BLEND,
                        .is_double_sided = true,
                        .queue_offset = -1,
                        .shade_color = {0.3f, 0.6f, 0.7f},
                        .emissive_strength = 1,
                        .scroll_x = 0.05f},
};

/* ---- Morph targets ---- */

/* A bump: what lies within `reach` of the centre moves, most in the middle. Mirrored in X when
 * `is_paired`. */
static const struct {
    const char* name;
    vrm_Vec3 centre;
    float reach;
    vrm_Vec3 move;
    bool is_paired;
} morph_rows[MORPH_ROW_COUNT] = {
    {"mouth_a", {0, 1.475f, 0.09f}, 0.035f, {0, -0.015f, 0.002f}, false},
    {"mouth_i", {0, 1.475f, 0.09f}, 0.030f, {0, 0.004f, 0.004f}, false},
    {"mouth_u", {0, 1.475f, 0.09f}, 0.025f, {0, 0, 0.012f}, false},
    {"mouth_e", {0.015f, 1.475f, 0.09f}, 0.025f, {0.006f, 0.002f, 0}, true},
    {"mouth_o", {0, 1.475f, 0.09f}, 0.030f, {0, -0.008f, 0.008f}, false},
    {"blink_l", {0.033f, 1.525f, 0.08f}, 0.030f, {0, -0.012f, 0.004f}, false},
    {"blink_r", {-0.033f, 1.525f, 0.08f}, 0.030f, {0, -0.012f, 0.004f}, false},
    {"brow_up", {0.033f, 1.555f, 0.08f}, 0.030f, {0, 0.010f, 0}, true},
    {"brow_down", {0.033f, 1.555f, 0.08f}, 0.030f, {-0.004f, -0.008f, 0}, true},
    {"brow_sad", {0.015f, 1.555f, 0.08f}, 0.025f, {0, 0.008f, 0}, true},
    {"smile", {0.030f, 1.480f, 0.08f}, 0.030f, {0.004f, 0.010f, 0}, true},
    {"frown", {0.030f, 1.475f, 0.08f}, 0.030f, {0, -0.010f, 0}, true},
    {"cheek_puff", {0.055f, 1.490f, 0.06f}, 0.035f, {0.010f, 0, 0.006f}, true},
    {"eyes_wide", {0.033f, 1.525f, 0.08f}, 0.030f, {0, 0.006f, 0}, true},
    {"squint", {0.033f, 1.515f, 0.08f}, 0.025f, {0, 0.006f, 0.002f}, true},
    {"nose_up", {0, 1.500f, 0.10f}, 0.020f, {0, 0.004f, 0.004f}, false},
    {"chin", {0, 1.440f, 0.07f}, 0.035f, {0, -0.006f, 0.004f}, false},
    {"ears", {0.080f, 1.530f, 0}, 0.030f, {0.012f, 0.006f, 0}, true},
};

static void name_morph(int32_t morph, char name[32]) {
    if (morph < MORPH_ROW_COUNT)
        snprintf(name, 32, "%s", morph_rows[morph].name);
    else
        snprintf(name, 32, "detail_%d", morph);
}

static vrm_Vec3 bump(vrm_Vec3 position, vrm_Vec3 centre, float reach, vrm_Vec3 move) {
    vrm_Vec3 away = v3_sub(position, centre);
    float inside = 1 - v3_dot(away, away) / (reach * reach);
    return inside > 0 ? v3_scale(move, inside * inside) : v3(0, 0, 0);
}

vrm_Vec3 morph_delta(int32_t morph, vrm_Vec3 position) {
    if (morph >= MORPH_ROW_COUNT) { /* somewhere around the face, each somewhere else */
        vrm_Vec2 t = turn((morph * 0.381966011) - (int)(morph * 0.381966011));
        vrm_Vec3 centre = v3(0.06f * t.x, 1.53f + 0.06f * t.y, 0.06f);
        return bump(position, centre, 0.04f, v3(0.004f * t.x, 0.004f * t.y, 0.004f));
    }
    vrm_Vec3 centre = morph_rows[morph].centre, move = morph_rows[morph].move;
    vrm_Vec3 delta = bump(position, centre, morph_rows[morph].reach, move);
    if (!morph_rows[morph].is_paired) return delta;
    centre.x = -centre.x;
    move.x = -move.x;
    return v3_add(delta, bump(position, centre, morph_rows[morph].reach, move));
}

/* ---- Expressions ---- */

/* By the face's morph targets; -1 is none. */
#define FACE(text, PRESET, first, first_weight, second, second_weight)                             \
    .name = text, .preset = VRM_EXPRESSION_##PRESET, .morphs = {first, second},                    \
    .weights = {first_weight, second_weight}, .offset_material = -1
/* By moving the eyes' texture. */
#define LOOK(text, PRESET, u, v)                                                                   \
    .name = text, .preset = VRM_EXPRESSION_##PRESET, .morphs = {-1, -1}, .color_material = -1,     \
    .offset_material = MATERIAL_EYES, .offset = {u, v}, .scale = {1, 1}
#define PLAIN .color_material = -1

#define EXPRESSION_ROW_COUNT 18

/* clang-format off */
static const ExpressionRow expression_rows[EXPRESSION_ROW_COUNT] = {
    {FACE("happy", HAPPY, 10, 1, 14, 0.5f), PLAIN,
     .blink = VRM_OVERRIDE_BLEND, .mouth = VRM_OVERRIDE_BLOCK},
    {FACE("angry", ANGRY, 8, 1, 11, 0.7f),
     .color_material = MATERIAL_SKIN, .color = {1, 0.8f, 0.8f, 1}},
    {FACE("sad", SAD, 9, 1, 11, 1), PLAIN, .look_at = VRM_OVERRIDE_BLEND},
    {FACE("relaxed", RELAXED, 14, 0.8f, 10, 0.4f), PLAIN,
     .blink = VRM_OVERRIDE_BLOCK, .mouth = VRM_OVERRIDE_BLEND},
    {FACE("surprised", SURPRISED, 13, 1, 4, 0.6f), PLAIN, .is_binary = true,
     .blink = VRM_OVERRIDE_BLOCK, .look_at = VRM_OVERRIDE_BLOCK},
    {FACE("aa", AA, 0, 1, -1, 0), PLAIN},
    {FACE("ih", IH, 1, 1, -1, 0), PLAIN},
    {FACE("ou", OU, 2, 1, -1, 0), PLAIN},
    {FACE("ee", EE, 3, 1, -1, 0), PLAIN},
    {FACE("oh", OH, 4, 1, -1, 0), PLAIN},
    {FACE("blink", BLINK, 5, 1, 6, 1), PLAIN},
    {FACE("blinkLeft", BLINK_LEFT, 5, 1, -1, 0), PLAIN, .is_binary = true},
    {FACE("blinkRight", BLINK_RIGHT, 6, 1, -1, 0), PLAIN},
    {LOOK("lookUp", LOOK_UP, 0, 0.12f)},
    {LOOK("lookDown", LOOK_DOWN, 0, -0.12f)},
    {LOOK("lookLeft", LOOK_LEFT, -0.15f, 0)},
    {LOOK("lookRight", LOOK_RIGHT, 0.15f, 0)},
    {FACE("neutral", NEUTRAL, -1, 0, -1, 0), PLAIN},
};
/* clang-format on */

static bool is_look(vrm_ExpressionPreset preset) {
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

static ExpressionRow expression_row(const Character* character, int32_t index, char name[32]) {
    if (index < EXPRESSION_ROW_COUNT) {
        ExpressionRow row = expression_rows[index];
        if (is_look(row.preset) && !character->def.looks_by_expression) row.offset_material = -1;
        return row;
    }
    int32_t number = index - EXPRESSION_ROW_COUNT + 1;
    snprintf(name, 32, "wow%d", number);
    return (ExpressionRow){.name = name,
                           .preset = VRM_EXPRESSION_CUSTOM,
                           .is_binary = number % 2 == 0,
                           .look_at = VRM_OVERRIDE_BLEND,
                           .morphs = {number % character->def.morph_count, -1},
                           .weights = {1},
                           .color_material = MATERIAL_HAIR,
                           .color = {1, 0.2f, 0.4f, 1},
                           .has_all_colors = number == 1,
                           .offset_material = MATERIAL_CLOTH,
                           .offset = {0.25f, 0.5f},
                           .scale = {2, 2}};
}

const Looks figure_looks = {.title = "Sample",
                            .version = "1",
                            .copyright = "No rights reserved",
                            .third_party = "None.\nEverything here was made by code.",
                            .materials = material_rows,
                            .material_count = MATERIAL_COUNT,
                            .images = image_rows,
                            .image_count = IMAGE_COUNT,
                            .paint = paint_image,
                            .name_morph = name_morph,
                            .expression = expression_row,
                            .preset_count = EXPRESSION_ROW_COUNT,
                            .look_range = {8, 12, 10, 9}};
