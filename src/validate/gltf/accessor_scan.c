/* SPDX-License-Identifier: MIT */
#include "validate/gltf/accessor_scan.h"

#include <string.h>

/* Bytes may be unaligned, so numbers are copied out; compilers turn this into plain loads. */
#define DECODE(type)                                                                               \
    do {                                                                                           \
        for (uint64_t column = 0; column < columns; column++, bytes += step) {                     \
            for (uint64_t row = 0; row < rows; row++) {                                            \
                type value;                                                                        \
                memcpy(&value, bytes + row * sizeof value, sizeof value);                          \
                out[row] = (double)value;                                                          \
            }                                                                                      \
            out += rows;                                                                           \
        }                                                                                          \
    } while (0)

/* Reads `columns` columns of `rows` numbers side by side, `step` bytes from one to the next. */
static void decode_columns(vrm_ComponentType type, const uint8_t* restrict bytes, uint64_t columns,
                           uint64_t rows, uint64_t step, double* restrict out) {
    switch (type) {
    case VRM_COMPONENT_BYTE: DECODE(int8_t); break;
    case VRM_COMPONENT_UNSIGNED_BYTE: DECODE(uint8_t); break;
    case VRM_COMPONENT_SHORT: DECODE(int16_t); break;
    case VRM_COMPONENT_UNSIGNED_SHORT: DECODE(uint16_t); break;
    case VRM_COMPONENT_UNSIGNED_INT: DECODE(uint32_t); break;
    case VRM_COMPONENT_FLOAT: DECODE(float); break;
    case VRM_COMPONENT_NONE: break;
    }
}

/* Elements without a gap are one long column, which compilers read by vector instructions. */
static void decode(const vrmi_ElementLayout* layout, vrm_ComponentType type, const uint8_t* bytes,
                   uint64_t stride, uint32_t count, double* out) {
    uint64_t rows = layout->rows, columns = layout->columns;
    if (stride == rows * columns * layout->component_size)
        decode_columns(type, bytes, 1, rows * columns * count, 0, out);
    else if (columns == 1)
        decode_columns(type, bytes, count, rows, stride, out);
    else
        for (uint32_t e = 0; e < count; e++)
            decode_columns(type, bytes + e * stride, columns, rows, layout->column_size,
                           out + e * rows * columns);
}

static const uint8_t* view_bytes(const vrm_Gltf* gltf, int32_t view, uint64_t offset) {
    const uint8_t* data = view >= 0 ? gltf->buffer_views[view].data : NULL;
    return data != NULL ? data + offset : NULL;
}

uint32_t vrmi_scan_sparse_index(const vrmi_Scan* scan, uint64_t at) {
    uint16_t short_index;
    uint32_t index;
    switch (scan->sparse_type) {
    case VRM_COMPONENT_UNSIGNED_BYTE: return scan->sparse_indices[at];
    case VRM_COMPONENT_UNSIGNED_SHORT:
        memcpy(&short_index, scan->sparse_indices + at * 2, 2);
        return short_index;
    default: memcpy(&index, scan->sparse_indices + at * 4, 4); return index;
    }
}

/* Sparse indices must increase and be in range; the first that is not ends the replacement, as in
 * Khronos's validator. */
static uint64_t usable_count(const vrmi_Scan* scan) {
    uint64_t at = 0, last = 0;
    for (; at < scan->sparse_count; at++) {
        uint64_t index = vrmi_scan_sparse_index(scan, at);
        if (index >= scan->count || (at > 0 && index <= last)) break;
        last = index;
    }
    return at;
}

static bool begin(vrmi_Scan* scan, const vrm_Gltf* gltf, const vrm_Accessor* accessor) {
    if (!accessor->is_readable) return false;
    scan->layout = vrmi_element_layout(accessor->component_type, accessor->type);
    scan->component_type = accessor->component_type;
    scan->components = (uint32_t)vrm_accessor_components(accessor->type);
    scan->base = NULL;
    scan->stride = scan->layout.size;
    scan->count = accessor->count;
    scan->next = scan->first = 0;
    scan->loaded = 0;
    scan->sparse_indices = scan->sparse_values = NULL;
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, (int32_t)(accessor - gltf->accessors));
    scan->sparse_type = sparse.indices_type;
    scan->sparse_count = sparse.count;
    scan->sparse_at = 0;
    if (sparse.count == 0) return true;
    scan->sparse_indices = view_bytes(gltf, sparse.indices_view, sparse.indices_offset);
    scan->sparse_values = view_bytes(gltf, sparse.values_view, sparse.values_offset);
    if (scan->sparse_indices == NULL || scan->sparse_values == NULL) return false;
    scan->sparse_count = usable_count(scan);
    return true;
}

bool vrmi_scan_begin(vrmi_Scan* scan, const vrm_Gltf* gltf, const vrm_Accessor* accessor) {
    if (!begin(scan, gltf, accessor)) return false;
    if (accessor->buffer_view < 0) return accessor->is_sparse;
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    if (view->byte_stride != 0) scan->stride = view->byte_stride;
    scan->base = view_bytes(gltf, accessor->buffer_view, accessor->byte_offset);
    return scan->base != NULL;
}

bool vrmi_scan_begin_sparse(vrmi_Scan* scan, const vrm_Gltf* gltf, const vrm_Accessor* accessor) {
    if (!begin(scan, gltf, accessor) || scan->sparse_values == NULL) return false;
    scan->base = scan->sparse_values;
    scan->count = scan->sparse_count;
    scan->sparse_values = NULL;
    return true;
}

/* Replaces the elements that the sparse part has values for. */
static void apply_sparse(vrmi_Scan* scan) {
    while (scan->sparse_at < scan->sparse_count) {
        uint64_t index = vrmi_scan_sparse_index(scan, scan->sparse_at);
        if (index >= scan->first + scan->loaded) return;
        decode(&scan->layout, scan->component_type,
               scan->sparse_values + scan->sparse_at * scan->layout.size, scan->layout.size, 1,
               scan->numbers + (index - scan->first) * scan->components);
        scan->sparse_at++;
    }
}

bool vrmi_scan_next(vrmi_Scan* scan) {
    if (scan->next >= scan->count) return false;
    /* 1536 numbers are 1536, 768, 512, 384, 170 or 96 elements. */
    uint32_t room = VRMI_SCAN_NUMBERS / scan->components;
    uint64_t left = scan->count - scan->next;
    scan->first = scan->next;
    scan->loaded = left < room ? (uint32_t)left : room;
    if (scan->base != NULL)
        decode(&scan->layout, scan->component_type, scan->base + scan->first * scan->stride,
               scan->stride, scan->loaded, scan->numbers);
    else
        memset(scan->numbers, 0, (size_t)scan->loaded * scan->components * sizeof(double));
    if (scan->sparse_values != NULL) apply_sparse(scan);
    scan->next += scan->loaded;
    return true;
}

double vrmi_scan_normalized(vrm_ComponentType type, double raw) {
    double scaled;
    switch (type) {
    case VRM_COMPONENT_BYTE: scaled = raw / 127; break;
    case VRM_COMPONENT_UNSIGNED_BYTE: return raw / 255;
    case VRM_COMPONENT_SHORT: scaled = raw / 32767; break;
    case VRM_COMPONENT_UNSIGNED_SHORT: return raw / 65535;
    default: return raw;
    }
    return scaled < -1 ? -1 : scaled;
}
