/* SPDX-License-Identifier: MIT */
/** A crowd on a GPU: vrm_Sim for many avatars at once, with the same bits.
 *
 * Part of libvrm_gpu, which uses libvrm's public headers. It runs through OpenCL 1.2 or later,
 * which is loaded when a sim is created: building needs no OpenCL, and without it creation fails
 * with a finding that says what is missing. The order of a frame and the meaning of every input are
 * as in vrm/sim.h. A rig that needs an unsupported feature is refused with a finding when it is
 * added (table in docs/guide/gpu.md).
 *
 * Avatars of one rig form a batch; each avatar is a column of the batch (see vrm_GpuBuffer). Inputs
 * are set in bulk, from host memory or from a device buffer; a step runs any number of frames
 * without returning to the host; results stay on the device until they are read.
 *
 * One thread at a time may use a sim. A child process of fork() can only destroy it, because it
 * lacks the driver's threads. Calls return when their work is queued; vrm_gpu_sim_read() and
 * vrm_gpu_sim_finish() wait. */
#ifndef VRM_GPU_H
#define VRM_GPU_H

#include "base.h"
#include "clip.h"
#include "report.h"
#include "rig.h"
#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Devices ---- */

/** A device, as OpenCL describes it. */
typedef struct vrm_GpuDevice {
    char platform[64];     /**< The OpenCL platform, "NVIDIA CUDA", cut to fit. */
    char name[128];        /**< The device's own name, cut to fit. */
    char driver[64];       /**< Version of the driver, cut to fit. */
    bool is_gpu;           /**< False for a CPU or another accelerator. */
    int32_t compute_units; /**< As the driver counts them. */
    uint64_t memory_bytes; /**< Global memory of the device. */
} vrm_GpuDevice;

/** Lists the devices of OpenCL, in its order. `out_devices` has room for `capacity` entries (may be
 * NULL with 0); `out_count` receives the number of devices, which may be larger; 64 at most.
 * Returns VRM_ERR_UNSUPPORTED if there is no OpenCL on this machine. */
VRM_API vrm_Result vrm_gpu_devices(vrm_GpuDevice* out_devices, int32_t capacity,
                                   int32_t* out_count);

/* ---- Make ---- */

/** A running crowd on a device. */
typedef struct vrm_GpuSim vrm_GpuSim;

/** How avatars are divided among work items. */
typedef enum vrm_GpuSplit {
    VRM_GPU_SPLIT_AUTO = 0, /**< Chosen by the size of the crowd. */
    VRM_GPU_SPLIT_AVATARS,  /**< One work item steps one avatar: large crowds. */
    VRM_GPU_SPLIT_CHAINS    /**< Work items share an avatar's nodes and chains: small crowds. */
} vrm_GpuSplit;

/** How to create a sim. Start from vrm_default_gpu_sim_def(). */
typedef struct vrm_GpuSimDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Part of a device's or platform's name, ignoring case, or its number in vrm_gpu_devices().
     * Default NULL: the environment variable VRM_GPU_DEVICE; without it the first GPU, else the
     * first device. */
    const char* device;
    /** Accept a device whose arithmetic fails the test at creation. Its results are then only close
     * to those of the CPU. Default false. */
    bool allows_inexact;
    float spring_rate_hz; /**< As in vrm_SimDef. Default 60. */
    float max_step_s;     /**< As in vrm_SimDef. Default 1/30. */
    uint32_t outputs;     /**< Sum of vrm_Outputs. Default VRM_OUTPUT_DEFAULT. */
    vrm_GpuSplit split;   /**< Default VRM_GPU_SPLIT_AUTO. */
    /** Folder for compiled kernels, which must exist. Default NULL: the environment variable
     * VRM_GPU_CACHE; without it none are stored (drivers have their own caches). */
    const char* cache_folder;
    /** The host's cl_context and an in-order cl_command_queue of it, for sharing buffers. Both or
     * neither; they must outlive the sim. Default NULL. */
    void *context, *queue;
    vrm_Report* report; /**< Receives the findings of creation and of vrm_gpu_sim_add(); must
                             outlive the sim. Default NULL. */
} vrm_GpuSimDef;

/** Sets every field to its default; called by vrm_default_gpu_sim_def(). */
VRM_API void vrm_gpu_sim_def_init(vrm_GpuSimDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_GpuSimDef vrm_default_gpu_sim_def(void) {
    vrm_GpuSimDef def;
    vrm_gpu_sim_def_init(&def, sizeof def);
    return def;
}

/** Opens a device, compiles the kernels and tests its arithmetic. `def` may be NULL.
 *
 * Returns VRM_ERR_UNSUPPORTED with a finding (GPU_NO_OPENCL, GPU_NO_DEVICE, GPU_COMPILE_FAILED,
 * GPU_INEXACT), VRM_ERR_ARGUMENT if `context` and `queue` do not belong together, VRM_ERR_MEMORY if
 * the host or the device runs out of memory. */
VRM_API vrm_Result vrm_gpu_sim_create(const vrm_GpuSimDef* def, vrm_GpuSim** out_sim);

/** Waits for queued work and destroys a sim. `sim` may be NULL. */
VRM_API void vrm_gpu_sim_destroy(vrm_GpuSim* sim);

/** Returns the device that the sim runs on. */
VRM_API vrm_GpuDevice vrm_gpu_sim_device(const vrm_GpuSim* sim);
/** Returns false if the device failed the test and vrm_GpuSimDef.allows_inexact accepted it. */
VRM_API bool vrm_gpu_sim_is_exact(const vrm_GpuSim* sim);
/** Returns the bytes of device memory that avatars use. */
VRM_API uint64_t vrm_gpu_sim_bytes(const vrm_GpuSim* sim);
/** Returns the reason of the last failure, for people; "" if no call has failed. Valid until the
 * next call. */
VRM_API const char* vrm_gpu_sim_message(const vrm_GpuSim* sim);

/* ---- Avatars ---- */

/** Adds `count` avatars at rest. `out_ids` receives their ids. The rig must live until its last
 * avatar is removed. Returns VRM_ERR_UNSUPPORTED if the device cannot run this rig, with a finding
 * that says why (GPU_RIG_*), VRM_ERR_MEMORY if there is too little memory; nothing has changed
 * then. */
VRM_API vrm_Result vrm_gpu_sim_add(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t count,
                                   vrm_AvatarId* out_ids);

/** Reserves memory for `count` avatars of a rig in total, so that adding up to that number moves no
 * data. Lasts until the last avatar of the rig is removed; 0 releases memory that no avatar uses.
 * The rig may be destroyed before avatars are added. */
VRM_API vrm_Result vrm_gpu_sim_reserve(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t count);

/** Removes avatars. Stale ids and repeated ones are ignored. */
VRM_API vrm_Result vrm_gpu_sim_remove(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count);

/** Returns the number of avatars of all rigs. */
VRM_API int32_t vrm_gpu_sim_avatar_count(const vrm_GpuSim* sim);
/** Returns false if the id is stale or null. */
VRM_API bool vrm_gpu_avatar_is_valid(const vrm_GpuSim* sim, vrm_AvatarId avatar);

/* ---- Inputs: one run of floats for each avatar ---- */

/** Arrays that a host writes for each avatar. */
typedef enum vrm_GpuInput {
    /** A vrm_Transform each. The scale must be the same along all axes, 0 to 1000. */
    VRM_GPU_ROOTS = 0,
    VRM_GPU_POSES,       /**< A vrm_Pose each, as vrm_avatar_set_pose(). */
    VRM_GPU_ROTATIONS,   /**< A vrm_Quat for each node of the file, as vrm_avatar_set_rotation(). */
    VRM_GPU_EXPRESSIONS, /**< A weight for each expression of the rig; NaN leaves one unchanged. */
    VRM_GPU_MORPHS,      /**< A weight for each morph, as vrm_avatar_set_morphs(). */
    /** Four floats: 0 and three unused (vrm_avatar_look_off()), 1 and a point in the world
     * (vrm_avatar_look_at()), or 2, yaw, pitch and one unused (vrm_avatar_look_along()). Only rigs
     * with a gaze have it. */
    VRM_GPU_GAZES,
    VRM_GPU_FORCES,     /**< A vrm_Vec3 each, as vrm_avatar_set_force(). */
    VRM_GPU_INPUT_COUNT /**< Number of inputs; not an input. */
} vrm_GpuInput;

/** Returns the number of floats per avatar of the rig; 0 if there is no such input. */
VRM_API int32_t vrm_gpu_input_width(const vrm_Rig* rig, vrm_GpuInput input);

/** Sets an input of avatars of one rig; an avatar may be named once. Returns VRM_ERR_ARGUMENT and
 * changes nothing if an id is stale or of another rig, or the CPU's function would refuse a
 * value. */
VRM_API vrm_Result vrm_gpu_sim_set(vrm_GpuSim* sim, vrm_GpuInput input, const vrm_AvatarId* ids,
                                   int32_t count, const float* values);

/** Sets an input like vrm_gpu_sim_set(), from `buffer`, a cl_mem of the sim's context, starting at
 * its float `first`. Values that the CPU's function would refuse leave their avatar unchanged.
 * Returns VRM_ERR_ARGUMENT if the buffer is too small, of another context, or cannot be read. */
VRM_API vrm_Result vrm_gpu_sim_set_from(vrm_GpuSim* sim, vrm_GpuInput input,
                                        const vrm_AvatarId* ids, int32_t count, void* buffer,
                                        uint64_t first);

/** Plays VRM animations on avatars of one rig, on the device: before each frame the players advance
 * by the time of the frame, then set bones, hips, expressions and gaze as vrm_avatar_play() does.
 * `players` has one player for each avatar, with weight 1 and not additive; a NULL clip stops
 * playing. The clips must live as long as the sim. Returns VRM_ERR_UNSUPPORTED for a player that
 * the device cannot play. */
VRM_API vrm_Result vrm_gpu_sim_play(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                                    const vrm_Player* players);

/** Sets the stages that run, a sum of vrm_Stages, as vrm_avatar_set_stages(). */
VRM_API vrm_Result vrm_gpu_sim_set_stages(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                                          uint32_t stages);
/** Resets springs, as vrm_avatar_reset_springs(). */
VRM_API vrm_Result vrm_gpu_sim_reset_springs(vrm_GpuSim* sim, const vrm_AvatarId* ids,
                                             int32_t count);
/** Pauses springs, as vrm_avatar_pause_springs(). */
VRM_API vrm_Result vrm_gpu_sim_pause_springs(vrm_GpuSim* sim, const vrm_AvatarId* ids,
                                             int32_t count, bool is_paused);
/** Sets the scaling of springs, as vrm_avatar_set_spring_scaling(). */
VRM_API vrm_Result vrm_gpu_sim_set_spring_scaling(vrm_GpuSim* sim, const vrm_AvatarId* ids,
                                                  int32_t count, bool is_on);

/* ---- Run ---- */

/** Runs `frames` frames of `dt` seconds each, with the current inputs. Waits after every 1024 of
 * them, so that a long run does not fill the driver's queue. Returns VRM_ERR_IO if the device
 * failed; the sim can then only be destroyed. */
VRM_API vrm_Result vrm_gpu_sim_step(vrm_GpuSim* sim, float dt, int32_t frames);

/** Waits until all queued work is done. */
VRM_API vrm_Result vrm_gpu_sim_finish(vrm_GpuSim* sim);

/* ---- Results: undefined for avatars that have not been stepped ---- */

/** Arrays that a device computes for each avatar. */
typedef enum vrm_GpuOutput {
    VRM_GPU_LOCALS = 0,  /**< A vrm_Transform for each node of the file; by vrm_gpu_sim_read() only,
                              there is no buffer. */
    VRM_GPU_WORLDS,      /**< A vrm_Affine for each node. */
    VRM_GPU_PALETTES,    /**< A vrm_Affine for each joint of the skins. */
    VRM_GPU_OUT_MORPHS,  /**< A float for each morph. */
    VRM_GPU_VALUES,      /**< A vrm_Vec4 for each material value. */
    VRM_GPU_WEIGHTS,     /**< A float for each expression. */
    VRM_GPU_ASKED,       /**< A float for each expression, as vrm_avatar_expression_inputs(). */
    VRM_GPU_SPRINGS,     /**< A vrm_Quat for each spring joint; in the buffer only for joints that
                              move. */
    VRM_GPU_GAZE_ANGLES, /**< Yaw and pitch (degrees). */
    VRM_GPU_OUTPUT_COUNT /**< Number of results; not a result. */
} vrm_GpuOutput;

/** Returns the number of floats per avatar of the rig; 0 if there is no such result. */
VRM_API int32_t vrm_gpu_output_width(const vrm_Rig* rig, vrm_GpuOutput output);

/** Reads a result of avatars of one rig into `out_values`, avatar after avatar, with the layout of
 * the CPU's functions. Waits for queued work. Returns VRM_ERR_ARGUMENT for a stale id, another rig,
 * or a result that vrm_GpuSimDef.outputs does not include. */
VRM_API vrm_Result vrm_gpu_sim_read(vrm_GpuSim* sim, vrm_GpuOutput output, const vrm_AvatarId* ids,
                                    int32_t count, float* out_values);

/** Where a result lies on the device. `stride` avatars form a tile: float i of the avatar in column
 * c is at first + c / stride * tile + i * stride + c % stride. In the buffer, spring joints are in
 * the order of their chains. Valid until avatars are added or removed. */
typedef struct vrm_GpuBuffer {
    void* buffer;         /**< cl_mem */
    uint64_t first;       /**< Index of the first float in `buffer`. */
    uint64_t tile;        /**< Floats from one tile to the next. */
    uint64_t stride;      /**< Avatars of a tile; also the floats from one value of an avatar to its
                               next. */
    int32_t width;        /**< Floats of each avatar, vrm_gpu_output_width(). */
    int32_t column_count; /**< Avatars of the rig; their columns are 0 to this - 1. */
} vrm_GpuBuffer;

/** Returns where a result of the avatars of a rig lies on the device. Returns VRM_ERR_ARGUMENT if
 * the rig has no avatars or the result has no buffer. */
VRM_API vrm_Result vrm_gpu_sim_buffer(vrm_GpuSim* sim, const vrm_Rig* rig, vrm_GpuOutput output,
                                      vrm_GpuBuffer* out_buffer);
/** Returns the column of an avatar in its batch; -1 for a stale id. Removing avatars changes
 * columns. */
VRM_API int32_t vrm_gpu_avatar_column(const vrm_GpuSim* sim, vrm_AvatarId avatar);
/** Returns the cl_context that the sim uses. */
VRM_API void* vrm_gpu_sim_context(const vrm_GpuSim* sim);
/** Returns the cl_command_queue that the sim uses. */
VRM_API void* vrm_gpu_sim_queue(const vrm_GpuSim* sim);

#ifdef __cplusplus
}
#endif

#endif
