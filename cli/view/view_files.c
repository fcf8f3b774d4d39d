/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup, strndup */

#include "view/view_files.h"

#include "files/side_files.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SETTLE_S    0.25 /* between the last write and the report */
#define PATIENCE_S  5.0  /* with a GLB that stays shorter than its header says */
#define GLANCE_S    0.05 /* between two looks while something settles */
#define WATCHED_S   2.0  /* where the system reports changes, but for network folders */
#define UNWATCHED_S 0.5  /* where it does not */

enum { SIDES_MAX = 4096 };

/* ---- Side files ---- */

static void release_sides(view_File* file) {
    for (int32_t i = 0; i < file->side_count; i++) {
        free(file->sides[i].uri);
        free(file->sides[i].path);
    }
    free(file->sides);
    file->sides = NULL;
    file->side_count = file->side_capacity = 0;
}

static bool add_side(void* ctx, const char* uri, const char* path) {
    view_File* file = ctx;
    if (!cli_is_side_uri(uri)) return true;
    if (file->side_count == SIDES_MAX) return false;
    if (file->side_count == file->side_capacity) {
        int32_t capacity = file->side_capacity * 2 + 8;
        view_Side* sides = realloc(file->sides, (size_t)capacity * sizeof *sides);
        if (sides == NULL) return false;
        file->sides = sides;
        file->side_capacity = capacity;
    }
    view_Side side = {strdup(uri), strdup(path)};
    if (side.uri == NULL || side.path == NULL) {
        free(side.uri);
        free(side.path);
        return false;
    }
    file->sides[file->side_count++] = side;
    return true;
}

static char* folder_of(const char* path) {
    const char* slash = strrchr(path, '/');
    if (slash == NULL) return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* The side files are read again: the file may name others now. */
static void read_sides(view_Files* files, view_File* file) {
    release_sides(file);
    if (cli_each_side_file(file->path, add_side, file) != VRM_OK) files->is_all_watched = false;
    for (int32_t i = 0; i < file->side_count; i++) {
        char* folder = folder_of(file->sides[i].path);
        if (folder == NULL || !view_notify_add(&files->notify, folder))
            files->is_all_watched = false;
        free(folder);
    }
}

/* ---- Looking ---- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

static view_Look look_at(const view_File* file) {
    view_Look look = {.file = view_stamp(file->path)};
    for (int32_t i = 0; i < file->side_count; i++) {
        view_Stamp stamp = view_stamp(file->sides[i].path);
        look.sides = mix(mix(mix(look.sides, stamp.number), stamp.size),
                         (uint64_t)stamp.modified_s ^ (uint64_t)stamp.modified_ns << 32);
    }
    return look;
}

static bool is_same(const view_Look* a, const view_Look* b) {
    return a->sides == b->sides && view_same_stamp(&a->file, &b->file);
}

/* One file; true when its change is to be reported now. */
static bool look_again(view_Files* files, view_File* file, double now_s) {
    view_Look look = look_at(file);
    if (is_same(&look, &file->known)) {
        file->is_settling = false;
        return false;
    }
    if (!file->is_settling || !is_same(&look, &file->candidate)) {
        file->candidate = look;
        file->since_s = now_s;
        file->is_settling = true;
        return false;
    }
    double quiet_s = now_s - file->since_s;
    if (quiet_s < SETTLE_S) return false;
    if (quiet_s < PATIENCE_S && view_is_cut_short(file->path)) return false;
    file->is_settling = false;
    file->known = look;
    if (!view_exists(&look.file)) return false; /* it vanished; clients hear when it is back */
    read_sides(files, file);
    file->known.sides = look_at(file).sides;
    file->change = ++files->change;
    return true;
}

bool view_files_look(view_Files* files, double now_s) {
    bool has_changes = false;
    bool has_news = view_notify_happened(&files->notify);
    if (!has_news && now_s < files->next_look_s) return false;
    files->is_settling = false;
    for (int32_t i = 0; i < files->count; i++) {
        has_changes |= look_again(files, &files->files[i], now_s);
        files->is_settling |= files->files[i].is_settling;
    }
    files->next_look_s = now_s + (files->is_settling      ? GLANCE_S
                                  : files->is_all_watched ? WATCHED_S
                                                          : UNWATCHED_S);
    return has_changes;
}

/* ---- Making ---- */

static int open_file(view_Files* files, view_File* file, const cli_Args* args, const char* path) {
    view_Stamp stamp;
    int opened = view_open(path, NULL, &stamp);
    if (opened < 0 && errno == 0) {
        (void)cli_file_error(args->command, path,
                             "pipes and devices cannot be watched; name a file");
        return CLI_FAILED;
    }
    if (opened < 0) return cli_result_error(args->command, path, VRM_ERR_IO, NULL);
    view_close(opened);
    const char* slash = strrchr(path, '/');
    file->path = strdup(path);
    file->folder = folder_of(path);
    if (file->path == NULL || file->folder == NULL)
        return cli_result_error(args->command, path, VRM_ERR_MEMORY, NULL);
    file->name = file->path + (slash != NULL ? slash - path + 1 : 0);
    file->is_link = view_is_link(path);
    if (!view_notify_add(&files->notify, file->folder)) files->is_all_watched = false;
    return CLI_OK;
}

static void release_file(view_File* file) {
    release_sides(file);
    free(file->path);
    free(file->folder);
    *file = (view_File){0};
}

int view_files_open(view_Files* files, const cli_Args* args) {
    *files = (view_Files){.notify = view_notify_open(), .is_all_watched = true};
    files->files = calloc((size_t)args->file_count + 1, sizeof *files->files);
    if (files->files == NULL) return cli_result_error(args->command, "files", VRM_ERR_MEMORY, NULL);
    for (int i = 0; i < args->file_count; i++) {
        view_File* file = &files->files[files->count];
        bool is_of_folder = args->owned != NULL && args->owned[i] != NULL;
        int status = open_file(files, file, args, args->files[i]);
        if (status == CLI_OK)
            files->count++;
        else
            release_file(file);
        if (status != CLI_OK && (!is_of_folder || args->file_count == 1)) return status;
    }
    return CLI_OK;
}

void view_files_read(view_Files* files) {
    for (int32_t i = 0; i < files->count; i++) {
        read_sides(files, &files->files[i]);
        files->files[i].known = look_at(&files->files[i]);
    }
}

void view_files_close(view_Files* files) {
    for (int32_t i = 0; files->files != NULL && i < files->count; i++)
        release_file(&files->files[i]);
    free(files->files);
    view_notify_close(&files->notify);
    files->files = NULL;
    files->count = 0;
}

/* ---- session.json ---- */

/* With a `folder`, nothing is said about a file that a link leads to outside of it. */
static void put_place(vrm_JsonBuilder* builder, const char* path, const char* folder) {
    view_Stamp stamp;
    char time[VIEW_TIME_ROOM];
    int opened = view_open(path, folder, &stamp);
    if (opened >= 0) view_close(opened);
    view_time_text(&stamp, time);
    vrm_json_put_key(builder, "size");
    if (view_exists(&stamp))
        vrm_json_put_integer(builder, (int64_t)stamp.size);
    else
        vrm_json_put_null(builder);
    cli_json_string(builder, "modified", view_exists(&stamp) ? time : NULL);
}

void view_files_put(vrm_JsonBuilder* builder, const view_Files* files, int32_t index) {
    const view_File* file = &files->files[index];
    char url[64];
    vrm_json_begin_object(builder);
    cli_json_string(builder, "name", file->name);
    snprintf(url, sizeof url, "files/%d", (int)index);
    cli_json_string(builder, "url", url);
    put_place(builder, file->path, file->is_link ? NULL : file->folder);
    vrm_json_put_key(builder, "sideFiles");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < file->side_count; i++) {
        vrm_json_begin_object(builder);
        cli_json_string(builder, "uri", file->sides[i].uri);
        snprintf(url, sizeof url, "files/%d/%d", (int)index, (int)i);
        cli_json_string(builder, "url", url);
        put_place(builder, file->sides[i].path, file->folder);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
}

char* view_files_session(const view_Files* files, bool has_vmc) {
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text;
    char* copy = NULL;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) return NULL;
    vrm_json_begin_object(builder);
    vrm_json_put_key(builder, "files");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < files->count; i++) view_files_put(builder, files, i);
    vrm_json_end_array(builder);
    cli_json_string(builder, "events", "events");
    cli_json_bool(builder, "vmc", has_vmc);
    cli_json_string(builder, "version", VRM_VERSION_TEXT);
    vrm_json_end_object(builder);
    if (vrm_json_builder_text(builder, &text) == VRM_OK) copy = strndup(text.data, text.size);
    vrm_json_builder_destroy(builder);
    return copy;
}
