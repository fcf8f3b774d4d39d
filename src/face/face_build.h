/* SPDX-License-Identifier: MIT */
/* A map while it is measured. */
#ifndef VRMI_FACE_FACE_BUILD_H
#define VRMI_FACE_FACE_BUILD_H

#include "base/budget.h"
#include "face/face.h"

typedef struct vrmi_FaceBuild {
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    const vrm_Rig* rig;
    vrmi_Budget budget;
    vrmi_Arena arena;
    uint64_t work_left; /* steps of inner loops: products of references are bounded */
    vrm_FaceMap draft;  /* arrays in the arena */
} vrmi_FaceBuild;

/* False when the file asks for more work than its size allows. */
static inline bool vrmi_face_work(vrmi_FaceBuild* build, uint64_t steps) {
    if (steps > build->work_left) return false;
    build->work_left -= steps;
    return true;
}

/* Fills draft.overlaps and is_effective of the expressions, from vertices and material values. */
vrm_Result vrmi_face_measure(vrmi_FaceBuild* build);

#endif
