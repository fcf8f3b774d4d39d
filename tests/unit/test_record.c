/* SPDX-License-Identifier: MIT */
/* Recording to VRM animations, and the keys that are left out on the way. */
#include "base/maths.h"
#include "motion/reduce.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/clip.h"
#include "vrm/motion.h"
#include "vrm/pose.h"
#include "vrm/record.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 600

/* ---- Key reduction ---- */

static float angle_at(const vrmi_Curve* curve, const uint32_t* kept, size_t count, size_t frame) {
    size_t k = 0;
    while (k + 1 < count && kept[k + 1] <= frame) k++;
    const float* a = curve->values + 4 * kept[k];
    const float* b = curve->values + 4 * kept[k + 1 < count ? k + 1 : k];
    float from = curve->times[kept[k]], to = curve->times[kept[k + 1 < count ? k + 1 : k]];
    float t = to > from ? (curve->times[frame] - from) / (to - from) : 0.0f;
    vrm_Quat made =
        vrmi_quat_slerp((vrm_Quat){a[0], a[1], a[2], a[3]}, (vrm_Quat){b[0], b[1], b[2], b[3]}, t);
    const float* v = curve->values + 4 * frame;
    return test_angle(made, (vrm_Quat){v[0], v[1], v[2], v[3]});
}

/* Numbers from 0 to 1 that are the same everywhere. */
static float noise(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void reduced_rotations_stay_within_the_tolerance_at_every_frame(void** state) {
    (void)state;
    static float times[FRAMES], values[4 * FRAMES];
    static uint32_t kept[FRAMES];
    const float tolerances[] = {0.0f, 0.0005f, 0.001745f, 0.02f, 0.3f, 4.0f};
    for (int shape = 0; shape < 4; shape++) {
        uint32_t seed = 7;
        for (size_t f = 0; f < FRAMES; f++) {
            float t = (float)f / 60.0f;
            vrm_Vec3 turn = {0.8f * vrmi_sin(2.0f * t), 1.5f * vrmi_sin(1.3f * t), 0.2f * t};
            if (shape == 1) turn = (vrm_Vec3){3.0f * t, 0.0f, 0.0f};
            if (shape == 2) turn = (vrm_Vec3){f < 300 ? 0.0f : 3.1f, 0.0f, 0.0f};
            if (shape == 3) turn.x += 0.05f * noise(&seed);
            vrm_Quat q = vrmi_quat_normalize(vrmi_quat_from_yxz(turn));
            if (shape == 0 && f % 2 == 1) q = (vrm_Quat){-q.x, -q.y, -q.z, -q.w};
            times[f] = t;
            memcpy(values + 4 * f, &q, sizeof q);
        }
        for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
            vrmi_Curve curve = {times, values, FRAMES, 4, VRMI_CURVE_ROTATION, tolerances[i]};
            size_t count = vrmi_curve_reduce(&curve, kept);
            assert_true(count >= 1 && count <= FRAMES);
            if (count > 1) assert_int_equal(kept[count - 1], FRAMES - 1);
            for (size_t f = 0; f < FRAMES; f++)
                assert_true(angle_at(&curve, kept, count, f) <= tolerances[i] + 2e-6f);
        }
    }
}

static void reduced_points_and_numbers_stay_within_the_tolerance(void** state) {
    (void)state;
    static float times[FRAMES], values[3 * FRAMES];
    static uint32_t kept[FRAMES];
    for (size_t f = 0; f < FRAMES; f++) {
        float t = (float)f / 60.0f;
        times[f] = t * (1.0f + 0.1f * vrmi_sin(t)); /* frames need not be even */
        values[3 * f] = vrmi_sin(t);
        values[3 * f + 1] = f < 100 ? 0.0f : 1.0f;
        values[3 * f + 2] = t;
    }
    for (int kind = VRMI_CURVE_POINT; kind <= VRMI_CURVE_NUMBERS; kind++) {
        vrmi_Curve curve = {times, values, FRAMES, 3, (vrmi_CurveKind)kind, 0.002f};
        size_t count = vrmi_curve_reduce(&curve, kept);
        assert_true(count > 2 && count < FRAMES / 5);
        for (size_t k = 0; k + 1 < count; k++) {
            for (size_t f = kept[k]; f <= kept[k + 1]; f++) {
                float t = (times[f] - times[kept[k]]) / (times[kept[k + 1]] - times[kept[k]]);
                float most = 0.0f, square = 0.0f;
                for (size_t c = 0; c < 3; c++) {
                    float d = vrmi_lerp(values[3 * kept[k] + c], values[3 * kept[k + 1] + c], t) -
                              values[3 * f + c];
                    most = test_larger(most, fabsf(d));
                    square += d * d;
                }
                float error = kind == VRMI_CURVE_POINT ? sqrtf(square) : most;
                assert_true(error <= 0.002f + 1e-6f);
            }
        }
    }
}

static void still_and_straight_curves_need_one_key_and_two(void** state) {
    (void)state;
    static float times[FRAMES], values[FRAMES];
    static uint32_t kept[FRAMES];
    for (size_t f = 0; f < FRAMES; f++) {
        times[f] = (float)f / 64.0f;
        values[f] = 0.25f;
    }
    vrmi_Curve curve = {times, values, FRAMES, 1, VRMI_CURVE_NUMBERS, 0.0f};
    assert_int_equal(vrmi_curve_reduce(&curve, kept), 1);
    for (size_t f = 0; f < FRAMES; f++) values[f] = times[f];
    curve.tolerance = 1e-5f;
    assert_int_equal(vrmi_curve_reduce(&curve, kept), 2);
    assert_int_equal(kept[1], FRAMES - 1);
    curve.count = 1;
    assert_int_equal(vrmi_curve_reduce(&curve, kept), 1);
}

/* ---- Recording ---- */

static vrm_Pose pose_at(float t) {
    vrm_Pose pose = vrm_pose_idle(t);
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0, 0.2f, 1, 60.0f * vrmi_sin(3.0f * t));
    pose.rotations[VRM_BONE_RIGHT_LOWER_LEG] = test_turn(1, 0, 0, 30.0f + 30.0f * vrmi_sin(t));
    pose.hips_offset = (vrm_Vec3){0.1f * vrmi_sin(t), 0.05f * vrmi_sin(2.0f * t), 0.02f * t};
    return pose;
}

static float happy_at(float t) {
    return 0.5f + 0.5f * vrmi_sin(2.0f * t);
}

static vrm_Recorder* start(const vrm_RecorderDef* def) {
    vrm_Recorder* recorder = NULL;
    assert_int_equal(vrm_recorder_create(def, &recorder), VRM_OK);
    return recorder;
}

static void record(vrm_Recorder* recorder, int frames) {
    for (int f = 0; f < frames; f++) {
        float t = (float)f / 60.0f;
        vrm_Pose pose = pose_at(t);
        assert_int_equal(vrm_recorder_add_frame(recorder, 1000.0 + f / 60.0, &pose), VRM_OK);
        assert_int_equal(vrm_recorder_set_expression(recorder, "happy", happy_at(t)), VRM_OK);
        if (f == 30) assert_int_equal(vrm_recorder_set_expression(recorder, "wow", 1.0f), VRM_OK);
        assert_int_equal(vrm_recorder_set_gaze(recorder, 20.0f * vrmi_sin(t), -10.0f), VRM_OK);
    }
}

static vrm_Model* finish(const vrm_Recorder* recorder, vrm_RecordStats* stats) {
    vrm_Model* model = NULL;
    assert_int_equal(vrm_recorder_finish(recorder, stats, &model), VRM_OK);
    return model;
}

static vrm_Clip* clip_of(const vrm_Model* model) {
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    return clip;
}

static int32_t expression_of(const vrm_Clip* clip, const char* name) {
    for (int32_t e = 0; e < vrm_clip_expression_count(clip); e++)
        if (strcmp(vrm_clip_expression_name(clip, e), name) == 0) return e;
    return -1;
}

/* */
static void recording_plays_back_within_the_stated_error(void** state) {
    (void)state;
    vrm_Recorder* recorder = start(NULL);
    record(recorder, FRAMES);
    vrm_RecordStats stats;
    vrm_Model* model = finish(recorder, &stats);
    vrm_Clip* clip = clip_of(model);
    assert_int_equal(vrm_clip_kind(clip), VRM_CLIP_HUMANOID);
    assert_float_equal(vrm_clip_duration(clip), (FRAMES - 1) / 60.0f, 1e-5f);
    int32_t happy = expression_of(clip, "happy"), wow = expression_of(clip, "wow");
    assert_true(happy >= 0 && wow >= 0);
    assert_int_equal(vrm_clip_expression_preset(clip, happy), VRM_EXPRESSION_HAPPY);
    assert_int_equal(vrm_clip_expression_preset(clip, wow), VRM_EXPRESSION_CUSTOM);
    for (int f = 0; f < FRAMES; f++) {
        float t = (float)f / 60.0f;
        vrm_Pose pose = pose_at(t);
        vrm_ClipSample sample;
        vrm_clip_sample(clip, t, &sample);
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            test_same_rotation(sample.pose.rotations[b], pose.rotations[b],
                               0.1f * VRMI_TO_RADIANS + 2e-6f);
        test_same_point(sample.pose.hips_offset, pose.hips_offset, 0.000501f);
        assert_float_equal(vrm_clip_sample_expression(clip, happy, t), happy_at(t), 0.00201f);
        assert_float_equal(vrm_clip_sample_expression(clip, wow, t), f < 30 ? 0.0f : 1.0f, 0.0021f);
        assert_true(sample.has_gaze);
        assert_float_equal(sample.gaze_degrees.x, 20.0f * vrmi_sin(t), 0.11f);
        assert_float_equal(sample.gaze_degrees.y, -10.0f, 0.11f);
    }
    assert_int_equal(stats.frames, FRAMES);
    assert_true(stats.kept_bytes * 3 < stats.source_bytes);
    assert_true(stats.kept_keys * 3 < stats.source_keys);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

static uint8_t* saved(const vrm_Model* model, size_t* out_size) {
    assert_int_equal(vrm_model_save_size(model, out_size), VRM_OK);
    uint8_t* bytes = malloc(*out_size);
    assert_non_null(bytes);
    assert_int_equal(vrm_model_save(model, bytes, *out_size), VRM_OK);
    return bytes;
}

/* */
static void recording_is_a_valid_file_with_exact_extensions(void** state) {
    (void)state;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.name = "a \"wave\"";
    vrm_Recorder* recorder = start(&def);
    record(recorder, 60);
    vrm_Model* model = finish(recorder, NULL);
    size_t size;
    uint8_t* bytes = saved(model, &size);
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(bytes, size, NULL, report, NULL), VRM_OK);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (finding.severity <= VRM_WARNING)
            fail_msg("%s at %s: %s", finding.code, finding.pointer, finding.message);
    }
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_int_equal(gltf->extension_used_count, 1);
    assert_string_equal(gltf->extensions_used[0], "VRMC_vrm_animation");
    assert_int_equal(gltf->extension_required_count, 0);
    assert_string_equal(gltf->animations[0].name, "a \"wave\"");
    for (int32_t s = 0; s < gltf->animations[0].sampler_count; s++) {
        float min[16], max[16];
        assert_true(vrm_accessor_bounds(gltf, gltf->animations[0].samplers[s].input, min, max));
    }
    const vrm_ClipInfo* info = vrm_model_clip_info(model);
    assert_int_equal(info->bones[VRM_BONE_LEFT_EYE], -1);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (vrm_bone_is_required((vrm_Bone)b)) assert_true(info->bones[b] >= 0);
    vrm_report_destroy(report);
    free(bytes);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

static bool has_channel_for(const vrm_Gltf* gltf, const char* name) {
    for (int32_t c = 0; c < gltf->animations[0].channel_count; c++) {
        int32_t node = gltf->animations[0].channels[c].node;
        if (node >= 0 && strcmp(gltf->nodes[node].name, name) == 0) return true;
    }
    return false;
}

/* Vertices at rest are where the skin binds them: no joint moves the mesh. */
static void check_skin_at_rest(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_sim_step(sim, 0.0f);
    const vrm_Affine* palettes = vrm_avatar_palettes(sim, id);
    assert_int_equal(vrm_rig_palette_count(rig), gltf->skins[0].joint_count);
    for (int32_t j = 0; j < gltf->skins[0].joint_count; j++)
        for (int row = 0; row < 3; row++) {
            const vrm_Vec4* r = &palettes[j].rows[row];
            const float expected[4] = {row == 0, row == 1, row == 2, 0};
            const float found[4] = {r->x, r->y, r->z, r->w};
            for (int k = 0; k < 4; k++) assert_float_equal(found[k], expected[k], 1e-6f);
        }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

/* */
static void plain_skeleton_has_a_skin_and_moves_as_recorded(void** state) {
    (void)state;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.writes_skeleton = true;
    vrm_Recorder* recorder = start(&def);
    record(recorder, 120);
    vrm_Model* model = finish(recorder, NULL);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_int_equal(gltf->extension_used_count, 0);
    assert_null(vrm_model_clip_info(model));
    assert_int_equal(gltf->skin_count, 1);
    assert_int_equal(gltf->mesh_count, 1);
    assert_true(has_channel_for(gltf, "leftUpperArm"));
    assert_false(has_channel_for(gltf, "happy"));
    assert_false(has_channel_for(gltf, "lookAt"));
    check_skin_at_rest(model);

    size_t size;
    uint8_t* bytes = saved(model, &size);
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    vrm_FitDef fit = vrm_default_fit_def();
    fit.feet = VRM_FEET_FREE;
    assert_int_equal(vrm_motion_load(bytes, size, NULL, &motion), VRM_OK);
    assert_float_equal(vrm_motion_info(motion).rest_confidence, 1.0f, 1e-3f);
    assert_int_equal(vrm_motion_clip(motion, NULL, &fit, NULL, &clip), VRM_OK);
    for (int f = 0; f < 120; f++) {
        vrm_Pose pose = pose_at((float)f / 60.0f);
        vrm_ClipSample sample;
        vrm_clip_sample(clip, (float)f / 60.0f, &sample);
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            test_same_rotation(sample.pose.rotations[b], pose.rotations[b],
                               0.21f * VRMI_TO_RADIANS);
        test_same_point(sample.pose.hips_offset, pose.hips_offset, 0.0012f);
    }
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
    free(bytes);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

static void bones_at_rest_are_left_out_unless_asked_for(void** state) {
    (void)state;
    for (int asks = 0; asks < 2; asks++) {
        vrm_RecorderDef def = vrm_default_recorder_def();
        if (asks) def.bones = (uint64_t)1 << VRM_BONE_NECK | (uint64_t)1 << VRM_BONE_LEFT_EYE;
        vrm_Recorder* recorder = start(&def);
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_HEAD] = test_turn(0, 1, 0, 10.0f);
        pose.rotations[VRM_BONE_LEFT_EYE] = test_turn(0, 1, 0, 10.0f);
        for (int f = 0; f < 10; f++)
            assert_int_equal(vrm_recorder_add_frame(recorder, f, &pose), VRM_OK);
        vrm_RecordStats stats;
        vrm_Model* model = finish(recorder, &stats);
        vrm_Clip* clip = clip_of(model);
        vrm_ClipSample sample;
        vrm_clip_sample(clip, 0.0f, &sample);
        uint64_t head = (uint64_t)1 << VRM_BONE_HEAD, neck = (uint64_t)1 << VRM_BONE_NECK;
        assert_true(sample.bones == (asks ? head | neck : head));
        assert_false(sample.moves_hips);
        assert_false(sample.has_gaze);
        assert_float_equal(vrm_clip_duration(clip), 9.0f, 0.0f); /* though nothing changes */
        assert_int_equal(stats.kept_keys, asks ? 3 : 2);
        vrm_clip_destroy(clip);
        vrm_model_destroy(model);
        vrm_recorder_destroy(recorder);
    }
}

static void recording_of_nothing_but_rest_keeps_its_length(void** state) {
    (void)state;
    vrm_Recorder* recorder = start(NULL);
    vrm_Pose pose = vrm_pose_rest();
    for (int f = 0; f < 3; f++)
        assert_int_equal(vrm_recorder_add_frame(recorder, f * 0.5, &pose), VRM_OK);
    vrm_Model* model = finish(recorder, NULL);
    vrm_Clip* clip = clip_of(model);
    assert_float_equal(vrm_clip_duration(clip), 1.0f, 0.0f);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

/* */
static void recorded_avatar_of_any_dialect_does_the_same_again(void** state) {
    (void)state;
    const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (size_t d = 0; d < 2; d++) {
        TestAvatar avatar = test_avatar(dialects[d]);
        avatar.nodes[TEST_CHEST].rotation = test_turn(0, 0, 1, 30.0f);
        TestRun run = test_run(&avatar), again = test_run(&avatar);
        vrm_RecorderDef def = vrm_default_recorder_def();
        def.rig = run.rig;
        def.tolerance_degrees = 0.01f;
        vrm_Recorder* recorder = start(&def);
        for (int f = 0; f < 30; f++) {
            vrm_Pose pose = pose_at((float)f / 30.0f);
            assert_true(vrm_avatar_set_pose(run.sim, run.id, &pose));
            test_step(&run);
            assert_int_equal(vrm_recorder_add_avatar(recorder, f / 30.0, run.sim, run.id), VRM_OK);
        }
        vrm_Model* model = finish(recorder, NULL);
        vrm_Clip* clip = clip_of(model);
        assert_float_equal(vrm_clip_hips_height(clip), vrm_rig_hips_height(run.rig), 1e-5f);
        vrm_Player player = vrm_player(clip);
        player.time_s = 29.0f / 30.0f;
        assert_true(vrm_avatar_play(again.sim, again.id, &player, 1));
        test_step(&again);
        for (int32_t n = 0; n < TEST_NODE_COUNT; n++) {
            test_same_rotation(test_local(&again, n).rotation, test_local(&run, n).rotation, 4e-4f);
            test_same_point(test_position(&again, n), test_position(&run, n), 2e-3f);
        }
        vrm_clip_destroy(clip);
        vrm_model_destroy(model);
        vrm_recorder_destroy(recorder);
        test_run_end(&run);
        test_run_end(&again);
    }
}

/* What is recorded does not depend on where the sim lets an old avatar face: its world as a whole
 * is turned. */
static void recorded_avatar_of_a_world_that_faces_back_does_the_same(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    vrm_Model* recorded[2];
    for (int keeps = 0; keeps < 2; keeps++) {
        TestRun run = test_run(&avatar);
        vrm_SimDef sim_def = vrm_default_sim_def();
        sim_def.keeps_vrm0_facing = keeps == 1;
        vrm_Sim* sim;
        assert_int_equal(vrm_sim_create(&sim_def, &sim), VRM_OK);
        vrm_AvatarId id = vrm_sim_add(sim, run.rig);
        vrm_RecorderDef def = vrm_default_recorder_def();
        def.rig = run.rig;
        vrm_Recorder* recorder = start(&def);
        for (int f = 0; f < 5; f++) {
            vrm_Pose pose = pose_at((float)f / 5.0f);
            float sign = keeps == 1 ? -1.0f : 1.0f;
            vrm_Transform root = {{sign * 0.2f * (float)f, 0.3f, sign * 0.1f * (float)f},
                                  test_turn(sign * 0.3f, 1, sign * 0.2f, 15.0f * (float)f),
                                  {1, 1, 1}};
            if (f == 0) root.translation = (vrm_Vec3){0};
            assert_true(vrm_avatar_set_pose(sim, id, &pose));
            assert_true(vrm_avatar_set_root(sim, id, root));
            vrm_sim_step(sim, 0.1f);
            assert_int_equal(vrm_recorder_add_avatar(recorder, f, sim, id), VRM_OK);
        }
        recorded[keeps] = finish(recorder, NULL);
        vrm_recorder_destroy(recorder);
        vrm_sim_destroy(sim);
        test_run_end(&run);
    }
    vrm_Clip* clips[2] = {clip_of(recorded[0]), clip_of(recorded[1])};
    for (int f = 0; f < 5; f++) {
        vrm_ClipSample a, b;
        vrm_clip_sample(clips[0], (float)f, &a);
        vrm_clip_sample(clips[1], (float)f, &b);
        test_same_point(a.pose.hips_offset, b.pose.hips_offset, 1e-5f);
        for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++)
            test_same_rotation(a.pose.rotations[bone], b.pose.rotations[bone], 1e-5f);
        if (f == 0) assert_true(fabsf(a.pose.rotations[VRM_BONE_HIPS].w) > 0.9f);
    }
    for (int i = 0; i < 2; i++) {
        vrm_clip_destroy(clips[i]);
        vrm_model_destroy(recorded[i]);
    }
}

/* ---- Misuse and limits ---- */

/* Key times are floats: after 20000 s two of them are 2 ms apart. Of frames that get the same time
 * the last is written. */
static void frames_closer_than_key_times_are_taken(void** state) {
    (void)state;
    vrm_Recorder* recorder = start(NULL);
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    vrm_RecordStats stats;
    vrm_ClipSample sample;
    for (int f = 0; f < 100; f++) {
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_HEAD] = test_turn(0, 1, 0, (float)f);
        double time = f == 0 ? -0.5 : 20000.0 + f * 0.0001;
        assert_int_equal(vrm_recorder_add_frame(recorder, time, &pose), VRM_OK);
        assert_int_equal(vrm_recorder_add_frame(recorder, time, &pose), VRM_ERR_ARGUMENT);
    }
    assert_int_equal(vrm_recorder_finish(recorder, &stats, &model), VRM_OK);
    assert_int_equal(stats.frames, 100);
    TestBytes file = test_save(model);
    assert_int_equal(test_count_errors(&file, true), 0);
    test_bytes_free(&file);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_clip_sample(clip, vrm_clip_duration(clip), &sample);
    test_same_rotation(sample.pose.rotations[VRM_BONE_HEAD], test_turn(0, 1, 0, 99), 2e-3f);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

static void recorder_refuses_what_it_cannot_record(void** state) {
    (void)state;
    vrm_Recorder* recorder = start(NULL);
    vrm_Model* model = NULL;
    vrm_Pose pose = vrm_pose_rest(), bad = pose;
    bad.rotations[VRM_BONE_HEAD].y = NAN;
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_ERR_ARGUMENT);
    assert_null(model);
    assert_int_equal(vrm_recorder_set_expression(recorder, "happy", 1.0f), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_set_gaze(recorder, 0.0f, 0.0f), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_add_frame(recorder, (double)NAN, &pose), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_add_frame(recorder, 1.0, &bad), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_add_frame(recorder, 1.0, &pose), VRM_OK);
    assert_int_equal(vrm_recorder_add_frame(recorder, 1.0, &pose), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_add_frame(recorder, 0.5, &pose), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_set_expression(recorder, "lookUp", 1.0f), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_set_expression(recorder, "", 1.0f), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_set_expression(recorder, "aa", NAN), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_set_gaze(recorder, INFINITY, 0.0f), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_frame_count(recorder), 1);
    vrm_recorder_destroy(recorder);

    vrm_RecorderDef def = vrm_default_recorder_def();
    def.tolerance_degrees = -1.0f;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_ERR_ARGUMENT);
    assert_null(recorder);
    def = (vrm_RecorderDef){0};
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_ERR_DEF);
}

static void recorder_keeps_within_its_memory(void** state) {
    (void)state;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.max_bytes = 10000;
    vrm_Recorder* recorder = start(&def);
    vrm_Pose pose = vrm_pose_rest();
    vrm_Result result = VRM_OK;
    for (int f = 0; result == VRM_OK && f < 100; f++)
        result = vrm_recorder_add_frame(recorder, f, &pose);
    assert_int_equal(result, VRM_ERR_LIMIT);
    assert_true(vrm_recorder_frame_count(recorder) >= 8);
    vrm_Model* model = finish(recorder, NULL); /* what came before is not lost */
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

static void dropped_frame_leaves_nothing_behind(void** state) {
    (void)state;
    vrm_Recorder* recorder = start(NULL);
    vrm_Pose pose = vrm_pose_rest();
    assert_false(vrm_recorder_drop_frame(recorder));
    for (int round = 0; round < 2; round++) {
        assert_int_equal(vrm_recorder_add_frame(recorder, 5.0, &pose), VRM_OK);
        assert_int_equal(vrm_recorder_set_expression(recorder, "happy", 0.5f), VRM_OK);
        assert_int_equal(vrm_recorder_add_frame(recorder, 6.0, &pose), VRM_OK);
        assert_int_equal(vrm_recorder_set_expression(recorder, "happy", 1.0f), VRM_OK);
        assert_int_equal(vrm_recorder_set_expression(recorder, "wow", 1.0f), VRM_OK);
        assert_int_equal(vrm_recorder_set_gaze(recorder, 10.0f, 0.0f), VRM_OK);
        assert_true(vrm_recorder_drop_frame(recorder));
        assert_int_equal(vrm_recorder_frame_count(recorder), 1);
        if (round == 0) assert_true(vrm_recorder_drop_frame(recorder));
    }
    assert_int_equal(vrm_recorder_add_frame(recorder, 6.0, &pose), VRM_OK);
    vrm_Model* model = finish(recorder, NULL);
    const vrm_Json* json = vrm_model_gltf(model)->json;
    vrm_JsonRef animation = vrm_json_at(json, "/extensions/VRMC_vrm_animation");
    assert_true(vrm_json_member(json, animation, "lookAt") == VRM_JSON_MISSING);
    vrm_JsonRef expressions = vrm_json_member(json, animation, "expressions");
    assert_true(vrm_json_member(json, expressions, "custom") == VRM_JSON_MISSING);
    vrm_Clip* clip = clip_of(model);
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 1.0f, &sample);
    assert_float_equal(vrm_clip_duration(clip), 1.0, 1e-6);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

typedef struct Shown {
    const vrm_Sim* sim;
    vrm_AvatarId id;
} Shown;

/* Each frame is tried again when it failed: it was not added, so its time is still to come. */
static vrm_Result record_avatar_twice(const vrm_Allocator* allocator, void* ctx) {
    const Shown* shown = ctx;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.allocator = *allocator;
    vrm_Recorder* recorder = NULL;
    vrm_Result result = vrm_recorder_create(&def, &recorder), failed = result;
    for (int f = 0; recorder != NULL && f < 2; f++) {
        result = vrm_recorder_add_avatar(recorder, f, shown->sim, shown->id);
        if (result == VRM_OK) continue;
        failed = result;
        assert_int_equal(vrm_recorder_frame_count(recorder), f);
        result = vrm_recorder_add_avatar(recorder, f, shown->sim, shown->id);
        assert_true(result == VRM_OK || result == VRM_ERR_MEMORY);
        if (result != VRM_OK) break;
    }
    vrm_recorder_destroy(recorder);
    return failed;
}

static void frame_that_cannot_be_kept_is_not_added(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{},\"angry\":{},\"aa\":{},\"blink\":{}},"
                         "\"custom\":{\"wow\":{},\"wink\":{}}}";
    avatar.look_at = "{\"type\":\"bone\"}";
    TestRun run = test_run(&avatar);
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 0.5f));
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_AA, 0.5f));
    assert_true(vrm_avatar_set_expression_named(run.sim, run.id, "wow", 0.5f));
    assert_true(vrm_avatar_look_along(run.sim, run.id, 10.0f, 5.0f));
    test_step(&run);
    Shown shown = {run.sim, run.id};
    assert_true(test_every_allocation_failing(record_avatar_twice, &shown) > 8);
    test_run_end(&run);
}

static vrm_Result record_all(const vrm_Allocator* allocator, void* ctx) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.writes_skeleton = ctx != NULL;
    def.allocator = *allocator;
    def.name = "wave";
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    for (int f = 0; result == VRM_OK && f < 20; f++) {
        vrm_Pose pose = pose_at((float)f / 10.0f);
        result = vrm_recorder_add_frame(recorder, f, &pose);
        if (result == VRM_OK) result = vrm_recorder_set_expression(recorder, "happy", 0.5f);
        if (result == VRM_OK && f > 10) result = vrm_recorder_set_expression(recorder, "wow", 1.0f);
    }
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, NULL, &model);
    assert_true((result == VRM_OK) == (model != NULL));
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return result;
}

static void recording_survives_every_failing_allocation(void** state) {
    (void)state;
    bool as_skeleton = true;
    assert_true(test_every_allocation_failing(record_all, NULL) > 50);
    assert_true(test_every_allocation_failing(record_all, &as_skeleton) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_closer_than_key_times_are_taken),
        cmocka_unit_test(reduced_rotations_stay_within_the_tolerance_at_every_frame),
        cmocka_unit_test(reduced_points_and_numbers_stay_within_the_tolerance),
        cmocka_unit_test(still_and_straight_curves_need_one_key_and_two),
        cmocka_unit_test(recording_plays_back_within_the_stated_error),
        cmocka_unit_test(recording_is_a_valid_file_with_exact_extensions),
        cmocka_unit_test(plain_skeleton_has_a_skin_and_moves_as_recorded),
        cmocka_unit_test(bones_at_rest_are_left_out_unless_asked_for),
        cmocka_unit_test(recording_of_nothing_but_rest_keeps_its_length),
        cmocka_unit_test(recorded_avatar_of_any_dialect_does_the_same_again),
        cmocka_unit_test(recorded_avatar_of_a_world_that_faces_back_does_the_same),
        cmocka_unit_test(dropped_frame_leaves_nothing_behind),
        cmocka_unit_test(frame_that_cannot_be_kept_is_not_added),
        cmocka_unit_test(recorder_refuses_what_it_cannot_record),
        cmocka_unit_test(recorder_keeps_within_its_memory),
        cmocka_unit_test(recording_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
