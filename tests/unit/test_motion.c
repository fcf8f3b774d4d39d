/* SPDX-License-Identifier: MIT */
/* Motion of every format through one object: what a file is, and clips of it for avatars. */
#include "scenes/scene_mmd.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/maths.h"
#include "support/memory.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ---- */

static const char bvh[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\n"
    "JOINT Spine\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Neck\n{\nOFFSET 0 40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Head\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 "
    "15 0\n}\n}\n}\n"
    "JOINT LeftArm\n{\nOFFSET 18 35 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftForeArm\n{\nOFFSET 28 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftHand\n{\nOFFSET 25 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET 10 0 0\n}\n}\n}\n}\n"
    "JOINT RightArm\n{\nOFFSET -18 35 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT RightForeArm\n{\nOFFSET -28 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT RightHand\n{\nOFFSET -25 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET -10 0 0\n}\n}\n}\n}\n}\n"
    "JOINT LeftUpLeg\n{\nOFFSET 10 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftLeg\n{\nOFFSET 0 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftFoot\n{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET 0 -5 15\n}\n}\n}\n}\n"
    "JOINT RightUpLeg\n{\nOFFSET -10 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT RightLeg\n{\nOFFSET 0 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT RightFoot\n{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET 0 -5 15\n}\n}\n}\n}\n}\n";

enum { JOINTS = 16, FRAMES = 40 };

/* A person who sways and waves with the left arm. */
static TestBytes make_bvh(void) {
    size_t room = sizeof bvh + (size_t)FRAMES * (3 + JOINTS * 3) * 10 + 64;
    char* text = malloc(room);
    assert_non_null(text);
    size_t used =
        (size_t)snprintf(text, room, "%sMOTION\nFrames: %d\nFrame Time: 0.0333333\n", bvh, FRAMES);
    for (int f = 0; f < FRAMES; f++) {
        double sway = (f < FRAMES / 2 ? f : FRAMES - f) * 0.2;
        used += (size_t)snprintf(text + used, room - used, "%.3f 92 0", sway);
        for (int j = 0; j < JOINTS; j++)
            used += (size_t)snprintf(text + used, room - used, " %.2f 0 0",
                                     j == 4 ? 40.0 + 2.0 * sway : 0.0);
        used += (size_t)snprintf(text + used, room - used, "\n");
    }
    return (TestBytes){(uint8_t*)text, used};
}

typedef struct Avatar {
    vrm_Model* model;
    vrm_Rig* rig;
} Avatar;

static Avatar load_avatar(SceneBytes bytes) {
    Avatar avatar = {0};
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &avatar.model), VRM_OK);
    assert_int_equal(vrm_rig_build(avatar.model, NULL, &avatar.rig), VRM_OK);
    scene_bytes_free(&bytes);
    return avatar;
}

static void free_avatar(Avatar* avatar) {
    vrm_rig_destroy(avatar->rig);
    vrm_model_destroy(avatar->model);
}

static vrm_Motion* load(const void* bytes, size_t size) {
    vrm_Motion* motion = NULL;
    assert_int_equal(vrm_motion_load(bytes, size, NULL, &motion), VRM_OK);
    return motion;
}

/* ---- Comparing ---- */

static void check_equal(const vrm_Clip* a, const vrm_Clip* b) {
    assert_float_equal(vrm_clip_duration(a), vrm_clip_duration(b), 0);
    assert_int_equal(vrm_clip_kind(a), vrm_clip_kind(b));
    assert_int_equal(vrm_clip_expression_count(a), vrm_clip_expression_count(b));
    for (int f = 0; f <= 50; f++) {
        vrm_ClipSample one, other;
        float time = vrm_clip_duration(a) * (float)f / 50.0f;
        memset(&one, 0, sizeof one);
        memset(&other, 0, sizeof other);
        vrm_clip_sample(a, time, &one);
        vrm_clip_sample(b, time, &other);
        assert_memory_equal(&one.pose, &other.pose, sizeof one.pose);
        assert_int_equal(one.bones, other.bones);
        for (int32_t e = 0; e < vrm_clip_expression_count(a); e++)
            assert_float_equal(vrm_clip_sample_expression(a, e, time),
                               vrm_clip_sample_expression(b, e, time), 0);
    }
}

/* What a program had to write before there was one call. */
static vrm_Clip* clip_by_hand(const TestBytes* bytes, const vrm_Rig* rig) {
    vrm_Capture* capture = NULL;
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_capture_read(bytes->data, bytes->size, NULL, &capture), VRM_OK);
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.hips_height = vrm_capture_hips_height(capture);
    def.bones = vrm_capture_moved_bones(capture);
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    assert_int_equal(vrm_capture_record(capture, 0.0, recorder), VRM_OK);
    vrm_Skeleton source = vrm_skeleton_of_capture(capture), target = vrm_skeleton_of_rig(rig);
    vrm_RetargetDef retarget = vrm_default_retarget_def();
    retarget.source = &source;
    retarget.target = &target;
    assert_int_equal(vrm_recorder_retarget(recorder, &retarget, NULL), VRM_OK);
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    vrm_capture_destroy(capture);
    return clip;
}

/* ---- Tests ---- */

static void motion_of_another_program_tells_what_it_is(void** state) {
    (void)state;
    TestBytes bytes = make_bvh();
    vrm_Motion* motion = load(bytes.data, bytes.size);
    vrm_MotionInfo info = vrm_motion_info(motion);
    assert_int_equal(info.kind, VRM_MOTION_CAPTURE);
    assert_string_equal(info.format, "BVH");
    assert_float_equal(info.seconds, (FRAMES - 1) / 30.0, 1e-3);
    assert_float_equal(info.frame_s, 1 / 30.0, 1e-4);
    assert_int_equal(info.take_count, 1);
    assert_int_equal(info.take, 0);
    assert_string_equal(vrm_motion_take_name(motion, 0), "");
    assert_true((info.bones >> VRM_BONE_LEFT_UPPER_ARM & 1) != 0);
    assert_false(info.has_nodes);
    assert_non_null(vrm_motion_capture(motion));
    vrm_motion_destroy(motion);
    test_bytes_free(&bytes);
}

static void vrm_animation_tells_what_it_is(void** state) {
    (void)state;
    SceneBytes bytes = scene_hero_clip();
    vrm_Motion* motion = load(bytes.data, bytes.size);
    vrm_MotionInfo info = vrm_motion_info(motion);
    assert_int_equal(info.kind, VRM_MOTION_ANIMATION);
    assert_string_equal(info.format, "VRM animation");
    assert_true(info.seconds > 1.0);
    assert_true(info.bones != 0);
    assert_true(info.expression_count > 0);
    assert_float_equal(info.rest_confidence, 1, 0);
    assert_null(vrm_motion_capture(motion));
    vrm_motion_destroy(motion);
    scene_bytes_free(&bytes);
}

static void one_call_fits_as_the_single_calls_do(void** state) {
    (void)state;
    TestBytes bytes = make_bvh();
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    Avatar old = load_avatar(scene_hero(VRM_DIALECT_0, false));
    vrm_Motion* motion = load(bytes.data, bytes.size);
    for (int i = 0; i < 2; i++) {
        const vrm_Rig* rig = i == 0 ? hero.rig : old.rig;
        vrm_Clip *clip = NULL, *expected = clip_by_hand(&bytes, rig);
        vrm_FitReport report;
        assert_int_equal(vrm_motion_clip(motion, rig, NULL, &report, &clip), VRM_OK);
        assert_true(report.is_fitted);
        assert_int_equal(report.stats.frames, FRAMES);
        check_equal(clip, expected);
        vrm_clip_destroy(clip);
        vrm_clip_destroy(expected);
    }
    vrm_motion_destroy(motion);
    free_avatar(&hero);
    free_avatar(&old);
    test_bytes_free(&bytes);
}

/* What is written plays as what is shown. */
static void written_animation_plays_as_the_clip_does(void** state) {
    (void)state;
    TestBytes bytes = make_bvh();
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    vrm_Motion* motion = load(bytes.data, bytes.size);
    for (int i = 0; i < 8; i++) {
        vrm_FitDef fit = vrm_default_fit_def();
        fit.feet = (i & 1) != 0 ? VRM_FEET_HOLD : VRM_FEET_AUTO;
        fit.root_motion = (i & 2) != 0 ? VRM_ROOT_MOTION_REMOVE : VRM_ROOT_MOTION_KEEP;
        fit.loops = (i & 4) != 0;
        vrm_Model* model = NULL;
        vrm_Clip *clip = NULL, *read = NULL;
        assert_int_equal(vrm_motion_clip(motion, hero.rig, &fit, NULL, &clip), VRM_OK);
        assert_int_equal(vrm_motion_animation(motion, hero.rig, &fit, NULL, &model), VRM_OK);
        size_t size = 0;
        assert_int_equal(vrm_model_save_size(model, &size), VRM_OK);
        uint8_t* saved = malloc(size);
        assert_int_equal(vrm_model_save(model, saved, size), VRM_OK);
        vrm_Motion* loaded = load(saved, size);
        assert_int_equal(vrm_motion_info(loaded).kind, VRM_MOTION_ANIMATION);
        assert_int_equal(vrm_motion_clip(loaded, hero.rig, NULL, NULL, &read), VRM_OK);
        check_equal(clip, read);
        vrm_clip_destroy(read);
        vrm_clip_destroy(clip);
        vrm_motion_destroy(loaded);
        vrm_model_destroy(model);
        free(saved);
    }
    vrm_motion_destroy(motion);
    free_avatar(&hero);
    test_bytes_free(&bytes);
}

static vrm_Clip* clip_of_file(SceneBytes bytes) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    return clip;
}

static void vrm_animation_plays_as_its_file_does(void** state) {
    (void)state;
    SceneBytes bytes = scene_hero_clip();
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    vrm_Motion* motion = load(bytes.data, bytes.size);
    vrm_Clip *clip = NULL, *expected = clip_of_file(bytes);
    vrm_FitReport report;
    assert_int_equal(vrm_motion_clip(motion, hero.rig, NULL, &report, &clip), VRM_OK);
    assert_false(report.is_fitted);
    check_equal(clip, expected);
    vrm_clip_destroy(expected);
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
    free_avatar(&hero);
    scene_bytes_free(&bytes);
}

static float farthest_rotation(const vrm_Clip* a, const vrm_Clip* b) {
    float most = 0.0f;
    for (int f = 0; f <= 600; f++) {
        vrm_ClipSample one, other;
        float time = vrm_clip_duration(a) * (float)f / 600.0f;
        vrm_clip_sample(a, time, &one);
        vrm_clip_sample(b, time, &other);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
            vrm_Quat p = one.pose.rotations[bone], q = other.pose.rotations[bone];
            float dot = fabsf(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w);
            most = fmaxf(most, 1.0f - dot);
        }
    }
    return most;
}

/* Written again, with a rig or without, a VRM animation has its own keys: frames of another rate
 * would cut the peaks between them. */
static void written_vrm_animation_keeps_its_keys(void** state) {
    (void)state;
    SceneBytes bytes = scene_hero_clip();
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    vrm_Motion* motion = load(bytes.data, bytes.size);
    vrm_Clip* expected = clip_of_file(bytes);
    for (int i = 0; i < 2; i++) {
        vrm_FitDef fit = vrm_default_fit_def();
        fit.tolerance_degrees = fit.tolerance_metres = fit.tolerance_weight = 0.0f;
        fit.name = "again";
        vrm_Model* model = NULL;
        vrm_Clip* clip = NULL;
        vrm_FitReport report;
        const vrm_Rig* rig = i == 0 ? NULL : hero.rig;
        assert_int_equal(vrm_motion_animation(motion, rig, &fit, &report, &model), VRM_OK);
        assert_false(report.is_fitted);
        assert_true(report.stats.frames > 0);
        assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
        assert_string_equal(vrm_clip_name(clip), "again");
        assert_float_equal(vrm_clip_duration(clip), vrm_clip_duration(expected), 0);
        assert_true(farthest_rotation(clip, expected) < 1e-6f);
        vrm_clip_destroy(clip);
        vrm_model_destroy(model);
    }
    vrm_clip_destroy(expected);
    vrm_motion_destroy(motion);
    free_avatar(&hero);
    scene_bytes_free(&bytes);
}

static void motion_tells_its_frames_and_skeleton(void** state) {
    (void)state;
    TestBytes bytes = make_bvh();
    SceneBytes clip = scene_hero_clip();
    vrm_Motion *capture = load(bytes.data, bytes.size), *animation = load(clip.data, clip.size);
    assert_int_equal(vrm_motion_frame_count(capture, 0.0), FRAMES);
    assert_int_equal(vrm_motion_frame_count(capture, 10.0), FRAMES / 3 + 1);
    double seconds = vrm_motion_info(animation).seconds;
    assert_true(vrm_motion_frame_count(animation, 0.0) >= (int32_t)(60.0 * seconds));
    assert_int_equal(vrm_motion_frame_count(animation, 10.0), vrm_clip_steps(seconds, 10.0) + 1);
    assert_true(vrm_motion_info(animation).frame_s > 0.0);
    vrm_Skeleton own = vrm_motion_skeleton(animation), other = vrm_motion_skeleton(capture);
    vrm_Skeleton expected = vrm_skeleton_of_capture(vrm_motion_capture(capture));
    assert_memory_equal(other.positions, expected.positions, sizeof other.positions);
    assert_int_equal(other.bones, expected.bones);
    assert_float_equal(own.positions[VRM_BONE_HIPS].x, 0, 0);
    assert_float_equal(own.positions[VRM_BONE_HIPS].z, 0, 0);
    assert_true(own.positions[VRM_BONE_HEAD].y > own.positions[VRM_BONE_HIPS].y);
    vrm_motion_destroy(capture);
    vrm_motion_destroy(animation);
    scene_bytes_free(&clip);
    test_bytes_free(&bytes);
}

/* Along the ground: feet that are held lower the hips. */
static float farthest_hips(const vrm_Clip* a, const vrm_Clip* b, const vrm_Rig* rig) {
    float most = 0.0f;
    for (int f = 0; f <= 50; f++) {
        vrm_ClipSample one, other;
        float time = vrm_clip_duration(a) * (float)f / 50.0f;
        vrm_clip_sample(a, time, &one);
        vrm_clip_sample(b, time, &other);
        vrm_Vec3 p = vrm_clip_fit_hips(a, rig, one.pose.hips_offset);
        vrm_Vec3 q = vrm_clip_fit_hips(b, rig, other.pose.hips_offset);
        most = fmaxf(most, hypotf(p.x - q.x, p.z - q.z));
    }
    return most;
}

/* Players bring hips to the place that an animation says, fitted or not, wherever
 * those of the avatar rest. */
static void vrm_animation_stays_where_it_plays_when_it_is_fitted(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_1, VRM_DIALECT_0};
    SceneBytes bytes = scene_hero_clip();
    vrm_Motion* motion = load(bytes.data, bytes.size);
    for (int i = 0; i < 2; i++) {
        SceneBytes plain = scene_hero(dialects[i], false);
        SceneBytes aside = scene_patch(&plain, "set /nodes/0/translation [0.02,0,0.06]\n", NULL);
        Avatar hero = load_avatar(aside);
        vrm_Clip *played = NULL, *fitted = NULL;
        vrm_FitDef fit = vrm_default_fit_def();
        assert_int_equal(vrm_motion_clip(motion, hero.rig, NULL, NULL, &played), VRM_OK);
        for (int k = 0; k < 2; k++) {
            if (k == 0) fit.fps = 60.0;
            if (k == 1) fit.feet = VRM_FEET_HOLD;
            assert_int_equal(vrm_motion_clip(motion, hero.rig, &fit, NULL, &fitted), VRM_OK);
            assert_true(farthest_hips(played, fitted, hero.rig) < 0.002f);
            vrm_clip_destroy(fitted);
        }
        vrm_clip_destroy(played);
        free_avatar(&hero);
        scene_bytes_free(&plain);
    }
    vrm_motion_destroy(motion);
    scene_bytes_free(&bytes);
}

/* A chair that turns: its file has an animation and no person. */
static void nodes_play_on_their_own_file_alone(void** state) {
    (void)state;
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"chair\"}],\"scenes\":[{\"nodes\":["
        "0]}],\"buffers\":[{\"byteLength\":40,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAgD8AAAAAAAAAAA==\"}],\"bufferViews\":[{\"buffer\":"
        "0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],"
        "\"max\":[1]},{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],"
        "\"animations\":[{\"name\":\"turn\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":"
        "["
        "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}]}]}";
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    vrm_Motion* motion = load(gltf, sizeof gltf - 1);
    vrm_Model *own = NULL, *animation = NULL;
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    vrm_Report* report = NULL;
    assert_int_equal(vrm_motion_info(motion).kind, VRM_MOTION_NODES);
    assert_string_equal(vrm_motion_take_name(motion, 0), "turn");
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_FitDef fit = vrm_default_fit_def();
    fit.report = report;
    assert_int_equal(vrm_motion_clip(motion, hero.rig, &fit, NULL, &clip), VRM_ERR_INVALID);
    assert_null(clip);
    assert_int_equal(vrm_report_count(report), 1);
    assert_string_equal(vrm_report_get(report, 0).code, "MOTION_OTHER_NODES");
    vrm_report_clear(report);
    assert_int_equal(vrm_motion_animation(motion, NULL, &fit, NULL, &animation), VRM_ERR_INVALID);
    assert_true(vrm_report_count(report) > 0); /* says what a person needs */
    assert_string_not_equal(vrm_report_get(report, 0).code, "MOTION_OTHER_NODES");
    assert_int_equal(vrm_motion_skeleton(motion).bones, 0);
    assert_int_equal(vrm_model_load(gltf, sizeof gltf - 1, NULL, NULL, &own), VRM_OK);
    assert_int_equal(vrm_rig_build(own, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_motion_clip(motion, rig, NULL, NULL, &clip), VRM_OK);
    assert_int_equal(vrm_clip_kind(clip), VRM_CLIP_NODES);
    vrm_clip_destroy(clip);
    vrm_report_destroy(report);
    vrm_rig_destroy(rig);
    vrm_model_destroy(own);
    vrm_motion_destroy(motion);
    free_avatar(&hero);
}

static void file_of_another_kind_is_named(void** state) {
    (void)state;
    static const char* const files[] = {"<!DOCTYPE html>", "PK\3\4 archive", "BLENDER-v300"};
    vrm_Report* report = NULL;
    vrm_Motion* motion = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    def.report = report;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        vrm_report_clear(report);
        assert_int_equal(vrm_motion_load(files[i], strlen(files[i]), &def, &motion),
                         VRM_ERR_INVALID);
        assert_string_equal(vrm_report_get(report, 0).code, "MOTION_UNKNOWN");
        assert_true(strncmp(vrm_report_get(report, 0).message, "This is a", 9) == 0);
    }
    vrm_report_destroy(report);
}

static bool is_model_unused(const void* bytes, size_t size, const SceneBytes* model) {
    vrm_Report* report = NULL;
    vrm_Motion* motion = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    def.report = report;
    def.model = model->data;
    def.model_size = model->size;
    assert_int_equal(vrm_motion_load(bytes, size, &def, &motion), VRM_OK);
    bool is_unused = false;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        is_unused |= strcmp(vrm_report_get(report, i).code, "MOTION_MODEL_UNUSED") == 0;
    vrm_motion_destroy(motion);
    vrm_report_destroy(report);
    return is_unused;
}

static void model_that_the_format_does_not_use_is_a_finding(void** state) {
    (void)state;
    TestBytes own = make_bvh();
    SceneBytes vmd = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    SceneBytes model = scene_mmd_model(&(SceneMmdModelDef){.index_size = 1});
    assert_true(is_model_unused(own.data, own.size, &model));
    assert_false(is_model_unused(vmd.data, vmd.size, &model));
    scene_bytes_free(&model);
    scene_bytes_free(&vmd);
    test_bytes_free(&own);
}

static void bad_input_is_refused(void** state) {
    (void)state;
    vrm_Motion* motion = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_FitDef fit = {0};
    vrm_Clip* clip = NULL;
    TestBytes bytes = make_bvh();
    assert_int_equal(vrm_motion_load("", 0, NULL, &motion), VRM_ERR_INVALID);
    assert_int_equal(vrm_motion_load("a chair", 7, NULL, &motion), VRM_ERR_INVALID);
    assert_int_equal(vrm_motion_load("{\"asset\":{\"version\":\"2.0\"}}", 27, NULL, &motion),
                     VRM_ERR_INVALID);
    def.take = "walk";
    assert_int_equal(vrm_motion_load(bytes.data, bytes.size, &def, &motion), VRM_ERR_INVALID);
    def.def_size = 0;
    assert_int_equal(vrm_motion_load(bytes.data, bytes.size, &def, &motion), VRM_ERR_DEF);
    assert_int_equal(vrm_motion_load_file("no-such-file.fbx", NULL, &motion), VRM_ERR_IO);
    assert_null(motion);
    motion = load(bytes.data, bytes.size);
    assert_int_equal(vrm_motion_clip(motion, NULL, &fit, NULL, &clip), VRM_ERR_DEF);
    vrm_motion_destroy(motion);
    vrm_motion_destroy(NULL);
    test_bytes_free(&bytes);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    const TestBytes* bytes = ctx;
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_FitDef fit = vrm_default_fit_def();
    def.allocator = fit.allocator = *allocator;
    vrm_Result result = vrm_motion_load(bytes->data, bytes->size, &def, &motion);
    if (result == VRM_OK) result = vrm_motion_clip(motion, NULL, &fit, NULL, &clip);
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
    return result;
}

static vrm_Result attempt_to_write(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_FitDef fit = vrm_default_fit_def();
    fit.allocator = *allocator;
    vrm_Result result = vrm_motion_animation(ctx, NULL, &fit, NULL, &model);
    vrm_model_destroy(model);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    TestBytes bytes = make_bvh();
    test_every_allocation_failing(attempt, &bytes);
    test_bytes_free(&bytes);
    SceneBytes clip = scene_hero_clip();
    vrm_Motion* motion = load(clip.data, clip.size);
    test_every_allocation_failing(attempt_to_write, motion);
    vrm_motion_destroy(motion);
    scene_bytes_free(&clip);
}

/* ---- Takes of one parse ---- */

static vrm_MotionDef take_def(const char* take, const vrm_Motion* same_file, vrm_Report* report) {
    vrm_MotionDef def = vrm_default_motion_def();
    def.take = take;
    def.same_file = same_file;
    def.report = report;
    return def;
}

static void check_equal_reports(const vrm_Report* a, const vrm_Report* b) {
    assert_int_equal(vrm_report_count(a), vrm_report_count(b));
    for (int32_t i = 0; i < vrm_report_count(a); i++)
        assert_string_equal(vrm_report_get(a, i).message, vrm_report_get(b, i).message);
}

/* Loads a take from the bytes, and from what another motion keeps of them. */
static void check_take(const void* bytes, size_t size, const char* take, const vrm_Motion* first,
                       const vrm_Rig* rig) {
    vrm_Report* reports[2];
    vrm_Motion* motions[2];
    vrm_Clip* clips[2] = {NULL};
    vrm_Result results[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vrm_report_create(NULL, &reports[i]), VRM_OK);
        vrm_MotionDef def = take_def(take, i == 1 ? first : NULL, reports[i]);
        results[i] = vrm_motion_load(bytes, size, &def, &motions[i]);
        if (results[i] == VRM_OK)
            assert_int_equal(vrm_motion_clip(motions[i], rig, NULL, NULL, &clips[i]), VRM_OK);
    }
    assert_int_equal(results[0], results[1]);
    check_equal_reports(reports[0], reports[1]);
    if (results[0] == VRM_OK) {
        assert_int_equal(vrm_motion_info(motions[0]).take, vrm_motion_info(motions[1]).take);
        check_equal(clips[0], clips[1]);
    }
    for (int i = 0; i < 2; i++) {
        vrm_clip_destroy(clips[i]);
        vrm_motion_destroy(motions[i]);
        vrm_report_destroy(reports[i]);
    }
}

static vrm_Motion* load_kept(const void* bytes, size_t size) {
    vrm_Motion* first = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    def.keeps_file = true;
    assert_int_equal(vrm_motion_load(bytes, size, &def, &first), VRM_OK);
    return first;
}

static SceneBytes two_takes(int32_t version, SceneFbxForm form) {
    return scene_fbx(&(SceneFbxDef){
        .version = version, .form = form, .frame_count = 20, .has_bind = true, .has_face = true});
}

/* */
static void takes_of_one_parse_are_those_of_the_file(void** state) {
    (void)state;
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    SceneBytes files[] = {two_takes(7400, SCENE_FBX_BINARY), two_takes(7700, SCENE_FBX_DEFLATED),
                          two_takes(7300, SCENE_FBX_TEXT), two_takes(6100, SCENE_FBX_TEXT)};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        vrm_Motion* first = load_kept(files[i].data, files[i].size);
        for (int turn = 0; turn < 2; turn++) {
            check_take(files[i].data, files[i].size, "#1", first, hero.rig);
            check_take(files[i].data, files[i].size, "#2", first, hero.rig);
            check_take(files[i].data, files[i].size, NULL, first, hero.rig);
        }
        vrm_motion_destroy(first);
        scene_bytes_free(&files[i]);
    }
    TestBytes text = make_bvh(); /* keeps nothing */
    vrm_Motion* bvh_motion = load_kept(text.data, text.size);
    check_take(text.data, text.size, NULL, bvh_motion, hero.rig);
    vrm_motion_destroy(bvh_motion);
    test_bytes_free(&text);
    SceneBytes clip = scene_hero_clip(); /* a model */
    vrm_Motion* animation = load_kept(clip.data, clip.size);
    check_take(clip.data, clip.size, NULL, animation, hero.rig);
    vrm_motion_destroy(animation);
    scene_bytes_free(&clip);
    free_avatar(&hero);
}

/* */
static void file_that_was_not_kept_or_is_another_is_refused(void** state) {
    (void)state;
    SceneBytes fbx = two_takes(7400, SCENE_FBX_BINARY), other = two_takes(7400, SCENE_FBX_BINARY);
    SceneBytes clip = scene_hero_clip();
    TestBytes text = make_bvh();
    vrm_Motion *kept = load_kept(fbx.data, fbx.size), *loose = load(fbx.data, fbx.size);
    vrm_Motion *model = load(clip.data, clip.size), *motion = NULL;
    vrm_MotionDef def = take_def(NULL, loose, NULL);
    assert_int_equal(vrm_motion_load(fbx.data, fbx.size, &def, &motion), VRM_ERR_ARGUMENT);
    def.same_file = model;
    assert_int_equal(vrm_motion_load(clip.data, clip.size, &def, &motion), VRM_ERR_ARGUMENT);
    def.same_file = kept;
    assert_int_equal(vrm_motion_load(other.data, other.size, &def, &motion), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_motion_load(text.data, text.size, &def, &motion), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_motion_load(clip.data, clip.size, &def, &motion), VRM_ERR_ARGUMENT);
    def.take = "#3";
    assert_int_equal(vrm_motion_load(fbx.data, fbx.size, &def, &motion), VRM_ERR_INVALID);
    assert_null(motion);
    vrm_motion_destroy(kept);
    vrm_motion_destroy(loose);
    vrm_motion_destroy(model);
    scene_bytes_free(&fbx);
    scene_bytes_free(&other);
    scene_bytes_free(&clip);
    test_bytes_free(&text);
}

static vrm_Result attempt_takes(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* file = ctx;
    vrm_Motion *first = NULL, *second = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    def.allocator = *allocator;
    def.keeps_file = true;
    vrm_Result result = vrm_motion_load(file->data, file->size, &def, &first);
    def.keeps_file = false;
    def.same_file = first;
    def.take = "#2";
    if (result == VRM_OK) result = vrm_motion_load(file->data, file->size, &def, &second);
    vrm_motion_destroy(second);
    vrm_motion_destroy(first);
    return result;
}

static void every_allocation_for_takes_may_fail(void** state) {
    (void)state;
    SceneBytes file = two_takes(7400, SCENE_FBX_BINARY);
    test_every_allocation_failing(attempt_takes, &file);
    scene_bytes_free(&file);
}

/* Every motion of others becomes a clip for an avatar, and is what it was. */
static void check_real(const TestBytes* bytes, const char* path) {
    Avatar hero = load_avatar(scene_hero(VRM_DIALECT_1, false));
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    vrm_Result result = vrm_motion_load(bytes->data, bytes->size, NULL, &motion);
    if (result == VRM_OK) {
        result = vrm_motion_clip(motion, hero.rig, NULL, NULL, &clip);
        bool plays_anywhere = vrm_motion_info(motion).kind != VRM_MOTION_NODES;
        if ((result == VRM_OK) != plays_anywhere) print_error("%s: %d\n", path, (int)result);
        assert_int_equal(result == VRM_OK, plays_anywhere);
        if (clip != NULL) assert_true(vrm_clip_duration(clip) >= 0.0f);
    }
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
    free_avatar(&hero);
}

static void real_motion_plays_on_an_avatar(void** state) {
    (void)state;
    corpus_each("vrma", ".vrma", check_real);
    corpus_each("motion-import/rocketbox", ".fbx", check_real);
    corpus_each("motion-import/gene", ".vmd", check_real);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_of_another_program_tells_what_it_is),
        cmocka_unit_test(vrm_animation_tells_what_it_is),
        cmocka_unit_test(one_call_fits_as_the_single_calls_do),
        cmocka_unit_test(written_animation_plays_as_the_clip_does),
        cmocka_unit_test(vrm_animation_plays_as_its_file_does),
        cmocka_unit_test(written_vrm_animation_keeps_its_keys),
        cmocka_unit_test(motion_tells_its_frames_and_skeleton),
        cmocka_unit_test(vrm_animation_stays_where_it_plays_when_it_is_fitted),
        cmocka_unit_test(nodes_play_on_their_own_file_alone),
        cmocka_unit_test(file_of_another_kind_is_named),
        cmocka_unit_test(model_that_the_format_does_not_use_is_a_finding),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(takes_of_one_parse_are_those_of_the_file),
        cmocka_unit_test(file_that_was_not_kept_or_is_another_is_refused),
        cmocka_unit_test(every_allocation_for_takes_may_fail),
        cmocka_unit_test(real_motion_plays_on_an_avatar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
