/* SPDX-License-Identifier: MIT */
/* Which mesh is used through which map. A node without a skin uses its mesh through its own map,
 * one with a skin through the map of the skin's vertices (binds.c). A mesh that is used through
 * several maps becomes several meshes; vertex data that only some of them share is split in
 * normalize_vertices.c. */
#include "normalize/normalize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A node that shows a mesh. */
typedef struct Shown {
    int32_t node, mesh;
    int32_t map_id; /* into Shapes.maps; 0: as it is */
    vrmi_Map map;
} Shown;

typedef struct Clone {
    int32_t mesh, copy;
} Clone;

typedef struct Shapes {
    vrmi_Normalization* normalization;
    Shown* shown;
    size_t shown_count;
    vrmi_Map* maps;
    Clone* clones; /* by mesh */
    size_t clone_count;
    vrmi_VertexUse* uses;
    size_t use_count, use_capacity;
} Shapes;

/* ---- Maps ---- */

/* Rounds, so that maps that differ only in the last digits of a double count as the same. */
static double rounded(double value) {
    const double steps = 17179869184.0; /* 2^34 */
    return fabs(value) < 1e5 ? nearbyint(value * steps) / steps + 0.0 : value;
}

static vrmi_Dvec rounded_vector(vrmi_Dvec v) {
    return (vrmi_Dvec){rounded(v.x), rounded(v.y), rounded(v.z)};
}

static vrmi_Map map_of_node(const vrmi_Normalization* normalization, const vrm_Node* node,
                            const vrmi_Frame* frame) {
    vrmi_Map map = {.map = {.linear = frame->map}};
    if (node->skin >= 0) map.map = normalization->skin_spaces[node->skin];
    for (int r = 0; r < 3; r++) map.map.linear.rows[r] = rounded_vector(map.map.linear.rows[r]);
    map.map.offset = rounded_vector(map.map.offset);
    map.flips = vrmi_dmat_determinant(&map.map.linear) < 0.0;
    return map;
}

static int compare_numbers(const double* a, const double* b, int count) {
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_maps(const vrmi_Map* a, const vrmi_Map* b) {
    if (a->flips != b->flips) return a->flips ? 1 : -1;
    for (int r = 0; r < 3; r++) {
        const vrmi_Dvec *x = &a->map.linear.rows[r], *y = &b->map.linear.rows[r];
        int order = compare_numbers((double[]){x->x, x->y, x->z}, (double[]){y->x, y->y, y->z}, 3);
        if (order != 0) return order;
    }
    const vrmi_Dvec *x = &a->map.offset, *y = &b->map.offset;
    return compare_numbers((double[]){x->x, x->y, x->z}, (double[]){y->x, y->y, y->z}, 3);
}

static int by_map(const void* a, const void* b) {
    const Shown *x = a, *y = b;
    int order = compare_maps(&x->map, &y->map);
    return order != 0 ? order : x->node < y->node ? -1 : x->node > y->node;
}

/* Within a mesh the use without a map comes first, else that of the first node. */
static int by_mesh(const void* a, const void* b) {
    const Shown *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->map_id != y->map_id) return x->map_id < y->map_id ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static bool is_nothing(const vrmi_Map* map) {
    const vrmi_Daffine same = vrmi_daffine_identity();
    return !map->flips && vrmi_daffine_apart(&map->map, &same) <= 1e-9;
}

static bool list_shown(Shapes* shapes) {
    vrmi_Normalization* normalization = shapes->normalization;
    const vrm_Gltf* gltf = normalization->gltf;
    size_t count = 0;
    for (int32_t i = 0; i < gltf->node_count; i++) count += gltf->nodes[i].mesh >= 0;
    shapes->shown = vrmi_normalize_alloc(normalization, count, sizeof *shapes->shown);
    shapes->maps = vrmi_normalize_alloc(normalization, count + 1, sizeof *shapes->maps);
    shapes->clones = vrmi_normalize_alloc(normalization, count, sizeof *shapes->clones);
    if (shapes->shown == NULL || shapes->maps == NULL || shapes->clones == NULL) return false;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        if (node->mesh < 0) continue;
        shapes->shown[shapes->shown_count++] =
            (Shown){.node = i,
                    .mesh = node->mesh,
                    .map = map_of_node(normalization, node, &normalization->frames[i])};
    }
    qsort(shapes->shown, shapes->shown_count, sizeof *shapes->shown, by_map);
    int32_t map_count = 1;
    shapes->maps[0] = (vrmi_Map){.map = vrmi_daffine_identity()};
    for (size_t i = 0; i < shapes->shown_count; i++) {
        Shown* shown = &shapes->shown[i];
        if (is_nothing(&shown->map)) continue;
        if (i > 0 && compare_maps(&shown->map, &shapes->shown[i - 1].map) == 0) {
            shown->map_id = shapes->shown[i - 1].map_id;
            continue;
        }
        shapes->maps[map_count] = shown->map;
        shown->map_id = map_count++;
    }
    qsort(shapes->shown, shapes->shown_count, sizeof *shapes->shown, by_mesh);
    return true;
}

/* ---- Uses of accessors ---- */

static void add_use(Shapes* shapes, vrmi_VertexUse use) {
    vrm_Edit* edit = shapes->normalization->edit;
    if (use.accessor < 0 || edit->result != VRM_OK) return;
    vrmi_VertexUse* uses = vrmi_array_reserve(&edit->allocator, shapes->uses, &shapes->use_capacity,
                                              shapes->use_count + 1, sizeof *uses);
    if (uses == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    shapes->uses = uses;
    shapes->uses[shapes->use_count++] = use;
}

static void pin(vrmi_Normalization* normalization, int32_t accessor) {
    if (accessor >= 0) normalization->is_pinned[accessor] = 1;
}

/* glTF has vectors as floats, and texture coordinates also as unsigned normalized integers. */
static bool is_quantized(const vrm_Gltf* gltf, const vrm_Attribute* attribute) {
    if (attribute->accessor < 0) return false;
    const vrm_Accessor* accessor = &gltf->accessors[attribute->accessor];
    if (accessor->component_type == VRM_COMPONENT_FLOAT) return false;
    bool is_signed = accessor->component_type == VRM_COMPONENT_BYTE ||
                     accessor->component_type == VRM_COMPONENT_SHORT;
    if (attribute->semantic == VRM_SEMANTIC_TEXCOORD) return is_signed || !accessor->is_normalized;
    return attribute->semantic >= VRM_SEMANTIC_POSITION &&
           attribute->semantic <= VRM_SEMANTIC_TANGENT;
}

/* Attributes that a map does not affect are unchanged, and without a map all are. */
static void use_attributes(Shapes* shapes, const vrm_Attribute* attributes, int32_t count,
                           const vrm_Primitive* of_target, int32_t map, vrm_JsonRef object) {
    static const char* const keys[] = {"POSITION", "NORMAL", "TANGENT"};
    for (int32_t i = 0; i < count; i++) {
        vrm_Semantic semantic = attributes[i].semantic;
        bool is_reached = map > 0 && semantic >= VRM_SEMANTIC_POSITION &&
                          semantic <= VRM_SEMANTIC_TANGENT && attributes[i].set == 0;
        if (!is_reached) {
            pin(shapes->normalization, attributes[i].accessor);
            shapes->normalization->has_quantized |=
                is_quantized(shapes->normalization->gltf, &attributes[i]);
            continue;
        }
        int role = (int)semantic - VRM_SEMANTIC_POSITION;
        vrmi_VertexUse use = {.accessor = attributes[i].accessor,
                              .role = (vrmi_VertexRole)role,
                              .map = map,
                              .companion = -1,
                              .object = object,
                              .key = keys[role]};
        if (of_target != NULL) {
            use.role = (vrmi_VertexRole)(role + VRMI_DELTA_POSITION);
            if (role > 0) use.companion = vrm_primitive_attribute(of_target, semantic, 0);
        }
        add_use(shapes, use);
    }
}

static void use_corners(Shapes* shapes, const vrm_Primitive* primitive, int32_t map,
                        vrm_JsonRef object) {
    bool has_faces = primitive->mode >= 4 && primitive->mode <= 6;
    if (!shapes->maps[map].flips || !has_faces) {
        pin(shapes->normalization, primitive->indices);
        return;
    }
    if (primitive->indices < 0)
        vrmi_normalize_add_corners(shapes->normalization, primitive, object);
    vrmi_edit_drop(shapes->normalization->edit, object, "mode"); /* a list, which is the default */
    add_use(shapes, (vrmi_VertexUse){.accessor = primitive->indices,
                                     .role = VRMI_CORNERS,
                                     .map = map,
                                     .companion = (int32_t)primitive->mode,
                                     .object = object,
                                     .key = "indices"});
}

/* The compressed data still holds the old vertices. */
static void drop_draco(vrmi_Normalization* normalization, const vrm_Primitive* primitive,
                       vrm_JsonRef object) {
    static const char name[] = "KHR_draco_mesh_compression";
    if (vrm_gltf_extension(normalization->gltf, primitive->json, name) == VRM_JSON_MISSING) return;
    vrmi_edit_drop_extension(normalization->edit, object, name);
    vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_DRACO_REMOVED, normalization->json,
                primitive->json, NULL);
}

/* A mesh as present in the edit: the model's own, or a copy of it. */
static void use_mesh(Shapes* shapes, const vrm_Mesh* mesh, int32_t map, vrm_JsonRef json) {
    vrm_Edit* edit = shapes->normalization->edit;
    vrm_JsonRef list = vrm_json_member(edit->json, json, "primitives");
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        vrm_JsonRef object = vrm_json_element(edit->json, list, (uint32_t)p);
        vrm_JsonRef targets = vrm_json_member(edit->json, object, "targets");
        use_attributes(shapes, primitive->attributes, primitive->attribute_count, NULL, map,
                       vrm_json_member(edit->json, object, "attributes"));
        for (int32_t t = 0; t < primitive->target_count; t++)
            use_attributes(shapes, primitive->targets[t].attributes,
                           primitive->targets[t].attribute_count, primitive, map,
                           vrm_json_element(edit->json, targets, (uint32_t)t));
        use_corners(shapes, primitive, map, object);
        if (map > 0) drop_draco(shapes->normalization, primitive, object);
    }
}

/* ---- Splitting ---- */

static int32_t copy_mesh(Shapes* shapes, int32_t mesh) {
    vrmi_Normalization* normalization = shapes->normalization;
    vrm_Span text = vrm_json_text(normalization->json, normalization->gltf->meshes[mesh].json);
    int32_t copy = -1;
    if (text.size == 0) text = (vrm_Span){"{}", 2}; /* no object in the file, so without shapes */
    if (!vrmi_edit_charge(normalization->edit, "copies of meshes", text.size)) return -1;
    vrmi_edit_fail(normalization->edit,
                   vrm_edit_add(normalization->edit, "meshes", text.data, text.size, &copy));
    shapes->clones[shapes->clone_count++] = (Clone){mesh, copy};
    return copy;
}

static void split_meshes(Shapes* shapes) {
    vrmi_Normalization* normalization = shapes->normalization;
    vrm_Edit* edit = normalization->edit;
    for (size_t i = 0; i < shapes->shown_count && edit->result == VRM_OK;) {
        int32_t mesh = shapes->shown[i].mesh, map = shapes->shown[i].map_id, as = mesh;
        bool is_first = i == 0 || shapes->shown[i - 1].mesh != mesh;
        const vrm_Mesh* typed = &normalization->gltf->meshes[mesh];
        if (!is_first) as = copy_mesh(shapes, mesh);
        if (edit->result != VRM_OK) return;
        use_mesh(shapes, typed, map,
                 is_first ? typed->json : vrmi_edit_element(edit, "meshes", as));
        for (; i < shapes->shown_count && shapes->shown[i].mesh == mesh &&
               shapes->shown[i].map_id == map;
             i++)
            if (!is_first)
                vrmi_edit_integer(edit, normalization->gltf->nodes[shapes->shown[i].node].json,
                                  "mesh", as);
    }
}

/* Pins the accessors of meshes that no node uses. */
static void pin_rest(Shapes* shapes) {
    vrmi_Normalization* normalization = shapes->normalization;
    const vrm_Gltf* gltf = normalization->gltf;
    uint8_t* is_shown = vrmi_normalize_alloc(normalization, (size_t)gltf->mesh_count, 1);
    if (is_shown == NULL) return;
    for (size_t i = 0; i < shapes->shown_count; i++) is_shown[shapes->shown[i].mesh] = 1;
    for (int32_t i = 0; i < gltf->mesh_count; i++)
        if (!is_shown[i]) use_mesh(shapes, &gltf->meshes[i], 0, gltf->meshes[i].json);
    for (int32_t a = 0; a < gltf->animation_count; a++)
        for (int32_t s = 0; s < gltf->animations[a].sampler_count; s++) {
            pin(normalization, gltf->animations[a].samplers[s].input);
            pin(normalization, gltf->animations[a].samplers[s].output);
        }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        pin(normalization, gltf->skins[i].inverse_bind_matrices);
}

/* The first copy of a mesh, or of a later one. */
static size_t first_clone(const Shapes* shapes, int64_t mesh) {
    size_t low = 0, high = shapes->clone_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shapes->clones[middle].mesh < mesh)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* 0.x refers to meshes where 1.0 refers to nodes: an entry for a mesh is repeated for its
 * copies. */
static void copy_entries(Shapes* shapes, vrm_JsonRef list) {
    vrm_Edit* edit = shapes->normalization->edit;
    const vrm_Json* json = shapes->normalization->json;
    vrm_JsonIter it = vrm_json_iter(json, list);
    while (vrm_json_next(&it)) {
        int64_t mesh;
        if (!vrm_json_integer(json, vrm_json_member(json, it.value, "mesh"), &mesh)) continue;
        vrm_Span text = vrm_json_text(json, it.value);
        for (size_t i = first_clone(shapes, mesh);
             i < shapes->clone_count && shapes->clones[i].mesh == mesh && edit->result == VRM_OK;
             i++) {
            vrm_JsonRef copy = VRM_JSON_MISSING;
            if (!vrmi_edit_charge(edit, "copies of meshes", text.size)) return;
            edit->result = vrm_json_insert(edit->json, list, vrm_json_count(edit->json, list),
                                           text.data, text.size, &copy);
            vrmi_edit_integer(edit, copy, "mesh", shapes->clones[i].copy);
        }
    }
}

static void copy_mesh_words(Shapes* shapes) {
    const vrm_Json* json = shapes->normalization->json;
    if (shapes->clone_count == 0 || shapes->normalization->model->dialect != VRM_DIALECT_0) return;
    copy_entries(shapes, vrm_json_at(json, "/extensions/VRM/firstPerson/meshAnnotations"));
    vrm_JsonIter it =
        vrm_json_iter(json, vrm_json_at(json, "/extensions/VRM/blendShapeMaster/blendShapeGroups"));
    while (vrm_json_next(&it)) copy_entries(shapes, vrm_json_member(json, it.value, "binds"));
}

void vrmi_normalize_shapes(vrmi_Normalization* normalization) {
    Shapes shapes = {.normalization = normalization};
    if (!list_shown(&shapes)) return;
    pin_rest(&shapes);
    split_meshes(&shapes);
    copy_mesh_words(&shapes);
    if (normalization->edit->result == VRM_OK && shapes.use_count > 0)
        vrmi_normalize_vertices(normalization, shapes.uses, shapes.use_count, shapes.maps);
    vrmi_release(&normalization->edit->allocator, shapes.uses,
                 shapes.use_capacity * sizeof *shapes.uses);
}
