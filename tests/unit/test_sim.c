/* SPDX-License-Identifier: MIT */
/* The sim: ids, memory, crowds, and inputs that nobody should send. */
#include "runtime/sim.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vrm/spring.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Something different for every avatar and frame. */
static void animate(vrm_Sim* sim, vrm_AvatarId id, int seed, int frame) {
    float t = (float)seed * 1.7f + (float)frame * 0.1f;
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[VRM_BONE_HEAD] = test_turn(0.3f, 1, 0.2f, 40 * sinf(t));
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = test_turn(0, 0.2f, 1, -60 + 20 * cosf(t));
    pose.hips_offset = (vrm_Vec3){0.1f * sinf(t), 0.02f * cosf(2 * t), 0};
    assert_true(vrm_avatar_set_pose(sim, id, &pose));
    vrm_Transform root = {{(float)seed, 0, sinf(t)}, test_turn(0, 1, 0, 30 * t), {1, 1, 1}};
    assert_true(vrm_avatar_set_root(sim, id, root));
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, sinf(t));
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_AA, cosf(t));
    vrm_avatar_look_at(sim, id, (vrm_Vec3){2 * sinf(t), 1.4f, 2});
}

static void check_same_results(const vrm_Sim* a, vrm_AvatarId ia, const vrm_Sim* b,
                               vrm_AvatarId ib) {
    const vrm_Rig* rig = vrm_avatar_rig(a, ia);
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    assert_memory_equal(vrm_avatar_worlds(a, ia), vrm_avatar_worlds(b, ib),
                        nodes * sizeof(vrm_Affine));
    assert_memory_equal(vrm_avatar_locals(a, ia), vrm_avatar_locals(b, ib),
                        nodes * sizeof(vrm_Transform));
    assert_memory_equal(vrm_avatar_palettes(a, ia), vrm_avatar_palettes(b, ib),
                        (size_t)vrm_rig_palette_count(rig) * sizeof(vrm_Affine));
    assert_memory_equal(vrm_avatar_morphs(a, ia), vrm_avatar_morphs(b, ib),
                        (size_t)vrm_rig_morph_count(rig) * sizeof(float));
    assert_memory_equal(vrm_avatar_expression_weights(a, ia), vrm_avatar_expression_weights(b, ib),
                        (size_t)vrm_rig_expression_count(rig) * sizeof(float));
}

/* ---- Ids ---- */

static void id_goes_stale_when_its_avatar_leaves(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId none = {0, 0}, first = vrm_sim_add(sim, rig);
    assert_true(vrm_avatar_is_valid(sim, first));
    assert_false(vrm_avatar_is_valid(sim, none));
    assert_ptr_equal(vrm_avatar_rig(sim, first), rig);
    assert_true(vrm_sim_remove(sim, first));
    assert_false(vrm_sim_remove(sim, first));
    vrm_AvatarId second = vrm_sim_add(sim, rig);
    assert_int_equal(second.index1, first.index1); /* the place is used again */
    assert_false(vrm_avatar_is_valid(sim, first));
    assert_null(vrm_avatar_worlds(sim, first));
    assert_false(vrm_avatar_set_bone(sim, first, VRM_BONE_HEAD, (vrm_Quat){0, 0, 0, 1}));
    assert_false(vrm_avatar_set_view(sim, first, VRM_VIEW_FIRST_PERSON));
    assert_null(vrm_avatar_rig(sim, first));
    assert_int_equal(vrm_sim_avatar_count(sim), 1);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

/* ---- Far from the origin ---- */

static bool is_far_at(vrm_Sim* sim, vrm_AvatarId id, float x, float scale) {
    vrm_Transform root = {{x, 0, 0}, {0, 0, 0, 1}, {scale, scale, scale}};
    assert_true(vrm_avatar_set_root(sim, id, root));
    return vrm_avatar_is_far(sim, id);
}

static void avatar_is_far_beyond_a_kilometre(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    assert_false(vrm_avatar_is_far(sim, id));
    assert_false(is_far_at(sim, id, 990, 1));
    assert_true(is_far_at(sim, id, -1010, 1));
    assert_false(is_far_at(sim, id, 1010, 2)); /* a giant's hair is longer */
    assert_true(is_far_at(sim, id, 110, -0.1f));
    assert_false(is_far_at(sim, id, 600, 1));
    assert_true(vrm_avatar_set_hips(sim, id, (vrm_Vec3){500, 0, 0})); /* a clip moves the hips */
    assert_true(vrm_avatar_is_far(sim, id));
    assert_true(vrm_sim_remove(sim, id));
    assert_false(vrm_avatar_is_far(sim, id));
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

static void count_in(void* ctx, vrm_Sim* sim, vrm_AvatarId id, void* user_data) {
    *(int*)ctx += 1;
    if (user_data != NULL) *(int*)user_data += 1;
    assert_ptr_equal(vrm_avatar_user_data(sim, id), user_data);
}

static void step_asks_each_avatar_once_for_its_inputs(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[9];
    int asked[9] = {0}, calls = 0;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_sim_step_with(sim, 0.02f, count_in, &calls);
    assert_int_equal(calls, 0);
    for (int i = 0; i < 9; i++) {
        ids[i] = vrm_sim_add(sim, rig);
        assert_null(vrm_avatar_user_data(sim, ids[i]));
        assert_true(vrm_avatar_set_user_data(sim, ids[i], &asked[i]));
    }
    vrm_sim_remove(sim, ids[2]);
    assert_false(vrm_avatar_set_user_data(sim, ids[2], &asked[2]));
    assert_null(vrm_avatar_user_data(sim, ids[2]));
    vrm_AvatarId later = vrm_sim_add(sim, rig); /* takes the place, not the data */
    assert_null(vrm_avatar_user_data(sim, later));
    vrm_sim_step_with(sim, 0.02f, count_in, &calls);
    assert_int_equal(calls, 9);
    for (int i = 0; i < 9; i++) assert_int_equal(asked[i], i == 2 ? 0 : 1);
    vrm_sim_step_with(sim, 0.02f, NULL, NULL);
    assert_int_equal(calls, 9);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

static void avatar_shows_its_rest_state_before_the_first_step(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        TestAvatar avatar = test_avatar(i == 0 ? VRM_DIALECT_1 : VRM_DIALECT_0);
        TestRun run = test_run(&avatar);
        vrm_Vec3 before[TEST_NODE_COUNT];
        for (int32_t n = 0; n < TEST_NODE_COUNT; n++) before[n] = test_position(&run, n);
        test_step(&run);
        for (int32_t n = 0; n < TEST_NODE_COUNT; n++)
            test_same_point(test_position(&run, n), before[n], 1e-6f);
        assert_float_equal(before[TEST_LEFT_EYE].x, 0.03f, 1e-6f);
        test_run_end(&run);
    }
}

static void outputs_not_asked_for_are_not_there(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.outputs = VRM_OUTPUT_PALETTES;
    TestRun run = test_run(&avatar);
    test_step(&run);
    assert_null(vrm_avatar_worlds(run.sim, run.id));
    assert_null(vrm_avatar_locals(run.sim, run.id));
    assert_null(vrm_avatar_morphs(run.sim, run.id));
    assert_non_null(vrm_avatar_palettes(run.sim, run.id));
    test_run_end(&run);
}

/* ---- Crowds ---- */

static void avatar_has_the_same_bits_alone_and_in_a_crowd(void** state) {
    (void)state;
    enum { CROWD = 11, FRAMES = 5 };
    vrm_Rig* one = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Rig* zero = test_scene_rig(scene_default_def(VRM_DIALECT_0));
    vrm_Sim *crowd = NULL, *alone = NULL;
    vrm_AvatarId ids[CROWD];
    assert_int_equal(vrm_sim_create(NULL, &crowd), VRM_OK);
    for (int i = 0; i < CROWD; i++) ids[i] = vrm_sim_add(crowd, i % 3 == 0 ? zero : one);
    /* a neighbour with an uneven scale takes the general path; nobody else notices */
    vrm_Transform uneven = vrm_rig_rest(one, 3);
    uneven.scale.x = 1.5f;
    vrm_avatar_set_node(crowd, ids[1], 3, uneven);
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < CROWD; i++) animate(crowd, ids[i], i, f);
        vrm_sim_step(crowd, 1.0f / 60.0f);
    }
    for (int i = 0; i < CROWD; i++) {
        if (i == 1) continue;
        assert_int_equal(vrm_sim_create(NULL, &alone), VRM_OK);
        vrm_AvatarId id = vrm_sim_add(alone, vrm_avatar_rig(crowd, ids[i]));
        for (int f = 0; f < FRAMES; f++) {
            animate(alone, id, i, f);
            vrm_sim_step(alone, 1.0f / 60.0f);
        }
        check_same_results(crowd, ids[i], alone, id);
        vrm_sim_destroy(alone);
    }
    vrm_sim_destroy(crowd);
    vrm_rig_destroy(one);
    vrm_rig_destroy(zero);
}

/* A rotation in which every second number is a zero, of either sign. */
static vrm_Quat sparse_rotation(Dice* dice) {
    float parts[4];
    for (int i = 0; i < 4; i++) {
        parts[i] = roll_int(dice, 2) == 0 ? 0.0f : roll(dice, 0.1f, 1.0f);
        if (roll_int(dice, 3) == 0) parts[i] = -parts[i];
    }
    if (parts[0] == 0.0f && parts[1] == 0.0f && parts[2] == 0.0f && parts[3] == 0.0f)
        parts[3] = roll_int(dice, 2) == 0 ? 1.0f : -1.0f;
    return (vrm_Quat){parts[0], parts[1], parts[2], parts[3]};
}

/* Crowds leave out products with 1 and 0: of scales, of binds that do not turn. A single avatar
 * computes them. The sign of a zero is where they could differ. */
static void check_zeros_of_crowd(vrm_Rig* rig, vrm_Kernel kernel) {
    enum { COUNT = 16, FRAMES = 30 };
    Dice dice = {7};
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim *crowd = NULL, *singles[COUNT];
    vrm_AvatarId ids[COUNT], twins[COUNT];
    def.kernel = kernel;
    assert_int_equal(vrm_sim_create(&def, &crowd), VRM_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(vrm_sim_create(NULL, &singles[i]), VRM_OK);
        ids[i] = vrm_sim_add(crowd, rig);
        twins[i] = vrm_sim_add(singles[i], rig);
    }
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < COUNT; i++) {
            vrm_Pose pose = vrm_pose_rest();
            for (int b = 0; b < VRM_BONE_COUNT; b++)
                if (f > 0) pose.rotations[b] = sparse_rotation(&dice);
            float scale = i == f && f % 2 == 1 ? 1.5f : 1.0f; /* of one, in some frames */
            vrm_Transform root = {
                {0, 0, -0.0f}, {0, i % 2 == 0 ? 0.0f : -0.0f, 0, 1}, {scale, scale, scale}};
            vrm_Transform hips = vrm_rig_rest(rig, vrm_rig_bone(rig, VRM_BONE_HIPS));
            if (f % 4 == 2) hips.scale.x = hips.scale.y = hips.scale.z = i == f / 4 ? 0.5f : 1.0f;
            vrm_Sim* sims[] = {crowd, singles[i]};
            vrm_AvatarId both[] = {ids[i], twins[i]};
            for (int k = 0; k < 2; k++) {
                assert_true(
                    vrm_avatar_set_node(sims[k], both[k], vrm_rig_bone(rig, VRM_BONE_HIPS), hips));
                assert_true(vrm_avatar_set_pose(sims[k], both[k], &pose));
                assert_true(vrm_avatar_set_root(sims[k], both[k], root));
            }
            vrm_sim_step(singles[i], 1.0f / 60.0f);
            const vrm_Affine* world =
                &vrm_avatar_worlds(singles[i], twins[i])[vrm_rig_bone(rig, VRM_BONE_HIPS)];
            float size = vrmi_vec3_length(vrmi_affine_column(world, 0));
            assert_float_equal(size, scale * hips.scale.x, 1e-5f);
        }
        vrm_sim_step(crowd, 1.0f / 60.0f);
        for (int i = 0; i < COUNT; i++) check_same_results(crowd, ids[i], singles[i], twins[i]);
    }
    for (int i = 0; i < COUNT; i++) vrm_sim_destroy(singles[i]);
    vrm_sim_destroy(crowd);
}

static void crowd_has_the_bits_of_singles_in_zeros_too(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_typical_def());
    assert_true(rig->binds_only_move && !rig->is_scaled);
    for (int k = VRM_KERNEL_AUTO; k <= VRM_KERNEL_LANES_16; k++)
        if (vrm_kernel_is_supported((vrm_Kernel)k)) check_zeros_of_crowd(rig, (vrm_Kernel)k);
    vrm_rig_destroy(rig);
}

/* A whole pose is applied four bones at a time, and without rest rotations hardly computed; bone by
 * bone it is the scalar product. */
static void whole_pose_has_the_bits_of_its_bones(void** state) {
    (void)state;
    Dice dice = {3};
    for (int dialect = 0; dialect < 2; dialect++) {
        TestAvatar avatar = test_avatar(dialect == 0 ? VRM_DIALECT_1 : VRM_DIALECT_0);
        TestRun all = test_run(&avatar), each = test_run(&avatar);
        for (int32_t n = 0; n < 4; n++) assert_true(all.rig->bone_quads[n].are_unturned);
        for (int f = 0; f < 300; f++) {
            vrm_Pose pose = vrm_pose_rest();
            for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
                pose.rotations[b] = sparse_rotation(&dice);
                assert_true(vrm_avatar_set_bone(each.sim, each.id, (vrm_Bone)b, pose.rotations[b]));
            }
            assert_true(vrm_avatar_set_pose(all.sim, all.id, &pose));
            assert_true(vrm_avatar_set_hips(each.sim, each.id, pose.hips_offset));
            test_step(&all);
            test_step(&each);
            check_same_results(all.sim, all.id, each.sim, each.id);
        }
        test_run_end(&all);
        test_run_end(&each);
    }
}

/* World matrices that nobody asked for are not written in a crowd: palettes must not miss them,
 * those of a general avatar neither. */
static void palettes_are_the_same_without_world_matrices(void** state) {
    (void)state;
    enum { CROWD = 7, FRAMES = 3 };
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    size_t size = (size_t)vrm_rig_palette_count(rig) * sizeof(vrm_Affine);
    vrm_Transform uneven = vrm_rig_rest(rig, 3);
    uneven.scale.x = 1.5f;
    for (int k = VRM_KERNEL_AUTO; k <= VRM_KERNEL_LANES_16; k++) {
        vrm_SimDef def = vrm_default_sim_def();
        vrm_Sim *all = NULL, *few = NULL;
        vrm_AvatarId ids[CROWD], twins[CROWD];
        def.kernel = (vrm_Kernel)k;
        if (!vrm_kernel_is_supported(def.kernel)) continue;
        assert_int_equal(vrm_sim_create(&def, &all), VRM_OK);
        def.outputs = VRM_OUTPUT_PALETTES;
        assert_int_equal(vrm_sim_create(&def, &few), VRM_OK);
        for (int i = 0; i < CROWD; i++) {
            ids[i] = vrm_sim_add(all, rig);
            twins[i] = vrm_sim_add(few, rig);
        }
        vrm_avatar_set_node(all, ids[2], 3, uneven);
        vrm_avatar_set_node(few, twins[2], 3, uneven);
        for (int f = 0; f < FRAMES; f++) {
            for (int i = 0; i < CROWD; i++) animate(all, ids[i], i, f);
            for (int i = 0; i < CROWD; i++) animate(few, twins[i], i, f);
            vrm_sim_step(all, 1.0f / 60.0f);
            vrm_sim_step(few, 1.0f / 60.0f);
        }
        for (int i = 0; i < CROWD; i++) {
            assert_null(vrm_avatar_worlds(few, twins[i]));
            assert_memory_equal(vrm_avatar_palettes(all, ids[i]),
                                vrm_avatar_palettes(few, twins[i]), size);
        }
        vrm_sim_destroy(all);
        vrm_sim_destroy(few);
    }
    vrm_rig_destroy(rig);
}

static void others_keep_their_results_when_avatars_come_and_go(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Sim *sim = NULL, *quiet = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &quiet), VRM_OK);
    vrm_AvatarId hero = vrm_sim_add(sim, rig), twin = vrm_sim_add(quiet, rig);
    vrm_AvatarId guests[40];
    for (int f = 0; f < 40; f++) {
        guests[f] = vrm_sim_add(sim, rig);
        animate(sim, guests[f], f + 5, f);
        if (f % 3 == 2) assert_true(vrm_sim_remove(sim, guests[f / 2]));
        animate(sim, hero, 1, f);
        animate(quiet, twin, 1, f);
        vrm_sim_step(sim, 1.0f / 60.0f);
        vrm_sim_step(quiet, 1.0f / 60.0f);
        check_same_results(sim, hero, quiet, twin);
    }
    vrm_sim_destroy(quiet);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

/* Arrays of a language with garbage collection show this memory. */
static void outputs_stay_where_they_are_while_the_avatar_is_there(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_ALL;
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId hero = vrm_sim_add(sim, rig), guests[40];
    const void* places[] = {vrm_avatar_locals(sim, hero),
                            vrm_avatar_worlds(sim, hero),
                            vrm_avatar_palettes(sim, hero),
                            vrm_avatar_expression_weights(sim, hero),
                            vrm_avatar_expression_inputs(sim, hero),
                            vrm_avatar_morphs(sim, hero),
                            vrm_avatar_material_values(sim, hero),
                            vrm_avatar_spring_rotations(sim, hero)};
    for (int f = 0; f < 40; f++) {
        guests[f] = vrm_sim_add(sim, rig);
        animate(sim, hero, 1, f);
        if (f % 3 == 2) assert_true(vrm_sim_remove(sim, guests[f / 2]));
        vrm_sim_step(sim, 1.0f / 60.0f);
        assert_ptr_equal(vrm_avatar_locals(sim, hero), places[0]);
        assert_ptr_equal(vrm_avatar_worlds(sim, hero), places[1]);
        assert_ptr_equal(vrm_avatar_palettes(sim, hero), places[2]);
        assert_ptr_equal(vrm_avatar_expression_weights(sim, hero), places[3]);
        assert_ptr_equal(vrm_avatar_expression_inputs(sim, hero), places[4]);
        assert_ptr_equal(vrm_avatar_morphs(sim, hero), places[5]);
        assert_ptr_equal(vrm_avatar_material_values(sim, hero), places[6]);
        assert_ptr_equal(vrm_avatar_spring_rotations(sim, hero), places[7]);
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

static void newcomer_in_a_used_lane_starts_at_rest(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Sim *sim = NULL, *fresh = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &fresh), VRM_OK);
    vrm_AvatarId keeper = vrm_sim_add(sim, rig), old = vrm_sim_add(sim, rig);
    animate(sim, old, 3, 2);
    vrm_Transform moved = vrm_rig_rest(rig, 2);
    moved.scale.y = 5.0f;
    vrm_avatar_set_node(sim, old, 2, moved);
    vrm_sim_step(sim, 1.0f / 60.0f);
    vrm_sim_remove(sim, old);
    vrm_AvatarId id = vrm_sim_add(sim, rig), twin = vrm_sim_add(fresh, rig);
    check_same_results(sim, id, fresh, twin);
    vrm_sim_step(sim, 1.0f / 60.0f);
    vrm_sim_step(fresh, 1.0f / 60.0f);
    check_same_results(sim, id, fresh, twin);
    assert_true(vrm_avatar_is_valid(sim, keeper));
    vrm_sim_destroy(fresh);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

/* ---- Memory ---- */

static void step_allocates_nothing(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[9];
    def.allocator = test_memory_allocator(&memory);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    for (int i = 0; i < 9; i++) ids[i] = vrm_sim_add(sim, rig);
    size_t before = memory.allocations;
    for (int f = 0; f < 30; f++) {
        for (int i = 0; i < 9; i++) animate(sim, ids[i], i, f);
        vrm_sim_step(sim, 1.0f / 60.0f);
    }
    assert_int_equal(memory.allocations, before);
    vrm_sim_destroy(sim);
    test_memory_check_clean(&memory);
    vrm_rig_destroy(rig);
}

static vrm_Result crowd_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_Rig** rigs = ctx;
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_sim_create(&def, &sim);
    if (result != VRM_OK) return result;
    vrm_AvatarId first = {0, 0};
    for (int i = 0; i < 12 && result == VRM_OK; i++) {
        vrm_AvatarId id = vrm_sim_add(sim, rigs[i % 2]);
        if (!vrm_avatar_is_valid(sim, id)) result = VRM_ERR_MEMORY;
        if (i == 0) first = id;
    }
    vrm_sim_step(sim, 1.0f / 60.0f); /* the avatars that were added are stepped */
    (void)vrm_sim_remove(sim, first);
    vrm_sim_step(sim, 1.0f / 60.0f);
    vrm_sim_destroy(sim);
    return result;
}

static void crowd_survives_every_failing_allocation(void** state) {
    (void)state;
    vrm_Rig* rigs[2] = {test_scene_rig(scene_default_def(VRM_DIALECT_1)),
                        test_scene_rig(scene_default_def(VRM_DIALECT_0))};
    assert_true(test_every_allocation_failing(crowd_with, rigs) > 12);
    vrm_rig_destroy(rigs[0]);
    vrm_rig_destroy(rigs[1]);
}

static void sim_refuses_a_definition_without_its_default(void** state) {
    (void)state;
    vrm_SimDef def;
    vrm_Sim* sim = NULL;
    memset(&def, 0, sizeof def);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_ERR_DEF);
    assert_null(sim);
}

/* ---- Inputs that nobody should send ---- */

static void check_finite(const TestRun* run) {
    const float* worlds = &vrm_avatar_worlds(run->sim, run->id)[0].rows[0].x;
    const float* palettes = &vrm_avatar_palettes(run->sim, run->id)[0].rows[0].x;
    const float* locals = &vrm_avatar_locals(run->sim, run->id)[0].translation.x;
    for (int32_t i = 0; i < 12 * vrm_rig_node_count(run->rig); i++)
        assert_true(worlds[i] >= -FLT_MAX && worlds[i] <= FLT_MAX);
    for (int32_t i = 0; i < 12 * vrm_rig_palette_count(run->rig); i++)
        assert_true(palettes[i] >= -FLT_MAX && palettes[i] <= FLT_MAX);
    for (int32_t i = 0; i < 10 * vrm_rig_node_count(run->rig); i++)
        assert_true(locals[i] >= -FLT_MAX && locals[i] <= FLT_MAX);
    vrm_Vec2 gaze = vrm_avatar_gaze(run->sim, run->id);
    assert_true(gaze.x == gaze.x && gaze.y == gaze.y);
}

/* */
static void inputs_that_are_not_finite_are_refused_whole(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Transform good = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}, bad = good;
    vrm_Transform all[TEST_NODE_COUNT];
    vrm_Pose pose = vrm_pose_rest();
    bad.translation.y = NAN;
    assert_false(vrm_avatar_set_root(run.sim, run.id, bad));
    assert_false(vrm_avatar_set_node(run.sim, run.id, TEST_HEAD, bad));
    bad = good;
    bad.rotation.w = INFINITY;
    assert_false(vrm_avatar_set_node(run.sim, run.id, TEST_HEAD, bad));
    bad = good;
    bad.rotation.w = 0;
    assert_false(vrm_avatar_set_node(run.sim, run.id, TEST_HEAD, bad));
    assert_false(vrm_avatar_set_rotation(run.sim, run.id, TEST_HEAD, bad.rotation));
    assert_false(vrm_avatar_set_node(run.sim, run.id, -1, good));
    assert_false(vrm_avatar_set_node(run.sim, run.id, TEST_NODE_COUNT, good));
    assert_false(vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_NONE, good.rotation));
    assert_false(vrm_avatar_set_hips(run.sim, run.id, (vrm_Vec3){0, -INFINITY, 0}));
    pose.rotations[VRM_BONE_JAW].x = NAN;
    assert_false(vrm_avatar_set_pose(run.sim, run.id, &pose));
    for (int i = 0; i < TEST_NODE_COUNT; i++) all[i] = good;
    assert_false(vrm_avatar_set_nodes(run.sim, run.id, all, TEST_NODE_COUNT - 1));
    all[TEST_NODE_COUNT - 1].scale.z = NAN;
    assert_false(vrm_avatar_set_nodes(run.sim, run.id, all, TEST_NODE_COUNT));
    test_step(&run);
    for (int32_t n = 0; n < TEST_NODE_COUNT; n++)
        test_same_rotation(test_local(&run, n).rotation, good.rotation, 1e-6f);
    vrm_sim_step(run.sim, NAN);
    vrm_sim_step(run.sim, -1.0f);
    vrm_sim_step(run.sim, INFINITY);
    check_finite(&run);
    test_run_end(&run);
}

/* */
static void absurd_scales_and_lengths_stay_finite(void** state) {
    (void)state;
    static const float scales[] = {0.0f, -1.0f, 1e-38f, 1e30f, 1000.0f, -3e7f};
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.look_at = "{\"type\":\"bone\"}";
    avatar.nodes[TEST_HAIR].constraint = "{\"aim\":{\"source\":18,\"aimAxis\":\"PositiveY\"}}";
    avatar.members = "\"skins\":[{\"joints\":[0,1,2,3,4,5,6]}]";
    for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
        for (int uneven = 0; uneven < 2; uneven++) {
            TestRun run = test_run(&avatar);
            float k = scales[s];
            vrm_avatar_look_at(run.sim, run.id, (vrm_Vec3){1, 2, 3});
            for (int32_t n = 0; n < TEST_NODE_COUNT; n++) {
                vrm_Transform local = {{k, -k, k}, test_turn(1, 2, 3, (float)n * 40), {k, k, k}};
                if (uneven) local.scale.y = 2.0f;
                assert_true(vrm_avatar_set_node(run.sim, run.id, n, local));
            }
            assert_true(vrm_avatar_set_hips(run.sim, run.id, (vrm_Vec3){k, k, k}));
            test_step(&run);
            check_finite(&run);
            /* and back again: the fast path takes over where it had left */
            assert_true(vrm_avatar_reset_pose(run.sim, run.id));
            TestRun fresh = test_run(&avatar);
            vrm_avatar_look_at(fresh.sim, fresh.id, (vrm_Vec3){1, 2, 3});
            test_step(&run);
            test_step(&fresh);
            check_same_results(run.sim, run.id, fresh.sim, fresh.id);
            test_run_end(&fresh);
            test_run_end(&run);
        }
    }
}

static void uneven_scale_gives_the_same_world_as_matrices(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Transform root = {{1, 2, 3}, test_turn(1, 1, 0, 30), {1, 2, 3}};
    vrm_avatar_set_root(run.sim, run.id, root);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_HIPS, test_turn(0, 1, 3, 70));
    test_step(&run);
    vrm_Affine expected = vrmi_affine_from_transform(root);
    static const int32_t chain[] = {TEST_ROOT, TEST_HIPS, TEST_SPINE, TEST_CHEST};
    for (size_t i = 0; i < sizeof chain / sizeof *chain; i++) {
        vrm_Affine local = vrmi_affine_from_transform(test_local(&run, chain[i]));
        expected = vrmi_affine_mul(&expected, &local);
    }
    const vrm_Affine* actual = &vrm_avatar_worlds(run.sim, run.id)[TEST_CHEST];
    for (int i = 0; i < 12; i++)
        assert_float_equal((&actual->rows[i / 4].x)[i % 4], (&expected.rows[i / 4].x)[i % 4],
                           1e-5f);
    test_run_end(&run);
}

/* Springs have a shortcut for joints that stand where the file has them. */
static void moved_node_is_the_same_whichever_function_moves_it(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId whole = vrm_sim_add(sim, rig), part = vrm_sim_add(sim, rig);
    for (int32_t joint = 0; joint < vrm_rig_spring_joint_count(rig); joint++) {
        vrm_SpringJointInfo info = vrm_rig_spring_joint(rig, joint);
        int32_t node = info.node;
        assert_in_range(info.spring, 0, vrm_rig_spring_count(rig) - 1);
        vrm_Transform local = vrm_rig_rest(rig, node);
        local.translation.x += 0.1f;
        local.translation.y *= 1.7f;
        assert_true(vrm_avatar_set_node(sim, whole, node, local));
        assert_true(vrm_avatar_set_translation(sim, part, node, local.translation));
    }
    for (int frame = 0; frame < 5; frame++) vrm_sim_step(sim, 1.0f / 60.0f);
    check_same_results(sim, whole, sim, part);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

static void root_is_read_back_with_the_half_turn_of_an_old_avatar(void** state) {
    (void)state;
    for (int keeps = 0; keeps < 2; keeps++) {
        vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_0));
        vrm_SimDef def = vrm_default_sim_def();
        def.keeps_vrm0_facing = keeps;
        vrm_Sim* sim = NULL;
        assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
        assert_int_equal(vrm_rig_dialect(rig), VRM_DIALECT_0);
        assert_int_equal(vrm_rig_facing(rig), -1);
        vrm_AvatarId id = vrm_sim_add(sim, rig);
        vrm_Transform root = {{1, 2, 3}, test_turn(0, 1, 0, 30), {2, 2, 2}};
        assert_true(vrm_avatar_set_root(sim, id, root));
        vrm_Transform read = vrm_avatar_root(sim, id);
        test_same_point(read.translation, root.translation, 0.0f);
        test_same_point(read.scale, root.scale, 0.0f);
        test_same_rotation(read.rotation, test_turn(0, 1, 0, keeps ? 30 : 210), 1e-6f);
        assert_true(vrm_sim_remove(sim, id));
        test_same_point(vrm_avatar_root(sim, id).translation, (vrm_Vec3){0, 0, 0}, 0.0f);
        vrm_sim_destroy(sim);
        vrm_rig_destroy(rig);
    }
}

/* ---- A host with its own scene graph ---- */

static void stage_alone_runs_on_the_hosts_transforms(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.look_at = "{\"type\":\"bone\"}";
    avatar.nodes[TEST_HAIR].constraint = "{\"rotation\":{\"source\":18}}";
    TestRun run = test_run(&avatar);
    vrm_Transform mine[TEST_NODE_COUNT];
    for (int32_t n = 0; n < TEST_NODE_COUNT; n++) {
        mine[n] = vrm_rig_rest(run.rig, n);
        mine[n].rotation = test_turn(1, (float)n, 2, 10);
    }
    vrm_avatar_set_stages(run.sim, run.id, VRM_STAGE_CONSTRAINTS);
    vrm_avatar_look_along(run.sim, run.id, 40, 0);
    assert_true(vrm_avatar_set_nodes(run.sim, run.id, mine, TEST_NODE_COUNT));
    test_step(&run);
    for (int32_t n = 0; n < TEST_NODE_COUNT; n++) {
        vrm_Quat expected = n == TEST_HAIR ? mine[TEST_LEFT_HAND].rotation : mine[n].rotation;
        test_same_rotation(test_local(&run, n).rotation, expected, 1e-6f);
    }
    test_run_end(&run);
}

/* A kernel that the CPU lacks is refused; one that it has gives the bits of every other. */
static void kernel_is_forced_or_refused(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    size_t size = (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Affine);
    vrm_Affine* first = NULL;
    for (int k = VRM_KERNEL_AUTO; k <= VRM_KERNEL_LANES_16 + 1; k++) {
        vrm_SimDef def = vrm_default_sim_def();
        vrm_Sim* sim = NULL;
        def.kernel = (vrm_Kernel)k;
        vrm_Result result = vrm_sim_create(&def, &sim);
        if (!vrm_kernel_is_supported(def.kernel)) {
            assert_int_equal(result, VRM_ERR_UNSUPPORTED);
            assert_null(sim);
            continue;
        }
        assert_int_equal(result, VRM_OK);
        vrm_AvatarId ids[20];
        for (int i = 0; i < 20; i++) ids[i] = vrm_sim_add(sim, rig);
        vrm_avatar_set_bone(sim, ids[19], VRM_BONE_HEAD, test_turn(1, 2, 0, 30));
        vrm_sim_remove(sim, ids[3]);
        for (int f = 0; f < 10; f++) vrm_sim_step(sim, 1.0f / 60.0f);
        if (first == NULL) {
            first = malloc(size);
            assert_non_null(first);
            memcpy(first, vrm_avatar_worlds(sim, ids[19]), size);
        }
        assert_memory_equal(first, vrm_avatar_worlds(sim, ids[19]), size);
        vrm_sim_destroy(sim);
    }
    free(first);
    vrm_rig_destroy(rig);
    assert_true(vrm_kernel_is_supported(vrm_kernel_for_crowds()));
    assert_true(vrm_kernel_is_supported(vrm_kernel_for_singles()));
    assert_string_equal(vrm_kernel_name((vrm_Kernel)(VRM_KERNEL_LANES_16 + 1)), "unknown");
    assert_string_equal(vrm_kernel_name(VRM_KERNEL_AUTO), "auto");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(id_goes_stale_when_its_avatar_leaves),
        cmocka_unit_test(avatar_is_far_beyond_a_kilometre),
        cmocka_unit_test(step_asks_each_avatar_once_for_its_inputs),
        cmocka_unit_test(avatar_shows_its_rest_state_before_the_first_step),
        cmocka_unit_test(outputs_not_asked_for_are_not_there),
        cmocka_unit_test(avatar_has_the_same_bits_alone_and_in_a_crowd),
        cmocka_unit_test(crowd_has_the_bits_of_singles_in_zeros_too),
        cmocka_unit_test(whole_pose_has_the_bits_of_its_bones),
        cmocka_unit_test(palettes_are_the_same_without_world_matrices),
        cmocka_unit_test(others_keep_their_results_when_avatars_come_and_go),
        cmocka_unit_test(outputs_stay_where_they_are_while_the_avatar_is_there),
        cmocka_unit_test(newcomer_in_a_used_lane_starts_at_rest),
        cmocka_unit_test(kernel_is_forced_or_refused),
        cmocka_unit_test(step_allocates_nothing),
        cmocka_unit_test(crowd_survives_every_failing_allocation),
        cmocka_unit_test(sim_refuses_a_definition_without_its_default),
        cmocka_unit_test(inputs_that_are_not_finite_are_refused_whole),
        cmocka_unit_test(absurd_scales_and_lengths_stay_finite),
        cmocka_unit_test(uneven_scale_gives_the_same_world_as_matrices),
        cmocka_unit_test(moved_node_is_the_same_whichever_function_moves_it),
        cmocka_unit_test(root_is_read_back_with_the_half_turn_of_an_old_avatar),
        cmocka_unit_test(stage_alone_runs_on_the_hosts_transforms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
