/* SPDX-License-Identifier: MIT */
/* Time of players over hours; what they play is in test_clip.c. */
#include "support/check.h"
#include "vrm/record.h"
#include "vrm/vrm.h"

#include <math.h>

/* A clip of that many seconds in which the hips move once. */
static vrm_Clip* long_clip(double seconds) {
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    vrm_Pose pose = vrm_pose_rest();
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    for (int i = 0; i < 2; i++) {
        pose.hips_offset.x = (float)i;
        assert_int_equal(vrm_recorder_add_frame(recorder, i * seconds, &pose), VRM_OK);
    }
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_recorder_destroy(recorder);
    vrm_model_destroy(model);
    return clip;
}

/* How far a player is from the sum of its frames in the end, seconds. */
static double drift_of(const vrm_Clip* clip, float dt, float speed, bool loops, double seconds) {
    vrm_Player player = vrm_player(clip);
    double sum = 0.0, duration = (double)vrm_clip_duration(clip);
    player.speed = speed;
    player.loops = loops;
    if (speed < 0.0f) player.time_s = vrm_clip_duration(clip);
    while (sum < seconds) {
        vrm_player_advance(&player, dt);
        sum += (double)dt;
    }
    double wanted = sum * (double)speed + (speed < 0.0f ? duration : 0.0);
    if (loops) wanted = fmod(wanted, duration);
    double drift = fabs((double)player.time_s - wanted);
    return loops && drift > duration / 2.0 ? duration - drift : drift;
}

/* time in a float alone rounded every frame the same way: at 240 Hz 4 s in half an hour. */
static void player_keeps_real_time_for_hours(void** state) {
    (void)state;
    const double hours = 5.0 * 3600.0;
    static const float rates[] = {24, 30, 50, 60, 72, 75, 90, 120, 144, 165, 240};
    vrm_Clip *longest = long_clip(6.0 * 3600.0), *odd = long_clip(7.3);
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        float dt = 1.0f / rates[i];
        double drifts[] = {
            drift_of(longest, dt, 1.0f, false, hours), drift_of(longest, dt, -1.0f, false, hours),
            drift_of(longest, dt, 0.7f, true, hours / 4.0), drift_of(odd, dt, 1.0f, true, hours)};
        for (int k = 0; k < 4; k++)
            if (!(drifts[k] < 0.001))
                fail_msg("%g Hz, case %d: %g s", (double)rates[i], k, drifts[k]);
    }
    vrm_clip_destroy(longest);
    vrm_clip_destroy(odd);
}

/* the remainder of another time is dropped, and numbers that a host left there do no harm.
 */
static void player_that_was_moved_forgets_the_remainder(void** state) {
    (void)state;
    vrm_Clip* clip = long_clip(6.0 * 3600.0);
    const float remainders[] = {0.0009f, -0.0009f, 1.0f, 1e30f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof remainders / sizeof remainders[0]; i++) {
        vrm_Player player = vrm_player(clip);
        player.time_s = 1.0f;
        player.remainder_s = remainders[i];
        vrm_player_advance(&player, 0.5f);
        assert_true(player.time_s == 1.5f && player.remainder_s == 0.0f);
    }
    vrm_clip_destroy(clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(player_keeps_real_time_for_hours),
        cmocka_unit_test(player_that_was_moved_forgets_the_remainder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
