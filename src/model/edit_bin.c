/* SPDX-License-Identifier: MIT */
/* Adds to the BIN chunk of an edit: views, accessors, images. */
#include "base/image_format.h"
#include "base/words.h"
#include "model/edit.h"

#include <math.h>
#include <string.h>

/* ---- The chunk ---- */

bool vrmi_edit_can_have_bin(const vrm_Edit* edit) {
    const vrmi_Document* document = edit->model->document;
    const vrm_Gltf* gltf = &document->gltf;
    if (gltf->buffer_count == 0) return vrmi_edit_count(edit, "buffers") == 0;
    return document->is_glb && gltf->buffers[0].data != NULL &&
           (const char*)gltf->buffers[0].data == document->bin.data;
}

/* Copies the chunk, with room for further bytes behind it. */
static void open_bin_for(vrm_Edit* edit, size_t more) {
    size_t capacity;
    if (edit->result != VRM_OK || edit->has_bin) return;
    if (!vrmi_edit_can_have_bin(edit)) {
        vrmi_edit_fail(edit, VRM_ERR_UNSUPPORTED);
        return;
    }
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    size_t size = gltf->buffer_count > 0 ? (size_t)gltf->buffers[0].size : 0;
    edit->bin = vrmi_add(size, more, &capacity) ? vrmi_alloc(&edit->allocator, capacity) : NULL;
    if (edit->bin == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    if (size > 0) memcpy(edit->bin, gltf->buffers[0].data, size);
    edit->bin_size = size;
    edit->bin_capacity = capacity;
    edit->has_bin = true;
}

static void open_bin(vrm_Edit* edit) {
    open_bin_for(edit, 0);
}

void vrmi_edit_reserve(vrm_Edit* edit, size_t bytes) {
    open_bin_for(edit, bytes);
}

bool vrmi_edit_charge(vrm_Edit* edit, const char* what, uint64_t bytes) {
    if (vrmi_budget_write(&edit->model->document->budget, what, bytes)) return true;
    vrmi_edit_fail(edit, VRM_ERR_LIMIT);
    return false;
}

bool vrmi_edit_may_charge(vrm_Edit* edit, const char* what, uint64_t bytes) {
    if (vrmi_budget_may_write(&edit->model->document->budget, what, bytes)) return true;
    vrmi_edit_fail(edit, VRM_ERR_LIMIT);
    return false;
}

uint8_t* vrmi_edit_bin(vrm_Edit* edit) {
    open_bin(edit);
    return edit->result == VRM_OK ? edit->bin : NULL;
}

size_t vrmi_edit_add_bytes(vrm_Edit* edit, const void* bytes, size_t size) {
    open_bin(edit);
    if (edit->result != VRM_OK) return 0;
    size_t begin = (edit->bin_size + 3) & ~(size_t)3, end;
    if (!vrmi_add(begin, size, &end) || end > UINT32_MAX - 64) { /* GLB counts in 32 bits */
        vrmi_edit_fail(edit, VRM_ERR_LIMIT);
        return 0;
    }
    if (!vrmi_edit_charge(edit, "vertices, keys and pictures", size)) return 0;
    uint8_t* bin = vrmi_array_reserve(&edit->allocator, edit->bin, &edit->bin_capacity, end, 1);
    if (bin == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return 0;
    }
    memset(bin + edit->bin_size, 0, begin - edit->bin_size);
    memcpy(bin + begin, bytes, size);
    edit->bin = bin;
    edit->bin_size = end;
    return begin;
}

/* ---- Views and accessors ---- */

int32_t vrmi_edit_append_view(vrm_Edit* edit, const void* bytes, size_t size, uint32_t target,
                              uint32_t stride) {
    size_t begin = vrmi_edit_add_bytes(edit, bytes, size);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "buffer", 0);
    vrmi_put_integer(b, "byteOffset", (int64_t)begin);
    vrmi_put_integer(b, "byteLength", (int64_t)size);
    if (stride > 0) vrmi_put_integer(b, "byteStride", stride);
    if (target > 0) vrmi_put_integer(b, "target", target);
    vrm_json_end_object(b);
    return edit->result == VRM_OK ? vrmi_edit_append(edit, "bufferViews") : -1;
}

vrm_Result vrm_edit_add_view(vrm_Edit* edit, const void* bytes, size_t size, uint32_t target,
                             uint32_t stride, int32_t* out_view) {
    *out_view = -1;
    if (edit->result != VRM_OK) return edit->result;
    if (size == 0) return VRM_ERR_ARGUMENT;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    *out_view = vrmi_edit_append_view(edit, bytes, size, target, stride);
    return edit->result;
}

vrm_Result vrm_edit_set_view(vrm_Edit* edit, int32_t view, const void* bytes, size_t size) {
    if (edit->result != VRM_OK) return edit->result;
    if (size == 0 || view < 0 || view >= vrmi_edit_count(edit, "bufferViews"))
        return VRM_ERR_ARGUMENT;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    vrm_JsonRef element = vrmi_edit_element(edit, "bufferViews", view);
    if (vrm_json_member(edit->json, element, "extensions") != VRM_JSON_MISSING)
        return VRM_ERR_UNSUPPORTED;
    size_t begin = vrmi_edit_add_bytes(edit, bytes, size);
    vrmi_edit_integer(edit, element, "buffer", 0);
    vrmi_edit_integer(edit, element, "byteOffset", (int64_t)begin);
    vrmi_edit_integer(edit, element, "byteLength", (int64_t)size);
    return edit->result;
}

static void put_bounds(vrm_JsonBuilder* b, const float* values, size_t count, int32_t components) {
    for (int side = 0; side < 2; side++) {
        vrmi_open_array(b, side == 0 ? "min" : "max");
        for (int32_t c = 0; c < components; c++) {
            float bound = values[c];
            for (size_t i = 1; i < count; i++) {
                float value = values[i * (size_t)components + (size_t)c];
                if (side == 0 ? value < bound : value > bound) bound = value;
            }
            vrm_json_put_double(b, (double)bound); /* exactly, for readers that compare doubles */
        }
        vrm_json_end_array(b);
    }
}

/* `size` bytes of a packed component type; `bounded` NULL writes no bounds. */
static int32_t add_accessor(vrm_Edit* edit, vrm_AccessorType type, vrm_ComponentType component,
                            const void* bytes, size_t size, size_t count, uint32_t target,
                            const float* bounded) {
    int32_t view = vrmi_edit_append_view(edit, bytes, size, target, 0);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "bufferView", view);
    vrmi_put_integer(b, "componentType", component);
    vrmi_put_integer(b, "count", (int64_t)count);
    vrmi_put_string(b, "type", vrmi_accessor_types[type - 1]);
    if (bounded != NULL) put_bounds(b, bounded, count, vrm_accessor_components(type));
    vrm_json_end_object(b);
    return edit->result == VRM_OK ? vrmi_edit_append(edit, "accessors") : -1;
}

/* Numbers in all elements; 0 when there are none or too many. */
static size_t value_count(vrm_AccessorType type, size_t count) {
    size_t values;
    if (type <= VRM_ACCESSOR_NONE || type > VRM_ACCESSOR_MAT4) return 0;
    if (!vrmi_mul(count, (size_t)vrm_accessor_components(type), &values)) return 0;
    return values > UINT32_MAX / 4 ? 0 : values;
}

vrm_Result vrm_edit_add_floats(vrm_Edit* edit, vrm_AccessorType type, const float* values,
                               size_t count, uint32_t target, bool has_bounds,
                               int32_t* out_accessor) {
    *out_accessor = -1;
    if (edit->result != VRM_OK) return edit->result;
    size_t total = value_count(type, count);
    if (total == 0) return VRM_ERR_ARGUMENT;
    for (size_t i = 0; i < total; i++)
        if (!isfinite(values[i])) return VRM_ERR_ARGUMENT;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    *out_accessor = add_accessor(edit, type, VRM_COMPONENT_FLOAT, values, total * sizeof *values,
                                 count, target, has_bounds ? values : NULL);
    return edit->result;
}

vrm_Result vrm_edit_add_integers(vrm_Edit* edit, vrm_AccessorType type, const uint32_t* values,
                                 size_t count, uint32_t target, int32_t* out_accessor) {
    *out_accessor = -1;
    if (edit->result != VRM_OK) return edit->result;
    size_t total = value_count(type, count);
    if (total == 0 || type > VRM_ACCESSOR_VEC4) return VRM_ERR_ARGUMENT;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    uint32_t largest = 0;
    for (size_t i = 0; i < total; i++) largest = values[i] > largest ? values[i] : largest;
    if (largest >= UINT16_MAX) { /* 65535 itself restarts primitives */
        *out_accessor = add_accessor(edit, type, VRM_COMPONENT_UNSIGNED_INT, values,
                                     total * sizeof *values, count, target, NULL);
        return edit->result;
    }
    uint16_t* small = vrmi_alloc(&edit->allocator, total * sizeof *small);
    if (small == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < total; i++) small[i] = (uint16_t)values[i];
    *out_accessor = add_accessor(edit, type, VRM_COMPONENT_UNSIGNED_SHORT, small,
                                 total * sizeof *small, count, target, NULL);
    vrmi_release(&edit->allocator, small, total * sizeof *small);
    return edit->result;
}

/* ---- Images ---- */

const char* vrmi_picture_type(const uint8_t* bytes, size_t size) {
    vrmi_ImageFormat format = vrmi_sniff_image(bytes, size);
    return format == VRMI_IMAGE_KTX2 ? NULL : vrmi_image_mime_type(format);
}

int32_t vrmi_edit_append_image(vrm_Edit* edit, const void* bytes, size_t size, const char* mime,
                               const char* name) {
    int32_t view = vrmi_edit_append_view(edit, bytes, size, 0, 0);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    if (name != NULL && name[0] != '\0') vrmi_put_string(b, "name", name);
    vrmi_put_integer(b, "bufferView", view);
    vrmi_put_string(b, "mimeType", mime);
    vrm_json_end_object(b);
    return edit->result == VRM_OK ? vrmi_edit_append(edit, "images") : -1;
}

vrm_Result vrm_edit_add_image(vrm_Edit* edit, const void* bytes, size_t size, const char* name,
                              int32_t* out_image) {
    *out_image = -1;
    if (edit->result != VRM_OK) return edit->result;
    const char* mime = vrmi_picture_type(bytes, size);
    if (mime == NULL) return VRM_ERR_ARGUMENT;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    *out_image = vrmi_edit_append_image(edit, bytes, size, mime, name);
    return edit->result;
}
