/* SPDX-License-Identifier: MIT */
/* Compiled kernels on disk. A file begins with its length and a checksum, because drivers may end
 * the process when they are given a binary that was cut short (pocl 3.1 does). */
#ifndef VRM_GPU_CACHE_H
#define VRM_GPU_CACHE_H

#include <stddef.h>

/* What gpu_cache_write() wrote, from malloc(); NULL when there is no such file, or it is not
 * whole. */
unsigned char* gpu_cache_read(const char* path, size_t* out_size);

/* Through a file beside it, so that no reader sees a part of it. Errors are ignored: the kernels
 * are then compiled again. */
void gpu_cache_write(const char* path, const unsigned char* bytes, size_t size);

#endif
