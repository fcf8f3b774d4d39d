/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_GpuSim.
 *
 *   device.c    opens OpenCL, chooses a device, compiles the kernels, tests the arithmetic
 *   table/      a rig or a clip as the table that kernels read (kernels/layout.h)
 *   gpu_memory.c    arenas: where the rows of every batch lie, and how they grow
 *   avatars.c   who is in the sim
 *   gpu_input.c     values in bulk
 *   step.c      launches
 *   gpu_output.c    results */
#ifndef VRM_GPU_GPU_H
#define VRM_GPU_GPU_H

#include "cl.h"
#include "kernels/layout.h"
#include "table/table.h"
#include "vrm/gpu.h"
#include "vrm/pack.h"
#include "vrm/spring.h"

/* The number of columns of a batch is a multiple of this, the most that a work group takes: a group
 * lies within a tile. */
#define GPU_COLUMNS TILE

/* ---- Device ---- */

typedef enum gpu_Kernel {
    GPU_KERNEL_FILL,
    GPU_KERNEL_COPY,
    GPU_KERNEL_MOVE,
    GPU_KERNEL_GATHER,
    GPU_KERNEL_ROOTS,
    GPU_KERNEL_POSES,
    GPU_KERNEL_ROTATIONS,
    GPU_KERNEL_EXPRESSIONS,
    GPU_KERNEL_MORPHS,
    GPU_KERNEL_GAZES,
    GPU_KERNEL_FORCES,
    GPU_KERNEL_FLAGS,
    GPU_KERNEL_PLAYERS,
    GPU_KERNEL_LOCALS,
    GPU_KERNEL_SPRINGS,
    GPU_KERNEL_COUNT
} gpu_Kernel;

/* Variants of the kernels that step avatars, a sum of these. */
typedef enum gpu_VariantBit {
    GPU_LANES = 1,
    GPU_LOCAL_COLLIDERS = 2,
    GPU_FEW_REGISTERS = 4, /* for crowds with more groups than would otherwise run at once */
    GPU_IRREGULAR = 8,     /* some rig has limits, centers, skipped nodes, insides or planes */
    GPU_VARIANTS = 16
} gpu_VariantBit;

/* Kernels that step avatars: with lanes GPU_STEP_FRAMES, else the three others. */
typedef enum gpu_StepKernel {
    GPU_STEP_FRONT,
    GPU_STEP_SPRINGS,
    GPU_STEP_BACK,
    GPU_STEP_FRAMES,
    GPU_STEP_KERNELS
} gpu_StepKernel;

/* A work group. Its numbers are compiled into the kernels. */
typedef struct gpu_GroupShape {
    int32_t columns, lanes;
} gpu_GroupShape;

typedef struct gpu_Variant {
    cl_program programs[GPU_STEP_KERNELS];
    cl_kernel kernels[GPU_STEP_KERNELS];
    gpu_GroupShape shape; /* 0 columns: not compiled yet */
    size_t group_most;    /* work items that a group may have */
} gpu_Variant;

typedef struct gpu_Device {
    gpu_Cl cl;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    vrm_GpuDevice info;
    uint64_t allocation_most, local_bytes;
    bool is_exact;
    bool is_plain; /* kernels are compiled without the option for correct rounding, which the driver
                      does not know */
    bool has_ptx;  /* kernels may use instructions of NVIDIA's: HAS_PTX */
    cl_program edit_program;
    cl_kernel kernels[GPU_KERNEL_COUNT];
    gpu_Variant variants[GPU_VARIANTS];
} gpu_Device;

/* ---- Batches ---- */

typedef struct gpu_Batch {
    const vrm_Rig* rig; /* NULL: its last avatar was removed, and the batch is unused */
    vrm_RigPack* pack;
    int32_t table; /* in the sim's rig words */
    gpu_Rows rows;
    gpu_Rest rest;
    int32_t count, capacity;
    uint64_t bases[ARENA_COUNT];
    uint32_t* entries; /* by column: index of the id */
} gpu_Batch;

typedef struct gpu_Entry {
    uint32_t generation, next_free; /* index + 1 */
    int32_t batch, column;          /* batch -1: free */
} gpu_Entry;

typedef struct gpu_Motion {
    const vrm_Clip* clip; /* NULL: unused */
    int32_t batch;
    bool is_new; /* of the call that is going on, which may still fail */
} gpu_Motion;

struct vrm_GpuSim {
    vrm_GpuSimDef def;
    gpu_Device device;
    char message[512];

    gpu_Batch* batches;
    int32_t batch_count, batch_capacity;
    gpu_Entry* entries;
    uint32_t entry_count, entry_capacity, first_free; /* index + 1 */
    int32_t avatar_count;

    gpu_Words rig_words, motion_words;
    gpu_Motion* motions;
    int32_t* motion_tables; /* by motion: where it begins in motion_words */
    int32_t motion_count, motion_capacity;

    cl_mem arenas[ARENA_COUNT];
    uint64_t arena_floats[ARENA_COUNT];
    cl_mem rig_buffer, motion_buffer, batch_buffer, group_buffer;
    bool groups_changed, batches_changed, rigs_changed, motions_changed;

    /* How the next launch divides the avatars. */
    bool has_lanes, has_local_colliders;
    int32_t variant, group_columns, group_lanes, group_count;
    size_t near_bytes;
    uint32_t frame; /* frames so far */
    bool may_wait;  /* after a short frame: avatars may have a spring step left over */
    bool is_lost;
};

/* ---- device.c ---- */

vrm_Result gpu_device_open(gpu_Device* device, const vrm_GpuSimDef* def, char* message,
                           size_t message_size);
void gpu_device_close(gpu_Device* device);
/* Work items that share an avatar in a kernel, of those that a variant has. */
int32_t gpu_kernel_lanes(gpu_StepKernel kernel, int32_t lanes);
/* Compiles a variant when it is first needed, or needed for groups of another shape. */
vrm_Result gpu_device_variant(gpu_Device* device, const vrm_GpuSimDef* def, int32_t index,
                              gpu_GroupShape shape, char* message, size_t message_size);

/* Converts an OpenCL error to a result; stores its text in the sim's message. */
vrm_Result gpu_fail(vrm_GpuSim* sim, int32_t error, const char* what);
/* The same where some of the work is queued: the sim can only be destroyed. */
vrm_Result gpu_lose(vrm_GpuSim* sim, int32_t error, const char* what);
vrm_Result gpu_refuse(vrm_GpuSim* sim, vrm_Result result, const char* format, ...) VRM_PRINTF(3, 4);

/* ---- gpu_memory.c ---- */

/* Gives batch `index` room for `capacity` columns; other batches are unchanged. On failure nothing
 * changes. */
vrm_Result gpu_memory_fit(vrm_GpuSim* sim, int32_t index, int32_t capacity);
/* gpu_Rest of a batch on the device. */
typedef struct gpu_RestBuffers {
    cl_mem input, face;
} gpu_RestBuffers;

/* On failure there is nothing to release. */
vrm_Result gpu_rest_upload(vrm_GpuSim* sim, const gpu_Batch* batch, uint32_t flags,
                           gpu_RestBuffers* out);
void gpu_rest_release(vrm_GpuSim* sim, gpu_RestBuffers* rest);
/* Sets columns begin .. end of a batch to these rows, where the batch lies at `bases` of `arenas`.
 * Returns an OpenCL error. */
int32_t gpu_rest_write(vrm_GpuSim* sim, const gpu_Batch* batch, const gpu_RestBuffers* rest,
                       const cl_mem* arenas, const uint64_t* bases, int32_t begin, int32_t end);
/* A buffer with these bytes; NULL on failure. */
cl_mem gpu_buffer(vrm_GpuSim* sim, const void* data, size_t size, int32_t* out_error);
/* Uploads changed tables to the device. */
vrm_Result gpu_memory_tables(vrm_GpuSim* sim);

/* ---- avatars.c ---- */

gpu_Entry* gpu_entry(const vrm_GpuSim* sim, vrm_AvatarId id);
/* The columns of avatars, which must all be of one batch; the array is from malloc(). */
vrm_Result gpu_columns(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                       int32_t** out_columns, int32_t* out_batch);
int32_t gpu_find_batch(const vrm_GpuSim* sim, const vrm_Rig* rig);
void gpu_forget_motion(vrm_GpuSim* sim, int32_t motion);

/* ---- Launching ---- */

typedef struct gpu_Argument {
    size_t size;
    const void* value;
} gpu_Argument;

#define GPU_ARG(x)                                                                                 \
    { sizeof(x), &(x) }

/* Sets the arguments and queues the kernel over x times y items. */
int32_t gpu_launch(vrm_GpuSim* sim, cl_kernel kernel, const gpu_Argument* arguments, int32_t count,
                   size_t x, size_t y);

#endif
