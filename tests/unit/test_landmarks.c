/* SPDX-License-Identifier: MIT */
/* Landmarks of MediaPipe as lines of JSON: what hostile and damaged files come to. That poses are
 * right is judged by bindings/python/tests/test_landmarks.py. */
#include "support/check.h"
#include "support/memory.h"
#include "vrm/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    char* data;
    size_t size;
} Text;

static void add(Text* out, const char* text) {
    size_t length = strlen(text);
    out->data = realloc(out->data, out->size + length + 1);
    assert_non_null(out->data);
    memcpy(out->data + out->size, text, length + 1);
    out->size += length;
}

static void add_points(Text* out, int count, float shift) {
    for (int i = 0; i < count; i++) {
        char point[96];
        bool is_left = i % 2 == 1;
        float x = is_left ? 0.2f : -0.2f, y = -0.5f + 0.04f * (float)i;
        snprintf(point, sizeof point, "%s{\"x\":%.3f,\"y\":%.3f,\"z\":%.3f,\"visibility\":%.2f}",
                 i > 0 ? "," : "", (double)x, (double)(y + shift), 0.01 * i, i == 14 ? 0.2 : 0.9);
        add(out, point);
    }
}

/* Somebody with body, a hand and a face, frame after frame. */
static Text recording_of(int frames) {
    Text out = {0};
    for (int f = 0; f < frames; f++) {
        char time[64];
        snprintf(time, sizeof time, "{\"timestamp_ms\":%d,\"pose\":{\"worldLandmarks\":[[", 33 * f);
        add(&out, time);
        add_points(&out, 33, 0.01f * (float)f);
        add(&out, "]]},\"hands\":{\"worldLandmarks\":[[");
        add_points(&out, 21, 0.0f);
        add(&out,
            "]],\"handedness\":[[{\"categoryName\":\"Left\"}]]},\"face\":{\"faceBlendshapes\":"
            "[{\"categories\":[{\"categoryName\":\"jawOpen\",\"score\":0.5}]}],"
            "\"facialTransformationMatrixes\":[{\"data\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,-40,1]}"
            "]}}\n");
    }
    return out;
}

static vrm_Result read_text(const char* data, size_t size, vrm_Report* report, vrm_Motion** out) {
    vrm_MotionDef def = vrm_default_motion_def();
    def.report = report;
    char* exact = malloc(size + (size == 0)); /* so that a sanitizer sees reads behind it */
    assert_non_null(exact);
    memcpy(exact, data, size);
    vrm_Result result = vrm_motion_load(exact, size, &def, out);
    free(exact);
    assert_true((result == VRM_OK) == (*out != NULL));
    return result;
}

static void check_poses(const vrm_Motion* motion) {
    const vrm_Capture* capture = vrm_motion_capture(motion);
    if (capture == NULL) return;
    for (int32_t f = 0; f < vrm_capture_frame_count(capture) && f < 64; f++) {
        vrm_Pose pose;
        float yaw, pitch;
        vrm_capture_pose(capture, f, &pose);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Quat q = pose.rotations[b];
            assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-3f);
        }
        for (int32_t e = 0; e < vrm_capture_expression_count(capture); e++) {
            float weight = vrm_capture_expression(capture, e, f + 0.5);
            assert_true(weight >= 0.0f && weight <= 1.0f);
        }
        (void)vrm_capture_gaze(capture, f, &yaw, &pitch);
        assert_true(yaw > -180.0f && yaw < 180.0f && pitch > -180.0f && pitch < 180.0f);
    }
}

/* */
static void lines_are_motion(void** state) {
    (void)state;
    Text text = recording_of(9);
    vrm_Motion* motion = NULL;
    assert_int_equal(read_text(text.data, text.size, NULL, &motion), VRM_OK);
    vrm_MotionInfo info = vrm_motion_info(motion);
    assert_string_equal(info.format, "MediaPipe");
    assert_float_equal(info.frame_s, 0.033, 1e-9);
    assert_int_equal(vrm_motion_frame_count(motion, 0.0), 9);
    assert_true(info.has_gaze && info.expression_count > 0);
    assert_true((info.bones >> VRM_BONE_LEFT_INDEX_DISTAL & 1) != 0);
    assert_true((info.bones >> VRM_BONE_RIGHT_INDEX_DISTAL & 1) == 0);
    assert_true((info.bones >> VRM_BONE_RIGHT_UPPER_ARM & 1) == 0); /* point 14 is not seen */
    check_poses(motion);
    vrm_motion_destroy(motion);
    free(text.data);
}

static void try_damaged(const char* data, size_t size) {
    vrm_Motion* motion = NULL;
    if (read_text(data, size, NULL, &motion) != VRM_OK) return;
    check_poses(motion);
    vrm_motion_destroy(motion);
}

/* */
static void damaged_lines_are_left_out(void** state) {
    (void)state;
    Text text = recording_of(2);
    size_t step = TEST_IS_SANITIZED ? 61 : 7;
    for (size_t size = 0; size < text.size; size += step) try_damaged(text.data, size);
    for (size_t at = 0; at < text.size; at += step)
        for (int bit = 0; bit < 8; bit += 3) {
            text.data[at] = (char)(text.data[at] ^ (1 << bit));
            try_damaged(text.data, text.size);
            text.data[at] = (char)(text.data[at] ^ (1 << bit));
        }
    free(text.data);
}

/* times that are far apart do not make more frames than lines are worth. */
static void far_times_cost_little(void** state) {
    (void)state;
    Text text = {0};
    static const char* const times[] = {"0", "1", "2", "1e14", "1e300", "5"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        add(&text, "{\"timestamp_ms\":");
        add(&text, times[i]);
        add(&text, ",\"poseWorldLandmarks\":[[");
        add_points(&text, 33, 0.0f);
        add(&text, "]]}\n");
    }
    vrm_Motion* motion = NULL;
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(read_text(text.data, text.size, report, &motion), VRM_OK);
    assert_true(vrm_capture_frame_count(vrm_motion_capture(motion)) < 10000);
    bool is_found = false;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        is_found |= strcmp(vrm_report_get(report, i).code, "LANDMARKS_DAMAGED") == 0;
    assert_true(is_found);
    check_poses(motion);
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
    free(text.data);
}

/* A glTF file stays one, whatever its names. */
static void other_json_is_not_landmarks(void** state) {
    (void)state;
    static const char* const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"},\"extras\":{\"worldLandmarks\":[]}}",
        "{\"extras\":{\"worldLandmarks\":[]},\"asset\":{\"version\":\"2.0\"}}",
        "{\"nodes\":[]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(vrm_capture_recognise(texts[i], strlen(texts[i])), "glTF");
    assert_string_equal(vrm_capture_recognise("{\"timestamp_ms\":0}", 18), "MediaPipe");
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* context) {
    const Text* text = context;
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_capture_read(text->data, text->size, &def, &capture);
    vrm_capture_destroy(capture);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    Text text = recording_of(3);
    assert_true(test_every_allocation_failing(attempt, &text) > 0);
    free(text.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_motion),          cmocka_unit_test(damaged_lines_are_left_out),
        cmocka_unit_test(far_times_cost_little),     cmocka_unit_test(other_json_is_not_landmarks),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
