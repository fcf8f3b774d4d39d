/* SPDX-License-Identifier: MIT */
/* Turns accessors without a view and sparse ones into plain data, because many readers support
 * neither. Zeros are written once and shared by all; sparse values are filled in. */
#include "gltf/accessor.h"
#include "model/edit.h"

#include <string.h>

#define VERTEX_DATA 34962
#define ZEROS_MAX   16

typedef struct Expansion {
    vrm_Edit* edit;
    const vrm_Gltf* gltf;
    uint64_t left; /* bytes that may still be added */
    int32_t kept;  /* accessors that stay as they are */
    /* Views of zeros for vertex data. */
    struct {
        size_t stride;
        uint64_t count; /* elements */
        int32_t view;
    } zeros[ZEROS_MAX];
    int32_t zero_count;
    uint8_t* is_vertex_data; /* of each accessor */
    int32_t* view_users;     /* of each view */
} Expansion;

/* ---- What an accessor is for ---- */

static void mark(Expansion* expansion, const vrm_Attribute* attributes, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (attributes[i].accessor >= 0) expansion->is_vertex_data[attributes[i].accessor] = 1;
}

static void mark_vertex_data(Expansion* expansion) {
    const vrm_Gltf* gltf = expansion->gltf;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            mark(expansion, primitive->attributes, primitive->attribute_count);
            for (int32_t t = 0; t < primitive->target_count; t++)
                mark(expansion, primitive->targets[t].attributes,
                     primitive->targets[t].attribute_count);
        }
}

/* ---- Writing ---- */

/* A buffer view for the bytes: the view of the sparse values if nothing else refers to it, so that
 * no unused view is left. The view of the sparse indices, which is no longer needed, then refers to
 * the same bytes. */
static int32_t place(Expansion* expansion, const vrm_Sparse* sparse, const uint8_t* bytes,
                     size_t size, uint32_t target, uint32_t stride) {
    vrm_Edit* edit = expansion->edit;
    int32_t view = -1;
    bool is_own = sparse->count > 0 && sparse->values_view != sparse->indices_view &&
                  expansion->view_users[sparse->values_view] == 1 &&
                  expansion->view_users[sparse->indices_view] == 1;
    if (!is_own) {
        vrmi_edit_fail(edit, vrm_edit_add_view(edit, bytes, size, target, stride, &view));
        return view;
    }
    int32_t views[2] = {sparse->values_view, sparse->indices_view};
    int64_t begin = (int64_t)vrmi_edit_add_bytes(edit, bytes, size);
    for (int i = 0; i < 2; i++) {
        vrm_JsonRef object = expansion->gltf->buffer_views[views[i]].json;
        vrmi_edit_integer(edit, object, "byteOffset", begin);
        vrmi_edit_integer(edit, object, "byteLength", i == 0 ? (int64_t)size : 1);
        if (i == 0 && target != 0) vrmi_edit_integer(edit, object, "target", target);
        if (i == 0 && stride != 0) vrmi_edit_integer(edit, object, "byteStride", stride);
    }
    return views[0];
}

static void point_to(Expansion* expansion, const vrm_Accessor* accessor, int32_t view) {
    vrm_Edit* edit = expansion->edit;
    vrmi_edit_integer(edit, accessor->json, "bufferView", view);
    vrmi_edit_drop(edit, accessor->json, "byteOffset");
    vrmi_edit_drop(edit, accessor->json, "sparse");
}

/* A view of enough zeros with that stride; -1 when there is none yet. */
static int32_t find_zeros(const Expansion* expansion, size_t stride, uint64_t count) {
    for (int32_t i = 0; i < expansion->zero_count; i++)
        if (expansion->zeros[i].stride == stride && expansion->zeros[i].count >= count)
            return expansion->zeros[i].view;
    return -1;
}

static void remember_zeros(Expansion* expansion, size_t stride, uint64_t count, int32_t view) {
    int32_t at = expansion->zero_count;
    if (at == ZEROS_MAX) return;
    expansion->zeros[at].stride = stride;
    expansion->zeros[at].count = count;
    expansion->zeros[at].view = view;
    expansion->zero_count++;
}

static void expand(Expansion* expansion, int32_t index) {
    vrm_Edit* edit = expansion->edit;
    const vrm_Gltf* gltf = expansion->gltf;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    vrmi_ElementLayout layout =
        vrmi_element_layout((vrm_ComponentType)accessor->component_type, accessor->type);
    bool is_vertex_data = expansion->is_vertex_data[index] != 0;
    /* Each element of vertex data begins at a multiple of 4. */
    size_t stride = is_vertex_data ? (layout.size + 3) & ~(size_t)3 : layout.size, size = 0;
    bool is_zero = is_vertex_data && accessor->buffer_view < 0 && !accessor->is_sparse;
    int32_t view = is_zero ? find_zeros(expansion, stride, accessor->count) : -1;
    if (view >= 0) {
        point_to(expansion, accessor, view);
        return;
    }
    bool fits = accessor->is_readable && layout.size > 0 && accessor->count > 0 &&
                accessor->count <= SIZE_MAX && vrmi_mul((size_t)accessor->count, stride, &size) &&
                size <= expansion->left;
    uint8_t* bytes = fits ? vrmi_alloc_zeroed(&edit->allocator, size, 1) : NULL;
    if (fits && bytes == NULL) vrmi_edit_fail(edit, VRM_ERR_MEMORY);
    if (!fits) expansion->kept++;
    if (bytes == NULL) return;
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, index);
    if (vrmi_accessor_copy(gltf, index, stride, bytes)) {
        /* Several accessors may use one view only where it has a stride. */
        bool needs_stride = is_vertex_data && (is_zero || stride != layout.size);
        expansion->left -= size;
        view = place(expansion, &sparse, bytes, size, is_vertex_data ? VERTEX_DATA : 0,
                     needs_stride ? (uint32_t)stride : 0);
        if (is_zero && edit->result == VRM_OK)
            remember_zeros(expansion, stride, accessor->count, view);
        point_to(expansion, accessor, view);
    } else {
        expansion->kept++;
    }
    vrmi_release(&edit->allocator, bytes, size);
}

static void count_view_users(Expansion* expansion) {
    const vrm_Gltf* gltf = expansion->gltf;
    int32_t* users = expansion->view_users;
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        if (gltf->accessors[i].buffer_view >= 0) users[gltf->accessors[i].buffer_view]++;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (gltf->images[i].buffer_view >= 0) users[gltf->images[i].buffer_view]++;
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        if (sparse->indices_view >= 0) users[sparse->indices_view]++;
        if (sparse->values_view >= 0) users[sparse->values_view]++;
    }
}

vrm_Result vrm_edit_expand_accessors(vrm_Edit* edit, uint64_t max_bytes, int32_t* out_kept) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    Expansion expansion = {.edit = edit, .gltf = gltf, .left = max_bytes};
    if (out_kept != NULL) *out_kept = 0;
    if (edit->result != VRM_OK) return edit->result;
    if (vrmi_edit_bin(edit) == NULL) return edit->result;
    size_t accessors = (size_t)gltf->accessor_count, views = (size_t)gltf->buffer_view_count;
    expansion.is_vertex_data = vrmi_alloc_zeroed(&edit->allocator, accessors, 1);
    expansion.view_users = vrmi_alloc_zeroed(&edit->allocator, views, sizeof(int32_t));
    if (expansion.is_vertex_data == NULL || expansion.view_users == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
    } else {
        mark_vertex_data(&expansion);
        count_view_users(&expansion);
    }
    for (int32_t i = 0; i < gltf->accessor_count && edit->result == VRM_OK; i++)
        if (gltf->accessors[i].buffer_view < 0 || gltf->accessors[i].is_sparse)
            expand(&expansion, i);
    vrmi_release(&edit->allocator, expansion.is_vertex_data, accessors);
    vrmi_release(&edit->allocator, expansion.view_users, views * sizeof(int32_t));
    vrmi_edit_compact_chunk(edit);
    if (out_kept != NULL) *out_kept = expansion.kept;
    return edit->result;
}
