/* SPDX-License-Identifier: MIT */
/* vrm serve: which files a client may name (files/allowed.h), as params of operations. */
#ifndef CLI_SERVE_FOLDERS_H
#define CLI_SERVE_FOLDERS_H

#include "files/allowed.h"
#include "serve/serve_rpc.h"

#include <stdbool.h>

#define SERVE_PATH_ROOM ALLOWED_PATH_ROOM

typedef allowed_Folders serve_Folders;

/* CLI_OK, or the status after printing which path is not a folder. Without paths: the working
 * folder. */
int serve_folders_open(serve_Folders* folders, char** paths, int count);

/* The resolved path of an existing regular file that a param names; false, with the error recorded,
 * when it is outside of the folders, does not exist or is something else. A relative path is looked
 * for in each folder in turn, then in the working folder. Side files of a .gltf are
 * looked for in its own folder by the library. */
bool serve_input_path(const serve_Folders* folders, serve_Call* call, const char* param,
                      char out[SERVE_PATH_ROOM]);

/* The same for a file that an operation loads: what is outside of the folders, does not exist or is
 * no file is SERVE_LOAD_FAILED, as the contract has it. */
bool serve_load_path(const serve_Folders* folders, serve_Call* call, const char* param,
                     char out[SERVE_PATH_ROOM]);

/* The same for a folder. */
bool serve_input_folder(const serve_Folders* folders, serve_Call* call, const char* param,
                        char out[SERVE_PATH_ROOM]);

/* The same for a file to be written, with one of the endings, which end with NULL: its folder must
 * exist, and what stands in its place must be a regular file. */
bool serve_output_path(const serve_Folders* folders, serve_Call* call, const char* param,
                       const char* const* endings, char out[SERVE_PATH_ROOM]);

/* The same for a folder to be written to, which need not exist yet. */
bool serve_output_folder(const serve_Folders* folders, serve_Call* call, const char* param,
                         char out[SERVE_PATH_ROOM]);

/* Whether a path in a checked folder is free or a regular file: writing follows links, and a link
 * may lead out of the folders. */
bool serve_is_plain(const char* path);

/* Whether nothing has that path. */
bool serve_is_free(const char* path);

#endif
