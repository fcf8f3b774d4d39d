/* SPDX-License-Identifier: MIT */
/* An open file into memory. Files are read by a call of the platform: file.c, file_windows.c. */
#ifndef VRMI_CONTAINER_FILE_MEMORY_H
#define VRMI_CONTAINER_FILE_MEMORY_H

#include "base/alloc.h"

/* Whether a file may begin with these bytes. */
typedef bool vrmi_AcceptFn(const void* head, size_t size);

/* Fills the buffer as far as the file goes, and returns how far; -1 on an error. `file` points to
 * the platform's handle. */
typedef ptrdiff_t vrmi_ReadFn(const void* file, uint8_t* data, size_t size);

/* A file of known size, into a buffer of that size; a size that changes meanwhile is an error. */
vrm_Result vrmi_read_regular(vrmi_ReadFn* read, const void* file, size_t size,
                             const vrm_Allocator* allocator, uint8_t** out_data);

/* The size of a pipe is not known: the buffer doubles, up to one byte above `max_size`, and is cut
 * to size at the end. `accepts`: vrmi_file_read(). */
vrm_Result vrmi_read_stream(vrmi_ReadFn* read, const void* file, uint64_t max_size,
                            vrmi_AcceptFn* accepts, const vrm_Allocator* allocator,
                            uint8_t** out_data, size_t* out_size);

#endif
