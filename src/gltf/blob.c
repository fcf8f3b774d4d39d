/* SPDX-License-Identifier: MIT */
#include "gltf/blob.h"

#include "base/hash.h"
#include "container/base64.h"

#include <string.h>

/* An edit moves blobs by a few places at most, so searching near the expected place is enough; a
 * blob that is not found there is decoded again. */
#define WINDOW 64

/* Sources of different kinds never share a blob, even where hash and text agree. */
static uint64_t hash_source(const vrmi_BlobSource* source) {
    return source->base64.data != NULL ? vrmi_hash(source->base64.data, source->base64.size, 0)
                                       : vrmi_hash(source->text, source->text_size, 1);
}

/* A data: URI is compared with the bytes that it decodes to, so that its text need not be kept. */
static bool is_made_from(const vrmi_Blob* blob, const vrmi_BlobSource* source) {
    if (source->base64.data != NULL)
        return blob->source == NULL && vrmi_base64_equals(source->base64, blob->data, blob->size);
    return blob->source != NULL && blob->source_size == source->text_size &&
           memcmp(blob->source, source->text, source->text_size) == 0;
}

/* Compares only the first blob with that hash. Sources made to collide are decoded again, which
 * counts against the limit, but no source is compared with many others. */
static vrmi_Blob* find(vrmi_Typed* typed, const vrmi_BlobSource* source) {
    const vrmi_Document* document = typed->document;
    uint64_t hash = hash_source(source);
    uint32_t window = document->blob_count < WINDOW ? document->blob_count : WINDOW;
    for (uint32_t i = 0; i < window; i++) {
        size_t at = (typed->blob_cursor + i) % document->blob_count;
        vrmi_Blob* blob = &document->blobs[at];
        if (blob->hash != hash) continue;
        if (!is_made_from(blob, source)) return NULL;
        typed->blob_cursor = at + 1;
        return blob;
    }
    return NULL;
}

const vrmi_Blob* vrmi_blob_find(vrmi_Typed* typed, vrm_JsonRef at, const vrmi_BlobSource* source) {
    vrmi_Document* document = typed->document;
    vrmi_Blob* blob = find(typed, source);
    if (blob == NULL || blob->is_used) return blob;
    if (!vrmi_blob_fits(typed, at, blob->size)) return NULL;
    blob->is_used = true;
    document->decoded_bytes += blob->size;
    return blob;
}

bool vrmi_blob_fits(vrmi_Typed* typed, vrm_JsonRef at, uint64_t size) {
    uint64_t used = typed->document->decoded_bytes;
    uint64_t most = typed->document->def.limits.decoded_bytes;
    if (used <= most && size <= most - used) return true;
    vrmi_read_report(
        &typed->reader, VRMI_RULE_LIMIT_DECODED_BYTES, at,
        "This needs %llu bytes when decoded; with the %llu used before that is over the limit "
        "decoded_bytes of %llu. Raise the limit if you trust the file.",
        (unsigned long long)size, (unsigned long long)used, (unsigned long long)most);
    vrmi_read_fail(&typed->reader, VRM_ERR_LIMIT);
    return false;
}

static bool make_room(vrmi_Document* document) {
    if (document->blob_count < document->blob_capacity) return true;
    uint32_t capacity = document->blob_capacity == 0 ? 1 : document->blob_capacity * 2;
    vrmi_Blob* larger =
        vrmi_grow(&document->def.allocator, document->blobs,
                  document->blob_capacity * sizeof *larger, capacity * sizeof *larger);
    if (larger == NULL) return false;
    document->blobs = larger;
    document->blob_capacity = capacity;
    return true;
}

const vrmi_Blob* vrmi_blob_add(vrmi_Typed* typed, const vrmi_BlobSource* source, uint8_t* data,
                               size_t size) {
    vrmi_Document* document = typed->document;
    const vrm_Allocator* allocator = &document->def.allocator;
    vrmi_Blob blob = {.hash = hash_source(source), .data = data, .size = size};
    blob.is_new = blob.is_used = true;
    blob.is_file = source->is_file;
    bool has_room = make_room(document);
    if (has_room && source->base64.data == NULL) {
        blob.source_size = (uint32_t)source->text_size;
        blob.source = vrmi_alloc(allocator, blob.source_size);
        if (blob.source != NULL) memcpy(blob.source, source->text, blob.source_size);
        has_room = blob.source != NULL;
    }
    if (!has_room) {
        vrmi_release(allocator, data, size);
        vrmi_read_fail(&typed->reader, VRM_ERR_MEMORY);
        return NULL;
    }
    document->decoded_bytes += size;
    typed->blob_cursor = document->blob_count + 1;
    document->blobs[document->blob_count] = blob;
    return &document->blobs[document->blob_count++];
}

static void release(const vrm_Allocator* allocator, const vrmi_Blob* blob) {
    vrmi_release(allocator, blob->data, blob->size);
    vrmi_release(allocator, blob->source, blob->source_size);
}

static void drop_where(vrmi_Document* document, bool (*goes)(const vrmi_Blob*)) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < document->blob_count; i++) {
        vrmi_Blob blob = document->blobs[i];
        if (goes(&blob))
            release(&document->def.allocator, &blob);
        else
            document->blobs[kept++] = blob;
    }
    document->blob_count = kept;
}

static bool is_unused(const vrmi_Blob* blob) {
    return !blob->is_used;
}

static bool is_new(const vrmi_Blob* blob) {
    return blob->is_new;
}

void vrmi_blobs_begin(vrmi_Document* document) {
    for (uint32_t i = 0; i < document->blob_count; i++)
        document->blobs[i].is_new = document->blobs[i].is_used = false;
}

void vrmi_blobs_sweep(vrmi_Document* document) {
    drop_where(document, is_unused);
}

void vrmi_blobs_undo(vrmi_Document* document) {
    drop_where(document, is_new);
}

void vrmi_blobs_release(vrmi_Document* document) {
    const vrm_Allocator* allocator = &document->def.allocator;
    for (uint32_t i = 0; i < document->blob_count; i++) release(allocator, &document->blobs[i]);
    vrmi_release(allocator, document->blobs, document->blob_capacity * sizeof *document->blobs);
    document->blobs = NULL;
    document->blob_count = document->blob_capacity = 0;
}
