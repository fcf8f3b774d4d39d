/* SPDX-License-Identifier: MIT */
/* Faces as a host uses them: each layer, how layers are reconciled, what reaches the avatar. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/face_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static FaceStand calm_hero(void) {
    vrm_FaceDef def = face_calm_def();
    return face_stand_hero(&def);
}

static vrm_EmotionDef emotion_of(const vrm_EmotionPart* part) {
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = part;
    emotion.part_count = 1;
    return emotion;
}

/* ---- Life ---- */

static void face_is_at_rest_when_nothing_was_asked_for(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    int32_t count = 0;
    vrm_face_step(s.face, 1.0f);
    const float* weights = vrm_face_weights(s.face, &count);
    assert_int_equal(count, vrm_rig_expression_count(s.rig));
    for (int32_t e = 0; e < count; e++) assert_float_equal(weights[e], 0.0f, 0.0f);
    face_stand_end(&s);
}

static void definitions_out_of_range_are_refused(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_Face* face = NULL;
    const vrm_FaceDef usual = vrm_default_face_def();
    vrm_FaceDef def = usual;
    def.blink_interval_s = 0.4f;
    assert_int_equal(vrm_face_create(s.map, &def, &face), VRM_ERR_ARGUMENT);
    def.blink_interval_s = NAN;
    assert_int_equal(vrm_face_create(s.map, &def, &face), VRM_ERR_ARGUMENT);
    def = usual;
    def.idle = -1.0f;
    assert_int_equal(vrm_face_create(s.map, &def, &face), VRM_ERR_ARGUMENT);
    def = usual;
    def.attention = (vrm_Attention)9;
    assert_int_equal(vrm_face_create(s.map, &def, &face), VRM_ERR_ARGUMENT);
    def = usual;
    def.def_size = 0;
    assert_int_equal(vrm_face_create(s.map, &def, &face), VRM_ERR_DEF);
    assert_null(face);
    face_stand_end(&s);
}

static void time_steps_that_make_no_sense_count_as_none(void** state) {
    (void)state;
    FaceStand s = face_stand_hero(NULL);
    const float bad[] = {NAN, -INFINITY, -1.0f, 0.0f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) vrm_face_step(s.face, bad[i]);
    assert_float_equal(vrm_face_time(s.face), 0.0, 0.0);
    vrm_face_step(s.face, INFINITY);
    assert_float_equal(vrm_face_time(s.face), 0.0, 0.0);
    vrm_face_step(s.face, 1e30f);
    assert_float_equal(vrm_face_time(s.face), 10.0, 0.0);
    face_stand_end(&s);
}

static void settings_that_are_not_finite_change_nothing(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    float shapes[VRM_FACE_SHAPE_COUNT] = {0}, visemes[VRM_VISEME_COUNT] = {0};
    shapes[51] = NAN;
    visemes[3] = INFINITY;
    vrm_LipFrame frames[2] = {{.time_s = 0.0}, {.time_s = (double)NAN}};
    assert_false(vrm_face_set_vowels(s.face, (const float[5]){1.0f, NAN}));
    assert_false(vrm_face_set_visemes(s.face, visemes));
    assert_false(vrm_face_hear(s.face, frames, 2));
    assert_false(vrm_face_hear(s.face, frames, -1));
    assert_false(vrm_face_set_eyes(s.face, 1.0f, NAN));
    assert_false(vrm_face_look_at(s.face, (vrm_Vec3){0, NAN, 0}));
    assert_false(vrm_face_look_along(s.face, INFINITY, 0.0f));
    assert_false(vrm_face_track(s.face, shapes));
    assert_false(vrm_face_set_attention(s.face, (vrm_Attention)-1));
    assert_false(vrm_face_set_idle(s.face, -0.1f));
    assert_false(vrm_face_set_idle(s.face, 2.1f));
    assert_false(vrm_face_set_idle(s.face, NAN));
    assert_false(face_emote(&s, "happy", NAN));
    vrm_face_step(s.face, 1.0f);
    int32_t count = 0;
    const float* weights = vrm_face_weights(s.face, &count);
    for (int32_t e = 0; e < count; e++) assert_float_equal(weights[e], 0.0f, 0.0f);
    face_stand_end(&s);
}

/* ---- Emotion ---- */

static void emotion_eases_in_and_over_and_out(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    assert_true(face_emote(&s, "joy", 0.8f));
    vrm_face_step(s.face, 0.125f);
    assert_float_equal(face_weight(&s, "happy"), 0.4f, 1e-5f);
    vrm_face_step(s.face, 0.5f);
    assert_float_equal(face_weight(&s, "happy"), 0.8f, 1e-6f);
    assert_true(face_emote(&s, "sad", 1.0f));
    vrm_face_step(s.face, 0.125f);
    assert_float_equal(face_weight(&s, "happy"), 0.4f, 1e-5f);
    assert_float_equal(face_weight(&s, "sad"), 0.5f, 1e-5f);
    assert_true(face_emote(&s, NULL, 0.0f));
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "happy"), 0.0f, 0.0f);
    assert_float_equal(face_weight(&s, "sad"), 0.0f, 0.0f);
    face_stand_end(&s);
}

static void held_emotion_ends_by_itself(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_EmotionPart part = {"angry", 1.0f};
    vrm_EmotionDef emotion = emotion_of(&part);
    emotion.hold_s = 1.0f;
    emotion.intensity = 0.5f;
    assert_true(vrm_face_emote(s.face, &emotion));
    vrm_face_step(s.face, 1.2f);
    assert_float_equal(face_weight(&s, "angry"), 0.5f, 1e-6f);
    vrm_face_step(s.face, 0.25f); /* the middle of easing out */
    assert_float_equal(face_weight(&s, "angry"), 0.25f, 1e-4f);
    vrm_face_step(s.face, 0.25f);
    assert_float_equal(face_weight(&s, "angry"), 0.0f, 0.0f);
    face_stand_end(&s);
}

static void queued_emotions_follow_each_other(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_EmotionPart parts[] = {{"happy", 1.0f}, {"sad", 1.0f}, {"angry", 1.0f}};
    for (int i = 0; i < 3; i++) {
        vrm_EmotionDef emotion = emotion_of(&parts[i]);
        emotion.is_queued = true;
        if (i < 2) emotion.hold_s = 0.75f;
        assert_true(vrm_face_emote(s.face, &emotion));
    }
    vrm_face_step(s.face, 0.5f);
    assert_float_equal(face_weight(&s, "happy"), 1.0f, 0.0f);
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "sad"), 1.0f, 0.0f);
    assert_float_equal(face_weight(&s, "happy"), 0.0f, 0.0f);
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "angry"), 1.0f, 0.0f);
    vrm_face_step(s.face, 10.0f);
    assert_float_equal(face_weight(&s, "angry"), 1.0f, 0.0f);
    /* One that is held for ever ends when another waits. */
    vrm_EmotionDef emotion = emotion_of(&parts[0]);
    emotion.is_queued = true;
    assert_true(vrm_face_emote(s.face, &emotion));
    vrm_face_step(s.face, 0.25f);
    assert_float_equal(face_weight(&s, "happy"), 1.0f, 0.0f);
    face_stand_end(&s);
}

static void emotions_that_cannot_be_shown_are_refused(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_EmotionPart part = {"happy", 1.0f}, nine[9];
    for (int i = 0; i < 9; i++) nine[i] = part;
    assert_false(face_emote(&s, "puzzled", 1.0f));
    assert_false(face_emote(&s, "happy", 1.1f));
    vrm_EmotionDef emotion = emotion_of(nine);
    emotion.part_count = 9;
    assert_false(vrm_face_emote(s.face, &emotion));
    emotion = emotion_of(NULL);
    assert_false(vrm_face_emote(s.face, &emotion));
    emotion = emotion_of(&part);
    emotion.hold_s = -1.0f;
    assert_false(vrm_face_emote(s.face, &emotion));
    emotion = emotion_of(&part);
    emotion.is_queued = true;
    emotion.hold_s = 1.0f;
    for (int i = 0; i < 17; i++) assert_true(vrm_face_emote(s.face, &emotion));
    assert_false(vrm_face_emote(s.face, &emotion)); /* one is shown, 16 wait */
    face_stand_end(&s);
}

/* ---- Mouth ---- */

static void vowels_ease_and_are_scaled_to_one(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    assert_true(vrm_face_set_vowels(s.face, (const float[5]){1.0f, 0, 0, 0, 1.0f}));
    vrm_face_step(s.face, 0.04f);
    assert_float_equal(face_weight(&s, "aa"), 0.25f, 1e-4f);
    vrm_face_step(s.face, 0.1f);
    assert_float_equal(face_weight(&s, "aa"), 0.5f, 0.0f);
    assert_float_equal(face_weight(&s, "oh"), 0.5f, 0.0f);
    face_stand_end(&s);
}

static void visemes_become_vowels(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    float visemes[VRM_VISEME_COUNT] = {[VRM_VISEME_E] = 1.0f};
    assert_true(vrm_face_set_visemes(s.face, visemes));
    vrm_face_step(s.face, 0.2f);
    assert_float_equal(face_weight(&s, "ee"), 1.0f, 0.0f);
    visemes[VRM_VISEME_E] = 0.0f;
    visemes[VRM_VISEME_PP] = 1.0f;
    assert_true(vrm_face_set_visemes(s.face, visemes));
    vrm_face_step(s.face, 0.2f);
    assert_float_equal(face_weight(&s, "ee"), 0.0f, 0.0f);
    face_stand_end(&s);
}

static void frames_are_heard_at_their_own_times(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_LipFrame frames[100];
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 100; i++) {
        frames[i].time_s = 0.01 * i;
        frames[i].vowels[VRM_VOWEL_AA] = (float)i / 100.0f;
        frames[i].is_speech = true;
    }
    vrm_face_step(s.face, 3.0f);
    vrm_face_begin_sound(s.face);
    assert_true(vrm_face_hear(s.face, frames, 100));
    assert_false(vrm_face_hear(s.face, frames, 100)); /* not in order */
    vrm_face_step(s.face, 0.505f);
    assert_float_equal(face_weight(&s, "aa"), 0.505f, 1e-5f);
    vrm_face_step(s.face, 0.5f); /* 15 ms after the last */
    assert_float_equal(face_weight(&s, "aa"), 0.99f, 1e-5f);
    vrm_face_step(s.face, 0.2f);
    assert_float_equal(face_weight(&s, "aa"), 0.0f, 0.0f);
    face_stand_end(&s);
}

/* A host that starts over before the face has moved, and one that does so while the mouth is open.
 */
static void sound_may_begin_again_at_any_time(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_LipFrame frames[100];
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 100; i++) {
        frames[i].time_s = 0.01 * i;
        frames[i].vowels[VRM_VOWEL_AA] = 0.8f;
    }
    for (int i = 0; i < 3; i++) {
        vrm_face_begin_sound(s.face);
        assert_true(vrm_face_hear(s.face, frames, 100));
    }
    vrm_face_step(s.face, 0.5f);
    assert_float_equal(face_weight(&s, "aa"), 0.8f, 1e-6f);
    for (int i = 0; i < 100; i++) frames[i].vowels[VRM_VOWEL_AA] = 0.0f;
    vrm_face_begin_sound(s.face);
    assert_true(vrm_face_hear(s.face, frames, 100));
    vrm_face_step(s.face, 0.0f);
    assert_float_equal(face_weight(&s, "aa"), 0.8f, 1e-6f); /* eases over */
    vrm_face_step(s.face, 0.1f);
    assert_float_equal(face_weight(&s, "aa"), 0.0f, 1e-6f);
    face_stand_end(&s);
}

static void frames_too_far_ahead_push_out_the_oldest(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    static vrm_LipFrame frames[400];
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 400; i++) {
        frames[i].time_s = 0.01 * i;
        frames[i].vowels[VRM_VOWEL_OH] = 0.5f;
    }
    assert_true(vrm_face_hear(s.face, frames, 400));
    vrm_face_step(s.face, 0.5f); /* these are gone */
    assert_float_equal(face_weight(&s, "oh"), 0.0f, 0.0f);
    vrm_face_step(s.face, 1.5f); /* the last 2 s are there */
    assert_float_equal(face_weight(&s, "oh"), 0.5f, 1e-6f);
    face_stand_end(&s);
}

static void speech_makes_the_face_talk(void** state) {
    (void)state;
    vrm_FaceDef def = vrm_default_face_def();
    FaceStand s = face_stand_hero(&def);
    vrm_LipFrame frame = {.time_s = 0.0, .is_speech = true};
    vrm_face_step(s.face, 0.05f);
    assert_false(vrm_face_is_talking(s.face));
    assert_true(vrm_face_hear(s.face, &frame, 1));
    vrm_face_step(s.face, 0.4f);
    assert_true(vrm_face_is_talking(s.face));
    vrm_face_step(s.face, 0.2f);
    assert_false(vrm_face_is_talking(s.face));
    assert_true(vrm_face_set_vowels(s.face, (const float[5]){1.0f}));
    assert_true(vrm_face_is_talking(s.face));
    assert_true(vrm_face_set_attention(s.face, VRM_ATTENTION_LISTENING));
    assert_false(vrm_face_is_talking(s.face));
    assert_true(vrm_face_set_attention(s.face, VRM_ATTENTION_TALKING));
    assert_true(vrm_face_is_talking(s.face));
    face_stand_end(&s);
}

/* ---- Eyes ---- */

static void blink_closes_faster_than_it_opens(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_face_blink(s.face);
    float last = 0.0f;
    int closing = 0, closed = 0, opening = 0;
    for (int i = 0; i < 330; i++) {
        vrm_face_step(s.face, 0.001f);
        float now = face_weight(&s, "blink");
        closing += now > last;
        closed += now == 1.0f;
        opening += now < last;
        last = now;
    }
    assert_in_range(closing, 60, 81);
    assert_in_range(closed, 20, 40);
    assert_in_range(opening, 150, 196);
    assert_float_equal(last, 0.0f, 0.0f);
    face_stand_end(&s);
}

static void eyes_close_by_hand_one_by_one(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    assert_true(vrm_face_set_eyes(s.face, 1.0f, 0.25f));
    vrm_face_step(s.face, 0.01f);
    assert_float_equal(face_weight(&s, "blink"), 0.25f, 0.0f);
    assert_float_equal(face_weight(&s, "blinkLeft"), 0.75f, 0.0f);
    assert_float_equal(face_weight(&s, "blinkRight"), 0.0f, 0.0f);
    face_stand_end(&s);
}

static void large_turns_of_the_eyes_bring_blinks_along(void** state) {
    (void)state;
    vrm_FaceDef def = vrm_default_face_def();
    def.attention = VRM_ATTENTION_STEADY;
    def.blink_interval_s = 60.0f;
    int blinks[2] = {0, 0};
    for (int large = 0; large < 2; large++) {
        FaceStand s = face_stand_hero(&def);
        for (int i = 0; i < 200; i++) {
            float yaw = large ? 20.0f : 7.0f;
            assert_true(vrm_face_look_along(s.face, i % 2 == 0 ? yaw : -yaw, 0.0f));
            vrm_face_step(s.face, 0.09f);
            blinks[large] += face_weight(&s, "blink") > 0.9f;
            vrm_face_step(s.face, 0.4f);
        }
        face_stand_end(&s);
    }
    assert_true(blinks[0] < 5 && blinks[1] > 185);
}

/* ---- Reconciled ---- */

#define BIND(index, weight) "{\"node\":24,\"index\":" #index ",\"weight\":" #weight "}"

/* happy closes the eyes and half opens the mouth; sad does too, by its overrides. */
static FaceStand smiling(const char* more) {
    static FaceModel face;
    face_model_init(&face, 4);
    (void)snprintf(face.expressions, FACE_TEXT,
                   "{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(0, 1) "," BIND(
                       1, 0.5) "]%s},"
                               "\"blink\":{\"morphTargetBinds\":[" BIND(
                                   0, 1) "]},"
                                         "\"aa\":{\"morphTargetBinds\":[" BIND(1, 1) "]}}}",
                   more);
    vrm_FaceDef def = face_calm_def();
    return face_stand(&face, &def);
}

static void emotion_and_blink_do_not_close_the_eyes_twice(void** state) {
    (void)state;
    FaceStand s = smiling("");
    assert_true(face_emote(&s, "happy", 0.6f));
    assert_true(vrm_face_set_eyes(s.face, 1.0f, 1.0f));
    assert_true(vrm_face_set_vowels(s.face, (const float[5]){1.0f}));
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "blink"), 0.4f, 1e-6f);
    assert_float_equal(face_weight(&s, "aa"), 0.7f, 1e-6f);
    face_stand_end(&s);
}

static void overrides_of_the_file_are_not_applied_twice(void** state) {
    (void)state;
    FaceStand s = smiling(",\"overrideBlink\":\"blend\"");
    assert_true(face_emote(&s, "happy", 0.6f));
    assert_true(vrm_face_set_eyes(s.face, 1.0f, 1.0f));
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "blink"), 1.0f, 0.0f);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    assert_true(vrm_face_apply(s.face, sim, id));
    vrm_sim_step(sim, 0.0f);
    int32_t blink = vrm_rig_expression(s.rig, "blink");
    assert_float_equal(vrm_avatar_expression_weights(sim, id)[blink], 0.4f, 1e-6f);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

static void binary_emotion_counts_as_it_is_shown(void** state) {
    (void)state;
    FaceStand s = smiling(",\"isBinary\":true");
    assert_true(vrm_face_set_eyes(s.face, 1.0f, 1.0f));
    assert_true(face_emote(&s, "happy", 0.4f)); /* not shown */
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "blink"), 1.0f, 0.0f);
    assert_true(face_emote(&s, "happy", 0.6f)); /* fully shown */
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "blink"), 0.0f, 0.0f);
    face_stand_end(&s);
}

/* The rule of the 2019 draft: shown fully above 0. */
static void binary_emotion_of_the_draft_counts_above_zero(void** state) {
    (void)state;
    FaceStand s = smiling("");
    const vrm_ExpressionRules rules = {.binary = VRM_BINARY_NON_ZERO};
    assert_true(vrm_rig_set_expression(s.rig, vrm_rig_expression(s.rig, "happy"), &rules));
    vrm_face_destroy(s.face);
    vrm_face_map_destroy(s.map);
    vrm_FaceDef def = face_calm_def();
    assert_int_equal(vrm_face_map_build(s.model, s.rig, NULL, &s.map), VRM_OK);
    assert_int_equal(vrm_face_create(s.map, &def, &s.face), VRM_OK);
    assert_true(vrm_face_set_eyes(s.face, 1.0f, 1.0f));
    assert_true(face_emote(&s, "happy", 0.1f));
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "blink"), 0.0f, 0.0f);
    face_stand_end(&s);
}

static int count_blinks(vrm_Face* face, const FaceStand* s, float seconds) {
    int blinks = 0;
    bool was_closed = false;
    for (int i = 0; i < (int)(seconds * 100.0f); i++) {
        vrm_face_step(face, 0.01f);
        bool is_closed = vrm_face_weights(face, NULL)[vrm_rig_expression(s->rig, "blink")] > 0.1f;
        blinks += is_closed && !was_closed;
        was_closed = is_closed;
    }
    return blinks;
}

static void closed_eyes_do_not_blink(void** state) {
    (void)state;
    const char* const rules[] = {"", ",\"overrideBlink\":\"block\"",
                                 ",\"overrideBlink\":\"blend\""};
    for (int i = 0; i < 3; i++) {
        FaceStand s = smiling(rules[i]);
        vrm_face_set_blinks(s.face, true);
        assert_true(count_blinks(s.face, &s, 60.0f) > 5);
        assert_true(face_emote(&s, "happy", 1.0f));
        vrm_face_step(s.face, 1.0f);
        assert_int_equal(count_blinks(s.face, &s, 60.0f), 0);
        assert_true(face_emote(&s, NULL, 0.0f));
        assert_true(count_blinks(s.face, &s, 60.0f) > 5);
        vrm_face_set_blinks(s.face, false);
        vrm_face_step(s.face, 1.0f);
        assert_int_equal(count_blinks(s.face, &s, 60.0f), 0);
        face_stand_end(&s);
    }
}

/* Settings of the first moment: as in the definition, with the same blinks and saccades after. */
static void settings_before_the_first_step_are_those_of_the_definition(void** state) {
    (void)state;
    vrm_FaceDef def = vrm_default_face_def();
    def.attention = VRM_ATTENTION_TALKING;
    FaceStand defined = face_stand_hero(&def), set = face_stand_hero(NULL);
    vrm_face_set_blinks(set.face, false);
    assert_true(vrm_face_set_attention(set.face, VRM_ATTENTION_STEADY));
    assert_true(vrm_face_set_attention(set.face, VRM_ATTENTION_TALKING));
    assert_true(vrm_face_look_along(set.face, 40.0f, 0.0f));
    vrm_face_set_blinks(set.face, true);
    for (int f = 0; f < 600; f++) {
        vrm_face_step(defined.face, 0.02f);
        vrm_face_step(set.face, 0.02f);
        int32_t count = 0;
        const float* weights = vrm_face_weights(defined.face, &count);
        vrm_Vec2 a = vrm_face_saccade(defined.face), b = vrm_face_saccade(set.face);
        assert_memory_equal(weights, vrm_face_weights(set.face, NULL),
                            (size_t)count * sizeof *weights);
        assert_memory_equal(&a, &b, sizeof a);
    }
    face_stand_end(&defined);
    face_stand_end(&set);
}

/* ---- Tracker ---- */

#define SHAPE(name) shapes[VRM_FACE_SHAPE_##name]

static void tracked_shapes_become_presets(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    float shapes[VRM_FACE_SHAPE_COUNT] = {0};
    SHAPE(EYE_BLINK_LEFT) = 1.0f;
    SHAPE(JAW_OPEN) = 0.8f;
    SHAPE(MOUTH_CLOSE) = 0.5f;
    SHAPE(MOUTH_SMILE_LEFT) = SHAPE(MOUTH_SMILE_RIGHT) = 0.4f;
    SHAPE(EYE_WIDE_LEFT) = SHAPE(EYE_WIDE_RIGHT) = 1.0f;
    SHAPE(BROW_INNER_UP) = 0.3f;
    assert_true(vrm_face_set_vowels(s.face, (const float[5]){0, 1.0f}));
    assert_true(vrm_face_track(s.face, shapes));
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(face_weight(&s, "blinkLeft"), 1.0f, 0.0f);
    assert_float_equal(face_weight(&s, "blinkRight"), 0.0f, 0.0f);
    assert_float_equal(face_weight(&s, "aa"), 0.3f, 1e-6f);
    assert_float_equal(face_weight(&s, "ih"), 0.0f, 0.0f); /* replaced */
    assert_float_equal(face_weight(&s, "happy"), 0.4f, 1e-6f);
    assert_float_equal(face_weight(&s, "surprised"), 0.3f, 1e-6f);
    vrm_face_track_off(s.face);
    vrm_face_step(s.face, 0.15f);
    assert_float_equal(face_weight(&s, "aa"), 0.15f, 1e-3f);
    vrm_face_step(s.face, 0.2f);
    assert_float_equal(face_weight(&s, "aa"), 0.0f, 0.0f);
    assert_float_equal(face_weight(&s, "ih"), 1.0f, 0.0f);
    face_stand_end(&s);
}

static void tracked_eyes_become_the_gaze(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    float shapes[VRM_FACE_SHAPE_COUNT] = {0};
    SHAPE(EYE_LOOK_OUT_LEFT) = SHAPE(EYE_LOOK_IN_RIGHT) = 1.0f;    /* to the left */
    SHAPE(EYE_LOOK_DOWN_LEFT) = SHAPE(EYE_LOOK_DOWN_RIGHT) = 0.5f; /* and down */
    assert_true(vrm_face_track(s.face, shapes));
    vrm_face_step(s.face, 1.0f);
    assert_true(vrm_face_apply(s.face, sim, id));
    vrm_sim_step(sim, 0.0f);
    assert_float_equal(vrm_avatar_gaze(sim, id).x, 35.0f, 1e-4f);
    assert_float_equal(vrm_avatar_gaze(sim, id).y, 12.5f, 1e-4f);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

static void tracked_shapes_reach_morph_targets_of_their_names(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, VRM_FACE_SHAPE_COUNT);
    for (int t = 0; t < VRM_FACE_SHAPE_COUNT; t++)
        face.names[t] = vrm_face_shape_name((vrm_FaceShape)t);
    FaceStand s = face_stand(&face, NULL);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    float shapes[VRM_FACE_SHAPE_COUNT];
    for (int t = 0; t < VRM_FACE_SHAPE_COUNT; t++) shapes[t] = (float)t / 52.0f;
    assert_true(vrm_face_track(s.face, shapes));
    vrm_face_step(s.face, 1.0f);
    assert_true(vrm_face_apply(s.face, sim, id));
    vrm_sim_step(sim, 0.0f);
    for (int t = 0; t < VRM_FACE_SHAPE_COUNT; t++)
        assert_float_equal(vrm_avatar_morphs(sim, id)[t], shapes[t], 1e-6f);
    vrm_face_track_off(s.face);
    vrm_face_step(s.face, 1.0f);
    assert_true(vrm_face_apply(s.face, sim, id));
    vrm_sim_step(sim, 0.0f);
    for (int t = 0; t < VRM_FACE_SHAPE_COUNT; t++)
        assert_float_equal(vrm_avatar_morphs(sim, id)[t], 0.0f, 0.0f);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

/* ---- Apply ---- */

static void weights_reach_the_avatar(void** state) {
    (void)state;
    FaceStand s = calm_hero(), other = calm_hero();
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    int32_t sad = vrm_rig_expression(s.rig, "sad"), aa = vrm_rig_expression(s.rig, "aa");
    assert_true(vrm_avatar_set_expression_at(sim, id, sad, 0.3f)); /* the host's own */
    assert_true(vrm_face_set_vowels(s.face, (const float[5]){0.5f}));
    vrm_face_step(s.face, 0.5f);
    assert_true(vrm_face_apply(s.face, sim, id));
    assert_false(vrm_face_apply(other.face, sim, id)); /* another rig */
    assert_false(vrm_face_apply(s.face, sim, (vrm_AvatarId){0}));
    vrm_sim_step(sim, 0.0f);
    assert_float_equal(vrm_avatar_expression_inputs(sim, id)[aa], 0.5f, 1e-6f);
    assert_float_equal(vrm_avatar_expression_inputs(sim, id)[sad], 0.3f, 1e-6f);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
    face_stand_end(&other);
}

static void saccades_are_added_to_a_target(void** state) {
    (void)state;
    vrm_FaceDef def = vrm_default_face_def();
    def.attention = VRM_ATTENTION_TALKING;
    FaceStand s = face_stand_hero(&def);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    assert_true(vrm_face_look_at(s.face, (vrm_Vec3){1.0f, 1.2f, 2.0f}));
    assert_true(vrm_avatar_look_at(sim, id, (vrm_Vec3){1.0f, 1.2f, 2.0f}));
    vrm_sim_step(sim, 0.0f);
    vrm_Vec2 straight = vrm_avatar_gaze(sim, id);
    bool was_away = false;
    for (int i = 0; i < 600; i++) {
        vrm_face_step(s.face, 1.0f / 60.0f);
        assert_true(vrm_face_apply(s.face, sim, id));
        vrm_sim_step(sim, 0.0f);
        vrm_Vec2 saccade = vrm_face_saccade(s.face), gaze = vrm_avatar_gaze(sim, id);
        was_away |= saccade.x != 0.0f || saccade.y != 0.0f;
        assert_float_equal(gaze.x, straight.x + saccade.x, 1e-4f);
        assert_float_equal(gaze.y, straight.y + saccade.y, 1e-4f);
    }
    assert_true(was_away);
    vrm_face_look_off(s.face);
    assert_true(vrm_avatar_look_along(sim, id, 3.0f, 4.0f));
    assert_true(vrm_face_apply(s.face, sim, id));
    vrm_sim_step(sim, 0.0f);
    assert_float_equal(vrm_avatar_gaze(sim, id).x, 3.0f, 0.0f);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

static void look_offset_needs_a_target(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.look_at = "{\"type\":\"bone\"}";
    TestRun run = test_run(&avatar);
    assert_false(vrm_avatar_look_offset(run.sim, run.id, 1.0f, 1.0f));
    assert_true(vrm_avatar_look_along(run.sim, run.id, 1.0f, 1.0f));
    assert_false(vrm_avatar_look_offset(run.sim, run.id, 1.0f, 1.0f));
    assert_true(vrm_avatar_look_at(run.sim, run.id, (vrm_Vec3){0, 1, 5}));
    assert_false(vrm_avatar_look_offset(run.sim, run.id, NAN, 1.0f));
    test_step(&run);
    vrm_Vec2 before = vrm_avatar_gaze(run.sim, run.id);
    assert_true(vrm_avatar_look_offset(run.sim, run.id, 4.0f, -3.0f));
    for (int i = 0; i < 3; i++) test_step(&run); /* does not add up */
    vrm_Vec2 after = vrm_avatar_gaze(run.sim, run.id);
    assert_float_equal(after.x - before.x, 4.0f, 1e-4f);
    assert_float_equal(after.y - before.y, -3.0f, 1e-4f);
    test_run_end(&run);
}

/* ---- Idle ---- */

/* Poses of hips and legs, degrees; thighs and knees bend forward. */
static const struct {
    const char* name;
    float yaw, pitch, roll, thigh, knee, spread;
} stances[] = {
    {"stands", 0, 0, 0, 0, 0, 0},
    {"turned by 37", 37, 0, 0, 0, 0, 0},
    {"turned by 90", 90, 0, 0, 0, 0, 0},
    {"turned by 180", 180, 0, 0, 0, 0, 0},
    {"bends its knees", 0, 0, 0, 40, 80, 0},
    {"sits", 0, 0, 0, 90, 90, 0},
    {"sits, turned", -120, 0, 0, 90, 90, 0},
    {"sits back", 20, -25, 0, 80, 70, 5},
    {"legs apart", 0, 0, 0, 0, 0, 25},
    {"squats, leaning", 60, 15, 10, 100, 130, 20},
    {"lies", 0, -90, 0, 0, 0, 0},
    {"split", 0, 0, 0, 0, 0, 80},
};

/* a after b. */
static vrm_Quat test_turn_by(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static vrm_Pose stance_of(size_t i) {
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_HIPS] = test_turn_by(
        test_turn_by(test_turn(0, 1, 0, stances[i].yaw), test_turn(1, 0, 0, stances[i].pitch)),
        test_turn(0, 0, 1, stances[i].roll));
    for (int side = 0; side < 2; side++) {
        float spread = side == 0 ? stances[i].spread : -stances[i].spread;
        pose.rotations[side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG] =
            test_turn_by(test_turn(0, 0, 1, spread), test_turn(1, 0, 0, -stances[i].thigh));
        pose.rotations[side == 0 ? VRM_BONE_LEFT_LOWER_LEG : VRM_BONE_RIGHT_LOWER_LEG] =
            test_turn(1, 0, 0, stances[i].knee);
    }
    return pose;
}

static vrm_Vec3 place_of(const vrm_Sim* sim, vrm_AvatarId id, int32_t node) {
    const vrm_Affine* world = &vrm_avatar_worlds(sim, id)[node];
    return (vrm_Vec3){world->rows[0].w, world->rows[1].w, world->rows[2].w};
}

static float distance(vrm_Vec3 a, vrm_Vec3 b) {
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* In a pose of the host, and in one that the avatar has. R-362 */
static void check_feet(vrm_Dialect dialect, size_t stance, bool by_pose) {
    vrm_FaceDef def = vrm_default_face_def();
    FaceStand s = face_stand_hero_of(dialect, &def);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    const int32_t feet[2] = {vrm_rig_bone(s.rig, VRM_BONE_LEFT_FOOT),
                             vrm_rig_bone(s.rig, VRM_BONE_RIGHT_FOOT)};
    int32_t hips = vrm_rig_bone(s.rig, VRM_BONE_HIPS), head = vrm_rig_bone(s.rig, VRM_BONE_HEAD);
    vrm_Pose still = stance_of(stance);
    assert_true(vrm_avatar_set_pose(sim, id, &still));
    vrm_sim_step(sim, 0.0f);
    vrm_Vec3 rest[2] = {place_of(sim, id, feet[0]), place_of(sim, id, feet[1])};
    vrm_Vec3 hips_rest = place_of(sim, id, hips), head_rest = place_of(sim, id, head);
    float feet_most = 0.0f, hips_most = 0.0f, head_most = 0.0f;
    for (int i = 0; i < 600; i++) {
        vrm_face_step(s.face, 0.25f);
        vrm_Pose pose = still;
        if (by_pose) vrm_face_add_idle(s.face, &pose);
        assert_true(vrm_avatar_set_pose(sim, id, &pose));
        if (!by_pose) assert_true(vrm_face_apply_idle(s.face, sim, id));
        vrm_sim_step(sim, 0.0f);
        for (int f = 0; f < 2; f++)
            feet_most = fmaxf(feet_most, distance(place_of(sim, id, feet[f]), rest[f]));
        hips_most = fmaxf(hips_most, distance(place_of(sim, id, hips), hips_rest));
        head_most = fmaxf(head_most, distance(place_of(sim, id, head), head_rest));
    }
    if (!(feet_most < 0.0006f) || !(head_most > 0.002f && head_most < 0.05f) ||
        (stances[stance].spread == 0.0f && !(hips_most > 0.003f)))
        fail_msg("%s (dialect %d, %d): feet move %g mm, hips %g mm, head %g mm",
                 stances[stance].name, (int)dialect, by_pose, (double)feet_most * 1e3,
                 (double)hips_most * 1e3, (double)head_most * 1e3);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

/* */
static void feet_stay_where_they_are(void** state) {
    (void)state;
    const size_t step = TEST_IS_SANITIZED ? 4 : 1; /* all stances run the same code */
    for (size_t i = 0; i < sizeof stances / sizeof *stances; i += step)
        for (int by_pose = 0; by_pose < 2; by_pose++) {
            check_feet(VRM_DIALECT_1, i, by_pose != 0);
            check_feet(VRM_DIALECT_0, i, by_pose != 0);
        }
}

static void idle_is_added_to_the_pose_of_an_avatar(void** state) {
    (void)state;
    FaceStand s = face_stand_hero(NULL);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId by_pose = vrm_sim_add(sim, s.rig), added = vrm_sim_add(sim, s.rig);
    vrm_face_step(s.face, 7.0f);
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_HEAD] = test_turn(0, 1, 0, 20.0f);
    pose.rotations[VRM_BONE_LEFT_UPPER_LEG] = test_turn(1, 0, 0, 30.0f);
    pose.hips_offset = (vrm_Vec3){0.1f, 0.2f, 0.3f};
    assert_true(vrm_avatar_set_pose(sim, added, &pose));
    vrm_face_add_idle(s.face, &pose);
    assert_true(vrm_avatar_set_pose(sim, by_pose, &pose));
    assert_true(vrm_face_apply_idle(s.face, sim, added));
    vrm_sim_step(sim, 0.0f);
    for (int32_t n = 0; n < vrm_rig_node_count(s.rig); n++) {
        const vrm_Transform* a = &vrm_avatar_locals(sim, by_pose)[n];
        const vrm_Transform* b = &vrm_avatar_locals(sim, added)[n];
        test_same_rotation(b->rotation, a->rotation, 1e-3f);
        test_same_point(b->translation, a->translation, 1e-5f);
    }
    assert_false(vrm_face_apply_idle(s.face, sim, (vrm_AvatarId){0}));
    vrm_Pose still = vrm_pose_rest();
    pose = still;
    assert_true(vrm_face_set_idle(s.face, 0.0f));
    vrm_face_add_idle(s.face, &pose);
    assert_memory_equal(&pose, &still, sizeof still);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

static void pose_is_added_on_top_of_nodes(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    TestRun run = test_run(&avatar);
    vrm_Transform hips = vrm_rig_rest(run.rig, TEST_HIPS);
    hips.translation.x += 0.5f;
    assert_true(vrm_avatar_set_node(run.sim, run.id, TEST_HIPS, hips));
    assert_true(vrm_avatar_set_rotation(run.sim, run.id, TEST_NECK, test_turn(0, 1, 0, 10.0f)));
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_NECK] = test_turn(0, 1, 0, 5.0f);
    pose.hips_offset.x = -0.25f; /* axes of an avatar that faces +Z: this one faces -Z */
    assert_true(vrm_avatar_add_pose(run.sim, run.id, &pose));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_NECK).rotation, test_turn(0, 1, 0, 15.0f), 1e-3f);
    assert_float_equal(test_local(&run, TEST_HIPS).translation.x, hips.translation.x + 0.25f,
                       1e-5f);
    pose.rotations[VRM_BONE_HEAD].x = NAN;
    assert_false(vrm_avatar_add_pose(run.sim, run.id, &pose));
    test_run_end(&run);
}

/* ---- Clock ---- */

static void drive(vrm_Face* face, int second) {
    static const char* const names[] = {"happy", "sad", "angry", "relaxed"};
    vrm_EmotionPart part = {names[second % 4], 0.7f};
    vrm_EmotionDef emotion = emotion_of(&part);
    emotion.hold_s = 1.0f + 0.1f * (float)(second % 5);
    emotion.is_queued = second % 2 == 1;
    if (second % 3 == 0) assert_true(vrm_face_emote(face, &emotion));
    const float vowels[5] = {(float)(second % 3) * 0.5f, 0.2f, 0, 0, (float)(second % 2) * 0.3f};
    if (second % 4 != 3) assert_true(vrm_face_set_vowels(face, vowels));
    assert_true(vrm_face_look_along(face, (float)(second % 5) * 9.0f, 0.0f));
    if (second % 7 == 0) vrm_face_blink(face);
    float shapes[VRM_FACE_SHAPE_COUNT];
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; i++) shapes[i] = (float)(i % 4) * 0.25f;
    if (second % 10 == 4) assert_true(vrm_face_track(face, shapes));
    if (second % 10 == 6) vrm_face_track_off(face);
}

/* The rates that a face is sampled at do not change its curve. Steps end where the frame is, so
 * that the times of the faces differ by the rounding of one step only. */
static void curve_does_not_depend_on_the_frame_rate(void** state) {
    (void)state;
    const int rates[] = {30, 60, 144, 7};
    enum { FACES = 4, SECONDS = 60 };
    FaceStand s = calm_hero();
    vrm_Face* faces[FACES];
    for (int i = 0; i < FACES; i++)
        assert_int_equal(vrm_face_create(s.map, NULL, &faces[i]), VRM_OK);
    float worst = 0.0f, moved = 0.0f;
    for (int second = 0; second < SECONDS; second++) {
        for (int i = 0; i < FACES; i++) {
            drive(faces[i], second);
            for (int k = 1; k <= rates[i]; k++) {
                double to = (double)second + (double)k / (double)rates[i];
                vrm_face_step(faces[i], (float)(to - vrm_face_time(faces[i])));
            }
        }
        int32_t count = 0;
        const float* a = vrm_face_weights(faces[0], &count);
        for (int i = 1; i < FACES; i++) {
            const float* b = vrm_face_weights(faces[i], NULL);
            for (int32_t e = 0; e < count; e++) worst = fmaxf(worst, fabsf(a[e] - b[e]));
            for (int32_t e = 0; e < count; e++) moved = fmaxf(moved, a[e]);
            vrm_Vec2 p = vrm_face_saccade(faces[0]), q = vrm_face_saccade(faces[i]);
            worst = fmaxf(worst, fmaxf(fabsf(p.x - q.x), fabsf(p.y - q.y)));
        }
    }
    assert_true(moved > 0.5f);
    if (!(worst < 1e-5f)) fail_msg("frame rates differ by %g", (double)worst);
    for (int i = 0; i < FACES; i++) vrm_face_destroy(faces[i]);
    face_stand_end(&s);
}

static void seeds_give_other_curves_and_the_same_seed_the_same(void** state) {
    (void)state;
    FaceStand s = calm_hero();
    vrm_Face* faces[3];
    for (int i = 0; i < 3; i++) {
        vrm_FaceDef def = vrm_default_face_def();
        def.seed = i == 2 ? 7 : 3;
        assert_int_equal(vrm_face_create(s.map, &def, &faces[i]), VRM_OK);
    }
    int differences = 0;
    for (int k = 0; k < 1200; k++) {
        for (int i = 0; i < 3; i++) vrm_face_step(faces[i], 0.05f);
        vrm_Vec2 a = vrm_face_saccade(faces[0]), b = vrm_face_saccade(faces[1]);
        assert_memory_equal(&a, &b, sizeof a);
        b = vrm_face_saccade(faces[2]);
        differences += memcmp(&a, &b, sizeof a) != 0;
    }
    assert_true(differences > 100);
    for (int i = 0; i < 3; i++) vrm_face_destroy(faces[i]);
    face_stand_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_is_at_rest_when_nothing_was_asked_for),
        cmocka_unit_test(definitions_out_of_range_are_refused),
        cmocka_unit_test(time_steps_that_make_no_sense_count_as_none),
        cmocka_unit_test(settings_that_are_not_finite_change_nothing),
        cmocka_unit_test(emotion_eases_in_and_over_and_out),
        cmocka_unit_test(held_emotion_ends_by_itself),
        cmocka_unit_test(queued_emotions_follow_each_other),
        cmocka_unit_test(emotions_that_cannot_be_shown_are_refused),
        cmocka_unit_test(vowels_ease_and_are_scaled_to_one),
        cmocka_unit_test(visemes_become_vowels),
        cmocka_unit_test(frames_are_heard_at_their_own_times),
        cmocka_unit_test(sound_may_begin_again_at_any_time),
        cmocka_unit_test(frames_too_far_ahead_push_out_the_oldest),
        cmocka_unit_test(speech_makes_the_face_talk),
        cmocka_unit_test(blink_closes_faster_than_it_opens),
        cmocka_unit_test(eyes_close_by_hand_one_by_one),
        cmocka_unit_test(large_turns_of_the_eyes_bring_blinks_along),
        cmocka_unit_test(emotion_and_blink_do_not_close_the_eyes_twice),
        cmocka_unit_test(overrides_of_the_file_are_not_applied_twice),
        cmocka_unit_test(binary_emotion_counts_as_it_is_shown),
        cmocka_unit_test(binary_emotion_of_the_draft_counts_above_zero),
        cmocka_unit_test(settings_before_the_first_step_are_those_of_the_definition),
        cmocka_unit_test(closed_eyes_do_not_blink),
        cmocka_unit_test(tracked_shapes_become_presets),
        cmocka_unit_test(tracked_eyes_become_the_gaze),
        cmocka_unit_test(tracked_shapes_reach_morph_targets_of_their_names),
        cmocka_unit_test(weights_reach_the_avatar),
        cmocka_unit_test(saccades_are_added_to_a_target),
        cmocka_unit_test(look_offset_needs_a_target),
        cmocka_unit_test(feet_stay_where_they_are),
        cmocka_unit_test(idle_is_added_to_the_pose_of_an_avatar),
        cmocka_unit_test(pose_is_added_on_top_of_nodes),
        cmocka_unit_test(curve_does_not_depend_on_the_frame_rate),
        cmocka_unit_test(seeds_give_other_curves_and_the_same_seed_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
