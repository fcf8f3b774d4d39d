/* SPDX-License-Identifier: MIT */
#include "model/emission.h"

#include "base/maths.h"

vrm_Vec3 vrmi_emission(const vrm_Material* material) {
    return vrmi_vec3_scale(material->emissive_factor, material->emissive_strength);
}

void vrmi_set_emission(vrm_Material* material, vrm_Vec3 emission) {
    float most = vrmi_vec3_reach(emission);
    material->emissive_strength = most > 1.0f ? most : 1.0f;
    material->emissive_factor =
        most > 1.0f ? (vrm_Vec3){emission.x / most, emission.y / most, emission.z / most}
                    : emission;
}

vrm_Vec4 vrmi_emission_to_factor(const vrm_Material* material, vrm_Vec4 emission) {
    float strength = material->emissive_strength;
    if (!(strength > 0.0f)) return emission; /* nothing is shown, whatever the factor */
    return (vrm_Vec4){emission.x / strength, emission.y / strength, emission.z / strength,
                      emission.w};
}

vrm_Vec4 vrmi_emission_from_factor(const vrm_Material* material, vrm_Vec4 factor) {
    float strength = material->emissive_strength;
    return (vrm_Vec4){factor.x * strength, factor.y * strength, factor.z * strength, factor.w};
}
