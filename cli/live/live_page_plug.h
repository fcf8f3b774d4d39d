/* SPDX-License-Identifier: MIT */
/* The page (live_page.h) as an output of the loop. */
#ifndef CLI_LIVE_PAGE_PLUG_H
#define CLI_LIVE_PAGE_PLUG_H

#include "live/live_loop.h"
#include "live/live_page.h"

/* The page must outlive the loop. */
LivePlug live_page_plug(LivePage* page);

#endif
