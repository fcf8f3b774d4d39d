/* SPDX-License-Identifier: MIT */
/* What the files that write a bake share: bake_write.c nodes, morphs and materials, bake_root.c the
 * node above the others, bake_parts.c transforms for both. */
#ifndef VRMI_EXPORT_BAKE_WRITE_H
#define VRMI_EXPORT_BAKE_WRITE_H

#include "export/bake.h"
#include "model/edit.h"
#include "motion/animation.h"
#include "motion/frames.h"

typedef struct vrmi_BakeWriter {
    const vrm_Baker* baker;
    const vrm_Gltf* gltf;
    const vrm_Surface* surfaces; /* of all materials */
    vrm_Edit* edit;
    vrm_Report* report;
    vrmi_AnimationOut animation;
    vrmi_Frames frames;
    float* values; /* of one curve */
} vrmi_BakeWriter;

/* The parts of a transform, as rows hold them. */
typedef struct vrmi_TransformPart {
    const char* path;
    size_t at;
    int32_t width;
    vrmi_CurveKind kind;
} vrmi_TransformPart;

enum { VRMI_PART_COUNT = 3 };

extern const vrmi_TransformPart vrmi_transform_parts[VRMI_PART_COUNT];

static inline float vrmi_bake_tolerance(const vrm_Baker* baker, vrmi_CurveKind kind) {
    return kind == VRMI_CURVE_ROTATION ? baker->angle : baker->distance;
}

/* Sets a member of a node. */
void vrmi_bake_put_floats(vrm_Edit* edit, int32_t node, const char* path, const float* values,
                          int width);

/* A node above the others that carries the motion of the root, where it moves or is turned. */
void vrmi_bake_add_root(vrmi_BakeWriter* writer);

#endif
