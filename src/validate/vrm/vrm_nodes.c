/* SPDX-License-Identifier: MIT */
/* VRM's requirements for meshes, nodes and skins: how morph targets are stored, which rest
 * transforms are allowed. */
#include "gltf/accessor.h"
#include "model/node_axes.h"
#include "validate/vrm/vrm_rules.h"

/* ---- Meshes ---- */

/* Whether both have the same set of attributes, in any order. */
static bool has_same_attributes(const vrmi_VrmCheck* check, const vrm_Attribute* a, int32_t a_count,
                                const vrm_Attribute* b, int32_t b_count) {
    if (a_count != b_count) return false;
    for (int32_t i = 0; i < a_count; i++) {
        bool is_found = false;
        for (int32_t j = 0; j < b_count && !is_found; j++)
            is_found = vrmi_is_same_attribute(check->json, &a[i], &b[j]);
        if (!is_found) return false;
    }
    return true;
}

static bool has_same_targets(const vrmi_VrmCheck* check, const vrm_Primitive* a,
                             const vrm_Primitive* b) {
    int32_t count = a->target_count < b->target_count ? a->target_count : b->target_count;
    for (int32_t i = 0; i < count; i++)
        if (!has_same_attributes(check, a->targets[i].attributes, a->targets[i].attribute_count,
                                 b->targets[i].attributes, b->targets[i].attribute_count))
            return false;
    return true;
}

static void check_primitive(vrmi_VrmCheck* check, const vrm_Primitive* primitive,
                            const vrm_Primitive* first) {
    if (primitive != first) {
        if (check->dialect == VRM_DIALECT_DRAFT &&
            !has_same_attributes(check, primitive->attributes, primitive->attribute_count,
                                 first->attributes, first->attribute_count))
            vrmi_vrm_report(check, VRMI_RULE_MESH_ATTRIBUTES_DIFFER,
                            vrmi_vrm_place(check, primitive->json, "attributes"));
        if (!has_same_targets(check, primitive, first))
            vrmi_vrm_report(check, VRMI_RULE_MESH_MORPH_ATTRIBUTES_DIFFER,
                            vrmi_vrm_place(check, primitive->json, "targets"));
    }
    vrm_JsonRef targets = vrmi_vrm_place(check, primitive->json, "targets");
    for (int32_t i = 0; i < primitive->target_count; i++) {
        if (vrm_morph_target_attribute(&primitive->targets[i], VRM_SEMANTIC_TANGENT) < 0) continue;
        vrmi_vrm_report(check, VRMI_RULE_MORPH_TANGENT, targets);
        break;
    }
    if (check->is_final && vrm_primitive_attribute(primitive, VRM_SEMANTIC_TANGENT, 0) >= 0)
        vrmi_vrm_report(check, VRMI_RULE_MESH_TANGENT,
                        vrmi_vrm_place(check, primitive->json, "attributes"));
}

static void check_morph_names(vrmi_VrmCheck* check, const vrm_Mesh* mesh) {
    vrm_JsonRef extras = vrmi_vrm_member(check, mesh->json, "extras");
    vrm_JsonRef names = vrmi_vrm_member(check, extras, "targetNames");
    if (names == VRM_JSON_MISSING && mesh->primitive_count > 0) {
        extras = vrmi_vrm_member(check, mesh->primitives[0].json, "extras");
        names = vrmi_vrm_member(check, extras, "targetNames");
        if (names != VRM_JSON_MISSING && check->is_final)
            vrmi_vrm_report(check, VRMI_RULE_MORPH_NAMES_IN_PRIMITIVE, names);
    }
    if (vrm_json_type(check->json, names) != VRM_JSON_ARRAY) return;
    if (vrm_json_count(check->json, names) != (uint32_t)mesh->target_count)
        VRMI_REPORT(check, MORPH_NAMES_COUNT, names, "Morph targets: %d. Names: %u.",
                    (int)mesh->target_count, (unsigned)vrm_json_count(check->json, names));
}

void vrmi_check_meshes(vrmi_VrmCheck* check) {
    if (check->dialect == VRM_DIALECT_NONE) return;
    for (int32_t i = 0; i < check->gltf->mesh_count; i++) {
        const vrm_Mesh* mesh = &check->gltf->meshes[i];
        for (int32_t p = 0; p < mesh->primitive_count; p++)
            check_primitive(check, &mesh->primitives[p], &mesh->primitives[0]);
        check_morph_names(check, mesh);
    }
}

/* ---- Nodes ---- */

/* Tolerance for the rounding of a rotation or a scale. */
#define SCALE_TOLERANCE 1e-3f
#define ANGLE_TOLERANCE (0.5f * VRMI_TO_RADIANS)

static vrm_JsonRef scale_place(const vrmi_VrmCheck* check, const vrm_Node* node) {
    return vrmi_vrm_place(check, node->json, node->matrix != NULL ? "matrix" : "scale");
}

static bool is_one(float value) {
    return fabsf(value - 1) <= SCALE_TOLERANCE;
}

static bool is_uniform(vrm_Vec3 scale) {
    float most = vrmi_vec3_reach(scale);
    return fabsf(scale.x - scale.y) <= SCALE_TOLERANCE * most &&
           fabsf(scale.y - scale.z) <= SCALE_TOLERANCE * most;
}

static void check_scale(vrmi_VrmCheck* check, int32_t index) {
    const vrm_Node* node = &check->gltf->nodes[index];
    vrm_Vec3 scale = node->rest.scale;
    bool is_zero = scale.x == 0 || scale.y == 0 || scale.z == 0;
    bool is_negative = scale.x < 0 || scale.y < 0 || scale.z < 0;
    vrm_JsonRef at = scale_place(check, node);
    if (check->bone_of_node[index] != VRM_BONE_NONE && (is_zero || is_negative))
        VRMI_REPORT(check, HUMANOID_BONE_SCALE, at,
                    "The bone %s has a scale that is zero or negative. Apply the scale in the "
                    "modelling program.",
                    vrm_bone_name((vrm_Bone)check->bone_of_node[index]));
    else if (is_zero)
        vrmi_vrm_report(check, VRMI_RULE_NODE_SCALE_ZERO, at);
    else if (is_negative)
        vrmi_vrm_report(check, VRMI_RULE_NODE_SCALE_NEGATIVE, at);
    else if (!is_uniform(scale))
        vrmi_vrm_report(check, VRMI_RULE_NODE_SCALE_NOT_UNIFORM, at);
}

/* Whether normalizing keeps the rotation of a node: something looks along its axes, or along those
 * of its parent, against which it must then be turned. */
static bool keeps_axes(const vrmi_VrmCheck* check, int32_t index) {
    int32_t parent = check->gltf->nodes[index].parent;
    return check->bone_of_node[index] == VRM_BONE_NONE &&
           (vrmi_node_axes(check->gltf, index) != 0 ||
            (parent >= 0 && vrmi_node_axes(check->gltf, parent) != 0));
}

/* 0.x and the draft allow no rest rotation and no scale at all; a camera or a light has no other
 * way to look somewhere. */
static void check_normalized(vrmi_VrmCheck* check, int32_t index) {
    const vrm_Node* node = &check->gltf->nodes[index];
    vrm_Vec3 scale = node->rest.scale;
    if (vrmi_quat_angle(node->rest.rotation, vrmi_quat_identity()) > ANGLE_TOLERANCE &&
        !keeps_axes(check, index))
        vrmi_vrm_report(
            check, VRMI_RULE_NODE_ROTATION_NOT_NORMALIZED,
            vrmi_vrm_place(check, node->json, node->matrix != NULL ? "matrix" : "rotation"));
    if (!is_one(scale.x) || !is_one(scale.y) || !is_one(scale.z))
        vrmi_vrm_report(check, VRMI_RULE_NODE_SCALE_NOT_NORMALIZED, scale_place(check, node));
}

/* ---- Skins ---- */

static bool is_translation(const float* m) {
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
            if (fabsf(m[column * 4 + row] - (column == row ? 1.0f : 0.0f)) > SCALE_TOLERANCE)
                return false;
    return true;
}

/* `is_done` marks accessors that were checked for another skin. */
static void check_binds(vrmi_VrmCheck* check, const vrm_Skin* skin, uint8_t* is_done) {
    int32_t index = skin->inverse_bind_matrices;
    if (index < 0 || check->context->def.skip_data || is_done[index]) return;
    is_done[index] = 1;
    const vrm_Accessor* accessor = &check->gltf->accessors[index];
    if (!accessor->is_readable || accessor->type != VRM_ACCESSOR_MAT4 || accessor->buffer_view < 0)
        return;
    size_t count = (size_t)accessor->count * 16;
    float* numbers = vrmi_vrm_alloc(check, count, sizeof *numbers);
    if (numbers == NULL || vrm_accessor_read_floats(check->gltf, index, numbers, count) != VRM_OK)
        return;
    for (size_t i = 0; i < count; i += 16) {
        if (is_translation(&numbers[i])) continue;
        VRMI_REPORT(check, SKIN_BINDS_NOT_TRANSLATION,
                    vrmi_vrm_place(check, skin->json, "inverseBindMatrices"),
                    "Bind matrix %u holds a rotation or a scale; this dialect allows a translation "
                    "only. Run vrm normalize; where it reports another pose, apply the pose as "
                    "the rest pose in the modelling program.",
                    (unsigned)(i / 16));
        return;
    }
}

static void check_skeleton(vrmi_VrmCheck* check, const vrm_Skin* skin) {
    if (check->dialect != VRM_DIALECT_DRAFT || skin->skeleton < 0) return;
    if (vrmi_vec3_length(vrmi_vrm_position(check, skin->skeleton)) > SCALE_TOLERANCE)
        vrmi_vrm_report(check, VRMI_RULE_SKIN_SKELETON_NOT_AT_ORIGIN,
                        vrmi_vrm_place(check, skin->json, "skeleton"));
}

void vrmi_check_nodes(vrmi_VrmCheck* check) {
    if (check->dialect == VRM_DIALECT_NONE) return;
    for (int32_t i = 0; i < check->gltf->node_count; i++) {
        if (check->is_old)
            check_normalized(check, i);
        else if (check->dialect == VRM_DIALECT_1)
            check_scale(check, i);
    }
    if (!check->is_old || check->gltf->skin_count == 0) return;
    uint8_t* is_done = vrmi_vrm_alloc(check, (size_t)check->gltf->accessor_count + 1, 1);
    for (int32_t i = 0; is_done != NULL && i < check->gltf->skin_count; i++) {
        check_binds(check, &check->gltf->skins[i], is_done);
        check_skeleton(check, &check->gltf->skins[i]);
    }
}
