/* SPDX-License-Identifier: MIT */
/* Bytes that loading makes: decoded, decompressed or read from side files. They are owned by the
 * document and found again by a key: the hash of what they were made from. */
#ifndef VRMI_GLTF_BLOB_H
#define VRMI_GLTF_BLOB_H

#include "gltf/typed.h"

/* One that was made before, or NULL. Valid until the next one is added. */
const vrmi_Blob* vrmi_blob_find(vrmi_Typed* typed, uint64_t key);

/* False, a finding at `at` and VRM_ERR_LIMIT when that many bytes more are over the limit. */
bool vrmi_blob_fits(vrmi_Typed* typed, vrm_JsonRef at, uint64_t size);

/* Takes `data`, which came from the document's allocator; NULL when there is no memory. */
const vrmi_Blob* vrmi_blob_add(vrmi_Typed* typed, uint64_t key, uint8_t* data, size_t size);

#endif
