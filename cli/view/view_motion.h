/* SPDX-License-Identifier: MIT */
/* Live motion for the page of vrm view: packets of the VMC protocol in, JSON out.
 * docs/guide/view.md has its members. */
#ifndef CLI_VIEW_MOTION_H
#define CLI_VIEW_MOTION_H

#include "vrm/vrm.h"

typedef struct view_Motion view_Motion;

/* `place` is [ADDRESS:]PORT. CLI_OK, or the status after printing why not. */
int view_motion_open(const char* place, view_Motion** out_motion);
void view_motion_close(view_Motion* motion);

/* Where it listens. */
uint16_t view_motion_port(const view_Motion* motion);

/* Takes what has come. True, with the text, when something came and the last text is at least 1/60
 * s old; valid until the next call. */
bool view_motion_take(view_Motion* motion, double now_s, vrm_Span* out_text);

#endif
