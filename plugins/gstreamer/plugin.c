/* SPDX-License-Identifier: MIT */
/* The GStreamer plugin `vrm`: avatars as video, and sound that moves their mouths. */
#include "vrmlips.h"
#include "vrmsrc.h"

#include "vrm/base.h"

static gboolean init(GstPlugin* plugin) {
    return gst_element_register(plugin, "vrmsrc", GST_RANK_NONE, VRM_TYPE_SRC) &&
           gst_element_register(plugin, "vrmlips", GST_RANK_NONE, VRM_TYPE_LIPS);
}

#define PACKAGE "libvrm"
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, vrm, "VRM avatars as video", init,
                  VRM_VERSION_TEXT, "MIT/X11", PACKAGE, PACKAGE)
