/* SPDX-License-Identifier: MIT */
#include "motion/clip_file.h"

#include "files/files.h"
#include "motion/motion_file.h"
#include "motion/motion_map.h"
#include "motion/motion_options.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

int cli_clip_refuse_reading(const char* path, const ConvertOptions* options) {
    char names[128] = "";
    int count = motion_reading_names(options, names, sizeof names);
    return cli_file_error(options->command, path,
                          "%s %s for motion of other programs; leave %s out", names,
                          count == 1 ? "is" : "are", count == 1 ? "it" : "them");
}

/* Reads a file that goes with the motion; `path` NULL: none. */
static int read_beside(const ConvertOptions* options, const char* path, uint8_t** out_bytes,
                       size_t* out_size) {
    vrm_Limits limits = vrm_default_limits();
    cli_apply_limits(&limits);
    if (path == NULL) return CLI_OK;
    vrm_Result result = cli_read_file(path, limits.file_bytes, out_bytes, out_size);
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, NULL);
}

/* Refuses options that do not apply to the motion. */
static int check_options(const char* path, const ConvertOptions* options, const vrm_Motion* motion,
                         const vrm_Report* report) {
    if (vrm_motion_info(motion).kind == VRM_MOTION_ANIMATION && motion_has_reading(options))
        return cli_clip_refuse_reading(path, options);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, "MOTION_MODEL_UNUSED") == 0)
            return cli_file_error(options->command, path, "%s", finding.message);
    }
    return CLI_OK;
}

/* A fault of the rest file is headed by its name. */
static int report_failure(const char* path, const ConvertOptions* options, vrm_Result result,
                          const vrm_Report* report) {
    for (int32_t i = 0; options->rest_file != NULL && i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, "MOTION_REST_FILE") == 0 ||
            strcmp(finding.code, "MOTION_REST_FILE_TOO_LARGE") == 0)
            path = options->rest_file;
    }
    return cli_result_error(options->command, path, result, report);
}

static int load_motion(const char* path, const MotionText* text, const ConvertOptions* options,
                       vrm_Report* report, vrm_Motion** out_motion) {
    MotionMap map = {0};
    uint8_t *model = NULL, *rest_file = NULL;
    vrm_MotionDef def = options->reading;
    def.report = report;
    int status = CLI_OK;
    if (options->map != NULL) status = motion_map_read(options->command, options->map, &map, &def);
    if (status == CLI_OK) status = read_beside(options, options->model, &model, &def.model_size);
    if (status == CLI_OK)
        status = read_beside(options, options->rest_file, &rest_file, &def.rest_file_size);
    if (status == CLI_OK) {
        def.model = model;
        def.rest_file = rest_file;
        vrm_Result result = cli_load_motion(path, text->text, text->size, &def, out_motion);
        if (result == VRM_OK)
            motion_map_check(&map, *out_motion, report);
        else
            motion_map_explain(options->command, options->map, &map, text);
        if (result != VRM_OK) status = report_failure(path, options, result, report);
    }
    motion_map_close(&map);
    free(model);
    free(rest_file);
    return status;
}

int cli_clip_open_text(const char* path, const MotionText* text, const ConvertOptions* options,
                       vrm_Report* report, cli_ClipFile* out) {
    *out = (cli_ClipFile){.fit = options->fit};
    out->fit.report = report;
    if (text->kind == MOTION_KIND_SCRIPT && !motion_text_is_script(text))
        return cli_file_error(options->command, path, "this is no motion%s%s",
                              text->error[0] != '\0' ? ": " : ", but JSON of another kind",
                              text->error);
    if (text->kind != MOTION_KIND_ANY)
        return cli_file_error(options->command, path,
                              "this is a motion script or a trace, not an animation; `vrm "
                              "convert-motion` makes one of it");
    int status = load_motion(path, text, options, report, &out->motion);
    if (status == CLI_OK) status = check_options(path, options, out->motion, report);
    if (status != CLI_OK) cli_clip_close(out);
    return status;
}

static void print_unknown_joints(const ConvertOptions* options, const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, MOTION_MAP_UNKNOWN) == 0)
            (void)cli_file_error(options->command, options->map, "%s", finding.message);
    }
}

int cli_clip_open(const char* path, const ConvertOptions* options, vrm_Report* report,
                  cli_ClipFile* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    vrm_Report* own = NULL;
    *out = (cli_ClipFile){0};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    MotionText text;
    motion_text_open(bytes, size, &text);
    vrm_Result result = report == NULL ? vrm_report_create(NULL, &own) : VRM_OK;
    status = result == VRM_OK
                 ? cli_clip_open_text(path, &text, options, report != NULL ? report : own, out)
                 : cli_result_error(options->command, path, result, NULL);
    if (own != NULL && status == CLI_OK) print_unknown_joints(options, own);
    out->fit.report = NULL;
    vrm_report_destroy(own);
    motion_text_close(&text);
    free(bytes);
    return status;
}

vrm_Result cli_clip_for(const cli_ClipFile* file, const vrm_Rig* rig, vrm_Clip** out_clip) {
    *out_clip = NULL;
    if (file->motion == NULL) return VRM_OK;
    return vrm_motion_clip(file->motion, rig, &file->fit, NULL, out_clip);
}

float cli_clip_seconds(const cli_ClipFile* file) {
    return file->motion != NULL ? (float)vrm_motion_info(file->motion).seconds : 0.0f;
}

void cli_clip_close(cli_ClipFile* file) {
    vrm_motion_destroy(file->motion);
    *file = (cli_ClipFile){0};
}
