/* SPDX-License-Identifier: MIT */
/* Landmarks of MediaPipe as packets: what lines say, what is refused, and what a mixer and a
 * recording get of parts that the camera loses. That poses are right is judged by
 * bindings/python/tests/test_points.py and cli.trackers. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/memory.h"
#include "vrm/face.h"
#include "vrm/points.h"
#include "vrm/pose.h"
#include "vrm/tracker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(bone) ((uint64_t)1 << (bone))

/* What a camera shows. */
typedef struct Seen {
    double ms;
    bool has_body, has_legs, has_hand, has_face;
    float arm; /* height of the wrists (m), from the hips */
    float jaw;
} Seen;

typedef struct Line {
    char text[16384];
    size_t size;
} Line;

VRM_PRINTF(2, 3) static void add(Line* line, const char* format, ...) {
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line->text + line->size, sizeof line->text - line->size, format, args);
    va_end(args);
    line->size += (size_t)size;
    assert_true(line->size < sizeof line->text);
}

/* Somebody who faces the camera; heights from the hips up, in metres. */
static void add_body(const Seen* seen, Line* line) {
    add(line, "\"pose\":{\"worldLandmarks\":[[");
    for (int i = 0; i < VRM_POINTS_POSE; i++) {
        double x = i == 0 ? 0.0 : i % 2 == 1 ? 0.18 : -0.18, y = 0.7, z = i == 0 ? 0.1 : 0.0;
        bool is_leg = i >= 25;
        if (i >= 11 && i < 15) y = i < 13 ? 0.5 : 0.25;
        if (i >= 15 && i < 23) y = (double)seen->arm;
        if (i >= 23) y = i < 29 ? -0.4 * (double)((i - 23) / 2) : -0.87;
        if (i >= 13 && i < 23) x *= 2.0;
        if (i >= 31) z = 0.15;
        add(line, "%s{\"x\":%.3f,\"y\":%.3f,\"z\":%.3f,\"visibility\":%.1f}", i > 0 ? "," : "", x,
            -y, -z, is_leg && !seen->has_legs ? 0.1 : 0.9);
    }
    add(line, "]]},");
}

/* A flat hand that points up. */
static void add_hand(Line* line) {
    add(line, "\"leftHandWorldLandmarks\":[[");
    for (int i = 0; i < VRM_POINTS_HAND; i++)
        add(line, "%s{\"x\":%.3f,\"y\":%.3f,\"z\":0}", i > 0 ? "," : "",
            0.02 * ((i + 3) / 4) - 0.05, i == 0 ? 0.0 : -0.05 - 0.03 * ((i + 3) % 4));
    add(line, "]],");
}

static Line line_of(Seen seen) {
    Line line = {.size = 0};
    add(&line, "{");
    if (seen.has_body) add_body(&seen, &line);
    if (seen.has_hand) add_hand(&line);
    if (seen.has_face)
        add(&line,
            "\"face\":{\"faceBlendshapes\":[{\"categories\":[{\"categoryName\":\"jawOpen\","
            "\"score\":%.3f}]}]},",
            (double)seen.jaw);
    add(&line, "\"timestamp_ms\":%.0f}", seen.ms);
    return line;
}

static vrm_Tracker* make(void) {
    vrm_Tracker* tracker;
    assert_int_equal(vrm_tracker_create(VRM_TRACKER_MEDIAPIPE, NULL, &tracker), VRM_OK);
    return tracker;
}

static vrm_Result receive(vrm_Tracker* tracker, Seen seen) {
    Line line = line_of(seen);
    return vrm_tracker_receive(tracker, line.text, line.size);
}

static void receive_for(vrm_Tracker* tracker, Seen* seen, double seconds) {
    for (int i = 0; i < (int)(seconds * 30.0 + 0.5); i++, seen->ms += 1000.0 / 30.0)
        assert_int_equal(receive(tracker, *seen), VRM_OK);
}

static const Seen everything = {1700000000000.0, true, true, true, true, 0.5f, 0.6f};

/* ---- Lines ---- */

static void line_has_landmarks_in_their_own_axes(void** state) {
    (void)state;
    vrm_PointsLine out;
    Line line = line_of(everything);
    assert_int_equal(vrm_points_read_line(line.text, line.size, NULL, &out), VRM_OK);
    assert_true(out.has_time && out.time_s == 1700000000.0);
    assert_true(out.has_pose && out.has_left_hand && out.has_shapes);
    assert_false(out.has_image || out.has_right_hand || out.has_head);
    assert_float_equal(out.pose[11].x, 0.18f, 1e-6f);
    assert_float_equal(out.pose[11].y, -0.5f, 1e-6f);
    assert_float_equal(out.pose[11].visibility, 0.9f, 1e-6f);
    assert_float_equal(out.shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.6f, 1e-6f);
    vrm_PointsFrame frame = vrm_points_line_frame(&out);
    assert_true(frame.pose == out.pose && frame.image == NULL && frame.head == NULL);
    static const char aspect[] = "{\"timestamp_ms\":5,\"aspect\":1.5}";
    assert_int_equal(vrm_points_read_line(aspect, sizeof aspect - 1, NULL, &out), VRM_OK);
    assert_true(out.aspect == 1.5f && out.time_s == 0.005 && !out.has_pose);
}

static void text_that_is_no_line_is_refused(void** state) {
    (void)state;
    static const struct {
        const char* text;
        vrm_Result result;
    } cases[] = {
        {"", VRM_ERR_JSON},
        {"nonsense", VRM_ERR_JSON},
        {"{\"timestamp_ms\":NaN}", VRM_ERR_JSON},
        {"{\"timestamp_ms\":1", VRM_ERR_JSON},
        {"5", VRM_ERR_INVALID},
        {"[]", VRM_ERR_INVALID},
        {"{}", VRM_ERR_INVALID},
        {"{\"t\":0,\"from\":\"vmc\"}", VRM_ERR_INVALID},
        {"{\"timestamp_ms\":1e300}", VRM_ERR_INVALID},
        {"{\"timestamp_ms\":1}", VRM_OK},
        {"{\"face\":{}}", VRM_OK},
        {"{\"pose\":[[[[1]]]],\"hands\":5,\"face\":null}", VRM_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrm_PointsLine out;
        vrm_Tracker* tracker = make();
        size_t size = strlen(cases[i].text);
        assert_int_equal(vrm_points_read_line(cases[i].text, size, NULL, &out), cases[i].result);
        assert_false(out.has_pose || out.has_image || out.has_left_hand || out.has_shapes);
        vrm_Result result = vrm_tracker_receive(tracker, cases[i].text, size);
        assert_int_equal(result, cases[i].result == VRM_OK ? VRM_OK : VRM_ERR_INVALID);
        assert_int_equal(vrm_tracker_stats(tracker).lost, cases[i].result == VRM_OK);
        vrm_tracker_destroy(tracker);
    }
}

/* A megabyte of brackets, of values, of digits, and one byte more than a megabyte. */
static void size_and_depth_of_a_line_are_bounded(void** state) {
    (void)state;
    enum { MOST = 1 << 20 };
    char* text = malloc(MOST + 1);
    vrm_PointsLine out;
    assert_non_null(text);
    memset(text, '[', MOST);
    assert_int_equal(vrm_points_read_line(text, MOST, NULL, &out), VRM_ERR_LIMIT);
    for (int i = 0; i < MOST; i++) text[i] = i == 0 ? '[' : i == MOST - 1 ? ']' : "1,"[(i + 1) % 2];
    assert_int_equal(vrm_points_read_line(text, MOST, NULL, &out), VRM_ERR_LIMIT);
    memset(text, '1', MOST);
    assert_int_equal(vrm_points_read_line(text, MOST, NULL, &out), VRM_ERR_INVALID);
    memset(text, ' ', MOST + 1);
    memcpy(text, "{\"face\":0}", 10);
    assert_int_equal(vrm_points_read_line(text, MOST, NULL, &out), VRM_OK);
    assert_int_equal(vrm_points_read_line(text, MOST + 1, NULL, &out), VRM_ERR_LIMIT);
    free(text);
}

static vrm_Result create_and_receive(const vrm_Allocator* allocator, void* user) {
    vrm_Tracker* tracker;
    vrm_TrackerDef def = vrm_default_tracker_def();
    const Line* line = user;
    def.allocator = *allocator;
    vrm_Result result = vrm_tracker_create(VRM_TRACKER_MEDIAPIPE, &def, &tracker);
    if (result == VRM_OK) result = vrm_tracker_receive(tracker, line->text, line->size);
    if (result != VRM_OK && tracker != NULL) assert_true(vrm_tracker_state(tracker)->bones == 0);
    vrm_tracker_destroy(tracker);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    Line line = line_of(everything);
    test_every_allocation_failing(create_and_receive, &line);
}

/* ---- Motion ---- */

static void everything_that_is_seen_is_motion(void** state) {
    (void)state;
    vrm_Tracker* tracker = make();
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    Seen seen = everything;
    receive_for(tracker, &seen, 1.0);
    assert_true(now->is_found && now->has_hips && now->has_gaze && now->has_time);
    assert_true((now->bones & BIT(VRM_BONE_LEFT_INDEX_DISTAL)) != 0);
    assert_true((now->bones & BIT(VRM_BONE_RIGHT_INDEX_DISTAL)) == 0);
    assert_true((now->bones & BIT(VRM_BONE_LEFT_LOWER_LEG)) != 0);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.6f, 1e-5f);
    assert_float_equal(now->hips.y, 1.0f, 0.02f); /* legs are straight: as high as at rest */
    assert_int_equal(vrm_tracker_stats(tracker).frames, 30);
    vrm_tracker_destroy(tracker);
}

/* Clocks that count from 1970, start anew, swap packets or are missing. */
static void times_of_all_kinds_are_taken(void** state) {
    (void)state;
    vrm_Tracker* tracker = make();
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    Seen seen = everything;
    receive_for(tracker, &seen, 0.5);
    Seen late = seen;
    late.ms -= 500.0;
    late.jaw = 0.0f;
    assert_int_equal(receive(tracker, late), VRM_OK);
    assert_int_equal(vrm_tracker_stats(tracker).late, 1);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.6f, 1e-5f);
    seen.ms = 0.0;
    seen.jaw = 0.3f;
    receive_for(tracker, &seen, 0.5);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.3f, 1e-5f);
    assert_int_equal(vrm_tracker_stats(tracker).late, 1);
    static const char timeless[] =
        "{\"face\":{\"faceBlendshapes\":[[{\"categoryName\":\"jawOpen\",\"score\":0.9}]]}}";
    for (int i = 0; i < 30; i++)
        assert_int_equal(vrm_tracker_receive(tracker, timeless, sizeof timeless - 1), VRM_OK);
    assert_false(now->has_time);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.9f, 1e-5f);
    vrm_tracker_destroy(tracker);
}

/* A hand that is lost, then everybody. A recording gets arms that hang and fingers at ease; a mixer
 * is not shown what the camera does not see. */
static void lost_parts_ease_in_a_recording_and_are_not_shown_to_a_mixer(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_LiveSourceDef unsmoothed = vrm_default_live_source_def();
    vrm_Live* live = NULL;
    vrm_Tracker* tracker = make();
    Seen seen = everything;
    unsmoothed.min_cutoff_hz = 10000.0f;
    assert_int_equal(vrm_live_create(run.rig, NULL, &live), VRM_OK);
    assert_int_equal(vrm_live_add_source(live, &unsmoothed), 0);
    double time_s = 10.0;
    for (int i = 0; i < 90; i++, seen.ms += 1000.0 / 30.0, time_s += 1.0 / 30.0) {
        seen.has_hand = i < 45;
        assert_int_equal(receive(tracker, seen), VRM_OK);
        assert_true(vrm_tracker_observe(tracker, run.rig, live, 0, time_s));
        assert_true(vrm_live_step(live, time_s));
    }
    uint64_t shown = vrm_live_bones(live), sent = vrm_tracker_state(tracker)->bones;
    assert_true((shown & BIT(VRM_BONE_LEFT_UPPER_ARM)) != 0);
    assert_true((shown & BIT(VRM_BONE_LEFT_INDEX_DISTAL)) == 0);
    assert_true((sent & BIT(VRM_BONE_LEFT_INDEX_DISTAL)) != 0);
    vrm_Pose idle = vrm_pose_idle(0.0f);
    test_same_rotation(vrm_tracker_state(tracker)->rotations[VRM_BONE_LEFT_INDEX_DISTAL],
                       idle.rotations[VRM_BONE_LEFT_INDEX_DISTAL], 0.05f);
    seen.has_body = seen.has_face = false;
    assert_int_equal(receive(tracker, seen), VRM_OK);
    assert_false(vrm_tracker_state(tracker)->is_found);
    assert_false(vrm_tracker_observe(tracker, run.rig, live, 0, time_s));
    assert_true(vrm_live_step(live, time_s + 3.0));
    assert_true(vrm_live_bones(live) == 0);
    vrm_tracker_destroy(tracker);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* The hips are as high as the legs say, so both come together, whether the camera sees legs or
 * not; without a body neither comes. */
static void legs_stand_below_hips_that_are_seen(void** state) {
    (void)state;
    vrm_Tracker* tracker = make();
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    Seen seen = everything;
    seen.has_body = false;
    receive_for(tracker, &seen, 0.5);
    assert_true((now->bones & (BIT(VRM_BONE_HIPS) | BIT(VRM_BONE_LEFT_UPPER_LEG))) == 0);
    assert_false(now->has_hips);
    seen.has_body = true;
    seen.has_legs = false;
    receive_for(tracker, &seen, 1.0);
    assert_true((now->bones & BIT(VRM_BONE_LEFT_UPPER_LEG)) != 0 && now->has_hips);
    assert_float_equal(now->hips.y, 1.0f, 0.02f);
    vrm_tracker_destroy(tracker);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_has_landmarks_in_their_own_axes),
        cmocka_unit_test(text_that_is_no_line_is_refused),
        cmocka_unit_test(size_and_depth_of_a_line_are_bounded),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(everything_that_is_seen_is_motion),
        cmocka_unit_test(times_of_all_kinds_are_taken),
        cmocka_unit_test(lost_parts_ease_in_a_recording_and_are_not_shown_to_a_mixer),
        cmocka_unit_test(legs_stand_below_hips_that_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
