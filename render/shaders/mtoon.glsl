/* SPDX-License-Identifier: MIT */
/* VRMC_materials_mtoon 1.0, "Implementation": the colour of a toon surface. The text of the
 * specification is quoted by its headings. */
uniform sampler2D u_shade, u_shift, u_matcap, u_rim;

/* "Lit and Shade": 0 in shade, 1 in light. shadingToony narrows the ramp between them to a line;
 * the lower bound keeps toony 1 from dividing by zero. */
float shading_of(float n_dot_l, float shift) {
    float width = max(1.0 - SHADING_TOONY, 1e-5);
    return clamp((n_dot_l + shift + width) / (2.0 * width), 0.0, 1.0);
}

/* "Global Illumination": giEqualization mixes light by the normal with light from everywhere. */
vec3 global_illumination(vec3 n) {
    vec3 raw = mix(GROUND_COLOR, SKY_COLOR, n.y * 0.5 + 0.5);
    vec3 uniform_gi = (SKY_COLOR + GROUND_COLOR) * 0.5;
    return mix(raw, uniform_gi, GI_EQUALIZATION);
}

/* "Rim Lighting": matcap, then the parametric rim, then what scales both. */
vec3 rim_of(vec3 n, vec3 v, vec3 lighting, vec2 rim_uv) {
    vec3 rim = vec3(0.0);
#ifdef MATCAP_TEXTURE
    /* In the camera's axes, where v is never parallel to y. glTF's v runs downwards: flipped. */
    vec3 view_n = n * VIEW_ROWS, view_v = v * VIEW_ROWS;
    vec3 x = normalize(vec3(view_v.z, 0.0, -view_v.x)), y = cross(view_v, x);
    vec2 at = vec2(dot(x, view_n), dot(y, view_n)) * 0.495 + 0.5;
    rim += MATCAP_FACTOR * texture(u_matcap, vec2(at.x, 1.0 - at.y)).rgb;
#endif
    /* Where the edge is 0 so is the rim, whatever the power: pow() of 0 is not asked. */
    float edge = clamp(1.0 - dot(n, v) + RIM_LIFT, 0.0, 1.0);
    rim += pow(max(edge, 1e-5), max(RIM_POWER, 1e-5)) * step(1e-5, edge) * RIM_COLOR;
#ifdef RIM_TEXTURE
    rim *= texture(u_rim, rim_uv).rgb;
#endif
    return rim * mix(vec3(1.0), lighting, RIM_MIX);
}

float shading_shift() {
    float shift = SHADING_SHIFT;
#ifdef SHIFT_TEXTURE
    shift += texture(u_shift, uv_of(SLOT_SHIFT)).r * SHIFT_SCALE;
#endif
    return shift;
}

/* The colour in shade; `texel` is the base colour's texture. */
vec3 shade_color(vec3 texel) {
    vec3 shade = SHADE_COLOR;
#ifdef SHADE_IS_BASE
    shade *= texel; /* most avatars shade with the same picture: sample it once */
#endif
#ifdef SHADE_TEXTURE
    shade *= texture(u_shade, uv_of(SLOT_SHADE)).rgb;
#endif
    return shade;
}

/* `lit` is baseColorFactor * baseColorTexture, `texel` the texture alone. */
vec3 surface_color(vec3 lit, vec3 texel, vec3 n, vec3 v) {
    float shading = shading_of(dot(n, LIGHT_FROM), shading_shift());
    vec3 color = mix(shade_color(texel), lit, shading) * LIGHT_COLOR;
    vec3 gi = global_illumination(n);
    color += gi * lit;
    color += rim_of(n, v, LIGHT_COLOR + gi, uv_of(SLOT_RIM));
    return color;
}

/* "Outline Lighting Mix": from the plain outline colour to one that is lit as the surface. */
vec3 outlined(vec3 color) {
    return IS_OUTLINE ? OUTLINE_COLOR * mix(vec3(1.0), color, OUTLINE_MIX) : color;
}
