/* SPDX-License-Identifier: MIT */
/* Morph weights: what the host sets, what a glTF animation's `weights` channels play, and how
 * expressions add to either. The avatar's mesh has five targets, so that its weights are more than
 * one track, and two nodes show it: TEST_FACE and TEST_HAIR. */
#include "base/maths.h"
#include "rig/clip_data.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TARGETS = 5, KEYS = 3 };

static const char five_targets[] =
    "[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0},"
    "{\"POSITION\":0},{\"POSITION\":0},{\"POSITION\":0},{\"POSITION\":0}]}]}]";

/* happy: target 0 wholly; sad: targets 0 and 1 by half. */
static const char faces[] =
    "{\"preset\":{\"happy\":{\"morphTargetBinds\":[{\"node\":24,\"index\":0,\"weight\":1}]},"
    "\"sad\":{\"morphTargetBinds\":[{\"node\":24,\"index\":0,\"weight\":0.5},"
    "{\"node\":24,\"index\":1,\"weight\":0.5}]}}}";

static const float key_times[KEYS] = {0.0f, 0.5f, 2.0f};

static float key_value(int key, int target) {
    return 0.25f * (float)key - 0.125f * (float)target;
}

static TestAvatar morph_avatar(void) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.meshes = five_targets;
    avatar.nodes[TEST_FACE].members = "\"mesh\":0,\"weights\":[0.5,0.5,0.25,0.125,0]";
    avatar.nodes[TEST_HAIR].members = "\"mesh\":0";
    avatar.expressions = faces;
    return avatar;
}

/* ---- Files with an animation ---- */

/* Times, then the values of one channel; accessor 1 and 2. A second channel (times again, accessor
 * 3) moves the hair's first target from 0 to 1 in every file. */
typedef struct Motion {
    const char* interpolation;
    const char* component; /* members of the accessor with the values */
    const char* more;      /* further channels */
    int node;              /* of the first channel */
    int32_t value_count;   /* elements that its accessor claims */
    uint8_t bin[2048];     /* times at 0, hair at 64, values at 256 */
} Motion;

static Motion linear_motion(void) {
    Motion motion = {.interpolation = "LINEAR",
                     .component = "\"componentType\":5126",
                     .more = "",
                     .node = TEST_FACE,
                     .value_count = KEYS * TARGETS};
    float hair[KEYS * TARGETS] = {[2 * TARGETS] = 1.0f}, values[KEYS * TARGETS];
    for (int k = 0; k < KEYS; k++)
        for (int t = 0; t < TARGETS; t++) values[k * TARGETS + t] = key_value(k, t);
    memcpy(motion.bin, key_times, sizeof key_times);
    memcpy(motion.bin + 64, hair, sizeof hair);
    memcpy(motion.bin + 256, values, sizeof values);
    return motion;
}

static TestRun run_motion(TestAvatar avatar, const Motion* motion) {
    char accessors[1024], members[1024];
    snprintf(accessors, sizeof accessors,
             "[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":"
             "[0,0,0]},{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"SCALAR\"},"
             "{\"bufferView\":2,%s,\"count\":%d,\"type\":\"SCALAR\"},"
             "{\"bufferView\":1,\"componentType\":5126,\"count\":%d,\"type\":\"SCALAR\"}]",
             KEYS, motion->component, (int)motion->value_count, KEYS * TARGETS);
    snprintf(
        members, sizeof members,
        "\"buffers\":[{\"byteLength\":2048}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":64},"
        "{\"buffer\":0,\"byteOffset\":64,\"byteLength\":192},{\"buffer\":0,\"byteOffset\":256,"
        "\"byteLength\":1792}],\"animations\":[{\"samplers\":[{\"input\":1,\"output\":2,"
        "\"interpolation\":\"%s\"},{\"input\":1,\"output\":3}],\"channels\":[{\"sampler\":0,"
        "\"target\":{\"node\":%d,\"path\":\"weights\"}},{\"sampler\":1,\"target\":{\"node\":%d,"
        "\"path\":\"weights\"}}%s]}]",
        motion->interpolation, motion->node, TEST_HAIR, motion->more);
    avatar.accessors = accessors;
    avatar.members = members;
    size_t size = 0;
    char* text = test_avatar_text(&avatar, &size);
    TestBytes glb = test_glb(text, motion->bin, sizeof motion->bin);
    TestRun run = {0};
    assert_int_equal(vrm_model_load(glb.data, glb.size, NULL, NULL, &run.model), VRM_OK);
    test_bytes_free(&glb);
    free(text);
    assert_int_equal(vrm_rig_build(run.model, NULL, &run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.rig);
    return run;
}

static vrm_Clip* build(const vrm_Model* model, vrm_Report* report) {
    vrm_Clip* clip = NULL;
    vrm_ClipDef def = vrm_default_clip_def();
    def.report = report;
    assert_int_equal(vrm_clip_build(model, &def, &clip), VRM_OK);
    return clip;
}

static void play(const TestRun* run, const vrm_Clip* clip, float time) {
    vrm_Player player = vrm_player(clip);
    player.time_s = time;
    assert_true(vrm_avatar_play(run->sim, run->id, &player, 1));
    test_step(run);
}

/* The weights of a node's mesh. */
static const float* weights_of(const TestRun* run, int32_t node) {
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(run->rig, &count);
    for (int32_t i = 0; i < count; i++)
        if (nodes[i].node == node)
            return vrm_avatar_morphs(run->sim, run->id) + nodes[i].first_morph;
    fail_msg("node %d has no mesh", (int)node);
    return NULL;
}

static void expect_weights(const TestRun* run, int32_t node, const float* expected) {
    const float* actual = weights_of(run, node);
    for (int t = 0; t < TARGETS; t++) assert_float_equal(actual[t], expected[t], 1e-6f);
}

/* ---- Sampling ---- */

static void weights_play_linear_and_by_steps(void** state) {
    (void)state;
    static const char* const kinds[] = {"LINEAR", "STEP"};
    for (int kind = 0; kind < 2; kind++) {
        Motion motion = linear_motion();
        motion.interpolation = kinds[kind];
        TestRun run = run_motion(morph_avatar(), &motion);
        vrm_Clip* clip = build(run.model, NULL);
        static const struct {
            float time;
            int key;
            float part;
        } moments[] = {{-1.0f, 0, 0.0f},   {0.125f, 0, 0.25f}, {0.5f, 1, 0.0f},
                       {0.875f, 1, 0.25f}, {2.0f, 2, 0.0f},    {7.0f, 2, 0.0f}};
        for (size_t m = 0; m < sizeof moments / sizeof *moments; m++) {
            float expected[TARGETS], part = kind == 0 ? moments[m].part : 0.0f;
            for (int t = 0; t < TARGETS; t++) {
                float from = key_value(moments[m].key, t);
                float to = moments[m].key < 2 ? key_value(moments[m].key + 1, t) : from;
                expected[t] = from + (to - from) * part;
            }
            play(&run, clip, moments[m].time);
            expect_weights(&run, TEST_FACE, expected);
        }
        vrm_clip_destroy(clip);
        test_run_end(&run);
    }
}

/* glTF 2.0, "Interpolation Cubic": of each key all tangents in, all values, all tangents out. */
static void weights_play_as_cubic_splines(void** state) {
    (void)state;
    Motion motion = linear_motion();
    motion.interpolation = "CUBICSPLINE";
    motion.value_count = KEYS * TARGETS * 3;
    float keys[KEYS][3][TARGETS];
    for (int k = 0; k < KEYS; k++)
        for (int t = 0; t < TARGETS; t++) {
            keys[k][0][t] = 0.5f * (float)k + 0.1f * (float)t;
            keys[k][1][t] = key_value(k, t);
            keys[k][2][t] = 0.3f - 0.2f * (float)t;
        }
    memcpy(motion.bin + 256, keys, sizeof keys);
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    for (double time = 0.0; time < 2.0; time += 0.1) {
        int k = time < 0.5 ? 0 : 1;
        double span = (double)(key_times[k + 1] - key_times[k]);
        double s = (time - (double)key_times[k]) / span, s2 = s * s, s3 = s2 * s;
        float expected[TARGETS];
        for (int t = 0; t < TARGETS; t++)
            expected[t] = (float)((2 * s3 - 3 * s2 + 1) * (double)keys[k][1][t] +
                                  (s3 - 2 * s2 + s) * span * (double)keys[k][2][t] +
                                  (3 * s2 - 2 * s3) * (double)keys[k + 1][1][t] +
                                  (s3 - s2) * span * (double)keys[k + 1][0][t]);
        play(&run, clip, (float)time);
        expect_weights(&run, TEST_FACE, expected);
    }
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

static void weights_may_be_normalized_integers(void** state) {
    (void)state;
    static const struct {
        const char* component;
        float lowest, highest;
        int size;
    } cases[] = {
        {"\"componentType\":5120,\"normalized\":true", -1.0f, 1.0f, 1},
        {"\"componentType\":5121,\"normalized\":true", 128.0f / 255.0f, 127.0f / 255.0f, 1},
        {"\"componentType\":5122,\"normalized\":true", -1.0f, 1.0f, 2},
        {"\"componentType\":5123,\"normalized\":true", 32768.0f / 65535.0f, 32767.0f / 65535.0f,
         2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Motion motion = linear_motion();
        motion.component = cases[i].component;
        memset(motion.bin + 256, 0, 256);
        /* Little-endian: the lowest and the highest signed number, as targets 1 and 4 of key 0. */
        uint8_t* low = motion.bin + 256 + cases[i].size;
        uint8_t* high = motion.bin + 256 + 4 * cases[i].size;
        low[cases[i].size - 1] = 0x80;
        memset(high, 0xFF, (size_t)cases[i].size);
        high[cases[i].size - 1] = 0x7F;
        TestRun run = run_motion(morph_avatar(), &motion);
        vrm_Clip* clip = build(run.model, NULL);
        play(&run, clip, 0.0f);
        expect_weights(&run, TEST_FACE, (float[]){0, cases[i].lowest, 0, 0, cases[i].highest});
        vrm_clip_destroy(clip);
        test_run_end(&run);
    }
}

static void nodes_of_one_mesh_have_weights_of_their_own(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    play(&run, clip, 1.25f);
    expect_weights(&run, TEST_HAIR, (float[]){0.5f, 0, 0, 0, 0});
    expect_weights(&run, TEST_FACE, (float[]){0.375f, 0.25f, 0.125f, 0, -0.125f});
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* ---- With expressions ---- */

/* */
static void expressions_add_to_what_a_clip_plays(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 1.0f));
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_SAD, 0.5f));
    play(&run, clip, 2.0f);
    /* 0.5 + 1 + 0.25 is not clamped. */
    expect_weights(&run, TEST_FACE, (float[]){1.75f, 0.625f, 0.25f, 0.125f, 0});
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 0.0f));
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_SAD, 0.0f));
    play(&run, clip, 0.5f);
    expect_weights(&run, TEST_FACE, (float[]){0.25f, 0.125f, 0, -0.125f, -0.25f});
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* */
static void host_sets_weights_and_takes_them_back(void** state) {
    (void)state;
    TestAvatar avatar = morph_avatar();
    TestRun run = test_run(&avatar);
    const float rest[TARGETS] = {0, 0, 0.25f, 0.125f, 0}; /* 0 where expressions reach */
    expect_weights(&run, TEST_FACE, rest);
    int32_t first = (int32_t)(weights_of(&run, TEST_FACE) - vrm_avatar_morphs(run.sim, run.id));
    assert_true(vrm_avatar_set_morph(run.sim, run.id, first, 0.5f));
    assert_true(vrm_avatar_set_morph(run.sim, run.id, first + 2, -2.0f));
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 0.25f));
    expect_weights(&run, TEST_FACE, rest); /* not before a step */
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.75f, 0, -2.0f, 0.125f, 0});
    assert_true(vrm_avatar_reset_pose(run.sim, run.id));
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.75f, 0, -2.0f, 0.125f, 0});
    assert_true(vrm_avatar_reset_morphs(run.sim, run.id));
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.25f, 0, 0.25f, 0.125f, 0});
    test_run_end(&run);
}

static void weights_that_make_no_sense_are_refused(void** state) {
    (void)state;
    TestAvatar avatar = morph_avatar();
    TestRun run = test_run(&avatar);
    int32_t count = vrm_rig_morph_count(run.rig);
    float all[2 * TARGETS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, NAN};
    assert_int_equal(count, 2 * TARGETS);
    assert_false(vrm_avatar_set_morph(run.sim, run.id, -1, 1.0f));
    assert_false(vrm_avatar_set_morph(run.sim, run.id, count, 1.0f));
    assert_false(vrm_avatar_set_morph(run.sim, run.id, 0, NAN));
    assert_false(vrm_avatar_set_morph(run.sim, run.id, 0, INFINITY));
    assert_false(vrm_avatar_set_morphs(run.sim, run.id, all, count));
    assert_false(vrm_avatar_set_morphs(run.sim, run.id, all, count - 1));
    assert_false(vrm_avatar_set_morph(run.sim, (vrm_AvatarId){9, 9}, 0, 1.0f));
    assert_false(vrm_avatar_reset_morphs(run.sim, (vrm_AvatarId){9, 9}));
    test_step(&run);
    expect_weights(&run, TEST_HAIR, (float[]){0, 0, 0, 0, 0});
    all[9] = 1e30f;
    assert_true(vrm_avatar_set_morphs(run.sim, run.id, all, count));
    test_step(&run);
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[9], 1e6f, 0.0f);
    test_run_end(&run);
}

/* Morph weights belong to VRM_OUTPUT_FACE; they can be set without that output, too. */
static void weights_rest_while_their_stage_is_off(void** state) {
    (void)state;
    TestAvatar avatar = morph_avatar();
    TestRun run = test_run(&avatar);
    assert_true(vrm_avatar_set_stages(run.sim, run.id, 0));
    assert_true(vrm_avatar_set_morph(run.sim, run.id, 0, 0.5f));
    test_step(&run);
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 0.0f, 0.0f);
    assert_true(vrm_avatar_set_stages(run.sim, run.id, VRM_STAGE_ALL));
    test_step(&run);
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 0.5f, 0.0f);
    test_run_end(&run);
    avatar.outputs = VRM_OUTPUT_LOCALS;
    run = test_run(&avatar);
    assert_true(vrm_avatar_set_morph(run.sim, run.id, 0, 0.5f));
    test_step(&run);
    assert_null(vrm_avatar_morphs(run.sim, run.id));
    test_run_end(&run);
}

static void avatar_without_expressions_plays_weights_too(void** state) {
    (void)state;
    TestAvatar avatar = morph_avatar();
    avatar.expressions = NULL;
    Motion motion = linear_motion();
    TestRun run = run_motion(avatar, &motion);
    vrm_Clip* clip = build(run.model, NULL);
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.5f, 0.5f, 0.25f, 0.125f, 0});
    play(&run, clip, 0.5f);
    expect_weights(&run, TEST_FACE, (float[]){0.25f, 0.125f, 0, -0.125f, -0.25f});
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

static void weights_have_the_same_bits_alone_and_in_a_crowd(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    vrm_Sim* crowd = NULL;
    assert_int_equal(vrm_sim_create(NULL, &crowd), VRM_OK);
    vrm_AvatarId ids[5];
    for (int i = 0; i < 5; i++) ids[i] = vrm_sim_add(crowd, run.rig);
    size_t size = (size_t)vrm_rig_morph_count(run.rig) * sizeof(float);
    for (int f = 0; f < 40; f++) {
        float time = (float)f * 0.07f, smile = (float)(f % 7) / 6.0f;
        assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, smile));
        play(&run, clip, time);
        for (int i = 0; i < 5; i++) {
            vrm_Player player = vrm_player(clip);
            player.time_s = i == 2 ? time : time * 0.3f + (float)i * 0.1f;
            float weight = i == 2 ? smile : 1.0f - smile;
            assert_true(vrm_avatar_set_expression(crowd, ids[i], VRM_EXPRESSION_HAPPY, weight));
            if (i != 4) assert_true(vrm_avatar_play(crowd, ids[i], &player, 1));
        }
        vrm_sim_step(crowd, 1.0f / 60.0f);
        assert_memory_equal(vrm_avatar_morphs(crowd, ids[2]), vrm_avatar_morphs(run.sim, run.id),
                            size);
    }
    vrm_sim_destroy(crowd);
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* ---- Several players ---- */

static void clips_cross_by_weight_and_add(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    vrm_Player players[2] = {vrm_player(clip), vrm_player(clip)};
    /* From rest half of the way; rest is 0 where expressions reach, else the file's. */
    players[0].time_s = 2.0f;
    players[0].weight = 0.5f;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 1));
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.25f, 0.1875f, 0.25f, 0.125f, 0});
    /* From one to the other. */
    players[0].weight = 1.0f;
    players[1].weight = 0.25f;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 2));
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.375f, 0.25f, 0.125f, 0, -0.125f});
    /* How far the second has come from its first key, halved. */
    players[1].weight = 0.5f;
    players[1].time_s = 0.5f;
    players[1].is_additive = true;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 2));
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.625f, 0.5f, 0.375f, 0.25f, 0.125f});
    /* Alone it adds to rest. */
    assert_true(vrm_avatar_play(run.sim, run.id, players + 1, 1));
    test_step(&run);
    expect_weights(&run, TEST_FACE, (float[]){0.125f, 0.125f, 0.375f, 0.25f, 0.125f});
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* A file with as many nodes, whose meshes are others. */
static void weights_that_the_avatar_lacks_are_passed_over(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    TestAvatar other = test_avatar(VRM_DIALECT_1); /* three targets, and no mesh in the hair */
    TestRun lesser = test_run(&other);
    play(&lesser, clip, 2.0f);
    const float* morphs = vrm_avatar_morphs(lesser.sim, lesser.id);
    test_same_point((vrm_Vec3){morphs[0], morphs[1], morphs[2]}, (vrm_Vec3){0.5f, 0.375f, 0.25f},
                    1e-6f);
    float sampled[3] = {9, 9, 9};
    assert_true(vrm_clip_sample_morphs(clip, lesser.rig, 2.0f, sampled, 3));
    assert_memory_equal(sampled, morphs, sizeof sampled);
    test_run_end(&lesser);
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* ---- Bad files ---- */

static void put_float(Motion* motion, int index, float value) {
    memcpy(motion->bin + 256 + 4 * (size_t)index, &value, sizeof value);
}

static void spoil_count(Motion* motion) {
    motion->value_count = KEYS * (TARGETS - 1);
}

static void spoil_length(Motion* motion) {
    motion->value_count = (KEYS - 1) * TARGETS;
}

static void spoil_node(Motion* motion) {
    motion->node = TEST_HEAD;
}

static void spoil_kind(Motion* motion) {
    motion->component = "\"componentType\":5121";
}

static void spoil_twice(Motion* motion) {
    motion->more = ",{\"sampler\":1,\"target\":{\"node\":24,\"path\":\"weights\"}},"
                   "{\"sampler\":1,\"target\":{\"node\":24,\"path\":\"weights\"}}";
    motion->node = TEST_HIPS;
}

static void spoil_all_keys(Motion* motion) {
    for (int k = 0; k < KEYS; k++) put_float(motion, k * TARGETS + 4, NAN);
}

static void bad_channel_is_left_out_and_the_rest_plays(void** state) {
    (void)state;
    static const struct {
        void (*spoil)(Motion* motion);
        const char *code, *pointer;
    } cases[] = {
        {spoil_count, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", "/accessors/2"},
        {spoil_length, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", "/accessors/2"},
        {spoil_node, "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS",
         "/animations/0/channels/0/target"},
        {spoil_kind, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", "/accessors/2"},
        {spoil_all_keys, "ACCESSOR_INVALID_FLOAT", "/accessors/2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Motion motion = linear_motion();
        cases[i].spoil(&motion);
        TestModel test = {0};
        assert_int_equal(vrm_report_create(NULL, &test.report), VRM_OK);
        TestRun run = run_motion(morph_avatar(), &motion);
        vrm_Clip* clip = build(run.model, test.report);
        test_expect(&test, cases[i].code, cases[i].pointer);
        play(&run, clip, 1.25f);
        expect_weights(&run, TEST_HAIR, (float[]){0.5f, 0, 0, 0, 0});
        expect_weights(&run, TEST_FACE, (float[]){0, 0, 0.25f, 0.125f, 0}); /* at rest */
        vrm_report_destroy(test.report);
        vrm_clip_destroy(clip);
        test_run_end(&run);
    }
}

static void second_channel_of_a_mesh_is_left_out(void** state) {
    (void)state;
    Motion motion = linear_motion();
    spoil_twice(&motion);
    TestModel test = {0};
    assert_int_equal(vrm_report_create(NULL, &test.report), VRM_OK);
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, test.report);
    test_expect_codes(&test, "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS "
                             "ANIMATION_DUPLICATE_TARGETS");
    play(&run, clip, 1.25f);
    expect_weights(&run, TEST_FACE, (float[]){0.5f, 0, 0, 0, 0});
    vrm_report_destroy(test.report);
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

static void key_that_is_not_finite_is_left_out(void** state) {
    (void)state;
    Motion motion = linear_motion();
    put_float(&motion, TARGETS + 1, INFINITY);
    TestModel test = {0};
    assert_int_equal(vrm_report_create(NULL, &test.report), VRM_OK);
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, test.report);
    test_expect(&test, "ACCESSOR_INVALID_FLOAT", "/accessors/2");
    play(&run, clip, 0.5f); /* a quarter of the way from the first key to the last */
    expect_weights(&run, TEST_FACE, (float[]){0.125f, 0, -0.125f, -0.25f, -0.375f});
    vrm_report_destroy(test.report);
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

static void gigantic_weights_stay_finite(void** state) {
    (void)state;
    Motion motion = linear_motion();
    motion.interpolation = "CUBICSPLINE";
    motion.value_count = KEYS * TARGETS * 3;
    for (int i = 0; i < KEYS * TARGETS * 3; i++)
        put_float(&motion, i, i % 2 == 0 ? 3.4e38f : -3.4e38f);
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    vrm_Player players[3] = {vrm_player(clip), vrm_player(clip), vrm_player(clip)};
    players[1].is_additive = players[2].is_additive = true;
    for (int f = 0; f < 60; f++) {
        for (int i = 0; i < 3; i++) vrm_player_advance(&players[i], 0.03f + 0.01f * (float)i);
        assert_true(vrm_avatar_play(run.sim, run.id, players, 3));
        test_step(&run);
        const float* weights = weights_of(&run, TEST_FACE);
        for (int t = 0; t < TARGETS; t++) assert_true(fabsf(weights[t]) <= 1e6f);
    }
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* ---- Memory ---- */

static void clip_of_weights_is_built_or_refused_whichever_allocation_fails(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    assert_true(test_every_allocation_failing(test_build_clip, run.model) >= 3);
    vrm_Clip* clip = NULL;
    vrm_ClipDef def = vrm_default_clip_def();
    def.max_bytes = 200;
    assert_int_equal(vrm_clip_build(run.model, &def, &clip), VRM_ERR_LIMIT);
    test_run_end(&run);
}

static void playing_weights_allocates_nothing(void** state) {
    (void)state;
    Motion motion = linear_motion();
    TestRun run = run_motion(morph_avatar(), &motion);
    vrm_Clip* clip = build(run.model, NULL);
    TestMemory memory = {0};
    vrm_SimDef def = vrm_default_sim_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, run.rig);
    size_t before = memory.allocations;
    vrm_Player player = vrm_player(clip);
    for (int f = 0; f < 100; f++) {
        vrm_player_advance(&player, 1.0f / 30.0f);
        assert_true(vrm_avatar_play(sim, id, &player, 1));
        vrm_sim_step(sim, 1.0f / 30.0f);
    }
    assert_int_equal(memory.allocations, before);
    vrm_sim_destroy(sim);
    test_memory_check_clean(&memory);
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_play_linear_and_by_steps),
        cmocka_unit_test(weights_play_as_cubic_splines),
        cmocka_unit_test(weights_may_be_normalized_integers),
        cmocka_unit_test(nodes_of_one_mesh_have_weights_of_their_own),
        cmocka_unit_test(expressions_add_to_what_a_clip_plays),
        cmocka_unit_test(host_sets_weights_and_takes_them_back),
        cmocka_unit_test(weights_that_make_no_sense_are_refused),
        cmocka_unit_test(weights_rest_while_their_stage_is_off),
        cmocka_unit_test(avatar_without_expressions_plays_weights_too),
        cmocka_unit_test(weights_have_the_same_bits_alone_and_in_a_crowd),
        cmocka_unit_test(clips_cross_by_weight_and_add),
        cmocka_unit_test(weights_that_the_avatar_lacks_are_passed_over),
        cmocka_unit_test(bad_channel_is_left_out_and_the_rest_plays),
        cmocka_unit_test(second_channel_of_a_mesh_is_left_out),
        cmocka_unit_test(key_that_is_not_finite_is_left_out),
        cmocka_unit_test(gigantic_weights_stay_finite),
        cmocka_unit_test(clip_of_weights_is_built_or_refused_whichever_allocation_fails),
        cmocka_unit_test(playing_weights_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
