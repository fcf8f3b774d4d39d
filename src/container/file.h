/* SPDX-License-Identifier: MIT */
/* Reads and writes whole files. Paths of the caller are used as given; paths from a document go
 * through vrmi_file_read_below() and cannot leave the document's folder. */
#ifndef VRMI_CONTAINER_FILE_H
#define VRMI_CONTAINER_FILE_H

#include "container/file_memory.h"

/* Reads the whole file into memory from `allocator`, exactly *out_size bytes (one byte is allocated
 * for an empty file). VRM_ERR_IO when it cannot be read, VRM_ERR_LIMIT when it is larger than
 * `max_size`; *out_size is then the size as far as it is known.
 *
 * A pipe or a device may have no end. `accepts` gets its first 64 KiB; if it returns false, they
 * are all that is read. NULL accepts everything. It is not called for regular files. */
vrm_Result vrmi_file_read(const char* path, uint64_t max_size, vrmi_AcceptFn* accepts,
                          const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size);

/* The same for a relative path below `folder` ("" is the current one), as vrmi_uri_path() makes
 * them: only regular files, and no part of the path may be a symbolic link, so that the file is
 * really inside the folder. */
vrm_Result vrmi_file_read_below(const char* folder, const char* path, uint64_t max_size,
                                const vrm_Allocator* allocator, uint8_t** out_data,
                                size_t* out_size);

/* Writes a new file beside the target, flushes it to the disk and renames it over the target: after
 * a failure the target is unchanged and no other file is left. A symbolic link is followed; a pipe
 * or a device is written in place. */
vrm_Result vrmi_file_write(const char* path, const void* data, size_t size,
                           const vrm_Allocator* allocator);

#endif
