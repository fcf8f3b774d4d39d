/* SPDX-License-Identifier: MIT */
/** Camera placement: measures the parts of an avatar and frames its whole body, bust or face. Part
 * of libvrm_render, but needs no GL: a host with a renderer of its own may use it.
 *
 *   vrm_framing_create      once for each model: a box for the vertices of each node
 *   vrm_framing_add_pose    a pose of an avatar, or the poses of a motion one after the other
 *   vrm_framing_viewpoint   the camera that shows all added poses */
#ifndef VRM_FRAMING_H
#define VRM_FRAMING_H

#include "base.h"
#include "model.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Part of the avatar that a camera shows. */
typedef enum vrm_Shot {
    VRM_SHOT_FULL = 0, /**< The whole avatar, from any side. */
    VRM_SHOT_BUST,     /**< Head and shoulders. */
    VRM_SHOT_FACE      /**< Chin to hair. */
} vrm_Shot;

/** How to frame an avatar. Start from vrm_default_shot_def(). */
typedef struct vrm_ShotDef {
    uint32_t def_size;   /**< Set by the default function; do not touch. */
    vrm_Shot shot;       /**< Default VRM_SHOT_FULL. */
    float aspect;        /**< Width / height of the picture, above 0. Default 1. */
    float fov_degrees;   /**< Vertical field of view, 1 to 150. Default 30. */
    float yaw_degrees;   /**< Angle of the camera around the avatar: 0 is in front of it, 90 at its
                              left, any number of turns. Default 0. */
    float pitch_degrees; /**< Elevation of the camera, -89 to 89. Default 0. */
    float margin; /**< Free space at each edge, fraction of the picture, 0 to 0.4. Default 0.04. */
} vrm_ShotDef;

/** Sets every field to its default; called by vrm_default_shot_def(). */
VRM_API void vrm_shot_def_init(vrm_ShotDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_ShotDef vrm_default_shot_def(void) {
    vrm_ShotDef def;
    vrm_shot_def_init(&def, sizeof def);
    return def;
}

/** A camera. In camera space it looks along -Z. */
typedef struct vrm_Viewpoint {
    vrm_Vec3 eye, target, up; /**< World space (m). */
    float z_near, z_far;      /**< Distances of the clip planes (m). */
    vrm_Mat4 view;            /**< World to camera. */
    vrm_Mat4 projection;      /**< Camera to clip space, depth -1..1, as in glTF. */
} vrm_Viewpoint;

/** The bounding boxes of an avatar in all added poses. */
typedef struct vrm_Framing vrm_Framing;

/** Measures a model. `rig` must be built from it and must outlive the framing; the model is not
 * kept. `allocator` may be NULL. Meshes that cannot be read are ignored: an avatar without any is
 * framed by its bones. */
VRM_API vrm_Result vrm_framing_create(const vrm_Model* model, const vrm_Rig* rig,
                                      const vrm_Allocator* allocator, vrm_Framing** out_framing);
/** Destroys a framing. `framing` may be NULL. */
VRM_API void vrm_framing_destroy(vrm_Framing* framing);

/** Removes all poses that were added. */
VRM_API void vrm_framing_clear(vrm_Framing* framing);

/** Adds the pose that the sim has computed for an avatar of the framing's rig: the meshes that are
 * visible in the avatar's view. Needs VRM_OUTPUT_WORLDS. Returns false if the id is stale. */
VRM_API bool vrm_framing_add_pose(vrm_Framing* framing, const vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns a bounding box of all added poses in world space; a box of two metres at the origin if
 * none was added. */
VRM_API void vrm_framing_bounds(const vrm_Framing* framing, vrm_Vec3* out_min, vrm_Vec3* out_max);

/** Returns a camera that shows all added poses. `def` may be NULL; values are clamped to their
 * range. The result is finite for every avatar. */
VRM_API vrm_Viewpoint vrm_framing_viewpoint(const vrm_Framing* framing, const vrm_ShotDef* def);

/** Returns a camera at the avatar's own eyes: at the head bone with the file's look-at offset,
 * turned by the head and then by the definition's yaw (to the left) and pitch (up). The shot and
 * the margin are not used; without a head bone the position of the eyes is estimated. Use it with
 * VRM_VIEW_FIRST_PERSON. */
VRM_API vrm_Viewpoint vrm_framing_first_person(const vrm_Framing* framing, const vrm_ShotDef* def,
                                               const vrm_Sim* sim, vrm_AvatarId avatar);

#ifdef __cplusplus
}
#endif

#endif
