/* SPDX-License-Identifier: MIT */
#include "optimize/join/join_vertices.h"

#include "gltf/elements.h"

#include <stdio.h>
#include <string.h>

#define NONE UINT32_MAX

/* Vertices that some of the primitives share. */
typedef struct Set {
    const vrm_Primitive* primitive; /* the first that has them */
    size_t vertex_count;
    uint32_t* new_index; /* of each vertex; NONE: unused */
} Set;

typedef struct Merge {
    vrmi_VertexJoin* join;
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    const vrm_Primitive* const* primitives;
    size_t primitive_count;
    Set* sets;
    size_t set_count;
    uint32_t* set_of; /* of each primitive */
    uint32_t* indices;
    size_t index_count;
    uint32_t vertex_count; /* of the result */
    int32_t zeros;         /* an accessor for targets that move nothing; -1: none yet */
} Merge;

vrmi_VertexJoin vrmi_vertex_join(vrmi_Optimization* optimization) {
    return (vrmi_VertexJoin){.optimization = optimization,
                             .work = vrmi_vertex_work(optimization),
                             .deltas = vrmi_delta_list(optimization)};
}

/* ---- Attributes ---- */

const char* vrmi_attribute_name(const vrm_Attribute* attribute, char out[VRMI_ATTRIBUTE_NAME]) {
    static const char* const names[] = {
        [VRM_SEMANTIC_POSITION] = "POSITION", [VRM_SEMANTIC_NORMAL] = "NORMAL",
        [VRM_SEMANTIC_TANGENT] = "TANGENT",   [VRM_SEMANTIC_TEXCOORD] = "TEXCOORD",
        [VRM_SEMANTIC_COLOR] = "COLOR",       [VRM_SEMANTIC_JOINTS] = "JOINTS",
        [VRM_SEMANTIC_WEIGHTS] = "WEIGHTS"};
    bool has_set = attribute->semantic >= VRM_SEMANTIC_TEXCOORD;
    snprintf(out, VRMI_ATTRIBUTE_NAME, has_set ? "%s_%u" : "%s", names[attribute->semantic],
             (unsigned)attribute->set);
    return out;
}

static bool has_same_attributes(const vrm_Attribute* a, int32_t a_count, const vrm_Attribute* b,
                                int32_t b_count) {
    if (a_count != b_count) return false;
    for (int32_t i = 0; i < a_count; i++)
        if (a[i].accessor != b[i].accessor || a[i].semantic != b[i].semantic ||
            a[i].set != b[i].set || a[i].semantic == VRM_SEMANTIC_OTHER)
            return false;
    return true;
}

bool vrmi_has_same_vertices(const vrm_Primitive* a, const vrm_Primitive* b) {
    bool is_same =
        a->target_count == b->target_count &&
        has_same_attributes(a->attributes, a->attribute_count, b->attributes, b->attribute_count);
    for (int32_t t = 0; t < a->target_count && is_same; t++)
        is_same = has_same_attributes(a->targets[t].attributes, a->targets[t].attribute_count,
                                      b->targets[t].attributes, b->targets[t].attribute_count);
    return is_same;
}

/* The accessor of the same attribute in a list; -1: none. */
static int32_t accessor_of(const vrm_Attribute* list, int32_t count, const vrm_Attribute* like) {
    for (int32_t i = 0; i < count; i++)
        if (list[i].semantic == like->semantic && list[i].set == like->set) return list[i].accessor;
    return -1;
}

static bool has_same_types(const vrm_Gltf* gltf, int32_t a, int32_t b) {
    if (a < 0 || b < 0) return false;
    const vrm_Accessor *x = &gltf->accessors[a], *y = &gltf->accessors[b];
    return x->component_type == y->component_type && x->type == y->type &&
           x->is_normalized == y->is_normalized;
}

static bool has_same_list(const vrm_Gltf* gltf, const vrm_Attribute* a, int32_t a_count,
                          const vrm_Attribute* b, int32_t b_count) {
    if (a_count != b_count) return false;
    for (int32_t i = 0; i < a_count; i++)
        if (a[i].semantic == VRM_SEMANTIC_OTHER ||
            !has_same_types(gltf, a[i].accessor, accessor_of(b, b_count, &a[i])))
            return false;
    return true;
}

bool vrmi_has_same_form(const vrm_Gltf* gltf, const vrm_Primitive* a, const vrm_Primitive* b) {
    if (a->target_count != b->target_count ||
        !has_same_list(gltf, a->attributes, a->attribute_count, b->attributes, b->attribute_count))
        return false;
    for (int32_t t = 0; t < a->target_count; t++)
        if (!has_same_list(gltf, a->targets[t].attributes, a->targets[t].attribute_count,
                           b->targets[t].attributes, b->targets[t].attribute_count))
            return false;
    return true;
}

/* ---- Primitives that are joined ---- */

static bool take(Merge* merge, uint64_t count, uint64_t size) {
    return vrmi_vertex_work_take(&merge->join->work, count, size);
}

/* Numbers the sets of vertices in the order of the primitives. */
static bool find_sets(Merge* merge) {
    const vrm_Primitive* const* primitives = merge->primitives;
    size_t count = merge->primitive_count;
    merge->sets = vrmi_optimization_alloc(merge->optimization, count, sizeof *merge->sets);
    merge->set_of = vrmi_optimization_alloc(merge->optimization, count, sizeof *merge->set_of);
    if (merge->sets == NULL || merge->set_of == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        size_t s = 0;
        if (!take(merge, merge->set_count + 1, 16 * ((uint64_t)primitives[i]->target_count + 1)))
            return false;
        while (s < merge->set_count &&
               !vrmi_has_same_vertices(merge->sets[s].primitive, primitives[i]))
            s++;
        merge->set_of[i] = (uint32_t)s;
        if (s == merge->set_count) merge->sets[merge->set_count++].primitive = primitives[i];
    }
    return true;
}

/* Whether an accessor has an element for each vertex, and the work that reading it is. */
static bool has_elements(Merge* merge, int32_t index, size_t count, bool is_delta) {
    const vrm_Accessor* accessor = &merge->gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    uint64_t elements = is_delta ? vrmi_deltas_most(merge->gltf, index) : accessor->count;
    return accessor->is_readable && accessor->count == count && layout.columns == 1 &&
           take(merge, elements, 2 * (uint64_t)layout.size) &&
           vrmi_has_sound_list(merge->gltf, index);
}

static bool is_sound_set(Merge* merge, Set* set) {
    const vrm_Primitive* primitive = set->primitive;
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (positions >= 0) set->vertex_count = (size_t)merge->gltf->accessors[positions].count;
    if (merge->set_count == 1) return true; /* it stays as it is */
    if (positions < 0) return false;
    for (int32_t i = 0; i < primitive->attribute_count; i++)
        if (!has_elements(merge, primitive->attributes[i].accessor, set->vertex_count, false))
            return false;
    for (int32_t t = 0; t < primitive->target_count; t++)
        for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++)
            if (!has_elements(merge, primitive->targets[t].attributes[i].accessor,
                              set->vertex_count, true))
                return false;
    set->new_index =
        vrmi_optimization_alloc(merge->optimization, set->vertex_count, sizeof *set->new_index);
    if (set->new_index == NULL) return false;
    memset(set->new_index, 0xFF, set->vertex_count * sizeof *set->new_index);
    return true;
}

static size_t corner_count(const Merge* merge, size_t i) {
    const vrm_Primitive* primitive = merge->primitives[i];
    return primitive->indices < 0 ? merge->sets[merge->set_of[i]].vertex_count
                                  : (size_t)merge->gltf->accessors[primitive->indices].count;
}

/* Reads the corners of all primitives, and marks the vertices that they use. */
static bool read_corners(Merge* merge) {
    uint64_t total = 0;
    for (size_t i = 0; i < merge->primitive_count; i++) total += corner_count(merge, i);
    if (total > UINT32_MAX / 4 || !take(merge, total, 2 * sizeof *merge->indices)) return false;
    merge->indices =
        vrmi_optimization_alloc(merge->optimization, (size_t)total, sizeof *merge->indices);
    if (merge->indices == NULL) return false;
    for (size_t i = 0; i < merge->primitive_count; i++) {
        const vrm_Primitive* primitive = merge->primitives[i];
        const Set* set = &merge->sets[merge->set_of[i]];
        uint32_t* corners = merge->indices + merge->index_count;
        size_t count = corner_count(merge, i);
        if (primitive->indices >= 0 &&
            vrm_accessor_read_u32(merge->gltf, primitive->indices, corners, count) != VRM_OK)
            return false;
        for (size_t k = 0; k < count; k++) {
            if (primitive->indices < 0) corners[k] = (uint32_t)k;
            if (merge->set_count == 1) continue;
            if (corners[k] >= set->vertex_count) return false;
            set->new_index[corners[k]] = 0;
        }
        merge->index_count += count;
    }
    return true;
}

static void number_vertices(Merge* merge) {
    for (size_t s = 0; s < merge->set_count; s++)
        for (size_t v = 0; v < merge->sets[s].vertex_count; v++)
            if (merge->sets[s].new_index[v] != NONE)
                merge->sets[s].new_index[v] = merge->vertex_count++;
    uint32_t* corner = merge->indices;
    for (size_t i = 0; i < merge->primitive_count; i++) {
        const Set* set = &merge->sets[merge->set_of[i]];
        for (size_t k = corner_count(merge, i); k > 0; k--, corner++)
            *corner = set->new_index[*corner];
    }
}

/* Zeros that dense morph targets of the result would take. */
static bool may_be_dense(Merge* merge) {
    const vrm_OptimizeDef* def = &merge->optimization->def;
    uint64_t targets = (uint64_t)merge->primitives[0]->target_count;
    return (def->stores_morphs_sparse && !def->stores_dense) || targets == 0 ||
           take(merge, merge->vertex_count, 36 * targets);
}

/* ---- Writing ---- */

static int32_t join_attribute(Merge* merge, const vrm_Attribute* attribute) {
    vrmi_Optimization* optimization = merge->optimization;
    const vrm_Accessor* like = &merge->gltf->accessors[attribute->accessor];
    vrmi_ElementLayout layout = vrmi_element_layout(like->component_type, like->type);
    size_t stride = (layout.size + 3) & ~(size_t)3;
    int32_t accessor = -1;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint8_t* bytes = vrmi_optimization_alloc(optimization, merge->vertex_count, stride);
    for (size_t s = 0; s < merge->set_count && bytes != NULL; s++) {
        const Set* set = &merge->sets[s];
        vrmi_VertexBytes from;
        int32_t source =
            accessor_of(set->primitive->attributes, set->primitive->attribute_count, attribute);
        if (!vrmi_vertex_bytes(optimization, source, &from)) continue; /* checked before */
        for (size_t v = 0; v < set->vertex_count; v++)
            if (set->new_index[v] != NONE)
                memcpy(bytes + set->new_index[v] * stride, from.bytes + v * from.step,
                       layout.covered);
    }
    if (bytes != NULL)
        accessor =
            vrmi_add_vertices(optimization, like, (vrmi_VertexBytes){bytes, stride},
                              merge->vertex_count, attribute->semantic == VRM_SEMANTIC_POSITION);
    vrmi_arena_rewind(&optimization->arena, mark);
    return accessor;
}

/* The deltas of all sets as one accessor. Targets without deltas share an accessor. */
static int32_t add_deltas(Merge* merge, vrmi_Deltas* deltas) {
    bool is_usual = deltas->like.component_type == VRM_COMPONENT_FLOAT &&
                    deltas->like.type == VRM_ACCESSOR_VEC3;
    if (deltas->count > 0 || !is_usual) return vrmi_deltas_add(&merge->join->deltas, deltas);
    deltas->has_bounds = true;
    if (merge->zeros < 0) merge->zeros = vrmi_deltas_add(&merge->join->deltas, deltas);
    return merge->zeros;
}

static int32_t join_delta(Merge* merge, int32_t t, const vrm_Attribute* attribute) {
    vrmi_Optimization* optimization = merge->optimization;
    vrmi_Deltas deltas = {.like = merge->gltf->accessors[attribute->accessor],
                          .elements = merge->vertex_count,
                          .has_bounds = attribute->semantic == VRM_SEMANTIC_POSITION};
    uint64_t most = 0;
    int32_t accessor = -1;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t s = 0; s < merge->set_count; s++) {
            const vrm_MorphTarget* target = &merge->sets[s].primitive->targets[t];
            int32_t source = accessor_of(target->attributes, target->attribute_count, attribute);
            if (pass == 0) most += vrmi_deltas_most(merge->gltf, source);
            if (pass == 1)
                vrmi_deltas_append(optimization, &deltas, source, merge->sets[s].new_index);
        }
        if (pass == 0 && !vrmi_deltas_reserve(optimization, &deltas, most)) break;
    }
    if (optimization->edit->result == VRM_OK) accessor = add_deltas(merge, &deltas);
    vrmi_arena_rewind(&optimization->arena, mark);
    return accessor;
}

/* The attributes of the first primitive, or of one of its targets, with new accessors. */
static void put_attributes(vrm_JsonBuilder* b, const vrm_Attribute* list, int32_t count,
                           const int32_t* accessors) {
    char name[VRMI_ATTRIBUTE_NAME];
    vrm_json_begin_object(b);
    for (int32_t i = 0; i < count; i++)
        vrmi_put_integer(b, vrmi_attribute_name(&list[i], name), accessors[i]);
    vrm_json_end_object(b);
}

static void write_attributes(Merge* merge) {
    const vrm_Primitive* first = merge->primitives[0];
    vrm_Edit* edit = merge->optimization->edit;
    size_t count = (size_t)first->attribute_count;
    int32_t* accessors = vrmi_optimization_alloc(merge->optimization, count, sizeof *accessors);
    if (accessors == NULL) return;
    for (size_t i = 0; i < count; i++) accessors[i] = join_attribute(merge, &first->attributes[i]);
    put_attributes(vrmi_edit_text(edit), first->attributes, first->attribute_count, accessors);
    vrmi_edit_put(edit, first->json, "attributes");
}

static void write_targets(Merge* merge) {
    const vrm_Primitive* first = merge->primitives[0];
    vrm_Edit* edit = merge->optimization->edit;
    size_t count = 0;
    if (first->target_count == 0) return;
    for (int32_t t = 0; t < first->target_count; t++)
        count += (size_t)first->targets[t].attribute_count;
    int32_t *accessors = vrmi_optimization_alloc(merge->optimization, count, sizeof *accessors),
            *next = accessors;
    if (accessors == NULL) return;
    for (int32_t t = 0; t < first->target_count; t++)
        for (int32_t i = 0; i < first->targets[t].attribute_count; i++)
            *next++ = join_delta(merge, t, &first->targets[t].attributes[i]);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    next = accessors;
    for (int32_t t = 0; t < first->target_count; t++) {
        const vrm_MorphTarget* target = &first->targets[t];
        put_attributes(b, target->attributes, target->attribute_count, next);
        next += target->attribute_count;
    }
    vrm_json_end_array(b);
    vrmi_edit_put(edit, first->json, "targets");
}

static void write_indices(Merge* merge) {
    vrm_Edit* edit = merge->optimization->edit;
    int32_t accessor;
    vrmi_edit_fail(edit, vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, merge->indices,
                                               merge->index_count, VRMI_INDEX_DATA, &accessor));
    vrmi_edit_integer(edit, merge->primitives[0]->json, "indices", accessor);
    merge->optimization->is_changed = true;
}

/* ---- The whole ---- */

static bool open(Merge* merge) {
    if (!find_sets(merge)) return false;
    for (size_t s = 0; s < merge->set_count; s++)
        if (!is_sound_set(merge, &merge->sets[s])) return false;
    if (!read_corners(merge) || merge->index_count == 0) return false;
    if (merge->set_count > 1) number_vertices(merge);
    return may_be_dense(merge);
}

bool vrmi_join_vertices(vrmi_VertexJoin* join, const vrm_Primitive* const* primitives,
                        size_t count) {
    vrmi_Optimization* optimization = join->optimization;
    Merge merge = {.join = join,
                   .optimization = optimization,
                   .gltf = optimization->gltf,
                   .primitives = primitives,
                   .primitive_count = count,
                   .zeros = -1};
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    bool is_open = open(&merge) && optimization->edit->result == VRM_OK;
    /* Primitives over the same vertices keep them. */
    if (is_open && merge.set_count > 1) {
        write_attributes(&merge);
        write_targets(&merge);
    }
    if (is_open) write_indices(&merge);
    vrmi_arena_rewind(&optimization->arena, mark);
    return is_open && optimization->edit->result == VRM_OK;
}
