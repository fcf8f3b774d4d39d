/* SPDX-License-Identifier: MIT */
#include "motion/inspect_open.h"

#include "files/files.h"
#include "files/whole_file.h"
#include "motion/convert.h"
#include "motion/motion_file.h"
#include "motion/motion_map.h"
#include "motion/motion_options.h"
#include "sound/sound.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

void inspected_close(Inspected* it) {
    cli_clip_close(&it->file);
    vrm_capture_destroy(it->listed);
    vrm_model_destroy(it->model);
    vrm_report_destroy(it->report);
}

/* ---- Opening ---- */

/* Reads the joints of a file in which no person was recognised. Its findings have been reported. */
static void list_joints(const char* path, const MotionText* text, const ConvertOptions* options,
                        Inspected* out) {
    MotionMap map = {0};
    vrm_MotionDef names = options->reading;
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Model* model = NULL;
    if (options->map != NULL &&
        motion_map_read(options->command, options->map, &map, &names) == CLI_OK) {
        def.names = names.names;
        def.name_count = names.name_count;
        def.morphs = names.morphs;
        def.morph_count = names.morph_count;
    }
    def.take = options->reading.take;
    def.max_bytes = cli_limit("memory");
    def.points = options->reading.points;
    def.source_fps = options->reading.source_fps;
    def.lists_joints = true;
    if (cli_load_again(path, text->text, text->size, NULL, &model) == VRM_OK)
        (void)vrm_capture_read_model(model, &def, &out->listed); /* may have side files */
    else
        (void)vrm_capture_read(text->text, text->size, &def, &out->listed);
    vrm_model_destroy(model);
    motion_map_close(&map);
    if (out->listed != NULL) out->kind = vrm_capture_format(out->listed);
}

static int open_any(const char* path, const MotionText* text, const ConvertOptions* options,
                    Inspected* out) {
    int status = cli_clip_open_text(path, text, options, out->report, &out->file);
    if (out->file.motion == NULL) {
        /* A finding: IN itself was read, and not an option that is wrong. */
        bool is_read = status == CLI_INVALID && vrm_report_count(out->report) > 0;
        if (is_read) list_joints(path, text, options, out);
        return status;
    }
    vrm_MotionInfo info = vrm_motion_info(out->file.motion);
    out->kind = info.format;
    if (info.kind == VRM_MOTION_NODES) list_joints(path, text, options, out);
    if (info.kind != VRM_MOTION_ANIMATION) return status;
    vrm_Result result = cli_load_again(path, text->text, text->size, NULL, &out->model);
    return result == VRM_OK ? status : cli_result_error(options->command, path, result, NULL);
}

/* A script or a trace is converted first. */
static int open_own(const char* path, const MotionText* text, const ConvertOptions* options,
                    Inspected* out) {
    Converted converted = {.kind = ""};
    uint8_t* bytes = NULL;
    size_t size = 0;
    ConvertOptions whole = *options;
    motion_keep_frames(&whole);
    int status = convert_text(path, text, &whole, out->report, &converted);
    if (status != CLI_OK) return status;
    out->kind = converted.kind;
    out->model = converted.model;
    out->is_own = true;
    vrm_Result result = vrm_model_save_size(out->model, &size);
    if (result == VRM_OK) bytes = malloc(size);
    if (result == VRM_OK && bytes == NULL) result = VRM_ERR_MEMORY;
    if (result == VRM_OK) result = vrm_model_save(out->model, bytes, size);
    if (result == VRM_OK) result = vrm_motion_load(bytes, size, NULL, &out->file.motion);
    free(bytes);
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, NULL);
}

int inspected_open(const char* path, const ConvertOptions* options, Inspected* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    MotionText text;
    *out = (Inspected){.kind = ""};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    vrm_Result result = vrm_report_create(NULL, &out->report);
    motion_text_open(bytes, size, &text);
    if (result != VRM_OK)
        status = cli_result_error(options->command, path, result, NULL);
    else if (sound_is_known(bytes, size))
        status = cli_file_error(options->command, path, "this is a sound, not a motion");
    else if (text.kind == MOTION_KIND_ANY)
        status = open_any(path, &text, options, out);
    else
        status = open_own(path, &text, options, out);
    motion_text_close(&text);
    free(bytes);
    return status;
}

const vrm_Capture* inspected_skeleton(const Inspected* it) {
    if (it->listed != NULL) return it->listed;
    return it->file.motion != NULL ? vrm_motion_capture(it->file.motion) : NULL;
}

/* ---- Joints ---- */

int32_t inspected_joint_count(const Inspected* it) {
    const vrm_Capture* capture = inspected_skeleton(it);
    if (capture != NULL) return vrm_capture_joint_count(capture);
    return it->model != NULL ? VRM_BONE_COUNT : 0;
}

/* Returns the number of a joint among those of its name, from 1; 0 if its name is enough. */
static int32_t number_of(const vrm_Capture* capture, int32_t joint) {
    const char* name = vrm_capture_joint_name(capture, joint);
    int32_t before = 0, all = 0;
    for (int32_t j = 0; j < vrm_capture_joint_count(capture); j++) {
        bool is_same = strcmp(vrm_capture_joint_name(capture, j), name) == 0;
        all += is_same;
        before += is_same && j < joint;
    }
    bool has_number = motion_map_bare_size(name) < strlen(name);
    return all > 1 || name[0] == '\0' || has_number ? before + 1 : 0;
}

/* Nodes of glTF need no name; in other formats only the ends of limbs have none. */
static bool joint_of_capture(const vrm_Capture* capture, int32_t index, InspectedJoint* out) {
    *out = (InspectedJoint){.name = vrm_capture_joint_name(capture, index),
                            .bone = vrm_capture_joint_bone(capture, index)};
    bool is_end = out->name[0] == '\0' && strcmp(vrm_capture_format(capture), "glTF") != 0;
    if (is_end && out->bone == VRM_BONE_NONE) return false;
    out->number = number_of(capture, index);
    return true;
}

bool inspected_joint(const Inspected* it, int32_t index, InspectedJoint* out) {
    const vrm_Capture* capture = inspected_skeleton(it);
    if (capture != NULL) return joint_of_capture(capture, index, out);
    int32_t node = vrm_model_clip_info(it->model)->bones[index];
    uint64_t moved = it->is_own ? vrm_motion_info(it->file.motion).bones : UINT64_MAX;
    if (node < 0 || (moved >> index & 1) == 0) return false;
    *out = (InspectedJoint){.name = vrm_model_gltf(it->model)->nodes[node].name,
                            .bone = (vrm_Bone)index};
    return true;
}

/* ---- Expressions ---- */

int32_t inspected_expression_count(const Inspected* it) {
    const vrm_Capture* capture = inspected_skeleton(it);
    if (capture != NULL) return vrm_capture_expression_count(capture);
    return it->model != NULL ? vrm_model_clip_info(it->model)->expression_count : 0;
}

const char* inspected_expression(const Inspected* it, int32_t index) {
    const vrm_Capture* capture = inspected_skeleton(it);
    if (capture != NULL) return vrm_capture_expression_name(capture, index);
    return vrm_model_clip_info(it->model)->expressions[index].name;
}

int32_t inspected_morph_count(const Inspected* it) {
    const vrm_Capture* capture = inspected_skeleton(it);
    return capture != NULL ? vrm_capture_morph_count(capture) : 0;
}
