/* SPDX-License-Identifier: MIT */
/* Mathematics that tests need and the library does not. */
#ifndef VRM_TESTS_SUPPORT_MATHS_H
#define VRM_TESTS_SUPPORT_MATHS_H

#include "base/maths.h"

#include <math.h>

/* The library gives numbers for whatever is not one; what tests measure must stay NaN, so that no
 * comparison with a tolerance passes. */
static inline float test_distance(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_is_finite(a) && vrmi_vec3_is_finite(b) ? vrmi_vec3_distance(a, b) : NAN;
}

static inline float test_angle(vrm_Quat a, vrm_Quat b) {
    return vrmi_quat_is_finite(a) && vrmi_quat_is_finite(b) ? vrmi_quat_angle(a, b) : NAN;
}

/* The larger one; NaN if one is. */
static inline float test_larger(float a, float b) {
    return isnan(a) || a > b ? a : b;
}

static inline vrm_Vec3 test_vec3_lerp(vrm_Vec3 a, vrm_Vec3 b, float t) {
    return (vrm_Vec3){vrmi_lerp(a.x, b.x, t), vrmi_lerp(a.y, b.y, t), vrmi_lerp(a.z, b.z, t)};
}

static inline bool test_transform_is_finite(vrm_Transform t) {
    return vrmi_vec3_is_finite(t.translation) && vrmi_quat_is_finite(t.rotation) &&
           vrmi_vec3_is_finite(t.scale);
}

/* Exact for a uniform scale, as with vrmi_transform_mul(); a zero scale inverts to zero. */
static inline vrm_Transform test_transform_inverse(vrm_Transform t) {
    vrm_Quat back = vrmi_quat_conjugate(t.rotation);
    vrm_Vec3 scale = {vrmi_reciprocal(t.scale.x), vrmi_reciprocal(t.scale.y),
                      vrmi_reciprocal(t.scale.z)};
    vrm_Vec3 origin = vrmi_quat_rotate(back, vrmi_vec3_negate(t.translation));
    return (vrm_Transform){vrmi_vec3_mul(scale, origin), back, scale};
}

static inline vrm_Affine test_affine_from_columns(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z,
                                                  vrm_Vec3 translation) {
    return (vrm_Affine){{{x.x, y.x, z.x, translation.x},
                         {x.y, y.y, z.y, translation.y},
                         {x.z, y.z, z.z, translation.z}}};
}

#endif
