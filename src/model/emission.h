/* SPDX-License-Identifier: MIT */
/* Emission is stored as a product: a factor, of at most 1 in glTF, times a strength. The model has
 * both, as glTF does, and so everything that replaces the factor (expressions, the runtime's
 * material values, animations by pointer) is multiplied by the strength afterwards. 0.x stores only
 * the product. All conversions between the two forms are in this file. */
#ifndef VRMI_MODEL_EMISSION_H
#define VRMI_MODEL_EMISSION_H

#include "vrm/gltf.h"

/* The product. */
vrm_Vec3 vrmi_emission(const vrm_Material* material);

/* Splits a product of any brightness: a factor of at most 1, and a strength of at least 1. */
void vrmi_set_emission(vrm_Material* material, vrm_Vec3 emission);

/* The factor for which `emission` is the product; and the inverse. Alpha is kept. */
vrm_Vec4 vrmi_emission_to_factor(const vrm_Material* material, vrm_Vec4 emission);
vrm_Vec4 vrmi_emission_from_factor(const vrm_Material* material, vrm_Vec4 factor);

#endif
