/* SPDX-License-Identifier: MIT */
/* Vesna's materials, morph targets and expressions. */
#include "hero_face.h"
#include "write.h"

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

/* ---- Morph targets ---- */

enum {
    MORPH_HAPPY,
    MORPH_ANGRY,
    MORPH_SAD,
    MORPH_RELAXED,
    MORPH_SURPRISED,
    MORPH_AA,
    MORPH_IH,
    MORPH_OU,
    MORPH_EE,
    MORPH_OH,
    MORPH_BLINK_LEFT,
    MORPH_BLINK_RIGHT,
    MORPH_BROW_UP,
    MORPH_GRIN,
    MORPH_POUT,
    MORPH_COUNT
};

typedef struct MorphRow {
    const char* name;
    EyeState eyes;
    BrowState brows;
    MouthState mouth;
    float pupil;
    int32_t eye; /* 0: both, 1: the left one, 2: the right one */
} MorphRow;

#define EYES_REST                                                                                  \
    { 1, 1, 0, 0 }
#define BROWS_REST                                                                                 \
    { 0, 0, 0 }
#define MOUTH_REST                                                                                 \
    { 0, 1, 0.35f, 0 }

/* clang-format off */
static const MorphRow morphs[MORPH_COUNT] = {
    [MORPH_HAPPY] = {"happy", {0, 0, 1, 0}, {0.6f, 0.2f, 0.6f}, {0.75f, 1.25f, 1, 0.1f}, 1, 0},
    [MORPH_ANGRY] = {"angry", {0.80f, 0.95f, 0, 0.6f}, {-0.7f, -1.1f, -0.6f},
        {0.12f, 0.85f, -0.9f, 0}, 0.92f, 0},
    [MORPH_SAD] = {"sad", {0.72f, 0.95f, 0, -0.7f}, {0.1f, 1.2f, 0.1f},
        {0.10f, 0.75f, -1, 0}, 1, 0},
    [MORPH_RELAXED] = {"relaxed", {0.45f, 0.85f, 0.3f, -0.1f}, {0.2f, 0.3f, 0.3f},
        {0.08f, 1.15f, 0.9f, 0}, 1, 0},
    [MORPH_SURPRISED] = {"surprised", {1.16f, 1.10f, 0, 0}, {1.2f, 0.3f, 0.8f},
        {0.75f, 0.62f, 0, 1}, 0.70f, 0},
    [MORPH_AA] = {"aa", EYES_REST, BROWS_REST, {1, 1, 0.2f, 0.4f}, 1, 0},
    [MORPH_IH] = {"ih", EYES_REST, BROWS_REST, {0.30f, 1.15f, 0.35f, 0.1f}, 1, 0},
    [MORPH_OU] = {"ou", EYES_REST, BROWS_REST, {0.38f, 0.50f, 0, 1}, 1, 0},
    [MORPH_EE] = {"ee", EYES_REST, BROWS_REST, {0.48f, 1.20f, 0.5f, 0.2f}, 1, 0},
    [MORPH_OH] = {"oh", EYES_REST, BROWS_REST, {0.85f, 0.70f, 0, 1}, 1, 0},
    [MORPH_BLINK_LEFT] = {"blink_left", {0, 0, 0, 0}, BROWS_REST, MOUTH_REST, 1, 1},
    [MORPH_BLINK_RIGHT] = {"blink_right", {0, 0, 0, 0}, BROWS_REST, MOUTH_REST, 1, 2},
    [MORPH_BROW_UP] = {"brow_up", EYES_REST, {1, 0, 0.5f}, MOUTH_REST, 1, 0},
    [MORPH_GRIN] = {"grin", {0.9f, 0.85f, 0, 0}, {0.3f, 0, 0.3f}, {0.42f, 1.45f, 1.1f, 0}, 1, 0},
    [MORPH_POUT] = {"pout", {0.85f, 1, 0, 0}, {-0.2f, 0.5f, 0}, {0.06f, 0.55f, -0.8f, 0.5f}, 1, 0},
};
/* clang-format on */

FaceState hero_face_state(int32_t morph) {
    static const EyeState open = EYES_REST;
    FaceState state = {.eyes = {EYES_REST, EYES_REST}, .mouth = MOUTH_REST, .pupil = 1};
    if (morph < 0) return state;
    const MorphRow* row = &morphs[morph];
    for (int32_t side = 0; side < 2; side++) {
        bool takes_part = row->eye == 0 || row->eye == side + 1;
        state.eyes[side] = takes_part ? row->eyes : open;
        state.brows[side] = row->brows;
    }
    state.mouth = row->mouth;
    state.pupil = row->pupil;
    return state;
}

static void name_morph(int32_t morph, char name[32]) {
    snprintf(name, 32, "%s", morphs[morph].name);
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
