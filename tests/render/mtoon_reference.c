/* SPDX-License-Identifier: MIT */
#include "render/mtoon_reference.h"

#include "scenes/scene_maths.h"

static float clamped(float value, float least, float most) {
    return value < least ? least : value > most ? most : value;
}

static vrm_Vec3 times(vrm_Vec3 a, vrm_Vec3 b) {
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

ToonPoint toon_point_default(void) {
    return (ToonPoint){.lit = {0.45f, 0.3f, 0.2f},
                       .shade = {0.15f, 0.08f, 0.2f},
                       .toony = 0.6f,
                       .gi_equalization = 0.9f,
                       .rim_power = 5,
                       .rim_mix = 1,
                       .rim_multiply = {1, 1, 1}};
}

static float shading(const ToonPoint* point, float n_dot_l) {
    float s = n_dot_l + point->shift;
    float from = -1 + point->toony, to = 1 - point->toony;
    if (to - from < 1e-6f) return s < 0 ? 0 : 1;
    return clamped((s - from) / (to - from), 0, 1);
}

vrm_Vec3 toon_color(const ToonPoint* point, const Shot* light, vrm_Vec3 normal, vrm_Vec3 to_eye) {
    float s = shading(point, v3_dot(normal, v3_normalize(light->light_from)));
    vrm_Vec3 color = times(v3_mix(point->shade, point->lit, s), light->light);

    vrm_Vec3 raw = v3_mix(light->ground, light->sky, normal.y * 0.5f + 0.5f);
    vrm_Vec3 even = v3_scale(v3_add(light->sky, light->ground), 0.5f);
    vrm_Vec3 gi = v3_mix(raw, even, point->gi_equalization);
    color = v3_add(color, times(gi, point->lit));
    color = v3_add(color, point->emissive);

    float fresnel = clamped(1 - v3_dot(normal, to_eye) + point->rim_lift, 0, 1);
    float power = point->rim_power > 1e-5f ? point->rim_power : 1e-5f;
    vrm_Vec3 rim = v3_add(point->matcap, v3_scale(point->rim_color, powf(fresnel, power)));
    rim = times(rim, point->rim_multiply);
    rim = times(rim, v3_mix(v3(1, 1, 1), v3_add(light->light, gi), point->rim_mix));
    return v3_add(color, rim);
}

vrm_Vec2 toon_matcap_uv(vrm_Vec3 normal_view, vrm_Vec3 to_eye_view) {
    vrm_Vec3 x = v3_normalize(v3(to_eye_view.z, 0, -to_eye_view.x));
    vrm_Vec3 y = v3_cross(to_eye_view, x);
    return (vrm_Vec2){v3_dot(x, normal_view) * 0.495f + 0.5f,
                      0.5f - v3_dot(y, normal_view) * 0.495f};
}

float toon_encode(float linear) {
    float c = clamped(linear, 0, 1);
    return c <= 0.0031308f ? 12.92f * c : 1.055f * powf(c, 1 / 2.4f) - 0.055f;
}

float toon_decode(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : powf((srgb + 0.055f) / 1.055f, 2.4f);
}
