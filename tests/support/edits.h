/* SPDX-License-Identifier: MIT */
/* Motions for the tests of edits, and comparisons of what they play. */
#ifndef VRM_TESTS_SUPPORT_EDITS_H
#define VRM_TESTS_SUPPORT_EDITS_H

#include "support/dice.h"
#include "vrm/vrm.h"

/** Finishes and destroys a recorder; returns the motion that it recorded. */
vrm_Motion* edits_motion_of(vrm_Recorder* recorder);

/** A person who travels and turns while arms and legs swing smoothly, with expressions of both
 * sides and a gaze; of 1 to 3 s, at 30 or 60 frames a second. */
vrm_Motion* edits_random_motion(Dice* dice);

/** The motion as it is, with every key. */
vrm_Clip* edits_clip_of(const vrm_Motion* motion);

/** Angle between two rotations (degrees). */
double edits_degrees(vrm_Quat a, vrm_Quat b);

/** Weight of an expression; fails the test if the clip does not have it. */
float edits_weight(const vrm_Clip* clip, const char* name, float time_s);

/** Fails the test unless both play the same: within 0.05 degrees, 0.2 mm. */
void edits_check_same(const vrm_Motion* a, const vrm_Motion* b);

/** Fails the test unless `part` at time t is `whole` at from_s + speed * t. */
void edits_check_part(const vrm_Motion* whole, double from_s, double speed, const vrm_Motion* part);

#endif
