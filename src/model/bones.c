/* SPDX-License-Identifier: MIT */
/* The humanoid bones of VRM 1.0: names, parents, and which are required. */
#include "model/bones.h"

#include "json/json_names.h"

#include <string.h>

#define NAME_ROOM 24 /* the longest name has 23 letters */

/* VRMC_vrm 1.0, humanoid. A bone that `needs_parent` may exist only together with its parent; the
 * others may be attached to the nearest ancestor bone that exists. */
typedef struct Bone {
    char name[NAME_ROOM];
    vrm_Bone parent;
    bool is_required, needs_parent;
} Bone;

#define FINGER(SIDE, side, FINGER_NAME, finger)                                                    \
    [VRM_BONE_##SIDE##_##FINGER_NAME##                                                             \
        _PROXIMAL] = {side #finger "Proximal", VRM_BONE_##SIDE##_HAND, false, false},              \
      [VRM_BONE_##SIDE##_##FINGER_NAME##                                                           \
          _INTERMEDIATE] = {side #finger "Intermediate",                                           \
                            VRM_BONE_##SIDE##_##FINGER_NAME##_PROXIMAL, false, true},              \
      [VRM_BONE_##SIDE##_##FINGER_NAME##_DISTAL] = {                                               \
          side #finger "Distal", VRM_BONE_##SIDE##_##FINGER_NAME##_INTERMEDIATE, false, true}

#define LIMBS(SIDE, side)                                                                          \
    [VRM_BONE_##SIDE##_EYE] = {side "Eye", VRM_BONE_HEAD, false, false},                           \
    [VRM_BONE_##SIDE##_UPPER_LEG] = {side "UpperLeg", VRM_BONE_HIPS, true, false},                 \
    [VRM_BONE_##SIDE##_LOWER_LEG] = {side "LowerLeg", VRM_BONE_##SIDE##_UPPER_LEG, true, false},   \
    [VRM_BONE_##SIDE##_FOOT] = {side "Foot", VRM_BONE_##SIDE##_LOWER_LEG, true, false},            \
    [VRM_BONE_##SIDE##_TOES] = {side "Toes", VRM_BONE_##SIDE##_FOOT, false, false},                \
    [VRM_BONE_##SIDE##_SHOULDER] = {side "Shoulder", VRM_BONE_UPPER_CHEST, false, false},          \
    [VRM_BONE_##SIDE##_UPPER_ARM] = {side "UpperArm", VRM_BONE_##SIDE##_SHOULDER, true, false},    \
    [VRM_BONE_##SIDE##_LOWER_ARM] = {side "LowerArm", VRM_BONE_##SIDE##_UPPER_ARM, true, false},   \
    [VRM_BONE_##SIDE##_HAND] = {side "Hand", VRM_BONE_##SIDE##_LOWER_ARM, true, false},            \
    [VRM_BONE_##SIDE##                                                                             \
        _THUMB_METACARPAL] = {side "ThumbMetacarpal", VRM_BONE_##SIDE##_HAND, false, false},       \
    [VRM_BONE_##SIDE##_THUMB_PROXIMAL] = {side "ThumbProximal",                                    \
                                          VRM_BONE_##SIDE##_THUMB_METACARPAL, false, true},        \
    [VRM_BONE_##SIDE##                                                                             \
        _THUMB_DISTAL] = {side "ThumbDistal", VRM_BONE_##SIDE##_THUMB_PROXIMAL, false, true},      \
    FINGER(SIDE, side, INDEX, Index), FINGER(SIDE, side, MIDDLE, Middle),                          \
    FINGER(SIDE, side, RING, Ring), FINGER(SIDE, side, LITTLE, Little)

static const Bone bones[VRM_BONE_COUNT] = {
    [VRM_BONE_HIPS] = {"hips", VRM_BONE_NONE, true, false},
    [VRM_BONE_SPINE] = {"spine", VRM_BONE_HIPS, true, false},
    [VRM_BONE_CHEST] = {"chest", VRM_BONE_SPINE, false, false},
    [VRM_BONE_UPPER_CHEST] = {"upperChest", VRM_BONE_CHEST, false, true},
    [VRM_BONE_NECK] = {"neck", VRM_BONE_UPPER_CHEST, false, false},
    [VRM_BONE_HEAD] = {"head", VRM_BONE_NECK, true, false},
    [VRM_BONE_JAW] = {"jaw", VRM_BONE_HEAD, false, false},
    LIMBS(LEFT, "left"),
    LIMBS(RIGHT, "right"),
};

static bool is_bone(vrm_Bone bone) {
    return bone >= 0 && bone < VRM_BONE_COUNT;
}

const char* vrm_bone_name(vrm_Bone bone) {
    return is_bone(bone) ? bones[bone].name : NULL;
}

vrm_Bone vrm_bone_by_name(const char* name) {
    for (int bone = 0; name != NULL && bone < VRM_BONE_COUNT; bone++)
        if (strcmp(bones[bone].name, name) == 0) return (vrm_Bone)bone;
    return VRM_BONE_NONE;
}

vrm_Bone vrm_bone_parent(vrm_Bone bone) {
    return is_bone(bone) ? bones[bone].parent : VRM_BONE_NONE;
}

bool vrm_bone_is_required(vrm_Bone bone) {
    return is_bone(bone) && bones[bone].is_required;
}

bool vrmi_bone_needs_parent(vrm_Bone bone) {
    return is_bone(bone) && bones[bone].needs_parent;
}

/* Both names changed at once: the old Proximal is the new Metacarpal, the old Intermediate the new
 * Proximal. */
static const struct {
    const char* name;
    vrm_Bone bone;
} old_thumbs[] = {{"leftThumbProximal", VRM_BONE_LEFT_THUMB_METACARPAL},
                  {"leftThumbIntermediate", VRM_BONE_LEFT_THUMB_PROXIMAL},
                  {"rightThumbProximal", VRM_BONE_RIGHT_THUMB_METACARPAL},
                  {"rightThumbIntermediate", VRM_BONE_RIGHT_THUMB_PROXIMAL}};

vrm_Bone vrmi_bone_of_json(const vrm_Json* json, vrm_JsonRef name, bool has_old_thumbs,
                           vrmi_Case compare) {
    char text[NAME_ROOM];
    if (!vrmi_json_short_name(json, name, text, sizeof text)) return VRM_BONE_NONE;
    size_t size = strlen(text);
    if (has_old_thumbs) {
        for (size_t i = 0; i < sizeof old_thumbs / sizeof *old_thumbs; i++)
            if (vrmi_compare_text(old_thumbs[i].name, text, compare) == 0)
                return old_thumbs[i].bone;
    }
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        bool is_metacarpal =
            bone == VRM_BONE_LEFT_THUMB_METACARPAL || bone == VRM_BONE_RIGHT_THUMB_METACARPAL;
        if (has_old_thumbs && is_metacarpal) continue;
        /* Many names have the same beginning: the length and the last letter distinguish most of
         * them. */
        const char* known = bones[bone].name;
        if (known[size] != '\0' || (known[size - 1] | 0x20) != (text[size - 1] | 0x20)) continue;
        if (vrmi_compare_text(known, text, compare) == 0) return (vrm_Bone)bone;
    }
    return VRM_BONE_NONE;
}
