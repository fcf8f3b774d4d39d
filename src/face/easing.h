/* SPDX-License-Identifier: MIT */
/* Targets that ease over into each other.
 *
 *   shown(t) = sum over targets i of target(i) * share(i, t)
 *   share(i, t) = ease((t - start(i)) / ease_s) - ease((t - start(i + 1)) / ease_s)
 *
 * This smooths the course of the target with a kernel of fixed length, the speed of the curve of
 * least jerk. A single change therefore follows that curve. A target that moves is followed half of
 * ease_s behind, without loss of speed, and a target that is repeated changes nothing: the result
 * depends on the course of the target alone, not on how often it was set. Shares are never negative
 * and add up to 1 at most, so what is shown stays between the targets.
 *
 * A target with another ease_s fades over from all earlier ones in its own time. */
#ifndef VRMI_FACE_EASING_H
#define VRMI_FACE_EASING_H

#include <stdbool.h>
#include <stdint.h>

/* Changes within this part of ease_s are one, at the time of the first: the curve has then moved
 * by less than 2e-5. */
#define VRMI_EASE_STEPS 96

/* Unfinished targets, the finished one before them, and a new one. */
#define VRMI_EASE_TARGETS (VRMI_EASE_STEPS + 2)

/* All zero: no target. The caller keeps the targets themselves, by slot. */
typedef struct vrmi_Easing {
    struct {
        double start, ease_s;
    } changes[VRMI_EASE_TARGETS]; /* a ring */
    int32_t first, count;
} vrmi_Easing;

typedef struct vrmi_EaseShare {
    int32_t slot; /* 0..VRMI_EASE_TARGETS - 1 */
    float share;  /* above 0, at most 1 */
} vrmi_EaseShare;

/* A new target begins; returns the slot whose target the caller replaces. Times do not decrease.
 * `ease_s` of 0: it is shown at once. */
int32_t vrmi_easing_begin(vrmi_Easing* easing, double time, double ease_s);
/* The slot of the newest target; -1: none. */
int32_t vrmi_easing_newest(const vrmi_Easing* easing);
/* Returns how many targets have a share at `time`, newest first. */
int32_t vrmi_easing_shares(const vrmi_Easing* easing, double time,
                           vrmi_EaseShare out[VRMI_EASE_TARGETS]);

#endif
