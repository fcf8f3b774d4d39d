/* SPDX-License-Identifier: MIT */
/* A mixer in bad weather: trackers that are lost and found all the time, clocks that jump, drift
 * and start anew, packets twice, hosts with any frame rate, numbers at the end of their range. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "vrm/vrm.h"

#include <math.h>

#define DEGREES 57.29578f

static TestRun run_of(void) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    return test_run(&avatar);
}

static vrm_Live* live_of(const TestRun* run, const vrm_LiveDef* def) {
    vrm_Live* live = NULL;
    assert_int_equal(vrm_live_create(run->rig, def, &live), VRM_OK);
    return live;
}

static int32_t add_source(vrm_Live* live, int32_t priority, float cutoff_hz) {
    vrm_LiveSourceDef def = vrm_default_live_source_def();
    def.min_cutoff_hz = cutoff_hz;
    for (int p = 0; p < VRM_LIVE_PART_COUNT; p++) def.priorities[p] = priority;
    return vrm_live_add_source(live, &def);
}

static bool observe(vrm_Live* live, int32_t source, vrm_Quat head, const double* sender_s,
                    double time_s) {
    vrm_Quat rotations[VRM_BONE_COUNT] = {[VRM_BONE_HEAD] = head};
    vrm_LiveObservation seen = {.bones = (uint64_t)1 << VRM_BONE_HEAD,
                                .rotations = rotations,
                                .has_sender_time = sender_s != NULL,
                                .sender_s = sender_s != NULL ? *sender_s : 0.0};
    return vrm_live_observe(live, source, &seen, time_s);
}

static float yaw_at(vrm_Live* live, double time_s) {
    assert_true(vrm_live_step(live, time_s));
    vrm_Quat q = vrm_live_pose(live, NULL).rotations[VRM_BONE_HEAD];
    assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-4f);
    return 2.0f * atan2f(q.y, q.w) * DEGREES;
}

/* ---- Lost and found ---- */

static void a_value_that_is_not_held_is_shown_while_it_is_observed(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = vrm_default_live_def();
    def.hold_s = def.ease_in_s = def.ease_out_s = 0.0f;
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_source(live, 0, 10000.0f);
    for (int i = 0; i < 5; i++) {
        double t = 0.1 * i;
        assert_true(observe(live, source, test_turn(0, 1, 0, 30.0f), NULL, t));
        assert_float_equal(yaw_at(live, t), 30.0f, 0.01f);
        assert_float_equal(yaw_at(live, t + 0.05), 0.0f, 0.01f);
    }
    vrm_live_destroy(live);
    test_run_end(&run);
}

enum { TRACKERS = 8, SECONDS = 30 };

typedef struct Tracker {
    double next_s, toggle_s;
    float yaw;
    bool is_on;
} Tracker;

/* Packets of one tracker until a time: at 120 Hz with jitter, one in eight twice. */
static void send_until(vrm_Live* live, int32_t source, Tracker* tracker, double time_s,
                       Dice* dice) {
    for (; tracker->next_s <= time_s; tracker->next_s += (double)roll(dice, 0.002f, 0.015f)) {
        if (tracker->next_s >= tracker->toggle_s) {
            tracker->is_on = !tracker->is_on;
            tracker->toggle_s += roll_int(dice, 2) == 0 ? 0.4 : (double)roll(dice, 0.3f, 2.0f);
        }
        for (int i = roll_int(dice, 8) == 0 ? 0 : 1; i < 2 && tracker->is_on; i++)
            (void)observe(live, source, test_turn(0, 1, 0, tracker->yaw), NULL, tracker->next_s);
    }
}

/* Each tracker stands still, so what moves is the change from one to another: at most 80 degrees,
 * eased within a quarter of a second. A host that steps rarely sees as much at once. */
static void eight_trackers_lost_and_found_make_no_jump(void** state) {
    (void)state;
    TestRun run = run_of();
    for (uint64_t seed = 1; seed <= (TEST_IS_SANITIZED ? 3 : 20); seed++) {
        Dice dice = {seed};
        Tracker trackers[TRACKERS];
        vrm_Live* live = live_of(&run, NULL);
        for (int i = 0; i < TRACKERS; i++) {
            trackers[i] =
                (Tracker){.toggle_s = (double)roll(&dice, 0, 1), .yaw = roll(&dice, -40.0f, 40.0f)};
            assert_int_equal(add_source(live, roll_int(&dice, 3), 10000.0f), i);
        }
        float before = 0.0f;
        for (double t = 0.0, step = 0.0; t < SECONDS; t += step) {
            for (int i = 0; i < TRACKERS; i++) send_until(live, i, &trackers[i], t, &dice);
            float now = yaw_at(live, t);
            assert_true(fabsf(now - before) <= 700.0f * (float)step + 0.01f);
            before = now;
            step = 1.0 / (double)roll(&dice, 7.0f, 240.0f);
        }
        vrm_live_destroy(live);
    }
    test_run_end(&run);
}

/* ---- Clocks ---- */

/* Hours of a head that sways, by a clock that drifts, jumps and starts anew, beside one without
 * times. */
static void hours_of_a_bad_clock_show_what_no_clock_shows(void** state) {
    (void)state;
    TestRun run = run_of();
    static const double drifts[] = {0.0005, -0.0005, 0.004, -0.004};
    for (size_t d = 0; d < sizeof drifts / sizeof *drifts; d++) {
        vrm_Live *timed = live_of(&run, NULL), *plain = live_of(&run, NULL);
        (void)add_source(timed, 0, 1.5f);
        (void)add_source(plain, 0, 1.5f);
        double sender_s = 1.7e9;
        int32_t count = TEST_IS_SANITIZED ? 20000 : 4 * 3600 * 30, refused = 0;
        for (int32_t i = 0; i < count; i++) {
            double t = i / 30.0;
            vrm_Quat head = test_turn(0, 1, 0, 30.0f * sinf((float)fmod(t, 6.283185307179586)));
            sender_s += (1.0 + drifts[d]) / 30.0;
            if (i % 5000 == 4000) sender_s += 3600.0; /* set forward */
            if (i % 5000 == 4500) sender_s = 0.0;     /* started anew */
            refused += !observe(timed, 0, head, &sender_s, t);
            assert_true(observe(plain, 0, head, NULL, t));
            assert_float_equal(yaw_at(timed, t), yaw_at(plain, t), 1.0f);
        }
        assert_int_equal(refused, 0);
        vrm_live_destroy(timed);
        vrm_live_destroy(plain);
    }
    test_run_end(&run);
}

/* Whichever comes first, the person's neutral state is the avatar's, and their left its right. */
static void mirror_and_calibration_go_together_in_any_order(void** state) {
    (void)state;
    TestRun run = run_of();
    for (int order = 0; order < 3; order++) {
        vrm_LiveDef def = vrm_default_live_def();
        def.ease_in_s = 0.0f;
        def.mirrors = order == 0;
        vrm_Live* live = live_of(&run, &def);
        int32_t source = add_source(live, 0, 10000.0f);
        (void)observe(live, source, test_turn(0, 1, 0, 20.0f), NULL, 0.0);
        if (order == 2) vrm_live_calibrate(live, 1u << VRM_LIVE_HEAD);
        vrm_live_set_mirrors(live, true); /* undoes the calibration of order 2 */
        (void)observe(live, source, test_turn(0, 1, 0, 20.0f), NULL, 0.1);
        vrm_live_calibrate(live, 1u << VRM_LIVE_HEAD);
        assert_float_equal(yaw_at(live, 0.1), 0.0f, 0.01f);
        (void)observe(live, source, test_turn(0, 1, 0, 35.0f), NULL, 0.2);
        assert_float_equal(yaw_at(live, 0.2), -15.0f, 0.01f);
        vrm_live_destroy(live);
    }
    test_run_end(&run);
}

/* ---- Numbers ---- */

static void rotations_of_any_length_stay_rotations(void** state) {
    (void)state;
    TestRun run = run_of();
    static const float lengths[] = {1e-45f, 1e-40f, 1e-30f, 1e-20f, 1e-10f,
                                    1.0f,   1e5f,   9e5f,   1e30f};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        vrm_Live* live = live_of(&run, NULL);
        int32_t source = add_source(live, 0, 1.5f);
        for (int k = 0; k < 20; k++) {
            vrm_Quat q = {0.0f, lengths[i] * 0.6f, 0.0f, lengths[i] * 0.8f};
            (void)observe(live, source, k % 2 == 0 ? q : test_turn(1, 0, 0, 10.0f), NULL, k * 0.02);
            (void)yaw_at(live, k * 0.02);
        }
        vrm_live_destroy(live);
    }
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_that_is_not_held_is_shown_while_it_is_observed),
        cmocka_unit_test(eight_trackers_lost_and_found_make_no_jump),
        cmocka_unit_test(hours_of_a_bad_clock_show_what_no_clock_shows),
        cmocka_unit_test(mirror_and_calibration_go_together_in_any_order),
        cmocka_unit_test(rotations_of_any_length_stay_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
