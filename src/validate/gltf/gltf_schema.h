/* SPDX-License-Identifier: MIT */
/* The tables of glTF 2.0: places for extensions, and parts that extensions reuse. */
#ifndef VRMI_VALIDATE_GLTF_GLTF_SCHEMA_H
#define VRMI_VALIDATE_GLTF_GLTF_SCHEMA_H

#include "validate/schema/schema.h"

/* Object types. */
extern const vrmi_SchemaType vrmi_gltf_root;
extern const vrmi_SchemaType vrmi_gltf_stranger; /* the root of another glTF generation */
extern const vrmi_SchemaType vrmi_gltf_asset;
extern const vrmi_SchemaType vrmi_gltf_accessor;
extern const vrmi_SchemaType vrmi_gltf_animation;
extern const vrmi_SchemaType vrmi_gltf_animation_channel;
extern const vrmi_SchemaType vrmi_gltf_animation_target;
extern const vrmi_SchemaType vrmi_gltf_buffer;
extern const vrmi_SchemaType vrmi_gltf_buffer_view;
extern const vrmi_SchemaType vrmi_gltf_camera;
extern const vrmi_SchemaType vrmi_gltf_image;
extern const vrmi_SchemaType vrmi_gltf_material;
extern const vrmi_SchemaType vrmi_gltf_mesh;
extern const vrmi_SchemaType vrmi_gltf_primitive;
extern const vrmi_SchemaType vrmi_gltf_node;
extern const vrmi_SchemaType vrmi_gltf_sampler;
extern const vrmi_SchemaType vrmi_gltf_scene;
extern const vrmi_SchemaType vrmi_gltf_skin;
extern const vrmi_SchemaType vrmi_gltf_texture;
extern const vrmi_SchemaType vrmi_gltf_texture_info;      /* { index, texCoord } */
extern const vrmi_SchemaType vrmi_gltf_texture_transform; /* KHR_texture_transform */
extern const vrmi_SchemaType vrmi_gltf_normal_texture_info;
extern const vrmi_SchemaType vrmi_gltf_occlusion_texture_info;

/* A row that many glTF objects have. */
#define VRMI_GLTF_NAME                                                                             \
    {                                                                                              \
        "name", {                                                                                  \
            .kind = VRMI_STRING                                                                    \
        }                                                                                          \
    }

/* Elements of arrays. */
extern const vrmi_SchemaValue vrmi_any_number;
extern const vrmi_SchemaValue vrmi_unit_number; /* 0 to 1 */
extern const vrmi_SchemaValue vrmi_any_string;
extern const vrmi_SchemaValue vrmi_node_index;

/* An element of "mappings" of KHR_materials_variants. */
extern const vrmi_SchemaType vrmi_gltf_variant_mapping;

/* The Khronos extensions that are checked. */
extern const vrmi_SchemaExtensions vrmi_khronos_extensions;

#endif
