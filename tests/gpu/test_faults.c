/* SPDX-License-Identifier: MIT */
/* Whatever OpenCL refuses, and at whichever call: a result that says so, nothing leaked, and a sim
 * that is unchanged or can only be destroyed. The OpenCL here is a mock. */
#define _XOPEN_SOURCE 700 /* mkdtemp() */

#include "mock_cl.h"

#include "gpu/cl.h"
#include "twin.h"

#include <unistd.h>

#define CALLS_MAX 4000

static vrm_Rig* scene_rig(vrm_Dialect dialect) {
    SceneDef def = scene_default_def(dialect);
    return rig_of_scene(&def);
}

static void reset_mock(void) {
    assert_int_equal(mock_cl.objects, 0);
    mock_cl =
        (MockCl){.has_device = true, .compiles = true, .is_exact = true, .has_binaries = true};
}

/* A sim that must not be had, and the code of the finding. */
static void expect_no_sim(const char* code, const char* word) {
    vrm_Report* report = NULL;
    vrm_GpuSim* sim = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    def.report = report;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_UNSUPPORTED);
    assert_null(sim);
    assert_int_equal(vrm_report_count(report), 1);
    vrm_Finding finding = vrm_report_get(report, 0);
    assert_string_equal(finding.code, code);
    if (strstr(finding.message, word) == NULL) fail_msg("%s", finding.message);
    vrm_report_destroy(report);
    reset_mock();
}

static void devices_that_cannot_be_used_are_named(void** state) {
    (void)state;
    reset_mock();
    mock_cl.has_device = false;
    expect_no_sim("GPU_NO_DEVICE", "OpenCL");
    mock_cl.compiles = false;
    expect_no_sim("GPU_COMPILE_FAILED", "the mock does not like it");
    mock_cl.is_exact = false;
    expect_no_sim("GPU_INEXACT", "Mock device");
    mock_cl.is_exact = false;
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    vrm_GpuSim* sim = NULL;
    def.allows_inexact = true;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
    assert_false(vrm_gpu_sim_is_exact(sim));
    vrm_gpu_sim_destroy(sim);
    reset_mock();
}

/* A device that is there but does not open (in use by another, lost) is not one that is missing. */
static void devices_that_cannot_be_opened_say_why(void** state) {
    (void)state;
    reset_mock();
    int opened = 0, without_memory = 0;
    for (int32_t n = 1; n < 20; n++)
        for (int is_memory = 0; is_memory < 2; is_memory++) {
            vrm_Report* report = NULL;
            vrm_GpuSim* sim = NULL;
            vrm_GpuSimDef def = vrm_default_gpu_sim_def();
            assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
            def.report = report;
            mock_cl.fail_at = n;
            mock_cl.error = is_memory ? CL_OUT_OF_HOST_MEMORY : CL_DEVICE_NOT_AVAILABLE;
            vrm_Result result = vrm_gpu_sim_create(&def, &sim);
            const char* said =
                vrm_report_count(report) > 0 ? vrm_report_get(report, 0).message : "";
            opened += strstr(said, "Mock device cannot be opened (OpenCL error -2)") != NULL;
            without_memory += n < 12 && is_memory && result == VRM_ERR_MEMORY;
            vrm_gpu_sim_destroy(sim);
            vrm_report_destroy(report);
            reset_mock();
        }
    assert_int_equal(opened, 2); /* the context and the queue */
    assert_int_equal(without_memory, 2);
}

/* ---- Every call fails once ---- */

typedef struct Run {
    vrm_GpuSim* sim;
    const vrm_Rig *rig, *other;
    const vrm_Clip* clip;
    vrm_Result first; /* that was not VRM_OK */
    bool is_lost;
    float* values;
} Run;

/* Whether the run goes on after a result. */
static bool goes_on(Run* run, vrm_Result result) {
    if (run->is_lost && result != VRM_OK) assert_int_equal(result, VRM_ERR_IO);
    if (result == VRM_OK) return true;
    assert_true(result == VRM_ERR_MEMORY || result == VRM_ERR_IO || result == VRM_ERR_UNSUPPORTED);
    if (vrm_gpu_sim_message(run->sim)[0] == 0) fail_msg("no message with result %d", (int)result);
    if (run->first == VRM_OK) run->first = result;
    run->is_lost |= result == VRM_ERR_IO;
    return false;
}

static int32_t add(Run* run, const vrm_Rig* rig, int32_t count, vrm_AvatarId* ids) {
    int32_t before = vrm_gpu_sim_avatar_count(run->sim);
    bool is_added = goes_on(run, vrm_gpu_sim_add(run->sim, rig, count, ids));
    assert_int_equal(vrm_gpu_sim_avatar_count(run->sim), before + (is_added ? count : 0));
    return is_added ? count : 0;
}

/* All of the interface once. After a failure the other calls are made too: none may crash. */
static void use_sim(Run* run) {
    enum { COUNT = 12 };
    vrm_AvatarId ids[COUNT], more[COUNT];
    vrm_Transform roots[COUNT];
    vrm_Player players[COUNT];
    for (int i = 0; i < COUNT; i++) {
        roots[i] = (vrm_Transform){{(float)i, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        players[i] = vrm_player(run->clip);
    }
    int32_t count = add(run, run->rig, COUNT, ids);
    if (count > 0) {
        (void)goes_on(
            run, vrm_gpu_sim_set(run->sim, VRM_GPU_ROOTS, ids, count, &roots[0].translation.x));
        (void)goes_on(run, vrm_gpu_sim_play(run->sim, ids, count, players));
        (void)goes_on(run, vrm_gpu_sim_set_stages(run->sim, ids, count, VRM_STAGE_ALL));
        (void)goes_on(run, vrm_gpu_sim_reset_springs(run->sim, ids, count));
    }
    (void)goes_on(run, vrm_gpu_sim_step(run->sim, 1.0f / 60.0f, 2));
    if (count > 0)
        (void)goes_on(run, vrm_gpu_sim_read(run->sim, VRM_GPU_PALETTES, ids, 1, run->values));
    int32_t others = add(run, run->other, COUNT, more);
    (void)goes_on(run, vrm_gpu_sim_step(run->sim, 1.0f / 60.0f, 1));
    if (count > 0) (void)goes_on(run, vrm_gpu_sim_remove(run->sim, ids, count / 2));
    (void)goes_on(run, vrm_gpu_sim_reserve(run->sim, run->other, 200));
    (void)goes_on(run, vrm_gpu_sim_step(run->sim, 1.0f / 60.0f, 1));
    if (others > 0)
        (void)goes_on(run, vrm_gpu_sim_read(run->sim, VRM_GPU_LOCALS, more, 1, run->values));
    (void)goes_on(run, vrm_gpu_sim_finish(run->sim));
}

static void each_call_fails(int32_t error, vrm_GpuSplit split) {
    Run run = {.rig = scene_rig(VRM_DIALECT_1), .other = scene_rig(VRM_DIALECT_0)};
    run.clip = clip_of_bytes(scene_clip(false));
    int32_t width = vrm_gpu_output_width(run.rig, VRM_GPU_PALETTES);
    int32_t other = vrm_gpu_output_width(run.other, VRM_GPU_LOCALS);
    run.values = calloc((size_t)(width > other ? width : other), sizeof *run.values);
    int32_t n = 1;
    for (; n < CALLS_MAX; n++) {
        reset_mock();
        mock_cl.fail_at = n;
        mock_cl.error = error;
        vrm_GpuSimDef def = vrm_default_gpu_sim_def();
        def.split = split;
        run.sim = NULL;
        run.first = VRM_OK;
        run.is_lost = false;
        vrm_Result result = vrm_gpu_sim_create(&def, &run.sim);
        if (result != VRM_OK) {
            assert_null(run.sim);
        } else {
            use_sim(&run);
        }
        vrm_gpu_sim_destroy(run.sim);
        assert_int_equal(mock_cl.unfilled, 0);
        assert_true(mock_cl.exact == 0 || mock_cl.plain == 0);
        if (mock_cl.calls < n) break; /* every call has failed once */
    }
    assert_true(n > 100 && n < CALLS_MAX);
    free(run.values);
    vrm_rig_destroy((vrm_Rig*)(uintptr_t)run.rig);
    vrm_rig_destroy((vrm_Rig*)(uintptr_t)run.other);
    vrm_clip_destroy((vrm_Clip*)(uintptr_t)run.clip);
    reset_mock();
}

static void each_call_may_find_no_memory(void** state) {
    (void)state;
    each_call_fails(CL_MEM_OBJECT_ALLOCATION_FAILURE, VRM_GPU_SPLIT_AVATARS);
    each_call_fails(CL_OUT_OF_HOST_MEMORY, VRM_GPU_SPLIT_CHAINS);
}

static void each_call_may_lose_the_device(void** state) {
    (void)state;
    each_call_fails(CL_OUT_OF_RESOURCES, VRM_GPU_SPLIT_AVATARS);
    each_call_fails(CL_DEVICE_NOT_AVAILABLE, VRM_GPU_SPLIT_CHAINS);
}

static void a_lost_device_is_said_by_every_call(void** state) {
    (void)state;
    reset_mock();
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    vrm_GpuSim* sim = NULL;
    vrm_AvatarId ids[2];
    float value[1];
    vrm_Transform root = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    assert_int_equal(vrm_gpu_sim_create(NULL, &sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 2, ids), VRM_OK);
    mock_cl.fail_at = mock_cl.calls + 1;
    mock_cl.error = CL_DEVICE_NOT_AVAILABLE;
    assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, ids), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_set(sim, VRM_GPU_ROOTS, ids, 1, &root.translation.x), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_read(sim, VRM_GPU_GAZE_ANGLES, ids, 1, value), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_remove(sim, ids, 1), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_reserve(sim, rig, 1), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_reset_springs(sim, ids, 1), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_buffer(sim, rig, VRM_GPU_WORLDS, &(vrm_GpuBuffer){0}), VRM_ERR_IO);
    assert_int_equal(vrm_gpu_sim_finish(sim), VRM_ERR_IO);
    assert_true(strstr(vrm_gpu_sim_message(sim), "failed") != NULL);
    vrm_gpu_sim_destroy(sim);
    vrm_rig_destroy(rig);
    reset_mock();
}

/* Adding and removing find no memory at their nth call: all avatars are where they were, or the sim
 * is lost, and the next try succeeds. Columns that no avatar has are never left as they were. */
static void too_little_memory_leaves_the_crowd_as_it_is(void** state) {
    (void)state;
    enum { FEW = 20, MANY = 300 };
    reset_mock();
    vrm_Rig *rig = scene_rig(VRM_DIALECT_1), *other = scene_rig(VRM_DIALECT_0);
    bool is_over = false;
    int added = 0, removed = 0;
    for (int32_t n = 1; !is_over; n++) {
        vrm_GpuSimDef def = vrm_default_gpu_sim_def();
        vrm_GpuSim* sim = NULL;
        vrm_AvatarId ids[FEW], more[MANY];
        int32_t columns[FEW];
        def.split = VRM_GPU_SPLIT_AVATARS;
        assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
        assert_int_equal(vrm_gpu_sim_add(sim, rig, FEW, ids), VRM_OK);
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_OK);
        mock_cl.error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        mock_cl.fail_at = mock_cl.calls + n;
        vrm_Result result = vrm_gpu_sim_add(sim, other, MANY, more);
        is_over = mock_cl.calls < mock_cl.fail_at;
        mock_cl.fail_at = 0;
        assert_int_equal(result, is_over ? VRM_OK : VRM_ERR_MEMORY);
        added += result != VRM_OK;
        if (!is_over) assert_int_equal(vrm_gpu_sim_add(sim, other, MANY, more), VRM_OK);
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_OK);
        for (int i = 0; i < FEW; i++) columns[i] = vrm_gpu_avatar_column(sim, ids[i]);
        mock_cl.fail_at = mock_cl.calls + n;
        result = vrm_gpu_sim_remove(sim, ids, 3);
        bool is_whole = mock_cl.calls < mock_cl.fail_at;
        is_over &= is_whole;
        mock_cl.fail_at = 0;
        if (is_whole) assert_int_equal(result, VRM_OK);
        if (result == VRM_ERR_MEMORY) {
            removed++;
            for (int i = 0; i < FEW; i++)
                assert_int_equal(vrm_gpu_avatar_column(sim, ids[i]), columns[i]);
            assert_int_equal(vrm_gpu_sim_avatar_count(sim), FEW + MANY);
            assert_int_equal(vrm_gpu_sim_remove(sim, ids, 3), VRM_OK);
        }
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1),
                         result == VRM_ERR_IO ? VRM_ERR_IO : VRM_OK);
        if (result != VRM_ERR_IO)
            for (int i = 0; i < FEW; i++)
                assert_int_equal(vrm_gpu_avatar_is_valid(sim, ids[i]), i >= 3);
        vrm_gpu_sim_destroy(sim);
        assert_int_equal(mock_cl.unfilled, 0);
        reset_mock();
    }
    assert_true(added > 5 && removed > 1);
    vrm_rig_destroy(rig);
    vrm_rig_destroy(other);
}

/* ---- How kernels are compiled ---- */

/* The arithmetic that was tested is that of all kernels: a driver that does not know the option for
 * correct rounding does without it everywhere, and one that refuses a single program fails. */
static void all_kernels_are_compiled_as_the_tested_one(void** state) {
    (void)state;
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    for (int32_t build = 0; build < 8; build++) {
        vrm_GpuSim* sim = NULL;
        vrm_AvatarId id;
        reset_mock();
        mock_cl.knows_no_rounding = build == 0;
        mock_cl.fail_build = build < 2 ? 0 : build; /* not the first, which is tried both ways */
        assert_int_equal(vrm_gpu_sim_create(NULL, &sim), VRM_OK);
        assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &id), VRM_OK);
        vrm_Result result = vrm_gpu_sim_step(sim, 0.1f, 1);
        bool has_failed = build >= 2 && mock_cl.fail_build <= 0;
        assert_int_equal(result, has_failed ? VRM_ERR_UNSUPPORTED : VRM_OK);
        assert_true(build == 0 ? mock_cl.exact == 0 : mock_cl.plain == 0);
        if (result == VRM_OK) assert_string_equal(vrm_gpu_sim_message(sim), "");
        vrm_gpu_sim_destroy(sim);
    }
    vrm_rig_destroy(rig);
    reset_mock();
}

/* ---- What a host shares ---- */

static void queues_and_buffers_that_do_not_fit_are_refused(void** state) {
    (void)state;
    reset_mock();
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    gpu_Cl cl;
    int32_t error = 0;
    assert_true(gpu_cl_open(&cl));
    cl_context context = cl.clCreateContext(NULL, 1, NULL, NULL, NULL, &error);
    cl_context strange = cl.clCreateContext(NULL, 1, NULL, NULL, NULL, &error);
    cl_command_queue queue = cl.clCreateCommandQueue(context, NULL, 0, &error);
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    vrm_GpuSim* sim = NULL;
    def.context = context;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_ARGUMENT);
    def.context = strange;
    def.queue = queue;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_ARGUMENT);
    def.context = context;
    mock_cl.queue_flags = CL_QUEUE_OUT_OF_ORDER;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_ERR_ARGUMENT);
    mock_cl.queue_flags = 0;
    assert_null(sim);
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
    assert_string_equal(vrm_gpu_sim_device(sim).platform, "Mock");
    vrm_AvatarId ids[2];
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 2, ids), VRM_OK);
    cl_mem other = cl.clCreateBuffer(strange, CL_MEM_READ_WRITE, 80, NULL, &error);
    cl_mem own = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, 80, NULL, &error);
    assert_int_equal(vrm_gpu_sim_set_from(sim, VRM_GPU_ROOTS, ids, 2, NULL, 0), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_set_from(sim, VRM_GPU_ROOTS, ids, 2, other, 0), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_set_from(sim, VRM_GPU_ROOTS, ids, 2, own, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_gpu_sim_set_from(sim, VRM_GPU_ROOTS, ids, 2, own, UINT64_MAX),
                     VRM_ERR_ARGUMENT);
    mock_cl.memory_flags = CL_MEM_WRITE_ONLY;
    assert_int_equal(vrm_gpu_sim_set_from(sim, VRM_GPU_ROOTS, ids, 2, own, 0), VRM_ERR_ARGUMENT);
    mock_cl.memory_flags = 0;
    assert_int_equal(vrm_gpu_sim_set_from(sim, VRM_GPU_ROOTS, ids, 2, own, 0), VRM_OK);
    assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_OK);
    vrm_gpu_sim_destroy(sim);
    (void)cl.clReleaseMemObject(own);
    (void)cl.clReleaseMemObject(other);
    (void)cl.clReleaseCommandQueue(queue);
    (void)cl.clReleaseContext(context);
    (void)cl.clReleaseContext(strange);
    gpu_cl_close(&cl);
    vrm_rig_destroy(rig);
    reset_mock();
}

/* Too little memory for a launch: the frame has not begun and the sim goes on, or it has and the
 * sim is lost. */
static void half_a_frame_is_never_stepped_on_by(vrm_GpuSplit split) {
    reset_mock();
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    bool is_over = false;
    int whole = 0, lost = 0;
    for (int32_t n = 1; !is_over; n++) {
        vrm_GpuSimDef def = vrm_default_gpu_sim_def();
        vrm_GpuSim* sim = NULL;
        vrm_AvatarId ids[2];
        def.split = split;
        assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
        assert_int_equal(vrm_gpu_sim_add(sim, rig, 2, ids), VRM_OK);
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_OK);
        int32_t calls = mock_cl.calls, launches = mock_cl.launches;
        mock_cl.fail_at = calls + n;
        mock_cl.error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        vrm_Result result = vrm_gpu_sim_step(sim, 0.1f, 1);
        is_over = mock_cl.calls < mock_cl.fail_at;
        mock_cl.fail_at = 0;
        bool has_begun = mock_cl.launches > launches;
        if (!is_over) assert_int_equal(result, has_begun ? VRM_ERR_IO : VRM_ERR_MEMORY);
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1),
                         result == VRM_ERR_IO ? VRM_ERR_IO : VRM_OK);
        whole += result == VRM_ERR_MEMORY;
        lost += result == VRM_ERR_IO;
        vrm_gpu_sim_destroy(sim);
        reset_mock();
    }
    assert_true(whole > 0 && lost > 0);
    vrm_rig_destroy(rig);
}

static void half_a_frame_is_never_stepped_on(void** state) {
    (void)state;
    half_a_frame_is_never_stepped_on_by(VRM_GPU_SPLIT_AVATARS);
    half_a_frame_is_never_stepped_on_by(VRM_GPU_SPLIT_CHAINS);
}

/* However many frames one call runs: drivers keep what is queued in memory, and end kernels that
 * run for seconds. */
static void long_runs_do_not_fill_the_queue(void** state) {
    (void)state;
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    for (int split = VRM_GPU_SPLIT_AVATARS; split <= VRM_GPU_SPLIT_CHAINS; split++) {
        reset_mock();
        vrm_GpuSimDef def = vrm_default_gpu_sim_def();
        vrm_GpuSim* sim = NULL;
        vrm_AvatarId id;
        def.split = (vrm_GpuSplit)split;
        assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
        assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &id), VRM_OK);
        int32_t before = mock_cl.launches;
        assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 10000), VRM_OK);
        if (split == VRM_GPU_SPLIT_AVATARS) assert_int_equal(mock_cl.launches - before, 3 * 10000);
        assert_true(mock_cl.most_queued < 5000);
        assert_true(mock_cl.most_frames <= 1024);
        vrm_gpu_sim_destroy(sim);
    }
    vrm_rig_destroy(rig);
    reset_mock();
}

/* Flags of avatars of two rigs: all or none. */
static void flags_of_several_rigs_change_together(void** state) {
    (void)state;
    reset_mock();
    vrm_Rig *rig = scene_rig(VRM_DIALECT_1), *other = scene_rig(VRM_DIALECT_0);
    bool is_over = false;
    int unchanged = 0;
    for (int32_t n = 1; !is_over; n++) {
        vrm_GpuSim* sim = NULL;
        vrm_AvatarId ids[2];
        assert_int_equal(vrm_gpu_sim_create(NULL, &sim), VRM_OK);
        assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &ids[0]), VRM_OK);
        assert_int_equal(vrm_gpu_sim_add(sim, other, 1, &ids[1]), VRM_OK);
        int32_t launches = mock_cl.launches;
        mock_cl.fail_at = mock_cl.calls + n;
        mock_cl.error = CL_OUT_OF_HOST_MEMORY;
        vrm_Result result = vrm_gpu_sim_set_stages(sim, ids, 2, VRM_STAGE_SPRINGS);
        is_over = mock_cl.calls < mock_cl.fail_at;
        mock_cl.fail_at = 0;
        bool has_begun = mock_cl.launches > launches;
        if (!is_over) assert_int_equal(result, has_begun ? VRM_ERR_IO : VRM_ERR_MEMORY);
        unchanged += result == VRM_ERR_MEMORY;
        vrm_gpu_sim_destroy(sim);
        reset_mock();
    }
    assert_true(unchanged > 2);
    vrm_rig_destroy(rig);
    vrm_rig_destroy(other);
}

/* A buffer that cannot be had is too little memory, by whichever error a driver says so. */
static void buffers_that_cannot_be_had_are_too_little_memory(void** state) {
    (void)state;
    reset_mock();
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    vrm_GpuSim* sim = NULL;
    vrm_AvatarId id;
    assert_int_equal(vrm_gpu_sim_create(NULL, &sim), VRM_OK);
    mock_cl.fail_at = mock_cl.calls + 1; /* the first arena */
    mock_cl.error = CL_OUT_OF_RESOURCES;
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &id), VRM_ERR_MEMORY);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &id), VRM_OK);
    assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_OK);
    vrm_gpu_sim_destroy(sim);
    vrm_rig_destroy(rig);
    reset_mock();
}

/* ---- Compiled kernels on disk ---- */

/* Steps once; returns the programs that were compiled from source. */
static int32_t sources_with_cache(const char* folder, const vrm_Rig* rig) {
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    vrm_GpuSim* sim = NULL;
    vrm_AvatarId id;
    def.cache_folder = folder;
    mock_cl.sources = mock_cl.binaries = 0;
    assert_int_equal(vrm_gpu_sim_create(&def, &sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_add(sim, rig, 1, &id), VRM_OK);
    assert_int_equal(vrm_gpu_sim_step(sim, 0.1f, 1), VRM_OK);
    vrm_gpu_sim_destroy(sim);
    return mock_cl.sources;
}

static void compiled_kernels_are_stored_and_broken_files_do_no_harm(void** state) {
    (void)state;
    reset_mock();
    char folder[] = "/tmp/vrm-gpu-cache-XXXXXX", command[256];
    assert_non_null(mkdtemp(folder));
    vrm_Rig* rig = scene_rig(VRM_DIALECT_1);
    int32_t all = sources_with_cache(folder, rig);
    assert_true(all >= 2);
    assert_int_equal(sources_with_cache(folder, rig), 0);
    assert_int_equal(mock_cl.binaries, all);
    mock_cl.has_binaries = false; /* another driver's */
    assert_int_equal(sources_with_cache(folder, rig), all);
    mock_cl.has_binaries = true;
    /* Other files, those cut short, longer ones and those with a changed byte never reach the
     * driver, which may not survive them. */
    static const char* const damages[] = {
        "echo broken > $f",
        ": > $f",
        "head -c 20 $f > $f.t && mv $f.t $f",
        "head -c -1 $f > $f.t && mv $f.t $f",
        "echo more >> $f",
        "printf X | dd of=$f bs=1 seek=25 conv=notrunc 2>/dev/null",
        "printf X | dd of=$f bs=1 seek=3 conv=notrunc 2>/dev/null"};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        (void)snprintf(command, sizeof command, "for f in %s/*; do %s; done", folder, damages[i]);
        assert_int_equal(system(command), 0);
        assert_int_equal(sources_with_cache(folder, rig), all);
        assert_int_equal(sources_with_cache(folder, rig), 0); /* repaired */
    }
    assert_int_equal(mock_cl.damaged, 0);
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(sources_with_cache(folder, rig), all); /* no folder */
    vrm_rig_destroy(rig);
    reset_mock();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_that_cannot_be_used_are_named),
        cmocka_unit_test(each_call_may_find_no_memory),
        cmocka_unit_test(each_call_may_lose_the_device),
        cmocka_unit_test(a_lost_device_is_said_by_every_call),
        cmocka_unit_test(too_little_memory_leaves_the_crowd_as_it_is),
        cmocka_unit_test(all_kernels_are_compiled_as_the_tested_one),
        cmocka_unit_test(queues_and_buffers_that_do_not_fit_are_refused),
        cmocka_unit_test(half_a_frame_is_never_stepped_on),
        cmocka_unit_test(long_runs_do_not_fill_the_queue),
        cmocka_unit_test(flags_of_several_rigs_change_together),
        cmocka_unit_test(buffers_that_cannot_be_had_are_too_little_memory),
        cmocka_unit_test(devices_that_cannot_be_opened_say_why),
        cmocka_unit_test(compiled_kernels_are_stored_and_broken_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
