/* SPDX-License-Identifier: MIT */
#include "motion/convert_takes.h"

#include "files/files.h"
#include "motion/motion_file.h"
#include "motion/motion_text.h"
#include "words/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which there are ---- */

static bool has_label(const Takes* takes, const char* label) {
    for (int i = 0; i < takes->count; i++)
        if (strcmp(takes->all[i].label, label) == 0) return true;
    return false;
}

/* "Walk"; for a second one of that name "Walk-3", by its number; for one without a name "3". */
static char* make_label(const Takes* takes, const char* name, int number) {
    size_t room = strlen(name) + 2 * TAKE_NUMBER_ROOM;
    char* label = malloc(room);
    if (label == NULL) return NULL;
    snprintf(label, room, "%s", name);
    if (name[0] == '\0') snprintf(label, room, "%d", number);
    for (int more = 0; has_label(takes, label); more++)
        snprintf(label, room, "%s-%d", name, number + more);
    return label;
}

/* The motion of a file: `take` NULL is the first that moves. */
static vrm_Result read_take(const char* path, const MotionText* text, const char* take,
                            vrm_Report* report, vrm_Capture** out) {
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Model* model = NULL;
    def.report = report;
    def.take = take;
    if (text->kind == MOTION_KIND_CAPTURE)
        return vrm_capture_read(text->text, text->size, &def, out);
    vrm_Result result = cli_load_again(path, text->text, text->size, report, &model);
    /* An animation for every avatar has no takes to choose from. */
    if (result == VRM_OK && vrm_model_clip_info(model) == NULL)
        result = vrm_capture_read_model(model, &def, out);
    vrm_model_destroy(model);
    return result;
}

/* A take that nothing moves is no motion; one that cannot be read for another reason is tried, so
 * that the reason is told. */
static bool is_still(const char* path, const MotionText* text, const char* take) {
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    bool is_still = false;
    if (vrm_report_create(NULL, &report) != VRM_OK) return false;
    if (read_take(path, text, take, report, &capture) != VRM_OK)
        for (int32_t i = 0; i < vrm_report_count(report); i++)
            is_still |= strcmp(vrm_report_get(report, i).code, "MOTION_NO_ANIMATION") == 0;
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
    return is_still;
}

static vrm_Result add_takes(const char* path, const MotionText* text, const vrm_Capture* capture,
                            Takes* out) {
    int32_t count = vrm_capture_take_count(capture);
    out->all = calloc((size_t)count + 1, sizeof *out->all);
    if (out->all == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        Take* take = &out->all[out->count];
        snprintf(take->number, sizeof take->number, "#%d", (int)i + 1);
        if (is_still(path, text, take->number)) continue;
        take->label = make_label(out, vrm_capture_take_name(capture, i), (int)i + 1);
        if (take->label == NULL) return VRM_ERR_MEMORY;
        out->count++;
    }
    return VRM_OK;
}

int takes_list(const char* path, const ConvertOptions* options, Takes* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    MotionText text;
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    *out = (Takes){0};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    motion_text_open(bytes, size, &text);
    bool has_takes = text.kind == MOTION_KIND_CAPTURE || text.kind == MOTION_KIND_GLTF;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK && has_takes) result = read_take(path, &text, NULL, report, &capture);
    if (result == VRM_OK && capture != NULL) result = add_takes(path, &text, capture, out);
    if (result != VRM_OK) status = cli_result_error(options->command, path, result, report);
    if (status != CLI_OK) takes_release(out);
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
    motion_text_close(&text);
    free(bytes);
    return status;
}

void takes_release(Takes* takes) {
    for (int i = 0; i < takes->count; i++) free(takes->all[i].label);
    free(takes->all);
    *takes = (Takes){0};
}

/* ---- Their paths ---- */

static bool is_part_of_names(char c) {
    return (unsigned char)c >= 32 && strchr("/\\:*?\"<>|", c) == NULL;
}

bool takes_path(const char* path, const char* label, char* out, size_t out_size) {
    const char* dot = strrchr(path, '.');
    size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    int used = snprintf(out, out_size, "%.*s-%s%s", (int)stem, path, label, path + stem);
    if (used < 0 || (size_t)used >= out_size) return false;
    for (size_t i = stem + 1; i < stem + 1 + strlen(label); i++)
        if (!is_part_of_names(out[i])) out[i] = '_';
    return true;
}
