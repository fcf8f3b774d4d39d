/* SPDX-License-Identifier: MIT */
#include "rig/bounds.h"

void vrmi_bound(float* numbers, size_t count, float limit) {
    for (size_t i = 0; i < count; i++) numbers[i] = vrmi_within(numbers[i], limit);
}

vrm_Vec3 vrmi_vec3_within(vrm_Vec3 a, float limit) {
    return (vrm_Vec3){vrmi_within(a.x, limit), vrmi_within(a.y, limit), vrmi_within(a.z, limit)};
}

vrm_Vec4 vrmi_vec4_within(vrm_Vec4 a, float limit) {
    return (vrm_Vec4){vrmi_within(a.x, limit), vrmi_within(a.y, limit), vrmi_within(a.z, limit),
                      vrmi_within(a.w, limit)};
}

void vrmi_transform_bound(vrm_Transform* t) {
    vrmi_vec3_bound(&t->translation, VRMI_LENGTH_MAX);
    t->rotation = vrmi_quat_normalize(t->rotation);
    vrmi_vec3_bound(&t->scale, VRMI_SCALE_MAX);
}

void vrmi_affine_bound(vrm_Affine* a) {
    for (int r = 0; r < 3; r++) {
        vrm_Vec4 row = a->rows[r];
        a->rows[r] = (vrm_Vec4){vrmi_within(row.x, 1e12f), vrmi_within(row.y, 1e12f),
                                vrmi_within(row.z, 1e12f), vrmi_within(row.w, 1e15f)};
    }
}
