/* SPDX-License-Identifier: MIT */
#include "motion/edit/edit_times.h"

#include <stdlib.h>

static const double same_s = 1e-5; /* frames of two motions this near are one */
static const double fill_s = 1.0 / 60.0;

vrm_Result vrmi_edit_times_add(vrmi_EditTimes* times, double at) {
    if (times->count >= times->max_bytes / sizeof(vrm_Pose)) return VRM_ERR_LIMIT;
    double* grown = vrmi_array_reserve(times->allocator, times->at, &times->capacity,
                                       times->count + 1, sizeof *grown);
    if (grown == NULL) return VRM_ERR_MEMORY;
    times->at = grown;
    times->at[times->count++] = at;
    return VRM_OK;
}

vrm_Result vrmi_edit_times_add_frames(vrmi_EditTimes* times, const vrm_Recorder* frames,
                                      double from, double to, double shift) {
    vrm_Result result = VRM_OK;
    for (size_t f = 0; result == VRM_OK && f < frames->count; f++)
        if (frames->times[f] >= from && frames->times[f] <= to)
            result = vrmi_edit_times_add(times, frames->times[f] + shift);
    return result;
}

vrm_Result vrmi_edit_times_fill(vrmi_EditTimes* times, double from, double to) {
    vrm_Result result = VRM_OK;
    if (!((to - from) / fill_s < 1e9)) return VRM_ERR_LIMIT;
    for (int64_t k = 1; result == VRM_OK && from + (double)k * fill_s < to; k++)
        result = vrmi_edit_times_add(times, from + (double)k * fill_s);
    return result;
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

void vrmi_edit_times_finish(vrmi_EditTimes* times) {
    size_t kept = 0;
    if (times->count == 0) return;
    qsort(times->at, times->count, sizeof *times->at, compare);
    double last = times->at[times->count - 1];
    for (size_t i = 0; i < times->count; i++)
        if (kept == 0 || times->at[i] - times->at[kept - 1] > same_s)
            times->at[kept++] = times->at[i];
    times->at[kept - 1] = last; /* the end stays where it is */
    times->count = kept;
}

void vrmi_edit_times_release(vrmi_EditTimes* times) {
    vrmi_release(times->allocator, times->at, times->capacity * sizeof *times->at);
    times->at = NULL;
    times->count = times->capacity = 0;
}
