/* SPDX-License-Identifier: MIT */
/* The part of vrmlips that listens: sound passes unchanged, and what the lips do to it goes to a
 * voice. Not registered: vrmlips makes it. */
#ifndef PLUGIN_EAR_H
#define PLUGIN_EAR_H

#include "lip_stream.h"

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

#define VRM_TYPE_EAR (vrmear_get_type())
G_DECLARE_FINAL_TYPE(VrmEar, vrmear, VRM, EAR, GstBaseTransform)

/* Gives an ear its voice; NULL: none. Not while sound flows. */
void vrmear_set_voice(VrmEar* ear, LipStream* voice);

G_END_DECLS

#endif
