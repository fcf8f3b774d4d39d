/* SPDX-License-Identifier: MIT */
/* The files beside a glTF file that it refers to: buffers and images with a relative URI. */
#ifndef CLI_SIDE_FILES_H
#define CLI_SIDE_FILES_H

#include "vrm/vrm.h"

/* `uri` as written in the file; `path` is the decoded URI behind the folder of the file. Returns
 * false to stop. */
typedef bool cli_SideFileFn(void* ctx, const char* uri, const char* path);

/* Calls `visit` for each URI that is not data:, in file order; a file that is named twice is
 * visited twice. No-op for "-" and for files that are not glTF. URIs are not checked. VRM_OK also
 * when the file does not exist or may not be read, because loading it will report the same. Other
 * results: a failure of the system, and some side files may not have been visited. */
vrm_Result cli_each_side_file(const char* file, cli_SideFileFn* visit, void* ctx);

/* Whether an error of stat() or open() says that there is nothing to read, rather than that the
 * machine failed. */
bool cli_is_absence(int error);

/* Whether a URI stays below the folder of its file: relative, without a scheme, a backslash or
 * a "..", also after decoding. */
bool cli_is_side_uri(const char* uri);

#endif
