/* SPDX-License-Identifier: MIT */
/* Animations of skeletons in glTF: bind poses, takes, names that share an ending, bad files. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/person_bones.h"
#include "support/skeleton_glb.h"
#include "vrm/capture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A person ---- */

enum { JOINTS = 19, FRAMES = 3 };

static const struct {
    const char* name;
    int parent;
    float x, y, z; /* metres */
} body[JOINTS] = {{"Hips", -1, 0, 0.95f, 0},
                  {"Spine", 0, 0, 0.1f, 0},
                  {"Chest", 1, 0, 0.15f, 0},
                  {"Neck", 2, 0, 0.2f, 0},
                  {"Head", 3, 0, 0.1f, 0},
                  {"LeftShoulder", 2, 0.03f, 0.15f, 0},
                  {"LeftArm", 5, 0.12f, 0, 0},
                  {"LeftForeArm", 6, 0.25f, 0, 0},
                  {"LeftHand", 7, 0.25f, 0, 0},
                  {"RightShoulder", 2, -0.03f, 0.15f, 0},
                  {"RightArm", 9, -0.12f, 0, 0},
                  {"RightForeArm", 10, -0.25f, 0, 0},
                  {"RightHand", 11, -0.25f, 0, 0},
                  {"LeftUpLeg", 0, 0.09f, -0.05f, 0},
                  {"LeftLeg", 13, 0, -0.42f, 0},
                  {"LeftFoot", 14, 0, -0.4f, 0},
                  {"RightUpLeg", 0, -0.09f, -0.05f, 0},
                  {"RightLeg", 16, 0, -0.42f, 0},
                  {"RightFoot", 17, 0, -0.4f, 0}};

/* What turns in which frame. */
static vrm_Quat turn_of(int joint, int frame) {
    if (joint == 6) return test_turn(0, 0, 1, -20.0f * (float)frame);
    if (joint == 10) return test_turn(0, 0, 1, 25.0f * (float)frame);
    if (joint == 4) return test_turn(0, 1, 0, 15.0f * (float)frame);
    if (joint == 13) return test_turn(1, 0, 0, -10.0f * (float)frame);
    return vrmi_quat_identity();
}

static void sample(const void* reader, double frame, vrm_Transform* out) {
    const vrmi_CaptureJoint* joints = reader;
    for (int j = 0; j < JOINTS; j++) {
        out[j] = joints[j].rest;
        out[j].rotation = vrmi_quat_mul(out[j].rotation, turn_of(j, (int)frame));
    }
    out[0].translation.z += 0.1f * (float)frame;
}

static vrmi_Capture person(vrmi_CaptureJoint joints[JOINTS]) {
    for (int j = 0; j < JOINTS; j++) {
        joints[j] = (vrmi_CaptureJoint){.name = body[j].name,
                                        .parent = body[j].parent,
                                        .rest = vrmi_transform_identity(),
                                        .has_position = j == 0};
        joints[j].rest.translation = (vrm_Vec3){body[j].x, body[j].y, body[j].z};
    }
    return (vrmi_Capture){.joints = joints,
                          .joint_count = JOINTS,
                          .frame_count = FRAMES,
                          .frame_time = 0.5,
                          .sample = sample,
                          .reader = joints};
}

static TestBytes write_person(const TestSkeletonDef* def) {
    vrmi_CaptureJoint joints[JOINTS];
    vrmi_Capture capture = person(joints);
    return test_skeleton_glb(&capture, def);
}

static vrm_Capture* read_person(const TestSkeletonDef* def, const char* take, vrm_Report* report) {
    TestBytes glb = write_person(def);
    vrm_CaptureDef reading = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    reading.report = report;
    reading.take = take;
    assert_int_equal(vrm_capture_read(glb.data, glb.size, &reading, &capture), VRM_OK);
    test_bytes_free(&glb);
    return capture;
}

static void check_poses(const vrm_Capture* capture) {
    static const struct {
        int joint;
        vrm_Bone bone;
    } bones[] = {{6, VRM_BONE_LEFT_UPPER_ARM}, {10, VRM_BONE_RIGHT_UPPER_ARM},
                 {4, VRM_BONE_HEAD},           {13, VRM_BONE_LEFT_UPPER_LEG},
                 {7, VRM_BONE_LEFT_LOWER_ARM}, {0, VRM_BONE_HIPS},
                 {15, VRM_BONE_LEFT_FOOT},     {2, VRM_BONE_CHEST}};
    for (int f = 0; f < FRAMES; f++) {
        vrm_Pose pose;
        vrm_capture_pose(capture, f * 0.5 / vrm_capture_frame_time(capture), &pose);
        for (size_t i = 0; i < sizeof bones / sizeof *bones; i++)
            assert_true(test_angle(pose.rotations[bones[i].bone], turn_of(bones[i].joint, f)) <
                        0.001f);
        assert_float_equal(pose.hips_offset.z, 0.1f * (float)f, 1e-4);
        assert_float_equal(pose.hips_offset.y, 0, 1e-4);
    }
}

static void skeleton_of_gltf_is_read_by_its_names(void** state) {
    (void)state;
    TestSkeletonDef def = {0};
    vrm_Capture* capture = read_person(&def, NULL, NULL);
    assert_string_equal(vrm_capture_format(capture), "glTF");
    assert_int_equal(vrm_capture_take_count(capture), 1);
    assert_int_equal(vrm_capture_joint_count(capture), JOINTS + 1);
    assert_float_equal(vrm_capture_metres(capture), 1, 0);
    assert_float_equal(vrm_capture_hips_height(capture), 0.95,
                       1e-5); /* of the ground, not of ankles */
    check_poses(capture);
    vrm_capture_destroy(capture);
}

/* Files of 24 frames a second are common: at 60 a second the corners at their keys would be cut. */
static void frames_hit_the_keys_of_the_file(void** state) {
    (void)state;
    static const double rates[] = {24, 25, 30, 48, 60};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        vrmi_CaptureJoint joints[JOINTS];
        vrmi_Capture figure = person(joints);
        TestSkeletonDef def = {0};
        figure.frame_time = 1 / rates[i];
        TestBytes glb = test_skeleton_glb(&figure, &def);
        vrm_Capture* capture = NULL;
        assert_int_equal(vrm_capture_read(glb.data, glb.size, NULL, &capture), VRM_OK);
        double frame = figure.frame_time / vrm_capture_frame_time(capture);
        if (fabs(frame - round(frame)) > 1e-4)
            fail_msg("at %g a second there are %g frames from key to key", rates[i], frame);
        vrm_capture_destroy(capture);
        test_bytes_free(&glb);
    }
}

/* A node above has centimetres, and the file rests in its last frame: the skin knows better. */
static void bind_pose_is_preferred_to_a_posed_rest(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    TestSkeletonDef def = {.scale = 0.01f, .has_skin = true, .rests_in_motion = true};
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Capture* capture = read_person(&def, NULL, report);
    assert_int_equal(test_count_findings(report, "MOTION_REST_FROM_BIND"), 1);
    assert_int_equal(test_count_findings(report, "MOTION_REST_CORRECTED"), 0);
    check_poses(capture);
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
}

/* Whatever its nodes are called. It rests in the T-pose, so that nothing is corrected. */
static void bones_of_an_avatar_are_those_of_its_humanoid(void** state) {
    (void)state;
    vrmi_CaptureJoint joints[JOINTS];
    vrmi_Capture figure = person(joints);
    TestSkeletonDef def = {.is_avatar = true, .has_skin = true};
    vrm_Capture* capture = NULL;
    for (int j = 0; j < JOINTS; j++) {
        joints[j].has_bone = true;
        joints[j].bone = person_bones[j];
    }
    TestBytes glb = test_skeleton_glb(&figure, &def);
    assert_int_equal(vrm_capture_read(glb.data, glb.size, NULL, &capture), VRM_OK);
    assert_int_equal(vrm_capture_joint_bone(capture, 0), VRM_BONE_NONE); /* the armature */
    assert_string_equal(vrm_capture_joint_name(capture, 1), "node");
    check_poses(capture);
    vrm_capture_destroy(capture);
    test_bytes_free(&glb);
}

/* Without a skin nothing else says what is neutral: the frame that stands best. */
static void rest_that_is_a_frame_is_replaced_by_one_that_stands(void** state) {
    (void)state;
    vrmi_CaptureJoint joints[JOINTS];
    vrmi_Capture person_capture = person(joints);
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    vrm_CaptureDef reading = vrm_default_capture_def();
    vrm_Pose pose;
    TestSkeletonDef def = {.rests_in_motion = true, .is_reversed = true};
    TestBytes glb = test_skeleton_glb(&person_capture, &def);
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    reading.report = report;
    assert_int_equal(vrm_capture_read(glb.data, glb.size, &reading, &capture), VRM_OK);
    assert_int_equal(test_count_findings(report, "MOTION_REST_FROM_MOTION"), 1);
    for (int f = 0; f < FRAMES; f++) { /* the last frame is the T-pose */
        vrm_capture_pose(capture, f * 0.5 / vrm_capture_frame_time(capture), &pose);
        assert_true(test_angle(pose.rotations[VRM_BONE_LEFT_UPPER_ARM],
                               turn_of(6, FRAMES - 1 - f)) < 0.01f);
        assert_true(test_angle(pose.rotations[VRM_BONE_HEAD], turn_of(4, FRAMES - 1 - f)) < 0.01f);
    }
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
    test_bytes_free(&glb);
}

static void takes_are_chosen_by_name(void** state) {
    (void)state;
    static const char* const takes[] = {"Still", "Walk", "Run"};
    vrm_Report* report = NULL;
    TestSkeletonDef def = {.takes = takes, .take_count = 3};
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Capture* capture = read_person(&def, NULL, report);
    assert_int_equal(vrm_capture_take_count(capture), 3);
    assert_int_equal(vrm_capture_take(capture), 1); /* the first that moves */
    assert_string_equal(vrm_capture_take_name(capture, 2), "Run");
    assert_string_equal(vrm_capture_take_name(capture, 3), "");
    assert_non_null(strstr(test_get_finding(report, "MOTION_TAKES_LEFT").message, "\"Run\""));
    vrm_capture_destroy(capture);
    capture = read_person(&def, "Run", NULL);
    assert_int_equal(vrm_capture_take(capture), 2);
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
}

static void take_that_is_not_there_is_refused_with_those_that_are(void** state) {
    (void)state;
    static const char* const takes[] = {"Still", "Walk"};
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    TestSkeletonDef def = {.takes = takes, .take_count = 2};
    TestBytes glb = write_person(&def);
    vrm_CaptureDef reading = vrm_default_capture_def();
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    reading.report = report;
    reading.take = "Fly";
    assert_int_equal(vrm_capture_read(glb.data, glb.size, &reading, &capture), VRM_ERR_INVALID);
    assert_null(capture);
    assert_non_null(
        strstr(test_get_finding(report, "MOTION_TAKE_UNKNOWN").message, "\"Still\", \"Walk\""));
    vrm_report_destroy(report);
    test_bytes_free(&glb);
}

static void takes_are_chosen_by_number_where_names_do_not_tell_them_apart(void** state) {
    (void)state;
    static const char* const takes[] = {"Still", "Walk", "Walk", "", "#2"};
    vrm_Report* report = NULL;
    vrm_CaptureDef reading = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    TestSkeletonDef def = {.takes = takes, .take_count = 5};
    TestBytes bytes = write_person(&def);
    static const struct {
        const char* take;
        int32_t index; /* -1: none */
    } cases[] = {{"Walk", 1}, {"#3", 2},  {"#4", 3}, {"#5", 4},   {"#2", 4},
                 {"#0", -1},  {"#6", -1}, {"#", -1}, {"#2x", -1}, {"#99999999999999999999", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading.take = cases[i].take;
        vrm_Result result = vrm_capture_read(bytes.data, bytes.size, &reading, &capture);
        assert_int_equal(result == VRM_OK, cases[i].index >= 0);
        if (result == VRM_OK) assert_int_equal(vrm_capture_take(capture), cases[i].index);
        vrm_capture_destroy(capture);
    }
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    reading.take = NULL;
    reading.report = report;
    assert_int_equal(vrm_capture_read(bytes.data, bytes.size, &reading, &capture), VRM_OK);
    assert_non_null(strstr(test_get_finding(report, "MOTION_TAKES_LEFT").message,
                           "not \"Still\", \"Walk\" (#3), \"\" (#4), \"#2\"."));
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
    test_bytes_free(&bytes);
}

static void endings_that_most_names_share_do_not_matter(void** state) {
    (void)state;
    static const char* const endings[] = {"_bind", "_Armature", "_017"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        TestSkeletonDef def = {.ending = endings[i]};
        vrm_Capture* capture = read_person(&def, NULL, NULL);
        check_poses(capture);
        assert_non_null(strstr(vrm_capture_joint_name(capture, 1), endings[i]));
        vrm_capture_destroy(capture);
    }
}

static void files_without_a_person_or_motion_are_refused(void** state) {
    (void)state;
    static const struct {
        const char *json, *code;
    } files[] = {
        {"{'asset':{'version':'2.0'},'nodes':[{'name':'Hips'}]}", "MOTION_NO_ANIMATION"},
        {"{'asset':{'version':'2.0'},'nodes':[{'name':'Box'}],'animations':[{'samplers':[],"
         "'channels':[]}]}",
         "MOTION_NO_BONES"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        TestBytes text = test_gltf(files[i].json);
        vrm_Report* report = NULL;
        vrm_Capture* capture = NULL;
        vrm_CaptureDef def = vrm_default_capture_def();
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        def.report = report;
        assert_int_equal(vrm_capture_read(text.data, text.size, &def, &capture), VRM_ERR_INVALID);
        assert_int_equal(test_count_findings(report, files[i].code), 1);
        vrm_report_destroy(report);
        test_bytes_free(&text);
    }
}

static vrm_Result read_all(const vrm_Allocator* allocator, void* ctx) {
    const TestBytes* glb = ctx;
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_capture_read(glb->data, glb->size, &def, &capture);
    vrm_capture_destroy(capture);
    return result;
}

static void reading_survives_every_failing_allocation(void** state) {
    (void)state;
    TestSkeletonDef def = {.has_skin = true, .ending = "_bind"};
    TestBytes glb = write_person(&def);
    assert_true(test_every_allocation_failing(read_all, &glb) >= 8);
    test_bytes_free(&glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skeleton_of_gltf_is_read_by_its_names),
        cmocka_unit_test(frames_hit_the_keys_of_the_file),
        cmocka_unit_test(bind_pose_is_preferred_to_a_posed_rest),
        cmocka_unit_test(bones_of_an_avatar_are_those_of_its_humanoid),
        cmocka_unit_test(rest_that_is_a_frame_is_replaced_by_one_that_stands),
        cmocka_unit_test(takes_are_chosen_by_name),
        cmocka_unit_test(takes_are_chosen_by_number_where_names_do_not_tell_them_apart),
        cmocka_unit_test(take_that_is_not_there_is_refused_with_those_that_are),
        cmocka_unit_test(endings_that_most_names_share_do_not_matter),
        cmocka_unit_test(files_without_a_person_or_motion_are_refused),
        cmocka_unit_test(reading_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
