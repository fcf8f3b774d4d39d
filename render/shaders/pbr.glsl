/* SPDX-License-Identifier: MIT */
/* glTF 2.0, Appendix B: metallic-roughness with the one light and the light from around. What a
 * mirror would show of the surroundings is taken as the light from around: there is no picture of
 * them. A light of colour 1 gives a white Lambert surface that faces it 1, so pi cancels. */
uniform sampler2D u_metal, u_occlusion;

/* The share of light that a white surface loses because the microfacet model follows a single bounce:
 * 1 - E, with E the integral of the specular term over all directions of light. Fitted to that
 * integral; on average within 0.01, within 0.05 but for the last degrees to the edge. */
float bounce_loss(float nv, float roughness) {
    const mat3 fit = mat3(11.326, -19.676, 7.594, -24.516, 47.446, -19.855, 14.086, -27.944, 12.238);
    vec3 powers = roughness * roughness * vec3(1.0, roughness, roughness * roughness);
    return clamp(dot(fit * powers, vec3(sqrt(nv), nv, nv * nv)), 0.0, 0.9);
}

vec3 surface_color(vec3 base, vec3 texel, vec3 n, vec3 v) {
    float metallic = METALLIC, roughness = ROUGHNESS, occlusion = 1.0;
#ifdef METAL_TEXTURE
    vec2 factors = texture(u_metal, uv_of(SLOT_METAL)).bg;
    metallic *= factors.x;
    roughness *= factors.y;
#endif
#ifdef OCCLUSION_TEXTURE
    occlusion = 1.0 + OCCLUSION * (texture(u_occlusion, uv_of(SLOT_OCCLUDE)).r - 1.0);
#endif
    roughness = clamp(roughness, 0.0525, 1.0);
    vec3 h = normalize(LIGHT_FROM + v);
    float nl = clamp(dot(n, LIGHT_FROM), 0.0, 1.0), nv = clamp(dot(n, v), 1e-4, 1.0);
    float nh = clamp(dot(n, h), 0.0, 1.0), vh = clamp(dot(v, h), 0.0, 1.0);
    float a2 = roughness * roughness * roughness * roughness;
    float spread = nh * nh * (a2 - 1.0) + 1.0;
    float d = a2 / (spread * spread); /* times pi, which the light's unit takes away again */
    float masking = nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2);
    float specular = d * 0.5 / max(masking, 1e-4), grazing = pow(1.0 - vh, 5.0);
    /* Later bounces give back what the first one loses, coloured once more ("Microfacet Surfaces"
     * suggests it): a rough white metal is white, as it is in the light from around. */
    float loss = bounce_loss(nv, roughness), more = loss / (1.0 - loss);
    float dielectric_fresnel = 0.04 + 0.96 * grazing;
    vec3 dielectric = (1.0 - dielectric_fresnel) * base +
                      dielectric_fresnel * (1.0 + 0.04 * more) * specular;
    vec3 metal = (base + (1.0 - base) * grazing) * (1.0 + base * more) * specular;
    vec3 color = mix(dielectric, metal, metallic) * nl * LIGHT_COLOR;

    vec3 around = mix(GROUND_COLOR, SKY_COLOR, n.y * 0.5 + 0.5);
    return color + mix(base + 0.04, base, metallic) * around * occlusion;
}
