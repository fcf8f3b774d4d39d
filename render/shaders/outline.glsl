/* SPDX-License-Identifier: MIT */
/* How wide the outline of a toon surface is at a vertex. */
uniform sampler2D u_width;

/* VRMC_materials_mtoon 1.0, Outline: metres, or a fraction of the picture's height, which at this
 * depth is 2 * w / projection[1][1] metres high. */
float outline_width(float w, vec2 first, vec2 second) {
    float width = OUTLINE_WIDTH;
#ifdef WIDTH_TEXTURE
    vec2 uv = UV_OF(SLOT_WIDTH, first, second);
#ifdef UV_ANIMATION
    uv = animated(uv, UV_OF(SLOT_MASK, first, second));
#endif
    width *= textureLod(u_width, transformed(uv, SLOT_WIDTH), 0.0).WIDTH_CHANNEL;
#endif
    return IS_SCREEN_OUTLINE ? width * 2.0 * w / PROJECTION_Y : width;
}
