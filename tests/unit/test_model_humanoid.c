/* SPDX-License-Identifier: MIT */
/* Which node is which bone, in every dialect, and which way the avatar looks. */
#include "support/check.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

#define BONES1 "/extensions/VRMC_vrm/humanoid/humanBones"
#define BONES0 "/extensions/VRM/humanoid/humanBones"

/* */
static void all_55_names_are_known_and_lead_back(void** state) {
    (void)state;
    assert_int_equal(VRM_BONE_COUNT, 55);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        const char* name = vrm_bone_name((vrm_Bone)bone);
        assert_non_null(name);
        assert_int_equal(vrm_bone_by_name(name), bone);
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)bone);
        assert_true(parent < bone); /* parents first */
        assert_true((parent == VRM_BONE_NONE) == (bone == VRM_BONE_HIPS));
    }
    assert_null(vrm_bone_name(VRM_BONE_NONE));
    assert_null(vrm_bone_name(VRM_BONE_COUNT));
    assert_int_equal(vrm_bone_by_name("tail"), VRM_BONE_NONE);
    assert_int_equal(vrm_bone_by_name("Hips"), VRM_BONE_NONE);
    assert_int_equal(vrm_bone_parent(VRM_BONE_RIGHT_LITTLE_DISTAL),
                     VRM_BONE_RIGHT_LITTLE_INTERMEDIATE);
    assert_int_equal(vrm_bone_parent(VRM_BONE_LEFT_THUMB_METACARPAL), VRM_BONE_LEFT_HAND);
    assert_int_equal(vrm_bone_parent(VRM_BONE_LEFT_SHOULDER), VRM_BONE_UPPER_CHEST);
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        assert_true(vrm_model_bone(test.model, (vrm_Bone)bone) >= 0);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_NONE), -1);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_COUNT), -1);
    test_model_free(&test);
}

/* */
static void other_keys_are_reported(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " BONES1 "/tail {'node':0}\n"
                                                     "set " BONES1 "/Hips {'node':0}");
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    test_expect_codes(&test, "HUMANOID_BONE_UNKNOWN HUMANOID_BONE_UNKNOWN");
    test_expect_among(&test, "HUMANOID_BONE_UNKNOWN", BONES1 "/tail");
    test_model_free(&test);
}

/* */
static void fifteen_bones_are_required(void** state) {
    (void)state;
    int required = 0;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        required += vrm_bone_is_required((vrm_Bone)bone);
    assert_int_equal(required, 15);
    assert_true(vrm_bone_is_required(VRM_BONE_SPINE));
    assert_false(vrm_bone_is_required(VRM_BONE_CHEST));
    assert_false(vrm_bone_is_required(VRM_BONE_NONE));
    static const vrm_Dialect dialects[] = {VRM_DIALECT_DRAFT, VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (int i = 0; i < 3; i++) {
        TestModel test = test_model_scene(dialects[i], "set " BONES1 " {}");
        assert_int_equal(vrm_model_bone_count(test.model), 0);
        assert_int_equal(vrm_report_count(test.report), 15);
        for (int32_t f = 0; f < 15; f++) {
            assert_string_equal(vrm_report_get(test.report, f).code, "HUMANOID_BONE_MISSING");
            assert_int_equal(vrm_report_get(test.report, f).severity, VRM_ERROR);
            assert_string_equal(vrm_report_get(test.report, f).pointer, BONES1);
        }
        test_model_free(&test);
    }
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove " BONES1 "/leftFoot");
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_LEFT_FOOT), -1);
    assert_int_equal(vrm_model_bone_count(test.model), 54);
    test_expect(&test, "HUMANOID_BONE_MISSING", BONES1);
    assert_non_null(strstr(vrm_report_get(test.report, 0).message, "leftFoot"));
    test_model_free(&test);
}

/* */
static void chest_and_neck_of_0_may_be_missing_with_a_warning(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "remove " BONES0 "/3\nremove " BONES0 "/2\n"
                                                     "remove " BONES0 "/2");
    /* upperChest (3), chest (2), then neck, which has moved to 2. */
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_NECK), -1);
    test_expect_codes(&test, "HUMANOID_CHEST_OR_NECK_MISSING HUMANOID_CHEST_OR_NECK_MISSING");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove " BONES0 "/1"); /* spine */
    test_expect(&test, "HUMANOID_BONE_MISSING", BONES0);
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_ERROR);
    test_model_free(&test);
}

/* */
static void list_of_0_is_read_and_the_first_of_duplicates_wins(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_0, "insert " BONES0 "/- {'bone':'hips','node':88}");
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HIPS), 1);
    test_expect(&test, "HUMANOID_BONE_DUPLICATED", BONES0 "/55");
    test_model_free(&test);
}

/* */
static void entry_of_0_without_node_is_ignored(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set " BONES0 "/8/node -1\ninsert " BONES0
                                                     "/0 {'bone':'hips','node':-1}\n"
                                                     "insert " BONES0 "/0 {'bone':'hips'}");
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_JAW), -1);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HIPS), 1);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void bones_of_0_are_compared_ignoring_case(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set " BONES0 "/0/bone 'Hips'\n"
                                                     "set " BONES0 "/8/bone 'hind leg'");
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HIPS), 1);
    test_expect(&test, "HUMANOID_BONE_UNKNOWN", BONES0 "/8/bone");
    test_model_free(&test);
}

/* */
static void object_of_the_draft_is_read(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_DRAFT, NULL);
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HEAD), 6);
    test_model_free(&test);
}

/* */
static void node_with_two_bones_keeps_the_first(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " BONES1 "/jaw/node 6");
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HEAD), 6);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_JAW), -1);
    test_expect(&test, "HUMANOID_NODE_SHARED", BONES1 "/jaw");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " BONES0 "/8/node 6");
    test_expect(&test, "HUMANOID_NODE_SHARED", BONES0 "/8");
    test_model_free(&test);
}

/* */
static void bone_with_a_wrong_node_is_left_out_alone(void** state) {
    (void)state;
    static const char* const values[] = {"89",   "-1",  "4294967296", "9223372036854775808",
                                         "1e99", "1.5", "'6'",        "null"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char edit[100];
        snprintf(edit, sizeof edit, "set " BONES1 "/jaw/node %s", values[i]);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(vrm_model_bone(test.model, VRM_BONE_JAW), -1);
        assert_int_equal(vrm_model_bone_count(test.model), 54);
        test_expect(&test, i < 5 ? "HUMANOID_NODE_INVALID" : "TYPE_MISMATCH", BONES1 "/jaw/node");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " BONES1 "/jaw {}");
    test_expect(&test, "UNDEFINED_PROPERTY", BONES1 "/jaw");
    test_model_free(&test);
}

/* */
static void bone_outside_its_parent_is_reported(void** state) {
    (void)state;
    /* Twist and sleeve nodes, hair and clothes stand between and beside the bones already; now the
     * left foot hangs on the right lower leg. */
    static const char moved_foot[] = "set /nodes/12/children []\ninsert /nodes/13/children/- 14";
    TestModel plain = test_model_scene(VRM_DIALECT_1, NULL);
    test_expect_codes(&plain, "");
    test_model_free(&plain);
    TestModel test = test_model_scene(VRM_DIALECT_1, moved_foot);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_LEFT_FOOT), 14);
    test_expect(&test, "HUMANOID_NOT_DESCENDANT", BONES1 "/leftFoot");
    assert_non_null(strstr(vrm_report_get(test.report, 0).message, "leftLowerLeg"));
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, moved_foot);
    test_expect_among(&test, "HUMANOID_NOT_DESCENDANT", BONES0 "/11");
    test_model_free(&test);
}

/* a node of its own between neck and head. */
static void other_nodes_may_stand_between_bones(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "insert /nodes/- {'children':[6]}\n"
                                                     "set /nodes/5/children [89]");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void bone_without_the_parent_it_needs_is_reported_and_kept(void** state) {
    (void)state;
    static const struct {
        const char *removed, *reported;
        vrm_Bone bone;
    } cases[] = {
        {"chest", "upperChest", VRM_BONE_UPPER_CHEST},
        {"leftThumbMetacarpal", "leftThumbProximal", VRM_BONE_LEFT_THUMB_PROXIMAL},
        {"rightThumbProximal", "rightThumbDistal", VRM_BONE_RIGHT_THUMB_DISTAL},
        {"leftIndexProximal", "leftIndexIntermediate", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
        {"leftIndexIntermediate", "leftIndexDistal", VRM_BONE_LEFT_INDEX_DISTAL},
        {"rightMiddleProximal", "rightMiddleIntermediate", VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE},
        {"rightMiddleIntermediate", "rightMiddleDistal", VRM_BONE_RIGHT_MIDDLE_DISTAL},
        {"leftRingProximal", "leftRingIntermediate", VRM_BONE_LEFT_RING_INTERMEDIATE},
        {"leftRingIntermediate", "leftRingDistal", VRM_BONE_LEFT_RING_DISTAL},
        {"rightLittleProximal", "rightLittleIntermediate", VRM_BONE_RIGHT_LITTLE_INTERMEDIATE},
        {"rightLittleIntermediate", "rightLittleDistal", VRM_BONE_RIGHT_LITTLE_DISTAL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[100], pointer[100];
        snprintf(edit, sizeof edit, "remove " BONES1 "/%s", cases[i].removed);
        snprintf(pointer, sizeof pointer, BONES1 "/%s", cases[i].reported);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_true(vrm_model_bone(test.model, cases[i].bone) >= 0);
        test_expect(&test, "HUMANOID_PARENT_BONE_MISSING", pointer);
        assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
        test_model_free(&test);
    }
}

/* */
static void neck_head_shoulders_and_arms_may_skip_a_missing_parent(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "remove " BONES1 "/upperChest\nremove " BONES1 "/chest\n"
                                        "remove " BONES1 "/neck\nremove " BONES1 "/leftShoulder\n"
                                        "remove " BONES1 "/rightShoulder");
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove " BONES1 "/upperChest");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void old_thumb_names_are_renamed_at_once(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT};
    TestModel named = test_model_scene(VRM_DIALECT_1, NULL);
    for (int i = 0; i < 2; i++) { /* the same skeleton under old names */
        TestModel test = test_model_scene(dialects[i], NULL);
        for (int bone = VRM_BONE_LEFT_THUMB_METACARPAL; bone <= VRM_BONE_LEFT_THUMB_DISTAL; bone++)
            assert_int_equal(vrm_model_bone(test.model, (vrm_Bone)bone),
                             vrm_model_bone(named.model, (vrm_Bone)bone));
        test_model_free(&test);
    }
    test_model_free(&named);
    TestModel beta = test_model_scene(
        VRM_DIALECT_BETA,
        "remove " BONES1 "/leftThumbMetacarpal\nset " BONES1 "/leftThumbProximal {'node':26}\n"
        "set " BONES1 "/leftThumbIntermediate {'node':28}\n"
        "remove " BONES1 "/rightThumbMetacarpal\nset " BONES1 "/rightThumbProximal {'node':27}\n"
        "set " BONES1 "/rightThumbIntermediate {'node':29}");
    assert_int_equal(vrm_model_bone(beta.model, VRM_BONE_LEFT_THUMB_METACARPAL), 26);
    assert_int_equal(vrm_model_bone(beta.model, VRM_BONE_LEFT_THUMB_PROXIMAL), 28);
    assert_int_equal(vrm_model_bone(beta.model, VRM_BONE_LEFT_THUMB_DISTAL), 30);
    assert_int_equal(vrm_model_bone(beta.model, VRM_BONE_RIGHT_THUMB_METACARPAL), 27);
    test_expect_codes(&beta, "");
    test_model_free(&beta);
}

/* */
static void thumb_intermediate_in_1_means_old_names(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1,
        "remove " BONES1 "/leftThumbMetacarpal\nset " BONES1 "/leftThumbProximal {'node':26}\n"
        "set " BONES1 "/leftThumbIntermediate {'node':28}\n"
        "remove " BONES1 "/rightThumbMetacarpal\nremove " BONES1 "/rightThumbProximal\n"
        "remove " BONES1 "/rightThumbDistal");
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_LEFT_THUMB_METACARPAL), 26);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_LEFT_THUMB_PROXIMAL), 28);
    test_expect(&test, "HUMANOID_OLD_THUMB_NAMES", BONES1 "/leftThumbIntermediate");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_INFO);
    test_model_free(&test);
}

/* */
static void tails_of_the_draft_are_no_bones_and_stay_in_the_file(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_DRAFT, "set " BONES1 "/headTail {'node':87}\n"
                                            "set " BONES1 "/leftIndexTail {'node':36}");
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    test_expect_codes(&test, "");
    size_t size;
    assert_int_equal(vrm_model_save_size(test.model, &size), VRM_OK);
    char* saved = test_malloc(size);
    assert_int_equal(vrm_model_save(test.model, saved, size), VRM_OK);
    TestModel again = test_model_bytes(saved, size, NULL);
    assert_int_not_equal(vrm_json_at(vrm_model_gltf(again.model)->json, BONES1 "/headTail/node"),
                         VRM_JSON_MISSING);
    test_free(saved);
    test_model_free(&again);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " BONES1 "/headTail {'node':87}");
    test_expect(&test, "HUMANOID_BONE_UNKNOWN", BONES1 "/headTail");
    test_model_free(&test);
}

static void missing_humanoid_is_an_error_that_loads(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove /extensions/VRMC_vrm/humanoid");
    test_expect(&test, "HUMANOID_MISSING", "/extensions/VRMC_vrm");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove " BONES0);
    test_expect(&test, "HUMANOID_MISSING", "/extensions/VRM/humanoid");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " BONES0 " {}");
    test_expect(&test, "TYPE_MISMATCH", BONES0);
    test_model_free(&test);
}

/* */
static void facing_follows_the_dialect_and_in_the_draft_the_bones(void** state) {
    (void)state;
    static const struct {
        vrm_Dialect dialect;
        const char* edits;
        int32_t facing;
    } cases[] = {
        {VRM_DIALECT_0, NULL, -1},
        {VRM_DIALECT_BETA, NULL, 1},
        {VRM_DIALECT_1, NULL, 1},
        {VRM_DIALECT_DRAFT, NULL, -1}, /* the scene's draft is built as its table says */
        /* Left and right exchanged: now the left hand is at +X. */
        {VRM_DIALECT_DRAFT, "set " BONES1 "/leftHand/node 25\nset " BONES1 "/rightHand/node 24", 1},
        /* Without hands the arms decide, without arms the legs. */
        {VRM_DIALECT_DRAFT,
         "remove " BONES1 "/leftHand\nset " BONES1 "/leftUpperArm/node 21\n"
         "set " BONES1 "/rightUpperArm/node 20",
         1},
        {VRM_DIALECT_DRAFT,
         "remove " BONES1 "/leftHand\nremove " BONES1 "/leftUpperArm\n"
         "set " BONES1 "/leftUpperLeg/node 11\nset " BONES1 "/rightUpperLeg/node 10",
         1},
        /* Without all three the table counts. */
        {VRM_DIALECT_DRAFT, "set " BONES1 " {}", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestModel test = test_model_scene(cases[i].dialect, cases[i].edits);
        assert_int_equal(vrm_model_facing(test.model), cases[i].facing);
        test_model_free(&test);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_55_names_are_known_and_lead_back),
        cmocka_unit_test(other_keys_are_reported),
        cmocka_unit_test(fifteen_bones_are_required),
        cmocka_unit_test(chest_and_neck_of_0_may_be_missing_with_a_warning),
        cmocka_unit_test(list_of_0_is_read_and_the_first_of_duplicates_wins),
        cmocka_unit_test(entry_of_0_without_node_is_ignored),
        cmocka_unit_test(bones_of_0_are_compared_ignoring_case),
        cmocka_unit_test(object_of_the_draft_is_read),
        cmocka_unit_test(node_with_two_bones_keeps_the_first),
        cmocka_unit_test(bone_with_a_wrong_node_is_left_out_alone),
        cmocka_unit_test(bone_outside_its_parent_is_reported),
        cmocka_unit_test(other_nodes_may_stand_between_bones),
        cmocka_unit_test(bone_without_the_parent_it_needs_is_reported_and_kept),
        cmocka_unit_test(neck_head_shoulders_and_arms_may_skip_a_missing_parent),
        cmocka_unit_test(old_thumb_names_are_renamed_at_once),
        cmocka_unit_test(thumb_intermediate_in_1_means_old_names),
        cmocka_unit_test(tails_of_the_draft_are_no_bones_and_stay_in_the_file),
        cmocka_unit_test(missing_humanoid_is_an_error_that_loads),
        cmocka_unit_test(facing_follows_the_dialect_and_in_the_draft_the_bones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
