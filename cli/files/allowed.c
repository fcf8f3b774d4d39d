/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

#include "files/allowed.h"

#include "files/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool allowed_is_folder(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool allowed_is_file(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

vrm_Result allowed_add(allowed_Folders* folders, const char* path) {
    errno = 0;
    char* resolved = realpath(path, NULL);
    if (resolved == NULL) return errno == ENOMEM ? VRM_ERR_MEMORY : VRM_ERR_IO;
    if (!allowed_is_folder(resolved)) {
        free(resolved);
        return VRM_ERR_IO;
    }
    char** paths = realloc(folders->paths, ((size_t)folders->count + 1) * sizeof *paths);
    if (paths == NULL) {
        free(resolved);
        return VRM_ERR_MEMORY;
    }
    folders->paths = paths;
    folders->paths[folders->count++] = resolved;
    return VRM_OK;
}

void allowed_close(allowed_Folders* folders) {
    for (int i = 0; i < folders->count; i++) free(folders->paths[i]);
    free(folders->paths);
    *folders = (allowed_Folders){0};
}

void allowed_folder_of(const char* path, char out[ALLOWED_PATH_ROOM]) {
    const char* slash = cli_last_slash(path);
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    if (length == 0)
        memcpy(out, ".", 2);
    else if (length < ALLOWED_PATH_ROOM)
        snprintf(out, ALLOWED_PATH_ROOM, "%.*s", (int)length, path);
    else
        out[0] = '\0';
}

void allowed_list(const allowed_Folders* folders, char* out, size_t size) {
    out[0] = '\0';
    for (int i = 0; i < folders->count; i++) {
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s", i == 0 ? "" : ", ", folders->paths[i]);
    }
}

static bool is_below(const char* folder, const char* path) {
    size_t length = strlen(folder);
    if (strncmp(folder, path, length) != 0) return false;
    bool is_root = folder[length - 1] == '/';
    return is_root || path[length] == '/' || path[length] == '\0';
}

static bool is_inside(const allowed_Folders* folders, const char* path) {
    for (int i = 0; i < folders->count; i++)
        if (is_below(folders->paths[i], path)) return true;
    return false;
}

bool allowed_candidate(const allowed_Folders* folders, const char* given, int index,
                       char out[ALLOWED_PATH_ROOM]) {
    int relative_count = cli_is_absolute(given) ? 0 : folders->count;
    if (index > relative_count) return false;
    int length = index == relative_count
                     ? snprintf(out, ALLOWED_PATH_ROOM, "%s", given)
                     : snprintf(out, ALLOWED_PATH_ROOM, "%s/%s", folders->paths[index], given);
    if (length >= ALLOWED_PATH_ROOM) out[0] = '\0'; /* no file has this name */
    return true;
}

allowed_Found allowed_resolve(const allowed_Folders* folders, const char* path,
                              char out[ALLOWED_PATH_ROOM]) {
    errno = 0;
    char* resolved = realpath(path, NULL);
    out[0] = '\0';
    if (resolved == NULL) return errno == ENOMEM ? ALLOWED_NO_MEMORY : ALLOWED_NOWHERE;
    bool fits = is_inside(folders, resolved) &&
                snprintf(out, ALLOWED_PATH_ROOM, "%s", resolved) < ALLOWED_PATH_ROOM;
    free(resolved);
    if (!fits) out[0] = '\0';
    return fits ? ALLOWED_FOUND : ALLOWED_NOWHERE;
}

allowed_Found allowed_find(const allowed_Folders* folders, const char* given,
                           char out[ALLOWED_PATH_ROOM]) {
    char path[ALLOWED_PATH_ROOM];
    allowed_Found found = ALLOWED_NOWHERE;
    out[0] = '\0';
    for (int i = 0; found == ALLOWED_NOWHERE && allowed_candidate(folders, given, i, path); i++)
        found = allowed_resolve(folders, path, out);
    return found;
}
