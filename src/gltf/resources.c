/* SPDX-License-Identifier: MIT */
/* Buffers and images: where their bytes are. The BIN chunk and buffer views are used in place;
 * data: URIs and side files become blobs of the document. */
#include "container/base64.h"
#include "container/file.h"
#include "container/uri.h"
#include "gltf/blob.h"
#include "gltf/typed.h"
#include "json/json_names.h"

#include <string.h>

#define MAX_PATH_SIZE  4096
#define SHOWN_URI_SIZE 64

/* ---- URIs ---- */

static const vrmi_Blob* decode_data_uri(vrmi_Typed* typed, vrm_JsonRef at, vrm_Span uri) {
    vrm_Span media_type;
    vrmi_BlobSource source = {0};
    size_t size = 0;
    bool is_sound =
        vrmi_uri_data(uri, &media_type, &source.base64) && vrmi_base64_size(source.base64, &size);
    const vrmi_Blob* known = is_sound ? vrmi_blob_find(typed, at, &source) : NULL;
    if (known != NULL || typed->reader.result != VRM_OK) return known;
    if (is_sound && !vrmi_blob_fits(typed, at, size)) return NULL;
    uint8_t* data = is_sound ? vrmi_alloc(&typed->document->def.allocator, size) : NULL;
    if (is_sound && data == NULL) {
        vrmi_read_fail(&typed->reader, VRM_ERR_MEMORY);
        return NULL;
    }
    if (is_sound && vrmi_base64_decode(source.base64, data))
        return vrmi_blob_add(typed, &source, data, size);
    vrmi_release(&typed->document->def.allocator, data, size);
    vrmi_read_report(&typed->reader, VRMI_RULE_INVALID_URI, at,
                     "This data: URI is not sound base64 text; export the file again.");
    return NULL;
}

static const vrmi_Blob* read_side_file(vrmi_Typed* typed, vrm_JsonRef at, const char* path) {
    vrmi_BlobSource source = {.text = path, .text_size = strlen(path), .is_file = true};
    const vrmi_Blob* known = vrmi_blob_find(typed, at, &source);
    if (known != NULL || typed->reader.result != VRM_OK) return known;
    vrmi_Document* document = typed->document;
    const vrm_LoadDef* def = &document->def;
    /* The budget grows with the file, so the file is not counted before its size is known. */
    const vrm_Allocator* allocator = &document->budget.below;
    if (def->read_file == NULL && document->folder == NULL) {
        vrmi_read_report(
            &typed->reader, VRMI_RULE_IO_ERROR, at,
            "The side file \"%s\" is not read: the document was loaded from memory without a "
            "function that reads side files.",
            path);
        return NULL;
    }
    uint8_t* data = NULL;
    size_t size = 0;
    uint64_t most = def->limits.file_bytes;
    vrm_Result result =
        def->read_file != NULL
            ? def->read_file(def->read_file_ctx, path, most, allocator, &data, &size)
            : vrmi_file_read_below(document->folder, path, most, allocator, &data, &size);
    if (result == VRM_OK) vrmi_budget_adopt(&document->budget, size, true);
    if (result == VRM_ERR_MEMORY) {
        vrmi_read_fail(&typed->reader, result);
    } else if (result == VRM_ERR_LIMIT) {
        vrmi_read_report(
            &typed->reader, VRMI_RULE_LIMIT_FILE_BYTES, at,
            "The side file \"%s\" is larger than the limit file_bytes of %llu; raise the "
            "limit if you trust the file.",
            path, (unsigned long long)most);
        vrmi_read_fail(&typed->reader, result);
    } else if (result != VRM_OK) {
        vrmi_read_report(
            &typed->reader, VRMI_RULE_IO_ERROR, at,
            "The side file \"%s\" cannot be read; put it beside the document, as a real file "
            "and not as a link.",
            path);
    } else if (vrmi_blob_fits(typed, at, size)) {
        return vrmi_blob_add(typed, &source, data, size);
    } else {
        vrmi_release(&def->allocator, data, size);
    }
    return NULL;
}

static const vrmi_Blob* resolve_uri(vrmi_Typed* typed, vrm_JsonRef at, vrm_Span uri) {
    if (vrmi_uri_is_data(uri)) return decode_data_uri(typed, at, uri);
    char path[MAX_PATH_SIZE];
    const char* why =
        uri.size < sizeof path ? vrmi_uri_path(uri, path) : "It is longer than 4095 bytes.";
    if (why == NULL) return read_side_file(typed, at, path);
    vrmi_read_report(&typed->reader, VRMI_RULE_URI_REFUSED, at, "This URI is not opened. %s", why);
    return NULL;
}

/* The bytes that a "uri" member names; NULL, and a finding, when they cannot be read. Escapes are
 * rare ("\/" in base64 by some writers), so the text is copied only when it has any. */
static const vrmi_Blob* read_uri(vrmi_Typed* typed, vrm_JsonRef uri) {
    const vrm_Json* json = typed->reader.json;
    const vrm_Allocator* allocator = &typed->document->def.allocator;
    vrm_Span plain = vrmi_json_unescaped(json, uri);
    if (plain.data != NULL) return resolve_uri(typed, uri, plain);
    size_t size = vrm_json_string(json, uri, NULL, 0);
    char* text = vrmi_alloc(allocator, size + 1);
    if (text == NULL) {
        vrmi_read_fail(&typed->reader, VRM_ERR_MEMORY);
        return NULL;
    }
    vrm_json_string(json, uri, text, size + 1);
    const vrmi_Blob* blob = resolve_uri(typed, uri, (vrm_Span){text, size});
    vrmi_release(allocator, text, size + 1);
    return blob;
}

/* The URI for display: complete, except that the data of a data: URI, often megabytes, is left
 * out. */
static const char* shown_uri(vrmi_Reader* reader, vrm_JsonRef uri) {
    char start[SHOWN_URI_SIZE];
    size_t size = vrm_json_string(reader->json, uri, start, sizeof start);
    if (size < sizeof start || strncmp(start, "data:", 5) != 0) return vrmi_read_text(reader, uri);
    char* copy = vrmi_read_alloc(reader, strlen(start) + 1, 1);
    if (copy == NULL) return "";
    memcpy(copy, start, strlen(start));
    return copy;
}

static vrm_JsonRef uri_member(vrmi_Reader* reader, vrm_JsonRef object) {
    vrm_JsonRef uri = vrmi_read_member(reader, object, "uri");
    if (vrm_json_type(reader->json, uri) == VRM_JSON_STRING) return uri;
    if (uri != VRM_JSON_MISSING)
        vrmi_read_report(reader, VRMI_RULE_TYPE_MISMATCH, uri, "A URI is a string.");
    return VRM_JSON_MISSING;
}

/* ---- Buffers ---- */

/* EXT_meshopt_compression: a buffer without own bytes, which stands for the decompressed data. */
static bool is_fallback_buffer(vrmi_Reader* reader, vrm_JsonRef object) {
    vrm_JsonRef extension = vrmi_read_extension(reader, object, "EXT_meshopt_compression");
    return vrmi_read_bool(reader, extension, "fallback", false);
}

static void find_buffer_bytes(vrmi_Typed* typed, int32_t index, vrm_JsonRef object,
                              vrm_Buffer* buffer) {
    vrmi_Reader* reader = &typed->reader;
    const vrmi_Document* document = typed->document;
    vrm_JsonRef uri = uri_member(reader, object);
    if (uri != VRM_JSON_MISSING) {
        buffer->uri = shown_uri(reader, uri);
        const vrmi_Blob* blob = read_uri(typed, uri);
        if (blob == NULL) return;
        buffer->data = blob->data;
        buffer->size = blob->size;
    } else if (index == 0 && document->is_glb && document->bin.data != NULL) {
        buffer->data = (const uint8_t*)document->bin.data;
        buffer->size = document->bin.size;
    } else if (!is_fallback_buffer(reader, object) && object != VRM_JSON_MISSING) {
        if (index == 0 && document->is_glb)
            vrmi_read_report(reader, VRMI_RULE_BUFFER_MISSING_GLB_DATA, object, NULL);
        else
            vrmi_read_report(reader, VRMI_RULE_BUFFER_WITHOUT_DATA, object, NULL);
    }
}

void vrmi_read_buffer(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Buffer* buffer = element;
    buffer->uri = "";
    int64_t length = vrmi_read_integer(reader, object, "byteLength", 1, INT64_MAX, INT64_MAX);
    find_buffer_bytes(typed, index, object, buffer);
    vrmi_read_required(reader, object, "byteLength");
    if (buffer->size > (uint64_t)length) buffer->size = (uint64_t)length;
    if (buffer->data != NULL && length != INT64_MAX && buffer->size < (uint64_t)length)
        vrmi_read_report(reader, VRMI_RULE_BUFFER_BYTE_LENGTH_MISMATCH, object,
                         "The buffer should have %lld byte%s; there are %llu.", (long long)length,
                         vrmi_s((uint64_t)length), (unsigned long long)buffer->size);
}

/* ---- Images ---- */

void vrmi_read_image(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Image* image = element;
    (void)index;
    image->mime_type = vrmi_read_string(reader, object, "mimeType", "");
    image->uri = "";
    image->buffer_view =
        vrmi_read_index(reader, object, "bufferView", typed->gltf.buffer_view_count);
    vrm_JsonRef uri = uri_member(reader, object);
    if (uri != VRM_JSON_MISSING) image->uri = shown_uri(reader, uri);
    if (image->buffer_view >= 0) {
        const vrm_BufferView* view = &typed->gltf.buffer_views[image->buffer_view];
        image->data = view->data;
        image->size = view->data != NULL ? view->byte_length : 0;
    } else if (uri != VRM_JSON_MISSING) {
        const vrmi_Blob* blob = read_uri(typed, uri);
        if (blob == NULL) return;
        image->data = blob->data;
        image->size = blob->size;
    }
}
