/* SPDX-License-Identifier: MIT */
/** Spring bones at run time: what a rig's springs are, how to steer an avatar's, what they did.
 *
 * A sim runs springs by itself (docs/springs.md); nothing here is needed to have them sway. The
 * functions follow vrm/sim.h: stale ids, numbers that are not finite and things that do not exist
 * make them return false and change nothing. None of them allocates but the two that say so, and
 * none of them is called during a step. */
#ifndef VRM_SPRING_H
#define VRM_SPRING_H

#include "rig.h"
#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What the rig has ---- */

/** How a joint sways. Brought within reason where it is used: numbers that are not finite count as
 * 0, stiffness and radius are at least 0, drag is 0..1, all are at most 1e6. */
typedef struct vrm_SpringSettings {
    float stiffness;     /**< Pull back to rest. */
    float gravity_power; /**< Times gravity_dir: pull in the world. */
    vrm_Vec3 gravity_dir;
    float drag_force; /**< Share of the motion that is lost in a step, 0..1. */
    float hit_radius; /**< Metres, at scale 1. */
} vrm_SpringSettings;

/** A joint that may turn: every joint of a spring but its last. */
typedef struct vrm_SpringJointInfo {
    int32_t spring, joint;  /**< Numbers in vrm_SpringBones. */
    int32_t node;           /**< The head: the node that turns. */
    int32_t tail;           /**< The node that it points at; -1: a point that no node marks. */
    int32_t center;         /**< Node in whose space inertia is measured; -1: world. */
    int32_t collider_count; /**< Colliders that it is tested against. */
    bool moves;             /**< False: too short to have a direction, or cut off by a fault. */
    vrm_Vec3 tail_local;    /**< The tail at rest, in the head's space. */
    vrm_SpringSettings settings;
} vrm_SpringJointInfo;

/** Springs of the model, those that cannot move included. */
VRM_API int32_t vrm_rig_spring_count(const vrm_Rig* rig);

/** Joints in the order of the file: springs, then joints without the last of each. */
VRM_API int32_t vrm_rig_spring_joint_count(const vrm_Rig* rig);
/** Node -1 and all else zero when there is no such joint. */
VRM_API vrm_SpringJointInfo vrm_rig_spring_joint(const vrm_Rig* rig, int32_t joint);

/* ---- Steering: takes effect in the next step ---- */

/** Puts all joints to rest under the pose of the next step, without motion. An avatar begins so. */
VRM_API bool vrm_avatar_reset_springs(vrm_Sim* sim, vrm_AvatarId avatar);

/** Like vrm_avatar_set_root(), but hair and clothes come along in the shape and with the motion
 * that they have. With vrm_avatar_set_root() the way to the new place counts as motion. */
VRM_API bool vrm_avatar_teleport(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Transform root);

/** While paused, joints keep their rotations and are carried along. Afterwards they go on from
 * there, without motion of their own. Default false. */
VRM_API bool vrm_avatar_pause_springs(vrm_Sim* sim, vrm_AvatarId avatar, bool is_paused);

/** How much an avatar's springs may cost. */
typedef enum vrm_SpringDetail {
    VRM_SPRINGS_FULL = 0, /**< Default. */
    VRM_SPRINGS_HALF,     /**< Every second step, with settings that keep the motion alike. */
    VRM_SPRINGS_HELD      /**< As while paused. */
} vrm_SpringDetail;

/** For avatars that are far away. A block of avatars saves time when all of it rests: mark crowds
 * together. */
VRM_API bool vrm_avatar_set_spring_detail(vrm_Sim* sim, vrm_AvatarId avatar,
                                          vrm_SpringDetail detail);

/** Stiffness, gravity and forces grow with the avatar's scale, as lengths and radii always do: an
 * avatar that is scaled at run time then sways in the same shape. Default false, as the
 * specification has it. */
VRM_API bool vrm_avatar_set_spring_scaling(vrm_Sim* sim, vrm_AvatarId avatar, bool is_on);

/** Wind: added to the gravity of all joints, in world space, in units of gravity_power. Default
 * zero. Clamped to 1e6. */
VRM_API bool vrm_avatar_set_force(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Vec3 force_world);

/** The same for one spring alone, besides the avatar's. The first call for any of the avatars of a
 * block allocates; false when there is no memory. */
VRM_API bool vrm_avatar_set_spring_force(vrm_Sim* sim, vrm_AvatarId avatar, int32_t spring,
                                         vrm_Vec3 force_world);

/** How much of the sway shows, 0..1: 0 is the rotation that the host set. The simulation goes on
 * underneath. Default 1. Allocates like vrm_avatar_set_spring_force(). */
VRM_API bool vrm_avatar_set_spring_weight(vrm_Sim* sim, vrm_AvatarId avatar, int32_t spring,
                                          float weight);

/** Changes how one joint sways, for this avatar alone. The first call for any of the avatars of a
 * block allocates; false when there is no memory. */
VRM_API bool vrm_avatar_set_joint_settings(vrm_Sim* sim, vrm_AvatarId avatar, int32_t joint,
                                           const vrm_SpringSettings* settings);

/* ---- What they did ---- */

/** Local rotations, one for each joint, when vrm_SimDef.outputs has VRM_OUTPUT_SPRINGS: all that a
 * host with its own node tree needs. Otherwise NULL. */
VRM_API const vrm_Quat* vrm_avatar_spring_rotations(const vrm_Sim* sim, vrm_AvatarId avatar);

/** The simulated tail in world space and the length of the bone, metres, after the last step (in
 * fixed steps: of the newest, which the output may not have reached yet). Needs
 * VRM_OUTPUT_WORLDS. False also for joints that cannot move. */
VRM_API bool vrm_avatar_spring_tail(const vrm_Sim* sim, vrm_AvatarId avatar, int32_t joint,
                                    vrm_Vec3* out_tail_world, float* out_length);

#ifdef __cplusplus
}
#endif

#endif
