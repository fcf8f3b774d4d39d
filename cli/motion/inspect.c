/* SPDX-License-Identifier: MIT */
#include "motion/inspect.h"

#include "files/files.h"
#include "files/whole_file.h"
#include "motion/clip_file.h"
#include "motion/convert.h"
#include "motion/motion_file.h"
#include "motion/motion_fit.h"
#include "motion/motion_map.h"
#include "motion/motion_options.h"
#include "sound/sound.h"
#include "words/json.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

/* A file that was opened. */
typedef struct Inspected {
    const char* format;
    cli_ClipFile file;   /* motion NULL: it cannot be converted */
    vrm_Capture* listed; /* joints of a file without a person; NULL: those of the motion */
    vrm_Model* model;    /* a VRM animation; NULL: another format */
    vrm_Report* report;
} Inspected;

static void inspected_close(Inspected* it) {
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
    const char* format = vrm_capture_recognise(text->text, text->size);
    if (format != NULL && strcmp(format, "glTF") == 0) {
        if (cli_load_again(path, text->text, text->size, NULL, &model) == VRM_OK)
            (void)vrm_capture_read_model(model, &def, &out->listed);
    } else if (format != NULL) {
        (void)vrm_capture_read(text->text, text->size, &def, &out->listed);
    }
    vrm_model_destroy(model);
    motion_map_close(&map);
    if (out->listed != NULL) out->format = vrm_capture_format(out->listed);
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
    out->format = info.format;
    if (info.kind == VRM_MOTION_NODES) list_joints(path, text, options, out);
    if (info.kind != VRM_MOTION_ANIMATION) return status;
    vrm_Result result = cli_load_again(path, text->text, text->size, NULL, &out->model);
    return result == VRM_OK ? status : cli_result_error(options->command, path, result, NULL);
}

/* A script or a trace is converted first. */
static int open_own(const char* path, const ConvertOptions* options, Inspected* out) {
    Converted converted = {.kind = ""};
    uint8_t* bytes = NULL;
    size_t size = 0;
    ConvertOptions whole = *options;
    motion_keep_frames(&whole);
    int status = convert_file(path, &whole, out->report, &converted);
    if (status != CLI_OK) return status;
    out->format = converted.kind;
    out->model = converted.model;
    vrm_Result result = vrm_model_save_size(out->model, &size);
    if (result == VRM_OK) bytes = malloc(size);
    if (result == VRM_OK && bytes == NULL) result = VRM_ERR_MEMORY;
    if (result == VRM_OK) result = vrm_model_save(out->model, bytes, size);
    if (result == VRM_OK) result = vrm_motion_load(bytes, size, NULL, &out->file.motion);
    free(bytes);
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, NULL);
}

static int inspected_open(const char* path, const ConvertOptions* options, Inspected* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    MotionText text;
    *out = (Inspected){.format = ""};
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
    else if (cli_is_stream(path))
        status = cli_file_error(options->command, path,
                                "a script or a trace is read twice; this is a pipe");
    else
        status = open_own(path, options, out);
    motion_text_close(&text);
    free(bytes);
    return status;
}

/* Returns the skeleton with joints and morphs; NULL for a VRM animation, and if none can be read.
 */
static const vrm_Capture* skeleton_of(const Inspected* it) {
    if (it->listed != NULL) return it->listed;
    return it->file.motion != NULL ? vrm_motion_capture(it->file.motion) : NULL;
}

/* ---- Joints ---- */

typedef struct Joint {
    const char* name;
    vrm_Bone bone;
} Joint;

static int32_t joint_count(const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    if (capture != NULL) return vrm_capture_joint_count(capture);
    return it->model != NULL ? VRM_BONE_COUNT : 0;
}

/* Returns false for ends without a name, and bones that a VRM animation does not have. */
static bool joint_at(const Inspected* it, int32_t index, Joint* out) {
    const vrm_Capture* capture = skeleton_of(it);
    if (capture != NULL) {
        *out =
            (Joint){vrm_capture_joint_name(capture, index), vrm_capture_joint_bone(capture, index)};
        return out->name[0] != '\0' || out->bone != VRM_BONE_NONE;
    }
    int32_t node = vrm_model_clip_info(it->model)->bones[index];
    if (node < 0) return false;
    *out = (Joint){vrm_model_gltf(it->model)->nodes[node].name, (vrm_Bone)index};
    return true;
}

static const char* bone_text(vrm_Bone bone) {
    return bone == VRM_BONE_NONE ? NULL : vrm_bone_name(bone);
}

/* ---- Expressions ---- */

static int32_t expression_count(const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    if (capture != NULL) return vrm_capture_expression_count(capture);
    return it->model != NULL ? vrm_model_clip_info(it->model)->expression_count : 0;
}

static const char* expression_at(const Inspected* it, int32_t index) {
    const vrm_Capture* capture = skeleton_of(it);
    if (capture != NULL) return vrm_capture_expression_name(capture, index);
    return vrm_model_clip_info(it->model)->expressions[index].name;
}

static int32_t morph_count(const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    return capture != NULL ? vrm_capture_morph_count(capture) : 0;
}

/* ---- The list as text ---- */

/* Returns the frames of the file; 0 for curves, which have none. */
static int32_t frame_count(const Inspected* it) {
    bool has_frames = vrm_motion_info(it->file.motion).kind == VRM_MOTION_CAPTURE;
    return has_frames ? vrm_motion_frame_count(it->file.motion, 0.0) : 0;
}

static void print_length(const Inspected* it) {
    vrm_MotionInfo info = vrm_motion_info(it->file.motion);
    int32_t frames = frame_count(it);
    if (frames > 0) printf(", %d frame%s", (int)frames, cli_s((uint64_t)frames));
    printf(", %.4g s", info.seconds);
    if (info.frame_s > 0.0) printf(", %.4g frames per second", 1.0 / info.frame_s);
}

static void print_takes(const Inspected* it) {
    const vrm_Motion* motion = it->file.motion;
    vrm_MotionInfo info = vrm_motion_info(motion);
    printf("  takes: %d\n", (int)info.take_count);
    for (int32_t i = 0; i < info.take_count; i++) {
        const char* name = vrm_motion_take_name(motion, i);
        printf("    #%d%s", (int)i + 1, name[0] != '\0' ? " " : "");
        cli_put_text(stdout, name);
        printf("%s\n", i == info.take ? " (this one)" : "");
    }
}

static void print_joints(const Inspected* it) {
    Joint joint;
    int32_t count = 0, bones = 0;
    for (int32_t j = 0; j < joint_count(it); j++) {
        if (!joint_at(it, j, &joint)) continue;
        count++;
        bones += joint.bone != VRM_BONE_NONE;
    }
    printf("  joints: %d, of which %d %s recognised as bones\n", (int)count, (int)bones,
           bones == 1 ? "is" : "are");
    for (int32_t j = 0; j < joint_count(it); j++) {
        if (!joint_at(it, j, &joint)) continue;
        printf("    ");
        cli_put_text(stdout, joint.name);
        printf("%s%s\n", joint.bone != VRM_BONE_NONE ? " = " : "",
               joint.bone != VRM_BONE_NONE ? vrm_bone_name(joint.bone) : "");
    }
}

static void print_face(const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    printf("  morphs: %d\n", (int)morph_count(it));
    for (int32_t m = 0; m < morph_count(it); m++) {
        printf("    ");
        cli_put_text(stdout, vrm_capture_morph_name(capture, m));
        printf(" = ");
        cli_put_text(stdout, vrm_capture_morph_expression(capture, m));
        printf("\n");
    }
    printf("  expressions: %d\n", (int)expression_count(it));
    for (int32_t e = 0; e < expression_count(it) && morph_count(it) == 0; e++) {
        printf("    ");
        cli_put_text(stdout, expression_at(it, e));
        printf("\n");
    }
}

static void print_list(const char* path, const Inspected* it) {
    bool has_motion = it->file.motion != NULL;
    cli_put_text(stdout, path);
    printf(": %s", it->format);
    if (has_motion) print_length(it);
    printf("\n");
    if (has_motion && vrm_motion_info(it->file.motion).kind == VRM_MOTION_CAPTURE)
        fit_print_rest(stdout, vrm_motion_info(it->file.motion));
    if (has_motion) print_takes(it);
    print_joints(it);
    print_face(it);
    for (int32_t i = 0; has_motion && i < vrm_report_count(it->report); i++) {
        vrm_Finding finding = vrm_report_get(it->report, i);
        printf("  %s: ", cli_severity_names[finding.severity]);
        cli_put_text(stdout, finding.message);
        printf(" [%s]\n", finding.code);
    }
}

/* ---- The list as JSON ---- */

static void put_takes(vrm_JsonBuilder* b, const Inspected* it) {
    vrm_MotionInfo info = vrm_motion_info(it->file.motion);
    vrm_json_put_key(b, "takes");
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < info.take_count; i++) {
        vrm_json_begin_object(b);
        cli_json_string(b, "name", vrm_motion_take_name(it->file.motion, i));
        cli_json_bool(b, "isRead", i == info.take);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_motion(vrm_JsonBuilder* b, const Inspected* it) {
    vrm_MotionInfo info = vrm_motion_info(it->file.motion);
    if (frame_count(it) > 0) cli_json_integer(b, "frames", frame_count(it));
    cli_json_number(b, "seconds", info.seconds);
    cli_json_number(b, "fps", info.frame_s > 0.0 ? 1.0 / info.frame_s : 0.0);
    if (info.kind == VRM_MOTION_CAPTURE)
        fit_put_rest_json(b, info.rest_source, info.rest_confidence);
    cli_json_bool(b, "gaze", info.has_gaze);
    put_takes(b, it);
}

static void put_joints(vrm_JsonBuilder* b, const Inspected* it) {
    Joint joint;
    vrm_json_put_key(b, "joints");
    vrm_json_begin_array(b);
    for (int32_t j = 0; j < joint_count(it); j++) {
        if (!joint_at(it, j, &joint)) continue;
        vrm_json_begin_object(b);
        cli_json_string(b, "name", joint.name);
        cli_json_string(b, "bone", bone_text(joint.bone));
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_face(vrm_JsonBuilder* b, const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    vrm_json_put_key(b, "morphs");
    vrm_json_begin_array(b);
    for (int32_t m = 0; m < morph_count(it); m++) {
        vrm_json_begin_object(b);
        cli_json_string(b, "name", vrm_capture_morph_name(capture, m));
        cli_json_string(b, "expression", vrm_capture_morph_expression(capture, m));
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    vrm_json_put_key(b, "expressions");
    vrm_json_begin_array(b);
    for (int32_t e = 0; e < expression_count(it); e++) vrm_json_put_string(b, expression_at(it, e));
    vrm_json_end_array(b);
}

static int put_list(const char* path, const Inspected* it) {
    vrm_JsonBuilder* b = cli_json_create();
    if (b == NULL) return CLI_FAILED;
    vrm_json_begin_object(b);
    cli_json_string(b, "file", path);
    cli_json_string(b, "kind", it->format);
    cli_json_bool(b, "converts",
                  it->file.motion != NULL &&
                      vrm_motion_info(it->file.motion).kind != VRM_MOTION_NODES);
    if (it->file.motion != NULL) put_motion(b, it);
    put_joints(b, it);
    put_face(b, it);
    vrm_json_put_key(b, "findings");
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < vrm_report_count(it->report); i++) {
        vrm_Finding finding = vrm_report_get(it->report, i);
        fit_put_finding_json(b, &finding);
    }
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return cli_put_json(b);
}

int inspect_list(const char* path, const ConvertOptions* options, bool is_json) {
    Inspected it;
    int status = inspected_open(path, options, &it);
    bool is_opened = it.file.motion != NULL || it.listed != NULL;
    if (!is_opened && is_json) cli_put_json_last_error(path);
    if (is_opened && !is_json) print_list(path, &it);
    if (is_opened && is_json) {
        int printed = put_list(path, &it);
        if (printed > status) status = printed;
    }
    inspected_close(&it);
    return status;
}

/* ---- A mapping to edit ---- */

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

static void write_joints(FILE* out, const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    Joint joint;
    for (int32_t j = 0; j < joint_count(it); j++) {
        if (!joint_at(it, j, &joint)) continue;
        const char* bone = bone_text(joint.bone);
        motion_map_write_line(out, joint.name, number_of(capture, j), bone != NULL ? bone : "-");
    }
}

/* Only presets can be named; other morphs are listed as a comment. */
static void write_morphs(FILE* out, const Inspected* it) {
    const vrm_Capture* capture = skeleton_of(it);
    if (morph_count(it) > 0) fprintf(out, "\n# Morphs and their expressions (happy)\n");
    for (int32_t m = 0; m < morph_count(it); m++) {
        const char* expression = vrm_capture_morph_expression(capture, m);
        bool is_preset = vrm_expression_preset_by_name(expression) != VRM_EXPRESSION_CUSTOM;
        if (!is_preset) fputs("# ", out);
        motion_map_write_line(out, vrm_capture_morph_name(capture, m), 0,
                              is_preset ? expression : "?");
    }
}

static void write_map(FILE* out, const char* path, const Inspected* it) {
    fprintf(out, "# Joints of ");
    cli_put_text(out, path);
    fprintf(out, " and the bones that they were recognised as, for --map.\n"
                 "# Change what is behind the last =: the name of a bone (leftUpperArm), or - for "
                 "none.\n\n");
    write_joints(out, it);
    write_morphs(out, it);
}

int inspect_write_map(const char* path, const ConvertOptions* options, const char* output) {
    Inspected it;
    cli_Output out;
    int status = inspected_open(path, options, &it);
    if (it.model != NULL) status = CLI_INVALID;
    if (it.model != NULL)
        (void)cli_file_error(options->command, path,
                             "a %s names its bones itself; it needs no mapping", it.format);
    if (it.model == NULL && skeleton_of(&it) != NULL) {
        vrm_Result result = cli_output_begin(output, &out);
        if (result == VRM_OK) {
            write_map(out.file, path, &it);
            result = cli_output_end(&out, true);
        }
        /* Without a person the mapping is what was missing: that it was written is a success. */
        status =
            result == VRM_OK ? CLI_OK : cli_result_error(options->command, output, result, NULL);
    }
    inspected_close(&it);
    return status;
}
