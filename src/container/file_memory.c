/* SPDX-License-Identifier: MIT */
#include "container/file_memory.h"

#include <string.h>

vrm_Result vrmi_read_regular(vrmi_ReadFn* read, const void* file, size_t size,
                             const vrm_Allocator* allocator, uint8_t** out_data) {
    uint8_t* data = vrmi_alloc(allocator, size);
    if (data == NULL) return VRM_ERR_MEMORY;
    ptrdiff_t done = read(file, data, size);
    if (done < 0 || (size_t)done != size) {
        vrmi_release(allocator, data, size);
        return VRM_ERR_IO;
    }
    *out_data = data;
    return VRM_OK;
}

vrm_Result vrmi_read_stream(vrmi_ReadFn* read, const void* file, uint64_t max_size,
                            vrmi_AcceptFn* accepts, const vrm_Allocator* allocator,
                            uint8_t** out_data, size_t* out_size) {
    size_t capacity = 65536, size = 0;
    uint8_t* data = vrmi_alloc(allocator, capacity);
    vrm_Result result = data == NULL ? VRM_ERR_MEMORY : VRM_OK;
    while (result == VRM_OK) {
        ptrdiff_t count = read(file, data + size, capacity - size);
        if (count < 0) result = VRM_ERR_IO;
        if (count <= 0) break;
        bool is_head = size == 0;
        size += (size_t)count;
        if (is_head && accepts != NULL && !accepts(data, size)) break;
        if (size > max_size) result = VRM_ERR_LIMIT;
        if (size < capacity || result != VRM_OK) break;
        size_t wanted = max_size < capacity * 2 ? (size_t)max_size + 1 : capacity * 2;
        uint8_t* larger = vrmi_grow(allocator, data, capacity, wanted);
        if (larger == NULL) {
            result = VRM_ERR_MEMORY;
            break;
        }
        data = larger;
        capacity = wanted;
    }
    if (result == VRM_OK && size < capacity) {
        uint8_t* exact = vrmi_alloc(allocator, size);
        if (exact != NULL) memcpy(exact, data, size);
        if (exact == NULL) result = VRM_ERR_MEMORY;
        vrmi_release(allocator, data, capacity);
        data = exact;
    } else if (result != VRM_OK) {
        vrmi_release(allocator, data, capacity);
        data = NULL;
    }
    *out_data = data;
    *out_size = size;
    return result;
}
