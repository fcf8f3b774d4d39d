/* SPDX-License-Identifier: MIT */
#include "motion/convert_takes.h"

#include "files/files.h"
#include "motion/motion_file.h"
#include "motion/motion_text.h"
#include "words/ascii_words.h"
#include "words/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Listing ---- */

enum { TAKES_MOST = 1024 }; /* each one reads the file once */

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

/* A file being examined. */
typedef struct Source {
    const char* path;
    MotionText text;
} Source;

/* Loads the motion of a file: `take` NULL is the first that moves. */
static vrm_Result read_take(const Source* source, const char* take, vrm_Report* report,
                            vrm_Motion** out) {
    vrm_MotionDef def = vrm_default_motion_def();
    def.report = report;
    def.take = take;
    return cli_load_motion(source->path, source->text.text, source->text.size, &def, out);
}

/* A take without motion is omitted. A take that cannot be read for another reason is listed, so
 * that converting it reports the reason. */
static bool is_still(const Source* source, const char* take) {
    vrm_Report* report = NULL;
    vrm_Motion* motion = NULL;
    bool is_still = false;
    if (vrm_report_create(NULL, &report) != VRM_OK) return false;
    if (read_take(source, take, report, &motion) != VRM_OK)
        for (int32_t i = 0; i < vrm_report_count(report); i++)
            is_still |= strcmp(vrm_report_get(report, i).code, "MOTION_NO_ANIMATION") == 0;
    else
        is_still = vrm_motion_info(motion).kind == VRM_MOTION_NODES; /* no bone moves */
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
    return is_still;
}

static vrm_Result add_takes(const Source* source, const vrm_Motion* motion, Takes* out) {
    int32_t count = vrm_motion_info(motion).take_count;
    out->all = calloc((size_t)count + 1, sizeof *out->all);
    if (out->all == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        Take* take = &out->all[out->count];
        snprintf(take->number, sizeof take->number, "#%d", (int)i + 1);
        if (is_still(source, take->number)) continue;
        take->label = make_label(out, vrm_motion_take_name(motion, i), (int)i + 1);
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
    uint8_t* bytes = NULL;
    size_t size = 0;
    Source source = {.path = path};
    vrm_Report* report = NULL;
    vrm_Motion* motion = NULL;
    *out = (Takes){0};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    motion_text_open(bytes, size, &source.text);
    const MotionText* text = &source.text;
    bool has_takes = text->kind == MOTION_KIND_ANY;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK && has_takes) result = read_take(&source, NULL, report, &motion);
    /* Takes that are not of humans are refused when they are converted. */
    const vrm_Capture* capture = motion != NULL ? vrm_motion_capture(motion) : NULL;
    int32_t count = capture != NULL ? vrm_capture_take_count(capture) : 0;
    if (count > TAKES_MOST)
        status = refuse_takes(path, options, count);
    else if (count > 0)
        result = add_takes(&source, motion, out);
    if (result != VRM_OK) status = cli_result_error(options->command, path, result, report);
    if (status != CLI_OK) takes_release(out);
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
    motion_text_close(&source.text);
    free(bytes);
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
