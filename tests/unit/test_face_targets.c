/* SPDX-License-Identifier: MIT */
/* Inputs of a face that are set again and again: once, in each frame, on a ramp, at random times.
 * What is shown depends on the course of the input alone, not on how often it was set. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/face_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double rates[] = {24, 25, 30, 50, 60, 72, 90, 120, 144, 165, 240, 360, 1000};
/* Under a sanitizer every sixth rate, and few random runs: all of them run the same code. */
enum { RATES = sizeof rates / sizeof *rates, RATE_STEP = TEST_IS_SANITIZED ? 6 : 1 };

/* ---- The inputs ---- */

typedef struct Stand {
    FaceStand face;
    vrm_Sim* sim;
    vrm_AvatarId id;
} Stand;

typedef struct Input {
    const char* name;
    void (*set)(const Stand* stand, float value); /* 0..1 */
    float (*shown)(const Stand* stand);
} Input;

static void set_vowels(const Stand* stand, float value) {
    assert_true(vrm_face_set_vowels(stand->face.face, (const float[5]){value, 0, 0, 0, 0}));
}

static void set_two_vowels(const Stand* stand, float value) {
    const float vowels[VRM_VOWEL_COUNT] = {value, 0, 0, 0, 1.0f - value};
    assert_true(vrm_face_set_vowels(stand->face.face, vowels));
}

static void set_visemes(const Stand* stand, float value) {
    const float visemes[VRM_VISEME_COUNT] = {[VRM_VISEME_AA] = value};
    assert_true(vrm_face_set_visemes(stand->face.face, visemes));
}

static void set_emotion(const Stand* stand, float value) {
    assert_true(face_emote(&stand->face, "happy", value));
}

static void set_mixture(const Stand* stand, float value) {
    vrm_EmotionPart parts[2] = {{"happy", 1.0f}, {"sad", 0.3f}};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = parts;
    emotion.part_count = 2;
    emotion.intensity = value;
    emotion.hold_s = 0.5f; /* begins anew each time */
    assert_true(vrm_face_emote(stand->face.face, &emotion));
}

static void set_slow_emotion(const Stand* stand, float value) {
    vrm_EmotionPart part = {"happy", value};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &part;
    emotion.part_count = 1;
    emotion.ease_in_s = 1.5f;
    assert_true(vrm_face_emote(stand->face.face, &emotion));
}

static void track_mouth(const Stand* stand, float value) {
    const float shapes[VRM_FACE_SHAPE_COUNT] = {[VRM_FACE_SHAPE_JAW_OPEN] = value};
    assert_true(vrm_face_track(stand->face.face, shapes));
}

static void hear_now(const Stand* stand, float value) {
    const vrm_LipFrame frame = {.vowels = {value}, .is_speech = true};
    vrm_face_begin_sound(stand->face.face);
    assert_true(vrm_face_hear(stand->face.face, &frame, 1));
}

static void close_eyes(const Stand* stand, float value) {
    assert_true(vrm_face_set_eyes(stand->face.face, value, value));
}

static void look_to_the_side(const Stand* stand, float value) {
    assert_true(vrm_face_look_along(stand->face.face, 30.0f * value, 0.0f));
}

static void look_at_a_point(const Stand* stand, float value) {
    assert_true(vrm_face_look_at(stand->face.face, (vrm_Vec3){value, 1.4f, 2.0f}));
}

static float shown_aa(const Stand* stand) {
    return face_weight(&stand->face, "aa");
}

static float shown_happy(const Stand* stand) {
    return face_weight(&stand->face, "happy");
}

static float shown_blink(const Stand* stand) {
    return face_weight(&stand->face, "blink");
}

static float shown_gaze(const Stand* stand) {
    assert_true(vrm_face_apply(stand->face.face, stand->sim, stand->id));
    vrm_sim_step(stand->sim, 0.0f);
    return vrm_avatar_gaze(stand->sim, stand->id).x / 30.0f;
}

static const Input inputs[] = {
    {"vowels", set_vowels, shown_aa},
    {"two vowels", set_two_vowels, shown_aa},
    {"visemes", set_visemes, shown_aa},
    {"emotion", set_emotion, shown_happy},
    {"emotion of two parts", set_mixture, shown_happy},
    {"slow emotion", set_slow_emotion, shown_happy},
    {"tracker", track_mouth, shown_aa},
    {"sound that begins in each frame", hear_now, shown_aa},
    {"eyes by hand", close_eyes, shown_blink},
    {"direction of the gaze", look_to_the_side, shown_gaze},
    {"target of the gaze", look_at_a_point, shown_gaze},
};
enum { INPUTS = sizeof inputs / sizeof *inputs };

static Stand stand_up(void) {
    vrm_FaceDef def = face_calm_def();
    Stand stand = {.face = face_stand_hero(&def)};
    assert_int_equal(vrm_sim_create(NULL, &stand.sim), VRM_OK);
    stand.id = vrm_sim_add(stand.sim, stand.face.rig);
    return stand;
}

/* All of them move the same avatar; a face each. */
static void new_face(Stand* stand) {
    vrm_FaceDef def = face_calm_def();
    vrm_face_destroy(stand->face.face);
    assert_int_equal(vrm_face_create(stand->face.map, &def, &stand->face.face), VRM_OK);
}

static void end_stand(Stand* stand) {
    vrm_sim_destroy(stand->sim);
    face_stand_end(&stand->face);
}

static void step_to(const Stand* stand, double time) {
    vrm_face_step(stand->face.face, (float)(time - vrm_face_time(stand->face.face)));
}

/* ---- Tests ---- */

typedef float Course(double time);

static float constant(double time) {
    (void)time;
    return 0.8f;
}

static float ramp(double time) {
    return (float)fmin(time / 5.0, 1.0);
}

/* Fast and back again, seen from the middle of a frame. */
static float wave(double time) {
    return (float)(0.5 - 0.5 * cos(time * 6.2831853 / 1.5));
}

/* Sets an input by its course in each frame at two rates, and returns by how much the curves differ
 * at the ends of the slower one's frames. `part`: the time within a frame that the value is for. */
static float compare_rates(Stand* a, Stand* b, const Input* input, Course* course, int rate,
                           double part, double seconds) {
    enum { FINE = 4 }; /* the reference has so many times 1000 frames a second */
    float worst = 0.0f;
    int fine = (int)ceil(1000.0 * FINE / rates[rate]);
    double dt = 1.0 / rates[rate];
    new_face(a);
    new_face(b);
    for (int k = 0; k < (int)(seconds * rates[rate]); k++) {
        double begin = k * dt;
        input->set(a, course(begin + part * dt));
        step_to(a, begin + dt);
        for (int i = 0; i < fine; i++) {
            double at = begin + dt * i / fine;
            input->set(b, course(at + part * dt / fine));
            step_to(b, begin + dt * (i + 1) / fine);
        }
        worst = fmaxf(worst, fabsf(input->shown(a) - input->shown(b)));
    }
    return worst;
}

/* */
static void inputs_that_are_repeated_change_nothing(void** state) {
    (void)state;
    Stand once = stand_up(), often = stand_up();
    for (int i = 0; i < INPUTS; i++)
        for (int r = 0; r < RATES; r += RATE_STEP) {
            new_face(&once);
            new_face(&often);
            float worst = 0.0f, most = 0.0f;
            for (int k = 0; k < (int)rates[r]; k++) {
                if (k == 0) inputs[i].set(&once, 0.8f);
                inputs[i].set(&often, 0.8f);
                step_to(&once, (k + 1) / rates[r]);
                step_to(&often, (k + 1) / rates[r]);
                /* A sound of one frame ends by itself, emotions with a hold too. */
                if (inputs[i].set == hear_now && (k + 1) / rates[r] > 0.09) break;
                if (inputs[i].set == set_mixture && (k + 1) / rates[r] > 0.7) break;
                float now = inputs[i].shown(&often);
                worst = fmaxf(worst, fabsf(now - inputs[i].shown(&once)));
                most = fmaxf(most, now);
            }
            if (!(worst <= 1e-6f) || !(most > 0.5f))
                fail_msg("%s, %g Hz: differs by %g, reaches %g", inputs[i].name, rates[r],
                         (double)worst, (double)most);
        }
    end_stand(&once);
    end_stand(&often);
}

/* */
static void inputs_on_a_ramp_are_followed_at_every_rate(void** state) {
    (void)state;
    Stand a = stand_up(), b = stand_up();
    for (int i = 0; i < INPUTS; i++)
        for (int r = 0; r < RATES; r += RATE_STEP) {
            float same = compare_rates(&a, &b, &inputs[i], constant, r, 0.0, 1.0);
            float worst = compare_rates(&a, &b, &inputs[i], ramp, r, 0.0, 5.5);
            if (!(same <= 0.01f) || !(worst <= 0.01f))
                fail_msg("%s, %g Hz: %g, on a ramp %g", inputs[i].name, rates[r], (double)same,
                         (double)worst);
        }
    end_stand(&a);
    end_stand(&b);
}

/* Eased inputs alone: the others are steps of a frame. */
static void fast_inputs_are_followed_at_every_rate(void** state) {
    (void)state;
    Stand a = stand_up(), b = stand_up();
    for (int i = 0; i < 6; i++)
        for (int r = 0; r < RATES; r += RATE_STEP) {
            float worst = compare_rates(&a, &b, &inputs[i], wave, r, 0.5, 3.0);
            if (!(worst <= 0.01f))
                fail_msg("%s, %g Hz: %g", inputs[i].name, rates[r], (double)worst);
        }
    end_stand(&a);
    end_stand(&b);
}

/* 6 t^5 - 15 t^4 + 10 t^3 */
static double ease(double t) {
    return t <= 0.0 ? 0.0 : t >= 1.0 ? 1.0 : t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

/* The curve by its definition: each change of the target follows the curve of least jerk. */
static double smoothed(const double* times, const float* values, int count, double now,
                       double ease_s) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum +=
            (double)(values[i] - (i > 0 ? values[i - 1] : 0.0f)) * ease((now - times[i]) / ease_s);
    return sum;
}

/* Jumps within 1/96 of the ease are one. R-360 */
static void random_targets_at_random_times_follow_the_definition(void** state) {
    (void)state;
    enum { CHANGES = 400 };
    static const struct {
        int input;
        double ease_s;
    } eased[] = {{0, 0.08}, {2, 0.08}, {3, 0.25}, {5, 1.5}};
    Stand stand = stand_up();
    for (int run = 0; run < (TEST_IS_SANITIZED ? 8 : 200); run++) {
        Dice dice = {(uint64_t)(run + 1) * UINT64_C(0x9E3779B97F4A7C15)};
        int which = run % 4, count = 0;
        const Input* input = &inputs[eased[which].input];
        double times[CHANGES], now = 0.0;
        double pace = eased[which].ease_s * (double)powf(10.0f, roll(&dice, -2.0f, 0.5f));
        float values[CHANGES];
        new_face(&stand);
        while (count < CHANGES) {
            bool is_new = count == 0 || roll_int(&dice, 3) != 0;
            times[count] = now;
            values[count] = is_new ? roll(&dice, 0.0f, 1.0f) : values[count - 1];
            input->set(&stand, values[count++]);
            for (int steps = roll_int(&dice, 4); steps > 0; steps--)
                vrm_face_step(stand.face.face, (float)pace * roll(&dice, 0.0f, 2.0f));
            vrm_face_step(stand.face.face, 1e-6f);
            now = vrm_face_time(stand.face.face);
            double expected = smoothed(times, values, count, now, eased[which].ease_s);
            if (!(fabs((double)input->shown(&stand) - expected) <= 0.02))
                fail_msg("%s, run %d, %d changes: %g instead of %g", input->name, run, count,
                         (double)input->shown(&stand), expected);
        }
    }
    end_stand(&stand);
}

/* Emotions with times of their own in any order, far more often than frames: never a jump. */
static void emotions_of_any_ease_do_not_jump(void** state) {
    (void)state;
    static const char* const names[] = {"happy", "sad", "angry"};
    Stand stand = stand_up();
    for (int run = 0; run < (TEST_IS_SANITIZED ? 4 : 60); run++) {
        Dice dice = {(uint64_t)(run + 1) * UINT64_C(0xD1B54A32D192ED03)};
        float last[3] = {0};
        new_face(&stand);
        for (int k = 0; k < 2000; k++) {
            vrm_EmotionPart part = {names[roll_int(&dice, 3)], roll(&dice, 0.0f, 1.0f)};
            vrm_EmotionDef emotion = vrm_default_emotion_def();
            emotion.parts = &part;
            emotion.part_count = 1;
            emotion.ease_in_s = 0.1f * powf(10.0f, roll(&dice, 0.0f, 2.0f));
            emotion.ease_out_s = 0.1f * powf(10.0f, roll(&dice, 0.0f, 2.0f));
            if (run % 2 == 0) emotion.hold_s = roll(&dice, 0.0f, 0.2f);
            if (roll_int(&dice, 1 + run % 20) == 0)
                assert_true(vrm_face_emote(stand.face.face, &emotion));
            vrm_face_step(stand.face.face, 0.001f);
            for (int e = 0; e < 3; e++) {
                float now = face_weight(&stand.face, names[e]);
                /* The fastest curve of 0.1 s moves by 0.01875 in a millisecond; two may add up. */
                if (!(fabsf(now - last[e]) <= 0.03f))
                    fail_msg("run %d, %d ms: %s jumps from %g to %g", run, k, names[e],
                             (double)last[e], (double)now);
                last[e] = now;
            }
        }
    }
    end_stand(&stand);
}

/* A key that is held down asks for a blink in each frame. */
static void blinks_asked_for_in_each_frame_close_the_eyes(void** state) {
    (void)state;
    Stand stand = stand_up();
    for (int r = 0; r < RATES; r += RATE_STEP) {
        new_face(&stand);
        float least = 1.0f;
        for (int k = 0; k < (int)rates[r]; k++) {
            vrm_face_blink(stand.face.face);
            step_to(&stand, (k + 1) / rates[r]);
            if (k > rates[r] * 0.08) least = fminf(least, shown_blink(&stand));
        }
        if (!(least > 0.85f)) fail_msg("%g Hz: closed by %g", rates[r], (double)least);
    }
    end_stand(&stand);
}

/* A tracker that loses the face in every other frame: the mouth is somewhere between. */
static void tracking_that_flickers_does_not_jump(void** state) {
    (void)state;
    Stand stand = stand_up();
    for (int r = 0; r < RATES; r += RATE_STEP) {
        new_face(&stand);
        float last = 0.0f, worst = 0.0f;
        for (int k = 0; k < (int)rates[r]; k++) {
            if (k % 2 == 0)
                track_mouth(&stand, 1.0f);
            else
                vrm_face_track_off(stand.face.face);
            step_to(&stand, (k + 1) / rates[r]);
            float now = shown_aa(&stand);
            worst = fmaxf(worst, fabsf(now - last));
            last = now;
        }
        /* Fades of 0.15 s and 0.3 s at their fastest, one after the other. */
        if (!(worst <= 3.0f * 1.875f / 0.15f / (float)rates[r]))
            fail_msg("%g Hz: jumps by %g", rates[r], (double)worst);
    }
    end_stand(&stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_that_are_repeated_change_nothing),
        cmocka_unit_test(inputs_on_a_ramp_are_followed_at_every_rate),
        cmocka_unit_test(fast_inputs_are_followed_at_every_rate),
        cmocka_unit_test(random_targets_at_random_times_follow_the_definition),
        cmocka_unit_test(emotions_of_any_ease_do_not_jump),
        cmocka_unit_test(blinks_asked_for_in_each_frame_close_the_eyes),
        cmocka_unit_test(tracking_that_flickers_does_not_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
