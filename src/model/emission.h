/* SPDX-License-Identifier: MIT */
/* Emission is stored as a product: a factor, of at most 1 where glTF writes it, times a strength.
 * The model has both as glTF does, and so everything that replaces the factor (expressions, the
 * runtime's material values, animations by pointer) is multiplied by the strength afterwards. 0.x
 * has the product alone. Whatever goes from one form to the other goes through here. */
#ifndef VRMI_MODEL_EMISSION_H
#define VRMI_MODEL_EMISSION_H

#include "vrm/gltf.h"

/* The product. */
vrm_Vec3 vrmi_emission(const vrm_Material* material);

/* A product of any brightness, split: a factor of at most 1, and a strength of at least 1. */
void vrmi_set_emission(vrm_Material* material, vrm_Vec3 emission);

/* What takes the place of the factor so that `emission` is the product; and the way back. Alpha is
 * kept. */
vrm_Vec4 vrmi_emission_to_factor(const vrm_Material* material, vrm_Vec4 emission);
vrm_Vec4 vrmi_emission_from_factor(const vrm_Material* material, vrm_Vec4 factor);

#endif
