/* SPDX-License-Identifier: MIT */
#include "motion/clip_file.h"

#include "files/files.h"
#include "motion/convert_capture.h"
#include "motion/motion_file.h"
#include "motion/motion_text.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

/* Converts motion capture to a VRM animation; tolerances of 0 keep every frame. */
static int open_bvh(const char* command, const char* path, const MotionText* text,
                    vrm_Report* report, vrm_Model** out_model) {
    ConvertOptions options = {.command = command, .def = vrm_default_recorder_def()};
    options.def.tolerance_degrees = options.def.tolerance_metres = options.def.tolerance_weight = 0;
    vrm_RecordStats stats;
    return convert_capture(path, text, &options, report, &stats, out_model);
}

static int load_animation(const char* command, const char* path, const MotionText* text,
                          vrm_Report* report, vrm_Model** out_model) {
    vrm_Result result = cli_load_again(path, text->text, text->size, report, out_model);
    if (result != VRM_OK) return cli_result_error(command, path, result, report);
    if (vrm_model_gltf(*out_model)->animation_count > 0) return CLI_OK;
    return cli_file_error(command, path, "there is no animation in this file");
}

int cli_clip_open_text(const char* command, const char* path, const MotionText* text,
                       cli_ClipFile* out) {
    *out = (cli_ClipFile){0};
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    int status;
    switch (text->kind) {
    case MOTION_KIND_SCRIPT:
    case MOTION_KIND_TRACE:
        status = cli_file_error(command, path,
                                "this is a motion script or a trace, not an animation; `vrm "
                                "convert-motion` makes one of it");
        break;
    case MOTION_KIND_BVH: status = open_bvh(command, path, text, report, &out->model); break;
    default: status = load_animation(command, path, text, report, &out->model);
    }
    vrm_ClipDef def = vrm_default_clip_def();
    def.report = report;
    if (status == CLI_OK) result = vrm_clip_build(out->model, &def, &out->clip);
    if (result != VRM_OK) status = cli_result_error(command, path, result, report);
    vrm_report_destroy(report);
    if (status != CLI_OK) cli_clip_close(out);
    return status;
}

int cli_clip_open(const char* command, const char* path, cli_ClipFile* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    *out = (cli_ClipFile){0};
    int status = cli_read_motion(command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    MotionText text;
    motion_text_open(bytes, size, &text);
    status = cli_clip_open_text(command, path, &text, out);
    motion_text_close(&text);
    free(bytes);
    return status;
}

void cli_clip_close(cli_ClipFile* file) {
    vrm_clip_destroy(file->clip);
    vrm_model_destroy(file->model);
    *file = (cli_ClipFile){0};
}
