/* SPDX-License-Identifier: MIT */
/** Live motion by the VMC protocol (OSC over UDP), as motion capture programs send it. Part of
 * libvrm_vmc, which uses libvrm's public headers.
 *
 *   vrm_vmc_create -> vrm_vmc_receive(bytes) ... -> vrm_vmc_apply to an avatar, or vrm_vmc_record
 *
 * The receiver takes bytes and needs no socket; vrm_VmcSocket is a small UDP socket for hosts
 * without one. Packets are untrusted: truncated, oversized and malformed parts are counted and
 * ignored, the valid parts are kept. Memory is allocated only when the receiver is created.
 *
 * Axes: VMC sends Unity's, left-handed with Y up and the avatar facing +Z. Everything here is in
 * libvrm's (right-handed, Y up, facing +Z): x changes its sign, so that a position (x, y, z)
 * becomes
 * (-x, y, z) and a rotation (x, y, z, w) becomes (x, -y, -z, w). docs/guide/vmc.md has the
 * derivation. */
#ifndef VRM_VMC_H
#define VRM_VMC_H

#include "base.h"
#include "record.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A receiver and the state that it has received. One thread at a time. */
typedef struct vrm_Vmc vrm_Vmc;

#define VRM_VMC_PORT        39539 /**< The default port of senders. */
#define VRM_VMC_UNKNOWN_MAX 256   /**< Where vrm_vmc_unknown_bone_count() ends. */
#define VRM_VMC_NAME        64    /**< Room for the name of an expression, its NUL included. */

/** How to receive. Start from vrm_default_vmc_def(). */
typedef struct vrm_VmcDef {
    uint32_t def_size;        /**< Set by the default function; do not touch. */
    int32_t expression_count; /**< Names that are kept; further ones are counted and ignored.
                                   1..4096; default 256. */
    /** Height of the hips at rest of the sender's avatar, metres: VMC sends their position, a pose
     * needs their offset from rest. Default 0: the height of the receiving avatar's hips. */
    float hips_height;
    /** For the receiver, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_VmcDef;

/** Sets every field to its default; called by vrm_default_vmc_def(). */
VRM_API void vrm_vmc_def_init(vrm_VmcDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_VmcDef vrm_default_vmc_def(void) {
    vrm_VmcDef def;
    vrm_vmc_def_init(&def, sizeof def);
    return def;
}

/** `def` may be NULL: the defaults. */
VRM_API vrm_Result vrm_vmc_create(const vrm_VmcDef* def, vrm_Vmc** out_vmc);
/** NULL is fine. */
VRM_API void vrm_vmc_destroy(vrm_Vmc* vmc);

/** Reads one packet: a message or a bundle. VRM_ERR_INVALID when a part of it was refused; the rest
 * was accepted. vrm_vmc_stats() says more. */
VRM_API vrm_Result vrm_vmc_receive(vrm_Vmc* vmc, const void* data, size_t size);

/** Since the receiver was made. */
typedef struct vrm_VmcStats {
    uint64_t packets;          /**< Packets that came in, refused ones included. */
    uint64_t messages;         /**< Well-formed OSC messages, whatever they say. */
    uint64_t poses;            /**< Bones and roots among the messages that were accepted. */
    uint64_t expressions;      /**< Values that were accepted. */
    uint64_t others;           /**< Messages that are not used here: cameras, devices, buttons. */
    uint64_t refused_packets;  /**< Packets with a part that is not OSC: truncated, oversized,
                                    malformed. */
    uint64_t refused_messages; /**< Known addresses with wrong arguments, or numbers that are not
                                    finite or beyond a million. */
    uint64_t unknown_bones;    /**< Names that are no bone. */
    uint64_t dropped_expressions; /**< No room for the name. */
} vrm_VmcStats;

/** The current counters. */
VRM_API vrm_VmcStats vrm_vmc_stats(const vrm_Vmc* vmc);

/** Names in bone messages that are no bone, each once: the first 16, cut to 63 bytes. Untrusted
 * text: use vrm_text_for_terminal() before printing. NULL when `index` is out of range. */
VRM_API const char* vrm_vmc_unknown_bone(const vrm_Vmc* vmc, int32_t index);

/** How many different names there are, those included that vrm_vmc_unknown_bone() does not list;
 * counted up to VRM_VMC_UNKNOWN_MAX. */
VRM_API int32_t vrm_vmc_unknown_bone_count(const vrm_Vmc* vmc);

/** The current state of the sender's avatar. */
typedef struct vrm_VmcState {
    bool is_available; /**< The sender said that its avatar is loaded (/VMC/Ext/OK), or moved it. */
    bool has_root;     /**< root_translation and root_rotation were sent. */
    bool has_hips;     /**< `hips` was sent. */
    bool has_time;     /**< time_s was sent. */
    float time_s;      /**< The sender's clock (/VMC/Ext/T). */
    vrm_Vec3 root_translation; /**< Of the avatar in the sender's world, metres, glTF's axes. */
    /** Of the avatar in the sender's world; the identity before it is sent. */
    vrm_Quat root_rotation;
    vrm_Quat rotations[VRM_BONE_COUNT]; /**< Normalized, as vrm_Pose has them. */
    uint64_t bones;                     /**< Bit b: bone b was sent. */
    vrm_Vec3 hips; /**< Position, metres from the sender's root; (0, 0, 0), which senders of
                        rotations only send, is ignored. */
    bool has_gaze; /**< The sender directs the eyes: gaze_yaw and gaze_pitch are valid. */
    float gaze_yaw, gaze_pitch; /**< Degrees, as vrm_avatar_look_along() takes them. */
    uint64_t applied;           /**< How often expressions were applied (/VMC/Ext/Blend/Apply). */
} vrm_VmcState;

/** Valid until the receiver's end; changes with each packet. */
VRM_API const vrm_VmcState* vrm_vmc_state(const vrm_Vmc* vmc);

/** Expressions whose values were applied at least once, in the order in which they came, by the
 * sender's own names. Values are applied by /VMC/Ext/Blend/Apply, or when a name comes again
 * without one. */
VRM_API int32_t vrm_vmc_expression_count(const vrm_Vmc* vmc);
/** The name lives as long as the receiver. "" and 0 when there is no such expression. */
VRM_API const char* vrm_vmc_expression_name(const vrm_Vmc* vmc, int32_t index);
/** Its weight as it was sent. */
VRM_API float vrm_vmc_expression_weight(const vrm_Vmc* vmc, int32_t index);

/** The bones as a pose; `hips_height` is that of the receiving avatar, used when
 * vrm_VmcDef.hips_height is 0. Bones that were not sent are at rest. */
VRM_API vrm_Pose vrm_vmc_pose(const vrm_Vmc* vmc, float hips_height);

/** Gives an avatar the root, the pose, the applied expressions and the gaze. The root is in metres
 * as it was sent; for an avatar that faces -Z (vrm_avatar_facing()) the sender's world is turned
 * half around. Expressions are found by preset, else by name, ignoring case. Before anything was
 * received the avatar is not changed. False when the id is stale. */
VRM_API bool vrm_vmc_apply(const vrm_Vmc* vmc, vrm_Sim* sim, vrm_AvatarId avatar);

/** Adds a frame to a recorder: pose, expressions by their 1.0 names, gaze; the root's motion is
 * added to the hips, in metres as it was sent. `hips_height` as in vrm_vmc_pose(). On failure
 * nothing is added. */
VRM_API vrm_Result vrm_vmc_record(const vrm_Vmc* vmc, vrm_Recorder* recorder, double time_s,
                                  float hips_height);

/* ---- Names ---- */

/** The bone of a name of Unity's HumanBodyBones ("LeftThumbProximal" is leftThumbMetacarpal),
 * ignoring case. VRM_BONE_NONE when there is none. */
VRM_API vrm_Bone vrm_vmc_bone(const char* name);

/** The preset of a name of 0.x ("Joy", "A", "Blink_L") or 1.0 ("happy", "aa", "blinkLeft"),
 * ignoring case. VRM_EXPRESSION_CUSTOM when there is none. */
VRM_API vrm_ExpressionPreset vrm_vmc_preset(const char* name);

/* ---- A socket ---- */

/** A UDP socket that receives packets of the VMC protocol. */
typedef struct vrm_VmcSocket vrm_VmcSocket;

/** Opens a non-blocking UDP socket. `address` is an IPv4 address in numbers; NULL is 127.0.0.1, so
 * that nobody else on the network can move the avatar. `port` 0 takes any that is free.
 * VRM_ERR_ARGUMENT for an invalid address, VRM_ERR_IO when it cannot be bound (in use, not
 * allowed). */
VRM_API vrm_Result vrm_vmc_socket_open(const char* address, uint16_t port,
                                       vrm_VmcSocket** out_socket);
/** NULL is fine. */
VRM_API void vrm_vmc_socket_close(vrm_VmcSocket* socket);
/** The port on which it listens, also when it was opened with 0. */
VRM_API uint16_t vrm_vmc_socket_port(const vrm_VmcSocket* socket);
/** Waits for a packet, at most `milliseconds`. False when none came. */
VRM_API bool vrm_vmc_socket_wait(vrm_VmcSocket* socket, int32_t milliseconds);
/** Passes waiting packets to the receiver, 1024 at most, so that a flood does not block the caller.
 * Returns their number. */
VRM_API int32_t vrm_vmc_socket_receive(vrm_VmcSocket* socket, vrm_Vmc* vmc);

#ifdef __cplusplus
}
#endif

#endif
