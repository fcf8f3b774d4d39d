/* SPDX-License-Identifier: MIT */
/* Root motion of actors: walks that go on, over loops, cross-fades and jumps. */
#include "actor_stage.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <math.h>
#include <string.h>

/* ---- Walks ---- */

typedef struct WalkDef {
    double seconds;
    float metres, degrees; /* of the arc in a pass */
    float sway;            /* metres to the side, and half as many radians */
    vrm_Vec3 start;        /* where the clip begins; y: the heading there, degrees */
    float wander;          /* metres that a long walk leaves its arc by */
    int more_passes;       /* that follow the first within the clip */
} WalkDef;

enum { STRAIGHT, RUN, CURVE, LONG_WALK, SPIN, STILL, WALKS };

static const WalkDef walk_defs[WALKS] = {
    [STRAIGHT] = {1.1, 1.4f, 0.0f, 0.03f, {0.0f, 0.0f, 0.0f}, 0.0f, 0},
    [RUN] = {0.7, 2.4f, 0.0f, 0.02f, {2.0f, 90.0f, -1.0f}, 0.0f, 0},
    [CURVE] = {1.3, 1.2f, 45.0f, 0.04f, {0.5f, -30.0f, 0.0f}, 0.0f, 0},
    [LONG_WALK] = {6.3, 7.0f, 80.0f, 0.03f, {0.0f, 0.0f, 0.0f}, 0.6f, 0},
    [SPIN] = {2.0, 1.0f, 720.0f, 0.0f, {0.0f, 0.0f, 0.0f}, 0.0f, 0},
    [STILL] = {0.9, 0.0f, 0.0f, 0.05f, {0.0f, 0.0f, 0.0f}, 0.0f, 0}};

static vrm_Clip* walks[WALKS];

static vrm_Clip* make_walk(const WalkDef* def) {
    int frames = (int)(def->seconds * 60.0);
    vrm_RecorderDef recorder_def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    recorder_def.bones =
        (uint64_t)1 << VRM_BONE_HIPS | (uint64_t)1 << VRM_BONE_HEAD | (uint64_t)1 << VRM_BONE_SPINE;
    assert_int_equal(vrm_recorder_create(&recorder_def, &recorder), VRM_OK);
    float turn = def->degrees / 57.29578f, start = def->start.y / 57.29578f;
    for (int f = 0; f <= frames; f++) {
        float part = (float)f / (float)frames;
        float swing = sinf(part * 6.2831853f * (float)(1 + def->more_passes));
        float along = def->metres * part, aside = def->sway * swing;
        float wander = sinf(part * 3.1415927f);
        vrm_Vec3 at = {aside, 0.02f * swing, along};
        if (turn != 0.0f && def->wander == 0.0f && def->degrees < 180.0f) { /* an arc */
            float angle = turn * part, radius = def->metres / turn;
            at.x = radius * (1.0f - cosf(angle)) + aside * cosf(angle);
            at.z = radius * sinf(angle) - aside * sinf(angle);
        }
        at.x += def->wander * wander * wander;
        vrm_Pose pose = vrm_pose_rest();
        pose.hips_offset = (vrm_Vec3){def->start.x + at.x * cosf(start) + at.z * sinf(start), at.y,
                                      def->start.z + at.z * cosf(start) - at.x * sinf(start)};
        float heading = def->degrees * part + def->start.y + 28.6f * def->sway * swing;
        pose.rotations[VRM_BONE_HIPS] = test_turn(0.0f, 1.0f, 0.0f, heading);
        pose.rotations[VRM_BONE_HEAD] = test_turn(1.0f, 0.0f, 0.0f, 10.0f * swing);
        assert_int_equal(vrm_recorder_add_frame(recorder, def->seconds * (double)part, &pose),
                         VRM_OK);
    }
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_recorder_destroy(recorder);
    vrm_model_destroy(model);
    return clip;
}

static int make_walks(void** state) {
    for (int i = 0; i < WALKS; i++) walks[i] = make_walk(&walk_defs[i]);
    return make_cast(state);
}

static int free_walks(void** state) {
    for (int i = 0; i < WALKS; i++) vrm_clip_destroy(walks[i]);
    return free_cast(state);
}

static vrm_LayerDef walk_layer(int walk) {
    vrm_LayerDef def = vrm_default_layer_def(walks[walk]);
    def.applies_root_motion = true;
    return def;
}

static vrm_LayerDef sudden_walk(int walk) {
    vrm_LayerDef def = walk_layer(walk);
    def.fade_in_s = def.fade_out_s = 0.0f;
    return def;
}

/* Metres of the hero for one of the clip. */
static float scale_of(const vrm_Clip* clip) {
    const vrm_Rig* rig = cast.stand.rig;
    return vrm_clip_fit_hips(clip, rig, (vrm_Vec3){0.0f, 0.0f, 1.0f}).z -
           vrm_clip_fit_hips(clip, rig, (vrm_Vec3){0.0f, 0.0f, 0.0f}).z;
}

static float heading_of(vrm_Transform root) {
    return 2.0f * atan2f(root.rotation.y, root.rotation.w) * 57.29578f;
}

/* Degrees between two headings. */
static float turned_by(float from, float to) {
    return fabsf(remainderf(to - from, 360.0f));
}

static void check_root(vrm_Transform a, vrm_Transform b, float most, const char* what,
                       double time) {
    float metres = test_distance(a.translation, b.translation);
    float degrees = turned_by(heading_of(a), heading_of(b));
    if (!(metres <= most && degrees <= 57.0f * most))
        fail_msg("%s at %g s: %g m and %g degrees apart", what, time, (double)metres,
                 (double)degrees);
}

static vrm_Transform hips_in_world(const Stage* stage) {
    int32_t node = vrm_rig_bone(cast.stand.rig, VRM_BONE_HIPS);
    (void)vrm_avatar_set_stages(stage->sim, stage->avatar, VRM_STAGE_ALL & ~VRM_STAGE_SPRINGS);
    vrm_sim_step(stage->sim, 0.0f);
    vrm_Transform world = {{0}, {0, 0, 0, 1}, {1, 1, 1}};
    vrm_Affine affine = vrm_avatar_worlds(stage->sim, stage->avatar)[node];
    world.translation = (vrm_Vec3){affine.rows[0].w, affine.rows[1].w, affine.rows[2].w};
    float yaw = atan2f(affine.rows[0].z, affine.rows[2].z);
    world.rotation = test_turn(0.0f, 1.0f, 0.0f, yaw * 57.29578f);
    return world;
}

/* ---- Loops ---- */

/* in the first pass the avatar moves as in the clip without root motion. It begins where it
 * stands, above its root. */
static void the_first_pass_is_the_clip(void** state) {
    (void)state;
    static const int from_origin[] = {STRAIGHT, LONG_WALK, SPIN, STILL};
    for (int i = 0; i < 4; i++) {
        Stage moving = open_still_stage(), plain = open_still_stage();
        vrm_LayerDef walk = sudden_walk(from_origin[i]);
        assert_int_not_equal(vrm_actor_play(moving.actor, &walk), 0);
        walk.applies_root_motion = false;
        assert_int_not_equal(vrm_actor_play(plain.actor, &walk), 0);
        vrm_Vec3 off = {0.0f, 0.0f, 0.0f};
        for (int k = 0; k < 20; k++) {
            double time = (double)vrm_clip_duration(walk.clip) * k / 20.0;
            assert_true(vrm_actor_seek(moving.actor, time) && vrm_actor_seek(plain.actor, time));
            vrm_Transform a = hips_in_world(&moving), b = hips_in_world(&plain);
            if (k == 0) off = vrmi_vec3_sub(b.translation, a.translation);
            assert_true(vrmi_vec3_length(off) < 0.1f);
            a.translation = vrmi_vec3_add(a.translation, off);
            check_root(a, b, 2e-4f, "hips", time);
        }
        close_stage(&moving);
        close_stage(&plain);
    }
}

/* a walk goes on at its speed; hips never jump at the seam of a loop. */
static void a_loop_goes_on(void** state) {
    (void)state;
    for (int walk = 0; walk < WALKS; walk++) {
        Stage stage = open_still_stage();
        vrm_LayerDef def = sudden_walk(walk);
        assert_int_not_equal(vrm_actor_play(stage.actor, &def), 0);
        assert_true(vrm_actor_step(stage.actor, 0.0f));
        const WalkDef* how = &walk_defs[walk];
        float duration = vrm_clip_duration(def.clip), scale = scale_of(def.clip);
        float fastest =
            1.5f * scale * (how->metres + 7.0f * how->sway + 4.0f * how->wander + 0.2f) / duration;
        vrm_Transform before = hips_in_world(&stage);
        int frames = (int)(3.2 * (double)duration * 240.0);
        for (int f = 0; f < frames; f++) {
            assert_true(vrm_actor_step(stage.actor, 1.0f / 240.0f));
            vrm_Transform now = hips_in_world(&stage);
            float speed = test_distance(before.translation, now.translation) * 240.0f;
            if (!(speed <= fastest))
                fail_msg("walk %d jumps in frame %d: %g m/s", walk, f, (double)speed);
            before = now;
        }
        close_stage(&stage);
    }
}

/* */
static void a_straight_walk_travels_its_length_in_each_pass(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = sudden_walk(STRAIGHT);
    assert_int_not_equal(vrm_actor_play(stage.actor, &def), 0);
    double duration = (double)vrm_clip_duration(def.clip);
    float metres = walk_defs[STRAIGHT].metres * scale_of(def.clip);
    for (int passes = 0; passes < 500; passes += 99) {
        assert_true(vrm_actor_seek(stage.actor, passes * duration));
        vrm_Transform root = vrm_actor_root(stage.actor);
        assert_float_equal(root.translation.z, metres * (float)passes, 1e-5f * (float)passes);
        assert_float_equal(root.translation.x, 0.0f, 5e-3f); /* its heading is a float's */
        assert_float_equal(root.translation.y, 0.0f, 0.0f);
    }
    close_stage(&stage);
}

/* eight passes of 45 degrees close, however often. */
static void a_circle_closes_after_its_turns(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = sudden_walk(CURVE);
    assert_int_not_equal(vrm_actor_play(stage.actor, &def), 0);
    double duration = (double)vrm_clip_duration(def.clip);
    vrm_Transform origin = vrm_actor_root(stage.actor);
    for (double turns = 1.0; turns < 1000.0; turns *= 7.0) {
        assert_true(vrm_actor_seek(stage.actor, turns * 8.0 * duration));
        check_root(vrm_actor_root(stage.actor), origin, 1e-4f + 1e-5f * (float)turns, "a circle",
                   turns);
        assert_true(vrm_actor_seek(stage.actor, (turns * 8.0 + 4.0) * duration));
        vrm_Transform root = vrm_actor_root(stage.actor);
        float radius = 8.0f * walk_defs[CURVE].metres * scale_of(def.clip) / 6.2831853f;
        assert_float_equal(test_distance(root.translation, origin.translation), 2.0f * radius,
                           1e-2f);
    }
    close_stage(&stage);
}

/* the end of time is reached without walking all the way. */
static void walks_reach_the_end_of_time(void** state) {
    (void)state;
    for (int walk = 0; walk < WALKS; walk++) {
        Stage stage = open_still_stage();
        vrm_LayerDef below = walk_layer(LONG_WALK), def = walk_layer(walk);
        def.weight = walk % 2 ? 1.0f : 0.4f;
        def.speed = walk == RUN ? 900.0f : 1.0f;
        assert_int_not_equal(vrm_actor_play(stage.actor, &below), 0);
        assert_int_not_equal(vrm_actor_play(stage.actor, &def), 0);
        assert_true(vrm_actor_seek(stage.actor, 1e9));
        vrm_Transform root = vrm_actor_root(stage.actor);
        assert_true(isfinite(root.translation.x) && isfinite(root.translation.z));
        assert_true(vrm_actor_step(stage.actor, 0.5f));
        close_stage(&stage);
    }
}

/* ---- A function of time ---- */

static vrm_LayerDef roll_walk(Dice* dice) {
    vrm_LayerDef def = vrm_default_layer_def(walks[roll_int(dice, WALKS)]);
    def.applies_root_motion = roll_int(dice, 5) != 0;
    def.at_end = roll_int(dice, 2) ? VRM_LAYER_LOOPS : (vrm_LayerEnd)roll_int(dice, 3);
    def.weight = roll_int(dice, 2) ? 1.0f : roll(dice, 0.0f, 1.0f);
    def.fade_in_s = roll_int(dice, 3) ? roll(dice, 0.0f, 0.7f) : 0.0f;
    def.fade_out_s = roll(dice, 0.0f, 0.7f);
    def.speed = roll_int(dice, 2) ? 1.0f : roll(dice, -2.0f, 2.0f);
    def.start_s = roll_int(dice, 2) ? 0.0f : roll(dice, 0.0f, 0.6f);
    def.is_additive = roll_int(dice, 8) == 0;
    if (roll_int(dice, 8) == 0) def.bones = UPPER_BODY;
    return def;
}

/* Plays up to five layers, all of them asked for at the beginning. */
static void give_walks(vrm_Actor* actor, uint32_t seed) {
    Dice dice = {seed};
    int count = 1 + roll_int(&dice, 5);
    double begin_s = 0.0;
    for (int i = 0; i < count; i++) {
        vrm_LayerDef def = roll_walk(&dice);
        def.begin_s = begin_s;
        begin_s += (double)roll(&dice, 0.0f, 1.2f);
        bool is_alone = roll_int(&dice, 3) == 0;
        assert_int_not_equal(
            is_alone ? vrm_actor_cross_fade(actor, &def) : vrm_actor_play(actor, &def), 0);
    }
}

/* stepped at any rate, sought forwards and back, and rebuilt in the middle. */
static void the_root_is_a_function_of_time(void** state) {
    (void)state;
    int rounds = TEST_IS_SANITIZED ? 18 : 180;
    for (int round = 0; round < rounds; round++) {
        Stage stepped = open_still_stage(), jumps = open_still_stage();
        give_walks(stepped.actor, 900u + (uint32_t)round);
        give_walks(jumps.actor, 900u + (uint32_t)round);
        for (int i = 1; i <= 5; i++) {
            double time = i * 1.07;
            step_to(&stepped, time, rates[round % RATES]);
            if (i % 2 == 0) assert_true(vrm_actor_seek(jumps.actor, 40.0));
            assert_true(vrm_actor_seek(jumps.actor, time));
            Stage rebuilt = open_still_stage();
            give_walks(rebuilt.actor, 900u + (uint32_t)round);
            assert_true(vrm_actor_seek(rebuilt.actor, vrm_actor_time(stepped.actor)));
            check_root(vrm_actor_root(stepped.actor), vrm_actor_root(jumps.actor), 2e-5f, "sought",
                       time);
            check_root(vrm_actor_root(stepped.actor), vrm_actor_root(rebuilt.actor), 1e-6f,
                       "rebuilt", time);
            Inputs a = read_inputs(&stepped), b = read_inputs(&jumps);
            check_same(&a, &b, 1e-4f, "stepped and sought", time);
            close_stage(&rebuilt);
        }
        close_stage(&stepped);
        close_stage(&jumps);
    }
}

/* Asks for something at a time: new layers, and changes of those that play. */
static void ask(vrm_Actor* actor, Dice* dice) {
    uint32_t layer = 1 + (uint32_t)roll_int(dice, 4);
    vrm_LayerDef def = roll_walk(dice);
    switch (roll_int(dice, 7)) {
    case 0: (void)vrm_actor_cross_fade(actor, &def); break;
    case 1: (void)vrm_actor_stop(actor, layer, roll(dice, 0.0f, 0.6f)); break;
    case 2:
        (void)vrm_actor_set_weight(actor, layer, roll(dice, 0.0f, 1.0f), roll(dice, 0.0f, 0.6f));
        break;
    case 3: (void)vrm_actor_set_speed(actor, layer, roll(dice, -2.0f, 2.0f)); break;
    case 4: (void)vrm_actor_set_clip_time(actor, layer, (double)roll(dice, 0.0f, 1.0f)); break;
    case 5: vrm_actor_forget(actor, walks[roll_int(dice, WALKS)]); break;
    default: (void)vrm_actor_play(actor, &def); break;
    }
}

/* the same asked at the same times, with any frames between. */
static void changes_do_not_depend_on_frames(void** state) {
    (void)state;
    for (int round = 0; round < (TEST_IS_SANITIZED ? 12 : 120); round++) {
        Stage stepped = open_still_stage(), jumps = open_still_stage();
        Dice a = {3000u + (uint32_t)round}, b = a, other = {77};
        for (int i = 1; i <= 12; i++) {
            double time = i * 0.37;
            vrm_Transform before = vrm_actor_root(stepped.actor);
            ask(stepped.actor, &a);
            ask(jumps.actor, &b);
            assert_true(vrm_actor_step(stepped.actor, 0.0f));
            check_root(before, vrm_actor_root(stepped.actor), 1e-5f, "asked", time);
            step_to(&stepped, time, rates[round % RATES]);
            if (roll_int(&other, 2))
                assert_true(vrm_actor_seek(jumps.actor, (double)roll(&other, 0.0f, 9.0f)));
            assert_true(vrm_actor_seek(jumps.actor, vrm_actor_time(stepped.actor)));
            check_root(vrm_actor_root(stepped.actor), vrm_actor_root(jumps.actor), 1e-5f, "jumped",
                       time);
        }
        close_stage(&stepped);
        close_stage(&jumps);
    }
}

/* after a jump to a time before the last change the avatar goes on from its place there. */
static void requests_after_a_jump_back_do_not_move_the_root(void** state) {
    (void)state;
    for (int round = 0; round < (TEST_IS_SANITIZED ? 12 : 120); round++) {
        Stage stage = open_still_stage();
        Dice dice = {5000u + (uint32_t)round};
        for (int i = 1; i <= 8; i++) {
            ask(stage.actor, &dice);
            assert_true(vrm_actor_seek(stage.actor, i * 0.37));
        }
        for (int i = 0; i < 6; i++) {
            double time = (double)roll(&dice, 0.0f, 2.9f);
            assert_true(vrm_actor_seek(stage.actor, time));
            vrm_Transform before = vrm_actor_root(stage.actor);
            ask(stage.actor, &dice);
            assert_true(vrm_actor_step(stage.actor, 0.0f));
            check_root(before, vrm_actor_root(stage.actor), 1e-5f, "asked", time);
            assert_true(vrm_actor_seek(stage.actor, 7.0) && vrm_actor_seek(stage.actor, time));
            check_root(before, vrm_actor_root(stage.actor), 1e-5f, "came back", time);
        }
        close_stage(&stage);
    }
}

/* the same for the first layer with root motion. */
static void the_first_walk_after_a_jump_back_begins_where_the_avatar_stands(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef walk = sudden_walk(STRAIGHT);
    vrm_Transform origin = vrm_actor_root(stage.actor);
    walk.applies_root_motion = false;
    uint32_t layer = vrm_actor_play(stage.actor, &walk);
    assert_true(vrm_actor_seek(stage.actor, 10.0));
    assert_true(vrm_actor_set_weight(stage.actor, layer, 0.5f, 0.0f));
    assert_true(vrm_actor_seek(stage.actor, 5.0));
    walk.applies_root_motion = true;
    assert_int_not_equal(vrm_actor_play(stage.actor, &walk), 0);
    assert_true(vrm_actor_step(stage.actor, 0.0f));
    check_root(origin, vrm_actor_root(stage.actor), 1e-5f, "the first walk", 5.0);
    close_stage(&stage);
}

/* to ask again in each frame changes nothing. */
static void walks_that_are_asked_for_again_go_on(void** state) {
    (void)state;
    Stage asked = open_still_stage(), left = open_still_stage();
    vrm_LayerDef walk = walk_layer(STRAIGHT), curve = walk_layer(CURVE);
    curve.weight = 0.5f;
    assert_int_not_equal(vrm_actor_play(left.actor, &walk), 0);
    assert_int_not_equal(vrm_actor_play(left.actor, &curve), 0);
    for (int f = 0; f < 100; f++) {
        assert_int_equal(vrm_actor_play(asked.actor, &walk), 1);
        assert_int_equal(vrm_actor_play(asked.actor, &curve), 2);
        assert_true(vrm_actor_step(asked.actor, 0.03f) && vrm_actor_step(left.actor, 0.03f));
        vrm_Transform a = vrm_actor_root(asked.actor), b = vrm_actor_root(left.actor);
        assert_memory_equal(&a, &b, sizeof a);
    }
    close_stage(&asked);
    close_stage(&left);
}

/* ---- Blends ---- */

/* from walk to run the speed grows from one to the other, without a jump, straight on. */
static void a_cross_fade_blends_speeds(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef walk = sudden_walk(STRAIGHT), run = walk_layer(RUN);
    run.fade_in_s = 0.5f;
    float slow = walk_defs[STRAIGHT].metres * scale_of(walk.clip) / vrm_clip_duration(walk.clip);
    float fast = walk_defs[RUN].metres * scale_of(run.clip) / vrm_clip_duration(run.clip);
    assert_int_not_equal(vrm_actor_play(stage.actor, &walk), 0);
    step_to(&stage, 1.7, 60.0);
    assert_int_not_equal(vrm_actor_cross_fade(stage.actor, &run), 0);
    vrm_Transform before = vrm_actor_root(stage.actor);
    float speed = slow;
    for (int f = 0; f < 240; f++) {
        assert_true(vrm_actor_step(stage.actor, 1.0f / 240.0f));
        vrm_Transform now = vrm_actor_root(stage.actor);
        float next = (now.translation.z - before.translation.z) * 240.0f;
        assert_true(next > slow - 0.01f && next < fast + 0.01f);
        assert_true(next > speed - 0.01f && next < speed + 0.1f);
        assert_float_equal(now.translation.x, 0.0f, 1e-4f);
        assert_true(turned_by(heading_of(now), 0.0f) < 0.1f);
        before = now;
        speed = next;
    }
    assert_float_equal(speed, fast, 0.01f);
    close_stage(&stage);
}

/* where a layer ends the avatar stays; an upper layer that stands still holds it. */
static void the_avatar_stays_where_it_went(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef walk = sudden_walk(STRAIGHT), still = sudden_walk(STILL);
    uint32_t layer = vrm_actor_play(stage.actor, &walk);
    step_to(&stage, 2.0, 60.0);
    assert_true(vrm_actor_stop(stage.actor, layer, 0.4f));
    step_to(&stage, 2.5, 60.0);
    vrm_Transform stopped = vrm_actor_root(stage.actor);
    assert_true(stopped.translation.z > 2.0f * scale_of(walk.clip));
    step_to(&stage, 9.0, 60.0);
    check_root(vrm_actor_root(stage.actor), stopped, 0.0f, "stopped", 9.0);
    still.applies_root_motion = false;
    assert_int_not_equal(vrm_actor_play(stage.actor, &walk), 0);
    assert_int_not_equal(vrm_actor_play(stage.actor, &still), 0);
    step_to(&stage, 12.0, 60.0);
    check_root(vrm_actor_root(stage.actor), stopped, 0.0f, "held", 12.0);
    vrm_actor_forget(stage.actor, walks[STRAIGHT]);
    vrm_actor_forget(stage.actor, walks[STILL]);
    assert_true(vrm_actor_step(stage.actor, 0.1f));
    check_root(vrm_actor_root(stage.actor), stopped, 1e-6f, "forgotten", 12.1);
    close_stage(&stage);
}

/* backwards for as long leads back to the start. */
static void a_walk_backwards_returns(void** state) {
    (void)state;
    for (int walk = 0; walk < WALKS; walk++) {
        Stage stage = open_still_stage();
        vrm_LayerDef def = sudden_walk(walk);
        uint32_t layer = vrm_actor_play(stage.actor, &def);
        assert_true(vrm_actor_step(stage.actor, 0.0f));
        vrm_Transform start = vrm_actor_root(stage.actor);
        assert_true(vrm_actor_step_to(stage.actor, 17.31));
        assert_true(vrm_actor_set_speed(stage.actor, layer, -2.0f));
        assert_true(vrm_actor_step_to(stage.actor, 17.31 * 1.5));
        check_root(vrm_actor_root(stage.actor), start, 2e-4f, "returned", walk);
        close_stage(&stage);
    }
}

/* ---- The host ---- */

/* without the option the root is the host's; with it, it goes on from there. */
static void the_host_places_the_avatar(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef walk = sudden_walk(STRAIGHT);
    vrm_Transform placed = {
        {3.0f, 1.0f, -2.0f}, test_turn(0.0f, 1.0f, 0.0f, 90.0f), {2.0f, 2.0f, 2.0f}};
    assert_true(vrm_avatar_set_root(stage.sim, stage.avatar, placed));
    walk.applies_root_motion = false;
    assert_int_not_equal(vrm_actor_play(stage.actor, &walk), 0);
    step_to(&stage, 1.0, 60.0);
    check_root(vrm_actor_root(stage.actor), placed, 1e-6f, "untouched", 1.0);
    walk.applies_root_motion = true;
    assert_int_not_equal(vrm_actor_cross_fade(stage.actor, &walk), 0);
    step_to(&stage, 1.0 + (double)vrm_clip_duration(walk.clip), 60.0);
    vrm_Transform root = vrm_actor_root(stage.actor);
    float metres = 2.0f * walk_defs[STRAIGHT].metres * scale_of(walk.clip);
    assert_float_equal(root.translation.x, 3.0f + metres, 1e-3f);
    assert_float_equal(root.translation.y, 1.0f, 1e-6f);
    assert_float_equal(root.scale.x, 2.0f, 1e-6f);

    vrm_Transform elsewhere = {{-7.0f, 0.0f, 4.0f}, {0, 0, 0, 1}, {1, 1, 1}};
    assert_true(vrm_actor_set_root(stage.actor, elsewhere));
    check_root(vrm_actor_root(stage.actor), elsewhere, 0.0f, "put", 2.1);
    double put_s = vrm_actor_time(stage.actor);
    step_to(&stage, put_s + (double)vrm_clip_duration(walk.clip), 60.0);
    root = vrm_actor_root(stage.actor);
    assert_float_equal(root.translation.z, 4.0f + 0.5f * metres, 1e-3f);
    assert_true(vrm_actor_seek(stage.actor, put_s));
    check_root(vrm_actor_root(stage.actor), elsewhere, 1e-5f, "put, again", put_s);
    assert_true(vrm_actor_seek(stage.actor, put_s - 0.5)); /* it comes from behind */
    assert_true(vrm_actor_root(stage.actor).translation.z < 4.0f - 0.1f * metres);

    vrm_Transform wrong = elsewhere;
    wrong.translation.x = NAN;
    assert_false(vrm_actor_set_root(stage.actor, wrong));
    wrong = elsewhere;
    wrong.rotation.w = 0.0f;
    assert_false(vrm_actor_set_root(stage.actor, wrong));
    close_stage(&stage);
}

/* what the host sets after a step counts for that frame alone. */
static void the_host_has_the_last_word_on_the_root(void** state) {
    (void)state;
    Stage stage = open_still_stage(), other = open_still_stage();
    vrm_LayerDef walk = sudden_walk(STRAIGHT);
    vrm_Transform lifted = {{0.0f, 5.0f, 0.0f}, {0, 0, 0, 1}, {1, 1, 1}};
    assert_int_not_equal(vrm_actor_play(stage.actor, &walk), 0);
    assert_int_not_equal(vrm_actor_play(other.actor, &walk), 0);
    assert_true(vrm_actor_step(stage.actor, 0.4f) && vrm_actor_step(other.actor, 0.4f));
    assert_true(vrm_avatar_set_root(stage.sim, stage.avatar, lifted));
    vrm_sim_step(stage.sim, 0.0f);
    assert_float_equal(vrm_avatar_root(stage.sim, stage.avatar).translation.y, 5.0f, 0.0f);
    assert_true(vrm_actor_step(stage.actor, 0.4f) && vrm_actor_step(other.actor, 0.4f));
    vrm_Transform a = vrm_avatar_root(stage.sim, stage.avatar),
                  b = vrm_avatar_root(other.sim, other.avatar);
    assert_memory_equal(&a, &b, sizeof a);
    close_stage(&stage);
    close_stage(&other);
}

/* */
static void steps_with_root_motion_allocate_nothing(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_ActorDef def = vrm_default_actor_def();
    def.allocator = test_memory_allocator(&memory);
    Stage stage = open_stage(&def);
    size_t allocations = memory.allocations;
    vrm_LayerDef walk = walk_layer(LONG_WALK), curve = walk_layer(CURVE);
    curve.weight = 0.3f;
    assert_int_equal(vrm_actor_play(stage.actor, &walk), 1);
    assert_int_equal(vrm_actor_play(stage.actor, &curve), 2);
    assert_true(memory.allocations > allocations);
    allocations = memory.allocations;
    for (int f = 0; f < 100; f++) {
        assert_int_equal(vrm_actor_play(stage.actor, &walk), 1);
        assert_int_equal(vrm_actor_play(stage.actor, &curve), 2);
        assert_true(vrm_actor_step(stage.actor, 0.04f));
    }
    assert_true(vrm_actor_seek(stage.actor, 1.0));
    assert_true(vrm_actors_settle(&stage.actor, 1, 0.5f));
    assert_int_equal(memory.allocations, allocations);
    close_stage(&stage);
    test_memory_check_clean(&memory);
}

static vrm_Result create_and_walk(const vrm_Allocator* allocator, void* ctx) {
    Stage* stage = ctx;
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_Actor* actor = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_actor_create(stage->sim, stage->avatar, &def, &actor);
    for (int i = 0; result == VRM_OK && i < 3; i++) {
        vrm_LayerDef walk = walk_layer(i);
        if (vrm_actor_cross_fade(actor, &walk) == 0) result = VRM_ERR_MEMORY;
    }
    if (actor != NULL) assert_true(vrm_actor_step(actor, 0.1f));
    vrm_actor_destroy(actor);
    return result;
}

/* */
static void every_allocation_of_a_walk_may_fail(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    assert_true(test_every_allocation_failing(create_and_walk, &stage) > 3);
    close_stage(&stage);
}

/* a layer that cannot start costs none of those that are kept for jumps back. */
static void a_walk_without_memory_removes_no_layer(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_ActorDef def = vrm_default_actor_def();
    def.allocator = test_memory_allocator(&memory);
    Stage stage = open_stage(&def);
    vrm_LayerDef walk = sudden_walk(STRAIGHT);
    for (int i = 0; i < VRM_ACTOR_LAYERS_MAX; i++) {
        walk.begin_s = 0.01 * i; /* so that each is a layer of its own */
        assert_int_equal(vrm_actor_play(stage.actor, &walk), i + 1);
    }
    assert_true(vrm_actor_seek(stage.actor, 1.0));
    assert_true(vrm_actor_stop(stage.actor, 1, 0.0f));
    walk.begin_s = VRM_ACTOR_NOW;
    walk.clip = walks[RUN];
    memory.fail_at = memory.allocations + 1;
    assert_int_equal(vrm_actor_play(stage.actor, &walk), 0);
    vrm_LayerState layer;
    assert_true(vrm_actor_seek(stage.actor, 0.5));
    assert_true(vrm_actor_layer(stage.actor, 1, &layer));
    assert_true(vrm_actor_seek(stage.actor, 1.0));
    assert_int_equal(vrm_actor_play(stage.actor, &walk), VRM_ACTOR_LAYERS_MAX + 1);
    size_t blocks = memory.live_blocks;
    walk.clip = walks[CURVE]; /* no place is left for this one */
    assert_int_equal(vrm_actor_play(stage.actor, &walk), 0);
    assert_int_equal(memory.live_blocks, blocks);
    close_stage(&stage);
    test_memory_check_clean(&memory);
}

/* ---- Hair ---- */

/* A walk that jumps back at its end, and the avatar that walks. */
typedef struct Jump {
    int walk;
    vrm_Dialect dialect;
    bool keeps_facing;
    float degrees; /* of the root */
    vrm_Vec3 scale;
    float speed, weight;
    float rate;
} Jump;

static const Jump jumps[] = {
    {STRAIGHT, VRM_DIALECT_1, false, 0.0f, {1.0f, 1.0f, 1.0f}, 1.0f, 1.0f, 60.0f},
    {STRAIGHT, VRM_DIALECT_1, false, 70.0f, {1.2f, 0.9f, 1.0f}, 1.0f, 1.0f, 60.0f},
    {STRAIGHT, VRM_DIALECT_1, false, 0.0f, {1.0f, 1.0f, 1.0f}, -0.8f, 1.0f, 144.0f},
    {STRAIGHT, VRM_DIALECT_1, false, 0.0f, {1.0f, 1.0f, 1.0f}, 1.0f, 0.5f, 100.0f},
    {CURVE, VRM_DIALECT_1, false, 120.0f, {1.3f, 1.3f, 1.3f}, 1.0f, 1.0f, 50.0f},
    {CURVE, VRM_DIALECT_0, false, 30.0f, {1.0f, 1.0f, 1.0f}, 1.0f, 1.0f, 60.0f},
    {CURVE, VRM_DIALECT_0, true, 0.0f, {-1.0f, 1.0f, 1.0f}, 1.0f, 1.0f, 60.0f}};

static Stage open_walker(const Jump* jump, const vrm_Rig* rig, const vrm_Clip* clip) {
    vrm_SimDef sim_def = vrm_default_sim_def();
    vrm_ActorDef actor_def = vrm_default_actor_def();
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    Stage stage = {0};
    sim_def.keeps_vrm0_facing = jump->keeps_facing;
    actor_def.stance = VRM_STANCE_REST;
    layer.fade_in_s = 0.0f;
    layer.speed = jump->speed;
    layer.weight = jump->weight;
    assert_int_equal(vrm_sim_create(&sim_def, &stage.sim), VRM_OK);
    stage.avatar = vrm_sim_add(stage.sim, rig);
    vrm_Quat turn = test_turn(0.0f, 1.0f, 0.0f, jump->degrees);
    vrm_Transform root = {{3.0f, 0.0f, -2.0f}, turn, jump->scale};
    assert_true(vrm_avatar_set_root(stage.sim, stage.avatar, root));
    assert_int_equal(vrm_actor_create(stage.sim, stage.avatar, &actor_def, &stage.actor), VRM_OK);
    assert_int_not_equal(vrm_actor_play(stage.actor, &layer), 0);
    return stage;
}

/* Degrees between the hair of two avatars of a rig. */
static float hair_apart(const Stage* a, const Stage* b, const vrm_Rig* rig) {
    float most = 0.0f;
    for (int32_t j = 0; j < vrm_rig_spring_joint_count(rig); j++) {
        int32_t node = vrm_rig_spring_joint(rig, j).node;
        most = fmaxf(most, test_angle(vrm_avatar_locals(a->sim, a->avatar)[node].rotation,
                                      vrm_avatar_locals(b->sim, b->avatar)[node].rotation));
    }
    return most * 57.29578f;
}

/* as if the clip had all passes one after the other. */
static void hair_does_not_see_that_a_loop_jumps_back(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        const Jump* jump = &jumps[i];
        WalkDef def = walk_defs[jump->walk];
        def.more_passes = 1;
        def.seconds *= 2.0;
        def.metres *= 2.0f;
        def.degrees *= 2.0f;
        vrm_Clip* whole = make_walk(&def);
        FaceStand stand = face_stand_hero_of(jump->dialect, NULL);
        Stage looped = open_walker(jump, stand.rig, walks[jump->walk]);
        Stage straight = open_walker(jump, stand.rig, whole);
        float seconds = 0.99f * (float)def.seconds / fabsf(jump->speed);
        for (int f = 0; (float)f < seconds * jump->rate; f++) {
            assert_true(vrm_actor_step(looped.actor, 1.0f / jump->rate));
            assert_true(vrm_actor_step(straight.actor, 1.0f / jump->rate));
            vrm_sim_step(looped.sim, 1.0f / jump->rate);
            vrm_sim_step(straight.sim, 1.0f / jump->rate);
            float apart = hair_apart(&looped, &straight, stand.rig);
            if (!(apart < 1.0f))
                fail_msg("walker %d, frame %d: %g degrees", (int)i, f, (double)apart);
        }
        close_stage(&looped);
        close_stage(&straight);
        face_stand_end(&stand);
        vrm_clip_destroy(whole);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_pass_is_the_clip),
        cmocka_unit_test(a_loop_goes_on),
        cmocka_unit_test(a_straight_walk_travels_its_length_in_each_pass),
        cmocka_unit_test(a_circle_closes_after_its_turns),
        cmocka_unit_test(walks_reach_the_end_of_time),
        cmocka_unit_test(the_root_is_a_function_of_time),
        cmocka_unit_test(changes_do_not_depend_on_frames),
        cmocka_unit_test(requests_after_a_jump_back_do_not_move_the_root),
        cmocka_unit_test(the_first_walk_after_a_jump_back_begins_where_the_avatar_stands),
        cmocka_unit_test(walks_that_are_asked_for_again_go_on),
        cmocka_unit_test(a_cross_fade_blends_speeds),
        cmocka_unit_test(the_avatar_stays_where_it_went),
        cmocka_unit_test(a_walk_backwards_returns),
        cmocka_unit_test(the_host_places_the_avatar),
        cmocka_unit_test(the_host_has_the_last_word_on_the_root),
        cmocka_unit_test(steps_with_root_motion_allocate_nothing),
        cmocka_unit_test(every_allocation_of_a_walk_may_fail),
        cmocka_unit_test(a_walk_without_memory_removes_no_layer),
        cmocka_unit_test(hair_does_not_see_that_a_loop_jumps_back),
    };
    return cmocka_run_group_tests(tests, make_walks, free_walks);
}
