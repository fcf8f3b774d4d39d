/* SPDX-License-Identifier: MIT */
/** Digests that identify a file by its content, as in traces. */
#ifndef VRM_DIGEST_H
#define VRM_DIGEST_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a digest text, with its terminating zero. */
#define VRM_DIGEST_SIZE 65

/** Writes the SHA-256 (FIPS 180-4) of `size` bytes as 64 lower-case hexadecimal digits and a
 * terminating zero. `data` may be NULL if `size` is 0. */
VRM_API void vrm_digest_sha256(const void* data, size_t size, char out_text[VRM_DIGEST_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
