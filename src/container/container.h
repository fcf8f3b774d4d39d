/* SPDX-License-Identifier: MIT */
/* bytes -> GLB chunks or glTF text, and back. Nothing is copied: spans point into the caller's
 * bytes. */
#ifndef VRMI_CONTAINER_CONTAINER_H
#define VRMI_CONTAINER_CONTAINER_H

#include "vrm/base.h"
#include "vrm/json.h"
#include "vrm/report.h"

typedef struct vrmi_Container {
    bool is_glb;
    vrm_Span json; /* the JSON text: chunk 0 with its padding, or the whole .gltf file */
    vrm_Span bin;  /* the BIN chunk with its padding; size 0 and NULL when there is none */
    vrm_Span rest; /* further chunks after BIN (or after JSON), headers included, as they stand */
    uint64_t json_offset; /* of the JSON text in the file */
} vrmi_Container;

/* Every broken header, length or chunk is a finding (Khronos's GLB_ codes) with its byte offset and
 * VRM_ERR_CONTAINER, or VRM_ERR_LIMIT over limits->file_bytes. */
vrm_Result vrmi_container_open(const void* bytes, size_t size, const vrm_Limits* limits,
                               vrm_Report* report, vrmi_Container* out);

/* The file that holds these parts: GLB with exact lengths, JSON padded with spaces and BIN with
 * zeros to 4 bytes, or the bare text. VRM_ERR_LIMIT when a length does not fit GLB's 32 bits. */
vrm_Result vrmi_container_size(const vrmi_Container* container, size_t* out_size);
vrm_Result vrmi_container_write(const vrmi_Container* container, void* bytes, size_t size);

#endif
