/* SPDX-License-Identifier: MIT */
/* Live landmarks: what is lost and found, times, smoothing and hostile numbers. That poses are
 * right is judged by bindings/python/tests/test_points.py, which has its own kinematics. */
#include "base/maths.h"
#include "motion/live/one_euro.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <math.h>

enum { POINTS = VRM_POINTS_POSE, HAND = VRM_POINTS_HAND, SHAPES = VRM_FACE_SHAPE_COUNT };

/* Somebody who faces the camera; arms and head move with `swing`, radians. */
typedef struct Person {
    vrm_Landmark pose[POINTS], image[POINTS], left[HAND], right[HAND];
    float shapes[SHAPES], head[16];
} Person;

static vrm_Landmark at(float x, float y, float z) {
    return (vrm_Landmark){x, -y, -z, 0.9f}; /* given in model axes */
}

/* A straight hand that points to the side: knuckles in a row, and fingers along `out`. */
static void put_hand(float out, vrm_Landmark* hand) {
    hand[0] = at(0.0f, 0.0f, 0.0f);
    for (int finger = 0; finger < 5; finger++)
        for (int i = 0; i < 4; i++)
            hand[1 + finger * 4 + i] = at(out * (0.05f + 0.02f * (float)finger + 0.03f * (float)i),
                                          0.0f, 0.04f - 0.02f * (float)finger);
}

static void put_arm(float swing, int side, Person* out) {
    float sign = side == 0 ? 1.0f : -1.0f, x = cosf(swing) * sign, y = sinf(swing);
    vrm_Landmark* p = out->pose + side;
    p[11] = at(0.18f * sign, 0.5f, 0.0f);
    p[13] = at(0.18f * sign + 0.27f * x, 0.5f + 0.27f * y, 0.0f);
    p[15] = at(p[13].x, -p[13].y, 0.25f); /* forearms point to the camera */
    p[17] = at(p[15].x + 0.03f * sign, -p[15].y, 0.33f);
    p[19] = at(p[15].x - 0.03f * sign, -p[15].y, 0.33f);
}

static Person person_at(float swing) {
    Person out;
    memset(&out, 0, sizeof out);
    for (int i = 0; i < POINTS; i++) out.pose[i] = at(0.0f, 0.0f, 0.0f);
    out.pose[0] = at(0.0f, 0.69f, 0.1f);
    for (int side = 0; side < 2; side++) {
        float sign = side == 0 ? 1.0f : -1.0f;
        vrm_Landmark* p = out.pose + side;
        put_arm(swing, side, &out);
        p[7] = at(0.07f * sign, 0.7f, 0.0f);
        p[23] = at(0.1f * sign, 0.0f, 0.0f);
        p[25] = at(0.1f * sign, -0.4f, 0.05f);
        p[27] = at(0.1f * sign, -0.8f, 0.0f);
        p[31] = at(0.1f * sign, -0.87f, 0.15f);
        put_hand(sign, side == 0 ? out.left : out.right);
    }
    for (int i = 0; i < POINTS; i++) { /* a width of 2 m, as high as wide */
        out.image[i] = out.pose[i];
        out.image[i].x = 0.5f + out.pose[i].x / 2.0f;
        out.image[i].y = 0.5f + out.pose[i].y / 2.0f;
    }
    out.shapes[VRM_FACE_SHAPE_JAW_OPEN] = 0.6f;
    out.shapes[VRM_FACE_SHAPE_EYE_BLINK_LEFT] = 0.8f;
    out.shapes[VRM_FACE_SHAPE_EYE_LOOK_OUT_LEFT] = out.shapes[VRM_FACE_SHAPE_EYE_LOOK_IN_RIGHT] =
        1.0f;
    for (int i = 0; i < 16; i += 5) out.head[i] = 1.0f;
    out.head[0] = out.head[10] = cosf(swing);
    out.head[2] = -sinf(swing);
    out.head[8] = sinf(swing); /* turned about the vertical */
    return out;
}

static vrm_PointsFrame frame_of(const Person* person) {
    return (vrm_PointsFrame){.pose = person->pose,
                             .image = person->image,
                             .aspect = 1.0f,
                             .left_hand = person->left,
                             .right_hand = person->right,
                             .shapes = person->shapes,
                             .head = person->head};
}

static vrm_Points* points_of(const vrm_PointsDef* def) {
    vrm_Points* points = NULL;
    assert_int_equal(vrm_points_create(def, &points), VRM_OK);
    return points;
}

static vrm_PointsDef unsmoothed(void) {
    vrm_PointsDef def = vrm_default_points_def();
    def.min_cutoff_hz = 10000.0f;
    def.ease_in_s = 0.0f;
    return def;
}

static bool feed(vrm_Points* points, const Person* person, double time_s) {
    vrm_PointsFrame frame = frame_of(person);
    return vrm_points_feed(points, &frame, time_s);
}

static bool feed_nobody(vrm_Points* points, double time_s) {
    vrm_PointsFrame frame = {0};
    return vrm_points_feed(points, &frame, time_s);
}

static float degrees(vrm_Quat a, vrm_Quat b) {
    return vrmi_quat_angle(a, b) * VRMI_TO_DEGREES;
}

/* The largest turn of a bone from one pose to another. */
static float most_degrees(const vrm_Pose* a, const vrm_Pose* b) {
    float most = 0.0f;
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        float angle = degrees(a->rotations[i], b->rotations[i]);
        if (angle > most) most = angle;
    }
    return most;
}

static void check_pose(const vrm_Points* points) {
    vrm_Pose pose = vrm_points_pose(points, 0.0f);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = pose.rotations[b];
        assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-3f);
    }
    assert_true(vrmi_vec3_is_finite(pose.hips_offset));
    for (int s = 0; s < SHAPES; s++) {
        float weight = vrm_points_shapes(points)[s];
        assert_true(weight >= 0.0f && weight <= 1.0f);
    }
    vrm_Vec2 gaze = vrm_points_gaze(points);
    assert_true(fabsf(gaze.x) < 90.0f && fabsf(gaze.y) < 90.0f);
}

/* ---- Poses ---- */

static bool is_tracked(const vrm_Points* points, vrm_Bone bone) {
    return (vrm_points_bones(points) >> bone & 1) != 0;
}

/* */
static void a_person_moves_the_bones_that_are_seen(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    vrm_Points* points = points_of(&def);
    Person person = person_at(-0.5f);
    assert_int_equal(vrm_points_bones(points), 0);
    assert_true(feed(points, &person, 5.0));
    vrm_Pose pose = vrm_points_pose(points, 0.0f);
    vrm_Quat arm = vrmi_quat_from_axis_angle((vrm_Vec3){0.0f, 0.0f, 1.0f}, -0.5f);
    vrm_Vec3 out = vrmi_quat_rotate(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], (vrm_Vec3){1, 0, 0});
    vrm_Vec3 expected = vrmi_quat_rotate(arm, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    assert_float_equal(vrmi_vec3_distance(out, expected), 0.0f, 0.01f);
    assert_true(degrees(pose.rotations[VRM_BONE_HIPS], vrmi_quat_identity()) < 0.1f);
    assert_true(is_tracked(points, VRM_BONE_LEFT_TOES) && is_tracked(points, VRM_BONE_HEAD));
    assert_true(is_tracked(points, VRM_BONE_RIGHT_LITTLE_DISTAL));
    assert_false(is_tracked(points, VRM_BONE_LEFT_EYE));
    assert_float_equal(pose.hips_offset.x, 0.0f, 1e-4f);
    assert_true(fabsf(pose.hips_offset.y) < 0.05f);
    vrm_points_destroy(points);
}

/* the hips go where the person goes in the picture, in metres of the avatar. */
static void hips_move_sideways_with_the_picture(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    vrm_Points* points = points_of(&def);
    Person person = person_at(0.0f);
    for (int i = 0; i < POINTS; i++) person.image[i].x += 0.1f;
    assert_true(feed(points, &person, 0.0));
    float own_height = 0.94f, x = vrm_points_pose(points, 0.0f).hips_offset.x;
    assert_float_equal(x, 0.2f, 1e-3f);
    assert_float_equal(vrm_points_pose(points, 2.0f * own_height).hips_offset.x, 2.0f * x, 0.01f);
    vrm_PointsFrame frame = frame_of(&person);
    frame.aspect = 0.0f; /* unknown: the hips stay */
    assert_true(vrm_points_feed(points, &frame, 0.1));
    assert_float_equal(vrm_points_pose(points, 0.0f).hips_offset.x, x, 1e-5f);
    vrm_points_destroy(points);
}

/* */
static void a_mirror_image_swaps_sides(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    vrm_Points* plain = points_of(&def);
    def.mirrors = true;
    vrm_Points* mirror = points_of(&def);
    Person person = person_at(0.4f);
    put_arm(-0.9f, 1, &person);
    for (int i = 0; i < POINTS; i++) person.image[i].x += 0.05f;
    assert_true(feed(plain, &person, 0.0) && feed(mirror, &person, 0.0));
    vrm_Pose a = vrm_points_pose(plain, 0.0f), b = vrm_points_pose(mirror, 0.0f);
    static const vrm_Bone pairs[][2] = {
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM},
        {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_LEFT_LOWER_ARM},
        {VRM_BONE_LEFT_INDEX_PROXIMAL, VRM_BONE_RIGHT_INDEX_PROXIMAL},
        {VRM_BONE_HEAD, VRM_BONE_HEAD},
        {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        vrm_Quat q = a.rotations[pairs[i][0]];
        vrm_Quat flipped = {q.x, -q.y, -q.z, q.w};
        assert_true(degrees(flipped, b.rotations[pairs[i][1]]) < 0.1f);
    }
    assert_float_equal(a.hips_offset.x, -b.hips_offset.x, 1e-4f);
    assert_float_equal(vrm_points_shapes(mirror)[VRM_FACE_SHAPE_EYE_BLINK_RIGHT], 0.8f, 1e-5f);
    assert_float_equal(vrm_points_gaze(plain).x, -vrm_points_gaze(mirror).x, 1e-3f);
    vrm_points_destroy(plain);
    vrm_points_destroy(mirror);
}

/* */
static void shapes_become_presets_and_a_gaze(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    vrm_Points* points = points_of(&def);
    Person person = person_at(0.0f);
    vrm_PointsFrame frame = {.shapes = person.shapes, .head = person.head};
    assert_false(vrm_points_has_face(points));
    assert_true(vrm_points_feed(points, &frame, 0.0));
    assert_true(vrm_points_has_face(points));
    assert_int_equal(vrm_points_bones(points), (uint64_t)1 << VRM_BONE_HEAD);
    assert_float_equal(vrm_points_preset(points, VRM_EXPRESSION_BLINK_LEFT), 0.8f, 1e-4f);
    assert_true(vrm_points_preset(points, VRM_EXPRESSION_AA) > 0.3f);
    assert_true(vrm_points_preset(points, (vrm_ExpressionPreset)-1) == 0.0f);
    assert_true(vrm_points_preset(points, VRM_EXPRESSION_PRESET_COUNT) == 0.0f);
    assert_true(vrm_points_gaze(points).x > 10.0f);
    vrm_points_destroy(points);
}

/* legs below the picture stand, whatever the trunk does. */
static void legs_that_are_not_seen_stand(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    def.hold_s = 0.0f;
    def.ease_out_s = 0.0f;
    vrm_Points* points = points_of(&def);
    Person person = person_at(0.0f);
    for (int i = 25; i < POINTS; i++) person.pose[i].visibility = 0.1f;
    for (int i = 0; i < 23; i++) person.pose[i].z += person.pose[i].y * 0.3f; /* leans forward */
    for (int f = 0; f < 5; f++) assert_true(feed(points, &person, 0.1 * f));
    vrm_Pose pose = vrm_points_pose(points, 0.0f);
    vrm_Quat hips = pose.rotations[VRM_BONE_HIPS];
    vrm_Quat leg = vrmi_quat_mul(hips, pose.rotations[VRM_BONE_LEFT_UPPER_LEG]);
    assert_true(degrees(hips, vrmi_quat_identity()) > 10.0f);
    assert_true(degrees(leg, vrmi_quat_identity()) < 0.1f);
    assert_false(is_tracked(points, VRM_BONE_LEFT_UPPER_LEG));
    /* Hips that are not seen either: the trunk is upright. */
    person.pose[23].visibility = 0.1f;
    for (int f = 5; f < 10; f++) assert_true(feed(points, &person, 0.1 * f));
    pose = vrm_points_pose(points, 0.0f);
    assert_true(degrees(pose.rotations[VRM_BONE_HIPS], vrmi_quat_identity()) < 0.1f);
    assert_true(is_tracked(points, VRM_BONE_LEFT_UPPER_ARM));
    vrm_points_destroy(points);
}

/* ---- Loss ---- */

/* */
static void a_lost_person_is_held_and_eases_to_the_idle_pose(void** state) {
    (void)state;
    vrm_PointsDef def = vrm_default_points_def();
    def.ease_in_s = 0.0f;
    vrm_Points* points = points_of(&def);
    Person person = person_at(0.8f);
    for (int f = 0; f <= 30; f++) assert_true(feed(points, &person, f / 30.0));
    vrm_Pose seen = vrm_points_pose(points, 0.0f), before = seen;
    assert_true(feed_nobody(points, 1.4));
    vrm_Pose held = vrm_points_pose(points, 0.0f);
    assert_true(most_degrees(&seen, &held) < 0.01f);
    assert_int_equal(vrm_points_bones(points), 0);
    for (int f = 43; f <= 100; f++) {
        assert_true(feed_nobody(points, f / 30.0));
        vrm_Pose now = vrm_points_pose(points, 0.0f);
        assert_true(most_degrees(&before, &now) < 20.0f); /* of more than 100 */
        before = now;
    }
    vrm_Pose idle = vrm_pose_idle((float)(100.0 / 30.0));
    assert_true(most_degrees(&before, &idle) < 0.1f);
    assert_float_equal(vrm_points_shapes(points)[VRM_FACE_SHAPE_JAW_OPEN], 0.0f, 1e-6f);
    vrm_points_destroy(points);
}

/* The farthest that a bone turns in a frame while somebody comes, is lost and comes back. */
static float farthest_step(double rate, const bool* is_there, int seconds, bool only_arm) {
    vrm_Points* points = points_of(NULL);
    vrm_Pose before = vrm_points_pose(points, 0.0f);
    float most = 0.0f;
    for (int f = 0; f < seconds * (int)rate; f++) {
        double time_s = f / rate;
        Person person = person_at(0.8f * sinf((float)time_s));
        if (only_arm && !is_there[(int)time_s])
            person.pose[13].visibility = person.pose[15].visibility = 0.1f;
        if (only_arm || is_there[(int)time_s])
            assert_true(feed(points, &person, time_s));
        else
            assert_true(feed_nobody(points, time_s));
        vrm_Pose now = vrm_points_pose(points, 0.0f);
        float step = most_degrees(&before, &now);
        if (step > most) most = step;
        before = now;
        check_pose(points);
    }
    vrm_points_destroy(points);
    return most;
}

/* */
static void nothing_jumps_when_parts_are_lost_and_come_back(void** state) {
    (void)state;
    static const bool is_there[] = {false, true,  true,  false, true,
                                    false, false, false, true,  true};
    for (int only_arm = 0; only_arm < 2; only_arm++) {
        /* An arm moves by 140 degrees within a quarter of a second, and at most 1.9 times as fast
         * as on average: 9 degrees in a frame. A jump would be all of it. */
        assert_true(farthest_step(120.0, is_there, 10, only_arm != 0) < 15.0f);
        assert_true(farthest_step(60.0, is_there, 10, only_arm != 0) < 30.0f);
    }
}

/* the wrist follows the pose when the hand is lost, and does not jump. */
static void hands_come_and_go_without_a_jump(void** state) {
    (void)state;
    vrm_Points* points = points_of(NULL);
    Person person = person_at(0.0f);
    vrm_PointsFrame frame = frame_of(&person);
    vrm_Pose before = vrm_points_pose(points, 0.0f);
    for (int f = 0; f < 600; f++) {
        frame.left_hand = f / 100 % 2 == 0 ? person.left : NULL;
        assert_true(vrm_points_feed(points, &frame, f / 120.0));
        vrm_Pose now = vrm_points_pose(points, 0.0f);
        assert_true(most_degrees(&before, &now) < 15.0f);
        assert_true(is_tracked(points, VRM_BONE_LEFT_HAND));
        assert_int_equal(is_tracked(points, VRM_BONE_LEFT_INDEX_DISTAL), frame.left_hand != NULL);
        before = now;
    }
    vrm_points_destroy(points);
}

/* a camera that stops is a loss after hold_s, also if the host only lets time pass. */
static void time_without_pictures_loses_the_person(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    vrm_Points* points = points_of(&def);
    Person person = person_at(0.8f);
    assert_true(feed(points, &person, 0.0));
    vrm_Pose seen = vrm_points_pose(points, 0.0f);
    for (int f = 1; f <= 240; f++) {
        double time_s = f / 60.0;
        assert_true(vrm_points_feed(points, NULL, time_s));
        vrm_Pose now = vrm_points_pose(points, 0.0f);
        assert_int_equal(vrm_points_bones(points) != 0, time_s <= 0.5);
        if (time_s <= 0.5) assert_true(most_degrees(&seen, &now) < 0.01f);
    }
    vrm_Pose now = vrm_points_pose(points, 0.0f), idle = vrm_pose_idle(4.0f);
    assert_true(most_degrees(&now, &idle) < 0.1f);
    vrm_points_destroy(points);
}

/* ---- Times ---- */

/* */
static void times_that_repeat_or_make_no_sense_change_nothing(void** state) {
    (void)state;
    vrm_Points* points = points_of(NULL);
    Person person = person_at(0.5f), other = person_at(-0.5f);
    assert_true(feed(points, &person, 1.0) && feed(points, &person, 1.1));
    vrm_Pose before = vrm_points_pose(points, 0.0f);
    static const double times[] = {
        1.1, 1.10000001, (double)NAN, (double)INFINITY, -(double)INFINITY, 1e10};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        assert_false(feed(points, &other, times[i]));
    vrm_Pose after = vrm_points_pose(points, 0.0f);
    assert_memory_equal(&before, &after, sizeof before);
    vrm_points_destroy(points);
}

/* pictures arrive later than they were taken, while the host draws. */
static void pictures_may_be_older_than_the_time_that_passed(void** state) {
    (void)state;
    vrm_Points *late = points_of(NULL), *plain = points_of(NULL);
    for (int f = 0; f < 60; f++) {
        Person person = person_at(0.5f * sinf(0.1f * (float)f));
        double time_s = f / 30.0;
        assert_true(vrm_points_feed(late, NULL, time_s + 0.025));
        assert_true(feed(late, &person, time_s));
        assert_true(feed(plain, &person, time_s));
        assert_false(feed(late, &person, time_s));
    }
    vrm_Pose a = vrm_points_pose(late, 0.0f), b = vrm_points_pose(plain, 0.0f);
    assert_true(most_degrees(&a, &b) < 0.01f);
    vrm_points_destroy(late);
    vrm_points_destroy(plain);
}

/* a film that is sought back, or ahead. */
static void times_that_jump_are_eased(void** state) {
    (void)state;
    static const double jumps[] = {-5.0, -1000.0, 3.0, 1e6};
    for (size_t j = 0; j < sizeof jumps / sizeof *jumps; j++) {
        vrm_Points* points = points_of(NULL);
        Person person = person_at(0.8f), other = person_at(-0.8f);
        double time_s = 1000.0;
        for (int f = 0; f < 60; f++) assert_true(feed(points, &person, time_s + f / 60.0));
        vrm_Pose before = vrm_points_pose(points, 0.0f);
        time_s += 1.0 + jumps[j];
        for (int f = 0; f < 60; f++) {
            assert_true(feed(points, &other, time_s + f / 60.0));
            vrm_Pose now = vrm_points_pose(points, 0.0f);
            assert_true(most_degrees(&before, &now) < 20.0f);
            before = now;
        }
        vrm_PointsDef def = unsmoothed();
        vrm_Points* fresh = points_of(&def);
        assert_true(feed(fresh, &other, 0.0));
        vrm_Pose there = vrm_points_pose(fresh, 0.0f);
        assert_true(most_degrees(&before, &there) < 0.1f);
        vrm_points_destroy(points);
        vrm_points_destroy(fresh);
    }
}

/* a camera that stands still for longer than VRM_POINTS_GAP_S, while the person is held. */
static void pictures_after_a_gap_are_eased(void** state) {
    (void)state;
    vrm_PointsDef def = vrm_default_points_def();
    def.hold_s = 10.0f;
    for (int is_late = 0; is_late < 2; is_late++) { /* late: taken before the time that passed */
        vrm_Points* points = points_of(&def);
        Person person = person_at(0.8f), other = person_at(-0.8f);
        int f = 0;
        for (; f < 60; f++) assert_true(feed(points, &person, f / 60.0));
        for (; f < 240; f++) assert_true(vrm_points_feed(points, NULL, f / 60.0));
        assert_true(is_tracked(points, VRM_BONE_LEFT_UPPER_ARM));
        vrm_Pose before = vrm_points_pose(points, 0.0f);
        float jaw = vrm_points_shapes(points)[VRM_FACE_SHAPE_JAW_OPEN];
        other.shapes[VRM_FACE_SHAPE_JAW_OPEN] = 0.0f;
        for (; f < 300; f++) {
            assert_true(feed(points, &other, (f - 2 * is_late) / 60.0));
            vrm_Pose now = vrm_points_pose(points, 0.0f);
            float now_jaw = vrm_points_shapes(points)[VRM_FACE_SHAPE_JAW_OPEN];
            assert_true(most_degrees(&before, &now) < 20.0f);
            assert_true(fabsf(now_jaw - jaw) < 0.1f);
            before = now;
            jaw = now_jaw;
        }
        assert_float_equal(jaw, 0.0f, 1e-3f);
        vrm_points_destroy(points);
    }
}

/* ---- Smoothing ---- */

/* a line is followed by the solution of the filter's equation, y' = k (x - y), at every
 * rate: late by 1 / k. */
static void the_filter_does_not_depend_on_the_frame_rate(void** state) {
    (void)state;
    static const int rates[] = {15, 30, 60, 120};
    const double cutoff = 1.5, k = 2.0 * 3.14159265358979 * cutoff;
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        vrmi_OneEuro filter = {.is_running = false};
        for (int f = 0; f <= 2 * rates[r]; f++) {
            double t = (double)f / rates[r], expected = t - (1.0 - exp(-k * t)) / k;
            float x = (float)t;
            vrmi_one_euro_step(&filter, (float)cutoff, 0.0f, 1.0 / rates[r], &x, 1);
            assert_float_equal(filter.value[0], expected, 1e-5);
        }
    }
}

/* The pose at whole fifteenths of a second, of somebody who waves. */
static vrm_Pose waved(int rate, double until_s) {
    vrm_Points* points = points_of(NULL);
    for (int f = 0; f <= (int)(until_s * rate + 0.5); f++) {
        double time_s = (double)f / rate;
        Person person = person_at(0.6f * sinf(4.0f * (float)time_s));
        assert_true(feed(points, &person, time_s));
    }
    vrm_Pose pose = vrm_points_pose(points, 0.0f);
    vrm_points_destroy(points);
    return pose;
}

/* with the cutoff that rises with speed, and easing. */
static void poses_do_not_depend_on_the_frame_rate(void** state) {
    (void)state;
    static const int rates[] = {15, 30, 60};
    for (double until_s = 0.2; until_s < 2.0; until_s += 0.4) {
        vrm_Pose fine = waved(120, until_s);
        for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
            vrm_Pose pose = waved(rates[r], until_s);
            assert_true(most_degrees(&pose, &fine) < 90.0f / (float)rates[r]);
        }
    }
}

/* noise at rest is damped, and a fast motion is not late. */
static void noise_is_damped_and_motion_is_followed(void** state) {
    (void)state;
    Dice dice = {.state = 7};
    vrmi_OneEuro filter = {.is_running = false};
    double noise = 0.0, left = 0.0;
    for (int f = 0; f < 300; f++) {
        float x[3];
        for (int i = 0; i < 3; i++) x[i] = roll(&dice, -0.002f, 0.002f);
        vrmi_one_euro_step(&filter, 1.5f, 20.0f, 1.0 / 30.0, x, 3);
        noise += (double)(x[0] * x[0]);
        if (f >= 30) left += (double)(filter.value[0] * filter.value[0]);
    }
    assert_true(left < 0.35 * noise);
    float x[3] = {0};
    for (int f = 0; f < 30; f++) {
        x[0] += 2.0f / 30.0f; /* two metres a second */
        vrmi_one_euro_step(&filter, 1.5f, 20.0f, 1.0 / 30.0, x, 3);
    }
    assert_true(x[0] - filter.value[0] < 0.02f);
}

/* ---- Hostile numbers ---- */

static float hostile_number(Dice* dice) {
    static const float numbers[] = {0.0f,  -0.0f,  1e-38f, 1e4f,     -1e4f,     1e5f,
                                    1e30f, -1e38f, NAN,    INFINITY, -INFINITY, 0.5f};
    return numbers[roll_int(dice, (int)(sizeof numbers / sizeof *numbers))];
}

static void spoil(Dice* dice, float* numbers, int count, int most) {
    for (int i = roll_int(dice, most); i > 0; i--)
        numbers[roll_int(dice, count)] = hostile_number(dice);
}

/* */
static void hostile_numbers_come_to_no_pose(void** state) {
    (void)state;
    Dice dice = {.state = 1};
    vrm_PointsDef def = vrm_default_points_def();
    int frames = TEST_IS_SANITIZED ? 500 : 5000;
    for (int mirrors = 0; mirrors < 2; mirrors++) {
        def.mirrors = mirrors != 0;
        vrm_Points* points = points_of(&def);
        double time_s = 0.0;
        for (int f = 0; f < frames; f++) {
            Person person = person_at(0.3f);
            spoil(&dice, &person.pose[0].x, POINTS * 4, f % 3 == 0 ? 132 : 4);
            spoil(&dice, &person.image[0].x, POINTS * 4, 4);
            spoil(&dice, &person.left[0].x, HAND * 4, 3);
            spoil(&dice, &person.right[0].x, HAND * 4, 40);
            spoil(&dice, person.shapes, SHAPES, 3);
            spoil(&dice, person.head, 16, 4);
            vrm_PointsFrame frame = frame_of(&person);
            if (f % 7 == 0) frame.aspect = hostile_number(&dice);
            if (f % 11 == 0) frame.pose = NULL;
            if (f % 13 == 0) frame.head = NULL;
            time_s += f % 100 == 0 ? (double)hostile_number(&dice) : 1e-3;
            if (!(fabs(time_s) < 1e8)) time_s = 0.0;
            (void)vrm_points_feed(points, f % 17 == 0 ? NULL : &frame, time_s);
            check_pose(points);
        }
        vrm_points_destroy(points);
    }
}

/* one landmark that is NaN loses its limb, and nothing else. */
static void a_landmark_that_is_not_finite_is_not_seen(void** state) {
    (void)state;
    vrm_PointsDef def = unsmoothed();
    vrm_Points* points = points_of(&def);
    Person person = person_at(0.2f);
    person.pose[13].x = NAN;
    person.left[8].y = INFINITY;
    person.shapes[3] = NAN;
    assert_true(feed(points, &person, 0.0));
    assert_false(is_tracked(points, VRM_BONE_LEFT_UPPER_ARM));
    assert_false(is_tracked(points, VRM_BONE_LEFT_INDEX_PROXIMAL));
    assert_false(vrm_points_has_face(points));
    assert_true(is_tracked(points, VRM_BONE_RIGHT_UPPER_ARM) && is_tracked(points, VRM_BONE_HIPS));
    assert_true(is_tracked(points, VRM_BONE_LEFT_FOOT) && is_tracked(points, VRM_BONE_HEAD));
    vrm_points_destroy(points);
}

/* */
static void definitions_out_of_range_are_refused(void** state) {
    (void)state;
    static const float values[] = {-1.0f, NAN, INFINITY, 20000.0f};
    for (size_t i = 0; i < 4; i++)
        for (int member = 0; member < 6; member++) {
            vrm_PointsDef def = vrm_default_points_def();
            float* members[] = {&def.min_cutoff_hz, &def.beta,       &def.min_visibility,
                                &def.hold_s,        &def.ease_out_s, &def.ease_in_s};
            vrm_Points* points = NULL;
            *members[member] = values[i];
            assert_int_equal(vrm_points_create(&def, &points), VRM_ERR_ARGUMENT);
            assert_null(points);
        }
    vrm_PointsDef def = {0};
    vrm_Points* points = NULL;
    assert_int_equal(vrm_points_create(&def, &points), VRM_ERR_DEF);
    vrm_points_destroy(NULL);
}

/* ---- Memory ---- */

/* */
static void feeding_allocates_nothing(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_PointsDef def = vrm_default_points_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Points* points = points_of(&def);
    size_t allocations = memory.allocations;
    for (int f = 0; f < 100; f++) {
        Person person = person_at(0.01f * (float)f);
        if (f % 10 < 7)
            assert_true(feed(points, &person, f * 0.1));
        else
            assert_true(feed_nobody(points, f * 0.1));
    }
    vrm_points_reset(points);
    assert_int_equal(memory.allocations, allocations);
    vrm_points_destroy(points);
    test_memory_check_clean(&memory);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* context) {
    vrm_PointsDef def = vrm_default_points_def();
    vrm_RecorderDef recorder_def = vrm_default_recorder_def();
    vrm_Points* points = NULL;
    vrm_Recorder* recorder = NULL;
    def.allocator = recorder_def.allocator = *allocator;
    vrm_Result result = vrm_points_create(&def, &points);
    if (result == VRM_OK) result = vrm_recorder_create(&recorder_def, &recorder);
    for (int f = 0; f < 5 && result == VRM_OK; f++) {
        assert_true(feed(points, context, 0.1 * f));
        result = vrm_points_record(points, recorder, 0.1 * f, 0.0f);
        assert_int_equal(vrm_recorder_frame_count(recorder), result == VRM_OK ? f + 1 : f);
    }
    vrm_recorder_destroy(recorder);
    vrm_points_destroy(points);
    return result;
}

/* */
static void every_allocation_may_fail(void** state) {
    (void)state;
    Person person = person_at(0.2f);
    assert_true(test_every_allocation_failing(attempt, &person) > 1);
}

/* ---- Use ---- */

/* what was recorded plays as the poses were. */
static void recorded_frames_are_an_animation(void** state) {
    (void)state;
    vrm_Points* points = points_of(NULL);
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_RecordStats stats;
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    for (int f = 0; f < 60; f++) {
        Person person = person_at(0.5f * sinf(0.1f * (float)f));
        assert_true(feed(points, &person, f / 30.0));
        assert_int_equal(vrm_points_record(points, recorder, f / 30.0, 0.0f), VRM_OK);
    }
    assert_int_equal(vrm_recorder_finish(recorder, &stats, &model), VRM_OK);
    assert_int_equal(stats.frames, 60);
    assert_true(stats.channels > 30);
    vrm_ClipDef def = vrm_default_clip_def();
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_clip_build(model, &def, &clip), VRM_OK);
    assert_float_equal(vrm_clip_duration(clip), 59.0f / 30.0f, 1e-4f);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    vrm_points_destroy(points);
}

/* */
static void an_avatar_is_moved(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_PointsDef def = unsmoothed();
    vrm_Points* points = points_of(&def);
    Person person = person_at(-0.6f);
    assert_true(feed(points, &person, 0.0));
    assert_true(vrm_points_apply(points, run.sim, run.id));
    vrm_sim_step(run.sim, 0.01f);
    vrm_Pose pose = vrm_points_pose(points, vrm_rig_hips_height(run.rig));
    vrm_Pose there = vrm_rig_read_pose(run.rig, vrm_avatar_locals(run.sim, run.id));
    static const vrm_Bone bones[] = {VRM_BONE_HIPS, VRM_BONE_LEFT_UPPER_ARM,
                                     VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_HEAD, VRM_BONE_LEFT_FOOT};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++)
        assert_true(degrees(pose.rotations[bones[i]], there.rotations[bones[i]]) < 0.1f);
    vrm_AvatarId stale = {run.id.index1, run.id.generation + 1};
    assert_false(vrm_points_apply(points, run.sim, stale));
    vrm_points_destroy(points);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_moves_the_bones_that_are_seen),
        cmocka_unit_test(hips_move_sideways_with_the_picture),
        cmocka_unit_test(a_mirror_image_swaps_sides),
        cmocka_unit_test(shapes_become_presets_and_a_gaze),
        cmocka_unit_test(legs_that_are_not_seen_stand),
        cmocka_unit_test(a_lost_person_is_held_and_eases_to_the_idle_pose),
        cmocka_unit_test(nothing_jumps_when_parts_are_lost_and_come_back),
        cmocka_unit_test(hands_come_and_go_without_a_jump),
        cmocka_unit_test(time_without_pictures_loses_the_person),
        cmocka_unit_test(times_that_repeat_or_make_no_sense_change_nothing),
        cmocka_unit_test(pictures_may_be_older_than_the_time_that_passed),
        cmocka_unit_test(times_that_jump_are_eased),
        cmocka_unit_test(pictures_after_a_gap_are_eased),
        cmocka_unit_test(the_filter_does_not_depend_on_the_frame_rate),
        cmocka_unit_test(poses_do_not_depend_on_the_frame_rate),
        cmocka_unit_test(noise_is_damped_and_motion_is_followed),
        cmocka_unit_test(hostile_numbers_come_to_no_pose),
        cmocka_unit_test(a_landmark_that_is_not_finite_is_not_seen),
        cmocka_unit_test(definitions_out_of_range_are_refused),
        cmocka_unit_test(feeding_allocates_nothing),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(recorded_frames_are_an_animation),
        cmocka_unit_test(an_avatar_is_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
