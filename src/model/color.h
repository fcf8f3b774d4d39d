/* SPDX-License-Identifier: MIT */
/* Colours of 0.x are stored as sRGB; everything else here is linear. */
#ifndef VRMI_MODEL_COLOR_H
#define VRMI_MODEL_COLOR_H

#include "vrm/types.h"

/* Converts one channel. Equal bits everywhere: the fifth root that x^2.4 = x^2 * x^(2/5) needs is
 * computed by Newton's iteration instead of pow(). Values above 1 follow x^2.2, as in Unity, and
 * stay in the range of a float; negative ones become 0. */
float vrmi_srgb_to_linear(float value);

/* The inverse, for writing 0.x: the value for which vrmi_srgb_to_linear() gives the nearest
 * result. */
float vrmi_linear_to_srgb(float value);

/* RGB converted, alpha kept. */
vrm_Vec4 vrmi_srgb_color(vrm_Vec4 color);
vrm_Vec4 vrmi_color_to_srgb(vrm_Vec4 color);

#endif
