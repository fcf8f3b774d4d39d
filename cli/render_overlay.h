/* SPDX-License-Identifier: MIT */
/* vrm render --debug: lines over a dimmed picture, so that they can be read on any avatar. */
#ifndef CLI_RENDER_OVERLAY_H
#define CLI_RENDER_OVERLAY_H

#include <stdbool.h>
#include <stdint.h>

/* Makes lines of one pixel two pixels wide: each pixel takes the strongest of itself and those to
 * its left and above. In place. */
void render_thicken(uint8_t* pixels, int32_t width, int32_t height);

/* Dims `pixels` and puts `lines` over them. Both RGBA, alpha not multiplied in. */
void render_put_over(uint8_t* pixels, const uint8_t* lines, int32_t width, int32_t height);

#endif
