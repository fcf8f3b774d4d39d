/* SPDX-License-Identifier: MIT */
/* VRM's requirements for meshes, nodes and skins: how morph targets are stored, which rest
 * transforms are allowed. */
#include "gltf/accessor.h"
#include "validate/vrm_rules.h"

/* ---- Meshes ---- */

/* Whether both have the same set of attributes, in any order. */
static bool has_same_attributes(const vrmi_Judge* judge, const vrm_Attribute* a, int32_t a_count,
                                const vrm_Attribute* b, int32_t b_count) {
    if (a_count != b_count) return false;
    for (int32_t i = 0; i < a_count; i++) {
        bool is_found = false;
        for (int32_t j = 0; j < b_count && !is_found; j++)
            is_found = vrmi_is_same_attribute(judge->json, &a[i], &b[j]);
        if (!is_found) return false;
    }
    return true;
}

static bool has_same_targets(const vrmi_Judge* judge, const vrm_Primitive* a,
                             const vrm_Primitive* b) {
    int32_t count = a->target_count < b->target_count ? a->target_count : b->target_count;
    for (int32_t i = 0; i < count; i++)
        if (!has_same_attributes(judge, a->targets[i].attributes, a->targets[i].attribute_count,
                                 b->targets[i].attributes, b->targets[i].attribute_count))
            return false;
    return true;
}

static void judge_primitive(vrmi_Judge* judge, const vrm_Primitive* primitive,
                            const vrm_Primitive* first) {
    if (primitive != first) {
        if (judge->dialect == VRM_DIALECT_DRAFT &&
            !has_same_attributes(judge, primitive->attributes, primitive->attribute_count,
                                 first->attributes, first->attribute_count))
            VRMI_JUDGE(judge, MESH_ATTRIBUTES_DIFFER,
                       vrmi_judge_place(judge, primitive->json, "attributes"), NULL);
        if (!has_same_targets(judge, primitive, first))
            VRMI_JUDGE(judge, MESH_MORPH_ATTRIBUTES_DIFFER,
                       vrmi_judge_place(judge, primitive->json, "targets"), NULL);
    }
    vrm_JsonRef targets = vrmi_judge_place(judge, primitive->json, "targets");
    for (int32_t i = 0; i < primitive->target_count; i++) {
        if (vrm_morph_target_attribute(&primitive->targets[i], VRM_SEMANTIC_TANGENT) < 0) continue;
        VRMI_JUDGE(judge, MORPH_TANGENT, targets, NULL);
        break;
    }
    if (judge->is_final && vrm_primitive_attribute(primitive, VRM_SEMANTIC_TANGENT, 0) >= 0)
        VRMI_JUDGE(judge, MESH_TANGENT, vrmi_judge_place(judge, primitive->json, "attributes"),
                   NULL);
}

static void judge_morph_names(vrmi_Judge* judge, const vrm_Mesh* mesh) {
    vrm_JsonRef extras = vrmi_judge_member(judge, mesh->json, "extras");
    vrm_JsonRef names = vrmi_judge_member(judge, extras, "targetNames");
    if (names == VRM_JSON_MISSING && mesh->primitive_count > 0) {
        extras = vrmi_judge_member(judge, mesh->primitives[0].json, "extras");
        names = vrmi_judge_member(judge, extras, "targetNames");
        if (names != VRM_JSON_MISSING && judge->is_final)
            VRMI_JUDGE(judge, MORPH_NAMES_IN_PRIMITIVE, names, NULL);
    }
    if (vrm_json_type(judge->json, names) != VRM_JSON_ARRAY) return;
    if (vrm_json_count(judge->json, names) != (uint32_t)mesh->target_count)
        VRMI_JUDGE(judge, MORPH_NAMES_COUNT, names, "There are %u names for %d morph targets.",
                   (unsigned)vrm_json_count(judge->json, names), (int)mesh->target_count);
}

void vrmi_judge_meshes(vrmi_Judge* judge) {
    if (judge->dialect == VRM_DIALECT_NONE) return;
    for (int32_t i = 0; i < judge->gltf->mesh_count; i++) {
        const vrm_Mesh* mesh = &judge->gltf->meshes[i];
        for (int32_t p = 0; p < mesh->primitive_count; p++)
            judge_primitive(judge, &mesh->primitives[p], &mesh->primitives[0]);
        judge_morph_names(judge, mesh);
    }
}

/* ---- Nodes ---- */

/* Tolerance for the rounding of a rotation or a scale. */
#define SCALE_TOLERANCE 1e-3f
#define ANGLE_TOLERANCE (0.5f * VRMI_TO_RADIANS)

static vrm_JsonRef scale_place(const vrmi_Judge* judge, const vrm_Node* node) {
    return vrmi_judge_place(judge, node->json, node->matrix != NULL ? "matrix" : "scale");
}

static bool is_one(float value) {
    return fabsf(value - 1) <= SCALE_TOLERANCE;
}

static bool is_uniform(vrm_Vec3 scale) {
    float most = vrmi_vec3_reach(scale);
    return fabsf(scale.x - scale.y) <= SCALE_TOLERANCE * most &&
           fabsf(scale.y - scale.z) <= SCALE_TOLERANCE * most;
}

static void judge_scale(vrmi_Judge* judge, int32_t index) {
    const vrm_Node* node = &judge->gltf->nodes[index];
    vrm_Vec3 scale = node->rest.scale;
    bool is_zero = scale.x == 0 || scale.y == 0 || scale.z == 0;
    bool is_negative = scale.x < 0 || scale.y < 0 || scale.z < 0;
    vrm_JsonRef at = scale_place(judge, node);
    if (judge->bone_of_node[index] != VRM_BONE_NONE && (is_zero || is_negative))
        VRMI_JUDGE(judge, HUMANOID_BONE_SCALE, at,
                   "The bone %s has a scale that is zero or negative. Apply the scale in the "
                   "modelling program.",
                   vrm_bone_name((vrm_Bone)judge->bone_of_node[index]));
    else if (is_zero)
        VRMI_JUDGE(judge, NODE_SCALE_ZERO, at, NULL);
    else if (is_negative)
        VRMI_JUDGE(judge, NODE_SCALE_NEGATIVE, at, NULL);
    else if (!is_uniform(scale))
        VRMI_JUDGE(judge, NODE_SCALE_NOT_UNIFORM, at, NULL);
}

/* 0.x and the draft allow no rest rotation and no scale at all. */
static void judge_normalized(vrmi_Judge* judge, int32_t index) {
    const vrm_Node* node = &judge->gltf->nodes[index];
    vrm_Vec3 scale = node->rest.scale;
    if (vrmi_quat_angle(node->rest.rotation, vrmi_quat_identity()) > ANGLE_TOLERANCE)
        VRMI_JUDGE(
            judge, NODE_ROTATION_NOT_NORMALIZED,
            vrmi_judge_place(judge, node->json, node->matrix != NULL ? "matrix" : "rotation"),
            NULL);
    if (!is_one(scale.x) || !is_one(scale.y) || !is_one(scale.z))
        VRMI_JUDGE(judge, NODE_SCALE_NOT_NORMALIZED, scale_place(judge, node), NULL);
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
static void judge_binds(vrmi_Judge* judge, const vrm_Skin* skin, uint8_t* is_done) {
    int32_t index = skin->inverse_bind_matrices;
    if (index < 0 || judge->context->def.skip_data || is_done[index]) return;
    is_done[index] = 1;
    const vrm_Accessor* accessor = &judge->gltf->accessors[index];
    if (!accessor->is_readable || accessor->type != VRM_ACCESSOR_MAT4 || accessor->buffer_view < 0)
        return;
    size_t count = (size_t)accessor->count * 16;
    float* numbers = vrmi_judge_alloc(judge, count, sizeof *numbers);
    if (numbers == NULL || vrm_accessor_read_floats(judge->gltf, index, numbers, count) != VRM_OK)
        return;
    for (size_t i = 0; i < count; i += 16) {
        if (is_translation(&numbers[i])) continue;
        VRMI_JUDGE(judge, SKIN_BINDS_NOT_TRANSLATION,
                   vrmi_judge_place(judge, skin->json, "inverseBindMatrices"),
                   "Bind matrix %u holds a rotation or a scale; this dialect allows a translation "
                   "only. Run vrm normalize; where it reports another pose, apply the pose as "
                   "the rest pose in the modelling program.",
                   (unsigned)(i / 16));
        return;
    }
}

static void judge_skeleton(vrmi_Judge* judge, const vrm_Skin* skin) {
    if (judge->dialect != VRM_DIALECT_DRAFT || skin->skeleton < 0) return;
    if (vrmi_vec3_length(vrmi_judge_position(judge, skin->skeleton)) > SCALE_TOLERANCE)
        VRMI_JUDGE(judge, SKIN_SKELETON_NOT_AT_ORIGIN,
                   vrmi_judge_place(judge, skin->json, "skeleton"), NULL);
}

void vrmi_judge_nodes(vrmi_Judge* judge) {
    if (judge->dialect == VRM_DIALECT_NONE) return;
    for (int32_t i = 0; i < judge->gltf->node_count; i++) {
        if (judge->is_old)
            judge_normalized(judge, i);
        else if (judge->dialect == VRM_DIALECT_1)
            judge_scale(judge, i);
    }
    if (!judge->is_old || judge->gltf->skin_count == 0) return;
    uint8_t* is_done = vrmi_judge_alloc(judge, (size_t)judge->gltf->accessor_count + 1, 1);
    for (int32_t i = 0; is_done != NULL && i < judge->gltf->skin_count; i++) {
        judge_binds(judge, &judge->gltf->skins[i], is_done);
        judge_skeleton(judge, &judge->gltf->skins[i]);
    }
}
