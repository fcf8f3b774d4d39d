/* SPDX-License-Identifier: MIT */
/* Readers of surfaces: mtoon.c reads VRMC_materials_mtoon, mtoon_draft.c that of 2019, mtoon0.c the
 * shader properties of 0.x; surface.c decides which applies. */
#ifndef VRMI_MODEL_SURFACE_H
#define VRMI_MODEL_SURFACE_H

#include "model/model.h"

/* MToon with all defaults. */
extern const vrm_Mtoon vrmi_mtoon_default;

/* VRMC_materials_mtoon 1.0 or beta; `version` is known. */
void vrmi_read_mtoon(vrmi_ModelReader* reader, const vrm_Material* material, vrm_JsonRef extension,
                     vrmi_Version version, vrm_Mtoon* out);

/* VRMC_materials_mtoon has the members of the 2019 draft. */
bool vrmi_mtoon_is_draft(const vrmi_ModelReader* reader, vrm_JsonRef extension);

/* The draft's MToon; `material` is updated accordingly. */
void vrmi_read_mtoon_draft(vrmi_ModelReader* reader, vrm_JsonRef extension, vrm_Material* material,
                           vrm_Mtoon* out);

/* renderQueueOffsetNumber, clamped to what the alpha mode allows, with a finding when it was
 * outside. */
int32_t vrmi_read_queue_offset(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_AlphaMode alpha_mode,
                               bool writes_depth);

/* Which render queues of 0.x the transparent materials of a model use. 1.0 has ten places before
 * and behind the others, so only the first ten distinct queues of a class keep their order. */
typedef struct vrmi_QueueRanks {
    int32_t queues[10]; /* distinct, the one of offset 0 first */
    int32_t count;
} vrmi_QueueRanks;

typedef struct vrmi_Queues {
    vrmi_QueueRanks blend;       /* highest first: 0, -1, ... -9 */
    vrmi_QueueRanks depth_write; /* lowest first: 0, 1, ... 9 */
} vrmi_Queues;

/* Over all of materialProperties. */
vrmi_Queues vrmi_rank_queues(const vrmi_ModelReader* reader, vrm_JsonRef properties);

/* The surface that an entry of materialProperties describes; VRM_SURFACE_PBR when the glTF material
 * applies. `material` is updated accordingly. */
vrm_SurfaceKind vrmi_read_material_properties(vrmi_ModelReader* reader, vrm_JsonRef json,
                                              const vrmi_Queues* queues, vrm_Material* material,
                                              vrm_Mtoon* out_mtoon);

#endif
