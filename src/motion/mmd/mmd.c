/* SPDX-License-Identifier: MIT */
#include "motion/mmd/mmd.h"

#include "motion/mmd/curves.h"
#include "motion/mmd/mmd_names.h"
#include "motion/mmd/vpd.h"

#include <string.h>

#define METRES 0.08f /* of a unit of MMD */

static void destroy(void* reader) {
    vrmi_Mmd* mmd = reader;
    vrm_Allocator allocator = mmd->allocator;
    vrmi_arena_release(&mmd->arena);
    vrmi_release(&allocator, mmd, sizeof *mmd);
}

/* ---- Expressions ---- */

static bool is_used(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track) {
    for (uint32_t k = 0; k < track->count; k++)
        if (vmd->weights[track->first + k].weight != 0.0f) return true;
    return false;
}

/* Morphs that are always 0 are omitted: programs write all morphs of a model. */
static vrm_Result make_expressions(vrmi_Mmd* mmd, const vrmi_CaptureInput* input) {
    vrm_Result result = vrmi_morphs_init(&mmd->morphs, &mmd->arena, (size_t)mmd->vmd.morph_count);
    for (int32_t t = 0; result == VRM_OK && t < mmd->vmd.morph_count; t++) {
        const vrmi_VmdTrack* track = &mmd->vmd.morphs[t];
        const char* whole = vrmi_mmd_whole_morph(&mmd->model, track);
        if (track->name[0] == '\0') continue;
        if (is_used(&mmd->vmd, track))
            result = vrmi_morphs_add(&mmd->morphs, input, track->name, whole, t);
        else
            (void)vrmi_capture_mapped_morph(input, track->name, whole);
    }
    vrmi_morphs_report(&mmd->morphs, input, VRMI_RULE_VMD_MORPHS_LIMIT);
    return result;
}

static float weight_at(const void* reader, int32_t track, double frame) {
    const vrmi_Vmd* vmd = &((const vrmi_Mmd*)reader)->vmd;
    return vrmi_vmd_weight_at(vmd, &vmd->morphs[track], frame);
}

static void sample_expressions(const void* reader, double frame, float* out_weights) {
    const vrmi_Mmd* mmd = reader;
    vrmi_morphs_sample(&mmd->morphs, weight_at, mmd, frame, out_weights);
}

/* ---- Gaze ---- */

/* Returns true if keys rotate an eye, or the bone that rotates both. */
static bool has_gaze(const vrmi_Mmd* mmd) {
    const int32_t bones[] = {mmd->bones[VRM_BONE_LEFT_EYE], mmd->bones[VRM_BONE_RIGHT_EYE],
                             vrmi_mmd_named(&mmd->model, "両目")};
    if (bones[0] < 0 || bones[1] < 0 || mmd->bones[VRM_BONE_HEAD] < 0) return false;
    for (int i = 0; i < 3; i++) {
        int32_t t = bones[i] < 0 ? -1 : mmd->solver.tracks[bones[i]];
        if (t < 0) continue;
        const vrmi_VmdTrack* track = &mmd->vmd.bones[t];
        for (uint32_t k = 0; k < track->count; k++) {
            vrm_Quat q = mmd->vmd.keys[track->first + k].rotation;
            if (q.x != 0.0f || q.y != 0.0f || q.z != 0.0f) return true;
        }
    }
    return false;
}

/* Between both eyes, from the head; left and down are positive. */
static void sample_gaze(const void* reader, double frame, float* out_yaw, float* out_pitch) {
    vrmi_Mmd* mmd = (vrmi_Mmd*)(uintptr_t)reader; /* one thread at a time */
    const vrmi_MmdState* states = mmd->solver.states;
    vrmi_mmd_solve(&mmd->solver, frame);
    vrm_Vec3 front = {0.0f, 0.0f, -1.0f};
    vrm_Vec3 left = vrmi_quat_rotate(states[mmd->bones[VRM_BONE_LEFT_EYE]].world_rotation, front);
    vrm_Vec3 right = vrmi_quat_rotate(states[mmd->bones[VRM_BONE_RIGHT_EYE]].world_rotation, front);
    vrm_Quat head = states[mmd->bones[VRM_BONE_HEAD]].world_rotation;
    vrm_Vec3 direction = vrmi_quat_rotate(vrmi_quat_conjugate(head), vrmi_vec3_add(left, right));
    direction = vrmi_vec3_normalize_or(direction, front);
    *out_yaw = VRMI_TO_DEGREES * vrmi_atan2(direction.x, -direction.z);
    *out_pitch = -VRMI_TO_DEGREES * vrmi_asin(vrmi_clamp(direction.y, -1.0f, 1.0f));
}

/* ---- Reading ---- */

static vrm_Result read_model(vrmi_Mmd* mmd, const vrmi_CaptureInput* input) {
    if (input->model != NULL) return vrmi_pmx_read(input, &mmd->arena, &mmd->model);
    if (mmd->vmd.bone_count > 0)
        vrmi_report_at(input->report, VRMI_RULE_VMD_NO_MODEL, VRM_NO_OFFSET, NULL);
    return vrmi_mmd_standard(&mmd->arena, &mmd->model);
}

static vrm_Result compile(vrmi_Mmd* mmd, const vrmi_CaptureInput* input) {
    vrm_Result result = vrmi_vpd_recognises(input->bytes, input->size)
                            ? vrmi_vpd_read(input, &mmd->arena, &mmd->vmd)
                            : vrmi_vmd_read(input, &mmd->arena, &mmd->vmd);
    if (result != VRM_OK) return result;
    if (mmd->vmd.bone_count == 0 && mmd->vmd.morph_count == 0) {
        vrmi_report_at(input->report, VRMI_RULE_VMD_NO_MOTION, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    result = read_model(mmd, input);
    if (result == VRM_OK)
        result = vrmi_mmd_prepare(&mmd->solver, &mmd->model, &mmd->vmd, &mmd->arena, input->report);
    if (result == VRM_OK) result = vrmi_mmd_make_joints(mmd);
    if (result == VRM_OK) result = make_expressions(mmd, input);
    if (result == VRM_OK && mmd->solver.stray_tracks > 0)
        vrmi_report_at(input->report, VRMI_RULE_VMD_BONES_UNKNOWN, VRM_NO_OFFSET,
                       "%d of %d bones that the motion moves are not in the skeleton.",
                       (int)mmd->solver.stray_tracks, (int)mmd->vmd.bone_count);
    return result;
}

vrm_Result vrmi_mmd_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    vrmi_Mmd* mmd = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *mmd);
    if (mmd == NULL) return VRM_ERR_MEMORY;
    mmd->allocator = input->allocator;
    vrmi_arena_init(&mmd->arena, &mmd->allocator, 65536);
    vrm_Result result = compile(mmd, input);
    if (result != VRM_OK) {
        destroy(mmd);
        return result;
    }
    *out = (vrmi_Capture){
        .joints = mmd->joints,
        .joint_count = mmd->joint_count,
        .frame_count = (int32_t)mmd->vmd.last_frame + 1,
        .frame_time = 1.0 / 30.0,
        .sample = vrmi_mmd_sample,
        .has_curves = true,
        .sample_cost = (uint64_t)vrmi_mmd_cost(&mmd->solver) / 8 + (uint64_t)mmd->morphs.count / 4,
        .metres = METRES,
        .has_axes = true,
        .to_model = vrmi_quat_identity(),
        .has_ground = true,
        .sample_expressions = sample_expressions,
        .sample_gaze = has_gaze(mmd) ? sample_gaze : NULL,
        .reader = mmd,
        .destroy = destroy,
    };
    vrmi_morphs_publish(&mmd->morphs, out);
    return VRM_OK;
}
