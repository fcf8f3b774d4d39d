/* SPDX-License-Identifier: MIT */
/* How each kind of chain sways, as data. */
#include "author/springs/sway_presets.h"

/* Gravity is 0 as usual: hair and clothes keep the shape in which they were modelled. */
static const struct {
    const char* name;
    vrmi_SwayPreset preset;
} kinds[VRM_SWAY_KIND_COUNT] = {
    [VRM_SWAY_HAIR] = {"hair", {1.0f, 0.0f, 0.4f}},
    [VRM_SWAY_EAR] = {"ear", {2.5f, 0.0f, 0.5f}},
    [VRM_SWAY_TAIL] = {"tail", {0.8f, 0.0f, 0.3f}},
    [VRM_SWAY_SKIRT] = {"skirt", {0.8f, 0.0f, 0.4f}},
    [VRM_SWAY_SLEEVE] = {"sleeve", {0.8f, 0.0f, 0.4f}},
    [VRM_SWAY_RIBBON] = {"ribbon", {0.6f, 0.0f, 0.3f}},
    [VRM_SWAY_BREAST] = {"breast", {1.8f, 0.0f, 0.25f}},
    [VRM_SWAY_ACCESSORY] = {"accessory", {1.0f, 0.0f, 0.3f}},
};

/* Factors of stiffness and drag, and the gravity that is added. */
static const struct {
    const char* name;
    float stiffness, gravity_power, drag_force;
} feels[VRM_SWAY_FEEL_COUNT] = {
    [VRM_SWAY_NORMAL] = {"normal", 1.0f, 0.0f, 1.0f},
    [VRM_SWAY_LIGHT] = {"light", 0.5f, 0.0f, 0.75f},
    [VRM_SWAY_HEAVY] = {"heavy", 0.7f, 0.3f, 1.25f},
    [VRM_SWAY_STIFF] = {"stiff", 3.0f, 0.0f, 1.5f},
};

static bool is_kind(vrm_SwayKind kind) {
    return kind >= 0 && kind < VRM_SWAY_KIND_COUNT;
}

static bool is_feel(vrm_SwayFeel feel) {
    return feel >= 0 && feel < VRM_SWAY_FEEL_COUNT;
}

const char* vrm_sway_kind_text(vrm_SwayKind kind) {
    return is_kind(kind) ? kinds[kind].name : NULL;
}

const char* vrm_sway_feel_text(vrm_SwayFeel feel) {
    return is_feel(feel) ? feels[feel].name : NULL;
}

vrmi_SwayPreset vrmi_sway_preset(vrm_SwayKind kind, vrm_SwayFeel feel) {
    vrmi_SwayPreset preset = kinds[kind].preset;
    preset.stiffness *= feels[feel].stiffness;
    preset.gravity_power += feels[feel].gravity_power;
    preset.drag_force *= feels[feel].drag_force;
    return preset;
}
