/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* readdir, lstat, strdup */

#include "files/folders.h"

#include "files/output_name.h"
#include "files/paths.h"
#include "files/side_files.h"
#include "words/args.h"
#include "words/output.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* const cli_avatar_endings[] = {".vrm", ".glb", ".gltf", NULL};
const char* const cli_gltf_endings[] = {".vrm", ".glb", ".gltf", ".vrma", NULL};
const char* const cli_motion_endings[] = {CLI_MOTION_ENDINGS, ".json", ".glb", ".gltf", NULL};

static bool append(cli_Args* args, int* capacity, char* path, bool is_owned) {
    if (args->file_count == *capacity) {
        int larger = *capacity * 2 + 16;
        char** files = realloc(args->files, (size_t)larger * sizeof *files);
        char** owned = realloc(args->owned, (size_t)larger * sizeof *owned);
        if (files != NULL) args->files = files;
        if (owned != NULL) args->owned = owned;
        if (files == NULL || owned == NULL) return false;
        *capacity = larger;
    }
    args->owned[args->file_count] = is_owned ? path : NULL;
    args->files[args->file_count++] = path;
    return true;
}

static bool is_folder(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

typedef enum Kind { OTHER, REGULAR, FOLDER } Kind;

/* A link to a folder is none of them, for it might lead in a circle. A link that cannot be followed
 * counts as a file: opening it fails with a message, where leaving it out would look as if it had
 * been worked on. A file that has just vanished is OTHER. */
static vrm_Result kind_of(const char* path, Kind* out_kind) {
    struct stat info;
    *out_kind = OTHER;
    if (lstat(path, &info) != 0) return errno == ENOENT ? VRM_OK : VRM_ERR_IO;
    if (S_ISDIR(info.st_mode)) *out_kind = FOLDER;
    if (S_ISLNK(info.st_mode) && stat(path, &info) != 0) {
        *out_kind = REGULAR;
        return VRM_OK;
    }
    if (S_ISREG(info.st_mode)) *out_kind = REGULAR;
    return VRM_OK;
}

static bool ends_in_one_of(const char* name, const char* const* endings) {
    for (; *endings != NULL; endings++)
        if (cli_has_ending(name, *endings)) return true;
    return false;
}

static int compare_paths(const void* a, const void* b) {
    return strcmp(*(char* const*)a, *(char* const*)b);
}

/* Subfolders that are still to be listed. */
typedef struct Folders {
    char** paths;
    int count, capacity;
} Folders;

static bool push(Folders* folders, char* path) {
    if (folders->count == folders->capacity) {
        int larger = folders->capacity * 2 + 16;
        char** paths = realloc(folders->paths, (size_t)larger * sizeof *paths);
        if (paths == NULL) return false;
        folders->paths = paths;
        folders->capacity = larger;
    }
    folders->paths[folders->count++] = path;
    return true;
}

typedef struct Listing {
    cli_Args* args;
    int capacity; /* of the arrays in args */
    const char* const* endings;
    bool is_deep;
} Listing;

/* The files of one folder; its subfolders go to `below`. */
static vrm_Result list_one(Listing* listing, const char* folder, Folders* below) {
    DIR* open;
    do open = opendir(folder);
    while (open == NULL && errno == EINTR);
    if (open == NULL) return VRM_ERR_IO;
    vrm_Result result = VRM_OK;
    const char* join = cli_is_slash(folder[strlen(folder) - 1]) ? "" : "/";
    while (result == VRM_OK) {
        errno = 0;
        struct dirent* entry = readdir(open);
        if (entry == NULL) {
            if (errno != 0) result = VRM_ERR_IO;
            break;
        }
        bool fits = ends_in_one_of(entry->d_name, listing->endings);
        if (entry->d_name[0] == '.' || (!fits && !listing->is_deep)) continue;
        size_t room = strlen(folder) + strlen(entry->d_name) + 2;
        char* path = malloc(room);
        if (path == NULL) {
            result = VRM_ERR_MEMORY;
            continue;
        }
        snprintf(path, room, "%s%s%s", folder, join, entry->d_name);
        bool is_kept = true, is_stored = true;
        Kind kind;
        result = kind_of(path, &kind);
        if (fits && kind == REGULAR)
            is_stored = append(listing->args, &listing->capacity, path, true);
        else if (listing->is_deep && kind == FOLDER)
            is_stored = push(below, path);
        else
            is_kept = false;
        if (!is_stored) result = VRM_ERR_MEMORY;
        if (!is_kept || !is_stored) free(path);
    }
    int cause = errno;
    closedir(open);
    errno = cause;
    return result;
}

/* VRM_ERR_INVALID when there is no fitting file. A subfolder that cannot be read is reported, and
 * makes the status CLI_FAILED. */
static vrm_Result list_folder(Listing* listing, const char* folder) {
    cli_Args* args = listing->args;
    int first = args->file_count;
    Folders below = {0};
    vrm_Result result = list_one(listing, folder, &below);
    while (below.count > 0) {
        char* path = below.paths[--below.count];
        vrm_Result one = result == VRM_OK ? list_one(listing, path, &below) : VRM_OK;
        if (one == VRM_ERR_IO) args->status = cli_result_error(args->command, path, one, NULL);
        if (one == VRM_ERR_MEMORY) result = one;
        free(path);
    }
    free(below.paths);
    size_t count = (size_t)(args->file_count - first);
    if (count > 0) {
        qsort(args->files + first, count, sizeof *args->files, compare_paths);
        memcpy(args->owned + first, args->files + first, count * sizeof *args->owned);
    }
    return result == VRM_OK && count == 0 ? VRM_ERR_INVALID : result;
}

static int say_empty(const cli_Args* args, const char* folder, const Listing* listing) {
    const char* const* endings = listing->endings;
    char names[128] = "";
    for (int i = 0; endings[i] != NULL; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s",
                 i == 0                   ? ""
                 : endings[i + 1] == NULL ? " or "
                                          : ", ",
                 endings[i]);
    }
    return cli_file_error(args->command, folder, "there is no %s in this folder%s", names,
                          listing->is_deep ? " or below it" : "; subfolders are not searched");
}

int cli_expand_folders(cli_Args* args, const char* const* endings, bool is_deep) {
    bool has_folder = false;
    int stdin_count = 0;
    for (int i = 0; i < args->file_count; i++) {
        stdin_count += strcmp(args->files[i], "-") == 0;
        has_folder = has_folder || is_folder(args->files[i]);
    }
    if (stdin_count > 1)
        return cli_usage_error(args->command, "standard input can be read only once");
    if (!has_folder) return CLI_OK;
    cli_Args all = *args;
    all.has_folder = true;
    all.files = NULL;
    all.file_count = 0;
    Listing listing = {.args = &all, .endings = endings, .is_deep = is_deep};
    int status = CLI_OK;
    for (int i = 0; i < args->file_count && status == CLI_OK; i++) {
        char* file = args->files[i];
        vrm_Result result = is_folder(file) ? list_folder(&listing, file)
                            : append(&all, &listing.capacity, file, false) ? VRM_OK
                                                                           : VRM_ERR_MEMORY;
        if (result == VRM_ERR_INVALID) {
            int empty = say_empty(args, file, &listing);
            if (empty > all.status) all.status = empty;
        } else if (result != VRM_OK) {
            status = cli_result_error(args->command, file, result, NULL);
        }
    }
    *args = all;
    return status == CLI_OK && all.file_count == 0 ? all.status : status;
}
