/* SPDX-License-Identifier: MIT */
/* Bytes that loading makes: decoded, decompressed or read from side files. The document owns them
 * and shares one blob between equal sources, within a reading and from one reading to the next.
 *
 * Life of a blob: a reading marks those that it uses. When it takes the place of the reading before
 * (vrmi_blobs_sweep()), blobs without a mark are released; when it is undone (vrmi_blobs_undo()),
 * those that it made are. Between readings every blob is in use, and the limit decoded_bytes counts
 * those that the reading uses and no other. */
#ifndef VRMI_GLTF_BLOB_H
#define VRMI_GLTF_BLOB_H

#include "gltf/typed.h"

/* What a blob was made from. */
typedef struct vrmi_BlobSource {
    vrm_Span base64;  /* the digits of a data: URI; data NULL: none */
    const void* text; /* else what describes the source completely: a file's URI, a packed view */
    size_t text_size;
} vrmi_BlobSource;

/* The blob that an equal source gave, or NULL. A hash leads to it and the source itself decides:
 * anybody can make two sources of one hash. Valid until the next one is added. NULL too when the
 * limit is passed, which fails the reading at `at`. */
const vrmi_Blob* vrmi_blob_find(vrmi_Typed* typed, vrm_JsonRef at, const vrmi_BlobSource* source);

/* False, a finding at `at` and VRM_ERR_LIMIT when that many bytes more are over the limit. */
bool vrmi_blob_fits(vrmi_Typed* typed, vrm_JsonRef at, uint64_t size);

/* Takes `data`, which came from the document's allocator; NULL when there is no memory. */
const vrmi_Blob* vrmi_blob_add(vrmi_Typed* typed, const vrmi_BlobSource* source, uint8_t* data,
                               size_t size);

/* A reading begins; it takes the place of the one before; or it is undone. */
void vrmi_blobs_begin(vrmi_Document* document);
void vrmi_blobs_sweep(vrmi_Document* document);
void vrmi_blobs_undo(vrmi_Document* document);

void vrmi_blobs_release(vrmi_Document* document);

#endif
