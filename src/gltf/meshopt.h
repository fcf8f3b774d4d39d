/* SPDX-License-Identifier: MIT */
/* EXT_meshopt_compression: a buffer view's bytes, decompressed by meshoptimizer. */
#ifndef VRMI_GLTF_MESHOPT_H
#define VRMI_GLTF_MESHOPT_H

#include "gltf/typed.h"

/* True when the view is now decompressed, or failed to be with a finding (then data is NULL). False
 * when this build has no meshoptimizer: the view's own bytes, the fallback, are to be used. */
bool vrmi_meshopt_decode(vrmi_Typed* typed, vrm_JsonRef extension, vrm_BufferView* view);

#endif
