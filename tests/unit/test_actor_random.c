/* SPDX-License-Identifier: MIT */
/* Actors that are asked for random layers, emotions, speech and gaze, with every member of their
 * definitions: equal at every frame rate, after jumps, rebuilt in the middle, and in a crowd. */
#include "actor_stage.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <string.h>

/* ---- A random part ---- */

enum { LAYERS_MAX = 6, EMOTIONS_MAX = 4, EMOTION_PARTS = 3, SPEECHES_MAX = 3 };

typedef struct Emotion {
    double time_s;
    vrm_EmotionPart parts[EMOTION_PARTS];
    vrm_EmotionDef def;
} Emotion;

/* What the host sets on the face itself, which a jump back keeps. */
typedef struct FaceSettings {
    bool are_set, blinks;
    vrm_Attention attention;
    float idle, left_eye, right_eye;
    int gaze; /* 0 straight ahead, 1 a point, 2 a direction, 3 none */
} FaceSettings;

/* An actor and what is asked of it, with times. */
typedef struct Part {
    vrm_Stance stance;
    vrm_FaceDef face;
    FaceSettings settings;
    vrm_LayerDef layers[LAYERS_MAX];
    bool is_crossed[LAYERS_MAX];
    int layer_count;
    Emotion emotions[EMOTIONS_MAX];
    int emotion_count;
    double speech_times[SPEECHES_MAX];
    int32_t speech_frames[SPEECHES_MAX];
    int speech_count;
    int gaze; /* 0 that of the layers, 1 a point, 2 a direction */
} Part;

static bool roll_bool(Dice* dice, int one_in) {
    return roll_int(dice, one_in) == 0;
}

static uint64_t roll_bones(Dice* dice) {
    vrm_MotionPart part;
    switch (roll_int(dice, 4)) {
    case 0: return UPPER_BODY;
    case 1: return (uint64_t)(roll(dice, 0.0f, 1.0f) * 9e18f); /* any bones */
    case 2:
        (void)vrm_motion_part(vrm_motion_part_name(roll_int(dice, 11)), &part);
        return part.bones;
    default: return vrm_default_layer_def(NULL).bones;
    }
}

static vrm_LayerDef roll_layer(Dice* dice) {
    vrm_LayerDef def = layer_of(roll_int(dice, ALL_CLIPS));
    def.at_end = (vrm_LayerEnd)roll_int(dice, 3);
    def.weight = roll_bool(dice, 2) ? 1.0f : roll(dice, 0.0f, 1.0f);
    def.fade_in_s = roll_bool(dice, 3) ? 0.0f : roll(dice, 0.0f, 0.7f);
    def.fade_out_s = roll_bool(dice, 3) ? 0.0f : roll(dice, 0.0f, 0.7f);
    def.speed = roll_bool(dice, 2) ? 1.0f : roll(dice, -2.0f, 2.0f);
    def.start_s = roll_bool(dice, 2) ? 0.0f : roll(dice, 0.0f, 0.5f);
    def.bones = roll_bones(dice);
    def.has_expressions = !roll_bool(dice, 4);
    def.has_gaze = !roll_bool(dice, 4);
    def.is_additive = roll_bool(dice, 4);
    def.applies_root_motion = roll_bool(dice, 3);
    return def;
}

static Emotion roll_emotion(Dice* dice) {
    static const char* const names[] = {"happy", "sad", "angry", "surprised"};
    Emotion emotion = {.time_s = (double)roll(dice, 0.0f, 4.0f), .def = vrm_default_emotion_def()};
    int first = roll_int(dice, 4);
    emotion.def.part_count = roll_int(dice, EMOTION_PARTS + 1);
    for (int i = 0; i < emotion.def.part_count; i++)
        emotion.parts[i] = (vrm_EmotionPart){names[(first + i) % 4], roll(dice, 0.0f, 1.0f)};
    emotion.def.intensity = roll_bool(dice, 2) ? 1.0f : roll(dice, 0.0f, 1.0f);
    emotion.def.ease_in_s = roll_bool(dice, 4) ? 0.0f : roll(dice, 0.0f, 0.6f);
    emotion.def.ease_out_s = roll_bool(dice, 4) ? 0.0f : roll(dice, 0.0f, 0.6f);
    if (roll_bool(dice, 2)) emotion.def.hold_s = roll(dice, 0.0f, 1.0f);
    emotion.def.is_queued = roll_bool(dice, 3);
    return emotion;
}

static vrm_FaceDef roll_face(Dice* dice) {
    vrm_FaceDef def = vrm_default_face_def();
    def.blinks = !roll_bool(dice, 4);
    def.blink_interval_s = roll_bool(dice, 2) ? def.blink_interval_s : roll(dice, 0.5f, 6.0f);
    def.attention = (vrm_Attention)roll_int(dice, 4);
    def.idle = roll_bool(dice, 4) ? 0.0f : roll(dice, 0.0f, 2.0f);
    return def;
}

static FaceSettings roll_settings(Dice* dice) {
    FaceSettings settings = {.are_set = roll_bool(dice, 3), .blinks = roll_bool(dice, 2)};
    settings.attention = (vrm_Attention)roll_int(dice, 4);
    settings.idle = roll(dice, 0.0f, 2.0f);
    settings.left_eye = roll_bool(dice, 2) ? 0.0f : roll(dice, 0.0f, 1.0f);
    settings.right_eye = roll(dice, 0.0f, 0.5f);
    settings.gaze = roll_int(dice, 4);
    return settings;
}

static Part roll_part(Dice* dice) {
    Part part = {.stance = roll_bool(dice, 2) ? VRM_STANCE_IDLE : (vrm_Stance)roll_int(dice, 4),
                 .face = roll_face(dice),
                 .settings = roll_settings(dice),
                 .layer_count = 1 + roll_int(dice, LAYERS_MAX),
                 .emotion_count = roll_int(dice, EMOTIONS_MAX + 1),
                 .speech_count = roll_int(dice, SPEECHES_MAX + 1),
                 .gaze = roll_bool(dice, 2) ? 0 : roll_int(dice, 3)};
    double begin_s = 0.0;
    for (int i = 0; i < part.layer_count; i++) {
        part.layers[i] = roll_layer(dice);
        part.is_crossed[i] = roll_bool(dice, 4);
        begin_s += (double)roll(dice, 0.0f, 0.6f);
        part.layers[i].begin_s = begin_s;
    }
    for (int i = 0; i < part.emotion_count; i++) part.emotions[i] = roll_emotion(dice);
    for (int i = 0; i < part.speech_count; i++) {
        part.speech_times[i] = (double)roll(dice, 0.0f, 4.0f);
        part.speech_frames[i] = roll_int(dice, 201);
    }
    return part;
}

static void give_settings(vrm_Face* face, const FaceSettings* settings) {
    if (!settings->are_set) return;
    vrm_face_set_blinks(face, settings->blinks);
    assert_true(vrm_face_set_attention(face, settings->attention));
    assert_true(vrm_face_set_idle(face, settings->idle));
    assert_true(vrm_face_set_eyes(face, settings->left_eye, settings->right_eye));
    if (settings->gaze == 1) assert_true(vrm_face_look_at(face, (vrm_Vec3){-0.4f, 1.1f, 1.5f}));
    if (settings->gaze == 2) assert_true(vrm_face_look_along(face, 12.0f, -6.0f));
    if (settings->gaze == 3) vrm_face_look_off(face);
}

/* Everything is asked at the beginning, for its time. */
static void give_part(vrm_Actor* actor, const Part* part) {
    give_settings(vrm_actor_face(actor), &part->settings);
    for (int i = 0; i < part->layer_count; i++)
        assert_int_not_equal(part->is_crossed[i] ? vrm_actor_cross_fade(actor, &part->layers[i])
                                                 : vrm_actor_play(actor, &part->layers[i]),
                             0);
    for (int i = 0; i < part->emotion_count; i++) {
        vrm_EmotionDef def = part->emotions[i].def;
        def.parts = part->emotions[i].parts;
        assert_true(vrm_actor_emote(actor, part->emotions[i].time_s, &def));
    }
    for (int i = 0; i < part->speech_count; i++)
        assert_true(
            vrm_actor_speak(actor, part->speech_times[i], cast.speech, part->speech_frames[i]));
    if (part->gaze == 1) assert_true(vrm_actor_look_at(actor, (vrm_Vec3){0.3f, 1.6f, 2.0f}));
    if (part->gaze == 2) assert_true(vrm_actor_look_along(actor, -15.0f, 8.0f));
}

static vrm_ActorDef actor_def_of(const Part* part, uint64_t seed) {
    vrm_ActorDef def = vrm_default_actor_def();
    def.stance = part->stance;
    def.face_map = cast.stand.map;
    def.face = &part->face;
    def.seed = seed;
    return def;
}

static Stage open_part(const Part* part, uint64_t seed) {
    vrm_ActorDef def = actor_def_of(part, seed);
    Stage stage = open_stage(&def);
    give_part(stage.actor, part);
    return stage;
}

/* ---- A function of time ---- */

/* an actor that is stepped at any rate, that jumps there, forwards and back, and one that is
 * rebuilt in the middle and stepped from there have the same inputs at the same time. */
static void inputs_are_a_function_of_time(void** state) {
    (void)state;
    Dice dice = {440};
    int rounds = TEST_IS_SANITIZED ? 12 : 150;
    for (int round = 0; round < rounds; round++) {
        Part part = roll_part(&dice);
        uint64_t seed = (uint64_t)round;
        Stage stepped = open_part(&part, seed), jumps = open_part(&part, seed), rebuilt = {0};
        double rate = rates[round % RATES], other_rate = rates[(round / RATES + 3) % RATES];
        for (int i = 1; i <= 5; i++) {
            double time = i * 0.93;
            step_to(&stepped, time, rate);
            if (i % 2 == 0) assert_true(vrm_actor_seek(jumps.actor, 7.0));
            assert_true(vrm_actor_seek(jumps.actor, time));
            Inputs a = read_inputs(&stepped), b = read_inputs(&jumps);
            check_same(&a, &b, 2e-5f, "stepped and sought", time);
            if (i == 2) {
                rebuilt = open_part(&part, seed);
                assert_true(vrm_actor_seek(rebuilt.actor, time));
            } else if (i > 2) {
                step_to(&rebuilt, time, other_rate);
                Inputs c = read_inputs(&rebuilt);
                check_same(&a, &c, 2e-5f, "stepped and rebuilt", time);
            }
        }
        close_stage(&stepped);
        close_stage(&jumps);
        close_stage(&rebuilt);
    }
}

/* */
static void all_frame_rates_give_the_same_inputs(void** state) {
    (void)state;
    Dice dice = {441};
    for (int round = 0; round < (TEST_IS_SANITIZED ? 2 : 20); round++) {
        Part part = roll_part(&dice);
        Inputs first = {0};
        for (int r = 0; r < RATES; r++) {
            Stage stage = open_part(&part, 9);
            step_to(&stage, 3.21, rates[r]);
            Inputs inputs = read_inputs(&stage);
            if (r == 0) first = inputs;
            check_same(&first, &inputs, 2e-5f, "another rate", rates[r]);
            close_stage(&stage);
        }
    }
}

/* ---- Changes while it plays ---- */

/* Asks for one random thing now. */
static void ask(vrm_Actor* actor, Dice* dice) {
    uint32_t layer = 1 + (uint32_t)roll_int(dice, 5);
    vrm_LayerDef def = roll_layer(dice);
    Emotion emotion = roll_emotion(dice);
    emotion.def.parts = emotion.parts;
    switch (roll_int(dice, 12)) {
    case 0: (void)vrm_actor_cross_fade(actor, &def); break;
    case 1: (void)vrm_actor_stop(actor, layer, roll(dice, 0.0f, 0.6f)); break;
    case 2:
        (void)vrm_actor_set_weight(actor, layer, roll(dice, 0.0f, 1.0f), roll(dice, 0.0f, 0.6f));
        break;
    case 3: (void)vrm_actor_set_speed(actor, layer, roll(dice, -2.0f, 2.0f)); break;
    case 4: (void)vrm_actor_set_clip_time(actor, layer, (double)roll(dice, 0.0f, 1.0f)); break;
    case 5: vrm_actor_forget(actor, cast.clips[roll_int(dice, ALL_CLIPS)]); break;
    case 6: (void)vrm_actor_emote(actor, VRM_ACTOR_NOW, &emotion.def); break;
    case 7: (void)vrm_actor_speak(actor, VRM_ACTOR_NOW, cast.speech, 200); break;
    case 8: (void)vrm_actor_look_at(actor, (vrm_Vec3){roll(dice, -1, 1), 1.2f, 2.0f}); break;
    case 9: vrm_actor_look_free(actor); break;
    case 10: (void)vrm_actor_set_stance(actor, (vrm_Stance)roll_int(dice, 4)); break;
    default: (void)vrm_actor_play(actor, &def); break;
    }
}

/* the same asked at the same times, with any frames between. */
static void changes_do_not_depend_on_frames(void** state) {
    (void)state;
    for (int round = 0; round < (TEST_IS_SANITIZED ? 12 : 150); round++) {
        Stage stepped = open_living_stage(8), jumps = open_living_stage(8);
        Dice a = {7000u + (uint32_t)round}, b = a, detours = {78};
        for (int i = 1; i <= 12; i++) {
            double time = i * 0.37;
            ask(stepped.actor, &a);
            ask(jumps.actor, &b);
            step_to(&stepped, time, rates[round % RATES]);
            if (roll_bool(&detours, 2))
                assert_true(vrm_actor_seek(jumps.actor, (double)roll(&detours, 0.0f, 9.0f)));
            assert_true(vrm_actor_seek(jumps.actor, vrm_actor_time(stepped.actor)));
            Inputs one = read_inputs(&stepped), other = read_inputs(&jumps);
            check_same(&one, &other, 2e-5f, "changed", time);
        }
        close_stage(&stepped);
        close_stage(&jumps);
    }
}

/* ---- Crowds ---- */

/* to the bit, springs included. */
static void actors_in_a_crowd_are_as_alone(void** state) {
    (void)state;
    enum { CROWD = 9 };
    Dice dice = {442};
    vrm_Sim* sim = NULL;
    vrm_Actor* actors[CROWD];
    vrm_AvatarId ids[CROWD];
    Stage alone[CROWD];
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    for (int i = 0; i < CROWD; i++) {
        Part part = roll_part(&dice);
        vrm_ActorDef def = actor_def_of(&part, (uint64_t)i);
        ids[i] = vrm_sim_add(sim, cast.stand.rig);
        assert_int_equal(vrm_actor_create(sim, ids[i], &def, &actors[i]), VRM_OK);
        give_part(actors[i], &part);
        alone[i] = open_part(&part, (uint64_t)i);
    }
    for (int f = 0; f < 180; f++) {
        for (int i = 0; i < CROWD; i++) {
            assert_true(vrm_actor_step(actors[i], 1.0f / 60.0f));
            assert_true(vrm_actor_step(alone[i].actor, 1.0f / 60.0f));
            vrm_sim_step(alone[i].sim, 1.0f / 60.0f);
        }
        vrm_sim_step(sim, 1.0f / 60.0f);
    }
    for (int i = 0; i < CROWD; i++) {
        vrm_Sim* other = alone[i].sim;
        size_t size = (size_t)vrm_rig_node_count(cast.stand.rig) * sizeof(vrm_Transform);
        size_t weights = (size_t)vrm_rig_expression_count(cast.stand.rig) * sizeof(float);
        vrm_Transform root = vrm_avatar_root(sim, ids[i]);
        vrm_Transform lone = vrm_avatar_root(other, alone[i].avatar);
        assert_memory_equal(vrm_avatar_locals(sim, ids[i]),
                            vrm_avatar_locals(other, alone[i].avatar), size);
        assert_memory_equal(vrm_avatar_expression_inputs(sim, ids[i]),
                            vrm_avatar_expression_inputs(other, alone[i].avatar), weights);
        assert_memory_equal(&root, &lone, sizeof root);
        vrm_actor_destroy(actors[i]);
        close_stage(&alone[i]);
    }
    vrm_sim_destroy(sim);
}

/* ---- Memory ---- */

/* */
static void steps_allocate_nothing(void** state) {
    (void)state;
    Dice dice = {7};
    for (int round = 0; round < 20; round++) {
        TestMemory memory = {0};
        Part part = roll_part(&dice);
        vrm_ActorDef def = actor_def_of(&part, 7);
        def.allocator = test_memory_allocator(&memory);
        Stage stage = open_stage(&def);
        give_part(stage.actor, &part);
        size_t allocations = memory.allocations;
        step_to(&stage, 3.0, 60.0);
        assert_true(vrm_actor_seek(stage.actor, 1.0));
        assert_true(vrm_actors_settle(&stage.actor, 1, 0.5f));
        assert_int_equal(memory.allocations, allocations);
        close_stage(&stage);
        test_memory_check_clean(&memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_a_function_of_time),
        cmocka_unit_test(all_frame_rates_give_the_same_inputs),
        cmocka_unit_test(changes_do_not_depend_on_frames),
        cmocka_unit_test(actors_in_a_crowd_are_as_alone),
        cmocka_unit_test(steps_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, make_cast, free_cast);
}
