/* SPDX-License-Identifier: MIT */
/* The system's OpenCL library, opened at run time. It is never closed: drivers leave threads behind
 * that run its code. */
#ifndef GPU_LIBRARY_H
#define GPU_LIBRARY_H

#include <stdbool.h>

/* NULL when there is none. */
void* gpu_library_open(void);

/* Writes the function's address to `out`, a pointer to a function; false when it is missing. */
bool gpu_library_find(void* library, const char* name, void* out);

#endif
