/* SPDX-License-Identifier: MIT */
#include "face/face_tables.h"
#include "base/ascii.h"
#include "base/maths.h"

#include <string.h>

#define NONE       VRM_FACE_SHAPE_NONE
#define CUSTOM     VRM_EXPRESSION_CUSTOM
#define AS(preset) VRM_EXPRESSION_##preset
/* A shape that a preset shows. */
#define SHOWN(name, preset, factor)                                                                \
    { name, AS(preset), factor, NONE, NULL }
#define LIMITED(name, preset, factor, limit)                                                       \
    { name, AS(preset), factor, VRM_FACE_SHAPE_##limit, NULL }
#define UNSHOWN(name, reason)                                                                      \
    { name, CUSTOM, 0.0f, NONE, reason }

static const char gaze[] = "turns the gaze";
static const char sideways[] = "no preset moves the mouth or jaw in this direction";
static const char lips[] = "no preset shows this shape of the lips";
static const char lids[] = "no preset narrows the eyes without closing them";
static const char brows[] = "no preset moves the brows alone";

/* In the order of vrm_FaceShape. A pair of sides adds up to the whole preset. The open mouth is
 * jawOpen less mouthClose: ARKit measures mouthClose relative to the open jaw. */
const vrmi_ShapeRow vrmi_shape_rows[VRM_FACE_SHAPE_COUNT] = {
    SHOWN("eyeBlinkLeft", BLINK_LEFT, 1.0f),
    UNSHOWN("eyeLookDownLeft", gaze),
    UNSHOWN("eyeLookInLeft", gaze),
    UNSHOWN("eyeLookOutLeft", gaze),
    UNSHOWN("eyeLookUpLeft", gaze),
    UNSHOWN("eyeSquintLeft", lids),
    LIMITED("eyeWideLeft", SURPRISED, 0.5f, BROW_INNER_UP),
    SHOWN("eyeBlinkRight", BLINK_RIGHT, 1.0f),
    UNSHOWN("eyeLookDownRight", gaze),
    UNSHOWN("eyeLookInRight", gaze),
    UNSHOWN("eyeLookOutRight", gaze),
    UNSHOWN("eyeLookUpRight", gaze),
    UNSHOWN("eyeSquintRight", lids),
    LIMITED("eyeWideRight", SURPRISED, 0.5f, BROW_INNER_UP),
    UNSHOWN("jawForward", sideways),
    UNSHOWN("jawLeft", sideways),
    UNSHOWN("jawRight", sideways),
    SHOWN("jawOpen", AA, 1.0f),
    SHOWN("mouthClose", AA, -1.0f),
    SHOWN("mouthFunnel", OH, 1.0f),
    SHOWN("mouthPucker", OU, 1.0f),
    UNSHOWN("mouthLeft", sideways),
    UNSHOWN("mouthRight", sideways),
    SHOWN("mouthSmileLeft", HAPPY, 0.5f),
    SHOWN("mouthSmileRight", HAPPY, 0.5f),
    SHOWN("mouthFrownLeft", SAD, 0.5f),
    SHOWN("mouthFrownRight", SAD, 0.5f),
    UNSHOWN("mouthDimpleLeft", lips),
    UNSHOWN("mouthDimpleRight", lips),
    SHOWN("mouthStretchLeft", IH, 0.5f),
    SHOWN("mouthStretchRight", IH, 0.5f),
    UNSHOWN("mouthRollLower", lips),
    UNSHOWN("mouthRollUpper", lips),
    UNSHOWN("mouthShrugLower", lips),
    UNSHOWN("mouthShrugUpper", lips),
    UNSHOWN("mouthPressLeft", lips),
    UNSHOWN("mouthPressRight", lips),
    SHOWN("mouthLowerDownLeft", EE, 0.25f),
    SHOWN("mouthLowerDownRight", EE, 0.25f),
    SHOWN("mouthUpperUpLeft", EE, 0.25f),
    SHOWN("mouthUpperUpRight", EE, 0.25f),
    SHOWN("browDownLeft", ANGRY, 0.5f),
    SHOWN("browDownRight", ANGRY, 0.5f),
    UNSHOWN("browInnerUp", "alone it may be sadness or doubt; it limits surprised of eyeWide"),
    UNSHOWN("browOuterUpLeft", brows),
    UNSHOWN("browOuterUpRight", brows),
    UNSHOWN("cheekPuff", "no preset moves the cheeks"),
    UNSHOWN("cheekSquintLeft", "comes with a smile, which is shown"),
    UNSHOWN("cheekSquintRight", "comes with a smile, which is shown"),
    UNSHOWN("noseSneerLeft", "no preset moves the nose"),
    UNSHOWN("noseSneerRight", "no preset moves the nose"),
    UNSHOWN("tongueOut", "no preset shows the tongue"),
};

const vrmi_VisemeRow vrmi_viseme_rows[VRM_VISEME_COUNT] = {
    {"sil", VRM_VOWEL_AA, 0.0f}, {"PP", VRM_VOWEL_AA, 0.0f}, {"FF", VRM_VOWEL_AA, 0.0f},
    {"TH", VRM_VOWEL_IH, 0.25f}, {"DD", VRM_VOWEL_IH, 0.3f}, {"kk", VRM_VOWEL_EE, 0.3f},
    {"CH", VRM_VOWEL_IH, 0.35f}, {"SS", VRM_VOWEL_IH, 0.3f}, {"nn", VRM_VOWEL_AA, 0.0f},
    {"RR", VRM_VOWEL_EE, 0.3f},  {"aa", VRM_VOWEL_AA, 1.0f}, {"E", VRM_VOWEL_EE, 1.0f},
    {"I", VRM_VOWEL_IH, 1.0f},   {"O", VRM_VOWEL_OH, 1.0f},  {"U", VRM_VOWEL_OU, 1.0f},
};

/* ---- Names ---- */

/* Letters and digits in lower case; false when there are more than `capacity` - 1 of them. */
static bool simplify(const char* name, char* out, size_t capacity) {
    size_t length = 0;
    for (; *name != '\0'; name++) {
        if (*name == '_' || *name == '-' || *name == '.' || *name == ' ') continue;
        if (length + 1 >= capacity) return false;
        out[length++] = vrmi_lower(*name);
    }
    out[length] = '\0';
    return true;
}

static bool is_same(const char* simple, const char* name) {
    for (; *simple != '\0' && *simple == vrmi_lower(*name); name++) simple++;
    return *simple == '\0' && *name == '\0';
}

const char* vrm_face_shape_name(vrm_FaceShape shape) {
    return shape >= 0 && shape < VRM_FACE_SHAPE_COUNT ? vrmi_shape_rows[shape].name : "";
}

static vrm_FaceShape find_shape(const char* simple) {
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        if (is_same(simple, vrmi_shape_rows[s].name)) return (vrm_FaceShape)s;
    return VRM_FACE_SHAPE_NONE;
}

/* The longest name has 19 letters. One that ends in l or r may stand for left or right. */
vrm_FaceShape vrm_face_shape_by_name(const char* name) {
    char simple[32];
    if (name == NULL || !simplify(name, simple, sizeof simple - 4)) return VRM_FACE_SHAPE_NONE;
    vrm_FaceShape shape = find_shape(simple);
    size_t length = strlen(simple);
    if (shape != VRM_FACE_SHAPE_NONE || length < 2) return shape;
    char side = simple[length - 1];
    if (side != 'l' && side != 'r') return VRM_FACE_SHAPE_NONE;
    memcpy(simple + length - 1, side == 'l' ? "left" : "right", side == 'l' ? 5 : 6);
    return find_shape(simple);
}

const char* vrm_viseme_name(vrm_Viseme viseme) {
    return (unsigned)viseme < VRM_VISEME_COUNT ? vrmi_viseme_rows[viseme].name : "";
}

vrm_Viseme vrm_viseme_by_name(const char* name) {
    static const char prefix[] = "viseme";
    char simple[16];
    if (name == NULL || !simplify(name, simple, sizeof simple)) return VRM_VISEME_COUNT;
    const char* from = strncmp(simple, prefix, sizeof prefix - 1) == 0 ? simple + 6 : simple;
    for (int32_t v = 0; v < VRM_VISEME_COUNT; v++)
        if (is_same(from, vrmi_viseme_rows[v].name)) return (vrm_Viseme)v;
    return VRM_VISEME_COUNT;
}

/* Simplified, as 0.x and programs of its time spell them. */
static const struct {
    const char* name;
    vrm_ExpressionPreset preset;
} old_names[] = {
    {"joy", AS(HAPPY)},
    {"sorrow", AS(SAD)},
    {"fun", AS(RELAXED)},
    {"a", AS(AA)},
    {"i", AS(IH)},
    {"u", AS(OU)},
    {"e", AS(EE)},
    {"o", AS(OH)},
    {"blinkl", AS(BLINK_LEFT)},
    {"blinkr", AS(BLINK_RIGHT)},
};

vrm_ExpressionPreset vrmi_preset_by_any_name(const char* name) {
    char simple[16];
    if (!simplify(name, simple, sizeof simple)) return CUSTOM;
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        if (is_same(simple, vrm_expression_preset_name((vrm_ExpressionPreset)p)))
            return (vrm_ExpressionPreset)p;
    for (size_t i = 0; i < sizeof old_names / sizeof *old_names; i++)
        if (strcmp(simple, old_names[i].name) == 0) return old_names[i].preset;
    return CUSTOM;
}

/* ---- Shapes of a tracker ---- */

/* Degrees of the eyes at full weight: about as far as eyes turn. */
#define YAW_DEGREES   35.0f
#define PITCH_DEGREES 25.0f

#define SHAPE(name) shapes[VRM_FACE_SHAPE_##name]

/* Scales down where the sum is above 1. */
static void limit_sum(float* weights, int32_t count) {
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++) sum += weights[i];
    for (int32_t i = 0; i < count && sum > 1.0f; i++) weights[i] = weights[i] / sum;
}

void vrmi_shapes_to_presets(const float shapes[VRM_FACE_SHAPE_COUNT], uint64_t left_out,
                            float out_weights[VRM_EXPRESSION_PRESET_COUNT]) {
    float* out = out_weights;
    memset(out, 0, sizeof *out * VRM_EXPRESSION_PRESET_COUNT);
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        const vrmi_ShapeRow* row = &vrmi_shape_rows[s];
        if (row->preset == VRM_EXPRESSION_CUSTOM || (left_out >> s & 1) != 0) continue;
        float value = shapes[s];
        if (row->limit != VRM_FACE_SHAPE_NONE && shapes[row->limit] < value)
            value = shapes[row->limit];
        out[row->preset] += row->factor * value;
    }
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        out[p] = vrmi_clamp(out[p], 0.0f, 1.0f);
    limit_sum(out + VRM_EXPRESSION_HAPPY, VRM_EXPRESSION_SURPRISED - VRM_EXPRESSION_HAPPY + 1);
    limit_sum(out + VRM_EXPRESSION_AA, VRM_VOWEL_COUNT);
}

uint32_t vrmi_shape_presets(void) {
    uint32_t presets = 0;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        if (vrmi_shape_rows[s].preset != VRM_EXPRESSION_CUSTOM)
            presets |= 1u << vrmi_shape_rows[s].preset;
    return presets;
}

/* The left eye looks left where it looks out. */
vrm_Vec2 vrmi_shapes_gaze(const float shapes[VRM_FACE_SHAPE_COUNT]) {
    float yaw = SHAPE(EYE_LOOK_OUT_LEFT) - SHAPE(EYE_LOOK_IN_LEFT) + SHAPE(EYE_LOOK_IN_RIGHT) -
                SHAPE(EYE_LOOK_OUT_RIGHT);
    float pitch = SHAPE(EYE_LOOK_DOWN_LEFT) - SHAPE(EYE_LOOK_UP_LEFT) + SHAPE(EYE_LOOK_DOWN_RIGHT) -
                  SHAPE(EYE_LOOK_UP_RIGHT);
    return (vrm_Vec2){yaw * (0.5f * YAW_DEGREES), pitch * (0.5f * PITCH_DEGREES)};
}

/* ---- Public ---- */

uint32_t vrm_face_shapes_to_presets(const float shapes[VRM_FACE_SHAPE_COUNT],
                                    float out_weights[VRM_EXPRESSION_PRESET_COUNT]) {
    vrmi_shapes_to_presets(shapes, 0, out_weights);
    return vrmi_shape_presets();
}

vrm_Vec2 vrm_face_shapes_gaze(const float shapes[VRM_FACE_SHAPE_COUNT]) {
    return vrmi_shapes_gaze(shapes);
}
