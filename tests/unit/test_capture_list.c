/* SPDX-License-Identifier: MIT */
/* Inspecting motion: joints of files in which no person was recognised, joints of one name, morphs
 * and their expressions. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/memory.h"
#include "vrm/capture.h"
#include "vrm/motion.h"
#include "vrm/retarget.h"

#include <stdio.h>
#include <string.h>

/* Nobody is recognised by these names; three joints have one name, two have none that is known. */
static const char strange[] =
    "HIERARCHY\nROOT Base\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\n"
    "JOINT Part\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Part\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Part\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 10 0\n}\n}\n}\n}\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.1\n"
    "0 90 0 0 0 0 10 0 0 20 0 0 30 0 0\n0 90 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

static vrm_Result read_strange(vrm_CaptureDef* def, vrm_Capture** out) {
    return vrm_capture_read(strange, sizeof strange - 1, def, out);
}

/* R-482 */
static void joints_are_listed_when_no_person_is_recognised(void** state) {
    (void)state;
    vrm_Capture* capture = NULL;
    vrm_Report* report = NULL;
    vrm_Recorder* recorder = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    assert_int_equal(read_strange(&def, &capture), VRM_ERR_INVALID);
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    def.lists_joints = true;
    def.report = report;
    assert_int_equal(read_strange(&def, &capture), VRM_OK);
    assert_false(vrm_capture_has_person(capture));
    assert_int_equal(test_count_findings(report, "MOTION_NO_BONES"), 1);
    assert_int_equal(vrm_capture_joint_count(capture), 5); /* with the end */
    assert_string_equal(vrm_capture_joint_name(capture, 0), "Base");
    assert_string_equal(vrm_capture_joint_name(capture, 3), "Part");
    assert_int_equal(vrm_capture_joint_parent(capture, 0), -1);
    assert_int_equal(vrm_capture_joint_parent(capture, 3), 2);
    assert_int_equal(vrm_capture_joint_parent(capture, 5), -1);
    assert_int_equal(vrm_capture_joint_parent(capture, -1), -1);
    /* Nothing else can be done with it. */
    vrm_Pose pose, rest = vrm_pose_rest();
    vrm_capture_pose(capture, 0.5, &pose);
    assert_memory_equal(&pose, &rest, sizeof pose);
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    assert_int_equal(vrm_capture_record(capture, 0.0, recorder), VRM_ERR_INVALID);
    assert_int_equal(vrm_capture_record(capture, 30.0, recorder), VRM_ERR_INVALID);
    vrm_Skeleton skeleton = vrm_skeleton_of_capture(capture);
    assert_true(skeleton.positions[VRM_BONE_HIPS].y > 0.0f);
    vrm_recorder_destroy(recorder);
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
}

/* R-482 */
static void person_is_listed_as_it_is_read(void** state) {
    (void)state;
    vrm_Capture *listed = NULL, *read = NULL;
    vrm_CaptureName hips = {"Base", VRM_BONE_HIPS};
    vrm_CaptureDef def = vrm_default_capture_def();
    def.names = &hips;
    def.name_count = 1;
    assert_int_equal(read_strange(&def, &read), VRM_OK);
    def.lists_joints = true;
    assert_int_equal(read_strange(&def, &listed), VRM_OK);
    assert_true(vrm_capture_has_person(read) && vrm_capture_has_person(listed));
    vrm_Pose a, b;
    vrm_capture_pose(read, 0.0, &a);
    vrm_capture_pose(listed, 0.0, &b);
    assert_memory_equal(&a, &b, sizeof a);
    vrm_capture_destroy(listed);
    vrm_capture_destroy(read);
}

/* R-483 */
static void joints_of_one_name_are_mapped_by_their_number(void** state) {
    (void)state;
    vrm_Capture* capture = NULL;
    const vrm_CaptureName names[] = {{"Base", VRM_BONE_HIPS},
                                     {"Part", VRM_BONE_NONE},
                                     {"Part#2", VRM_BONE_CHEST},
                                     {"Part#3", VRM_BONE_HEAD},
                                     {"Part#4", VRM_BONE_NECK},
                                     {"Part#", VRM_BONE_NECK},
                                     {"Part#99999999999999999999", VRM_BONE_NECK}};
    vrm_CaptureDef def = vrm_default_capture_def();
    def.names = names;
    def.name_count = (int32_t)(sizeof names / sizeof *names);
    assert_int_equal(read_strange(&def, &capture), VRM_OK);
    const vrm_Bone bones[] = {VRM_BONE_HIPS, VRM_BONE_NONE, VRM_BONE_CHEST, VRM_BONE_HEAD};
    for (int32_t j = 0; j < 4; j++) assert_int_equal(vrm_capture_joint_bone(capture, j), bones[j]);
    vrm_capture_destroy(capture);
}

/* Writes a person with `trunk` joints between hips and neck, called Spine, Spine1, ... */
static size_t write_person(int trunk, char* out, size_t room) {
    static const char channels[] = "CHANNELS 3 Zrotation Xrotation Yrotation";
    size_t used =
        (size_t)snprintf(out, room, "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\n%s\n", channels);
    for (int i = 0; i < trunk + 2; i++) {
        char name[24] = "Spine";
        if (i > 0) snprintf(name, sizeof name, "Spine%d", i);
        const char* own = i == trunk ? "Neck" : i == trunk + 1 ? "Head" : name;
        used += (size_t)snprintf(out + used, room - used, "JOINT %s\n{\nOFFSET 0 10 0\n%s\n", own,
                                 channels);
    }
    used += (size_t)snprintf(out + used, room - used, "End Site\n{\nOFFSET 0 10 0\n}\n");
    for (int i = 0; i < trunk + 3; i++) used += (size_t)snprintf(out + used, room - used, "}\n");
    used += (size_t)snprintf(out + used, room - used, "MOTION\nFrames: 2\nFrame Time: 0.1\n");
    for (int i = 0; i < 6 * (trunk + 3); i++)
        used += (size_t)snprintf(out + used, room - used, "%d%c", i % 5,
                                 i % (3 * (trunk + 3)) == 3 * (trunk + 3) - 1 ? '\n' : ' ');
    return used;
}

/* R-485: a line that says what was recognised changes nothing, whichever others are left out. */
static void part_of_a_mapping_changes_no_other_joint(void** state) {
    (void)state;
    for (int trunk = 1; trunk <= 5; trunk++) {
        char text[4096];
        size_t size = write_person(trunk, text, sizeof text);
        vrm_Capture* without = NULL;
        assert_int_equal(vrm_capture_read(text, size, NULL, &without), VRM_OK);
        int32_t count = vrm_capture_joint_count(without);
        assert_int_equal(count, trunk + 4);
        for (unsigned chosen = 1; chosen < 1u << (trunk + 3); chosen++) {
            vrm_CaptureName names[8];
            vrm_Capture* with = NULL;
            vrm_CaptureDef def = vrm_default_capture_def();
            def.names = names;
            for (int32_t j = 0; j < trunk + 3; j++)
                if ((chosen >> j & 1) != 0 && vrm_capture_joint_bone(without, j) != VRM_BONE_NONE)
                    names[def.name_count++] = (vrm_CaptureName){vrm_capture_joint_name(without, j),
                                                                vrm_capture_joint_bone(without, j)};
            assert_int_equal(vrm_capture_read(text, size, &def, &with), VRM_OK);
            for (int32_t j = 0; j < count; j++)
                assert_int_equal(vrm_capture_joint_bone(with, j),
                                 vrm_capture_joint_bone(without, j));
            vrm_capture_destroy(with);
        }
        vrm_capture_destroy(without);
    }
}

static vrm_Result attempt_listing(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    vrm_Capture* capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    def.allocator = *allocator;
    def.lists_joints = true;
    vrm_Result result = read_strange(&def, &capture);
    vrm_capture_destroy(capture);
    return result;
}

static void listing_survives_every_allocation_failing(void** state) {
    (void)state;
    assert_true(test_every_allocation_failing(attempt_listing, NULL) > 0);
}

/* R-482 */
static void morphs_of_others_are_listed_with_their_expressions(void** state) {
    (void)state;
    skip_without_corpus();
    TestBytes bytes = corpus_read("motion-import/gene/02_laugh.vmd");
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_capture_read(bytes.data, bytes.size, NULL, &capture), VRM_OK);
    int32_t count = vrm_capture_morph_count(capture);
    assert_true(count > 0);
    for (int32_t m = 0; m < count; m++) {
        bool is_listed = false;
        assert_true(vrm_capture_morph_name(capture, m)[0] != '\0');
        for (int32_t e = 0; e < vrm_capture_expression_count(capture); e++)
            is_listed |= strcmp(vrm_capture_expression_name(capture, e),
                                vrm_capture_morph_expression(capture, m)) == 0;
        assert_true(is_listed);
    }
    assert_string_equal(vrm_capture_morph_name(capture, count), "");
    assert_string_equal(vrm_capture_morph_expression(capture, -1), "");
    vrm_capture_destroy(capture);
    test_bytes_free(&bytes);
}

/* A body without animation is no motion, but its joints can be listed. */
static void body_of_others_without_animation_is_listed(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const files[] = {"motion-import/rocketbox/Business_Male_07.fbx"};
    TestBytes bytes = corpus_read(files[0]);
    vrm_Capture* capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    def.lists_joints = true;
    assert_int_equal(vrm_capture_read(bytes.data, bytes.size, &def, &capture), VRM_OK);
    assert_true(vrm_capture_joint_count(capture) > 50);
    vrm_capture_destroy(capture);
    test_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_listed_when_no_person_is_recognised),
        cmocka_unit_test(person_is_listed_as_it_is_read),
        cmocka_unit_test(joints_of_one_name_are_mapped_by_their_number),
        cmocka_unit_test(part_of_a_mapping_changes_no_other_joint),
        cmocka_unit_test(listing_survives_every_allocation_failing),
        cmocka_unit_test(morphs_of_others_are_listed_with_their_expressions),
        cmocka_unit_test(body_of_others_without_animation_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
