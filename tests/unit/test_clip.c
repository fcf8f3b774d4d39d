/* SPDX-License-Identifier: MIT */
/* Clips: what is compiled of an animation, what it says at a moment, and what an avatar makes of
 * it.
 *
 * The clip of scenes/ has channels 0 leftUpperArm, 1 rightLowerArm, 2 head (linear rotations, times
 * in accessor 0, values in 2, 3, 4), 3 hips (cubic, times 1, values 5), 4 happy (linear, 6), 5
 * blink (step, 7), 6 gaze (linear, 8); wow1 has a node that does not move. */
#include "base/maths.h"
#include "rig/rig.h"
#include "runtime/clip_sample.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVED_BONES                                                                                \
    ((uint64_t)1 << VRM_BONE_LEFT_UPPER_ARM | (uint64_t)1 << VRM_BONE_RIGHT_LOWER_ARM |            \
     (uint64_t)1 << VRM_BONE_HEAD)

typedef struct TestClip {
    TestModel test;
    vrm_Clip* clip;
    vrm_Result result;
} TestClip;

static SceneBytes edited(bool is_rotated, const char* edits) {
    SceneBytes bytes = scene_clip(is_rotated);
    assert_non_null(bytes.data);
    if (edits == NULL) return bytes;
    char* quoted = malloc(strlen(edits) + 1);
    assert_non_null(quoted);
    strcpy(quoted, edits);
    for (char* c = quoted; *c != '\0'; c++)
        if (*c == '\'') *c = '"';
    int32_t bad_line = 0;
    SceneBytes patched = scene_patch(&bytes, quoted, &bad_line);
    if (patched.data == NULL) fail_msg("edit %d cannot be made", (int)bad_line);
    free(quoted);
    scene_bytes_free(&bytes);
    return patched;
}

/* With the findings of building alone. */
static TestClip build_with(bool is_rotated, const char* edits, vrm_ClipDef def) {
    SceneBytes bytes = edited(is_rotated, edits);
    TestClip made = {.test = test_model_bytes(bytes.data, bytes.size, NULL)};
    scene_bytes_free(&bytes);
    assert_int_equal(made.test.result, VRM_OK);
    vrm_report_clear(made.test.report);
    def.report = made.test.report;
    made.result = vrm_clip_build(made.test.model, &def, &made.clip);
    assert_true((made.result == VRM_OK) == (made.clip != NULL));
    return made;
}

static TestClip build(const char* edits) {
    TestClip made = build_with(false, edits, vrm_default_clip_def());
    assert_int_equal(made.result, VRM_OK);
    return made;
}

static void clip_end(TestClip* made) {
    vrm_clip_destroy(made->clip);
    test_model_free(&made->test);
}

static int32_t bone_node(const TestClip* made, vrm_Bone bone) {
    return vrm_model_clip_info(made->test.model)->bones[bone];
}

/* The numbers of nodes, without a clip to build. */
static int32_t find_bone_node(vrm_Bone bone) {
    TestClip made = build(NULL);
    int32_t node = bone_node(&made, bone);
    clip_end(&made);
    return node;
}

static int32_t expression_of(const vrm_Clip* clip, const char* name) {
    for (int32_t e = 0; e < vrm_clip_expression_count(clip); e++)
        if (strcmp(vrm_clip_expression_name(clip, e), name) == 0) return e;
    return -1;
}

static vrm_ClipSample sample_at(const vrm_Clip* clip, float time) {
    vrm_ClipSample sample;
    vrm_clip_sample(clip, time, &sample);
    return sample;
}

static bool is_sane(const vrm_ClipSample* sample) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = sample->pose.rotations[b];
        if (!vrmi_quat_is_finite(q) || !(fabsf(vrmi_quat_dot(q, q) - 1.0f) < 1e-4f)) return false;
    }
    return vrmi_vec3_is_finite(sample->pose.hips_offset) &&
           vrmi_is_finite(sample->gaze_degrees.x) && vrmi_is_finite(sample->gaze_degrees.y);
}

static void play_at(const TestRun* run, const vrm_Clip* clip, float time) {
    vrm_Player player = vrm_player(clip);
    player.time_s = time;
    assert_true(vrm_avatar_play(run->sim, run->id, &player, 1));
    test_step(run);
}

/* ---- Building ---- */

/* */
static void first_animation_plays_unless_another_is_chosen(void** state) {
    (void)state;
    static const char edits[] =
        "insert /animations/- {'name':'nod','channels':[{'sampler':0,'target':{'node':NODE,"
        "'path':'rotation'}}],'samplers':[{'input':0,'output':4}]}";
    char text[sizeof edits + 16];
    const char* node = strstr(edits, "NODE");
    snprintf(text, sizeof text, "%.*s%d%s", (int)(node - edits), edits,
             (int)find_bone_node(VRM_BONE_HEAD), node + 4);
    vrm_ClipDef def = vrm_default_clip_def();
    TestClip first = build_with(false, text, def);
    assert_string_equal(vrm_clip_name(first.clip), "wave");
    assert_true(sample_at(first.clip, 0.5f).bones == MOVED_BONES);
    def.animation = 1;
    TestClip second = build_with(false, text, def);
    assert_string_equal(vrm_clip_name(second.clip), "nod");
    assert_true(sample_at(second.clip, 0.5f).bones == (uint64_t)1 << VRM_BONE_HEAD);
    clip_end(&first);
    clip_end(&second);
    for (def.animation = -1; def.animation <= 2; def.animation += 3) {
        TestClip none = build_with(false, text, def);
        assert_int_equal(none.result, VRM_ERR_ARGUMENT);
        clip_end(&none);
    }
}

static void file_without_animation_is_refused_with_a_finding(void** state) {
    (void)state;
    TestClip made = build_with(false, "remove /animations", vrm_default_clip_def());
    assert_int_equal(made.result, VRM_ERR_INVALID);
    test_expect_codes(&made.test, "CLIP_WITHOUT_ANIMATION");
    clip_end(&made);
}

static void clip_says_what_it_holds(void** state) {
    (void)state;
    TestClip made = build(NULL);
    assert_int_equal(vrm_clip_kind(made.clip), VRM_CLIP_HUMANOID);
    assert_true(fabsf(vrm_clip_duration(made.clip) - 2.0f) < 1e-6f);
    assert_int_equal(vrm_clip_expression_count(made.clip), 3);
    int32_t wow = expression_of(made.clip, "wow1");
    assert_int_equal(vrm_clip_expression_preset(made.clip, wow), VRM_EXPRESSION_CUSTOM);
    assert_int_equal(vrm_clip_expression_preset(made.clip, expression_of(made.clip, "happy")),
                     VRM_EXPRESSION_HAPPY);
    assert_string_equal(vrm_clip_expression_name(made.clip, 7), "");
    assert_true(vrm_clip_hips_height(made.clip) > 0.3f);
    assert_int_equal(vrm_report_count(made.test.report), 0);
    vrm_ClipDef raw = {0};
    vrm_Clip* none = NULL;
    assert_int_equal(vrm_clip_build(made.test.model, &raw, &none), VRM_ERR_DEF);
    clip_end(&made);
}

/* */
static void forbidden_channels_are_ignored_with_findings(void** state) {
    (void)state;
    char text[512];
    int head = (int)find_bone_node(VRM_BONE_HEAD);
    snprintf(text, sizeof text,
             "insert /animations/0/channels/- {'sampler':4,'target':{'node':%d,"
             "'path':'translation'}}\n"
             "insert /animations/0/channels/- {'sampler':4,'target':{'node':%d,'path':'scale'}}",
             head, head);
    TestClip plain = build(NULL), made = build(text);
    test_expect_codes(&made.test, "CLIP_TRANSLATION_NOT_HIPS CLIP_SCALE_ANIMATED");
    for (float t = 0.0f; t < 2.0f; t += 0.13f) {
        vrm_ClipSample a = sample_at(plain.clip, t), b = sample_at(made.clip, t);
        assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
    }
    clip_end(&plain);
    clip_end(&made);
}

/* Channels that expressions and gaze have no use for. */
static void expression_is_a_position_and_gaze_a_rotation(void** state) {
    (void)state;
    TestClip made = build("set /animations/0/channels/4/target/path 'rotation'\n"
                          "set /animations/0/channels/6/target/path 'scale'");
    test_expect_codes(&made.test, "CLIP_EXPRESSION_NOT_TRANSLATED CLIP_GAZE_NOT_ROTATED");
    assert_false(sample_at(made.clip, 0.5f).has_gaze);
    clip_end(&made);
}

/* ---- Bad keys ---- */

/* What is bad is left out with a finding; the rest plays. */
static void bad_keys_are_left_out_and_the_rest_plays(void** state) {
    (void)state;
    static const struct {
        const char *edits, *codes;
    } cases[] = {
        {"float 4 8 nan", "ACCESSOR_INVALID_FLOAT"},
        {"float 4 8 inf", "ACCESSOR_INVALID_FLOAT"},
        {"float 4 8 0 0 0 0", "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"},
        {"float 1 2 nan", "ACCESSOR_INVALID_FLOAT"},
        {"float 1 2 0.5", "ACCESSOR_ANIMATION_INPUT_NON_INCREASING"},
        {"float 1 2 0.1", "ACCESSOR_ANIMATION_INPUT_NON_INCREASING"},
        {"float 1 0 -1", "ACCESSOR_ANIMATION_INPUT_NEGATIVE"},
        {"set /accessors/4/count 31", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"},
        {"set /accessors/4/type 'VEC3'", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"},
        {"set /accessors/0/type 'VEC2'\nset /accessors/0/count 20",
         "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT"},
        {"remove /accessors/4/bufferView", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"},
        {"remove /accessors/4/bufferView\nset /accessors/4/count 4000000",
         "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"},
        {"set /animations/0/channels/0/target/node 10\nset /animations/0/channels/1/target/node 10",
         "ANIMATION_DUPLICATE_TARGETS"},
        {"set /animations/0/channels/2/sampler 99", ""},
        {"remove /animations/0/channels/2/target/node", ""},
        {"remove /accessors/0/min\nremove /accessors/0/max", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TestClip made = build(cases[i].edits);
        test_expect_codes(&made.test, cases[i].codes);
        for (float t = -0.5f; t < 2.5f; t += 0.07f) {
            vrm_ClipSample sample = sample_at(made.clip, t);
            assert_true(is_sane(&sample));
        }
        assert_true(sample_at(made.clip, 0.2f).moves_hips);
        clip_end(&made);
    }
}

static void key_that_is_left_out_is_bridged_by_its_neighbours(void** state) {
    (void)state;
    TestClip plain = build(NULL), made = build("float 4 40 nan"); /* key 10, at a third */
    float before = 9.0f / 30.0f, at = 10.0f / 30.0f, after = 11.0f / 30.0f;
    vrm_Quat a = sample_at(plain.clip, before).pose.rotations[VRM_BONE_HEAD];
    vrm_Quat b = sample_at(plain.clip, after).pose.rotations[VRM_BONE_HEAD];
    vrm_Quat middle = sample_at(made.clip, at).pose.rotations[VRM_BONE_HEAD];
    test_same_rotation(middle, vrmi_quat_slerp(a, b, 0.5f), 1e-5f);
    clip_end(&plain);
    clip_end(&made);
}

static void gigantic_times_and_values_stay_finite(void** state) {
    (void)state;
    TestClip made = build("float 0 60 3.4e38\nfloat 1 4 3.4e38\n"
                          "float 5 0 3e38 3e38 3e38 3e38 3e38 3e38 3e38 3e38 3e38\n"
                          "float 5 36 3e38 -3e38 3e38 -3e38 3e38 3e38 -3e38 3e38 3e38\n"
                          "float 4 0 3e38 3e38 3e38 3e38\nfloat 6 0 3e38 0 0 -3e38\n"
                          "set /animations/0/samplers/2/interpolation 'STEP'");
    assert_true(vrm_clip_duration(made.clip) > 3e38f);
    static const float times[] = {0.0f, 0.01f, 0.4f, 1.99f, 2.0f, 5.0f, 1e20f, 3e38f, 3.4e38f};
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        vrm_ClipSample sample = sample_at(made.clip, times[i]);
        assert_true(is_sane(&sample));
        float happy = vrm_clip_sample_expression(made.clip, 0, times[i]);
        assert_true(happy >= 0.0f && happy <= 1.0f);
        play_at(&run, made.clip, times[i]);
        assert_true(vrmi_vec3_is_finite(test_position(&run, TEST_HEAD)));
    }
    vrm_ClipSample a = sample_at(made.clip, 0.0f), b = sample_at(made.clip, NAN);
    assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
    test_run_end(&run);
    clip_end(&made);
}

static void clip_beyond_its_limit_is_refused(void** state) {
    (void)state;
    vrm_ClipDef def = vrm_default_clip_def();
    static const uint64_t limits[] = {1, 500, 3000};
    for (size_t i = 0; i < 3; i++) {
        def.max_bytes = limits[i];
        TestClip made = build_with(false, NULL, def);
        assert_int_equal(made.result, VRM_ERR_LIMIT);
        test_expect_codes(&made.test, "LIMIT_DECODED_BYTES");
        clip_end(&made);
    }
}

static uint32_t next_random(uint32_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

static void mutated_clips_never_harm(void** state) {
    (void)state;
    SceneBytes bytes = scene_clip(true);
    uint8_t* copy = malloc(bytes.size);
    assert_non_null(copy);
    uint32_t random = 7;
    int built = 0;
    for (int round = 0; round < 1500; round++) {
        memcpy(copy, bytes.data, bytes.size);
        for (uint32_t n = next_random(&random) % 8 + 1; n > 0; n--)
            copy[20 + next_random(&random) % (bytes.size - 20)] = (uint8_t)next_random(&random);
        vrm_Model* model = NULL;
        vrm_Clip* clip = NULL;
        if (vrm_model_load(copy, bytes.size, NULL, NULL, &model) == VRM_OK &&
            vrm_clip_build(model, NULL, &clip) == VRM_OK) {
            built++;
            for (float t = -1.0f; t < 3.0f; t += 0.37f) {
                vrm_ClipSample sample = sample_at(clip, t);
                assert_true(is_sane(&sample));
            }
        }
        vrm_clip_destroy(clip);
        vrm_model_destroy(model);
    }
    assert_true(built > 100);
    free(copy);
    scene_bytes_free(&bytes);
}

/* ---- Sampling ---- */

/* */
static void pose_is_the_same_whatever_the_rest_rotations_of_the_clip(void** state) {
    (void)state;
    TestClip plain = build(NULL);
    TestClip rotated = build_with(true, NULL, vrm_default_clip_def());
    float most = 0.0f;
    for (float t = 0.0f; t <= 2.0f; t += 0.05f) {
        vrm_ClipSample a = sample_at(plain.clip, t), b = sample_at(rotated.clip, t);
        assert_true(a.bones == b.bones && a.bones == MOVED_BONES);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
            test_same_rotation(b.pose.rotations[bone], a.pose.rotations[bone], 1e-5f);
            float turn = test_angle(vrmi_quat_identity(), a.pose.rotations[bone]);
            most = test_larger(most, turn);
        }
        test_same_point(b.pose.hips_offset, a.pose.hips_offset, 1e-5f);
    }
    assert_true(most > 0.5f);
    clip_end(&plain);
    clip_end(&rotated);
}

/* */
static void avatar_with_rest_rotations_takes_the_clips_pose(void** state) {
    (void)state;
    TestClip made = build_with(true, NULL, vrm_default_clip_def());
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_CHEST].rotation = test_turn(0, 1, 1, -70);
    avatar.nodes[TEST_HEAD].rotation = test_turn(1, 2, 3, 120);
    avatar.nodes[TEST_LEFT_UPPER_ARM].rotation = test_turn(0, 0, 1, 90);
    TestRun run = test_run(&avatar);
    for (float t = 0.0f; t <= 2.0f; t += 0.11f) {
        play_at(&run, made.clip, t);
        vrm_Pose pose = vrm_rig_read_pose(run.rig, vrm_avatar_locals(run.sim, run.id));
        vrm_ClipSample sample = sample_at(made.clip, t);
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            if (vrm_rig_bone(run.rig, (vrm_Bone)b) >= 0)
                test_same_rotation(pose.rotations[b], sample.pose.rotations[b], 1e-5f);
    }
    test_run_end(&run);
    clip_end(&made);
}

/* */
static void rotations_have_the_same_bits_alone_and_among_others(void** state) {
    (void)state;
    TestClip made = build(NULL);
    for (float t = 0.0f; t < 2.0f; t += 0.0171f) {
        vrm_ClipSample sample = sample_at(made.clip, t);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            int32_t track = made.clip->bone_tracks[b];
            if (track < 0) continue;
            vrm_Vec4 one = vrmi_clip_track_at(made.clip, track, t);
            assert_memory_equal(&one, &sample.pose.rotations[b], sizeof one);
        }
    }
    clip_end(&made);
}

/* */
static void rotations_slerp_between_near_and_far_keys(void** state) {
    (void)state;
    TestClip made = build("float 4 4 1 0 0 0\nfloat 4 8 0 0.6 0.8 0\nfloat 4 12 0 0.6 0.8 0.4");
    float widest = 0.0f, worst = 0.0f;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t track = made.clip->bone_tracks[b];
        if (track < 0) continue;
        const vrmi_Track* t = &made.clip->tracks[track];
        const vrmi_Timeline* line = &made.clip->timelines[t->timeline];
        for (int32_t k = 0; k + 1 < line->key_count; k++) {
            vrm_Quat from = vrmi_vec4_quat(t->keys[k]), to = vrmi_vec4_quat(t->keys[k + 1]);
            float angle = test_angle(from, to);
            widest = angle > widest ? angle : widest;
            for (float part = 0.0f; part < 1.0f; part += 0.09f) {
                float time = line->times[k] + part * (line->times[k + 1] - line->times[k]);
                float real = (time - line->times[k]) / (line->times[k + 1] - line->times[k]);
                vrm_Quat q = vrmi_vec4_quat(vrmi_clip_track_at(made.clip, track, time));
                float off = test_angle(q, vrmi_quat_slerp(from, to, real));
                worst = test_larger(worst, off);
            }
        }
    }
    assert_true(widest > 3.0f);
    if (!(worst < 1e-6f)) fail_msg("off by %g", (double)worst);
    clip_end(&made);
}

/* */
static void rotations_go_the_short_way_between_keys_of_opposite_sign(void** state) {
    (void)state;
    static const char keys[] = "float 8 0 0 0 0 1 0 -0.2588190451 0 -0.9659258263"; /* 30 degrees */
    TestClip made = build(keys);
    vrm_Vec2 half = sample_at(made.clip, 0.25f).gaze_degrees;
    assert_true(fabsf(half.x - 15.0f) < 1e-3f && fabsf(half.y) < 1e-3f);
    clip_end(&made);
}

/* */
static void step_holds_and_linear_goes_straight(void** state) {
    (void)state;
    TestClip made = build(NULL);
    int32_t happy = expression_of(made.clip, "happy"), blink = expression_of(made.clip, "blink");
    static const float expected[][3] = {{-1, 0, 0},      {0.125f, 0.125f, 0}, {0.49f, 0.49f, 0},
                                        {0.5f, 0.5f, 1}, {0.75f, 0.75f, 1},   {1.25f, 0.75f, 0},
                                        {1.5f, 0.5f, 1}, {2, 0, 0},           {9, 0, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        float t = expected[i][0];
        assert_float_equal(vrm_clip_sample_expression(made.clip, happy, t), expected[i][1], 1e-6f);
        assert_float_equal(vrm_clip_sample_expression(made.clip, blink, t), expected[i][2], 0.0f);
    }
    clip_end(&made);
}

/* */
static void cubic_spline_is_hermites_with_tangents_per_second(void** state) {
    (void)state;
    TestClip made = build("float 5 6 0 2 0\nfloat 5 9 0 -1 0"); /* out of key 0, into key 1 */
    for (float s = 0.0f; s < 1.0f; s += 0.125f) {
        float s2 = s * s, s3 = s2 * s, span = 0.5f;
        float y =
            (s3 - 2 * s2 + s) * span * 2.0f + (3 * s2 - 2 * s3) * 0.03f - (s3 - s2) * span * 1.0f;
        vrm_ClipSample sample = sample_at(made.clip, s * span);
        assert_true(sample.moves_hips);
        assert_float_equal(sample.pose.hips_offset.y, y, 1e-6f);
    }
    assert_float_equal(sample_at(made.clip, 0.5f).pose.hips_offset.y, 0.03f, 1e-6f);
    clip_end(&made);
}

/* */
static void cubic_rotations_stay_of_unit_length(void** state) {
    (void)state;
    /* Five keys of a spline out of 15 linear ones; the tangents are as large as the values. */
    TestClip made = build("set /accessors/4/count 15\nset /animations/0/samplers/2 "
                          "{'input':1,'output':4,'interpolation':'CUBICSPLINE'}");
    test_expect_codes(&made.test, "");
    for (float t = 0.0f; t < 2.0f; t += 0.03f) {
        vrm_ClipSample sample = sample_at(made.clip, t);
        assert_true(is_sane(&sample));
    }
    clip_end(&made);
}

/* */
static void weight_of_an_expression_is_x_within_0_and_1(void** state) {
    (void)state;
    TestClip plain = build(NULL);
    int32_t gaze_node = vrm_model_clip_info(plain.test.model)->look_at_node;
    clip_end(&plain);
    char text[200];
    snprintf(text, sizeof text,
             "float 6 0 -0.5 7 7 1.7 7 7 0.25 7 7\nset /nodes/%d/translation [0.4,9,9]",
             (int)gaze_node - 1);
    TestClip made = build(text);
    int32_t happy = expression_of(made.clip, "happy"), wow = expression_of(made.clip, "wow1");
    assert_float_equal(vrm_clip_sample_expression(made.clip, happy, 0.0f), 0.0f, 0.0f);
    assert_float_equal(vrm_clip_sample_expression(made.clip, happy, 0.5f), 1.0f, 0.0f);
    assert_float_equal(vrm_clip_sample_expression(made.clip, happy, 1.0f), 0.25f, 0.0f);
    assert_float_equal(vrm_clip_sample_expression(made.clip, wow, 1.3f), 0.4f, 0.0f);
    assert_float_equal(vrm_clip_sample_expression(made.clip, 99, 1.3f), 0.0f, 0.0f);
    clip_end(&made);
}

/* */
static void gaze_is_yaw_and_pitch_of_the_nodes_rotation(void** state) {
    (void)state;
    static const float angles[][3] = {{30, 20, 10}, {-50, 35, 0}, {120, -15, -60}, {0, 0, 45}};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        vrm_Quat q = vrmi_quat_mul(
            test_turn(0, 1, 0, angles[i][0]),
            vrmi_quat_mul(test_turn(1, 0, 0, angles[i][1]), test_turn(0, 0, 1, angles[i][2])));
        char text[200];
        snprintf(text, sizeof text, "float 8 0 %.9g %.9g %.9g %.9g", (double)q.x, (double)q.y,
                 (double)q.z, (double)q.w);
        TestClip made = build(text);
        vrm_ClipSample sample = sample_at(made.clip, 0.0f);
        assert_true(sample.has_gaze);
        assert_float_equal(sample.gaze_degrees.x, angles[i][0], 1e-3f);
        assert_float_equal(sample.gaze_degrees.y, angles[i][1], 1e-3f);
        TestAvatar avatar = test_avatar(VRM_DIALECT_1);
        avatar.look_at = "{\"type\":\"bone\"}";
        TestRun run = test_run(&avatar);
        play_at(&run, made.clip, 0.0f);
        vrm_Vec2 gaze = vrm_avatar_gaze(run.sim, run.id);
        assert_float_equal(gaze.x, angles[i][0], 1e-3f);
        assert_float_equal(gaze.y, angles[i][1], 1e-3f);
        test_run_end(&run);
        clip_end(&made);
    }
}

/* ---- Hips ---- */

/* */
static void hips_move_in_proportion_to_their_height(void** state) {
    (void)state;
    TestClip made = build("float 5 3 0.2 0.9 -0.1");
    vrm_Vec3 rest = made.clip->hips_rest;
    vrm_ClipSample sample = sample_at(made.clip, 0.0f);
    vrm_Vec3 there = vrmi_vec3_add(rest, sample.pose.hips_offset);
    static const float heights[] = {0.5f, 1.0f, 2.5f};
    for (size_t i = 0; i < 3; i++) {
        TestAvatar avatar = test_avatar(VRM_DIALECT_1);
        avatar.nodes[TEST_HIPS].translation = (vrm_Vec3){0.01f, heights[i], 0.05f};
        TestRun run = test_run(&avatar);
        play_at(&run, made.clip, 0.0f);
        vrm_Vec3 goal = vrmi_vec3_scale(there, heights[i] / rest.y);
        test_same_point(test_position(&run, TEST_HIPS), goal, 1e-5f);
        test_run_end(&run);
    }
    clip_end(&made);
}

/* */
static void hips_on_the_ground_are_reported_and_move_unscaled(void** state) {
    (void)state;
    TestClip plain = build(NULL);
    float height = vrm_clip_hips_height(plain.clip);
    int32_t parent =
        vrm_model_gltf(plain.test.model)->nodes[bone_node(&plain, VRM_BONE_HIPS)].parent;
    clip_end(&plain);
    assert_true(parent >= 0);
    char text[100];
    snprintf(text, sizeof text, "set /nodes/%d/translation [0,%.9g,0]", (int)parent,
             -(double)height);
    TestClip made = build(text);
    test_expect_codes(&made.test, "CLIP_HIPS_ON_GROUND");
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    play_at(&run, made.clip, 0.5f); /* lifted by 3 cm */
    test_same_point(test_position(&run, TEST_HIPS), (vrm_Vec3){0, 1.03f, 0}, 1e-5f);
    test_run_end(&run);
    clip_end(&made);
}

/* ---- Targets ---- */

/* */
static void what_the_avatar_lacks_is_passed_over(void** state) {
    (void)state;
    TestClip made = build(NULL);
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_LEFT_SHOULDER].bone = VRM_BONE_NONE;
    TestRun run = test_run(&avatar); /* no expressions, no gaze either */
    play_at(&run, made.clip, 0.4f);
    vrm_Quat head = sample_at(made.clip, 0.4f).pose.rotations[VRM_BONE_HEAD];
    test_same_rotation(test_local(&run, TEST_HEAD).rotation, head, 1e-5f);
    test_run_end(&run);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    TestModel bare = test_model_json("{'asset':{'version':'2.0'},'nodes':[{}]}");
    assert_int_equal(vrm_rig_build(bare.model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_Player player = vrm_player(made.clip);
    assert_true(vrm_avatar_play(sim, vrm_sim_add(sim, rig), &player, 1));
    vrm_sim_step(sim, 0.1f);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    test_model_free(&bare);
    clip_end(&made);
}

/* */
static void vrm0_avatar_moves_as_the_one_of_1_seen_from_behind(void** state) {
    (void)state;
    TestClip made = build("float 5 12 0.2 0.9 -0.1");
    TestAvatar one = test_avatar(VRM_DIALECT_1), zero = test_avatar(VRM_DIALECT_0);
    TestRun new_run = test_run(&one), old_run = test_run(&zero);
    for (float t = 0.0f; t < 2.0f; t += 0.21f) {
        play_at(&new_run, made.clip, t);
        play_at(&old_run, made.clip, t);
        for (int32_t n = 1; n < TEST_NODE_COUNT; n++) {
            vrm_Quat q = test_local(&new_run, n).rotation;
            test_same_rotation(test_local(&old_run, n).rotation, (vrm_Quat){-q.x, q.y, -q.z, q.w},
                               1e-5f);
            /* Turned beneath its root, it is where the new one is. */
            test_same_point(test_position(&old_run, n), test_position(&new_run, n), 1e-5f);
        }
    }
    test_run_end(&new_run);
    test_run_end(&old_run);
    clip_end(&made);
}

static const char smile[] =
    "{\"preset\":{\"happy\":{\"morphTargetBinds\":[{\"node\":24,\"index\":0,\"weight\":1}]},"
    "\"angry\":{}},\"custom\":{\"wow1\":{}}}";

static void play_sets_expressions_by_preset_and_name(void** state) {
    (void)state;
    TestClip plain = build(NULL);
    int wow_node = (int)vrm_model_clip_info(plain.test.model)->look_at_node - 1;
    clip_end(&plain);
    char text[100];
    snprintf(text, sizeof text, "set /nodes/%d/translation [0.4,0,0]", wow_node);
    TestClip made = build(text);
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = smile;
    TestRun run = test_run(&avatar);
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_ANGRY, 0.3f));
    play_at(&run, made.clip, 0.25f);
    const float* weights = vrm_avatar_expression_weights(run.sim, run.id);
    assert_float_equal(weights[vrm_rig_expression(run.rig, "happy")], 0.25f, 1e-6f);
    assert_float_equal(weights[vrm_rig_expression(run.rig, "wow1")], 0.4f, 0.0f);
    assert_float_equal(weights[vrm_rig_expression(run.rig, "angry")], 0.3f, 0.0f);
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 0.25f, 1e-6f);
    test_run_end(&run);
    clip_end(&made);
}

/* ---- Players ---- */

static void player_loops_seeks_and_changes_speed(void** state) {
    (void)state;
    TestClip made = build(NULL);
    vrm_Player player = vrm_player(made.clip);
    vrm_player_advance(&player, 0.75f);
    assert_float_equal(player.time_s, 0.75f, 0.0f);
    player.speed = 2.0f;
    vrm_player_advance(&player, 1.0f); /* 2.75 of 2 */
    assert_float_equal(player.time_s, 0.75f, 1e-5f);
    player.speed = -1.0f;
    vrm_player_advance(&player, 1.0f);
    assert_float_equal(player.time_s, 1.75f, 1e-5f);
    vrm_player_advance(&player, 1e6f);
    assert_true(player.time_s >= 0.0f && player.time_s <= 2.0f);
    assert_false(vrm_player_has_ended(&player));
    player.loops = false;
    player.speed = 1.0f;
    player.time_s = 1.5f;
    vrm_player_advance(&player, 9.0f);
    assert_float_equal(player.time_s, vrm_clip_duration(made.clip), 0.0f);
    assert_true(vrm_player_has_ended(&player));
    player.speed = -1.0f;
    assert_false(vrm_player_has_ended(&player));
    vrm_player_advance(&player, 9.0f);
    assert_true(vrm_player_has_ended(&player) && player.time_s == 0.0f);
    vrm_player_advance(&player, NAN);
    assert_true(player.time_s == 0.0f);
    vrm_Player none = vrm_player(NULL);
    vrm_player_advance(&none, 1.0f);
    assert_true(none.time_s == 0.0f && !vrm_player_has_ended(&none));
    clip_end(&made);
}

static void two_clips_cross_by_weight(void** state) {
    (void)state;
    TestClip made = build(NULL);
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = smile;
    TestRun run = test_run(&avatar);
    vrm_Player players[2] = {vrm_player(made.clip), vrm_player(made.clip)};
    players[0].time_s = 0.3f;
    players[1].time_s = 1.2f;
    vrm_ClipSample a = sample_at(made.clip, 0.3f), b = sample_at(made.clip, 1.2f);
    for (float w = 0.0f; w <= 1.0f; w += 0.25f) {
        players[1].weight = w;
        assert_true(vrm_avatar_play(run.sim, run.id, players, 2));
        test_step(&run);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
            int32_t node = vrm_rig_bone(run.rig, (vrm_Bone)bone);
            if (node < 0 || (a.bones >> bone & 1) == 0) continue;
            vrm_Quat q = vrmi_quat_slerp(a.pose.rotations[bone], b.pose.rotations[bone], w);
            test_same_rotation(test_local(&run, node).rotation, q, 1e-5f);
        }
        vrm_Vec3 goal =
            test_vec3_lerp(vrm_clip_fit_hips(made.clip, run.rig, a.pose.hips_offset),
                           vrm_clip_fit_hips(made.clip, run.rig, b.pose.hips_offset), w);
        goal.y += 1.0f;
        test_same_point(test_position(&run, TEST_HIPS), goal, 1e-5f);
        float happy =
            vrm_avatar_expression_weights(run.sim, run.id)[vrm_rig_expression(run.rig, "happy")];
        assert_float_equal(happy, 0.3f + (0.8f - 0.3f) * w, 1e-5f);
    }
    /* Alone at half weight: half way from rest. */
    players[0].weight = 0.5f;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 1));
    test_step(&run);
    vrm_Quat half = vrmi_quat_slerp(vrmi_quat_identity(), a.pose.rotations[VRM_BONE_HEAD], 0.5f);
    test_same_rotation(test_local(&run, TEST_HEAD).rotation, half, 1e-5f);
    test_run_end(&run);
    clip_end(&made);
}

static void additive_clip_adds_its_change_since_the_first_key(void** state) {
    (void)state;
    TestClip base = build(NULL), made = build("float 6 0 0.2");
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = smile;
    TestRun run = test_run(&avatar);
    vrm_Player players[2] = {vrm_player(base.clip), vrm_player(made.clip)};
    players[0].time_s = 0.2f;
    players[1].time_s = 0.5f;
    players[1].weight = 0.5f;
    players[1].is_additive = true;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 2));
    test_step(&run);
    vrm_Quat under = sample_at(base.clip, 0.2f).pose.rotations[VRM_BONE_HEAD];
    vrm_Quat first = sample_at(made.clip, 0.0f).pose.rotations[VRM_BONE_HEAD];
    vrm_Quat now = sample_at(made.clip, 0.5f).pose.rotations[VRM_BONE_HEAD];
    vrm_Quat change = vrmi_quat_mul(vrmi_quat_conjugate(first), now);
    vrm_Quat goal = vrmi_quat_mul(under, vrmi_quat_slerp(vrmi_quat_identity(), change, 0.5f));
    assert_true(test_angle(goal, under) > 0.05f);
    test_same_rotation(test_local(&run, TEST_HEAD).rotation, goal, 1e-5f);
    float happy =
        vrm_avatar_expression_weights(run.sim, run.id)[vrm_rig_expression(run.rig, "happy")];
    assert_float_equal(happy, 0.2f + 0.5f * (0.5f - 0.2f), 1e-5f);
    test_run_end(&run);
    clip_end(&base);
    clip_end(&made);
}

static void what_no_clip_moves_stays_the_hosts(void** state) {
    (void)state;
    TestClip made = build("remove /animations/0/channels/3"); /* no hips */
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Quat knee = test_turn(1, 0, 0, 30), spine = test_turn(0, 1, 0, 20);
    vrm_Vec3 lifted = {0.1f, 1.5f, 0.2f};
    assert_true(vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_LEFT_LOWER_LEG, knee));
    assert_true(vrm_avatar_set_rotation(run.sim, run.id, TEST_SPINE, spine));
    assert_true(vrm_avatar_set_translation(run.sim, run.id, TEST_HIPS, lifted));
    play_at(&run, made.clip, 0.4f);
    test_same_rotation(test_local(&run, TEST_LEFT_LOWER_LEG).rotation, knee, 1e-6f);
    test_same_rotation(test_local(&run, TEST_SPINE).rotation, spine, 1e-6f);
    test_same_point(test_position(&run, TEST_HIPS), lifted, 1e-6f);
    test_run_end(&run);
    clip_end(&made);
}

static void bones_that_carry_a_missing_one_turn_with_it(void** state) {
    (void)state;
    /* The left arm's motion given to the shoulder, which the avatar lacks. */
    char text[100];
    snprintf(text, sizeof text, "set /animations/0/channels/0/target/node %d",
             (int)find_bone_node(VRM_BONE_LEFT_SHOULDER));
    TestClip made = build(text);
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_LEFT_SHOULDER].bone = VRM_BONE_NONE;
    TestRun run = test_run(&avatar);
    play_at(&run, made.clip, 0.2f);
    vrm_ClipSample sample = sample_at(made.clip, 0.2f);
    assert_true(sample.bones >> VRM_BONE_LEFT_SHOULDER & 1);
    test_same_rotation(test_local(&run, TEST_LEFT_UPPER_ARM).rotation,
                       sample.pose.rotations[VRM_BONE_LEFT_SHOULDER], 1e-5f);
    test_run_end(&run);
    clip_end(&made);
}

static void play_refuses_what_it_cannot_play(void** state) {
    (void)state;
    TestClip made = build(NULL);
    TestClip nodes = build("remove /extensions");
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Player player = vrm_player(made.clip);
    assert_false(vrm_avatar_play(run.sim, (vrm_AvatarId){0}, &player, 1));
    player.weight = NAN;
    assert_false(vrm_avatar_play(run.sim, run.id, &player, 1));
    player.weight = 1.0f;
    player.time_s = INFINITY;
    assert_false(vrm_avatar_play(run.sim, run.id, &player, 1));
    player = vrm_player(nodes.clip);
    assert_false(vrm_avatar_play(run.sim, run.id, &player, 1));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HEAD).rotation, vrmi_quat_identity(), 0.0f);
    player = vrm_player(NULL);
    assert_true(vrm_avatar_play(run.sim, run.id, &player, 1));
    test_run_end(&run);
    clip_end(&made);
    clip_end(&nodes);
}

/* ---- Nodes ---- */

static void gltf_animation_plays_node_by_node(void** state) {
    (void)state;
    TestClip pose = build_with(true, NULL, vrm_default_clip_def());
    TestClip made = build_with(true, "remove /extensions", vrm_default_clip_def());
    assert_int_equal(vrm_clip_kind(made.clip), VRM_CLIP_NODES);
    assert_true(sample_at(made.clip, 0.3f).bones == 0);
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_rig_build(made.test.model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    int32_t count = vrm_rig_node_count(rig), head = bone_node(&pose, VRM_BONE_HEAD);
    vrm_Transform* locals = calloc((size_t)count, sizeof *locals);
    assert_non_null(locals);
    for (float t = 0.0f; t < 2.0f; t += 0.17f) {
        vrm_Player player = vrm_player(made.clip);
        player.time_s = t;
        assert_true(vrm_avatar_play(sim, id, &player, 1));
        vrm_sim_step(sim, 0.0f);
        for (int32_t n = 0; n < count; n++) locals[n] = vrm_rig_rest(rig, n);
        assert_true(vrm_clip_sample_nodes(made.clip, t, locals, count));
        const vrm_Transform* played = vrm_avatar_locals(sim, id);
        for (int32_t n = 0; n < count; n++) {
            test_same_rotation(played[n].rotation, locals[n].rotation, 1e-6f);
            test_same_point(played[n].translation, locals[n].translation, 1e-6f);
        }
        /* The same motion, given twice: normalized, and as the file has it. */
        vrm_Quat p = vrm_rig_rest_model(rig, vrm_rig_parent(rig, head)).rotation;
        vrm_Quat w = vrm_rig_rest_model(rig, head).rotation;
        vrm_Quat n = sample_at(pose.clip, t).pose.rotations[VRM_BONE_HEAD];
        vrm_Quat local = vrmi_quat_mul(vrmi_quat_mul(vrmi_quat_conjugate(p), n), w);
        test_same_rotation(played[head].rotation, local, 1e-5f);
    }
    assert_false(vrm_clip_sample_nodes(made.clip, 0.0f, locals, count - 1));
    assert_false(vrm_clip_sample_nodes(pose.clip, 0.0f, locals, count));
    free(locals);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    clip_end(&pose);
    clip_end(&made);
}

/* Times 0 1; scales 1 1 1, 3 2 1; weights 0 0 0, 1 0.5 0.25. */
#define NODE_MOTION                                                                                \
    "\"buffers\":[{\"byteLength\":56,\"uri\":\"data:application/octet-stream;base64,"              \
    "AAAAAAAAgD8AAIA/AACAPwAAgD8AAEBAAAAAQAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAPwAAgD4=\"}],"            \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"             \
    "\"byteLength\":24},{\"buffer\":0,\"byteOffset\":32,\"byteLength\":24}],"                      \
    "\"animations\":[{\"samplers\":[{\"input\":1,\"output\":2},{\"input\":1,\"output\":3}],"       \
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":24,\"path\":\"scale\"}},"                   \
    "{\"sampler\":1,\"target\":{\"node\":24,\"path\":\"weights\"}}]}]"

static TestAvatar avatar_with_motion(void) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.accessors =
        "[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,0]},"
        "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":6,\"type\":\"SCALAR\"}]";
    avatar.members = NODE_MOTION;
    return avatar;
}

static void gltf_animation_in_an_avatar_moves_scales_and_morphs(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with_motion();
    TestRun run = test_run(&avatar);
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_clip_build(run.model, NULL, &clip), VRM_OK);
    play_at(&run, clip, 0.5f);
    test_same_point(test_local(&run, TEST_FACE).scale, (vrm_Vec3){2, 1.5f, 1}, 1e-6f);
    float morphs[3] = {9, 9, 9};
    assert_true(vrm_clip_sample_morphs(clip, run.rig, 0.5f, morphs, 3));
    test_same_point((vrm_Vec3){morphs[0], morphs[1], morphs[2]}, (vrm_Vec3){0.5f, 0.25f, 0.125f},
                    1e-6f);
    assert_false(vrm_clip_sample_morphs(clip, run.rig, 0.5f, morphs, 2));
    /* Two of them: the second takes over by its weight; an additive one adds. */
    vrm_Player players[2] = {vrm_player(clip), vrm_player(clip)};
    players[0].time_s = 1.0f;
    players[1].weight = 0.5f;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 2));
    test_step(&run);
    test_same_point(test_local(&run, TEST_FACE).scale, (vrm_Vec3){2, 1.5f, 1}, 1e-6f);
    players[1].is_additive = true;
    players[1].time_s = 1.0f;
    assert_true(vrm_avatar_play(run.sim, run.id, players, 2));
    test_step(&run);
    test_same_point(test_local(&run, TEST_FACE).scale, (vrm_Vec3){4, 2.5f, 1}, 1e-6f);
    vrm_clip_destroy(clip);
    test_run_end(&run);
}

/* ---- Memory ---- */

static void clip_is_built_or_refused_whichever_allocation_fails(void** state) {
    (void)state;
    static const char* const edits[] = {NULL, "remove /extensions"};
    for (int i = 0; i < 2; i++) {
        TestClip made = build(edits[i]);
        assert_true(test_every_allocation_failing(test_build_clip, made.test.model) >= 3);
        clip_end(&made);
    }
}

static void playing_allocates_nothing(void** state) {
    (void)state;
    TestClip made = build(NULL);
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = smile;
    TestRun run = test_run(&avatar);
    TestMemory memory = {0};
    vrm_SimDef def = vrm_default_sim_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, run.rig);
    size_t before = memory.allocations;
    vrm_Player players[2] = {vrm_player(made.clip), vrm_player(made.clip)};
    players[1].is_additive = true;
    for (int frame = 0; frame < 200; frame++) {
        vrm_player_advance(&players[0], 1.0f / 60.0f);
        vrm_player_advance(&players[1], 1.0f / 50.0f);
        assert_true(vrm_avatar_play(sim, id, players, 2));
        vrm_sim_step(sim, 1.0f / 60.0f);
    }
    assert_int_equal(memory.allocations, before);
    vrm_sim_destroy(sim);
    test_memory_check_clean(&memory);
    test_run_end(&run);
    clip_end(&made);
}

/* ---- Real files ---- */

static void clips_of_others_play_on_avatars_of_others(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles clips = corpus_files("vrma", ".vrma"), avatars = corpus_files("vrm0", ".vrm");
    vrm_Model* target = NULL;
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_model_load_file(avatars.paths[0], NULL, NULL, &target), VRM_OK);
    assert_int_equal(vrm_rig_build(target, NULL, &rig), VRM_OK);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    for (size_t i = 0; i < clips.count; i++) {
        vrm_Model* model = NULL;
        vrm_Clip* clip = NULL;
        assert_int_equal(vrm_model_load_file(clips.paths[i], NULL, NULL, &model), VRM_OK);
        assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
        vrm_model_destroy(model);
        assert_true(vrm_clip_duration(clip) > 0.1f);
        assert_true(clip->track_count > 0);
        /* Exporters write the same times again for each channel; they are stored once. */
        assert_true(clip->timeline_count <= 8);
        vrm_Player player = vrm_player(clip);
        for (int frame = 0; frame < 60; frame++) {
            vrm_player_advance(&player, 0.1f);
            assert_true(vrm_avatar_play(sim, id, &player, 1));
            vrm_sim_step(sim, 1.0f / 60.0f);
        }
        vrm_clip_destroy(clip);
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(target);
    corpus_files_free(&clips);
    corpus_files_free(&avatars);
}

/* Clips of every length, as files have them: the time of the last key is a float, of a product, of
 * a sum of steps, or of a frame time with the digits that motion capture writes. */
static void steps_of_a_clip_are_its_frames_whatever_its_length(void** state) {
    (void)state;
    static const int rates[] = {24, 25, 30, 50, 60, 90, 120};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        double fps = rates[r], digits = (double)(int)(1e6 / fps + 0.5) / 1e6;
        float sum = 0.0f;
        for (int frames = 1; frames <= 1785; frames++) {
            sum += (float)(1.0 / fps);
            float ends[] = {(float)(frames / fps), (float)frames * (float)(1.0 / fps), sum,
                            (float)(frames * digits)};
            for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
                if (vrm_clip_steps((double)ends[e], fps) != frames)
                    fail_msg("%d frames at %d: %d steps to %.9g (%zu)", frames, rates[r],
                             (int)vrm_clip_steps((double)ends[e], fps), (double)ends[e], e);
            /* what is longer by a hundredth of a frame and more than rounding has a step more */
            double longer = (frames + 0.01 + 2e-4 * frames) / fps;
            assert_int_equal(vrm_clip_steps(longer, fps), frames + 1);
        }
    }
    assert_int_equal(vrm_clip_steps(0.0, 30.0), 0);
    assert_int_equal(vrm_clip_steps(-1.0, 30.0), 0);
    assert_int_equal(vrm_clip_steps(1e-9, 30.0), 1);
    assert_int_equal(vrm_clip_steps((double)NAN, 30.0), 0);
    assert_int_equal(vrm_clip_steps(1.0, 0.0), 0);
    assert_int_equal(vrm_clip_steps(1e300, 30.0), INT32_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_a_clip_are_its_frames_whatever_its_length),
        cmocka_unit_test(first_animation_plays_unless_another_is_chosen),
        cmocka_unit_test(file_without_animation_is_refused_with_a_finding),
        cmocka_unit_test(clip_says_what_it_holds),
        cmocka_unit_test(forbidden_channels_are_ignored_with_findings),
        cmocka_unit_test(expression_is_a_position_and_gaze_a_rotation),
        cmocka_unit_test(bad_keys_are_left_out_and_the_rest_plays),
        cmocka_unit_test(key_that_is_left_out_is_bridged_by_its_neighbours),
        cmocka_unit_test(gigantic_times_and_values_stay_finite),
        cmocka_unit_test(clip_beyond_its_limit_is_refused),
        cmocka_unit_test(mutated_clips_never_harm),
        cmocka_unit_test(pose_is_the_same_whatever_the_rest_rotations_of_the_clip),
        cmocka_unit_test(avatar_with_rest_rotations_takes_the_clips_pose),
        cmocka_unit_test(rotations_have_the_same_bits_alone_and_among_others),
        cmocka_unit_test(rotations_slerp_between_near_and_far_keys),
        cmocka_unit_test(rotations_go_the_short_way_between_keys_of_opposite_sign),
        cmocka_unit_test(step_holds_and_linear_goes_straight),
        cmocka_unit_test(cubic_spline_is_hermites_with_tangents_per_second),
        cmocka_unit_test(cubic_rotations_stay_of_unit_length),
        cmocka_unit_test(weight_of_an_expression_is_x_within_0_and_1),
        cmocka_unit_test(gaze_is_yaw_and_pitch_of_the_nodes_rotation),
        cmocka_unit_test(hips_move_in_proportion_to_their_height),
        cmocka_unit_test(hips_on_the_ground_are_reported_and_move_unscaled),
        cmocka_unit_test(what_the_avatar_lacks_is_passed_over),
        cmocka_unit_test(vrm0_avatar_moves_as_the_one_of_1_seen_from_behind),
        cmocka_unit_test(play_sets_expressions_by_preset_and_name),
        cmocka_unit_test(player_loops_seeks_and_changes_speed),
        cmocka_unit_test(two_clips_cross_by_weight),
        cmocka_unit_test(additive_clip_adds_its_change_since_the_first_key),
        cmocka_unit_test(what_no_clip_moves_stays_the_hosts),
        cmocka_unit_test(bones_that_carry_a_missing_one_turn_with_it),
        cmocka_unit_test(play_refuses_what_it_cannot_play),
        cmocka_unit_test(gltf_animation_plays_node_by_node),
        cmocka_unit_test(gltf_animation_in_an_avatar_moves_scales_and_morphs),
        cmocka_unit_test(clip_is_built_or_refused_whichever_allocation_fails),
        cmocka_unit_test(playing_allocates_nothing),
        cmocka_unit_test(clips_of_others_play_on_avatars_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
