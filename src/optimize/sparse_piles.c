/* SPDX-License-Identifier: MIT */
#include "optimize/sparse_piles.h"

#include <string.h>

size_t vrmi_sparse_index_size(uint64_t elements) {
    return elements > (uint64_t)UINT16_MAX + 1 ? 4 : 2;
}

bool vrmi_sparse_saves(uint64_t moved, uint64_t elements, size_t size) {
    uint64_t index_size = elements <= UINT16_MAX ? 2 : 4;
    return moved * (size + index_size) + VRMI_SPARSE_TEXT < elements * size;
}

size_t vrmi_sparse_stride(size_t size) {
    return size % 4 == 0 ? size : size % 2 == 0 ? size * 2 : size * 4;
}

static size_t round_up(size_t size, size_t step) {
    return (size + step - 1) / step * step;
}

/* Room for bytes at a multiple of `step`; NULL when there is none. */
static uint8_t* pile_up(vrm_Edit* edit, vrmi_Pile* pile, size_t size, size_t step,
                        size_t* out_begin) {
    size_t begin = round_up(pile->size, step);
    uint8_t* bytes =
        vrmi_array_reserve(&edit->allocator, pile->bytes, &pile->capacity, begin + size, 1);
    if (bytes == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return NULL;
    }
    memset(bytes + pile->size, 0, begin + size - pile->size);
    pile->bytes = bytes;
    pile->size = begin + size;
    *out_begin = begin;
    return bytes + begin;
}

bool vrmi_piles_reserve(vrmi_SparsePiles* piles, vrmi_SparseData* data, size_t size,
                        uint8_t** out_values, uint8_t** out_indices) {
    size_t index_size = vrmi_sparse_index_size(data->elements), count = (size_t)data->count;
    size_t stride = vrmi_sparse_stride(size);
    data->size = size;
    *out_values = pile_up(piles->edit, &piles->values[size], round_up(count * size, stride), stride,
                          &data->values);
    *out_indices = pile_up(piles->edit, index_size == 4 ? &piles->longs : &piles->shorts,
                           count * index_size, 4, &data->indices);
    return *out_values != NULL && *out_indices != NULL;
}

static void add_view(vrm_Edit* edit, vrmi_Pile* pile) {
    if (pile->size > 0)
        vrmi_edit_fail(edit, vrm_edit_add_view(edit, pile->bytes, pile->size, 0, 0, &pile->view));
    vrmi_release(&edit->allocator, pile->bytes, pile->capacity);
}

void vrmi_piles_add_views(vrmi_SparsePiles* piles) {
    size_t bytes = piles->shorts.size + piles->longs.size, views = 2;
    for (size_t size = 1; size <= VRMI_LARGEST_ELEMENT; size++) {
        bytes += piles->values[size].size;
        views += piles->values[size].size > 0;
    }
    if (bytes > 0) vrmi_edit_reserve(piles->edit, bytes + views * 4); /* at multiples of 4 */
    for (size_t size = 1; size <= VRMI_LARGEST_ELEMENT; size++)
        add_view(piles->edit, &piles->values[size]);
    add_view(piles->edit, &piles->shorts);
    add_view(piles->edit, &piles->longs);
}

static void put_part(vrm_JsonBuilder* b, const char* key, const vrmi_Pile* pile, size_t offset) {
    vrm_json_put_key(b, key);
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "bufferView");
    vrm_json_put_integer(b, pile->view);
    if (offset == 0) return;
    vrm_json_put_key(b, "byteOffset");
    vrm_json_put_integer(b, (int64_t)offset);
}

void vrmi_piles_put(const vrmi_SparsePiles* piles, vrm_JsonRef accessor,
                    const vrmi_SparseData* data) {
    bool is_long = vrmi_sparse_index_size(data->elements) == 4;
    vrm_JsonBuilder* b = vrmi_edit_text(piles->edit);
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "count");
    vrm_json_put_integer(b, (int64_t)data->count);
    put_part(b, "indices", is_long ? &piles->longs : &piles->shorts, data->indices);
    vrm_json_put_key(b, "componentType");
    vrm_json_put_integer(b, is_long ? VRM_COMPONENT_UNSIGNED_INT : VRM_COMPONENT_UNSIGNED_SHORT);
    vrm_json_end_object(b);
    put_part(b, "values", &piles->values[data->size], data->values);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrmi_edit_put(piles->edit, accessor, "sparse");
}
