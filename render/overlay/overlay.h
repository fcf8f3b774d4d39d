/* SPDX-License-Identifier: MIT */
/* A list of lines under construction, for one avatar. */
#ifndef VRMI_RENDER_OVERLAY_H
#define VRMI_RENDER_OVERLAY_H

#include "vrm/render.h"

/* More lines cannot be distinguished; the rest is dropped. */
#define VRMI_MAX_OVERLAY_LINES ((size_t)1 << 22)

typedef struct vrmi_Overlay {
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    const vrm_Rig* rig;
    const vrm_Affine *worlds, *palettes;
    vrm_Allocator allocator;
    vrm_Line* lines;
    size_t count, capacity;
    bool lacks_memory; /* since an allocation failed; no line is added then */
} vrmi_Overlay;

void vrmi_overlay_line(vrmi_Overlay* overlay, const vrm_Vec3* from, const vrm_Vec3* to,
                       const vrm_Vec4* color);
void vrmi_overlay_normals(vrmi_Overlay* overlay);
void vrmi_overlay_first_person(vrmi_Overlay* overlay);

vrm_Vec3 vrmi_affine_point(const vrm_Affine* m, vrm_Vec3 p);

#endif
