/* SPDX-License-Identifier: MIT */
/* EXT_meshopt_compression: buffer views of numbers are compressed by meshoptimizer, without a loss.
 * The chunk holds the compressed bytes; a second buffer without bytes stands for what they become.
 */
#include "optimize/optimize.h"

#define EXTENSION "EXT_meshopt_compression"

#ifndef VRM_HAS_MESHOPT

void vrmi_compress_views(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    vrmi_report(optimization->report, VRMI_RULE_OPTIMIZE_NO_MESHOPT, edit->json,
                vrm_json_root(edit->json), NULL);
    vrmi_edit_fail(edit, VRM_ERR_UNSUPPORTED);
}

#else

#include "base/bytes.h"
#include "gltf/accessor.h"
#include "optimize/sparse_piles.h"

#include <meshoptimizer.h>
#include <string.h>

/* Requirements of the accessors of a view. */
enum { NOTHING, NUMBERS, INDICES, STRANGE };

typedef struct View {
    uint8_t use;
    uint32_t stride; /* from one element to the next; 0: not known yet */
    /* The compressed form. */
    const char* mode; /* NULL: it stays as it is */
    uint8_t* bytes;
    size_t size, count;
    size_t place; /* in the new chunk */
} View;

typedef struct Compressing {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    View* views;
} Compressing;

/* ---- Uses ---- */

static void use(Compressing* compressing, int32_t index, uint8_t what, uint32_t stride) {
    if (index < 0) return;
    View* view = &compressing->views[index];
    bool is_same = view->use == NOTHING || (view->use == what && view->stride == stride);
    view->use = is_same ? what : STRANGE;
    view->stride = stride;
}

static uint32_t stride_of(const vrm_Gltf* gltf, const vrm_Accessor* accessor) {
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    return view->byte_stride != 0
               ? view->byte_stride
               : vrmi_element_layout(accessor->component_type, accessor->type).size;
}

static void find_uses(Compressing* compressing) {
    const vrm_Gltf* gltf = compressing->gltf;
    uint8_t* is_index =
        vrmi_optimization_alloc(compressing->optimization, (size_t)gltf->accessor_count + 1, 1);
    if (is_index == NULL) return;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++)
            if (gltf->meshes[m].primitives[p].indices >= 0)
                is_index[gltf->meshes[m].primitives[p].indices] = 1;
    for (int32_t i = 0; i < gltf->accessor_count; i++) {
        const vrm_Accessor* accessor = &gltf->accessors[i];
        if (accessor->buffer_view < 0) continue;
        if (!accessor->is_readable)
            use(compressing, accessor->buffer_view, STRANGE, 0);
        else
            use(compressing, accessor->buffer_view, is_index[i] ? INDICES : NUMBERS,
                stride_of(gltf, accessor));
    }
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        const vrm_Accessor* accessor = &gltf->accessors[sparse->accessor];
        use(compressing, sparse->indices_view, INDICES, vrmi_component_size(sparse->indices_type));
        size_t size = vrmi_element_layout(accessor->component_type, accessor->type).size;
        use(compressing, sparse->values_view, NUMBERS, (uint32_t)vrmi_sparse_stride(size));
    }
    for (int32_t i = 0; i < gltf->image_count; i++)
        use(compressing, gltf->images[i].buffer_view, STRANGE, 0);
}

/* ---- Compressing ---- */

static uint32_t* load_indices(Compressing* compressing, const vrm_BufferView* source,
                              const View* view) {
    uint32_t* out = vrmi_optimization_alloc(compressing->optimization, view->count, sizeof *out);
    for (size_t i = 0; i < view->count && out != NULL; i++)
        out[i] = view->stride == 2 ? vrmi_load_u16(source->data + i * 2)
                                   : vrmi_load_u32(source->data + i * 4);
    return out;
}

/* Whether the codec of triangles gives back the same corners: it may rotate them. */
static bool keeps_triangles(Compressing* compressing, const vrm_BufferView* source,
                            const View* view) {
    uint8_t* again = vrmi_optimization_alloc(compressing->optimization, view->count, view->stride);
    return again != NULL &&
           meshopt_decodeIndexBuffer(again, view->count, view->stride, view->bytes, view->size) ==
               0 &&
           memcmp(again, source->data, view->count * view->stride) == 0;
}

static void compress_indices(Compressing* compressing, const vrm_BufferView* source, View* view) {
    uint32_t* indices = load_indices(compressing, source, view);
    uint32_t most = 0;
    for (size_t i = 0; i < view->count && indices != NULL; i++)
        if (indices[i] > most) most = indices[i];
    if (indices == NULL || most == UINT32_MAX) return;
    bool are_triangles = view->count % 3 == 0;
    size_t triangles =
        are_triangles ? meshopt_encodeIndexBufferBound(view->count, (size_t)most + 1) : 0;
    size_t sequence = meshopt_encodeIndexSequenceBound(view->count, (size_t)most + 1);
    size_t room = triangles > sequence ? triangles : sequence;
    view->bytes = vrmi_optimization_alloc(compressing->optimization, room, 1);
    if (view->bytes == NULL) return;
    meshopt_encodeIndexVersion(1); /* the version of the extension */
    if (are_triangles) {
        view->size = meshopt_encodeIndexBuffer(view->bytes, room, indices, view->count);
        view->mode =
            view->size > 0 && keeps_triangles(compressing, source, view) ? "TRIANGLES" : NULL;
    }
    if (view->mode != NULL) return;
    view->size = meshopt_encodeIndexSequence(view->bytes, room, indices, view->count);
    if (view->size > 0) view->mode = "INDICES";
}

static void compress_numbers(Compressing* compressing, const vrm_BufferView* source, View* view) {
    size_t room = meshopt_encodeVertexBufferBound(view->count, view->stride);
    view->bytes = vrmi_optimization_alloc(compressing->optimization, room, 1);
    if (view->bytes == NULL) return;
    meshopt_encodeVertexVersion(0);
    view->size =
        meshopt_encodeVertexBuffer(view->bytes, room, source->data, view->count, view->stride);
    if (view->size > 0) view->mode = "ATTRIBUTES";
}

/* The text of the extension is about as long. */
#define EXTENSION_TEXT 160

static void compress(Compressing* compressing, int32_t index) {
    const vrm_BufferView* source = &compressing->gltf->buffer_views[index];
    View* view = &compressing->views[index];
    uint32_t stride = view->stride;
    bool is_indices = view->use == INDICES && (stride == 2 || stride == 4);
    bool is_numbers = view->use == NUMBERS && stride % 4 == 0 && stride > 0 && stride <= 256;
    if (source->data == NULL || (!is_indices && !is_numbers) || source->byte_length % stride != 0)
        return;
    view->count = (size_t)(source->byte_length / stride);
    if (is_indices)
        compress_indices(compressing, source, view);
    else
        compress_numbers(compressing, source, view);
    if (view->size + EXTENSION_TEXT >= source->byte_length) view->mode = NULL;
}

/* ---- Writing ---- */

/* The new chunk: compressed views and all others, each at a multiple of 4. */
static bool fill_chunk(Compressing* compressing) {
    vrm_Edit* edit = compressing->optimization->edit;
    const vrm_Gltf* gltf = compressing->gltf;
    size_t size = 0;
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) {
        View* view = &compressing->views[i];
        size_t bytes = view->mode != NULL ? view->size : (size_t)gltf->buffer_views[i].byte_length;
        if (gltf->buffer_views[i].data == NULL) return false; /* not for us to mend */
        view->place = size;
        size = (size + bytes + 3) & ~(size_t)3; /* the views of a file may overlap, but not much */
        if (size > UINT32_MAX) return false;
    }
    if (!vrmi_edit_charge(edit, "buffer views side by side", size)) return false;
    uint8_t* bin = vrmi_alloc_zeroed(&edit->allocator, size, 1);
    if (bin == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return false;
    }
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) {
        const View* view = &compressing->views[i];
        const vrm_BufferView* source = &gltf->buffer_views[i];
        memcpy(bin + view->place, view->mode != NULL ? view->bytes : source->data,
               view->mode != NULL ? view->size : (size_t)source->byte_length);
    }
    vrmi_release(&edit->allocator, edit->bin, edit->bin_capacity);
    edit->bin = bin;
    edit->bin_size = edit->bin_capacity = size;
    edit->has_bin = true;
    return true;
}

static void write_view(Compressing* compressing, int32_t index, size_t* fallback) {
    vrm_Edit* edit = compressing->optimization->edit;
    const vrm_BufferView* source = &compressing->gltf->buffer_views[index];
    const View* view = &compressing->views[index];
    if (view->mode == NULL) {
        vrmi_edit_integer(edit, source->json, "byteOffset", (int64_t)view->place);
        return;
    }
    vrmi_edit_integer(edit, source->json, "buffer", 1);
    vrmi_edit_integer(edit, source->json, "byteOffset", (int64_t)*fallback);
    *fallback = (*fallback + (size_t)source->byte_length + 3) & ~(size_t)3;
    vrm_JsonRef extensions = vrmi_edit_object(edit, source->json, "extensions");
    vrm_JsonRef object = vrmi_edit_object(edit, extensions, EXTENSION);
    vrmi_edit_integer(edit, object, "buffer", 0);
    vrmi_edit_integer(edit, object, "byteOffset", (int64_t)view->place);
    vrmi_edit_integer(edit, object, "byteLength", (int64_t)view->size);
    vrmi_edit_integer(edit, object, "byteStride", view->stride);
    vrmi_edit_integer(edit, object, "count", (int64_t)view->count);
    vrmi_edit_string(edit, object, "mode", view->mode);
}

static void write_buffer(vrm_Edit* edit, size_t fallback) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "byteLength");
    vrm_json_put_integer(b, (int64_t)fallback);
    vrm_json_put_key(b, "extensions");
    vrm_json_begin_object(b);
    vrm_json_put_key(b, EXTENSION);
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "fallback");
    vrm_json_put_bool(b, true);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrmi_edit_append(edit, "buffers");
}

void vrmi_compress_views(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    vrm_Edit* edit = optimization->edit;
    Compressing compressing = {.optimization = optimization,
                               .gltf = gltf,
                               .views = vrmi_optimization_alloc(optimization,
                                                                (size_t)gltf->buffer_view_count + 1,
                                                                sizeof(View))};
    bool is_any = false;
    size_t fallback = 0;
    if (edit->result == VRM_OK) find_uses(&compressing);
    for (int32_t i = 0; i < gltf->buffer_view_count && edit->result == VRM_OK; i++) {
        compress(&compressing, i);
        is_any |= compressing.views[i].mode != NULL;
    }
    if (edit->result != VRM_OK || !is_any || gltf->buffer_count != 1 || !fill_chunk(&compressing))
        return;
    for (int32_t i = 0; i < gltf->buffer_view_count && edit->result == VRM_OK; i++)
        write_view(&compressing, i, &fallback);
    write_buffer(edit, fallback);
    vrmi_optimization_require(optimization, EXTENSION);
    optimization->is_changed = true;
}

#endif
