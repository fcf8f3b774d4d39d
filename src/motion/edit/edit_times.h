/* SPDX-License-Identifier: MIT */
/* Times of the frames of a motion that is made of two. */
#ifndef VRMI_MOTION_EDIT_EDIT_TIMES_H
#define VRMI_MOTION_EDIT_EDIT_TIMES_H

#include "motion/record.h"

typedef struct vrmi_EditTimes {
    double* at; /* rising after vrmi_edit_times_finish() */
    size_t count, capacity;
    uint64_t max_bytes;
    const vrm_Allocator* allocator;
} vrmi_EditTimes;

vrm_Result vrmi_edit_times_add(vrmi_EditTimes* times, double at);

/* Adds the frames of a recorder between two of its times, moved by `shift`. */
vrm_Result vrmi_edit_times_add_frames(vrmi_EditTimes* times, const vrm_Recorder* frames,
                                      double from, double to, double shift);

/* Adds times between `from` and `to`, 60 a second: what is blended is not straight between keys
 * that are far apart. */
vrm_Result vrmi_edit_times_fill(vrmi_EditTimes* times, double from, double to);

/* Sorts the times and removes those that are equal but for rounding. */
void vrmi_edit_times_finish(vrmi_EditTimes* times);

/* All zero but the allocator is fine. */
void vrmi_edit_times_release(vrmi_EditTimes* times);

#endif
