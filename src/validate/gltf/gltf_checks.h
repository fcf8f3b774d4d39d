/* SPDX-License-Identifier: MIT */
/* Checks of a single object that the glTF tables cannot express: called by the schema walk. */
#ifndef VRMI_VALIDATE_GLTF_GLTF_CHECKS_H
#define VRMI_VALIDATE_GLTF_GLTF_CHECKS_H

#include "validate/gltf/gltf_rows.h"
#include "validate/schema/schema.h"

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
