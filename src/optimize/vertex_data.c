/* SPDX-License-Identifier: MIT */
#include "optimize/vertex_data.h"

#include "base/bytes.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

/* Bytes for each byte of the file. */
#define BYTES_PER_BYTE 4

vrmi_VertexWork vrmi_vertex_work(const vrmi_Optimization* optimization) {
    return (vrmi_VertexWork){optimization->file_bytes * BYTES_PER_BYTE + 1048576};
}

bool vrmi_vertex_work_take(vrmi_VertexWork* work, uint64_t count, uint64_t size) {
    if (size > 0 && count > work->left / size) return false;
    work->left -= count * size;
    return true;
}

bool vrmi_vertex_bytes(vrmi_Optimization* optimization, int32_t index, vrmi_VertexBytes* out) {
    const vrm_Gltf* gltf = optimization->gltf;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    if (!accessor->is_readable || layout.size == 0) return false;
    if (accessor->buffer_view >= 0 && !accessor->is_sparse) {
        const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
        *out = (vrmi_VertexBytes){view->data + accessor->byte_offset,
                                  view->byte_stride != 0 ? view->byte_stride : layout.size};
        return true;
    }
    uint8_t* copy = vrmi_optimization_alloc(optimization, (size_t)accessor->count, layout.size);
    *out = (vrmi_VertexBytes){copy, layout.size};
    return copy != NULL && vrmi_accessor_copy(gltf, index, layout.size, copy);
}

static uint32_t load_index(const uint8_t* from, size_t size) {
    return size == 1 ? from[0] : size == 2 ? vrmi_load_u16(from) : vrmi_load_u32(from);
}

bool vrmi_has_sound_list(const vrm_Gltf* gltf, int32_t index) {
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, index);
    uint32_t size = vrmi_component_size(sparse.indices_type);
    uint64_t least = 0;
    if (sparse.count == 0) return true;
    const uint8_t* at = gltf->buffer_views[sparse.indices_view].data + sparse.indices_offset;
    for (uint64_t i = 0; i < sparse.count; i++, at += size) {
        uint32_t element = load_index(at, size);
        if (element < least || element >= gltf->accessors[index].count) return false;
        least = (uint64_t)element + 1;
    }
    return true;
}

/* ---- Bounds ---- */

static double load_component(vrm_ComponentType type, const uint8_t* from) {
    float real;
    switch (type) {
    case VRM_COMPONENT_FLOAT: memcpy(&real, from, sizeof real); return (double)real;
    case VRM_COMPONENT_BYTE: return (int8_t)from[0];
    case VRM_COMPONENT_UNSIGNED_BYTE: return from[0];
    case VRM_COMPONENT_SHORT: return (int16_t)vrmi_load_u16(from);
    case VRM_COMPONENT_UNSIGNED_SHORT: return vrmi_load_u16(from);
    default: return vrmi_load_u32(from);
    }
}

/* Bounds over finite numbers: JSON has no others. */
void vrmi_vertex_bounds(const vrm_Accessor* like, vrmi_VertexBytes elements, size_t count,
                        double min[4], double max[4]) {
    vrm_ComponentType type = (vrm_ComponentType)like->component_type;
    vrmi_ElementLayout layout = vrmi_element_layout(type, like->type);
    for (uint32_t c = 0; c < layout.rows; c++) {
        const uint8_t* from = elements.bytes + c * layout.component_size;
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < count; i++) {
            double value = load_component(type, from + i * elements.step);
            if (value < low && isfinite(value)) low = value;
            if (value > high && isfinite(value)) high = value;
        }
        bool is_known = low <= high;
        min[c] = is_known ? low : 0.0;
        max[c] = is_known ? high : 0.0;
    }
}

static void put_bounds(vrm_JsonBuilder* b, const vrm_Accessor* like, const double min[4],
                       const double max[4]) {
    uint32_t rows = vrmi_element_layout(like->component_type, like->type).rows;
    for (int side = 0; side < 2; side++) {
        vrmi_open_array(b, side == 0 ? "min" : "max");
        for (uint32_t c = 0; c < rows; c++) vrm_json_put_double(b, side == 0 ? min[c] : max[c]);
        vrm_json_end_array(b);
    }
}

/* ---- New accessors ---- */

/* The object of an accessor up to its bounds; the caller ends it. */
static vrm_JsonBuilder* begin_accessor(vrm_Edit* edit, const vrm_Accessor* like, uint64_t count,
                                       int32_t view) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    if (view >= 0) vrmi_put_integer(b, "bufferView", view);
    vrmi_put_integer(b, "componentType", like->component_type);
    if (like->is_normalized) vrmi_put_bool(b, "normalized", true);
    vrmi_put_integer(b, "count", (int64_t)count);
    vrmi_put_string(b, "type", vrmi_accessor_types[like->type - 1]);
    return b;
}

static int32_t end_accessor(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    vrm_json_end_object(edit->builder);
    optimization->is_changed = true;
    return edit->result == VRM_OK ? vrmi_edit_append(edit, "accessors") : -1;
}

int32_t vrmi_add_vertices(vrmi_Optimization* optimization, const vrm_Accessor* like,
                          vrmi_VertexBytes elements, size_t count, bool has_bounds) {
    vrmi_ElementLayout layout = vrmi_element_layout(like->component_type, like->type);
    uint32_t stride = elements.step == layout.size ? 0 : (uint32_t)elements.step;
    int32_t view;
    vrm_Result result = vrm_edit_add_view(optimization->edit, elements.bytes, count * elements.step,
                                          VRMI_VERTEX_DATA, stride, &view);
    vrmi_edit_fail(optimization->edit, result);
    if (result != VRM_OK) return -1;
    vrm_JsonBuilder* b = begin_accessor(optimization->edit, like, count, view);
    if (has_bounds) {
        double min[4], max[4];
        vrmi_vertex_bounds(like, elements, count, min, max);
        put_bounds(b, like, min, max);
    }
    return end_accessor(optimization);
}

/* ---- Deltas ---- */

typedef struct vrmi_AddedDeltas {
    int32_t accessor;
    vrmi_SparseData data;
} vrmi_AddedDeltas;

vrmi_DeltaList vrmi_delta_list(vrmi_Optimization* optimization) {
    return (vrmi_DeltaList){.optimization = optimization, .piles = {.edit = optimization->edit}};
}

static bool lists_only(const vrm_Accessor* accessor) {
    return accessor->buffer_view < 0;
}

uint64_t vrmi_deltas_most(const vrm_Gltf* gltf, int32_t index) {
    const vrm_Accessor* accessor = &gltf->accessors[index];
    return lists_only(accessor) ? vrm_accessor_sparse(gltf, index).count : accessor->count;
}

/* -0.0 does not move anything either. */
static bool is_still(const vrm_Accessor* like, const uint8_t* bytes, size_t size) {
    for (size_t k = 0; k < size; k++) {
        bool is_sign =
            like->component_type == VRM_COMPONENT_FLOAT && k % 4 == 3 && bytes[k] == 0x80;
        if (bytes[k] != 0 && !is_sign) return false;
    }
    return true;
}

/* Whether all components of an element of floats are smaller than deltas->least. */
static bool is_noise(const vrmi_Deltas* deltas, const uint8_t* bytes, size_t covered) {
    if (!(deltas->least > 0.0f)) return false;
    for (size_t k = 0; k + 4 <= covered; k += 4) {
        float value;
        memcpy(&value, bytes + k, sizeof value);
        if (!(fabsf(value) < deltas->least)) return false;
    }
    return true;
}

static void append(vrmi_Deltas* deltas, uint32_t at, const uint8_t* bytes, size_t covered,
                   size_t size) {
    if (at == UINT32_MAX || deltas->count >= deltas->capacity ||
        is_still(&deltas->like, bytes, covered))
        return;
    if (is_noise(deltas, bytes, covered)) {
        deltas->noise_count++;
        return;
    }
    memcpy(deltas->values + deltas->count * size, bytes, covered);
    deltas->at[deltas->count++] = at;
}

bool vrmi_deltas_reserve(vrmi_Optimization* optimization, vrmi_Deltas* deltas, uint64_t most) {
    size_t size = vrmi_element_layout(deltas->like.component_type, deltas->like.type).size;
    deltas->capacity = (size_t)most;
    deltas->at = vrmi_optimization_alloc(optimization, (size_t)most + 1, sizeof *deltas->at);
    deltas->values = vrmi_optimization_alloc(optimization, (size_t)most + 1, size);
    return deltas->at != NULL && deltas->values != NULL;
}

/* The elements that a sparse accessor lists over zeros. */
static void append_listed(const vrm_Gltf* gltf, vrmi_Deltas* deltas, int32_t index,
                          const uint32_t* new_index, const vrmi_ElementLayout* layout) {
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, index);
    uint32_t size = vrmi_component_size(sparse.indices_type);
    if (sparse.count == 0) return;
    const uint8_t* at = gltf->buffer_views[sparse.indices_view].data + sparse.indices_offset;
    const uint8_t* values = gltf->buffer_views[sparse.values_view].data + sparse.values_offset;
    for (uint64_t i = 0; i < sparse.count; i++, at += size, values += layout->size) {
        uint32_t element = load_index(at, size);
        append(deltas, new_index != NULL ? new_index[element] : element, values, layout->covered,
               layout->size);
    }
}

void vrmi_deltas_append(vrmi_Optimization* optimization, vrmi_Deltas* deltas, int32_t index,
                        const uint32_t* new_index) {
    const vrm_Accessor* accessor = &optimization->gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    vrmi_VertexBytes elements;
    deltas->is_sparse |= accessor->is_sparse || lists_only(accessor);
    if (lists_only(accessor)) {
        append_listed(optimization->gltf, deltas, index, new_index, &layout);
        return;
    }
    if (!vrmi_vertex_bytes(optimization, index, &elements)) return;
    for (uint64_t i = 0; i < accessor->count; i++)
        append(deltas, new_index != NULL ? new_index[i] : (uint32_t)i,
               elements.bytes + i * elements.step, layout.covered, layout.size);
}

static void put_delta_bounds(vrm_JsonBuilder* b, const vrmi_Deltas* deltas, size_t size) {
    double min[4] = {0}, max[4] = {0};
    if (deltas->count > 0)
        vrmi_vertex_bounds(&deltas->like, (vrmi_VertexBytes){deltas->values, size}, deltas->count,
                           min, max);
    for (int c = 0; c < 4 && deltas->count < deltas->elements; c++) { /* the others are zero */
        if (min[c] > 0.0) min[c] = 0.0;
        if (max[c] < 0.0) max[c] = 0.0;
    }
    put_bounds(b, &deltas->like, min, max);
}

static bool remember(vrmi_DeltaList* list, int32_t accessor, vrmi_SparseData data) {
    vrm_Edit* edit = list->optimization->edit;
    vrmi_AddedDeltas* added = vrmi_array_reserve(&edit->allocator, list->added, &list->capacity,
                                                 list->count + 1, sizeof *added);
    if (added == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return false;
    }
    list->added = added;
    added[list->count++] = (vrmi_AddedDeltas){accessor, data};
    return true;
}

/* As an accessor without a view, which gets its sparse part at the end. */
static int32_t add_listed(vrmi_DeltaList* list, const vrmi_Deltas* deltas, size_t size) {
    vrm_Edit* edit = list->optimization->edit;
    vrmi_SparseData data = {.count = deltas->count, .elements = deltas->elements};
    uint8_t *values, *indices;
    vrm_JsonBuilder* b = begin_accessor(edit, &deltas->like, deltas->elements, -1);
    if (deltas->has_bounds) put_delta_bounds(b, deltas, size);
    int32_t accessor = end_accessor(list->optimization);
    if (accessor < 0 || deltas->count == 0) return accessor;
    if (!vrmi_piles_reserve(&list->piles, &data, size, &values, &indices) ||
        !remember(list, accessor, data))
        return -1;
    size_t index_size = vrmi_sparse_index_size(deltas->elements);
    memcpy(values, deltas->values, deltas->count * size);
    for (size_t i = 0; i < deltas->count; i++)
        for (size_t k = 0; k < index_size; k++) *indices++ = (uint8_t)(deltas->at[i] >> (8 * k));
    return accessor;
}

static int32_t add_plain(vrmi_DeltaList* list, const vrmi_Deltas* deltas, size_t size) {
    vrmi_Optimization* optimization = list->optimization;
    size_t stride = (size + 3) & ~(size_t)3;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint8_t* bytes = vrmi_optimization_alloc(optimization, (size_t)deltas->elements, stride);
    if (bytes == NULL) return -1;
    for (size_t i = 0; i < deltas->count; i++)
        memcpy(bytes + deltas->at[i] * stride, deltas->values + i * size, size);
    int32_t accessor =
        vrmi_add_vertices(optimization, &deltas->like, (vrmi_VertexBytes){bytes, stride},
                          (size_t)deltas->elements, deltas->has_bounds);
    vrmi_arena_rewind(&optimization->arena, mark);
    return accessor;
}

int32_t vrmi_deltas_add(vrmi_DeltaList* list, const vrmi_Deltas* deltas) {
    const vrm_OptimizeDef* def = &list->optimization->def;
    size_t size = vrmi_element_layout(deltas->like.component_type, deltas->like.type).size;
    bool may_list = !def->stores_dense && (deltas->is_sparse || def->stores_morphs_sparse);
    if (may_list &&
        (deltas->count == 0 || vrmi_sparse_saves(deltas->count, deltas->elements, size)))
        return add_listed(list, deltas, size);
    return add_plain(list, deltas, size);
}

void vrmi_delta_list_end(vrmi_DeltaList* list) {
    vrm_Edit* edit = list->optimization->edit;
    vrmi_piles_add_views(&list->piles);
    for (size_t i = 0; i < list->count && edit->result == VRM_OK; i++)
        vrmi_piles_put(&list->piles, vrmi_edit_element(edit, "accessors", list->added[i].accessor),
                       &list->added[i].data);
    vrmi_release(&edit->allocator, list->added, list->capacity * sizeof *list->added);
}
