/* SPDX-License-Identifier: MIT */
/* A loaded file: its bytes, its JSON, and the typed glTF that was read from it. A vrm_Model owns a
 * document; the validator reads one. The JSON is authoritative: editing changes the JSON and reads
 * the typed part again, saving writes the JSON. */
#ifndef VRMI_GLTF_DOCUMENT_H
#define VRMI_GLTF_DOCUMENT_H

#include "base/alloc.h"
#include "base/budget.h"
#include "container/container.h"
#include "gltf/read.h"
#include "vrm/gltf.h"
#include "vrm/model.h"

typedef struct vrmi_Document vrmi_Document;

/* Bytes that the file does not contain as they are: side files, base64, decompressed buffer views.
 * A blob that the next typed part uses too is kept, so that an edit does not decode it again. */
typedef struct vrmi_Blob {
    uint64_t hash; /* of what it was made from */
    uint8_t* data;
    size_t size;
    uint8_t* source; /* what it was made from; NULL: base64 of `data` */
    uint32_t source_size;
    bool is_file;         /* made from a side file */
    bool is_new, is_used; /* the newest reading of the typed part made it; shows it */
} vrmi_Blob;

struct vrmi_Document {
    vrm_LoadDef def;    /* complete: every default resolved; its allocator counts */
    vrmi_Budget budget; /* of def.limits, for everything that the document allocates */
    vrm_Json* json;     /* its text is part of the file, or its own when an edit made it */
    vrmi_Arena arena;   /* the typed document and its strings; model readers use it too */
    vrm_Gltf gltf;
    const uint8_t* bytes; /* the file */
    size_t byte_count;
    vrm_Span bin;        /* the BIN chunk with its padding; NULL when there is none */
    size_t bin_capacity; /* of a BIN chunk that was set later: what to release */
    char* folder;        /* of the file, for its side files; NULL: loaded from memory */
    vrmi_Blob* blobs;
    uint32_t blob_count, blob_capacity;
    uint64_t decoded_bytes;         /* blobs and typed part, against limits.decoded_bytes */
    uint32_t fault_count;           /* findings of severity error that loading made, ... */
    uint32_t container_fault_count; /* ... and those among them that are about the container */
    bool is_glb;
    bool owns_bytes; /* false when they are borrowed */
    bool owns_bin;   /* it was set later; false: part of the file */
    bool is_lenient; /* read what can be read, whatever version and extensions it asks for */
};

/* A copy of the path up to its last '/': where side files are looked for. NULL: no memory. */
char* vrmi_folder_of(const char* path, const vrm_Allocator* allocator);

/* `def` NULL takes the defaults. */
vrm_Result vrmi_document_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                              vrm_Report* report, vrmi_Document** out_document);
vrm_Result vrmi_document_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                                   vrmi_Document** out_document);
void vrmi_document_destroy(vrmi_Document* document);

/* A document without a file, for a definition that is complete; NULL when there is no memory. */
vrmi_Document* vrmi_document_create(const vrm_LoadDef* def);

/* The size that the allowances of vrm_Limits grow with: of the file as it would be saved, and of
 * its side files. */
uint64_t vrmi_document_source_bytes(const vrmi_Document* document);

/* Opens the budget for work on the document. Close it with vrmi_budget_close(). */
void vrmi_document_limit(vrmi_Document* document, vrm_Report* report);

/* The first step of loading: finds the parts of the file in the document's bytes. As
 * vrmi_container_open(). */
vrm_Result vrmi_document_open(vrmi_Document* document, vrm_Report* report, vrm_Span* out_text);

/* A reader over the document's JSON, arena and limits, for the layers above glTF. After reading,
 * check its `result`, and with def.is_strict its `fault_count`. */
vrmi_Reader vrmi_document_reader(vrmi_Document* document, vrm_Report* report);

/* The typed part: everything that an edit of the JSON invalidates. */
typedef struct vrmi_TypedPart {
    vrmi_Arena arena;
    vrm_Gltf gltf;
    uint64_t decoded_bytes;
} vrmi_TypedPart;

/* Reads the typed part again, from the present JSON, into a new arena. The previous typed part is
 * returned, so that the caller can restore it (vrmi_document_restore()) or release it
 * (vrmi_typed_release()); with `out_before` NULL it is released at once. On failure nothing has
 * changed. */
vrm_Result vrmi_document_reread(vrmi_Document* document, vrm_Report* report,
                                vrmi_TypedPart* out_before);
void vrmi_document_restore(vrmi_Document* document, vrmi_TypedPart* before);
void vrmi_typed_release(vrmi_Document* document, vrmi_TypedPart* before);

/* What an edit exchanges: the JSON, and with `has_bin` the BIN chunk. The memory comes from the
 * document's allocator. */
typedef struct vrmi_Content {
    vrm_Json* json; /* not edited since it was parsed */
    vrm_Span bin;
    size_t bin_capacity;
    bool has_bin, owns_bin, is_glb;
} vrmi_Content;

/* Exchanges the content of the document with `content`: a second call restores the first state. The
 * typed part refers to the old content until it is read again. */
void vrmi_document_swap(vrmi_Document* document, vrmi_Content* content);
void vrmi_content_release(const vrm_Allocator* allocator, vrmi_Content* content);

/* Releases the bytes of the file. Precondition: nothing refers to them, because JSON and BIN chunk
 * were both replaced. */
void vrmi_document_drop_file(vrmi_Document* document);

/* Whether saving writes bytes that differ from those of the file. */
bool vrmi_document_is_edited(const vrmi_Document* document);

vrm_Result vrmi_document_save_size(const vrmi_Document* document, size_t* out_size);
vrm_Result vrmi_document_save(const vrmi_Document* document, void* bytes, size_t size);
vrm_Result vrmi_document_save_file(const vrmi_Document* document, const char* path);

#endif
