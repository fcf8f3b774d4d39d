/* SPDX-License-Identifier: MIT */
/* A face that hears: sound of a microphone whose clock is not the face's, sound that is played by a
 * device, and speech beside emotions. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/face_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Live sound ---- */

#define LATENCY_S 0.053 /* of vrm_Lip */
#define FRAME_S   0.01

/* A person who says "aa" for half a second in each second, and the host that listens. */
typedef struct Microphone {
    vrm_Face* face;
    double sound_s;  /* of the sound card's clock */
    int64_t next;    /* frame */
    double spoken_s; /* of the person's clock, at the beginning of the next frame */
    double chunk_s;  /* of samples that come together */
} Microphone;

static float said(double spoken_s) {
    return fmod(spoken_s, 1.0) < 0.5 ? 0.8f : 0.0f;
}

/* Gives the face what was analysed so far, in one call or in several. */
static void give(Microphone* mic, bool one_by_one) {
    vrm_LipFrame frames[512];
    int32_t count = 0;
    double until = floor(mic->sound_s / mic->chunk_s) * mic->chunk_s - LATENCY_S;
    while ((double)mic->next * FRAME_S <= until) {
        float aa = said(mic->spoken_s);
        frames[count] = (vrm_LipFrame){
            .time_s = (double)mic->next * FRAME_S, .vowels = {aa}, .is_speech = aa > 0.0f};
        mic->next++;
        mic->spoken_s += FRAME_S;
        if (++count == 512 || one_by_one) {
            assert_true(vrm_face_hear_live(mic->face, frames, count));
            count = 0;
        }
    }
    assert_true(vrm_face_hear_live(mic->face, frames, count));
}

/* The largest and the smallest weight within two seconds of frames, and how far the middle of the
 * open half second is behind that of the person. */
typedef struct Seen {
    float most, least;
    double delay_s;
} Seen;

static Seen watch(const FaceStand* s, Microphone* mic, double rate, bool one_by_one) {
    Seen seen = {0.0f, 1.0f, 0.0};
    double sum = 0.0, weights = 0.0;
    for (int k = 0; k < (int)(2.0 * rate); k++) {
        mic->sound_s += 1.0 / rate;
        give(mic, one_by_one);
        vrm_face_step(s->face, (float)(1.0 / rate));
        float aa = face_weight(s, "aa");
        seen.most = fmaxf(seen.most, aa);
        seen.least = fminf(seen.least, aa);
        /* The mean angle on the circle of one second. */
        double spoken = mic->spoken_s + (mic->sound_s - (double)mic->next * FRAME_S);
        sum += (double)aa * sin(6.283185307 * (spoken - 0.25));
        weights += (double)aa * cos(6.283185307 * (spoken - 0.25));
    }
    seen.delay_s = atan2(sum, weights) / 6.283185307;
    return seen;
}

static void check_seen(Seen seen, const char* what, double number) {
    if (!(seen.most > 0.75f && seen.least < 0.05f && seen.delay_s > -0.02 && seen.delay_s < 0.16))
        fail_msg("%s %g: %g to %g, %g s behind", what, number, (double)seen.least,
                 (double)seen.most, seen.delay_s);
}

static Microphone microphone(const FaceStand* s, double chunk_s) {
    return (Microphone){.face = s->face, .chunk_s = chunk_s};
}

/* Hours go by in long steps between two seconds that are watched: sound and face go on, their
 * difference grows as it would. R-361 */
static void live_sound_survives_hours_of_drift(void** state) {
    (void)state;
    static const double drifts[] = {-200, -100, -50, -20, 0, 20, 50, 100, 200}; /* ppm */
    const size_t step = TEST_IS_SANITIZED ? 4 : 1; /* the extremes and none */
    const int hours = TEST_IS_SANITIZED ? 1 : 4;
    vrm_FaceDef def = face_calm_def();
    for (size_t d = 0; d < sizeof drifts / sizeof *drifts; d += step) {
        FaceStand s = face_stand_hero(&def);
        Microphone mic = microphone(&s, 0.02);
        for (int k = 0; k < 30 * 60 * 60 * hours; k++) { /* at 30 Hz */
            mic.sound_s += (1.0 + drifts[d] * 1e-6) / 30.0;
            give(&mic, false);
            vrm_face_step(s.face, 1.0f / 30.0f);
            if (k % (30 * 60 * 20) == 30 * 60 * 10)
                check_seen(watch(&s, &mic, 60.0, false), "drift", drifts[d]);
        }
        face_stand_end(&s);
    }
}

/* */
static void live_sound_survives_losses_and_stops(void** state) {
    (void)state;
    static const double rates[] = {24, 60, 144, 240}, chunks[] = {0.01, 0.02, 0.1};
    vrm_FaceDef def = face_calm_def();
    for (int i = 0; i < 24; i++) {
        double rate = rates[i % 4], chunk = chunks[i / 4 % 3];
        bool one_by_one = i >= 12;
        FaceStand s = face_stand_hero(&def);
        Microphone mic = microphone(&s, chunk);
        for (int k = 0; k < 3; k++)
            check_seen(watch(&s, &mic, rate, one_by_one), "at first, rate", rate);
        vrm_face_step(s.face, 0.3f); /* the sound card lost 0.3 s */
        mic.spoken_s += 0.3;
        (void)watch(&s, &mic, rate, one_by_one);
        check_seen(watch(&s, &mic, rate, one_by_one), "after a loss, rate", rate);
        mic.sound_s += 3.0; /* a window was dragged: dt is bounded */
        vrm_face_step(s.face, 0.1f);
        (void)watch(&s, &mic, rate, one_by_one);
        check_seen(watch(&s, &mic, rate, one_by_one), "after a stop, rate", rate);
        vrm_face_step(s.face, 10.0f); /* muted for a while: no samples */
        mic.spoken_s += 10.0;
        (void)watch(&s, &mic, rate, one_by_one);
        check_seen(watch(&s, &mic, rate, one_by_one), "after a mute, rate", rate);
        mic.sound_s = 0.0; /* another microphone, from time 0 on */
        mic.next = 0;
        (void)watch(&s, &mic, rate, one_by_one);
        check_seen(watch(&s, &mic, rate, one_by_one), "after a change, rate", rate);
        face_stand_end(&s);
    }
}

static void live_frames_out_of_order_are_refused(void** state) {
    (void)state;
    vrm_FaceDef def = face_calm_def();
    FaceStand s = face_stand_hero(&def);
    vrm_LipFrame frames[2] = {{.time_s = 1.0}, {.time_s = 1.0}};
    assert_false(vrm_face_hear_live(s.face, frames, 2));
    frames[1].time_s = (double)NAN;
    assert_false(vrm_face_hear_live(s.face, frames, 2));
    assert_false(vrm_face_hear_live(s.face, frames, -1));
    assert_true(vrm_face_hear_live(s.face, frames, 0));
    assert_true(vrm_face_hear_live(s.face, frames, 1));
    assert_false(vrm_face_sync_sound(s.face, (double)NAN));
    assert_false(vrm_face_sync_sound(s.face, (double)INFINITY));
    assert_true(vrm_face_sync_sound(s.face, -0.1));
    face_stand_end(&s);
}

/* The host sets vowels for a moment between two sounds: what the first one showed is not replaced
 * by the second. */
static void live_sound_does_not_jump_after_vowels(void** state) {
    (void)state;
    vrm_FaceDef def = face_calm_def();
    for (int way = 0; way < 3; way++) {
        FaceStand s = face_stand_hero(&def);
        vrm_LipFrame quiet = {.time_s = 0.0}, open = {.time_s = 50.0, .vowels = {0.8f}};
        assert_true(vrm_face_hear_live(s.face, &quiet, 1));
        vrm_face_step(s.face, 1.0f);
        assert_true(vrm_face_set_vowels(s.face, (const float[5]){0, 0, 0, 0.3f, 0}));
        if (way == 0) assert_true(vrm_face_hear_live(s.face, &open, 1));
        if (way == 1) vrm_face_begin_sound(s.face);
        if (way == 2) assert_true(vrm_face_sync_sound(s.face, 50.0));
        if (way == 1) open.time_s = 0.0;
        if (way > 0) assert_true(vrm_face_hear(s.face, &open, 1));
        vrm_face_step(s.face, 0.001f);
        assert_true(face_weight(&s, "aa") < 0.01f);
        vrm_face_step(s.face, 0.085f);
        assert_float_equal(face_weight(&s, "aa"), 0.8f, 1e-4f);
        face_stand_end(&s);
    }
}

/* Frames of one sound that stop and go on later, for every length of the gap: the mouth moves
 * by steps of a millisecond as it would by vowels that are set. R-361 */
static void sound_that_goes_on_after_a_gap_does_not_jump(void** state) {
    (void)state;
    vrm_FaceDef def = face_calm_def();
    for (int gap_ms = 0; gap_ms <= 600; gap_ms += TEST_IS_SANITIZED ? 100 : 20) {
        FaceStand s = face_stand_hero(&def);
        float last = 0.0f, worst = 0.0f;
        vrm_face_begin_sound(s.face);
        for (int ms = 0; ms < 1500; ms++) {
            double now_s = (double)ms / 1000.0;
            bool is_gap = ms >= 500 && ms < 500 + gap_ms;
            vrm_LipFrame frame = {.time_s = now_s, .vowels = {0.8f}, .is_speech = true};
            if (ms % 10 == 0 && !is_gap) assert_true(vrm_face_hear(s.face, &frame, 1));
            vrm_face_step(s.face, 0.001f);
            float aa = face_weight(&s, "aa");
            worst = fmaxf(worst, fabsf(aa - last));
            last = aa;
        }
        if (!(worst < 0.03f) || !(fabsf(last - 0.8f) < 1e-4f))
            fail_msg("gap of %d ms: a step of %g, then %g", gap_ms, (double)worst, (double)last);
        face_stand_end(&s);
    }
}

/* ---- Sound that is played ---- */

/* A sound that is played by a device, with frames up to a second ahead; the game stops now and
 * then, and its clock runs a little differently. R-361 */
static void played_sound_stays_in_step(void** state) {
    (void)state;
    vrm_FaceDef def = face_calm_def();
    FaceStand s = face_stand_hero(&def);
    double position = 0.0, worst = 0.0;
    int64_t next = 0;
    vrm_face_begin_sound(s.face);
    for (int k = 0; k < 60 * 60; k++) {
        position += 1.0 / 60.0;
        if (k % 1000 == 600) position += 3.0; /* the game stopped, the sound went on */
        if (k % 1000 == 900) vrm_face_step(s.face, 0.5f);
        assert_true(vrm_face_sync_sound(s.face, position));
        for (; (double)next * FRAME_S <= position + 1.0; next++) {
            /* A slow triangle: its value tells the time that is shown. */
            double phase = fmod((double)next * FRAME_S, 4.0);
            vrm_LipFrame frame = {.time_s = (double)next * FRAME_S,
                                  .vowels = {(float)(phase < 2.0 ? phase : 4.0 - phase) * 0.5f}};
            assert_true(vrm_face_hear(s.face, &frame, 1));
        }
        vrm_face_step(s.face, 1.001f / 60.0f); /* 1000 ppm fast */
        double at = fmod(position + 1.0 / 60.0, 4.0);
        double expected = (at < 2.0 ? at : 4.0 - at) * 0.5;
        bool is_settled = k % 1000 < 600 || (k % 1000 > 610 && k % 1000 < 900) || k % 1000 > 910;
        if (is_settled) worst = fmax(worst, fabs((double)face_weight(&s, "aa") - expected));
    }
    if (!(worst < 0.04)) fail_msg("off by %g s", worst * 2.0);
    face_stand_end(&s);
}

/* ---- Emotions yield ---- */

#define BIND(index, weight) "{\"node\":24,\"index\":" #index ",\"weight\":" #weight "}"

/* happy has the eyes and, by `lips`, the lips. */
static FaceStand smiling(const char* lips, const char* more) {
    static FaceModel face;
    face_model_init(&face, 4);
    (void)snprintf(face.expressions, FACE_TEXT,
                   "{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(
                       0, 1) "%s]%s},"
                             "\"aa\":{\"morphTargetBinds\":[" BIND(
                                 1, 1) "]},"
                                       "\"oh\":{\"morphTargetBinds\":[" BIND(2, 1) "]}}}",
                   lips, more);
    vrm_FaceDef def = face_calm_def();
    return face_stand(&face, &def);
}

/* What the avatar shows of an expression. */
static float effective(const FaceStand* s, const char* name) {
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s->rig);
    assert_true(vrm_face_apply(s->face, sim, id));
    vrm_sim_step(sim, 0.0f);
    float weight = vrm_avatar_expression_weights(sim, id)[vrm_rig_expression(s->rig, name)];
    vrm_sim_destroy(sim);
    return weight;
}

static const struct {
    const char *name, *lips, *more;
    float happy; /* beside speech */
} smiles[] = {
    {"eyes alone", "", "", 1.0f},
    {"some of the lips", "," BIND(1, 0.3), "", 1.0f},
    {"the lips", "," BIND(1, 1), "", 0.4f},
    {"blend", "", ",\"overrideMouth\":\"blend\"", 0.4f},
    {"block", "", ",\"overrideMouth\":\"block\"", 0.0f},
    {"binary, blend", "", ",\"overrideMouth\":\"blend\",\"isBinary\":true", 0.0f},
    {"binary, eyes alone", "", ",\"isBinary\":true", 1.0f},
};

/* The lips keep three fifths of what is said; R-363. */
static void emotions_leave_the_lips_to_speech(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof smiles / sizeof *smiles; i++)
        for (int way = 0; way < 4; way++) {
            FaceStand s = smiling(smiles[i].lips, smiles[i].more);
            vrm_LipFrame frames[100];
            memset(frames, 0, sizeof frames);
            for (int f = 0; f < 100; f++)
                frames[f] = (vrm_LipFrame){.time_s = 0.01 * f, .vowels = {1.0f}, .is_speech = true};
            const float visemes[VRM_VISEME_COUNT] = {[VRM_VISEME_AA] = 1.0f};
            assert_true(face_emote(&s, "happy", 1.0f));
            vrm_face_step(s.face, 1.0f);
            assert_float_equal(face_weight(&s, "happy"), 1.0f, 0.0f);
            if (way == 0) assert_true(vrm_face_set_vowels(s.face, (const float[5]){1.0f}));
            if (way == 1) assert_true(vrm_face_set_visemes(s.face, visemes));
            if (way == 2) vrm_face_begin_sound(s.face);
            if (way == 2) assert_true(vrm_face_hear(s.face, frames, 100));
            if (way == 3) assert_true(vrm_face_hear_live(s.face, frames, 100));
            vrm_face_step(s.face, 0.5f);
            float happy = face_weight(&s, "happy"), aa = effective(&s, "aa");
            if (!(fabsf(happy - smiles[i].happy) < 1e-5f) || !(aa > 0.59f))
                fail_msg("%s, way %d: happy %g, lips %g", smiles[i].name, way, (double)happy,
                         (double)aa);
            (void)vrm_face_set_vowels(s.face, (const float[5]){0.0f});
            vrm_face_step(s.face, 2.0f);
            assert_float_equal(face_weight(&s, "happy"), 1.0f, 0.0f); /* returns */
            face_stand_end(&s);
        }
}

/* Frames that are known ahead: the emotion has gone when the first sound comes. */
static void emotion_yields_before_the_sound_begins(void** state) {
    (void)state;
    FaceStand s = smiling("", ",\"overrideMouth\":\"block\"");
    vrm_LipFrame frames[150];
    memset(frames, 0, sizeof frames);
    for (int f = 0; f < 150; f++) {
        frames[f].time_s = 0.01 * f;
        frames[f].is_speech = f >= 50;
        frames[f].vowels[VRM_VOWEL_OH] = f >= 50 ? 0.7f : 0.0f;
    }
    assert_true(face_emote(&s, "happy", 1.0f));
    vrm_face_step(s.face, 1.03f);
    vrm_face_begin_sound(s.face);
    assert_true(vrm_face_hear(s.face, frames, 150));
    float last = 1.0f;
    for (int k = 0; k < 150; k++) {
        vrm_face_step(s.face, 0.01f);
        float happy = face_weight(&s, "happy");
        assert_true(fabsf(happy - last) < 0.14f); /* eased in 0.15 s */
        last = happy;
        if (k < 20) assert_float_equal(happy, 1.0f, 0.0f);
        if (k > 52 && k < 140) assert_float_equal(effective(&s, "oh"), 0.7f, 1e-4f);
    }
    face_stand_end(&s);
}

/* Several emotions together leave as much. */
static void mixed_emotions_leave_the_lips_to_speech(void** state) {
    (void)state;
    vrm_FaceDef def = face_calm_def();
    FaceStand s = face_stand_hero(&def);
    static const char* const names[] = {"happy", "angry", "sad", "relaxed", "surprised"};
    for (int i = 0; i < 25; i++) {
        vrm_EmotionPart parts[2] = {{names[i % 5], 1.0f}, {names[i / 5], 0.8f}};
        vrm_EmotionDef emotion = vrm_default_emotion_def();
        emotion.parts = parts;
        emotion.part_count = 2;
        assert_true(vrm_face_emote(s.face, &emotion));
        for (int v = 0; v < VRM_VOWEL_COUNT; v++) {
            static const char* const vowels[] = {"aa", "ih", "ou", "ee", "oh"};
            float weights[VRM_VOWEL_COUNT] = {0};
            weights[v] = 1.0f;
            assert_true(vrm_face_set_vowels(s.face, weights));
            vrm_face_step(s.face, 1.0f);
            float lips = effective(&s, vowels[v]);
            if (!(lips > 0.59f))
                fail_msg("%s beside %s and %s: %g", vowels[v], parts[0].expression,
                         parts[1].expression, (double)lips);
        }
    }
    face_stand_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(live_sound_survives_hours_of_drift),
        cmocka_unit_test(live_sound_survives_losses_and_stops),
        cmocka_unit_test(live_frames_out_of_order_are_refused),
        cmocka_unit_test(live_sound_does_not_jump_after_vowels),
        cmocka_unit_test(sound_that_goes_on_after_a_gap_does_not_jump),
        cmocka_unit_test(played_sound_stays_in_step),
        cmocka_unit_test(emotions_leave_the_lips_to_speech),
        cmocka_unit_test(emotion_yields_before_the_sound_begins),
        cmocka_unit_test(mixed_emotions_leave_the_lips_to_speech),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
