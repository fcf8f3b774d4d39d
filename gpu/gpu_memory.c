/* SPDX-License-Identifier: MIT */
/* Device memory: seven arenas, each with the rows of every batch one after the other. When a batch
 * outgrows its columns, the arenas are allocated anew and everything is copied. Small tables (rigs,
 * motions, batches, groups) are rewritten when they change. */
#include "gpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Failures ---- */

vrm_Result gpu_refuse(vrm_GpuSim* sim, vrm_Result result, const char* format, ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sim->message, sizeof sim->message, format, args);
    va_end(args);
    return result;
}

vrm_Result gpu_fail(vrm_GpuSim* sim, int32_t error, const char* what) {
    switch (error) {
    case CL_SUCCESS: return VRM_OK;
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE:
        return gpu_refuse(sim, VRM_ERR_MEMORY, "%s: %s has too little memory (OpenCL error %d)",
                          what, sim->device.info.name, (int)error);
    default: return gpu_lose(sim, error, what);
    }
}

vrm_Result gpu_lose(vrm_GpuSim* sim, int32_t error, const char* what) {
    sim->is_lost = true;
    return gpu_refuse(sim, VRM_ERR_IO, "%s: %s failed (OpenCL error %d)", what,
                      sim->device.info.name, (int)error);
}

/* ---- Launching ---- */

/* Graphics cards bound the second dimension of a launch (CUDA: 65535 groups), and a rig has as many
 * rows as its file says. The bound here is lower, so that the tests exceed it too. */
#define ROWS_OF_A_LAUNCH 1024

int32_t gpu_launch(vrm_GpuSim* sim, cl_kernel kernel, const gpu_Argument* arguments, int32_t count,
                   size_t x, size_t y) {
    gpu_Cl* cl = &sim->device.cl;
    if (x == 0) return CL_SUCCESS;
    for (int32_t i = 0; i < count; i++) {
        int32_t error =
            cl->clSetKernelArg(kernel, (uint32_t)i, arguments[i].size, arguments[i].value);
        if (error != CL_SUCCESS) return error;
    }
    /* CPU drivers compile a kernel again for every group size that they choose themselves. */
    static const size_t one[2] = {1, 1};
    for (size_t first = 0; first < y; first += ROWS_OF_A_LAUNCH) {
        size_t offsets[2] = {0, first};
        size_t sizes[2] = {x, y - first < ROWS_OF_A_LAUNCH ? y - first : ROWS_OF_A_LAUNCH};
        int32_t error =
            cl->clEnqueueNDRangeKernel(sim->device.queue, kernel, 2, offsets, sizes,
                                       sim->device.info.is_gpu ? NULL : one, 0, NULL, NULL);
        if (error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

cl_mem gpu_buffer(vrm_GpuSim* sim, const void* data, size_t size, int32_t* out_error) {
    gpu_Cl* cl = &sim->device.cl;
    uint64_t flags = CL_MEM_READ_WRITE | (data != NULL ? CL_MEM_COPY_HOST_PTR : 0u);
    void* from = NULL;
    memcpy(&from, &data, sizeof from); /* OpenCL only reads it */
    cl_mem made =
        cl->clCreateBuffer(sim->device.context, flags, size > 0 ? size : 4, from, out_error);
    /* Drivers say so too when the device has no memory left; the sim is unchanged by it. */
    if (made == NULL && *out_error == CL_OUT_OF_RESOURCES)
        *out_error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return made;
}

/* ---- Arenas ---- */

typedef struct Plan {
    cl_mem arenas[ARENA_COUNT];
    uint64_t floats[ARENA_COUNT];
    uint64_t (*bases)[ARENA_COUNT]; /* by batch */
} Plan;

static int32_t rows_of(const gpu_Batch* batch, int32_t arena, bool lanes) {
    return arena == ARENA_SCRATCH && !lanes ? batch->rows.scratch_few : batch->rows.rows[arena];
}

/* Whether a crowd of that size uses lanes: yes where there would be too few work items. A device
 * keeps about 2048 items busy for each compute unit. */
static bool wants_lanes(const vrm_GpuSim* sim, int64_t avatars) {
    if (sim->def.split != VRM_GPU_SPLIT_AUTO) return sim->def.split == VRM_GPU_SPLIT_CHAINS;
    if (!sim->device.info.is_gpu) return false;
    return avatars <= (int64_t)sim->device.info.compute_units * 128;
}

static void release_plan(vrm_GpuSim* sim, Plan* plan) {
    for (int a = 0; a < ARENA_COUNT; a++)
        if (plan->arenas[a] != NULL) (void)sim->device.cl.clReleaseMemObject(plan->arenas[a]);
    free(plan->bases);
}

static vrm_Result make_plan(vrm_GpuSim* sim, int32_t index, int32_t capacity, bool lanes,
                            Plan* plan) {
    *plan = (Plan){0};
    plan->bases = calloc((size_t)sim->batch_count, sizeof *plan->bases);
    if (plan->bases == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int a = 0; a < ARENA_COUNT; a++) {
        for (int32_t i = 0; i < sim->batch_count; i++) {
            const gpu_Batch* batch = &sim->batches[i];
            uint64_t columns = (uint64_t)(i == index ? capacity : batch->capacity);
            plan->bases[i][a] = plan->floats[a];
            plan->floats[a] += columns * (uint64_t)rows_of(batch, a, lanes);
        }
        uint64_t bytes = plan->floats[a] * sizeof(float);
        if (bytes > sim->device.allocation_most || bytes > SIZE_MAX / 2)
            return gpu_refuse(
                sim, VRM_ERR_MEMORY, "%s gives at most %llu MB at once, and %llu MB are needed",
                sim->device.info.name, (unsigned long long)(sim->device.allocation_most >> 20),
                (unsigned long long)(bytes >> 20));
        int32_t error = CL_SUCCESS;
        plan->arenas[a] = gpu_buffer(sim, NULL, (size_t)bytes, &error);
        if (plan->arenas[a] == NULL) return gpu_fail(sim, error, "memory for avatars");
    }
    return VRM_OK;
}

/* ---- Columns at rest ---- */

void gpu_rest_release(vrm_GpuSim* sim, gpu_RestBuffers* rest) {
    if (rest->input != NULL) (void)sim->device.cl.clReleaseMemObject(rest->input);
    if (rest->face != NULL) (void)sim->device.cl.clReleaseMemObject(rest->face);
    *rest = (gpu_RestBuffers){NULL, NULL};
}

vrm_Result gpu_rest_upload(vrm_GpuSim* sim, const gpu_Batch* batch, uint32_t flags,
                           gpu_RestBuffers* out) {
    int32_t error = CL_SUCCESS;
    const int32_t* rows = batch->rows.rows;
    memcpy(&batch->rest.input[IN_FLAGS], &flags, sizeof flags);
    *out = (gpu_RestBuffers){NULL, NULL};
    out->input =
        gpu_buffer(sim, batch->rest.input, (size_t)rows[ARENA_INPUT] * sizeof(float), &error);
    if (out->input != NULL)
        out->face =
            gpu_buffer(sim, batch->rest.face, (size_t)rows[ARENA_FACE] * sizeof(float), &error);
    if (out->face != NULL) return VRM_OK;
    gpu_rest_release(sim, out);
    return gpu_fail(sim, error, "values at rest");
}

int32_t gpu_rest_write(vrm_GpuSim* sim, const gpu_Batch* batch, const gpu_RestBuffers* rest,
                       const cl_mem* arenas, const uint64_t* bases, int32_t begin, int32_t end) {
    int32_t error = CL_SUCCESS;
    for (int a = 0; a < ARENA_COUNT && error == CL_SUCCESS && begin < end; a++) {
        if (a == ARENA_SCRATCH) continue; /* it holds nothing between frames */
        int32_t rows = batch->rows.rows[a];
        int32_t count = a == ARENA_INPUT || a == ARENA_FACE ? rows : 0;
        cl_mem values = a == ARENA_FACE ? rest->face : rest->input;
        uint64_t base = bases[a], first = (uint64_t)begin;
        gpu_Argument arguments[] = {GPU_ARG(arenas[a]), GPU_ARG(base),   GPU_ARG(rows),
                                    GPU_ARG(first),     GPU_ARG(values), GPU_ARG(count)};
        error = gpu_launch(sim, sim->device.kernels[GPU_KERNEL_FILL], arguments, 6,
                           (size_t)(end - begin), (size_t)rows);
    }
    return error;
}

/* ---- Growing ---- */

/* Whole tiles, into the arenas of the plan. */
static int32_t copy(vrm_GpuSim* sim, const gpu_Batch* batch, const Plan* plan, int32_t index) {
    size_t columns = ((size_t)batch->count + TILE - 1) / TILE * TILE;
    int32_t error = CL_SUCCESS;
    for (int a = 0; a < ARENA_COUNT && error == CL_SUCCESS; a++) {
        if (a == ARENA_SCRATCH || batch->count == 0) continue;
        uint64_t from = batch->bases[a], to = plan->bases[index][a];
        gpu_Argument arguments[] = {GPU_ARG(sim->arenas[a]), GPU_ARG(from),
                                    GPU_ARG(plan->arenas[a]), GPU_ARG(to)};
        error = gpu_launch(sim, sim->device.kernels[GPU_KERNEL_COPY], arguments, 4, columns,
                           (size_t)batch->rows.rows[a]);
    }
    return error;
}

/* Columns without an avatar are computed too, so they have the rest state, with all stages off. */
static vrm_Result move_batch(vrm_GpuSim* sim, const Plan* plan, int32_t index, int32_t capacity) {
    const gpu_Batch* batch = &sim->batches[index];
    gpu_RestBuffers rest;
    if (capacity == 0) return VRM_OK;
    vrm_Result result = gpu_rest_upload(sim, batch, 0, &rest);
    if (result != VRM_OK) return result;
    int32_t error = copy(sim, batch, plan, index);
    if (error == CL_SUCCESS)
        error = gpu_rest_write(sim, batch, &rest, plan->arenas, plan->bases[index], batch->count,
                               capacity);
    gpu_rest_release(sim, &rest);
    return gpu_fail(sim, error, "moving avatars");
}

static int32_t round_up(int32_t count) {
    return count > INT32_MAX - GPU_COLUMNS ? INT32_MAX / GPU_COLUMNS * GPU_COLUMNS
                                           : (count + GPU_COLUMNS - 1) / GPU_COLUMNS * GPU_COLUMNS;
}

vrm_Result gpu_memory_fit(vrm_GpuSim* sim, int32_t index, int32_t capacity) {
    Plan plan;
    int64_t all = 0;
    capacity = round_up(capacity);
    for (int32_t i = 0; i < sim->batch_count; i++)
        all += i == index ? capacity : sim->batches[i].capacity;
    bool lanes = wants_lanes(sim, all);
    gpu_Batch* grown = &sim->batches[index];
    vrm_Result result = make_plan(sim, index, capacity, lanes, &plan);
    uint32_t* entries =
        result == VRM_OK ? realloc(grown->entries, (size_t)capacity * sizeof *entries) : NULL;
    if (entries != NULL) grown->entries = entries;
    if (entries == NULL && result == VRM_OK) result = gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int32_t i = 0; result == VRM_OK && i < sim->batch_count; i++)
        result = move_batch(sim, &plan, i, i == index ? capacity : sim->batches[i].capacity);
    if (result != VRM_OK) {
        release_plan(sim, &plan);
        return result;
    }
    for (int a = 0; a < ARENA_COUNT; a++) {
        if (sim->arenas[a] != NULL) (void)sim->device.cl.clReleaseMemObject(sim->arenas[a]);
        sim->arenas[a] = plan.arenas[a];
        sim->arena_floats[a] = plan.floats[a];
        plan.arenas[a] = NULL;
    }
    for (int32_t i = 0; i < sim->batch_count; i++)
        memcpy(sim->batches[i].bases, plan.bases[i], sizeof plan.bases[i]);
    grown->capacity = capacity;
    sim->has_lanes = lanes;
    sim->batches_changed = sim->groups_changed = true;
    release_plan(sim, &plan);
    return VRM_OK;
}

/* ---- Tables ---- */

static vrm_Result write_table(vrm_GpuSim* sim, cl_mem* buffer, const void* data, size_t size) {
    int32_t error = CL_SUCCESS;
    cl_mem made = gpu_buffer(sim, data, size, &error);
    if (made == NULL) return gpu_fail(sim, error, "tables");
    if (*buffer != NULL) (void)sim->device.cl.clReleaseMemObject(*buffer);
    *buffer = made;
    return VRM_OK;
}

/* Writes the list of the motions' offsets, then the motions. */
static vrm_Result write_motions(vrm_GpuSim* sim) {
    size_t head = (size_t)sim->motion_count + 1, size = head + (size_t)sim->motion_words.count;
    int32_t* words = malloc(size * sizeof *words);
    if (words == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    words[0] = sim->motion_count;
    for (int32_t i = 0; i < sim->motion_count; i++)
        words[i + 1] = sim->motion_tables[i] + (int32_t)head;
    if (sim->motion_words.count > 0)
        memcpy(words + head, sim->motion_words.data,
               (size_t)sim->motion_words.count * sizeof *words);
    vrm_Result result = write_table(sim, &sim->motion_buffer, words, size * sizeof *words);
    free(words);
    return result;
}

static vrm_Result write_batches(vrm_GpuSim* sim) {
    size_t count = (size_t)sim->batch_count + 1;
    gpu_BatchEntry* entries = calloc(count, sizeof *entries);
    if (entries == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int32_t i = 0; i < sim->batch_count; i++) {
        const gpu_Batch* batch = &sim->batches[i];
        entries[i].rig = batch->table;
        memcpy(entries[i].bases, batch->bases, sizeof batch->bases);
        for (int a = 0; a < ARENA_COUNT; a++)
            entries[i].rows[a] = rows_of(batch, a, sim->has_lanes);
    }
    vrm_Result result = write_table(sim, &sim->batch_buffer, entries, count * sizeof *entries);
    free(entries);
    return result;
}

vrm_Result gpu_memory_tables(vrm_GpuSim* sim) {
    vrm_Result result = VRM_OK;
    if (sim->rigs_changed)
        result = write_table(sim, &sim->rig_buffer, sim->rig_words.data,
                             (size_t)sim->rig_words.count * sizeof(int32_t));
    if (result == VRM_OK && sim->motions_changed) result = write_motions(sim);
    if (result == VRM_OK && sim->batches_changed) result = write_batches(sim);
    if (result == VRM_OK) sim->rigs_changed = sim->motions_changed = sim->batches_changed = false;
    return result;
}
