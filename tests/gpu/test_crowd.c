/* SPDX-License-Identifier: MIT */
/* Avatars come, go and dance on the device; what it cannot run is refused with words. */
#include "twin.h"

#include "gpu/cl.h"

static vrm_Rig* scene_rig(vrm_Dialect dialect) {
    SceneDef def = scene_default_def(dialect);
    return rig_of_scene(&def);
}

static vrm_Transform place(int32_t i) {
    vrm_Transform root = vrmi_transform_identity();
    root.translation.x = 0.37f * (float)i;
    return root;
}

static void clips_on_the_device_have_the_bits_of_the_player(void** state) {
    (void)state;
    vrm_Clip* clip = clip_of_bytes(scene_clip(false));
    vrm_Clip* hero_clip = clip_of_bytes(scene_hero_clip());
    vrm_Rig* rigs[] = {scene_rig(VRM_DIALECT_0), scene_rig(VRM_DIALECT_1),
                       rig_of_bytes(scene_hero(VRM_DIALECT_1, false))};
    Twins t = twins_make(VRM_OUTPUT_ALL | VRM_OUTPUT_SPRINGS, 60.0f, VRM_GPU_SPLIT_AVATARS);
    vrm_Player players[6];
    for (int i = 0; i < 6; i++) {
        twins_add(&t, rigs[i % 3]);
        players[i] = vrm_player(i < 3 ? clip : hero_clip);
        players[i].time_s = 0.31f * (float)i;
        players[i].speed = i == 4 ? -1.5f : 1.0f;
        players[i].loops = i != 5;
        ok(&t, vrm_gpu_sim_play(t.gpu, &t.gpu_ids[i], 1, &players[i]));
    }
    for (int f = 0; f < 200; f++) {
        for (int i = 0; i < 6; i++) {
            vrm_player_advance(&players[i], 1.0f / 60.0f);
            assert_true(vrm_avatar_play(t.sim, t.ids[i], &players[i], 1));
        }
        twins_step(&t, 1.0f / 60.0f);
        if (f % 20 == 0 || f == 199) twins_compare_all(&t, "clip");
    }
    players[0].weight = 0.5f;
    assert_int_equal(vrm_gpu_sim_play(t.gpu, &t.gpu_ids[0], 1, &players[0]), VRM_ERR_UNSUPPORTED);
    twins_end(&t);
    for (int i = 0; i < 3; i++) vrm_rig_destroy(rigs[i]);
    vrm_clip_destroy(clip);
    vrm_clip_destroy(hero_clip);
}

static void avatars_that_come_and_go_leave_the_others_alone(void** state) {
    (void)state;
    enum { COUNT = 300 };
    vrm_Rig *rig = scene_rig(VRM_DIALECT_1), *other = scene_rig(VRM_DIALECT_0);
    Twins t = twins_make(VRM_OUTPUT_ALL, 60.0f, VRM_GPU_SPLIT_AVATARS);
    vrm_AvatarId ids[COUNT], more[COUNT], gone[COUNT];
    vrm_Transform roots[COUNT];
    int32_t gone_count = 0;
    for (int i = 0; i < 4; i++) { /* those that are compared */
        twins_add(&t, i % 2 ? other : rig);
        twins_root(&t, i, place(i));
    }
    for (int f = 0; f < 3; f++) twins_step(&t, 1.0f / 60.0f);
    ok(&t, vrm_gpu_sim_add(t.gpu, rig, COUNT, ids));
    for (int i = 0; i < COUNT; i++) roots[i] = place(i);
    ok(&t, vrm_gpu_sim_set(t.gpu, VRM_GPU_ROOTS, ids, COUNT, &roots[0].translation.x));
    for (int f = 0; f < 3; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "after adding");
    for (int i = 0; i < COUNT; i += 3) gone[gone_count++] = ids[i];
    ok(&t, vrm_gpu_sim_remove(t.gpu, gone, gone_count));
    ok(&t, vrm_gpu_sim_remove(t.gpu, gone, gone_count)); /* stale ids are passed over */
    assert_int_equal(vrm_gpu_sim_avatar_count(t.gpu), 4 + COUNT - gone_count);
    assert_false(vrm_gpu_avatar_is_valid(t.gpu, ids[0]));
    assert_true(vrm_gpu_avatar_is_valid(t.gpu, ids[1]));
    for (int f = 0; f < 3; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "after removing");
    float moved[12];
    float* worlds = malloc((size_t)vrm_gpu_output_width(rig, VRM_GPU_WORLDS) * sizeof *worlds);
    ok(&t, vrm_gpu_sim_read(t.gpu, VRM_GPU_WORLDS, &ids[298], 1, worlds));
    memcpy(moved, worlds, sizeof moved);
    ok(&t, vrm_gpu_sim_read(t.gpu, VRM_GPU_WORLDS, &ids[1], 1, worlds));
    assert_float_equal(moved[3] - worlds[3], 0.37f * 297.0f, 1e-3);
    ok(&t, vrm_gpu_sim_add(t.gpu, other, COUNT, more));
    for (int f = 0; f < 3; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "after adding others");
    assert_int_equal(vrm_gpu_sim_read(t.gpu, VRM_GPU_WORLDS, &ids[0], 1, worlds), VRM_ERR_ARGUMENT);
    free(worlds);
    twins_end(&t);
    vrm_rig_destroy(rig);
    vrm_rig_destroy(other);
}

static void values_that_make_no_sense_are_refused_and_change_nothing(void** state) {
    (void)state;
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    Twins t = twins_make(VRM_OUTPUT_ALL, 60.0f, VRM_GPU_SPLIT_AVATARS);
    twins_add(&t, rig);
    twins_root(&t, 0, place(2));
    vrm_Transform bad = place(9);
    bad.translation.y = NAN;
    assert_int_equal(vrm_gpu_sim_set(t.gpu, VRM_GPU_ROOTS, &t.gpu_ids[0], 1, &bad.translation.x),
                     VRM_ERR_ARGUMENT);
    bad = place(9);
    bad.scale.y = 2.0f; /* the device has one scale only */
    assert_int_equal(vrm_gpu_sim_set(t.gpu, VRM_GPU_ROOTS, &t.gpu_ids[0], 1, &bad.translation.x),
                     VRM_ERR_ARGUMENT);
    vrm_AvatarId nobody = {77, 1};
    assert_int_equal(vrm_gpu_sim_set(t.gpu, VRM_GPU_ROOTS, &nobody, 1, &bad.translation.x),
                     VRM_ERR_ARGUMENT);
    vrm_GpuBuffer buffer;
    ok(&t, vrm_gpu_sim_buffer(t.gpu, rig, VRM_GPU_PALETTES, &buffer));
    assert_int_equal(buffer.width, vrm_gpu_output_width(rig, VRM_GPU_PALETTES));
    assert_int_equal(
        vrm_gpu_sim_set_from(t.gpu, VRM_GPU_ROOTS, &t.gpu_ids[0], 1, buffer.buffer, UINT64_MAX),
        VRM_ERR_ARGUMENT);
    twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "after refusals");
    twins_end(&t);
    vrm_rig_destroy(rig);
}

/* A host's kernel finds every float where vrm_GpuBuffer says it is, in the second tile too. */
static void results_lie_where_the_buffer_says(void** state) {
    (void)state;
    enum { AVATARS = 70 };
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    vrm_GpuSim* sim = NULL;
    vrm_AvatarId ids[AVATARS];
    def.outputs = VRM_OUTPUT_PALETTES;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, AVATARS, ids), VRM_OK);
    vrm_Transform roots[AVATARS];
    for (int i = 0; i < AVATARS; i++) roots[i] = place(i);
    assert_int_equal(vrm_gpu_sim_set(sim, VRM_GPU_ROOTS, ids, AVATARS, &roots[0].translation.x),
                     VRM_OK);
    assert_int_equal(vrm_gpu_sim_step(sim, 1.0f / 60.0f, 1), VRM_OK);
    vrm_GpuBuffer at;
    assert_int_equal(vrm_gpu_sim_buffer(sim, rig, VRM_GPU_PALETTES, &at), VRM_OK);
    assert_int_equal(at.column_count, AVATARS);
    gpu_Cl cl;
    assert_true(gpu_cl_open(&cl));
    float* read = malloc((size_t)at.width * sizeof *read);
    assert_non_null(read);
    for (int i = 0; i < AVATARS; i += 23) { /* 0 and 23, 46 and 69 */
        uint64_t c = (uint64_t)vrm_gpu_avatar_column(sim, ids[i]);
        assert_int_equal(vrm_gpu_sim_read(sim, VRM_GPU_PALETTES, &ids[i], 1, read), VRM_OK);
        for (int32_t k = 0; k < at.width; k += 5) {
            uint64_t place_of =
                at.first + c / at.stride * at.tile + (uint64_t)k * at.stride + c % at.stride;
            float value = -1.0f;
            assert_int_equal(cl.clEnqueueReadBuffer(vrm_gpu_sim_queue(sim), at.buffer, 1,
                                                    place_of * sizeof value, sizeof value, &value,
                                                    0, NULL, NULL),
                             CL_SUCCESS);
            assert_memory_equal(&value, &read[k], sizeof value);
        }
    }
    free(read);
    gpu_cl_close(&cl);
    vrm_gpu_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

/* The host's own kernels can write inputs: here a buffer that the host fills. */
static void inputs_are_taken_from_a_buffer_on_the_device(void** state) {
    (void)state;
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    Twins t = twins_make(VRM_OUTPUT_ALL, 60.0f, VRM_GPU_SPLIT_AVATARS);
    for (int i = 0; i < 3; i++) twins_add(&t, rig);
    vrm_Transform roots[4] = {place(0), place(3), place(5), place(8)}; /* the first is left out */
    roots[2].translation.z = NAN;                                      /* and this one refused */
    gpu_Cl cl;
    int32_t error = 0;
    assert_true(gpu_cl_open(&cl));
    cl_mem buffer =
        cl.clCreateBuffer(vrm_gpu_sim_context(t.gpu), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                          sizeof roots, roots, &error);
    assert_non_null(buffer);
    uint64_t first = sizeof *roots / sizeof(float);
    ok(&t, vrm_gpu_sim_set_from(t.gpu, VRM_GPU_ROOTS, t.gpu_ids, 3, buffer, first));
    assert_int_equal(vrm_gpu_sim_set_from(t.gpu, VRM_GPU_ROOTS, t.gpu_ids, 3, buffer, first + 1),
                     VRM_ERR_ARGUMENT);
    assert_true(vrm_avatar_set_root(t.sim, t.ids[0], roots[1]));
    assert_false(vrm_avatar_set_root(t.sim, t.ids[1], roots[2]));
    assert_true(vrm_avatar_set_root(t.sim, t.ids[2], roots[3]));
    for (int f = 0; f < 3; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "roots from a buffer");
    assert_int_equal(cl.clReleaseMemObject(buffer), CL_SUCCESS);
    gpu_cl_close(&cl);
    twins_end(&t);
    vrm_rig_destroy(rig);
}

static void rig_that_needs_matrices_is_refused_with_a_finding(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes bytes = scene_avatar(&def);
    SceneBytes uneven = scene_patch(&bytes, "set /nodes/1/scale [1,2,1]\n", NULL);
    vrm_Rig* rig = rig_of_bytes(uneven);
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_GpuSimDef gpu_def = vrm_default_gpu_sim_def();
    gpu_def.report = report;
    vrm_GpuSim* sim = NULL;
    vrm_AvatarId id;
    assert_int_equal(vrm_gpu_sim_create(&gpu_def, &sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &id), VRM_ERR_UNSUPPORTED);
    assert_int_equal(vrm_report_count(report), 1);
    assert_string_equal(vrm_report_get(report, 0).code, "GPU_RIG_SCALES");
    vrm_gpu_sim_destroy(sim);
    vrm_report_destroy(report);
    vrm_rig_destroy(rig);
    scene_bytes_free(&bytes);
}

static void device_that_is_not_there_is_named(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    def.device = "no device of that name";
    def.report = report;
    vrm_GpuSim* sim = (vrm_GpuSim*)&def;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_UNSUPPORTED);
    assert_null(sim);
    assert_string_equal(vrm_report_get(report, 0).code, "GPU_NO_DEVICE");
    vrm_report_destroy(report);
}

int main(void) {
    if (twins_skip() != 0) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_on_the_device_have_the_bits_of_the_player),
        cmocka_unit_test(avatars_that_come_and_go_leave_the_others_alone),
        cmocka_unit_test(values_that_make_no_sense_are_refused_and_change_nothing),
        cmocka_unit_test(results_lie_where_the_buffer_says),
        cmocka_unit_test(inputs_are_taken_from_a_buffer_on_the_device),
        cmocka_unit_test(rig_that_needs_matrices_is_refused_with_a_finding),
        cmocka_unit_test(device_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
