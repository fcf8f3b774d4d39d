/* SPDX-License-Identifier: MIT */
/* Inputs in bulk: checked as the CPU's setters check them, then written into the columns of their
 * avatars by a kernel. */
#include "gpu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POSE_FLOATS (4 * VRM_BONE_COUNT + 3)

int32_t vrm_gpu_input_width(const vrm_Rig* rig, vrm_GpuInput input) {
    switch (input) {
    case VRM_GPU_ROOTS: return 10;
    case VRM_GPU_POSES: return POSE_FLOATS;
    case VRM_GPU_ROTATIONS: return 4 * vrm_rig_node_count(rig);
    case VRM_GPU_EXPRESSIONS: return vrm_rig_expression_count(rig);
    case VRM_GPU_MORPHS: return vrm_rig_morph_count(rig);
    case VRM_GPU_GAZES: return vrm_rig_look_at(rig, NULL) ? 4 : 0;
    case VRM_GPU_FORCES: return 3;
    case VRM_GPU_INPUT_COUNT: break;
    }
    return 0;
}

/* ---- Checks ---- */

static bool are_finite(const float* values, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (!(values[i] >= -FLT_MAX && values[i] <= FLT_MAX)) return false;
    return true;
}

static bool is_zero4(const float* q) {
    return q[0] == 0.0f && q[1] == 0.0f && q[2] == 0.0f && q[3] == 0.0f;
}

static bool is_root(const float* v) {
    float room = 1e-6f * v[7];
    return are_finite(v, 10) && !is_zero4(v + 3) && fabsf(v[8] - v[7]) <= room &&
           fabsf(v[9] - v[7]) <= room && v[7] <= 1000.0f;
}

static bool is_gaze(const float* v) {
    if (v[0] == 1.0f) return are_finite(v + 1, 3);
    if (v[0] == 2.0f) return are_finite(v + 1, 2);
    return v[0] == 0.0f;
}

static bool is_sound(vrm_GpuInput input, const float* v, int32_t width) {
    if (input == VRM_GPU_EXPRESSIONS) return true; /* NaN leaves a weight as it is */
    if (input == VRM_GPU_ROOTS) return is_root(v);
    if (input == VRM_GPU_GAZES) return is_gaze(v);
    if (!are_finite(v, width)) return false;
    for (int32_t i = 0; input == VRM_GPU_ROTATIONS && i < width; i += 4)
        if (is_zero4(v + i)) return false;
    return true;
}

/* ---- Writing ---- */

static const gpu_Kernel input_kernels[VRM_GPU_INPUT_COUNT] = {
    GPU_KERNEL_ROOTS,  GPU_KERNEL_POSES, GPU_KERNEL_ROTATIONS, GPU_KERNEL_EXPRESSIONS,
    GPU_KERNEL_MORPHS, GPU_KERNEL_GAZES, GPU_KERNEL_FORCES};

/* One launch of a kernel that writes inputs. */
typedef struct InputLaunch {
    gpu_Kernel kernel;
    int32_t batch;
    cl_mem values;             /* NULL: the kernel reads none */
    const gpu_Argument* extra; /* follow the common arguments */
    int32_t extra_count;       /* at most EXTRA_MAX */
} InputLaunch;

enum { COMMON_ARGUMENTS = 8, EXTRA_MAX = 4 };

/* Launches the kernel for `count` columns of the batch; `device_columns` has their numbers. Returns
 * an OpenCL error. */
static int32_t launch_input(vrm_GpuSim* sim, const InputLaunch* launch, cl_mem device_columns,
                            int32_t count) {
    cl_mem read = launch->values != NULL ? launch->values : device_columns;
    gpu_Argument arguments[COMMON_ARGUMENTS + EXTRA_MAX] = {GPU_ARG(sim->batch_buffer),
                                                            GPU_ARG(sim->rig_buffer),
                                                            GPU_ARG(launch->batch),
                                                            GPU_ARG(device_columns),
                                                            GPU_ARG(sim->arenas[ARENA_INPUT]),
                                                            GPU_ARG(sim->arenas[ARENA_STATE]),
                                                            GPU_ARG(sim->arenas[ARENA_ROTATION]),
                                                            GPU_ARG(read)};
    for (int32_t i = 0; i < launch->extra_count; i++)
        arguments[COMMON_ARGUMENTS + i] = launch->extra[i];
    return gpu_launch(sim, sim->device.kernels[launch->kernel], arguments,
                      COMMON_ARGUMENTS + launch->extra_count, (size_t)count, 1);
}

/* The same for columns that are not on the device yet. */
static vrm_Result write_columns(vrm_GpuSim* sim, const InputLaunch* launch, const int32_t* columns,
                                int32_t count) {
    vrm_Result result = gpu_memory_tables(sim);
    if (result != VRM_OK) return result;
    int32_t error = CL_SUCCESS;
    cl_mem device_columns = gpu_buffer(sim, columns, (size_t)count * sizeof *columns, &error);
    if (device_columns == NULL) return gpu_fail(sim, error, "inputs");
    error = launch_input(sim, launch, device_columns, count);
    (void)sim->device.cl.clReleaseMemObject(device_columns);
    return gpu_fail(sim, error, "inputs");
}

static vrm_Result write_values(vrm_GpuSim* sim, vrm_GpuInput input, int32_t batch,
                               const int32_t* columns, int32_t count, cl_mem values) {
    int32_t bones = VRM_BONE_COUNT;
    gpu_Argument extra = GPU_ARG(bones);
    InputLaunch launch = {.kernel = input_kernels[input],
                          .batch = batch,
                          .values = values,
                          .extra = &extra,
                          .extra_count = input == VRM_GPU_POSES ? 1 : 0};
    return write_columns(sim, &launch, columns, count);
}

static vrm_Result width_of(vrm_GpuSim* sim, vrm_GpuInput input, int32_t batch, int32_t* out_width) {
    *out_width = (unsigned)input < VRM_GPU_INPUT_COUNT
                     ? vrm_gpu_input_width(sim->batches[batch].rig, input)
                     : 0;
    bool has_face = (sim->def.outputs & VRM_OUTPUT_FACE) != 0;
    if (*out_width == 0 || (input == VRM_GPU_MORPHS && !has_face))
        return gpu_refuse(sim, VRM_ERR_ARGUMENT, "these avatars have no such input");
    return VRM_OK;
}

vrm_Result vrm_gpu_sim_set(vrm_GpuSim* sim, vrm_GpuInput input, const vrm_AvatarId* ids,
                           int32_t count, const float* values) {
    int32_t *columns = NULL, batch = -1, width = 0, error = CL_SUCCESS;
    sim->message[0] = 0;
    vrm_Result result = gpu_columns(sim, ids, count, &columns, &batch);
    if (result != VRM_OK || columns == NULL) return result;
    result = width_of(sim, input, batch, &width);
    for (int32_t i = 0; result == VRM_OK && i < count; i++)
        if (!is_sound(input, values + (ptrdiff_t)i * width, width))
            result =
                gpu_refuse(sim, VRM_ERR_ARGUMENT, "the values of avatar %d are refused", (int)i);
    if (result == VRM_OK) {
        size_t size = (size_t)count * (size_t)width * sizeof *values;
        cl_mem buffer = gpu_buffer(sim, values, size, &error);
        result = buffer == NULL ? gpu_fail(sim, error, "inputs")
                                : write_values(sim, input, batch, columns, count, buffer);
        if (buffer != NULL) (void)sim->device.cl.clReleaseMemObject(buffer);
    }
    free(columns);
    return result;
}

/* Kernels read from the beginning of a buffer: values further on are copied there first. */
static cl_mem head_of(vrm_GpuSim* sim, cl_mem buffer, uint64_t first, size_t floats,
                      int32_t* out_error) {
    cl_mem copy = gpu_buffer(sim, NULL, floats * sizeof(float), out_error);
    if (copy == NULL) return NULL;
    uint64_t none = 0;
    gpu_Argument arguments[] = {GPU_ARG(buffer), GPU_ARG(first), GPU_ARG(copy), GPU_ARG(none)};
    *out_error = gpu_launch(sim, sim->device.kernels[GPU_KERNEL_COPY], arguments, 4, floats, 1);
    return copy;
}

/* NULL, or why the kernels cannot read that many floats of the buffer. */
static const char* find_fault(const vrm_GpuSim* sim, cl_mem buffer, uint64_t first, size_t floats) {
    const gpu_Cl* cl = &sim->device.cl;
    size_t bytes = 0;
    uint64_t flags = 0;
    uint32_t type = 0;
    cl_context context = NULL;
    if (buffer == NULL ||
        cl->clGetMemObjectInfo(buffer, CL_MEM_TYPE, sizeof type, &type, NULL) != CL_SUCCESS ||
        cl->clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL) != CL_SUCCESS ||
        cl->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL) != CL_SUCCESS ||
        cl->clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL) !=
            CL_SUCCESS ||
        type != CL_MEM_OBJECT_BUFFER)
        return "that is no buffer";
    if (context != sim->device.context) return "the buffer is of another context";
    if (flags & CL_MEM_WRITE_ONLY) return "kernels cannot read the buffer";
    uint64_t room = bytes / sizeof(float);
    return first > room || floats > room - first ? "the buffer is too small" : NULL;
}

vrm_Result vrm_gpu_sim_set_from(vrm_GpuSim* sim, vrm_GpuInput input, const vrm_AvatarId* ids,
                                int32_t count, void* buffer, uint64_t first) {
    int32_t *columns = NULL, batch = -1, width = 0, error = CL_SUCCESS;
    sim->message[0] = 0;
    vrm_Result result = gpu_columns(sim, ids, count, &columns, &batch);
    if (result != VRM_OK || columns == NULL) return result;
    result = width_of(sim, input, batch, &width);
    size_t floats = (size_t)count * (size_t)width;
    const char* fault = result == VRM_OK ? find_fault(sim, buffer, first, floats) : NULL;
    if (fault != NULL) result = gpu_refuse(sim, VRM_ERR_ARGUMENT, "%s", fault);
    if (result == VRM_OK) {
        cl_mem head = first == 0 ? buffer : head_of(sim, buffer, first, floats, &error);
        result = head == NULL || error != CL_SUCCESS
                     ? gpu_fail(sim, error, "inputs")
                     : write_values(sim, input, batch, columns, count, head);
        if (head != NULL && first != 0) (void)sim->device.cl.clReleaseMemObject(head);
    }
    free(columns);
    return result;
}

/* ---- Flags ---- */

/* Avatars of one batch. */
typedef struct Chosen {
    cl_mem device_columns; /* their columns; NULL: none is chosen */
    int32_t count;
} Chosen;

/* By batch; `columns` has room for all. On failure some buffers may have been made. */
static vrm_Result choose_avatars(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                                 int32_t* columns, Chosen* chosen) {
    int32_t error = CL_SUCCESS;
    for (int32_t i = 0; i < count; i++)
        if (gpu_entry(sim, ids[i]) == NULL)
            return gpu_refuse(sim, VRM_ERR_ARGUMENT, "avatar %d is not in the sim", (int)i);
    for (int32_t b = 0; b < sim->batch_count; b++) {
        int32_t* to = columns;
        for (int32_t i = 0; i < count; i++) {
            const gpu_Entry* entry = gpu_entry(sim, ids[i]);
            if (entry->batch == b) *to++ = entry->column;
        }
        chosen[b].count = (int32_t)(to - columns);
        if (chosen[b].count == 0) continue;
        chosen[b].device_columns =
            gpu_buffer(sim, columns, (size_t)chosen[b].count * sizeof *columns, &error);
        if (chosen[b].device_columns == NULL) return gpu_fail(sim, error, "flags");
    }
    return gpu_memory_tables(sim);
}

/* Flags do not depend on the rig, so the avatars may be of several batches: one launch for each. */
static vrm_Result launch_flags(vrm_GpuSim* sim, const Chosen* chosen, uint32_t mask,
                               uint32_t bits) {
    bool has_begun = false; /* then a failure leaves some changed */
    for (int32_t b = 0; b < sim->batch_count; b++) {
        if (chosen[b].device_columns == NULL) continue;
        gpu_Argument extra[] = {GPU_ARG(mask), GPU_ARG(bits)};
        InputLaunch launch = {
            .kernel = GPU_KERNEL_FLAGS, .batch = b, .extra = extra, .extra_count = 2};
        int32_t error = launch_input(sim, &launch, chosen[b].device_columns, chosen[b].count);
        if (error != CL_SUCCESS && has_begun) return gpu_lose(sim, error, "flags");
        if (error != CL_SUCCESS) return gpu_fail(sim, error, "flags");
        has_begun = true;
    }
    return VRM_OK;
}

static vrm_Result set_flags(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count, uint32_t mask,
                            uint32_t bits) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    if (count <= 0) return VRM_OK;
    int32_t* columns = malloc((size_t)count * sizeof *columns);
    Chosen* chosen = calloc((size_t)sim->batch_count + 1, sizeof *chosen);
    vrm_Result result = columns == NULL || chosen == NULL
                            ? gpu_refuse(sim, VRM_ERR_MEMORY, "no memory")
                            : choose_avatars(sim, ids, count, columns, chosen);
    if (result == VRM_OK) result = launch_flags(sim, chosen, mask, bits);
    for (int32_t b = 0; chosen != NULL && b < sim->batch_count; b++)
        if (chosen[b].device_columns != NULL)
            (void)sim->device.cl.clReleaseMemObject(chosen[b].device_columns);
    free(columns);
    free(chosen);
    return result;
}

vrm_Result vrm_gpu_sim_set_stages(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                                  uint32_t stages) {
    return set_flags(sim, ids, count, F_STAGES, (stages & F_STAGES) | F_FACE_CHANGED);
}

vrm_Result vrm_gpu_sim_reset_springs(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count) {
    return set_flags(sim, ids, count, 0, F_TO_REST);
}

vrm_Result vrm_gpu_sim_pause_springs(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                                     bool is_paused) {
    return set_flags(sim, ids, count, F_PAUSED, is_paused ? F_PAUSED : 0);
}

vrm_Result vrm_gpu_sim_set_spring_scaling(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                                          bool is_on) {
    return set_flags(sim, ids, count, F_SCALED, is_on ? F_SCALED : 0);
}

/* ---- Clips ---- */

/* One whose batch is gone, or a new one. */
static int32_t unused_motion(const vrm_GpuSim* sim) {
    int32_t index = 0;
    while (index < sim->motion_count && sim->motions[index].clip != NULL) index++;
    return index;
}

static bool grow_motions(vrm_GpuSim* sim) {
    if (unused_motion(sim) < sim->motion_capacity) return true;
    int32_t capacity = sim->motion_capacity < 8 ? 8 : 2 * sim->motion_capacity;
    gpu_Motion* motions = realloc(sim->motions, (size_t)capacity * sizeof *motions);
    if (motions == NULL) return false;
    sim->motions = motions;
    int32_t* tables = realloc(sim->motion_tables, (size_t)capacity * sizeof *tables);
    if (tables == NULL) return false;
    sim->motion_tables = tables;
    sim->motion_capacity = capacity;
    return true;
}

static int32_t target_of(const vrm_Rig* rig, const vrm_Clip* clip, int32_t expression) {
    vrm_ExpressionPreset preset = vrm_clip_expression_preset(clip, expression);
    return preset != VRM_EXPRESSION_CUSTOM
               ? vrm_rig_expression_preset(rig, preset)
               : vrm_rig_expression(rig, vrm_clip_expression_name(clip, expression));
}

/* The motion's number, from 1, of a clip as a batch plays it. */
static vrm_Result find_motion(vrm_GpuSim* sim, const vrm_Clip* clip, int32_t batch,
                              int32_t* out_motion) {
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motions[i].clip == clip && sim->motions[i].batch == batch) {
            *out_motion = i + 1;
            return VRM_OK;
        }
    vrm_ClipPack* pack = NULL;
    vrm_Result result = vrm_clip_pack(clip, NULL, &pack);
    if (result == VRM_ERR_UNSUPPORTED)
        return gpu_refuse(sim, result, "a clip of nodes cannot be played on the device");
    int32_t count = vrm_clip_expression_count(clip), at = 0;
    int32_t* targets = malloc(((size_t)count + 1) * sizeof *targets);
    if (result != VRM_OK || targets == NULL || !grow_motions(sim)) {
        vrm_clip_pack_destroy(pack);
        free(targets);
        return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    }
    const gpu_Batch* owner = &sim->batches[batch];
    for (int32_t e = 0; e < count; e++) targets[e] = target_of(owner->rig, clip, e);
    bool is_done = gpu_table_motion(&sim->motion_words, pack, owner->pack, targets, count, &at);
    vrm_clip_pack_destroy(pack);
    free(targets);
    if (!is_done) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    int32_t motion = unused_motion(sim);
    sim->motions[motion] = (gpu_Motion){clip, batch, true};
    sim->motion_tables[motion] = at;
    if (motion == sim->motion_count) sim->motion_count++;
    sim->motions_changed = true;
    *out_motion = motion + 1;
    return VRM_OK;
}

/* At the end of a call. A clip that only a refused one named may be destroyed, and another may get
 * its address. */
static void settle_motions(vrm_GpuSim* sim, bool is_done) {
    for (int32_t i = 0; i < sim->motion_count; i++) {
        if (!sim->motions[i].is_new) continue;
        sim->motions[i].is_new = false;
        if (!is_done) gpu_forget_motion(sim, i);
    }
}

static bool can_play(const vrm_Player* player) {
    return player->clip == NULL ||
           (player->weight == 1.0f && !player->is_additive && are_finite(&player->time_s, 1) &&
            are_finite(&player->speed, 1));
}

vrm_Result vrm_gpu_sim_play(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                            const vrm_Player* players) {
    int32_t *columns = NULL, batch = -1, error = CL_SUCCESS;
    sim->message[0] = 0;
    vrm_Result result = gpu_columns(sim, ids, count, &columns, &batch);
    if (result != VRM_OK || columns == NULL) return result;
    size_t size = (size_t)count * PLAYER_WORDS * sizeof(float);
    float* values = malloc(size);
    if (values == NULL) result = gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    const vrm_Clip* last = NULL;
    int32_t motion = 0;
    for (int32_t i = 0; result == VRM_OK && i < count; i++) {
        const vrm_Player* player = &players[i];
        if (!can_play(player)) {
            result = gpu_refuse(sim, VRM_ERR_UNSUPPORTED,
                                "player %d: the device plays one clip at full weight", (int)i);
            break;
        }
        if (player->clip == NULL)
            motion = 0;
        else if (player->clip != last || motion == 0)
            result = find_motion(sim, player->clip, batch, &motion);
        last = player->clip;
        uint32_t loops = player->loops ? 1 : 0;
        float* words = values + PLAYER_WORDS * (ptrdiff_t)i;
        memcpy(words, &motion, sizeof motion);
        words[1] = player->clip == NULL ? 0.0f : player->time_s;
        words[2] = player->clip == NULL ? 0.0f : player->speed;
        memcpy(words + 3, &loops, sizeof loops);
        words[4] = player->clip == NULL ? 0.0f : player->remainder_s;
    }
    if (result == VRM_OK) {
        cl_mem buffer = gpu_buffer(sim, values, size, &error);
        InputLaunch launch = {.kernel = GPU_KERNEL_PLAYERS, .batch = batch, .values = buffer};
        result = buffer == NULL ? gpu_fail(sim, error, "players")
                                : write_columns(sim, &launch, columns, count);
        if (buffer != NULL) (void)sim->device.cl.clReleaseMemObject(buffer);
    }
    settle_motions(sim, result == VRM_OK);
    free(values);
    free(columns);
    return result;
}
