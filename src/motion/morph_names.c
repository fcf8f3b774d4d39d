/* SPDX-License-Identifier: MIT */
#include "motion/morph_names.h"

#include "base/ascii.h"
#include "face/face_tables.h"
#include "motion/mmd/mmd_names.h"

#include <string.h>

enum { NAME_ROOM = 96 };

/* Names that end a morph's, beside those of the 52 shapes. Names of MMD are in mmd_morphs.c. */
static const struct {
    const char *morph, *expression;
} table[] = {
    /* Oculus, Ready Player Me */
    {"viseme_aa", "aa"},
    {"viseme_e", "ee"},
    {"viseme_i", "ih"},
    {"viseme_o", "oh"},
    {"viseme_u", "ou"},
    {"mouth_open", "aa"},
    {"mouth_smile", "happy"},
    {"eyes_closed", "blink"},
    /* common names */
    {"mouth_a", "aa"},
    {"mouth_i", "ih"},
    {"mouth_u", "ou"},
    {"mouth_e", "ee"},
    {"mouth_o", "oh"},
    {"blink_l", "blinkLeft"},
    {"blink_r", "blinkRight"},
    {"blink_left", "blinkLeft"},
    {"blink_right", "blinkRight"},
    /* VRChat */
    {"vrc.v_aa", "aa"},
    {"vrc.v_e", "ee"},
    {"vrc.v_ee", "ee"},
    {"vrc.v_ih", "ih"},
    {"vrc.v_oh", "oh"},
    {"vrc.v_ou", "ou"},
    {"vrc.blink", "blink"},
    /* VRoid */
    {"fcl_mth_a", "aa"},
    {"fcl_mth_i", "ih"},
    {"fcl_mth_u", "ou"},
    {"fcl_mth_e", "ee"},
    {"fcl_mth_o", "oh"},
    {"fcl_eye_close", "blink"},
    {"fcl_eye_close_l", "blinkLeft"},
    {"fcl_eye_close_r", "blinkRight"},
    {"fcl_all_angry", "angry"},
    {"fcl_all_fun", "relaxed"},
    {"fcl_all_joy", "happy"},
    {"fcl_all_sorrow", "sad"},
    {"fcl_all_surprised", "surprised"},
    /* iClone and Character Creator: visemes */
    {"v_open", "aa"},
    {"v_wide", "ee"},
    {"v_tight", "ou"},
    {"v_tight_o", "oh"},
    {"eyes_blink", "blink"},
    /* iClone and Character Creator: shapes that ARKit calls differently */
    {"brow_drop_l", "browDownLeft"},
    {"brow_drop_r", "browDownRight"},
    {"brow_raise_inner_l", "browInnerUp"},
    {"brow_raise_inner_r", "browInnerUp"},
    {"brow_raise_outer_l", "browOuterUpLeft"},
    {"brow_raise_outer_r", "browOuterUpRight"},
    {"eye_l_look_l", "eyeLookOutLeft"},
    {"eye_l_look_r", "eyeLookInLeft"},
    {"eye_l_look_up", "eyeLookUpLeft"},
    {"eye_l_look_down", "eyeLookDownLeft"},
    {"eye_r_look_l", "eyeLookInRight"},
    {"eye_r_look_r", "eyeLookOutRight"},
    {"eye_r_look_up", "eyeLookUpRight"},
    {"eye_r_look_down", "eyeLookDownRight"},
    {"cheek_puff_l", "cheekPuff"},
    {"cheek_puff_r", "cheekPuff"},
    {"cheek_raise_l", "cheekSquintLeft"},
    {"cheek_raise_r", "cheekSquintRight"},
    {"mouth_down_lower_l", "mouthLowerDownLeft"},
    {"mouth_down_lower_r", "mouthLowerDownRight"},
    {"mouth_up_upper_l", "mouthUpperUpLeft"},
    {"mouth_up_upper_r", "mouthUpperUpRight"},
    {"mouth_funnel_down_l", "mouthFunnel"},
    {"mouth_funnel_down_r", "mouthFunnel"},
    {"mouth_funnel_up_l", "mouthFunnel"},
    {"mouth_funnel_up_r", "mouthFunnel"},
    {"mouth_pucker_down_l", "mouthPucker"},
    {"mouth_pucker_down_r", "mouthPucker"},
    {"mouth_pucker_up_l", "mouthPucker"},
    {"mouth_pucker_up_r", "mouthPucker"},
    {"mouth_roll_in_lower", "mouthRollLower"},
    {"mouth_roll_in_lower_l", "mouthRollLower"},
    {"mouth_roll_in_lower_r", "mouthRollLower"},
    {"mouth_roll_in_upper", "mouthRollUpper"},
    {"mouth_roll_in_upper_l", "mouthRollUpper"},
    {"mouth_roll_in_upper_r", "mouthRollUpper"},
    /* the sides of what is one shape of ARKit */
    {"brow_inner_up_l", "browInnerUp"},
    {"brow_inner_up_r", "browInnerUp"},
    {"brow_inner_up_left", "browInnerUp"},
    {"brow_inner_up_right", "browInnerUp"},
    {"cheek_puff_left", "cheekPuff"},
    {"cheek_puff_right", "cheekPuff"},
    /* Live Link Face: angles */
    {"head_yaw", ""},
    {"head_pitch", ""},
    {"head_roll", ""},
    {"left_eye_yaw", ""},
    {"left_eye_pitch", ""},
    {"left_eye_roll", ""},
    {"right_eye_yaw", ""},
    {"right_eye_pitch", ""},
    {"right_eye_roll", ""},
};

static bool is_separator(char c) {
    return c != '\0' && strchr("._:- |", c) != NULL;
}

/* Compares letters and digits; capitals do not matter. */
static bool is_same(const char* a, const char* b) {
    for (;;) {
        while (is_separator(*a)) a++;
        while (is_separator(*b)) b++;
        if (*a == '\0' || vrmi_lower(*a) != vrmi_lower(*b)) return *a == *b;
        a++;
        b++;
    }
}

/* Returns the expression of a name without the name of a mesh before it; NULL: none. */
static const char* known(const char* name) {
    vrm_FaceShape shape = vrm_face_shape_by_name(name);
    if (shape != VRM_FACE_SHAPE_NONE) return vrm_face_shape_name(shape);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_same(name, table[i].morph)) return table[i].expression;
    return NULL;
}

/* Vowels as they are heard. */
static const struct {
    const char *morph, *expression;
} vowels[] = {{"ah", "aa"}, {"eh", "ee"}, {"uu", "ou"}};

/* Returns the preset, by its name in VRM 1.0, 0.x or MMD or by its vowel, of a whole name; NULL:
 * none. */
static const char* preset_of(const char* name) {
    vrm_ExpressionPreset preset = vrmi_preset_by_any_name(name);
    for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++)
        if (is_same(name, vowels[i].morph)) return vowels[i].expression;
    if (preset != VRM_EXPRESSION_CUSTOM) return vrm_expression_preset_name(preset);
    const char* expression = vrmi_mmd_expression(name);
    return expression != name ? expression : NULL;
}

/* Returns true if the first `size` bytes are a shape themselves: "jawOpen_mouthSmileLeft" corrects
 * two shapes that are shown together, and is neither. */
static bool is_shape(const char* name, size_t size) {
    char text[NAME_ROOM];
    memcpy(text, name, size);
    text[size] = '\0';
    return vrm_face_shape_by_name(text) != VRM_FACE_SHAPE_NONE;
}

/* Programs write a mesh or a deformer before a morph: "Face.M_F00_000_00_Fcl_MTH_A",
 * "blendShape1.jawOpen", "head_jawOpen", "A25_Jaw_Open". Presets are words that also end other
 * names ("brow_sad"): they stand alone or behind . and : only. */
const char* vrmi_morph_expression(const char* name) {
    if (strlen(name) >= NAME_ROOM) return name;
    for (const char* at = name; *at != '\0'; at++) {
        if (at > name && (!is_separator(at[-1]) || is_separator(*at))) continue;
        bool is_whole = at == name || at[-1] == '.' || at[-1] == ':';
        if (at > name && is_shape(name, (size_t)(at - name))) return name;
        const char* expression = known(at);
        if (expression == NULL && is_whole) expression = preset_of(at);
        if (expression != NULL) return expression;
    }
    return name;
}
