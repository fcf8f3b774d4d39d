/* SPDX-License-Identifier: MIT */
/* Linear light of sRGB colours. */
#ifndef VRMI_RENDER_LIGHT_H
#define VRMI_RENDER_LIGHT_H

#include <stdint.h>

/* Tables from sRGB bytes to linear light and back; made once for each renderer. */
typedef struct vrmi_Light {
    uint16_t from_srgb[256]; /* 0..16383 */
    uint8_t to_srgb[16384];
} vrmi_Light;

void vrmi_light_init(vrmi_Light* light);

/* 0..1 and clamped to it. */
float vrmi_decode_srgb(float srgb);

#endif
