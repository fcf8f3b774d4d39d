/* SPDX-License-Identifier: MIT */
#include "motion/frames.h"

vrm_Result vrmi_frames_choose(vrmi_Frames* frames, const vrm_Allocator* allocator,
                              const double* times, size_t count) {
    *frames = (vrmi_Frames){.capacity = count};
    frames->times = vrmi_alloc_zeroed(allocator, count, sizeof *frames->times);
    frames->numbers = vrmi_alloc_zeroed(allocator, count, sizeof *frames->numbers);
    if (frames->times == NULL || frames->numbers == NULL) {
        vrmi_frames_release(frames, allocator);
        return VRM_ERR_MEMORY;
    }
    for (size_t f = 0; f < count; f++) {
        float time = (float)(times[f] - times[0]);
        bool is_same = frames->count > 0 && !(time > frames->times[frames->count - 1]);
        size_t at = is_same ? frames->count - 1 : frames->count++;
        if (!is_same) frames->times[at] = time;
        frames->numbers[at] = (uint32_t)f;
    }
    return VRM_OK;
}

void vrmi_frames_release(vrmi_Frames* frames, const vrm_Allocator* allocator) {
    vrmi_release(allocator, frames->times, frames->capacity * sizeof *frames->times);
    vrmi_release(allocator, frames->numbers, frames->capacity * sizeof *frames->numbers);
    *frames = (vrmi_Frames){0};
}
