/* SPDX-License-Identifier: MIT */
/* Half a turn about Y of everything that has a place. With R = diag(-1, 1, -1):
 *
 *   vectors             R v          x and z change their sign
 *   rotations           R q R^-1     x and z change their sign, w and y do not
 *   matrices            R M R^-1     row or column 0 or 2, but not both, change their sign
 *
 * Only signs change, so nothing is rounded. Numbers are changed where they lie, each once however
 * many accessors show it; where their type has no negative numbers, or something else shows the
 * same bytes in another way (alias.c), the accessor gets floats of its own at the end of the chunk.
 */
#include "migrate/turn.h"

#include <string.h>

typedef vrmi_TurnRole Role;
#define KEPT   VRMI_TURN_KEPT
#define VECTOR VRMI_TURN_VECTOR
#define MATRIX VRMI_TURN_MATRIX

typedef struct Turn {
    vrmi_Migration* migration;
    uint8_t* roles;     /* of each accessor */
    uint8_t* must_move; /* of each accessor: its bytes belong to others too */
    uint8_t* is_vertex; /* of each accessor: nothing but attributes of meshes shows it */
    int32_t* copies;    /* of each accessor: its turned copy; -1 */
    uint8_t* bin;
    uint8_t* is_done; /* a bit for each byte of the chunk: a number that begins there was turned */
    size_t bin_size;
    float* floats; /* room to read an accessor */
    size_t float_capacity;
} Turn;

/* ---- Who shows what ---- */

static void assign(Turn* turn, int32_t accessor, Role role) {
    if (accessor < 0) return;
    turn->roles[accessor] |= (uint8_t)role;
    turn->is_vertex[accessor] = 0;
}

/* Meshes come first: any later user that is not a mesh clears the mark. */
static void assign_attributes(Turn* turn, const vrm_Attribute* attributes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        vrm_Semantic semantic = attributes[i].semantic;
        bool is_vector = semantic == VRM_SEMANTIC_POSITION || semantic == VRM_SEMANTIC_NORMAL ||
                         semantic == VRM_SEMANTIC_TANGENT;
        assign(turn, attributes[i].accessor, is_vector ? VECTOR : KEPT);
        if (attributes[i].accessor >= 0) turn->is_vertex[attributes[i].accessor] = 1;
    }
}

static void assign_mesh(Turn* turn, const vrm_Mesh* mesh) {
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        assign_attributes(turn, primitive->attributes, primitive->attribute_count);
        assign(turn, primitive->indices, KEPT);
        for (int32_t t = 0; t < primitive->target_count; t++)
            assign_attributes(turn, primitive->targets[t].attributes,
                              primitive->targets[t].attribute_count);
    }
}

static void assign_animation(Turn* turn, const vrm_Animation* animation) {
    for (int32_t i = 0; i < animation->channel_count; i++) {
        const vrm_AnimationChannel* channel = &animation->channels[i];
        if (channel->sampler < 0) continue;
        const vrm_AnimationSampler* sampler = &animation->samplers[channel->sampler];
        bool is_vector = vrmi_turn_is_vector(turn->migration->gltf, channel);
        assign(turn, sampler->input, KEPT);
        assign(turn, sampler->output, is_vector ? VECTOR : KEPT);
    }
}

static void assign_instances(Turn* turn, int32_t node) {
    const vrm_Gltf* gltf = turn->migration->gltf;
    vrm_JsonIter it = vrm_json_iter(gltf->json, vrmi_instance_attributes(gltf, node));
    while (vrm_json_next(&it)) {
        bool is_vector = false;
        for (int i = 0; i < VRMI_INSTANCE_VECTOR_COUNT; i++)
            is_vector |= vrm_json_equals(gltf->json, it.key, vrmi_instance_vectors[i]);
        assign(turn, vrmi_instance_accessor(gltf, it.value), is_vector ? VECTOR : KEPT);
    }
}

static void assign_roles(Turn* turn) {
    const vrm_Gltf* gltf = turn->migration->gltf;
    for (int32_t i = 0; i < gltf->mesh_count; i++) assign_mesh(turn, &gltf->meshes[i]);
    for (int32_t i = 0; i < gltf->animation_count; i++)
        assign_animation(turn, &gltf->animations[i]);
    for (int32_t i = 0; i < gltf->node_count; i++) assign_instances(turn, i);
    for (int32_t i = 0; i < gltf->skin_count; i++)
        assign(turn, gltf->skins[i].inverse_bind_matrices, MATRIX);
}

/* ---- Numbers ---- */

static bool changes_sign(Role role, int32_t component) {
    if (role == VECTOR) return component == 0 || component == 2;
    bool row = component % 4 == 0 || component % 4 == 2;
    bool column = component / 4 == 0 || component / 4 == 2;
    return row != column;
}

static void turn_floats(Role role, float* values, size_t count, int32_t components) {
    for (size_t i = 0; i < count; i++)
        for (int32_t c = 0; c < components; c++) {
            float* value = &values[i * (size_t)components + (size_t)c];
            if (changes_sign(role, c)) *value = vrmi_turned_sign(*value);
        }
}

/* Negates a number of the chunk. In a normalized integer type -128 and -127 are both -1. */
static void turn_number(uint8_t* at, vrm_ComponentType type) {
    if (type == VRM_COMPONENT_FLOAT) {
        float value;
        memcpy(&value, at, sizeof value);
        value = vrmi_turned_sign(value);
        memcpy(at, &value, sizeof value);
    } else if (type == VRM_COMPONENT_SHORT) {
        int16_t value;
        memcpy(&value, at, sizeof value);
        value = value == INT16_MIN ? INT16_MAX : (int16_t)-value;
        memcpy(at, &value, sizeof value);
    } else {
        int8_t value;
        memcpy(&value, at, sizeof value);
        value = value == INT8_MIN ? INT8_MAX : (int8_t)-value;
        memcpy(at, &value, sizeof value);
    }
}

static size_t component_size(vrm_ComponentType type) {
    return type == VRM_COMPONENT_FLOAT ? 4 : type == VRM_COMPONENT_SHORT ? 2 : 1;
}

/* Lists the components whose sign changes; returns how many. */
static int32_t list_changing(Role role, int32_t components, int32_t out[16]) {
    int32_t count = 0;
    for (int32_t c = 0; c < components; c++)
        if (changes_sign(role, c)) out[count++] = c;
    return count;
}

static void turn_elements(Turn* turn, size_t begin, size_t stride, uint64_t count,
                          const vrm_Accessor* accessor, Role role) {
    int32_t changing[16];
    int32_t changing_count = list_changing(role, vrm_accessor_components(accessor->type), changing);
    size_t size = component_size(accessor->component_type);
    for (uint64_t i = 0; i < count; i++) {
        for (int32_t c = 0; c < changing_count; c++) {
            size_t at = begin + (size_t)i * stride + (size_t)changing[c] * size;
            uint8_t bit = (uint8_t)(1u << (at & 7));
            if ((turn->is_done[at >> 3] & bit) != 0) continue;
            turn->is_done[at >> 3] |= bit;
            turn_number(turn->bin + at, accessor->component_type);
        }
    }
}

/* ---- Accessors ---- */

static bool has_signs(const vrm_Accessor* accessor, Role role) {
    if (accessor->component_type == VRM_COMPONENT_FLOAT) return true;
    return role == VECTOR && accessor->is_normalized &&
           (accessor->component_type == VRM_COMPONENT_BYTE ||
            accessor->component_type == VRM_COMPONENT_SHORT);
}

/* Turns the numbers in place; false when that is not possible. */
static bool turn_in_place(Turn* turn, const vrm_Accessor* accessor, Role role) {
    size_t packed =
        (size_t)vrm_accessor_components(accessor->type) * component_size(accessor->component_type);
    size_t begin = 0, sparse_begin = 0;
    const vrm_Edit* edit = turn->migration->edit;
    const vrm_Gltf* gltf = turn->migration->gltf;
    if (!has_signs(accessor, role)) return false;
    if (accessor->buffer_view >= 0 && !vrmi_edit_view_offset(edit, accessor->buffer_view, &begin))
        return false;
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, (int32_t)(accessor - gltf->accessors));
    if (sparse.count > 0 && !vrmi_edit_view_offset(edit, sparse.values_view, &sparse_begin))
        return false;
    if (accessor->buffer_view >= 0) {
        size_t stride = gltf->buffer_views[accessor->buffer_view].byte_stride;
        turn_elements(turn, begin + (size_t)accessor->byte_offset, stride == 0 ? packed : stride,
                      accessor->count, accessor, role);
    }
    if (sparse.count > 0)
        turn_elements(turn, sparse_begin + (size_t)sparse.values_offset, packed, sparse.count,
                      accessor, role);
    return true;
}

/* The original numbers, in turn->floats; returns how many, or 0 when they cannot be read. */
static size_t read_accessor(Turn* turn, int32_t index) {
    const vrm_Accessor* accessor = &turn->migration->gltf->accessors[index];
    vrm_Edit* edit = turn->migration->edit;
    size_t count;
    if (!accessor->is_readable || /* its count is whatever the file says */
        !vrmi_mul((size_t)accessor->count, (size_t)vrm_accessor_components(accessor->type),
                  &count) ||
        count == 0 || edit->result != VRM_OK)
        return 0;
    float* floats = vrmi_array_reserve(&edit->allocator, turn->floats, &turn->float_capacity, count,
                                       sizeof *floats);
    if (floats == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return 0;
    }
    turn->floats = floats;
    return vrm_accessor_read_floats(turn->migration->gltf, index, floats, count) == VRM_OK ? count
                                                                                           : 0;
}

/* ARRAY_BUFFER for a view with vertex data only: glTF forbids a target for anything else. */
static uint32_t view_target(const Turn* turn, int32_t accessor) {
    return turn->is_vertex[accessor] ? 34962 : 0;
}

/* Gives an accessor whose type has no negative numbers floats of its own. */
static void rewrite_accessor(Turn* turn, int32_t index, Role role) {
    const vrm_Accessor* accessor = &turn->migration->gltf->accessors[index];
    vrm_Edit* edit = turn->migration->edit;
    int32_t view, components = vrm_accessor_components(accessor->type);
    size_t count = read_accessor(turn, index);
    if (count == 0) return;
    turn_floats(role, turn->floats, (size_t)accessor->count, components);
    vrm_Result result = vrm_edit_add_view(edit, turn->floats, count * sizeof *turn->floats,
                                          view_target(turn, index), 0, &view);
    vrmi_edit_fail(edit, result);
    vrmi_edit_integer(edit, accessor->json, "bufferView", view);
    vrmi_edit_integer(edit, accessor->json, "componentType", VRM_COMPONENT_FLOAT);
    vrmi_edit_drop(edit, accessor->json, "byteOffset");
    vrmi_edit_drop(edit, accessor->json, "normalized");
    vrmi_edit_drop(edit, accessor->json, "sparse");
}

static void put_bound(vrm_Edit* edit, vrm_JsonRef accessor, const char* key, const float* bound,
                      int32_t components) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int32_t c = 0; c < components; c++) vrm_json_put_double(b, (double)bound[c]);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, accessor, key);
}

/* The bounds of the original numbers, computed rather than taken from the file. */
static bool find_bounds(Turn* turn, int32_t index, int32_t components, float* min, float* max) {
    size_t count = read_accessor(turn, index);
    if (count == 0) return false;
    const float* end = turn->floats + count;
    for (int32_t c = 0; c < components; c++) min[c] = max[c] = turn->floats[c];
    for (const float* element = turn->floats; element < end; element += components) {
        for (int32_t c = 0; c < components; c++) {
            min[c] = element[c] < min[c] ? element[c] : min[c];
            max[c] = element[c] > max[c] ? element[c] : max[c];
        }
    }
    return true;
}

/* Bounds of stored integers are in the stored numbers: the file's bounds are turned. */
static void write_bounds(Turn* turn, int32_t index, Role role, bool is_float) {
    const vrm_Accessor* accessor = &turn->migration->gltf->accessors[index];
    vrm_Edit* edit = turn->migration->edit;
    int32_t components = vrm_accessor_components(accessor->type);
    float most = accessor->component_type == VRM_COMPONENT_BYTE ? 127.0f : 32767.0f;
    float min[16], max[16];
    if (!vrm_accessor_bounds(turn->migration->gltf, index, min, max)) return;
    if (is_float && !find_bounds(turn, index, components, min, max)) return;
    for (int32_t c = 0; c < components; c++) {
        if (!changes_sign(role, c)) continue;
        float lower = vrmi_turned_sign(max[c]), upper = vrmi_turned_sign(min[c]);
        min[c] = lower;
        max[c] = is_float || upper <= most ? upper : most;
    }
    put_bound(edit, accessor->json, "min", min, components);
    put_bound(edit, accessor->json, "max", max, components);
}

/* For an accessor that is used as vectors and as something else: the vectors become a copy. */
static void copy_accessor(Turn* turn, int32_t index) {
    const vrm_Accessor* accessor = &turn->migration->gltf->accessors[index];
    vrm_Edit* edit = turn->migration->edit;
    if (read_accessor(turn, index) == 0) return;
    turn_floats(VECTOR, turn->floats, (size_t)accessor->count,
                vrm_accessor_components(accessor->type));
    float min[16], max[16];
    bool has_bounds = vrm_accessor_bounds(turn->migration->gltf, index, min, max);
    vrmi_edit_fail(edit,
                   vrm_edit_add_floats(edit, accessor->type, turn->floats, (size_t)accessor->count,
                                       view_target(turn, index), has_bounds, &turn->copies[index]));
}

static void turn_accessor(Turn* turn, int32_t index) {
    const vrm_Accessor* accessor = &turn->migration->gltf->accessors[index];
    Role role = (Role)turn->roles[index];
    int32_t components = vrm_accessor_components(accessor->type);
    bool is_vector = components == 3 || components == 4;
    if (!accessor->is_readable) return;
    if ((role & VECTOR) != 0 && role != VECTOR && is_vector) {
        copy_accessor(turn, index);
        return;
    }
    if (role != VECTOR && role != MATRIX) return;
    if (role == MATRIX ? components != 16 : !is_vector) return;
    bool is_in_place = turn->must_move[index] == 0 && turn_in_place(turn, accessor, role);
    if (!is_in_place) rewrite_accessor(turn, index, role);
    bool is_float = !is_in_place || accessor->component_type == VRM_COMPONENT_FLOAT;
    write_bounds(turn, index, role, is_float);
}

/* ---- Extensions of primitives ---- */

/* Compressed data beside the plain ones still face the other way. Files that require Draco are
 * refused when they are loaded; EXT_meshopt_compression is unpacked. */
static void turn_extensions(vrmi_Migration* migration, const vrm_Primitive* primitive) {
    static const char* const draco = "KHR_draco_mesh_compression";
    static const char* const without_places[] = {"KHR_materials_variants", "EXT_mesh_features",
                                                 "EXT_structural_metadata", "EXT_mesh_manifold",
                                                 "CESIUM_primitive_outline"};
    const vrm_Json* json = migration->json;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, primitive->json, "extensions"));
    while (vrm_json_next(&it)) {
        if (vrm_json_equals(json, it.key, draco)) {
            vrmi_edit_drop_extension(migration->edit, primitive->json, draco);
            vrmi_report(migration->report, VRMI_RULE_MIGRATE_DRACO_REMOVED, json, it.value, NULL);
        } else if (vrmi_model_find_name(json, it.key, without_places,
                                        sizeof without_places / sizeof *without_places,
                                        VRMI_EXACT) < 0) {
            vrmi_report(migration->report, VRMI_RULE_MIGRATE_PRIMITIVE_EXTENSION, json, it.value,
                        NULL);
        }
    }
}

/* ---- Nodes and skins ---- */

static void turn_node(vrmi_Migration* migration, const vrm_Node* node) {
    vrm_Edit* edit = migration->edit;
    vrm_Vec3 t = vrmi_migrate_vec3(migration, node->rest.translation);
    vrm_Quat r = vrmi_migrate_quat(migration, node->rest.rotation);
    if (node->matrix != NULL) {
        vrm_Mat4 matrix = *node->matrix;
        turn_floats(MATRIX, matrix.m, 1, 16);
        vrmi_edit_floats(edit, node->json, "matrix", matrix.m, 16);
        return;
    }
    if (vrm_json_member(edit->json, node->json, "translation") != VRM_JSON_MISSING)
        vrmi_edit_floats(edit, node->json, "translation", (float[]){t.x, t.y, t.z}, 3);
    if (vrm_json_member(edit->json, node->json, "rotation") != VRM_JSON_MISSING)
        vrmi_edit_floats(edit, node->json, "rotation", (float[]){r.x, r.y, r.z, r.w}, 4);
}

/* Readers of 1.0 use the bind matrices: where those of the file contradict the nodes and are
 * ignored, the matrices that apply are written. */
static void rebuild_binds(vrmi_Migration* migration, int32_t index) {
    const vrm_Skin* skin = &migration->gltf->skins[index];
    vrm_Edit* edit = migration->edit;
    const vrm_Mat4* const* all = migration->model->avatar->rest_binds;
    if (all == NULL || all[index] == NULL || skin->joint_count == 0) return;
    vrm_Mat4* binds = vrmi_migrate_alloc(migration, (size_t)skin->joint_count, sizeof *binds);
    if (binds == NULL) return;
    memcpy(binds, all[index], (size_t)skin->joint_count * sizeof *binds);
    if (migration->is_turned) turn_floats(MATRIX, binds->m, (size_t)skin->joint_count, 16);
    int32_t accessor;
    vrmi_edit_fail(edit, vrm_edit_add_floats(edit, VRM_ACCESSOR_MAT4, binds->m,
                                             (size_t)skin->joint_count, 0, false, &accessor));
    vrmi_edit_integer(edit, skin->json, "inverseBindMatrices", accessor);
    vrmi_report(migration->report, VRMI_RULE_MIGRATE_BINDS_REBUILT, migration->json, skin->json,
                NULL);
}

static bool make_room(Turn* turn) {
    size_t count = (size_t)turn->migration->gltf->accessor_count;
    turn->roles = vrmi_migrate_alloc(turn->migration, count, 1);
    turn->must_move = vrmi_migrate_alloc(turn->migration, count, 1);
    turn->is_vertex = vrmi_migrate_alloc(turn->migration, count, 1);
    turn->copies = vrmi_migrate_alloc(turn->migration, count, sizeof *turn->copies);
    if (turn->roles == NULL || turn->must_move == NULL || turn->is_vertex == NULL ||
        turn->copies == NULL)
        return false;
    for (size_t i = 0; i < count; i++) turn->copies[i] = -1;
    return true;
}

static void turn_data(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    const vrm_Gltf* gltf = migration->gltf;
    Turn turn = {.migration = migration};
    if (!make_room(&turn)) return;
    assign_roles(&turn);
    vrm_JsonRef missing = vrmi_edit_embed(edit);
    if (missing != VRM_JSON_MISSING)
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_DATA_NOT_IN_BIN, migration->json, missing,
                    NULL);
    vrmi_edit_bin(edit);
    if (edit->result != VRM_OK) return;
    vrmi_turn_find_aliases(migration, turn.roles, turn.must_move);
    turn.bin_size = edit->bin_size;
    turn.is_done = vrmi_migrate_alloc(migration, turn.bin_size / 8 + 1, 1);
    for (int32_t i = 0; i < gltf->accessor_count && edit->result == VRM_OK; i++) {
        turn.bin = edit->bin; /* it moves when something is added */
        turn_accessor(&turn, i);
    }
    if (edit->result == VRM_OK) vrmi_turn_use_copies(migration, turn.copies);
    for (int32_t i = 0; i < gltf->mesh_count; i++)
        for (int32_t p = 0; p < gltf->meshes[i].primitive_count; p++)
            turn_extensions(migration, &gltf->meshes[i].primitives[p]);
    vrmi_release(&edit->allocator, turn.floats, turn.float_capacity * sizeof *turn.floats);
}

void vrmi_migrate_geometry(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    if (migration->is_turned && gltf->accessor_count > 0) turn_data(migration);
    for (int32_t i = 0; i < gltf->node_count && migration->is_turned; i++)
        turn_node(migration, &gltf->nodes[i]);
    if (migration->is_turned) vrmi_turn_views(migration);
    for (int32_t i = 0; i < gltf->skin_count; i++) rebuild_binds(migration, i);
}
