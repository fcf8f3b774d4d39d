/* SPDX-License-Identifier: MIT */
#include "optimize/optimization.h"

#include <stdlib.h>
#include <string.h>

void* vrmi_optimization_alloc(vrmi_Optimization* optimization, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(&optimization->arena, count, size);
    if (memory == NULL) vrmi_edit_fail(optimization->edit, VRM_ERR_MEMORY);
    return memory;
}

static void list(vrm_Edit* edit, const char* array, const char* name) {
    vrm_JsonRef names = vrmi_edit_array(edit, vrm_json_root(edit->json), array);
    vrm_JsonIter it = vrm_json_iter(edit->json, names);
    if (edit->result != VRM_OK) return;
    while (vrm_json_next(&it))
        if (vrm_json_equals(edit->json, it.value, name)) return;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_put_string(b, name);
    vrmi_edit_append(edit, array);
}

void vrmi_optimization_require(vrmi_Optimization* optimization, const char* extension) {
    list(optimization->edit, "extensionsUsed", extension);
    list(optimization->edit, "extensionsRequired", extension);
}

/* ---- Bytes of accessors ---- */

static int by_bytes(const void* a, const void* b) {
    const vrm_BufferView *x = *(const vrm_BufferView*const*)a, *y = *(const vrm_BufferView*const*)b;
    return (uintptr_t)x->data < (uintptr_t)y->data ? -1 : (uintptr_t)x->data > (uintptr_t)y->data;
}

static void find_overlaps(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    size_t count = (size_t)gltf->buffer_view_count;
    const vrm_BufferView** order = vrmi_optimization_alloc(optimization, count + 1, sizeof *order);
    optimization->overlaps = vrmi_optimization_alloc(optimization, count + 1, 1);
    if (order == NULL || optimization->overlaps == NULL) return;
    for (size_t i = 0; i < count; i++) order[i] = &gltf->buffer_views[i];
    qsort(order, count, sizeof *order, by_bytes);
    const vrm_BufferView* farthest = NULL; /* of the views before, the one that ends last */
    for (size_t i = 0; i < count; i++) {
        uintptr_t begin = (uintptr_t)order[i]->data, end = begin + (size_t)order[i]->byte_length;
        uintptr_t before =
            farthest != NULL ? (uintptr_t)farthest->data + (size_t)farthest->byte_length : 0;
        if (begin < before) {
            optimization->overlaps[order[i] - gltf->buffer_views] = 1;
            optimization->overlaps[farthest - gltf->buffer_views] = 1;
        }
        if (end > before) farthest = order[i];
    }
}

void vrmi_optimization_count_view_users(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    int32_t* users =
        vrmi_optimization_alloc(optimization, (size_t)gltf->buffer_view_count + 1, sizeof *users);
    optimization->view_users = users;
    find_overlaps(optimization);
    if (users == NULL) return;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (gltf->images[i].buffer_view >= 0) users[gltf->images[i].buffer_view]++;
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        if (gltf->accessors[i].buffer_view >= 0) users[gltf->accessors[i].buffer_view]++;
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        if (sparse->indices_view >= 0) users[sparse->indices_view]++;
        if (sparse->values_view >= 0) users[sparse->values_view]++;
    }
}

/* Where the bytes of a view go: over its own, if they fit and nobody else has them, or behind all
 * others. */
static size_t place_bytes(vrmi_Optimization* optimization, int32_t view, const void* bytes,
                          size_t size) {
    vrm_Edit* edit = optimization->edit;
    uint8_t* chunk = vrmi_edit_bin(edit);
    size_t begin;
    bool fits = chunk != NULL && !optimization->overlaps[view] &&
                size <= optimization->gltf->buffer_views[view].byte_length &&
                vrmi_edit_view_offset(edit, view, &begin) && begin % 4 == 0;
    if (!fits) return vrmi_edit_add_bytes(edit, bytes, size);
    memcpy(chunk + begin, bytes, size);
    return begin;
}

void vrmi_optimization_store(vrmi_Optimization* optimization, int32_t index, const void* bytes,
                             size_t size, uint32_t target, uint32_t stride) {
    vrm_Edit* edit = optimization->edit;
    const vrm_Accessor* accessor = &optimization->gltf->accessors[index];
    int32_t view = accessor->buffer_view;
    if (edit->result != VRM_OK) return;
    if (view >= 0 && optimization->view_users[view] == 1) {
        vrm_JsonRef object = optimization->gltf->buffer_views[view].json;
        vrmi_edit_integer(edit, object, "byteOffset",
                          (int64_t)place_bytes(optimization, view, bytes, size));
        vrmi_edit_integer(edit, object, "byteLength", (int64_t)size);
        vrmi_edit_integer(edit, object, "target", target);
        if (stride != 0)
            vrmi_edit_integer(edit, object, "byteStride", stride);
        else
            vrmi_edit_drop(edit, object, "byteStride");
    } else {
        if (view >= 0) optimization->view_users[view]--;
        vrmi_edit_fail(edit, vrm_edit_add_view(edit, bytes, size, target, stride, &view));
        vrmi_edit_integer(edit, accessor->json, "bufferView", view);
    }
    vrmi_edit_drop(edit, accessor->json, "byteOffset");
    vrmi_edit_drop(edit, accessor->json, "sparse");
    optimization->is_changed = true;
}
