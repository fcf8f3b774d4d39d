/* SPDX-License-Identifier: MIT */
/** Live motion from trackers: webcam trackers, phone apps and body sensors. Part of
 * libvrm_vmc, which uses libvrm's public headers.
 *
 *   vrm_tracker_create(kind) -> vrm_tracker_receive(bytes) ... -> vrm_tracker_state(),
 *   vrm_tracker_pose(), vrm_tracker_observe() or vrm_tracker_record()
 *
 * A tracker accepts bytes and needs no socket. Packets are untrusted: one that is truncated,
 * oversized or malformed is counted and changes nothing. Memory is allocated only when the tracker
 * is created, and while a packet of JSON (VTube Studio, MediaPipe) is read.
 *
 * Axes are libvrm's: right-handed, Y up, the person faces +Z, their left hand points to +X. Left
 * and right are the person's own. docs/reference/trackers.md has the layouts, the conversion of
 * each protocol and its derivation. */
#ifndef VRM_TRACKER_H
#define VRM_TRACKER_H

#include "base.h"
#include "face.h"
#include "live.h"
#include "record.h"
#include "rig.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Protocols of trackers. */
typedef enum vrm_TrackerKind {
    VRM_TRACKER_OPENSEEFACE = 0, /**< OpenSeeFace: a face from a webcam. */
    VRM_TRACKER_IFACIALMOCAP,    /**< iFacialMocap and Facemotion3d: a face from a phone, in either
                                      text format. */
    VRM_TRACKER_VTUBESTUDIO,     /**< VTube Studio for iPhone: a face from a phone, as JSON. */
    VRM_TRACKER_LIVELINK,        /**< Live Link Face: a face from a phone. */
    VRM_TRACKER_MOCOPI,          /**< mocopi: sensors on the body. */
    VRM_TRACKER_MEDIAPIPE,       /**< MediaPipe: landmarks of body, hands and face from a webcam, as
                                      lines of JSON (vrm_points_read_line()). */
    VRM_TRACKER_COUNT            /**< Number of protocols. */
} vrm_TrackerKind;

/** Returns the name of a protocol: "openseeface", "ifacialmocap", "vtubestudio", "livelink",
 * "mocopi" or "mediapipe"; "" if `kind` is out of range. The string is static. */
VRM_API const char* vrm_tracker_name(vrm_TrackerKind kind);
/** Returns the protocol with a name, ignoring case; VRM_TRACKER_COUNT for other names and NULL. */
VRM_API vrm_TrackerKind vrm_tracker_by_name(const char* name);
/** Returns the UDP port to which trackers of a kind send by default; 0 if `kind` is out of range.
 */
VRM_API uint16_t vrm_tracker_port(vrm_TrackerKind kind);

/** A receiver of one protocol and the state that it has received. One thread at a time. */
typedef struct vrm_Tracker vrm_Tracker;

/** How to receive. Start from vrm_default_tracker_def(). */
typedef struct vrm_TrackerDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** vrm_tracker_record() writes the 52 shapes of the face under ARKit's names, for avatars with
     * an expression for each ("perfect sync"). Default false: presets, for all avatars. */
    bool records_shapes;
    /** For the tracker, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_TrackerDef;

/** Sets every field to its default; called by vrm_default_tracker_def(). */
VRM_API void vrm_tracker_def_init(vrm_TrackerDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_TrackerDef vrm_default_tracker_def(void) {
    vrm_TrackerDef def;
    vrm_tracker_def_init(&def, sizeof def);
    return def;
}

/** Creates a tracker. `def` may be NULL. Returns VRM_ERR_ARGUMENT if `kind` is out of range. */
VRM_API vrm_Result vrm_tracker_create(vrm_TrackerKind kind, const vrm_TrackerDef* def,
                                      vrm_Tracker** out_tracker);
/** Destroys a tracker. `tracker` may be NULL. */
VRM_API void vrm_tracker_destroy(vrm_Tracker* tracker);
/** Returns the protocol of a tracker. */
VRM_API vrm_TrackerKind vrm_tracker_kind(const vrm_Tracker* tracker);

/** Reads one packet; of MediaPipe, one line. Returns VRM_ERR_INVALID if it was refused; the state
 * is then unchanged. */
VRM_API vrm_Result vrm_tracker_receive(vrm_Tracker* tracker, const void* data, size_t size);

/** Counters since the tracker was created. */
typedef struct vrm_TrackerStats {
    uint64_t packets; /**< Packets received, refused ones included. */
    uint64_t frames;  /**< Packets that showed a person. */
    uint64_t lost;    /**< Packets that report that the person is not seen. */
    uint64_t late;    /**< Packets ignored because a newer one had arrived. */
    uint64_t others;  /**< Packets without motion: skeletons, requests of other receivers. */
    uint64_t refused_packets; /**< Packets of another protocol, and packets that are truncated,
                                   oversized or malformed, or have a number that is not finite or
                                   beyond a million. */
    uint64_t unknown_names;   /**< Values of blend shapes whose name is not one of the 52. */
} vrm_TrackerStats;

/** Returns the current counters. */
VRM_API vrm_TrackerStats vrm_tracker_stats(const vrm_Tracker* tracker);

/** The last motion that was received. Values that were never sent are 0 or the identity. */
typedef struct vrm_TrackerState {
    uint64_t frames; /**< Number of frames so far, as in vrm_TrackerStats. */
    bool is_found;   /**< The last packet showed a person. If false, the other members are from
                          before the person was lost. */
    bool has_time;   /**< time_s was sent. */
    double time_s;   /**< The sender's clock (s); its zero is arbitrary. */

    bool has_head;          /**< head_rotation was sent. */
    bool has_head_position; /**< head_position was sent. */
    vrm_Quat head_rotation; /**< Rotation of the head in the camera's world: the identity looks into
                                 the camera. */
    vrm_Vec3 head_position; /**< Position of the head in the camera's world (m): the camera is at
                                 the origin and sees along -Z. Phone apps measure it; OpenSeeFace
                                 estimates it for a face of 14.5 cm. */
    bool has_gaze;          /**< gaze_yaw and gaze_pitch were sent. */
    float gaze_yaw, gaze_pitch; /**< Direction of the eyes relative to the head (degrees), as for
                                     vrm_avatar_look_along(). */

    uint64_t shape_mask;                /**< Bit s: shape s was sent. */
    float shapes[VRM_FACE_SHAPE_COUNT]; /**< Weights of blend shapes, 0..1, for vrm_face_track(). */

    uint64_t bones;                     /**< Bit b: bone b was sent. */
    vrm_Quat rotations[VRM_BONE_COUNT]; /**< Normalized, as in vrm_Pose. From a face tracker: neck
                                             and head, each with half of head_rotation. Bones that
                                             MediaPipe no longer sees ease to vrm_pose_idle(). */
    bool has_hips;                      /**< `hips` and `rest_hips` were sent. */
    vrm_Vec3 hips;                      /**< Position of the hips (m). */
    vrm_Vec3 rest_hips;                 /**< Position of the hips of the same person at rest (m). */
} vrm_TrackerState;

/** Returns the current state, which changes with each packet. Valid until the tracker is
 * destroyed. */
VRM_API const vrm_TrackerState* vrm_tracker_state(const vrm_Tracker* tracker);

/** Returns the bones as a pose. `hips_height` is the height of the avatar's hips at rest (m),
 * vrm_rig_hips_height(); it scales the motion of the hips. 0: the person's own. Bones that were not
 * sent are at rest. */
VRM_API vrm_Pose vrm_tracker_pose(const vrm_Tracker* tracker, float hips_height);

/** Passes the last motion to a mixer, as one of its sources. Call it after each packet. `rig` is
 * the one that the mixer was created for. Returns false if there was no motion since the last call,
 * nobody is seen, or vrm_live_observe() refused the observation. */
VRM_API bool vrm_tracker_observe(vrm_Tracker* tracker, const vrm_Rig* rig, vrm_Live* live,
                                 int32_t source, double time_s);

/** Adds a frame to a recorder: pose, face and gaze. `hips_height` is as in vrm_tracker_pose(). On
 * failure nothing is added. */
VRM_API vrm_Result vrm_tracker_record(const vrm_Tracker* tracker, vrm_Recorder* recorder,
                                      double time_s, float hips_height);
/** Adds face and gaze to the newest frame of a recorder, whose pose came from another source, such
 * as a body tracker. */
VRM_API vrm_Result vrm_tracker_record_face(const vrm_Tracker* tracker, vrm_Recorder* recorder);

/* ---- Phones that send on request ---- */

/** Longest packet of vrm_tracker_request(), terminating zero included. */
#define VRM_TRACKER_REQUEST_MAX 160

/** Returns the UDP port on which a phone receives vrm_tracker_request(); 0 for trackers that need
 * no request. */
VRM_API uint16_t vrm_tracker_phone_port(vrm_TrackerKind kind);
/** Returns the interval at which to repeat the request (s); 0 for trackers that need no request. If
 * a phone needs only one, repeat it until the phone sends. */
VRM_API float vrm_tracker_request_interval(vrm_TrackerKind kind);
/** Writes the packet that asks a phone to send to `port` of this machine, and a terminating zero.
 * Returns its size without the zero; 0, with an empty text, for trackers that need no request. */
VRM_API size_t vrm_tracker_request(vrm_TrackerKind kind, uint16_t port,
                                   char out_text[VRM_TRACKER_REQUEST_MAX]);

#ifdef __cplusplus
}
#endif

#endif
