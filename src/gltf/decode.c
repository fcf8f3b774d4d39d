/* SPDX-License-Identifier: MIT */
/* Decodes accessors into arrays of the caller. Precondition: the accessor is readable, so
 * accessors.c has proven every address below to be inside its view. Bytes are loaded at any
 * alignment. */
#include "base/alloc.h"
#include "base/bytes.h"
#include "gltf/accessor.h"

#include <string.h>

/* ---- Components ---- */

static int32_t load_i8(const uint8_t* from) {
    return *from < 0x80 ? *from : *from - 0x100;
}

static int32_t load_i16(const uint8_t* from) {
    int32_t value = vrmi_load_u16(from);
    return value < 0x8000 ? value : value - 0x10000;
}

/* A float whose exponent is all ones is infinite or NaN and becomes 0. */
static float load_float(const uint8_t* from) {
    uint32_t bits = vrmi_load_u32(from);
    float value;
    bits = (bits & 0x7F800000u) == 0x7F800000u ? 0 : bits;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- Rows: numbers side by side ---- */

typedef void FloatRow(const uint8_t* from, size_t count, float* out);

#define FLOAT_ROW(name, size, expression)                                                          \
    static void name(const uint8_t* from, size_t count, float* out) {                              \
        for (size_t i = 0; i < count; i++, from += (size)) out[i] = (expression);                  \
    }

static float at_least_minus_one(float value) {
    return value < -1.0f ? -1.0f : value;
}

/* The divisors are those of glTF 2.0, "Accessor Data Types": -128 and -127 both mean -1. */
FLOAT_ROW(floats, 4, load_float(from))
FLOAT_ROW(i8, 1, (float)load_i8(from))
FLOAT_ROW(u8, 1, (float)*from)
FLOAT_ROW(i16, 2, (float)load_i16(from))
FLOAT_ROW(u16, 2, (float)vrmi_load_u16(from))
FLOAT_ROW(u32, 4, (float)vrmi_load_u32(from))
FLOAT_ROW(i8_normalized, 1, at_least_minus_one((float)load_i8(from) / 127.0f))
FLOAT_ROW(u8_normalized, 1, (float)*from / 255.0f)
FLOAT_ROW(i16_normalized, 2, at_least_minus_one((float)load_i16(from) / 32767.0f))
FLOAT_ROW(u16_normalized, 2, (float)vrmi_load_u16(from) / 65535.0f)

static FloatRow* float_row(const vrm_Accessor* accessor) {
    bool is_normalized = accessor->is_normalized;
    switch (accessor->component_type) {
    case VRM_COMPONENT_BYTE: return is_normalized ? i8_normalized : i8;
    case VRM_COMPONENT_UNSIGNED_BYTE: return is_normalized ? u8_normalized : u8;
    case VRM_COMPONENT_SHORT: return is_normalized ? i16_normalized : i16;
    case VRM_COMPONENT_UNSIGNED_SHORT: return is_normalized ? u16_normalized : u16;
    case VRM_COMPONENT_UNSIGNED_INT: return u32;
    case VRM_COMPONENT_FLOAT: return floats;
    case VRM_COMPONENT_NONE: break;
    }
    return NULL;
}

/* Returns false when a value is negative. */
typedef bool U32Row(const uint8_t* from, size_t count, uint32_t* out);

#define U32_ROW(name, size, type, expression)                                                      \
    static bool name(const uint8_t* from, size_t count, uint32_t* out) {                           \
        type lowest = 0;                                                                           \
        for (size_t i = 0; i < count; i++, from += (size)) {                                       \
            type value = (expression);                                                             \
            lowest = value < lowest ? value : lowest;                                              \
            out[i] = (uint32_t)value;                                                              \
        }                                                                                          \
        return lowest == 0;                                                                        \
    }

U32_ROW(indices_i8, 1, int32_t, load_i8(from))
U32_ROW(indices_u8, 1, uint32_t, *from)
U32_ROW(indices_i16, 2, int32_t, load_i16(from))
U32_ROW(indices_u16, 2, uint32_t, vrmi_load_u16(from))
U32_ROW(indices_u32, 4, uint32_t, vrmi_load_u32(from))

static U32Row* u32_row(vrm_ComponentType type) {
    switch (type) {
    case VRM_COMPONENT_BYTE: return indices_i8;
    case VRM_COMPONENT_UNSIGNED_BYTE: return indices_u8;
    case VRM_COMPONENT_SHORT: return indices_i16;
    case VRM_COMPONENT_UNSIGNED_SHORT: return indices_u16;
    case VRM_COMPONENT_UNSIGNED_INT: return indices_u32;
    case VRM_COMPONENT_FLOAT:
    case VRM_COMPONENT_NONE: break;
    }
    return NULL;
}

/* ---- Elements ---- */

/* One decoding call: exactly one of the two outputs is set. */
typedef struct Decoding {
    const vrm_Gltf* gltf;
    const vrm_Accessor* accessor;
    vrmi_ElementLayout layout;
    size_t components; /* per element */
    FloatRow* float_row;
    float* floats;
    U32Row* u32_row;
    uint32_t* u32s;
} Decoding;

static bool decode_row(const Decoding* decoding, const uint8_t* from, size_t count, size_t to) {
    if (decoding->floats == NULL) return decoding->u32_row(from, count, decoding->u32s + to);
    decoding->float_row(from, count, decoding->floats + to);
    return true;
}

/* One element, column by column. */
static bool decode_element(const Decoding* decoding, const uint8_t* from, size_t to) {
    const vrmi_ElementLayout* layout = &decoding->layout;
    bool is_sound = true;
    for (uint32_t column = 0; column < layout->columns; column++)
        is_sound &= decode_row(decoding, from + (size_t)column * layout->column_size, layout->rows,
                               to + (size_t)column * layout->rows);
    return is_sound;
}

static bool decode_base(const Decoding* decoding, size_t count) {
    const vrm_Accessor* accessor = decoding->accessor;
    const vrmi_ElementLayout* layout = &decoding->layout;
    size_t total = count * decoding->components;
    if (accessor->buffer_view < 0) {
        if (decoding->floats != NULL) memset(decoding->floats, 0, total * sizeof(float));
        if (decoding->u32s != NULL) memset(decoding->u32s, 0, total * sizeof(uint32_t));
        return true;
    }
    const vrm_BufferView* view = &decoding->gltf->buffer_views[accessor->buffer_view];
    const uint8_t* from = view->data + accessor->byte_offset;
    size_t stride = view->byte_stride == 0 ? layout->size : view->byte_stride;
    bool is_dense = stride == decoding->components * layout->component_size;
    if (is_dense) return decode_row(decoding, from, total, 0);
    bool is_sound = true;
    for (size_t i = 0; i < count; i++)
        is_sound &= decode_element(decoding, from + i * stride, i * decoding->components);
    return is_sound;
}

/* glTF 2.0, "Sparse Accessors": indices strictly increase, so each is checked against the one
 * before it and the largest possible one. */
static bool decode_sparse(const Decoding* decoding, size_t count) {
    const vrm_Accessor* accessor = decoding->accessor;
    const vrm_BufferView* views = decoding->gltf->buffer_views;
    if (!accessor->is_sparse) return true;
    vrm_Sparse sparse =
        vrm_accessor_sparse(decoding->gltf, (int32_t)(accessor - decoding->gltf->accessors));
    const uint8_t* indices = views[sparse.indices_view].data + sparse.indices_offset;
    const uint8_t* values = views[sparse.values_view].data + sparse.values_offset;
    uint32_t index_size = vrmi_component_size(sparse.indices_type);
    U32Row* index_row = u32_row(sparse.indices_type);
    uint64_t least = 0;
    for (uint64_t i = 0; i < sparse.count; i++) {
        uint32_t index;
        index_row(indices, 1, &index);
        if (index < least || index >= count) return false;
        if (!decode_element(decoding, values, index * decoding->components)) return false;
        least = (uint64_t)index + 1;
        indices += index_size;
        values += decoding->layout.size;
    }
    return true;
}

/* Decodes at most `most` elements. */
static vrm_Result decode(Decoding* decoding, int32_t index, uint64_t most, size_t out_count) {
    if (index < 0 || index >= decoding->gltf->accessor_count) return VRM_ERR_ARGUMENT;
    const vrm_Accessor* accessor = &decoding->gltf->accessors[index];
    if (!accessor->is_readable) return VRM_ERR_INVALID;
    decoding->accessor = accessor;
    decoding->layout = vrmi_element_layout(accessor->component_type, accessor->type);
    decoding->components = (size_t)vrm_accessor_components(accessor->type);
    uint64_t count = accessor->count < most ? accessor->count : most;
    if (count > out_count / decoding->components) return VRM_ERR_ARGUMENT;
    decoding->float_row = float_row(accessor);
    decoding->u32_row = u32_row(accessor->component_type);
    if (decoding->u32s != NULL && decoding->u32_row == NULL) return VRM_ERR_INVALID;
    bool is_sound = decode_base(decoding, (size_t)count) && decode_sparse(decoding, (size_t)count);
    return is_sound ? VRM_OK : VRM_ERR_INVALID;
}

vrm_Result vrm_accessor_read_floats(const vrm_Gltf* gltf, int32_t accessor, float* out,
                                    size_t out_count) {
    return vrmi_accessor_read_first(gltf, accessor, UINT64_MAX, out, out_count);
}

vrm_Result vrmi_accessor_read_first(const vrm_Gltf* gltf, int32_t accessor, uint64_t most,
                                    float* out, size_t out_count) {
    if (out == NULL) return VRM_ERR_ARGUMENT;
    Decoding decoding = {.gltf = gltf, .floats = out};
    return decode(&decoding, accessor, most, out_count);
}

vrm_Result vrm_accessor_read_u32(const vrm_Gltf* gltf, int32_t accessor, uint32_t* out,
                                 size_t out_count) {
    if (out == NULL) return VRM_ERR_ARGUMENT;
    Decoding decoding = {.gltf = gltf, .u32s = out};
    return decode(&decoding, accessor, UINT64_MAX, out_count);
}

vrm_JsonRef vrm_gltf_extension(const vrm_Gltf* gltf, vrm_JsonRef element, const char* name) {
    vrm_JsonRef extensions = vrm_json_member(gltf->json, element, "extensions");
    return vrm_json_member(gltf->json, extensions, name);
}
