/* SPDX-License-Identifier: MIT */
/* The frame around the kinds of surface: alpha, emission, outline. The kind itself is
 * surface_color() of mtoon.glsl or pbr.glsl; an unlit surface has none. */
out vec4 o_color;

void main() {
    animate();
    vec4 texel = base_texel();
    vec4 base = base_color(texel);
#if defined(INSPECT)
    vec3 color = inspected(base.rgb, texel.rgb);
#elif defined(SURFACE)
    vec3 n = surface_normal();
    vec3 v = normalize(EYE.xyz - v_position * EYE.w);
    vec3 color = surface_color(base.rgb, texel.rgb, n, v) + emission();
#ifdef MTOON
    color = outlined(color);
#endif
#else
    vec3 color = base.rgb;
#endif
    /* Premultiplied; the framebuffer, or what presents it, encodes sRGB. */
    o_color = vec4(clamp(color * base.a, 0.0, 1.0), base.a);
}
