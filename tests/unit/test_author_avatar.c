/* SPDX-License-Identifier: MIT */
/* A figure becomes an avatar: choices, face, gaze and units, what is refused and why.
 * test_author_figures.c measures how well bones are found. */
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/figure.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/model.h"
#include "unit/author_try.h"
#include "vrm/author_avatar.h"
#include "vrm/diff.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/pose.h"
#include "vrm/rig.h"
#include "vrm/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is refused ---- */

static void check_refused(vrm_Model* model, const char* code) {
    Tried tried = try_model(model, NULL);
    assert_false(tried.facts.is_possible);
    (void)test_get_finding(tried.report, code);
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_ERR_INVALID);
    tried_free(&tried);
}

static vrm_Model* load_json(const char* json) {
    TestBytes bytes = test_gltf(json);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    test_bytes_free(&bytes);
    return model;
}

/* R-583 */
static void test_a_chair_is_refused(void** state) {
    (void)state;
    check_refused(load_json("{'asset':{'version':'2.0'}}"), "CREATE_NO_FIGURE");
    check_refused(load_json("{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],"
                            "'nodes':[{'name':'chair','children':[1,2,3,4,5]},"
                            "{'name':'leg front left','translation':[0.2,0,0.2]},"
                            "{'name':'leg front right','translation':[-0.2,0,0.2]},"
                            "{'name':'leg back left','translation':[0.2,0,-0.2]},"
                            "{'name':'leg back right','translation':[-0.2,0,-0.2]},"
                            "{'name':'back','translation':[0,0.5,-0.2]}]}"),
                  "CREATE_NO_FIGURE");
}

/* A person on hands and feet has the legs of an animal; one who lies on the back is told to stand.
 * R-583 */
static void test_four_legs_are_refused(void** state) {
    (void)state;
    for (int is_lying = 0; is_lying < 2; is_lying++) {
        vrm_Model* model = load_hero();
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_SPINE] = test_turn(1.0f, 0.0f, 0.0f, 90.0f);
        pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0.0f, 1.0f, 0.0f, -90.0f);
        pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = test_turn(0.0f, 1.0f, 0.0f, 90.0f);
        figure_rest(model, &pose);
        figure_strip(model);
        if (is_lying == 1) figure_scramble(model);
        Tried tried = try_model(model, NULL);
        assert_false(tried.facts.is_possible);
        if (is_lying == 0) (void)test_get_finding(tried.report, "CREATE_NOT_UPRIGHT");
        tried_free(&tried);
    }
}

/* R-583 */
static void test_animals_of_the_corpus_are_refused(void** state) {
    (void)state;
    skip_without_corpus();
    TestBytes bytes = corpus_read("gltf/khronos/Fox/glTF-Binary/Fox.glb");
    Tried tried = try_model(test_load(bytes.data, bytes.size), NULL);
    assert_false(tried.facts.is_possible);
    (void)test_get_finding(tried.report, "CREATE_NOT_UPRIGHT");
    tried_free(&tried);
    test_bytes_free(&bytes);
}

/* Which of them is said by a bone; without names, too. R-583 */
static void test_two_people_are_refused(void** state) {
    (void)state;
    for (int is_scrambled = 0; is_scrambled < 2; is_scrambled++) {
        vrm_Model* model = load_figure();
        int32_t count = vrm_model_gltf(model)->node_count;
        figure_double(model);
        if (is_scrambled == 1) figure_scramble(model);
        Tried tried = try_model(model, NULL);
        assert_false(tried.facts.is_possible);
        if (is_scrambled == 0) {
            (void)test_get_finding(tried.report, "CREATE_SEVERAL_FIGURES");
            int32_t hips = vrm_avatar_proposal_bone(tried.proposal, VRM_BONE_HIPS).node;
            vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
            vrm_BoneChoice choice = {VRM_BONE_HIPS, hips < count ? hips + count : hips - count};
            def.choices = &choice;
            def.choice_count = 1;
            vrm_AvatarProposal* second = NULL;
            assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &second), VRM_OK);
            assert_true(vrm_avatar_proposal_facts(second).is_possible);
            for (int b = 0; b < VRM_BONE_COUNT; b++) {
                int32_t node = vrm_avatar_proposal_bone(second, (vrm_Bone)b).node;
                assert_true(node < 0 || (node < count) == (choice.node < count));
            }
            vrm_avatar_proposal_destroy(second);
        }
        tried_free(&tried);
    }
}

static void test_an_avatar_is_refused(void** state) {
    (void)state;
    check_refused(load_hero(), "CREATE_ALREADY");
}

/* Bones without a mesh are no figure. */
static void test_a_skeleton_is_refused(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    for (int32_t n = 0; n < gltf->node_count; n++) {
        char pointer[64];
        (void)snprintf(pointer, sizeof pointer, "/nodes/%d/mesh", n);
        assert_int_equal(vrm_edit_remove(edit, pointer), VRM_OK);
        (void)snprintf(pointer, sizeof pointer, "/nodes/%d/skin", n);
        assert_int_equal(vrm_edit_remove(edit, pointer), VRM_OK);
    }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    check_refused(model, "CREATE_NOTHING_MOVES");
}

/* ---- Choices ---- */

/* The finding names the bones that are missing; a choice brings each. R-584 */
static void test_a_bone_that_is_missing_is_chosen(void** state) {
    (void)state;
    vrm_Model* model = load_hero();
    TestBones truth = figure_bones(model);
    figure_strip(model);
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_BoneChoice none = {VRM_BONE_HEAD, -1};
    def.choices = &none;
    def.choice_count = 1;
    Tried tried = try_model(model, &def);
    assert_false(tried.facts.is_possible);
    assert_int_equal(tried.facts.missing_count, 1);
    vrm_Finding finding = test_get_finding(tried.report, "CREATE_BONES_MISSING");
    assert_non_null(strstr(finding.message, "Not found: head."));
    vrm_avatar_proposal_destroy(tried.proposal);
    vrm_BoneChoice head = {VRM_BONE_HEAD, truth.nodes[VRM_BONE_HEAD]};
    def.choices = &head;
    assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &tried.proposal), VRM_OK);
    assert_true(vrm_avatar_proposal_facts(tried.proposal).is_possible);
    vrm_ProposedBone bone = vrm_avatar_proposal_bone(tried.proposal, VRM_BONE_HEAD);
    assert_int_equal(bone.finding, VRM_BONE_FOUND_BY_CHOICE);
    assert_int_equal(bone.node, head.node);
    assert_float_equal(bone.confidence, 1.0f, 0.0f);
    tried_free(&tried);
}

/* A choice that contradicts the tree is told, and nothing is written. */
static void test_a_wrong_choice_is_told(void** state) {
    (void)state;
    vrm_Model* model = load_hero();
    TestBones truth = figure_bones(model);
    figure_strip(model);
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_BoneChoice choice = {VRM_BONE_HEAD, truth.nodes[VRM_BONE_LEFT_FOOT]};
    def.choices = &choice;
    def.choice_count = 1;
    Tried tried = try_model(model, &def);
    assert_false(tried.facts.is_possible);
    assert_true(vrm_report_count(tried.report) > 0);
    tried_free(&tried);
}

/* Names put eyes beside the head, or where their meshes have their origin: the avatar does without
 * them. */
static void test_eyes_outside_the_head_are_left_out(void** state) {
    (void)state;
    for (int is_far = 0; is_far < 2; is_far++) {
        vrm_Model* model = load_hero();
        TestBones truth = figure_bones(model);
        int32_t eye = truth.nodes[VRM_BONE_LEFT_EYE], other = truth.nodes[VRM_BONE_RIGHT_EYE];
        char pointer[64];
        figure_strip(model);
        vrm_Edit* edit = NULL;
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        if (is_far == 1) {
            (void)snprintf(pointer, sizeof pointer, "/nodes/%d/translation", eye);
            assert_int_equal(vrm_edit_set(edit, pointer, "[0,-1.2,0]", 10), VRM_OK);
        } else {
            (void)snprintf(pointer, sizeof pointer, "/nodes/%d/name", eye);
            assert_int_equal(vrm_edit_set(edit, pointer, "\"eye mesh\"", 10), VRM_OK);
            assert_int_equal(vrm_edit_add(edit, "nodes", "{\"name\":\"LeftEye\"}", 18, &other),
                             VRM_OK);
            (void)snprintf(pointer, sizeof pointer, "%d", other);
            assert_int_equal(vrm_edit_set(edit, "/scenes/0/nodes/-", pointer, strlen(pointer)),
                             VRM_OK);
        }
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        Tried tried = try_model(model, NULL);
        assert_true(tried.facts.is_possible);
        assert_int_equal(vrm_avatar_proposal_bone(tried.proposal, VRM_BONE_LEFT_EYE).node, -1);
        assert_false(tried.facts.has_look_at);
        tried_free(&tried);
    }
}

/* Rigify names neck and head as vertebrae, with the eyes and hair below them; a leg of three joints
 * in numbers is found by its shape. */
static void test_numbered_joints(void** state) {
    (void)state;
    static const struct {
        vrm_Bone bone;
        const char *rigify, *numbered;
    } names[] = {
        {VRM_BONE_HIPS, "DEF-spine", "torso_joint_1"},
        {VRM_BONE_SPINE, "DEF-spine.001", "torso_joint_2"},
        {VRM_BONE_CHEST, "DEF-spine.002", "torso_joint_3"},
        {VRM_BONE_UPPER_CHEST, "DEF-spine.003", "torso_joint_4"},
        {VRM_BONE_NECK, "DEF-spine.004", "neck_joint_1"},
        {VRM_BONE_HEAD, "DEF-spine.005", "neck_joint_2"},
        {VRM_BONE_LEFT_EYE, "DEF-eye.L", "e1"},
        {VRM_BONE_RIGHT_EYE, "DEF-eye.R", "e2"},
        {VRM_BONE_LEFT_UPPER_LEG, "DEF-thigh.L", "leg_joint_L_1"},
        {VRM_BONE_LEFT_LOWER_LEG, "DEF-shin.L", "leg_joint_L_2"},
        {VRM_BONE_LEFT_FOOT, "DEF-foot.L", "leg_joint_L_3"},
        {VRM_BONE_RIGHT_UPPER_LEG, "DEF-thigh.R", "leg_joint_R_1"},
        {VRM_BONE_RIGHT_LOWER_LEG, "DEF-shin.R", "leg_joint_R_2"},
        {VRM_BONE_RIGHT_FOOT, "DEF-foot.R", "leg_joint_R_3"},
        {VRM_BONE_LEFT_UPPER_ARM, "DEF-upper_arm.L", "arm_joint_L_1"},
        {VRM_BONE_LEFT_LOWER_ARM, "DEF-forearm.L", "arm_joint_L_2"},
        {VRM_BONE_LEFT_HAND, "DEF-hand.L", "arm_joint_L_3"},
        {VRM_BONE_RIGHT_UPPER_ARM, "DEF-upper_arm.R", "arm_joint_R_1"},
        {VRM_BONE_RIGHT_LOWER_ARM, "DEF-forearm.R", "arm_joint_R_2"},
        {VRM_BONE_RIGHT_HAND, "DEF-hand.R", "arm_joint_R_3"},
    };
    for (int scheme = 0; scheme < 2; scheme++) {
        vrm_Model* model = load_hero();
        TestBones truth = figure_bones(model);
        figure_strip(model);
        figure_scramble(model);
        vrm_Edit* edit = NULL;
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            char pointer[64], text[64];
            (void)snprintf(pointer, sizeof pointer, "/nodes/%d/name", truth.nodes[names[i].bone]);
            int size = snprintf(text, sizeof text, "\"%s\"",
                                scheme == 0 ? names[i].rigify : names[i].numbered);
            assert_int_equal(vrm_edit_set(edit, pointer, text, (size_t)size), VRM_OK);
        }
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        Tried tried = try_model(model, NULL);
        assert_true(tried.facts.is_possible);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            int32_t node = vrm_avatar_proposal_bone(tried.proposal, names[i].bone).node;
            bool is_optional = !vrm_bone_is_required(names[i].bone);
            assert_true(node == truth.nodes[names[i].bone] || (is_optional && node < 0));
        }
        tried_free(&tried);
    }
}

static void test_a_figure_of_the_corpus_with_numbered_joints(void** state) {
    (void)state;
    skip_without_corpus();
    TestBytes bytes = corpus_read("gltf/khronos/RiggedFigure/glTF-Binary/RiggedFigure.glb");
    Tried tried = try_model(test_load(bytes.data, bytes.size), NULL);
    assert_true(tried.facts.is_possible);
    assert_int_equal(tried.facts.bone_count, 18);
    tried_free(&tried);
    test_bytes_free(&bytes);
}

/* A VRM animation is a skeleton without a mesh. */
static void test_an_animation_is_refused(void** state) {
    (void)state;
    SceneBytes bytes = scene_hero_clip();
    check_refused(test_load(bytes.data, bytes.size), "CREATE_NOTHING_MOVES");
    scene_bytes_free(&bytes);
}

static void test_choices_are_checked(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    int32_t count = vrm_model_gltf(model)->node_count;
    const vrm_BoneChoice bad[][2] = {
        {{VRM_BONE_HEAD, count}, {VRM_BONE_NECK, -1}}, {{VRM_BONE_HEAD, -2}, {VRM_BONE_NECK, -1}},
        {{VRM_BONE_COUNT, 1}, {VRM_BONE_NECK, -1}},    {{VRM_BONE_NONE, 1}, {VRM_BONE_NECK, -1}},
        {{VRM_BONE_HEAD, 1}, {VRM_BONE_NECK, 1}},      {{VRM_BONE_HEAD, 1}, {VRM_BONE_HEAD, 2}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
        vrm_AvatarProposal* proposal = NULL;
        def.choices = bad[i];
        def.choice_count = 2;
        assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &proposal),
                         VRM_ERR_ARGUMENT);
        assert_null(proposal);
    }
    const float metres[] = {-1.0f, NAN, INFINITY, 1e7f};
    for (size_t i = 0; i < sizeof metres / sizeof *metres; i++) {
        vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
        vrm_AvatarProposal* proposal = NULL;
        def.metres = metres[i];
        assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &proposal),
                         VRM_ERR_ARGUMENT);
    }
    vrm_AvatarProposal* proposal = NULL;
    vrm_AvatarProposalDef def = {0};
    assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &proposal), VRM_ERR_DEF);
    vrm_avatar_proposal_destroy(NULL);
    vrm_model_destroy(model);
}

/* ---- Face ---- */

static bool has_expression(const vrm_Model* model, const char* name, int32_t least_binds) {
    int32_t count, index = vrm_model_expression(model, name);
    const vrm_Expression* all = vrm_model_expressions(model, &count);
    return index >= 0 && all[index].morph_bind_count >= least_binds;
}

/* Names of morph targets of several programs, and what is made of each. */
typedef struct FaceCase {
    const char* targets; /* names, in the order of the mesh */
    const char* expressions;
    bool looks; /* by expression, where there are no eye bones */
} FaceCase;

static const FaceCase faces[] = {
    {"'Fcl_ALL_Joy','Fcl_MTH_A','Fcl_EYE_Close','Fcl_BRW_Angry'", "happy aa blink", false},
    {"'\xe3\x81\x82','\xe3\x81\xbe\xe3\x81\xb0\xe3\x81\x9f\xe3\x81\x8d',"
     "'\xe3\x82\xa6\xe3\x82\xa3\xe3\x83\xb3\xe3\x82\xaf','\xe7\xac\x91\xe3\x81\x84'",
     "aa blink", false},
    {"'viseme_aa','viseme_E','viseme_O','viseme_sil'", "aa oh", false},
    {"'jawOpen','eyeBlinkLeft','eyeBlinkRight','mouthSmileLeft','mouthSmileRight'",
     "aa happy blink blinkLeft blinkRight jawOpen eyeBlinkLeft mouthSmileRight", false},
    {"'eyeLookUpLeft','eyeLookUpRight','eyeLookDownLeft','eyeLookDownRight','eyeLookOutLeft',"
     "'eyeLookInRight','eyeLookInLeft','eyeLookOutRight'",
     "lookUp lookDown lookLeft lookRight", true},
    {"'Key 1','muscle','collar'", "", false},
};

static void check_words(const vrm_Model* model, const char* words) {
    char copy[256], *rest = copy;
    (void)snprintf(copy, sizeof copy, "%s", words);
    for (char* word = strtok(rest, " "); word != NULL; word = strtok(NULL, " ")) {
        if (!has_expression(model, word, 1)) print_error("no expression %s\n", word);
        assert_true(has_expression(model, word, 1));
    }
}

/* The mesh with the most morph targets gets other names for its first ones. */
static void rename_targets(vrm_Model* model, const char* names) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t face = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        if (gltf->meshes[m].target_count > gltf->meshes[face].target_count) face = m;
    vrm_Edit* edit = NULL;
    char pointer[64], list[1024] = "[";
    size_t used = 1, count = 1;
    for (const char* c = names; *c != '\0'; c++) {
        count += *c == ',';
        list[used++] = *c == '\'' ? '"' : *c;
    }
    for (; count < (size_t)gltf->meshes[face].target_count; count++)
        used += (size_t)snprintf(list + used, sizeof list - used, ",\"other%d\"", (int)count);
    (void)snprintf(list + used, sizeof list - used, "]");
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        (void)snprintf(pointer, sizeof pointer, "/meshes/%d/extras/targetNames", m);
        assert_int_equal(vrm_edit_remove(edit, pointer), VRM_OK);
    }
    (void)snprintf(pointer, sizeof pointer, "/meshes/%d/extras/targetNames", face);
    assert_int_equal(vrm_edit_set(edit, pointer, list, strlen(list)), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

/* R-585 */
static void test_expressions_come_from_names(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        vrm_Model* model = load_figure();
        vrm_BoneChoice eyes[] = {{VRM_BONE_LEFT_EYE, -1}, {VRM_BONE_RIGHT_EYE, -1}};
        vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
        def.choices = eyes;
        def.choice_count = 2;
        rename_targets(model, faces[i].targets);
        Tried tried = try_model(model, &def);
        int32_t count;
        (void)vrm_avatar_proposal_expressions(tried.proposal, &count);
        assert_int_equal(count, tried.facts.expression_count);
        assert_int_equal(count == 0, faces[i].expressions[0] == '\0');
        assert_int_equal(tried.facts.has_look_at, faces[i].looks);
        assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
        check_words(model, faces[i].expressions);
        if (faces[i].looks)
            assert_int_equal(vrm_model_look_at(model)->type, VRM_LOOK_AT_EXPRESSION);
        tried_free(&tried);
    }
}

/* Eye bones look; the eyes are where the gaze begins. R-585 */
static void test_gaze_comes_from_eye_bones(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    Tried tried = try_model(model, NULL);
    assert_true(tried.facts.has_look_at);
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
    const vrm_LookAt* look = vrm_model_look_at(model);
    assert_int_equal(look->type, VRM_LOOK_AT_BONE);
    assert_true(look->offset_from_head.y > 0.0f && look->offset_from_head.y < 0.2f);
    tried_free(&tried);
}

/* ---- Pose, size, meta ---- */

static float t_pose_error(const vrm_Model* model) {
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    float error = vrm_rig_t_pose_error(rig, NULL);
    vrm_rig_destroy(rig);
    return error;
}

/* R-586 */
static void test_units_are_guessed_or_stated(void** state) {
    (void)state;
    vrm_Model* hero = load_hero();
    float usual = t_pose_error(hero);
    vrm_model_destroy(hero);
    const float scales[] = {100.0f, 0.01f, 39.370079f, 1.0f};
    for (size_t i = 0; i < (TEST_IS_SANITIZED ? 1 : sizeof scales / sizeof *scales); i++)
        for (int is_stated = 0; is_stated < 2; is_stated++) {
            vrm_Model* model = load_figure();
            vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
            figure_move(model, (vrm_Transform){.rotation = {0.0f, 0.0f, 0.0f, 1.0f},
                                               .scale = {scales[i], scales[i], scales[i]}});
            if (is_stated == 1) def.metres = 2.0f / scales[i];
            Tried tried = try_model(model, &def);
            assert_true(tried.facts.is_possible);
            float wanted = (is_stated == 1 ? 2.0f : 1.0f) / scales[i];
            assert_float_equal(tried.facts.metres / wanted, 1.0f, 1e-3f);
            assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
            assert_float_equal(t_pose_error(model), usual, 0.01f);
            tried_free(&tried);
        }
}

/* A vertex that an exporter left far away, at rest and in the T-pose. R-710 */
static void test_stray_vertices_do_not_change_the_size(void** state) {
    (void)state;
    const vrm_Vec3 places[] = {{0.0f, 1000.0f, 0.0f}, {0.0f, -3.0f, 0.0f}, {0.0f, 1e30f, 0.0f}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        vrm_Model* model = load_figure();
        figure_stray(model, places[i]);
        Tried tried = try_model(model, NULL);
        assert_true(tried.facts.is_possible);
        assert_float_equal(tried.facts.height, 1.51f, 0.02f);
        assert_float_equal(tried.facts.metres, 1.0f, 0.0f);
        assert_false(tried.facts.turns);
        tried_free(&tried);
    }
}

/* A pose that is kept changes no rotation. */
static void test_a_pose_is_kept(void** state) {
    (void)state;
    vrm_Model* model = load_hero();
    vrm_Pose pose = vrm_pose_rest();
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0.0f, 0.0f, 1.0f, -45.0f);
    pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = test_turn(0.0f, 0.0f, 1.0f, 45.0f);
    figure_rest(model, &pose);
    figure_strip(model);
    Tried tried = try_model(model, NULL);
    assert_true(tried.facts.makes_t_pose);
    assert_float_equal(tried.facts.arms_off_degrees, 45.0f, 0.5f);
    (void)test_get_finding(tried.report, "CREATE_T_POSE");
    vrm_avatar_proposal_destroy(tried.proposal);
    def.keeps_pose = true;
    assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &tried.proposal), VRM_OK);
    assert_false(vrm_avatar_proposal_facts(tried.proposal).makes_t_pose);
    tried_free(&tried);
}

static void make(Tried* tried) {
    assert_int_equal(vrm_avatar_proposal_apply(tried->proposal, tried->model, NULL, NULL), VRM_OK);
}

/* The lowest joint of the feet at rest. */
static float lowest_toes(const vrm_Model* model) {
    TestBones bones = figure_bones(model);
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    float left = vrm_rig_rest_model(rig, bones.nodes[VRM_BONE_LEFT_TOES]).translation.y;
    float right = vrm_rig_rest_model(rig, bones.nodes[VRM_BONE_RIGHT_TOES]).translation.y;
    vrm_rig_destroy(rig);
    return fminf(left, right);
}

static vrm_Model* load_legs(float thigh, float knee, vrm_Transform root) {
    vrm_Model* model = load_hero();
    vrm_Pose pose = vrm_pose_rest();
    for (int side = 0; side < 2; side++) {
        vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        vrm_Bone lower = side == 0 ? VRM_BONE_LEFT_LOWER_LEG : VRM_BONE_RIGHT_LOWER_LEG;
        pose.rotations[upper] = test_turn(1.0f, 0.0f, 0.0f, thigh);
        pose.rotations[lower] = test_turn(1.0f, 0.0f, 0.0f, knee);
    }
    figure_rest(model, &pose);
    figure_strip(model);
    figure_move(model, root);
    return model;
}

/* Legs that were bent become straight: the ground is where the feet are then, whether the figure
 * sat on it, hung above it, or stood on the floor with bent knees. R-702 */
static void test_whoever_sat_stands_on_the_ground(void** state) {
    (void)state;
    const struct {
        float thigh, knee, rise, scale;
    } sitting[] = {{-80.0f, 80.0f, 0.0f, 1.0f},   {-60.0f, 0.0f, 0.0f, 1.0f},
                   {-60.0f, 100.0f, -0.2f, 1.0f}, {-80.0f, 80.0f, 50.0f, 100.0f},
                   {-20.0f, 40.0f, 3.0f, 1.0f},   {0.0f, 0.0f, 0.0f, 1.0f}};
    vrm_Model* hero = load_hero();
    float usual = lowest_toes(hero);
    vrm_model_destroy(hero);
    for (size_t i = 0; i < (TEST_IS_SANITIZED ? 1 : sizeof sitting / sizeof *sitting); i++) {
        float scale = sitting[i].scale;
        vrm_Transform root = {.translation = {0.0f, sitting[i].rise, 0.0f},
                              .rotation = {0.0f, 0.0f, 0.0f, 1.0f},
                              .scale = {scale, scale, scale}};
        Tried tried = try_model(load_legs(sitting[i].thigh, sitting[i].knee, root), NULL);
        assert_true(tried.facts.is_possible);
        assert_float_equal(tried.facts.height, 1.51f, 0.02f);
        make(&tried);
        assert_float_equal(lowest_toes(tried.model), usual, 0.02f); /* by the pitch of the foot */
        tried_free(&tried);
    }
}

/* R-707 */
static void test_a_trunk_that_leans_is_reported(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        vrm_Model* model = load_figure();
        float degrees = i == 0 ? 30.0f : 0.0f;
        figure_move(model, (vrm_Transform){.rotation = test_turn(0.0f, 0.0f, 1.0f, degrees),
                                           .scale = {1.0f, 1.0f, 1.0f}});
        Tried tried = try_model(model, NULL);
        assert_true(tried.facts.is_possible);
        assert_int_equal(test_count_findings(tried.report, "CREATE_LEANS"), i == 0 ? 1 : 0);
        tried_free(&tried);
    }
}

/* Turned legs, too. R-702 */
static void test_turned_legs_stay_on_the_ground(void** state) {
    (void)state;
    const vrm_BoneTurn turns[] = {{VRM_BONE_LEFT_UPPER_LEG, {0.0f, 0.0f, 30.0f}},
                                  {VRM_BONE_RIGHT_UPPER_LEG, {0.0f, 0.0f, -30.0f}}};
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_Model* hero = load_hero();
    float usual = lowest_toes(hero);
    vrm_model_destroy(hero);
    def.bone_turns = turns;
    def.bone_turn_count = 2;
    Tried tried = try_model(load_figure(), &def);
    make(&tried);
    assert_float_equal(lowest_toes(tried.model), usual,
                       0.05f); /* the edge of the sole, not the toes */
    tried_free(&tried);
}

/* Where a pose, on top of the rest pose, takes the nodes of an avatar. */
static vrm_Affine* posed_worlds(const vrm_Model* model, const vrm_Pose* pose) {
    int32_t count = vrm_model_gltf(model)->node_count;
    vrm_Affine* worlds = malloc((size_t)count * sizeof *worlds);
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId avatar = vrm_sim_add(sim, rig);
    assert_true(vrm_avatar_set_pose(sim, avatar, pose));
    vrm_sim_step(sim, 0.0f);
    memcpy(worlds, vrm_avatar_worlds(sim, avatar), (size_t)count * sizeof *worlds);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return worlds;
}

static vrm_Model* load_a_pose(void) {
    vrm_Model* model = load_hero();
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0.0f, 0.0f, 1.0f, -45.0f);
    pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = test_turn(0.0f, 0.0f, 1.0f, 45.0f);
    figure_rest(model, &pose);
    figure_strip(model);
    figure_move(model, (vrm_Transform){.rotation = test_turn(0.0f, 1.0f, 0.0f, 50.0f),
                                       .scale = {100.0f, 100.0f, 100.0f}});
    return model;
}

/* The rest pose with turns is the pose of these rotations on the avatar without turns. R-651 */
static void test_turned_bones_correct_the_t_pose(void** state) {
    (void)state;
    const vrm_BoneTurn turns[] = {
        {VRM_BONE_LEFT_UPPER_ARM, {5.0f, -10.0f, 20.0f}},
        {VRM_BONE_LEFT_LOWER_ARM, {0.0f, 30.0f, 0.0f}},
        {VRM_BONE_SPINE, {8.0f, 0.0f, 0.0f}},
    };
    for (int keeps_pose = 0; keeps_pose < 2; keeps_pose++) {
        vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
        def.keeps_pose = keeps_pose == 1;
        Tried plain = try_model(load_a_pose(), &def);
        def.bone_turns = turns;
        def.bone_turn_count = sizeof turns / sizeof *turns;
        Tried turned = try_model(load_a_pose(), &def);
        assert_int_equal(turned.facts.makes_t_pose, keeps_pose == 0);
        vrm_Pose pose = vrm_pose_rest(), rest = pose;
        for (int32_t i = 0; i < def.bone_turn_count; i++)
            pose.rotations[turns[i].bone] =
                vrm_pose_turn(turns[i].degrees.y, turns[i].degrees.x, turns[i].degrees.z);
        make(&plain);
        make(&turned);
        vrm_Affine* wanted = posed_worlds(plain.model, &pose);
        vrm_Affine* worlds = posed_worlds(turned.model, &rest);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            int32_t node = vrm_avatar_proposal_bone(turned.proposal, (vrm_Bone)b).node;
            for (int k = 0; node >= 0 && k < 3; k++) {
                const vrm_Vec4 *left = &worlds[node].rows[k], *right = &wanted[node].rows[k];
                assert_float_equal(left->x, right->x, 2e-3f);
                assert_float_equal(left->y, right->y, 2e-3f);
                assert_float_equal(left->z, right->z, 2e-3f);
                assert_float_equal(left->w, right->w, 1e-3f); /* metres */
            }
        }
        free(worlds);
        free(wanted);
        tried_free(&turned);
        tried_free(&plain);
    }
}

/* What is shown before an avatar is made is its rest pose. R-651 */
static void test_posed_nodes_are_those_of_the_avatar(void** state) {
    (void)state;
    const vrm_BoneTurn turn = {VRM_BONE_RIGHT_UPPER_ARM, {0.0f, 0.0f, -15.0f}};
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    int32_t count;
    def.bone_turns = &turn;
    def.bone_turn_count = 1;
    def.metres = 1.0f; /* scales are baked otherwise */
    Tried tried = try_model(load_a_pose(), &def);
    const vrm_PosedNode* nodes = vrm_avatar_proposal_nodes(tried.proposal, &count);
    assert_true(count >= 2);
    make(&tried);
    for (int32_t i = 0; i < count; i++) {
        vrm_Quat made = vrm_model_gltf(tried.model)->nodes[nodes[i].node].rest.rotation;
        assert_true(test_angle(made, nodes[i].local.rotation) < 1e-3f);
    }
    tried_free(&tried);
}

static void test_turns_are_checked(void** state) {
    (void)state;
    const vrm_BoneTurn wrong[][2] = {
        {{VRM_BONE_NONE, {.x = 0.0f}}, {VRM_BONE_HEAD, {.x = 0.0f}}},
        {{VRM_BONE_COUNT, {.x = 0.0f}}, {VRM_BONE_HEAD, {.x = 0.0f}}},
        {{VRM_BONE_HEAD, {.x = 0.0f}}, {VRM_BONE_HEAD, {.x = 0.0f}}},
        {{VRM_BONE_HEAD, {0.0f, NAN, 0.0f}}, {VRM_BONE_NECK, {.x = 0.0f}}},
        {{VRM_BONE_HEAD, {0.0f, 0.0f, INFINITY}}, {VRM_BONE_NECK, {.x = 0.0f}}},
    };
    vrm_Model* model = load_figure();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
        vrm_AvatarProposal* proposal = NULL;
        def.bone_turns = wrong[i];
        def.bone_turn_count = 2;
        assert_int_equal(vrm_avatar_proposal_create(model, &def, NULL, &proposal),
                         VRM_ERR_ARGUMENT);
        assert_null(proposal);
    }
    vrm_model_destroy(model);
}

static void set_rotation(vrm_Edit* edit, int32_t node, vrm_Quat turn) {
    char pointer[64], json[128];
    (void)snprintf(pointer, sizeof pointer, "/nodes/%d/rotation", node);
    (void)snprintf(json, sizeof json, "[%.9g,%.9g,%.9g,%.9g]", (double)turn.x, (double)turn.y,
                   (double)turn.z, (double)turn.w);
    assert_int_equal(vrm_edit_set(edit, pointer, json, strlen(json)), VRM_OK);
}

/* Nodes with rotations, in a file whose mesh was bound in the T-pose: what is told is how they
 * stand, and only the arms get new rotations. R-662 */
static void test_a_figure_is_told_as_it_stands(void** state) {
    (void)state;
    vrm_Model* model = load_hero();
    TestBones bones = figure_bones(model);
    int32_t root = vrm_model_gltf(model)->nodes[bones.nodes[VRM_BONE_HIPS]].parent;
    vrm_Edit* edit = NULL;
    float usual = t_pose_error(model);
    figure_strip(model);
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    set_rotation(edit, root, test_turn(0.0f, 1.0f, 0.0f, 50.0f));
    set_rotation(edit, bones.nodes[VRM_BONE_LEFT_UPPER_ARM], test_turn(0.0f, 0.0f, 1.0f, -55.0f));
    set_rotation(edit, bones.nodes[VRM_BONE_RIGHT_UPPER_ARM], test_turn(0.0f, 0.0f, 1.0f, 55.0f));
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    Tried tried = try_model(model, NULL);
    assert_true(tried.facts.is_possible);
    assert_float_equal(tried.facts.arms_off_degrees, 55.0f, 1.0f);
    assert_float_equal(tried.facts.turn_degrees, 50.0f, 1.0f);
    vrm_Finding finding = test_get_finding(tried.report, "CREATE_T_POSE");
    assert_non_null(strstr(finding.message, " 2 nodes got new rotations"));
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
    assert_float_equal(t_pose_error(model), usual, 0.01f);
    tried_free(&tried);
}

/* What is written is what the facts say, in a file whose meshes and materials stay. R-586 */
static void test_only_the_avatar_is_added(void** state) {
    (void)state;
    vrm_Model *before = load_figure(), *after = load_figure();
    vrm_Diff* diff = NULL;
    vrm_Meta meta = vrm_default_meta();
    const char* const authors[] = {"A", "B"};
    meta.name = "Nomen";
    meta.authors = authors;
    meta.author_count = 2;
    Tried tried = try_model(after, NULL);
    assert_false(tried.facts.makes_t_pose);
    assert_false(tried.facts.turns);
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, after, &meta, NULL), VRM_OK);
    assert_int_equal(vrm_diff_create(before, after, NULL, &diff), VRM_OK);
    for (int32_t i = 0; i < vrm_diff_count(diff); i++) {
        vrm_DiffPart part = vrm_diff_get(diff, i).part;
        bool is_meant = part == VRM_DIFF_META || part == VRM_DIFF_HUMANOID ||
                        part == VRM_DIFF_EXPRESSIONS || part == VRM_DIFF_LOOK_AT ||
                        part == VRM_DIFF_FIRST_PERSON;
        if (!is_meant) print_error("%s\n", vrm_diff_part_name(part));
        assert_true(is_meant);
    }
    assert_string_equal(vrm_model_meta(after)->name, "Nomen");
    assert_int_equal(vrm_model_meta(after)->author_count, 2);
    vrm_diff_destroy(diff);
    vrm_model_destroy(before);
    tried_free(&tried);
}

/* Nothing is granted that nobody granted, and 0.x says the same. */
static void test_meta_grants_nothing(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    Tried tried = try_model(model, NULL);
    vrm_MigrateDef def = vrm_default_migrate_def();
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
    const vrm_Meta* meta = vrm_model_meta(model);
    assert_string_equal(meta->name, "untitled");
    assert_string_equal(meta->authors[0], "unknown");
    assert_string_equal(meta->license_url, "https://vrm.dev/licenses/1.0/");
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_AUTHOR);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_NON_PROFIT);
    assert_int_equal(meta->modification, VRM_MODIFICATION_PROHIBITED);
    assert_false(meta->allow_redistribution);
    assert_false(meta->allow_excessively_violent_usage || meta->allow_excessively_sexual_usage);
    def.to = VRM_DIALECT_0;
    assert_int_equal(vrm_migrate(model, &def, NULL), VRM_OK);
    assert_int_equal(vrm_model_dialect(model), VRM_DIALECT_0);
    tried_free(&tried);
}

static void test_texts(void** state) {
    (void)state;
    for (int i = 0; i < VRM_BONE_FINDING_COUNT; i++)
        assert_non_null(vrm_bone_finding_text((vrm_BoneFinding)i));
    assert_null(vrm_bone_finding_text(VRM_BONE_FINDING_COUNT));
    assert_null(vrm_bone_finding_text((vrm_BoneFinding)-1));
    vrm_Model* model = load_figure();
    Tried tried = try_model(model, NULL);
    assert_int_equal(vrm_avatar_proposal_bone(tried.proposal, VRM_BONE_NONE).node, -1);
    assert_int_equal(vrm_avatar_proposal_bone(tried.proposal, VRM_BONE_COUNT).node, -1);
    vrm_Model* other = load_figure();
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, other, NULL, NULL),
                     VRM_ERR_ARGUMENT);
    vrm_model_destroy(other);
    tried_free(&tried);
}

/* ---- Memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_AvatarProposal* proposal = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_avatar_proposal_create(ctx, &def, NULL, &proposal);
    assert_int_equal(result == VRM_OK, proposal != NULL);
    vrm_avatar_proposal_destroy(proposal);
    return result;
}

static vrm_Result attempt_all(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_AvatarProposal* proposal = NULL;
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    def.allocator = *allocator;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_avatar_proposal_create(model, &def, NULL, &proposal);
    if (result == VRM_OK) result = vrm_avatar_proposal_apply(proposal, model, NULL, NULL);
    vrm_avatar_proposal_destroy(proposal);
    vrm_model_destroy(model);
    return result;
}

static void test_memory_runs_out(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.node_count = def.chain_count = def.center_chain_count = def.constraint_count = 0;
    def.has_fingers = false;
    def.sides = 4;
    vrm_Model* model = test_scene_model(def);
    figure_strip(model);
    figure_move(model, (vrm_Transform){.rotation = test_turn(0.0f, 1.0f, 0.0f, 90.0f),
                                       .scale = {100.0f, 100.0f, 100.0f}});
    assert_true(test_every_allocation_failing(attempt, model) > 0);
    TestBytes bytes = test_save(model);
    assert_true(test_every_allocation_failing(attempt_all, &bytes) > 0);
    test_bytes_free(&bytes);
    vrm_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_chair_is_refused),
        cmocka_unit_test(test_four_legs_are_refused),
        cmocka_unit_test(test_animals_of_the_corpus_are_refused),
        cmocka_unit_test(test_two_people_are_refused),
        cmocka_unit_test(test_an_avatar_is_refused),
        cmocka_unit_test(test_a_skeleton_is_refused),
        cmocka_unit_test(test_a_bone_that_is_missing_is_chosen),
        cmocka_unit_test(test_a_wrong_choice_is_told),
        cmocka_unit_test(test_eyes_outside_the_head_are_left_out),
        cmocka_unit_test(test_numbered_joints),
        cmocka_unit_test(test_a_figure_of_the_corpus_with_numbered_joints),
        cmocka_unit_test(test_an_animation_is_refused),
        cmocka_unit_test(test_choices_are_checked),
        cmocka_unit_test(test_expressions_come_from_names),
        cmocka_unit_test(test_gaze_comes_from_eye_bones),
        cmocka_unit_test(test_units_are_guessed_or_stated),
        cmocka_unit_test(test_stray_vertices_do_not_change_the_size),
        cmocka_unit_test(test_a_pose_is_kept),
        cmocka_unit_test(test_whoever_sat_stands_on_the_ground),
        cmocka_unit_test(test_turned_legs_stay_on_the_ground),
        cmocka_unit_test(test_a_trunk_that_leans_is_reported),
        cmocka_unit_test(test_turned_bones_correct_the_t_pose),
        cmocka_unit_test(test_posed_nodes_are_those_of_the_avatar),
        cmocka_unit_test(test_turns_are_checked),
        cmocka_unit_test(test_a_figure_is_told_as_it_stands),
        cmocka_unit_test(test_only_the_avatar_is_added),
        cmocka_unit_test(test_meta_grants_nothing),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
