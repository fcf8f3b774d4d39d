/* SPDX-License-Identifier: MIT */
/* The primitives of a joined mesh. Accessors that need no change are kept. Others are replaced,
 * each once: joints get the numbers of the joined skin, vertices its space, rigid meshes joints and
 * weights, and primitives zeros for the targets of other members. */
#include "optimize/join/join_meshes.h"
#include "optimize/join/join_vertices.h"

#include <string.h>

/* Three floats, or four as tangents have them. */
static bool is_vector(const vrm_Gltf* gltf, int32_t accessor) {
    const vrm_Accessor* from = &gltf->accessors[accessor];
    return from->component_type == VRM_COMPONENT_FLOAT &&
           (from->type == VRM_ACCESSOR_VEC3 || from->type == VRM_ACCESSOR_VEC4);
}

bool vrmi_join_can_move(const vrm_Gltf* gltf, const vrm_Mesh* mesh) {
    for (int32_t p = 0; p < mesh->primitive_count; p++)
        for (int32_t i = 0; i < mesh->primitives[p].attribute_count; i++) {
            const vrm_Attribute* attribute = &mesh->primitives[p].attributes[i];
            if (attribute->semantic <= VRM_SEMANTIC_TANGENT &&
                !is_vector(gltf, attribute->accessor))
                return false;
        }
    return true;
}

/* ---- Types ---- */

static void note_types(vrmi_MeshJoin* join, const vrm_Primitive* primitive) {
    for (int32_t i = 0; i < primitive->attribute_count; i++) {
        const vrm_Attribute* attribute = &primitive->attributes[i];
        vrm_ComponentType type =
            (vrm_ComponentType)join->gltf->accessors[attribute->accessor].component_type;
        if (attribute->semantic == VRM_SEMANTIC_JOINTS && type != VRM_COMPONENT_UNSIGNED_BYTE)
            join->joint_type = VRM_COMPONENT_UNSIGNED_SHORT;
        if (attribute->semantic != VRM_SEMANTIC_WEIGHTS) continue;
        if (join->weight_type == VRM_COMPONENT_NONE) join->weight_type = type;
        if (join->weight_type != type) join->weight_type = VRM_COMPONENT_FLOAT;
    }
}

void vrmi_join_choose_types(vrmi_MeshJoin* join) {
    join->joint_type =
        join->joint_count > 256 ? VRM_COMPONENT_UNSIGNED_SHORT : VRM_COMPONENT_UNSIGNED_BYTE;
    join->weight_type = VRM_COMPONENT_NONE;
    for (size_t m = 0; m < join->member_count; m++) {
        const vrm_Mesh* mesh = &join->gltf->meshes[join->members[m]->mesh];
        for (int32_t p = 0; p < mesh->primitive_count; p++) note_types(join, &mesh->primitives[p]);
    }
    if (join->weight_type == VRM_COMPONENT_NONE) join->weight_type = VRM_COMPONENT_FLOAT;
}

/* ---- Accessors that are made ---- */

/* Floats of the accessor, in memory of the pass. */
static float* read_floats(vrmi_MeshJoin* join, int32_t accessor, size_t* out_count) {
    const vrm_Accessor* from = &join->gltf->accessors[accessor];
    size_t components = (size_t)vrm_accessor_components((vrm_AccessorType)from->type);
    *out_count = (size_t)from->count;
    float* floats = vrmi_optimization_alloc(join->optimization, (size_t)from->count,
                                            components * sizeof *floats);
    if (floats == NULL ||
        vrm_accessor_read_floats(join->gltf, accessor, floats, *out_count * components) != VRM_OK)
        return NULL;
    return floats;
}

static void turn(const vrmi_MeshSource* member, float* v, bool is_point, bool scales) {
    vrm_Vec3 in = {v[0], v[1], v[2]};
    vrm_Vec3 out =
        is_point ? vrmi_affine_point(&member->place, in) : vrmi_affine_vector(&member->place, in);
    float scale = vrmi_vec3_length(vrmi_affine_column(&member->place, 0));
    if (!scales) out = vrmi_vec3_scale(out, 1.0f / scale);
    if (!vrmi_vec3_is_finite(out)) return; /* not finite: keep the input */
    v[0] = out.x, v[1] = out.y, v[2] = out.z;
}

static int32_t move_vertices(vrmi_MeshJoin* join, const vrmi_MeshSource* member, int32_t accessor,
                             bool is_point) {
    const vrm_Accessor* like = &join->gltf->accessors[accessor];
    size_t count, components = (size_t)vrm_accessor_components((vrm_AccessorType)like->type);
    float* floats = read_floats(join, accessor, &count);
    if (floats == NULL) return accessor;
    for (size_t i = 0; i < count; i++) turn(member, floats + i * components, is_point, is_point);
    return vrmi_add_vertices(join->optimization, like,
                             (vrmi_VertexBytes){(const uint8_t*)floats, components * 4}, count,
                             is_point);
}

static int32_t move_deltas(vrmi_MeshJoin* join, const vrmi_MeshSource* member, int32_t accessor,
                           bool is_position) {
    vrmi_Deltas deltas = {.like = join->gltf->accessors[accessor],
                          .elements = join->gltf->accessors[accessor].count,
                          .has_bounds = is_position};
    if (!vrmi_deltas_reserve(join->optimization, &deltas, vrmi_deltas_most(join->gltf, accessor)))
        return -1;
    vrmi_deltas_append(join->optimization, &deltas, accessor, NULL);
    for (size_t i = 0; i < deltas.count; i++) {
        float delta[3];
        memcpy(delta, deltas.values + i * sizeof delta, sizeof delta);
        turn(member, delta, false, is_position);
        memcpy(deltas.values + i * sizeof delta, delta, sizeof delta);
    }
    return vrmi_deltas_add(&join->deltas, &deltas);
}

/* Joints in the numbers and the type of the group. */
static int32_t add_joints(vrmi_MeshJoin* join, const uint32_t* joints, size_t count) {
    vrm_Accessor like = {.component_type = (uint16_t)join->joint_type, .type = VRM_ACCESSOR_VEC4};
    size_t size = vrmi_component_size(join->joint_type);
    uint8_t* bytes = vrmi_optimization_alloc(join->optimization, count, 4 * size);
    if (bytes == NULL) return -1;
    for (size_t i = 0; i < count * 4; i++)
        for (size_t k = 0; k < size; k++) bytes[i * size + k] = (uint8_t)(joints[i] >> (8 * k));
    return vrmi_add_vertices(join->optimization, &like, (vrmi_VertexBytes){bytes, 4 * size}, count,
                             false);
}

/* A joint without weight is 0, as glTF 2.0 wants it. */
static int32_t map_joints(vrmi_MeshJoin* join, const vrmi_MeshSource* member, int32_t accessor,
                          int32_t weights_at) {
    size_t count = (size_t)join->gltf->accessors[accessor].count, weight_count;
    uint32_t* joints = vrmi_optimization_alloc(join->optimization, count, 4 * sizeof *joints);
    const float* weights = weights_at >= 0 ? read_floats(join, weights_at, &weight_count) : NULL;
    if (joints == NULL || vrm_accessor_read_u32(join->gltf, accessor, joints, count * 4) != VRM_OK)
        return accessor;
    for (size_t i = 0; i < count * 4 && member->joint_map != NULL; i++) {
        bool is_idle = joints[i] == 0 && weights != NULL && weights[i] == 0.0f;
        if (!is_idle) joints[i] = member->joint_map[joints[i]]; /* checked before */
    }
    return add_joints(join, joints, count);
}

static int32_t widen_weights(vrmi_MeshJoin* join, int32_t accessor) {
    vrm_Accessor like = {.component_type = VRM_COMPONENT_FLOAT, .type = VRM_ACCESSOR_VEC4};
    size_t count;
    float* floats = read_floats(join, accessor, &count);
    if (floats == NULL) return accessor;
    return vrmi_add_vertices(join->optimization, &like,
                             (vrmi_VertexBytes){(const uint8_t*)floats, 16}, count, false);
}

static int32_t bind_rigid(vrmi_MeshJoin* join, const vrmi_MeshSource* member, size_t count) {
    uint32_t* joints = vrmi_optimization_alloc(join->optimization, count, 4 * sizeof *joints);
    if (joints == NULL) return -1;
    for (size_t i = 0; i < count; i++)
        joints[i * 4] = member->joint_map != NULL ? member->joint_map[0] : 0;
    return add_joints(join, joints, count);
}

static int32_t weigh_rigid(vrmi_MeshJoin* join, size_t count) {
    bool is_float = join->weight_type == VRM_COMPONENT_FLOAT;
    vrm_Accessor like = {.component_type = (uint16_t)join->weight_type,
                         .type = VRM_ACCESSOR_VEC4,
                         .is_normalized = !is_float};
    size_t size = vrmi_component_size(join->weight_type);
    uint8_t* bytes = vrmi_optimization_alloc(join->optimization, count, 4 * size);
    const float one = 1.0f;
    if (bytes == NULL) return -1;
    for (size_t i = 0; i < count; i++) {
        if (is_float)
            memcpy(bytes + i * 16, &one, sizeof one);
        else
            memset(bytes + i * 4 * size, 0xFF, size);
    }
    return vrmi_add_vertices(join->optimization, &like, (vrmi_VertexBytes){bytes, 4 * size}, count,
                             false);
}

static int32_t add_zeros(vrmi_MeshJoin* join, size_t count) {
    const vrmi_Deltas zeros = {
        .like = {.component_type = VRM_COMPONENT_FLOAT, .type = VRM_ACCESSOR_VEC3},
        .elements = count,
        .has_bounds = true,
        .is_sparse = true};
    return vrmi_deltas_add(&join->deltas, &zeros);
}

static int32_t make(vrmi_MeshJoin* join, const vrmi_MeshSource* member, int32_t accessor,
                    vrmi_Change change, int32_t beside) {
    size_t count = (size_t)join->gltf->accessors[accessor].count;
    switch (change) {
    case VRMI_CHANGE_POINTS:
    case VRMI_CHANGE_DIRECTIONS:
        return move_vertices(join, member, accessor, change == VRMI_CHANGE_POINTS);
    case VRMI_CHANGE_DELTAS:
    case VRMI_CHANGE_DELTA_DIRECTIONS:
        return move_deltas(join, member, accessor, change == VRMI_CHANGE_DELTAS);
    case VRMI_CHANGE_JOINTS: return map_joints(join, member, accessor, beside);
    case VRMI_CHANGE_WEIGHTS: return widen_weights(join, accessor);
    case VRMI_CHANGE_RIGID_JOINTS: return bind_rigid(join, member, count);
    case VRMI_CHANGE_RIGID_WEIGHTS: return weigh_rigid(join, count);
    default: return add_zeros(join, count);
    }
}

/* The accessor that replaces one of a member. The first call creates it, later calls return it. */
static int32_t changed_beside(vrmi_MeshJoin* join, size_t member, int32_t accessor,
                              vrmi_Change change, int32_t beside) {
    vrmi_MadeAccessor* made = &join->made[change][accessor];
    uint32_t key = (uint32_t)(join->members[member] - join->sources) + 1;
    if (made->member == key && made->beside == beside) return made->accessor;
    vrmi_ArenaMark mark = vrmi_arena_mark(&join->optimization->arena);
    *made = (vrmi_MadeAccessor){key, beside,
                                make(join, join->members[member], accessor, change, beside)};
    vrmi_arena_rewind(&join->optimization->arena, mark);
    return made->accessor;
}

static int32_t changed(vrmi_MeshJoin* join, size_t member, int32_t accessor, vrmi_Change change) {
    return changed_beside(join, member, accessor, change, -1);
}

/* ---- Attributes ---- */

static int32_t attribute_of(vrmi_MeshJoin* join, size_t m, const vrm_Primitive* primitive,
                            const vrm_Attribute* attribute) {
    const vrmi_MeshSource* member = join->members[m];
    int32_t accessor = attribute->accessor;
    uint16_t type = join->gltf->accessors[accessor].component_type;
    switch (attribute->semantic) {
    case VRM_SEMANTIC_POSITION:
        return member->is_moved ? changed(join, m, accessor, VRMI_CHANGE_POINTS) : accessor;
    case VRM_SEMANTIC_NORMAL:
    case VRM_SEMANTIC_TANGENT:
        return member->is_moved ? changed(join, m, accessor, VRMI_CHANGE_DIRECTIONS) : accessor;
    case VRM_SEMANTIC_JOINTS:
        return member->joint_map != NULL || type != join->joint_type
                   ? changed_beside(
                         join, m, accessor, VRMI_CHANGE_JOINTS,
                         vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, attribute->set))
                   : accessor;
    case VRM_SEMANTIC_WEIGHTS:
        return type != join->weight_type ? changed(join, m, accessor, VRMI_CHANGE_WEIGHTS)
                                         : accessor;
    default: return accessor;
    }
}

static void put_attributes(vrmi_MeshJoin* join, size_t m, const vrm_Primitive* primitive,
                           vrm_JsonBuilder* b) {
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    char name[VRMI_ATTRIBUTE_NAME];
    vrmi_open_object(b, "attributes");
    for (int32_t i = 0; i < primitive->attribute_count; i++)
        vrmi_put_integer(b, vrmi_attribute_name(&primitive->attributes[i], name),
                         attribute_of(join, m, primitive, &primitive->attributes[i]));
    if (join->members[m]->skin < 0) {
        vrmi_put_integer(b, "JOINTS_0", changed(join, m, positions, VRMI_CHANGE_RIGID_JOINTS));
        vrmi_put_integer(b, "WEIGHTS_0", changed(join, m, positions, VRMI_CHANGE_RIGID_WEIGHTS));
    }
    vrm_json_end_object(b);
}

static int32_t delta_of(vrmi_MeshJoin* join, size_t m, const vrm_Primitive* primitive, int32_t t,
                        vrm_Semantic semantic) {
    int32_t accessor = t >= 0 ? vrm_morph_target_attribute(&primitive->targets[t], semantic) : -1;
    if (accessor < 0)
        return changed(join, m, vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0),
                       VRMI_CHANGE_ZEROS);
    if (!join->members[m]->is_moved) return accessor;
    return changed(join, m, accessor,
                   semantic == VRM_SEMANTIC_POSITION ? VRMI_CHANGE_DELTAS
                                                     : VRMI_CHANGE_DELTA_DIRECTIONS);
}

static void put_targets(vrmi_MeshJoin* join, size_t m, const vrm_Primitive* primitive,
                        vrm_JsonBuilder* b) {
    if (join->joined_targets == 0) return;
    vrmi_open_array(b, "targets");
    for (uint32_t u = 0; u < join->joined_targets; u++) {
        int32_t t = join->members[m]->sources[u];
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "POSITION", delta_of(join, m, primitive, t, VRM_SEMANTIC_POSITION));
        if (join->has_target_normals)
            vrmi_put_integer(b, "NORMAL", delta_of(join, m, primitive, t, VRM_SEMANTIC_NORMAL));
        if (join->has_target_tangents)
            vrmi_put_integer(b, "TANGENT", delta_of(join, m, primitive, t, VRM_SEMANTIC_TANGENT));
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_primitives(vrmi_MeshJoin* join, vrm_JsonBuilder* b) {
    vrm_json_begin_array(b);
    for (size_t m = 0; m < join->member_count; m++) {
        const vrm_Mesh* mesh = &join->gltf->meshes[join->members[m]->mesh];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            const vrm_Primitive* primitive = &mesh->primitives[p];
            vrm_json_begin_object(b);
            put_attributes(join, m, primitive, b);
            if (primitive->indices >= 0) vrmi_put_integer(b, "indices", primitive->indices);
            if (primitive->material >= 0) vrmi_put_integer(b, "material", primitive->material);
            if (primitive->mode != 4) vrmi_put_integer(b, "mode", primitive->mode);
            put_targets(join, m, primitive, b);
            vrm_json_end_object(b);
        }
    }
    vrm_json_end_array(b);
}

void vrmi_join_write_primitives(vrmi_MeshJoin* join) {
    vrm_Edit* edit = join->edit;
    vrm_JsonBuilder* b = NULL; /* creating accessors needs the arena of the edit */
    vrm_Span text;
    vrmi_edit_fail(edit, vrm_json_builder_create(&edit->allocator, &b));
    if (b == NULL) return;
    put_primitives(join, b);
    vrmi_edit_fail(edit, vrm_json_builder_text(b, &text));
    if (edit->result == VRM_OK)
        vrmi_edit_fail(edit, vrm_json_set(edit->json, join->host_json, "primitives", text.data,
                                          text.size, NULL));
    vrm_json_builder_destroy(b);
}
