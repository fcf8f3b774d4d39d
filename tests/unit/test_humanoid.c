/* SPDX-License-Identifier: MIT */
/* The rig and the humanoid: slots, normalized poses, hips, bending axes, T-pose. */
#include "rig/rig.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/memory.h"

#include <math.h>
#include <string.h>

/* Bones with rest rotations of their own, and a twisted node between chest and neck. */
static TestAvatar twisted_avatar(vrm_Dialect dialect) {
    TestAvatar avatar = test_avatar(dialect);
    avatar.nodes[TEST_ROOT].rotation = test_turn(0, 1, 0, 10);
    avatar.nodes[TEST_HIPS].rotation = test_turn(1, 0, 1, 40);
    avatar.nodes[TEST_CHEST].rotation = test_turn(0, 1, 1, -70);
    avatar.nodes[TEST_HEAD].rotation = test_turn(1, 2, 3, 120);
    avatar.nodes[TEST_LEFT_UPPER_ARM].rotation = test_turn(0, 0, 1, 90);
    int32_t between = test_avatar_add(&avatar, TEST_UPPER_CHEST, (vrm_Vec3){0, 0.02f, 0});
    avatar.nodes[between].rotation = test_turn(3, 1, 0, 55);
    avatar.nodes[TEST_NECK].parent = between;
    return avatar;
}

static void rig_numbers_parents_before_children(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_HIPS].parent = test_avatar_add(&avatar, TEST_ROOT, (vrm_Vec3){0, 0, 0});
    TestRun run = test_run(&avatar);
    for (int32_t slot = 0; slot < run.rig->slot_count; slot++) {
        assert_true(run.rig->parents[slot] < slot);
        assert_int_equal(run.rig->node_slots[run.rig->slot_nodes[slot]], slot);
    }
    assert_int_equal(vrm_rig_node_count(run.rig), avatar.node_count);
    assert_int_equal(vrm_rig_parent(run.rig, TEST_HEAD), TEST_NECK);
    assert_int_equal(vrm_rig_parent(run.rig, TEST_ROOT), -1);
    assert_int_equal(vrm_rig_parent(run.rig, -5), -1);
    assert_int_equal(vrm_rig_bone(run.rig, VRM_BONE_HEAD), TEST_HEAD);
    assert_int_equal(vrm_rig_bone(run.rig, VRM_BONE_JAW), -1);
    test_run_end(&run);
}

static void rig_puts_what_sways_behind_the_body(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    int32_t tip = test_avatar_add(&avatar, TEST_HAIR, (vrm_Vec3){0, 0.1f, 0});
    avatar.first_person = "{},\"secondaryAnimation\":{\"boneGroups\":[{\"stiffiness\":1,"
                          "\"bones\":[23]}],\"colliderGroups\":[]}";
    TestRun run = test_run(&avatar);
    const vrm_Rig* rig = run.rig;
    assert_int_equal(rig->slot_count - rig->body_count, 2);
    assert_true(rig->node_slots[TEST_HAIR] >= rig->body_count);
    assert_true(rig->node_slots[tip] > rig->node_slots[TEST_HAIR]);
    for (int32_t slot = 0; slot < rig->slot_count; slot++) assert_true(rig->parents[slot] < slot);
    test_run_end(&run);
}

/* */
static void normalized_rotation_survives_the_way_to_local_and_back(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        TestAvatar avatar = twisted_avatar(i == 0 ? VRM_DIALECT_1 : VRM_DIALECT_0);
        TestRun run = test_run(&avatar);
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
            if (vrm_rig_bone(run.rig, (vrm_Bone)b) < 0) continue;
            vrm_Quat n = test_turn(1, (float)b, 2, (float)(b * 13));
            vrm_Quat local = vrm_rig_bone_local(run.rig, (vrm_Bone)b, n);
            test_same_rotation(vrm_rig_bone_normalized(run.rig, (vrm_Bone)b, local), n, 1e-5f);
        }
        test_run_end(&run);
    }
}

static void normalized_identity_is_the_rest_pose(void** state) {
    (void)state;
    TestAvatar avatar = twisted_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Pose pose = vrm_pose_rest();
    assert_true(vrm_avatar_set_pose(run.sim, run.id, &pose));
    test_step(&run);
    for (int32_t n = 0; n < avatar.node_count; n++) {
        test_same_rotation(test_local(&run, n).rotation, avatar.nodes[n].rotation, 1e-6f);
        test_same_point(test_local(&run, n).translation, avatar.nodes[n].translation, 1e-6f);
    }
    test_run_end(&run);
}

/* a turn of the neck about the model's Y moves the head about the model's Y, although a
 * twisted node that is no bone stands between chest and neck. */
static void normalized_rotation_is_about_model_axes_whatever_is_between(void** state) {
    (void)state;
    TestAvatar avatar = twisted_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Vec3 neck = test_position(&run, TEST_NECK), eye = test_position(&run, TEST_LEFT_EYE);
    assert_true(vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_NECK, test_turn(0, 1, 0, 90)));
    test_step(&run);
    vrm_Vec3 arm = {eye.x - neck.x, eye.y - neck.y, eye.z - neck.z};
    vrm_Vec3 expected = {neck.x + arm.z, neck.y + arm.y, neck.z - arm.x};
    test_same_point(test_position(&run, TEST_LEFT_EYE), expected, 1e-5f);
    test_run_end(&run);
}

/* without upperChest its rotation reaches neck and shoulders. */
static void rotation_of_a_missing_bone_is_carried_by_its_children(void** state) {
    (void)state;
    TestAvatar whole = test_avatar(VRM_DIALECT_1), without = test_avatar(VRM_DIALECT_1);
    without.nodes[TEST_UPPER_CHEST].bone = VRM_BONE_NONE;
    TestRun a = test_run(&whole), b = test_run(&without);
    vrm_Quat turn = test_turn(0, 1, 0, 30), nod = test_turn(1, 0, 0, 20);
    assert_true(vrm_avatar_set_bone(b.sim, b.id, VRM_BONE_NECK, nod));
    assert_true(vrm_avatar_set_bone(b.sim, b.id, VRM_BONE_UPPER_CHEST, turn));
    assert_true(vrm_avatar_set_bone(a.sim, a.id, VRM_BONE_NECK, nod));
    assert_true(vrm_avatar_set_bone(a.sim, a.id, VRM_BONE_UPPER_CHEST, turn));
    test_step(&a);
    test_step(&b);
    vrm_Pose expected = vrm_rig_read_pose(a.rig, vrm_avatar_locals(a.sim, a.id));
    vrm_Pose carried = vrm_rig_read_pose(b.rig, vrm_avatar_locals(b.sim, b.id));
    vrm_Quat folded =
        vrmi_quat_mul(expected.rotations[VRM_BONE_UPPER_CHEST], expected.rotations[VRM_BONE_NECK]);
    test_same_rotation(carried.rotations[VRM_BONE_NECK], folded, 1e-6f);
    test_same_rotation(carried.rotations[VRM_BONE_LEFT_SHOULDER], turn, 1e-6f);
    test_same_rotation(carried.rotations[VRM_BONE_RIGHT_SHOULDER], turn, 1e-6f);
    test_same_rotation(carried.rotations[VRM_BONE_CHEST], vrmi_quat_identity(), 1e-6f);
    test_run_end(&a);
    test_run_end(&b);
}

/* */
static void pose_turns_only_the_bones_that_it_names(void** state) {
    (void)state;
    TestAvatar avatar = twisted_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    assert_true(vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_HEAD, test_turn(1, 0, 0, 25)));
    test_step(&run);
    for (int32_t n = 0; n < avatar.node_count; n++)
        if (n != TEST_HEAD)
            test_same_rotation(test_local(&run, n).rotation, avatar.nodes[n].rotation, 1e-6f);
    assert_true(fabsf(test_local(&run, TEST_HEAD).rotation.x - avatar.nodes[TEST_HEAD].rotation.x) >
                0.01f);
    test_run_end(&run);
}

/* */
static void hips_offset_is_scaled_by_the_ratio_of_hips_heights(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    assert_float_equal(vrm_rig_hips_height(run.rig), 1.0f, 1e-6f);
    vrm_Vec3 scaled = vrm_rig_scale_hips(run.rig, 0.5f, (vrm_Vec3){0.1f, -0.2f, 0.3f});
    test_same_point(scaled, (vrm_Vec3){0.2f, -0.4f, 0.6f}, 1e-6f);
    test_same_point(vrm_rig_scale_hips(run.rig, 0.0f, scaled), scaled, 0.0f);
    test_run_end(&run);
}

static void hips_go_where_they_are_sent_under_a_turned_and_scaled_parent(void** state) {
    (void)state;
    TestAvatar avatar = twisted_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_ROOT].scale = (vrm_Vec3){2, 2, 2};
    TestRun run = test_run(&avatar);
    vrm_Vec3 rest = test_position(&run, TEST_HIPS);
    vrm_Transform moved = {{0.5f, 0.1f, -0.3f}, test_turn(0, 0, 1, 33), {2, 2, 2}};
    assert_true(vrm_avatar_set_hips(run.sim, run.id, (vrm_Vec3){0.1f, -0.2f, 0.3f}));
    assert_true(vrm_avatar_set_node(run.sim, run.id, TEST_ROOT, moved));
    test_step(&run);
    vrm_Vec3 expected = {rest.x + 0.1f, rest.y - 0.2f, rest.z + 0.3f};
    test_same_point(test_position(&run, TEST_HIPS), expected, 1e-5f);
    test_run_end(&run);
}

/* the same pose gives a 0.x avatar, turned to face +Z, the same shape in the world. */
static void pose_of_a_vrm0_avatar_is_conjugated_by_half_a_turn(void** state) {
    (void)state;
    TestAvatar one = test_avatar(VRM_DIALECT_1), zero = test_avatar(VRM_DIALECT_0);
    TestRun a = test_run(&one), b = test_run(&zero);
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_HEAD] = test_turn(1, 2, 3, 50);
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0, 0, 1, -70);
    pose.hips_offset = (vrm_Vec3){0.1f, 0.2f, 0.3f};
    assert_true(vrm_avatar_set_pose(a.sim, a.id, &pose));
    assert_true(vrm_avatar_set_pose(b.sim, b.id, &pose));
    test_step(&a);
    test_step(&b);
    for (int32_t n = 0; n < TEST_NODE_COUNT; n++)
        test_same_point(test_position(&b, n), test_position(&a, n), 1e-5f);
    vrm_Quat local = test_local(&b, TEST_HEAD).rotation, q = pose.rotations[VRM_BONE_HEAD];
    test_same_rotation(local, (vrm_Quat){-q.x, q.y, -q.z, q.w}, 1e-6f);
    test_run_end(&a);
    test_run_end(&b);
}

static void vrm0_avatar_keeps_facing_back_when_asked(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_SimDef def = vrm_default_sim_def();
    def.keeps_vrm0_facing = true;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_sim_step(sim, 0.0f);
    assert_float_equal(vrm_avatar_worlds(sim, id)[TEST_LEFT_EYE].rows[0].w, -0.03f, 1e-6f);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

static void pose_reads_back_what_was_set(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        TestAvatar avatar = twisted_avatar(i == 0 ? VRM_DIALECT_1 : VRM_DIALECT_0);
        TestRun run = test_run(&avatar);
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_SPINE] = test_turn(1, 2, 0, 12);
        pose.rotations[VRM_BONE_RIGHT_HAND] = test_turn(1, 0, 0, -80);
        pose.hips_offset = (vrm_Vec3){0.3f, -0.1f, 0.2f};
        assert_true(vrm_avatar_set_pose(run.sim, run.id, &pose));
        test_step(&run);
        vrm_Pose read = vrm_rig_read_pose(run.rig, vrm_avatar_locals(run.sim, run.id));
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
            test_same_rotation(read.rotations[b], pose.rotations[b], 1e-5f);
        test_same_point(read.hips_offset, pose.hips_offset, 1e-5f);
        test_run_end(&run);
    }
}

/* ---- Axes and T-pose ---- */

static void bone_axes_follow_the_table_of_the_draft(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_BoneAxes axes;
    assert_true(vrm_rig_bone_axes(run.rig, VRM_BONE_SPINE, &axes));
    test_same_point(axes.along, (vrm_Vec3){0, 1, 0}, 1e-6f);
    test_same_point(axes.hinge, (vrm_Vec3){1, 0, 0}, 1e-6f);
    test_same_point(axes.across, (vrm_Vec3){0, 0, -1}, 1e-6f); /* along x hinge */
    assert_true(vrm_rig_bone_axes(run.rig, VRM_BONE_LEFT_LOWER_LEG, &axes));
    test_same_point(axes.along, (vrm_Vec3){0, -1, 0}, 1e-6f);
    test_same_point(axes.hinge, (vrm_Vec3){-1, 0, 0}, 1e-6f);
    assert_true(vrm_rig_bone_axes(run.rig, VRM_BONE_RIGHT_LOWER_ARM, &axes));
    test_same_point(axes.along, (vrm_Vec3){-1, 0, 0}, 1e-6f);
    test_same_point(axes.hinge, (vrm_Vec3){0, 1, 0}, 1e-6f);
    assert_false(vrm_rig_bone_axes(run.rig, VRM_BONE_LEFT_EYE, &axes));
    assert_false(vrm_rig_bone_axes(run.rig, VRM_BONE_JAW, &axes));
    test_run_end(&run);
}

static void bone_axes_turn_with_a_file_that_faces_back(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    TestRun run = test_run(&avatar);
    vrm_BoneAxes axes;
    assert_true(vrm_rig_bone_axes(run.rig, VRM_BONE_LEFT_UPPER_ARM, &axes));
    test_same_point(axes.along, (vrm_Vec3){-1, 0, 0}, 1e-6f);
    assert_true(vrm_rig_bone_axes(run.rig, VRM_BONE_SPINE, &axes));
    test_same_point(axes.hinge, (vrm_Vec3){-1, 0, 0}, 1e-6f);
    test_run_end(&run);
}

static void t_pose_is_restored_from_an_a_pose(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_LEFT_UPPER_ARM].rotation = test_turn(0, 0, 1, -45);
    avatar.nodes[TEST_LEFT_LOWER_ARM].rotation = test_turn(0, 1, 0, 20);
    TestRun run = test_run(&avatar);
    vrm_Bone worst = VRM_BONE_NONE;
    assert_float_equal(vrm_rig_t_pose_error(run.rig, &worst), 0.84402f, 1e-4f);
    assert_int_equal(worst, VRM_BONE_LEFT_LOWER_ARM);
    vrm_Pose pose = vrm_rig_t_pose(run.rig);
    assert_true(vrm_avatar_set_pose(run.sim, run.id, &pose));
    test_step(&run);
    vrm_Vec3 arm = test_position(&run, TEST_LEFT_UPPER_ARM);
    test_same_point(test_position(&run, TEST_LEFT_HAND), (vrm_Vec3){arm.x + 0.5f, arm.y, arm.z},
                    1e-5f);
    test_run_end(&run);
}

static void t_pose_of_an_avatar_in_t_pose_is_its_rest(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    TestRun run = test_run(&avatar);
    assert_float_equal(vrm_rig_t_pose_error(run.rig, NULL), 0.0f, 1e-3f);
    vrm_Pose pose = vrm_rig_t_pose(run.rig);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        test_same_rotation(pose.rotations[b], vrmi_quat_identity(), 1e-3f);
    test_run_end(&run);
}

/* ---- Memory ---- */

static vrm_Result build_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_Rig* rig = NULL;
    vrm_RigDef def = vrm_default_rig_def();
    def.allocator = *allocator;
    vrm_Result result = vrm_rig_build(ctx, &def, &rig);
    assert_true((result == VRM_OK) == (rig != NULL));
    vrm_rig_destroy(rig);
    return result;
}

static void rig_survives_every_failing_allocation(void** state) {
    (void)state;
    TestAvatar avatar = twisted_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_HAIR].constraint = "{\"aim\":{\"source\":18,\"aimAxis\":\"PositiveY\"}}";
    avatar.look_at = "{\"type\":\"bone\"}";
    avatar.expressions = "{\"preset\":{\"happy\":{\"morphTargetBinds\":[{\"node\":24,\"index\":1,"
                         "\"weight\":1}]}}}";
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    assert_true(test_every_allocation_failing(build_with, model) >= 2);
    vrm_model_destroy(model);
}

static void rig_refuses_a_definition_without_its_default(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_RigDef def;
    vrm_Rig* rig = NULL;
    memset(&def, 0, sizeof def);
    assert_int_equal(vrm_rig_build(model, &def, &rig), VRM_ERR_DEF);
    assert_null(rig);
    vrm_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rig_numbers_parents_before_children),
        cmocka_unit_test(rig_puts_what_sways_behind_the_body),
        cmocka_unit_test(normalized_rotation_survives_the_way_to_local_and_back),
        cmocka_unit_test(normalized_identity_is_the_rest_pose),
        cmocka_unit_test(normalized_rotation_is_about_model_axes_whatever_is_between),
        cmocka_unit_test(rotation_of_a_missing_bone_is_carried_by_its_children),
        cmocka_unit_test(pose_turns_only_the_bones_that_it_names),
        cmocka_unit_test(hips_offset_is_scaled_by_the_ratio_of_hips_heights),
        cmocka_unit_test(hips_go_where_they_are_sent_under_a_turned_and_scaled_parent),
        cmocka_unit_test(pose_of_a_vrm0_avatar_is_conjugated_by_half_a_turn),
        cmocka_unit_test(vrm0_avatar_keeps_facing_back_when_asked),
        cmocka_unit_test(pose_reads_back_what_was_set),
        cmocka_unit_test(bone_axes_follow_the_table_of_the_draft),
        cmocka_unit_test(bone_axes_turn_with_a_file_that_faces_back),
        cmocka_unit_test(t_pose_is_restored_from_an_a_pose),
        cmocka_unit_test(t_pose_of_an_avatar_in_t_pose_is_its_rest),
        cmocka_unit_test(rig_survives_every_failing_allocation),
        cmocka_unit_test(rig_refuses_a_definition_without_its_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
