/* SPDX-License-Identifier: MIT */
/* The golden scenes (tests/golden) on the device: 600 frames with everything that moves, every
 * output of every avatar equal to the CPU's. */
#include "twin.h"

#define FRAMES 600

/* Every how many frames the outputs are compared: all that comes between is in the states. */
#define COMPARE_EVERY 20

static float wave(float t) {
    t = t - 2.0f * (float)(int)(t * 0.5f);
    return t < 1.0f ? 4.0f * t * (1.0f - t) : 4.0f * (t - 1.0f) * (t - 2.0f);
}

/* Avatars of one rig, i, i + 4, ..., in one call for each input. */
#define RIGS 4
#define EACH 2

static void drive(Twins* t, int32_t rig, int frame) {
    vrm_Pose poses[EACH];
    vrm_Transform roots[EACH];
    vrm_AvatarId ids[EACH];
    float gazes[EACH][4], weights[EACH * 256];
    int32_t count = vrm_rig_expression_count(t->rigs[rig]);
    assert_true(count > 0 && count <= 256);
    for (int k = 0; k < EACH; k++) {
        int32_t i = rig + RIGS * k;
        vrm_AvatarId id = t->ids[i];
        float time = (float)i * 0.37f + (float)frame / 60.0f;
        poses[k] = vrm_pose_rest();
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            poses[k].rotations[b] =
                (vrm_Quat){0.2f * wave(time + (float)b * 0.11f), 0.15f * wave(time * 0.7f),
                           0.1f * wave(time * 1.3f), 1.0f};
        poses[k].hips_offset = (vrm_Vec3){0.1f * wave(time), 0.05f * wave(2.0f * time), 0.02f};
        float size = i % 4 == 1 ? 1.5f : 1.0f;
        roots[k] = (vrm_Transform){{(float)i, 0.0f, wave(time)},
                                   {0.0f, wave(time * 0.2f), 0.1f, 1.0f},
                                   {size, size, size}};
        vrm_Vec3 at = {2.0f * wave(time), 1.0f + wave(time * 1.1f), 1.5f};
        float yaw = 80.0f * wave(time), pitch = 60.0f * wave(time * 0.6f);
        bool is_along = frame % 3 == 0;
        gazes[k][0] = is_along ? 2.0f : 1.0f;
        gazes[k][1] = is_along ? yaw : at.x;
        gazes[k][2] = is_along ? pitch : at.y;
        gazes[k][3] = is_along ? 0.0f : at.z;
        ids[k] = t->gpu_ids[i];
        assert_true(vrm_avatar_set_pose(t->sim, id, &poses[k]));
        assert_true(vrm_avatar_set_root(t->sim, id, roots[k]));
        assert_true(is_along ? vrm_avatar_look_along(t->sim, id, yaw, pitch)
                             : vrm_avatar_look_at(t->sim, id, at));
        for (int32_t e = 0; e < count; e++) {
            float weight = wave(time + (float)e * 0.31f) - 0.3f;
            weights[k * count + e] = weight;
            assert_true(vrm_avatar_set_expression_at(t->sim, id, e, weight));
        }
    }
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_POSES, ids, EACH, &poses[0].rotations[0].x));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_ROOTS, ids, EACH, &roots[0].translation.x));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_GAZES, ids, EACH, gazes[0]));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_EXPRESSIONS, ids, EACH, weights));
}

/* Knobs that the device has, turned on the way. */
static void turn_knobs(Twins* t, int frame) {
    vrm_Vec3 force = {0.5f, 0.1f, 0.0f};
    if (frame == 40) {
        assert_true(vrm_avatar_set_force(t->sim, t->ids[1], force));
        ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_FORCES, &t->gpu_ids[1], 1, &force.x));
        assert_true(vrm_avatar_pause_springs(t->sim, t->ids[2], true));
        ok(t, vrm_gpu_sim_pause_springs(t->gpu, &t->gpu_ids[2], 1, true));
        assert_true(vrm_avatar_set_spring_scaling(t->sim, t->ids[1], true));
        ok(t, vrm_gpu_sim_set_spring_scaling(t->gpu, &t->gpu_ids[1], 1, true));
    }
    if (frame == 90) {
        assert_true(vrm_avatar_pause_springs(t->sim, t->ids[2], false));
        ok(t, vrm_gpu_sim_pause_springs(t->gpu, &t->gpu_ids[2], 1, false));
        assert_true(vrm_avatar_reset_springs(t->sim, t->ids[3]));
        ok(t, vrm_gpu_sim_reset_springs(t->gpu, &t->gpu_ids[3], 1));
    }
    if (frame == 120 || frame == 160) {
        uint32_t stages = frame == 160 ? VRM_STAGE_ALL : VRM_STAGE_EXPRESSIONS;
        assert_true(vrm_avatar_set_stages(t->sim, t->ids[0], stages));
        ok(t, vrm_gpu_sim_set_stages(t->gpu, &t->gpu_ids[0], 1, stages));
    }
}

static void run(float rate_hz, bool is_uneven, vrm_GpuSplit split, int frames) {
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                           VRM_DIALECT_1};
    vrm_Rig* rigs[RIGS];
    Twins t = twins_make(VRM_OUTPUT_ALL, rate_hz, split);
    for (int d = 0; d < 4; d++) {
        SceneDef def = scene_default_def(dialects[d]);
        def.has_rotated_rest = d >= 2;
        def.has_limits = d == 3;
        def.looks_by_expression = d == 2;
        def.chain_count = 14;
        rigs[d] = rig_of_scene(&def);
    }
    for (int i = 0; i < RIGS * EACH; i++) twins_add(&t, rigs[i % RIGS]);
    for (int f = 0; f < frames; f++) {
        for (int32_t i = 0; i < RIGS; i++) drive(&t, i, f);
        turn_knobs(&t, f);
        twins_step(&t, is_uneven ? 0.004f + 0.03f * (float)(f * 7 % 11) / 11.0f : 1.0f / 60.0f);
        char where[64];
        (void)snprintf(where, sizeof where, "frame %d", f);
        if (f < 4 || f % COMPARE_EVERY == 0 || f + 1 == frames) twins_compare_all(&t, where);
    }
    twins_end(&t);
    for (int d = 0; d < 4; d++) vrm_rig_destroy(rigs[d]);
}

static void golden_scenes_have_equal_bits_after_600_frames(void** state) {
    (void)state;
    run(60.0f, false, VRM_GPU_SPLIT_AVATARS, FRAMES);
}

static void golden_scenes_have_equal_bits_with_lanes(void** state) {
    (void)state;
    run(60.0f, false, VRM_GPU_SPLIT_CHAINS, FRAMES);
}

static void uneven_frames_have_equal_bits(void** state) {
    (void)state;
    run(60.0f, true, VRM_GPU_SPLIT_AVATARS, 240);
    run(60.0f, true, VRM_GPU_SPLIT_CHAINS, 240);
}

static void raw_steps_have_equal_bits(void** state) {
    (void)state;
    run(0.0f, true, VRM_GPU_SPLIT_AVATARS, 240);
}

int main(void) {
    if (twins_skip() != 0) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_scenes_have_equal_bits_after_600_frames),
        cmocka_unit_test(golden_scenes_have_equal_bits_with_lanes),
        cmocka_unit_test(uneven_frames_have_equal_bits),
        cmocka_unit_test(raw_steps_have_equal_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
