/* SPDX-License-Identifier: MIT */
/* Workers: the same bits with one to eight of them, and no race (thread sanitizer). */
#define _POSIX_C_SOURCE 200809L

#include "support/avatar.h"
#include "support/check.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- A pool that deals out ranges ---- */

typedef struct Pool {
    int32_t worker_count;
    vrm_TaskFn* fn;
    void* task;
    int32_t count, grain;
    atomic_int next;
} Pool;

typedef struct Worker {
    Pool* pool;
    int32_t index;
} Worker;

static void* work(void* argument) {
    Worker* worker = argument;
    Pool* pool = worker->pool;
    for (;;) {
        int32_t begin = atomic_fetch_add(&pool->next, pool->grain);
        if (begin >= pool->count) return NULL;
        int32_t end = begin + pool->grain < pool->count ? begin + pool->grain : pool->count;
        pool->fn(pool->task, begin, end, worker->index);
    }
}

static void parallel_for(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    Pool* pool = ctx;
    Worker workers[8];
    pthread_t threads[8];
    pool->fn = fn;
    pool->task = task;
    pool->count = count;
    pool->grain = grain;
    atomic_store(&pool->next, 0);
    for (int32_t i = 0; i < pool->worker_count; i++) {
        workers[i] = (Worker){pool, i};
        if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0) abort();
    }
    for (int32_t i = 0; i < pool->worker_count; i++) pthread_join(threads[i], NULL);
}

/* ---- A crowd ---- */

enum { CROWD = 30, FRAMES = 8 };

static void set_inputs(void* ctx, vrm_Sim* sim, vrm_AvatarId id, void* user_data) {
    float t = (float)((intptr_t)user_data + *(const int*)ctx) * 0.3f;
    vrm_avatar_set_bone(sim, id, VRM_BONE_HEAD, test_turn(1, 2, 0, 30 * sinf(t)));
    vrm_avatar_set_bone(sim, id, VRM_BONE_SPINE, test_turn(0, 1, 0, 20 * cosf(t)));
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, sinf(t));
    vrm_avatar_look_at(sim, id, (vrm_Vec3){sinf(t), 1, 2});
}

static void run_crowd(const vrm_Rig* const* rigs, int32_t worker_count, bool sets_within,
                      float* out, size_t floats) {
    Pool pool = {.worker_count = worker_count};
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[CROWD];
    def.tasks = (vrm_Tasks){worker_count, parallel_for, &pool};
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    for (int i = 0; i < CROWD; i++) {
        ids[i] = vrm_sim_add(sim, rigs[i % 2]);
        vrm_avatar_set_user_data(sim, ids[i], (void*)(intptr_t)i);
    }
    for (int f = 0; f < FRAMES; f++) {
        if (sets_within) {
            vrm_sim_step_with(sim, 1.0f / 60.0f, set_inputs, &f);
            continue;
        }
        for (int i = 0; i < CROWD; i++) set_inputs(&f, sim, ids[i], (void*)(intptr_t)i);
        vrm_sim_step(sim, 1.0f / 60.0f);
    }
    for (int i = 0; i < CROWD; i++) {
        size_t nodes = (size_t)vrm_rig_node_count(rigs[i % 2]);
        assert_true(nodes * 12 <= floats);
        memset(out + (size_t)i * floats, 0, floats * sizeof *out);
        memcpy(out + (size_t)i * floats, vrm_avatar_worlds(sim, ids[i]),
               nodes * sizeof(vrm_Affine));
    }
    vrm_sim_destroy(sim);
}

static void crowd_has_the_same_bits_with_any_number_of_workers(void** state) {
    (void)state;
    vrm_Rig* rigs[2] = {test_scene_rig(scene_default_def(VRM_DIALECT_1)),
                        test_scene_rig(scene_default_def(VRM_DIALECT_0))};
    const vrm_Rig* const shared[2] = {rigs[0], rigs[1]};
    size_t floats = 12 * (size_t)(vrm_rig_node_count(rigs[0]) + vrm_rig_node_count(rigs[1]));
    float* expected = calloc(CROWD * floats, sizeof *expected);
    float* actual = calloc(CROWD * floats, sizeof *actual);
    assert_non_null(expected);
    assert_non_null(actual);
    run_crowd(shared, 1, false, expected, floats);
    for (int32_t workers = 1; workers <= 8; workers++) {
        for (int sets_within = 0; sets_within < 2; sets_within++) {
            run_crowd(shared, workers, sets_within != 0, actual, floats);
            assert_memory_equal(actual, expected, CROWD * floats * sizeof *actual);
        }
    }
    free(expected);
    free(actual);
    vrm_rig_destroy(rigs[0]);
    vrm_rig_destroy(rigs[1]);
}

/* However the host runs what it is given: every avatar is stepped, and once. */

static void in_one_call(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    (void)grain;
    fn(task, 0, count, ((Pool*)ctx)->worker_count - 1);
}

static void backwards(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    for (int32_t end = count; end > 0; end -= grain)
        fn(task, end > grain ? end - grain : 0, end, end % ((Pool*)ctx)->worker_count);
}

static void count_step(void* ctx, vrm_Sim* sim, vrm_AvatarId id, void* user_data) {
    (void)ctx, (void)sim, (void)id;
    atomic_fetch_add((atomic_int*)user_data, 1);
}

static void step_reaches_every_avatar_once(void** state) {
    (void)state;
    enum { MOST = 150 };
    static atomic_int steps[MOST];
    void (*const ways[])(void*, int32_t, int32_t, vrm_TaskFn*, void*) = {parallel_for, in_one_call,
                                                                         backwards};
    vrm_Rig* rig = test_scene_rig(scene_default_def(VRM_DIALECT_1));
    for (int way = 0; way < 3; way++) {
        for (int32_t workers = 2; workers <= 8; workers += 3) {
            Pool pool = {.worker_count = workers};
            vrm_SimDef def = vrm_default_sim_def();
            vrm_Sim* sim = NULL;
            def.tasks = (vrm_Tasks){workers, ways[way], &pool};
            def.outputs = VRM_OUTPUT_SPRINGS;
            assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
            for (int count = 1; count <= MOST; count++) {
                vrm_AvatarId id = vrm_sim_add(sim, rig);
                assert_true(vrm_avatar_set_user_data(sim, id, &steps[count - 1]));
                if (count > 20 && count % 29 != 0) continue;
                for (int i = 0; i < count; i++) atomic_store(&steps[i], 0);
                vrm_sim_step_with(sim, 1.0f / 60.0f, count_step, NULL);
                for (int i = 0; i < count; i++) assert_int_equal(atomic_load(&steps[i]), 1);
            }
            vrm_sim_destroy(sim);
        }
    }
    vrm_rig_destroy(rig);
}

/* Two sims over one rig at the same time. */
typedef struct Sharer {
    const vrm_Rig* const* rigs;
    float* out;
    size_t floats;
} Sharer;

static void* share(void* argument) {
    Sharer* sharer = argument;
    run_crowd(sharer->rigs, 1, true, sharer->out, sharer->floats);
    return NULL;
}

static void rig_is_shared_between_threads_without_locks(void** state) {
    (void)state;
    vrm_Rig* rigs[2] = {test_scene_rig(scene_default_def(VRM_DIALECT_1)),
                        test_scene_rig(scene_default_def(VRM_DIALECT_0))};
    const vrm_Rig* const shared[2] = {rigs[0], rigs[1]};
    size_t floats = 12 * (size_t)(vrm_rig_node_count(rigs[0]) + vrm_rig_node_count(rigs[1]));
    Sharer sharers[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        sharers[i] = (Sharer){shared, calloc(CROWD * floats, sizeof(float)), floats};
        assert_non_null(sharers[i].out);
        assert_int_equal(pthread_create(&threads[i], NULL, share, &sharers[i]), 0);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert_memory_equal(sharers[0].out, sharers[1].out, CROWD * floats * sizeof(float));
    for (int i = 0; i < 2; i++) {
        free(sharers[i].out);
        vrm_rig_destroy(rigs[i]);
    }
}

/* The kernel is chosen anew for each sim. Threads share one atomic number: what the CPU offers. */
static void* create_sims(void* out) {
    for (int i = 0; i < 50; i++) {
        vrm_SimDef def = vrm_default_sim_def();
        vrm_Sim* sim = NULL;
        def.kernel = (vrm_Kernel)(i % (VRM_KERNEL_LANES_16 + 1));
        bool is_supported = vrm_kernel_is_supported(def.kernel);
        if ((vrm_sim_create(&def, &sim) == VRM_OK) != is_supported) abort();
        vrm_sim_destroy(sim);
    }
    *(vrm_Kernel*)out = vrm_kernel_for_crowds();
    return NULL;
}

static void sims_are_created_by_threads_at_the_same_time(void** state) {
    (void)state;
    vrm_Kernel chosen[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, create_sims, &chosen[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (int i = 1; i < 4; i++) assert_int_equal(chosen[i], chosen[0]);
}

/* A process that forked chooses as its parent does. */
static void sims_are_created_after_a_fork(void** state) {
    (void)state;
    vrm_Kernel chosen;
    create_sims(&chosen);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        vrm_Kernel again;
        create_sims(&again);
        _exit(again == chosen ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_has_the_same_bits_with_any_number_of_workers),
        cmocka_unit_test(step_reaches_every_avatar_once),
        cmocka_unit_test(rig_is_shared_between_threads_without_locks),
        cmocka_unit_test(sims_are_created_by_threads_at_the_same_time),
        cmocka_unit_test(sims_are_created_after_a_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
