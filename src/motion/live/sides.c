/* SPDX-License-Identifier: MIT */
#include "motion/live/sides.h"

#include "motion/record.h"

#include <string.h>

vrm_FaceShape vrmi_live_mirrored_shape(vrm_FaceShape shape) {
    char name[64];
    const char* own = vrm_face_shape_name(shape);
    size_t length = strlen(own);
    bool is_left = length > 4 && strcmp(own + length - 4, "Left") == 0;
    bool is_right = length > 5 && strcmp(own + length - 5, "Right") == 0;
    if ((!is_left && !is_right) || length + 2 > sizeof name) return shape;
    size_t stem = length - (is_left ? 4 : 5);
    memcpy(name, own, stem);
    memcpy(name + stem, is_left ? "Right" : "Left", is_left ? 6 : 5);
    vrm_FaceShape other = vrm_face_shape_by_name(name);
    return other == VRM_FACE_SHAPE_NONE ? shape : other;
}

vrm_Bone vrmi_live_mirrored_bone(vrm_Bone bone) {
    vrm_Bone right = vrmi_record_mirrored(bone);
    if (right != VRM_BONE_NONE) return right;
    for (int left = 0; left < VRM_BONE_COUNT; left++)
        if (vrmi_record_mirrored((vrm_Bone)left) == bone) return (vrm_Bone)left;
    return bone;
}

vrm_ExpressionPreset vrmi_live_mirrored_preset(vrm_ExpressionPreset preset) {
    switch (preset) {
    case VRM_EXPRESSION_BLINK_LEFT: return VRM_EXPRESSION_BLINK_RIGHT;
    case VRM_EXPRESSION_BLINK_RIGHT: return VRM_EXPRESSION_BLINK_LEFT;
    case VRM_EXPRESSION_LOOK_LEFT: return VRM_EXPRESSION_LOOK_RIGHT;
    case VRM_EXPRESSION_LOOK_RIGHT: return VRM_EXPRESSION_LOOK_LEFT;
    default: return preset;
    }
}
