/* SPDX-License-Identifier: MIT */
/* A rig that is destroyed while sims or bakers use it: an assertion finds it, and where assertions
 * are off nothing is used after it was released (AddressSanitizer looks on). This program has its
 * own copy of rig/lifetime.c, whose assertion counts instead of ending the program. */
#define VRM_ASSERT(claim) ((claim) ? (void)0 : (void)misuses++)
static int misuses;

#include "rig/lifetime.c"
#include "support/avatar.h"
#include "support/check.h"
#include "support/memory.h"
#include "vrm/bake.h"

typedef struct Fixture {
    TestMemory memory;
    vrm_Rig* rig;
    vrm_Sim* sim;
} Fixture;

static void build(Fixture* fixture) {
    *fixture = (Fixture){0};
    misuses = 0;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_RigDef def = vrm_default_rig_def();
    def.allocator = test_memory_allocator(&fixture->memory);
    assert_int_equal(vrm_rig_build(model, &def, &fixture->rig), VRM_OK);
    vrm_model_destroy(model); /* a rig keeps nothing of its model */
    assert_int_equal(vrm_sim_create(NULL, &fixture->sim), VRM_OK);
}

static void a_rig_without_users_is_released_at_once(void** state) {
    (void)state;
    Fixture f;
    build(&f);
    vrm_AvatarId id = vrm_sim_add(f.sim, f.rig);
    assert_true(vrm_sim_remove(f.sim, id));
    vrm_rig_destroy(f.rig);
    assert_int_equal(misuses, 0);
    test_memory_check_clean(&f.memory);
    vrm_sim_destroy(f.sim);
    vrm_rig_destroy(NULL);
}

static void a_rig_that_a_sim_uses_is_released_with_its_last_avatar(void** state) {
    (void)state;
    Fixture f;
    build(&f);
    vrm_AvatarId first = vrm_sim_add(f.sim, f.rig), second = vrm_sim_add(f.sim, f.rig);
    vrm_rig_destroy(f.rig);
    assert_int_equal(misuses, 1);
    vrm_sim_step(f.sim, 1.0f / 60.0f);
    assert_true(vrm_sim_remove(f.sim, first));
    vrm_sim_step(f.sim, 1.0f / 60.0f);
    assert_true(f.memory.live_blocks > 0);
    assert_true(vrm_sim_remove(f.sim, second));
    test_memory_check_clean(&f.memory);
    vrm_sim_destroy(f.sim);
}

static void a_rig_that_several_sims_use_is_released_with_the_last_of_them(void** state) {
    (void)state;
    Fixture f;
    build(&f);
    vrm_Sim* other = NULL;
    assert_int_equal(vrm_sim_create(NULL, &other), VRM_OK);
    for (int i = 0; i < 20; i++) vrm_sim_add(i % 2 == 0 ? f.sim : other, f.rig);
    vrm_rig_destroy(f.rig);
    assert_int_equal(misuses, 1);
    vrm_sim_destroy(f.sim);
    assert_true(f.memory.live_blocks > 0);
    vrm_sim_step(other, 1.0f / 60.0f);
    vrm_sim_destroy(other);
    test_memory_check_clean(&f.memory);
}

static void a_rig_that_a_baker_uses_is_released_with_it(void** state) {
    (void)state;
    Fixture f;
    build(&f);
    vrm_Baker* baker = NULL;
    assert_int_equal(vrm_baker_create(NULL, f.rig, &baker), VRM_OK);
    vrm_rig_destroy(f.rig);
    assert_int_equal(misuses, 1);
    assert_int_equal(vrm_baker_frame_count(baker), 0);
    vrm_baker_destroy(baker);
    test_memory_check_clean(&f.memory);
    vrm_sim_destroy(f.sim);
}

static void an_avatar_that_could_not_be_added_is_no_user(void** state) {
    (void)state;
    Fixture f;
    build(&f);
    for (size_t fail_at = 1; fail_at < 40; fail_at++) {
        TestMemory memory = {0};
        vrm_SimDef def = vrm_default_sim_def();
        def.allocator = test_memory_allocator(&memory);
        vrm_Sim* sim = NULL;
        assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
        memory.fail_at = memory.allocations + fail_at;
        vrm_AvatarId id = vrm_sim_add(sim, f.rig);
        bool is_added = id.index1 != 0;
        vrm_sim_destroy(sim);
        test_memory_check_clean(&memory);
        if (is_added) break;
    }
    vrm_rig_destroy(f.rig);
    assert_int_equal(misuses, 0);
    test_memory_check_clean(&f.memory);
    vrm_sim_destroy(f.sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rig_without_users_is_released_at_once),
        cmocka_unit_test(a_rig_that_a_sim_uses_is_released_with_its_last_avatar),
        cmocka_unit_test(a_rig_that_several_sims_use_is_released_with_the_last_of_them),
        cmocka_unit_test(a_rig_that_a_baker_uses_is_released_with_it),
        cmocka_unit_test(an_avatar_that_could_not_be_added_is_no_user),
    };
    return cmocka_run_group_tests_name("rig_lifetime", tests, NULL, NULL);
}
