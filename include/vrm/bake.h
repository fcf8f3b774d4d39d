/* SPDX-License-Identifier: MIT */
/** Baking: writes the results of a sim for an avatar, frame by frame, as one ordinary glTF
 * animation into the avatar's own file. Programs without VRM support then show the motion, hair and
 * clothes included.
 *
 *   vrm_baker_create() -> step the sim, vrm_baker_add_frame(), ... -> vrm_baker_finish()
 *
 * Every node's rotation, translation and scale and every mesh's morph weights are written where
 * they differ from the file's rest state. Keys are left out where linear interpolation reproduces
 * them within the tolerances; docs/guide/bake.md lists what plain glTF cannot show. */
#ifndef VRM_BAKE_H
#define VRM_BAKE_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "rig.h"
#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Collects frames and writes them as a glTF animation. */
typedef struct vrm_Baker vrm_Baker;

/** How to bake. Start from vrm_default_baker_def(). */
typedef struct vrm_BakerDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    const char* name;        /**< Name of the animation; copied. Default NULL: "bake". */
    float tolerance_degrees; /**< Maximum error of each node's rotation (degrees), 0 or more.
                                  Default 0.1. */
    float tolerance_metres;  /**< Maximum error of each node's translation (m) and scale (factor), 0
                                  or more. Default 0.0005. */
    float tolerance_weight;  /**< Maximum error of each morph weight, colour and texture transform,
                                  0 or more. Default 0.002. */
    /** Also writes the colours and texture transforms that expressions change, through
     * KHR_animation_pointer, which few programs read. Default false. */
    bool has_materials;
    /** Keeps the VRM extensions. Default false: they are removed, because a VRM program would run
     * springs, constraints and look-at a second time; the licence is kept as asset.extras.vrmMeta.
     * MToon materials are kept in any case. */
    bool keeps_vrm;
    uint64_t max_bytes;      /**< Memory for frames (bytes); beyond it VRM_ERR_LIMIT. Default 1
                                  GiB. */
    vrm_Allocator allocator; /**< For the baker, until it is destroyed. Default: the C library. */
} vrm_BakerDef;

/** Sets every field to its default; called by vrm_default_baker_def(). */
VRM_API void vrm_baker_def_init(vrm_BakerDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_BakerDef vrm_default_baker_def(void) {
    vrm_BakerDef def;
    vrm_baker_def_init(&def, sizeof def);
    return def;
}

/** Creates a baker for avatars of one rig, which must outlive it. `def` may be NULL. Returns
 * VRM_ERR_ARGUMENT if a tolerance is not finite or below 0. */
VRM_API vrm_Result vrm_baker_create(const vrm_BakerDef* def, const vrm_Rig* rig,
                                    vrm_Baker** out_baker);
/** Destroys a baker. `baker` may be NULL. */
VRM_API void vrm_baker_destroy(vrm_Baker* baker);

/** Adds the avatar's state after the sim's last step. The animation starts at the time of the first
 * frame; each further frame needs a later time. Files store times as floats: of frames whose times
 * are equal as floats, only the last is written. The sim needs VRM_OUTPUT_LOCALS and
 * VRM_OUTPUT_FACE. Returns VRM_ERR_ARGUMENT, and adds nothing, if the id is stale, the avatar has
 * another rig, an output is missing or the time does not increase. */
VRM_API vrm_Result vrm_baker_add_frame(vrm_Baker* baker, double time_s, const vrm_Sim* sim,
                                       vrm_AvatarId avatar);

/** Returns the number of frames added so far. */
VRM_API int32_t vrm_baker_frame_count(const vrm_Baker* baker);

/** Counts, sizes and loop error of a bake. */
typedef struct vrm_BakeStats {
    int32_t frames;   /**< Number of frames added. */
    int32_t channels; /**< Number of channels of the written animation; a value that never changes
                           from rest has none. */
    float seconds;    /**< Time from the first frame to the last (s). */
    uint64_t source_keys, kept_keys;   /**< Keys of all channels, recorded and written. */
    uint64_t source_bytes, kept_bytes; /**< The same in bytes of key data. */
    float gap_degrees, gap_metres;     /**< Largest rotation and translation of a node from the last
                                            frame to the first: the jump when the animation
                                            loops. */
} vrm_BakeStats;

/** Writes the animation into the model whose rig was baked, before its existing animations. On
 * failure the model is unchanged. If the avatar's root was moved or turned, or a 0.x avatar was
 * turned to face +Z, a new node above the others gets this transform. Data in side files and URIs,
 * and the images of a glTF text document, are embedded, and the file becomes a GLB. Findings list
 * what glTF cannot show. `report` and `out_stats` may be NULL. Returns VRM_ERR_ARGUMENT if there is
 * no frame or the model does not match the rig: dialect, nodes, meshes, morph targets or materials
 * differ, as after an edit of them. Returns VRM_ERR_UNSUPPORTED if the bytes of a buffer are not
 * available. */
VRM_API vrm_Result vrm_baker_finish(const vrm_Baker* baker, vrm_Model* model, vrm_Report* report,
                                    vrm_BakeStats* out_stats);

#ifdef __cplusplus
}
#endif

#endif
