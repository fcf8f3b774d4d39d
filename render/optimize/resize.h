/* SPDX-License-Identifier: MIT */
/* Pictures of another size. */
#ifndef RENDER_OPTIMIZE_RESIZE_H
#define RENDER_OPTIMIZE_RESIZE_H

#include "image/image_codec.h"

/* What the channels mean. */
typedef enum vrmi_Meaning {
    VRMI_MEANS_DATA,   /* numbers */
    VRMI_MEANS_COLOR,  /* sRGB, and alpha */
    VRMI_MEANS_CUTOUT, /* sRGB that is drawn in proportion to its alpha */
    VRMI_MEANS_NORMAL  /* directions, 0..255 for -1..1 */
} vrmi_Meaning;

/* Smaller sides are averaged over the area of each new pixel, which no neighbour across the edge of
 * the picture enters; larger ones are interpolated. By powers of two the result is what a graphics
 * card would make for its mip levels. `out` is released by the caller. */
vrm_Result vrmi_resize(const vrm_Picture* from, uint32_t width, uint32_t height,
                       vrmi_Meaning meaning, vrm_Picture* out);

#endif
