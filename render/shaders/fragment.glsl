/* SPDX-License-Identifier: MIT */
/* The frame around the kinds of surface: alpha, emission, outline. The kind itself is
 * surface_color() of mtoon.glsl or pbr.glsl; an unlit surface has none. */
out vec4 o_color;

#ifdef BASE_TEXTURE
uniform sampler2D u_base;
#endif
#ifdef EMISSIVE_TEXTURE
uniform sampler2D u_emissive;
#endif

void main() {
    animate();
    vec4 texel = vec4(1.0);
#ifdef BASE_TEXTURE
    texel = texture(u_base, uv_of(SLOT_BASE));
#endif
    vec4 base = BASE_COLOR * texel;
#ifdef VERTEX_COLOR
    base *= v_color;
#endif
    /* glTF 2.0, Alpha Coverage. */
#if defined(ALPHA_MASK)
    if (base.a < ALPHA_CUTOFF) discard;
#endif
#ifdef ALPHA_BLEND
    float alpha = base.a;
#else
    float alpha = 1.0;
#endif

#ifdef SURFACE
    vec3 n = surface_normal();
    vec3 v = normalize(EYE.xyz - v_position * EYE.w);
    vec3 color = surface_color(base.rgb, texel.rgb, n, v);
    vec3 emission = EMISSIVE;
#ifdef EMISSIVE_TEXTURE
    emission *= texture(u_emissive, uv_of(SLOT_EMISSIVE)).rgb;
#endif
    color += emission;
#ifdef MTOON
    /* "Outline Lighting Mix": from the plain outline colour to one that is lit as the surface. */
    if (IS_OUTLINE) color = OUTLINE_COLOR * mix(vec3(1.0), color, OUTLINE_MIX);
#endif
#else
    vec3 color = base.rgb;
#endif
    /* Premultiplied; the framebuffer, or what presents it, encodes sRGB. */
    o_color = vec4(clamp(color * alpha, 0.0, 1.0), alpha);
}
