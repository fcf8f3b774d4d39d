/* SPDX-License-Identifier: MIT */
/* Morph targets by the vertices that they move: a target mostly moves a few, and all other numbers
 * are zeros. They become sparse accessors without a buffer view, whose elements are zero unless
 * they are listed. An attribute that is zero in all targets of a mesh is left out, except POSITION,
 * which readers expect. */
#include "optimize/optimize.h"
#include "optimize/sparse_piles.h"

#include "base/bytes.h"
#include "gltf/accessor.h"

#include <string.h>

/* Bytes that are looked at, for each byte of the file: only accessors that overlap many times take
 * more, and the rest of them stays as it is. */
#define BYTES_PER_BYTE 8

/* The content of an accessor of a morph target. */
enum { NOT_OF_TARGETS, UNKNOWN, MOVES, ZERO };

typedef struct Morphs {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    uint8_t* content;        /* of each accessor */
    vrmi_SparseData* sparse; /* of each accessor; a count of 0: it does not become sparse */
    uint64_t left;           /* bytes that may still be looked at */
    vrmi_SparsePiles piles;
} Morphs;

/* ---- Content of accessors ---- */

typedef struct Elements {
    const uint8_t* bytes;
    size_t step;
    vrmi_ElementLayout layout;
    bool is_float;
    uint64_t count;
} Elements;

/* The elements of a plain accessor; false for any other. */
static bool open_elements(const Morphs* morphs, int32_t index, Elements* out) {
    const vrm_Accessor* accessor = &morphs->gltf->accessors[index];
    if (!accessor->is_readable || accessor->buffer_view < 0 || accessor->is_sparse) return false;
    const vrm_BufferView* view = &morphs->gltf->buffer_views[accessor->buffer_view];
    *out = (Elements){.layout = vrmi_element_layout(accessor->component_type, accessor->type),
                      .is_float = accessor->component_type == VRM_COMPONENT_FLOAT,
                      .bytes = view->data + accessor->byte_offset,
                      .count = accessor->count};
    out->step = view->byte_stride != 0 ? view->byte_stride : out->layout.size;
    return out->layout.columns == 1;
}

/* Returns true if all components of an element are 0 or -0. */
static bool is_zero(const Elements* elements, uint64_t i) {
    const uint8_t* element = elements->bytes + i * elements->step;
    for (uint32_t k = 0; k < elements->layout.covered; k++) {
        bool is_sign = elements->is_float && k % 4 == 3 && element[k] == 0x80;
        if (element[k] != 0 && !is_sign) return false;
    }
    return true;
}

static void classify(Morphs* morphs, int32_t index) {
    const vrm_Accessor* accessor = &morphs->gltf->accessors[index];
    Elements elements;
    if (morphs->content[index] != UNKNOWN) return;
    morphs->content[index] = MOVES;
    if (accessor->is_readable && accessor->buffer_view < 0 && !accessor->is_sparse)
        morphs->content[index] = ZERO;
    if (!open_elements(morphs, index, &elements)) return;
    uint64_t size = elements.count * elements.layout.size, moved = 0;
    if (size > morphs->left) return;
    morphs->left -= size;
    for (uint64_t i = 0; i < elements.count; i++) moved += !is_zero(&elements, i);
    if (moved == 0) morphs->content[index] = ZERO;
    if (vrmi_sparse_saves(moved, elements.count, elements.layout.size))
        morphs->sparse[index] = (vrmi_SparseData){.count = moved, .elements = elements.count};
}

/* Marks the accessors of targets that are nothing else. */
static void mark_targets(Morphs* morphs) {
    const vrm_Gltf* gltf = morphs->gltf;
    for (int pass = 0; pass < 2; pass++)
        for (int32_t m = 0; m < gltf->mesh_count; m++)
            for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
                const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
                for (int32_t t = 0; t < primitive->target_count && pass == 0; t++)
                    for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++) {
                        int32_t accessor = primitive->targets[t].attributes[i].accessor;
                        if (accessor >= 0) morphs->content[accessor] = UNKNOWN;
                    }
                for (int32_t i = 0; i < primitive->attribute_count && pass == 1; i++) {
                    int32_t accessor = primitive->attributes[i].accessor;
                    if (accessor >= 0) morphs->content[accessor] = NOT_OF_TARGETS;
                }
            }
}

/* ---- Attributes that are left out ---- */

static const struct {
    vrm_Semantic semantic;
    const char* name;
} directions[] = {{VRM_SEMANTIC_NORMAL, "NORMAL"}, {VRM_SEMANTIC_TANGENT, "TANGENT"}};

/* Returns true if normals (or tangents) can be removed from all morph targets of a mesh. They are
 * removed from all targets or from none, because three.js uses the normals at rest for a target
 * that lacks them beside others that have them. A target that has nothing else keeps them. */
static bool are_useless(const Morphs* morphs, const vrm_Mesh* mesh, vrm_Semantic semantic) {
    bool is_somewhere = false;
    for (int32_t p = 0; p < mesh->primitive_count; p++)
        for (int32_t t = 0; t < mesh->primitives[p].target_count; t++) {
            const vrm_MorphTarget* target = &mesh->primitives[p].targets[t];
            int32_t accessor = vrm_morph_target_attribute(target, semantic);
            if (accessor < 0) continue;
            if (vrm_morph_target_attribute(target, VRM_SEMANTIC_POSITION) < 0) return false;
            is_somewhere = true;
            if (morphs->content[accessor] != ZERO && !morphs->optimization->def.drops_morph_normals)
                return false;
        }
    return is_somewhere;
}

static void drop_directions(Morphs* morphs, const vrm_Mesh* mesh, const char* name) {
    vrm_Edit* edit = morphs->optimization->edit;
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        vrm_JsonRef targets = vrm_json_member(edit->json, mesh->primitives[p].json, "targets");
        for (int32_t t = 0; t < mesh->primitives[p].target_count && edit->result == VRM_OK; t++)
            vrmi_edit_drop(edit, vrm_json_element(edit->json, targets, (uint32_t)t), name);
    }
    morphs->optimization->is_changed = true;
}

static void drop_all_useless(Morphs* morphs) {
    for (int32_t m = 0; m < morphs->gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &morphs->gltf->meshes[m];
        for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
            if (are_useless(morphs, mesh, directions[i].semantic))
                drop_directions(morphs, mesh, directions[i].name);
    }
}

/* ---- Sparse data ---- */

static void gather(Morphs* morphs, int32_t index) {
    Elements elements;
    vrmi_SparseData* sparse = &morphs->sparse[index];
    uint8_t *values, *indices;
    if (sparse->count == 0 || !open_elements(morphs, index, &elements)) return;
    size_t size = elements.layout.size, index_size = vrmi_sparse_index_size(elements.count);
    if (!vrmi_piles_reserve(&morphs->piles, sparse, size, &values, &indices)) return;
    for (uint64_t i = 0; i < elements.count; i++) {
        if (is_zero(&elements, i)) continue;
        memcpy(values, elements.bytes + i * elements.step, elements.layout.covered);
        values += size;
        for (size_t k = 0; k < index_size; k++) *indices++ = (uint8_t)(i >> (8 * k));
    }
}

static void write_sparse(Morphs* morphs, int32_t index) {
    vrm_Edit* edit = morphs->optimization->edit;
    vrm_JsonRef json = morphs->gltf->accessors[index].json;
    Elements elements;
    if (!open_elements(morphs, index, &elements)) return;
    vrmi_edit_drop(edit, json, "bufferView");
    vrmi_edit_drop(edit, json, "byteOffset");
    morphs->optimization->is_changed = true;
    if (morphs->sparse[index].count > 0)
        vrmi_piles_put(&morphs->piles, json, &morphs->sparse[index]);
}

static void make_sparse(Morphs* morphs) {
    vrm_Edit* edit = morphs->optimization->edit;
    int32_t count = morphs->gltf->accessor_count;
    for (int32_t i = 0; i < count && edit->result == VRM_OK; i++) gather(morphs, i);
    vrmi_piles_add_views(&morphs->piles);
    for (int32_t i = 0; i < count && edit->result == VRM_OK; i++)
        if (morphs->sparse[i].count > 0 || morphs->content[i] == ZERO) write_sparse(morphs, i);
}

void vrmi_sparse_morphs(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    size_t accessors = (size_t)gltf->accessor_count + 1;
    Morphs morphs = {.optimization = optimization,
                     .gltf = gltf,
                     .left = optimization->file_bytes * BYTES_PER_BYTE + 16777216,
                     .content = vrmi_optimization_alloc(optimization, accessors, 1),
                     .sparse =
                         vrmi_optimization_alloc(optimization, accessors, sizeof(vrmi_SparseData)),
                     .piles = {.edit = optimization->edit}};
    if (optimization->edit->result != VRM_OK) return;
    mark_targets(&morphs);
    for (int32_t i = 0; i < gltf->accessor_count; i++) classify(&morphs, i);
    drop_all_useless(&morphs);
    if (!optimization->def.stores_morphs_sparse) return;
    make_sparse(&morphs);
    /* NOT_OF_TARGETS is 0. */
    if (optimization->def.removes_unused) vrmi_sparse_waste(optimization, morphs.content);
}
