/* SPDX-License-Identifier: MIT */
/* What both stages share. The program is put together as
 *   #version, the #defines of the wanted features, common.glsl, outline.glsl, vertex.glsl
 *   #version, the same #defines, common.glsl, surface.glsl, mtoon.glsl or pbr.glsl, inspect.glsl,
 *   fragment.glsl
 * so a feature that a material does not have costs nothing. The feature list is in programs.h. */
precision highp float;
precision highp int;
precision highp sampler2D;

/* ---- The frame: set once for each program and frame ---- */
uniform vec4 u_frame[13];
#define EYE          u_frame[0]     /* w 1: where the camera is; w 0: the direction to it (orthographic) */
#define LIGHT_FROM   u_frame[1].xyz /* unit vector towards the light */
#define LIGHT_COLOR  u_frame[2].rgb
#define SKY_COLOR    u_frame[3].rgb
#define GROUND_COLOR u_frame[4].rgb
#define PROJECTION_Y u_frame[5].x   /* projection[1][1]: how much the camera enlarges heights */
#define MODE         int(u_frame[5].y) /* vrm_RenderMode */
#define VIEW_ROWS    mat3(u_frame[6].xyz, u_frame[7].xyz, u_frame[8].xyz) /* v * VIEW_ROWS: world to camera */
#define VIEW_PROJECTION mat4(u_frame[9], u_frame[10], u_frame[11], u_frame[12])

/* ---- The material: VRMC_materials_mtoon 1.0 and glTF, in the names of the specification ---- */
uniform vec4 u_material[9];
#define BASE_COLOR      u_material[0] /* baseColorFactor */
#define SHADE_COLOR     u_material[1].rgb
#define SHADING_SHIFT   u_material[1].a
#define EMISSIVE        u_material[2].rgb /* emissiveFactor * emissiveStrength */
#define SHADING_TOONY   u_material[2].a
#define MATCAP_FACTOR   u_material[3].rgb
#define GI_EQUALIZATION u_material[3].a
#define RIM_COLOR       u_material[4].rgb
#define RIM_POWER       u_material[4].a
#define OUTLINE_COLOR   u_material[5].rgb
#define OUTLINE_MIX     u_material[5].a
#define RIM_LIFT        u_material[6].x
#define RIM_MIX         u_material[6].y
#define OUTLINE_WIDTH   u_material[6].z
#define ALPHA_CUTOFF    u_material[6].w
#define UV_SCROLL       u_material[7].xy /* already times the time */
#define UV_TURN         u_material[7].z  /* already times the time, radians */
#define NORMAL_SCALE    u_material[7].w
#define SHIFT_SCALE     u_material[8].x /* shadingShiftTexture.scale */
#define METALLIC        u_material[8].y
#define ROUGHNESS       u_material[8].z
#define OCCLUSION       u_material[8].w

/* ---- The draw call ---- */
uniform ivec4 u_draw[2]; /* see vertex.glsl */
#define IS_OUTLINE        (u_draw[1].z != 0) /* the second pass of a toon surface */
#define IS_SCREEN_OUTLINE (u_draw[1].z == 2)
#define SHOWN_JOINT       u_draw[1].w /* whose weights are shown; -1: none of this mesh */

/* ---- Texture coordinates ----
 * Two vectors for each slot, in the order of vrm_TextureSlot without the matcap: the matrix of
 * KHR_texture_transform, and its offset with the number of the UV set. */
#define SLOT_BASE     0
#define SLOT_METAL    1
#define SLOT_NORMAL   2
#define SLOT_OCCLUDE  3
#define SLOT_EMISSIVE 4
#define SLOT_SHADE    5
#define SLOT_SHIFT    6
#define SLOT_RIM      7
#define SLOT_WIDTH    8
#define SLOT_MASK     9
uniform vec4 u_uv[20]; /* like every uniform and sampler not there where a feature does not use it */

/* KHR_texture_transform of a slot; v grows downwards. */
vec2 transformed(vec2 uv, int slot) {
#ifdef UV_TRANSFORM
    vec4 m = u_uv[slot * 2];
    return vec2(dot(m.xy, uv), dot(m.zw, uv)) + u_uv[slot * 2 + 1].xy;
#else
    return uv;
#endif
}

/* Where the masks of the outline's width and of the UV animation lie: 0.x reads both from red. */
#ifdef RED_MASKS
#define WIDTH_CHANNEL r
#define MASK_CHANNEL r
#else
#define WIDTH_CHANNEL g
#define MASK_CHANNEL b
#endif

#ifdef UV_ANIMATION
uniform sampler2D u_mask;
/* VRMC_materials_mtoon 1.0, UV Animation: turn about the middle, then scroll, both scaled by the
 * mask, which itself stays where it is. Counter-clockwise with v downwards. */
vec2 animated(vec2 uv, vec2 mask_uv) {
    float amount = 1.0;
#ifdef MASK_TEXTURE
    amount = texture(u_mask, transformed(mask_uv, SLOT_MASK)).MASK_CHANNEL;
#endif
    float angle = UV_TURN * amount, c = cos(angle), s = sin(angle);
    vec2 p = uv - 0.5;
    return vec2(c * p.x + s * p.y, c * p.y - s * p.x) + 0.5 + UV_SCROLL * amount;
}
#endif

#ifdef UV_SECOND
#define UV_OF(slot, first, second) (u_uv[(slot) * 2 + 1].z > 0.5 ? (second) : (first))
#else
#define UV_OF(slot, first, second) (first)
#endif
