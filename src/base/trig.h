/* SPDX-License-Identifier: MIT */
/* Sine, cosine and their inverses with equal bits on every CPU, which no two C libraries promise.
 * Errors stay below 1.6 ulp (docs/reference/maths.md has the measured figure of each, over all
 * floats).
 *
 * Nothing here returns NaN or infinity. An angle that is not finite counts as 0; a sine or cosine
 * outside -1..1 counts as the nearest of the two, NaN as the one whose angle is 0; an infinite
 * coordinate counts as FLT_MAX and a NaN one as 0. */
#ifndef VRMI_BASE_TRIG_H
#define VRMI_BASE_TRIG_H

typedef struct vrmi_SinCos {
    float sin, cos;
} vrmi_SinCos;

/* Radians, any magnitude: large angles are reduced with as many digits of pi as they need. Angles
 * up to 201 take the fast path. */
float vrmi_sin(float angle);
float vrmi_cos(float angle);
vrmi_SinCos vrmi_sincos(float angle);

/* 0..pi */
float vrmi_acos(float cosine);

/* -pi/2..pi/2 */
float vrmi_asin(float sine);

/* The angle from +X to (x, y), -pi..pi; 0 when both are 0, whatever their signs. */
float vrmi_atan2(float y, float x);

#endif
