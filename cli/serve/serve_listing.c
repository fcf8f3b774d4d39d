/* SPDX-License-Identifier: MIT */
/* Lists what the tools can read: avatars, motion, sound and pictures. Links are neither followed
 * nor listed, for they may lead out of the folders. */
#define _XOPEN_SOURCE 700 /* readdir, lstat, strdup */

#include "serve/serve_listing.h"

#include "files/output_name.h"
#include "words/json.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FILES   1000  /* that are listed */
#define MAX_ENTRIES 50000 /* of folders, that are looked at */

static const char* const endings[] = {".vrm", ".glb",  ".gltf", CLI_MOTION_ENDINGS,
                                      ".pmx", ".wav",  ".flac", ".ogg",
                                      ".oga", ".opus", ".mp3",  ".png",
                                      ".jpg", ".jpeg", ".webp", ".json",
                                      ".txt"};

void serve_put_listing_tool(vrm_JsonBuilder* out) {
    vrm_json_begin_object(out);
    cli_json_string(out, "name", SERVE_LISTING_TOOL);
    cli_json_string(out, "description",
                    "Lists the avatars, motions, sounds and pictures that the other tools can "
                    "read, with their sizes.");
    vrm_json_put_key(out, "inputSchema");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "object");
    vrm_json_put_key(out, "properties");
    vrm_json_begin_object(out);
    vrm_json_put_key(out, "folder");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "string");
    cli_json_string(out, "description", "Folder to list, with its subfolders. Default: all.");
    vrm_json_end_object(out);
    vrm_json_end_object(out);
    cli_json_bool(out, "additionalProperties", false);
    vrm_json_end_object(out);
    vrm_json_end_object(out);
}

/* Folders that are still to be read, relative to `root`; the last one comes first. */
typedef struct Walk {
    const char* root;
    char* pending[256]; /* malloc'd */
    int pending_count;
    int file_count, entry_count;
    bool is_cut;
    vrm_JsonBuilder* out;
} Walk;

static bool is_listed(const char* name) {
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (cli_has_ending(name, endings[i])) return true;
    return false;
}

static void put_file(Walk* walk, const char* path, const struct stat* info) {
    if (walk->file_count == MAX_FILES) {
        walk->is_cut = true;
        return;
    }
    walk->file_count++;
    vrm_json_begin_object(walk->out);
    cli_json_string(walk->out, "path", path);
    cli_json_integer(walk->out, "bytes", (int64_t)info->st_size);
    vrm_json_end_object(walk->out);
}

static void push(Walk* walk, const char* path) {
    char* copy = NULL;
    if (walk->pending_count < (int)(sizeof walk->pending / sizeof *walk->pending))
        copy = strdup(path);
    if (copy != NULL)
        walk->pending[walk->pending_count++] = copy;
    else
        walk->is_cut = true;
}

/* Names that begin with a dot are hidden. */
static void read_entry(Walk* walk, const char* folder, const char* name) {
    char path[SERVE_PATH_ROOM], whole[SERVE_PATH_ROOM];
    struct stat info;
    const char* join = folder[0] == '\0' ? "" : "/";
    if (name[0] == '.' ||
        snprintf(path, sizeof path, "%s%s%s", folder, join, name) >= (int)sizeof path ||
        snprintf(whole, sizeof whole, "%s/%s", walk->root, path) >= (int)sizeof whole ||
        lstat(whole, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode))
        push(walk, path);
    else if (S_ISREG(info.st_mode) && is_listed(name))
        put_file(walk, path, &info);
}

/* A folder that cannot be read has no files. */
static void read_folder(Walk* walk, const char* folder) {
    char whole[SERVE_PATH_ROOM];
    const struct dirent* entry;
    if (snprintf(whole, sizeof whole, "%s/%s", walk->root, folder) >= (int)sizeof whole) return;
    DIR* open = opendir(whole);
    if (open == NULL) return;
    while (!walk->is_cut && (entry = readdir(open)) != NULL) {
        if (walk->entry_count++ == MAX_ENTRIES) walk->is_cut = true;
        read_entry(walk, folder, entry->d_name);
    }
    closedir(open);
}

static void put_folder(Walk* walk, const char* root) {
    walk->root = root;
    vrm_json_begin_object(walk->out);
    cli_json_string(walk->out, "folder", root);
    vrm_json_put_key(walk->out, "files");
    vrm_json_begin_array(walk->out);
    read_folder(walk, "");
    while (walk->pending_count > 0) {
        char* folder = walk->pending[--walk->pending_count];
        if (!walk->is_cut) read_folder(walk, folder);
        free(folder);
    }
    vrm_json_end_array(walk->out);
    vrm_json_end_object(walk->out);
}

static bool check_arguments(serve_Call* call) {
    char name[64];
    static const char* const names[] = {"folder", NULL};
    if (serve_find_unknown(call, "arguments", cli_name_of_list, names, name, sizeof name))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s has no argument %s; it has folder",
                          SERVE_LISTING_TOOL, name);
    return !serve_has(call, "arguments/folder") || serve_is_text(call, "arguments/folder") ||
           serve_fail(call, SERVE_BAD_PARAMS, "folder must be a string");
}

/* The answer is JSON in a text, as that of the commands is. */
static bool put_listing(const serve_Folders* folders, const char* only, serve_Call* call,
                        vrm_JsonBuilder* list) {
    Walk walk = {.out = list};
    vrm_Span text;
    vrm_json_begin_object(list);
    vrm_json_put_key(list, "folders");
    vrm_json_begin_array(list);
    if (only != NULL)
        put_folder(&walk, only);
    else
        for (int i = 0; i < folders->count; i++) put_folder(&walk, folders->paths[i]);
    vrm_json_end_array(list);
    cli_json_bool(list, "isComplete", !walk.is_cut);
    vrm_json_end_object(list);
    char* copy = vrm_json_builder_text(list, &text) == VRM_OK ? malloc(text.size + 1) : NULL;
    if (copy == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    vrm_json_put_key(call->result, "content");
    vrm_json_begin_array(call->result);
    vrm_json_begin_object(call->result);
    cli_json_string(call->result, "type", "text");
    cli_json_string(call->result, "text", copy);
    vrm_json_end_object(call->result);
    vrm_json_end_array(call->result);
    cli_json_bool(call->result, "isError", false);
    free(copy);
    return true;
}

bool serve_run_listing(const serve_Folders* folders, serve_Call* call) {
    char only[SERVE_PATH_ROOM];
    bool is_one = serve_has(call, "arguments/folder");
    if (!check_arguments(call)) return false;
    if (is_one && !serve_input_folder(folders, call, "arguments/folder", only)) return false;
    vrm_JsonBuilder* list = cli_json_create();
    if (list == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    bool is_good = put_listing(folders, is_one ? only : NULL, call, list);
    vrm_json_builder_destroy(list);
    return is_good;
}
