/* SPDX-License-Identifier: MIT */
/* Results: where they are on the device, and reading those of chosen avatars. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

int32_t vrm_gpu_output_width(const vrm_Rig* rig, vrm_GpuOutput output) {
    int32_t values = 0;
    switch (output) {
    case VRM_GPU_LOCALS: return 10 * vrm_rig_node_count(rig);
    case VRM_GPU_WORLDS: return 12 * vrm_rig_node_count(rig);
    case VRM_GPU_PALETTES: return 12 * vrm_rig_palette_count(rig);
    case VRM_GPU_OUT_MORPHS: return vrm_rig_morph_count(rig);
    case VRM_GPU_VALUES: (void)vrm_rig_material_values(rig, &values); return 4 * values;
    case VRM_GPU_WEIGHTS:
    case VRM_GPU_ASKED: return vrm_rig_expression_count(rig);
    case VRM_GPU_SPRINGS: return 4 * vrm_rig_spring_joint_count(rig);
    case VRM_GPU_GAZE_ANGLES: return 2;
    case VRM_GPU_OUTPUT_COUNT: break;
    }
    return 0;
}

/* The vrm_Outputs that an output needs; 0: it is always available. */
static uint32_t needs(vrm_GpuOutput output) {
    switch (output) {
    case VRM_GPU_WORLDS: return VRM_OUTPUT_WORLDS;
    case VRM_GPU_PALETTES: return VRM_OUTPUT_PALETTES;
    case VRM_GPU_OUT_MORPHS:
    case VRM_GPU_VALUES:
    case VRM_GPU_WEIGHTS:
    case VRM_GPU_ASKED: return VRM_OUTPUT_FACE;
    default: return 0;
    }
}

/* Arena and first row of an output; false for local transforms, which are in several arenas. */
static bool rows_of(const vrm_GpuSim* sim, const gpu_Batch* batch, vrm_GpuOutput output,
                    int32_t* arena, int32_t* row) {
    gpu_RigTable rig;
    memcpy(&rig, sim->rig_words.data + batch->table, sizeof rig);
    *arena = ARENA_FACE;
    switch (output) {
    case VRM_GPU_WORLDS:
        *arena = ARENA_WORLD;
        *row = 0;
        return true;
    case VRM_GPU_PALETTES:
        *arena = ARENA_PALETTE;
        *row = 0;
        return true;
    case VRM_GPU_OUT_MORPHS: *row = rig.rows.out_morphs; return true;
    case VRM_GPU_VALUES: *row = rig.rows.out_values; return true;
    case VRM_GPU_WEIGHTS: *row = rig.rows.weights; return true;
    case VRM_GPU_ASKED: *row = rig.rows.asked; return true;
    case VRM_GPU_SPRINGS:
        *arena = ARENA_ROTATION;
        *row = rig.rows.shown;
        return true;
    case VRM_GPU_GAZE_ANGLES:
        *arena = ARENA_INPUT;
        *row = IN_GAZE + 3;
        return true;
    default: return false;
    }
}

vrm_Result vrm_gpu_sim_buffer(vrm_GpuSim* sim, const vrm_Rig* rig, vrm_GpuOutput output,
                              vrm_GpuBuffer* out_buffer) {
    *out_buffer = (vrm_GpuBuffer){0};
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    int32_t index = gpu_find_batch(sim, rig), arena = 0, row = 0;
    if (index < 0 || sim->batches[index].count == 0)
        return gpu_refuse(sim, VRM_ERR_ARGUMENT, "no avatar of this rig is in the sim");
    const gpu_Batch* batch = &sim->batches[index];
    if (!rows_of(sim, batch, output, &arena, &row) ||
        (needs(output) != 0 && !(sim->def.outputs & needs(output))))
        return gpu_refuse(sim, VRM_ERR_ARGUMENT, "there is no buffer of this output");
    int32_t width =
        output == VRM_GPU_SPRINGS ? 4 * batch->pack->pair_count : vrm_gpu_output_width(rig, output);
    *out_buffer = (vrm_GpuBuffer){.buffer = sim->arenas[arena],
                                  .first = batch->bases[arena] + (uint64_t)row * TILE,
                                  .tile = (uint64_t)batch->rows.rows[arena] * TILE,
                                  .stride = TILE,
                                  .width = width,
                                  .column_count = batch->count};
    return VRM_OK;
}

/* ---- Reading ---- */

static int32_t gather(vrm_GpuSim* sim, const gpu_Batch* batch, vrm_GpuOutput output,
                      cl_mem device_columns, int32_t count, cl_mem values, int32_t width) {
    int32_t arena = 0, row = 0;
    (void)rows_of(sim, batch, output, &arena, &row);
    uint64_t base = batch->bases[arena];
    int32_t rows = batch->rows.rows[arena];
    gpu_Argument arguments[] = {
        GPU_ARG(sim->arenas[arena]), GPU_ARG(base),   GPU_ARG(rows), GPU_ARG(row),
        GPU_ARG(device_columns),     GPU_ARG(values), GPU_ARG(width)};
    return gpu_launch(sim, sim->device.kernels[GPU_KERNEL_GATHER], arguments, 7, (size_t)count,
                      (size_t)width);
}

/* Local transforms and spring joints have kernels of their own, one item for each node or pair. */
static int32_t gather_rotations(vrm_GpuSim* sim, int32_t index, vrm_GpuOutput output,
                                cl_mem device_columns, int32_t count, cl_mem values) {
    const gpu_Batch* batch = &sim->batches[index];
    bool is_locals = output == VRM_GPU_LOCALS;
    size_t items = (size_t)(is_locals ? batch->pack->node_count : batch->pack->pair_count);
    gpu_Argument arguments[] = {GPU_ARG(sim->batch_buffer),
                                GPU_ARG(sim->rig_buffer),
                                GPU_ARG(index),
                                GPU_ARG(device_columns),
                                GPU_ARG(sim->arenas[ARENA_INPUT]),
                                GPU_ARG(sim->arenas[ARENA_STATE]),
                                GPU_ARG(sim->arenas[ARENA_ROTATION]),
                                GPU_ARG(values),
                                GPU_ARG(values)};
    return gpu_launch(sim, sim->device.kernels[is_locals ? GPU_KERNEL_LOCALS : GPU_KERNEL_SPRINGS],
                      arguments, 9, (size_t)count, items);
}

static bool has_still_joints(const vrm_Rig* rig) {
    for (int32_t j = 0; j < vrm_rig_spring_joint_count(rig); j++)
        if (!vrm_rig_spring_joint(rig, j).moves) return true;
    return false;
}

/* Joints that cannot turn are not pairs: they have the rotations of their nodes, from `locals`. */
static void still_joints(const vrm_Rig* rig, int32_t count, const float* locals, float* values,
                         int32_t width) {
    int32_t nodes = vrm_rig_node_count(rig);
    for (int32_t j = 0; 4 * j < width; j++) {
        vrm_SpringJointInfo info = vrm_rig_spring_joint(rig, j);
        if (info.moves) continue;
        for (int32_t i = 0; i < count; i++) {
            vrm_Quat q = vrm_rig_rest(rig, info.node).rotation;
            if (info.node >= 0 && info.node < nodes)
                memcpy(&q, locals + ((ptrdiff_t)i * nodes + info.node) * 10 + 3, sizeof q);
            memcpy(values + (ptrdiff_t)i * width + 4 * j, &q, sizeof q);
        }
    }
}

static int32_t read_still_joints(vrm_GpuSim* sim, int32_t index, cl_mem device_columns,
                                 int32_t count, float* out_values, int32_t width) {
    const vrm_Rig* rig = sim->batches[index].rig;
    if (!has_still_joints(rig)) return CL_SUCCESS;
    int32_t error = CL_OUT_OF_HOST_MEMORY;
    size_t size = (size_t)count * (size_t)vrm_rig_node_count(rig) * 10 * sizeof(float);
    float* locals = malloc(size);
    cl_mem values = locals == NULL ? NULL : gpu_buffer(sim, NULL, size, &error);
    if (values != NULL) {
        error = gather_rotations(sim, index, VRM_GPU_LOCALS, device_columns, count, values);
        if (error == CL_SUCCESS)
            error = sim->device.cl.clEnqueueReadBuffer(sim->device.queue, values, 1, 0, size,
                                                       locals, 0, NULL, NULL);
        (void)sim->device.cl.clReleaseMemObject(values);
    }
    if (error == CL_SUCCESS) still_joints(rig, count, locals, out_values, width);
    free(locals);
    return error;
}

vrm_Result vrm_gpu_sim_read(vrm_GpuSim* sim, vrm_GpuOutput output, const vrm_AvatarId* ids,
                            int32_t count, float* out_values) {
    int32_t *columns = NULL, index = -1, error = CL_SUCCESS;
    sim->message[0] = 0;
    vrm_Result result = gpu_columns(sim, ids, count, &columns, &index);
    if (result != VRM_OK || columns == NULL) return result;
    const gpu_Batch* batch = &sim->batches[index];
    int32_t width = vrm_gpu_output_width(batch->rig, output);
    if ((needs(output) != 0 && !(sim->def.outputs & needs(output))) ||
        (unsigned)output >= VRM_GPU_OUTPUT_COUNT) {
        free(columns);
        return gpu_refuse(sim, VRM_ERR_ARGUMENT, "the sim does not have this output");
    }
    size_t size = (size_t)count * (size_t)width * sizeof(float);
    result = gpu_memory_tables(sim);
    if (size == 0 || result != VRM_OK) {
        free(columns);
        return result;
    }
    cl_mem device_columns = gpu_buffer(sim, columns, (size_t)count * sizeof *columns, &error);
    cl_mem values = device_columns == NULL ? NULL : gpu_buffer(sim, NULL, size, &error);
    free(columns);
    if (values != NULL) {
        error = output == VRM_GPU_LOCALS || output == VRM_GPU_SPRINGS
                    ? gather_rotations(sim, index, output, device_columns, count, values)
                    : gather(sim, batch, output, device_columns, count, values, width);
        if (error == CL_SUCCESS)
            error = sim->device.cl.clEnqueueReadBuffer(sim->device.queue, values, 1, 0, size,
                                                       out_values, 0, NULL, NULL);
        if (error == CL_SUCCESS && output == VRM_GPU_SPRINGS)
            error = read_still_joints(sim, index, device_columns, count, out_values, width);
    }
    if (device_columns != NULL) (void)sim->device.cl.clReleaseMemObject(device_columns);
    if (values != NULL) (void)sim->device.cl.clReleaseMemObject(values);
    return gpu_fail(sim, error, "reading");
}
