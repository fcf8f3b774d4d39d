/* SPDX-License-Identifier: MIT */
/* Reading, loading and saving files; "-" is standard input or output. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "words/status.h"

#include "vrm/vrm.h"

#include <stdio.h>

/* As fopen() to read and fread(), and again where a signal interrupted them. */
FILE* cli_open_to_read(const char* path);
size_t cli_read_some(FILE* in, void* out, size_t size);

/* Reads all of standard input; malloc'd. */
vrm_Result cli_read_stdin(uint64_t max_size, uint8_t** out_bytes, size_t* out_size);

/* Whether FILE can be read only once: "-", a pipe, a device. */
bool cli_is_stream(const char* file);

/* Reads all of a stream that holds a glTF file; malloc'd. Of input that can be none only the first
 * bytes are read, which are enough for the reader to refuse it. VRM_ERR_LIMIT comes with a finding;
 * `report` may be NULL. */
vrm_Result cli_read_gltf_stream(const char* file, uint64_t max_size, vrm_Report* report,
                                uint8_t** out_bytes, size_t* out_size);

/* Reads a whole file; malloc'd. VRM_ERR_LIMIT when it is larger than `max_size`. */
vrm_Result cli_read_file(const char* path, uint64_t max_size, uint8_t** out_bytes,
                         size_t* out_size);

/* The same of a FILE, or standard input for "-". `accepts` sees the first bytes, as many as were
 * there: VRM_ERR_CONTAINER when it returns false. NULL: anything goes. */
typedef bool cli_AcceptFn(const uint8_t* head, size_t size);
vrm_Result cli_read_input(const char* path, uint64_t max_size, cli_AcceptFn* accepts,
                          uint8_t** out_bytes, size_t* out_size);

/* A vrm_ReadFileFn whose context is the path of the file that names the side file. For servers,
 * which open files by cli_open(); elsewhere the library reads side files itself. */
vrm_Result cli_read_side_file(void* file, const char* path, uint64_t max_size,
                              const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size);

/* Loads FILE, or standard input for "-". `report` may be NULL. */
vrm_Result cli_load(const char* file, vrm_Report* report, vrm_Model** out_model);
/* For what the JSON says: also a file whose meshes or pictures cannot be read
 * (vrm_LoadDef.allows_unread). */
vrm_Result cli_load_json(const char* file, vrm_Report* report, vrm_Model** out_model);

/* The same for a FILE whose bytes have been read. The bytes are used for streams, otherwise the
 * path, since a .gltf finds its side files by it. */
vrm_Result cli_load_again(const char* file, const void* bytes, size_t size, vrm_Report* report,
                          vrm_Model** out_model);

/* Loads a motion of which the bytes have been read. A .gltf finds its side files by the path. `def`
 * gets the limits of the command line. */
vrm_Result cli_load_motion(const char* file, const void* bytes, size_t size,
                           const vrm_MotionDef* def, vrm_Motion** out_motion);

/* For commands whose FILE is an avatar: CLI_INVALID, after a message, for a VRM animation. */
int cli_refuse_clip(const char* command, const char* file, const vrm_Model* model);

/* Saves to a path, or standard output for "-". `def` and `report` as in vrm/save.h. */
vrm_Result cli_save(const vrm_Model* model, const vrm_SaveDef* def, vrm_Report* report,
                    const char* path);

/* True when both name the same existing file. */
bool cli_same_file(const char* a, const char* b);

#endif
