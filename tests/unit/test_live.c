/* SPDX-License-Identifier: MIT */
/* One avatar moved by several sources: priorities, what is lost and found, times and clocks,
 * mirroring, calibration, and what an actor has beneath. */
#include "base/maths.h"
#include "motion/live/sides.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <math.h>

enum { BONES = VRM_BONE_COUNT, SHAPES = VRM_FACE_SHAPE_COUNT };

#define BIT(b) ((uint64_t)1 << (b))

static const uint64_t all_shapes = BIT(SHAPES) - 1;

/* Two eyes that close: each changes a colour, so that a face finds an effect. */
#define EYE(material)                                                                              \
    "{\"materialColorBinds\":[{\"material\":" #material                                            \
    ",\"type\":\"color\",\"targetValue\":[1,0,0,1]}]}"

static TestRun run_of(void) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.materials = "[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0,0,0,1]}},"
                       "{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0,0,0,1]}}]";
    avatar.expressions =
        "{\"preset\":{\"happy\":{},\"aa\":{},\"blinkLeft\":" EYE(0) ",\"blinkRight\":" EYE(1) "}}";
    return test_run(&avatar);
}

static vrm_Live* live_of(const TestRun* run, const vrm_LiveDef* def) {
    vrm_Live* live = NULL;
    assert_int_equal(vrm_live_create(run->rig, def, &live), VRM_OK);
    return live;
}

/* Shows at once what is observed. */
static vrm_LiveDef at_once(void) {
    vrm_LiveDef def = vrm_default_live_def();
    def.ease_in_s = 0.0f;
    return def;
}

static vrm_LiveSourceDef unsmoothed(void) {
    vrm_LiveSourceDef def = vrm_default_live_source_def();
    def.min_cutoff_hz = 10000.0f;
    return def;
}

static int32_t add_unsmoothed(vrm_Live* live, int32_t priority) {
    vrm_LiveSourceDef def = unsmoothed();
    for (int p = 0; p < VRM_LIVE_PART_COUNT; p++) def.priorities[p] = priority;
    int32_t source = vrm_live_add_source(live, &def);
    assert_true(source >= 0);
    return source;
}

/* A head that turns to the side. */
typedef struct Nod {
    vrm_Quat rotations[BONES];
    vrm_LiveObservation seen;
} Nod;

static void nod(float degrees, Nod* out) {
    memset(out, 0, sizeof *out);
    out->rotations[VRM_BONE_HEAD] = test_turn(0, 1, 0, degrees);
    out->seen.bones = BIT(VRM_BONE_HEAD);
    out->seen.rotations = out->rotations;
}

static bool observe_nod(vrm_Live* live, int32_t source, float degrees, double time_s) {
    Nod head;
    nod(degrees, &head);
    return vrm_live_observe(live, source, &head.seen, time_s);
}

static bool observe_nod_sent(vrm_Live* live, int32_t source, float degrees, double sender_s,
                             double time_s) {
    Nod head;
    nod(degrees, &head);
    head.seen.has_sender_time = true;
    head.seen.sender_s = sender_s;
    return vrm_live_observe(live, source, &head.seen, time_s);
}

static vrm_Quat head_at(vrm_Live* live, double time_s) {
    assert_true(vrm_live_step(live, time_s));
    return vrm_live_pose(live, NULL).rotations[VRM_BONE_HEAD];
}

static float yaw_at(vrm_Live* live, double time_s) {
    vrm_Quat q = head_at(live, time_s);
    return 2.0f * atan2f(q.y, q.w) * 57.29578f;
}

/* ---- Follow ---- */

static void what_is_observed_is_shown(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    float shapes[SHAPES] = {0};
    shapes[VRM_FACE_SHAPE_JAW_OPEN] = 0.6f;
    vrm_LiveObservation seen = {.has_hips = true,
                                .hips_offset = {0.1f, 0.2f, 0.3f},
                                .shapes = BIT(VRM_FACE_SHAPE_JAW_OPEN),
                                .shape_weights = shapes,
                                .has_gaze = true,
                                .gaze_yaw = 10.0f,
                                .gaze_pitch = -5.0f};
    assert_true(vrm_live_observe(live, source, &seen, 1.0));
    assert_true(observe_nod(live, source, 30.0f, 1.0));
    test_same_rotation(head_at(live, 1.0), test_turn(0, 1, 0, 30), 1e-6f);
    vrm_Pose pose = vrm_live_pose(live, NULL);
    test_same_point(pose.hips_offset, (vrm_Vec3){0.1f, 0.2f, 0.3f}, 0.0f);
    assert_true(vrm_live_shapes(live)[VRM_FACE_SHAPE_JAW_OPEN] == 0.6f);
    assert_true(vrm_live_bones(live) == BIT(VRM_BONE_HEAD));
    assert_true(fabsf(vrm_live_gaze(live).x - 10.0f) < 1e-4f);
    assert_true(fabsf(vrm_live_gaze(live).y + 5.0f) < 1e-4f);
    assert_true(vrm_live_weight(live, VRM_LIVE_HEAD) == 1.0f);
    assert_true(vrm_live_weight(live, VRM_LIVE_LEFT_HAND) == 0.0f);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* No step is larger than the least jerk of the whole way allows: 1.875 times its mean speed. */
static void what_is_lost_is_held_and_then_eases_out(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    assert_true(observe_nod(live, source, 40.0f, 1.0));
    assert_true(fabsf(yaw_at(live, 1.499) - 40.0f) < 1e-3f);
    float last = 40.0f;
    for (double t = 1.5; t < 2.6; t += 0.01) {
        float yaw = yaw_at(live, t);
        assert_true(yaw <= last + 1e-3f && last - yaw < 40.0f * 0.01f * 1.9f);
        last = yaw;
    }
    assert_true(last == 0.0f && vrm_live_bones(live) == 0);
    /* Found again it is there at once, as ease_in_s says. */
    assert_true(observe_nod(live, source, -20.0f, 3.0));
    assert_true(fabsf(yaw_at(live, 3.0) + 20.0f) < 1e-3f);
    vrm_live_destroy(live);
    test_run_end(&run);
}

static void a_change_of_source_does_not_jump(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_Live* live = live_of(&run, NULL);
    int32_t low = add_unsmoothed(live, 1), high = add_unsmoothed(live, 2);
    double t = 0.0;
    for (; t < 1.0; t += 0.05) assert_true(observe_nod(live, low, 10.0f, t));
    assert_true(fabsf(yaw_at(live, t) - 10.0f) < 1e-3f);
    float last = 10.0f;
    for (; t < 4.0; t += 0.01) { /* the better source comes, and goes after a second */
        assert_true(observe_nod(live, low, 10.0f, t));
        if (t < 2.0) assert_true(observe_nod(live, high, 50.0f, t));
        float yaw = yaw_at(live, t);
        assert_true(fabsf(yaw - last) < 40.0f * 0.01f / 0.25f * 1.9f);
        if (t > 1.3 && t < 2.4) assert_true(fabsf(yaw - 50.0f) < 1e-2f);
        last = yaw;
    }
    assert_true(fabsf(last - 10.0f) < 1e-2f);
    vrm_live_destroy(live);
    test_run_end(&run);
}

static void a_negative_priority_moves_nothing(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_Live* live = live_of(&run, NULL);
    int32_t source = add_unsmoothed(live, -1);
    assert_true(observe_nod(live, source, 40.0f, 1.0));
    assert_true(vrm_live_step(live, 2.0) && vrm_live_bones(live) == 0);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* ---- A function of what arrived ---- */

typedef struct Arrival {
    int32_t source;
    double time_s, sender_s;
    uint64_t bones, shapes;
    vrm_Quat rotations[BONES];
    float weights[SHAPES], gaze[2];
    vrm_Vec3 hips;
    int extras; /* bits: hips, gaze, sender's time, root, an expression */
    vrm_LiveExpression expression;
} Arrival;

enum { ARRIVALS = 200, SOURCES = 3 };

static vrm_Quat any_turn(Dice* dice) {
    return vrmi_quat_normalize(
        (vrm_Quat){roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1)});
}

static void any_arrival(Dice* dice, double time_s, Arrival* out) {
    memset(out, 0, sizeof *out);
    out->source = roll_int(dice, SOURCES);
    out->time_s = time_s;
    out->sender_s = time_s - 100.0 * out->source - (double)roll(dice, 0.0f, 0.02f);
    out->extras = roll_int(dice, 32);
    for (int b = 0; b < BONES; b++) {
        out->rotations[b] = any_turn(dice);
        if (roll(dice, 0, 1) < 0.3f) out->bones |= BIT(b);
    }
    for (int s = 0; s < SHAPES; s++) {
        out->weights[s] = roll(dice, 0, 1);
        if (roll(dice, 0, 1) < 0.3f) out->shapes |= BIT(s);
    }
    out->gaze[0] = roll(dice, -30, 30);
    out->gaze[1] = roll(dice, -30, 30);
    out->hips = (vrm_Vec3){roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1)};
    out->expression = (vrm_LiveExpression){roll_int(dice, 4), roll(dice, 0, 1)};
}

static bool deliver(vrm_Live* live, const Arrival* a) {
    vrm_LiveObservation seen = {.bones = a->bones,
                                .rotations = a->rotations,
                                .shapes = a->shapes,
                                .shape_weights = a->weights,
                                .has_hips = (a->extras & 1) != 0,
                                .hips_offset = a->hips,
                                .has_gaze = (a->extras & 2) != 0,
                                .gaze_yaw = a->gaze[0],
                                .gaze_pitch = a->gaze[1],
                                .has_sender_time = (a->extras & 4) != 0,
                                .sender_s = a->sender_s,
                                .has_root = (a->extras & 8) != 0,
                                .root_position = a->hips,
                                .root_rotation = a->rotations[0],
                                .expressions = &a->expression,
                                .expression_count = a->extras >> 4 & 1};
    return vrm_live_observe(live, a->source, &seen, a->time_s);
}

static vrm_Live* any_live(const TestRun* run, Dice* dice) {
    vrm_Live* live = live_of(run, NULL);
    for (int s = 0; s < SOURCES; s++) {
        vrm_LiveSourceDef def = vrm_default_live_source_def();
        for (int p = 0; p < VRM_LIVE_PART_COUNT; p++) def.priorities[p] = roll_int(dice, 4) - 1;
        assert_int_equal(vrm_live_add_source(live, &def), s);
    }
    return live;
}

static void same_bits(vrm_Live* a, vrm_Live* b, double time_s) {
    assert_true(vrm_live_step(a, time_s) && vrm_live_step(b, time_s));
    vrm_Pose first = vrm_live_pose(a, NULL), second = vrm_live_pose(b, NULL);
    assert_memory_equal(&first, &second, sizeof first);
    assert_memory_equal(vrm_live_shapes(a), vrm_live_shapes(b), SHAPES * sizeof(float));
    vrm_Vec2 gaze = vrm_live_gaze(a), other = vrm_live_gaze(b);
    assert_memory_equal(&gaze, &other, sizeof gaze);
    for (int p = 0; p < VRM_LIVE_PART_COUNT; p++)
        assert_true(vrm_live_weight(a, (vrm_LivePart)p) == vrm_live_weight(b, (vrm_LivePart)p));
}

/* Gaps are long enough for parts to be lost and to ease out. */
static void the_frame_rate_changes_no_bit(void** state) {
    (void)state;
    TestRun run = run_of();
    for (uint64_t seed = 1; seed <= (TEST_IS_SANITIZED ? 5 : 40); seed++) {
        Dice dice = {seed}, twin = {seed};
        vrm_Live *a = any_live(&run, &dice), *b = any_live(&run, &twin);
        double t = 0.0;
        for (int i = 0; i < ARRIVALS; i++) {
            static Arrival arrival;
            double next = t + (roll(&dice, 0, 1) < 0.1f ? (double)roll(&dice, 0, 3) : 0.016);
            any_arrival(&dice, next, &arrival);
            for (; t < next; t += (double)roll(&dice, 0.001f, 0.3f))
                assert_true(vrm_live_step(b, t)); /* a has no frames at all */
            t = next;
            assert_int_equal(deliver(a, &arrival), deliver(b, &arrival));
            if (i % 7 == 0) same_bits(a, b, t);
        }
        same_bits(a, b, t + 0.7);
        vrm_live_destroy(a);
        vrm_live_destroy(b);
    }
    test_run_end(&run);
}

/* Each source shows bones and shapes of its own. */
static void the_order_of_different_sources_changes_no_bit(void** state) {
    (void)state;
    TestRun run = run_of();
    Dice dice = {7};
    vrm_Live *a = live_of(&run, NULL), *b = live_of(&run, NULL);
    for (int s = 0; s < SOURCES; s++) {
        assert_int_equal(vrm_live_add_source(a, NULL), s);
        assert_int_equal(vrm_live_add_source(b, NULL), s);
    }
    static Arrival arrivals[SOURCES];
    for (int i = 0; i < 100; i++) {
        double t = 0.02 * i;
        for (int s = 0; s < SOURCES; s++) {
            any_arrival(&dice, t, &arrivals[s]);
            uint64_t own = 0;
            for (int k = s; k < 64; k += SOURCES) own |= BIT(k);
            arrivals[s].source = s;
            arrivals[s].bones &= own;
            arrivals[s].shapes &= own;
            arrivals[s].extras &= s == 0 ? ~4 : 0;
        }
        for (int s = 0; s < SOURCES; s++) {
            (void)deliver(a, &arrivals[s]);
            (void)deliver(b, &arrivals[SOURCES - 1 - s]);
        }
        same_bits(a, b, t);
    }
    vrm_live_destroy(a);
    vrm_live_destroy(b);
    test_run_end(&run);
}

/* ---- Mirror and calibration ---- */

/* What one mixer shows, mirrored, goes into another that mirrors too. */
static void mirrored_twice_is_as_it_was(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* plain = live_of(&run, &def);
    def.mirrors = true;
    vrm_Live *once = live_of(&run, &def), *twice = live_of(&run, &def);
    (void)add_unsmoothed(plain, 0);
    (void)add_unsmoothed(once, 0);
    (void)add_unsmoothed(twice, 0);
    Dice dice = {3};
    static Arrival arrival, back;
    for (int i = 0; i < 50; i++) {
        double t = i * 0.1;
        any_arrival(&dice, t, &arrival);
        arrival.source = 0;
        arrival.extras = 3;
        arrival.bones = (BIT(BONES) - 1) & ~BIT(VRM_BONE_LEFT_EYE) & ~BIT(VRM_BONE_RIGHT_EYE);
        arrival.shapes = all_shapes;
        assert_true(deliver(plain, &arrival) && deliver(once, &arrival));
        assert_true(vrm_live_step(plain, t) && vrm_live_step(once, t));
        back = arrival;
        vrm_Pose pose = vrm_live_pose(once, NULL);
        memcpy(back.rotations, pose.rotations, sizeof back.rotations);
        memcpy(back.weights, vrm_live_shapes(once), sizeof back.weights);
        back.hips = pose.hips_offset;
        back.gaze[0] = vrm_live_gaze(once).x;
        back.gaze[1] = vrm_live_gaze(once).y;
        assert_true(deliver(twice, &back) && vrm_live_step(twice, t));
        vrm_Pose first = vrm_live_pose(plain, NULL), second = vrm_live_pose(twice, NULL);
        for (int b = 0; b < BONES; b++)
            test_same_rotation(second.rotations[b], first.rotations[b], 1e-5f);
        test_same_point(second.hips_offset, first.hips_offset, 0.0f);
        assert_memory_equal(vrm_live_shapes(twice), vrm_live_shapes(plain), sizeof back.weights);
        assert_true(fabsf(vrm_live_gaze(twice).x - vrm_live_gaze(plain).x) < 1e-4f);
        vrm_Quat left = vrm_live_pose(once, NULL).rotations[VRM_BONE_LEFT_HAND];
        vrm_Quat right = first.rotations[VRM_BONE_RIGHT_HAND];
        test_same_rotation(left, (vrm_Quat){right.x, -right.y, -right.z, right.w}, 1e-5f);
    }
    vrm_live_destroy(plain);
    vrm_live_destroy(once);
    vrm_live_destroy(twice);
    test_run_end(&run);
}

static void every_side_has_another(void** state) {
    (void)state;
    int own_bones = 0, own_shapes = 0;
    for (int b = 0; b < BONES; b++) {
        vrm_Bone other = vrmi_live_mirrored_bone((vrm_Bone)b);
        assert_int_equal(vrmi_live_mirrored_bone(other), b);
        own_bones += other == (vrm_Bone)b;
    }
    for (int s = 0; s < SHAPES; s++) {
        vrm_FaceShape other = vrmi_live_mirrored_shape((vrm_FaceShape)s);
        assert_int_equal(vrmi_live_mirrored_shape(other), s);
        own_shapes += other == (vrm_FaceShape)s;
    }
    assert_int_equal(own_bones, 7);   /* hips to head, and the jaw */
    assert_int_equal(own_shapes, 12); /* jaw, lips, brows, cheeks, tongue */
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        vrm_ExpressionPreset other = vrmi_live_mirrored_preset((vrm_ExpressionPreset)p);
        assert_int_equal(vrmi_live_mirrored_preset(other), p);
    }
}

static void calibration_makes_the_present_state_neutral(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    float weights[SHAPES] = {0};
    weights[VRM_FACE_SHAPE_JAW_OPEN] = 0.2f;
    vrm_LiveObservation face = {.shapes = all_shapes, .shape_weights = weights};
    assert_true(observe_nod(live, source, 25.0f, 0.0));
    assert_true(vrm_live_observe(live, source, &face, 0.0));
    vrm_live_calibrate(live, 1u << VRM_LIVE_HEAD | 1u << VRM_LIVE_FACE);
    assert_true(fabsf(yaw_at(live, 0.1)) < 1e-3f);
    assert_true(vrm_live_shapes(live)[VRM_FACE_SHAPE_JAW_OPEN] == 0.0f);
    weights[VRM_FACE_SHAPE_JAW_OPEN] = 1.0f;
    assert_true(observe_nod(live, source, 45.0f, 0.2));
    assert_true(vrm_live_observe(live, source, &face, 0.2));
    assert_true(fabsf(yaw_at(live, 0.2) - 20.0f) < 1e-3f);
    assert_true(vrm_live_shapes(live)[VRM_FACE_SHAPE_JAW_OPEN] == 1.0f);
    vrm_live_uncalibrate(live, 1u << VRM_LIVE_HEAD);
    assert_true(fabsf(yaw_at(live, 0.3) - 45.0f) < 1e-3f);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* A camera beside the screen: whoever nods before it nods, and does not tilt. */
static void calibration_turns_the_camera_and_not_the_head(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    vrm_Quat camera = test_turn(0, 1, 0, 60), down = test_turn(1, 0, 0, 20);
    Nod head;
    nod(60.0f, &head);
    assert_true(vrm_live_observe(live, source, &head.seen, 0.0));
    vrm_live_calibrate(live, 1u << VRM_LIVE_HEAD);
    head.rotations[VRM_BONE_HEAD] = vrmi_quat_mul(camera, down);
    assert_true(vrm_live_observe(live, source, &head.seen, 0.1));
    test_same_rotation(head_at(live, 0.1), down, 1e-5f);
    vrm_live_destroy(live);
    test_run_end(&run);
}

static void calibrated_walking_ahead_is_ahead(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    vrm_LiveObservation seen = {.has_root = true,
                                .root_position = {2.0f, 0.1f, 5.0f},
                                .root_rotation = test_turn(0, 1, 0, 90)};
    assert_true(vrm_live_observe(live, source, &seen, 0.0));
    vrm_live_calibrate(live, 1u << VRM_LIVE_ROOT);
    seen.root_position.x += 1.0f; /* ahead, for one who faces +X */
    assert_true(vrm_live_observe(live, source, &seen, 0.1) && vrm_live_step(live, 0.1));
    assert_true(vrm_live_apply(live, run.sim, run.id, false));
    vrm_Transform root = vrm_avatar_root(run.sim, run.id);
    test_same_point(root.translation, (vrm_Vec3){0.0f, 0.1f, 1.0f}, 1e-5f);
    test_same_rotation(root.rotation, (vrm_Quat){0, 0, 0, 1}, 1e-5f);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* ---- Clocks ---- */

static void an_old_packet_is_refused(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    vrm_LiveSourceState about;
    assert_true(observe_nod_sent(live, source, 10.0f, 5.00, 1.00));
    assert_true(observe_nod_sent(live, source, 20.0f, 5.02, 1.02));
    assert_false(observe_nod_sent(live, source, 90.0f, 5.01, 1.03));
    assert_true(fabsf(yaw_at(live, 1.03) - 20.0f) < 1e-3f);
    /* A sender that begins again is followed. */
    assert_true(observe_nod_sent(live, source, 30.0f, 0.0, 1.1));
    assert_true(fabsf(yaw_at(live, 1.1) - 30.0f) < 1e-3f);
    assert_true(vrm_live_source(live, source, &about));
    assert_true(about.observed == 3 && about.refused == 1 && about.restarts == 1);
    assert_true(about.last_s == 1.1);
    assert_false(vrm_live_source(live, 1, &about));
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* VTube Studio and mocopi send such times, and hosts have such clocks. */
static void clocks_that_count_from_1970_are_followed(void** state) {
    (void)state;
    static const double now_s = 1763510400.0;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live *live = live_of(&run, &def), *other = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0), same = add_unsmoothed(other, 0);
    for (int i = 0; i < 120; i++) {
        double t = (double)i / 64.0; /* exact at either clock */
        float degrees = 20.0f * sinf((float)i * 0.1f);
        assert_true(observe_nod_sent(live, source, degrees, now_s + t, now_s + t));
        assert_true(observe_nod_sent(other, same, degrees, t, t));
        assert_true(fabsf(yaw_at(live, now_s + t) - yaw_at(other, t)) < 1e-3f);
    }
    assert_true(yaw_at(live, now_s + 2.0) != 0.0f);
    assert_true(fabsf(yaw_at(live, now_s + 10.0)) < 1e-4f); /* lost */
    assert_false(observe_nod(live, source, 10.0f, 1.1e10));
    assert_false(vrm_live_step(live, 1.1e10));
    vrm_live_destroy(other);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* The same motion, sent at 60 Hz by a clock that is slow by 1 in 2000, and delayed by up to 30 ms:
 * smoothing by the sender's clock is as without the delay, but for one drift. */
static void jitter_of_arrivals_is_not_seen(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_Live *steady = live_of(&run, NULL), *jittery = live_of(&run, NULL);
    assert_int_equal(vrm_live_add_source(steady, NULL), 0);
    assert_int_equal(vrm_live_add_source(jittery, NULL), 0);
    Dice dice = {11};
    float largest = 0.0f;
    for (int i = 0; i < 3600; i++) {
        double sent = i / 60.0, slow = sent * 0.9995 + 77.0;
        float degrees = 30.0f * sinf((float)sent * 3.0f);
        assert_true(observe_nod_sent(steady, 0, degrees, slow, sent + 0.005));
        (void)observe_nod_sent(jittery, 0, degrees, slow,
                               sent + 0.005 + (double)roll(&dice, 0, 0.03f));
        float off = fabsf(yaw_at(steady, sent + 0.04) - yaw_at(jittery, sent + 0.04));
        if (i > 60 && off > largest) largest = off;
    }
    assert_true(largest < 0.5f);
    vrm_live_destroy(steady);
    vrm_live_destroy(jittery);
    test_run_end(&run);
}

/* ---- Slow senders ---- */

#define SWING_DEGREES 30.0
#define SWING_RATE    3.0 /* radians a second */

typedef struct Smoothness {
    double largest;  /* step of a frame, in those of an even motion at its fastest */
    double standing; /* share of frames that move less than a tenth of what they should */
    double late_s;   /* behind the motion, in the mean of frames that move fast */
} Smoothness;

/* A head that swings, sent so many times a second and shown at another rate. `arrives_by_frames`:
 * packets are taken in between two frames, as a program does that asks once a frame. */
static Smoothness watch(const TestRun* run, double sender_hz, double host_hz,
                        bool arrives_by_frames) {
    vrm_Live* live = live_of(run, NULL);
    Smoothness out = {0};
    int64_t sent = 0, fast = 0, moving = 0;
    float last = 0.0f;
    assert_int_equal(vrm_live_add_source(live, NULL), 0);
    for (int64_t frame = 0; frame < (int64_t)(8.0 * host_hz); frame++) {
        double now = (double)frame / host_hz;
        for (; (double)sent / sender_hz <= now; sent++) {
            double at = (double)sent / sender_hz;
            float degrees = (float)(SWING_DEGREES * sin(SWING_RATE * at));
            assert_true(
                observe_nod_sent(live, 0, degrees, at + 50.0, arrives_by_frames ? now : at));
        }
        float shown = yaw_at(live, now);
        double speed = SWING_DEGREES * SWING_RATE * cos(SWING_RATE * now);
        double step = fabs((double)(shown - last)) * host_hz / (SWING_DEGREES * SWING_RATE);
        last = shown;
        if (now < 1.0) continue;
        if (step > out.largest) out.largest = step;
        if (fabs(speed) < 0.8 * SWING_DEGREES * SWING_RATE) continue;
        double is_behind = SWING_DEGREES * sin(SWING_RATE * now) - (double)shown;
        fast++;
        moving += step > 0.1;
        out.late_s += is_behind / speed;
    }
    out.late_s /= (double)fast;
    out.standing = 1.0 - (double)moving / (double)fast;
    vrm_live_destroy(live);
    return out;
}

/* */
static void a_slow_sender_moves_steadily_at_any_frame_rate(void** state) {
    (void)state;
    static const double senders[] = {10, 15, 20, 24, 30, 40}, hosts[] = {24, 60, 72, 90, 120, 240};
    TestRun run = run_of();
    for (size_t s = 0; s < sizeof senders / sizeof *senders; s++)
        for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++)
            for (int by_frames = 0; by_frames < 2; by_frames++) {
                Smoothness seen = watch(&run, senders[s], hosts[h], by_frames == 1);
                double frame_s = 1.0 / hosts[h], interval_s = 1.0 / senders[s];
                print_message("%3.0f Hz at %3.0f Hz%s: step %.2f, standing %.2f, late %.0f ms\n",
                              senders[s], hosts[h], by_frames == 1 ? ", by frames" : "",
                              seen.largest, seen.standing, seen.late_s * 1000.0);
                /* Two packets that come within a frame share it. */
                double even = by_frames == 1 ? 1.0 + frame_s / interval_s : 1.0;
                assert_true(seen.largest < 1.05 * even);
                assert_true(seen.standing < 0.01);
                assert_true(seen.late_s < interval_s + (by_frames == 1 ? frame_s : 0.0) + 0.025);
            }
    test_run_end(&run);
}

/* A sender of 60 a second is not delayed. */
static void a_fast_sender_is_shown_as_it_arrives(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_Live *live = live_of(&run, NULL), *twin = live_of(&run, NULL);
    assert_int_equal(vrm_live_add_source(live, NULL), 0);
    assert_int_equal(vrm_live_add_source(twin, NULL), 0);
    for (int i = 0; i < 60; i++) {
        double at = i / 60.0;
        assert_true(observe_nod_sent(live, 0, (float)i, at, at));
        assert_true(observe_nod_sent(twin, 0, (float)i, at, at));
        float now = yaw_at(live, at), later = yaw_at(twin, at + 0.015);
        assert_true(fabsf(now - later) < (i > 15 ? 1e-3f : 1.0f)); /* once it has eased in */
    }
    vrm_live_destroy(live);
    vrm_live_destroy(twin);
    test_run_end(&run);
}

/* ---- Hostile ---- */

static void numbers_that_are_none_are_left_out(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e7f, 3e38f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Nod head;
        nod(0.0f, &head);
        float weights[SHAPES];
        for (int s = 0; s < SHAPES; s++) weights[s] = i == 3 ? NAN : bad[i];
        vrm_LiveExpression faces[] = {{0, NAN}, {99, 1.0f}, {-1, 1.0f}};
        head.rotations[VRM_BONE_HEAD].x = bad[i];
        head.seen.has_hips = head.seen.has_gaze = head.seen.has_root = true;
        head.seen.hips_offset.y = head.seen.gaze_yaw = head.seen.root_position.z = bad[i];
        head.seen.shapes = i == 4 ? 0 : all_shapes;
        head.seen.shape_weights = weights;
        head.seen.expressions = faces;
        head.seen.expression_count = 3;
        assert_true(vrm_live_observe(live, source, &head.seen, 0.1 * (double)i));
        assert_true(vrm_live_step(live, 0.1 * (double)i));
        for (int p = 0; p < VRM_LIVE_PART_COUNT; p++)
            assert_true(vrm_live_weight(live, (vrm_LivePart)p) == 0.0f);
    }
    assert_false(observe_nod(live, source, 0.0f, (double)NAN));
    assert_false(observe_nod(live, source, 0.0f, 1.1e10));
    assert_false(observe_nod(live, source + 1, 0.0f, 1.0));
    assert_false(observe_nod(live, -1, 0.0f, 1.0));
    assert_false(observe_nod_sent(live, source, 0.0f, (double)NAN, 1.0));
    assert_false(vrm_live_step(live, (double)NAN));
    assert_false(vrm_live_step(live, 0.0)); /* time does not go back */
    vrm_live_destroy(live);
    test_run_end(&run);
}

static void definitions_out_of_range_are_refused(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_Live* live = NULL;
    const struct {
        int32_t sources;
        float hold, out, in;
    } wrong[] = {{0, 1, 1, 1}, {65, 1, 1, 1}, {1, -1, 1, 1}, {1, 1, 61, 1}, {1, 1, 1, NAN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vrm_LiveDef def = vrm_default_live_def();
        def.source_count = wrong[i].sources;
        def.hold_s = wrong[i].hold;
        def.ease_out_s = wrong[i].out;
        def.ease_in_s = wrong[i].in;
        assert_int_equal(vrm_live_create(run.rig, &def, &live), VRM_ERR_ARGUMENT);
        assert_null(live);
    }
    vrm_LiveDef none = {0};
    assert_int_equal(vrm_live_create(run.rig, &none, &live), VRM_ERR_DEF);
    vrm_LiveDef one = vrm_default_live_def();
    one.source_count = 1;
    live = live_of(&run, &one);
    vrm_LiveSourceDef source = vrm_default_live_source_def();
    source.beta = NAN;
    assert_int_equal(vrm_live_add_source(live, &source), -1);
    assert_int_equal(vrm_live_add_source(live, NULL), 0);
    assert_int_equal(vrm_live_add_source(live, NULL), -1);
    vrm_live_destroy(live);
    vrm_live_destroy(NULL);
    test_run_end(&run);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* rig) {
    vrm_LiveDef def = vrm_default_live_def();
    vrm_Live* live = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_live_create(rig, &def, &live);
    assert_true((live != NULL) == (result == VRM_OK));
    vrm_live_destroy(live);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    TestRun run = run_of();
    assert_int_equal(test_every_allocation_failing(attempt, run.rig),
                     1); /* and there is only one */
    test_run_end(&run);
}

/* ---- An actor beneath ---- */

typedef struct Played {
    TestRun run;
    vrm_FaceMap* map;
    vrm_Actor* actor;
} Played;

static Played play(bool has_face) {
    Played out = {.run = run_of()};
    vrm_ActorDef def = vrm_default_actor_def();
    if (has_face)
        assert_int_equal(vrm_face_map_build(out.run.model, out.run.rig, NULL, &out.map), VRM_OK);
    def.face_map = out.map;
    assert_int_equal(vrm_actor_create(out.run.sim, out.run.id, &def, &out.actor), VRM_OK);
    return out;
}

static void end(Played* played) {
    vrm_actor_destroy(played->actor);
    vrm_face_map_destroy(played->map);
    test_run_end(&played->run);
}

static void frame(Played* played, vrm_Live* live, double time_s) {
    assert_true(vrm_live_step(live, time_s));
    if (played->map != NULL) vrm_live_track(live, vrm_actor_face(played->actor));
    assert_true(vrm_actor_step_to(played->actor, time_s));
    assert_true(vrm_live_apply(live, played->run.sim, played->run.id, played->map != NULL));
    vrm_sim_step(played->run.sim, 1.0f / 60.0f);
}

/* Shown where it is followed; elsewhere, and after it was lost, the actor alone. */
static void an_actor_is_moved_and_left_as_it_would_be(void** state) {
    (void)state;
    for (int has_face = 0; has_face <= 1; has_face++) {
        Played live_one = play(has_face == 1), alone = play(has_face == 1);
        vrm_Live* live = live_of(&live_one.run, NULL);
        vrm_Live* nothing = live_of(&alone.run, NULL);
        vrm_LiveSourceDef def = unsmoothed();
        int32_t source = vrm_live_add_source(live, &def);
        vrm_LiveExpression happy = {vrm_rig_expression(live_one.run.rig, "happy"), 0.8f};
        assert_true(happy.expression >= 0);
        for (int i = 0; i < 240; i++) {
            double t = i / 60.0;
            Nod head;
            nod(50.0f, &head);
            head.seen.expressions = &happy;
            head.seen.expression_count = 1;
            head.seen.has_root = true;
            head.seen.root_position = (vrm_Vec3){1.0f, 0.0f, 0.0f};
            head.seen.root_rotation = test_turn(0, 1, 0, 30);
            if (i < 60) assert_true(vrm_live_observe(live, source, &head.seen, t));
            frame(&live_one, live, t);
            frame(&alone, nothing, t);
            vrm_Quat head_now = test_local(&live_one.run, TEST_HEAD).rotation;
            float face =
                vrm_avatar_expression_inputs(live_one.run.sim, live_one.run.id)[happy.expression];
            vrm_Transform root = vrm_avatar_root(live_one.run.sim, live_one.run.id);
            if (i > 20 && i < 60) {
                test_same_rotation(head_now, test_turn(0, 1, 0, 50), 1e-3f);
                assert_true(fabsf(face - 0.8f) < 1e-6f && root.translation.x == 1.0f);
            }
            if (i > 20 + 60 + 90) {
                test_same_rotation(head_now, test_local(&alone.run, TEST_HEAD).rotation, 1e-6f);
                assert_true(face == 0.0f && root.translation.x == 0.0f);
            }
            test_same_rotation(test_local(&live_one.run, TEST_LEFT_UPPER_ARM).rotation,
                               test_local(&alone.run, TEST_LEFT_UPPER_ARM).rotation, 1e-6f);
        }
        vrm_live_destroy(live);
        vrm_live_destroy(nothing);
        end(&live_one);
        end(&alone);
    }
}

/* Through the face where there is one, and by presets where there is none. */
static void shapes_move_the_mouth(void** state) {
    (void)state;
    for (int has_face = 0; has_face <= 1; has_face++) {
        Played played = play(has_face == 1);
        vrm_Live* live = live_of(&played.run, NULL);
        int32_t source = add_unsmoothed(live, 0);
        float weights[SHAPES] = {0};
        weights[VRM_FACE_SHAPE_EYE_BLINK_LEFT] = 1.0f;
        vrm_LiveObservation seen = {.shapes = all_shapes, .shape_weights = weights};
        int32_t left = vrm_rig_expression(played.run.rig, "blinkLeft");
        for (int i = 0; i < 60; i++) {
            assert_true(vrm_live_observe(live, source, &seen, i / 60.0));
            frame(&played, live, i / 60.0);
        }
        float weight = vrm_avatar_expression_inputs(played.run.sim, played.run.id)[left];
        assert_true(weight > 0.9f);
        vrm_live_destroy(live);
        end(&played);
    }
}

/* The sim turns avatars of 0.x; what is set is not turned twice. */
static void the_root_of_an_old_avatar_is_where_it_was_seen(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    TestRun run = test_run(&avatar), alone = test_run(&avatar);
    vrm_LiveDef def = at_once();
    vrm_Live* live = live_of(&run, &def);
    int32_t source = add_unsmoothed(live, 0);
    vrm_LiveObservation seen = {.has_root = true,
                                .root_position = {1.0f, 0.0f, 2.0f},
                                .root_rotation = test_turn(0, 1, 0, 40)};
    vrm_Transform still = vrm_avatar_root(run.sim, run.id);
    assert_true(vrm_avatar_set_root(
        alone.sim, alone.id,
        (vrm_Transform){seen.root_position, seen.root_rotation, {1.0f, 1.0f, 1.0f}}));
    assert_true(vrm_live_observe(live, source, &seen, 0.0));
    for (int i = 0; i < 240; i++) {
        assert_true(vrm_live_step(live, i / 60.0));
        assert_true(vrm_live_apply(live, run.sim, run.id, false));
        vrm_Transform root = vrm_avatar_root(run.sim, run.id);
        if (i >= 30) continue;
        test_same_rotation(root.rotation, vrm_avatar_root(alone.sim, alone.id).rotation, 1e-5f);
        test_same_point(root.translation, seen.root_position, 0.0f);
    }
    test_same_rotation(vrm_avatar_root(run.sim, run.id).rotation, still.rotation, 1e-5f);
    vrm_live_destroy(live);
    test_run_end(&run);
    test_run_end(&alone);
}

static void a_stale_avatar_is_refused(void** state) {
    (void)state;
    TestRun run = run_of();
    vrm_Live* live = live_of(&run, NULL);
    assert_true(vrm_live_step(live, 0.0));
    assert_true(vrm_sim_remove(run.sim, run.id));
    assert_false(vrm_live_apply(live, run.sim, run.id, false));
    vrm_live_destroy(live);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_observed_is_shown),
        cmocka_unit_test(what_is_lost_is_held_and_then_eases_out),
        cmocka_unit_test(a_change_of_source_does_not_jump),
        cmocka_unit_test(a_negative_priority_moves_nothing),
        cmocka_unit_test(the_frame_rate_changes_no_bit),
        cmocka_unit_test(the_order_of_different_sources_changes_no_bit),
        cmocka_unit_test(mirrored_twice_is_as_it_was),
        cmocka_unit_test(every_side_has_another),
        cmocka_unit_test(calibration_makes_the_present_state_neutral),
        cmocka_unit_test(calibration_turns_the_camera_and_not_the_head),
        cmocka_unit_test(calibrated_walking_ahead_is_ahead),
        cmocka_unit_test(an_old_packet_is_refused),
        cmocka_unit_test(clocks_that_count_from_1970_are_followed),
        cmocka_unit_test(jitter_of_arrivals_is_not_seen),
        cmocka_unit_test(a_slow_sender_moves_steadily_at_any_frame_rate),
        cmocka_unit_test(a_fast_sender_is_shown_as_it_arrives),
        cmocka_unit_test(numbers_that_are_none_are_left_out),
        cmocka_unit_test(definitions_out_of_range_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(an_actor_is_moved_and_left_as_it_would_be),
        cmocka_unit_test(shapes_move_the_mouth),
        cmocka_unit_test(the_root_of_an_old_avatar_is_where_it_was_seen),
        cmocka_unit_test(a_stale_avatar_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
