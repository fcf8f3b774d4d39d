/* SPDX-License-Identifier: MIT */
/* With W the world rotation of a bone and W0 that of the initial state, where the avatar is at rest
 * at the origin, W inverse(W0) is how far the bone has turned; relative to the parent bone that is
 * the normalized rotation. */
#include "motion/convert_trace.h"

#include "motion/quatd.h"

#include "vrm/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX  512
#define NAME_ROOM  128
#define BONE_WIDTH 7 /* position, rotation */

typedef struct Trace {
    vrm_Bone bones[NAMES_MAX]; /* in the trace's order */
    int32_t bone_count;
    char expressions[NAMES_MAX][NAME_ROOM];
    int32_t expression_count;
    double initial[NAMES_MAX * BONE_WIDTH];
    Quatd rests[VRM_BONE_COUNT];
    uint64_t present;
    vrm_Vec3 hips;
} Trace;

/* How many numbers of a list were read; -1 when it is not `count` numbers. */
static bool read_list(const vrm_Json* json, vrm_JsonRef list, double* out, int32_t count) {
    int32_t at = 0;
    if (vrm_json_count(json, list) != (uint32_t)count) return false;
    vrm_JsonIter it = vrm_json_iter(json, list);
    while (vrm_json_next(&it)) {
        if (vrm_json_type(json, it.value) != VRM_JSON_NUMBER) return false;
        out[at++] = vrm_json_number(json, it.value, 0.0);
    }
    return at == count;
}

static Quatd quat_at(const double* numbers, int32_t bone) {
    const double* q = numbers + bone * BONE_WIDTH + 3;
    return (Quatd){q[0], q[1], q[2], q[3]};
}

static bool read_header(const vrm_Json* json, Trace* trace) {
    vrm_JsonRef root = vrm_json_root(json);
    char name[NAME_ROOM];
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, root, "bones"));
    while (vrm_json_next(&it) && trace->bone_count < NAMES_MAX) {
        vrm_json_string(json, it.value, name, sizeof name);
        trace->bones[trace->bone_count++] = vrm_bone_by_name(name);
    }
    it = vrm_json_iter(json, vrm_json_member(json, root, "expressions"));
    while (vrm_json_next(&it) && trace->expression_count < NAMES_MAX) {
        char* expression = trace->expressions[trace->expression_count++];
        if (vrm_json_string(json, it.value, expression, NAME_ROOM) >= NAME_ROOM) return false;
    }
    vrm_JsonRef initial = vrm_json_member(json, root, "initial");
    if (!read_list(json, vrm_json_member(json, initial, "bone"), trace->initial,
                   trace->bone_count * BONE_WIDTH))
        return false;
    for (int32_t i = 0; i < trace->bone_count; i++) {
        vrm_Bone bone = trace->bones[i];
        if (bone == VRM_BONE_NONE) continue;
        const double* p = trace->initial + i * BONE_WIDTH;
        trace->rests[bone] = quat_at(trace->initial, i);
        trace->present |= (uint64_t)1 << bone;
        if (bone == VRM_BONE_HIPS) trace->hips = (vrm_Vec3){(float)p[0], (float)p[1], (float)p[2]};
    }
    return (trace->present & 1) != 0; /* hips */
}

static bool read_pose(const Trace* trace, const double* numbers, vrm_Pose* out) {
    Quatd worlds[VRM_BONE_COUNT];
    *out = vrm_pose_rest();
    for (int32_t i = 0; i < trace->bone_count; i++) {
        vrm_Bone bone = trace->bones[i];
        if (bone == VRM_BONE_NONE) continue;
        worlds[bone] = quatd_mul(quat_at(numbers, i), quatd_inverse(trace->rests[bone]));
        const double* p = numbers + i * BONE_WIDTH;
        if (bone == VRM_BONE_HIPS)
            out->hips_offset = (vrm_Vec3){(float)p[0] - trace->hips.x, (float)p[1] - trace->hips.y,
                                          (float)p[2] - trace->hips.z};
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if ((trace->present >> b & 1) == 0) continue;
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        while (parent != VRM_BONE_NONE && (trace->present >> parent & 1) == 0)
            parent = vrm_bone_parent(parent);
        Quatd local = parent == VRM_BONE_NONE ? worlds[b]
                                              : quatd_mul(quatd_inverse(worlds[parent]), worlds[b]);
        out->rotations[b] = quatd_to_float(local);
    }
    return true;
}

/* One line of the trace; false when it is damaged. */
static bool read_frame(const Trace* trace, const char* text, size_t size, vrm_Recorder* recorder,
                       double* numbers, vrm_Result* out_result) {
    vrm_Json* json = NULL;
    vrm_Pose pose;
    if (vrm_json_parse(text, size, NULL, NULL, &json) != VRM_OK) return false;
    vrm_JsonRef root = vrm_json_root(json);
    double time = vrm_json_number(json, vrm_json_member(json, root, "t"), -1.0);
    bool is_sound = read_list(json, vrm_json_member(json, root, "bone"), numbers,
                              trace->bone_count * BONE_WIDTH) &&
                    read_pose(trace, numbers, &pose);
    if (is_sound) *out_result = vrm_recorder_add_frame(recorder, time, &pose);
    vrm_JsonRef weights = vrm_json_member(json, root, "expression");
    if (is_sound && read_list(json, weights, numbers, trace->expression_count * 2))
        for (int32_t e = 0; *out_result == VRM_OK && e < trace->expression_count; e++)
            if (strncmp(trace->expressions[e], "look", 4) != 0 && trace->expressions[e][0] != '\0')
                *out_result = vrm_recorder_set_expression(recorder, trace->expressions[e],
                                                          (float)numbers[2 * e]);
    if (is_sound && *out_result == VRM_OK &&
        read_list(json, vrm_json_member(json, root, "look"), numbers, 2))
        *out_result = vrm_recorder_set_gaze(recorder, (float)numbers[0], (float)numbers[1]);
    vrm_json_destroy(json);
    return is_sound;
}

static vrm_Result read_frames(const Trace* trace, const char* at, const char* end,
                              vrm_Recorder* recorder, char* error, size_t error_size) {
    vrm_Result result = VRM_OK;
    double* numbers = malloc(NAMES_MAX * BONE_WIDTH * sizeof *numbers);
    if (numbers == NULL) return VRM_ERR_MEMORY;
    for (int line = 2; at < end && result == VRM_OK && error[0] == '\0'; line++) {
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL) stop = end;
        if (stop > at && !read_frame(trace, at, (size_t)(stop - at), recorder, numbers, &result))
            snprintf(error, error_size, "line %d is no frame of this trace", line);
        if (result == VRM_ERR_ARGUMENT)
            snprintf(error, error_size, "line %d: its time does not increase", line);
        at = stop + 1;
    }
    free(numbers);
    return result;
}

vrm_Result convert_trace(const MotionText* text, const vrm_RecorderDef* given,
                         vrm_Recorder** out_recorder, char* error, size_t error_size) {
    *out_recorder = NULL;
    vrm_Result result = VRM_OK;
    const char* end = memchr(text->text, '\n', text->size);
    Trace* trace = calloc(1, sizeof *trace);
    if (trace == NULL) return VRM_ERR_MEMORY;
    if (!read_header(text->json, trace)) {
        snprintf(error, error_size, "the trace has no bones, or not in their initial state");
    } else {
        vrm_RecorderDef def = *given;
        def.hips_height = trace->hips.y > 0.0f ? trace->hips.y : 0.0f;
        def.bones = trace->present;
        result = vrm_recorder_create(&def, out_recorder);
        if (result == VRM_OK)
            result = read_frames(trace, end + 1, text->text + text->size, *out_recorder, error,
                                 error_size);
    }
    free(trace);
    return result;
}
