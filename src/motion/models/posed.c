/* SPDX-License-Identifier: MIT */
#include "motion/models/posed.h"

#include "base/sort.h"
#include "motion/record.h"

/* Of the frames, those whose lowest joint is below the ground: noise, and steps down. */
#define BELOW_GROUND 0.05

/* ---- Make ---- */

void vrmi_posed_destroy(vrmi_Posed* posed) {
    if (posed == NULL) return;
    vrm_Allocator allocator = posed->allocator;
    size_t frames = (size_t)posed->frame_count, joints = (size_t)posed->joint_count;
    vrmi_release(&allocator, posed->rotations, frames * joints * sizeof *posed->rotations);
    vrmi_release(&allocator, posed->hips, frames * sizeof *posed->hips);
    vrmi_release(&allocator, posed->shapes, frames * VRM_FACE_SHAPE_COUNT * sizeof *posed->shapes);
    vrmi_arena_release(&posed->arena);
    vrmi_release(&allocator, posed, sizeof *posed);
}

static void add_joints(vrmi_Posed* posed, uint64_t bones, const vrm_Vec3* rest) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        posed->slots[b] = -1;
        if ((bones >> b & 1) == 0) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, bones);
        vrmi_CaptureJoint* joint = &posed->joints[posed->joint_count];
        *joint = (vrmi_CaptureJoint){.name = vrm_bone_name((vrm_Bone)b),
                                     .parent = -1,
                                     .rest = vrmi_transform_identity(),
                                     .has_rotation = true,
                                     .has_bone = true,
                                     .bone = (vrm_Bone)b};
        joint->rest.translation = rest[b];
        if (parent != VRM_BONE_NONE) {
            joint->parent = posed->slots[parent];
            joint->rest.translation = vrmi_vec3_sub(rest[b], rest[parent]);
        }
        posed->slots[b] = posed->joint_count++;
    }
}

static void fill_at_rest(vrmi_Posed* posed) {
    size_t frames = (size_t)posed->frame_count;
    for (size_t i = 0; i < frames * (size_t)posed->joint_count; i++)
        posed->rotations[i] = vrmi_quat_identity();
    for (size_t f = 0; f < frames; f++) posed->hips[f] = posed->joints[0].rest.translation;
}

vrm_Result vrmi_posed_create(const vrmi_CaptureInput* input, uint64_t bones,
                             const vrm_Vec3 rest[VRM_BONE_COUNT], size_t frame_count,
                             double frame_s, vrmi_Posed** out_posed) {
    *out_posed = NULL;
    vrmi_Posed* posed = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *posed);
    if (posed == NULL) return VRM_ERR_MEMORY;
    posed->allocator = input->allocator;
    vrmi_arena_init(&posed->arena, &input->allocator, 4096);
    posed->frame_s = frame_s;
    add_joints(posed, bones, rest);
    size_t a_frame = (size_t)posed->joint_count * sizeof *posed->rotations + sizeof *posed->hips;
    if (frame_count > INT32_MAX || frame_count > input->max_bytes / a_frame) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET, NULL);
        vrmi_posed_destroy(posed);
        return VRM_ERR_LIMIT;
    }
    posed->rotations = vrmi_alloc(&input->allocator, frame_count * (size_t)posed->joint_count *
                                                         sizeof *posed->rotations);
    posed->hips = vrmi_alloc(&input->allocator, frame_count * sizeof *posed->hips);
    posed->frame_count = (int32_t)frame_count;
    if (posed->rotations == NULL || posed->hips == NULL) {
        vrmi_posed_destroy(posed);
        return VRM_ERR_MEMORY;
    }
    fill_at_rest(posed);
    *out_posed = posed;
    return VRM_OK;
}

vrm_Result vrmi_posed_add_face(const vrmi_CaptureInput* input, vrmi_Posed* posed) {
    size_t frames = (size_t)posed->frame_count;
    if (frames > input->max_bytes / (VRM_FACE_SHAPE_COUNT * sizeof *posed->shapes)) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET, NULL);
        return VRM_ERR_LIMIT;
    }
    posed->shapes =
        vrmi_alloc_zeroed(&posed->allocator, frames * VRM_FACE_SHAPE_COUNT, sizeof *posed->shapes);
    if (posed->shapes == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = vrmi_morphs_init(&posed->morphs, &posed->arena, VRM_FACE_SHAPE_COUNT);
    for (int32_t s = 0; result == VRM_OK && s < VRM_FACE_SHAPE_COUNT; s++) {
        const char* name = vrm_face_shape_name((vrm_FaceShape)s);
        result = vrmi_morphs_add(&posed->morphs, input, name, name, s);
    }
    vrmi_morphs_report(&posed->morphs, input, VRMI_RULE_MOTION_MORPHS_LIMIT);
    return result;
}

void vrmi_posed_put_turns(vrmi_Posed* posed, int32_t frame, const vrm_Quat turns[VRM_BONE_COUNT]) {
    for (int32_t j = 0; j < posed->joint_count; j++) {
        vrm_Bone bone = posed->joints[j].bone;
        int32_t parent = posed->joints[j].parent;
        vrm_Quat local = turns[bone];
        if (parent >= 0)
            local = vrmi_quat_mul(vrmi_quat_conjugate(turns[posed->joints[parent].bone]), local);
        *vrmi_posed_rotation(posed, frame, bone) = vrmi_quat_normalize(local);
    }
}

/* ---- The ground ---- */

/* The lowest joint of a frame, above the hips. */
static float lowest_of(const vrmi_Posed* posed, int32_t frame) {
    const vrm_Quat* locals = &posed->rotations[(size_t)frame * (size_t)posed->joint_count];
    vrm_Quat turns[VRM_BONE_COUNT];
    vrm_Vec3 places[VRM_BONE_COUNT];
    float lowest = 0.0f;
    turns[0] = locals[0];
    places[0] = (vrm_Vec3){0.0f, 0.0f, 0.0f};
    for (int32_t j = 1; j < posed->joint_count; j++) {
        const vrmi_CaptureJoint* joint = &posed->joints[j];
        turns[j] = vrmi_quat_mul(turns[joint->parent], locals[j]);
        places[j] = vrmi_vec3_add(places[joint->parent],
                                  vrmi_quat_rotate(turns[joint->parent], joint->rest.translation));
        if (places[j].y < lowest) lowest = places[j].y;
    }
    return lowest;
}

/* How high the lowest joint is in the T-pose: soles are below joints. */
static float rest_lowest(const vrmi_Posed* posed) {
    float places[VRM_BONE_COUNT], lowest = posed->joints[0].rest.translation.y;
    for (int32_t j = 0; j < posed->joint_count; j++) {
        const vrmi_CaptureJoint* joint = &posed->joints[j];
        places[j] = joint->rest.translation.y + (j == 0 ? 0.0f : places[joint->parent]);
        if (places[j] < lowest) lowest = places[j];
    }
    return lowest;
}

vrm_Result vrmi_posed_stand(vrmi_Posed* posed) {
    size_t count = (size_t)posed->frame_count;
    float* heights = vrmi_alloc(&posed->allocator, count * sizeof *heights);
    if (heights == NULL) return VRM_ERR_MEMORY;
    for (int32_t f = 0; f < posed->frame_count; f++)
        heights[f] = posed->hips[f].y + lowest_of(posed, f);
    vrmi_sort_floats(heights, count);
    float ground = heights[(size_t)((double)(count - 1) * BELOW_GROUND)] - rest_lowest(posed);
    vrmi_release(&posed->allocator, heights, count * sizeof *heights);
    for (size_t f = 0; f < count; f++) posed->hips[f].y -= ground;
    return VRM_OK;
}

void vrmi_posed_stand_always(vrmi_Posed* posed) {
    float lowest = rest_lowest(posed);
    for (int32_t f = 0; f < posed->frame_count; f++)
        posed->hips[f].y = lowest - lowest_of(posed, f);
}

/* ---- Samples ---- */

static void sample(const void* reader, double frame, vrm_Transform* out_locals) {
    const vrmi_Posed* posed = reader;
    size_t at = (size_t)frame;
    const vrm_Quat* rotations = &posed->rotations[at * (size_t)posed->joint_count];
    for (int32_t j = 0; j < posed->joint_count; j++) {
        out_locals[j] = posed->joints[j].rest;
        out_locals[j].rotation = rotations[j];
    }
    out_locals[0].translation = posed->hips[at];
}

/* A time between frames as a frame, the next one, and the part of the way to it. */
static float part_of(const vrmi_Posed* posed, double frame, size_t* out_at, size_t* out_next) {
    *out_at = (size_t)frame;
    *out_next = *out_at + 1 < (size_t)posed->frame_count ? *out_at + 1 : *out_at;
    return (float)(frame - (double)*out_at);
}

static float shape_at(const void* reader, int32_t shape, double frame) {
    const vrmi_Posed* posed = reader;
    size_t at, next, s = (size_t)shape;
    float part = part_of(posed, frame, &at, &next);
    float a = posed->shapes[at * VRM_FACE_SHAPE_COUNT + s];
    float b = posed->shapes[next * VRM_FACE_SHAPE_COUNT + s];
    return a + (b - a) * part;
}

static void sample_shapes(const void* reader, double frame, float* out_weights) {
    const vrmi_Posed* posed = reader;
    vrmi_morphs_sample(&posed->morphs, shape_at, posed, frame, out_weights);
}

static void destroy(void* reader) {
    vrmi_posed_destroy(reader);
}

void vrmi_posed_finish(vrmi_Posed* posed, bool moves, vrmi_Capture* out) {
    posed->joints[0].has_position = moves;
    *out = (vrmi_Capture){.joints = posed->joints,
                          .joint_count = posed->joint_count,
                          .frame_count = posed->frame_count,
                          .frame_time = posed->frame_s,
                          .sample = sample,
                          .sample_cost = (uint64_t)posed->joint_count / 8,
                          .metres = 1.0f,
                          .has_axes = true,
                          .to_model = vrmi_quat_identity(),
                          .has_ground = true,
                          .is_t_pose = true,
                          .reader = posed,
                          .destroy = destroy};
    if (posed->shapes == NULL) return;
    vrmi_morphs_publish(&posed->morphs, out);
    out->sample_expressions = sample_shapes;
}
