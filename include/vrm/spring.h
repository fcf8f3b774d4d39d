/* SPDX-License-Identifier: MIT */
/** Spring bones at run time: the springs of a rig, control for each avatar, results.
 *
 * A sim runs springs by itself (docs/reference/springs.md); these functions control them. As in
 * vrm/sim.h, they return false and change nothing if an id is stale, a number is not finite, or an
 * argument names something that does not exist. They allocate only where a comment says so. During
 * a step only a vrm_InputFn may call them. */
#ifndef VRM_SPRING_H
#define VRM_SPRING_H

#include "rig.h"
#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Springs of a rig ---- */

/** How a joint sways. Values are clamped: stiffness and radius to at least 0, drag to 0..1, all to
 * at most 1e6. Functions refuse numbers that are not finite; in a file they count as 0. */
typedef struct vrm_SpringSettings {
    float stiffness;      /**< Force towards the rest direction. */
    float gravity_power;  /**< Strength of gravity; the force is gravity_power times gravity_dir. */
    vrm_Vec3 gravity_dir; /**< Direction of gravity in world space; not normalized, so its length
                               counts too. */
    float drag_force;     /**< Fraction of the motion lost in a step, 0..1. */
    float hit_radius;     /**< Radius of the joint's collision sphere (m at scale 1). */
} vrm_SpringSettings;

/** A joint that can rotate: every joint of a spring except the last. */
typedef struct vrm_SpringJointInfo {
    int32_t spring, joint;  /**< Indices into vrm_SpringBones. */
    int32_t node;           /**< The head: the node that rotates. */
    int32_t tail;           /**< The node that it points at; -1: a point without a node. */
    int32_t center;         /**< Node in whose space inertia is measured; -1: world. */
    int32_t collider_count; /**< Colliders that it is tested against. */
    bool moves;             /**< False if the joint is too short to have a direction, or disabled
                                 because of an invalid joint. */
    vrm_Vec3 tail_local;    /**< The tail at rest, in the head's space. */
    vrm_SpringSettings settings; /**< As in the file, before an avatar changes them. Gravity is for
                                      an avatar that faces +Z, as in sims: the direction in a 0.x
                                      file is turned by 180 degrees. */
} vrm_SpringJointInfo;

/** Returns the number of springs in the model, including springs that cannot move. */
VRM_API int32_t vrm_rig_spring_count(const vrm_Rig* rig);

/** Returns the number of joints that can rotate: all joints of all springs except the last of each.
 * They are numbered in the order of the file. */
VRM_API int32_t vrm_rig_spring_joint_count(const vrm_Rig* rig);
/** Returns a joint; node -1 and all else zero if there is no such joint. */
VRM_API vrm_SpringJointInfo vrm_rig_spring_joint(const vrm_Rig* rig, int32_t joint);

/** Changes offset, tail, normal and radius of a collider (an index of vrm_SpringBones.colliders)
 * from the next step on, for all avatars of the rig. `shape->shape` must be the collider's present
 * shape, except that an inside sphere may become an inside capsule and vice versa. `shape->node`
 * and `shape->json` are not read. Colliders and the rules of expressions are the only parts of a
 * rig that change after it was built: no sim may be stepping with the rig, and packs (vrm/pack.h)
 * keep the old shape. Returns false and changes nothing if there is no such collider, it is
 * disabled or of another kind, or a number is not finite. */
VRM_API bool vrm_rig_set_collider(vrm_Rig* rig, int32_t collider, const vrm_Collider* shape);

/* ---- Control: takes effect in the next step ---- */

/** Resets all joints to rest under the pose of the next step, without motion: the initial state. */
VRM_API bool vrm_avatar_reset_springs(vrm_Sim* sim, vrm_AvatarId avatar);

/** Sets the root like vrm_avatar_set_root(), but hair and clothes move along and keep their shape
 * and present sway. May be called once, or in every frame as in a lift. With vrm_avatar_set_root()
 * the change of position makes them swing. */
VRM_API bool vrm_avatar_teleport(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Transform root);

/** Pauses or resumes springs. While paused, joints keep their local rotations. When resumed, they
 * continue from there with the present velocity of the body. Default false. */
VRM_API bool vrm_avatar_pause_springs(vrm_Sim* sim, vrm_AvatarId avatar, bool is_paused);

/** How much an avatar's springs may cost. */
typedef enum vrm_SpringDetail {
    VRM_SPRINGS_FULL = 0, /**< Every step. The default. */
    VRM_SPRINGS_HALF,     /**< Every second step, with settings adjusted so that the motion looks
                               alike. Every step while the body moves 25 mm or more, times the scale
                               of the root, in the time of two steps (0.75 m/s by default);
                               otherwise hair would pass through colliders. */
    VRM_SPRINGS_PAUSED    /**< As vrm_avatar_pause_springs(). */
} vrm_SpringDetail;

/** Sets the cost of an avatar's springs; lower it for avatars that are far away. Avatars are
 * stepped in blocks (docs/reference/runtime.md), and time is saved only in a block in which no
 * avatar runs its springs: set it for groups of avatars. */
VRM_API bool vrm_avatar_set_spring_detail(vrm_Sim* sim, vrm_AvatarId avatar,
                                          vrm_SpringDetail detail);

/** Sets whether stiffness, gravity and forces are multiplied by the avatar's scale, as lengths and
 * radii always are: an avatar that is scaled at run time then sways in the same shape. Default
 * false, as in the specification. */
VRM_API bool vrm_avatar_set_spring_scaling(vrm_Sim* sim, vrm_AvatarId avatar, bool is_on);

/** Sets the wind: a force that is added to the gravity of all joints, in world space, in units of
 * gravity_power. Default zero. Clamped to 1e6. */
VRM_API bool vrm_avatar_set_force(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Vec3 force_world);

/** Sets the force on one spring, in addition to the avatar's force. The first call for any avatar
 * of a block allocates. Returns false if memory runs out. */
VRM_API bool vrm_avatar_set_spring_force(vrm_Sim* sim, vrm_AvatarId avatar, int32_t spring,
                                         vrm_Vec3 force_world);

/** Sets how much of the sway of a spring is applied to the output, 0..1; at 0 joints have the
 * rotation that the host set. The simulation itself continues. Default 1. Allocates like
 * vrm_avatar_set_spring_force(). */
VRM_API bool vrm_avatar_set_spring_weight(vrm_Sim* sim, vrm_AvatarId avatar, int32_t spring,
                                          float weight);

/** Changes how one joint sways, for this avatar only. Start from the settings of
 * vrm_rig_spring_joint(); if a 0.x avatar keeps facing -Z (vrm_SimDef.keeps_vrm0_facing), negate x
 * and z of gravity_dir. The first call for any avatar of a block allocates. Returns false if memory
 * runs out. */
VRM_API bool vrm_avatar_set_joint_settings(vrm_Sim* sim, vrm_AvatarId avatar, int32_t joint,
                                           const vrm_SpringSettings* settings);

/* ---- Results ---- */

/** Returns the local rotations, one for each joint, for hosts with their own node tree. A joint
 * that cannot move has the rotation that the host or a constraint gave its node. NULL if
 * vrm_SimDef.outputs does not have VRM_OUTPUT_SPRINGS. */
VRM_API const vrm_Quat* vrm_avatar_spring_rotations(const vrm_Sim* sim, vrm_AvatarId avatar);

/** Reads the simulated tail in world space and the length of the bone (m) after the last step (with
 * a spring rate: of the newest spring step, which outputs may not have reached yet). Before the
 * avatar's first step: the tail in the rest pose, with the avatar's root at the origin. Needs
 * VRM_OUTPUT_WORLDS. Returns false also for joints that cannot move. */
VRM_API bool vrm_avatar_spring_tail(const vrm_Sim* sim, vrm_AvatarId avatar, int32_t joint,
                                    vrm_Vec3* out_tail_world, float* out_length);

#ifdef __cplusplus
}
#endif

#endif
