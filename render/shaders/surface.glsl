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

#ifdef NORMAL_TEXTURE
#ifndef TANGENTS
/* The tangent where vertices have none: the direction in which u grows, by how position and UV
 * change, at a right angle to `n`. w is the bitangent's side, as in the tangents of a file. */
vec4 tangent_of(vec3 n, vec2 uv) {
    vec3 px = dFdx(v_position), py = dFdy(v_position);
    vec2 ux = dFdx(uv), uy = dFdy(uv);
    float side = ux.x * uy.y - ux.y * uy.x < 0.0 ? 1.0 : -1.0;
    vec3 t = px * uy.y - py * ux.y;
    t -= n * dot(n, t);
    float size = dot(t, t);
    if (!(size > 0.0)) return vec4(0.0);
    /* Seen from behind, u and v lie mirrored. */
    return vec4(t * (-side * inversesqrt(size)), dot(n, cross(px, py)) < 0.0 ? -side : side);
}
#endif
#endif

/* A front is lit as it is; of a back the whole normal is reversed, map and all (glTF 2.0, Double
 * Sided). An outline is all back, and lit as the front. */
vec3 surface_normal() {
    float side = gl_FrontFacing || IS_OUTLINE ? 1.0 : -1.0;
#ifdef FLAT
    /* This one looks to the camera: on backs it is the opposite of the front's. */
    vec3 n = normalize(cross(dFdx(v_position), dFdy(v_position)));
    n *= IS_OUTLINE ? -1.0 : side;
#else
    vec3 n = normalize(v_normal);
#endif
#ifdef NORMAL_TEXTURE
    vec3 m = texture(u_normal, uv_of(SLOT_NORMAL)).xyz * 2.0 - 1.0;
    m.xy *= NORMAL_SCALE;
#ifdef TANGENTS
    vec4 t = v_tangent;
    vec3 b = cross(v_normal, t.xyz) * t.w;
#else
    vec4 t = tangent_of(n, uv_of(SLOT_NORMAL));
    vec3 b = cross(n, t.xyz) * t.w;
#endif
    vec3 bent = t.xyz * m.x + b * m.y + n * m.z;
    if (dot(bent, bent) > 0.0) n = normalize(bent);
#endif
    return n * side;
}

#endif
