/* SPDX-License-Identifier: MIT */
/* Which files a client may name: those below folders that the user gave. Paths are resolved, links
 * included, before they are compared, and only the resolved path is opened. */
#ifndef CLI_ALLOWED_H
#define CLI_ALLOWED_H

#include "vrm/base.h"

#include <stdbool.h>
#include <stddef.h>

#define ALLOWED_PATH_ROOM 4096

typedef struct allowed_Folders {
    char** paths; /* resolved */
    int count;
} allowed_Folders;

typedef enum allowed_Found {
    ALLOWED_FOUND,
    ALLOWED_NOWHERE, /* does not exist below the folders; does not say whether it exists elsewhere
                      */
    ALLOWED_NO_MEMORY
} allowed_Found;

/* Adds a folder. VRM_ERR_MEMORY, or VRM_ERR_IO if the path is not one. */
vrm_Result allowed_add(allowed_Folders* folders, const char* path);
/* All of them. CLI_OK, or the status after printing which path is not a folder. */
int allowed_open(const char* command, char** paths, int count, allowed_Folders* out);
void allowed_close(allowed_Folders* folders);

/* The folder that a file lies in, as it is written; "" of a path that is too long. */
void allowed_folder_of(const char* path, char out[ALLOWED_PATH_ROOM]);

/* The folders, with commas between them; cut to the size. */
void allowed_list(const allowed_Folders* folders, char* out, size_t size);

/* Resolves a path that must be inside of the folders. */
allowed_Found allowed_resolve(const allowed_Folders* folders, const char* path,
                              char out[ALLOWED_PATH_ROOM]);

/* The paths that a given one may stand for, in this order: a relative one is looked for in each
 * folder, then in the working folder, as an absolute one is. False past the last. */
bool allowed_candidate(const allowed_Folders* folders, const char* given, int index,
                       char out[ALLOWED_PATH_ROOM]);

/* The first candidate that exists inside of the folders, resolved. */
allowed_Found allowed_find(const allowed_Folders* folders, const char* given,
                           char out[ALLOWED_PATH_ROOM]);

/* Whether a resolved path is a regular file, or a folder. */
bool allowed_is_file(const char* path);
bool allowed_is_folder(const char* path);

#endif
