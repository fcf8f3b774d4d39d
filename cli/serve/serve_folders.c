/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* lstat, strdup */

#include "serve/serve_folders.h"

#include "files/output_name.h"
#include "files/paths.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int serve_folders_open(serve_Folders* folders, char** paths, int count) {
    char* here[] = {"."};
    return count > 0 ? allowed_open("serve", paths, count, folders)
                     : allowed_open("serve", here, 1, folders);
}

static bool is_missing(const serve_Folders* folders, serve_Call* call, const char* param) {
    char names[320];
    allowed_list(folders, names, sizeof names);
    return serve_fail(call, SERVE_BAD_PARAMS,
                      "%s does not exist below the folders that this server was given: %s", param,
                      names);
}

/* Resolves a path that must be inside of the folders. Fails without an error recorded unless
 * memory ran out. */
static bool resolve(const serve_Folders* folders, serve_Call* call, const char* path,
                    char out[SERVE_PATH_ROOM]) {
    allowed_Found found = allowed_resolve(folders, path, out);
    if (found == ALLOWED_NO_MEMORY) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    return found == ALLOWED_FOUND;
}

/* The first candidate that exists. Does not reveal whether a file outside exists. */
static bool accept(const serve_Folders* folders, serve_Call* call, const char* param,
                   const char* given, char out[SERVE_PATH_ROOM]) {
    allowed_Found found = allowed_find(folders, given, out);
    if (found == ALLOWED_NO_MEMORY) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    return found == ALLOWED_FOUND || is_missing(folders, call, param);
}

bool serve_is_plain(const char* path) {
    struct stat info;
    if (lstat(path, &info) != 0) return errno == ENOENT;
    return S_ISREG(info.st_mode);
}

bool serve_is_free(const char* path) {
    struct stat info;
    return lstat(path, &info) != 0 && errno == ENOENT;
}

bool serve_input_path(const serve_Folders* folders, serve_Call* call, const char* param,
                      char out[SERVE_PATH_ROOM]) {
    char given[SERVE_PATH_ROOM];
    if (!serve_text(call, param, given, sizeof given)) return false;
    if (!accept(folders, call, param, given, out)) return false;
    return allowed_is_file(out) || serve_fail(call, SERVE_BAD_PARAMS, "%s is no file", param);
}

bool serve_load_path(const serve_Folders* folders, serve_Call* call, const char* param,
                     char out[SERVE_PATH_ROOM]) {
    char given[SERVE_PATH_ROOM];
    if (!serve_text(call, param, given, sizeof given)) return false;
    if (serve_input_path(folders, call, param, out)) return true;
    if (call->error_code == SERVE_BAD_PARAMS) {
        call->error_code = SERVE_LOAD_FAILED;
        serve_fail_data(call, "validator_report", strdup("[]"));
    }
    return false;
}

/* Splits a path into its folder, with the slash, and its name; "." for a name alone. */
static bool split(const char* path, char folder[SERVE_PATH_ROOM], const char** out_name) {
    const char* slash = cli_last_slash(path);
    *out_name = slash == NULL ? path : slash + 1;
    if (slash == NULL)
        snprintf(folder, SERVE_PATH_ROOM, ".");
    else
        snprintf(folder, SERVE_PATH_ROOM, "%.*s", (int)(slash - path) + 1, path);
    return (*out_name)[0] != '\0' && strcmp(*out_name, ".") != 0 && strcmp(*out_name, "..") != 0;
}

/* The resolved path of an existing file, or of a new name in an existing folder. A link that leads
 * nowhere is refused: writing through it would make a file at a path that was not checked. */
static bool resolve_output(const serve_Folders* folders, serve_Call* call, const char* param,
                           char out[SERVE_PATH_ROOM]) {
    char given[SERVE_PATH_ROOM], path[SERVE_PATH_ROOM], above[SERVE_PATH_ROOM];
    char folder[SERVE_PATH_ROOM];
    const char* name;
    struct stat info;
    if (!serve_text(call, param, given, sizeof given)) return false;
    for (int i = 0; allowed_candidate(folders, given, i, path); i++) {
        if (lstat(path, &info) != 0) continue;
        if (resolve(folders, call, path, out)) return true;
        if (call->error_code != 0) return false;
        /* A file of that name in the working folder, which is outside, is no obstacle. */
        bool is_beside = i == folders->count && !cli_is_absolute(given);
        if (!is_beside) return is_missing(folders, call, param);
    }
    if (!split(given, above, &name))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s does not name a file", param);
    if (!accept(folders, call, param, above, folder)) return false;
    const char* join = folder[strlen(folder) - 1] == '/' ? "" : "/"; /* a root */
    if (snprintf(out, SERVE_PATH_ROOM, "%s%s%s", folder, join, name) >= SERVE_PATH_ROOM)
        return serve_fail(call, SERVE_BAD_PARAMS, "%s is too long", param);
    return true;
}

static bool has_one_of(const char* path, const char* const* endings) {
    while (*endings != NULL && !cli_has_ending(path, *endings)) endings++;
    return *endings != NULL;
}

bool serve_output_path(const serve_Folders* folders, serve_Call* call, const char* param,
                       const char* const* endings, char out[SERVE_PATH_ROOM]) {
    char list[64] = "";
    if (!resolve_output(folders, call, param, out)) return false;
    for (int i = 0; endings[i] != NULL; i++) {
        const char* join = i == 0 ? "" : endings[i + 1] == NULL ? " or " : ", ";
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", join, endings[i]);
    }
    if (!has_one_of(out, endings))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s must end in %s", param, list);
    return serve_is_plain(out) || serve_fail(call, SERVE_BAD_PARAMS, "%s is no file", param);
}

bool serve_input_folder(const serve_Folders* folders, serve_Call* call, const char* param,
                        char out[SERVE_PATH_ROOM]) {
    char given[SERVE_PATH_ROOM];
    if (!serve_text(call, param, given, sizeof given)) return false;
    if (!accept(folders, call, param, given, out)) return false;
    return allowed_is_folder(out) || serve_fail(call, SERVE_BAD_PARAMS, "%s is no folder", param);
}

bool serve_output_folder(const serve_Folders* folders, serve_Call* call, const char* param,
                         char out[SERVE_PATH_ROOM]) {
    struct stat info;
    if (!resolve_output(folders, call, param, out)) return false;
    return lstat(out, &info) != 0 || S_ISDIR(info.st_mode) ||
           serve_fail(call, SERVE_BAD_PARAMS, "%s is no folder", param);
}
