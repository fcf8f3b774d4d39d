/* SPDX-License-Identifier: MIT */
/* Actors whose layers are changed while they play: in each frame, in the middle of a fade, or in
 * frames that are far apart. */
#include "actor_stage.h"
#include "support/dice.h"
#include "vrm/vrm.h"

enum { KINDS = VRM_ACTOR_SPEECH_ENDED + 1 };

static void step(const Stage* stage, double seconds) {
    assert_true(vrm_actor_step(stage->actor, (float)seconds));
}

static float weight_of(const Stage* stage, uint32_t layer) {
    vrm_LayerState state;
    assert_true(vrm_actor_layer(stage->actor, layer, &state));
    return state.weight;
}

/* ---- Weights ---- */

/* The weight after a second in which its target went from 0 to 1, in each frame a little. */
static float ramped_weight(double rate_hz) {
    Stage stage = open_still_stage();
    vrm_LayerDef def = layer_of(0);
    def.weight = 0.0f;
    uint32_t layer = vrm_actor_play(stage.actor, &def);
    int frames = (int)rate_hz;
    for (int f = 1; f <= frames; f++) {
        assert_true(vrm_actor_set_weight(stage.actor, layer, (float)f / (float)frames, 0.25f));
        step(&stage, 1.0 / rate_hz);
    }
    float weight = weight_of(&stage, layer);
    for (int f = 0; f < frames / 3; f++) step(&stage, 1.0 / rate_hz);
    assert_float_equal(weight_of(&stage, layer), 1.0, 0.0);
    close_stage(&stage);
    return weight;
}

/* */
static void weight_that_moves_in_each_frame_is_followed(void** state) {
    (void)state;
    const double weight_rates[] = {24, 60, 144, 240, 1000};
    for (int r = 0; r < 5; r++) {
        float weight =
            ramped_weight(weight_rates[r]); /* 0.6 * 0.25 s behind, and half a frame ahead */
        if (!(fabsf(weight - 0.85f - 0.5f / (float)weight_rates[r]) < 0.02f))
            fail_msg("%g Hz: %g", weight_rates[r], (double)weight);
    }
}

static void scheduled_layer_fades_in_to_the_weight_it_was_given(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = layer_of(0);
    def.begin_s = 1.0;
    uint32_t layer = vrm_actor_play(stage.actor, &def);
    assert_true(vrm_actor_set_weight(stage.actor, layer, 0.5f, 0.1f));
    step(&stage, 1.0);
    assert_float_equal(weight_of(&stage, layer), 0.0, 1e-6);
    step(&stage, 0.125);
    assert_float_equal(weight_of(&stage, layer), 0.25, 1e-6);
    close_stage(&stage);
}

static void place_is_exact_when_the_speed_changes_in_each_frame(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = layer_of(0);
    uint32_t layer = vrm_actor_play(stage.actor, &def);
    const float dt = 1.0f / 240.0f, speeds[] = {1.0f, 1.0000001f};
    double wanted = 0.0;
    for (int f = 0; f < 60000; f++) {
        assert_true(vrm_actor_set_speed(stage.actor, layer, speeds[f % 2]));
        step(&stage, (double)dt);
        wanted += (double)dt * (double)speeds[f % 2];
    }
    vrm_LayerState now;
    assert_true(vrm_actor_layer(stage.actor, layer, &now));
    assert_float_equal(now.time_s, fmod(wanted, (double)vrm_clip_duration(cast.clips[0])), 1e-5);
    close_stage(&stage);
}

/* ---- Nothing jumps ---- */

/* Steps 1 ms; the largest change. */
static float change_in_a_millisecond(const Stage* stage, Inputs* shown) {
    step(stage, 0.001);
    static Inputs now; /* large */
    now = read_inputs(stage);
    float most = apart(shown, &now);
    *shown = now;
    return most;
}

static float largest_change(const Stage* stage, int milliseconds) {
    static Inputs shown;
    shown = read_inputs(stage);
    float most = 0.0f;
    for (int f = 0; f < milliseconds; f++)
        most = test_larger(most, change_in_a_millisecond(stage, &shown));
    return most;
}

/* bones, expressions and gaze that the new clip does not move fade out. */
static void cross_fade_to_a_part_fades_the_rest(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef whole = sudden_layer(1), head = layer_of(3);
    (void)vrm_actor_play(stage.actor, &whole);
    step(&stage, 0.3);
    (void)vrm_actor_cross_fade(stage.actor, &head);
    float most = largest_change(&stage, 300);
    if (most > 0.01f) fail_msg("a jump by %g", (double)most);
    close_stage(&stage);
}

/* others that lie above a layer which plays already fade out. */
static void cross_fade_to_what_plays_fades_the_others(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef walk = sudden_layer(0), wave = sudden_layer(2);
    uint32_t first = vrm_actor_play(stage.actor, &walk);
    (void)vrm_actor_play(stage.actor, &wave);
    step(&stage, 0.5);
    walk.fade_in_s = 0.25f;
    assert_int_equal(vrm_actor_cross_fade(stage.actor, &walk), first);
    float most = largest_change(&stage, 300);
    if (most > 0.02f) fail_msg("a jump by %g", (double)most);
    assert_false(vrm_actor_layer(stage.actor, first + 1, &(vrm_LayerState){0}));
    assert_float_equal(weight_of(&stage, first), 1.0, 0.0);
    close_stage(&stage);
}

static vrm_LayerDef roll_layer(Dice* dice) {
    vrm_LayerDef def = layer_of(roll_int(dice, CLIPS));
    def.fade_in_s = roll(dice, 0.1f, 0.8f);
    def.fade_out_s = roll(dice, 0.1f, 0.8f);
    def.at_end = (vrm_LayerEnd)roll_int(dice, 3);
    def.weight = roll_int(dice, 2) ? 1.0f : roll(dice, 0.0f, 1.0f);
    def.speed = roll(dice, -1.5f, 1.5f);
    if (roll_int(dice, 3) == 0) def.bones = UPPER_BODY;
    return def;
}

/* Asks for something else; returns the last layer that was started. */
static uint32_t change_something(vrm_Actor* actor, Dice* dice, uint32_t last) {
    vrm_LayerDef def = roll_layer(dice);
    uint32_t layer = last > 8 ? last - (uint32_t)roll_int(dice, 8) : last, started = 0;
    switch (roll_int(dice, 5)) {
    case 0: started = vrm_actor_play(actor, &def); break;
    case 1: started = vrm_actor_cross_fade(actor, &def); break;
    case 2: (void)vrm_actor_stop(actor, layer, def.fade_in_s); break;
    case 3: (void)vrm_actor_set_weight(actor, layer, def.weight, def.fade_in_s); break;
    default: (void)vrm_actor_set_speed(actor, layer, roll_int(dice, 3) ? def.speed : 0.0f); break;
    }
    return started > last ? started : last;
}

/* whatever is asked, and in the middle of whatever fade, as long as each fade takes 0.1 s:
 * a turn by a right angle is then at most 0.03 in a millisecond. */
static void nothing_jumps_when_fades_are_interrupted(void** state) {
    (void)state;
    for (uint32_t round = 0; round < (TEST_IS_SANITIZED ? 2 : 25); round++) {
        Dice dice = {900 + round};
        Stage stage = open_still_stage();
        uint32_t last = 0;
        static Inputs shown;
        shown = read_inputs(&stage);
        for (int f = 0; f < 3000; f++) {
            if (roll_int(&dice, 40) == 0) last = change_something(stage.actor, &dice, last);
            float change = change_in_a_millisecond(&stage, &shown);
            if (change > 0.03f)
                fail_msg("round %d, %d ms: a jump by %g", (int)round, f, (double)change);
        }
        close_stage(&stage);
    }
}

/* */
static void layer_that_fades_out_keeps_its_weight_when_its_end_changes(void** state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        Stage stage = open_still_stage();
        vrm_LayerDef def = layer_of(0);
        if (i < 2) def.at_end = VRM_LAYER_STOPS;
        uint32_t layer = vrm_actor_play(stage.actor, &def);
        step(&stage, 1.25); /* of 1.37 */
        float before = weight_of(&stage, layer);
        if (i == 0) assert_true(vrm_actor_set_speed(stage.actor, layer, 0.0f));
        def.at_end = i == 1 ? VRM_LAYER_LOOPS : VRM_LAYER_STOPS;
        if (i > 0) assert_int_equal(vrm_actor_play(stage.actor, &def), layer);
        assert_float_equal(weight_of(&stage, layer), before, 1e-6);
        step(&stage, 1.0);
        if (i == 0) assert_float_equal(weight_of(&stage, layer), before, 1e-6); /* it stands */
        if (i == 1) assert_float_equal(weight_of(&stage, layer), 1.0, 0.0);
        if (i == 2) assert_false(vrm_actor_layer(stage.actor, layer, &(vrm_LayerState){0}));
        close_stage(&stage);
    }
}

/* ---- Nodes ---- */

/* The hero's idle, as an animation of its nodes. */
static vrm_Clip* bake_nodes(void) {
    FaceStand stand = face_stand_hero(NULL);
    vrm_Sim* sim = NULL;
    vrm_Baker* baker = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, stand.rig);
    assert_int_equal(vrm_baker_create(NULL, stand.rig, &baker), VRM_OK);
    for (int f = 0; f < 31; f++) {
        vrm_Pose pose = vrm_pose_idle((float)f / 30.0f);
        assert_true(vrm_avatar_set_pose(sim, id, &pose));
        vrm_sim_step(sim, 1.0f / 30.0f);
        assert_int_equal(vrm_baker_add_frame(baker, f / 30.0, sim, id), VRM_OK);
    }
    assert_int_equal(vrm_baker_finish(baker, stand.model, NULL, NULL), VRM_OK);
    assert_int_equal(vrm_clip_build(stand.model, NULL, &clip), VRM_OK);
    assert_int_equal(vrm_clip_kind(clip), VRM_CLIP_NODES);
    vrm_baker_destroy(baker);
    vrm_sim_destroy(sim);
    face_stand_end(&stand);
    return clip;
}

/* not from the rest pose of the file, with the arms held out. */
static void clip_of_nodes_fades_in_from_what_lies_beneath(void** state) {
    (void)state;
    vrm_Clip* nodes = bake_nodes();
    for (int cross = 0; cross < 2; cross++) {
        Stage stage = open_stage(NULL); /* stands at ease */
        vrm_LayerDef def = vrm_default_layer_def(nodes), back = layer_of(0);
        step(&stage, 0.5);
        uint32_t layer =
            cross ? vrm_actor_cross_fade(stage.actor, &def) : vrm_actor_play(stage.actor, &def);
        assert_int_not_equal(layer, 0);
        float most = largest_change(&stage, 300);
        if (cross) (void)vrm_actor_cross_fade(stage.actor, &back);
        if (!cross) assert_true(vrm_actor_stop(stage.actor, layer, 0.25f));
        most = test_larger(most, largest_change(&stage, 300));
        if (most > 0.03f) fail_msg("%s: a jump by %g", cross ? "crossed" : "played", (double)most);
        close_stage(&stage);
    }
    vrm_clip_destroy(nodes);
}

/* ---- Events ---- */

static void count_events(const Stage* stage, int counts[KINDS]) {
    vrm_ActorEvent event;
    while (vrm_actor_poll(stage->actor, &event)) counts[event.kind] += event.count;
}

typedef void PrepareFn(const Stage* stage);

static void stop_a_loop(const Stage* stage) {
    vrm_LayerDef def = layer_of(1);
    assert_true(vrm_actor_stop(stage->actor, vrm_actor_play(stage->actor, &def), 1.0f));
}

static void stop_what_holds(const Stage* stage) {
    vrm_LayerDef def = layer_of(1);
    def.at_end = VRM_LAYER_HOLDS;
    assert_true(vrm_actor_stop(stage->actor, vrm_actor_play(stage->actor, &def), 0.5f));
}

static void stop_at_once(const Stage* stage) {
    vrm_LayerDef def = layer_of(1);
    assert_true(vrm_actor_stop(stage->actor, vrm_actor_play(stage->actor, &def), 0.0f));
}

static void cross_at_once(const Stage* stage) {
    vrm_LayerDef def = layer_of(0), other = sudden_layer(2);
    (void)vrm_actor_play(stage->actor, &def);
    (void)vrm_actor_cross_fade(stage->actor, &other);
}

static void stop_before_it_begins(const Stage* stage) {
    vrm_LayerDef def = layer_of(1);
    def.begin_s = 1.0;
    assert_true(vrm_actor_stop(stage->actor, vrm_actor_play(stage->actor, &def), 0.25f));
}

static void move_to_the_end(const Stage* stage) {
    vrm_LayerDef def = layer_of(1);
    def.at_end = VRM_LAYER_HOLDS;
    assert_true(vrm_actor_set_clip_time(stage->actor, vrm_actor_play(stage->actor, &def), 0.8));
}

static void play_what_is_over(const Stage* stage) {
    vrm_LayerDef def = layer_of(1);
    def.at_end = VRM_LAYER_STOPS;
    def.start_s = 5.0f;
    assert_int_not_equal(vrm_actor_play(stage->actor, &def), 0);
}

static void speak_twice(const Stage* stage) {
    assert_true(vrm_actor_speak(stage->actor, 0.5, cast.speech, 100));
    assert_true(vrm_actor_speak(stage->actor, 5.0, cast.speech, 100));
}

/* in steps of a millisecond or in one. */
static void events_are_neither_lost_nor_made_up_in_long_steps(void** state) {
    (void)state;
    static const struct {
        PrepareFn* prepare;
        int looped, ended, stopped, spoken;
    } cases[] = {{stop_a_loop, 1, 0, 1, 0},           {stop_what_holds, 0, 0, 1, 0},
                 {stop_at_once, 0, 0, 1, 0},          {cross_at_once, 4, 0, 1, 0},
                 {stop_before_it_begins, 0, 0, 1, 0}, {move_to_the_end, 0, 1, 0, 0},
                 {play_what_is_over, 0, 1, 1, 0},     {speak_twice, 0, 0, 0, 2}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        int counts[2][KINDS] = {{0}, {0}};
        for (int k = 0; k < 2; k++) {
            Stage stage = open_living_stage(4);
            cases[c].prepare(&stage);
            for (int f = 0; f < (k ? 1 : 10000); f++) {
                step(&stage, k ? 10.0 : 0.001);
                count_events(&stage, counts[k]);
            }
            step(&stage, 0.0);
            count_events(&stage, counts[k]);
            close_stage(&stage);
        }
        if (memcmp(counts[0], counts[1], sizeof counts[0]) != 0) fail_msg("case %d", (int)c);
        assert_int_equal(counts[1][VRM_ACTOR_LOOPED], cases[c].looped);
        assert_int_equal(counts[1][VRM_ACTOR_ENDED], cases[c].ended);
        assert_int_equal(counts[1][VRM_ACTOR_STOPPED], cases[c].stopped);
        assert_int_equal(counts[1][VRM_ACTOR_SPEECH_BEGAN], cases[c].spoken);
        assert_int_equal(counts[1][VRM_ACTOR_SPEECH_ENDED], cases[c].spoken);
    }
}

/* a jump tells nothing, and what is asked for at the time it arrives at is told. */
static void jump_tells_nothing(void** state) {
    (void)state;
    Stage stage = open_still_stage();
    vrm_LayerDef def = layer_of(1);
    def.at_end = VRM_LAYER_STOPS;
    (void)vrm_actor_play(stage.actor, &def);
    for (int i = 0; i < 2; i++) { /* there, back, and there step by step */
        int counts[KINDS] = {0};
        assert_true(vrm_actor_seek(stage.actor, 5.0));
        step(&stage, 0.1);
        count_events(&stage, counts);
        assert_int_equal(counts[VRM_ACTOR_ENDED] + counts[VRM_ACTOR_STOPPED], 0);
        assert_true(vrm_actor_seek(stage.actor, 0.0));
        step(&stage, 2.0);
        count_events(&stage, counts);
        assert_int_equal(counts[VRM_ACTOR_ENDED], 1);
        assert_int_equal(counts[VRM_ACTOR_STOPPED], 1);
    }
    close_stage(&stage);
}

/* ---- Memory ---- */

/* A host may destroy a clip when its layer is gone, if the actor forgets it or does not go back. */
static void clip_that_is_forgotten_may_be_destroyed(void** state) {
    (void)state;
    uint64_t whole = ~(uint64_t)0 >> (64 - VRM_BONE_COUNT);
    Stage stage = open_still_stage();
    vrm_LayerDef under = layer_of(0);
    (void)vrm_actor_play(stage.actor, &under);
    for (int i = 0; i < 40; i++) {
        vrm_Clip* clip = make_clip((ClipDef){0.5, whole, 20.0f, 0.0f, "happy", true});
        vrm_LayerDef def = vrm_default_layer_def(clip);
        uint32_t layer =
            i % 2 ? vrm_actor_cross_fade(stage.actor, &def) : vrm_actor_play(stage.actor, &def);
        assert_int_not_equal(layer, 0);
        step(&stage, 0.3);
        assert_true(vrm_actor_stop(stage.actor, layer, 0.1f));
        if (i % 4 < 2) step(&stage, 0.2); /* else it still plays */
        vrm_actor_forget(stage.actor, clip);
        vrm_clip_destroy(clip);
        step(&stage, 0.1);
        vrm_Actor* actor = stage.actor;
        assert_true(vrm_actors_settle(&actor, 1, 0.5f));
        assert_false(vrm_actor_layer(stage.actor, layer, &(vrm_LayerState){0}));
    }
    close_stage(&stage);
}

/* also where another one comes later. */
static void emotion_that_is_asked_for_in_each_frame_is_kept_once(void** state) {
    (void)state;
    Stage once = open_living_stage(3), often = open_living_stage(3);
    vrm_EmotionPart sad = {"sad", 1.0f}, happy = {"happy", 1.0f};
    vrm_EmotionDef later = vrm_default_emotion_def(), now = vrm_default_emotion_def();
    later.parts = &sad;
    now.parts = &happy;
    later.part_count = now.part_count = 1;
    now.hold_s = later.hold_s;
    assert_true(vrm_actor_emote(once.actor, 30.0, &later));
    assert_true(vrm_actor_emote(often.actor, 30.0, &later));
    assert_true(vrm_actor_emote(once.actor, 0.0, &now));
    for (int f = 0; f < 1500; f++) {
        assert_true(vrm_actor_emote(often.actor, VRM_ACTOR_NOW, &now));
        step(&often, 0.0101);
    }
    assert_true(vrm_actor_seek(once.actor, 0.2));
    assert_true(vrm_actor_seek(often.actor, 0.2));
    Inputs a = read_inputs(&once), b = read_inputs(&often);
    check_same(&a, &b, 1e-5f, "once and in each frame", 0.2);
    close_stage(&once);
    close_stage(&often);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weight_that_moves_in_each_frame_is_followed),
        cmocka_unit_test(scheduled_layer_fades_in_to_the_weight_it_was_given),
        cmocka_unit_test(place_is_exact_when_the_speed_changes_in_each_frame),
        cmocka_unit_test(cross_fade_to_a_part_fades_the_rest),
        cmocka_unit_test(cross_fade_to_what_plays_fades_the_others),
        cmocka_unit_test(nothing_jumps_when_fades_are_interrupted),
        cmocka_unit_test(layer_that_fades_out_keeps_its_weight_when_its_end_changes),
        cmocka_unit_test(clip_of_nodes_fades_in_from_what_lies_beneath),
        cmocka_unit_test(events_are_neither_lost_nor_made_up_in_long_steps),
        cmocka_unit_test(jump_tells_nothing),
        cmocka_unit_test(clip_that_is_forgotten_may_be_destroyed),
        cmocka_unit_test(emotion_that_is_asked_for_in_each_frame_is_kept_once),
    };
    return cmocka_run_group_tests(tests, make_cast, free_cast);
}
