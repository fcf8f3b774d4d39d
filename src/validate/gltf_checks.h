/* SPDX-License-Identifier: MIT */
/* Checks of a single object that the glTF tables cannot express: called by the schema walk. The
 * enums number the table rows that a check uses. */
#ifndef VRMI_VALIDATE_GLTF_CHECKS_H
#define VRMI_VALIDATE_GLTF_CHECKS_H

#include "validate/schema.h"

enum { VRMI_ROOT_EXTENSIONS_USED, VRMI_ROOT_EXTENSIONS_REQUIRED, VRMI_ROOT_ASSET };
enum { VRMI_ASSET_VERSION, VRMI_ASSET_MIN_VERSION };
enum {
    VRMI_ACCESSOR_BUFFER_VIEW,
    VRMI_ACCESSOR_BYTE_OFFSET,
    VRMI_ACCESSOR_COMPONENT_TYPE,
    VRMI_ACCESSOR_COUNT,
    VRMI_ACCESSOR_TYPE,
    VRMI_ACCESSOR_NORMALIZED,
    VRMI_ACCESSOR_MAX,
    VRMI_ACCESSOR_MIN,
    VRMI_ACCESSOR_SPARSE
};
enum {
    VRMI_BUFFER_VIEW_BUFFER,
    VRMI_BUFFER_VIEW_BYTE_OFFSET,
    VRMI_BUFFER_VIEW_BYTE_LENGTH,
    VRMI_BUFFER_VIEW_BYTE_STRIDE,
    VRMI_BUFFER_VIEW_TARGET
};
enum {
    VRMI_ORTHOGRAPHIC_XMAG,
    VRMI_ORTHOGRAPHIC_YMAG,
    VRMI_ORTHOGRAPHIC_ZFAR,
    VRMI_ORTHOGRAPHIC_ZNEAR
};
enum { VRMI_PERSPECTIVE_YFOV, VRMI_PERSPECTIVE_ZFAR, VRMI_PERSPECTIVE_ZNEAR };
enum { VRMI_CAMERA_TYPE, VRMI_CAMERA_ORTHOGRAPHIC, VRMI_CAMERA_PERSPECTIVE };
enum { VRMI_IMAGE_BUFFER_VIEW, VRMI_IMAGE_MIME_TYPE, VRMI_IMAGE_URI };
enum { VRMI_TEXTURE_INFO_INDEX, VRMI_TEXTURE_INFO_TEX_COORD };
enum {
    VRMI_MATERIAL_PBR,
    VRMI_MATERIAL_NORMAL_TEXTURE,
    VRMI_MATERIAL_OCCLUSION_TEXTURE,
    VRMI_MATERIAL_EMISSIVE_TEXTURE,
    VRMI_MATERIAL_EMISSIVE_FACTOR,
    VRMI_MATERIAL_ALPHA_MODE,
    VRMI_MATERIAL_ALPHA_CUTOFF,
    VRMI_MATERIAL_DOUBLE_SIDED
};
enum {
    VRMI_PRIMITIVE_ATTRIBUTES,
    VRMI_PRIMITIVE_INDICES,
    VRMI_PRIMITIVE_MATERIAL,
    VRMI_PRIMITIVE_MODE,
    VRMI_PRIMITIVE_TARGETS
};
enum { VRMI_MESH_PRIMITIVES, VRMI_MESH_WEIGHTS };
enum {
    VRMI_NODE_CAMERA,
    VRMI_NODE_CHILDREN,
    VRMI_NODE_SKIN,
    VRMI_NODE_MATRIX,
    VRMI_NODE_MESH,
    VRMI_NODE_ROTATION,
    VRMI_NODE_SCALE,
    VRMI_NODE_TRANSLATION,
    VRMI_NODE_WEIGHTS
};

vrmi_SchemaObjectCheck vrmi_check_root, vrmi_check_asset, vrmi_check_accessor,
    vrmi_check_buffer_view, vrmi_check_orthographic, vrmi_check_perspective, vrmi_check_camera,
    vrmi_check_texture_info, vrmi_check_normal_texture_info, vrmi_check_material,
    vrmi_check_primitive, vrmi_check_mesh, vrmi_check_node;

vrmi_SchemaValueCheck vrmi_check_version_form, vrmi_check_animation_path, vrmi_check_mime_type;

/* True when an accessor of that component type can hold the number. */
bool vrmi_fits_component(int64_t component_type, double value);

/* Whether asset.version says that the file is glTF 2; otherwise the meaning of the file is
 * undefined. */
bool vrmi_is_gltf_2(const vrm_Json* json);

#endif
