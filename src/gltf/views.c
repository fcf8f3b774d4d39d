/* SPDX-License-Identifier: MIT */
/* Buffer views: ranges of a buffer, or the output of EXT_meshopt_compression for one. */
#include "gltf/accessor.h"
#include "gltf/meshopt.h"
#include "gltf/typed.h"

/* Truncates the view to the buffer: files exist whose last view is some bytes too long, and the
 * bytes before the end are still valid. Every accessor is checked against the truncated length. */
static void place_in_buffer(vrmi_Typed* typed, vrm_JsonRef object, uint64_t offset,
                            vrm_BufferView* view) {
    vrmi_Reader* reader = &typed->reader;
    if (view->buffer < 0) {
        vrmi_read_required(reader, object, "buffer");
        return;
    }
    const vrm_Buffer* buffer = &typed->gltf.buffers[view->buffer];
    if (buffer->data == NULL || view->byte_length == 0) return; /* both have their own finding */
    if (!vrmi_elements_fit(offset, 0, 1, view->byte_length, buffer->size)) {
        vrmi_read_report(
            reader, VRMI_RULE_BUFFER_VIEW_TOO_LONG, object,
            "Bytes %llu and the %llu after it are not all inside buffer %d, which has %llu.",
            (unsigned long long)offset, (unsigned long long)view->byte_length, (int)view->buffer,
            (unsigned long long)buffer->size);
        if (offset >= buffer->size) return;
        view->byte_length = buffer->size - offset;
    }
    view->data = buffer->data + offset;
}

/* glTF allows 4 to 252. Some exporters write 0 for tightly packed; other values are used as the
 * file has them. A value that does not fit 32 bits makes the view unreadable. */
static bool read_stride(vrmi_Reader* reader, vrm_JsonRef object, vrm_BufferView* view) {
    vrm_JsonRef at = vrmi_read_member(reader, object, "byteStride");
    if (at == VRM_JSON_MISSING) return true;
    int64_t stride = vrmi_read_integer(reader, object, "byteStride", 0, UINT32_MAX, -1);
    if (stride < 0) return false;
    if (stride < 4 || stride > 252 || stride % 4 != 0)
        vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_RANGE, at,
                         "A byteStride is a multiple of 4 from 4 to 252; this one is %lld.",
                         (long long)stride);
    view->byte_stride = (uint32_t)stride;
    return true;
}

void vrmi_read_buffer_view(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_BufferView* view = element;
    (void)index;
    view->buffer = vrmi_read_index(reader, object, "buffer", typed->gltf.buffer_count);
    int64_t offset = vrmi_read_integer(reader, object, "byteOffset", 0, INT64_MAX, -1);
    if (offset < 0 && vrmi_read_member(reader, object, "byteOffset") == VRM_JSON_MISSING)
        offset = 0;
    view->byte_length = (uint64_t)vrmi_read_integer(reader, object, "byteLength", 1, INT64_MAX, 0);
    vrmi_read_required(reader, object, "byteLength");
    int64_t target = vrmi_read_integer(reader, object, "target", 0, UINT32_MAX, 0);
    view->target = target <= UINT16_MAX ? (uint16_t)target : 0;
    bool is_stride_sound = read_stride(reader, object, view);
    vrm_JsonRef compression = vrmi_read_extension(reader, object, "EXT_meshopt_compression");
    if (compression != VRM_JSON_MISSING && vrmi_meshopt_decode(typed, compression, view)) return;
    if (offset >= 0 && is_stride_sound) place_in_buffer(typed, object, (uint64_t)offset, view);
}
