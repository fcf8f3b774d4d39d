/* SPDX-License-Identifier: MIT */
/* A loaded file: its bytes, its JSON, and the typed glTF that was read from it. A vrm_Model owns
 * one; the validator looks at one. The JSON is the truth: editing changes it and reads the typed
 * part again, saving writes it. */
#ifndef VRMI_GLTF_DOCUMENT_H
#define VRMI_GLTF_DOCUMENT_H

#include "base/alloc.h"
#include "container/container.h"
#include "vrm/gltf.h"
#include "vrm/model.h"

typedef struct vrmi_Document vrmi_Document;

struct vrmi_Document {
    vrm_LoadDef def; /* complete: every default resolved */
    vrmi_Container container;
    vrm_Json* json;
    vrmi_Arena arena; /* the typed document, its strings, decoded data; model readers use it too */
    vrm_Gltf gltf;
    uint8_t* owned_bytes; /* NULL when the bytes are borrowed */
    size_t byte_count;
    uint64_t decoded_bytes; /* so far, against limits.decoded_bytes */
};

/* `def` NULL takes the defaults. */
vrm_Result vrmi_document_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                              vrm_Report* report, vrmi_Document** out_document);
vrm_Result vrmi_document_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                                   vrmi_Document** out_document);
void vrmi_document_destroy(vrmi_Document* document);

vrm_Result vrmi_document_save_size(const vrmi_Document* document, size_t* out_size);
vrm_Result vrmi_document_save(const vrmi_Document* document, void* bytes, size_t size);
vrm_Result vrmi_document_save_file(const vrmi_Document* document, const char* path);

#endif
