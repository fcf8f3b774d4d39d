/* SPDX-License-Identifier: MIT */
#include "motion/clip_file.h"

#include "files/files.h"
#include "motion/convert_capture.h"
#include "motion/motion_file.h"
#include "motion/motion_options.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Motion of other programs is fitted once, from its own figure to each avatar. */
static ConvertOptions for_later(const ConvertOptions* options, cli_ClipFile* out) {
    ConvertOptions own = *options;
    own.fit.later = &out->figure;
    own.fit.rest = &out->rest;
    out->fit.is_capture = true;
    out->is_fitted = true;
    return own;
}

/* Converts motion of another program to a VRM animation; `model` NULL: that of the text. */
static int open_capture(const char* path, const MotionText* text, const vrm_Model* model,
                        const ConvertOptions* options, vrm_Report* report, cli_ClipFile* out) {
    vrm_RecordStats stats;
    ConvertOptions own = for_later(options, out);
    vrm_Model** made = &out->own.model;
    int status = model != NULL ? convert_gltf_capture(path, model, &own, report, &stats, made)
                               : convert_capture(path, text, &own, report, &stats, made);
    if (status == CLI_OK) out->fit.frames = stats.frames;
    return status;
}

/* The same of a glTF animation, where its nodes are a person; else nothing. */
static void open_person(const ConvertOptions* options, cli_ClipFile* out) {
    vrm_RecordStats stats;
    vrm_Capture* capture = NULL;
    ConvertOptions own = for_later(options, out);
    vrm_CaptureDef def = vrm_default_capture_def();
    def.take = options->take;
    vrm_Result result = vrm_capture_read_model(out->own.model, &def, &capture);
    if (result == VRM_OK) result = convert_captured(capture, &own, &stats, &out->person.model);
    if (result == VRM_OK) out->fit.frames = stats.frames;
    if (result == VRM_OK) (void)vrm_clip_build(out->person.model, NULL, &out->person.clip);
    vrm_capture_destroy(capture);
}

static int load_animation(const char* path, const MotionText* text, const ConvertOptions* options,
                          vrm_Report* report, vrm_Model** out_model) {
    const char* command = options->command;
    vrm_Result result = cli_load_again(path, text->text, text->size, report, out_model);
    if (result != VRM_OK) return cli_result_error(command, path, result, report);
    if (vrm_model_gltf(*out_model)->animation_count == 0)
        return cli_file_error(command, path, "there is no animation in this file");
    if (vrm_model_clip_info(*out_model) != NULL && motion_has_reading(options))
        return convert_refuse_reading(path, options);
    return CLI_OK;
}

/* A glTF file: a VRM animation, nodes, or a person that options are about. */
static int open_gltf(const char* path, const MotionText* text, const ConvertOptions* options,
                     vrm_Report* report, cli_ClipFile* out) {
    bool is_person =
        options->map != NULL || options->model != NULL || options->rest != VRM_CAPTURE_REST_GUESS;
    int status = load_animation(path, text, options, report, &out->own.model);
    if (status != CLI_OK || !is_person) return status;
    vrm_Model* nodes = out->own.model;
    out->own.model = NULL;
    status = open_capture(path, text, nodes, options, report, out);
    vrm_model_destroy(nodes);
    return status;
}

/* Which animation of a file that moves nodes is asked for. */
static int choose_animation(const char* path, const ConvertOptions* options, vrm_Report* report,
                            const cli_ClipFile* file, int32_t* out_animation) {
    vrm_Capture* capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    const vrm_Gltf* gltf = vrm_model_gltf(file->own.model);
    *out_animation = 0;
    if (options->take == NULL || vrm_model_clip_info(file->own.model) != NULL) return CLI_OK;
    int32_t found = -1, number = 0;
    for (int32_t i = gltf->animation_count - 1; i >= 0; i--)
        if (strcmp(gltf->animations[i].name, options->take) == 0) found = i;
    bool has_number = options->take[0] == '#' && cli_parse_count(options->take + 1, &number);
    if (found < 0 && has_number && number <= gltf->animation_count) found = number - 1;
    if (found >= 0) {
        *out_animation = found;
        return CLI_OK;
    }
    /* The reader of motion says which there are. */
    def.take = options->take;
    def.report = report;
    vrm_Result result = vrm_capture_read_model(file->own.model, &def, &capture);
    vrm_capture_destroy(capture);
    return cli_result_error(options->command, path, result == VRM_OK ? VRM_ERR_INVALID : result,
                            report);
}

static int build_clips(const char* path, const ConvertOptions* options, vrm_Report* report,
                       cli_ClipFile* out) {
    vrm_ClipDef def = vrm_default_clip_def();
    def.report = report;
    int status = choose_animation(path, options, report, out, &def.animation);
    if (status != CLI_OK) return status;
    vrm_Result result = vrm_clip_build(out->own.model, &def, &out->own.clip);
    if (result != VRM_OK) return cli_result_error(options->command, path, result, report);
    if (vrm_clip_kind(out->own.clip) == VRM_CLIP_NODES) open_person(options, out);
    return CLI_OK;
}

int cli_clip_open_text(const char* path, const MotionText* text, const ConvertOptions* options,
                       cli_ClipFile* out) {
    *out = (cli_ClipFile){.fit = options->fit, .is_fitted = options->fit.is_in_place};
    /* A VRM animation is played as it is unless its feet are to be held. */
    if (options->fit.has_feet && options->fit.feet != VRM_FEET_FREE) out->is_fitted = true;
    out->fit.is_usual = true;
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result != VRM_OK) return cli_result_error(options->command, path, result, NULL);
    int status;
    switch (text->kind) {
    case MOTION_KIND_SCRIPT:
    case MOTION_KIND_TRACE:
        status = cli_file_error(options->command, path,
                                "this is a motion script or a trace, not an animation; `vrm "
                                "convert-motion` makes one of it");
        break;
    case MOTION_KIND_CAPTURE: status = open_capture(path, text, NULL, options, report, out); break;
    default: status = open_gltf(path, text, options, report, out);
    }
    if (status == CLI_OK) status = build_clips(path, options, report, out);
    vrm_report_destroy(report);
    if (status != CLI_OK) cli_clip_close(out);
    return status;
}

int cli_clip_open(const char* path, const ConvertOptions* options, cli_ClipFile* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    *out = (cli_ClipFile){0};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    MotionText text;
    motion_text_open(bytes, size, &text);
    status = cli_clip_open_text(path, &text, options, out);
    motion_text_close(&text);
    free(bytes);
    return status;
}

bool cli_clip_has_nodes_of(const vrm_Model* animation, const vrm_Model* avatar) {
    const vrm_Gltf *own = vrm_model_gltf(animation), *other = vrm_model_gltf(avatar);
    if (own->node_count != other->node_count) return false;
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_model_bone(avatar, (vrm_Bone)b);
        if (node < 0) continue;
        vrm_Vec3 p = own->nodes[node].rest.translation, q = other->nodes[node].rest.translation;
        float room = 0.001f + 0.01f * (fabsf(q.x) + fabsf(q.y) + fabsf(q.z));
        if (!(fabsf(p.x - q.x) + fabsf(p.y - q.y) + fabsf(p.z - q.z) <= room)) return false;
    }
    return true;
}

const vrm_Clip* cli_clip_for(const cli_ClipFile* file, const vrm_Model* avatar,
                             vrm_Clip** out_fitted) {
    *out_fitted = NULL;
    if (file->own.clip == NULL) return NULL;
    bool moves_nodes = vrm_clip_kind(file->own.clip) == VRM_CLIP_NODES;
    /* Its own nodes, unless feet or way are asked for, which only a person has. */
    bool is_asked =
        file->fit.is_in_place || (file->fit.has_feet && file->fit.feet != VRM_FEET_FREE);
    bool is_own = moves_nodes && cli_clip_has_nodes_of(file->own.model, avatar);
    if (is_own && !is_asked) return file->own.clip;
    const cli_ClipPart* part = moves_nodes ? &file->person : &file->own;
    if (part->clip == NULL) return file->own.clip;
    Fit fit = file->fit;
    fit.source = fit.is_capture ? &file->figure : NULL;
    fit.is_rest_estimated = file->rest.from == VRM_REST_SOURCE_MOTION;
    if (file->is_fitted) *out_fitted = fit_clip(part->model, part->clip, avatar, &fit);
    return *out_fitted != NULL ? *out_fitted : part->clip;
}

void cli_clip_close(cli_ClipFile* file) {
    vrm_clip_destroy(file->own.clip);
    vrm_model_destroy(file->own.model);
    vrm_clip_destroy(file->person.clip);
    vrm_model_destroy(file->person.model);
    *file = (cli_ClipFile){0};
}
