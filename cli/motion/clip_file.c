/* SPDX-License-Identifier: MIT */
#include "motion/clip_file.h"

#include "files/files.h"
#include "motion/convert_capture.h"
#include "motion/motion_file.h"
#include "motion/motion_text.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

/* Tolerances of 0 keep every frame. */
static ConvertOptions options_for(const char* command) {
    ConvertOptions options = {.command = command, .def = vrm_default_recorder_def()};
    options.def.tolerance_degrees = options.def.tolerance_metres = options.def.tolerance_weight = 0;
    return options;
}

/* Converts motion of another program to a VRM animation. */
static int open_capture(const char* command, const char* path, const MotionText* text,
                        vrm_Report* report, cli_ClipFile* out) {
    ConvertOptions options = options_for(command);
    vrm_RecordStats stats;
    FitReport fit = {0};
    options.fit.report = &fit;
    int status = convert_capture(path, text, &options, report, &stats, &out->model);
    out->holds_feet = fit.figures.holds_feet;
    return status;
}

/* The same of a glTF animation, where its nodes are a person; NULL otherwise. */
static vrm_Clip* open_person(const vrm_Model* model) {
    ConvertOptions options = options_for("");
    vrm_RecordStats stats;
    vrm_Capture* capture = NULL;
    vrm_Model* made = NULL;
    vrm_Clip* clip = NULL;
    vrm_Result result = vrm_capture_read_model(model, NULL, &capture);
    if (result == VRM_OK) result = convert_captured(capture, &options, &stats, &made);
    if (result == VRM_OK) (void)vrm_clip_build(made, NULL, &clip);
    vrm_model_destroy(made);
    vrm_capture_destroy(capture);
    return clip;
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
    case MOTION_KIND_CAPTURE: status = open_capture(command, path, text, report, out); break;
    default: status = load_animation(command, path, text, report, &out->model);
    }
    vrm_ClipDef def = vrm_default_clip_def();
    def.report = report;
    if (status == CLI_OK) result = vrm_clip_build(out->model, &def, &out->clip);
    if (out->clip != NULL && vrm_clip_kind(out->clip) == VRM_CLIP_NODES)
        out->person = open_person(out->model);
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

const vrm_Clip* cli_clip_for(const vrm_Clip* clip, const vrm_Clip* person, int32_t clip_nodes,
                             int32_t avatar_nodes) {
    return person != NULL && clip_nodes != avatar_nodes ? person : clip;
}

void cli_clip_close(cli_ClipFile* file) {
    vrm_clip_destroy(file->person);
    vrm_clip_destroy(file->clip);
    vrm_model_destroy(file->model);
    *file = (cli_ClipFile){0};
}
