/* SPDX-License-Identifier: MIT */
/* Motion of nodes above the hips: written by recorders, and added to the hips by clips. */
#include "base/maths.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/gait.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/clip.h"
#include "vrm/retarget.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Clips ---- */

static SceneBytes edited(const char* edits, const char* more) {
    char text[2048];
    snprintf(text, sizeof text, "%s\n%s", edits, more);
    for (char* c = text; *c != '\0'; c++)
        if (*c == '\'') *c = '"';
    SceneBytes bytes = scene_clip(true);
    int32_t bad_line = 0;
    SceneBytes patched = scene_patch(&bytes, text, &bad_line);
    if (patched.data == NULL) fail_msg("edit %d cannot be made", (int)bad_line);
    scene_bytes_free(&bytes);
    return patched;
}

typedef struct TestClip {
    TestModel test;
    vrm_Clip* clip;
} TestClip;

static TestClip build(const char* edits, const char* more) {
    SceneBytes bytes = edited(edits, more);
    TestClip made = {.test = test_model_bytes(bytes.data, bytes.size, NULL)};
    scene_bytes_free(&bytes);
    assert_int_equal(made.test.result, VRM_OK);
    assert_int_equal(vrm_clip_build(made.test.model, NULL, &made.clip), VRM_OK);
    return made;
}

static void clip_end(TestClip* made) {
    vrm_clip_destroy(made->clip);
    test_model_free(&made->test);
}

enum { ROOT = 0, HIPS = 1, NODES_MAX = 128 };

/* The hips in the world, as the nodes have them. */
static vrm_Affine hips_of_nodes(const TestClip* nodes, float time, vrm_Quat* out_turn) {
    const vrm_Gltf* gltf = vrm_model_gltf(nodes->test.model);
    vrm_Transform locals[NODES_MAX];
    assert_true(gltf->node_count <= NODES_MAX && gltf->nodes[HIPS].parent == ROOT);
    for (int32_t n = 0; n < gltf->node_count; n++) locals[n] = gltf->nodes[n].rest;
    if (time >= 0.0f)
        assert_true(vrm_clip_sample_nodes(nodes->clip, time, locals, gltf->node_count));
    vrm_Affine root = vrmi_affine_from_transform(locals[ROOT]);
    vrm_Affine hips = vrmi_affine_from_transform(locals[HIPS]);
    *out_turn = vrmi_quat_mul(locals[ROOT].rotation, locals[HIPS].rotation);
    return vrmi_affine_mul(&root, &hips);
}

/* Plays as a VRM animation, and beside it as the nodes that the same file has. */
static void check_as_nodes(const char* edits) {
    TestClip clip = build(edits, "");
    TestClip nodes = build(edits, "remove /extensions\nremove /extensionsUsed");
    assert_int_equal(vrm_clip_kind(nodes.clip), VRM_CLIP_NODES);
    vrm_Quat rest_turn, turn;
    vrm_Affine rest = hips_of_nodes(&nodes, -1.0f, &rest_turn);
    for (int i = 0; i <= 400; i++) {
        float time = 0.01f * (float)i;
        vrm_ClipSample sample;
        vrm_clip_sample(clip.clip, time, &sample);
        vrm_Affine place = hips_of_nodes(&nodes, time, &turn);
        vrm_Vec3 offset =
            vrmi_vec3_sub(vrmi_affine_column(&place, 3), vrmi_affine_column(&rest, 3));
        vrm_Quat normal = vrmi_quat_mul(turn, vrmi_quat_conjugate(rest_turn));
        assert_true(sample.moves_hips && (sample.bones >> VRM_BONE_HIPS & 1) != 0);
        assert_true(vrmi_vec3_distance(offset, sample.pose.hips_offset) < 1e-3f);
        assert_true(vrmi_quat_angle(normal, sample.pose.rotations[VRM_BONE_HIPS]) < 2e-3f);
    }
    assert_true(vrm_clip_duration(clip.clip) == vrm_clip_duration(nodes.clip));
    clip_end(&clip);
    clip_end(&nodes);
}

#define CHANNEL(sampler, node, path)                                                               \
    "insert /animations/0/channels/- {'sampler':" sampler ",'target':{'node':" node                \
    ",'path':'" path "'}}\n"

static void root_that_moves_and_turns_takes_the_hips_with_it(void** state) {
    (void)state;
    check_as_nodes(CHANNEL("4", "0", "translation"));
    check_as_nodes(CHANNEL("6", "0", "rotation"));
    check_as_nodes(CHANNEL("2", "0", "rotation") CHANNEL("3", "0", "translation"));
    check_as_nodes(CHANNEL("6", "0", "rotation") CHANNEL("4", "0", "translation")
                       CHANNEL("1", "1", "rotation"));
    /* Hips that do not move themselves. */
    check_as_nodes("remove /animations/0/channels/3\n" CHANNEL("6", "0", "rotation"));
}

static void scale_of_a_root_is_not_played(void** state) {
    (void)state;
    TestClip plain = build("", ""), scaled = build(CHANNEL("4", "0", "scale"), "");
    for (int i = 0; i < 20; i++) {
        vrm_ClipSample a, b;
        vrm_clip_sample(plain.clip, 0.1f * (float)i, &a);
        vrm_clip_sample(scaled.clip, 0.1f * (float)i, &b);
        assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
    }
    clip_end(&plain);
    clip_end(&scaled);
}

/* ---- Recorders ---- */

static vrm_Recorder* record(GaitKind kind, vrm_RootMotion root_motion, int32_t* out_count) {
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.tolerance_degrees = def.tolerance_metres = def.tolerance_weight = 0.0f;
    def.hips_height = person.positions[VRM_BONE_HIPS].y;
    vrm_Recorder* recorder = NULL;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    Gait gait = {.kind = kind};
    *out_count = (int32_t)(gait_length(kind) * 30.0) + 1;
    for (int32_t f = 0; f < *out_count; f++) {
        vrm_Pose pose = gait_pose(&gait, f / 30.0, (uint32_t)f);
        assert_int_equal(vrm_recorder_add_frame(recorder, f / 30.0, &pose), VRM_OK);
    }
    vrm_RetargetDef fit = vrm_default_retarget_def();
    fit.source = &person;
    fit.root_motion = root_motion;
    assert_int_equal(vrm_recorder_retarget(recorder, &fit, NULL), VRM_OK);
    if (root_motion == VRM_ROOT_MOTION_ROOT)
        assert_int_equal(vrm_recorder_retarget(recorder, &fit, NULL), VRM_ERR_ARGUMENT);
    return recorder;
}

static bool moves_root(const vrm_Model* model) {
    const vrm_Animation* animation = &vrm_model_gltf(model)->animations[0];
    for (int32_t c = 0; c < animation->channel_count; c++)
        if (animation->channels[c].node == 0) return true;
    return false;
}

static vrm_Clip* clip_of(const vrm_Recorder* recorder, bool has_root) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(moves_root(model), has_root);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    return clip;
}

static void recording_with_root_motion_plays_as_the_one_without(void** state) {
    (void)state;
    static const GaitKind kinds[] = {GAIT_WALK, GAIT_TURN};
    for (int k = 0; k < 2; k++) {
        int32_t count = 0;
        vrm_Recorder* whole = record(kinds[k], VRM_ROOT_MOTION_KEEP, &count);
        vrm_Recorder* split = record(kinds[k], VRM_ROOT_MOTION_ROOT, &count);
        vrm_Clip *a = clip_of(whole, false), *b = clip_of(split, true);
        assert_true(vrm_clip_duration(a) == vrm_clip_duration(b));
        for (int32_t i = 0; i < 4 * count; i++) {
            float time = (float)i / 120.0f;
            vrm_ClipSample is, should;
            vrm_clip_sample(a, time, &should);
            vrm_clip_sample(b, time, &is);
            assert_true(vrmi_vec3_distance(is.pose.hips_offset, should.pose.hips_offset) < 1e-3f);
            for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
                assert_true(vrmi_quat_angle(is.pose.rotations[bone], should.pose.rotations[bone]) <
                            3e-3f);
        }
        vrm_clip_destroy(a);
        vrm_clip_destroy(b);
        vrm_recorder_destroy(whole);
        vrm_recorder_destroy(split);
    }
}

/* Poses are those of the world, before and after. */
static void frames_after_root_motion_are_played_where_they_are(void** state) {
    (void)state;
    static const GaitKind kinds[] = {GAIT_WALK, GAIT_TURN};
    for (int k = 0; k < 2; k++) {
        int32_t count = 0;
        vrm_Recorder* recorder = record(kinds[k], VRM_ROOT_MOTION_ROOT, &count);
        vrm_Pose pose = vrm_pose_rest();
        pose.hips_offset = (vrm_Vec3){0.3f, -0.1f, 4.4f};
        pose.rotations[VRM_BONE_HIPS] = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, 0.7f);
        assert_int_equal(vrm_recorder_add_frame(recorder, 100.0, &pose), VRM_OK);
        vrm_Clip* clip = clip_of(recorder, true);
        vrm_ClipSample sample;
        vrm_clip_sample(clip, vrm_clip_duration(clip), &sample);
        assert_true(vrmi_vec3_distance(sample.pose.hips_offset, pose.hips_offset) < 1e-3f);
        assert_true(vrmi_quat_angle(sample.pose.rotations[VRM_BONE_HIPS],
                                    pose.rotations[VRM_BONE_HIPS]) < 2e-3f);
        vrm_clip_destroy(clip);
        vrm_recorder_destroy(recorder);
    }
}

static void recorder_without_frames_can_be_fitted_again(void** state) {
    (void)state;
    int32_t count = 0;
    vrm_Recorder* recorder = record(GAIT_WALK, VRM_ROOT_MOTION_ROOT, &count);
    while (vrm_recorder_drop_frame(recorder)) continue;
    vrm_Pose pose = vrm_pose_rest();
    pose.hips_offset.z = 1;
    assert_int_equal(vrm_recorder_add_frame(recorder, 0.0, &pose), VRM_OK);
    assert_int_equal(vrm_recorder_retarget(recorder, NULL, NULL), VRM_OK);
    vrm_Clip* clip = clip_of(recorder, false);
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 0, &sample);
    test_close((double)sample.pose.hips_offset.z, 1, 1e-3, __FILE__, __LINE__);
    vrm_clip_destroy(clip);
    vrm_recorder_destroy(recorder);
}

/* ---- Headings ---- */

/* A figure that turns over once while it goes along `way`: about `axis`, which leans. */
static vrm_Retarget* turn_over(vrm_Vec3 axis, float lean, float heading, double seconds) {
    enum { FRAMES = 61 };
    vrm_Pose poses[FRAMES];
    double times[FRAMES];
    vrm_Quat way = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, heading);
    for (int f = 0; f < FRAMES; f++) {
        float part = (float)f / (FRAMES - 1);
        float angle = 2 * VRMI_PI * part * part * (3 - 2 * part);
        vrm_Quat over = vrmi_quat_from_axis_angle(axis, angle);
        vrm_Quat tilt = vrmi_quat_from_axis_angle((vrm_Vec3){axis.z, 0, axis.x}, lean);
        poses[f] = vrm_pose_rest();
        poses[f].rotations[VRM_BONE_HIPS] = vrmi_quat_mul(way, vrmi_quat_mul(over, tilt));
        poses[f].hips_offset = vrmi_quat_rotate(way, (vrm_Vec3){0, 0, 2 * part});
        times[f] = seconds * (double)part;
    }
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.root_motion = VRM_ROOT_MOTION_ROOT;
    def.feet = VRM_FEET_FREE;
    vrm_Retarget* r = NULL;
    assert_int_equal(vrm_retarget(poses, times, FRAMES, &def, &r), VRM_OK);
    return r;
}

/* */
static void somersaults_and_cartwheels_do_not_spin_the_root(void** state) {
    (void)state;
    static const float leans[] = {0, 0.02f, -0.02f, 0.1f, 0.3f};
    for (int i = 0; i < 60; i++) {
        vrm_Vec3 axis = i % 2 == 0 ? (vrm_Vec3){1, 0, 0} : (vrm_Vec3){0, 0, 1};
        float lean = leans[i / 2 % 5], heading = (float)(i / 10) - 2.5f;
        double seconds = i / 10 % 2 == 0 ? 2 : 6;
        vrm_Retarget* r = turn_over(axis, lean, heading, seconds);
        vrm_Quat first = vrm_retarget_root(r, 0).rotation;
        for (int32_t f = 1; f < vrm_retarget_frame_count(r); f++) {
            float turn = vrmi_quat_angle(first, vrm_retarget_root(r, f).rotation);
            if (!(turn < 0.35f))
                fail_msg("turn %d, lean %g: the root has turned by %g degrees", i, (double)lean,
                         (double)(turn * VRMI_TO_DEGREES));
        }
        vrm_retarget_destroy(r);
    }
}

/* ---- Memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    vrm_RetargetDef fit = vrm_default_retarget_def();
    vrm_ClipDef clip_def = vrm_default_clip_def();
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    Gait gait = {.kind = GAIT_TURN};
    def.allocator = clip_def.allocator = *allocator;
    fit.root_motion = VRM_ROOT_MOTION_ROOT;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    for (int32_t f = 0; f < 10 && result == VRM_OK; f++) {
        vrm_Pose pose = gait_pose(&gait, f / 3.0, (uint32_t)f);
        result = vrm_recorder_add_frame(recorder, f / 3.0, &pose);
    }
    if (result == VRM_OK) result = vrm_recorder_retarget(recorder, &fit, NULL);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, NULL, &model);
    if (result == VRM_OK) result = vrm_clip_build(model, &clip_def, &clip);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return result;
}

static void missing_memory_is_survived(void** state) {
    (void)state;
    assert_true(test_every_allocation_failing(attempt, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(root_that_moves_and_turns_takes_the_hips_with_it),
        cmocka_unit_test(scale_of_a_root_is_not_played),
        cmocka_unit_test(recording_with_root_motion_plays_as_the_one_without),
        cmocka_unit_test(frames_after_root_motion_are_played_where_they_are),
        cmocka_unit_test(recorder_without_frames_can_be_fitted_again),
        cmocka_unit_test(somersaults_and_cartwheels_do_not_spin_the_root),
        cmocka_unit_test(missing_memory_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
