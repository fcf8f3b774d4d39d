/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

#include "files/allowed.h"

#include "files/paths.h"
#include "words/args.h"
#include "words/output.h"

#include <errno.h>
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

int allowed_open(const char* command, char** paths, int count, allowed_Folders* out) {
    *out = (allowed_Folders){.paths = calloc((size_t)count + 1, sizeof *out->paths)};
    if (out->paths == NULL) return cli_result_error(command, paths[0], VRM_ERR_MEMORY, NULL);
    for (int i = 0; i < count; i++) {
        errno = 0;
        char* path = realpath(paths[i], NULL);
        if (path == NULL && errno == ENOMEM)
            return cli_result_error(command, paths[i], VRM_ERR_MEMORY, NULL);
        if (path == NULL || !allowed_is_folder(path)) {
            free(path);
            return cli_usage_error(command, "%s is no folder", paths[i]);
        }
        out->paths[out->count++] = path;
    }
    return CLI_OK;
}

void allowed_close(allowed_Folders* folders) {
    for (int i = 0; i < folders->count; i++) free(folders->paths[i]);
    free(folders->paths);
    *folders = (allowed_Folders){0};
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
