/* SPDX-License-Identifier: MIT */
/* Removes the T-pose that captures begin and end with. */
#include "motion/edit/edited.h"

static const vrm_Bone limbs[] = {
    VRM_BONE_LEFT_UPPER_ARM,  VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM,
    VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_LEFT_UPPER_LEG,  VRM_BONE_RIGHT_UPPER_LEG,
    VRM_BONE_LEFT_LOWER_LEG,  VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_SPINE};

/* The hips may face anywhere, and stand anywhere. */
static bool is_rest(const vrm_Pose* pose, float tolerance) {
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++)
        if (vrmi_quat_angle(pose->rotations[limbs[i]], vrmi_quat_identity()) > tolerance)
            return false;
    vrm_Vec3 up = vrmi_quat_rotate(pose->rotations[VRM_BONE_HIPS], (vrm_Vec3){0.0f, 1.0f, 0.0f});
    return vrmi_acos(vrmi_clamp(up.y, -1.0f, 1.0f)) <= tolerance;
}

static bool has_arms(const vrm_Recorder* frames) {
    const uint64_t arms = (uint64_t)1 << VRM_BONE_LEFT_UPPER_ARM | (uint64_t)1
                                                                       << VRM_BONE_RIGHT_UPPER_ARM;
    return (frames->bones & arms) != 0;
}

/* Finds the first and the last frame that are kept. */
static void find_kept(const vrm_Recorder* frames, float tolerance, size_t* first, size_t* last) {
    size_t end = frames->count - 1;
    *first = 0;
    *last = end;
    if (!has_arms(frames)) return;
    while (*first < end && is_rest(&frames->poses[*first], tolerance)) ++*first;
    if (*first == end) { /* a T-pose throughout, or until the last frame */
        *first = 0;
        return;
    }
    while (*last > *first && is_rest(&frames->poses[*last], tolerance)) --*last;
}

vrm_Result vrm_motion_trim_rest(const vrm_Motion* motion, float tolerance_degrees,
                                const vrm_MotionEditDef* given, vrm_MotionTrimReport* out_report,
                                vrm_Motion** out_motion) {
    vrm_MotionEditDef def;
    vrmi_EditSource source;
    size_t first, last;
    *out_motion = NULL;
    if (out_report != NULL) *out_report = (vrm_MotionTrimReport){0.0, 0.0};
    if (!vrmi_edit_read_def(given, &def)) return VRM_ERR_DEF;
    if (!(tolerance_degrees > 0.0f && tolerance_degrees <= 90.0f)) return VRM_ERR_ARGUMENT;
    vrm_Result result = vrmi_edit_open(motion, &def, &source);
    if (result != VRM_OK) return result;
    const vrm_Recorder* frames = source.edited->frames;
    find_kept(frames, tolerance_degrees * VRMI_TO_RADIANS, &first, &last);
    double from = frames->times[first], to = frames->times[last];
    result = vrmi_edit_cut(&source, from, to, &def, out_motion);
    if (result == VRM_OK && out_report != NULL)
        *out_report = (vrm_MotionTrimReport){from, frames->times[frames->count - 1] - to};
    vrmi_edit_close(&source);
    return result;
}
