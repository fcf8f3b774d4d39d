/* SPDX-License-Identifier: MIT */
/* Look-at (VRMC_vrm 1.0, lookAt): the direction of the gaze, in degrees, and its effect on eyes or
 * look expressions. Measured after the humanoid pose; eyes are turned after the expressions are
 * evaluated, because their overrides may reduce the gaze. */
#include "base/trig.h"
#include "runtime/lanes/block_lanes.h"

/* ---- Range maps ---- */

/* Unity's animation curve: cubic Hermite pieces, constant beyond both ends. */
static float curve_at(const vrm_CurveKey* keys, int32_t count, float x) {
    if (x <= keys[0].time) return keys[0].value;
    for (int32_t i = 1; i < count; i++) {
        const vrm_CurveKey *a = &keys[i - 1], *b = &keys[i];
        if (x > b->time) continue;
        float dt = b->time - a->time;
        if (!(dt > 0.0f)) return b->value;
        float s = (x - a->time) / dt, s2 = s * s, s3 = s2 * s;
        return (2.0f * s3 - 3.0f * s2 + 1.0f) * a->value +
               (s3 - 2.0f * s2 + s) * dt * a->out_tangent + (3.0f * s2 - 2.0f * s3) * b->value +
               (s3 - s2) * dt * b->in_tangent;
    }
    return keys[count - 1].value;
}

/* min(|a|, in) / in * out. An input range of 0 is a switch: all or nothing
 * (docs/reference/spec-notes.md, C-53). */
static float map_range(const vrm_RangeMap* map, float degrees) {
    float angle = fabsf(degrees), range = map->input_max_degrees;
    if (angle == 0.0f && map->curve == NULL) return 0.0f;
    float x = angle < range ? angle / range : angle > 0.0f ? 1.0f : 0.0f;
    if (map->curve != NULL) x = vrmi_within(curve_at(map->curve, map->curve_count, x), 1e6f);
    return x * map->output_scale;
}

static float with_sign(float size, float of) {
    return of < 0.0f ? -size : size;
}

/* ---- Yaw and pitch ---- */

static vrm_Vec3 look_origin(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    const vrmi_RigLookAt* look = &block->rig->look_at;
    if (block->general[lane])
        return vrmi_affine_point(&scratch->affines[lane][look->head], look->offset);
    const vrmi_Worldx* head = &scratch->worlds[look->head];
    vrm_Vec3 arm = vrmi_vec3_scale(look->offset, head->scale[lane]);
    return vrmi_vec3_add(vrmi_vec3x_get(&head->position, lane),
                         vrmi_quat_rotate(vrmi_quatx_get(&head->rotation, lane), arm));
}

/* A direction of the world in the space of a head that looks along +Z. By the inverse matrix where
 * scales mirror or differ by axis: the eyes turn in the head's own space. */
static vrm_Vec3 to_head(const vrmi_Block* block, const vrmi_Scratch* scratch, vrm_Vec3 direction,
                        int32_t lane) {
    const vrmi_RigLookAt* look = &block->rig->look_at;
    vrm_Quat space = look->to_forward;
    if (block->general[lane]) {
        vrm_Affine back = vrmi_affine_inverse(&scratch->affines[lane][look->head]);
        direction = vrmi_vec3_normalize(vrmi_affine_vector(&back, direction));
    } else {
        vrm_Quat head = vrmi_quatx_get(&scratch->worlds[look->head].rotation, lane);
        space = vrmi_quat_mul(head, space);
    }
    return vrmi_quat_rotate(vrmi_quat_conjugate(space), direction);
}

/* A target at the origin of the gaze gives 0, 0: atan2 of two zeros is 0. */
static void measure_lane(vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    vrmi_Gaze* gaze = &block->gazes[lane];
    vrm_Vec3 d = vrmi_vec3_sub(gaze->target_world, look_origin(block, scratch, lane));
    d = to_head(block, scratch, d, lane);
    float level = vrmi_vec3_length((vrm_Vec3){d.x, 0.0f, d.z});
    gaze->yaw_degrees = vrmi_atan2(d.x, d.z) * VRMI_TO_DEGREES;
    gaze->pitch_degrees = vrmi_atan2(-d.y, level) * VRMI_TO_DEGREES;
    /* Adding 0 would change the bits of -0. */
    if (gaze->yaw_offset != 0.0f) gaze->yaw_degrees += gaze->yaw_offset;
    if (gaze->pitch_offset != 0.0f) gaze->pitch_degrees += gaze->pitch_offset;
}

/* Sets one of left and right and one of up and down; the others are cleared. The inner map is not
 * used. */
static void weigh_expressions(const vrmi_RigLookAt* look, const vrmi_Gaze* gaze, float out[4]) {
    float across = vrmi_clamp(map_range(&look->outer, gaze->yaw_degrees), 0.0f, 1.0f);
    bool is_down = gaze->pitch_degrees > 0.0f, is_left = gaze->yaw_degrees > 0.0f;
    float upright =
        vrmi_clamp(map_range(is_down ? &look->down : &look->up, gaze->pitch_degrees), 0.0f, 1.0f);
    out[0] = is_down ? 0.0f : upright;
    out[1] = is_down ? upright : 0.0f;
    out[2] = is_left ? across : 0.0f;
    out[3] = is_left ? 0.0f : across;
}

static bool lane_looks(const vrmi_Block* block, int32_t lane) {
    return (block->stages[lane] & VRM_STAGE_LOOK_AT) != 0 &&
           block->gazes[lane].mode != VRMI_GAZE_OFF;
}

void vrmi_look_at_measure(vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrmi_RigLookAt* look = &block->rig->look_at;
    VRMI_MASK(scratch->look_mask) = vrmi_ix_splat(0);
    scratch->is_looking = false;
    if (!look->is_present) return;
    bool has_target = false;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!lane_looks(block, lane)) continue;
        scratch->is_looking = true;
        has_target |= block->gazes[lane].mode == VRMI_GAZE_TARGET;
    }
    if (!scratch->is_looking) return;
    if (has_target) vrmi_pose_list(block, scratch, look->head_chain, look->head_chain_count);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!lane_looks(block, lane)) continue;
        if (block->gazes[lane].mode == VRMI_GAZE_TARGET) measure_lane(block, scratch, lane);
        if (look->type != VRM_LOOK_AT_EXPRESSION) continue;
        float weights[4];
        weigh_expressions(look, &block->gazes[lane], weights);
        scratch->look_mask[lane] = -1;
        for (int i = 0; i < 4; i++) scratch->look_weights[i * VRMI_LANES + lane] = weights[i];
    }
}

/* ---- Eyes ---- */

static vrmi_SinCos half_turn(float degrees) {
    return vrmi_sincos(degrees * (0.5f * VRMI_TO_RADIANS));
}

/* inverse(P) * Ry(yaw) * Rx(pitch) * W, conjugated with the half turn where the file faces -Z. */
static vrm_Quat eye_rotation(const vrm_Rig* rig, vrm_Bone eye, vrmi_SinCos y, vrmi_SinCos x) {
    vrm_Quat e = {x.sin * y.cos, x.cos * y.sin, -(x.sin * y.sin), x.cos * y.cos};
    if (rig->facing < 0) e = (vrm_Quat){-e.x, e.y, -e.z, e.w};
    const vrmi_RigBone* bone = &rig->bones[eye];
    return vrmi_quat_mul(vrmi_quat_mul(bone->parent_inverse, e), bone->world);
}

/* Both eyes have the same pitch, and the same yaw where the inner and outer maps agree. */
static void turn_eyes(const vrm_Rig* rig, vrmi_Scratch* scratch, int32_t lane, float yaw,
                      float pitch) {
    const vrmi_RigLookAt* look = &rig->look_at;
    float pitch_out = with_sign(map_range(pitch > 0.0f ? &look->down : &look->up, pitch), pitch);
    float inner = with_sign(map_range(&look->inner, yaw), yaw);
    float outer = with_sign(map_range(&look->outer, yaw), yaw);
    vrmi_SinCos x = half_turn(pitch_out), of_outer = half_turn(outer);
    vrmi_SinCos of_inner = memcmp(&inner, &outer, sizeof inner) == 0 ? of_outer : half_turn(inner);
    for (int i = 0; i < 2; i++) {
        if (look->eyes[i] < 0) continue;
        vrm_Bone eye = (vrm_Bone)look->eyes[i];
        bool is_outer = (yaw > 0.0f) == (eye == VRM_BONE_LEFT_EYE);
        vrmi_quatx_set(&scratch->rotations[rig->bones[eye].slot], lane,
                       eye_rotation(rig, eye, is_outer ? of_outer : of_inner, x));
    }
}

void vrmi_look_at_apply(vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    const vrmi_RigLookAt* look = &rig->look_at;
    if (!scratch->is_looking || look->type != VRM_LOOK_AT_BONE) return;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!lane_looks(block, lane)) continue;
        float keep = rig->override_damps_eye_bones ? 1.0f - block->look_at_rate[lane] : 1.0f;
        float yaw = block->gazes[lane].yaw_degrees * keep;
        float pitch = block->gazes[lane].pitch_degrees * keep;
        turn_eyes(rig, scratch, lane, yaw, pitch);
    }
}
