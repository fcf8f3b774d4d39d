/* SPDX-License-Identifier: MIT */
/* vrmlips: sound that moves the mouth of a vrmsrc. */
#ifndef PLUGIN_VRMLIPS_H
#define PLUGIN_VRMLIPS_H

#include <gst/gst.h>

G_BEGIN_DECLS

#define VRM_TYPE_LIPS (vrmlips_get_type())
G_DECLARE_FINAL_TYPE(VrmLips, vrmlips, VRM, LIPS, GstBin)

G_END_DECLS

#endif
