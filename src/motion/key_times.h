/* SPDX-License-Identifier: MIT */
/* Times at which a VRM animation is sampled to be rewritten: at its own keys, so that none is lost,
 * or at equal steps. */
#ifndef VRMI_MOTION_KEY_TIMES_H
#define VRMI_MOTION_KEY_TIMES_H

#include "base/alloc.h"
#include "vrm/model.h"

typedef struct vrmi_KeyMoments {
    double* times; /* seconds, rising, from 0 to the end of the animation */
    size_t count;
    size_t capacity;
} vrmi_KeyMoments;

/* Returns the time between keys of the densest track, in an animation of that duration; 0 if there
 * are too few keys. */
float vrmi_key_step(const vrm_Model* model, int32_t animation, double seconds);

/* Returns equal steps: at least 60 per second, and as many as it takes to hit every multiple of
 * `step`, unless it is 0 or too short. */
int32_t vrmi_even_steps(double seconds, double step);

/* Returns equal steps that hit every key if keys are evenly spaced. */
int32_t vrmi_key_steps(const vrm_Model* model, int32_t animation, double seconds);

/* Collects the times of all keys; if a curve is not linear between them, 60 per second as well. The
 * count is 0 if there are more than four times as many as at 60 per second, or if a curve lasts for
 * many hours: use equal steps then. On any result but VRM_OK there is nothing to release. */
vrm_Result vrmi_key_moments(const vrm_Model* model, int32_t animation, double seconds,
                            const vrm_Allocator* allocator, vrmi_KeyMoments* out);

/* All zero is fine. */
void vrmi_key_moments_release(vrmi_KeyMoments* moments, const vrm_Allocator* allocator);

#endif
