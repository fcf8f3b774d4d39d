/* SPDX-License-Identifier: MIT */
/* Paths that must agree about a pose, on random avatars: nodes above the hips and between bones,
 * rest rotations and scales, missing bones, 0.x and 1.0, both facings of 0.x, roots, and hosts that
 * turn nodes, bones or both. VRM_RANDOM_POSES asks for more avatars than the usual. */
#include "base/maths.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/maths.h"
#include "vrm/clip.h"
#include "vrm/record.h"

#include <stdlib.h>
#include <string.h>

static int how_many(void) {
    const char* text = getenv("VRM_RANDOM_POSES");
    return text == NULL ? 300 : atoi(text);
}

/* ---- Random avatars ---- */

static vrm_Quat roll_turn(Dice* dice, float degrees) {
    vrm_Vec3 axis = {roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, 0.1f, 1)};
    return test_turn(axis.x, axis.y, axis.z, roll(dice, -degrees, degrees));
}

static vrm_Vec3 roll_point(Dice* dice, float most) {
    return (vrm_Vec3){roll(dice, -most, most), roll(dice, -most, most), roll(dice, -most, most)};
}

/* Mostly none, often uniform, sometimes not. */
static vrm_Vec3 roll_scale(Dice* dice) {
    int kind = roll_int(dice, 6);
    if (kind > 1) return (vrm_Vec3){1, 1, 1};
    float s = roll(dice, 0.5f, 2.0f);
    if (kind == 1) return (vrm_Vec3){s, s, s};
    return (vrm_Vec3){s, roll(dice, 0.5f, 2.0f), roll(dice, 0.5f, 2.0f)};
}

static vrm_Transform roll_transform(Dice* dice) {
    return (vrm_Transform){roll_point(dice, 0.5f), roll_turn(dice, 180), roll_scale(dice)};
}

/* A node that is no bone, between `node` and its parent. */
static void put_between(TestAvatar* avatar, int32_t node) {
    int32_t made = test_avatar_add(avatar, avatar->nodes[node].parent, (vrm_Vec3){0, 0, 0});
    avatar->nodes[node].parent = made;
}

static TestAvatar roll_avatar(Dice* dice) {
    static const int32_t optional[] = {TEST_CHEST,         TEST_UPPER_CHEST,    TEST_NECK,
                                       TEST_LEFT_SHOULDER, TEST_RIGHT_SHOULDER, TEST_LEFT_EYE,
                                       TEST_RIGHT_EYE};
    TestAvatar avatar = test_avatar(roll_int(dice, 2) == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (roll_int(dice, 3) == 0) avatar.nodes[optional[i]].bone = VRM_BONE_NONE;
    for (int32_t i = roll_int(dice, 8); i > 0; i--)
        put_between(&avatar, 1 + roll_int(dice, TEST_RIGHT_HAND));
    for (int32_t i = 0; i < avatar.node_count; i++) {
        if (roll_int(dice, 3) != 0) continue;
        TestNode* node = &avatar.nodes[i];
        node->rotation = roll_turn(dice, 180);
        node->translation = vrmi_vec3_add(node->translation, roll_point(dice, 0.1f));
        node->scale = roll_scale(dice);
    }
    return avatar;
}

/* What a host may do with nodes and bones, in any order. */
static void roll_inputs(Dice* dice, vrm_Sim* sim, vrm_AvatarId id, int32_t node_count) {
    for (int32_t i = 1 + roll_int(dice, 20); i > 0; i--) {
        int32_t node = roll_int(dice, node_count);
        switch (roll_int(dice, 5)) {
        case 0: assert_true(vrm_avatar_set_node(sim, id, node, roll_transform(dice))); break;
        case 1: assert_true(vrm_avatar_set_rotation(sim, id, node, roll_turn(dice, 180))); break;
        case 2: assert_true(vrm_avatar_set_translation(sim, id, node, roll_point(dice, 1))); break;
        case 3:
            assert_true(vrm_avatar_set_bone(sim, id, (vrm_Bone)roll_int(dice, VRM_BONE_COUNT),
                                            roll_turn(dice, 180)));
            break;
        default: assert_true(vrm_avatar_set_hips(sim, id, roll_point(dice, 1))); break;
        }
    }
}

/* ---- What shows ---- */

typedef struct Shown {
    vrm_Quat bones[VRM_BONE_COUNT]; /* world space; the identity without such a bone */
    vrm_Vec3 hips;                  /* world space */
} Shown;

static Shown show(const TestAvatar* avatar, const vrm_Sim* sim, vrm_AvatarId id) {
    const vrm_Transform* locals = vrm_avatar_locals(sim, id);
    const vrm_Affine* hips = &vrm_avatar_worlds(sim, id)[TEST_HIPS];
    Shown shown = {.hips = {hips->rows[0].w, hips->rows[1].w, hips->rows[2].w}};
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        shown.bones[b] = vrmi_quat_identity();
        int32_t node = vrm_rig_bone(vrm_avatar_rig(sim, id), (vrm_Bone)b);
        if (node < 0) continue;
        for (; node >= 0; node = avatar->nodes[node].parent)
            shown.bones[b] = vrmi_quat_mul(locals[node].rotation, shown.bones[b]);
        shown.bones[b] = vrmi_quat_mul(vrm_avatar_root(sim, id).rotation, shown.bones[b]);
    }
    return shown;
}

static bool is_eye(int32_t bone) {
    return bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE;
}

static void check_same(int seed, const char* what, const Shown* a, const Shown* b, bool has_eyes) {
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) {
        if (is_eye(i) && !has_eyes) continue;
        float angle =
            test_angle(vrmi_quat_normalize(a->bones[i]), vrmi_quat_normalize(b->bones[i]));
        if (!(angle < 2e-3f))
            fail_msg("avatar %d, %s: %s is %g degrees away", seed, what, vrm_bone_name((vrm_Bone)i),
                     (double)(angle * VRMI_TO_DEGREES));
    }
    float distance = test_distance(a->hips, b->hips);
    if (!(distance < 1e-4f * (1.0f + vrmi_vec3_reach(a->hips))))
        fail_msg("avatar %d, %s: the hips are %g m away", seed, what, (double)distance);
}

/* ---- A random avatar in a sim ---- */

typedef struct Stage {
    TestAvatar avatar;
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim *sim, *other; /* the other one keeps facings that this one turns, and vice versa */
    vrm_AvatarId id;
} Stage;

static vrm_AvatarId add(vrm_Sim* sim, const vrm_Rig* rig) {
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    assert_true(vrm_avatar_set_stages(sim, id, 0));
    return id;
}

static Stage set_up(Dice* dice) {
    Stage stage = {.avatar = roll_avatar(dice)};
    vrm_SimDef def = vrm_default_sim_def();
    stage.model = test_avatar_load(&stage.avatar, NULL);
    assert_int_equal(vrm_rig_build(stage.model, NULL, &stage.rig), VRM_OK);
    def.keeps_vrm0_facing = roll_int(dice, 2) == 0;
    assert_int_equal(vrm_sim_create(&def, &stage.sim), VRM_OK);
    def.keeps_vrm0_facing = !def.keeps_vrm0_facing;
    assert_int_equal(vrm_sim_create(&def, &stage.other), VRM_OK);
    stage.id = add(stage.sim, stage.rig);
    return stage;
}

static void strike(Stage* stage) {
    vrm_sim_destroy(stage->other);
    vrm_sim_destroy(stage->sim);
    vrm_rig_destroy(stage->rig);
    vrm_model_destroy(stage->model);
}

/* ---- Read and set ---- */

static void pose_that_is_read_turns_a_fresh_avatar_alike(void** state) {
    (void)state;
    for (int seed = 0; seed < how_many(); seed++) {
        Dice dice = {(uint64_t)seed};
        Stage stage = set_up(&dice);
        vrm_AvatarId fresh = add(stage.sim, stage.rig);
        vrm_Transform root = roll_transform(&dice);
        assert_true(vrm_avatar_set_root(stage.sim, stage.id, root));
        assert_true(vrm_avatar_set_root(stage.sim, fresh, root));
        roll_inputs(&dice, stage.sim, stage.id, stage.avatar.node_count);
        vrm_sim_step(stage.sim, 0.01f);
        vrm_Pose pose = vrm_rig_read_pose(stage.rig, vrm_avatar_locals(stage.sim, stage.id));
        assert_true(vrm_avatar_set_pose(stage.sim, fresh, &pose));
        vrm_sim_step(stage.sim, 0.01f);
        Shown a = show(&stage.avatar, stage.sim, stage.id);
        Shown b = show(&stage.avatar, stage.sim, fresh);
        check_same(seed, "read and set", &a, &b, true);
        strike(&stage);
    }
}

/* ---- Record and play ---- */

static vrm_Clip* record(const Stage* stage) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    def.rig = stage->rig;
    def.tolerance_degrees = def.tolerance_metres = 0.0f;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    for (int frame = 0; frame < 2; frame++)
        assert_int_equal(vrm_recorder_add_avatar(recorder, frame, stage->sim, stage->id), VRM_OK);
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return clip;
}

static Shown play(const Stage* stage, vrm_Sim* sim, const vrm_Clip* clip) {
    vrm_AvatarId id = add(sim, stage->rig);
    vrm_Player player = vrm_player(clip);
    assert_true(vrm_avatar_play(sim, id, &player, 1));
    vrm_sim_step(sim, 0.01f);
    return show(&stage->avatar, sim, id);
}

/* A world that faces the other way is turned as a whole. */
static Shown turned_around(Shown shown, const vrm_Rig* rig) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (vrm_rig_bone(rig, (vrm_Bone)b) >= 0)
            shown.bones[b] = vrmi_quat_mul((vrm_Quat){0, 1, 0, 0}, shown.bones[b]);
    shown.hips = (vrm_Vec3){-shown.hips.x, shown.hips.y, -shown.hips.z};
    return shown;
}

/* The root has a scale of 1, because recordings leave it out. A clip has no eye bones. */
static void recording_moves_a_fresh_avatar_alike(void** state) {
    (void)state;
    for (int seed = 0; seed < how_many(); seed++) {
        Dice dice = {(uint64_t)seed};
        Stage stage = set_up(&dice);
        vrm_Transform root = {roll_point(&dice, 3), roll_turn(&dice, 180), {1, 1, 1}};
        assert_true(vrm_avatar_set_root(stage.sim, stage.id, root));
        roll_inputs(&dice, stage.sim, stage.id, stage.avatar.node_count);
        vrm_sim_step(stage.sim, 0.01f);
        /* Players scale the hips by their height, which a clip may not have at or below 0. */
        if (vrm_rig_hips_height(stage.rig) > 0.2f) {
            Shown recorded = show(&stage.avatar, stage.sim, stage.id);
            vrm_Clip* clip = record(&stage);
            Shown played = play(&stage, stage.sim, clip);
            check_same(seed, "record and play", &recorded, &played, false);
            played = play(&stage, stage.other, clip);
            if (vrm_rig_facing(stage.rig) < 0) played = turned_around(played, stage.rig);
            check_same(seed, "record and play in a world of the other facing", &recorded, &played,
                       false);
            vrm_clip_destroy(clip);
        }
        strike(&stage);
    }
}

static void recording_of_a_scaled_avatar_stands_on_the_floor(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    Stage stage = {.avatar = avatar, .model = test_avatar_load(&avatar, NULL)};
    assert_int_equal(vrm_rig_build(stage.model, NULL, &stage.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &stage.sim), VRM_OK);
    stage.id = add(stage.sim, stage.rig);
    vrm_Transform root = {{2, 0, 1}, test_turn(0, 1, 0, 90), {0.5f, 0.5f, 0.5f}};
    assert_true(vrm_avatar_set_root(stage.sim, stage.id, root));
    vrm_sim_step(stage.sim, 0.01f);
    vrm_Clip* clip = record(&stage);
    test_same_point(play(&stage, stage.sim, clip).hips, (vrm_Vec3){2, 1, 1}, 1e-5f);
    vrm_clip_destroy(clip);
    strike(&stage);
}

/* ---- Nodes and bones ---- */

static vrm_Quat missing_above(const vrm_Rig* rig, const vrm_Quat* asked, vrm_Bone bone) {
    vrm_Quat above = vrmi_quat_identity();
    for (vrm_Bone b = vrm_bone_parent(bone); b != VRM_BONE_NONE && vrm_rig_bone(rig, b) < 0;
         b = vrm_bone_parent(b))
        above = vrmi_quat_mul(asked[b], above);
    return above;
}

/* One avatar is turned by node where the dice say so, its twin always by bone. */
static void nodes_and_bones_turn_an_avatar_alike_whatever_is_missing(void** state) {
    (void)state;
    for (int seed = 0; seed < how_many(); seed++) {
        Dice dice = {(uint64_t)seed};
        Stage stage = set_up(&dice);
        vrm_AvatarId twin = add(stage.sim, stage.rig);
        vrm_Quat asked[VRM_BONE_COUNT];
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++) asked[b] = vrmi_quat_identity();
        for (int i = 0; i < 30; i++) {
            vrm_Bone bone =
                (vrm_Bone)(VRM_BONE_HIPS + roll_int(&dice, VRM_BONE_RIGHT_HAND - VRM_BONE_HIPS));
            int32_t node = vrm_rig_bone(stage.rig, bone);
            vrm_Quat turn = roll_turn(&dice, 180);
            if (node >= 0 && roll_int(&dice, 2) == 0) {
                vrm_Quat local = vrm_rig_bone_local(stage.rig, bone, turn);
                vrm_Transform whole = vrm_rig_rest(stage.rig, node);
                whole.rotation = local;
                if (roll_int(&dice, 2) == 0)
                    assert_true(vrm_avatar_set_rotation(stage.sim, stage.id, node, local));
                else
                    assert_true(vrm_avatar_set_node(stage.sim, stage.id, node, whole));
                turn =
                    vrmi_quat_mul(vrmi_quat_conjugate(missing_above(stage.rig, asked, bone)), turn);
            } else {
                assert_true(vrm_avatar_set_bone(stage.sim, stage.id, bone, turn));
            }
            asked[bone] = turn;
            assert_true(vrm_avatar_set_bone(stage.sim, twin, bone, turn));
            if (roll_int(&dice, 20) == 0) { /* all nodes to rest; the twin's bones one by one */
                vrm_Transform rests[TEST_NODES_MAX];
                for (int32_t n = 0; n < stage.avatar.node_count; n++)
                    rests[n] = vrm_rig_rest(stage.rig, n);
                assert_true(
                    vrm_avatar_set_nodes(stage.sim, stage.id, rests, stage.avatar.node_count));
                for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
                    asked[b] = vrmi_quat_identity();
                    assert_true(vrm_avatar_set_bone(stage.sim, twin, (vrm_Bone)b, asked[b]));
                }
            }
            vrm_sim_step(stage.sim, 0.01f);
            Shown a = show(&stage.avatar, stage.sim, stage.id);
            Shown b = show(&stage.avatar, stage.sim, twin);
            check_same(seed, "nodes and bones", &a, &b, true);
        }
        strike(&stage);
    }
}

/* clip.h: "Inputs that no player moves are unchanged." */
static void clip_of_a_missing_bone_adds_to_what_the_host_set_by_node(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_UPPER_CHEST].bone = VRM_BONE_NONE;
    TestRun run = test_run(&avatar);
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_UPPER_CHEST] = test_turn(0, 1, 0, 10);
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    assert_int_equal(vrm_recorder_add_frame(recorder, 0, &pose), VRM_OK);
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    assert_true(vrm_avatar_set_rotation(run.sim, run.id, TEST_NECK, test_turn(0, 1, 0, 40)));
    vrm_Player player = vrm_player(clip);
    for (int frame = 0; frame < 3; frame++) {
        assert_true(vrm_avatar_play(run.sim, run.id, &player, 1));
        test_step(&run);
        test_same_rotation(test_local(&run, TEST_NECK).rotation, test_turn(0, 1, 0, 50), 1e-4f);
    }
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pose_that_is_read_turns_a_fresh_avatar_alike),
        cmocka_unit_test(recording_moves_a_fresh_avatar_alike),
        cmocka_unit_test(recording_of_a_scaled_avatar_stands_on_the_floor),
        cmocka_unit_test(nodes_and_bones_turn_an_avatar_alike_whatever_is_missing),
        cmocka_unit_test(clip_of_a_missing_bone_adds_to_what_the_host_set_by_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
