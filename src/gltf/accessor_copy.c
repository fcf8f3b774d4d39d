/* SPDX-License-Identifier: MIT */
/* Copies the elements of an accessor byte by byte. Precondition: the accessor is readable. */
#include "base/bytes.h"
#include "gltf/accessor.h"

#include <string.h>

static uint32_t load_index(const uint8_t* from, uint32_t size) {
    return size == 1 ? from[0] : size == 2 ? vrmi_load_u16(from) : vrmi_load_u32(from);
}

static void copy_base(const vrm_Gltf* gltf, const vrm_Accessor* accessor,
                      const vrmi_ElementLayout* layout, size_t stride, uint8_t* out) {
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    size_t step = view->byte_stride != 0 ? view->byte_stride : layout->size;
    const uint8_t* from = view->data + accessor->byte_offset;
    for (uint64_t i = 0; i < accessor->count; i++)
        memcpy(out + i * stride, from + i * step, layout->covered);
}

/* glTF 2.0, "Sparse Accessors": indices increase strictly. False where they do not. */
static bool copy_sparse(const vrm_Gltf* gltf, const vrm_Sparse* sparse, uint64_t count,
                        const vrmi_ElementLayout* layout, size_t stride, uint8_t* out) {
    if (sparse->count == 0) return true;
    const uint8_t* indices = gltf->buffer_views[sparse->indices_view].data + sparse->indices_offset;
    const uint8_t* values = gltf->buffer_views[sparse->values_view].data + sparse->values_offset;
    uint32_t index_size = vrmi_component_size(sparse->indices_type);
    uint64_t least = 0;
    for (uint64_t i = 0; i < sparse->count; i++) {
        uint32_t index = load_index(indices + i * index_size, index_size);
        if (index < least || index >= count) return false;
        memcpy(out + index * stride, values + i * layout->size, layout->covered);
        least = (uint64_t)index + 1;
    }
    return true;
}

bool vrmi_accessor_copy(const vrm_Gltf* gltf, int32_t index, size_t stride, uint8_t* out) {
    const vrm_Accessor* accessor = &gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, index);
    if (accessor->buffer_view >= 0) copy_base(gltf, accessor, &layout, stride, out);
    return copy_sparse(gltf, &sparse, accessor->count, &layout, stride, out);
}
