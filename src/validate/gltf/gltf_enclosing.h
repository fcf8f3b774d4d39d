/* SPDX-License-Identifier: MIT */
/* Rules of Khronos extensions that depend on the enclosing object (gltf_enclosing.c); the tables
 * are in vrmi_khronos_extensions (gltf_extensions.c). */
#ifndef VRMI_VALIDATE_GLTF_GLTF_ENCLOSING_H
#define VRMI_VALIDATE_GLTF_GLTF_ENCLOSING_H

#include "validate/schema/schema.h"

/* The extension of an object, if the file declares it; undeclared extensions are not checked. */
vrm_JsonRef vrmi_declared_extension(const vrmi_SchemaWalk* walk, vrm_JsonRef object,
                                    const char* name);

/* Rows of an animation channel target. */
enum { VRMI_TARGET_NODE, VRMI_TARGET_PATH };

vrmi_SchemaObjectCheck vrmi_check_animation_target;

/* `members` as vrmi_check_material() has them. */
void vrmi_check_material_extensions(vrmi_SchemaWalk* walk, vrm_JsonRef material,
                                    const vrm_JsonRef* members);

#endif
