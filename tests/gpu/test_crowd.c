/* SPDX-License-Identifier: MIT */
/* Avatars come, go and dance on the device; what it cannot run is refused with words. */
#include "support/memory.h"
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
    Twins t = twins_make(VRM_OUTPUT_ALL, 60.0f, VRM_GPU_SPLIT_AVATARS);
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

/* ---- Clips of other kinds ---- */

/* Motion capture becomes a VRM animation by recording: one key for each frame. */
static vrm_Clip* captured_clip(void) {
    char text[4096];
    int size = snprintf(text, sizeof text,
                        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
                        "Zposition Zrotation Xrotation Yrotation\nJOINT LeftUpLeg\n{\nOFFSET 9 -5 "
                        "0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -85 "
                        "0\n}\n}\n}\nMOTION\nFrames: 24\nFrame Time: 0.04\n");
    for (int f = 0; f < 24; f++)
        size += snprintf(text + size, sizeof text - (size_t)size, "%d 90 %d 0 %d 0 0 %d %d\n", f,
                         f * f % 7, f * 5 % 90, f * 53 % 180 - 90, f * 31 % 120);
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_capture_read(text, (size_t)size, NULL, &capture), VRM_OK);
    vrm_RecorderDef def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    def.hips_height = vrm_capture_hips_height(capture);
    def.tolerance_degrees = def.tolerance_metres = def.tolerance_weight = 0;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    for (int32_t f = 0; f < vrm_capture_frame_count(capture); f++) {
        vrm_Pose pose;
        vrm_capture_pose(capture, f, &pose);
        assert_int_equal(
            vrm_recorder_add_frame(recorder, f * vrm_capture_frame_time(capture), &pose), VRM_OK);
    }
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    assert_int_equal(vrm_clip_kind(clip), VRM_CLIP_HUMANOID);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    vrm_capture_destroy(capture);
    return clip;
}

static void captured_motion_has_the_bits_of_the_player(void** state) {
    (void)state;
    vrm_Clip* clip = captured_clip();
    vrm_Rig* rigs[] = {scene_rig(VRM_DIALECT_0), scene_rig(VRM_DIALECT_1)};
    for (int split = VRM_GPU_SPLIT_AVATARS; split <= VRM_GPU_SPLIT_CHAINS; split++) {
        Twins t = twins_make(VRM_OUTPUT_ALL, 60.0f, (vrm_GpuSplit)split);
        vrm_Player players[4];
        for (int i = 0; i < 4; i++) {
            twins_add(&t, rigs[i % 2]);
            players[i] = vrm_player(clip);
            players[i].time_s = 0.17f * (float)i;
            players[i].speed = i == 3 ? -0.7f : 1.0f;
            ok(&t, vrm_gpu_sim_play(t.gpu, &t.gpu_ids[i], 1, &players[i]));
        }
        for (int f = 0; f < 90; f++) {
            for (int i = 0; i < 4; i++) {
                vrm_player_advance(&players[i], 1.0f / 50.0f);
                assert_true(vrm_avatar_play(t.sim, t.ids[i], &players[i], 1));
            }
            twins_step(&t, 1.0f / 50.0f);
            if (f % 10 == 0 || f == 89) twins_compare_all(&t, "motion capture");
        }
        twins_end(&t);
    }
    for (int i = 0; i < 2; i++) vrm_rig_destroy(rigs[i]);
    vrm_clip_destroy(clip);
}

/* An avatar's own animation moves nodes by their place in its file: refused, in a call with others
 * that could play, and those go on as before. */
static void clip_of_nodes_is_refused_and_changes_nothing(void** state) {
    (void)state;
    SceneBytes bytes = scene_clip(false);
    SceneBytes plain = scene_patch(&bytes, "remove /extensions/VRMC_vrm_animation\n", NULL);
    vrm_Clip *own = clip_of_bytes(plain), *clip = clip_of_bytes(bytes);
    assert_int_equal(vrm_clip_kind(own), VRM_CLIP_NODES);
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
    vrm_Player player = vrm_player(clip), players[2] = {vrm_player(NULL), vrm_player(own)};
    for (int i = 0; i < 2; i++) {
        twins_add(&t, rig);
        ok(&t, vrm_gpu_sim_play(t.gpu, &t.gpu_ids[i], 1, &player));
    }
    assert_int_equal(vrm_gpu_sim_play(t.gpu, t.gpu_ids, 2, players), VRM_ERR_UNSUPPORTED);
    assert_non_null(strstr(vrm_gpu_sim_message(t.gpu), "nodes"));
    for (int f = 0; f < 10; f++) {
        vrm_player_advance(&player, 1.0f / 60.0f);
        for (int i = 0; i < 2; i++) assert_true(vrm_avatar_play(t.sim, t.ids[i], &player, 1));
        twins_step(&t, 1.0f / 60.0f);
    }
    twins_compare_all(&t, "after a clip of nodes");
    twins_end(&t);
    vrm_rig_destroy(rig);
    vrm_clip_destroy(own);
    vrm_clip_destroy(clip);
}

/* ---- Coming and going ---- */

static void avatars_that_come_and_go_leave_the_others_alone(void** state) {
    (void)state;
    enum { COUNT = 300 };
    vrm_Rig *rig = scene_rig(VRM_DIALECT_1), *other = scene_rig(VRM_DIALECT_0);
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
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
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
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
    bad = place(9);
    bad.scale = (vrm_Vec3){-1.0f, -1.0f, -1.0f}; /* and does not mirror */
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
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
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

/* ---- Who lives how long ---- */

/* Puts its nth block at the nth place: rigs that are built one after the other have one address. */
typedef struct Places {
    unsigned char* memory;
    size_t count;
} Places;

enum { PLACE_SIZE = 1 << 20, PLACE_COUNT = 32 };

static void* take_place(void* ctx, size_t size, size_t align) {
    Places* places = ctx;
    (void)align;
    if (size > PLACE_SIZE || places->count == PLACE_COUNT) return NULL;
    return places->memory + PLACE_SIZE * places->count++;
}

static void leave_place(void* ctx, void* at, size_t size) {
    (void)ctx, (void)at, (void)size;
}

static vrm_Rig* rig_at_the_place(Places* places, vrm_Dialect dialect) {
    SceneDef def = scene_default_def(dialect);
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_RigDef rig_def = vrm_default_rig_def();
    rig_def.allocator = (vrm_Allocator){take_place, leave_place, places};
    places->count = 0;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_rig_build(model, &rig_def, &rig), VRM_OK);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return rig;
}

/* A reservation does not keep the rig. Whoever gets its address gets what its own data needs. */
static void reserved_rig_may_go_before_its_first_avatar(void** state) {
    (void)state;
    if (test_has_small_blocks()) skip(); /* more allocations than there are places */
    unsigned char* memory = malloc((size_t)PLACE_SIZE * PLACE_COUNT + 64);
    assert_non_null(memory);
    Places places = {memory + (64 - (uintptr_t)memory % 64), 0};
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
    vrm_Rig* other = scene_rig(VRM_DIALECT_1);
    vrm_AvatarId none[1];
    vrm_GpuBuffer buffer;
    for (int round = 0; round < 3; round++) {
        vrm_Rig* first = rig_at_the_place(&places, VRM_DIALECT_0);
        if (round == 0) ok(&t, vrm_gpu_sim_reserve(t.gpu, first, 100));
        if (round == 1) ok(&t, vrm_gpu_sim_add(t.gpu, first, 0, none));
        if (round == 2) /* too many: refused, and nothing stays */
            assert_int_equal(vrm_gpu_sim_add(t.gpu, first, INT32_MAX, none), VRM_ERR_MEMORY);
        assert_int_equal(vrm_gpu_sim_buffer(t.gpu, first, VRM_GPU_WORLDS, &buffer),
                         VRM_ERR_ARGUMENT);
        if (round == 0) twins_add(&t, other); /* its table lies behind the reserved one */
        vrm_rig_destroy(first);
        vrm_Rig* second = rig_at_the_place(&places, VRM_DIALECT_1);
        assert_ptr_equal(first, second);
        twins_add(&t, second);
        for (int f = 0; f < 5; f++) twins_step(&t, 1.0f / 60.0f);
        twins_compare_all(&t, "a rig at the address of another");
        t.count--;
        ok(&t, vrm_gpu_sim_remove(t.gpu, &t.gpu_ids[t.count], 1));
        assert_true(vrm_sim_remove(t.sim, t.ids[t.count]));
        vrm_rig_destroy(second);
    }
    /* The same rig again finds what was reserved for it. */
    vrm_Rig* rig = rig_at_the_place(&places, VRM_DIALECT_0);
    ok(&t, vrm_gpu_sim_reserve(t.gpu, rig, 100));
    uint64_t bytes = vrm_gpu_sim_bytes(t.gpu);
    twins_add(&t, rig);
    assert_true(vrm_gpu_sim_bytes(t.gpu) == bytes);
    for (int f = 0; f < 5; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "a reserved rig");
    twins_end(&t);
    vrm_rig_destroy(rig);
    vrm_rig_destroy(other);
    free(memory);
}

static vrm_Clip* clip_at_the_place(Places* places, SceneBytes bytes) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    vrm_ClipDef def = vrm_default_clip_def();
    def.allocator = (vrm_Allocator){take_place, leave_place, places};
    places->count = 0;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, &def, &clip), VRM_OK);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return clip;
}

/* Nothing of a clip stays that a refused call named: another clip may get its address. */
static void clip_of_a_refused_call_may_go(void** state) {
    (void)state;
    if (test_has_small_blocks()) skip(); /* more allocations than there are places */
    unsigned char* memory = malloc((size_t)PLACE_SIZE * PLACE_COUNT + 64);
    assert_non_null(memory);
    Places places = {memory + (64 - (uintptr_t)memory % 64), 0};
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
    for (int i = 0; i < 2; i++) twins_add(&t, rig);
    vrm_Clip* first = clip_at_the_place(&places, scene_clip(false));
    vrm_Player players[2] = {vrm_player(first), vrm_player(first)};
    players[1].weight = 0.5f;
    assert_int_equal(vrm_gpu_sim_play(t.gpu, t.gpu_ids, 2, players), VRM_ERR_UNSUPPORTED);
    vrm_clip_destroy(first);
    vrm_Clip* second = clip_at_the_place(&places, scene_hero_clip());
    assert_ptr_equal(first, second);
    vrm_Player player = players[0] = players[1] = vrm_player(second);
    ok(&t, vrm_gpu_sim_play(t.gpu, t.gpu_ids, 2, players));
    for (int f = 0; f < 20; f++) {
        vrm_player_advance(&player, 1.0f / 60.0f);
        for (int i = 0; i < 2; i++) assert_true(vrm_avatar_play(t.sim, t.ids[i], &player, 1));
        twins_step(&t, 1.0f / 60.0f);
    }
    twins_compare_all(&t, "a clip at the address of another");
    twins_end(&t);
    vrm_clip_destroy(second);
    vrm_rig_destroy(rig);
    free(memory);
}

/* ---- Calls that make no sense ---- */

static void calls_that_make_no_sense_are_refused(void** state) {
    (void)state;
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    vrm_GpuSim* sim = NULL;
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    vrm_AvatarId ids[2];
    vrm_GpuBuffer buffer;
    float values[4] = {0};
    def.def_size = 2;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_DEF);
    def = vrm_default_gpu_sim_def();
    def.queue = &def;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_create(NULL, &sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_add(sim, NULL, 1, ids), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_reserve(sim, NULL, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_reserve(sim, rig, INT32_MAX), VRM_ERR_MEMORY);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 2, ids), VRM_OK);
    assert_int_equal(vrm_gpu_sim_remove(sim, ids, 2), VRM_OK);
    assert_int_equal(vrm_gpu_sim_add(sim, NULL, 1, ids), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_buffer(sim, NULL, VRM_GPU_WORLDS, &buffer), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 2, ids), VRM_OK);
    static const int32_t counts[] = {0, -1, -2, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(vrm_gpu_sim_add(sim, rig, counts[i], ids), VRM_OK);
        assert_int_equal(vrm_gpu_sim_reserve(sim, rig, counts[i]), VRM_OK);
        assert_int_equal(vrm_gpu_sim_remove(sim, ids, counts[i]), VRM_OK);
        assert_int_equal(vrm_gpu_sim_set(sim, VRM_GPU_ROOTS, ids, counts[i], values), VRM_OK);
        assert_int_equal(vrm_gpu_sim_set_stages(sim, ids, counts[i], 0), VRM_OK);
        assert_int_equal(vrm_gpu_sim_play(sim, ids, counts[i], NULL), VRM_OK);
        assert_int_equal(vrm_gpu_sim_read(sim, VRM_GPU_WORLDS, ids, counts[i], values), VRM_OK);
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, counts[i]), VRM_OK);
    }
    assert_int_equal(vrm_gpu_sim_avatar_count(sim), 2);
    for (int wrong = -1; wrong < 100; wrong += 50) {
        int input = wrong < 0 ? -1 : VRM_GPU_INPUT_COUNT + wrong;
        int output = wrong < 0 ? -1 : VRM_GPU_OUTPUT_COUNT + wrong;
        assert_int_equal(vrm_gpu_sim_set(sim, (vrm_GpuInput)input, ids, 1, values),
                         VRM_ERR_ARGUMENT);
        assert_int_equal(vrm_gpu_sim_read(sim, (vrm_GpuOutput)output, ids, 1, values),
                         VRM_ERR_ARGUMENT);
        assert_int_equal(vrm_gpu_sim_buffer(sim, rig, (vrm_GpuOutput)output, &buffer),
                         VRM_ERR_ARGUMENT);
        assert_int_equal(vrm_gpu_input_width(rig, (vrm_GpuInput)input), 0);
        assert_int_equal(vrm_gpu_output_width(rig, (vrm_GpuOutput)output), 0);
    }
    vrm_gpu_sim_destroy(sim);
    vrm_gpu_sim_destroy(NULL);
    vrm_rig_destroy(rig);
}

/* ---- Faces ---- */

/* Expressions that never ran leave what the file has; -0 is no change of a morph's 0. */
static void faces_are_those_of_the_cpu_from_the_beginning(void** state) {
    (void)state;
    vrm_Rig *rig = scene_rig(VRM_DIALECT_1), *blind = NULL;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes bytes = scene_avatar(&def);
    SceneBytes without = scene_patch(&bytes, "remove /extensions/VRMC_vrm/lookAt\n", NULL);
    blind = rig_of_bytes(without);
    scene_bytes_free(&bytes);
    Twins t = twins_make(VRM_OUTPUT_DEFAULT, 60.0f, VRM_GPU_SPLIT_AVATARS);
    for (int i = 0; i < 3; i++) twins_add(&t, i == 2 ? blind : rig);
    assert_true(vrm_avatar_set_stages(t.sim, t.ids[0], VRM_STAGE_SPRINGS));
    ok(&t, vrm_gpu_sim_set_stages(t.gpu, t.gpu_ids, 1, VRM_STAGE_SPRINGS));
    int32_t morphs = vrm_rig_morph_count(rig);
    float* weights = calloc((size_t)morphs, sizeof *weights);
    assert_true(morphs > 0 && weights != NULL);
    for (int32_t m = 0; m < morphs; m++) weights[m] = -0.0f;
    assert_true(vrm_avatar_set_morphs(t.sim, t.ids[1], weights, morphs));
    ok(&t, vrm_gpu_sim_set(t.gpu, VRM_GPU_MORPHS, &t.gpu_ids[1], 1, weights));
    for (int f = 0; f < 2; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "faces");
    /* Numbers that a gaze does not use do not matter; gazes that there are not are refused. */
    static const float gazes[5][4] = {
        {0, NAN, 1, 1}, {2, 10, 5, NAN}, {1, 0, INFINITY, 0}, {7, 0, 0, 0}, {NAN, 0, 0, 0}};
    for (int i = 0; i < 5; i++)
        assert_int_equal(vrm_gpu_sim_set(t.gpu, VRM_GPU_GAZES, &t.gpu_ids[1], 1, gazes[i]),
                         i < 2 ? VRM_OK : VRM_ERR_ARGUMENT);
    assert_true(vrm_avatar_look_along(t.sim, t.ids[1], 10, 5));
    assert_false(vrm_avatar_look_at(t.sim, t.ids[2], (vrm_Vec3){0, 1, 2}));
    assert_int_equal(vrm_gpu_input_width(blind, VRM_GPU_GAZES), 0);
    assert_int_equal(
        vrm_gpu_sim_set(t.gpu, VRM_GPU_GAZES, &t.gpu_ids[2], 1, (float[4]){1, 0, 1, 2}),
        VRM_ERR_ARGUMENT);
    for (int f = 0; f < 2; f++) twins_step(&t, 1.0f / 60.0f);
    twins_compare_all(&t, "gazes");
    twins_end(&t);
    free(weights);
    vrm_rig_destroy(rig);
    vrm_rig_destroy(blind);
}

int main(void) {
    if (twins_skip() != 0) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_on_the_device_have_the_bits_of_the_player),
        cmocka_unit_test(captured_motion_has_the_bits_of_the_player),
        cmocka_unit_test(clip_of_nodes_is_refused_and_changes_nothing),
        cmocka_unit_test(avatars_that_come_and_go_leave_the_others_alone),
        cmocka_unit_test(values_that_make_no_sense_are_refused_and_change_nothing),
        cmocka_unit_test(results_lie_where_the_buffer_says),
        cmocka_unit_test(inputs_are_taken_from_a_buffer_on_the_device),
        cmocka_unit_test(rig_that_needs_matrices_is_refused_with_a_finding),
        cmocka_unit_test(device_that_is_not_there_is_named),
        cmocka_unit_test(reserved_rig_may_go_before_its_first_avatar),
        cmocka_unit_test(clip_of_a_refused_call_may_go),
        cmocka_unit_test(calls_that_make_no_sense_are_refused),
        cmocka_unit_test(faces_are_those_of_the_cpu_from_the_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
