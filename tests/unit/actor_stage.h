/* SPDX-License-Identifier: MIT */
/* Clips, a cast and stages with one actor each, and ways to look at what an actor shows. */
#ifndef VRM_TESTS_ACTOR_STAGE_H
#define VRM_TESTS_ACTOR_STAGE_H

#include "support/avatar.h"
#include "support/check.h"
#include "support/face_model.h"
#include "support/maths.h"
#include "vrm/vrm.h"

#include <math.h>
#include <string.h>

/* ---- Clips ---- */

#define UPPER_BODY                                                                                 \
    ((uint64_t)1 << VRM_BONE_SPINE | (uint64_t)1 << VRM_BONE_CHEST |                               \
     (uint64_t)1 << VRM_BONE_HEAD | (uint64_t)1 << VRM_BONE_LEFT_UPPER_ARM |                       \
     (uint64_t)1 << VRM_BONE_RIGHT_UPPER_ARM)

typedef struct ClipDef {
    double seconds;
    uint64_t bones;
    float degrees;          /* of the swing */
    float start_degrees;    /* at the first key */
    const char* expression; /* NULL: none */
    bool has_gaze;
} ClipDef;

/* The hips travel ahead. */
static inline vrm_Clip* make_travelling_clip(ClipDef def, float travel_m) {
    enum { FRAMES = 31 };
    vrm_RecorderDef recorder_def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    recorder_def.bones = def.bones;
    assert_int_equal(vrm_recorder_create(&recorder_def, &recorder), VRM_OK);
    for (int f = 0; f < FRAMES; f++) {
        float swing = sinf((float)f / (FRAMES - 1) * 6.2831853f);
        vrm_Pose pose = vrm_pose_rest();
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            if ((def.bones >> b & 1) != 0)
                pose.rotations[b] = test_turn((float)(b % 3), 1.0f, (float)(b % 2),
                                              def.start_degrees + def.degrees * swing);
        float ahead = travel_m * (float)f / (FRAMES - 1);
        pose.hips_offset = (vrm_Vec3){0.1f * swing, 0.0f, 0.05f * swing + ahead};
        assert_int_equal(vrm_recorder_add_frame(recorder, f * def.seconds / (FRAMES - 1), &pose),
                         VRM_OK);
        if (def.expression != NULL)
            assert_int_equal(
                vrm_recorder_set_expression(recorder, def.expression, 0.5f + 0.4f * swing), VRM_OK);
        if (def.has_gaze)
            assert_int_equal(vrm_recorder_set_gaze(recorder, 20.0f * swing, 5.0f), VRM_OK);
    }
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_recorder_destroy(recorder);
    vrm_model_destroy(model);
    return clip;
}

static inline vrm_Clip* make_clip(ClipDef def) {
    return make_travelling_clip(def, 0.0f);
}

/* ---- A stage with one actor ---- */

enum { CLIPS = 4, TRAVELLING = CLIPS, ALL_CLIPS }; /* the last one has root motion */

typedef struct Cast {
    FaceStand stand; /* the hero */
    vrm_Clip* clips[ALL_CLIPS];
    vrm_LipFrame speech[200];
} Cast;

static Cast cast;

static inline int make_cast(void** state) {
    (void)state;
    cast.stand = face_stand_hero(NULL);
    uint64_t whole = ~(uint64_t)0 >> (64 - VRM_BONE_COUNT);
    cast.clips[0] = make_clip((ClipDef){1.37, whole, 12.0f, 0.0f, NULL, false});
    cast.clips[1] = make_clip((ClipDef){0.8, whole, 25.0f, 5.0f, "happy", true});
    cast.clips[2] = make_clip((ClipDef){2.1, UPPER_BODY, 40.0f, 0.0f, "aa", false});
    cast.clips[3] = make_clip((ClipDef){0.5, (uint64_t)1 << VRM_BONE_HEAD, 8.0f, 3.0f, NULL, true});
    cast.clips[TRAVELLING] =
        make_travelling_clip((ClipDef){1.13, whole, 20.0f, 0.0f, NULL, false}, 1.2f);
    for (int i = 0; i < 200; i++)
        cast.speech[i] = (vrm_LipFrame){.time_s = i * VRM_LIP_FRAME_S,
                                        .vowels = {0.5f + 0.4f * sinf((float)i * 0.2f)},
                                        .loudness = 0.8f,
                                        .is_speech = true};
    return 0;
}

static inline int free_cast(void** state) {
    (void)state;
    for (int i = 0; i < ALL_CLIPS; i++) vrm_clip_destroy(cast.clips[i]);
    face_stand_end(&cast.stand);
    return 0;
}

typedef struct Stage {
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;
} Stage;

static inline Stage open_stage(const vrm_ActorDef* def) {
    Stage stage = {0};
    assert_int_equal(vrm_sim_create(NULL, &stage.sim), VRM_OK);
    stage.avatar = vrm_sim_add(stage.sim, cast.stand.rig);
    assert_int_equal(vrm_actor_create(stage.sim, stage.avatar, def, &stage.actor), VRM_OK);
    return stage;
}

static inline Stage open_living_stage(uint64_t seed) {
    vrm_ActorDef def = vrm_default_actor_def();
    def.face_map = cast.stand.map;
    def.seed = seed;
    return open_stage(&def);
}

static inline Stage open_still_stage(void) {
    vrm_ActorDef def = vrm_default_actor_def();
    def.stance = VRM_STANCE_REST;
    return open_stage(&def);
}

static inline void close_stage(Stage* stage) {
    vrm_actor_destroy(stage->actor);
    vrm_sim_destroy(stage->sim);
}

static inline vrm_LayerDef layer_of(int clip) {
    vrm_LayerDef def = vrm_default_layer_def(cast.clips[clip]);
    return def;
}

static inline vrm_LayerDef sudden_layer(int clip) {
    vrm_LayerDef def = layer_of(clip);
    def.fade_in_s = def.fade_out_s = 0.0f;
    return def;
}

/* ---- Frame rates ---- */

static const double rates[] = {7, 24, 30, 50, 60, 72.3, 90, 144, 240};
enum { RATES = sizeof rates / sizeof *rates };

/* In steps of a rate, the last one shorter. */
static inline void step_to(const Stage* stage, double time_s, double rate_hz) {
    for (;;) {
        double left_s = time_s - vrm_actor_time(stage->actor);
        if (left_s < 1e-7) return;
        float dt = (float)(left_s < 1.0 / rate_hz ? left_s : 1.0 / rate_hz);
        assert_true(vrm_actor_step(stage->actor, dt));
    }
}

/* ---- What an avatar shows: everything that is not a spring ---- */

typedef struct Inputs {
    vrm_Transform locals[512];
    int32_t node_count;
    float expressions[64];
    int32_t expression_count;
    vrm_Vec2 gaze;
    vrm_Transform root;
} Inputs;

static inline Inputs read_inputs(const Stage* stage) {
    static Inputs inputs; /* large */
    const vrm_Rig* rig = cast.stand.rig;
    (void)vrm_avatar_set_stages(stage->sim, stage->avatar, VRM_STAGE_ALL & ~VRM_STAGE_SPRINGS);
    vrm_sim_step(stage->sim, 0.0f);
    (void)vrm_avatar_set_stages(stage->sim, stage->avatar, VRM_STAGE_ALL);
    memset(&inputs, 0, sizeof inputs);
    inputs.node_count = vrm_rig_node_count(rig);
    inputs.expression_count = vrm_rig_expression_count(rig);
    assert_true(inputs.node_count <= 512 && inputs.expression_count <= 64);
    memcpy(inputs.locals, vrm_avatar_locals(stage->sim, stage->avatar),
           (size_t)inputs.node_count * sizeof *inputs.locals);
    memcpy(inputs.expressions, vrm_avatar_expression_inputs(stage->sim, stage->avatar),
           (size_t)inputs.expression_count * sizeof *inputs.expressions);
    inputs.gaze = vrm_avatar_gaze(stage->sim, stage->avatar);
    inputs.root = vrm_avatar_root(stage->sim, stage->avatar);
    return inputs;
}

static inline float expression_of(const Inputs* inputs, const char* name) {
    int32_t index = vrm_rig_expression(cast.stand.rig, name);
    assert_true(index >= 0);
    return inputs->expressions[index];
}

/* Largest difference: radians, metres, weights, and degrees / 57. */
static inline float apart(const Inputs* a, const Inputs* b) {
    float most = 0.0f;
    for (int32_t n = 0; n < a->node_count; n++) {
        most = test_larger(most, test_angle(a->locals[n].rotation, b->locals[n].rotation));
        most = test_larger(most, test_distance(a->locals[n].translation, b->locals[n].translation));
    }
    most = test_larger(most, test_angle(a->root.rotation, b->root.rotation));
    most = test_larger(most, test_distance(a->root.translation, b->root.translation));
    for (int32_t e = 0; e < a->expression_count; e++)
        most = test_larger(most, fabsf(a->expressions[e] - b->expressions[e]));
    most = test_larger(most, fabsf(a->gaze.x - b->gaze.x) / 57.0f);
    return test_larger(most, fabsf(a->gaze.y - b->gaze.y) / 57.0f);
}

static inline void check_same(const Inputs* a, const Inputs* b, float most, const char* what,
                              double time) {
    float difference = apart(a, b);
    if (!(difference <= most)) fail_msg("%s at %g s: apart by %g", what, time, (double)difference);
}

#endif
