/* SPDX-License-Identifier: MIT */
/* Readers of surfaces: mtoon.c reads VRMC_materials_mtoon, mtoon_draft.c that of 2019, mtoon0.c the
 * shader properties of 0.x; surface.c decides which applies. */
#ifndef VRMI_MODEL_SURFACE_H
#define VRMI_MODEL_SURFACE_H

#include "model/model.h"

/* MToon with all defaults. */
extern const vrm_Mtoon vrmi_mtoon_default;

/* The members of VRMC_materials_mtoon 1.0 beside its version, place in the queue and writing of
 * depth: the reader, the writer (edit_surface.c) and comparisons (diff/diff_materials.c) go along
 * them.
 */
typedef enum vrmi_MtoonKind {
    VRMI_MTOON_NUMBER,
    VRMI_MTOON_RATIO,    /* 0 to 1 */
    VRMI_MTOON_POSITIVE, /* 0 or more */
    VRMI_MTOON_COLOR,    /* vrm_Vec3 */
    VRMI_MTOON_TEXTURE,  /* vrm_TextureInfo */
    VRMI_MTOON_SCALE,    /* the "scale" of the texture in the row before */
    VRMI_MTOON_OUTLINE   /* vrm_OutlineMode */
} vrmi_MtoonKind;

typedef struct vrmi_MtoonRow {
    const char* key;
    uint16_t at;  /* in vrm_Mtoon */
    uint8_t kind; /* vrmi_MtoonKind */
} vrmi_MtoonRow;

enum { VRMI_MTOON_ROW_COUNT = 23 };
extern const vrmi_MtoonRow vrmi_mtoon_rows[VRMI_MTOON_ROW_COUNT];

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
