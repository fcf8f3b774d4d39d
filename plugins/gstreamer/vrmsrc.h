/* SPDX-License-Identifier: MIT */
/* vrmsrc: an avatar as video. */
#ifndef PLUGIN_VRMSRC_H
#define PLUGIN_VRMSRC_H

#include "lip_stream.h"

#include <gst/base/gstpushsrc.h>

G_BEGIN_DECLS

#define VRM_TYPE_SRC (vrmsrc_get_type())
G_DECLARE_FINAL_TYPE(VrmSrc, vrmsrc, VRM, SRC, GstPushSrc)

/* What moves the mouth of this source; a reference for the caller. */
LipStream* vrmsrc_voice(VrmSrc* src);

G_END_DECLS

#endif
