/* SPDX-License-Identifier: MIT */
/* The numbers of a frame. */
#include "motion/trace_parts.h"

#include "vrm/spring.h"

#include <math.h>

/* ---- JSON ---- */

void trace_put_number(Trace* trace, double value) {
    char text[32];
    if (isfinite(value))
        vrm_json_put_raw(
            trace->json, text,
            (size_t)snprintf(text, sizeof text, "%.*g", (int)trace->options->digits, value));
    else
        vrm_json_put_string(trace->json, isnan(value) ? "NaN"
                                         : value > 0  ? "Infinity"
                                                      : "-Infinity");
}

void trace_begin_list(Trace* trace, const char* key) {
    vrm_json_put_key(trace->json, key);
    vrm_json_begin_array(trace->json);
}

/* ---- Rotations ---- */

/* The product of the local rotations from the root down to the node. Every node is computed once
 * per frame, after its ancestors, however long the chains are. */
static Quatd model_rotation(Trace* trace, int32_t node) {
    const vrm_Transform* locals = vrm_avatar_locals(trace->sim, trace->avatar);
    int32_t waiting = 0, n = node;
    for (; n >= 0 && trace->rotations[n].frame != trace->frame; n = vrm_rig_parent(trace->rig, n))
        trace->waiting[waiting++] = n;
    Quatd q = n >= 0 ? trace->rotations[n].q : (Quatd){0, 0, 0, 1};
    while (waiting > 0) {
        n = trace->waiting[--waiting];
        q = quatd_mul(q, quatd_of(locals[n].rotation));
        trace->rotations[n] = (Rotation){q, trace->frame};
    }
    return q;
}

/* Uses the root of the sim, including the half turn: the sim does not accept every root that a
 * script gives. */
static Quatd world_rotation(Trace* trace, int32_t node) {
    vrm_Transform root = vrm_avatar_root(trace->sim, trace->avatar);
    Quatd q = quatd_mul(quatd_of(root.rotation), model_rotation(trace, node));
    /* The migrated avatar has no initial turn. */
    if (trace->turns && trace->options->is_migrated) q = quatd_mul(q, (Quatd){0, -1, 0, 0});
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (Quatd){q.x / length, q.y / length, q.z / length, q.w / length};
}

static void put_quat(Trace* trace, Quatd q) {
    trace_put_number(trace, q.x);
    trace_put_number(trace, q.y);
    trace_put_number(trace, q.z);
    trace_put_number(trace, q.w);
}

static void put_local_rotation(Trace* trace, int32_t node) {
    vrm_Quat q = vrm_avatar_locals(trace->sim, trace->avatar)[node].rotation;
    if (trace->turns && trace->options->is_migrated) q = (vrm_Quat){-q.x, q.y, -q.z, q.w};
    put_quat(trace, quatd_of(q));
}

/* ---- Channels ---- */

static bool has_eyes(const Trace* trace) {
    return vrm_rig_bone(trace->rig, VRM_BONE_LEFT_EYE) >= 0 ||
           vrm_rig_bone(trace->rig, VRM_BONE_RIGHT_EYE) >= 0;
}

static void put_bones(Trace* trace) {
    const vrm_Affine* worlds = vrm_avatar_worlds(trace->sim, trace->avatar);
    if (vrm_model_bone_count(trace->model) == 0) return;
    trace_begin_list(trace, "bone");
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_rig_bone(trace->rig, (vrm_Bone)b);
        if (node < 0) continue;
        for (int r = 0; r < 3; r++) trace_put_number(trace, (double)worlds[node].rows[r].w);
        put_quat(trace, world_rotation(trace, node));
    }
    vrm_json_end_array(trace->json);
}

static void put_gaze(Trace* trace) {
    if (has_eyes(trace)) {
        trace_begin_list(trace, "eye");
        for (int32_t b = VRM_BONE_LEFT_EYE; b <= VRM_BONE_RIGHT_EYE; b++) {
            int32_t node = vrm_rig_bone(trace->rig, (vrm_Bone)b);
            if (node >= 0) put_local_rotation(trace, node);
        }
        vrm_json_end_array(trace->json);
    }
    if (!vrm_rig_look_at(trace->rig, NULL)) return;
    vrm_Vec2 gaze = vrm_avatar_gaze(trace->sim, trace->avatar);
    trace_begin_list(trace, "look");
    trace_put_number(trace, (double)gaze.x);
    trace_put_number(trace, (double)gaze.y);
    vrm_json_end_array(trace->json);
}

static void put_expressions(Trace* trace) {
    int32_t count = vrm_rig_expression_count(trace->rig);
    if (count == 0) return;
    const float* asked = vrm_avatar_expression_inputs(trace->sim, trace->avatar);
    const float* applied = vrm_avatar_expression_weights(trace->sim, trace->avatar);
    trace_begin_list(trace, "expression");
    for (int32_t i = 0; i < count; i++) {
        trace_put_number(trace, (double)asked[trace->expressions[i]]);
        trace_put_number(trace, (double)applied[trace->expressions[i]]);
    }
    vrm_json_end_array(trace->json);
}

static void put_morphs(Trace* trace) {
    int32_t count = vrm_rig_morph_count(trace->rig);
    if (count == 0) return;
    const float* morphs = vrm_avatar_morphs(trace->sim, trace->avatar);
    trace_begin_list(trace, "morph");
    for (int32_t i = 0; i < count; i++) trace_put_number(trace, (double)morphs[i]);
    vrm_json_end_array(trace->json);
}

static void put_constraints(Trace* trace) {
    int32_t count = vrm_rig_constraint_count(trace->rig);
    if (count == 0) return;
    trace_begin_list(trace, "constraint");
    for (int32_t i = 0; i < count; i++)
        put_local_rotation(trace, vrm_rig_constraint(trace->rig, i).node);
    vrm_json_end_array(trace->json);
}

bool trace_has_value(const vrm_MaterialValue* value) {
    return value->kind == VRM_VALUE_COLOR || value->texture == VRM_TEXTURE_BASE_COLOR;
}

static void put_materials(Trace* trace) {
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(trace->rig, &count);
    if (count == 0) return;
    const vrm_Vec4* now = vrm_avatar_material_values(trace->sim, trace->avatar);
    trace_begin_list(trace, "material");
    for (int32_t i = 0; i < count; i++) {
        if (!trace_has_value(&values[i])) continue;
        trace_put_number(trace, (double)now[i].x);
        trace_put_number(trace, (double)now[i].y);
        trace_put_number(trace, (double)now[i].z);
        trace_put_number(trace, (double)now[i].w);
    }
    vrm_json_end_array(trace->json);
}

/* Returns the tail of a joint: its tail node, or the virtual tail of 0.x. */
static void put_tail(Trace* trace, const vrm_SpringJointInfo* joint) {
    const vrm_Affine* worlds = vrm_avatar_worlds(trace->sim, trace->avatar);
    for (int r = 0; r < 3; r++) {
        const vrm_Vec4* row = &worlds[joint->tail >= 0 ? joint->tail : joint->node].rows[r];
        vrm_Vec3 t = joint->tail >= 0 ? (vrm_Vec3){0, 0, 0} : joint->tail_local;
        trace_put_number(trace, (double)row->x * (double)t.x + (double)row->y * (double)t.y +
                                    (double)row->z * (double)t.z + (double)row->w);
    }
}

static void put_springs(Trace* trace) {
    int32_t count = vrm_rig_spring_joint_count(trace->rig);
    if (count == 0) return;
    trace_begin_list(trace, "spring");
    for (int32_t i = 0; i < count; i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(trace->rig, i);
        put_local_rotation(trace, joint.node);
        put_quat(trace, world_rotation(trace, joint.node));
        put_tail(trace, &joint);
    }
    vrm_json_end_array(trace->json);
}

/* A joint that cannot move has no state: its tail follows from the pose. */
static void put_state(Trace* trace) {
    int32_t count = vrm_rig_spring_joint_count(trace->rig);
    if (count == 0 || !trace->options->has_state) return;
    trace_begin_list(trace, "state");
    for (int32_t i = 0; i < count; i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(trace->rig, i);
        vrm_Vec3 tail;
        float length = 0;
        if (vrm_avatar_spring_tail(trace->sim, trace->avatar, i, &tail, &length)) {
            trace_put_number(trace, (double)tail.x);
            trace_put_number(trace, (double)tail.y);
            trace_put_number(trace, (double)tail.z);
        } else {
            put_tail(trace, &joint);
        }
        trace_put_number(trace, (double)length);
    }
    vrm_json_end_array(trace->json);
}

void trace_put_channels(Trace* trace) {
    trace->frame++;
    put_springs(trace);
    put_state(trace);
    put_bones(trace);
    put_gaze(trace);
    put_expressions(trace);
    put_morphs(trace);
    put_constraints(trace);
    put_materials(trace);
}
