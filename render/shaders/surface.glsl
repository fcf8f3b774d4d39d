/* SPDX-License-Identifier: MIT */
/* What every kind of surface is computed from at a pixel: texture coordinates, base colour, emission
 * and normal. */
in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv0;
#ifdef UV_SECOND
in vec2 v_uv1;
#endif
#ifdef TANGENTS
in vec4 v_tangent;
#endif
#ifdef VERTEX_COLOR
in vec4 v_color;
#endif
uniform sampler2D u_base, u_emissive, u_normal;

/* The coordinates at which a slot is sampled: its set, animated, then transformed ("Transform
 * Order"). The sets are animated once, in main(). */
vec2 uv_first, uv_second;

vec2 uv_of(int slot) {
    return transformed(UV_OF(slot, uv_first, uv_second), slot);
}

void animate() {
    uv_first = v_uv0;
    uv_second = vec2(0.0);
#ifdef UV_SECOND
    uv_second = v_uv1;
#endif
#ifdef UV_ANIMATION
    vec2 mask_uv = UV_OF(SLOT_MASK, uv_first, uv_second);
    uv_first = animated(uv_first, mask_uv);
#ifdef UV_SECOND
    uv_second = animated(uv_second, mask_uv);
#endif
#endif
}

vec4 base_texel() {
#ifdef BASE_TEXTURE
    return texture(u_base, uv_of(SLOT_BASE));
#else
    return vec4(1.0);
#endif
}

/* glTF 2.0, Alpha Coverage: a mask discards, and only a blended surface keeps its alpha. */
vec4 base_color(vec4 texel) {
    vec4 base = BASE_COLOR * texel;
#ifdef VERTEX_COLOR
    base *= v_color;
#endif
#ifdef ALPHA_MASK
    if (base.a < ALPHA_CUTOFF) discard;
#endif
#ifndef ALPHA_BLEND
    base.a = 1.0;
#endif
    return base;
}

#ifdef SURFACE

vec3 emission() {
    vec3 color = EMISSIVE;
#ifdef EMISSIVE_TEXTURE
    color *= texture(u_emissive, uv_of(SLOT_EMISSIVE)).rgb;
#endif
    return color;
}

vec3 surface_normal() {
#ifdef FLAT
    vec3 n = normalize(cross(dFdx(v_position), dFdy(v_position)));
#else
    vec3 n = normalize(v_normal);
    /* The back of a double-sided surface; an outline is all back, and lit as the front. */
    float side = gl_FrontFacing || IS_OUTLINE ? 1.0 : -1.0;
    n *= side;
#endif
#ifdef NORMAL_TEXTURE
    vec3 m = texture(u_normal, uv_of(SLOT_NORMAL)).xyz * 2.0 - 1.0;
    m.xy *= NORMAL_SCALE;
#ifdef TANGENTS
    vec3 t = v_tangent.xyz * side;
    vec3 b = cross(v_normal, v_tangent.xyz) * v_tangent.w * side;
#else
    /* Without vertex normals there are no tangents: from how position and UV change. */
    vec2 uv = uv_of(SLOT_NORMAL);
    vec3 dx = cross(dFdy(v_position), n), dy = cross(n, dFdx(v_position));
    vec3 t = dx * dFdx(uv.x) + dy * dFdy(uv.x), b = -(dx * dFdx(uv.y) + dy * dFdy(uv.y));
    float size = max(dot(t, t), dot(b, b));
    float scale = size > 0.0 ? inversesqrt(size) : 0.0;
    t *= scale;
    b *= scale;
#endif
    vec3 bent = t * m.x + b * m.y + n * m.z;
    if (dot(bent, bent) > 0.0) n = normalize(bent);
#endif
    return n;
}

#endif
