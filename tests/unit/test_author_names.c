/* SPDX-License-Identifier: MIT */
/* Names that mislead: armatures that are called like bones, left and right the other way round, a
 * second person without names. */
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/figure.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/model.h"
#include "unit/author_try.h"
#include "vrm/author_avatar.h"
#include "vrm/pose.h"

#include <string.h>

static const vrm_Transform same = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f},
                                   .scale = {1.0f, 1.0f, 1.0f}};

static void check_bones(const Tried* tried, const TestBones* truth) {
    assert_true(tried->facts.is_possible);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        assert_int_equal(vrm_avatar_proposal_bone(tried->proposal, (vrm_Bone)b).node,
                         truth->nodes[b]);
}

/* ---- Armatures ---- */

/* A node above the skeleton is no bone of it, even if the exporter lists it as a joint. R-708 */
static void test_an_armature_is_no_bone(void** state) {
    (void)state;
    static const char* const names[] = {"Hips", "pelvis", "Head", "Root/Head", "LeftUpperLeg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int is_joint = 0; is_joint < 2; is_joint++) {
            vrm_Model* model = load_hero();
            TestBones truth = figure_bones(model);
            int32_t armature = vrm_model_gltf(model)->node_count;
            figure_strip(model);
            figure_move(model, same);
            figure_rename(model, armature, names[i]);
            if (is_joint == 1) figure_add_joint(model, armature);
            Tried tried = try_model(model, NULL);
            check_bones(&tried, &truth);
            tried_free(&tried);
        }
}

/* ---- Left and right ---- */

static void swap_names(vrm_Model* model, const char* part) {
    for (int32_t n = 0; n < vrm_model_gltf(model)->node_count; n++) {
        const char* name = vrm_model_gltf(model)->nodes[n].name;
        char text[64];
        if (strstr(name, part) == NULL) continue;
        if (strncmp(name, "Left", 4) == 0)
            (void)snprintf(text, sizeof text, "Right%s", name + 4);
        else if (strncmp(name, "Right", 5) == 0)
            (void)snprintf(text, sizeof text, "Left%s", name + 5);
        else
            continue;
        figure_rename(model, n, text);
    }
}

/* Toes and eyes say where the figure faces: of all bones, of arms and of eyes alone. R-709 */
static void test_swapped_sides_are_put_right(void** state) {
    (void)state;
    static const char* const parts[] = {"", "Arm", "Eye"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        vrm_Model* model = load_hero();
        TestBones truth = figure_bones(model);
        figure_strip(model);
        swap_names(model, parts[i]);
        if (strcmp(parts[i], "Arm") == 0) {
            static const char* const others[] = {"Shoulder", "Hand",   "Thumb", "Index",
                                                 "Middle",   "Little", "Ring"};
            for (size_t k = 0; k < sizeof others / sizeof *others; k++)
                swap_names(model, others[k]);
        }
        Tried tried = try_model(model, NULL);
        check_bones(&tried, &truth);
        assert_int_equal(test_count_findings(tried.report, "CREATE_SIDES_SWAPPED"), 1);
        assert_int_equal(test_count_findings(tried.report, "CREATE_TURNED"), 0);
        tried_free(&tried);
    }
}

/* A choice on the other side keeps the names, a choice on the side where the bone is does not.
 * */
static void test_a_choice_says_which_side_is_left(void** state) {
    (void)state;
    for (int keeps_names = 0; keeps_names < 2; keeps_names++) {
        vrm_Model* model = load_hero();
        TestBones truth = figure_bones(model);
        figure_strip(model);
        swap_names(model, "");
        vrm_Bone side = keeps_names == 1 ? VRM_BONE_RIGHT_UPPER_LEG : VRM_BONE_LEFT_UPPER_LEG;
        vrm_BoneChoice choice = {VRM_BONE_LEFT_UPPER_LEG, truth.nodes[side]};
        vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
        def.choices = &choice;
        def.choice_count = 1;
        Tried tried = try_model(model, &def);
        assert_true(tried.facts.is_possible);
        assert_int_equal(test_count_findings(tried.report, "CREATE_SIDES_SWAPPED"),
                         1 - keeps_names);
        int32_t arm = vrm_avatar_proposal_bone(tried.proposal, VRM_BONE_LEFT_UPPER_ARM).node;
        assert_int_equal(
            arm,
            truth.nodes[keeps_names == 1 ? VRM_BONE_RIGHT_UPPER_ARM : VRM_BONE_LEFT_UPPER_ARM]);
        tried_free(&tried);
    }
}

/* Whichever way a figure faces in the file. R-709 */
static void test_sound_sides_stay(void** state) {
    (void)state;
    for (int quarter = 0; quarter < 4; quarter++) {
        vrm_Model* model = load_hero();
        TestBones truth = figure_bones(model);
        vrm_Transform turned = same;
        figure_strip(model);
        turned.rotation = test_turn(0.0f, 1.0f, 0.0f, 90.0f * (float)quarter);
        figure_move(model, turned);
        Tried tried = try_model(model, NULL);
        check_bones(&tried, &truth);
        assert_int_equal(test_count_findings(tried.report, "CREATE_SIDES_SWAPPED"), 0);
        tried_free(&tried);
    }
}

/* Fingers stay with their hand where the arms of the file are crossed. R-709 */
static void test_crossed_arms_keep_their_sides(void** state) {
    (void)state;
    vrm_Model* model = load_hero();
    TestBones truth = figure_bones(model);
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0.0f, 1.0f, 0.0f, -70.0f);
    pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = test_turn(0.0f, 1.0f, 0.0f, 70.0f);
    pose.rotations[VRM_BONE_LEFT_LOWER_ARM] = test_turn(0.0f, 1.0f, 0.0f, -90.0f);
    pose.rotations[VRM_BONE_RIGHT_LOWER_ARM] = test_turn(0.0f, 1.0f, 0.0f, 90.0f);
    figure_rest(model, &pose);
    figure_strip(model);
    Tried tried = try_model(model, NULL);
    check_bones(&tried, &truth);
    assert_int_equal(test_count_findings(tried.report, "CREATE_SIDES_SWAPPED"), 0);
    tried_free(&tried);
}

/* ---- Two people ---- */

static void scramble_half(vrm_Model* model, bool is_second) {
    int32_t count = vrm_model_gltf(model)->node_count;
    for (int32_t n = is_second ? count / 2 : 0; n < (is_second ? count : count / 2); n++) {
        char name[16];
        (void)snprintf(name, sizeof name, "q%d", n * 7919 % 1009);
        figure_rename(model, n, name);
    }
}

/* */
static void test_two_people_are_refused_where_one_has_names(void** state) {
    (void)state;
    for (int is_second = 0; is_second < 2; is_second++) {
        vrm_Model* model = load_figure();
        figure_double(model);
        scramble_half(model, is_second == 1);
        Tried tried = try_model(model, NULL);
        assert_false(tried.facts.is_possible);
        (void)test_get_finding(tried.report, "CREATE_SEVERAL_FIGURES");
        tried_free(&tried);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_armature_is_no_bone),
        cmocka_unit_test(test_swapped_sides_are_put_right),
        cmocka_unit_test(test_a_choice_says_which_side_is_left),
        cmocka_unit_test(test_sound_sides_stay),
        cmocka_unit_test(test_crossed_arms_keep_their_sides),
        cmocka_unit_test(test_two_people_are_refused_where_one_has_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
