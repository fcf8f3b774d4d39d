/* SPDX-License-Identifier: MIT */
/* Times of the recorded frames as a file stores them: floats, each above the previous one. After
 * 20000 s they are 2 ms apart; of frames whose times round to the same float only the last is
 * written. */
#ifndef VRMI_MOTION_FRAMES_H
#define VRMI_MOTION_FRAMES_H

#include "base/alloc.h"

#include <stdint.h>

typedef struct vrmi_Frames {
    float* times;      /* seconds from the first recorded frame, rising */
    uint32_t* numbers; /* indices of the recorded frames */
    size_t count;
    size_t capacity; /* of both arrays */
} vrmi_Frames;

/* `times` rise; there is at least one. With VRM_ERR_MEMORY there is nothing to release. */
vrm_Result vrmi_frames_choose(vrmi_Frames* frames, const vrm_Allocator* allocator,
                              const double* times, size_t count);

/* All zero is fine. */
void vrmi_frames_release(vrmi_Frames* frames, const vrm_Allocator* allocator);

#endif
