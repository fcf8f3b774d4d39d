/* SPDX-License-Identifier: MIT */
/* What the steps of making a drawable share: the model on one side, the drawable on the other, and
 * what may be spent. A step knows this and what it calls, never who calls it (drawable.c). */
#ifndef VRMI_RENDER_UPLOAD_H
#define VRMI_RENDER_UPLOAD_H

#include "drawable.h"

/* Steps over vertices that making one drawable may take beyond the plain reading of each geometry:
 * a few seconds. */
#define VRMI_MAX_WORK ((uint64_t)1 << 31)

/* What making a drawable carries about. */
typedef struct vrmi_Upload {
    vrm_Drawable* drawable;
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    vrm_DrawableDef def; /* completed by the defaults */
    uint32_t* indices;   /* of all shapes, then of first-person stretches; vertices of the file */
    size_t index_count, index_capacity;
    int32_t* first_shape; /* of each mesh; -1: not shown */
    uint64_t work;        /* spent on what hostile files could repeat without end */
} vrmi_Upload;

/* Takes `bytes` of what the model may have of the card; false and a finding when it is spent. */
bool vrmi_upload_spend(vrmi_Upload* upload, uint64_t bytes, const char* pointer);

/* A finding at the pointer "/" and FORMAT; `message` NULL takes the rule's own. */
void vrmi_upload_find(const vrmi_Upload* upload, const char* code, const char* message,
                      const char* format, ...) VRM_PRINTF(4, 5);

/* snprintf() that is sure to fit what we write. */
void vrmi_pointer(char* out, size_t size, const char* format, ...) VRM_PRINTF(3, 4);

#endif
