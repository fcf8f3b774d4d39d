/* SPDX-License-Identifier: MIT */
/* References to textures, which the VRM extensions use as glTF does. */
#ifndef VRMI_GLTF_MATERIAL_H
#define VRMI_GLTF_MATERIAL_H

#include "gltf/read.h"
#include "vrm/gltf.h"

/* The value for an absent texture: -1, no transform. */
vrm_TextureInfo vrmi_no_texture(void);

/* A textureInfo member with its KHR_texture_transform. */
vrm_TextureInfo vrmi_read_texture_info(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                       int32_t texture_count);

/* The "scale" or "strength" that some textureInfos have; 1 when absent. */
float vrmi_read_texture_factor(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                               const char* factor_key);

#endif
