/* SPDX-License-Identifier: MIT */
/* Threads that use one rig, each with sims of its own: they count themselves without a race (thread
 * sanitizer), and the rig is free when all have gone. */
#include "rig/rig.h"
#include "support/avatar.h"
#include "support/check.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 50 };

static void* use_rig(void* argument) {
    const vrm_Rig* rig = argument;
    for (int round = 0; round < ROUNDS; round++) {
        vrm_Sim* sim = NULL;
        if (vrm_sim_create(NULL, &sim) != VRM_OK) return argument;
        vrm_AvatarId first = vrm_sim_add(sim, rig);
        vrm_sim_add(sim, rig);
        vrm_sim_step(sim, 1.0f / 60.0f);
        if (!vrm_sim_remove(sim, first)) return argument;
        vrm_sim_destroy(sim);
    }
    return NULL;
}

static void threads_with_sims_of_one_rig_leave_it_unused(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    vrm_model_destroy(model);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_rig, rig), 0);
    for (int i = 0; i < THREADS; i++) {
        void* failed = NULL;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(atomic_load(rig->user_count), 1);
    vrm_rig_destroy(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_with_sims_of_one_rig_leave_it_unused),
    };
    return cmocka_run_group_tests_name("threads_rig", tests, NULL, NULL);
}
