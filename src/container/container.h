/* SPDX-License-Identifier: MIT */
/* bytes -> GLB chunks or glTF text, and back. Nothing is copied: spans point into the caller's
 * bytes.
 *
 *   | header 12 | 8 + JSON | before_bin | 8 + BIN | rest | trailing |
 *
 * before_bin is empty but for files whose BIN chunk is not the second one; trailing is what follows
 * the length that the header states. */
#ifndef VRMI_CONTAINER_CONTAINER_H
#define VRMI_CONTAINER_CONTAINER_H

#include "vrm/base.h"
#include "vrm/json.h"
#include "vrm/report.h"

typedef struct vrmi_Container {
    bool is_glb;
    vrm_Span json; /* the JSON text: chunk 0 with its padding, or the whole .gltf file; without
                      a byte order mark. NULL when there is none */
    vrm_Span before_bin;  /* chunks between JSON and BIN, headers included, as they stand */
    vrm_Span bin;         /* the BIN chunk with its padding; NULL when there is none */
    vrm_Span rest;        /* further chunks after BIN (or after JSON), headers included */
    vrm_Span trailing;    /* bytes after the end of the GLB */
    uint64_t json_offset; /* of the JSON text in the file */
    uint32_t fault_count; /* findings of severity error that did not end the reading */
} vrmi_Container;

/* Whether vrmi_container_open() would take a file with these first bytes for GLB or for text. */
bool vrmi_container_may_begin(const void* head, size_t size);

/* Every invalid header, length or chunk is a finding (Khronos's GLB_ codes) with its byte offset.
 * VRM_ERR_CONTAINER when the place of the JSON or the end of the file is uncertain; VRM_ERR_LIMIT
 * when the file is larger than limits->file_bytes. All other faults (unaligned, doubled, misplaced
 * and unknown chunks, bytes after the end, a byte order mark) do not stop reading. `out` is filled
 * as far as reading got. */
vrm_Result vrmi_container_open(const void* bytes, size_t size, const vrm_Limits* limits,
                               vrm_Report* report, vrmi_Container* out);

/* The file that holds these parts: GLB with exact lengths, JSON padded with spaces and BIN with
 * zeros to 4 bytes, or the bare text. VRM_ERR_LIMIT when a length does not fit GLB's 32 bits. */
vrm_Result vrmi_container_size(const vrmi_Container* container, size_t* out_size);
vrm_Result vrmi_container_write(const vrmi_Container* container, void* bytes, size_t size);

/* A sentence about bytes that people take for glTF and that are something else; NULL for others. */
const char* vrmi_foreign_file(const uint8_t* bytes, size_t size);

#endif
