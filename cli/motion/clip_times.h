/* SPDX-License-Identifier: MIT */
/* When a clip is sampled to be converted. */
#ifndef VRM_CLI_CLIP_TIMES_H
#define VRM_CLI_CLIP_TIMES_H

#include "vrm/vrm.h"

/* Seconds between the keys of the densest track of an animation that lasts so long; 0: there are
 * too few. */
float clip_frame_of(const vrm_Model* model, int32_t animation, double seconds);

/* Number of equal steps for a clip at `fps` frames a second. 0: at least 60, and as many as meet
 * every key of an animation with an even frame rate. */
int32_t clip_steps_of(const vrm_Model* model, const vrm_Clip* clip, double fps);

/* The times of all keys of a clip, from 0 to its end, in seconds; where curves are not straight
 * between keys, 60 a second as well. NULL when there are `max_count` or more, more than four times
 * as many as at 60 a second, or no memory. Free them with free(). */
double* clip_key_times(const vrm_Model* model, const vrm_Clip* clip, int32_t max_count,
                       int32_t* out_count);

#endif
