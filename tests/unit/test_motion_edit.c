/* SPDX-License-Identifier: MIT */
/* Edits of motions: laws that hold for every motion, by random ones and by real ones. */
#include "scenes/scene_mmd.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/edits.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20 };

/* ---- Laws ---- */

static vrm_Motion* mirror(const vrm_Motion* motion) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_mirror(motion, NULL, &out), VRM_OK);
    return out;
}

static vrm_Motion* reverse(const vrm_Motion* motion) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_reverse(motion, NULL, &out), VRM_OK);
    return out;
}

static vrm_Motion* speed(const vrm_Motion* motion, double factor) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_speed(motion, factor, NULL, &out), VRM_OK);
    return out;
}

static vrm_Motion* cut(const vrm_Motion* motion, double from, double to) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_cut(motion, from, to, NULL, &out), VRM_OK);
    return out;
}

static void check_laws(const vrm_Motion* motion) {
    double seconds = vrm_motion_info(motion).seconds;
    vrm_Motion* whole = cut(motion, 0.0, 1e9);
    edits_check_same(motion, whole);
    vrm_Motion *once = mirror(motion), *twice = mirror(once);
    edits_check_same(motion, twice);
    vrm_Motion *back = reverse(motion), *forth = reverse(back);
    edits_check_same(motion, forth);
    vrm_Motion *fast = speed(motion, 2.0), *slow = speed(fast, 0.5);
    assert_float_equal(vrm_motion_info(fast).seconds, seconds / 2.0, 1e-4);
    edits_check_same(motion, slow);
    vrm_Motion *a = mirror(fast), *b = speed(once, 2.0); /* independent edits in either order */
    edits_check_same(a, b);
    vrm_Motion *c = reverse(once), *d = mirror(back);
    edits_check_same(c, d);
    vrm_Motion* all[] = {whole, once, twice, back, forth, fast, slow, a, b, c, d};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) vrm_motion_destroy(all[i]);
}

/* */
static void edits_of_random_motions_obey_their_laws(void** state) {
    (void)state;
    Dice dice = {7};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion* motion = edits_random_motion(&dice);
        check_laws(motion);
        vrm_motion_destroy(motion);
    }
}

/* ---- Edits in either order ---- */

static vrm_Motion* smooth(const vrm_Motion* motion, float cutoff_hz) {
    vrm_MotionSmoothDef def = vrm_default_motion_smooth_def();
    vrm_Motion* out = NULL;
    def.cutoff_hz = cutoff_hz;
    assert_int_equal(vrm_motion_smooth(motion, &def, NULL, &out), VRM_OK);
    return out;
}

static vrm_Motion* layer(const vrm_Motion* base, const vrm_Motion* above,
                         const vrm_MotionLayerDef* def) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_layer(base, above, def, &out), VRM_OK);
    return out;
}

static vrm_Motion* join(const vrm_Motion* first, const vrm_Motion* second, double blend_s) {
    vrm_MotionJoinDef def = vrm_default_motion_join_def();
    vrm_Motion* out = NULL;
    def.blend_s = blend_s;
    assert_int_equal(vrm_motion_join(first, second, &def, NULL, &out), VRM_OK);
    return out;
}

/* Both are destroyed. */
static void expect_same(vrm_Motion* a, vrm_Motion* b) {
    edits_check_same(a, b);
    vrm_motion_destroy(a);
    vrm_motion_destroy(b);
}

static void check_orders(const vrm_Motion* motion, Dice* dice) {
    double seconds = vrm_motion_info(motion).seconds;
    double from = (double)roll(dice, 0.0f, 0.4f) * seconds;
    double to = (double)roll(dice, 0.6f, 1.0f) * seconds;
    double factor = exp((double)roll(dice, -2.0f, 2.0f));
    float cutoff_hz = roll(dice, 2.0f, 20.0f);
    vrm_Motion *mirrored = mirror(motion), *back = reverse(motion), *fast = speed(motion, factor);
    vrm_Motion *part = cut(motion, from, to), *soft = smooth(motion, cutoff_hz);
    vrm_Motion* whole = cut(motion, 0.0, 1e9);
    expect_same(whole, speed(fast, 1.0 / factor));
    expect_same(mirror(fast), speed(mirrored, factor));
    expect_same(mirror(part), cut(mirrored, from, to));
    expect_same(mirror(soft), smooth(mirrored, cutoff_hz));
    expect_same(reverse(fast), speed(back, factor));
    expect_same(reverse(part), cut(back, seconds - to, seconds - from));
    expect_same(speed(part, factor), cut(fast, from / factor, to / factor));
    vrm_Motion* all[] = {mirrored, back, fast, part, soft};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) vrm_motion_destroy(all[i]);
}

/* at any factor, time and cutoff. */
static void edits_commute_whatever_their_numbers(void** state) {
    (void)state;
    Dice dice = {13};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion* motion = edits_random_motion(&dice);
        check_orders(motion, &dice);
        vrm_motion_destroy(motion);
    }
}

/* */
static void mirror_of_joined_and_layered_motions_is_that_of_their_parts(void** state) {
    (void)state;
    Dice dice = {17};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion *a = edits_random_motion(&dice), *b = edits_random_motion(&dice);
        vrm_Motion *left = mirror(a), *right = mirror(b);
        vrm_MotionLayerDef def = vrm_default_motion_layer_def();
        double blend_s = (double)roll(&dice, 0.0f, 0.8f);
        def.weight = roll(&dice, 0.0f, 1.0f);
        def.offset_s = (double)roll(&dice, 0.0f, 0.5f);
        def.fade_in_s = (double)roll(&dice, 0.0f, 0.5f);
        def.fade_out_s = (double)roll(&dice, 0.0f, 0.5f);
        def.is_additive = roll_int(&dice, 2) == 0;
        def.extends = roll_int(&dice, 2) == 0;
        vrm_Motion *made = layer(a, b, &def), *joined = join(a, b, blend_s);
        expect_same(mirror(made), layer(left, right, &def));
        expect_same(mirror(joined), join(left, right, blend_s));
        def.is_additive = false;
        def.offset_s = def.fade_in_s = def.fade_out_s = 0.0;
        vrm_Motion *own = layer(a, a, &def), *whole = cut(a, 0.0, 1e9);
        expect_same(whole, own); /* over itself, by any weight */
        vrm_Motion* all[] = {a, b, left, right, made, joined};
        for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
    }
}

/* ---- Cut ---- */

/* */
static void cut_motion_is_the_part_between_its_times(void** state) {
    (void)state;
    Dice dice = {11};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion* motion = edits_random_motion(&dice);
        double seconds = vrm_motion_info(motion).seconds;
        double from = (double)roll(&dice, 0.0f, 0.5f) * seconds;
        double to = (double)roll(&dice, 0.5f, 1.0f) * seconds;
        vrm_Motion* part = cut(motion, from, to);
        assert_float_equal(vrm_motion_info(part).seconds, to - from, 1e-5);
        edits_check_part(motion, from, 1.0, part);
        vrm_Motion *nested = cut(part, 0.1 * (to - from), 1e9),
                   *direct = cut(motion, from + 0.1 * (to - from), to);
        edits_check_same(nested, direct);
        vrm_Motion* pose = cut(motion, from, from);
        assert_float_equal(vrm_motion_info(pose).seconds, 0.0, 0.0);
        assert_int_equal(vrm_motion_frame_count(pose, 0.0), 1);
        vrm_Motion* all[] = {motion, part, nested, direct, pose};
        for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
    }
}

/* ---- Poses ---- */

static vrm_FitReport fit_with(const vrm_Motion* motion, const vrm_Rig* rig, vrm_Feet feet) {
    vrm_FitDef def = vrm_default_fit_def();
    vrm_FitReport report;
    vrm_Model* model = NULL;
    def.feet = feet;
    assert_int_equal(vrm_motion_animation(motion, rig, &def, &report, &model), VRM_OK);
    vrm_model_destroy(model);
    return report;
}

static void check_pose_is_free(const vrm_Motion* walk, const vrm_Rig* rig, double time_s) {
    vrm_Motion *pose = cut(walk, time_s, time_s), *other = mirror(pose);
    vrm_Motion* all[] = {pose, other};
    for (int i = 0; i < 4; i++) {
        vrm_FitReport report = fit_with(all[i & 1], i & 2 ? rig : NULL, VRM_FEET_AUTO);
        assert_false(report.retarget.holds_feet);
        assert_float_equal(report.retarget.joint_error_degrees, 0.0f, 0.0f);
    }
    vrm_motion_destroy(other);
    vrm_motion_destroy(pose);
}

/* One pose does not tell which feet stand. R-473 */
static void pose_cut_out_of_a_walk_keeps_its_feet(void** state) {
    (void)state;
    SceneBytes bytes = scene_mmd_walk(SCENE_MMD_LEGS_IK), hero = scene_hero(VRM_DIALECT_1, false);
    vrm_Motion* walk = NULL;
    vrm_Model* avatar = NULL;
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_motion_load(bytes.data, bytes.size, NULL, &walk), VRM_OK);
    assert_int_equal(vrm_model_load(hero.data, hero.size, NULL, NULL, &avatar), VRM_OK);
    assert_int_equal(vrm_rig_build(avatar, NULL, &rig), VRM_OK);
    assert_true(fit_with(walk, rig, VRM_FEET_AUTO).retarget.holds_feet);
    for (int i = 0; i <= 20; i++) check_pose_is_free(walk, rig, 0.1 * i);
    vrm_Motion *pose = cut(walk, 0.5, 0.5), *again = cut(pose, 0.0, 0.0);
    assert_true(fit_with(pose, rig, VRM_FEET_HOLD).retarget.holds_feet);
    assert_false(fit_with(again, rig, VRM_FEET_AUTO).retarget.holds_feet);
    vrm_Motion* part = cut(walk, 0.5, 1.5); /* contacts of more than a moment are held as before */
    assert_true(fit_with(part, rig, VRM_FEET_AUTO).retarget.holds_feet);
    vrm_Motion* all[] = {walk, pose, again, part};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
    vrm_rig_destroy(rig);
    vrm_model_destroy(avatar);
    scene_bytes_free(&hero);
    scene_bytes_free(&bytes);
}

/* */
static void loop_of_a_pose_is_a_warning(void** state) {
    (void)state;
    Dice dice = {37};
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    vrm_FitDef def = vrm_default_fit_def();
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Motion* motion = edits_random_motion(&dice);
    vrm_Motion* pose = cut(motion, 0.2, 0.2);
    def.report = report;
    def.loops = true;
    assert_int_equal(vrm_motion_animation(motion, NULL, &def, NULL, &model), VRM_OK);
    vrm_model_destroy(model);
    assert_int_equal(vrm_report_count(report), 0);
    assert_int_equal(vrm_motion_animation(pose, NULL, &def, NULL, &model), VRM_OK);
    vrm_model_destroy(model);
    assert_int_equal(vrm_report_count(report), 1);
    assert_string_equal(vrm_report_get(report, 0).code, "MOTION_LOOP_POSE");
    vrm_motion_destroy(pose);
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
}

/* ---- Frames ---- */

static double frame_time(const vrm_Motion* motion, double frame) {
    double time = -1.0;
    assert_int_equal(vrm_motion_frame_time(motion, frame, NULL, &time), VRM_OK);
    return time;
}

/* */
static void frame_times_are_those_that_edits_sample(void** state) {
    (void)state;
    static const double times[] = {0.0, 0.1, 0.15, 1.0, 1.2, 3.0};
    enum { COUNT = sizeof times / sizeof *times };
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.tolerance_degrees = 0.0f;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    for (int f = 0; f < COUNT; f++) {
        float turn = f % 2 == 0 ? 0.3f : -0.2f;
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_HEAD] = (vrm_Quat){0.0f, sinf(turn), 0.0f, cosf(turn)};
        assert_int_equal(vrm_recorder_add_frame(recorder, times[f], &pose), VRM_OK);
    }
    vrm_Motion* motion = edits_motion_of(recorder);
    vrm_Motion *same = speed(motion, 1.0), *fast = speed(motion, 2.0), *pose = cut(motion, 0, 0);
    for (int f = 0; f < COUNT; f++) {
        assert_float_equal(frame_time(motion, f), times[f], 1e-5);
        assert_float_equal(frame_time(same, f), times[f], 1e-5);
        assert_float_equal(frame_time(fast, f), 0.5 * times[f], 1e-5);
    }
    assert_float_equal(frame_time(motion, 2.5), 0.575, 1e-5);
    assert_float_equal(frame_time(motion, 7.0), 3.0 + 2.0 * 3.0 / 5.0, 1e-5);
    assert_float_equal(frame_time(pose, 0.0), 0.0, 0.0);
    assert_float_equal(frame_time(pose, 6.0), 0.1, 1e-9);
    const double bad[] = {-1.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double time = -1.0;
        assert_int_equal(vrm_motion_frame_time(motion, bad[i], NULL, &time), VRM_ERR_ARGUMENT);
        assert_float_equal(time, 0.0, 0.0);
    }
    /* The time of a frame is finite. */
    vrm_Motion* slow = speed(motion, 0.001);
    double time_s = -1.0;
    assert_int_equal(vrm_motion_frame_time(slow, DBL_MAX, NULL, &time_s), VRM_ERR_ARGUMENT);
    assert_float_equal(time_s, 0.0, 0.0);
    assert_true(frame_time(slow, 1e300) > 1e300);
    vrm_Motion* all[] = {motion, same, fast, pose, slow};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
}

/* */
static void reversed_motion_plays_backwards(void** state) {
    (void)state;
    Dice dice = {13};
    vrm_Motion* motion = edits_random_motion(&dice);
    vrm_Motion* back = reverse(motion);
    edits_check_part(motion, vrm_motion_info(motion).seconds, -1.0, back);
    vrm_Motion* fast = speed(motion, 3.0);
    edits_check_part(motion, 0.0, 3.0, fast);
    vrm_motion_destroy(fast);
    vrm_motion_destroy(back);
    vrm_motion_destroy(motion);
}

/* */
static void mirror_swaps_bones_faces_gaze_and_way(void** state) {
    (void)state;
    static const char* const names[][2] = {
        {"blinkLeft", "blinkRight"}, {"mouthSmileLeft", "mouthSmileRight"},
        {"cheek_L", "cheek_R"},      {"leftEyeUp", "rightEyeUp"},
        {"eyeBright", "eyeBright"},  {"righteous", "righteous"},
        {"brow left", "brow right"}, {"happy", "happy"}};
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.bones = (uint64_t)1 << VRM_BONE_LEFT_UPPER_ARM;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    for (int f = 0; f < 3; f++) {
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = (vrm_Quat){0.0f, 0.6f, 0.0f, 0.8f};
        pose.hips_offset = (vrm_Vec3){0.1f * (float)f, 0.02f, 0.3f};
        assert_int_equal(vrm_recorder_add_frame(recorder, f, &pose), VRM_OK);
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            assert_int_equal(vrm_recorder_set_expression(recorder, names[n][0], 0.1f * (float)n),
                             VRM_OK);
        assert_int_equal(vrm_recorder_set_gaze(recorder, 20.0f, 5.0f), VRM_OK);
    }
    vrm_Motion* motion = edits_motion_of(recorder);
    vrm_Motion* other = mirror(motion);
    vrm_Clip* clip = edits_clip_of(other);
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 2.0f, &sample);
    assert_true(vrm_motion_info(other).bones == (uint64_t)1 << VRM_BONE_RIGHT_UPPER_ARM);
    assert_float_equal(sample.pose.rotations[VRM_BONE_RIGHT_UPPER_ARM].y, -0.6f, 1e-5);
    assert_float_equal(sample.pose.hips_offset.x, -0.2f, 1e-5);
    assert_float_equal(sample.pose.hips_offset.z, 0.3f, 1e-5);
    assert_float_equal(sample.gaze_degrees.x, -20.0f, 1e-3);
    assert_float_equal(sample.gaze_degrees.y, 5.0f, 1e-3);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        assert_float_equal(edits_weight(clip, names[n][1], 1.0f), 0.1f * (float)n, 1e-4);
    vrm_clip_destroy(clip);
    vrm_motion_destroy(other);
    vrm_motion_destroy(motion);
}

/* ---- T-poses ---- */

/* */
static void t_pose_is_trimmed_from_both_ends(void** state) {
    (void)state;
    vrm_Recorder* recorder = NULL;
    vrm_MotionTrimReport report;
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    for (int f = 0; f <= 100; f++) { /* 2 s T-pose, 6 s arms down, 2 s T-pose */
        vrm_Pose pose = vrm_pose_rest();
        if (f > 20 && f < 80)
            pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = (vrm_Quat){0.0f, 0.0f, -0.6f, 0.8f};
        assert_int_equal(vrm_recorder_add_frame(recorder, f / 10.0, &pose), VRM_OK);
    }
    vrm_Motion* motion = edits_motion_of(recorder);
    vrm_Motion *trimmed = NULL, *again = NULL;
    assert_int_equal(vrm_motion_trim_rest(motion, 12.0f, NULL, &report, &trimmed), VRM_OK);
    assert_float_equal(report.leading_s, 2.1, 1e-4);
    assert_float_equal(report.trailing_s, 2.1, 1e-4);
    assert_float_equal(vrm_motion_info(trimmed).seconds, 5.8, 1e-4);
    assert_int_equal(vrm_motion_trim_rest(trimmed, 12.0f, NULL, &report, &again), VRM_OK);
    assert_float_equal(report.leading_s + report.trailing_s, 0.0, 0.0);
    edits_check_same(trimmed, again);
    vrm_motion_destroy(again);
    vrm_motion_destroy(trimmed);
    vrm_motion_destroy(motion);
}

/* ---- The result is a motion ---- */

/* */
static void edited_motion_works_with_every_function(void** state) {
    (void)state;
    Dice dice = {17};
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    vrm_Model *avatar = NULL, *model = NULL;
    vrm_Rig* rig = NULL;
    vrm_FitReport report;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &avatar), VRM_OK);
    assert_int_equal(vrm_rig_build(avatar, NULL, &rig), VRM_OK);
    vrm_Motion* motion = edits_random_motion(&dice);
    vrm_Motion* part = cut(motion, 0.0, 0.8 * vrm_motion_info(motion).seconds);
    vrm_MotionInfo info = vrm_motion_info(part), whole = vrm_motion_info(motion);
    assert_int_equal(info.kind, whole.kind);
    assert_string_equal(info.format, whole.format);
    assert_true(info.bones == whole.bones && info.has_gaze == whole.has_gaze);
    assert_int_equal(info.expression_count, whole.expression_count);
    assert_string_equal(vrm_motion_take_name(part, 0), vrm_motion_take_name(motion, 0));
    assert_null(vrm_motion_capture(part));
    vrm_Skeleton a = vrm_motion_skeleton(part), b = vrm_motion_skeleton(motion);
    assert_memory_equal(a.positions, b.positions, sizeof a.positions);
    for (int i = 0; i < 8; i++) {
        vrm_FitDef fit = vrm_default_fit_def();
        fit.feet = i & 1 ? VRM_FEET_HOLD : VRM_FEET_AUTO;
        fit.fps = i & 2 ? 24.0 : 0.0;
        fit.root_motion = i & 4 ? VRM_ROOT_MOTION_REMOVE : VRM_ROOT_MOTION_KEEP;
        assert_int_equal(vrm_motion_animation(part, i & 1 ? rig : NULL, &fit, &report, &model),
                         VRM_OK);
        assert_int_equal(report.is_fitted, (i & 5) != 0);
        assert_true(report.stats.frames > 10 && report.stats.seconds > 0.0f);
        vrm_model_destroy(model);
    }
    vrm_motion_destroy(part);
    vrm_motion_destroy(motion);
    vrm_rig_destroy(rig);
    vrm_model_destroy(avatar);
    scene_bytes_free(&bytes);
}

/* ---- Wrong input ---- */

/* */
static void wrong_times_and_factors_are_refused(void** state) {
    (void)state;
    Dice dice = {19};
    vrm_Motion *motion = edits_random_motion(&dice), *out = motion;
    const double bad_factors[] = {0.0, -1.0, 1e9, 1e-9, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad_factors / sizeof *bad_factors; i++) {
        assert_int_equal(vrm_motion_speed(motion, bad_factors[i], NULL, &out), VRM_ERR_ARGUMENT);
        assert_null(out);
    }
    const double bad_times[][2] = {{-1.0, 1.0}, {(double)NAN, 1.0}, {0.0, (double)NAN}};
    for (size_t i = 0; i < sizeof bad_times / sizeof *bad_times; i++)
        assert_int_equal(vrm_motion_cut(motion, bad_times[i][0], bad_times[i][1], NULL, &out),
                         VRM_ERR_ARGUMENT);
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_MotionEditDef def = vrm_default_motion_edit_def();
    def.report = report;
    assert_int_equal(vrm_motion_cut(motion, 1e6, 2e6, &def, &out), VRM_ERR_INVALID);
    assert_int_equal(vrm_motion_cut(motion, 0.5, 0.1, &def, &out), VRM_ERR_INVALID);
    assert_int_equal(vrm_report_count(report), 2);
    assert_string_equal(vrm_report_get(report, 0).code, "MOTION_EDIT_EMPTY");
    def.max_bytes = 1000;
    assert_int_equal(vrm_motion_mirror(motion, &def, &out), VRM_ERR_LIMIT);
    def.def_size = 3;
    assert_int_equal(vrm_motion_reverse(motion, &def, &out), VRM_ERR_DEF);
    const float bad_angles[] = {0.0f, -1.0f, 91.0f, NAN};
    for (size_t i = 0; i < sizeof bad_angles / sizeof *bad_angles; i++)
        assert_int_equal(vrm_motion_trim_rest(motion, bad_angles[i], NULL, NULL, &out),
                         VRM_ERR_ARGUMENT);
    vrm_report_destroy(report);
    vrm_motion_destroy(motion);
}

static void expect_too_large(vrm_Report* report, vrm_Result result) {
    assert_int_equal(result, VRM_ERR_LIMIT);
    assert_int_equal(vrm_report_count(report), 1);
    assert_string_equal(vrm_report_get(report, 0).code, "MOTION_TOO_LARGE");
    assert_non_null(strstr(vrm_report_get(report, 0).message, "3000 bytes"));
    vrm_report_clear(report);
}

/* */
static void frames_beyond_the_limit_are_named(void** state) {
    (void)state;
    Dice dice = {41};
    const uint64_t most = 3000;
    vrm_Report* report = NULL;
    double time_s;
    vrm_Model* model = NULL;
    vrm_Motion *motion = edits_random_motion(&dice), *out = NULL;
    vrm_Motion* frames = speed(motion, 1.0); /* edited before: the result exceeds the limit */
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_MotionEditDef edit = vrm_default_motion_edit_def();
    vrm_MotionSmoothDef smooth = vrm_default_motion_smooth_def();
    vrm_MotionJoinDef join = vrm_default_motion_join_def();
    vrm_MotionLayerDef layer = vrm_default_motion_layer_def();
    vrm_FitDef fit = vrm_default_fit_def();
    edit.report = smooth.report = join.report = layer.report = fit.report = report;
    edit.max_bytes = smooth.max_bytes = join.max_bytes = layer.max_bytes = fit.max_bytes = most;
    for (int i = 0; i < 2; i++) {
        const vrm_Motion* m = i == 0 ? motion : frames;
        expect_too_large(report, vrm_motion_cut(m, 0.0, 1e9, &edit, &out));
        expect_too_large(report, vrm_motion_mirror(m, &edit, &out));
        expect_too_large(report, vrm_motion_speed(m, 2.0, &edit, &out));
        expect_too_large(report, vrm_motion_reverse(m, &edit, &out));
        expect_too_large(report, vrm_motion_trim_rest(m, 12.0f, &edit, NULL, &out));
        expect_too_large(report, vrm_motion_smooth(m, &smooth, NULL, &out));
        expect_too_large(report, vrm_motion_join(m, m, &join, NULL, &out));
        expect_too_large(report, vrm_motion_layer(m, m, &layer, &out));
        expect_too_large(report, vrm_motion_animation(m, NULL, &fit, NULL, &model));
    }
    expect_too_large(report, vrm_motion_frame_time(motion, 3.0, &edit, &time_s));
    vrm_motion_destroy(frames);
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
}

/* */
static void motion_of_nodes_is_not_edited(void** state) {
    (void)state;
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"chair\"}],\"scenes\":[{\"nodes\":["
        "0]}],\"buffers\":[{\"byteLength\":40,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAgD8AAAAAAAAAAA==\"}],\"bufferViews\":[{\"buffer\":"
        "0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],"
        "\"max\":[1]},{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],"
        "\"animations\":[{\"name\":\"turn\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":"
        "["
        "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}]}]}";
    vrm_Motion *motion = NULL, *out = NULL;
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_motion_load(gltf, sizeof gltf - 1, NULL, &motion), VRM_OK);
    assert_int_equal(vrm_motion_info(motion).kind, VRM_MOTION_NODES);
    vrm_MotionEditDef def = vrm_default_motion_edit_def();
    def.report = report;
    assert_int_equal(vrm_motion_mirror(motion, &def, &out), VRM_ERR_INVALID);
    assert_string_equal(vrm_report_get(report, 0).code, "MOTION_EDIT_NODES");
    vrm_report_destroy(report);
    vrm_motion_destroy(motion);
}

static vrm_Result edit_all(const vrm_Allocator* allocator, void* ctx) {
    vrm_MotionEditDef def = vrm_default_motion_edit_def();
    def.allocator = *allocator;
    vrm_Motion *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_motion_cut(ctx, 0.1, 0.4, &def, &a);
    if (result == VRM_OK) result = vrm_motion_mirror(a, &def, &b);
    if (result == VRM_OK) result = vrm_motion_reverse(b, &def, &c);
    if (result == VRM_OK) result = vrm_motion_speed(c, 2.0, &def, &d);
    if (result == VRM_OK) result = vrm_motion_trim_rest(d, 12.0f, &def, NULL, &e);
    vrm_FitDef fit = vrm_default_fit_def();
    fit.allocator = *allocator;
    if (result == VRM_OK) result = vrm_motion_animation(e, NULL, &fit, NULL, &model);
    vrm_model_destroy(model);
    vrm_Motion* all[] = {a, b, c, d, e};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) vrm_motion_destroy(all[i]);
    return result;
}

/* */
static void every_allocation_of_an_edit_may_fail(void** state) {
    (void)state;
    Dice dice = {23};
    vrm_Motion* motion = edits_random_motion(&dice);
    assert_true(test_every_allocation_failing(edit_all, motion) > 20);
    vrm_motion_destroy(motion);
}

/* ---- Real motions ---- */

static void check_real(const TestBytes* bytes, const char* path) {
    vrm_Motion* motion = NULL;
    (void)path;
    if (vrm_motion_load(bytes->data, bytes->size, NULL, &motion) != VRM_OK) return;
    if (vrm_motion_info(motion).kind != VRM_MOTION_NODES) check_laws(motion);
    vrm_motion_destroy(motion);
}

/* */
static void edits_of_real_motions_obey_their_laws(void** state) {
    (void)state;
    corpus_each("vrma", ".vrma", check_real);
    corpus_each("motion-import/gene", ".vmd", check_real);
    corpus_each("motion-import/ufbx", ".fbx", check_real);
    corpus_each("motion-import/rocketbox", ".fbx", check_real);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_of_random_motions_obey_their_laws),
        cmocka_unit_test(edits_commute_whatever_their_numbers),
        cmocka_unit_test(mirror_of_joined_and_layered_motions_is_that_of_their_parts),
        cmocka_unit_test(cut_motion_is_the_part_between_its_times),
        cmocka_unit_test(pose_cut_out_of_a_walk_keeps_its_feet),
        cmocka_unit_test(loop_of_a_pose_is_a_warning),
        cmocka_unit_test(frame_times_are_those_that_edits_sample),
        cmocka_unit_test(reversed_motion_plays_backwards),
        cmocka_unit_test(mirror_swaps_bones_faces_gaze_and_way),
        cmocka_unit_test(t_pose_is_trimmed_from_both_ends),
        cmocka_unit_test(edited_motion_works_with_every_function),
        cmocka_unit_test(wrong_times_and_factors_are_refused),
        cmocka_unit_test(frames_beyond_the_limit_are_named),
        cmocka_unit_test(motion_of_nodes_is_not_edited),
        cmocka_unit_test(every_allocation_of_an_edit_may_fail),
        cmocka_unit_test(edits_of_real_motions_obey_their_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
