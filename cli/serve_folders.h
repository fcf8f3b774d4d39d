/* SPDX-License-Identifier: MIT */
/* vrm serve: which files a client may name. Paths are resolved, links included, before they are
 * compared, and only the resolved path is opened. */
#ifndef CLI_SERVE_FOLDERS_H
#define CLI_SERVE_FOLDERS_H

#include "serve_rpc.h"

#define SERVE_PATH_ROOM 4096

typedef struct serve_Folders {
    char** paths; /* resolved */
    int count;
} serve_Folders;

/* CLI_OK, or the status after saying which of them is no folder. */
int serve_folders_open(serve_Folders* folders, char** paths, int count);
void serve_folders_close(serve_Folders* folders);

/* The resolved path of an existing file that a param names; false, with the error recorded, when
 * it is outside of the folders or does not exist. */
bool serve_input_path(const serve_Folders* folders, serve_Call* call, const char* param,
                      char out[SERVE_PATH_ROOM]);

/* The same for a file to be written: its folder must exist. A link is followed. */
bool serve_output_path(const serve_Folders* folders, serve_Call* call, const char* param,
                       char out[SERVE_PATH_ROOM]);

#endif
