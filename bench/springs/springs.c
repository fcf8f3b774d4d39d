/* SPDX-License-Identifier: MIT */
/* usage: springs AVATAR (ours[@KERNEL] WORKERS | apart[@KERNEL] WORKERS | loop WORKERS | plain |
 * peak) [COUNT...]
 *
 * The standard spring scene: every avatar's hips move and turn and its head turns in each frame;
 * measured is the whole frame, from setting these three to the local rotations of all joints. One
 * line `COUNT NANOSECONDS` (per pair and step, the least of many rounds) for each count. `peak`
 * prints what the machine can do at best: GFLOP/s of multiply and add without fusing, GB/s of
 * copying. KERNEL is a number of vrm_Kernel. `loop` measures the machine: the same threads do COUNT
 * pieces of arithmetic that touches no memory, handed out as blocks of avatars are; the numbers are
 * nanoseconds per piece. `apart` has as many threads that share nothing: each steps a sim of its
 * own with its part of the COUNT avatars, without ever waiting for another.
 *
 * Runs as a wasm program too, where there are no threads. */
#define _POSIX_C_SOURCE 200809L

#include "plain.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DT (1.0f / 60.0f)

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- Threads that the sim may borrow ---- */

#ifndef __wasm__
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

typedef struct Pool {
    pthread_t threads[16];
    int count; /* the caller included */
    vrm_TaskFn* fn;
    void* task;
    int32_t items, grain;
    _Alignas(128) atomic_int next;
    _Alignas(128) atomic_int generation;
    _Alignas(128) atomic_int running;
    atomic_int ends;
} Pool;

typedef struct Helper {
    Pool* pool;
    int worker;
} Helper;

static void work(Pool* pool, int worker) {
    for (;;) {
        int begin = atomic_fetch_add(&pool->next, pool->grain);
        int end = begin + pool->grain < pool->items ? begin + pool->grain : pool->items;
        if (begin >= end) return;
        pool->fn(pool->task, begin, end, worker);
    }
}

static void* help(void* ctx) {
    Helper* helper = ctx;
    Pool* pool = helper->pool;
    for (int seen = 0; !atomic_load(&pool->ends);) {
        int generation = atomic_load(&pool->generation);
        if (generation == seen) {
            sched_yield();
            continue;
        }
        seen = generation;
        work(pool, helper->worker);
        atomic_fetch_sub(&pool->running, 1);
    }
    return NULL;
}

static void pool_run(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    Pool* pool = ctx;
    pool->fn = fn;
    pool->task = task;
    pool->items = count;
    pool->grain = grain;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->running, pool->count - 1);
    atomic_fetch_add(&pool->generation, 1);
    work(pool, 0);
    while (atomic_load(&pool->running) > 0) sched_yield();
}

static vrm_Tasks pool_start(Pool* pool, Helper* helpers, int workers) {
    pool->count = workers;
    for (int w = 1; w < workers; w++) {
        helpers[w] = (Helper){pool, w};
        pthread_create(&pool->threads[w], NULL, help, &helpers[w]);
    }
    return (vrm_Tasks){workers, pool_run, pool};
}

static void pool_stop(Pool* pool) {
    atomic_store(&pool->ends, 1);
    for (int w = 1; w < pool->count; w++) pthread_join(pool->threads[w], NULL);
}
#else
typedef struct Pool {
    int count;
} Pool;
typedef struct Helper {
    int worker;
} Helper;

static vrm_Tasks pool_start(Pool* pool, Helper* helpers, int workers) {
    (void)pool, (void)helpers, (void)workers;
    return (vrm_Tasks){0};
}

static void pool_stop(Pool* pool) {
    (void)pool;
}
#endif

/* ---- The motion ---- */

typedef struct Motion {
    vrm_Transform hips;
    vrm_Quat head;
} Motion;

#define MOTIONS 256 /* made beforehand: the sines are not what is measured */

typedef struct Scene {
    vrm_Model* model;
    vrm_Rig* rig;
    int32_t hips, head, pairs;
    Motion motions[MOTIONS];
} Scene;

static vrm_Quat turn_y(float angle) {
    return (vrm_Quat){0.0f, sinf(angle * 0.5f), 0.0f, cosf(angle * 0.5f)};
}

static void open_scene(Scene* scene, const char* path) {
    static char bytes[4 << 20];
    FILE* file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL) fclose(file);
    if (vrm_model_load(bytes, size, NULL, NULL, &scene->model) != VRM_OK ||
        vrm_rig_build(scene->model, NULL, &scene->rig) != VRM_OK) {
        fprintf(stderr, "cannot load %s\n", path);
        exit(1);
    }
    scene->hips = vrm_rig_bone(scene->rig, VRM_BONE_HIPS);
    scene->head = vrm_rig_bone(scene->rig, VRM_BONE_HEAD);
    scene->pairs = vrm_rig_spring_joint_count(scene->rig);
    for (int i = 0; i < MOTIONS; i++) {
        float t = 6.2831853f * (float)i / (float)MOTIONS;
        Motion* m = &scene->motions[i];
        m->hips = vrm_rig_rest(scene->rig, scene->hips);
        m->hips.translation.x += 0.3f * sinf(3.0f * t);
        m->hips.translation.z += 0.2f * sinf(2.0f * t);
        m->hips.rotation = turn_y(0.8f * sinf(t));
        m->head = turn_y(0.6f * sinf(4.0f * t));
    }
}

static const Motion* motion_of(const Scene* scene, int frame, int avatar) {
    return &scene->motions[(frame + 37 * avatar) % MOTIONS];
}

/* ---- Contenders ---- */

static int frames_for(int count) {
    int frames = 4000 / count;
    return frames < 2 ? 2 : frames;
}

/* As much time for many workers as for one: the more there are, the rarer is a round in which none
 * of them is interrupted. */
static int rounds_for(int count, int workers) {
    return (count >= 10000 ? 12 : count >= 1000 ? 30 : 60) * workers;
}

typedef struct Frame {
    const Scene* scene;
    int number;
} Frame;

static void set_inputs(void* ctx, vrm_Sim* sim, vrm_AvatarId id, void* user_data) {
    const Frame* frame = ctx;
    const Motion* m = motion_of(frame->scene, frame->number, (int)(intptr_t)user_data);
    vrm_avatar_set_node(sim, id, frame->scene->hips, m->hips);
    vrm_avatar_set_rotation(sim, id, frame->scene->head, m->head);
}

static vrm_Sim* make_crowd(const Scene* scene, int count, const vrm_Tasks* tasks,
                           vrm_Kernel kernel) {
    vrm_SimDef def = vrm_default_sim_def();
    def.avatar_capacity = count;
    def.outputs = VRM_OUTPUT_SPRINGS;
    def.kernel = kernel;
    def.tasks = *tasks;
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(&def, &sim) != VRM_OK) exit(1);
    for (intptr_t i = 0; i < count; i++)
        if (!vrm_avatar_set_user_data(sim, vrm_sim_add(sim, scene->rig), (void*)i)) exit(1);
    return sim;
}

static double time_ours(Scene* scene, int count, int workers, vrm_Kernel kernel) {
    Pool pool = {0};
    Helper helpers[16];
    vrm_Tasks tasks = {0};
    if (workers > 1) tasks = pool_start(&pool, helpers, workers);
    vrm_Sim* sim = make_crowd(scene, count, &tasks, kernel);
    double best = 1e30;
    Frame frame = {scene, 0};
    int frames = frames_for(count);
    for (int round = 0; round < rounds_for(count, workers); round++) {
        double start = now_ns();
        for (int f = 0; f < frames; f++, frame.number++)
            vrm_sim_step_with(sim, DT, set_inputs, &frame);
        double each = (now_ns() - start) / frames / count / scene->pairs;
        if (each < best) best = each;
    }
    vrm_sim_destroy(sim);
    if (workers > 1) pool_stop(&pool);
    return best;
}

#ifndef __wasm__
/* A thread of `apart`: how many avatars it has stepped so far. */
typedef struct ApartThread {
    _Alignas(128) atomic_llong steps;
    const Scene* scene;
    int count;
    vrm_Kernel kernel;
    atomic_int* ends;
} ApartThread;

static void* run_apart(void* ctx) {
    ApartThread* apart = ctx;
    vrm_Tasks none = {0};
    vrm_Sim* sim = make_crowd(apart->scene, apart->count, &none, apart->kernel);
    for (Frame frame = {apart->scene, 0}; !atomic_load(apart->ends); frame.number++) {
        vrm_sim_step_with(sim, DT, set_inputs, &frame);
        atomic_fetch_add(&apart->steps, apart->count);
    }
    vrm_sim_destroy(sim);
    return NULL;
}

static long long count_steps(ApartThread* threads_apart, int count) {
    long long sum = 0;
    for (int w = 0; w < count; w++) sum += atomic_load(&threads_apart[w].steps);
    return sum;
}

static void wait_seconds(double seconds) {
    struct timespec t = {0, (long)(seconds * 1e9)};
    nanosleep(&t, NULL);
}

static double time_apart(const Scene* scene, int count, int workers, vrm_Kernel kernel) {
    pthread_t threads[16];
    ApartThread threads_apart[16];
    atomic_int ends = 0;
    for (int w = 0; w < workers; w++) {
        int part = count * (w + 1) / workers - count * w / workers;
        threads_apart[w] =
            (ApartThread){.scene = scene, .count = part, .kernel = kernel, .ends = &ends};
        atomic_init(&threads_apart[w].steps, 0);
        pthread_create(&threads[w], NULL, run_apart, &threads_apart[w]);
    }
    for (int w = 0; w < workers; w++)
        while (atomic_load(&threads_apart[w].steps) < 4 * threads_apart[w].count)
            wait_seconds(0.01);
    double best = 1e30;
    for (int round = 0; round < 12; round++) {
        double start = now_ns();
        long long before = count_steps(threads_apart, workers);
        wait_seconds(0.1);
        long long made = count_steps(threads_apart, workers) - before;
        double each = (now_ns() - start) / (double)made / scene->pairs;
        if (made > 0 && each < best) best = each;
    }
    atomic_store(&ends, 1);
    for (int w = 0; w < workers; w++) pthread_join(threads[w], NULL);
    return best;
}
#endif

static double time_plain(Scene* scene, int count) {
    plain_Avatar** crowd = malloc((size_t)count * sizeof *crowd);
    if (crowd == NULL) exit(1);
    for (int i = 0; i < count; i++) crowd[i] = plain_create(scene->model);
    double best = 1e30;
    int frame = 0, frames = frames_for(count) / 8 + 1;
    for (int round = 0; round < rounds_for(count, 1) / 2; round++) {
        double start = now_ns();
        for (int f = 0; f < frames; f++, frame++) {
            for (int i = 0; i < count; i++) {
                const Motion* m = motion_of(scene, frame, i);
                plain_set_translation(crowd[i], scene->hips, m->hips.translation);
                plain_set_rotation(crowd[i], scene->hips, m->hips.rotation);
                plain_set_rotation(crowd[i], scene->head, m->head);
                plain_step(crowd[i], DT);
            }
        }
        double each = (now_ns() - start) / frames / count / scene->pairs;
        if (each < best) best = each;
    }
    for (int i = 0; i < count; i++) plain_destroy(crowd[i]);
    free(crowd);
    return best;
}

/* ---- The machine ---- */

typedef float f4 __attribute__((vector_size(16)));

static double measure_flops(void) {
    f4 a[12], m = {0.999f, 0.998f, 0.997f, 0.996f}, b = {0.001f, 0.002f, 0.003f, 0.004f};
    for (int i = 0; i < 12; i++) a[i] = m;
    double best = 0.0;
    for (int round = 0; round < 40; round++) {
        double start = now_ns();
        for (int i = 0; i < 200000; i++) {
            a[0] = a[0] * m + b, a[1] = a[1] * m + b, a[2] = a[2] * m + b, a[3] = a[3] * m + b;
            a[4] = a[4] * m + b, a[5] = a[5] * m + b, a[6] = a[6] * m + b, a[7] = a[7] * m + b;
            a[8] = a[8] * m + b, a[9] = a[9] * m + b, a[10] = a[10] * m + b, a[11] = a[11] * m + b;
        }
        double rate = 12.0 * 8.0 * 200000.0 / (now_ns() - start);
        if (rate > best) best = rate;
    }
    volatile float sink = 0.0f;
    for (int i = 0; i < 12; i++) sink = sink + a[i][0];
    return best;
}

static void compute(void* task, int32_t begin, int32_t end, int32_t worker) {
    (void)worker;
    for (int32_t item = begin; item < end; item++) {
        /* Twelve sums that do not wait for each other keep the units busy: a loop that waits leaves
         * room for a second thread on the same core, and says nothing of code that does not. */
        f4 a[12], m = {0.9f, 0.8f, 0.7f, 0.6f}, b = {0.1f, 0.2f, 0.3f, 0.4f}, sum = b;
        for (int k = 0; k < 12; k++) a[k] = b * (float)k;
        for (int i = 0; i < 1500; i++)
            for (int k = 0; k < 12; k++) a[k] = a[k] * m + b;
        for (int k = 0; k < 12; k++) sum += a[k];
        ((volatile float*)task)[item * 16] = sum[0] + sum[1] + sum[2] + sum[3]; /* own line */
    }
}

static double time_loop(int count, int workers) {
    Pool pool = {0};
    Helper helpers[16];
    vrm_Tasks tasks = {0};
    float* results = calloc((size_t)count, 64);
    if (results == NULL) exit(1);
    if (workers > 1) tasks = pool_start(&pool, helpers, workers);
    int grain = count / 16 / workers < 1 ? 1 : count / 16 / workers;
    double best = 1e30;
    for (int round = 0; round < 60 * workers; round++) {
        double start = now_ns();
        if (tasks.parallel_for != NULL)
            tasks.parallel_for(tasks.ctx, count, grain, compute, results);
        else
            compute(results, 0, count, 0);
        double each = (now_ns() - start) / count;
        if (each < best) best = each;
    }
    if (workers > 1) pool_stop(&pool);
    free(results);
    return best;
}

static double measure_copy(void) {
    size_t size = (size_t)64 << 20;
    char *from = malloc(size), *to = malloc(size);
    if (from == NULL || to == NULL) exit(1);
    memset(from, 1, size);
    memset(to, 2, size);
    double best = 0.0;
    for (int round = 0; round < 10; round++) {
        double start = now_ns();
        memcpy(to, from, size);
        double rate = 2.0 * (double)size / (now_ns() - start);
        if (rate > best) best = rate;
    }
    free(from);
    free(to);
    return best;
}

int main(int count, char** words) {
    static Scene scene;
    if (count < 3) return 2;
    if (strcmp(words[2], "peak") == 0) {
        printf("%.2f %.2f\n", measure_flops(), measure_copy());
        return 0;
    }
    if (strcmp(words[2], "loop") == 0 && count > 3) {
        for (int i = 4; i < count; i++)
            printf("%s %.1f\n", words[i], time_loop(atoi(words[i]), atoi(words[3])));
        return 0;
    }
    open_scene(&scene, words[1]);
    bool is_ours = strncmp(words[2], "ours", 4) == 0, is_apart = strncmp(words[2], "apart", 5) == 0;
    const char* at = strchr(words[2], '@');
    vrm_Kernel kernel = (vrm_Kernel)(at != NULL ? atoi(at + 1) : 0);
    if (!vrm_kernel_is_supported(kernel)) {
        fprintf(stderr, "this CPU lacks kernel %d\n", (int)kernel);
        return 1;
    }
    bool has_workers = is_ours || is_apart;
    int workers = has_workers && count > 3 ? atoi(words[3]) : 1;
    if (workers < 1 || workers > 16) return 2;
    for (int i = has_workers ? 4 : 3; i < count; i++) {
        int avatars = atoi(words[i]);
        double each = 0.0;
        if (is_ours) each = time_ours(&scene, avatars, workers, kernel);
#ifndef __wasm__
        if (is_apart) each = time_apart(&scene, avatars, workers, kernel);
#endif
        if (!has_workers) each = time_plain(&scene, avatars);
        printf("%d %.3f\n", avatars, each);
    }
    vrm_rig_destroy(scene.rig);
    vrm_model_destroy(scene.model);
    return 0;
}
