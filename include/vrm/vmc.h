/* SPDX-License-Identifier: MIT */
/** Live motion by the VMC protocol (OSC over UDP), as motion capture programs send it. Part of
 * libvrm_vmc, which uses libvrm's public headers.
 *
 *   vrm_vmc_create -> vrm_vmc_receive(bytes) ... -> vrm_vmc_apply to an avatar, or vrm_vmc_record
 *
 * The receiver accepts bytes and needs no socket; vrm_VmcSocket is a small UDP socket for hosts
 * without one. Packets are untrusted: truncated, oversized and malformed parts are counted and
 * ignored, the valid parts are kept. Memory is allocated only when the receiver is created.
 *
 * Axes: VMC uses Unity's, left-handed with Y up and the avatar facing +Z. Everything here uses
 * libvrm's (right-handed, Y up, facing +Z): x changes its sign, so a position (x, y, z) becomes
 * (-x, y, z) and a rotation (x, y, z, w) becomes (x, -y, -z, w). docs/guide/vmc.md has the
 * derivation. */
#ifndef VRM_VMC_H
#define VRM_VMC_H

#include "base.h"
#include "live.h"
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
#define VRM_VMC_UNKNOWN_MAX 256   /**< Largest value of vrm_vmc_unknown_bone_count(). */
#define VRM_VMC_NAME        64    /**< Bytes of an expression's name, terminating zero included. */

/** How to receive. Start from vrm_default_vmc_def(). */
typedef struct vrm_VmcDef {
    uint32_t def_size;        /**< Set by the default function; do not touch. */
    int32_t expression_count; /**< Maximum number of expressions, 1..4096; messages with further
                                   names are counted and ignored. Default 256. */
    /** Height of the hips of the sender's avatar at rest (m). VMC sends the position of the hips,
     * but a pose needs their offset from rest. Default 0: as high as the hips of the receiving
     * avatar. */
    float hips_height;
    /** For the receiver, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_VmcDef;

/** Sets every field to its default; called by vrm_default_vmc_def(). */
VRM_API void vrm_vmc_def_init(vrm_VmcDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_VmcDef vrm_default_vmc_def(void) {
    vrm_VmcDef def;
    vrm_vmc_def_init(&def, sizeof def);
    return def;
}

/** Creates a receiver. `def` may be NULL. Returns VRM_ERR_ARGUMENT if a number is out of range. */
VRM_API vrm_Result vrm_vmc_create(const vrm_VmcDef* def, vrm_Vmc** out_vmc);
/** Destroys a receiver. `vmc` may be NULL. */
VRM_API void vrm_vmc_destroy(vrm_Vmc* vmc);

/** Reads one packet: a message or a bundle. Returns VRM_ERR_INVALID if a part of it was refused;
 * the rest was accepted. vrm_vmc_stats() has details. */
VRM_API vrm_Result vrm_vmc_receive(vrm_Vmc* vmc, const void* data, size_t size);

/** Counters since the receiver was created. */
typedef struct vrm_VmcStats {
    uint64_t packets;          /**< Packets received, refused ones included. */
    uint64_t messages;         /**< Well-formed OSC messages of any content. */
    uint64_t poses;            /**< Accepted messages with bones or the root. */
    uint64_t expressions;      /**< Accepted messages with the value of an expression. */
    uint64_t others;           /**< Messages that are not used here: cameras, devices, buttons. */
    uint64_t refused_packets;  /**< Packets with a part that is not OSC: truncated, oversized,
                                    malformed. */
    uint64_t refused_messages; /**< Messages with a known address and wrong arguments, or numbers
                                    that are not finite or beyond a million. */
    uint64_t unknown_bones;    /**< Bone messages whose name is not a bone. */
    uint64_t dropped_expressions; /**< Messages of expressions that were dropped: the name is empty,
                                       too long, or one too many. */
} vrm_VmcStats;

/** Returns the current counters. */
VRM_API vrm_VmcStats vrm_vmc_stats(const vrm_Vmc* vmc);

/** Returns an unknown name that bone messages used; NULL if `index` is out of range. Lists the
 * first 16 different names, cut to 63 bytes. They are untrusted text: use vrm_text_for_terminal()
 * before printing. Lives as long as the receiver. */
VRM_API const char* vrm_vmc_unknown_bone(const vrm_Vmc* vmc, int32_t index);

/** Returns the number of different unknown names, also of those that vrm_vmc_unknown_bone() does
 * not list. Counts up to VRM_VMC_UNKNOWN_MAX. */
VRM_API int32_t vrm_vmc_unknown_bone_count(const vrm_Vmc* vmc);

/** The current state of the sender's avatar. */
typedef struct vrm_VmcState {
    bool is_available; /**< The sender reported that its avatar is loaded (/VMC/Ext/OK), or moved
                            it. */
    bool has_root;     /**< root_translation and root_rotation were sent. */
    bool has_hips;     /**< `hips` was sent. */
    bool has_time;     /**< time_s was sent. */
    float time_s;      /**< The sender's clock (/VMC/Ext/T, s). */
    vrm_Vec3 root_translation; /**< Position of the avatar in the sender's world (m). */
    /** Rotation of the avatar in the sender's world; the identity until it is sent. */
    vrm_Quat root_rotation;
    vrm_Quat rotations[VRM_BONE_COUNT]; /**< Normalized, as in vrm_Pose. */
    uint64_t bones;                     /**< Bit b: bone b was sent. */
    vrm_Vec3 hips; /**< Position of the hips from the sender's root (m). (0, 0, 0) is ignored:
                        programs that send only rotations send it. */
    bool has_gaze; /**< The sender directs the eyes: gaze_yaw and gaze_pitch are valid. */
    float gaze_yaw, gaze_pitch; /**< Direction of the gaze (degrees), as for
                                     vrm_avatar_look_along(). */
    uint64_t applied;           /**< Number of times that expressions were applied
                                     (/VMC/Ext/Blend/Apply). */
} vrm_VmcState;

/** Returns the current state, which changes with each packet. Valid until the receiver is
 * destroyed. */
VRM_API const vrm_VmcState* vrm_vmc_state(const vrm_Vmc* vmc);

/** Returns the number of expressions whose values were applied at least once, numbered in the order
 * in which they arrived, with the names that the sender uses. A value is applied by the message
 * /VMC/Ext/Blend/Apply, or, from senders that omit it, when the same name arrives again. */
VRM_API int32_t vrm_vmc_expression_count(const vrm_Vmc* vmc);
/** Returns the name of an expression; "" if there is no such expression. Lives as long as the
 * receiver. */
VRM_API const char* vrm_vmc_expression_name(const vrm_Vmc* vmc, int32_t index);
/** Returns the weight of an expression as it was sent; 0 if there is no such expression. */
VRM_API float vrm_vmc_expression_weight(const vrm_Vmc* vmc, int32_t index);

/** Returns the bones as a pose. `hips_height` is the receiving avatar's, used if
 * vrm_VmcDef.hips_height is 0. Bones that were not sent are at rest. */
VRM_API vrm_Pose vrm_vmc_pose(const vrm_Vmc* vmc, float hips_height);

/** Sets the root, the pose, the applied expressions and the gaze of an avatar. The root is set in
 * metres, as it was sent; for an avatar that faces -Z (vrm_avatar_facing()) the sender's world is
 * turned by 180 degrees. Expressions are found by preset, else by name, ignoring case. No effect
 * until something was received. Returns false if the id is stale. */
VRM_API bool vrm_vmc_apply(const vrm_Vmc* vmc, vrm_Sim* sim, vrm_AvatarId avatar);

/** Passes the state to a mixer, as one of its sources. Call it once in each frame, since packets
 * hold parts of the state. Expressions are found as in vrm_vmc_apply(); others that have the name
 * of one of the 52 shapes of face tracking are passed as shapes. `rig` is the one that the mixer
 * was created for. Returns false if nothing about the avatar was accepted since the last call, the
 * sender reported that its avatar is not loaded (/VMC/Ext/OK 0), or vrm_live_observe() refused the
 * observation. */
VRM_API bool vrm_vmc_observe(vrm_Vmc* vmc, const vrm_Rig* rig, vrm_Live* live, int32_t source,
                             double time_s);

/** Adds a frame to a recorder: pose, expressions by their 1.0 names, gaze. The position and
 * rotation of the root are added to the hips, in metres, as they were sent. `hips_height` is as in
 * vrm_vmc_pose(). On failure nothing is added. */
VRM_API vrm_Result vrm_vmc_record(const vrm_Vmc* vmc, vrm_Recorder* recorder, double time_s,
                                  float hips_height);

/* ---- Send ---- */

/** Largest packet of vrm_vmc_send() (bytes); usual networks do not fragment it. */
#define VRM_VMC_PACKET_MAX 1400

/** Sends a packet. Returns false if it could not be sent. `data` is valid during the call. */
typedef bool vrm_VmcSendFn(void* ctx, const void* data, size_t size);

/** Writes the state of an avatar after a step (root, bones, gaze, expressions as they were set) as
 * packets of the VMC protocol, for other programs, and calls `send` for each. Expressions have the
 * names of the avatar's version of VRM; one whose name does not fit into a packet is left out.
 * `time_s` is the sender's clock (s). Returns false if the id is stale or `send` returned false; no
 * further packet is then sent. Allocates nothing. */
VRM_API bool vrm_vmc_send(const vrm_Sim* sim, vrm_AvatarId avatar, double time_s,
                          vrm_VmcSendFn* send, void* ctx);

/* ---- Names ---- */

/** Returns the bone of a Unity HumanBodyBones name ("LeftThumbProximal" is leftThumbMetacarpal),
 * ignoring case; VRM_BONE_NONE if there is none. */
VRM_API vrm_Bone vrm_vmc_bone(const char* name);

/** Returns the preset of a 0.x name ("Joy", "A", "Blink_L") or 1.0 name ("happy", "aa",
 * "blinkLeft"), ignoring case; VRM_EXPRESSION_CUSTOM if there is none. */
VRM_API vrm_ExpressionPreset vrm_vmc_preset(const char* name);

/* ---- A socket ---- */

/** A UDP socket that receives packets, of the VMC protocol or of trackers. */
typedef struct vrm_VmcSocket vrm_VmcSocket;

/** Opens a non-blocking UDP socket. `address` is an IPv4 address such as "0.0.0.0"; NULL means
 * 127.0.0.1, so that no other machine can move the avatar. If `port` is 0, any free port is used.
 * Returns VRM_ERR_ARGUMENT for an invalid address, VRM_ERR_IO if it cannot be bound (in use, not
 * allowed). */
VRM_API vrm_Result vrm_vmc_socket_open(const char* address, uint16_t port,
                                       vrm_VmcSocket** out_socket);
/** Closes a socket. `socket` may be NULL. */
VRM_API void vrm_vmc_socket_close(vrm_VmcSocket* socket);
/** Returns the port on which the socket listens. */
VRM_API uint16_t vrm_vmc_socket_port(const vrm_VmcSocket* socket);
/** Waits for a packet, at most `milliseconds`. Returns false if none arrived. */
VRM_API bool vrm_vmc_socket_wait(vrm_VmcSocket* socket, int32_t milliseconds);
/** Passes waiting packets to the receiver, without blocking: at most 1024, so that a flood does not
 * keep the caller busy. Returns their number. */
VRM_API int32_t vrm_vmc_socket_receive(vrm_VmcSocket* socket, vrm_Vmc* vmc);
/** Reads one waiting packet, of any protocol, without blocking. Returns its size; -1 if none waits.
 * A packet that is longer than `capacity` is truncated: to detect this, pass one byte more than the
 * longest valid packet. 65536 holds every packet. */
VRM_API int32_t vrm_vmc_socket_read(vrm_VmcSocket* socket, void* out_data, size_t capacity);

/** Opens a UDP socket that sends to one address only, to ask a phone for its packets
 * (vrm_tracker_request()). `address` is an IPv4 address such as "192.168.1.20". Fails as
 * vrm_vmc_socket_open(). */
VRM_API vrm_Result vrm_vmc_socket_connect(const char* address, uint16_t port,
                                          vrm_VmcSocket** out_socket);
/** Sends a packet through a socket of vrm_vmc_socket_connect(). Returns false if the system refused
 * it; UDP does not confirm delivery. */
VRM_API bool vrm_vmc_socket_send(vrm_VmcSocket* socket, const void* data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
