/* SPDX-License-Identifier: MIT */
#include "motion/convert_takes.h"

#include "files/files.h"
#include "motion/motion_file.h"
#include "words/ascii_words.h"
#include "words/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The file ---- */

int takes_open(const char* path, const ConvertOptions* options, TakeFile* out) {
    size_t size = 0;
    vrm_MotionDef def = vrm_default_motion_def();
    *out = (TakeFile){.path = path};
    int status = cli_read_motion(options->command, path, &out->bytes, &size);
    if (status != CLI_OK) return status;
    motion_text_open(out->bytes, size, &out->text);
    if (out->text.kind != MOTION_KIND_ANY) return CLI_OK;
    vrm_Result result = vrm_report_create(NULL, &def.report);
    def.keeps_file = true;
    if (result == VRM_OK)
        result = cli_load_motion(path, out->text.text, out->text.size, &def, &out->first);
    if (result != VRM_OK) status = cli_result_error(options->command, path, result, def.report);
    vrm_report_destroy(def.report);
    if (status != CLI_OK) takes_close(out);
    return status;
}

void takes_close(TakeFile* file) {
    vrm_motion_destroy(file->first);
    motion_text_close(&file->text);
    free(file->bytes);
    *file = (TakeFile){0};
}

/* ---- Listing ---- */

enum { TAKES_MOST = 1024 }; /* files that are written */

/* File systems of Windows and macOS ignore case. */
static bool has_label(const Takes* takes, const char* label) {
    for (int i = 0; i < takes->count; i++)
        if (cli_is_same_word(takes->all[i].label, label)) return true;
    return false;
}

static bool is_part_of_names(char c) {
    return (unsigned char)c >= 32 && strchr("/\\:*?\"<>|", c) == NULL;
}

/* "Walk"; "Walk-3" for a second take of that name, by its number; "3" for a take without a name. */
static char* make_label(const Takes* takes, const char* name, int number) {
    size_t length = strlen(name), room = length + 2 * TAKE_NUMBER_ROOM;
    char* label = malloc(room);
    if (label == NULL) return NULL;
    for (size_t i = 0; i <= length; i++)
        label[i] = i == length || is_part_of_names(name[i]) ? name[i] : '_';
    if (length == 0) snprintf(label, room, "%d", number);
    for (int more = 0; has_label(takes, label); more++)
        snprintf(label + length, room - length, "-%d", number + more);
    return label;
}

/* A take without motion is omitted. A take that cannot be read for another reason is listed, so
 * that converting it reports the reason. */
static bool is_still(const TakeFile* file, const char* take) {
    vrm_Report* report = NULL;
    vrm_Motion* motion = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    bool is_still = false;
    if (vrm_report_create(NULL, &report) != VRM_OK) return false;
    def.report = report;
    def.take = take;
    def.same_file = file->first;
    if (cli_load_motion(file->path, file->text.text, file->text.size, &def, &motion) != VRM_OK)
        for (int32_t i = 0; i < vrm_report_count(report); i++)
            is_still |= strcmp(vrm_report_get(report, i).code, "MOTION_NO_ANIMATION") == 0;
    else
        is_still = vrm_motion_info(motion).kind == VRM_MOTION_NODES; /* no bone moves */
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
    return is_still;
}

static vrm_Result add_takes(const TakeFile* file, int32_t count, Takes* out) {
    out->all = calloc((size_t)count + 1, sizeof *out->all);
    if (out->all == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        Take* take = &out->all[out->count];
        snprintf(take->number, sizeof take->number, "#%d", (int)i + 1);
        if (is_still(file, take->number)) continue;
        take->label = make_label(out, vrm_motion_take_name(file->first, i), (int)i + 1);
        if (take->label == NULL) return VRM_ERR_MEMORY;
        out->count++;
    }
    return VRM_OK;
}

static int refuse_takes(const char* path, const ConvertOptions* options, int32_t count) {
    return cli_file_error(options->command, path,
                          "has %d animations; --all-takes converts files with at most %d: choose "
                          "with --take",
                          (int)count, (int)TAKES_MOST);
}

int takes_list(const char* path, const ConvertOptions* options, Takes* out) {
    TakeFile file;
    *out = (Takes){0};
    int status = takes_open(path, options, &file);
    /* Takes that are not of humans are refused when they are converted. */
    const vrm_Capture* capture = file.first != NULL ? vrm_motion_capture(file.first) : NULL;
    int32_t count = capture != NULL ? vrm_capture_take_count(capture) : 0;
    vrm_Result result = VRM_OK;
    if (count > TAKES_MOST)
        status = refuse_takes(path, options, count);
    else if (count > 0)
        result = add_takes(&file, count, out);
    if (result != VRM_OK) status = cli_result_error(options->command, path, result, NULL);
    if (status != CLI_OK) takes_release(out);
    takes_close(&file);
    return status;
}

void takes_release(Takes* takes) {
    for (int i = 0; i < takes->count; i++) free(takes->all[i].label);
    free(takes->all);
    *takes = (Takes){0};
}

/* ---- Their paths ---- */

bool takes_path(const char* path, const char* label, char* out, size_t out_size) {
    const char* dot = strrchr(path, '.');
    size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    int used = snprintf(out, out_size, "%.*s-%s%s", (int)stem, path, label, path + stem);
    return used >= 0 && (size_t)used < out_size;
}
