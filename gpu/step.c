/* SPDX-License-Identifier: MIT */
/* Frames: divides the avatars into work groups, and launches the kernels. */
#include "gpu.h"

#include <stdlib.h>

/* ---- Groups ---- */

static int32_t count_chains(const vrm_GpuSim* sim) {
    int32_t most = 0;
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].count > 0 && sim->batches[i].pack->chain_count > most)
            most = sim->batches[i].pack->chain_count;
    return most;
}

/* Chooses columns and lanes of a group. Eight adjacent columns fill a sector of memory (32 bytes),
 * so fewer columns waste bandwidth; lanes beyond the number of chains are idle. In large crowds two
 * lanes share the springs of an avatar: then twice as many items use the same local memory. */
static void choose_shape(vrm_GpuSim* sim) {
    bool is_gpu = sim->device.info.is_gpu;
    int32_t half = (count_chains(sim) + 1) / 2;
    sim->group_lanes = is_gpu ? 2 : 1;
    sim->group_columns = is_gpu ? 64 : 32;
    if (sim->has_lanes) {
        /* Five groups of 16 x 10 run at once on a compute unit of an H200; more wait for others. */
        bool are_few = sim->avatar_count <= 4096;
        bool fit_once = sim->avatar_count <= (int64_t)sim->device.info.compute_units * 80;
        sim->group_columns = are_few ? 8 : fit_once ? 16 : 32;
        sim->group_lanes = are_few ? 32 : fit_once ? (half < 4 ? 4 : half < 10 ? half : 10) : 8;
    }
    /* For measurements: VRM_GPU_GROUP=COLUMNSxLANES. */
    const char* wanted = getenv("VRM_GPU_GROUP");
    if (wanted == NULL) return;
    char* end = NULL;
    long columns = strtol(wanted, &end, 10), lanes = *end == 'x' ? strtol(end + 1, NULL, 10) : 0;
    if (lanes < 1 || columns < 1 || columns > GPU_COLUMNS || GPU_COLUMNS % columns != 0) return;
    sim->group_columns = (int32_t)columns;
    if (lanes <= 64) sim->group_lanes = (int32_t)lanes;
}

static int32_t collider_words(const vrm_GpuSim* sim) {
    int32_t most = 1;
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].count > 0 && sim->batches[i].rows.collider_words > most)
            most = sim->batches[i].rows.collider_words;
    return most;
}

/* Colliders are in local memory if two groups then still fit a compute unit at once. */
static void choose_colliders(vrm_GpuSim* sim) {
    uint64_t bytes = (uint64_t)collider_words(sim) * (uint64_t)sim->group_columns * sizeof(float);
    sim->has_local_colliders =
        bytes <= sim->device.local_bytes / 2 && getenv("VRM_GPU_GLOBAL_COLLIDERS") == NULL;
    sim->near_bytes = sim->has_local_colliders ? (size_t)bytes : 4 * sizeof(float);
}

/* Measured on an H200: from this number of avatars on, running more groups at once outweighs having
 * fewer registers each. */
static bool is_crowded(const vrm_GpuSim* sim) {
    if (!sim->device.info.is_gpu) return false;
    if (sim->has_lanes) return sim->avatar_count > 4096;
    return sim->avatar_count > (int64_t)sim->device.info.compute_units * 2048;
}

static bool is_irregular(const vrm_GpuSim* sim) {
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].count > 0 && sim->batches[i].rows.is_irregular) return true;
    return false;
}

static int32_t choose_variant(const vrm_GpuSim* sim) {
    return (sim->has_lanes ? GPU_LANES : 0) + (sim->has_local_colliders ? GPU_LOCAL_COLLIDERS : 0) +
           (is_crowded(sim) ? GPU_FEW_REGISTERS : 0) + (is_irregular(sim) ? GPU_IRREGULAR : 0);
}

/* Compiles the kernels, for smaller groups if the device cannot run these. */
static vrm_Result compile_kernels(vrm_GpuSim* sim) {
    choose_shape(sim);
    for (;;) {
        choose_colliders(sim);
        int32_t index = choose_variant(sim);
        gpu_GroupShape shape = {sim->group_columns, sim->group_lanes};
        vrm_Result result = gpu_device_variant(&sim->device, &sim->def, index, shape, sim->message,
                                               sizeof sim->message);
        if (result != VRM_OK) {
            (void)vrm_report_add(sim->def.report, "GPU_COMPILE_FAILED", "", sim->message);
            return result;
        }
        int64_t most = (int64_t)sim->device.variants[index].group_most;
        sim->variant = index;
        if ((int64_t)sim->group_columns * sim->group_lanes <= most) return VRM_OK;
        if (sim->group_lanes > 1)
            sim->group_lanes /= 2;
        else if (sim->group_columns > 1)
            sim->group_columns /= 2;
        else
            return VRM_OK;
    }
}

static vrm_Result write_groups(vrm_GpuSim* sim) {
    vrm_Result result = compile_kernels(sim);
    if (result != VRM_OK) return result;
    int32_t count = 0;
    for (int32_t i = 0; i < sim->batch_count; i++)
        count += (sim->batches[i].count + sim->group_columns - 1) / sim->group_columns;
    gpu_GroupEntry* groups = calloc((size_t)count + 1, sizeof *groups);
    if (groups == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    gpu_GroupEntry* to = groups;
    for (int32_t i = 0; i < sim->batch_count; i++)
        for (int32_t first = 0; first < sim->batches[i].count; first += sim->group_columns)
            *to++ = (gpu_GroupEntry){.batch = i, .first = first};
    int32_t error = CL_SUCCESS;
    cl_mem made = gpu_buffer(sim, groups, ((size_t)count + 1) * sizeof *groups, &error);
    free(groups);
    if (made == NULL) return gpu_fail(sim, error, "groups");
    if (sim->group_buffer != NULL) (void)sim->device.cl.clReleaseMemObject(sim->group_buffer);
    sim->group_buffer = made;
    sim->group_count = count;
    sim->groups_changed = false;
    return VRM_OK;
}

/* ---- Steps ---- */

/* A step may wait while frames are shorter than this, and is then late by at most as much
 * (src/runtime/lanes/spring_step.c: 1/63 of a step, after a pause a quarter). */
static float short_frame(float step) {
    return step * 0.25f;
}

/* The most spring steps that an avatar can need in a frame: those of one without remaining time,
 * after a short frame with a step that waits. More remaining time never makes more steps, since
 * rounding is monotonic. */
static int32_t count_steps(float dt, float step, float most, bool waits) {
    if (!(dt > 0.0f)) return 0;
    if (step > 0.0f) {
        float left = (waits ? -short_frame(step) : 0.0f) - dt;
        int32_t count = 0;
        while (left < 0.0f && count < 16) {
            left += step;
            count++;
        }
        return count;
    }
    if (!(most > 0.0f) || dt <= most) return 1;
    float parts = dt / most;
    return parts < 15.0f ? (int32_t)parts + 1 : 16;
}

static gpu_Frame frame_of(const vrm_GpuSim* sim, float dt) {
    float step = sim->def.spring_rate_hz > 0.0f ? 1.0f / sim->def.spring_rate_hz : 0.0f;
    float most = sim->def.max_step_s;
    return (gpu_Frame){.dt = dt,
                       .step = step,
                       .most = most,
                       .step_count = count_steps(dt, step, most, sim->may_wait),
                       .outputs = (int32_t)sim->def.outputs,
                       .parity = (int32_t)(sim->frame & 1)};
}

static int32_t launch(vrm_GpuSim* sim, gpu_StepKernel which, float dt, int32_t frames) {
    gpu_Cl* cl = &sim->device.cl;
    cl_kernel kernel = sim->device.variants[sim->variant].kernels[which];
    /* Local memory that a kernel is given but does not use is taken from its cache. */
    bool has_colliders = which == GPU_STEP_SPRINGS || which == GPU_STEP_FRAMES;
    gpu_Frame frame = frame_of(sim, dt);
    gpu_Argument arguments[] = {GPU_ARG(sim->group_buffer),
                                GPU_ARG(sim->batch_buffer),
                                GPU_ARG(sim->rig_buffer),
                                GPU_ARG(sim->motion_buffer),
                                GPU_ARG(sim->arenas[ARENA_INPUT]),
                                GPU_ARG(sim->arenas[ARENA_STATE]),
                                GPU_ARG(sim->arenas[ARENA_ROTATION]),
                                GPU_ARG(sim->arenas[ARENA_SCRATCH]),
                                GPU_ARG(sim->arenas[ARENA_WORLD]),
                                GPU_ARG(sim->arenas[ARENA_PALETTE]),
                                GPU_ARG(sim->arenas[ARENA_FACE]),
                                {has_colliders ? sim->near_bytes : 4 * sizeof(float), NULL},
                                GPU_ARG(frame),
                                GPU_ARG(frames)};
    for (uint32_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        int32_t error = cl->clSetKernelArg(kernel, i, arguments[i].size, arguments[i].value);
        if (error != CL_SUCCESS) return error;
    }
    size_t local[2] = {(size_t)sim->group_columns,
                       (size_t)gpu_kernel_lanes(which, sim->group_lanes)};
    size_t global[2] = {(size_t)sim->group_count * local[0], local[1]};
    return cl->clEnqueueNDRangeKernel(sim->device.queue, kernel, 2, NULL, global, local, 0, NULL,
                                      NULL);
}

static bool has_sway(const vrm_GpuSim* sim) {
    return (sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
}

/* Frames that are queued before the host waits for them: drivers keep launches in memory until they
 * have run, and some end a kernel that runs for seconds. */
#define FRAMES_AT_ONCE 1024

/* Queues at most FRAMES_AT_ONCE frames. `has_begun`: some of them are queued. Returns an OpenCL
 * error. */
static int32_t queue_frames(vrm_GpuSim* sim, float dt, int32_t frames, bool* has_begun) {
    int32_t error = CL_SUCCESS;
    if (sim->has_lanes) {
        error = launch(sim, GPU_STEP_FRAMES, dt, frames);
        *has_begun |= error == CL_SUCCESS;
        sim->frame += (uint32_t)frames;
        return error;
    }
    for (int32_t f = 0; f < frames && error == CL_SUCCESS; f++, sim->frame++) {
        error = launch(sim, GPU_STEP_FRONT, dt, 1);
        *has_begun |= error == CL_SUCCESS;
        if (error == CL_SUCCESS) error = launch(sim, GPU_STEP_SPRINGS, dt, 1);
        if (error == CL_SUCCESS && has_sway(sim)) error = launch(sim, GPU_STEP_BACK, dt, 1);
    }
    return error;
}

vrm_Result vrm_gpu_sim_step(vrm_GpuSim* sim, float dt, int32_t frames) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    if (sim->avatar_count == 0 || frames <= 0) return VRM_OK;
    if (!(dt > 0.0f) || !(dt <= 3.402823466e+38f)) dt = 0.0f;
    bool is_changed = sim->groups_changed || sim->rigs_changed;
    vrm_Result result = gpu_memory_tables(sim);
    if (result == VRM_OK && is_changed) {
        sim->groups_changed = true; /* until it succeeds */
        result = write_groups(sim);
    }
    if (result != VRM_OK) return result;
    gpu_Cl* cl = &sim->device.cl;
    int32_t error = CL_SUCCESS;
    bool has_begun = false; /* then a failure leaves half of the frames */
    float step = sim->def.spring_rate_hz > 0.0f ? 1.0f / sim->def.spring_rate_hz : 0.0f;
    while (frames > 0 && error == CL_SUCCESS) {
        int32_t count = frames < FRAMES_AT_ONCE ? frames : FRAMES_AT_ONCE;
        error = queue_frames(sim, dt, count, &has_begun);
        frames -= count;
        if (error == CL_SUCCESS)
            error = frames > 0 ? cl->clFinish(sim->device.queue) : cl->clFlush(sim->device.queue);
    }
    if (dt > 0.0f) sim->may_wait = dt < short_frame(step);
    return has_begun && error != CL_SUCCESS ? gpu_lose(sim, error, "within a step")
                                            : gpu_fail(sim, error, "a step");
}

vrm_Result vrm_gpu_sim_finish(vrm_GpuSim* sim) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    return gpu_fail(sim, sim->device.cl.clFinish(sim->device.queue), "waiting");
}
