/* SPDX-License-Identifier: MIT */
/** Naming a file by its content, as traces do. */
#ifndef VRM_DIGEST_H
#define VRM_DIGEST_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a digest. */
#define VRM_DIGEST_SIZE 65

/** The SHA-256 (FIPS 180-4) of `size` bytes as 64 lower-case hexadecimal digits, terminated.
 * `data` may be NULL when `size` is 0. */
VRM_API void vrm_digest_sha256(const void* data, size_t size, char out_text[VRM_DIGEST_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
