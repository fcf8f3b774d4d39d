/* SPDX-License-Identifier: MIT */
/** The running crowd: any number of avatars over any number of rigs, one alone included.
 *
 * A step takes the current inputs and computes, in the specification's order: humanoid pose and
 * node transforms, look-at, expressions, node constraints, spring bones, outputs. Inputs keep their
 * values until they are changed. Outputs are read by pointer between steps.
 *
 * The same inputs give the same bits on every CPU and with any number of workers, for an avatar
 * alone or in a crowd. A step allocates nothing, locks nothing and calls no operating system.
 *
 * One thread at a time may step or edit a sim; any threads may read results between steps. Only the
 * input function of vrm_sim_step_with() runs on several threads, each for the avatar it was given.
 *
 * Every vrm_avatar_ function accepts stale and null ids: setters then return false, readers NULL or
 * zero. Setters return false and change nothing when a number is not finite (unless their comment
 * says otherwise) or the thing that an argument names does not exist. Lengths beyond 1e6 m count as
 * 1e6, scales beyond 1e6 as 1e6, so that no output is ever infinite or NaN.
 *
 * World space is in floats. Keep avatars of usual size within 1 km of the origin: farther away hair
 * trembles, because a float is coarser than the motion of a strand in a frame. In a larger world,
 * move the origin: vrm_avatar_teleport() shifts an avatar without moving its hair. */
#ifndef VRM_SIM_H
#define VRM_SIM_H

#include "base.h"
#include "rig.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A running crowd of avatars. */
typedef struct vrm_Sim vrm_Sim;

/** An avatar in a sim. Treat as opaque; all zero is the null id. */
typedef struct vrm_AvatarId {
    uint32_t index1;     /**< Place in the sim, from 1 on; 0 in the null id. */
    uint32_t generation; /**< Differs for each avatar that has had the place, so that a stale id is
                              noticed. */
} vrm_AvatarId;

/** Work on the items begin <= i < end; `worker` is below vrm_Tasks.worker_count and no two calls
 * that run at the same time share it. */
typedef void vrm_TaskFn(void* task, int32_t begin, int32_t end, int32_t worker);

/** The host's threads, for use by a step. */
typedef struct vrm_Tasks {
    int32_t worker_count; /**< 0 or 1: everything runs on the calling thread. */
    /** Calls `fn(task, ...)` over ranges that cover 0..count once, each of `grain` items or more
     * (the last may be shorter), on any threads; returns when all are done. */
    void (*parallel_for)(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task);
    void* ctx; /**< Passed to parallel_for. */
} vrm_Tasks;

/** What a step writes out. Results that are not asked for cost no time and no memory. */
typedef enum vrm_Outputs {
    VRM_OUTPUT_LOCALS = 1,   /**< vrm_avatar_locals() */
    VRM_OUTPUT_WORLDS = 2,   /**< vrm_avatar_worlds() */
    VRM_OUTPUT_PALETTES = 4, /**< vrm_avatar_palettes() */
    VRM_OUTPUT_FACE = 8,     /**< vrm_avatar_morphs(), _material_values(), _expression_weights() */
    VRM_OUTPUT_DEFAULT = 15, /**< The four above. */
    VRM_OUTPUT_SPRINGS = 16, /**< vrm_avatar_spring_rotations(): for hosts that need only these;
                                  VRM_OUTPUT_LOCALS includes them. */
    VRM_OUTPUT_ALL = 31      /**< All five. */
} vrm_Outputs;

/** The parts of a step that can be switched off for an avatar. */
typedef enum vrm_Stages {
    VRM_STAGE_LOOK_AT = 1,     /**< The gaze turns eye bones or sets look expressions. */
    VRM_STAGE_EXPRESSIONS = 2, /**< Expressions set morph weights and material values. */
    VRM_STAGE_CONSTRAINTS = 4, /**< Node constraints turn their nodes. */
    VRM_STAGE_SPRINGS = 8,     /**< Spring bones sway. */
    VRM_STAGE_ALL = 15         /**< The four above; the default. */
} vrm_Stages;

/** How many avatars a step works on at once, and with which instructions of the CPU. All give the
 * same bits; they differ in speed. */
typedef enum vrm_Kernel {
    VRM_KERNEL_AUTO = 0,         /**< The fastest that this CPU can run. */
    VRM_KERNEL_LANES_4 = 1,      /**< Four lanes: SSE2, NEON, wasm SIMD or plain C. Everywhere. */
    VRM_KERNEL_LANES_4_AVX2 = 2, /**< Four lanes on an x86_64 CPU with AVX2. */
    VRM_KERNEL_LANES_8 = 3,      /**< Eight lanes: x86_64 with AVX2. */
    VRM_KERNEL_LANES_16 = 4      /**< Sixteen lanes: x86_64 with AVX-512 (F, VL, BW, DQ). */
} vrm_Kernel;

/** How to create a sim. Start from vrm_default_sim_def(). */
typedef struct vrm_SimDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    int32_t avatar_capacity; /**< Avatars to reserve for; grows if exceeded. Default 1. */
    /** Springs run this many steps per second, independent of the frame rate, so that they sway
     * alike at every frame rate; outputs are interpolated between two steps. Frames of exactly this
     * rate give the bits of the specification's own step. 0: one step for each frame, as in the
     * specification; the sway then depends on the frame rate. 10..1000; default 60. */
    float spring_rate_hz;
    float max_step_s; /**< Without a spring rate: longer frames are split, up to 16 times, seconds.
                           Default 1/30. */
    uint32_t outputs; /**< Sum of vrm_Outputs. Default VRM_OUTPUT_DEFAULT. */
    /** Leave 0.x avatars facing -Z. By default they are turned by 180 degrees about Y beneath their
     * root, so that every avatar faces +Z. Default false. */
    bool keeps_vrm0_facing;
    vrm_Allocator allocator; /**< For the sim, until it is destroyed. Default: the C library. */
    vrm_Tasks tasks;         /**< Threads that share a step. Default: only the thread that calls. */
    /** Forces a kernel, for tests and measurements. One that vrm_kernel_is_supported() denies is
     * refused with VRM_ERR_UNSUPPORTED. Default VRM_KERNEL_AUTO. */
    vrm_Kernel kernel;
} vrm_SimDef;

/** Sets every field to its default; called by vrm_default_sim_def(). */
VRM_API void vrm_sim_def_init(vrm_SimDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_SimDef vrm_default_sim_def(void) {
    vrm_SimDef def;
    vrm_sim_def_init(&def, sizeof def);
    return def;
}

/* ---- Kernels ---- */

/** Whether this build has the kernel and this CPU can run it. */
VRM_API bool vrm_kernel_is_supported(vrm_Kernel kernel);
/** For people: "8 lanes, AVX2". "unknown" for a number that is no kernel. */
VRM_API const char* vrm_kernel_name(vrm_Kernel kernel);
/** The kernel that VRM_KERNEL_AUTO takes on this CPU for crowds: many avatars that share a rig. */
VRM_API vrm_Kernel vrm_kernel_for_crowds(void);
/** The kernel that it takes for the first avatars of a rig. */
VRM_API vrm_Kernel vrm_kernel_for_singles(void);

/* ---- Make ---- */

/** `def` may be NULL: the defaults. */
VRM_API vrm_Result vrm_sim_create(const vrm_SimDef* def, vrm_Sim** out_sim);
/** Removes all avatars. NULL is fine. */
VRM_API void vrm_sim_destroy(vrm_Sim* sim);

/** Adds an avatar in its rest pose at the origin. The rig must outlive it. The cost does not depend
 * on the other avatars. Returns the null id when an allocation fails. */
VRM_API vrm_AvatarId vrm_sim_add(vrm_Sim* sim, const vrm_Rig* rig);
/** False when the id is stale. Other ids stay valid. */
VRM_API bool vrm_sim_remove(vrm_Sim* sim, vrm_AvatarId avatar);

/** Avatars that are in the sim now. */
VRM_API int32_t vrm_sim_avatar_count(const vrm_Sim* sim);
/** False when the id is stale or null. */
VRM_API bool vrm_avatar_is_valid(const vrm_Sim* sim, vrm_AvatarId avatar);
/** NULL when the id is stale. */
VRM_API const vrm_Rig* vrm_avatar_rig(const vrm_Sim* sim, vrm_AvatarId avatar);

/** A pointer that the host stores with the avatar; the library never dereferences it. NULL until it
 * is set, and when the id is stale. */
VRM_API bool vrm_avatar_set_user_data(vrm_Sim* sim, vrm_AvatarId avatar, void* data);
/** What vrm_avatar_set_user_data() stored. */
VRM_API void* vrm_avatar_user_data(const vrm_Sim* sim, vrm_AvatarId avatar);

/* ---- Inputs: where things are ---- */

/** Places the avatar in the world. The rotation is normalized; a zero one is refused. */
VRM_API bool vrm_avatar_set_root(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Transform root);

/** The parent transform of the avatar's root nodes: the root as it was set, times the half turn of
 * a 0.x avatar unless vrm_SimDef.keeps_vrm0_facing. The identity when the id is stale. */
VRM_API vrm_Transform vrm_avatar_root(const vrm_Sim* sim, vrm_AvatarId avatar);

/** The direction in which the avatar faces in its rest pose when no root was set: 1 is +Z, -1 is -Z
 * (a 0.x avatar with vrm_SimDef.keeps_vrm0_facing). 0 when the id is stale. */
VRM_API int32_t vrm_avatar_facing(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Sets the local transform of a node, without conversion (0.x: in the file's axes). The rotation
 * is normalized; a zero one is refused. Look-at, constraints and springs overwrite the rotations
 * that they drive in each step while their stage is on. */
VRM_API bool vrm_avatar_set_node(vrm_Sim* sim, vrm_AvatarId avatar, int32_t node,
                                 vrm_Transform local);
/** The rotation alone, as vrm_avatar_set_node(). */
VRM_API bool vrm_avatar_set_rotation(vrm_Sim* sim, vrm_AvatarId avatar, int32_t node,
                                     vrm_Quat local);
/** The translation alone, as vrm_avatar_set_node(). */
VRM_API bool vrm_avatar_set_translation(vrm_Sim* sim, vrm_AvatarId avatar, int32_t node,
                                        vrm_Vec3 local);
/** All nodes at once: `count` must be the rig's node count. Refused as a whole. */
VRM_API bool vrm_avatar_set_nodes(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Transform* locals,
                                  int32_t count);

/** Turns one bone, as vrm_Pose has it. The rotation of a bone that the avatar lacks is carried by
 * its children: rotating a missing upperChest turns neck and shoulders, in addition to whatever
 * turned them before, by bone or by node. vrm_avatar_set_nodes() puts missing bones to rest. */
VRM_API bool vrm_avatar_set_bone(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Bone bone,
                                 vrm_Quat normalized);
/** Moves the hips away from their rest position, metres, axes of vrm_Pose. */
VRM_API bool vrm_avatar_set_hips(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Vec3 offset);
/** All bones and the hips at once. Refused as a whole when a number is not finite; a rotation of
 * zero length counts as the identity. */
VRM_API bool vrm_avatar_set_pose(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Pose* pose);

/** Turns the bones further, each by its rotation of `pose` in the axes of its parent bone, and
 * moves the hips by its offset: a small motion on top of a pose that was set or played. Bones with
 * the identity keep their bits. Call it once after each change of the pose, or it adds up. Refused
 * as vrm_avatar_set_pose(). */
VRM_API bool vrm_avatar_add_pose(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Pose* pose);

/** All nodes back to rest. Root, expressions, morph weights and gaze stay. */
VRM_API bool vrm_avatar_reset_pose(vrm_Sim* sim, vrm_AvatarId avatar);

/* ---- Inputs: face and view ---- */

/** Weights are clamped to 0..1; NaN is refused. */
VRM_API bool vrm_avatar_set_expression(vrm_Sim* sim, vrm_AvatarId avatar,
                                       vrm_ExpressionPreset preset, float weight);
/** By the name that the file gives it, or a preset's; false when the avatar does not have it, or
 * for NULL. */
VRM_API bool vrm_avatar_set_expression_named(vrm_Sim* sim, vrm_AvatarId avatar, const char* name,
                                             float weight);
/** By its index in the rig. */
VRM_API bool vrm_avatar_set_expression_at(vrm_Sim* sim, vrm_AvatarId avatar, int32_t expression,
                                          float weight);

/** Sets the weight of one morph target, numbered as vrm_avatar_morphs(): vrm_MeshNode.first_morph
 * plus the target. It takes the place of the file's own weight, and expressions add to it. Beyond
 * 1e6 it counts as 1e6. */
VRM_API bool vrm_avatar_set_morph(vrm_Sim* sim, vrm_AvatarId avatar, int32_t morph, float weight);
/** All at once: `count` must be the rig's morph count. Refused as a whole. */
VRM_API bool vrm_avatar_set_morphs(vrm_Sim* sim, vrm_AvatarId avatar, const float* weights,
                                   int32_t count);
/** All morph weights back to the file's. Expressions stay. */
VRM_API bool vrm_avatar_reset_morphs(vrm_Sim* sim, vrm_AvatarId avatar);

/** Looks at a point in world space; the angles are recomputed in each step. */
VRM_API bool vrm_avatar_look_at(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Vec3 target_world);
/** Looks beside the point of vrm_avatar_look_at() by so many degrees, left and down positive,
 * clamped to -360..360. Every call that sets the gaze ends it; false while the avatar does not look
 * at a point. */
VRM_API bool vrm_avatar_look_offset(vrm_Sim* sim, vrm_AvatarId avatar, float yaw_degrees,
                                    float pitch_degrees);
/** Looks in a direction relative to the head, degrees: left and down are positive. Clamped to
 * -360..360. */
VRM_API bool vrm_avatar_look_along(vrm_Sim* sim, vrm_AvatarId avatar, float yaw_degrees,
                                   float pitch_degrees);
/** Leaves eyes and look expressions to the host. This is the initial state. */
VRM_API bool vrm_avatar_look_off(vrm_Sim* sim, vrm_AvatarId avatar);

/** A camera. */
typedef enum vrm_View {
    VRM_VIEW_THIRD_PERSON = 0, /**< Default: mirrors, other players, photographs. */
    VRM_VIEW_FIRST_PERSON      /**< A camera in the avatar's own head. */
} vrm_View;

/** Acts at once: vrm_avatar_visibility() needs no step. */
VRM_API bool vrm_avatar_set_view(vrm_Sim* sim, vrm_AvatarId avatar, vrm_View view);

/** Sum of vrm_Stages. Default VRM_STAGE_ALL. A host with its own scene graph runs one stage alone
 * by setting all node transforms, stepping, and reading vrm_avatar_locals(): the same code. Values
 * that a stage would write keep their input value while it is off; the weights and material values
 * of the expression stage keep the last one. */
VRM_API bool vrm_avatar_set_stages(vrm_Sim* sim, vrm_AvatarId avatar, uint32_t stages);

/* ---- Run ---- */

/** Advances all avatars by `dt` seconds. With 0, a negative value or one that is not finite,
 * springs do not advance and the rest of the frame is computed. */
VRM_API void vrm_sim_step(vrm_Sim* sim, float dt);

/** Sets the inputs of one avatar. May call every vrm_avatar_ function that takes a vrm_Sim and does
 * not allocate, for this avatar only, and nothing else of the sim. */
typedef void vrm_InputFn(void* ctx, vrm_Sim* sim, vrm_AvatarId avatar, void* user_data);

/** The same, and `fn` is called once for each avatar shortly before it is stepped, on the thread
 * that steps it: all workers share the work of setting inputs, while the avatar's data is in their
 * cache. The order is not defined; calls for different avatars run at the same time where there are
 * workers. Results are bit-identical to setting the inputs before the step. `fn` may be NULL. */
VRM_API void vrm_sim_step_with(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx);

/* ---- Within a budget ---- */

/** How important an avatar is to vrm_sim_step_within(): larger is more, for example 1 / distance to
 * the camera, or 0 outside its view. Default 1. Refused when negative or not finite. */
VRM_API bool vrm_avatar_set_importance(vrm_Sim* sim, vrm_AvatarId avatar, float importance);

/** What a step may cost. Start from vrm_default_budget_def(). */
typedef struct vrm_BudgetDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** For the step, on the sim's workers. Default 2. Negative or NaN: 0, nothing is allowed.
     * INFINITY: no limit. */
    float milliseconds;
    /** Nanoseconds of one unit of work on this machine. 0 (default), negative or not finite: a
     * cautious figure. A host measures it: the time of steps times the workers, divided by
     * vrm_BudgetUse.work. */
    float unit_ns;
} vrm_BudgetDef;

/** Sets every field to its default; called by vrm_default_budget_def(). */
VRM_API void vrm_budget_def_init(vrm_BudgetDef* budget, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_BudgetDef vrm_default_budget_def(void) {
    vrm_BudgetDef budget;
    vrm_budget_def_init(&budget, sizeof budget);
    return budget;
}

/** What the last vrm_sim_step_within() decided. */
typedef struct vrm_BudgetUse {
    double work;         /**< Units that a step costs at these levels, over all workers. */
    double work_wanted;  /**< The same with all springs as the host wants them. */
    double work_allowed; /**< Units that the budget pays for: milliseconds times workers, divided by
                              unit_ns. */
    int32_t full_count, half_count, paused_count; /**< Avatars at each level of their springs. */
} vrm_BudgetUse;

/** As vrm_sim_step_with(), but lowers the springs of the least important avatars where a step would
 * cost more than the budget: first to every second step, then to none, as
 * vrm_avatar_set_spring_detail() does, which stays the upper limit. Nothing jumps: springs continue
 * from where they are, with the velocity of the body. Avatars that move too fast for every second
 * step (VRM_SPRINGS_HALF) count and run as full or not at all. The rest of a frame is computed for
 * all; a budget below its cost holds all springs.
 *
 * Work is counted, not timed: the same calls make the same decisions on every machine, for sims
 * with the same number of workers (each pays for `milliseconds` of work) and lanes
 * (vrm_SimDef.kernel). Avatars are lowered in groups that are stepped together (those of a rig that
 * were added one after the other, as many as there are lanes), by the most important of each.
 * Levels change slowly, so that noise in importance does not make springs flicker. A NULL `budget`
 * means the default. The next plain vrm_sim_step() restores full springs. */
VRM_API void vrm_sim_step_within(vrm_Sim* sim, float dt, const vrm_BudgetDef* budget,
                                 vrm_InputFn* fn, void* ctx);
/** What the last vrm_sim_step_within() did. */
VRM_API vrm_BudgetUse vrm_sim_budget_use(const vrm_Sim* sim);

/* ---- Outputs: values are valid until the next step, which overwrites them in place; the pointers
 * stay valid until the avatar is removed. Before the first step they contain the rest state. NULL
 * when vrm_SimDef.outputs does not include them. ---- */

/** Local transforms, one for each node of the document. */
VRM_API const vrm_Transform* vrm_avatar_locals(const vrm_Sim* sim, vrm_AvatarId avatar);
/** World matrices, one for each node of the document. */
VRM_API const vrm_Affine* vrm_avatar_worlds(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Joint matrices (world * inverse bind) of all skins: vrm_rig_skin() says where each begins. They
 * transform mesh vertices to world space, whatever node has the mesh. */
VRM_API const vrm_Affine* vrm_avatar_palettes(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Weights as applied, after binary rounding and overrides; one for each expression. */
VRM_API const float* vrm_avatar_expression_weights(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Weights as asked for: by the host, or by an expression-type gaze. */
VRM_API const float* vrm_avatar_expression_inputs(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Morph weights of all mesh nodes: vrm_rig_mesh_nodes() says where each begins. Each is what was
 * set for it (by the host or a clip) plus the sum of the expressions, not clamped. A weight that
 * was not set is 0 where some expression binds it, else the file's default. */
VRM_API const float* vrm_avatar_morphs(const vrm_Sim* sim, vrm_AvatarId avatar);
/** One for each entry of vrm_rig_material_values(). */
VRM_API const vrm_Vec4* vrm_avatar_material_values(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Where the avatar looks, degrees: x is yaw, y is pitch; zero while looking is off. */
VRM_API vrm_Vec2 vrm_avatar_gaze(const vrm_Sim* sim, vrm_AvatarId avatar);

/** How a node with a mesh is to be drawn in the avatar's view; VRM_HIDDEN for other nodes. */
VRM_API vrm_Visibility vrm_avatar_visibility(const vrm_Sim* sim, vrm_AvatarId avatar, int32_t node);

#ifdef __cplusplus
}
#endif

#endif
