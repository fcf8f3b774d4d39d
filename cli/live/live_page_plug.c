/* SPDX-License-Identifier: MIT */
#include "live/live_page_plug.h"

static bool show(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    LivePage* page = ctx;
    /* What could not be put for want of memory comes with the next frame. */
    (void)live_page_put(page, live->sim, live->avatar, frame->time_s);
    live_page_run(page, 0);
    return true;
}

/* Between frames the page is loaded: a browser asks for some thirty files in turn. */
static void answer(void* ctx, double time_s) {
    double left_s = time_s - live_now_s();
    if (left_s > 0.001) live_page_run(ctx, (int32_t)(left_s * 1000.0));
}

LivePlug live_page_plug(LivePage* page) {
    return (LivePlug){.ctx = page, .show = show, .wait = answer};
}
