/* SPDX-License-Identifier: MIT */
#include "base/maths.h"

float vrmi_vec3_length(vrm_Vec3 a) {
    float square = vrmi_vec3_dot(a, a);
    if (square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX) return sqrtf(square);
    float reach = vrmi_vec3_reach(a);
    if (!(reach > 0.0f)) return 0.0f;
    if (!vrmi_vec3_is_finite(a)) return FLT_MAX;
    vrm_Vec3 small = {a.x / reach, a.y / reach, a.z / reach};
    return vrmi_clamp(sqrtf(vrmi_vec3_dot(small, small)) * reach, 0.0f, FLT_MAX);
}

vrm_Vec3 vrmi_vec3_normalize_or(vrm_Vec3 a, vrm_Vec3 fallback) {
    float square = vrmi_vec3_dot(a, a);
    if (!(square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX)) {
        float reach = vrmi_vec3_reach(a);
        if (!(reach > 0.0f) || !vrmi_vec3_is_finite(a)) return fallback;
        a = (vrm_Vec3){a.x / reach, a.y / reach, a.z / reach};
        square = vrmi_vec3_dot(a, a);
    }
    return vrmi_vec3_scale(a, 1.0f / sqrtf(square));
}

vrm_Vec3 vrmi_vec3_orthogonal(vrm_Vec3 a) {
    vrm_Vec3 unit = vrmi_vec3_normalize(a);
    float x = fabsf(unit.x), y = fabsf(unit.y), z = fabsf(unit.z);
    vrm_Vec3 across; /* unit x the axis that `a` leans to least */
    if (x <= y && x <= z)
        across = (vrm_Vec3){0.0f, unit.z, -unit.y};
    else if (y <= z)
        across = (vrm_Vec3){-unit.z, 0.0f, unit.x};
    else
        across = (vrm_Vec3){unit.y, -unit.x, 0.0f};
    return vrmi_vec3_normalize_or(across, (vrm_Vec3){1.0f, 0.0f, 0.0f});
}

vrm_Quat vrmi_quat_normalize_extreme(vrm_Quat q) {
    float reach = vrmi_vec3_reach((vrm_Vec3){q.x, q.y, q.z});
    reach = fabsf(q.w) > reach ? fabsf(q.w) : reach;
    if (!(reach > 0.0f) || !vrmi_quat_is_finite(q)) return vrmi_quat_identity();
    q = (vrm_Quat){q.x / reach, q.y / reach, q.z / reach, q.w / reach};
    float inverse = 1.0f / sqrtf(vrmi_quat_dot(q, q));
    return (vrm_Quat){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

vrm_Quat vrmi_quat_slerp(vrm_Quat a, vrm_Quat b, float t) {
    float cosine = vrmi_quat_dot(a, b);
    float sign = cosine < 0.0f ? -1.0f : 1.0f;
    float from = 1.0f - t, to = t;
    if (cosine * sign < 0.99999f) {
        float angle = vrmi_acos(cosine * sign);
        float sine = vrmi_sin(angle);
        from = vrmi_sin(from * angle) / sine;
        to = vrmi_sin(to * angle) / sine;
    }
    to *= sign;
    return vrmi_quat_normalize((vrm_Quat){a.x * from + b.x * to, a.y * from + b.y * to,
                                          a.z * from + b.z * to, a.w * from + b.w * to});
}

float vrmi_quat_angle(vrm_Quat a, vrm_Quat b) {
    vrm_Quat turn = vrmi_quat_mul(b, vrmi_quat_conjugate(a));
    return 2.0f * vrmi_atan2(vrmi_vec3_length((vrm_Vec3){turn.x, turn.y, turn.z}), fabsf(turn.w));
}

vrm_Quat vrmi_quat_from_to(vrm_Vec3 a, vrm_Vec3 b) {
    vrm_Vec3 cross = vrmi_vec3_cross(a, b);
    float dot = vrmi_vec3_dot(a, b);
    if (dot > -0.5f) return vrmi_quat_normalize((vrm_Quat){cross.x, cross.y, cross.z, 1.0f + dot});
    vrm_Vec3 axis = vrmi_vec3_sub(cross, vrmi_vec3_scale(a, vrmi_vec3_dot(a, cross)));
    axis = vrmi_vec3_dot(axis, axis) > 1e-12f ? vrmi_vec3_normalize(axis) : vrmi_vec3_orthogonal(a);
    vrm_Quat rest = {-cross.x, -cross.y, -cross.z, 1.0f - dot};
    vrm_Quat half_turn = {axis.x, axis.y, axis.z, 0.0f};
    return vrmi_quat_normalize(vrmi_quat_mul(rest, half_turn));
}

vrm_Quat vrmi_quat_from_axis_angle(vrm_Vec3 axis, float angle) {
    vrm_Vec3 unit = vrmi_vec3_normalize(axis);
    if (vrmi_vec3_dot(unit, unit) == 0.0f) return vrmi_quat_identity();
    vrmi_SinCos half = vrmi_sincos(angle * 0.5f);
    return (vrm_Quat){unit.x * half.sin, unit.y * half.sin, unit.z * half.sin, half.cos};
}

vrm_Quat vrmi_quat_from_basis(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z) {
    vrm_Quat q;
    if (x.x + y.y + z.z > 0.0f) {
        q = (vrm_Quat){y.z - z.y, z.x - x.z, x.y - y.x, 1.0f + x.x + y.y + z.z};
    } else if (x.x >= y.y && x.x >= z.z) {
        q = (vrm_Quat){1.0f + x.x - y.y - z.z, y.x + x.y, z.x + x.z, y.z - z.y};
    } else if (y.y >= z.z) {
        q = (vrm_Quat){y.x + x.y, 1.0f - x.x + y.y - z.z, z.y + y.z, z.x - x.z};
    } else {
        q = (vrm_Quat){z.x + x.z, z.y + y.z, 1.0f - x.x - y.y + z.z, x.y - y.x};
    }
    return vrmi_quat_normalize(q);
}

vrm_Quat vrmi_quat_from_yxz(vrm_Vec3 angles) {
    vrmi_SinCos x = vrmi_sincos(angles.x * 0.5f);
    vrmi_SinCos y = vrmi_sincos(angles.y * 0.5f);
    vrmi_SinCos z = vrmi_sincos(angles.z * 0.5f);
    return (vrm_Quat){x.sin * y.cos * z.cos + x.cos * y.sin * z.sin,
                      x.cos * y.sin * z.cos - x.sin * y.cos * z.sin,
                      x.cos * y.cos * z.sin - x.sin * y.sin * z.cos,
                      x.cos * y.cos * z.cos + x.sin * y.sin * z.sin};
}

vrm_Vec3 vrmi_quat_to_yxz(vrm_Quat q) {
    float pitch_sine = 2.0f * (q.x * q.w - q.y * q.z);
    vrm_Vec3 angles = {vrmi_asin(pitch_sine), 0.0f, 0.0f};
    if (fabsf(pitch_sine) < 0.999999f) {
        angles.y =
            vrmi_atan2(2.0f * (q.x * q.z + q.y * q.w), 1.0f - 2.0f * (q.x * q.x + q.y * q.y));
        angles.z =
            vrmi_atan2(2.0f * (q.x * q.y + q.z * q.w), 1.0f - 2.0f * (q.x * q.x + q.z * q.z));
    } else {
        angles.y =
            vrmi_atan2(2.0f * (q.y * q.w - q.x * q.z), 1.0f - 2.0f * (q.y * q.y + q.z * q.z));
    }
    return angles;
}

vrm_Vec3 vrmi_transform_point(vrm_Transform t, vrm_Vec3 p) {
    return vrmi_vec3_add(t.translation, vrmi_quat_rotate(t.rotation, vrmi_vec3_mul(t.scale, p)));
}

vrm_Transform vrmi_transform_mul(vrm_Transform parent, vrm_Transform child) {
    return (vrm_Transform){vrmi_transform_point(parent, child.translation),
                           vrmi_quat_mul(parent.rotation, child.rotation),
                           vrmi_vec3_mul(parent.scale, child.scale)};
}

vrm_Affine vrmi_affine_from_transform(vrm_Transform t) {
    vrm_Quat q = t.rotation;
    float xx = 2.0f * q.x * q.x, yy = 2.0f * q.y * q.y, zz = 2.0f * q.z * q.z;
    float xy = 2.0f * q.x * q.y, yz = 2.0f * q.y * q.z, zx = 2.0f * q.z * q.x;
    float wx = 2.0f * q.w * q.x, wy = 2.0f * q.w * q.y, wz = 2.0f * q.w * q.z;
    vrm_Vec3 s = t.scale, o = t.translation;
    return (vrm_Affine){{{(1.0f - yy - zz) * s.x, (xy - wz) * s.y, (zx + wy) * s.z, o.x},
                         {(xy + wz) * s.x, (1.0f - zz - xx) * s.y, (yz - wx) * s.z, o.y},
                         {(zx - wy) * s.x, (yz + wx) * s.y, (1.0f - xx - yy) * s.z, o.z}}};
}

bool vrmi_affine_is_finite(const vrm_Affine* a) {
    for (int r = 0; r < 3; r++) {
        vrm_Vec4 row = a->rows[r];
        if (!vrmi_is_finite(row.x) || !vrmi_is_finite(row.y) || !vrmi_is_finite(row.z) ||
            !vrmi_is_finite(row.w))
            return false;
    }
    return true;
}

static vrm_Vec4 mul_row(vrm_Vec4 row, const vrm_Affine* b) {
    const vrm_Vec4 *b0 = &b->rows[0], *b1 = &b->rows[1], *b2 = &b->rows[2];
    return (vrm_Vec4){row.x * b0->x + row.y * b1->x + row.z * b2->x,
                      row.x * b0->y + row.y * b1->y + row.z * b2->y,
                      row.x * b0->z + row.y * b1->z + row.z * b2->z,
                      row.x * b0->w + row.y * b1->w + row.z * b2->w + row.w};
}

vrm_Affine vrmi_affine_mul(const vrm_Affine* a, const vrm_Affine* b) {
    return (vrm_Affine){{mul_row(a->rows[0], b), mul_row(a->rows[1], b), mul_row(a->rows[2], b)}};
}

float vrmi_affine_determinant(const vrm_Affine* a) {
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    return vrmi_vec3_dot(vrmi_vec3_cross(x, y), vrmi_affine_column(a, 2));
}

vrm_Affine vrmi_affine_inverse(const vrm_Affine* a) {
    const vrm_Affine zero = {{{0.0f, 0.0f, 0.0f, 0.0f}}};
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    vrm_Vec3 z = vrmi_affine_column(a, 2), origin = vrmi_affine_column(a, 3);
    vrm_Vec3 reach = {vrmi_vec3_reach(x), vrmi_vec3_reach(y), vrmi_vec3_reach(z)};
    if (!(reach.x > 0.0f && reach.y > 0.0f && reach.z > 0.0f)) return zero;
    x = (vrm_Vec3){x.x / reach.x, x.y / reach.x, x.z / reach.x};
    y = (vrm_Vec3){y.x / reach.y, y.y / reach.y, y.z / reach.y};
    z = (vrm_Vec3){z.x / reach.z, z.y / reach.z, z.z / reach.z};
    vrm_Vec3 yz = vrmi_vec3_cross(y, z), zx = vrmi_vec3_cross(z, x), xy = vrmi_vec3_cross(x, y);
    float det = vrmi_vec3_dot(xy, z);
    if (!(fabsf(det) > 1e-6f)) return zero;
    vrm_Vec3 rows[3] = {vrmi_vec3_scale(yz, 1.0f / det), vrmi_vec3_scale(zx, 1.0f / det),
                        vrmi_vec3_scale(xy, 1.0f / det)};
    rows[0] = (vrm_Vec3){rows[0].x / reach.x, rows[0].y / reach.x, rows[0].z / reach.x};
    rows[1] = (vrm_Vec3){rows[1].x / reach.y, rows[1].y / reach.y, rows[1].z / reach.y};
    rows[2] = (vrm_Vec3){rows[2].x / reach.z, rows[2].y / reach.z, rows[2].z / reach.z};
    vrm_Affine inverse;
    for (int r = 0; r < 3; r++)
        inverse.rows[r] =
            (vrm_Vec4){rows[r].x, rows[r].y, rows[r].z, -vrmi_vec3_dot(rows[r], origin)};
    return vrmi_affine_is_finite(&inverse) ? inverse : zero;
}

vrm_Affine vrmi_affine_from_mat4(const vrm_Mat4* a) {
    const float* m = a->m;
    return (vrm_Affine){
        {{m[0], m[4], m[8], m[12]}, {m[1], m[5], m[9], m[13]}, {m[2], m[6], m[10], m[14]}}};
}

vrm_Mat4 vrmi_mat4_from_affine(const vrm_Affine* a) {
    const vrm_Vec4 *x = &a->rows[0], *y = &a->rows[1], *z = &a->rows[2];
    return (vrm_Mat4){{x->x, y->x, z->x, 0.0f, x->y, y->y, z->y, 0.0f, x->z, y->z, z->z, 0.0f, x->w,
                       y->w, z->w, 1.0f}};
}

vrm_Quat vrmi_quat_from_frame(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z) {
    bool has_x = vrmi_vec3_dot(x, x) > 0.0f;
    bool has_y = vrmi_vec3_dot(y, y) > 0.0f;
    bool has_z = vrmi_vec3_dot(z, z) > 0.0f;
    if (!has_y && !has_z) return vrmi_quat_from_to((vrm_Vec3){1.0f, 0.0f, 0.0f}, x);
    if (!has_z && !has_x) return vrmi_quat_from_to((vrm_Vec3){0.0f, 1.0f, 0.0f}, y);
    if (!has_x && !has_y) return vrmi_quat_from_to((vrm_Vec3){0.0f, 0.0f, 1.0f}, z);
    if (!has_x) x = vrmi_vec3_normalize_or(vrmi_vec3_cross(y, z), vrmi_vec3_orthogonal(y));
    vrm_Vec3 up = vrmi_vec3_sub(y, vrmi_vec3_scale(x, vrmi_vec3_dot(x, y)));
    if (!(vrmi_vec3_dot(up, up) > 1e-10f)) up = vrmi_vec3_cross(z, x);
    if (!(vrmi_vec3_dot(up, up) > 1e-10f)) up = vrmi_vec3_orthogonal(x);
    y = vrmi_vec3_normalize(up);
    return vrmi_quat_from_basis(x, y, vrmi_vec3_cross(x, y));
}

bool vrmi_affine_decompose(const vrm_Affine* a, vrm_Transform* out) {
    *out = vrmi_transform_identity();
    if (!vrmi_affine_is_finite(a)) return false;
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    vrm_Vec3 z = vrmi_affine_column(a, 2);
    vrm_Vec3 scale = {vrmi_vec3_length(x), vrmi_vec3_length(y), vrmi_vec3_length(z)};
    x = vrmi_vec3_normalize(x);
    y = vrmi_vec3_normalize(y);
    z = vrmi_vec3_normalize(z);
    if (vrmi_vec3_dot(vrmi_vec3_cross(x, y), z) < 0.0f) {
        scale.x = -scale.x;
        x = vrmi_vec3_negate(x);
    }
    out->translation = vrmi_affine_column(a, 3);
    out->rotation = vrmi_quat_from_frame(x, y, z);
    out->scale = scale;
    float shear =
        fabsf(vrmi_vec3_dot(x, y)) + fabsf(vrmi_vec3_dot(y, z)) + fabsf(vrmi_vec3_dot(z, x));
    return shear <= 1e-3f;
}
