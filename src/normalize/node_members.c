/* SPDX-License-Identifier: MIT */
/* The members of VRM that are in the axes of a node: colliders, hit radii, limits, constraints, the
 * gaze. Only members that change are written, in the file's own dialect. */
#include "base/words.h"
#include "normalize/normalize.h"

#include <string.h>

static vrmi_Dvec mapped(const vrmi_Frame* frame, vrm_Vec3 v) {
    return vrmi_dmat_vector(&frame->map, vrmi_dvec(v));
}

static void set_float(vrm_Edit* edit, vrm_JsonRef object, const char* key, double value) {
    vrm_json_put_float(vrmi_edit_text(edit), (float)value);
    vrmi_edit_put(edit, object, key);
}

static void set_vector(vrm_Edit* edit, vrm_JsonRef object, const char* key, vrmi_Dvec v) {
    vrmi_normalize_numbers(edit, object, key, (float[]){(float)v.x, (float)v.y, (float)v.z}, 3);
}

/* 0.x has Unity's vectors, whose Z is negated: {x, y, z}, or an array. */
static void set_unity_vector(vrm_Edit* edit, vrm_JsonRef object, const char* key, vrmi_Dvec v) {
    v.z = 0.0 - v.z;
    if (vrm_json_type(edit->json, vrm_json_member(edit->json, object, key)) == VRM_JSON_ARRAY) {
        set_vector(edit, object, key, v);
        return;
    }
    vrm_JsonRef vector = vrmi_edit_object(edit, object, key);
    set_float(edit, vector, "x", v.x);
    set_float(edit, vector, "y", v.y);
    set_float(edit, vector, "z", v.z);
}

/* ---- Colliders ---- */

static bool read_vector(const vrm_Json* json, vrm_JsonRef array, vrm_Vec3* out) {
    if (vrm_json_type(json, array) != VRM_JSON_ARRAY || vrm_json_count(json, array) != 3)
        return false;
    float* numbers[3] = {&out->x, &out->y, &out->z};
    for (uint32_t i = 0; i < 3; i++)
        *numbers[i] = (float)vrm_json_number(json, vrm_json_element(json, array, i), 0.0);
    return true;
}

/* Converts offset, tail, normal and radius, for every kind of shape that has them. */
static void bake_shape(vrmi_Normalization* normalization, vrm_JsonRef shape,
                       const vrmi_Frame* frame, bool is_plane) {
    static const char* const points[] = {"offset", "tail"};
    const vrm_Json* json = normalization->json;
    vrm_Edit* edit = normalization->edit;
    vrm_Vec3 v = {0.0f, 0.0f, 1.0f};
    if (vrm_json_type(json, shape) != VRM_JSON_OBJECT) return;
    if (is_plane) {
        read_vector(json, vrm_json_member(json, shape, "normal"), &v);
        vrmi_Dmat normals = vrmi_dmat_cofactor(&frame->map);
        double sign = vrmi_dmat_determinant(&frame->map) < 0.0 ? -1.0 : 1.0;
        vrmi_Dvec normal = vrmi_dmat_vector(&normals, vrmi_dvec(v));
        double length = vrmi_dvec_length(normal);
        if (length > 0.0) set_vector(edit, shape, "normal", vrmi_dvec_scale(normal, sign / length));
    }
    for (int i = 0; i < 2; i++)
        if (read_vector(json, vrm_json_member(json, shape, points[i]), &v))
            set_vector(edit, shape, points[i], mapped(frame, v));
    vrm_JsonRef radius = vrm_json_member(json, shape, "radius");
    if (vrm_json_type(json, radius) == VRM_JSON_NUMBER && fabs(frame->scale - 1.0) > 1e-9)
        set_float(edit, shape, "radius", vrm_json_number(json, radius, 0.0) * frame->scale);
}

static void bake_shapes(vrmi_Normalization* normalization, vrm_JsonRef shapes,
                        const vrmi_Frame* frame) {
    const vrm_Json* json = normalization->json;
    bake_shape(normalization, shapes, frame, false); /* a beta without the word "capsule" */
    bake_shape(normalization, vrm_json_member(json, shapes, "sphere"), frame, false);
    bake_shape(normalization, vrm_json_member(json, shapes, "capsule"), frame, false);
    bake_shape(normalization, vrm_json_member(json, shapes, "plane"), frame, true);
}

static void bake_collider0(vrmi_Normalization* normalization, const vrm_Collider* collider,
                           const vrmi_Frame* frame) {
    vrm_Edit* edit = normalization->edit;
    if (vrm_json_member(edit->json, collider->json, "offset") != VRM_JSON_MISSING)
        set_unity_vector(edit, collider->json, "offset", mapped(frame, collider->offset));
    if (fabs(frame->scale - 1.0) > 1e-9)
        set_float(edit, collider->json, "radius", (double)collider->radius * frame->scale);
}

static void bake_colliders(vrmi_Normalization* normalization) {
    const vrm_SpringBones* springs = normalization->model->spring_bones;
    const vrm_Json* json = normalization->json;
    for (int32_t i = 0; i < springs->collider_count; i++) {
        const vrm_Collider* collider = &springs->colliders[i];
        if (collider->node < 0 || normalization->frames[collider->node].is_same) continue;
        const vrmi_Frame* frame = &normalization->frames[collider->node];
        if (normalization->model->dialect == VRM_DIALECT_0) {
            bake_collider0(normalization, collider, frame);
            continue;
        }
        vrm_JsonRef extended = vrm_gltf_extension(normalization->gltf, collider->json,
                                                  "VRMC_springBone_extended_collider");
        bake_shapes(normalization, vrm_json_member(json, collider->json, "shape"), frame);
        bake_shapes(normalization, vrm_json_member(json, extended, "shape"), frame);
    }
}

/* ---- Joints ---- */

/* VRMC_springBone_limit: its frame depends on the smallest turn from +Y to the bone, which differs
 * when the node's axes change. */
static void bake_limit(vrmi_Normalization* normalization, const vrm_SpringJoint* joint,
                       const vrm_SpringJoint* next) {
    const vrm_Json* json = normalization->json;
    const vrmi_Frame* frame = &normalization->frames[joint->node];
    if (joint->limit.type == VRM_LIMIT_NONE || next->node < 0) return;
    vrmi_Dmat to_local;
    if (!vrmi_dmat_invert(&frame->world.linear, &to_local)) return;
    vrmi_Dvec tail =
        vrmi_dvec_sub(normalization->frames[next->node].world.offset, frame->world.offset);
    vrmi_Dvec axis = vrmi_dmat_vector(&to_local, tail);
    double length = vrmi_dvec_length(axis);
    if (!(length > 1e-12)) return;
    axis = vrmi_dvec_scale(axis, 1.0 / length);
    vrmi_Dquat before = vrmi_dquat_from_y(axis);
    vrmi_Dquat after = vrmi_dquat_from_y(vrmi_dquat_rotate(frame->change, axis));
    vrmi_Dquat turn =
        vrmi_dquat_mul(vrmi_dquat_mul(frame->change, before), vrmi_dquat(joint->limit.rotation));
    turn = vrmi_dquat_normalize(vrmi_dquat_mul(vrmi_dquat_conjugate(after), turn));
    vrm_JsonRef limit = vrm_json_member(
        json, vrm_gltf_extension(normalization->gltf, joint->json, "VRMC_springBone_limit"),
        "limit");
    float numbers[4] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};
    vrmi_normalize_numbers(normalization->edit,
                           vrm_json_member(json, limit, vrmi_limit_types[joint->limit.type - 1]),
                           "rotation", numbers, 4);
}

static void bake_joints(vrmi_Normalization* normalization, const vrm_Spring* spring) {
    for (int32_t k = 0; k + 1 < spring->joint_count; k++) {
        const vrm_SpringJoint* joint = &spring->joints[k];
        if (joint->node < 0 || normalization->frames[joint->node].is_same) continue;
        double scale = normalization->frames[joint->node].scale;
        if (joint->hit_radius > 0.0f && fabs(scale - 1.0) > 1e-9)
            set_float(normalization->edit, joint->json, "hitRadius",
                      (double)joint->hit_radius * scale);
        bake_limit(normalization, joint, &spring->joints[k + 1]);
    }
}

/* ---- Bone groups of 0.x ---- */

/* All chains of a group are consecutive. */
static void bake_group_radius(vrmi_Normalization* normalization, const vrm_Spring* springs,
                              int32_t count) {
    double first = 0.0;
    bool varies = false;
    const vrm_SpringJoint* joint = NULL;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k + 1 < springs[i].joint_count; k++) {
            if (springs[i].joints[k].node < 0) continue;
            double scale = normalization->frames[springs[i].joints[k].node].scale;
            if (joint == NULL) first = scale;
            joint = &springs[i].joints[k];
            varies |= fabs(scale - first) > 1e-4 * first;
        }
    if (joint == NULL || !(joint->hit_radius > 0.0f)) return;
    if (varies && springs->collider_group_count > 0)
        vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_HIT_RADIUS_VARIES,
                    normalization->json, joint->json, NULL);
    if (fabs(first - 1.0) > 1e-9)
        set_float(normalization->edit, joint->json, "hitRadius", (double)joint->hit_radius * first);
}

/* A bone without children points to 7 cm beyond it, in its own scale. If that is another point now,
 * a new node takes its place. */
static void keep_end(vrmi_Normalization* normalization, const vrm_Spring* spring) {
    if (spring->joint_count < 2 || spring->joints[spring->joint_count - 1].node >= 0) return;
    int32_t leaf = spring->joints[spring->joint_count - 2].node;
    if (leaf < 0) return;
    const vrmi_Frame* frame = &normalization->frames[leaf];
    vrmi_Dvec end = mapped(frame, spring->joints[spring->joint_count - 1].end_offset);
    int32_t parent = normalization->gltf->nodes[leaf].parent;
    vrmi_Dvec from =
        parent < 0 ? (vrmi_Dvec){0.0, 0.0, 0.0} : normalization->frames[parent].world.offset;
    vrmi_Dvec along = vrmi_dvec_sub(frame->world.offset, from);
    double length = vrmi_dvec_length(along);
    vrmi_Dvec implied = vrmi_dquat_rotate(vrmi_dquat_conjugate(frame->axes), along);
    implied = vrmi_dvec_scale(implied, length > 1e-12 ? 0.07 / length : 0.0);
    if (vrmi_dvec_length(vrmi_dvec_sub(implied, end)) > 1e-6)
        vrmi_edit_add_end(normalization->edit, leaf, vrmi_dvec_to_float(end));
}

static void bake_springs(vrmi_Normalization* normalization) {
    const vrm_SpringBones* bones = normalization->model->spring_bones;
    bool is_0 = normalization->model->dialect == VRM_DIALECT_0;
    for (int32_t i = 0; i < bones->spring_count;) {
        if (!is_0) {
            bake_joints(normalization, &bones->springs[i++]);
            continue;
        }
        int32_t first = i;
        vrm_JsonRef group = bones->springs[i].json;
        while (i < bones->spring_count && bones->springs[i].json == group)
            keep_end(normalization, &bones->springs[i++]);
        bake_group_radius(normalization, &bones->springs[first], i - first);
    }
}

/* ---- Constraints and gaze ---- */

static void bake_constraints(vrmi_Normalization* normalization) {
    const vrm_Json* json = normalization->json;
    for (int32_t i = 0; i < normalization->model->constraint_count; i++) {
        const vrm_Constraint* constraint = &normalization->model->constraints[i];
        vrm_Axis axis;
        if (constraint->type == VRM_CONSTRAINT_ROTATION ||
            !vrmi_normalize_axis(normalization->frames[constraint->node].change, constraint->axis,
                                 &axis))
            continue;
        vrm_JsonRef object = vrm_json_member(json, constraint->json, "constraint");
        if (constraint->type == VRM_CONSTRAINT_ROLL)
            vrmi_edit_string(normalization->edit, vrm_json_member(json, object, "roll"), "rollAxis",
                             vrmi_roll_axes[axis % 3]);
        else
            vrmi_edit_string(normalization->edit, vrm_json_member(json, object, "aim"), "aimAxis",
                             vrmi_aim_axes[axis]);
    }
}

/* In 0.x the offset is relative to firstPersonBone, which defaults to the head. */
static void bake_look_at0(vrmi_Normalization* normalization) {
    const vrm_Json* json = normalization->json;
    vrm_JsonRef first_person = vrm_json_at(json, "/extensions/VRM/firstPerson");
    vrm_JsonRef offset = vrm_json_member(json, first_person, "firstPersonBoneOffset");
    int64_t bone = -1;
    vrm_json_integer(json, vrm_json_member(json, first_person, "firstPersonBone"), &bone);
    if (bone < 0 || bone >= normalization->gltf->node_count)
        bone = normalization->model->avatar->bones[VRM_BONE_HEAD];
    if (bone < 0 || normalization->frames[bone].is_same ||
        vrm_json_type(json, first_person) != VRM_JSON_OBJECT)
        return;
    vrm_Vec3 v = {0.0f, 0.06f, 0.0f};
    if (vrm_json_type(json, offset) == VRM_JSON_OBJECT) {
        v.x = (float)vrm_json_number(json, vrm_json_member(json, offset, "x"), 0.0);
        v.y = (float)vrm_json_number(json, vrm_json_member(json, offset, "y"), 0.06);
        v.z = 0.0f - (float)vrm_json_number(json, vrm_json_member(json, offset, "z"), 0.0);
    } else if (read_vector(json, offset, &v)) {
        v.z = 0.0f - v.z;
    }
    set_unity_vector(normalization->edit, first_person, "firstPersonBoneOffset",
                     mapped(&normalization->frames[bone], v));
}

static void bake_look_at(vrmi_Normalization* normalization) {
    const vrm_LookAt* look_at = normalization->model->avatar->look_at;
    int32_t head = normalization->model->avatar->bones[VRM_BONE_HEAD];
    if (look_at == NULL || head < 0 || normalization->frames[head].is_same) return;
    set_vector(normalization->edit, look_at->json, "offsetFromHeadBone",
               mapped(&normalization->frames[head], look_at->offset_from_head));
}

void vrmi_normalize_parts(vrmi_Normalization* normalization) {
    bake_colliders(normalization);
    bake_springs(normalization);
    bake_constraints(normalization);
    if (normalization->model->dialect == VRM_DIALECT_0)
        bake_look_at0(normalization);
    else
        bake_look_at(normalization);
}
