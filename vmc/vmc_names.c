/* SPDX-License-Identifier: MIT */
/* Names on the wire: Unity's bones, and the expressions of VRM 0.x and 1.0. */
#include "vmc_names.h"

#include <stdio.h>

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool vmc_is_same_word(const char* a, const char* b) {
    while (*a != '\0' && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) == lower(*b);
}

/* Unity numbers the thumb's bones like those of the other fingers; VRM 1.0 uses the anatomical
 * names. */
static const struct {
    const char* name;
    vrm_Bone bone;
} thumbs[] = {{"leftThumbProximal", VRM_BONE_LEFT_THUMB_METACARPAL},
              {"leftThumbIntermediate", VRM_BONE_LEFT_THUMB_PROXIMAL},
              {"rightThumbProximal", VRM_BONE_RIGHT_THUMB_METACARPAL},
              {"rightThumbIntermediate", VRM_BONE_RIGHT_THUMB_PROXIMAL}};

vrm_Bone vrm_vmc_bone(const char* name) {
    for (size_t i = 0; i < sizeof thumbs / sizeof *thumbs; i++)
        if (vmc_is_same_word(name, thumbs[i].name)) return thumbs[i].bone;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (vmc_is_same_word(name, vrm_bone_name((vrm_Bone)b))) return (vrm_Bone)b;
    return VRM_BONE_NONE;
}

/* In the order of vrm_ExpressionPreset. */
static const struct {
    const char *name, *old_name;
} presets[VRM_EXPRESSION_PRESET_COUNT] = {
    [VRM_EXPRESSION_HAPPY] = {"happy", "Joy"},
    [VRM_EXPRESSION_ANGRY] = {"angry", "Angry"},
    [VRM_EXPRESSION_SAD] = {"sad", "Sorrow"},
    [VRM_EXPRESSION_RELAXED] = {"relaxed", "Fun"},
    [VRM_EXPRESSION_SURPRISED] = {"surprised", "Surprised"},
    [VRM_EXPRESSION_AA] = {"aa", "A"},
    [VRM_EXPRESSION_IH] = {"ih", "I"},
    [VRM_EXPRESSION_OU] = {"ou", "U"},
    [VRM_EXPRESSION_EE] = {"ee", "E"},
    [VRM_EXPRESSION_OH] = {"oh", "O"},
    [VRM_EXPRESSION_BLINK] = {"blink", "Blink"},
    [VRM_EXPRESSION_BLINK_LEFT] = {"blinkLeft", "Blink_L"},
    [VRM_EXPRESSION_BLINK_RIGHT] = {"blinkRight", "Blink_R"},
    [VRM_EXPRESSION_LOOK_UP] = {"lookUp", "LookUp"},
    [VRM_EXPRESSION_LOOK_DOWN] = {"lookDown", "LookDown"},
    [VRM_EXPRESSION_LOOK_LEFT] = {"lookLeft", "LookLeft"},
    [VRM_EXPRESSION_LOOK_RIGHT] = {"lookRight", "LookRight"},
    [VRM_EXPRESSION_NEUTRAL] = {"neutral", "Neutral"},
};

vrm_ExpressionPreset vrm_vmc_preset(const char* name) {
    for (int i = 0; i < VRM_EXPRESSION_PRESET_COUNT; i++)
        if (vmc_is_same_word(name, presets[i].name) || vmc_is_same_word(name, presets[i].old_name))
            return (vrm_ExpressionPreset)i;
    return VRM_EXPRESSION_CUSTOM;
}

const char* vmc_preset_name(vrm_ExpressionPreset preset) {
    return presets[preset].name;
}

const char* vmc_old_name(vrm_ExpressionPreset preset) {
    return presets[preset].old_name;
}

/* Unity begins names with a capital. */
void vmc_bone_name(vrm_Bone bone, char out[VRM_VMC_NAME]) {
    const char* name = vrm_bone_name(bone);
    for (size_t i = 0; i < sizeof thumbs / sizeof *thumbs; i++)
        if (thumbs[i].bone == bone) name = thumbs[i].name;
    snprintf(out, VRM_VMC_NAME, "%s", name);
    if (out[0] >= 'a') out[0] = (char)(out[0] - 'a' + 'A');
}
