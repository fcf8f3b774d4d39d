/* SPDX-License-Identifier: MIT */
/* Names on the wire: Unity's bones, and the expressions of VRM 0.x and 1.0. */
#include "names.h"

#include <string.h>

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same_word(const char* a, const char* b) {
    while (*a != '\0' && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) == lower(*b);
}

/* Unity counts the thumb's bones as those of the other fingers; VRM 1.0 has the anatomist's. */
static const struct {
    const char* name;
    vrm_Bone bone;
} thumbs[] = {{"leftThumbProximal", VRM_BONE_LEFT_THUMB_METACARPAL},
              {"leftThumbIntermediate", VRM_BONE_LEFT_THUMB_PROXIMAL},
              {"rightThumbProximal", VRM_BONE_RIGHT_THUMB_METACARPAL},
              {"rightThumbIntermediate", VRM_BONE_RIGHT_THUMB_PROXIMAL}};

vrm_Bone vrm_vmc_bone(const char* name) {
    char camel[32];
    size_t size = strlen(name);
    if (size == 0 || size >= sizeof camel) return VRM_BONE_NONE;
    memcpy(camel, name, size + 1);
    camel[0] = lower(camel[0]);
    for (size_t i = 0; i < sizeof thumbs / sizeof *thumbs; i++)
        if (strcmp(camel, thumbs[i].name) == 0) return thumbs[i].bone;
    return vrm_bone_by_name(camel);
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
        if (is_same_word(name, presets[i].name) || is_same_word(name, presets[i].old_name))
            return (vrm_ExpressionPreset)i;
    return VRM_EXPRESSION_CUSTOM;
}

const char* vmc_preset_name(vrm_ExpressionPreset preset) {
    return presets[preset].name;
}
