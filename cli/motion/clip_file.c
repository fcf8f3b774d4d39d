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

static bool is_of_mmd(const char* format) {
    return strcmp(format, "VMD") == 0 || strcmp(format, "VPD") == 0;
}

/* Refuses options that do not apply to the motion. */
static int check_options(const char* path, const ConvertOptions* options,
                         const vrm_Motion* motion) {
    vrm_MotionInfo info = vrm_motion_info(motion);
    if (info.kind == VRM_MOTION_ANIMATION && motion_has_reading(options))
        return cli_clip_refuse_reading(path, options);
    if (options->model == NULL || is_of_mmd(info.format)) return CLI_OK;
    return cli_file_error(options->command, path,
                          "--model is for VMD and VPD files; %s has its own skeleton: leave it out",
                          info.format);
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
        motion_map_check(options->command, options->map, &map, *out_motion, text);
        if (result != VRM_OK) status = cli_result_error(options->command, path, result, report);
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
    if (text->kind == MOTION_KIND_SCRIPT || text->kind == MOTION_KIND_TRACE)
        return cli_file_error(options->command, path,
                              "this is a motion script or a trace, not an animation; `vrm "
                              "convert-motion` makes one of it");
    int status = load_motion(path, text, options, report, &out->motion);
    if (status == CLI_OK) status = check_options(path, options, out->motion);
    if (status != CLI_OK) cli_clip_close(out);
    return status;
}

int cli_clip_open(const char* path, const ConvertOptions* options, cli_ClipFile* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    vrm_Report* report = NULL;
    *out = (cli_ClipFile){0};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    MotionText text;
    motion_text_open(bytes, size, &text);
    vrm_Result result = vrm_report_create(NULL, &report);
    status = result == VRM_OK ? cli_clip_open_text(path, &text, options, report, out)
                              : cli_result_error(options->command, path, result, NULL);
    out->fit.report = NULL;
    vrm_report_destroy(report);
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
