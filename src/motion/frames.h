/* SPDX-License-Identifier: MIT */
/* Which recorded frames an animation can have, and when. A file has the times of keys as floats,
 * each above the one before: after 20000 s they are 2 ms apart. Of frames whose times are the same
 * float only the last is written. */
#ifndef VRMI_MOTION_FRAMES_H
#define VRMI_MOTION_FRAMES_H

#include "base/alloc.h"

#include <stdint.h>

typedef struct vrmi_Frames {
    float* times;      /* seconds from the first recorded frame on; each above the one before */
    uint32_t* numbers; /* of the recorded frames */
    size_t count;
    size_t capacity; /* of both arrays */
} vrmi_Frames;

/* `times` rise; there is at least one. VRM_ERR_MEMORY leaves nothing to release. */
vrm_Result vrmi_frames_choose(vrmi_Frames* frames, const vrm_Allocator* allocator,
                              const double* times, size_t count);

/* All zero is fine. */
void vrmi_frames_release(vrmi_Frames* frames, const vrm_Allocator* allocator);

#endif
