/* SPDX-License-Identifier: MIT */
/* Sparse accessors share buffer views. When many of them were removed or replaced, most of a view
 * may be unused: the remaining accessors get new views. */
#include "optimize/sparse_piles.h"

#include "base/bytes.h"
#include "gltf/accessor.h"

#include <string.h>

/* Bytes between the data of two accessors that are no waste: see vrmi_sparse_stride(). */
#define ROUNDING 12

typedef struct Waste {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    const uint8_t* is_live; /* of each accessor */
    uint64_t* used;         /* of each view: bytes of live sparse accessors */
    int32_t* users;         /* of each view: live sparse accessors, and others as -1 */
    vrmi_SparsePiles piles;
} Waste;

/* A list over zeros, which this rewrites as it is. */
static bool is_list(const Waste* waste, const vrm_Sparse* sparse) {
    const vrm_Accessor* accessor = &waste->gltf->accessors[sparse->accessor];
    return waste->is_live[sparse->accessor] && accessor->is_readable && accessor->buffer_view < 0 &&
           sparse->count > 0 && sparse->values_view >= 0 && sparse->indices_view >= 0;
}

static size_t value_size(const Waste* waste, const vrm_Sparse* sparse) {
    const vrm_Accessor* accessor = &waste->gltf->accessors[sparse->accessor];
    return vrmi_element_layout(accessor->component_type, accessor->type).size;
}

static void use(Waste* waste, int32_t view, uint64_t bytes) {
    waste->used[view] += bytes + ROUNDING;
    if (waste->users[view] >= 0) waste->users[view]++;
}

static void count_users(Waste* waste) {
    const vrm_Gltf* gltf = waste->gltf;
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        if (gltf->accessors[i].buffer_view >= 0) waste->users[gltf->accessors[i].buffer_view] = -1;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (gltf->images[i].buffer_view >= 0) waste->users[gltf->images[i].buffer_view] = -1;
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        if (!is_list(waste, sparse)) continue;
        use(waste, sparse->values_view, sparse->count * value_size(waste, sparse));
        use(waste, sparse->indices_view, sparse->count * vrmi_component_size(sparse->indices_type));
    }
}

static bool is_wasteful(const Waste* waste, int32_t view) {
    return waste->users[view] > 0 &&
           waste->used[view] < waste->gltf->buffer_views[view].byte_length;
}

static void gather(Waste* waste, const vrm_Sparse* sparse, vrmi_SparseData* data) {
    const vrm_Gltf* gltf = waste->gltf;
    size_t size = value_size(waste, sparse), count = (size_t)sparse->count;
    uint8_t *values, *indices;
    *data = (vrmi_SparseData){.count = sparse->count,
                              .elements = gltf->accessors[sparse->accessor].count};
    if (!vrmi_piles_reserve(&waste->piles, data, size, &values, &indices)) return;
    const uint8_t* from = gltf->buffer_views[sparse->indices_view].data + sparse->indices_offset;
    uint32_t from_size = vrmi_component_size(sparse->indices_type);
    size_t index_size = vrmi_sparse_index_size(data->elements);
    memcpy(values, gltf->buffer_views[sparse->values_view].data + sparse->values_offset,
           count * size);
    for (size_t i = 0; i < count; i++, from += from_size)
        for (size_t k = 0; k < index_size; k++)
            *indices++ = k < from_size ? from[k] : 0; /* little-endian, like the file */
}

static bool is_rewritten(const Waste* waste, const vrm_Sparse* sparse) {
    return is_list(waste, sparse) &&
           (is_wasteful(waste, sparse->values_view) || is_wasteful(waste, sparse->indices_view));
}

void vrmi_sparse_waste(vrmi_Optimization* optimization, const uint8_t* is_live) {
    const vrm_Gltf* gltf = optimization->gltf;
    vrm_Edit* edit = optimization->edit;
    size_t views = (size_t)gltf->buffer_view_count + 1;
    size_t count = (size_t)gltf->sparse_accessor_count;
    Waste waste = {.optimization = optimization,
                   .gltf = gltf,
                   .is_live = is_live,
                   .used = vrmi_optimization_alloc(optimization, views, sizeof *waste.used),
                   .users = vrmi_optimization_alloc(optimization, views, sizeof *waste.users),
                   .piles = {.edit = edit}};
    vrmi_SparseData* data = vrmi_optimization_alloc(optimization, count + 1, sizeof *data);
    if (edit->result != VRM_OK) return;
    count_users(&waste);
    for (size_t i = 0; i < count && edit->result == VRM_OK; i++)
        if (is_rewritten(&waste, &gltf->sparse_accessors[i]))
            gather(&waste, &gltf->sparse_accessors[i], &data[i]);
    vrmi_piles_add_views(&waste.piles);
    for (size_t i = 0; i < count && edit->result == VRM_OK; i++) {
        if (data[i].count == 0) continue;
        int32_t accessor = gltf->sparse_accessors[i].accessor;
        vrmi_piles_put(&waste.piles, gltf->accessors[accessor].json, &data[i]);
        optimization->is_changed = true;
    }
}
