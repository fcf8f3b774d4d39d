/* SPDX-License-Identifier: MIT */
/** Removes rotations and scales from the nodes of an avatar, by baking them into its meshes and
 * into everything else that is expressed in the axes of a node. docs/guide/normalize.md lists how
 * each part is converted. */
#ifndef VRM_NORMALIZE_H
#define VRM_NORMALIZE_H

#include "base.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to normalize. Start from vrm_default_normalize_def(). */
typedef struct vrm_NormalizeDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    bool keep_axes;    /**< Keep the axes of bones, spring joints and constrained nodes, as VRM 1.0
                            allows, and bake only their scales. Other nodes are normalized. Default
                            false. */
    bool scale_only;   /**< Bake scales only: no node changes its axes. Default false. */
} vrm_NormalizeDef;

/** Sets every field to its default; called by vrm_default_normalize_def(). */
VRM_API void vrm_normalize_def_init(vrm_NormalizeDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_NormalizeDef vrm_default_normalize_def(void) {
    vrm_NormalizeDef def;
    vrm_normalize_def_init(&def, sizeof def);
    return def;
}

/** Removes rotation and scale from every node of a 0.x, beta or 1.0 avatar; rest pose and motion
 * look the same. An avatar that is normalized already keeps every byte (finding NORMALIZE_ALREADY).
 * On failure the model is unchanged; on VRM_OK everything that it returned before is invalid.
 *
 * The report gets a NORMALIZE_ finding for every node that had to keep a rotation and for every
 * part that cannot be preserved exactly. Returns VRM_ERR_INVALID if the file is not an avatar,
 * VRM_ERR_UNSUPPORTED if it cannot be normalized: the report says why. `def` and `report` may be
 * NULL. */
VRM_API vrm_Result vrm_normalize(vrm_Model* model, const vrm_NormalizeDef* def, vrm_Report* report);

#ifdef __cplusplus
}
#endif

#endif
