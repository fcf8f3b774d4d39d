/* SPDX-License-Identifier: MIT */
#include "motion/convert_capture.h"

#include "files/files.h"
#include "motion/clip_times.h"
#include "words/ascii_words.h"
#include "words/limit_option.h"
#include "words/output.h"
#include "words/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX  1024
#define JOINT_ROOM 128

static int say(const ConvertOptions* options, const char* path, const char* what) {
    return cli_file_error(options->command, path, "%s", what);
}

static int status_of(const ConvertOptions* options, const char* path, vrm_Result result,
                     const vrm_Report* report) {
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, report);
}

int convert_finish(const ConvertOptions* options, vrm_Recorder* recorder, const char* path,
                   vrm_Result result, const vrm_Report* report, vrm_RecordStats* out_stats,
                   vrm_Model** out_model) {
    if (result == VRM_OK && vrm_recorder_frame_count(recorder) == 0) {
        vrm_recorder_destroy(recorder);
        return say(options, path, "there is no frame");
    }
    if (result == VRM_OK) result = fit_recorder(&options->fit, recorder);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, out_stats, out_model);
    vrm_recorder_destroy(recorder);
    return status_of(options, path, result, report);
}

int convert_refuse_reading(const char* path, const ConvertOptions* options) {
    return say(options, path,
               "--map, --scale, --rest, --take, --model and --keep-place are for motion of other "
               "programs; leave them out");
}

/* ---- A mapping ---- */

static char* trimmed(char* text) {
    while (*text == ' ' || *text == '\t') text++;
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r", text[size - 1]) != NULL) text[--size] = '\0';
    return text;
}

static const char* bone_at(const void* ctx, int index) {
    (void)ctx;
    return index < VRM_BONE_COUNT ? vrm_bone_name((vrm_Bone)index) : NULL;
}

static const char* target_at(const void* ctx, int index) {
    const int presets = VRM_EXPRESSION_PRESET_COUNT;
    if (index < presets) return vrm_expression_preset_name((vrm_ExpressionPreset)index);
    return bone_at(ctx, index - presets);
}

/* "joint = bone" and "morph = expression" lines; # begins a comment, - is no bone. The names point
 * into `text`. */
static int parse_map(const ConvertOptions* options, const char* path, char* text,
                     vrm_CaptureName* names, vrm_CaptureMorph* morphs, vrm_CaptureDef* out) {
    int line = 1;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3; /* a byte order mark */
    for (char* at = text; *at != '\0'; line++) {
        char* end = at + strcspn(at, "\n");
        bool is_last = *end == '\0';
        *end = '\0';
        char* joint = trimmed(at);
        char* equals = strrchr(joint, '=');
        at = is_last ? end : end + 1;
        if (*joint == '\0' || *joint == '#') continue;
        if (equals != NULL) *equals = '\0';
        const char* bone = equals == NULL ? "" : trimmed(equals + 1);
        vrm_CaptureName name = {trimmed(joint), vrm_bone_by_name(bone)};
        char hint[CLI_HINT_ROOM];
        bool is_morph = vrm_expression_preset_by_name(bone) != VRM_EXPRESSION_CUSTOM;
        if (name.bone == VRM_BONE_NONE && strcmp(bone, "-") != 0 && !is_morph)
            return cli_file_error(options->command, path,
                                  "line %d: \"%s\" is no bone and no expression: a line is JOINT "
                                  "= BONE, with a name as leftUpperArm or -, or MORPH = "
                                  "EXPRESSION, with one as happy%s",
                                  line, bone, cli_did_you_mean(bone, target_at, NULL, hint));
        if (out->name_count == NAMES_MAX || out->morph_count == NAMES_MAX)
            return say(options, path, "too many lines");
        if (is_morph)
            morphs[out->morph_count++] = (vrm_CaptureMorph){name.joint, bone};
        else
            names[out->name_count++] = name;
    }
    return CLI_OK;
}

/* The names of joints. */
typedef struct Joints {
    char (*names)[JOINT_ROOM];
    int count;
} Joints;

static const char* joint_at(const void* ctx, int index) {
    const Joints* joints = ctx;
    return index < joints->count ? joints->names[index] : NULL;
}

static bool take_word(const char** at, const char* end, const char* word) {
    if (!cli_begins_with(*at, (size_t)(end - *at), word)) return false;
    *at += strlen(word);
    return *at < end && (**at == ' ' || **at == '\t');
}

static void list_joints(const char* text, size_t size, Joints* out) {
    for (const char *at = text, *end = text + size; at < end && out->count < NAMES_MAX;) {
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL) stop = end;
        while (at < stop && (*at == ' ' || *at == '\t')) at++;
        if (take_word(&at, stop, "JOINT") || take_word(&at, stop, "ROOT")) {
            size_t length = 0;
            char* name = out->names[out->count++];
            while (at < stop && *at != '{' && length < JOINT_ROOM - 1) name[length++] = *at++;
            name[length] = '\0';
            memmove(name, trimmed(name), strlen(trimmed(name)) + 1);
        }
        at = stop + 1;
    }
}

/* Those of what has been read; of a text that could not be read, those that it lists. */
static void take_joints(const vrm_Capture* capture, const MotionText* text, Joints* out) {
    int32_t count = capture == NULL ? 0 : vrm_capture_joint_count(capture);
    for (int32_t j = 0; j < count && out->count < NAMES_MAX; j++)
        snprintf(out->names[out->count++], JOINT_ROOM, "%s", vrm_capture_joint_name(capture, j));
    if (capture == NULL && text != NULL) list_joints(text->text, text->size, out);
}

/* Lines of the mapping for joints that the file does not have are reported and ignored. */
static void check_map(const ConvertOptions* options, const Joints* joints,
                      const vrm_CaptureName* names, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        char hint[CLI_HINT_ROOM];
        /* Perhaps behind those that are listed; of a file that could not be read none may be. */
        bool is_there = joints->count == NAMES_MAX || joints->count == 0;
        for (int k = 0; k < joints->count && !is_there; k++)
            is_there = strcmp(joints->names[k], names[i].joint) == 0;
        if (!is_there)
            (void)cli_file_error(options->command, options->map, "the motion has no joint \"%s\"%s",
                                 names[i].joint,
                                 cli_did_you_mean(names[i].joint, joint_at, joints, hint));
    }
}

/* ---- Reading ---- */

/* What the options name. */
typedef struct Given {
    uint8_t *map, *model;
    vrm_CaptureName* names;
    vrm_CaptureMorph* morphs;
    vrm_CaptureDef def;
} Given;

static void given_close(Given* given) {
    free(given->map);
    free(given->model);
    free(given->names);
    free(given->morphs);
}

static int read_map(const ConvertOptions* options, Given* given) {
    size_t size = 0;
    vrm_Result read = cli_read_file(options->map, 1 << 20, &given->map, &size);
    char* copy = read == VRM_OK ? realloc(given->map, size + 1) : NULL;
    given->names = calloc(NAMES_MAX, sizeof *given->names);
    given->morphs = calloc(NAMES_MAX, sizeof *given->morphs);
    if (read == VRM_OK && (copy == NULL || given->names == NULL || given->morphs == NULL))
        read = VRM_ERR_MEMORY;
    if (copy != NULL) {
        given->map = (uint8_t*)copy;
        copy[size] = '\0';
    }
    if (read != VRM_OK) return status_of(options, options->map, read, NULL);
    given->def.names = given->names;
    given->def.morphs = given->morphs;
    return parse_map(options, options->map, copy, given->names, given->morphs, &given->def);
}

static int given_open(const ConvertOptions* options, vrm_Report* report, Given* out) {
    *out = (Given){.def = vrm_default_capture_def()};
    out->def.metres = options->metres;
    out->def.rest = options->rest;
    out->def.keeps_start = options->keeps_start;
    out->def.take = options->take;
    out->def.report = report;
    out->def.max_bytes = cli_limit("memory");
    int status = options->map == NULL ? CLI_OK : read_map(options, out);
    if (status == CLI_OK && options->model != NULL) {
        vrm_Limits limits = vrm_default_limits();
        vrm_Result read =
            cli_read_file(options->model, limits.file_bytes, &out->model, &out->def.model_size);
        out->def.model = out->model;
        status = status_of(options, options->model, read, NULL);
    }
    if (status != CLI_OK) given_close(out);
    return status;
}

vrm_Result convert_captured(const vrm_Capture* capture, const ConvertOptions* options,
                            vrm_RecordStats* out_stats, vrm_Model** out_model) {
    vrm_RecorderDef def = options->def;
    vrm_Recorder* recorder = NULL;
    int32_t take = vrm_capture_take(capture);
    if (def.name == NULL && take >= 0 && vrm_capture_take_name(capture, take)[0] != '\0')
        def.name = vrm_capture_take_name(capture, take);
    def.hips_height = vrm_capture_hips_height(capture);
    def.bones = vrm_capture_moved_bones(capture);
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    if (result == VRM_OK) result = vrm_capture_record(capture, options->fps, recorder);
    vrm_Skeleton skeleton = vrm_skeleton_of_capture(capture);
    Fit fit = options->fit;
    RestReport rest = {true, vrm_capture_rest_source(capture),
                       vrm_capture_rest_confidence(capture)};
    fit.is_usual = fit.is_capture = true;
    fit.is_rest_estimated = rest.from == VRM_REST_SOURCE_MOTION;
    if (fit.rest != NULL) *fit.rest = rest;
    fit.source = &skeleton;
    if (fit.later != NULL)
        *fit.later = skeleton;
    else if (result == VRM_OK)
        result = fit_recorder(&fit, recorder);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, out_stats, out_model);
    vrm_recorder_destroy(recorder);
    return result;
}

/* A figure is of use for a motion without a skeleton of its own. */
static int check_model(const char* path, const MotionText* text, const ConvertOptions* options) {
    const char* format = text != NULL && text->format != NULL ? text->format : "glTF";
    if (options->model == NULL || strcmp(format, "VMD") == 0) return CLI_OK;
    return cli_file_error(
        options->command, path,
        "--model is the figure of a VMD, and this is %s, which has its own; leave "
        "it out",
        format);
}

static int convert_any(const char* path, const MotionText* text, const vrm_Model* model,
                       const ConvertOptions* options, vrm_Report* report,
                       vrm_RecordStats* out_stats, vrm_Model** out_model) {
    Given given;
    vrm_Capture* capture = NULL;
    int status = check_model(path, model != NULL ? NULL : text, options);
    if (status == CLI_OK) status = given_open(options, report, &given);
    if (status != CLI_OK) return status;
    vrm_Result result = model != NULL
                            ? vrm_capture_read_model(model, &given.def, &capture)
                            : vrm_capture_read(text->text, text->size, &given.def, &capture);
    Joints joints = {.names = given.def.name_count > 0 ? calloc(NAMES_MAX, JOINT_ROOM) : NULL};
    if (joints.names != NULL) {
        take_joints(capture, text, &joints);
        check_map(options, &joints, given.names, given.def.name_count);
    }
    free(joints.names);
    ConvertOptions own = *options;
    int32_t frames = result == VRM_OK ? vrm_capture_frame_count(capture) : 0;
    if (result == VRM_OK && model != NULL) /* is sampled finer than its keys */
        own.fit.frame_s = clip_frame_of(model, vrm_capture_take(capture),
                                        (frames - 1) * vrm_capture_frame_time(capture));
    if (result == VRM_OK) result = convert_captured(capture, &own, out_stats, out_model);
    status = status_of(options, path, result, report);
    vrm_capture_destroy(capture);
    given_close(&given);
    return status;
}

int convert_gltf_capture(const char* path, const vrm_Model* model, const ConvertOptions* options,
                         vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    return convert_any(path, NULL, model, options, report, out_stats, out_model);
}

int convert_capture(const char* path, const MotionText* text, const ConvertOptions* options,
                    vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    return convert_any(path, text, NULL, options, report, out_stats, out_model);
}
