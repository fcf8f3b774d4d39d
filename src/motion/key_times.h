/* SPDX-License-Identifier: MIT */
/* When a VRM animation is sampled to be written again: at its own keys, so that none is lost, or at
 * equal steps. */
#ifndef VRMI_MOTION_KEY_TIMES_H
#define VRMI_MOTION_KEY_TIMES_H

#include "base/alloc.h"
#include "vrm/model.h"

typedef struct vrmi_KeyMoments {
    double* times; /* seconds, rising, from 0 to the end of the animation */
    size_t count;
    size_t capacity;
} vrmi_KeyMoments;

/* The seconds between the keys of the densest track of an animation that lasts so long; 0: there
 * are too few. */
float vrmi_key_step(const vrm_Model* model, int32_t animation, double seconds);

/* Equal steps that fill an animation: at least 60 a second, and where its keys are evenly spaced,
 * as many as meet each of them. */
int32_t vrmi_key_steps(const vrm_Model* model, int32_t animation, double seconds);

/* The times of all keys; where curves are not straight between them, 60 a second as well. Count 0
 * where there are more than four times as many as at 60 a second: equal steps serve better then.
 * Other results than VRM_OK leave nothing to release. */
vrm_Result vrmi_key_moments(const vrm_Model* model, int32_t animation, double seconds,
                            const vrm_Allocator* allocator, vrmi_KeyMoments* out);

/* All zero is fine. */
void vrmi_key_moments_release(vrmi_KeyMoments* moments, const vrm_Allocator* allocator);

#endif
