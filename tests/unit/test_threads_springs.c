/* SPDX-License-Identifier: MIT */
/* Springs of a crowd on several threads: the same bits as on one. Runs under ThreadSanitizer too.
 */
#include "spring_fixture.h"
#include "support/avatar.h"

#include <pthread.h>

#define AVATARS 41
#define FRAMES  40

typedef struct Share {
    vrm_TaskFn* fn;
    void* task;
    int32_t begin, end, worker;
} Share;

static void* run_share(void* ctx) {
    Share* share = ctx;
    if (share->begin < share->end) share->fn(share->task, share->begin, share->end, share->worker);
    return NULL;
}

/* Even shares, one thread each, anew in every step. */
static void run_parallel(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    int32_t workers = *(const int32_t*)ctx, begin = 0;
    pthread_t threads[8];
    Share shares[8];
    (void)grain;
    for (int32_t w = 0; w < workers; w++) {
        int32_t end = count * (w + 1) / workers;
        shares[w] = (Share){fn, task, begin, end, w};
        begin = end;
        assert_int_equal(pthread_create(&threads[w], NULL, run_share, &shares[w]), 0);
    }
    for (int32_t w = 0; w < workers; w++) pthread_join(threads[w], NULL);
}

static void run_crowd(const vrm_Rig* rig, int32_t workers, vrm_Quat* out, int32_t joints) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[AVATARS];
    def.outputs = VRM_OUTPUT_SPRINGS;
    if (workers > 1) def.tasks = (vrm_Tasks){workers, run_parallel, &workers};
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    for (int i = 0; i < AVATARS; i++) ids[i] = vrm_sim_add(sim, rig);
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < AVATARS; i++) {
            vrm_Transform root = vrmi_transform_identity();
            root.translation.x = 0.3f * vrmi_sin(0.2f * (float)f + (float)i);
            vrm_avatar_set_root(sim, ids[i], root);
        }
        if (f == 10) vrm_avatar_pause_springs(sim, ids[3], true);
        if (f == 12) vrm_avatar_set_spring_detail(sim, ids[8], VRM_SPRINGS_HALF);
        vrm_sim_step(sim, f % 3 == 0 ? 0.021f : FIXTURE_DT);
    }
    for (int i = 0; i < AVATARS; i++)
        memcpy(out + i * joints, vrm_avatar_spring_rotations(sim, ids[i]),
               (size_t)joints * sizeof *out);
    vrm_sim_destroy(sim);
}

/* */
static void any_number_of_workers_gives_the_same_bits(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    int32_t joints = vrm_rig_spring_joint_count(rig);
    size_t size = (size_t)joints * AVATARS * sizeof(vrm_Quat);
    vrm_Quat *alone = malloc(size), *shared = malloc(size);
    run_crowd(rig, 1, alone, joints);
    for (int32_t workers = 2; workers <= 8; workers += 3) {
        run_crowd(rig, workers, shared, joints);
        assert_memory_equal(alone, shared, size);
    }
    free(alone);
    free(shared);
    vrm_rig_destroy(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
