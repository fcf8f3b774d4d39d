/* SPDX-License-Identifier: MIT */
/** Runs avatars: any number of them over any number of rigs, from a single one to a crowd.
 *
 * A step reads the current inputs and computes, in the specification's order: humanoid pose and
 * node transforms, look-at, expressions, node constraints, spring bones, outputs. Inputs keep their
 * values until they are changed. Outputs are read by pointer between steps.
 *
 * The same inputs give bit-identical results on every CPU and with any number of workers, for an
 * avatar alone or in a crowd. A step allocates nothing, takes no locks and makes no system calls.
 *
 * One thread at a time may step or edit a sim; any thread may read results between steps. Only the
 * input function of vrm_sim_step_with() runs on several threads; each call may use only the avatar
 * it was given.
 *
 * Every vrm_avatar_ function accepts stale and null ids: setters then return false, readers NULL or
 * zero. Setters return false and change nothing if a number is not finite (unless their comment
 * says otherwise) or an argument names something that does not exist. Lengths are clamped to 1e6 m
 * and scales to 1e6, so that no output is ever infinite or NaN.
 *
 * World space uses floats. Keep avatars of usual size within 1 km of the origin: farther away, hair
 * trembles, because floats are too coarse for its motion in one frame (vrm_avatar_is_far()). In a
 * larger world, move the origin: vrm_avatar_teleport() shifts an avatar without swinging its
 * hair. */
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
    uint32_t index1;     /**< Index in the sim plus 1; 0 in the null id. */
    uint32_t generation; /**< Number of the avatar at this index, so that stale ids are detected. */
} vrm_AvatarId;

/** Processes the items begin <= i < end. `worker` is below vrm_Tasks.worker_count; no two calls
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

/** Outputs of a step. Outputs that are not requested cost no time and no memory. */
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

/** How many avatars a step processes at once, and with which CPU instructions. All kernels give the
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
    /** Spring steps per second, 10..1000, or 0. Steps do not depend on the frame rate, so springs
     * sway alike at every frame rate; outputs are interpolated between two steps. At a frame rate
     * of exactly this many frames per second, results have the same bits as the specification's own
     * step. 0 makes one step per frame, as in the specification; the sway then depends on the frame
     * rate. A frame makes at most 16 steps, so above 480 springs run too slowly at 30 frames a
     * second. Default 60. */
    float spring_rate_hz;
    float max_step_s; /**< Longest spring step if spring_rate_hz is 0 (s); longer frames are split
                           into up to 16 steps. Default 1/30. */
    uint32_t outputs; /**< Outputs to compute: a sum of vrm_Outputs. Default VRM_OUTPUT_DEFAULT. */
    /** Leave 0.x avatars facing -Z. By default they are turned by 180 degrees about Y beneath their
     * root, so that every avatar faces +Z. Default false. */
    bool keeps_vrm0_facing;
    vrm_Allocator allocator; /**< For the sim, until it is destroyed. Default: the C library. */
    vrm_Tasks tasks;         /**< Threads that share a step. Default: only the calling thread. */
    /** Forces a kernel, for tests and measurements. Creation returns VRM_ERR_UNSUPPORTED if
     * vrm_kernel_is_supported() is false for it. Default VRM_KERNEL_AUTO. */
    vrm_Kernel kernel;
} vrm_SimDef;

/** Sets every field to its default; called by vrm_default_sim_def(). */
VRM_API void vrm_sim_def_init(vrm_SimDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_SimDef vrm_default_sim_def(void) {
    vrm_SimDef def;
    vrm_sim_def_init(&def, sizeof def);
    return def;
}

/* ---- Kernels ---- */

/** Returns true if this build has the kernel and this CPU can run it. */
VRM_API bool vrm_kernel_is_supported(vrm_Kernel kernel);
/** Returns the name of a kernel for people, such as "8 lanes, AVX2"; "unknown" if `kernel` is out
 * of range. The string is static. */
VRM_API const char* vrm_kernel_name(vrm_Kernel kernel);
/** Returns the kernel that VRM_KERNEL_AUTO uses on this CPU for crowds: many avatars that share a
 * rig. */
VRM_API vrm_Kernel vrm_kernel_for_crowds(void);
/** Returns the kernel that VRM_KERNEL_AUTO uses on this CPU for the first avatars of a rig. */
VRM_API vrm_Kernel vrm_kernel_for_singles(void);

/* ---- Make ---- */

/** Creates a sim. `def` may be NULL. */
VRM_API vrm_Result vrm_sim_create(const vrm_SimDef* def, vrm_Sim** out_sim);
/** Destroys a sim and its avatars. `sim` may be NULL. */
VRM_API void vrm_sim_destroy(vrm_Sim* sim);

/** Adds an avatar in its rest pose at the origin. The rig must outlive it. The cost does not depend
 * on the other avatars. Returns the null id if an allocation fails. */
VRM_API vrm_AvatarId vrm_sim_add(vrm_Sim* sim, const vrm_Rig* rig);
/** Removes an avatar. Other ids stay valid. Returns false if the id is stale. */
VRM_API bool vrm_sim_remove(vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns the number of avatars in the sim. */
VRM_API int32_t vrm_sim_avatar_count(const vrm_Sim* sim);
/** Returns false if the id is stale or null. */
VRM_API bool vrm_avatar_is_valid(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Returns the rig of an avatar; NULL if the id is stale. */
VRM_API const vrm_Rig* vrm_avatar_rig(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Stores a pointer of the host with the avatar. The library never dereferences it. */
VRM_API bool vrm_avatar_set_user_data(vrm_Sim* sim, vrm_AvatarId avatar, void* data);
/** Returns the pointer of vrm_avatar_set_user_data(); NULL if none was set or the id is stale. */
VRM_API void* vrm_avatar_user_data(const vrm_Sim* sim, vrm_AvatarId avatar);

/* ---- Inputs: root and pose ---- */

/** Places the avatar in the world. The rotation is normalized; a zero one is refused. After a scale
 * of 0 springs begin at rest, as after vrm_avatar_reset_springs(). */
VRM_API bool vrm_avatar_set_root(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Transform root);

/** Returns the parent transform of the avatar's root nodes: the root that was set, times the turn
 * by 180 degrees of a 0.x avatar unless vrm_SimDef.keeps_vrm0_facing. The identity if the id is
 * stale. */
VRM_API vrm_Transform vrm_avatar_root(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns true if the avatar is so far from the origin that its hair trembles: its hips (its root
 * if it has none) are more than VRM_FAR_M away, times the scale of its root. Reads the inputs, so
 * the hips' motion of a clip counts. False if the id is stale. */
VRM_API bool vrm_avatar_is_far(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Distance from the origin beyond which springs tremble (m), for an avatar of scale 1. */
#define VRM_FAR_M 1000.0f

/** Returns the direction that the avatar faces in its rest pose if no root was set: 1 is +Z, -1 is
 * -Z (a 0.x avatar with vrm_SimDef.keeps_vrm0_facing). 0 if the id is stale. */
VRM_API int32_t vrm_avatar_facing(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Sets the local transform of a node, without conversion (0.x: in the file's axes). The rotation
 * is normalized; a zero one is refused. Look-at, constraints and springs overwrite the rotations
 * that they drive in each step while their stage is on. */
VRM_API bool vrm_avatar_set_node(vrm_Sim* sim, vrm_AvatarId avatar, int32_t node,
                                 vrm_Transform local);
/** Sets only the rotation, otherwise as vrm_avatar_set_node(). */
VRM_API bool vrm_avatar_set_rotation(vrm_Sim* sim, vrm_AvatarId avatar, int32_t node,
                                     vrm_Quat local);
/** Sets only the translation, otherwise as vrm_avatar_set_node(). */
VRM_API bool vrm_avatar_set_translation(vrm_Sim* sim, vrm_AvatarId avatar, int32_t node,
                                        vrm_Vec3 local);
/** Sets all nodes at once. `count` must be the rig's node count. If one transform is refused, none
 * is set. */
VRM_API bool vrm_avatar_set_nodes(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Transform* locals,
                                  int32_t count);

/** Sets the rotation of one bone, as in vrm_Pose. The rotation of a bone that the avatar lacks is
 * applied to its children: rotating a missing upperChest turns neck and shoulders, in addition to
 * their own rotations. vrm_avatar_set_nodes() resets missing bones to rest. */
VRM_API bool vrm_avatar_set_bone(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Bone bone,
                                 vrm_Quat normalized);
/** Sets the offset of the hips from their rest position (m), in the axes of vrm_Pose. */
VRM_API bool vrm_avatar_set_hips(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Vec3 offset);
/** Sets all bones and the hips at once. Returns false and changes nothing if a number is not
 * finite. A rotation of zero length counts as the identity. */
VRM_API bool vrm_avatar_set_pose(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Pose* pose);

/** Adds a small motion to a pose that was set or played: turns each bone further by its rotation in
 * `pose`, in the axes of its parent bone, and moves the hips by the offset. Bones with the identity
 * keep their bits. Call it once after each change of the pose, otherwise it accumulates. Fails as
 * vrm_avatar_set_pose(). */
VRM_API bool vrm_avatar_add_pose(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Pose* pose);

/** Resets all nodes to rest. Root, expressions, morph weights and gaze stay. */
VRM_API bool vrm_avatar_reset_pose(vrm_Sim* sim, vrm_AvatarId avatar);

/* ---- Inputs: face and view ---- */

/** Sets the weight of a preset expression, clamped to 0..1. Returns false if it is NaN. */
VRM_API bool vrm_avatar_set_expression(vrm_Sim* sim, vrm_AvatarId avatar,
                                       vrm_ExpressionPreset preset, float weight);
/** Sets an expression by its name in the file or the name of its preset. Returns false if the
 * avatar does not have it or `name` is NULL. */
VRM_API bool vrm_avatar_set_expression_named(vrm_Sim* sim, vrm_AvatarId avatar, const char* name,
                                             float weight);
/** Sets an expression by its index in the rig. */
VRM_API bool vrm_avatar_set_expression_at(vrm_Sim* sim, vrm_AvatarId avatar, int32_t expression,
                                          float weight);

/** Sets the weight of one morph target, numbered as in vrm_avatar_morphs():
 * vrm_MeshNode.first_morph plus the target. It replaces the file's weight, and expressions add to
 * it. Clamped to 1e6. */
VRM_API bool vrm_avatar_set_morph(vrm_Sim* sim, vrm_AvatarId avatar, int32_t morph, float weight);
/** Sets all morph weights at once. `count` must be the rig's morph count. If one weight is refused,
 * none is set. */
VRM_API bool vrm_avatar_set_morphs(vrm_Sim* sim, vrm_AvatarId avatar, const float* weights,
                                   int32_t count);
/** Resets all morph weights to the file's. Expressions stay. */
VRM_API bool vrm_avatar_reset_morphs(vrm_Sim* sim, vrm_AvatarId avatar);

/** Looks at a point in world space (m); the angles are recomputed in each step. */
VRM_API bool vrm_avatar_look_at(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Vec3 target_world);
/** Turns the gaze away from the point of vrm_avatar_look_at() (degrees; left and down are
 * positive). Clamped to -360..360. The next call that sets the gaze removes the offset. Returns
 * false if the avatar does not look at a point. */
VRM_API bool vrm_avatar_look_offset(vrm_Sim* sim, vrm_AvatarId avatar, float yaw_degrees,
                                    float pitch_degrees);
/** Looks in a direction relative to the head (degrees; left and down are positive). Clamped to
 * -360..360. */
VRM_API bool vrm_avatar_look_along(vrm_Sim* sim, vrm_AvatarId avatar, float yaw_degrees,
                                   float pitch_degrees);
/** Turns the gaze off: eyes and look expressions keep the inputs of the host. This is the initial
 * state. */
VRM_API bool vrm_avatar_look_off(vrm_Sim* sim, vrm_AvatarId avatar);

/** The camera that an avatar is drawn for. */
typedef enum vrm_View {
    VRM_VIEW_THIRD_PERSON = 0, /**< Default: mirrors, other players, photographs. */
    VRM_VIEW_FIRST_PERSON      /**< A camera in the avatar's own head. */
} vrm_View;

/** Sets the camera that the avatar is drawn for. Takes effect at once: vrm_avatar_visibility()
 * needs no step. */
VRM_API bool vrm_avatar_set_view(vrm_Sim* sim, vrm_AvatarId avatar, vrm_View view);

/** Sets the stages that run: a sum of vrm_Stages. Default VRM_STAGE_ALL. A host with its own scene
 * graph can run one stage alone, with the same code: set all node transforms, step, and read
 * vrm_avatar_locals(). While a stage is off, the nodes that it would turn keep the inputs of the
 * host; weights and material values of the expression stage keep their last results. */
VRM_API bool vrm_avatar_set_stages(vrm_Sim* sim, vrm_AvatarId avatar, uint32_t stages);

/* ---- Run ---- */

/** Advances all avatars by `dt` seconds. If `dt` is 0, negative or not finite, springs do not
 * advance and the rest of the frame is computed. */
VRM_API void vrm_sim_step(vrm_Sim* sim, float dt);

/** Sets the inputs of one avatar. May call every vrm_avatar_ function that takes a vrm_Sim and does
 * not allocate, for this avatar only. It must not use the sim otherwise. */
typedef void vrm_InputFn(void* ctx, vrm_Sim* sim, vrm_AvatarId avatar, void* user_data);

/** Advances all avatars like vrm_sim_step(), and calls `fn` once for each avatar shortly before it
 * is stepped, on the thread that steps it: all workers share the work of setting inputs, while the
 * avatar's data is in their cache. The order is undefined; with workers, calls for different
 * avatars run at the same time. Results are bit-identical to setting the inputs before the step.
 * `fn` may be NULL. */
VRM_API void vrm_sim_step_with(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx);

/* ---- Within a budget ---- */

/** Sets how important an avatar is to vrm_sim_step_within(): larger is more important, for example
 * 1 / distance to the camera, or 0 outside its view. Default 1. Returns false if negative or not
 * finite. */
VRM_API bool vrm_avatar_set_importance(vrm_Sim* sim, vrm_AvatarId avatar, float importance);

/** Budget of a step. Start from vrm_default_budget_def(). */
typedef struct vrm_BudgetDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Time of the step on the sim's workers (ms). A negative number or NaN counts as 0, which
     * pauses all springs. INFINITY: no limit. Default 2. */
    float milliseconds;
    /** Time of one unit of work on this machine (ns). To measure it, multiply the time of a step by
     * the number of workers and divide by vrm_BudgetUse.work. Default 0: a cautious estimate, also
     * for a number that is negative or not finite. */
    float unit_ns;
} vrm_BudgetDef;

/** Sets every field to its default; called by vrm_default_budget_def(). */
VRM_API void vrm_budget_def_init(vrm_BudgetDef* budget, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_BudgetDef vrm_default_budget_def(void) {
    vrm_BudgetDef budget;
    vrm_budget_def_init(&budget, sizeof budget);
    return budget;
}

/** Decisions of the last vrm_sim_step_within(). */
typedef struct vrm_BudgetUse {
    double work;         /**< Cost of a step at these levels, units over all workers. */
    double work_wanted;  /**< The same with all springs at the detail that the host set. */
    double work_allowed; /**< Units that the budget allows: its milliseconds times the number of
                              workers, divided by unit_ns. */
    int32_t full_count, half_count, paused_count; /**< Avatars at each level of their springs. */
} vrm_BudgetUse;

/** Like vrm_sim_step_with(), but lowers the spring detail of the least important avatars if a step
 * would exceed the budget: first to every second step, then to none. vrm_avatar_set_spring_detail()
 * stays the upper limit. Nothing jumps: springs continue from where they are, with the velocity of
 * the body. Springs of avatars that move too fast for VRM_SPRINGS_HALF run in every step or not at
 * all. All other parts of a frame are computed for all avatars; a budget below their cost pauses
 * all springs.
 *
 * Work is counted, not timed: sims with the same number of workers and of lanes (vrm_SimDef.kernel)
 * make the same decisions for the same calls on every machine. Detail is lowered for groups of
 * avatars that are stepped together: consecutively added avatars of a rig, as many as there are
 * lanes. The most important avatar of a group decides. Levels change slowly, so that small changes
 * of importance do not make springs flicker. If `budget` is NULL, the defaults apply. The next
 * plain vrm_sim_step() restores full springs. */
VRM_API void vrm_sim_step_within(vrm_Sim* sim, float dt, const vrm_BudgetDef* budget,
                                 vrm_InputFn* fn, void* ctx);
/** Returns the decisions of the last vrm_sim_step_within(). */
VRM_API vrm_BudgetUse vrm_sim_budget_use(const vrm_Sim* sim);

/* ---- Outputs: values are valid until the next step, which overwrites them in place; the pointers
 * stay valid until the avatar is removed. Before the first step they contain the rest state. NULL
 * when vrm_SimDef.outputs does not include them. ---- */

/** Returns the local transforms, one for each node of the document. */
VRM_API const vrm_Transform* vrm_avatar_locals(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Returns the world matrices, one for each node of the document. */
VRM_API const vrm_Affine* vrm_avatar_worlds(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Returns the joint matrices (world * inverse bind) of all skins: vrm_rig_skin() says where each
 * begins. They transform mesh vertices to world space, whatever node has the mesh. */
VRM_API const vrm_Affine* vrm_avatar_palettes(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns the weights as applied, after binary rounding and overrides; one for each expression. */
VRM_API const float* vrm_avatar_expression_weights(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Returns the weights as requested by the host or by an expression-type gaze. */
VRM_API const float* vrm_avatar_expression_inputs(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Returns the morph weights of all mesh nodes: vrm_rig_mesh_nodes() says where each begins. Each
 * is the weight that was set (by the host or a clip) plus the sum of the expressions, not clamped.
 * A weight that was not set is 0 if an expression binds it, otherwise the file's default. */
VRM_API const float* vrm_avatar_morphs(const vrm_Sim* sim, vrm_AvatarId avatar);
/** Returns the material values, one for each entry of vrm_rig_material_values(). */
VRM_API const vrm_Vec4* vrm_avatar_material_values(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns the direction of the gaze (degrees): x is yaw, y is pitch; 0 while the gaze is off. */
VRM_API vrm_Vec2 vrm_avatar_gaze(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns how to draw a node with a mesh in the avatar's view; VRM_HIDDEN for other nodes. */
VRM_API vrm_Visibility vrm_avatar_visibility(const vrm_Sim* sim, vrm_AvatarId avatar, int32_t node);

#ifdef __cplusplus
}
#endif

#endif
