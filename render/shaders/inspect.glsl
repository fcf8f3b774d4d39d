/* SPDX-License-Identifier: MIT */
/* What the modes of vrm_RenderMode show instead of the lit surface. */
#define MODE_BASE    1
#define MODE_SHADE   2
#define MODE_LIGHT   3
#define MODE_NORMALS 4
#define MODE_UV      5
#define MODE_WEIGHTS 6
#define MODE_DENSITY 7

in float v_weight;

/* Numbers are to be read from the picture, which is encoded as sRGB after this. */
vec3 as_stored(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

/* Blue, cyan, green, yellow, red from 0 to 1. */
vec3 heat(float x) {
    return clamp(vec3(4.0 * x - 2.0, min(4.0 * x, 4.0 - 4.0 * x), 2.0 - 4.0 * x), 0.0, 1.0);
}

vec3 shown_normal() {
#ifdef SURFACE
    return surface_normal();
#else
    return normalize(v_normal) * (gl_FrontFacing ? 1.0 : -1.0);
#endif
}

vec3 color_in_shade(vec3 base, vec3 texel) {
#ifdef MTOON
    return shade_color(texel);
#else
    return base;
#endif
}

float light_on(vec3 n) {
#if defined(MTOON)
    return shading_of(dot(n, LIGHT_FROM), shading_shift());
#elif defined(SURFACE)
    return max(dot(n, LIGHT_FROM), 0.0);
#else
    return 1.0; /* unlit */
#endif
}

vec3 uv_fields(vec2 uv) {
    vec2 field = floor(uv * 8.0), line = abs(fract(uv * 8.0) - 0.5);
    float shade = mod(field.x + field.y, 2.0) < 0.5 ? 0.62 : 1.0;
    if (max(line.x, line.y) > 0.46) shade = 0.35;
    return as_stored(vec3(fract(uv), 0.35) * shade);
}

/* Texels for each metre of the surface: the areas of a pixel in both. */
float texel_density() {
#ifdef BASE_TEXTURE
    vec2 size = vec2(textureSize(u_base, 0)), uv = uv_of(SLOT_BASE) * size;
    vec2 ux = dFdx(uv), uy = dFdy(uv);
    float area = length(cross(dFdx(v_position), dFdy(v_position)));
    return area > 0.0 ? sqrt(abs(ux.x * uy.y - ux.y * uy.x) / area) : 0.0;
#else
    return 0.0;
#endif
}

/* A little shading keeps the shape visible under flat colours. */
vec3 with_shape(vec3 color, vec3 n) {
    vec3 v = normalize(EYE.xyz - v_position * EYE.w);
    return as_stored(color) * (0.45 + 0.55 * abs(dot(n, v)));
}

vec3 inspected(vec3 base, vec3 texel) {
    const vec3 none = vec3(0.55);
    vec3 n = shown_normal();
    float density = texel_density(); /* derivatives: outside of branches */
    if (MODE == MODE_SHADE) return color_in_shade(base, texel);
    if (MODE == MODE_LIGHT) return as_stored(vec3(light_on(n)));
    if (MODE == MODE_NORMALS) return as_stored(n * 0.5 + 0.5);
    if (MODE == MODE_UV) return uv_fields(uv_of(SLOT_BASE));
    if (MODE == MODE_WEIGHTS) return with_shape(v_weight > 0.0 ? heat(v_weight) : none, n);
    if (MODE == MODE_DENSITY)
        return with_shape(density > 0.0 ? heat(clamp((log2(density) - 8.0) / 5.0, 0.0, 1.0)) : none, n);
    return base;
}
