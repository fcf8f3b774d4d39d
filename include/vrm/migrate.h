/* SPDX-License-Identifier: MIT */
/** Migrates avatars of older dialects to VRM 1.0, or back to 0.x. docs/guide/migrate.md lists how
 * each part is converted. */
#ifndef VRM_MIGRATE_H
#define VRM_MIGRATE_H

#include "base.h"
#include "json.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a PNG whose red, green and blue are all copies of one channel of a picture (0 red, 1
 * green, 2 blue, 3 alpha): vrm_image_spread_channel() of vrm/image.h or your own. On VRM_OK
 * `*out_png` is allocated from `allocator` with exactly its size and owned by the caller; it is
 * empty if all three channels have these values already, as in a grey picture. */
typedef vrm_Result vrm_SpreadChannelFn(void* ctx, vrm_Span picture, int32_t channel,
                                       const vrm_Allocator* allocator, vrm_Span* out_png);

/** How to migrate. Start from vrm_default_migrate_def(). */
typedef struct vrm_MigrateDef {
    uint32_t def_size;  /**< Set by the default function; do not touch. */
    const char* name;   /**< Name for an avatar that has none; 1.0 requires one. NULL:
                             "untitled". */
    const char* author; /**< Author for an avatar without authors. NULL: "unknown". */
    vrm_Dialect to;     /**< VRM_DIALECT_1, or VRM_DIALECT_0 for older applications. Default
                             VRM_DIALECT_1. */
    vrm_SpreadChannelFn* spread_channel; /**< To 1.0: makes separate pictures for masks that MToon
                                              0.x reads from red and 1.0 from green or blue. Called
                                              once for each picture. VRM_ERR_MEMORY ends the
                                              migration; after any other failure, or if NULL (the
                                              default), the mask is not changed, with a finding. */
    void* spread_channel_ctx; /**< Passed to spread_channel; for vrm_image_spread_channel() NULL or
                                   a vrm_ImageLimits. Default NULL. */
} vrm_MigrateDef;

/** Sets every field to its default; called by vrm_default_migrate_def(). */
VRM_API void vrm_migrate_def_init(vrm_MigrateDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MigrateDef vrm_default_migrate_def(void) {
    vrm_MigrateDef def;
    vrm_migrate_def_init(&def, sizeof def);
    return def;
}

/** Migrates an avatar to vrm_MigrateDef.to. On failure the model is unchanged; on VRM_OK everything
 * that it returned before is invalid.
 *
 * To 1.0: a 0.x, draft or beta avatar becomes a 1.0 avatar that moves and looks the same and faces
 * +Z. A 1.0 avatar stays as it is.
 *
 * To 0.x: a 1.0 or beta avatar is normalized, faces -Z, and loses what 0.x cannot express:
 * constraints, overrides, inside colliders, angle limits and more, each with a DOWNGRADE_ finding.
 * A 0.x avatar stays as it is. Returns VRM_ERR_UNSUPPORTED for a draft avatar: migrate it to 1.0
 * first.
 *
 * No permission is ever loosened. The report gets a finding for every decision about the licence
 * and for everything that the new dialect cannot express. Returns VRM_ERR_INVALID if the file is
 * not an avatar, VRM_ERR_UNSUPPORTED if it cannot be migrated faithfully: the report says why.
 * `def` and `report` may be NULL. */
VRM_API vrm_Result vrm_migrate(vrm_Model* model, const vrm_MigrateDef* def, vrm_Report* report);

#ifdef __cplusplus
}
#endif

#endif
