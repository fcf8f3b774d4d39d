/* SPDX-License-Identifier: MIT */
/* Actors: layers, face, gaze and springs of an avatar as a function of time. */
#include "actor_stage.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* to ask again in each frame changes nothing. */
static void asking_again_changes_nothing(void** state) {
    (void)state;
    Stage once = open_living_stage(3), often = open_living_stage(3);
    vrm_EmotionPart expression = {"happy", 1.0f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &expression;
    emotion.part_count = 1;
    uint32_t number = 0;
    for (int f = 0; f < 120; f++) {
        for (int s = 0; s < 2; s++) {
            const Stage* stage = s == 0 ? &once : &often;
            if (s == 0 && f != 0 && f != 40 && f != 80) {
                (void)vrm_actor_step(stage->actor, 1.0f / 60.0f);
                continue;
            }
            vrm_LayerDef walk = layer_of(0), wave = layer_of(2);
            if (f < 40) {
                uint32_t played = vrm_actor_play(stage->actor, &walk);
                if (number == 0) number = played;
                assert_int_equal(played, number);
            } else if (f < 80) {
                assert_int_not_equal(vrm_actor_cross_fade(stage->actor, &wave), 0);
            } else if (vrm_actor_layer(stage->actor, 2, &(vrm_LayerState){0})) {
                assert_true(vrm_actor_stop(stage->actor, 2, 0.5f));
            }
            (void)vrm_actor_speak(stage->actor, 0.2, cast.speech, 200);
            (void)vrm_actor_emote(stage->actor, VRM_ACTOR_NOW, &emotion);
            (void)vrm_actor_look_at(stage->actor, (vrm_Vec3){0.2f, 1.0f, 2.0f});
            (void)vrm_actor_step(stage->actor, 1.0f / 60.0f);
        }
        Inputs a = read_inputs(&once), b = read_inputs(&often);
        check_same(&a, &b, 1e-6f, "once and in each frame", f / 60.0);
    }
    close_stage(&once);
    close_stage(&often);
}

/* one layer over the rest pose is what vrm_avatar_play() plays, to the bit. */
static void one_layer_is_one_player(void** state) {
    (void)state;
    Stage stage = open_still_stage(), other = open_still_stage();
    vrm_LayerDef def = sudden_layer(1);
    assert_int_not_equal(vrm_actor_play(stage.actor, &def), 0);
    vrm_Player player = vrm_player(cast.clips[1]);
    for (int f = 0; f < 100; f++) {
        assert_true(vrm_actor_step(stage.actor, 0.0625f)); /* exact in a float */
        vrm_player_advance(&player, 0.0625f);
        assert_true(vrm_avatar_play(other.sim, other.avatar, &player, 1));
        Inputs a = read_inputs(&stage), b = read_inputs(&other);
        if (f < 12)
            assert_memory_equal(&a, &b, sizeof a);
        else /* a player has wrapped in floats */
            check_same(&a, &b, 1e-6f, "layer and player", f * 0.0625);
    }
    close_stage(&stage);
    close_stage(&other);
}

/* a layer fades in from the stance and out to it; its expressions and gaze go with it. */
static void layers_fade_and_leave_nothing_behind(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerState layer;
    Inputs before = read_inputs(&stage);
    vrm_LayerDef def = layer_of(1);
    uint32_t number = vrm_actor_play(stage.actor, &def);
    assert_true(vrm_actor_step(stage.actor, 0.0f));
    assert_true(vrm_actor_layer(stage.actor, number, &layer));
    assert_float_equal(layer.weight, 0.0, 0.0);
    assert_true(vrm_actor_step(stage.actor, 0.125f));
    assert_true(vrm_actor_layer(stage.actor, number, &layer));
    assert_float_equal(layer.weight, 0.5, 1e-6);
    assert_true(vrm_actor_step(stage.actor, 0.375f));
    assert_true(vrm_actor_layer(stage.actor, number, &layer));
    assert_float_equal(layer.weight, 1.0, 0.0);
    Inputs playing = read_inputs(&stage);
    assert_true(apart(&before, &playing) > 0.1f);
    assert_true(expression_of(&playing, "happy") > 0.05f);
    assert_true(vrm_actor_stop(stage.actor, number, 0.5f));
    assert_true(vrm_actor_step(stage.actor, 0.25f));
    assert_true(vrm_actor_stop(stage.actor, number, 9.0f)); /* it fades out already */
    assert_true(vrm_actor_layer(stage.actor, number, &layer));
    assert_float_equal(layer.weight, 0.5, 1e-6);
    assert_true(vrm_actor_step(stage.actor, 0.25f));
    assert_false(vrm_actor_layer(stage.actor, number, &layer));
    assert_false(vrm_actor_stop(stage.actor, number, 0.5f));
    Inputs after = read_inputs(&stage);
    assert_memory_equal(&before, &after, sizeof before);
    close_stage(&stage);
}

/* layers lie over each other in their order, each over its bones. */
static void masks_and_order_decide(void** state) {
    (void)state;
    Stage stage = open_still_stage(), below = open_still_stage(), above = open_still_stage();
    vrm_LayerDef walk = sudden_layer(0), wave = sudden_layer(1);
    wave.bones = UPPER_BODY;
    (void)vrm_actor_play(stage.actor, &walk);
    (void)vrm_actor_play(stage.actor, &wave);
    (void)vrm_actor_play(below.actor, &walk);
    (void)vrm_actor_play(above.actor, &wave);
    for (int i = 0; i < 3; i++) {
        const Stage* stages[] = {&stage, &below, &above};
        assert_true(vrm_actor_step(stages[i]->actor, 0.3f));
    }
    Inputs both = read_inputs(&stage), walks = read_inputs(&below), waves = read_inputs(&above);
    int32_t head = vrm_rig_bone(cast.stand.rig, VRM_BONE_HEAD);
    int32_t knee = vrm_rig_bone(cast.stand.rig, VRM_BONE_LEFT_LOWER_LEG);
    int32_t hips = vrm_rig_bone(cast.stand.rig, VRM_BONE_HIPS);
    assert_float_equal(test_angle(both.locals[head].rotation, waves.locals[head].rotation), 0,
                       1e-6);
    assert_float_equal(test_angle(both.locals[knee].rotation, walks.locals[knee].rotation), 0,
                       1e-6);
    assert_true(test_angle(both.locals[head].rotation, walks.locals[head].rotation) > 0.05f);
    assert_float_equal(test_distance(both.locals[hips].translation, walks.locals[hips].translation),
                       0, 1e-6);
    assert_true(expression_of(&both, "happy") == expression_of(&waves, "happy"));
    close_stage(&stage);
    close_stage(&below);
    close_stage(&above);
}

/* the layer beneath keeps its weight until the new one covers it: no dip to the stance. */
static void cross_fade_does_not_dip(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef one = sudden_layer(0), other = layer_of(1);
    uint32_t first = vrm_actor_play(stage.actor, &one);
    assert_true(vrm_actor_step(stage.actor, 0.5f));
    uint32_t second = vrm_actor_cross_fade(stage.actor, &other);
    assert_true(first != 0 && second != 0 && first != second);
    vrm_LayerState state_of;
    assert_true(vrm_actor_step(stage.actor, 0.2f));
    assert_true(vrm_actor_layer(stage.actor, first, &state_of));
    assert_float_equal(state_of.weight, 1.0, 0.0);
    assert_true(vrm_actor_step(stage.actor, 0.06f));
    assert_false(vrm_actor_layer(stage.actor, first, &state_of));
    assert_true(vrm_actor_layer(stage.actor, second, &state_of));
    assert_float_equal(state_of.weight, 1.0, 0.0);
    close_stage(&stage);
}

/* what happened is told once, at every rate the same number of times. */
static void events_do_not_depend_on_the_rate(void** state) {
    (void)state;
    int counts[RATES][VRM_ACTOR_SPEECH_ENDED + 1];
    memset(counts, 0, sizeof counts);
    for (int r = 0; r < RATES; r++) {
        Stage stage = open_living_stage(4);
        vrm_LayerDef loop = layer_of(1), back = layer_of(0), once = layer_of(2), held = layer_of(3);
        back.speed = -1.5f;
        once.at_end = VRM_LAYER_STOPS;
        held.at_end = VRM_LAYER_HOLDS;
        const vrm_LayerDef* layers[] = {&loop, &back, &once, &held};
        for (int i = 0; i < 4; i++)
            assert_int_equal(vrm_actor_play(stage.actor, layers[i]), (uint32_t)i + 1);
        assert_true(vrm_actor_speak(stage.actor, 0.5, cast.speech, 200));
        for (double left_s = 19.3; left_s > 1e-7; left_s = 19.3 - vrm_actor_time(stage.actor)) {
            vrm_ActorEvent event;
            double dt = left_s < 1.0 / rates[r] ? left_s : 1.0 / rates[r];
            assert_true(vrm_actor_step(stage.actor, (float)dt));
            while (vrm_actor_poll(stage.actor, &event)) {
                counts[r][event.kind] += event.count;
                assert_true((event.layer != 0) == (event.kind <= VRM_ACTOR_STOPPED));
            }
        }
        for (int k = 0; k <= VRM_ACTOR_SPEECH_ENDED; k++)
            if (counts[r][k] != counts[0][k] || counts[r][k] == 0)
                fail_msg("event %d at %g Hz: %d, at %g Hz: %d", k, rates[r], counts[r][k], rates[0],
                         counts[0][k]);
        assert_int_equal(counts[r][VRM_ACTOR_ENDED], 2);
        assert_int_equal(counts[r][VRM_ACTOR_STOPPED], 1);
        assert_int_equal(counts[r][VRM_ACTOR_LOOPED], 24 + 21); /* 19.3 / 0.8, 19.3 * 1.5 / 1.37 */
        assert_int_equal(counts[r][VRM_ACTOR_SPEECH_BEGAN], 1);
        close_stage(&stage);
    }
}

/* what the host sets after the step wins for this frame, and for this frame alone. */
static void the_host_has_the_last_word(void** state) {
    (void)state;
    Stage stage = open_living_stage(1), other = open_living_stage(1);
    vrm_LayerDef def = layer_of(1);
    (void)vrm_actor_play(stage.actor, &def);
    (void)vrm_actor_play(other.actor, &def);
    vrm_Quat turned = test_turn(0, 0, 1, 70.0f);
    int32_t arm = vrm_rig_bone(cast.stand.rig, VRM_BONE_LEFT_UPPER_ARM);
    for (int f = 0; f < 30; f++) {
        (void)vrm_actor_step(stage.actor, 0.05f);
        (void)vrm_actor_step(other.actor, 0.05f);
        Inputs a = read_inputs(&stage), b = read_inputs(&other);
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(vrm_avatar_set_bone(stage.sim, stage.avatar, VRM_BONE_LEFT_UPPER_ARM, turned));
        assert_true(vrm_avatar_set_expression_named(stage.sim, stage.avatar, "happy", 1.0f));
        assert_true(vrm_avatar_look_along(stage.sim, stage.avatar, 30.0f, 0.0f));
        Inputs set = read_inputs(&stage);
        assert_true(test_angle(set.locals[arm].rotation, b.locals[arm].rotation) > 0.2f);
        assert_float_equal(expression_of(&set, "happy"), 1.0, 0.0);
        assert_float_equal(set.gaze.x, 30.0, 1e-3);
    }
    close_stage(&stage);
    close_stage(&other);
}

/* Without idle motion of its face an avatar stands still: the stance does not breathe besides. */
static void a_face_decides_how_much_the_body_moves(void** state) {
    (void)state;
    Stage stage = open_living_stage(1);
    int32_t head = vrm_rig_bone(cast.stand.rig, VRM_BONE_HEAD);
    vrm_face_set_blinks(vrm_actor_face(stage.actor), false);
    for (int still = 0; still < 2; still++) {
        assert_true(vrm_face_set_idle(vrm_actor_face(stage.actor), still ? 0.0f : 2.0f));
        float most = 0.0f;
        (void)vrm_actor_step(stage.actor, 0.0f);
        Inputs first = read_inputs(&stage);
        for (int f = 0; f < 40; f++) {
            (void)vrm_actor_step(stage.actor, 0.1f);
            Inputs now = read_inputs(&stage);
            most = fmaxf(most, test_angle(now.locals[head].rotation, first.locals[head].rotation));
        }
        if (still)
            assert_float_equal(most, 0.0, 1e-3);
        else
            assert_true(most > 0.01f);
    }
    close_stage(&stage);
}

/* Its definition has no idle motion: the stance goes on breathing. */
static void a_face_without_idle_motion_leaves_the_body_alone(void** state) {
    (void)state;
    vrm_FaceDef face = vrm_default_face_def();
    vrm_ActorDef def = vrm_default_actor_def();
    face.idle = 0.0f;
    def.face_map = cast.stand.map;
    def.face = &face;
    Stage living = open_stage(&def), plain = open_stage(NULL);
    for (int f = 0; f < 20; f++) {
        (void)vrm_actor_step(living.actor, 0.2f);
        (void)vrm_actor_step(plain.actor, 0.2f);
        Inputs a = read_inputs(&living), b = read_inputs(&plain);
        assert_memory_equal(a.locals, b.locals, (size_t)a.node_count * sizeof a.locals[0]);
    }
    close_stage(&living);
    close_stage(&plain);
}

/* the face and the layers: the stronger weight shows; speech moves the mouth over a walk. */
static void a_face_speaks_while_it_walks(void** state) {
    (void)state;
    Stage stage = open_living_stage(2);
    vrm_LayerDef walk = layer_of(1);
    (void)vrm_actor_play(stage.actor, &walk);
    assert_true(vrm_actor_speak(stage.actor, 0.3, cast.speech, 200));
    float widest = 0.0f, weakest = 1.0f, happiest = 0.0f;
    for (int f = 0; f < 180; f++) {
        (void)vrm_actor_step(stage.actor, 1.0f / 60.0f);
        Inputs inputs = read_inputs(&stage);
        double time = vrm_actor_time(stage.actor);
        float aa = expression_of(&inputs, "aa");
        if (time > 0.5 && time < 2.2) widest = test_larger(widest, aa);
        if (time > 0.5 && time < 2.2 && aa < weakest) weakest = aa;
        if (time > 2.7) assert_float_equal(aa, 0.0, 1e-3);
        happiest = test_larger(happiest, expression_of(&inputs, "happy"));
    }
    assert_true(widest > 0.6f && weakest < 0.3f && happiest > 0.5f);
    close_stage(&stage);
}

/* sentences of a speech engine wait for each other. */
static void a_sound_that_waits_does_not_move_the_mouth(void** state) {
    (void)state;
    Stage alone = open_living_stage(2), waiting = open_living_stage(2);
    assert_true(vrm_actor_speak(alone.actor, 0.3, cast.speech, 200));
    assert_true(vrm_actor_speak(waiting.actor, 0.3, cast.speech, 200));
    assert_true(vrm_actor_speak(waiting.actor, 1.87, cast.speech, 200));
    while (vrm_actor_time(alone.actor) < 1.85) {
        (void)vrm_actor_step(alone.actor, 1.0f / 120.0f);
        (void)vrm_actor_step(waiting.actor, 1.0f / 120.0f);
        Inputs inputs = read_inputs(&alone), others = read_inputs(&waiting);
        assert_float_equal(expression_of(&others, "aa"), expression_of(&inputs, "aa"), 1e-5);
    }
    close_stage(&alone);
    close_stage(&waiting);
}

/* settled springs do not depend on what was before, and the time is as it was. */
static void settled_springs_have_one_state(void** state) {
    (void)state;
    Stage stage = open_living_stage(5), other = open_living_stage(5);
    vrm_LayerDef def = layer_of(1);
    (void)vrm_actor_play(stage.actor, &def);
    (void)vrm_actor_play(other.actor, &def);
    for (int f = 0; f < 50; f++) {
        (void)vrm_actor_step(other.actor, 0.02f);
        vrm_sim_step(other.sim, 0.02f);
    }
    assert_true(vrm_actor_seek(stage.actor, 3.0) && vrm_actor_seek(other.actor, 3.0));
    assert_true(vrm_actors_settle(&stage.actor, 1, 1.0f));
    assert_true(vrm_actors_settle(&other.actor, 1, 1.0f));
    assert_float_equal(vrm_actor_time(stage.actor), 3.0, 0.0);
    int32_t nodes = vrm_rig_node_count(cast.stand.rig);
    assert_memory_equal(vrm_avatar_locals(stage.sim, stage.avatar),
                        vrm_avatar_locals(other.sim, other.avatar),
                        (size_t)nodes * sizeof(vrm_Transform));
    close_stage(&stage);
    close_stage(&other);
}

/* Where a host's own input was set, and to what. */
typedef struct HostInputs {
    const Stage* stage;
    double first_s, last_s;
    int count;
    vrm_Pose first_pose;
} HostInputs;

static void raise_root(void* ctx, vrm_Actor* actor, double time_s) {
    HostInputs* host = ctx;
    assert_ptr_equal(actor, host->stage->actor);
    if (host->count == 0) host->first_s = time_s;
    if (host->count++ == 1) /* the first step is done */
        host->first_pose = vrm_rig_read_pose(
            cast.stand.rig, vrm_avatar_locals(host->stage->sim, host->stage->avatar));
    host->last_s = time_s;
    vrm_Transform root = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    assert_true(vrm_avatar_set_root(host->stage->sim, host->stage->avatar, root));
}

/* before its beginning an actor stands still, but for the idle, which has none. */
static void hosts_set_inputs_while_springs_settle(void** state) {
    (void)state;
    Stage stage = open_stage(NULL);
    HostInputs host = {.stage = &stage};
    assert_true(vrm_actor_seek(stage.actor, 0.25));
    assert_true(vrm_actors_settle_with(&stage.actor, 1, 1.0f, raise_root, &host));
    assert_int_equal(host.count, 61);
    assert_float_equal(host.first_s, -0.75, 1e-9);
    assert_float_equal(host.last_s, 0.25, 0.0);
    assert_float_equal(vrm_actor_time(stage.actor), 0.25, 0.0);
    assert_float_equal(vrm_avatar_root(stage.sim, stage.avatar).translation.y, 1.0f, 0.0f);
    vrm_Pose idle = vrm_pose_idle(VRM_IDLE_PERIOD_S - 0.75f);
    float off =
        test_angle(host.first_pose.rotations[VRM_BONE_SPINE], idle.rotations[VRM_BONE_SPINE]);
    assert_true(off < 1e-4f);
    close_stage(&stage);
}

/* a film draws exact times, and a loop goes on from its end to its beginning. */
static void stepping_to_a_time_is_stepping(void** state) {
    (void)state;
    Stage stage = open_living_stage(3), other = open_living_stage(3);
    vrm_LayerDef def = sudden_layer(1);
    vrm_ActorEvent event;
    (void)vrm_actor_play(stage.actor, &def);
    (void)vrm_actor_play(other.actor, &def);
    for (int f = 1; f <= 90; f++) {
        assert_true(vrm_actor_step_to(stage.actor, f / 30.0));
        vrm_sim_step(stage.sim, 1.0f / 30.0f);
    }
    assert_float_equal(vrm_actor_time(stage.actor), 3.0, 0.0);
    assert_true(vrm_actor_poll(stage.actor, &event));
    while (vrm_actor_poll(stage.actor, &event)) {}
    assert_true(vrm_actor_step_to(stage.actor, 0.5) && vrm_actor_seek(other.actor, 0.5));
    assert_false(vrm_actor_poll(stage.actor, &event));
    vrm_sim_step(stage.sim, 0.0f);
    vrm_sim_step(other.sim, 0.0f);
    int32_t nodes = vrm_rig_node_count(cast.stand.rig);
    assert_memory_not_equal(vrm_avatar_locals(stage.sim, stage.avatar),
                            vrm_avatar_locals(other.sim, other.avatar),
                            (size_t)nodes * sizeof(vrm_Transform)); /* springs go on */
    Inputs back = read_inputs(&stage), there = read_inputs(&other);
    check_same(&back, &there, 1e-6f, "step_to back", 0.5);
    assert_false(vrm_actor_step_to(stage.actor, -1.0) || vrm_actor_step_to(stage.actor, 2e9));
    close_stage(&stage);
    close_stage(&other);
}

#define DAY 86400.0

/* An emotion that ends, one that waits for it, and speech, with days between them. */
static void give_long_part(vrm_Actor* actor) {
    vrm_EmotionPart parts[] = {{"happy", 0.7f}, {"sad", 0.4f}};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = parts;
    emotion.part_count = 1;
    emotion.hold_s = (float)(2.5 * DAY);
    assert_true(vrm_actor_emote(actor, 50.0, &emotion));
    emotion.parts = parts + 1;
    emotion.is_queued = true;
    emotion.hold_s = 100.0f;
    assert_true(vrm_actor_emote(actor, 60.0, &emotion));
    assert_true(vrm_actor_speak(actor, 3.05 * DAY, cast.speech, 200));
    assert_true(vrm_actor_speak(actor, 8.3 * DAY + 0.5, cast.speech, 200));
}

/* a jump over days, which does not run all of them, arrives at the face that was stepped
 * there. */
static void jumps_over_days_arrive_at_the_face_that_was_stepped(void** state) {
    (void)state;
    static const double times[] = {DAY + 0.03,       2.5 * DAY + 51.0, 3.05 * DAY + 1.0,
                                   4.0 * DAY + 0.01, 4.0 * DAY + 1.0,  8.3 * DAY + 1.25};
    for (uint64_t seed = 1; seed <= (TEST_IS_SANITIZED ? 1 : 2); seed++) {
        Stage stepped = open_living_stage(seed), sought = open_living_stage(seed);
        vrm_Attention attention = seed == 2 ? VRM_ATTENTION_TALKING : VRM_ATTENTION_AUTO;
        const Stage* both[] = {&stepped, &sought};
        for (int i = 0; i < 2; i++) {
            (void)vrm_face_set_attention(vrm_actor_face(both[i]->actor), attention);
            give_long_part(both[i]->actor);
        }
        double time_s = 0.0;
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            for (; time_s < times[i]; time_s += 47.3)
                assert_true(vrm_actor_step_to(stepped.actor, time_s));
            assert_true(vrm_actor_step_to(stepped.actor, times[i]));
            assert_true(vrm_actor_seek(sought.actor, 0.0)); /* the face begins again */
            assert_true(vrm_actor_seek(sought.actor, times[i]));
            Inputs a = read_inputs(&stepped), b = read_inputs(&sought);
            check_same(&a, &b, 1e-6f, "over days", times[i]);
        }
        close_stage(&stepped);
        close_stage(&sought);
    }
}

/* the last second that an actor may have is reached without the past before it, from both
 * sides, and springs settle there. */
static void jumps_reach_the_end_of_time(void** state) {
    (void)state;
    Stage stage = open_living_stage(5);
    give_long_part(stage.actor);
    assert_true(vrm_actor_seek(stage.actor, 1e9));
    assert_true(vrm_actor_seek(stage.actor, 1e9 - 1.0));
    Inputs back = read_inputs(&stage);
    assert_true(vrm_actors_settle(&stage.actor, 1, 0.1f));
    Inputs settled = read_inputs(&stage);
    check_same(&back, &settled, 1e-6f, "settled", 1e9 - 1.0);
    close_stage(&stage);
}

/* attention is about eyes; speech is told whatever it is. */
static void speech_is_told_with_every_attention(void** state) {
    (void)state;
    for (int attention = 0; attention <= VRM_ATTENTION_STEADY; attention++) {
        Stage stage = open_living_stage(4);
        int counts[VRM_ACTOR_SPEECH_ENDED + 1] = {0};
        vrm_ActorEvent event;
        assert_true(vrm_face_set_attention(vrm_actor_face(stage.actor), (vrm_Attention)attention));
        assert_true(vrm_actor_speak(stage.actor, 0.5, cast.speech, 200));
        for (int f = 0; f < 400; f++) {
            assert_true(vrm_actor_step(stage.actor, 0.05f));
            while (vrm_actor_poll(stage.actor, &event)) counts[event.kind] += event.count;
        }
        assert_int_equal(counts[VRM_ACTOR_SPEECH_BEGAN], 1);
        assert_int_equal(counts[VRM_ACTOR_SPEECH_ENDED], 1);
        close_stage(&stage);
    }
}

/* hours of frames do not drift. */
static void actors_keep_real_time_for_hours(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = sudden_layer(0);
    vrm_LayerState layer;
    uint32_t number = vrm_actor_play(stage.actor, &def);
    double sum = 0.0, duration = (double)vrm_clip_duration(cast.clips[0]);
    for (int f = 0; f < 240 * 3600 / (TEST_IS_SANITIZED ? 20 : 1); f++) {
        (void)vrm_actor_step(stage.actor, 1.0f / 240.0f);
        sum += (double)(1.0f / 240.0f);
    }
    assert_true(vrm_actor_layer(stage.actor, number, &layer));
    double off = fabs((double)layer.time_s - fmod(sum, duration));
    assert_true(off < 1e-5 || duration - off < 1e-5);
    close_stage(&stage);
}

static vrm_Result create_and_ask(const vrm_Allocator* allocator, void* ctx) {
    Stage* stage = ctx;
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_Actor* actor = NULL;
    def.face_map = cast.stand.map;
    def.allocator = *allocator;
    vrm_Result result = vrm_actor_create(stage->sim, stage->avatar, &def, &actor);
    bool asked = result == VRM_OK;
    for (int i = 0; asked && i < 40; i++)
        asked = vrm_actor_emote(actor, i * 0.1, NULL) &&
                vrm_actor_speak(actor, i * 0.5, cast.speech, i);
    if (result == VRM_OK && !asked) result = VRM_ERR_MEMORY;
    vrm_actor_destroy(actor);
    return result;
}

/* */
static void every_allocation_may_fail(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    assert_true(test_every_allocation_failing(create_and_ask, &stage) > 2);
    close_stage(&stage);
}

/* 16 wait, whether or not the actor has been stepped since. */
static void a_queued_emotion_without_a_place_is_refused(void** state) {
    (void)state;
    vrm_EmotionPart part = {"happy", 1.0f};
    vrm_EmotionDef queued = vrm_default_emotion_def();
    queued.parts = &part;
    queued.part_count = 1;
    queued.hold_s = 10.0f;
    queued.is_queued = true;
    for (int steps = 0; steps < 2; steps++) {
        Stage stage = open_living_stage(1);
        vrm_EmotionDef now = vrm_default_emotion_def();
        for (int i = 0; i < 17; i++) { /* one is shown */
            assert_true(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &queued));
            if (steps) (void)vrm_actor_step(stage.actor, 0.01f);
        }
        assert_false(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &queued));
        assert_true(vrm_actor_emote(stage.actor, 20.0, &queued)); /* there will be room */
        assert_true(vrm_actor_step_to(stage.actor, 11.0));        /* the second is shown */
        assert_true(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &queued));
        assert_false(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &queued));
        assert_true(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &now)); /* empties the queue */
        for (int i = 0; i < 16; i++)
            assert_true(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &queued));
        assert_false(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &queued));
        close_stage(&stage);
    }
}

/* what is asked for in every frame of hours costs no more memory than 1024 of it. */
static void memory_of_the_past_is_bounded(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_ActorDef def = vrm_default_actor_def();
    def.face_map = cast.stand.map;
    def.allocator = test_memory_allocator(&memory);
    Stage stage = open_stage(&def);
    size_t at_first = 0;
    for (int i = 0; i < 20000; i++) {
        vrm_EmotionDef emotion = vrm_default_emotion_def();
        emotion.hold_s = 0.1f;
        assert_true(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &emotion));
        assert_true(vrm_actor_speak(stage.actor, VRM_ACTOR_NOW, cast.speech, 7));
        (void)vrm_actor_step(stage.actor, 0.01f);
        if (i == 2100) at_first = memory.live_bytes;
    }
    assert_int_equal(memory.live_bytes, at_first);
    close_stage(&stage);
}

/* a host that sets the emotion in every frame needs no memory for it. */
static void an_emotion_that_stays_is_kept_once(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_EmotionPart part = {"happy", 1.0f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    vrm_ActorDef def = vrm_default_actor_def();
    def.face_map = cast.stand.map;
    def.allocator = test_memory_allocator(&memory);
    Stage stage = open_stage(&def);
    emotion.parts = &part;
    emotion.part_count = 1;
    size_t after_first = 0;
    for (int i = 0; i < 200; i++) {
        assert_true(vrm_actor_emote(stage.actor, VRM_ACTOR_NOW, &emotion));
        (void)vrm_actor_step(stage.actor, 0.02f);
        if (i == 0) after_first = memory.allocations;
    }
    assert_int_equal(memory.allocations, after_first);
    assert_true(vrm_actor_seek(stage.actor, 0.0) && vrm_actor_seek(stage.actor, 3.0));
    Inputs inputs = read_inputs(&stage);
    assert_float_equal(expression_of(&inputs, "happy"), 1.0, 1e-6);
    close_stage(&stage);
}

/* a loop that is asked to stop at its end does so at the end of its present pass. */
static void a_loop_may_be_told_to_end(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = sudden_layer(1);
    vrm_LayerState layer;
    uint32_t number = vrm_actor_play(stage.actor, &def);
    assert_true(vrm_actor_step(stage.actor, 2.0f)); /* of 0.8 s: in the third pass */
    def.at_end = VRM_LAYER_STOPS;
    assert_int_equal(vrm_actor_play(stage.actor, &def), number);
    assert_true(vrm_actor_step(stage.actor, 0.3f));
    assert_true(vrm_actor_layer(stage.actor, number, &layer));
    assert_float_equal(layer.time_s, 0.7, 1e-5);
    assert_true(vrm_actor_step(stage.actor, 0.15f));
    assert_false(vrm_actor_layer(stage.actor, number, &layer));
    close_stage(&stage);
}

/* numbers that make no sense are refused and change nothing. */
static void what_makes_no_sense_is_refused(void** state) {
    (void)state;
    Stage stage = open_living_stage(0);
    const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -2000.0f};
    uint32_t number = 0;
    vrm_LayerDef def = layer_of(0);
    number = vrm_actor_play(stage.actor, &def);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        float* fields[] = {&def.weight, &def.fade_in_s, &def.fade_out_s, &def.speed, &def.start_s};
        for (size_t k = 0; k < 5; k++) {
            float kept = *fields[k];
            *fields[k] = bad[i];
            assert_int_equal(vrm_actor_play(stage.actor, &def), 0);
            *fields[k] = kept;
        }
        def.begin_s = (double)bad[i];
        assert_int_equal(vrm_actor_play(stage.actor, &def), 0);
        def.begin_s = VRM_ACTOR_NOW;
        assert_false(vrm_actor_set_weight(stage.actor, number, bad[i], 0.1f));
        assert_false(vrm_actor_set_weight(stage.actor, number, 1.0f, bad[i]));
        assert_false(vrm_actor_set_speed(stage.actor, number, bad[i]));
        assert_false(vrm_actor_set_clip_time(stage.actor, number, (double)bad[i]));
        assert_false(vrm_actor_stop(stage.actor, number, bad[i]));
        assert_false(vrm_actor_seek(stage.actor, (double)bad[i]));
        assert_false(vrm_actor_step_to(stage.actor, (double)bad[i]));
        assert_false(vrm_actors_settle(&stage.actor, 1, bad[i]));
        assert_false(vrm_actor_emote(stage.actor, (double)bad[i], NULL));
        assert_false(vrm_actor_speak(stage.actor, (double)bad[i], cast.speech, 1));
        if (i < 3) {
            assert_false(vrm_actor_look_at(stage.actor, (vrm_Vec3){0, bad[i], 0}));
            assert_false(vrm_actor_look_along(stage.actor, bad[i], 0));
        }
        assert_true(vrm_actor_step(stage.actor, bad[i] > 1e20f && bad[i] < INFINITY ? 0 : bad[i]));
        assert_float_equal(vrm_actor_time(stage.actor), 0.0, 0.0);
    }
    def.clip = NULL;
    assert_int_equal(vrm_actor_play(stage.actor, &def), 0);
    assert_int_equal(vrm_actor_play(stage.actor, NULL), 0);
    assert_false(vrm_actor_set_stance(stage.actor, (vrm_Stance)9));
    assert_false(vrm_actor_stop(stage.actor, 99, 0.0f));
    for (int i = 0; i < VRM_ACTOR_LAYERS_MAX + 2; i++) {
        def = layer_of(0);
        def.bones = (uint64_t)i + 1;
        assert_int_equal(vrm_actor_play(stage.actor, &def) != 0, i + 1 < VRM_ACTOR_LAYERS_MAX);
    }
    assert_true(vrm_sim_remove(stage.sim, stage.avatar));
    assert_false(vrm_actor_step(stage.actor, 0.1f));
    assert_false(vrm_actor_step_to(stage.actor, 0.1));
    assert_false(vrm_actor_seek(stage.actor, 0.1));
    assert_false(vrm_actors_settle(&stage.actor, 1, 0.1f));
    vrm_Actor* none = NULL;
    assert_int_equal(vrm_actor_create(stage.sim, stage.avatar, NULL, &none), VRM_ERR_ARGUMENT);
    assert_null(none);
    close_stage(&stage);
}

/* The frames of a sound and a clip that was forgotten may be freed while the actor goes on, also
 * back to the time when it played them. */
static void what_was_played_may_be_freed(void** state) {
    (void)state;
    Stage stage = open_living_stage(2), other = open_living_stage(2);
    vrm_Clip* clip = make_clip((ClipDef){0.4, UPPER_BODY, 30.0f, 0.0f, NULL, false});
    vrm_LayerDef walk = layer_of(0), once = vrm_default_layer_def(clip);
    once.at_end = VRM_LAYER_STOPS;
    assert_int_not_equal(vrm_actor_play(stage.actor, &walk), 0);
    assert_int_not_equal(vrm_actor_play(other.actor, &walk), 0);
    uint32_t number = vrm_actor_play(stage.actor, &once);
    size_t size = sizeof cast.speech;
    vrm_LipFrame* frames = malloc(size);
    assert_non_null(frames);
    memcpy(frames, cast.speech, size);
    assert_true(vrm_actor_speak(stage.actor, 0.3, frames, 200));
    assert_true(vrm_actor_speak(stage.actor, 0.3, cast.speech, 200)); /* the same again */
    assert_true(vrm_actor_speak(other.actor, 0.3, cast.speech, 200));
    free(frames);
    step_to(&stage, 1.0, 60.0);
    step_to(&other, 1.0, 60.0);
    vrm_LayerState layer;
    assert_false(vrm_actor_layer(stage.actor, number, &layer)); /* gone, but for jumps back */
    vrm_actor_forget(stage.actor, clip);
    vrm_clip_destroy(clip);
    for (double time = 1.1; time > 0.0; time -= 0.35) {
        assert_true(vrm_actor_seek(stage.actor, time) && vrm_actor_seek(other.actor, time));
        Inputs a = read_inputs(&stage), b = read_inputs(&other);
        check_same(&a, &b, 1e-6f, "without the clip", time);
    }
    close_stage(&stage);
    close_stage(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_played_may_be_freed),
        cmocka_unit_test(asking_again_changes_nothing),
        cmocka_unit_test(one_layer_is_one_player),
        cmocka_unit_test(layers_fade_and_leave_nothing_behind),
        cmocka_unit_test(masks_and_order_decide),
        cmocka_unit_test(cross_fade_does_not_dip),
        cmocka_unit_test(events_do_not_depend_on_the_rate),
        cmocka_unit_test(the_host_has_the_last_word),
        cmocka_unit_test(a_face_decides_how_much_the_body_moves),
        cmocka_unit_test(a_face_without_idle_motion_leaves_the_body_alone),
        cmocka_unit_test(a_face_speaks_while_it_walks),
        cmocka_unit_test(a_sound_that_waits_does_not_move_the_mouth),
        cmocka_unit_test(settled_springs_have_one_state),
        cmocka_unit_test(hosts_set_inputs_while_springs_settle),
        cmocka_unit_test(stepping_to_a_time_is_stepping),
        cmocka_unit_test(actors_keep_real_time_for_hours),
        cmocka_unit_test(jumps_over_days_arrive_at_the_face_that_was_stepped),
        cmocka_unit_test(jumps_reach_the_end_of_time),
        cmocka_unit_test(speech_is_told_with_every_attention),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_queued_emotion_without_a_place_is_refused),
        cmocka_unit_test(memory_of_the_past_is_bounded),
        cmocka_unit_test(an_emotion_that_stays_is_kept_once),
        cmocka_unit_test(a_loop_may_be_told_to_end),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, make_cast, free_cast);
}
