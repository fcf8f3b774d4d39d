/* SPDX-License-Identifier: MIT */
/* Vesna's materials, morph targets and expressions. */
#include "hero_face.h"
#include "scene_write.h"

#include <stdio.h>

/* ---- Materials ---- */

#define TOON(text, texture)                                                                        \
    .name = text, .kind = VRM_SURFACE_MTOON, .base_texture = texture, .normal_texture = -1
#define PURE         .base_color = {1, 1, 1, 1}
#define DARK         .emissive_texture = -1, .emissive_strength = 1
#define NO_MATCAP    .matcap_texture = -1
#define NO_MASK      .mask_texture = -1
#define OUTLINE_MASK .mask_texture = HERO_IMAGE_OUTLINE, .mask_uses = MASK_OUTLINE

/* clang-format off */
static const MaterialRow materials[HERO_MATERIAL_COUNT] = {
    [HERO_SKIN] = {TOON("Skin", HERO_IMAGE_SKIN), PURE, DARK, NO_MATCAP, OUTLINE_MASK,
                   .shade_color = {0.93f, 0.66f, 0.60f}, .rim_color = {0.05f, 0.03f, 0.03f},
                   .outline_color = {0.35f, 0.11f, 0.09f}, .outline_width = 0.0011f},
    [HERO_EYES] = {TOON("Eyes", HERO_IMAGE_EYES), PURE, DARK, NO_MATCAP, NO_MASK,
                   .shade_color = {0.82f, 0.82f, 0.88f}},
    [HERO_LINES] = {TOON("Lines", HERO_IMAGE_LINES), PURE, DARK, NO_MATCAP, NO_MASK,
                    .shade_color = {0.8f, 0.8f, 0.8f}, .is_double_sided = true},
    [HERO_BLUSH] = {TOON("Blush", HERO_IMAGE_BLUSH), DARK, .base_color = {1, 1, 1, 0.7f},
                    NO_MATCAP, NO_MASK,
                    .shade_color = {0.9f, 0.6f, 0.6f}, .alpha_mode = VRM_ALPHA_BLEND},
    [HERO_LOCKS] = {TOON("Hair", HERO_IMAGE_HAIR), PURE, DARK,
                    .matcap_texture = HERO_IMAGE_MATCAP, NO_MASK,
                    .shade_color = {0.80f, 0.52f, 0.55f}, .rim_color = {0.10f, 0.07f, 0.05f},
                    .outline_color = {0.30f, 0.07f, 0.08f}, .outline_width = 0.0013f},
    [HERO_CLOTH] = {TOON("Cloth", HERO_IMAGE_CLOTH), PURE, DARK, NO_MATCAP, NO_MASK,
                    .shade_color = {0.72f, 0.68f, 0.78f}, .rim_color = {0.04f, 0.04f, 0.04f},
                    .is_double_sided = true,
                    .outline_color = {0.24f, 0.14f, 0.10f}, .outline_width = 0.0012f},
    [HERO_LEAF] = {TOON("Leaf", HERO_IMAGE_LEAF), PURE, DARK, NO_MATCAP, NO_MASK,
                   .shade_color = {0.45f, 0.62f, 0.60f}, .rim_color = {0.04f, 0.06f, 0.03f},
                   .is_double_sided = true,
                   .outline_color = {0.03f, 0.11f, 0.07f}, .outline_width = 0.0012f},
    [HERO_BOOTS] = {TOON("Boots", HERO_IMAGE_BOOTS), PURE, DARK, NO_MATCAP, NO_MASK,
                    .shade_color = {0.55f, 0.48f, 0.55f},
                    .rim_color = {0.05f, 0.04f, 0.03f},
                    .outline_color = {0.06f, 0.02f, 0.02f}, .outline_width = 0.0012f},
    [HERO_RIBBON] = {TOON("Ribbon", HERO_IMAGE_RIBBON), PURE, NO_MATCAP,
                     .mask_texture = HERO_IMAGE_OUTLINE, .mask_uses = MASK_SCROLL,
                     .emissive_texture = HERO_IMAGE_RIBBON, .shade_color = {0.5f, 0.7f, 0.6f},
                     .emissive = {0.25f, 0.5f, 0.3f}, .emissive_strength = 1,
                     .is_double_sided = true, .scroll_y = -0.35f,
                     .outline_color = {0.03f, 0.11f, 0.07f}, .outline_width = 0.0010f},
    [HERO_GOLD] = {TOON("Gold", HERO_IMAGE_PLAIN), DARK, .matcap_texture = HERO_IMAGE_MATCAP,
                   NO_MASK,
                   .base_color = {0.95f, 0.62f, 0.16f, 1}, .shade_color = {0.50f, 0.22f, 0.05f},
                   .rim_color = {0.3f, 0.2f, 0.1f},
                   .outline_color = {0.15f, 0.05f, 0.02f}, .outline_width = 0.0009f},
};
/* clang-format on */

static const ImageRow images[HERO_IMAGE_COUNT] = {
    [HERO_IMAGE_SKIN] = {"Skin", false},          [HERO_IMAGE_BLUSH] = {"Blush", true},
    [HERO_IMAGE_PLAIN] = {"Plain", false},        [HERO_IMAGE_BOOTS] = {"Boots", false},
    [HERO_IMAGE_EYES] = {"Eyes", true},           [HERO_IMAGE_LINES] = {"Lines", true},
    [HERO_IMAGE_HAIR] = {"Hair", false},          [HERO_IMAGE_CLOTH] = {"Cloth", false},
    [HERO_IMAGE_LEAF] = {"Leaf", false},          [HERO_IMAGE_RIBBON] = {"Ribbon", false},
    [HERO_IMAGE_MATCAP] = {"Shine", false},       [HERO_IMAGE_OUTLINE] = {"Outline", false},
    [HERO_IMAGE_THUMBNAIL] = {"Portrait", false},
};

static void name_morph(int32_t morph, char name[32]) {
    snprintf(name, 32, "%s", hero_morph_name(morph));
}

/* ---- Expressions ---- */

#define FACE(text, PRESET, first, second)                                                          \
    .name = text, .preset = VRM_EXPRESSION_##PRESET, .morphs = {first, second}, .weights = {1, 1}, \
    .color_material = -1, .offset_material = -1
/* Her eyes' texture moves where they look: the other way on the surface. */
#define LOOK(text, PRESET, u, v)                                                                   \
    .name = text, .preset = VRM_EXPRESSION_##PRESET, .morphs = {-1, -1}, .color_material = -1,     \
    .offset_material = HERO_EYES, .offset = {u, v}, .scale = {1, 1}

/* clang-format off */
static const ExpressionRow expressions[] = {
    {FACE("happy", HAPPY, MORPH_HAPPY, -1),
     .blink = VRM_OVERRIDE_BLOCK, .look_at = VRM_OVERRIDE_BLEND, .mouth = VRM_OVERRIDE_BLEND},
    {FACE("angry", ANGRY, MORPH_ANGRY, -1), .blink = VRM_OVERRIDE_BLEND,
        .mouth = VRM_OVERRIDE_BLEND},
    {FACE("sad", SAD, MORPH_SAD, -1), .blink = VRM_OVERRIDE_BLEND, .mouth = VRM_OVERRIDE_BLEND},
    {FACE("relaxed", RELAXED, MORPH_RELAXED, -1),
     .blink = VRM_OVERRIDE_BLEND, .mouth = VRM_OVERRIDE_BLEND},
    {FACE("surprised", SURPRISED, MORPH_SURPRISED, -1), .is_binary = true,
     .blink = VRM_OVERRIDE_BLOCK, .mouth = VRM_OVERRIDE_BLOCK},
    {FACE("aa", AA, MORPH_AA, -1)},
    {FACE("ih", IH, MORPH_IH, -1)},
    {FACE("ou", OU, MORPH_OU, -1)},
    {FACE("ee", EE, MORPH_EE, -1)},
    {FACE("oh", OH, MORPH_OH, -1)},
    {FACE("blink", BLINK, MORPH_BLINK_LEFT, MORPH_BLINK_RIGHT)},
    {FACE("blinkLeft", BLINK_LEFT, MORPH_BLINK_LEFT, -1)},
    {FACE("blinkRight", BLINK_RIGHT, MORPH_BLINK_RIGHT, -1)},
    {LOOK("lookUp", LOOK_UP, 0, 0.10f)},
    {LOOK("lookDown", LOOK_DOWN, 0, -0.10f)},
    {LOOK("lookLeft", LOOK_LEFT, -0.14f, 0)},
    {LOOK("lookRight", LOOK_RIGHT, 0.14f, 0)},
    {FACE("neutral", NEUTRAL, -1, -1)},
};

/* Her own: cheeks glow when she is flustered. */
static const ExpressionRow fluster = {
    .name = "fluster", .preset = VRM_EXPRESSION_CUSTOM, .morphs = {MORPH_POUT, MORPH_BROW_UP},
    .weights = {1, 0.4f}, .color_material = HERO_BLUSH, .color = {1, 0.42f, 0.42f, 1},
    .mouth = VRM_OVERRIDE_BLEND, .offset_material = -1};
/* clang-format on */

#define PRESET_COUNT ((int32_t)(sizeof expressions / sizeof *expressions))

static ExpressionRow expression(const Character* character, int32_t index, char name[32]) {
    (void)name;
    if (index >= PRESET_COUNT) return fluster;
    ExpressionRow row = expressions[index];
    bool is_look = row.preset >= VRM_EXPRESSION_LOOK_UP && row.preset <= VRM_EXPRESSION_LOOK_RIGHT;
    if (is_look && !character->def.looks_by_expression) row.offset_material = -1;
    return row;
}

const Looks hero_looks = {.title = "Vesna",
                          .version = "1.0",
                          .copyright = "CC0 1.0: no rights reserved",
                          .third_party = "None. Everything in this file was made by code.",
                          .materials = materials,
                          .material_count = HERO_MATERIAL_COUNT,
                          .images = images,
                          .image_count = HERO_IMAGE_COUNT,
                          .paint = hero_paint,
                          .name_morph = name_morph,
                          .expression = expression,
                          .preset_count = PRESET_COUNT,
                          .look_range = {10, 12, 9, 10}};

/* ---- The whole ---- */

static bool hero_build(Character* character, vrm_Dialect dialect, bool looks_by_expression) {
    *character = (Character){.looks = &hero_looks, .has_meshes = true, .has_small_skin = true};
    if (dialect < VRM_DIALECT_0 || dialect > VRM_DIALECT_1) return false;
    character->def = (SceneDef){.dialect = dialect,
                                .has_fingers = true,
                                .has_divided_meshes = true,
                                .looks_by_expression = looks_by_expression,
                                .morph_count = MORPH_COUNT,
                                .custom_expression_count = 1};
    hero_skeleton(character);
    if (character->has_failed) return false;
    hero_body(character);
    hero_face(character);
    hero_lashes(character);
    hero_hair(character);
    hero_dress(character);
    for (int32_t i = 0; i < character->mesh_count; i++)
        if (character->meshes[i].has_failed) character->has_failed = true;
    skeleton_link(character);
    return !character->has_failed;
}

static SceneBytes make_hero(vrm_Dialect dialect, bool looks_by_expression, bool is_compact) {
    Character character;
    bool is_built = hero_build(&character, dialect, looks_by_expression);
    character.is_compact = is_compact;
    if (is_built) return write_character(&character);
    character_release(&character);
    return (SceneBytes){0};
}

SceneBytes scene_hero(vrm_Dialect dialect, bool looks_by_expression) {
    return make_hero(dialect, looks_by_expression, false);
}

SceneBytes scene_hero_compact(vrm_Dialect dialect, bool looks_by_expression) {
    return make_hero(dialect, looks_by_expression, true);
}
