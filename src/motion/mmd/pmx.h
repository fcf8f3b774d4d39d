/* SPDX-License-Identifier: MIT */
/* The skeleton of an MMD model: from a PMX file (2.0, 2.1), or the standard one. Positions are as
 * in the file: left-handed axes with Y up, the model facing -Z, units of 8 cm. */
#ifndef VRMI_MOTION_MMD_PMX_H
#define VRMI_MOTION_MMD_PMX_H

#include "base/alloc.h"
#include "motion/capture/capture.h"

enum {
    VRMI_PMX_BONES_MAX = VRMI_CAPTURE_JOINTS_MAX - 1, /* the reader adds one */
    VRMI_PMX_LINKS_MAX = 65536,                       /* of all IK */
    VRMI_PMX_MORPHS_MAX = 16384
};

/* Bits of vrmi_MmdBone.flags, as PMX has them. */
enum {
    VRMI_MMD_TAIL_IS_BONE = 0x0001,
    VRMI_MMD_IK = 0x0020,
    VRMI_MMD_APPEND_WORLD = 0x0080, /* PMX calls it local */
    VRMI_MMD_APPEND_ROTATION = 0x0100,
    VRMI_MMD_APPEND_POSITION = 0x0200,
    VRMI_MMD_FIXED_AXIS = 0x0400,
    VRMI_MMD_LOCAL_AXES = 0x0800,
    VRMI_MMD_AFTER_PHYSICS = 0x1000,
    VRMI_MMD_OUTER_PARENT = 0x2000
};

typedef struct vrmi_MmdLink {
    int32_t bone;
    bool is_limited;
    vrm_Vec3 low, high; /* radians */
} vrmi_MmdLink;

typedef struct vrmi_MmdBone {
    const char* name;  /* UTF-8 */
    vrm_Vec3 position; /* at rest, from the origin */
    int32_t parent;    /* -1: none. Any order, without circles. */
    int32_t layer;     /* lower layers are computed first */
    uint32_t flags;
    int32_t tail;   /* the bone that it points to; -1: none */
    int32_t append; /* the bone whose motion is added; -1: none */
    float append_ratio;
    vrm_Vec3 axis;     /* with VRMI_MMD_FIXED_AXIS */
    int32_t ik_target; /* the bone that is brought here; -1: no IK */
    int32_t ik_iterations;
    float ik_angle;                 /* the most a link turns in one step, radians */
    int32_t first_link, link_count; /* nearest to the target first */
} vrmi_MmdBone;

typedef struct vrmi_MmdModel {
    vrmi_MmdBone* bones;
    int32_t bone_count;
    vrmi_MmdLink* links;
    int32_t link_count;
    const char** morphs; /* names */
    int32_t morph_count;
} vrmi_MmdModel;

bool vrmi_pmx_recognises(const uint8_t* bytes, size_t size);

/* Reads bones and names of morphs of the input's model; geometry is passed over. References that
 * lead nowhere, and parents in a circle, are cut with a finding. */
vrm_Result vrmi_pmx_read(const vrmi_CaptureInput* input, vrmi_Arena* arena, vrmi_MmdModel* out);

/* The standard skeleton, of the height that most models have. */
vrm_Result vrmi_mmd_standard(vrmi_Arena* arena, vrmi_MmdModel* out);

#endif
