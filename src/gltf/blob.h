/* SPDX-License-Identifier: MIT */
/* Bytes that loading produces: decoded, decompressed or read from side files. The document owns
 * them and shares one blob between equal sources, within a reading and from one reading to the
 * next.
 *
 * Life of a blob: a reading marks the blobs that it uses. When the reading replaces the previous
 * one (vrmi_blobs_sweep()), blobs without a mark are released; when it is undone
 * (vrmi_blobs_undo()), the blobs that it made are released. Between readings every blob is in use.
 * The limit decoded_bytes counts only the blobs that the current reading uses. */
#ifndef VRMI_GLTF_BLOB_H
#define VRMI_GLTF_BLOB_H

#include "gltf/typed.h"

/* The source that a blob was made from. */
typedef struct vrmi_BlobSource {
    vrm_Span base64;  /* the digits of a data: URI; data NULL: none */
    const void* text; /* else what describes the source completely: a file's URI, a packed view */
    size_t text_size;
    bool is_file; /* `text` is the path of a side file */
} vrmi_BlobSource;

/* The blob of an equal source, or NULL. Sources are found by hash and then compared in full,
 * because anybody can make two sources with one hash. Valid until the next blob is added. Also NULL
 * when the limit is exceeded, which fails the reading at `at`. */
const vrmi_Blob* vrmi_blob_find(vrmi_Typed* typed, vrm_JsonRef at, const vrmi_BlobSource* source);

/* Whether `size` more bytes are within the limit. If not: a finding at `at`, and the reading fails
 * with VRM_ERR_LIMIT. */
bool vrmi_blob_fits(vrmi_Typed* typed, vrm_JsonRef at, uint64_t size);

/* Takes ownership of `data`, which must come from the document's allocator. NULL when there is no
 * memory. */
const vrmi_Blob* vrmi_blob_add(vrmi_Typed* typed, const vrmi_BlobSource* source, uint8_t* data,
                               size_t size);

/* A reading begins; it replaces the previous one; it is undone. */
void vrmi_blobs_begin(vrmi_Document* document);
void vrmi_blobs_sweep(vrmi_Document* document);
void vrmi_blobs_undo(vrmi_Document* document);

void vrmi_blobs_release(vrmi_Document* document);

#endif
