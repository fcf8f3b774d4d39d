/* SPDX-License-Identifier: MIT */
/* Matrices of cameras, column by column as in glTF. */
#include "vrm/render.h"

#include <math.h>

static vrm_Vec3 sub(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vrm_Vec3 cross(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Normalizes; `otherwise` where `v` has no direction. */
static vrm_Vec3 direction(vrm_Vec3 v, vrm_Vec3 otherwise) {
    float length = sqrtf(dot(v, v));
    if (!(length > 1e-12f) || !isfinite(length)) return otherwise;
    return (vrm_Vec3){v.x / length, v.y / length, v.z / length};
}

vrm_Mat4 vrm_camera_look_at(vrm_Vec3 eye, vrm_Vec3 target, vrm_Vec3 up) {
    vrm_Vec3 back = direction(sub(eye, target), (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 side = cross(up, back);
    if (dot(side, side) < 1e-10f) {
        bool is_steep = fabsf(back.y) > 0.9f;
        side = cross(is_steep ? (vrm_Vec3){0.0f, 0.0f, back.y > 0.0f ? -1.0f : 1.0f}
                              : (vrm_Vec3){0.0f, 1.0f, 0.0f},
                     back);
    }
    side = direction(side, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    vrm_Vec3 top = cross(back, side);
    return (vrm_Mat4){{side.x, top.x, back.x, 0.0f, side.y, top.y, back.y, 0.0f, side.z, top.z,
                       back.z, 0.0f, -dot(side, eye), -dot(top, eye), -dot(back, eye), 1.0f}};
}

vrm_Mat4 vrm_camera_perspective(float y_fov, float aspect, float z_near, float z_far) {
    float scale = 1.0f / tanf(y_fov * 0.5f), depth = z_near - z_far;
    vrm_Mat4 out = {{0}};
    out.m[0] = scale / aspect;
    out.m[5] = scale;
    out.m[10] = (z_far + z_near) / depth;
    out.m[11] = -1.0f;
    out.m[14] = 2.0f * z_far * z_near / depth;
    return out;
}

vrm_Mat4 vrm_camera_orthographic(float height, float aspect, float z_near, float z_far) {
    float depth = z_near - z_far;
    vrm_Mat4 out = {{0}};
    out.m[0] = 2.0f / (height * aspect);
    out.m[5] = 2.0f / height;
    out.m[10] = 2.0f / depth;
    out.m[14] = (z_far + z_near) / depth;
    out.m[15] = 1.0f;
    return out;
}
