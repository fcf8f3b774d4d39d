/* SPDX-License-Identifier: MIT */
/* Logarithm, exponential and easing, with equal bits on every CPU: only + - * and /. */
#ifndef VRMI_BASE_EXPONENTIAL_H
#define VRMI_BASE_EXPONENTIAL_H

/* Natural logarithm of a positive, normal number, and its inverse for -700..700. Relative errors
 * are below 1e-15. */
double vrmi_ln(double x);
double vrmi_exp(double x);

/* 0 before 0, 1 after 1, between them the curve of least jerk, 6 t^5 - 15 t^4 + 10 t^3: the course
 * of human movements from rest to rest (Flash and Hogan 1985). 0 for NaN. */
static inline float vrmi_ease(double t) {
    if (!(t > 0.0)) return 0.0f;
    if (t >= 1.0) return 1.0f;
    float x = (float)t;
    return x * x * x * (x * (x * 6.0f - 15.0f) + 10.0f);
}

#endif
