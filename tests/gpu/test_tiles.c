/* SPDX-License-Identifier: MIT */
/* Avatars of several rigs come and go in random order, so that batches grow and shrink across the
 * borders of tiles (64 columns), and get inputs in random order from the host and from a buffer on
 * the device. After every step each avatar has the bits of its twin on the CPU. */
#include "twin.h"

#include "gpu/gpu.h"
#include "support/dice.h"

#define RIGS 3
#define MOST 130
#define ROWS 192 /* with those that come before others go */

typedef struct Pool { /* avatars of one rig */
    vrm_Rig* rig;
    vrm_AvatarId ids[ROWS], gpu_ids[ROWS];
    int32_t count;
} Pool;

typedef struct Town {
    Pool pools[RIGS];
    vrm_Sim* sim;
    vrm_GpuSim* gpu;
    gpu_Cl cl;
    Dice dice;
} Town;

static void succeed(const Town* town, vrm_Result result) {
    if (result != VRM_OK)
        fail_msg("%s: %s", vrm_result_text(result), vrm_gpu_sim_message(town->gpu));
}

static void swap(Pool* pool, int32_t a, int32_t b) {
    vrm_AvatarId id = pool->ids[a], gpu_id = pool->gpu_ids[a];
    pool->ids[a] = pool->ids[b];
    pool->gpu_ids[a] = pool->gpu_ids[b];
    pool->ids[b] = id;
    pool->gpu_ids[b] = gpu_id;
}

/* So that the first few are a random choice. */
static void shuffle(Town* town, Pool* pool) {
    for (int32_t i = pool->count - 1; i > 0; i--) swap(pool, i, roll_int(&town->dice, i + 1));
}

static void add(Town* town, Pool* pool, int32_t count) {
    assert_true(pool->count + count <= ROWS);
    succeed(town, vrm_gpu_sim_add(town->gpu, pool->rig, count, pool->gpu_ids + pool->count));
    for (int32_t i = 0; i < count; i++)
        pool->ids[pool->count + i] = vrm_sim_add(town->sim, pool->rig);
    pool->count += count;
}

static void drop(Town* town, Pool* pool, int32_t count) {
    shuffle(town, pool);
    int32_t left = pool->count - count;
    for (int32_t i = left; i < pool->count; i++) vrm_sim_remove(town->sim, pool->ids[i]);
    succeed(town, vrm_gpu_sim_remove(town->gpu, pool->gpu_ids + left, count));
    pool->count = left;
}

/* To a number of avatars at the border of a tile, or none; now and then more come first. */
static void resize(Town* town, Pool* pool) {
    static const int32_t targets[] = {0, 1, 63, 64, 65, 66, 127, 128, 129, MOST};
    int32_t target = targets[roll_int(&town->dice, sizeof targets / sizeof *targets)];
    if (roll_int(&town->dice, 3) == 0) add(town, pool, 1 + roll_int(&town->dice, ROWS - MOST));
    if (pool->count < target) add(town, pool, target - pool->count);
    if (pool->count > target) drop(town, pool, pool->count - target);
    assert_int_equal(pool->count, target);
}

/* From the host, or from a buffer on the device, beginning there or further on. */
static void set(Town* town, vrm_GpuInput input, const Pool* pool, int32_t count,
                const float* values) {
    int32_t width = vrm_gpu_input_width(pool->rig, input), before = roll_int(&town->dice, 3) * 7;
    if (roll_int(&town->dice, 2) == 0) {
        succeed(town, vrm_gpu_sim_set(town->gpu, input, pool->gpu_ids, count, values));
        return;
    }
    size_t size = (size_t)(before + count * width) * sizeof *values;
    float* copy = calloc(1, size);
    int32_t error = 0;
    assert_non_null(copy);
    memcpy(copy + before, values, (size_t)(count * width) * sizeof *values);
    cl_mem buffer =
        town->cl.clCreateBuffer(vrm_gpu_sim_context(town->gpu),
                                CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, copy, &error);
    assert_non_null(buffer);
    succeed(town,
            vrm_gpu_sim_set_from(town->gpu, input, pool->gpu_ids, count, buffer, (uint64_t)before));
    assert_int_equal(town->cl.clReleaseMemObject(buffer), CL_SUCCESS);
    free(copy);
}

static void set_roots(Town* town, const Pool* pool, int32_t count) {
    vrm_Transform roots[ROWS];
    for (int32_t i = 0; i < count; i++) {
        roots[i] = (vrm_Transform){
            {roll(&town->dice, -2, 2), roll(&town->dice, 0, 1), roll(&town->dice, -2, 2)},
            {roll(&town->dice, -1, 1), roll(&town->dice, -1, 1), 0.5f, 1.0f},
            {1.0f, 1.0f, 1.0f}};
        assert_true(vrm_avatar_set_root(town->sim, pool->ids[i], roots[i]));
    }
    set(town, VRM_GPU_ROOTS, pool, count, &roots[0].translation.x);
}

static void set_rotations(Town* town, const Pool* pool, int32_t count) {
    int32_t nodes = vrm_rig_node_count(pool->rig);
    vrm_Quat* rotations = malloc((size_t)(count * nodes) * sizeof *rotations);
    assert_non_null(rotations);
    for (int32_t i = 0; i < count * nodes; i++) {
        rotations[i] =
            (vrm_Quat){roll(&town->dice, -0.3f, 0.3f), roll(&town->dice, -0.3f, 0.3f), 0.1f, 1.0f};
        assert_true(
            vrm_avatar_set_rotation(town->sim, pool->ids[i / nodes], i % nodes, rotations[i]));
    }
    set(town, VRM_GPU_ROTATIONS, pool, count, &rotations[0].x);
    free(rotations);
}

static void set_expressions(Town* town, const Pool* pool, int32_t count) {
    int32_t width = vrm_rig_expression_count(pool->rig);
    float* weights = malloc((size_t)(count * width) * sizeof *weights + 1);
    assert_non_null(weights);
    for (int32_t i = 0; i < count * width; i++) {
        weights[i] = roll(&town->dice, 0.0f, 1.0f);
        assert_true(
            vrm_avatar_set_expression_at(town->sim, pool->ids[i / width], i % width, weights[i]));
    }
    set(town, VRM_GPU_EXPRESSIONS, pool, count, weights);
    free(weights);
}

static void set_something(Town* town, Pool* pool) {
    if (pool->count == 0) return;
    shuffle(town, pool);
    int32_t count = 1 + roll_int(&town->dice, pool->count);
    switch (roll_int(&town->dice, 4)) {
    case 0: set_rotations(town, pool, count); break;
    case 1: set_expressions(town, pool, count); break;
    case 2:
        for (int32_t i = 0; i < count; i++)
            assert_true(vrm_avatar_reset_springs(town->sim, pool->ids[i]));
        succeed(town, vrm_gpu_sim_reset_springs(town->gpu, pool->gpu_ids, count));
        break;
    default: set_roots(town, pool, count);
    }
}

static const float* wanted_of(const Town* town, vrm_AvatarId id, vrm_GpuOutput output) {
    switch (output) {
    case VRM_GPU_LOCALS: return (const float*)vrm_avatar_locals(town->sim, id);
    case VRM_GPU_PALETTES: return (const float*)vrm_avatar_palettes(town->sim, id);
    default: return vrm_avatar_morphs(town->sim, id);
    }
}

/* All avatars of a rig in one call, in random order. */
static void compare(Town* town, Pool* pool, int round) {
    static const vrm_GpuOutput outputs[] = {VRM_GPU_LOCALS, VRM_GPU_PALETTES, VRM_GPU_OUT_MORPHS};
    if (pool->count == 0) return;
    shuffle(town, pool);
    for (int o = 0; o < 3; o++) {
        int32_t width = vrm_gpu_output_width(pool->rig, outputs[o]);
        size_t size = (size_t)width * sizeof(float);
        float* got = malloc((size_t)pool->count * size + 1);
        assert_non_null(got);
        succeed(town, vrm_gpu_sim_read(town->gpu, outputs[o], pool->gpu_ids, pool->count, got));
        for (int32_t i = 0; i < pool->count; i++)
            if (memcmp(got + (ptrdiff_t)i * width, wanted_of(town, pool->ids[i], outputs[o]),
                       size) != 0)
                fail_msg("round %d: %s of column %d of %d differ", round, output_names[outputs[o]],
                         (int)vrm_gpu_avatar_column(town->gpu, pool->gpu_ids[i]), (int)pool->count);
        free(got);
    }
}

static void live(vrm_GpuSplit split, uint64_t seed, int rounds) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_GpuSimDef gpu_def = vrm_default_gpu_sim_def();
    Town* town = calloc(1, sizeof *town);
    assert_non_null(town);
    town->dice.state = seed;
    gpu_def.split = split;
    assert_int_equal(vrm_sim_create(&def, &town->sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_create(&gpu_def, &town->gpu), VRM_OK);
    assert_true(gpu_cl_open(&town->cl));
    for (int r = 0; r < RIGS; r++) {
        SceneDef scene = scene_default_def(r == 1 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        scene.has_fingers = false;
        scene.chain_count = 2 + r;
        scene.joints_per_chain = 3;
        scene.morph_count = 18 + r;
        town->pools[r].rig = rig_of_scene(&scene);
    }
    for (int round = 0; round < rounds; round++) {
        resize(town, &town->pools[roll_int(&town->dice, RIGS)]);
        for (int k = 0; k < 2; k++) set_something(town, &town->pools[roll_int(&town->dice, RIGS)]);
        vrm_sim_step(town->sim, 1.0f / 60.0f);
        succeed(town, vrm_gpu_sim_step(town->gpu, 1.0f / 60.0f, 1));
        for (int r = 0; r < RIGS; r++) compare(town, &town->pools[r], round);
    }
    vrm_gpu_sim_destroy(town->gpu);
    vrm_sim_destroy(town->sim);
    gpu_cl_close(&town->cl);
    for (int r = 0; r < RIGS; r++) vrm_rig_destroy(town->pools[r].rig);
    free(town);
}

/* VRM_GPU_TILE_ROUNDS tries longer. */
static int rounds_or(int usual) {
    const char* more = getenv("VRM_GPU_TILE_ROUNDS");
    return more != NULL ? atoi(more) : usual;
}

static void batches_grow_and_shrink_across_tiles_by_avatars(void** state) {
    (void)state;
    live(VRM_GPU_SPLIT_AVATARS, 11, rounds_or(40));
}

static void batches_grow_and_shrink_across_tiles_by_chains(void** state) {
    (void)state;
    live(VRM_GPU_SPLIT_CHAINS, 12, rounds_or(12));
}

/* A rig whose last avatar goes leaves nothing behind, whatever comes and goes beside it. */
static void avatars_may_come_and_go_for_ever(void** state) {
    (void)state;
    SceneDef scene = scene_default_def(VRM_DIALECT_1), other = scene_default_def(VRM_DIALECT_0);
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
    vrm_Rig* rigs[] = {rig_of_scene(&scene), rig_of_scene(&other), rig_of_scene(&scene)};
    vrm_Clip* clip = clip_of_bytes(scene_clip(false));
    vrm_Player player = vrm_player(clip), twin = player;
    vrm_AvatarId before, after;
    int32_t rig_words = 0, motion_words = 0, batches = 0, motions = 0;
    ok(&t, vrm_gpu_sim_add(t.gpu, rigs[0], 1, &before));
    ok(&t, vrm_gpu_sim_play(t.gpu, &before, 1, &player));
    twins_add(&t, rigs[1]); /* plays on, compared */
    ok(&t, vrm_gpu_sim_play(t.gpu, t.gpu_ids, 1, &player));
    for (int round = 0; round < 12; round++) {
        ok(&t, vrm_gpu_sim_add(t.gpu, rigs[2], 1, &after));
        ok(&t, vrm_gpu_sim_play(t.gpu, &after, 1, &player));
        vrm_player_advance(&twin, 1.0f / 60.0f);
        assert_true(vrm_avatar_play(t.sim, t.ids[0], &twin, 1));
        twins_step(&t, 1.0f / 60.0f);
        twins_compare_all(&t, "while others come and go");
        ok(&t, vrm_gpu_sim_remove(t.gpu, round % 2 == 0 ? &before : &after, 1));
        if (round % 2 == 0) before = after;
        vrm_Rig* left = rigs[0];
        if (round % 2 == 0) rigs[0] = rigs[2], rigs[2] = left;
        if (round == 1) {
            rig_words = t.gpu->rig_words.count, motion_words = t.gpu->motion_words.count;
            batches = t.gpu->batch_count, motions = t.gpu->motion_count;
        }
    }
    assert_int_equal(t.gpu->rig_words.count, rig_words);
    assert_int_equal(t.gpu->motion_words.count, motion_words);
    assert_int_equal(t.gpu->batch_count, batches);
    assert_int_equal(t.gpu->motion_count, motions);
    ok(&t, vrm_gpu_sim_remove(t.gpu, &before, 1));
    ok(&t, vrm_gpu_sim_remove(t.gpu, t.gpu_ids, 1));
    ok(&t, vrm_gpu_sim_step(t.gpu, 1.0f / 60.0f, 1)); /* nobody is there */
    assert_int_equal(t.gpu->rig_words.count + t.gpu->motion_words.count, 0);
    twins_end(&t);
    for (int i = 0; i < 3; i++) vrm_rig_destroy(rigs[i]);
    vrm_clip_destroy(clip);
}

int main(void) {
    if (twins_skip() != 0) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avatars_may_come_and_go_for_ever),
        cmocka_unit_test(batches_grow_and_shrink_across_tiles_by_avatars),
        cmocka_unit_test(batches_grow_and_shrink_across_tiles_by_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
