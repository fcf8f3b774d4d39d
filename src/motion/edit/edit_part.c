/* SPDX-License-Identifier: MIT */
/* Parts of the body by name: masks of layers. */
#include "vrm/motion_edit.h"

#include <string.h>

/* Bits of the bones from `first` to `last`. */
#define RANGE(first, last) (((uint64_t)2 << (last)) - ((uint64_t)1 << (first)))
#define BONE(bone)         RANGE(bone, bone)

#define LEFT_FINGERS  RANGE(VRM_BONE_LEFT_THUMB_METACARPAL, VRM_BONE_LEFT_LITTLE_DISTAL)
#define RIGHT_FINGERS RANGE(VRM_BONE_RIGHT_THUMB_METACARPAL, VRM_BONE_RIGHT_LITTLE_DISTAL)
#define LEFT_ARM      (RANGE(VRM_BONE_LEFT_SHOULDER, VRM_BONE_LEFT_HAND) | LEFT_FINGERS)
#define RIGHT_ARM     (RANGE(VRM_BONE_RIGHT_SHOULDER, VRM_BONE_RIGHT_HAND) | RIGHT_FINGERS)
#define HANDS         (LEFT_FINGERS | RIGHT_FINGERS | BONE(VRM_BONE_LEFT_HAND) | BONE(VRM_BONE_RIGHT_HAND))
#define LEGS                                                                                       \
    (RANGE(VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_TOES) |                                          \
     RANGE(VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_TOES))
#define SPINE (BONE(VRM_BONE_SPINE) | BONE(VRM_BONE_CHEST) | BONE(VRM_BONE_UPPER_CHEST))
#define HEAD  (BONE(VRM_BONE_NECK) | BONE(VRM_BONE_HEAD))
#define FACE  (BONE(VRM_BONE_JAW) | BONE(VRM_BONE_LEFT_EYE) | BONE(VRM_BONE_RIGHT_EYE))

static const struct {
    const char* name;
    vrm_MotionPart part;
} parts[] = {
    {"all", {~(uint64_t)0, true, true, true}},
    {"upper-body", {SPINE | HEAD | FACE | LEFT_ARM | RIGHT_ARM, false, false, false}},
    {"lower-body", {LEGS | BONE(VRM_BONE_HIPS), true, false, false}},
    {"arms", {LEFT_ARM | RIGHT_ARM, false, false, false}},
    {"left-arm", {LEFT_ARM, false, false, false}},
    {"right-arm", {RIGHT_ARM, false, false, false}},
    {"hands", {HANDS, false, false, false}},
    {"legs", {LEGS, false, false, false}},
    {"spine", {SPINE, false, false, false}},
    {"head", {HEAD, false, false, false}},
    {"face", {FACE, false, true, true}},
};

enum { PARTS = sizeof parts / sizeof *parts };

const char* vrm_motion_part_name(int32_t index) {
    return index >= 0 && index < PARTS ? parts[index].name : "";
}

/* The part whose name these bytes are; NULL if there is none. */
static const vrm_MotionPart* find_part(const char* name, size_t length) {
    for (size_t i = 0; i < PARTS; i++)
        if (strlen(parts[i].name) == length && memcmp(parts[i].name, name, length) == 0)
            return &parts[i].part;
    return NULL;
}

bool vrm_motion_part(const char* name, vrm_MotionPart* out_part) {
    vrm_MotionPart sum = {0, false, false, false};
    *out_part = sum;
    for (const char* at = name;; at++) {
        size_t length = strcspn(at, "+");
        const vrm_MotionPart* part = find_part(at, length);
        if (part == NULL) return false;
        sum.bones |= part->bones;
        sum.position |= part->position;
        sum.expressions |= part->expressions;
        sum.gaze |= part->gaze;
        at += length;
        if (*at == '\0') break;
    }
    *out_part = sum;
    return true;
}
