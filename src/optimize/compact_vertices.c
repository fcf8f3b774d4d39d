/* SPDX-License-Identifier: MIT */
/* Vertices without waste: those that no triangle uses go, equal ones become one, the rest is stored
 * in the order of use, and indices take 16 bits where they fit. Triangles keep their order.
 *
 * Primitives may share vertices: all primitives with the same accessors form a set and are changed
 * together. A set stays as it is where something else uses one of its accessors. */
#include "optimize/optimize.h"
#include "optimize/vertex_data.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "gltf/accessor.h"
#include "gltf/elements.h"

#include <stdlib.h>
#include <string.h>

/* How many vertices of one hash are compared: an attacker can make more. */
#define PROBES 64

/* Bytes that the vertices of a set may take unpacked, for each byte of the file. */
#define BYTES_PER_BYTE 4

/* One accessor of a set. */
typedef struct Stream {
    int32_t accessor;
    uint32_t uses; /* by one primitive of the set: morph targets may share an accessor */
    vrmi_ElementLayout layout;
    bool is_delta;        /* floats of morph targets alone: -0.0 is 0 there */
    const uint8_t* bytes; /* of the first vertex; NULL: zeros */
    size_t step;          /* to the next vertex */
} Stream;

typedef struct Set {
    const vrm_Primitive* const* primitives;
    size_t primitive_count;
    Stream* streams;
    size_t stream_count;
    size_t vertex_count;
    uint32_t* new_index; /* of each vertex; NONE: unused so far */
    uint32_t* kept;      /* the vertex of each new index */
    uint32_t kept_count;
    uint32_t* table; /* new indices by the hash of their vertices; NONE: free */
    size_t table_mask;
} Set;

#define NONE UINT32_MAX

typedef struct Packing {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    const vrm_Primitive** primitives; /* of all meshes; equal sets side by side after sorting */
    size_t primitive_count;
    uint32_t* users;      /* of each accessor: how often a primitive, skin or animation names it */
    uint32_t* stream_of;  /* of each accessor: its stream in the set at hand, + 1 */
    uint32_t* index_uses; /* of each accessor: how many primitives of the set have it as indices */
    uint8_t* is_numbered; /* of each accessor: its indices were read */
} Packing;

/* ---- Sets ---- */

static int compare_attributes(const vrm_Attribute* a, int32_t a_count, const vrm_Attribute* b,
                              int32_t b_count) {
    if (a_count != b_count) return a_count < b_count ? -1 : 1;
    for (int32_t i = 0; i < a_count; i++)
        if (a[i].accessor != b[i].accessor) return a[i].accessor < b[i].accessor ? -1 : 1;
    return 0;
}

static int compare_vertices(const vrm_Primitive* a, const vrm_Primitive* b) {
    int order =
        compare_attributes(a->attributes, a->attribute_count, b->attributes, b->attribute_count);
    if (order == 0 && a->target_count != b->target_count)
        order = a->target_count < b->target_count ? -1 : 1;
    for (int32_t t = 0; t < a->target_count && order == 0; t++)
        order = compare_attributes(a->targets[t].attributes, a->targets[t].attribute_count,
                                   b->targets[t].attributes, b->targets[t].attribute_count);
    return order;
}

/* Primitives of equal vertices keep the order of the file, which is the order of their JSON
 * objects. */
static int by_vertices(const void* a, const void* b) {
    const vrm_Primitive *x = *(const vrm_Primitive*const*)a, *y = *(const vrm_Primitive*const*)b;
    int order = compare_vertices(x, y);
    return order != 0 ? order : (x->json > y->json) - (x->json < y->json);
}

static void use(Packing* packing, int32_t accessor) {
    if (accessor >= 0) packing->users[accessor]++;
}

static void count_users(Packing* packing) {
    const vrm_Gltf* gltf = packing->gltf;
    for (size_t i = 0; i < packing->primitive_count; i++) {
        const vrm_Primitive* primitive = packing->primitives[i];
        use(packing, primitive->indices);
        for (int32_t k = 0; k < primitive->attribute_count; k++)
            use(packing, primitive->attributes[k].accessor);
        for (int32_t t = 0; t < primitive->target_count; t++)
            for (int32_t k = 0; k < primitive->targets[t].attribute_count; k++)
                use(packing, primitive->targets[t].attributes[k].accessor);
    }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        use(packing, gltf->skins[i].inverse_bind_matrices);
    for (int32_t i = 0; i < gltf->animation_count; i++)
        for (int32_t k = 0; k < gltf->animations[i].sampler_count; k++) {
            use(packing, gltf->animations[i].samplers[k].input);
            use(packing, gltf->animations[i].samplers[k].output);
        }
}

/* Extras may name vertices by their numbers. */
static bool has_numbers(const vrm_Gltf* gltf, vrm_JsonRef extras) {
    vrm_JsonIter it = vrm_json_iter(gltf->json, extras);
    while (vrm_json_next(&it)) {
        if (vrm_json_equals(gltf->json, it.key, "targetNames")) continue;
        vrm_Span text = vrm_json_text(gltf->json, it.value);
        for (size_t i = 0; i < text.size; i++)
            if (vrmi_is_digit(text.data[i])) return true;
    }
    return false;
}

/* An extension of a primitive may count vertices: only variants of materials surely do not. */
static bool has_strangers(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    if (has_numbers(gltf, vrm_json_member(gltf->json, primitive->json, "extras"))) return true;
    vrm_JsonRef extensions = vrm_json_member(gltf->json, primitive->json, "extensions");
    vrm_JsonIter it = vrm_json_iter(gltf->json, extensions);
    while (vrm_json_next(&it))
        if (!vrm_json_equals(gltf->json, it.key, "KHR_materials_variants")) return true;
    return false;
}

/* ---- Streams ---- */

/* False when the set cannot be changed. */
static bool add_stream(Packing* packing, Set* set, int32_t index, bool is_delta) {
    if (index < 0) return false;
    const vrm_Accessor* accessor = &packing->gltf->accessors[index];
    uint32_t known = packing->stream_of[index];
    if (known != 0) {
        set->streams[known - 1].uses++;
        set->streams[known - 1].is_delta &= is_delta;
        return true;
    }
    Stream* stream = &set->streams[set->stream_count++];
    packing->stream_of[index] = (uint32_t)set->stream_count;
    *stream = (Stream){.accessor = index,
                       .uses = 1,
                       .is_delta = is_delta && accessor->component_type == VRM_COMPONENT_FLOAT,
                       .layout = vrmi_element_layout(accessor->component_type, accessor->type)};
    return accessor->is_readable && stream->layout.size > 0 &&
           accessor->count == set->vertex_count &&
           (!accessor->is_sparse || packing->optimization->def.stores_morphs_sparse);
}

static bool add_streams(Packing* packing, Set* set, const vrm_Attribute* attributes, int32_t count,
                        bool is_delta) {
    for (int32_t i = 0; i < count; i++)
        if (!add_stream(packing, set, attributes[i].accessor, is_delta)) return false;
    return true;
}

/* The elements of a stream as bytes: in the file, or a copy where they are not all there. */
static bool open_stream(Packing* packing, Set* set, Stream* stream, uint64_t* left) {
    const vrm_Accessor* accessor = &packing->gltf->accessors[stream->accessor];
    if (accessor->buffer_view < 0 && !accessor->is_sparse) return true; /* zeros */
    if (!accessor->is_sparse) {
        const vrm_BufferView* view = &packing->gltf->buffer_views[accessor->buffer_view];
        stream->bytes = view->data + accessor->byte_offset;
        stream->step = view->byte_stride != 0 ? view->byte_stride : stream->layout.size;
        return true;
    }
    uint64_t size = (uint64_t)set->vertex_count * stream->layout.size;
    if (size > *left) return false;
    *left -= size;
    uint8_t* copy =
        vrmi_optimization_alloc(packing->optimization, set->vertex_count, stream->layout.size);
    stream->bytes = copy;
    stream->step = stream->layout.size;
    return copy != NULL &&
           vrmi_accessor_copy(packing->gltf, stream->accessor, stream->layout.size, copy);
}

/* False when the set stays as it is. */
static bool open_set(Packing* packing, Set* set) {
    const vrm_Primitive* first = set->primitives[0];
    int32_t positions = vrm_primitive_attribute(first, VRM_SEMANTIC_POSITION, 0);
    size_t most = (size_t)first->attribute_count;
    if (positions < 0) return false;
    for (int32_t t = 0; t < first->target_count; t++)
        most += (size_t)first->targets[t].attribute_count;
    set->vertex_count = (size_t)packing->gltf->accessors[positions].count;
    set->streams = vrmi_optimization_alloc(packing->optimization, most, sizeof *set->streams);
    if (set->streams == NULL ||
        !add_streams(packing, set, first->attributes, first->attribute_count, false))
        return false;
    for (int32_t t = 0; t < first->target_count; t++)
        if (!add_streams(packing, set, first->targets[t].attributes,
                         first->targets[t].attribute_count, true))
            return false;
    uint64_t left = packing->optimization->file_bytes * BYTES_PER_BYTE + 16777216;
    for (size_t i = 0; i < set->stream_count; i++) {
        Stream* stream = &set->streams[i];
        bool is_own =
            packing->users[stream->accessor] == (uint64_t)stream->uses * set->primitive_count;
        if (!is_own || !open_stream(packing, set, stream, &left)) return false;
    }
    for (size_t i = 0; i < set->primitive_count; i++)
        if (set->primitives[i]->indices < 0 || has_strangers(packing->gltf, set->primitives[i]))
            return false;
    return true;
}

static void close_set(Packing* packing, const Set* set) {
    for (size_t i = 0; i < set->stream_count; i++) packing->stream_of[set->streams[i].accessor] = 0;
}

/* ---- Equal vertices ---- */

/* Whether a morph target does not move the vertex: zeros of both signs are left out later. */
static bool is_still(const Stream* stream, uint32_t vertex) {
    const uint8_t* bytes = stream->bytes + vertex * stream->step;
    for (uint32_t k = 0; k < stream->layout.covered; k++)
        if (bytes[k] != 0 && !(k % 4 == 3 && bytes[k] == 0x80)) return false;
    return true;
}

/* Of its attributes alone: vertices that only morph targets tell apart are few. */
static uint64_t hash_vertex(const Set* set, uint32_t vertex) {
    uint64_t hash = 0;
    for (size_t i = 0; i < set->stream_count; i++) {
        const Stream* stream = &set->streams[i];
        if (stream->bytes != NULL && !stream->is_delta)
            hash = vrmi_hash(stream->bytes + vertex * stream->step, stream->layout.covered, hash);
    }
    return vrmi_hash_end(hash);
}

static bool is_same_vertex(const Set* set, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < set->stream_count; i++) {
        const Stream* stream = &set->streams[i];
        if (stream->bytes != NULL &&
            memcmp(stream->bytes + a * stream->step, stream->bytes + b * stream->step,
                   stream->layout.covered) != 0 &&
            !(stream->is_delta && is_still(stream, a) && is_still(stream, b)))
            return false;
    }
    return true;
}

/* The new index of a vertex at its first use: the index of an equal vertex, or the next. */
static uint32_t place_vertex(Set* set, uint32_t vertex) {
    uint64_t hash = hash_vertex(set, vertex);
    for (uint32_t probe = 0; probe < PROBES; probe++) {
        uint32_t* slot = &set->table[(hash + probe) & set->table_mask];
        if (*slot == NONE) {
            *slot = set->kept_count;
            break;
        }
        if (is_same_vertex(set, set->kept[*slot], vertex)) return *slot;
    }
    set->kept[set->kept_count] = vertex;
    return set->kept_count++;
}

static bool make_table(Packing* packing, Set* set) {
    size_t size = 64;
    while (size < set->vertex_count * 2) size *= 2;
    vrmi_Optimization* optimization = packing->optimization;
    set->table = vrmi_optimization_alloc(optimization, size, sizeof *set->table);
    set->new_index =
        vrmi_optimization_alloc(optimization, set->vertex_count, sizeof *set->new_index);
    set->kept = vrmi_optimization_alloc(optimization, set->vertex_count, sizeof *set->kept);
    if (set->table == NULL || set->new_index == NULL || set->kept == NULL) return false;
    set->table_mask = size - 1;
    memset(set->table, 0xFF, size * sizeof *set->table);
    memset(set->new_index, 0xFF, set->vertex_count * sizeof *set->new_index);
    return true;
}

/* ---- Indices ---- */

typedef struct Indices {
    int32_t accessor;
    uint32_t* values;
    size_t count;
} Indices;

/* Reads the indices of a primitive and numbers its vertices. Primitives may share an accessor,
 * which is read once. */
static bool number_vertices(Packing* packing, Set* set, size_t primitive, Indices* out) {
    const vrm_Gltf* gltf = packing->gltf;
    out->accessor = set->primitives[primitive]->indices;
    if (packing->is_numbered[out->accessor]) return true;
    packing->is_numbered[out->accessor] = 1;
    vrm_Result result =
        vrmi_read_indices_of(gltf, set->primitives[primitive], set->vertex_count,
                             &packing->optimization->arena, &out->values, &out->count);
    if (result == VRM_ERR_MEMORY) vrmi_edit_fail(packing->optimization->edit, result);
    if (result != VRM_OK) return false;
    for (size_t i = 0; i < out->count; i++) {
        uint32_t vertex = out->values[i];
        if (vertex >= set->vertex_count) return false;
        if (set->new_index[vertex] == NONE) set->new_index[vertex] = place_vertex(set, vertex);
        out->values[i] = set->new_index[vertex];
    }
    return true;
}

static vrm_ComponentType index_type(const Set* set, vrm_ComponentType old) {
    /* The largest number restarts a strip in OpenGL, so it is no index. */
    if (old == VRM_COMPONENT_UNSIGNED_BYTE && set->kept_count <= UINT8_MAX) return old;
    return set->kept_count <= UINT16_MAX ? VRM_COMPONENT_UNSIGNED_SHORT
                                         : VRM_COMPONENT_UNSIGNED_INT;
}

/* Whether the indices of a set that keeps its vertices take less room. */
static bool shrinks(const Packing* packing, const Set* set, const Indices* indices) {
    vrm_ComponentType old =
        (vrm_ComponentType)packing->gltf->accessors[indices->accessor].component_type;
    return vrmi_component_size(index_type(set, old)) < vrmi_component_size(old);
}

static bool changes_vertices(const Set* set) {
    if (set->kept_count != set->vertex_count) return true;
    for (uint32_t i = 0; i < set->kept_count; i++)
        if (set->kept[i] != i) return true;
    return false;
}

/* ---- Writing ---- */

static void store_indices(Packing* packing, const Set* set, const Indices* indices) {
    vrmi_Optimization* optimization = packing->optimization;
    const vrm_Accessor* accessor = &packing->gltf->accessors[indices->accessor];
    vrm_ComponentType type = index_type(set, (vrm_ComponentType)accessor->component_type);
    size_t size = vrmi_component_size(type);
    uint8_t* bytes = vrmi_optimization_alloc(optimization, indices->count, size);
    if (bytes == NULL) return;
    for (size_t i = 0; i < indices->count; i++)
        for (size_t k = 0; k < size; k++)
            bytes[i * size + k] = (uint8_t)(indices->values[i] >> (8 * k));
    vrmi_optimization_store(optimization, indices->accessor, bytes, indices->count * size,
                            VRMI_INDEX_DATA, 0);
    vrmi_edit_integer(optimization->edit, accessor->json, "componentType", type);
    vrmi_edit_drop(optimization->edit, accessor->json, "min");
    vrmi_edit_drop(optimization->edit, accessor->json, "max");
}

static void put_bound(vrm_Edit* edit, vrm_JsonRef accessor, const char* key, const double* bound,
                      uint32_t count) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (uint32_t c = 0; c < count; c++) vrm_json_put_double(b, bound[c]);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, accessor, key);
}

/* Of elements side by side; the members of matrices have no bounds. */
static void put_bounds(Packing* packing, const Stream* stream, const uint8_t* bytes, size_t stride,
                       uint32_t count) {
    vrm_Edit* edit = packing->optimization->edit;
    const vrm_Accessor* accessor = &packing->gltf->accessors[stream->accessor];
    double min[4], max[4];
    vrmi_vertex_bounds(accessor, (vrmi_VertexBytes){bytes, stride}, count, min, max);
    put_bound(edit, accessor->json, "min", min, stream->layout.rows);
    put_bound(edit, accessor->json, "max", max, stream->layout.rows);
}

static void store_stream(Packing* packing, const Set* set, const Stream* stream) {
    vrmi_Optimization* optimization = packing->optimization;
    vrm_Edit* edit = optimization->edit;
    vrm_JsonRef json = packing->gltf->accessors[stream->accessor].json;
    size_t stride = (stream->layout.size + 3) & ~(size_t)3;
    vrmi_edit_integer(edit, json, "count", set->kept_count);
    if (stream->bytes == NULL) return;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint8_t* bytes = vrmi_optimization_alloc(optimization, set->kept_count, stride);
    if (bytes == NULL) return;
    for (uint32_t i = 0; i < set->kept_count; i++)
        memcpy(bytes + i * stride, stream->bytes + set->kept[i] * stream->step,
               stream->layout.covered);
    vrmi_optimization_store(optimization, stream->accessor, bytes, set->kept_count * stride,
                            VRMI_VERTEX_DATA, stride == stream->layout.size ? 0 : (uint32_t)stride);
    if (stream->layout.columns == 1 &&
        vrm_json_member(edit->json, json, "min") != VRM_JSON_MISSING &&
        vrm_json_member(edit->json, json, "max") != VRM_JSON_MISSING)
        put_bounds(packing, stream, bytes, stride, set->kept_count);
    vrmi_arena_rewind(&optimization->arena, mark);
}

/* ---- The whole ---- */

/* Whether nothing but the primitives of the set uses their indices. */
static bool owns_indices(Packing* packing, const Set* set) {
    bool is_own = true;
    for (size_t i = 0; i < set->primitive_count; i++)
        packing->index_uses[set->primitives[i]->indices]++;
    for (size_t i = 0; i < set->primitive_count; i++) {
        int32_t indices = set->primitives[i]->indices;
        if (packing->index_uses[indices] != packing->users[indices]) is_own = false;
    }
    return is_own;
}

static void forget_indices(Packing* packing, const Set* set) {
    for (size_t i = 0; i < set->primitive_count; i++)
        packing->index_uses[set->primitives[i]->indices] = 0;
}

static void write_set(Packing* packing, const Set* set, const Indices* indices) {
    bool has_new_vertices = changes_vertices(set);
    for (size_t i = 0; i < set->stream_count && has_new_vertices; i++)
        store_stream(packing, set, &set->streams[i]);
    for (size_t i = 0; i < set->primitive_count; i++) {
        if (packing->index_uses[indices[i].accessor] == 0) continue; /* written already */
        packing->index_uses[indices[i].accessor] = 0;
        if (has_new_vertices || shrinks(packing, set, &indices[i]))
            store_indices(packing, set, &indices[i]);
    }
}

static void pack_set(Packing* packing, Set* set) {
    vrmi_Optimization* optimization = packing->optimization;
    Indices* indices = vrmi_optimization_alloc(optimization, set->primitive_count, sizeof *indices);
    bool is_sound = indices != NULL && owns_indices(packing, set) && make_table(packing, set);
    for (size_t i = 0; i < set->primitive_count && is_sound; i++)
        is_sound = number_vertices(packing, set, i, &indices[i]);
    if (is_sound && set->kept_count > 0) write_set(packing, set, indices);
    forget_indices(packing, set);
}

static bool collect_primitives(Packing* packing) {
    const vrm_Gltf* gltf = packing->gltf;
    size_t count = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++) count += (size_t)gltf->meshes[m].primitive_count;
    packing->primitives =
        vrmi_optimization_alloc(packing->optimization, count, sizeof *packing->primitives);
    if (packing->primitives == NULL) return false;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++)
            packing->primitives[packing->primitive_count++] = &gltf->meshes[m].primitives[p];
    return true;
}

void vrmi_compact_vertices(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    vrm_Edit* edit = optimization->edit;
    size_t accessors = (size_t)gltf->accessor_count + 1;
    Packing packing = {.optimization = optimization, .gltf = gltf};
    packing.users = vrmi_optimization_alloc(optimization, accessors, sizeof *packing.users);
    packing.stream_of = vrmi_optimization_alloc(optimization, accessors, sizeof *packing.stream_of);
    packing.index_uses =
        vrmi_optimization_alloc(optimization, accessors, sizeof *packing.index_uses);
    packing.is_numbered = vrmi_optimization_alloc(optimization, accessors, 1);
    vrmi_optimization_count_view_users(optimization);
    if (edit->result != VRM_OK || !collect_primitives(&packing)) return;
    count_users(&packing);
    qsort(packing.primitives, packing.primitive_count, sizeof *packing.primitives, by_vertices);
    for (size_t i = 0, end; i < packing.primitive_count && edit->result == VRM_OK; i = end) {
        const vrm_Primitive* const* first = packing.primitives + i;
        for (end = i + 1; end < packing.primitive_count &&
                          compare_vertices(*first, packing.primitives[end]) == 0;)
            end++;
        vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
        Set set = {.primitives = first, .primitive_count = end - i};
        if (open_set(&packing, &set)) pack_set(&packing, &set);
        close_set(&packing, &set);
        vrmi_arena_rewind(&optimization->arena, mark);
    }
    if (optimization->is_changed) vrmi_edit_compact_chunk(edit);
}
