/* SPDX-License-Identifier: MIT */
/* Random models, and random calls in any order: no weight leaves 0..1, nothing is NaN, and nothing
 * is driven twice. VRM_RANDOM_FACES asks for more models than the usual.
 *
 * Driven twice: let E be the expressions of emotions and x an expression of mouth or blink. Along
 * the displacement of x the emotions have the sum over E of weight * overlap(e, x), and x adds its
 * own weight: both together stay at or below 1, as one layer alone would. Left out are those e
 * whose overrides hold x back in the sim, and a binary x, which is shown fully or not at all. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/face_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Run {
    FaceStand stand;
    Dice dice;
    vrm_Sim* sim;
    vrm_AvatarId id;
    int32_t expressions; /* of the rig */
} Run;

static const char* const emotions[] = {"happy", "angry", "sad", "relaxed", "surprised"};

/* Mostly sensible, sometimes far out. */
static float number(Dice* dice) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, -1.0f, 2.0f, 1e30f, -0.0f, 1e-40f};
    return roll_int(dice, 12) == 0 ? odd[roll_int(dice, 8)] : roll(dice, 0.0f, 1.0f);
}

static void emote(Run* run) {
    vrm_EmotionPart parts[3];
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = parts;
    emotion.part_count = roll_int(&run->dice, 4);
    for (int i = 0; i < emotion.part_count; i++)
        parts[i] = (vrm_EmotionPart){emotions[roll_int(&run->dice, 5)], number(&run->dice)};
    emotion.intensity = number(&run->dice);
    emotion.ease_in_s = number(&run->dice);
    emotion.ease_out_s = number(&run->dice);
    if (roll_int(&run->dice, 2) == 0) emotion.hold_s = number(&run->dice);
    emotion.is_queued = roll_int(&run->dice, 2) == 0;
    (void)vrm_face_emote(run->stand.face, &emotion);
}

static void hear(Run* run) {
    vrm_LipFrame frames[40];
    memset(frames, 0, sizeof frames);
    double time = (double)roll(&run->dice, 0.0f, 5.0f);
    int count = 1 + roll_int(&run->dice, 40);
    for (int i = 0; i < count; i++) {
        frames[i].time_s = time + 0.01 * i;
        for (int v = 0; v < VRM_VOWEL_COUNT; v++)
            frames[i].vowels[v] = roll(&run->dice, -0.2f, 1.0f);
        frames[i].is_speech = roll_int(&run->dice, 2) == 0;
    }
    if (roll_int(&run->dice, 2) == 0) vrm_face_begin_sound(run->stand.face);
    (void)vrm_face_hear(run->stand.face, frames, count);
}

static void call_something(Run* run) {
    vrm_Face* face = run->stand.face;
    Dice* dice = &run->dice;
    float numbers[VRM_FACE_SHAPE_COUNT];
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; i++)
        numbers[i] = roll_int(dice, 40) == 0 ? number(dice) : roll(dice, 0.0f, 1.2f);
    switch (roll_int(dice, 14)) {
    case 0: emote(run); break;
    case 1: emote(run); break;
    case 2: (void)vrm_face_set_vowels(face, numbers); break;
    case 3: (void)vrm_face_set_visemes(face, numbers); break;
    case 4: hear(run); break;
    case 5: vrm_face_blink(face); break;
    case 6: vrm_face_set_blinks(face, roll_int(dice, 2) == 0); break;
    case 7: (void)vrm_face_set_eyes(face, number(dice), number(dice)); break;
    case 8:
        (void)vrm_face_look_at(face, (vrm_Vec3){number(dice), number(dice), number(dice)});
        break;
    case 9: (void)vrm_face_look_along(face, 90.0f * number(dice), 90.0f * number(dice)); break;
    case 10: (void)vrm_face_set_attention(face, (vrm_Attention)roll_int(dice, 5)); break;
    case 11:
        if (roll_int(dice, 2) == 0) (void)vrm_face_track(face, numbers);
        break;
    case 12: vrm_face_track_off(face); break;
    default: vrm_face_look_off(face); break;
    }
}

static bool is_emotion(const Run* run, int32_t e) {
    vrm_ExpressionPreset preset = vrm_rig_expression_info(run->stand.rig, e).preset;
    return preset >= VRM_EXPRESSION_HAPPY && preset <= VRM_EXPRESSION_SURPRISED;
}

/* Whether the sim holds x back while e is shown. */
static bool holds_back(const Run* run, int32_t e, int32_t x) {
    int32_t count = 0;
    const vrm_Expression* expression = &vrm_model_expressions(run->stand.model, &count)[e];
    vrm_Category category = vrm_rig_expression_info(run->stand.rig, x).category;
    return (category == VRM_CATEGORY_MOUTH && expression->override_mouth != VRM_OVERRIDE_NONE) ||
           (category == VRM_CATEGORY_BLINK && expression->override_blink != VRM_OVERRIDE_NONE);
}

static float shown(const Run* run, int32_t e) {
    float weight = vrm_face_weights(run->stand.face, NULL)[e];
    if (vrm_rig_expression_info(run->stand.rig, e).binary == VRM_BINARY_NOT) return weight;
    return weight > 0.5f ? 1.0f : 0.0f;
}

/* `tracks`: emotions come from the tracker too, which is one layer with mouth and eyes. */
static void check(const Run* run, bool tracks) {
    const float* weights = vrm_face_weights(run->stand.face, NULL);
    for (int32_t x = 0; x < run->expressions; x++) {
        if (!(weights[x] >= 0.0f && weights[x] <= 1.0f)) fail_msg("weight %g", (double)weights[x]);
        if (tracks || is_emotion(run, x) || weights[x] == 0.0f) continue;
        float sum = 0.0f;
        for (int32_t e = 0; e < run->expressions; e++)
            if (is_emotion(run, e) && !holds_back(run, e, x))
                sum += shown(run, e) * vrm_face_map_overlap(run->stand.map, e, x);
        bool is_binary = vrm_rig_expression_info(run->stand.rig, x).binary != VRM_BINARY_NOT;
        float room = is_binary ? (sum <= 0.0501f ? 1.0f : 0.0f) : 1.0f - sum;
        if (weights[x] > (room > 0.0f ? room : 0.0f) + 1e-5f)
            fail_msg("%s: weight %g beside %g", vrm_rig_expression_info(run->stand.rig, x).name,
                     (double)weights[x], (double)sum);
    }
    vrm_Vec2 saccade = vrm_face_saccade(run->stand.face);
    assert_true(fabsf(saccade.x) <= 12.001f && fabsf(saccade.y) <= 12.001f);
}

static void check_avatar(const Run* run) {
    (void)vrm_face_apply(run->stand.face, run->sim, run->id);
    (void)vrm_face_apply_idle(run->stand.face, run->sim, run->id);
    vrm_sim_step(run->sim, 0.0f);
    const float* morphs = vrm_avatar_morphs(run->sim, run->id);
    for (int32_t m = 0; m < vrm_rig_morph_count(run->stand.rig); m++)
        assert_true(morphs[m] >= 0.0f && morphs[m] < 100.0f);
    vrm_Vec2 gaze = vrm_avatar_gaze(run->sim, run->id);
    assert_true(isfinite(gaze.x) && isfinite(gaze.y));
}

static void run_model(uint64_t seed) {
    static FaceModel face;
    Run run = {.dice = {seed * UINT64_C(0x9E3779B97F4A7C15)}};
    face_model_random(&face, &run.dice);
    vrm_FaceDef def = vrm_default_face_def();
    def.seed = seed;
    def.blink_interval_s = 1.0f;
    run.stand = face_stand(&face, &def);
    run.expressions = vrm_rig_expression_count(run.stand.rig);
    assert_int_equal(vrm_sim_create(NULL, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.stand.rig);
    for (int i = 0; i < 150; i++) {
        int calls = roll_int(&run.dice, 4);
        for (int c = 0; c < calls; c++) call_something(&run);
        vrm_face_step(run.stand.face, roll_int(&run.dice, 20) == 0 ? number(&run.dice)
                                                                   : roll(&run.dice, 0.0f, 0.2f));
        check(&run, true);
        if (i % 10 == 0) check_avatar(&run);
    }
    vrm_sim_destroy(run.sim);
    face_stand_end(&run.stand);
}

/* The same without a tracker: what layers do together can then be told by the weights. */
static void run_untracked(uint64_t seed) {
    static FaceModel face;
    Run run = {.dice = {seed * UINT64_C(0xD1B54A32D192ED03)}};
    face_model_random(&face, &run.dice);
    vrm_FaceDef def = vrm_default_face_def();
    def.blink_interval_s = 0.6f;
    def.seed = seed;
    run.stand = face_stand(&face, &def);
    run.expressions = vrm_rig_expression_count(run.stand.rig);
    for (int i = 0; i < 150; i++) {
        float vowels[VRM_VOWEL_COUNT];
        for (int v = 0; v < VRM_VOWEL_COUNT; v++) vowels[v] = roll(&run.dice, 0.0f, 1.0f);
        if (roll_int(&run.dice, 3) == 0) emote(&run);
        if (roll_int(&run.dice, 3) == 0) (void)vrm_face_set_vowels(run.stand.face, vowels);
        if (roll_int(&run.dice, 5) == 0) hear(&run);
        if (roll_int(&run.dice, 5) == 0) vrm_face_blink(run.stand.face);
        if (roll_int(&run.dice, 5) == 0)
            (void)vrm_face_set_eyes(run.stand.face, number(&run.dice), number(&run.dice));
        vrm_face_step(run.stand.face, roll(&run.dice, 0.0f, 0.3f));
        check(&run, false);
    }
    face_stand_end(&run.stand);
}

static uint64_t model_count(void) {
    const char* text = getenv("VRM_RANDOM_FACES");
    return text != NULL ? (uint64_t)strtoul(text, NULL, 10) : TEST_IS_SANITIZED ? 20 : 150;
}

static void random_calls_keep_weights_in_range(void** state) {
    (void)state;
    for (uint64_t i = 1; i <= model_count(); i++) run_model(i);
}

static void nothing_is_driven_twice(void** state) {
    (void)state;
    for (uint64_t i = 1; i <= model_count(); i++) run_untracked(i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_calls_keep_weights_in_range),
        cmocka_unit_test(nothing_is_driven_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
