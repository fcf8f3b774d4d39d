/* SPDX-License-Identifier: MIT */
/* Joins the meshes of several nodes into one. Members of a group have the same first-person
 * visibility and the same root, and only known parts of the file refer to them. */
#include "optimize/join/join_meshes.h"
#include "optimize/optimize.h"
#include "optimize/references.h"

#include "model/model.h"

#include <string.h>

/* Groups that are tried: avatars need a few. */
#define GROUPS_MAX 32

/* Morph targets of all primitives of a joined mesh, and more of them for larger files: each target
 * of a member becomes one of all primitives. */
#define TARGETS_MAX           4096
#define BYTES_PER_FURTHER_ONE 64

/* Looking at a primitive is as much work as reading so many bytes. */
#define WORK_PER_PRIMITIVE 256

/* ---- Which meshes can be joined ---- */

static bool has_only(const vrm_Json* json, vrm_JsonRef object, const char* const* names) {
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrm_json_next(&it)) {
        bool is_known = false;
        for (const char* const* name = names; *name != NULL; name++)
            is_known = is_known || vrm_json_equals(json, it.key, *name);
        if (!is_known) return false;
    }
    return true;
}

/* Whether a mesh has only members that joining preserves. */
static bool is_plain(const vrm_Json* json, const vrm_Mesh* mesh) {
    static const char* const of_mesh[] = {"name", "primitives", "weights", "extras", NULL};
    static const char* const of_primitive[] = {"attributes", "indices", "material", "mode",
                                               "targets",    "extras",  NULL};
    static const char* const of_extras[] = {"targetNames", NULL};
    bool is_known = has_only(json, mesh->json, of_mesh) &&
                    has_only(json, vrm_json_member(json, mesh->json, "extras"), of_extras);
    for (int32_t p = 0; p < mesh->primitive_count && is_known; p++) {
        vrm_JsonRef primitive = mesh->primitives[p].json;
        is_known = has_only(json, primitive, of_primitive) &&
                   has_only(json, vrm_json_member(json, primitive, "extras"), of_extras);
    }
    return is_known;
}

/* Every element is there, and the work of reading it is allowed. */
static bool has_elements(vrmi_MeshJoin* join, int32_t index, uint64_t count) {
    if (index < 0) return false;
    const vrm_Accessor* accessor = &join->gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    return accessor->is_readable && accessor->count == count && layout.columns == 1 &&
           vrmi_vertex_work_take(&join->work, count, layout.size) &&
           vrmi_has_sound_list(join->gltf, index);
}

static bool is_sound_target(vrmi_MeshJoin* join, const vrm_MorphTarget* target, uint64_t count,
                            vrmi_MeshSource* source) {
    for (int32_t i = 0; i < target->attribute_count; i++) {
        const vrm_Attribute* attribute = &target->attributes[i];
        const vrm_Accessor* accessor =
            attribute->accessor >= 0 ? &join->gltf->accessors[attribute->accessor] : NULL;
        bool is_usual = accessor != NULL && attribute->semantic != VRM_SEMANTIC_OTHER &&
                        attribute->semantic <= VRM_SEMANTIC_TANGENT &&
                        accessor->component_type == VRM_COMPONENT_FLOAT &&
                        accessor->type == VRM_ACCESSOR_VEC3 && accessor->is_readable &&
                        accessor->count == count;
        if (!is_usual ||
            !vrmi_vertex_work_take(&join->work, vrmi_deltas_most(join->gltf, attribute->accessor),
                                   16) ||
            !vrmi_has_sound_list(join->gltf, attribute->accessor))
            return false;
        source->has_target_normals |= attribute->semantic == VRM_SEMANTIC_NORMAL;
        source->has_target_tangents |= attribute->semantic == VRM_SEMANTIC_TANGENT;
    }
    return true;
}

/* Joints below the number of joints: others could become one of the joined skin. */
static bool has_sound_joints(vrmi_MeshJoin* join, int32_t accessor, int32_t joint_count) {
    const vrm_Accessor* from = &join->gltf->accessors[accessor];
    size_t count = (size_t)from->count;
    bool is_sound = from->type == VRM_ACCESSOR_VEC4 && !from->is_normalized &&
                    (from->component_type == VRM_COMPONENT_UNSIGNED_BYTE ||
                     from->component_type == VRM_COMPONENT_UNSIGNED_SHORT) &&
                    vrmi_vertex_work_take(&join->work, count, 16);
    if (!is_sound) return false;
    vrmi_ArenaMark mark = vrmi_arena_mark(&join->optimization->arena);
    uint32_t* joints = vrmi_optimization_alloc(join->optimization, count, 4 * sizeof *joints);
    is_sound =
        joints != NULL && vrm_accessor_read_u32(join->gltf, accessor, joints, count * 4) == VRM_OK;
    for (size_t i = 0; i < count * 4 && is_sound; i++) is_sound = joints[i] < (uint32_t)joint_count;
    vrmi_arena_rewind(&join->optimization->arena, mark);
    return is_sound;
}

static bool has_sound_weights(const vrm_Accessor* from) {
    return from->type == VRM_ACCESSOR_VEC4 &&
           (from->component_type == VRM_COMPONENT_FLOAT ||
            (from->is_normalized && (from->component_type == VRM_COMPONENT_UNSIGNED_BYTE ||
                                     from->component_type == VRM_COMPONENT_UNSIGNED_SHORT)));
}

static bool is_sound_attribute(vrmi_MeshJoin* join, const vrm_Attribute* attribute, uint64_t count,
                               const vrmi_MeshSource* source) {
    if (attribute->semantic == VRM_SEMANTIC_OTHER ||
        !has_elements(join, attribute->accessor, count))
        return false;
    bool binds =
        attribute->semantic == VRM_SEMANTIC_JOINTS || attribute->semantic == VRM_SEMANTIC_WEIGHTS;
    if (!binds) return true;
    if (source->skin < 0) return false;
    return attribute->semantic == VRM_SEMANTIC_WEIGHTS
               ? has_sound_weights(&join->gltf->accessors[attribute->accessor])
               : has_sound_joints(join, attribute->accessor,
                                  join->gltf->skins[source->skin].joint_count);
}

static bool is_sound_primitive(vrmi_MeshJoin* join, const vrm_Primitive* primitive,
                               vrmi_MeshSource* source) {
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (positions < 0 || primitive->target_count != join->gltf->meshes[source->mesh].target_count)
        return false;
    uint64_t count = join->gltf->accessors[positions].count;
    if (count == 0 || join->gltf->accessors[positions].type != VRM_ACCESSOR_VEC3) return false;
    for (int32_t i = 0; i < primitive->attribute_count; i++)
        if (!is_sound_attribute(join, &primitive->attributes[i], count, source)) return false;
    for (int32_t t = 0; t < primitive->target_count; t++)
        if (!is_sound_target(join, &primitive->targets[t], count, source)) return false;
    source->lacks_normals |= vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0) < 0;
    source->lacks_tangents |= vrm_primitive_attribute(primitive, VRM_SEMANTIC_TANGENT, 0) < 0;
    return source->skin < 0 || (vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0) >= 0 &&
                                vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0) >= 0);
}

/* A skin that can become a part of another. Bind matrices that contradict the nodes do not count;
 * in another skin they might. */
static bool is_sound_skin(const vrmi_MeshJoin* join, int32_t skin) {
    static const char* const known[] = {"name", "joints", "inverseBindMatrices", "skeleton", NULL};
    const vrmi_VrmContent* avatar = join->optimization->model->avatar;
    return (avatar->rest_binds == NULL || avatar->rest_binds[skin] == NULL) &&
           has_only(join->gltf->json, join->gltf->skins[skin].json, known);
}

static bool is_sound(vrmi_MeshJoin* join, vrmi_MeshSource* source) {
    const vrm_Mesh* mesh = &join->gltf->meshes[source->mesh];
    uint64_t count = (uint64_t)mesh->primitive_count;
    if (count == 0 || !vrmi_vertex_work_take(&join->work, count, WORK_PER_PRIMITIVE) ||
        !is_plain(join->gltf->json, mesh) ||
        (source->skin >= 0 && !is_sound_skin(join, source->skin)))
        return false;
    for (int32_t p = 0; p < mesh->primitive_count; p++)
        if (!is_sound_primitive(join, &mesh->primitives[p], source)) return false;
    return true;
}

/* ---- Which nodes ---- */

/* Extensions that say nothing about the mesh of a node. */
static bool is_strange(const vrm_Gltf* gltf, int32_t node) {
    static const char* const known[] = {"VRMC_node_constraint", "KHR_lights_punctual", NULL};
    const vrm_Json* json = gltf->json;
    return !has_only(json, vrm_json_member(json, gltf->nodes[node].json, "extensions"), known);
}

/* Whether the scene shows a node, and whether an unknown extension may have a say in it. */
enum { HIDDEN, SHOWN, SHOWN_BY_STRANGER };

static void mark_shown(vrmi_MeshJoin* join, uint8_t* shown) {
    const vrm_Gltf* gltf = join->gltf;
    for (int32_t i = 0; i < gltf->scenes[0].node_count; i++)
        if (gltf->scenes[0].nodes[i] >= 0) shown[gltf->scenes[0].nodes[i]] = SHOWN;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = gltf->nodes[node].parent;
        vrm_Affine local = vrmi_model_local(&gltf->nodes[node]);
        if (parent >= 0) shown[node] = shown[parent];
        if (shown[node] == SHOWN && is_strange(gltf, node)) shown[node] = SHOWN_BY_STRANGER;
        join->roots[node] = parent >= 0 ? join->roots[parent] : node;
        join->rest[node] = parent >= 0 ? vrmi_affine_mul(&join->rest[parent], &local) : local;
    }
}

/* Whether a mesh of several nodes may be copied into the joined mesh once for each node. Not in
 * 0.x, which refers to meshes by number: a reference would mean all copies. */
static bool may_copy(const vrmi_MeshJoin* join, int32_t mesh) {
    return join->gltf->meshes[mesh].target_count == 0 &&
           join->optimization->model->dialect != VRM_DIALECT_0;
}

static bool is_pinned(const vrmi_References* references, int32_t index, const vrm_Node* node) {
    return (uint32_t)index < references->pinned[VRMI_NODES] ||
           (uint32_t)node->mesh < references->pinned[VRMI_MESHES] ||
           (node->skin >= 0 && (uint32_t)node->skin < references->pinned[VRMI_SKINS]);
}

static void list_sources(vrmi_MeshJoin* join, const vrmi_References* references) {
    const vrm_Gltf* gltf = join->gltf;
    size_t nodes = (size_t)gltf->node_count + 1, meshes = (size_t)gltf->mesh_count + 1;
    uint8_t* shown = vrmi_optimization_alloc(join->optimization, nodes, 1);
    uint32_t* users = vrmi_optimization_alloc(join->optimization, meshes, sizeof *users);
    if (shown == NULL || users == NULL) return;
    mark_shown(join, shown);
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) users[gltf->nodes[i].mesh]++;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        vrmi_MeshSource* source = &join->sources[join->source_count];
        if (node->mesh < 0 || shown[i] == HIDDEN) continue;
        *source = (vrmi_MeshSource){
            .node = i, .mesh = node->mesh, .skin = node->skin, .is_shared = users[node->mesh] > 1};
        vrmi_Obstacle obstacle = VRMI_OBSTACLE_NONE;
        if (shown[i] == SHOWN_BY_STRANGER)
            obstacle = VRMI_OBSTACLE_STRANGER;
        else if (source->is_shared && !may_copy(join, node->mesh))
            obstacle = VRMI_OBSTACLE_SHARED;
        else if (is_pinned(references, i, node))
            obstacle = VRMI_OBSTACLE_PINNED;
        else if (!is_sound(join, source))
            obstacle = VRMI_OBSTACLE_CONTENT;
        join->kept[obstacle]++;
        if (obstacle != VRMI_OBSTACLE_NONE) continue;
        vrmi_join_find_view(join, source);
        join->of_node[i] = source;
        if (!source->is_shared) join->of_mesh[node->mesh] = source;
        join->source_count++;
    }
}

/* ---- Groups ---- */

static uint64_t targets_max(const vrmi_MeshJoin* join) {
    return TARGETS_MAX + join->optimization->file_bytes / BYTES_PER_FURTHER_ONE;
}

static bool fits(const vrmi_MeshJoin* join, const vrmi_MeshSource* source) {
    const vrm_Mesh* mesh = &join->gltf->meshes[source->mesh];
    uint64_t targets = join->target_count + (uint64_t)mesh->target_count;
    uint64_t primitives = join->primitive_count + (uint64_t)mesh->primitive_count;
    uint64_t keys = join->keys + source->keys;
    bool has_normals = join->has_target_normals || source->has_target_normals;
    bool has_tangents = join->has_target_tangents || source->has_target_tangents;
    return targets * primitives <= targets_max(join) &&
           (keys == 0 || targets <= join->work.left / 8 / keys) &&
           !(join->is_animated && source->is_animated) &&
           !(has_normals && (join->lacks_normals || source->lacks_normals)) &&
           !(has_tangents && (join->lacks_tangents || source->lacks_tangents));
}

static void add_member(vrmi_MeshJoin* join, vrmi_MeshSource* source) {
    const vrm_Mesh* mesh = &join->gltf->meshes[source->mesh];
    join->target_count += (size_t)mesh->target_count;
    join->primitive_count += (size_t)mesh->primitive_count;
    join->has_target_normals |= source->has_target_normals;
    join->has_target_tangents |= source->has_target_tangents;
    join->lacks_normals |= source->lacks_normals;
    join->lacks_tangents |= source->lacks_tangents;
    join->is_animated |= source->is_animated;
    join->keys += source->keys;
    source->is_taken = true;
    source->group = join->group;
}

static void begin_group(vrmi_MeshJoin* join, vrmi_MeshSource* seed) {
    vrmi_join_forget_skin(join);
    join->group++;
    join->host = seed;
    join->member_count = join->primitive_count = join->target_count = 0;
    join->has_target_normals = join->has_target_tangents = join->is_animated = false;
    join->lacks_normals = join->lacks_tangents = false;
    join->keys = 0;
}

/* Makes a source a member of the group, if nothing forbids it. */
static void try_member(vrmi_MeshJoin* join, vrmi_MeshSource* source) {
    source->obstacle = VRMI_OBSTACLE_NONE;
    if (source->first_person != join->host->first_person)
        source->obstacle = VRMI_OBSTACLE_FIRST_PERSON;
    else if (!fits(join, source))
        source->obstacle = VRMI_OBSTACLE_TARGETS;
    else if (!vrmi_join_skin(join, source))
        source->obstacle = VRMI_OBSTACLE_SKIN;
    else
        add_member(join, source);
}

/* All that can be joined with the seed, which comes first only for its skin. */
static void find_members(vrmi_MeshJoin* join, vrmi_MeshSource* seed) {
    begin_group(join, seed);
    vrmi_Obstacle before = seed->obstacle;
    try_member(join, seed);
    if (seed->obstacle == VRMI_OBSTACLE_NONE) seed->obstacle = before;
    for (size_t i = 0; i < join->source_count; i++) {
        vrmi_MeshSource* source = &join->sources[i];
        if (!source->is_taken && !source->is_left && seed->is_taken) {
            try_member(join, source);
            if (seed->obstacle == VRMI_OBSTACLE_NONE) seed->obstacle = source->obstacle;
        }
        if (source->is_taken && source->group == join->group)
            join->members[join->member_count++] = source;
    }
}

static vrmi_MeshSource* next_seed(vrmi_MeshJoin* join) {
    for (int is_rigid = 0; is_rigid < 2; is_rigid++)
        for (size_t i = 0; i < join->source_count; i++) {
            vrmi_MeshSource* source = &join->sources[i];
            if (!source->is_taken && !source->is_left && (source->skin < 0) == is_rigid)
                return source;
        }
    return NULL;
}

/* ---- Writing ---- */

/* A root of the scene for a mesh that gets its first skin: below a bone it would move twice in
 * programs that do not ignore the transforms of nodes with skins. */
static int32_t add_node(vrmi_MeshJoin* join, int32_t skin) {
    vrm_Edit* edit = join->edit;
    const char* name = join->gltf->meshes[join->host->mesh].name;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    if (name[0] != '\0') vrmi_put_string(b, "name", name);
    vrmi_put_integer(b, "mesh", join->host_mesh);
    vrmi_put_integer(b, "skin", skin);
    vrm_json_end_object(b);
    int32_t node = edit->result == VRM_OK ? vrmi_edit_append(edit, "nodes") : -1;
    vrm_JsonRef roots = vrm_json_member(edit->json, join->gltf->scenes[0].json, "nodes");
    vrm_Span text;
    b = vrmi_edit_text(edit);
    vrm_json_put_integer(b, node);
    vrmi_edit_fail(edit, vrm_json_builder_text(b, &text));
    if (edit->result == VRM_OK)
        vrmi_edit_fail(edit, vrm_json_insert(edit->json, roots, vrm_json_count(edit->json, roots),
                                             text.data, text.size, NULL));
    return node;
}

static void write_nodes(vrmi_MeshJoin* join) {
    vrm_Edit* edit = join->edit;
    int32_t skin = vrmi_join_write_skin(join);
    bool has_host = join->host->skin >= 0;
    for (size_t m = 0; m < join->member_count; m++) {
        vrm_JsonRef node = join->gltf->nodes[join->members[m]->node].json;
        vrmi_edit_drop(edit, node, "weights");
        if (has_host && join->members[m] == join->host) {
            vrmi_edit_integer(edit, node, "mesh", join->host_mesh);
            vrmi_edit_integer(edit, node, "skin", skin);
            continue;
        }
        vrmi_edit_drop(edit, node, "mesh");
        vrmi_edit_drop(edit, node, "skin");
    }
    int32_t host = has_host ? join->host->node : add_node(join, skin);
    for (size_t m = 0; m < join->member_count; m++) {
        vrmi_MeshSource* member = join->members[m];
        member->host_node = host;
        member->host_mesh = join->host_mesh;
        member->joined_targets = join->joined_targets;
        member->still_weights = join->still_weights;
    }
}

/* The mesh that becomes the joined one. */
static void open_mesh(vrmi_MeshJoin* join) {
    const vrm_Mesh* mesh = &join->gltf->meshes[join->host->mesh];
    vrm_Edit* edit = join->edit;
    join->host_mesh = join->host->mesh;
    join->host_json = mesh->json;
    if (!join->host->is_shared) return;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    if (mesh->name[0] != '\0') vrmi_put_string(b, "name", mesh->name);
    vrm_json_end_object(b);
    join->host_mesh = edit->result == VRM_OK ? vrmi_edit_append(edit, "meshes") : -1;
    join->host_json = vrmi_edit_element(edit, "meshes", join->host_mesh);
}

static void write_group(vrmi_MeshJoin* join) {
    open_mesh(join);
    vrmi_vertex_work_take(&join->work, join->keys, 8 * (uint64_t)join->target_count);
    vrmi_join_choose_types(join);
    vrmi_join_number_targets(join);
    if (join->edit->result != VRM_OK) return;
    vrmi_join_write_primitives(join);
    vrmi_join_write_targets(join);
    write_nodes(join);
    join->optimization->is_changed = true;
}

/* ---- Meshes that were not joined ---- */

static const char* const obstacle_words[VRMI_OBSTACLE_COUNT] = {
    [VRMI_OBSTACLE_FILE] =
        "the file is a draft of 2019, or has several scenes or animated pointers",
    [VRMI_OBSTACLE_STRANGER] = "a node has an extension that is not known",
    [VRMI_OBSTACLE_SHARED] = "several nodes show the same mesh",
    [VRMI_OBSTACLE_PINNED] = "extras may name them by number",
    [VRMI_OBSTACLE_CONTENT] = "they have extensions, extras or attributes of their own",
    [VRMI_OBSTACLE_LINKS] = "binds of expressions or keys of animations do not fit",
    [VRMI_OBSTACLE_FIRST_PERSON] = "their first-person settings differ",
    [VRMI_OBSTACLE_SKIN] = "their joints, scale or rotation do not fit to others",
    [VRMI_OBSTACLE_TARGETS] = "their morph targets do not fit to others",
};

/* A file with one mesh has nothing to join. */
static void report_kept(vrmi_MeshJoin* join) {
    const vrm_Json* json = join->gltf->json;
    uint32_t shown = 0;
    for (int i = 0; i < VRMI_OBSTACLE_COUNT; i++) shown += join->kept[i];
    for (size_t i = 0; i < join->source_count; i++) {
        const vrmi_MeshSource* source = &join->sources[i];
        if (!source->is_taken) join->kept[source->obstacle]++;
    }
    for (int i = 1; i < VRMI_OBSTACLE_COUNT && shown > 1; i++)
        if (join->kept[i] > 0)
            vrmi_report(join->optimization->report, VRMI_RULE_OPTIMIZE_MESHES_KEPT, json,
                        vrm_json_at(json, "/meshes"), "Meshes that were not joined: %u; %s.",
                        (unsigned)join->kept[i], obstacle_words[i]);
}

/* ---- The whole ---- */

/* Paths of KHR_animation_pointer may name anything, and the draft of 2019 and files of two dialects
 * have further lists. */
static bool is_usual(const vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    const vrm_Json* json = gltf->json;
    for (int32_t a = 0; a < gltf->animation_count; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++)
            if (gltf->animations[a].channels[c].path == VRM_PATH_OTHER) return false;
    bool has_both = vrm_json_at(json, "/extensions/VRM") != VRM_JSON_MISSING &&
                    vrm_json_at(json, "/extensions/VRMC_vrm") != VRM_JSON_MISSING;
    return optimization->model->dialect != VRM_DIALECT_DRAFT && !has_both &&
           gltf->scene_count == 1 && gltf->node_count > 0;
}

static bool alloc_lists(vrmi_MeshJoin* join) {
    vrmi_Optimization* optimization = join->optimization;
    const vrm_Gltf* gltf = join->gltf;
    size_t nodes = (size_t)gltf->node_count + 1, meshes = (size_t)gltf->mesh_count + 1;
    join->sources = vrmi_optimization_alloc(optimization, nodes, sizeof *join->sources);
    join->members = vrmi_optimization_alloc(optimization, nodes, sizeof *join->members);
    join->of_node = vrmi_optimization_alloc(optimization, nodes, sizeof *join->of_node);
    join->of_mesh = vrmi_optimization_alloc(optimization, meshes, sizeof *join->of_mesh);
    join->rest = vrmi_optimization_alloc(optimization, nodes, sizeof *join->rest);
    join->roots = vrmi_optimization_alloc(optimization, nodes, sizeof *join->roots);
    join->joint_of = vrmi_optimization_alloc(optimization, nodes, sizeof *join->joint_of);
    join->is_above = vrmi_optimization_alloc(optimization, nodes, 1);
    join->twin_marks = vrmi_optimization_alloc(optimization, nodes, sizeof *join->twin_marks);
    join->maps =
        vrmi_optimization_alloc(optimization, (size_t)gltf->skin_count + 1, sizeof *join->maps);
    for (int i = 0; i < VRMI_CHANGE_COUNT; i++)
        join->made[i] = vrmi_optimization_alloc(optimization, (size_t)gltf->accessor_count + 1,
                                                sizeof *join->made[i]);
    return optimization->edit->result == VRM_OK;
}

static void find_sources(vrmi_MeshJoin* join) {
    vrm_Edit* edit = join->edit;
    vrmi_References references;
    vrmi_edit_fail(edit, vrmi_references_collect(&references, edit->json, &edit->allocator));
    if (edit->result == VRM_OK) list_sources(join, &references);
    vrmi_references_release(&references, &edit->allocator);
    if (edit->result == VRM_OK && join->source_count > 1) {
        vrmi_join_sign_targets(join);
        vrmi_join_find_animated(join);
    }
    for (size_t i = 0; i < join->source_count; i++)
        if (join->sources[i].is_left) join->sources[i].obstacle = VRMI_OBSTACLE_LINKS;
}

static void join_groups(vrmi_MeshJoin* join) {
    for (int i = 0; i < GROUPS_MAX && join->edit->result == VRM_OK; i++) {
        vrmi_MeshSource* seed = next_seed(join);
        if (seed == NULL) break;
        find_members(join, seed);
        if (join->member_count > 1) {
            write_group(join);
        } else {
            seed->is_taken = false;
            seed->is_left = true;
        }
    }
}

void vrmi_join_meshes(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    vrmi_MeshJoin join = {.optimization = optimization,
                          .gltf = optimization->gltf,
                          .edit = edit,
                          .work = vrmi_vertex_work(optimization),
                          .deltas = vrmi_delta_list(optimization),
                          .twin_mark = 1};
    if (!is_usual(optimization)) {
        for (int32_t i = 0; i < join.gltf->node_count; i++)
            join.kept[VRMI_OBSTACLE_FILE] += join.gltf->nodes[i].mesh >= 0;
        report_kept(&join);
        return;
    }
    if (!alloc_lists(&join)) return;
    find_sources(&join);
    if (join.source_count > 1) join_groups(&join);
    if (edit->result == VRM_OK && optimization->is_changed) vrmi_join_write_links(&join);
    if (edit->result == VRM_OK) report_kept(&join);
    vrmi_delta_list_end(&join.deltas);
}
