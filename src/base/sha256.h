/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), by which files are identified; public as vrm_digest_sha256(). */
#ifndef VRMI_BASE_SHA256_H
#define VRMI_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct vrmi_Sha256 {
    uint32_t state[8];
    uint64_t size;
    uint8_t block[64];
} vrmi_Sha256;

void vrmi_sha256_init(vrmi_Sha256* sha);
void vrmi_sha256_add(vrmi_Sha256* sha, const void* data, size_t size);
void vrmi_sha256_end(vrmi_Sha256* sha, uint8_t out_digest[32]);

#endif
