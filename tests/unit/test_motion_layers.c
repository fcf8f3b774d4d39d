/* SPDX-License-Identifier: MIT */
/* Edits of two motions, and smoothing: laws that hold for every motion. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/edits.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 12 };

static vrm_Motion* join(const vrm_Motion* a, const vrm_Motion* b, double blend,
                        vrm_MotionJoinReport* report) {
    vrm_Motion* out = NULL;
    vrm_MotionJoinDef def = vrm_default_motion_join_def();
    def.blend_s = blend;
    assert_int_equal(vrm_motion_join(a, b, &def, report, &out), VRM_OK);
    return out;
}

static vrm_Motion* layered(const vrm_Motion* base, const vrm_Motion* layer,
                           const vrm_MotionLayerDef* def) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_layer(base, layer, def, &out), VRM_OK);
    return out;
}

static vrm_Motion* smoothed(const vrm_Motion* motion, vrm_MotionSmoothReport* report) {
    vrm_Motion* out = NULL;
    assert_int_equal(vrm_motion_smooth(motion, NULL, report, &out), VRM_OK);
    return out;
}

/* ---- Join ---- */

static void check_cut_and_join(const vrm_Motion* motion, double at) {
    vrm_Motion *a = NULL, *b = NULL;
    assert_int_equal(vrm_motion_cut(motion, 0.0, at, NULL, &a), VRM_OK);
    assert_int_equal(vrm_motion_cut(motion, at, 1e9, NULL, &b), VRM_OK);
    vrm_Motion* again = join(a, b, 0.0, NULL);
    edits_check_same(motion, again);
    vrm_motion_destroy(again);
    vrm_motion_destroy(b);
    vrm_motion_destroy(a);
}

/* */
static void cut_and_joined_motion_is_what_it_was(void** state) {
    (void)state;
    Dice dice = {29};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion* motion = edits_random_motion(&dice);
        check_cut_and_join(motion, (double)roll(&dice, 0.2f, 0.8f));
        vrm_motion_destroy(motion);
    }
}

/* Largest speed along the ground (m/s), in metres of a person whose hips are 1 m high, and largest
 * angle between frames of 1/120 s. */
static void measure(const vrm_Motion* motion, double* out_speed, double* out_degrees) {
    vrm_Clip* clip = edits_clip_of(motion);
    vrm_ClipSample before, now;
    double scale = 1.0 / (double)vrm_clip_hips_height(clip);
    int frames = (int)(vrm_motion_info(motion).seconds * 120.0);
    *out_speed = *out_degrees = 0.0;
    for (int f = 0; f < frames; f++) {
        vrm_clip_sample(clip, (float)f / 120.0f, &now);
        if (f > 0) {
            double x = (double)(now.pose.hips_offset.x - before.pose.hips_offset.x);
            double z = (double)(now.pose.hips_offset.z - before.pose.hips_offset.z);
            double speed = 120.0 * scale * sqrt(x * x + z * z);
            if (speed > *out_speed) *out_speed = speed;
            for (int b = 0; b < VRM_BONE_COUNT; b++) {
                double angle = edits_degrees(before.pose.rotations[b], now.pose.rotations[b]);
                if (angle > *out_degrees) *out_degrees = angle;
            }
        }
        before = now;
    }
    vrm_clip_destroy(clip);
}

/* */
static void joined_motions_do_not_jump(void** state) {
    (void)state;
    Dice dice = {31};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion *a = edits_random_motion(&dice), *b = edits_random_motion(&dice);
        double speeds[3], steps[3], blend = (double)roll(&dice, 0.3f, 0.9f);
        vrm_MotionJoinReport report;
        vrm_Motion* made = join(a, b, blend, &report);
        measure(a, &speeds[0], &steps[0]);
        measure(b, &speeds[1], &steps[1]);
        measure(made, &speeds[2], &steps[2]);
        double speed = speeds[0] > speeds[1] ? speeds[0] : speeds[1];
        double step = steps[0] > steps[1] ? steps[0] : steps[1];
        assert_true(speeds[2] <= 1.02 * speed + 0.001);
        /* Crossing from one pose to the other takes a part of the cross-fade with each frame. */
        assert_true(steps[2] <= step + 1.6 * 180.0 / (120.0 * blend));
        assert_float_equal(vrm_motion_info(made).seconds,
                           vrm_motion_info(a).seconds + vrm_motion_info(b).seconds -
                               report.blend_s - report.skipped_s,
                           1e-4);
        vrm_motion_destroy(made);
        vrm_motion_destroy(b);
        vrm_motion_destroy(a);
    }
}

/* */
static void joined_motion_begins_and_ends_as_its_parts(void** state) {
    (void)state;
    Dice dice = {37};
    vrm_MotionJoinReport report;
    vrm_Motion *a = edits_random_motion(&dice), *b = edits_random_motion(&dice), *part = NULL;
    vrm_Motion* made = join(a, b, 0.4, &report);
    assert_int_equal(vrm_motion_cut(made, 0.0, report.start_s, NULL, &part), VRM_OK);
    vrm_Clip *whole = edits_clip_of(a), *clip = edits_clip_of(part);
    for (int i = 0; i <= 20; i++) {
        vrm_ClipSample one, other;
        float time = (float)report.start_s * (float)i / 20.0f;
        vrm_clip_sample(whole, time, &one);
        vrm_clip_sample(clip, time, &other);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
            assert_true(edits_degrees(one.pose.rotations[bone], other.pose.rotations[bone]) < 0.05);
    }
    vrm_clip_destroy(whole);
    vrm_clip_destroy(clip);
    whole = edits_clip_of(b);
    clip = edits_clip_of(made);
    float end = vrm_clip_duration(clip), length = vrm_clip_duration(whole);
    for (int i = 0; i <= 10; i++) { /* all but the hips, which were turned */
        vrm_ClipSample one, other;
        float back = 0.05f * (float)i;
        vrm_clip_sample(whole, length - back, &one);
        vrm_clip_sample(clip, end - back, &other);
        for (int bone = VRM_BONE_HIPS + 1; bone < VRM_BONE_COUNT; bone++)
            assert_true(edits_degrees(one.pose.rotations[bone], other.pose.rotations[bone]) < 0.05);
        assert_float_equal(edits_weight(whole, "happy", length - back),
                           edits_weight(clip, "happy", end - back), 1e-3);
    }
    vrm_clip_destroy(whole);
    vrm_clip_destroy(clip);
    vrm_motion_destroy(part);
    vrm_motion_destroy(made);
    vrm_motion_destroy(b);
    vrm_motion_destroy(a);
}

/* A walk in place from a phase of its cycle of 1 s. */
static vrm_Motion* walk_from(float phase) {
    vrm_Recorder* recorder = NULL;
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    for (int f = 0; f <= 90; f++) {
        float swing = 0.25f * sinf(6.2831853f * ((float)f / 30.0f + phase));
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_LEFT_UPPER_LEG] = (vrm_Quat){sinf(swing), 0.0f, 0.0f, cosf(swing)};
        pose.rotations[VRM_BONE_RIGHT_UPPER_LEG] =
            (vrm_Quat){-sinf(swing), 0.0f, 0.0f, cosf(swing)};
        assert_int_equal(vrm_recorder_add_frame(recorder, f / 30.0, &pose), VRM_OK);
    }
    return edits_motion_of(recorder);
}

/* */
static void steps_of_joined_walks_match(void** state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        vrm_MotionJoinReport report;
        vrm_Motion *a = walk_from(0.0f), *b = walk_from((float)i / 8.0f);
        vrm_Motion* made = join(a, b, 0.3, &report);
        /* At the seam the first is at phase 2.7; the second must be there too. */
        double phase = report.skipped_s + i / 8.0 - 0.7;
        assert_true(report.both_walk);
        assert_float_equal(phase - floor(phase + 0.5), 0.0, 0.02);
        vrm_motion_destroy(made);
        vrm_motion_destroy(b);
        vrm_motion_destroy(a);
    }
}

/* ---- Layers ---- */

/* */
static void layer_of_no_weight_is_the_base_and_of_full_weight_the_layer(void** state) {
    (void)state;
    Dice dice = {41};
    for (int i = 0; i < ROUNDS; i++) {
        vrm_Motion *base = edits_random_motion(&dice), *layer = edits_random_motion(&dice);
        vrm_MotionLayerDef def = vrm_default_motion_layer_def();
        def.weight = 0.0f;
        vrm_Motion* without = layered(base, layer, &def);
        edits_check_same(base, without);
        def.weight = 1.0f;
        def.extends = true;
        vrm_Motion* still = NULL; /* moves nothing that the layer does not move */
        assert_int_equal(vrm_motion_cut(layer, 0.0, 0.0, NULL, &still), VRM_OK);
        vrm_Motion* full = layered(still, layer, &def);
        edits_check_same(layer, full);
        vrm_Motion* all[] = {base, layer, without, still, full};
        for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
    }
}

/* */
static void layer_moves_its_part_alone(void** state) {
    (void)state;
    Dice dice = {43};
    vrm_Motion *base = edits_random_motion(&dice), *layer = edits_random_motion(&dice);
    int32_t parts = 0;
    for (; vrm_motion_part_name(parts)[0] != '\0'; parts++) {
        vrm_MotionLayerDef def = vrm_default_motion_layer_def();
        assert_true(vrm_motion_part(vrm_motion_part_name(parts), &def.part));
        vrm_Motion* made = layered(base, layer, &def);
        vrm_Clip *a = edits_clip_of(base), *b = edits_clip_of(layer), *c = edits_clip_of(made);
        vrm_ClipSample from, over, now;
        float time = 0.5f;
        vrm_clip_sample(a, time, &from);
        vrm_clip_sample(b, time, &over);
        vrm_clip_sample(c, time, &now);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
            bool is_moved = (def.part.bones & over.bones) >> bone & 1;
            const vrm_ClipSample* expected = is_moved ? &over : &from;
            assert_true(edits_degrees(now.pose.rotations[bone], expected->pose.rotations[bone]) <
                        0.3);
        }
        const vrm_Clip* face = def.part.expressions ? b : a;
        assert_float_equal(edits_weight(c, "happy", time), edits_weight(face, "happy", time), 0.01);
        vrm_clip_destroy(a);
        vrm_clip_destroy(b);
        vrm_clip_destroy(c);
        vrm_motion_destroy(made);
    }
    assert_int_equal(parts, 11);
    vrm_motion_destroy(layer);
    vrm_motion_destroy(base);
}

#define BIT(bone) ((uint64_t)1 << (bone))

/* */
static void parts_have_the_bones_of_their_names(void** state) {
    (void)state;
    vrm_MotionPart all, upper, lower, arms, left, right, hands, legs, spine, head, face;
    assert_true(vrm_motion_part("all", &all) && vrm_motion_part("upper-body", &upper));
    assert_true(vrm_motion_part("lower-body", &lower) && vrm_motion_part("arms", &arms));
    assert_true(vrm_motion_part("left-arm", &left) && vrm_motion_part("right-arm", &right));
    assert_true(vrm_motion_part("hands", &hands) && vrm_motion_part("legs", &legs));
    assert_true(vrm_motion_part("spine", &spine) && vrm_motion_part("head", &head));
    assert_true(vrm_motion_part("face", &face));
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        const char* name = vrm_bone_name((vrm_Bone)b);
        bool is_left = strncmp(name, "left", 4) == 0, is_right = strncmp(name, "right", 5) == 0;
        bool is_leg = strstr(name, "Leg") != NULL || strstr(name, "Foot") != NULL ||
                      strstr(name, "Toes") != NULL;
        bool is_eye = strstr(name, "Eye") != NULL, is_limb = is_left || is_right;
        bool is_arm = is_limb && !is_leg && !is_eye;
        bool is_hand = is_arm && strstr(name, "Shoulder") == NULL && strstr(name, "Arm") == NULL;
        assert_true((all.bones & BIT(b)) != 0);
        assert_int_equal((legs.bones & BIT(b)) != 0, is_leg);
        assert_int_equal((left.bones & BIT(b)) != 0, is_arm && is_left);
        assert_int_equal((right.bones & BIT(b)) != 0, is_arm && is_right);
        assert_int_equal((hands.bones & BIT(b)) != 0, is_hand);
        assert_int_equal((face.bones & BIT(b)) != 0, is_eye || b == VRM_BONE_JAW);
    }
    assert_true(spine.bones ==
                (BIT(VRM_BONE_SPINE) | BIT(VRM_BONE_CHEST) | BIT(VRM_BONE_UPPER_CHEST)));
    assert_true(head.bones == (BIT(VRM_BONE_NECK) | BIT(VRM_BONE_HEAD)));
    assert_true(arms.bones == (left.bones | right.bones));
    assert_true(lower.bones == (legs.bones | BIT(VRM_BONE_HIPS)));
    assert_true((upper.bones & lower.bones) == 0);
    assert_true((upper.bones | lower.bones) == BIT(VRM_BONE_COUNT) - 1);
    assert_true(all.position && lower.position && !upper.position && !legs.position);
    assert_true(all.gaze && all.expressions && face.gaze && face.expressions && !head.gaze);
}

static void parts_are_joined_by_plus(void** state) {
    (void)state;
    vrm_MotionPart a, b, both;
    for (int32_t i = 0; vrm_motion_part_name(i)[0] != '\0'; i++)
        for (int32_t j = 0; vrm_motion_part_name(j)[0] != '\0'; j++) {
            char text[64];
            assert_true(vrm_motion_part(vrm_motion_part_name(i), &a));
            assert_true(vrm_motion_part(vrm_motion_part_name(j), &b));
            snprintf(text, sizeof text, "%s+%s", vrm_motion_part_name(i), vrm_motion_part_name(j));
            assert_true(vrm_motion_part(text, &both));
            assert_true(both.bones == (a.bones | b.bones));
            assert_true(both.position == (a.position || b.position));
            assert_true(both.expressions == (a.expressions || b.expressions));
            assert_true(both.gaze == (a.gaze || b.gaze));
        }
    static const char* const wrong[] = {"",          "tail",       "Arms",     "arm",
                                        "arms ",     "+",          "arms+",    "+arms",
                                        "arms+tail", "arms++legs", "arms,legs"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(vrm_motion_part(wrong[i], &both));
        assert_true(both.bones == 0 && !both.position && !both.expressions && !both.gaze);
    }
    assert_string_equal(vrm_motion_part_name(-1), "");
    assert_string_equal(vrm_motion_part_name(INT32_MAX), "");
}

/* */
static void layer_fades_and_adds(void** state) {
    (void)state;
    Dice dice = {47};
    vrm_Motion *base = edits_random_motion(&dice), *still = NULL, *pose = NULL;
    assert_int_equal(vrm_motion_cut(base, 0.0, 0.6, NULL, &still), VRM_OK);
    vrm_MotionLayerDef def = vrm_default_motion_layer_def();
    def.offset_s = 0.2;
    def.fade_in_s = def.fade_out_s = 0.1;
    vrm_Motion* made = layered(base, still, &def);
    vrm_Clip *a = edits_clip_of(base), *b = edits_clip_of(made);
    for (int i = 0; i < 2; i++) { /* before the layer and after it */
        vrm_ClipSample from, now;
        float time = i == 0 ? 0.15f : 0.9f;
        vrm_clip_sample(a, time, &from);
        vrm_clip_sample(b, time, &now);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
            assert_true(edits_degrees(now.pose.rotations[bone], from.pose.rotations[bone]) < 0.3);
    }
    vrm_clip_destroy(a);
    vrm_clip_destroy(b);
    /* A pose differs from its first frame by nothing: added, it changes nothing. */
    assert_int_equal(vrm_motion_cut(still, 0.3, 0.3, NULL, &pose), VRM_OK);
    def = vrm_default_motion_layer_def();
    def.is_additive = true;
    vrm_Motion* same = layered(base, pose, &def);
    edits_check_same(base, same);
    vrm_Motion* all[] = {base, still, made, pose, same};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
}

/* ---- Smooth ---- */

/* */
static void smooth_motion_stays_and_a_spike_goes(void** state) {
    (void)state;
    vrm_Motion* motions[2];
    for (int k = 0; k < 2; k++) { /* without and with spikes of 1 and 3 frames */
        vrm_Recorder* recorder = NULL;
        vrm_RecorderDef def = vrm_default_recorder_def();
        def.bones = 1u << VRM_BONE_HEAD | 1u << VRM_BONE_SPINE;
        def.tolerance_degrees = def.tolerance_metres = 0.0f;
        assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
        for (int f = 0; f < 120; f++) {
            vrm_Pose pose = vrm_pose_rest();
            float turn = 0.3f * sinf((float)f / 10.0f);
            if (k == 1 && (f == 40 || (f >= 70 && f < 73))) turn += 0.6f;
            pose.rotations[VRM_BONE_HEAD] = (vrm_Quat){0.0f, sinf(turn), 0.0f, cosf(turn)};
            pose.hips_offset.x = 0.01f * (float)f + (k == 1 && f == 90 ? 0.4f : 0.0f);
            assert_int_equal(vrm_recorder_add_frame(recorder, f / 60.0, &pose), VRM_OK);
        }
        motions[k] = edits_motion_of(recorder);
    }
    vrm_MotionSmoothReport calm, report;
    vrm_Motion *same = smoothed(motions[0], &calm), *cured = smoothed(motions[1], &report);
    assert_int_equal(calm.spikes, 0);
    assert_true(calm.largest_degrees < 0.2f && calm.mean_degrees < 0.05f);
    assert_int_equal(report.spikes, 3);
    assert_true(report.largest_degrees <= 5.0f);
    vrm_Clip *a = edits_clip_of(motions[0]), *b = edits_clip_of(cured);
    for (int f = 0; f < 120; f++) {
        vrm_ClipSample one, other;
        vrm_clip_sample(a, (float)f / 60.0f, &one);
        vrm_clip_sample(b, (float)f / 60.0f, &other);
        assert_true(edits_degrees(one.pose.rotations[VRM_BONE_HEAD],
                                  other.pose.rotations[VRM_BONE_HEAD]) < 2.0);
        assert_float_equal(one.pose.hips_offset.x, other.pose.hips_offset.x, 0.01);
    }
    vrm_clip_destroy(a);
    vrm_clip_destroy(b);
    vrm_Motion* all[] = {motions[0], motions[1], same, cured};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++) vrm_motion_destroy(all[m]);
}

/* */
static void filter_without_room_changes_nothing_and_else_tells_the_hips(void** state) {
    (void)state;
    Dice dice = {59};
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef record = vrm_default_recorder_def();
    record.tolerance_degrees = record.tolerance_metres = 0.0f;
    assert_int_equal(vrm_recorder_create(&record, &recorder), VRM_OK);
    for (int f = 0; f < 200; f++) { /* jitter, and a spike of each */
        vrm_Pose pose = vrm_pose_rest();
        float turn = f == 80 ? 0.9f : roll(&dice, -0.08f, 0.08f);
        pose.rotations[VRM_BONE_HEAD] = (vrm_Quat){0.0f, sinf(turn), 0.0f, cosf(turn)};
        pose.hips_offset.y = f == 90 ? 0.5f : roll(&dice, -0.03f, 0.03f);
        assert_int_equal(vrm_recorder_add_frame(recorder, f / 60.0, &pose), VRM_OK);
    }
    vrm_Motion *motion = edits_motion_of(recorder), *made = NULL;
    vrm_MotionSmoothDef def = vrm_default_motion_smooth_def();
    vrm_MotionSmoothReport report;
    assert_int_equal(vrm_motion_smooth(motion, &def, &report, &made), VRM_OK);
    assert_float_equal(report.largest_metres, 0.02f, 1e-6);
    vrm_motion_destroy(made);
    def.max_degrees = def.max_metres = 0.0f;
    def.keeps_spikes = true;
    assert_int_equal(vrm_motion_smooth(motion, &def, &report, &made), VRM_OK);
    assert_int_equal(report.spikes, 0);
    assert_float_equal(report.largest_degrees, 0.0f, 0.0f);
    assert_float_equal(report.largest_metres, 0.0f, 0.0f);
    vrm_Clip *a = edits_clip_of(motion), *b = edits_clip_of(made);
    for (int f = 0; f < 200; f++) {
        vrm_ClipSample one, other;
        vrm_clip_sample(a, (float)f / 60.0f, &one);
        vrm_clip_sample(b, (float)f / 60.0f, &other);
        assert_true(edits_degrees(one.pose.rotations[VRM_BONE_HEAD],
                                  other.pose.rotations[VRM_BONE_HEAD]) < 1e-3);
        assert_float_equal(one.pose.hips_offset.y, other.pose.hips_offset.y, 1e-6);
    }
    vrm_clip_destroy(a);
    vrm_clip_destroy(b);
    vrm_motion_destroy(made);
    vrm_motion_destroy(motion);
}

/* */
static void filter_stays_within_its_bound(void** state) {
    (void)state;
    Dice dice = {53};
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef record = vrm_default_recorder_def();
    record.tolerance_degrees = 0.0f;
    assert_int_equal(vrm_recorder_create(&record, &recorder), VRM_OK);
    for (int f = 0; f < 200; f++) { /* jitter */
        vrm_Pose pose = vrm_pose_rest();
        float turn = roll(&dice, -0.08f, 0.08f);
        pose.rotations[VRM_BONE_HEAD] = (vrm_Quat){0.0f, sinf(turn), 0.0f, cosf(turn)};
        assert_int_equal(vrm_recorder_add_frame(recorder, f / 60.0, &pose), VRM_OK);
    }
    vrm_Motion *motion = edits_motion_of(recorder), *made = NULL;
    vrm_MotionSmoothDef def = vrm_default_motion_smooth_def();
    vrm_MotionSmoothReport report;
    def.max_degrees = 1.5f;
    assert_int_equal(vrm_motion_smooth(motion, &def, &report, &made), VRM_OK);
    assert_float_equal(report.largest_degrees, 1.5f, 0.001);
    assert_int_equal(report.largest_bone, VRM_BONE_HEAD);
    vrm_Clip *a = edits_clip_of(motion), *b = edits_clip_of(made);
    for (int f = 0; f < 200; f++) {
        vrm_ClipSample one, other;
        vrm_clip_sample(a, (float)f / 60.0f, &one);
        vrm_clip_sample(b, (float)f / 60.0f, &other);
        assert_true(edits_degrees(one.pose.rotations[VRM_BONE_HEAD],
                                  other.pose.rotations[VRM_BONE_HEAD]) < 1.52);
    }
    vrm_clip_destroy(a);
    vrm_clip_destroy(b);
    vrm_motion_destroy(made);
    vrm_motion_destroy(motion);
}

/* A bone that turns about an axis, with jitter, at frames of uneven length, or of even length that
 * changes now and then. */
enum { TURN_FRAMES = 150 };

typedef struct Turning {
    double times[TURN_FRAMES];
    double rotations[TURN_FRAMES][4];
} Turning;

/* The sign of each rotation is chance: it is the same rotation. */
static vrm_Motion* random_turning(Dice* dice, Turning* out) {
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.bones = 1u << VRM_BONE_HEAD;
    def.tolerance_degrees = def.tolerance_metres = 0.0f;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    float speed = roll(dice, 0.0f, 6.0f), speeding = roll(dice, 0.0f, 4.0f);
    double time = 0.0, step = 1.0 / 64.0;
    bool is_even = roll_int(dice, 2) == 0;
    for (int f = 0; f < TURN_FRAMES; f++) {
        vrm_Pose pose = vrm_pose_rest();
        float at = (float)time, tilt = roll(dice, -0.02f, 0.02f);
        float half = 0.5f * at * (speed + speeding * at) + roll(dice, -0.02f, 0.02f);
        float sign = roll_int(dice, 2) == 0 ? 1.0f : -1.0f;
        pose.rotations[VRM_BONE_HEAD] =
            (vrm_Quat){sign * sinf(tilt) * cosf(half), sign * cosf(tilt) * sinf(half),
                       sign * sinf(tilt) * sinf(half), sign * cosf(tilt) * cosf(half)};
        assert_int_equal(vrm_recorder_add_frame(recorder, time, &pose), VRM_OK);
        const float* q = &pose.rotations[VRM_BONE_HEAD].x;
        for (int c = 0; c < 4; c++) out->rotations[f][c] = (double)q[c];
        out->times[f] = time;
        if (roll_int(dice, 40) == 0) step = 1.0 / (double)(32 << roll_int(dice, 3)); /* exact */
        time += is_even ? step : (double)roll(dice, 0.5f, 1.5f) / 60.0;
    }
    return edits_motion_of(recorder);
}

static double dot4(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* The value at a frame of the parabola through the frames around it, by least squares with a
 * Gaussian window, solved by Gram-Schmidt on 1, x, x * x; by the definition and in no other way
 * like the library. */
static vrm_Quat filtered_turning(const Turning* turning, int at, double cutoff_hz) {
    const double width = 0.2355 / cutoff_hz;
    double bases[3][TURN_FRAMES], path[TURN_FRAMES][4], weights[TURN_FRAMES], sum[4] = {0.0};
    for (int f = 0; f < TURN_FRAMES; f++) {
        double x = (turning->times[f] - turning->times[at]) / width;
        bool is_near = fabs(x) <= 3.0 && f >= at - 48 && f <= at + 48;
        double sign = f > 0 && dot4(turning->rotations[f], path[f - 1]) < 0.0 ? -1.0 : 1.0;
        for (int c = 0; c < 4; c++) path[f][c] = sign * turning->rotations[f][c];
        weights[f] = is_near ? exp(-0.5 * x * x) : 0.0;
        for (int n = 0; n < 3; n++) bases[n][f] = pow(x, n);
    }
    for (int n = 0; n < 3; n++) {
        double square = 0.0, values[4] = {0.0};
        for (int m = 0; m < n; m++) { /* at right angles to the bases before it */
            double along = 0.0, length = 0.0;
            for (int f = 0; f < TURN_FRAMES; f++) {
                along += weights[f] * bases[n][f] * bases[m][f];
                length += weights[f] * bases[m][f] * bases[m][f];
            }
            for (int f = 0; f < TURN_FRAMES; f++) bases[n][f] -= along / length * bases[m][f];
        }
        for (int f = 0; f < TURN_FRAMES; f++) {
            square += weights[f] * bases[n][f] * bases[n][f];
            for (int c = 0; c < 4; c++) values[c] += weights[f] * bases[n][f] * path[f][c];
        }
        for (int c = 0; c < 4; c++) sum[c] += bases[n][at] * values[c] / square;
    }
    double length = sqrt(dot4(sum, sum));
    return (vrm_Quat){(float)(sum[0] / length), (float)(sum[1] / length), (float)(sum[2] / length),
                      (float)(sum[3] / length)};
}

/* Fast turns leave the hemisphere of a frame within its window. R-439 */
static void filter_is_the_parabola_through_the_frames_of_a_window(void** state) {
    (void)state;
    static Turning turning;
    Dice dice = {61};
    for (int i = 0; i < 4 * ROUNDS; i++) {
        vrm_MotionSmoothDef def = vrm_default_motion_smooth_def();
        vrm_MotionSmoothReport report;
        vrm_Motion *motion = random_turning(&dice, &turning), *made = NULL;
        def.cutoff_hz = roll(&dice, 0.4f, 8.0f);
        def.max_degrees = 360.0f;
        def.keeps_spikes = true;
        assert_int_equal(vrm_motion_smooth(motion, &def, &report, &made), VRM_OK);
        vrm_Clip* clip = edits_clip_of(made);
        double largest = 0.0, sum = 0.0;
        for (int f = 0; f < TURN_FRAMES; f++) {
            vrm_ClipSample sample;
            const double* own = turning.rotations[f];
            vrm_Quat expected = filtered_turning(&turning, f, (double)def.cutoff_hz);
            vrm_clip_sample(clip, (float)turning.times[f], &sample);
            double apart = edits_degrees(sample.pose.rotations[VRM_BONE_HEAD], expected);
            if (apart > 0.02) print_error("round %d frame %d: %g degrees\n", i, f, apart);
            assert_true(apart <= 0.02);
            double moved = edits_degrees(
                expected, (vrm_Quat){(float)own[0], (float)own[1], (float)own[2], (float)own[3]});
            if (moved > largest) largest = moved;
            sum += moved;
        }
        assert_float_equal(report.largest_degrees, largest, 0.01);
        assert_int_equal(report.largest_bone, VRM_BONE_HEAD);
        double bones = 0.0;
        for (uint64_t bits = vrm_motion_info(motion).bones; bits != 0; bits &= bits - 1) bones++;
        assert_float_equal(report.mean_degrees, sum / TURN_FRAMES / bones, 0.01);
        vrm_clip_destroy(clip);
        vrm_motion_destroy(made);
        vrm_motion_destroy(motion);
    }
}

/* ---- Wrong input ---- */

/* */
static void wrong_numbers_are_refused(void** state) {
    (void)state;
    Dice dice = {59};
    vrm_Motion *motion = edits_random_motion(&dice), *out = motion;
    const double bad[] = {-1.0, (double)NAN, (double)INFINITY, 1e12};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vrm_MotionJoinDef joins[] = {vrm_default_motion_join_def(), vrm_default_motion_join_def()};
        joins[0].blend_s = joins[1].phase_s = bad[i];
        for (int k = 0; k < 2; k++)
            assert_int_equal(vrm_motion_join(motion, motion, &joins[k], NULL, &out),
                             VRM_ERR_ARGUMENT);
        vrm_MotionLayerDef layers[4];
        for (int k = 0; k < 4; k++) layers[k] = vrm_default_motion_layer_def();
        layers[0].weight = (float)bad[i];
        layers[1].offset_s = layers[2].fade_in_s = layers[3].fade_out_s = bad[i];
        for (int k = 0; k < 4; k++)
            assert_int_equal(vrm_motion_layer(motion, motion, &layers[k], &out), VRM_ERR_ARGUMENT);
        vrm_MotionSmoothDef smooths[3];
        for (int k = 0; k < 3; k++) smooths[k] = vrm_default_motion_smooth_def();
        smooths[0].cutoff_hz = smooths[1].max_degrees = smooths[2].max_metres = (float)bad[i];
        for (int k = 0; k < 3; k++)
            assert_int_equal(vrm_motion_smooth(motion, &smooths[k], NULL, &out), VRM_ERR_ARGUMENT);
        assert_null(out);
    }
    vrm_motion_destroy(motion);
}

static vrm_Result edit_all(const vrm_Allocator* allocator, void* ctx) {
    vrm_MotionJoinDef joining = vrm_default_motion_join_def();
    vrm_MotionLayerDef layering = vrm_default_motion_layer_def();
    vrm_MotionSmoothDef smoothing = vrm_default_motion_smooth_def();
    joining.allocator = layering.allocator = smoothing.allocator = *allocator;
    layering.weight = 0.5f;
    vrm_Motion *a = NULL, *b = NULL, *c = NULL;
    vrm_Result result = vrm_motion_join(ctx, ctx, &joining, NULL, &a);
    if (result == VRM_OK) result = vrm_motion_layer(a, ctx, &layering, &b);
    if (result == VRM_OK) result = vrm_motion_smooth(b, &smoothing, NULL, &c);
    vrm_motion_destroy(a);
    vrm_motion_destroy(b);
    vrm_motion_destroy(c);
    return result;
}

/* */
static void every_allocation_may_fail(void** state) {
    (void)state;
    Dice dice = {61};
    vrm_Motion* motion = edits_random_motion(&dice);
    assert_true(test_every_allocation_failing(edit_all, motion) > 20);
    vrm_motion_destroy(motion);
}

/* ---- Real motions ---- */

static void check_real(const TestBytes* bytes, const char* path) {
    vrm_Motion* motion = NULL;
    (void)path;
    if (vrm_motion_load(bytes->data, bytes->size, NULL, &motion) != VRM_OK) return;
    if (vrm_motion_info(motion).kind != VRM_MOTION_NODES) {
        vrm_MotionSmoothReport report;
        vrm_MotionLayerDef def = vrm_default_motion_layer_def();
        check_cut_and_join(motion, 0.4 * vrm_motion_info(motion).seconds);
        def.weight = 0.0f;
        vrm_Motion *made = smoothed(motion, &report), *same = layered(motion, made, &def);
        edits_check_same(motion, same);
        assert_true(report.largest_degrees <= 5.001f);
        vrm_motion_destroy(same);
        vrm_motion_destroy(made);
    }
    vrm_motion_destroy(motion);
}

/* */
static void laws_hold_for_real_motions(void** state) {
    (void)state;
    corpus_each("vrma", ".vrma", check_real);
    corpus_each("motion-import/gene", ".vmd", check_real);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_and_joined_motion_is_what_it_was),
        cmocka_unit_test(joined_motions_do_not_jump),
        cmocka_unit_test(joined_motion_begins_and_ends_as_its_parts),
        cmocka_unit_test(steps_of_joined_walks_match),
        cmocka_unit_test(layer_of_no_weight_is_the_base_and_of_full_weight_the_layer),
        cmocka_unit_test(layer_moves_its_part_alone),
        cmocka_unit_test(parts_have_the_bones_of_their_names),
        cmocka_unit_test(parts_are_joined_by_plus),
        cmocka_unit_test(layer_fades_and_adds),
        cmocka_unit_test(smooth_motion_stays_and_a_spike_goes),
        cmocka_unit_test(filter_without_room_changes_nothing_and_else_tells_the_hips),
        cmocka_unit_test(filter_stays_within_its_bound),
        cmocka_unit_test(filter_is_the_parabola_through_the_frames_of_a_window),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(laws_hold_for_real_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
