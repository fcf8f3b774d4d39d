/* SPDX-License-Identifier: MIT */
/* The layout of elements in bytes, and the only check that elements lie inside a buffer. */
#ifndef VRMI_GLTF_ACCESSOR_H
#define VRMI_GLTF_ACCESSOR_H

#include "vrm/gltf.h"

/* True when `count` elements of `size` bytes each, `stride` bytes from one to the next, the first
 * at `offset`, all lie inside `length` bytes. No input overflows. Zero elements lie everywhere. */
static inline bool vrmi_elements_fit(uint64_t offset, uint64_t stride, uint64_t count,
                                     uint64_t size, uint64_t length) {
    if (count == 0) return true;
    if (offset > length || size > length - offset) return false;
    uint64_t room = length - offset - size;
    return stride == 0 || count - 1 <= room / stride;
}

/* Accessors of more elements are not read: no index reaches them, and a GLB has no room for them.
 */
#define VRMI_ELEMENTS_MAX UINT32_MAX

/* Bytes of a component; 0 for VRM_COMPONENT_NONE. */
uint32_t vrmi_component_size(vrm_ComponentType type);

/* Rows, columns and bytes from column to column: glTF 2.0, "Data Alignment", begins each column of
 * a matrix at a multiple of 4. A vector is one column. */
typedef struct vrmi_ElementLayout {
    uint32_t rows, columns;
    uint32_t component_size, column_size;
    uint32_t size;    /* bytes from one packed element to the next; 0 when a type is none */
    uint32_t covered; /* bytes up to its last number: the padding behind need not be there */
} vrmi_ElementLayout;

vrmi_ElementLayout vrmi_element_layout(vrm_ComponentType component, vrm_AccessorType type);

/* As vrm_accessor_read_floats() for the first `most` elements. */
vrm_Result vrmi_accessor_read_first(const vrm_Gltf* gltf, int32_t accessor, uint64_t most,
                                    float* out, size_t out_count);

/* Copies all elements as they are stored, the sparse ones in their places, `stride` bytes from one
 * to the next; `out` was zeroed. False when the sparse indices do not increase below the count.
 * Precondition: the accessor is readable. */
bool vrmi_accessor_copy(const vrm_Gltf* gltf, int32_t accessor, size_t stride, uint8_t* out);

/* Whether two attributes have the same name. */
bool vrmi_is_same_attribute(const vrm_Json* json, const vrm_Attribute* a, const vrm_Attribute* b);

#endif
