/* SPDX-License-Identifier: MIT */
/* EXT_meshopt_compression: a buffer view's bytes, decompressed by meshoptimizer. */
#ifndef VRMI_GLTF_MESHOPT_H
#define VRMI_GLTF_MESHOPT_H

#include "gltf/typed.h"

/* Returns true when the view was decompressed, or when decompression failed with a finding (data is
 * then NULL). Returns false when this build has no meshoptimizer: use the view's own bytes, the
 * fallback. */
bool vrmi_meshopt_decode(vrmi_Typed* typed, vrm_JsonRef extension, vrm_BufferView* view);

#endif
