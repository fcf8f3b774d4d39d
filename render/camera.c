/* SPDX-License-Identifier: MIT */
/* Matrices of cameras, column by column as in glTF. */
#include "vrm/render.h"

#include <math.h>

static vrm_Vec3 cross(const vrm_Vec3* a, const vrm_Vec3* b) {
    return (vrm_Vec3){a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z,
                      a->x * b->y - a->y * b->x};
}

static float dot(const vrm_Vec3* a, const vrm_Vec3* b) {
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

/* Normalizes; `otherwise` where `v` has no direction. */
static void normalize(vrm_Vec3* v, const vrm_Vec3* otherwise) {
    float length = sqrtf(dot(v, v));
    if (!(length > 1e-12f) || !isfinite(length))
        *v = *otherwise;
    else
        *v = (vrm_Vec3){v->x / length, v->y / length, v->z / length};
}

vrm_Mat4 vrm_camera_look_at(vrm_Vec3 eye, vrm_Vec3 target, vrm_Vec3 up) {
    static const vrm_Vec3 x = {1.0f, 0.0f, 0.0f}, y = {0.0f, 1.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    vrm_Vec3 back = {eye.x - target.x, eye.y - target.y, eye.z - target.z};
    normalize(&back, &z);
    vrm_Vec3 side = cross(&up, &back);
    if (dot(&side, &side) < 1e-10f) {
        vrm_Vec3 other = {0.0f, 0.0f, back.y > 0.0f ? -1.0f : 1.0f};
        side = cross(fabsf(back.y) > 0.9f ? &other : &y, &back);
    }
    normalize(&side, &x);
    vrm_Vec3 top = cross(&back, &side);
    const vrm_Vec3* axes[3] = {&side, &top, &back};
    vrm_Mat4 out = {.m[15] = 1.0f};
    for (int i = 0; i < 3; i++) {
        out.m[i] = axes[i]->x;
        out.m[4 + i] = axes[i]->y;
        out.m[8 + i] = axes[i]->z;
        out.m[12 + i] = -dot(axes[i], &eye);
    }
    return out;
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
