/* SPDX-License-Identifier: MIT */
/* References to textures, which the VRM extensions use as glTF does. */
#ifndef VRMI_GLTF_MATERIAL_H
#define VRMI_GLTF_MATERIAL_H

#include "gltf/read.h"
#include "vrm/gltf.h"

/* What stands for an absent texture: -1, no transform, factor 1. */
vrm_TextureInfo vrmi_no_texture(void);

/* A textureInfo member with its KHR_texture_transform; `factor_key` is "scale", "strength" or NULL.
 */
vrm_TextureInfo vrmi_read_texture_info(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                       const char* factor_key, int32_t texture_count);

#endif
