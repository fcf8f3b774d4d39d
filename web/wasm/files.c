/* SPDX-License-Identifier: MIT */
/* Replaces src/container/file.c: a page has no files, and the exports load from bytes. The
 * linker refuses a parameter too few or too many; see --fatal-warnings in build/split.mjs. */
#include "vrm/base.h"

typedef bool AcceptFn(const void* head, size_t size);

vrm_Result vrmi_file_read(const char* path, uint64_t max_size, AcceptFn* accepts,
                          const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size);
vrm_Result vrmi_file_read(const char* path, uint64_t max_size, AcceptFn* accepts,
                          const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size) {
    (void)path, (void)max_size, (void)accepts, (void)allocator;
    *out_data = NULL;
    *out_size = 0;
    return VRM_ERR_IO;
}

vrm_Result vrmi_file_read_below(const char* folder, const char* path, uint64_t max_size,
                                const vrm_Allocator* allocator, uint8_t** out_data,
                                size_t* out_size);
vrm_Result vrmi_file_read_below(const char* folder, const char* path, uint64_t max_size,
                                const vrm_Allocator* allocator, uint8_t** out_data,
                                size_t* out_size) {
    (void)folder;
    return vrmi_file_read(path, max_size, NULL, allocator, out_data, out_size);
}

vrm_Result vrmi_file_write(const char* path, const void* data, size_t size,
                           const vrm_Allocator* allocator);
vrm_Result vrmi_file_write(const char* path, const void* data, size_t size,
                           const vrm_Allocator* allocator) {
    (void)path, (void)data, (void)size, (void)allocator;
    return VRM_ERR_IO;
}
