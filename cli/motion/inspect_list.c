/* SPDX-License-Identifier: MIT */
/* --list: what is in a motion file, for people and as JSON. */
#include "facts/finding_json.h"
#include "motion/convert_report.h"
#include "motion/inspect.h"
#include "motion/inspect_open.h"
#include "motion/motion_fit.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>

/* ---- Frames ---- */

enum { EVEN_FRAMES_MAX = 1 << 17 }; /* of an animation whose distances are compared */

/* Returns true if the keys of an animation are at equal distances of `step` seconds. */
static bool is_even(const vrm_Motion* animation, int32_t frames, double step) {
    vrm_Motion* sampled = NULL;
    double time = 0.0;
    bool is_even = frames <= EVEN_FRAMES_MAX &&
                   vrm_motion_cut(animation, 0.0, (double)INFINITY, NULL, &sampled) == VRM_OK;
    for (int32_t f = 1; f < frames && is_even; f++)
        is_even = vrm_motion_frame_time(sampled, f, NULL, &time) == VRM_OK &&
                  fabs(time - f * step) < 0.02 * step;
    vrm_motion_destroy(sampled);
    return is_even;
}

/* Returns frames per second; 0 if they are not at equal distances, or there is but one. */
static double frame_rate(const vrm_Motion* motion) {
    vrm_MotionInfo info = vrm_motion_info(motion);
    if (info.kind == VRM_MOTION_CAPTURE) return info.frame_s > 0.0 ? 1.0 / info.frame_s : 0.0;
    int32_t frames = vrm_motion_sample_count(motion);
    double step = frames > 1 ? info.seconds / (frames - 1) : 0.0;
    return step > 0.0 && is_even(motion, frames, step) ? 1.0 / step : 0.0;
}

/* ---- The list as text ---- */

static void print_length(const Inspected* it) {
    vrm_MotionInfo info = vrm_motion_info(it->file.motion);
    int32_t frames = vrm_motion_sample_count(it->file.motion);
    double rate = frame_rate(it->file.motion);
    if (frames > 0) printf(", %d frame%s", (int)frames, cli_s((uint64_t)frames));
    printf(", %.4g s", info.seconds);
    if (rate > 0.0) printf(", %.4g frame%s per second", rate, rate == 1.0 ? "" : "s");
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

static void print_joint(const InspectedJoint* joint) {
    printf("    ");
    cli_put_text(stdout, joint->name);
    if (joint->number > 0) printf("#%d", (int)joint->number);
    printf(" = %s\n", joint->bone != VRM_BONE_NONE ? vrm_bone_name(joint->bone) : "-");
}

static void print_joints(const Inspected* it) {
    InspectedJoint joint;
    int32_t count = 0, bones = 0;
    for (int32_t j = 0; j < inspected_joint_count(it); j++) {
        if (!inspected_joint(it, j, &joint)) continue;
        count++;
        bones += joint.bone != VRM_BONE_NONE;
    }
    printf("  joints: %d; recognised as bones: %d\n", (int)count, (int)bones);
    for (int32_t j = 0; j < inspected_joint_count(it); j++)
        if (inspected_joint(it, j, &joint)) print_joint(&joint);
}

static void print_face(const Inspected* it) {
    const vrm_Capture* capture = inspected_skeleton(it);
    printf("  morphs: %d\n", (int)inspected_morph_count(it));
    for (int32_t m = 0; m < inspected_morph_count(it); m++) {
        printf("    ");
        cli_put_text(stdout, vrm_capture_morph_name(capture, m));
        const char* expression = vrm_capture_morph_expression(capture, m);
        printf(" = ");
        cli_put_text(stdout, expression[0] != '\0' ? expression : "-");
        printf("\n");
    }
    printf("  expressions: %d\n", (int)inspected_expression_count(it));
    for (int32_t e = 0; e < inspected_expression_count(it) && inspected_morph_count(it) == 0; e++) {
        printf("    ");
        cli_put_text(stdout, inspected_expression(it, e));
        printf("\n");
    }
}

static void print_list(const char* path, const Inspected* it) {
    bool has_motion = it->file.motion != NULL;
    cli_put_text(stdout, path);
    printf(": %s", it->kind);
    if (has_motion) print_length(it);
    printf("\n");
    if (has_motion && vrm_motion_info(it->file.motion).kind == VRM_MOTION_CAPTURE)
        fit_print_rest(stdout, vrm_motion_info(it->file.motion));
    if (has_motion) print_takes(it);
    print_joints(it);
    print_face(it);
    for (int32_t i = 0; has_motion && i < vrm_report_count(it->report); i++) {
        vrm_Finding finding = vrm_report_get(it->report, i);
        convert_print_finding(stdout, NULL, &finding);
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
    int32_t frames = vrm_motion_sample_count(it->file.motion);
    double rate = frame_rate(it->file.motion);
    if (frames > 0) cli_json_integer(b, "frames", frames);
    cli_json_number(b, "seconds", info.seconds);
    if (rate > 0.0) cli_json_number(b, "fps", rate);
    if (info.kind == VRM_MOTION_CAPTURE)
        fit_put_rest_json(b, info.rest_source, info.rest_confidence);
    cli_json_bool(b, "gaze", info.has_gaze);
    put_takes(b, it);
}

static void put_joints(vrm_JsonBuilder* b, const Inspected* it) {
    InspectedJoint joint;
    vrm_json_put_key(b, "joints");
    vrm_json_begin_array(b);
    for (int32_t j = 0; j < inspected_joint_count(it); j++) {
        if (!inspected_joint(it, j, &joint)) continue;
        vrm_json_begin_object(b);
        cli_json_string(b, "name", joint.name);
        if (joint.number > 0) cli_json_integer(b, "number", joint.number);
        bool has_bone = joint.bone != VRM_BONE_NONE;
        cli_json_string(b, "bone", has_bone ? vrm_bone_name(joint.bone) : NULL);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_face(vrm_JsonBuilder* b, const Inspected* it) {
    const vrm_Capture* capture = inspected_skeleton(it);
    vrm_json_put_key(b, "morphs");
    vrm_json_begin_array(b);
    for (int32_t m = 0; m < inspected_morph_count(it); m++) {
        vrm_json_begin_object(b);
        cli_json_string(b, "name", vrm_capture_morph_name(capture, m));
        const char* expression = vrm_capture_morph_expression(capture, m);
        cli_json_string(b, "expression", expression[0] != '\0' ? expression : NULL);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    vrm_json_put_key(b, "expressions");
    vrm_json_begin_array(b);
    for (int32_t e = 0; e < inspected_expression_count(it); e++)
        vrm_json_put_string(b, inspected_expression(it, e));
    vrm_json_end_array(b);
}

static int put_list(const char* path, const Inspected* it) {
    vrm_JsonBuilder* b = cli_json_create();
    if (b == NULL) return CLI_FAILED;
    vrm_json_begin_object(b);
    cli_json_string(b, "file", path);
    cli_json_string(b, "kind", it->kind);
    cli_json_bool(b, "converts",
                  it->file.motion != NULL &&
                      vrm_motion_info(it->file.motion).kind != VRM_MOTION_NODES);
    if (it->file.motion != NULL) put_motion(b, it);
    put_joints(b, it);
    put_face(b, it);
    cli_json_findings(b, it->report);
    vrm_json_end_object(b);
    return cli_put_json(b);
}

int inspect_list(const char* path, const ConvertOptions* options, InspectOutput output) {
    Inspected it;
    int status = inspected_open(path, options, &it);
    bool is_opened = it.file.motion != NULL || it.listed != NULL;
    if (!is_opened && output == INSPECT_JSON) cli_put_json_last_error(path);
    if (is_opened && output == INSPECT_TEXT) print_list(path, &it);
    if (is_opened && output == INSPECT_JSON) {
        int printed = put_list(path, &it);
        if (printed > status) status = printed;
    }
    inspected_close(&it);
    return status;
}
