/* SPDX-License-Identifier: MIT */
/* Shared by the steps of making a drawable: the model, the drawable, and the budgets. A step
 * depends on this and on what it calls, never on its caller (drawable_make.c). */
#ifndef VRMI_RENDER_UPLOAD_H
#define VRMI_RENDER_UPLOAD_H

#include "drawable.h"

/* Budget of steps over vertices for one drawable, beyond reading each geometry once: a few
 * seconds. */
#define VRMI_MAX_WORK ((uint64_t)1 << 31)

/* The state while a drawable is made. */
typedef struct vrmi_Upload {
    vrm_Drawable* drawable;
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    vrm_DrawableDef def; /* completed by the defaults */
    uint32_t* indices;   /* of all shapes, then of first-person stretches; vertices of the file */
    size_t index_count, index_capacity;
    int32_t* first_shape; /* of each mesh; -1: not shown */
    uint64_t work;        /* spent on what hostile files could repeat without end */
    /* What is left of the allowances of the definition. */
    uint64_t pixels, geometry_bytes, triangles;
    char pointer[96]; /* where findings are; see vrmi_pointer() */
} vrmi_Upload;

/* base + per_byte * bytes; the largest number where that overflows. */
static inline uint64_t vrmi_allowance(vrm_Allowance allowance, uint64_t bytes) {
    if (bytes != 0 && allowance.per_byte > UINT64_MAX / bytes) return UINT64_MAX;
    uint64_t share = allowance.per_byte * bytes;
    return allowance.base > UINT64_MAX - share ? UINT64_MAX : allowance.base + share;
}

/* Takes `bytes` from the model's budget of GPU memory; false and a finding when it is exhausted. */
bool vrmi_upload_spend(vrmi_Upload* upload, uint64_t bytes, const char* pointer);

/* The same for vertices, indices and morph targets, which have an allowance of their own. */
bool vrmi_upload_spend_geometry(vrmi_Upload* upload, uint64_t bytes, const char* pointer);

/* The JSON pointers "/LIST/INDEX" and "/meshes/MESH/primitives/PRIMITIVE" with PATH behind them, in
 * upload->pointer: valid until the next call. */
const char* vrmi_pointer(vrmi_Upload* upload, const char* list, int32_t index, const char* path);
const char* vrmi_primitive_pointer(vrmi_Upload* upload, int32_t mesh, int32_t primitive,
                                   const char* path);

/* A finding; `message` NULL takes the rule's own. */
void vrmi_upload_report(const vrmi_Upload* upload, const char* code, const char* pointer,
                        const char* message);

#endif
