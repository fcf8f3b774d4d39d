/* SPDX-License-Identifier: MIT */
/* Vesna's textures: each is a function of u and v. Colours are as the file has them (sRGB). */
#include "hero.h"

#include <stdlib.h>

static vrm_Vec4 rgb(int32_t hex) {
    return (vrm_Vec4){(float)(hex >> 16 & 255) / 255, (float)(hex >> 8 & 255) / 255,
                      (float)(hex & 255) / 255, 1};
}

static vrm_Vec4 blend(vrm_Vec4 under, vrm_Vec4 over, float share) {
    return (vrm_Vec4){mix(under.x, over.x, share), mix(under.y, over.y, share),
                      mix(under.z, over.z, share), mix(under.w, over.w, share)};
}

/* Distance from the middle of an ellipse: 1 on its edge. */
static float ellipse(float u, float v, float middle_u, float middle_v, float radius_u,
                     float radius_v) {
    float x = (u - middle_u) / radius_u, y = (v - middle_v) / radius_v;
    return sqrtf(x * x + y * y);
}

/* 1 inside an ellipse, 0 outside, soft over `edge`. */
static float spot(float distance, float edge) {
    return smooth(1 + edge / 2, 1 - edge / 2, distance);
}

/* Up and down again `count` times over [0, 1]: 0 at both ends, 1 in the middle of each. */
static float wave(float x, float count) {
    return 0.5f - 0.5f * turn_any(x * count + 8).x;
}

/* The face in front: u to the left of her, v down (hero_face.c). A strip at the edge is for the
 * body: plain above, below as in the shadow of the chin. */
static vrm_Vec4 paint_skin(float u, float v) {
    vrm_Vec4 color = rgb(0xFFE6D6);
    if (u < 0.05f) return blend(color, rgb(0xEBB5A2), smooth(0.35f, 0.75f, v));
    float nose = spot(ellipse(u, v, 0.5f, 0.735f, 0.035f, 0.025f), 1.2f);
    float forehead = smooth(0.42f, 0.25f, v) * spot(ellipse(u, v, 0.5f, 0.3f, 0.45f, 0.3f), 0.4f);
    float chin = smooth(0.93f, 0.99f, v) * spot(ellipse(u, v, 0.5f, 1, 0.4f, 0.2f), 0.6f);
    color = blend(color, rgb(0xF7B6A2), 0.45f * nose);
    color = blend(color, rgb(0xF3C2B0), 0.75f * forehead);
    return blend(color, rgb(0xF7CDBB), 0.5f * chin);
}

static vrm_Vec4 paint_blush(float u, float v) {
    vrm_Vec4 color = rgb(0xFF8F86);
    color.w = 0.62f * smooth(1, 0.1f, ellipse(u, v, 0.5f, 0.5f, 0.5f, 0.5f));
    return color;
}

static vrm_Vec4 paint_eyes(float u, float v) {
    vrm_Vec4 color = blend(rgb(0xFFFDFB), rgb(0xD8DAE8), smooth(0.36f, 0.16f, v));
    float iris = ellipse(u, v, 0.5f, 0.505f, 0.278f, 0.345f);
    if (iris > 1.1f) return color;
    vrm_Vec4 deep = rgb(0x0E4A44), bright = rgb(0x9BE37A);
    vrm_Vec4 inside = blend(deep, rgb(0x2BA36B), smooth(0.20f, 0.52f, v));
    inside = blend(inside, bright, smooth(0.50f, 0.80f, v));
    inside = blend(inside, deep, smooth(0.80f, 0.98f, iris));
    float pupil = spot(ellipse(u, v, 0.5f, 0.490f, 0.105f, 0.150f), 0.14f);
    inside = blend(inside, rgb(0x08302F), pupil);
    float glow = spot(ellipse(u, v, 0.5f, 0.695f, 0.150f, 0.085f), 0.5f) * (1 - pupil);
    inside = blend(inside, rgb(0xE4FFB8), 0.75f * glow);
    color = blend(color, inside, smooth(1.03f, 0.97f, iris));
    color = blend(color, rgb(0xFFFFFF), spot(ellipse(u, v, 0.395f, 0.345f, 0.085f, 0.092f), 0.16f));
    color = blend(color, rgb(0xFFFFFF), spot(ellipse(u, v, 0.630f, 0.650f, 0.040f, 0.044f), 0.25f));
    return blend(color, rgb(0xFFE3EC),
                 0.9f * spot(ellipse(u, v, 0.600f, 0.335f, 0.026f, 0.030f), 0.3f));
}

static vrm_Vec4 paint_lines(float u, float v) {
    static const int32_t inks[INK_COUNT] = {0x4A1F2A, 0xA8574F, 0x8E2B33, 0xFFFAF5, 0xF2857F};
    (void)v;
    int32_t ink = (int32_t)(u * INK_COUNT);
    return rgb(inks[ink < INK_COUNT ? ink : INK_COUNT - 1]);
}

/* u across a lock, v from the crown to the tip. */
static vrm_Vec4 paint_hair(float u, float v) {
    vrm_Vec4 color = blend(rgb(0xEE8A8C), rgb(0xF7A79A), smooth(0, 0.55f, v));
    color = blend(color, rgb(0xFFDDB8), smooth(0.60f, 1, v));
    float strand = wave(u, 5) * wave(u, 2);
    color = blend(color, rgb(0xD96C78), 0.30f * strand * smooth(1, 0.6f, v));
    float edge = 0.30f + 0.030f * wave(u, 6);
    float ring = smooth(edge - 0.05f, edge, v) * smooth(edge + 0.085f, edge + 0.055f, v);
    return blend(color, rgb(0xFFE9DC), 0.55f * ring);
}

/* A blossom between two leaves, stitched on cloth; metres from its middle, y downwards. */
static vrm_Vec4 stitch(vrm_Vec4 color, float x, float y) {
    float away = x < 0 ? -x : x, petals = 0;
    color = blend(color, rgb(0x7DBE86),
                  spot(ellipse(away, y, 0.0250f, 0.0050f, 0.0100f, 0.0042f), 0.3f));
    color = blend(color, rgb(0x7DBE86),
                  spot(ellipse(away, y, 0.0420f, 0.0010f, 0.0034f, 0.0030f), 0.4f));
    for (int32_t i = 0; i < 5; i++) {
        vrm_Vec2 t = turn((double)i / 5);
        float cover = spot(ellipse(x, y, 0.0088f * t.y, -0.0088f * t.x, 0.0072f, 0.0072f), 0.25f);
        if (cover > petals) petals = cover;
    }
    color = blend(color, rgb(0xF29C92), petals);
    return blend(color, rgb(0xFFE39A), spot(ellipse(x, y, 0, 0, 0.0040f, 0.0040f), 0.4f));
}

/* The green line above a coloured edge that skirt and sleeves end with. */
static vrm_Vec4 hem(vrm_Vec4 color, float down) {
    float band = smooth(0.895f, 0.903f, down) * smooth(0.945f, 0.937f, down);
    color = blend(color, rgb(0x6DB57A), band);
    return blend(color, rgb(0xEFA28F), smooth(0.968f, 0.974f, down));
}

/* From above: a quarter for bodice and puffs, one for wide sleeves and socks (which have the line
 * at their upper end), and one petal of the skirt. */
static vrm_Vec4 paint_cloth(float u, float v) {
    vrm_Vec4 color = rgb(0xFFF7EA);
    if (v < 0.25f) {
        float line = smooth(0.48f, 0.485f, u) * smooth(0.52f, 0.515f, u);
        return blend(color, rgb(0xF1DCC6), 0.6f * line);
    }
    float down = v < 0.5f ? (v - 0.25f) * 4 : (v - 0.5f) * 2;
    color = hem(blend(color, rgb(0xFBD9C9), 0.85f * smooth(0.35f, 1, down)), down);
    if (v < 0.5f)
        return blend(color, rgb(0x6DB57A),
                     smooth(0.055f, 0.058f, down) * smooth(0.088f, 0.085f, down));
    float edge = u < 0.5f ? u : 1 - u;
    float seam =
        smooth(0.030f, 0.010f, edge) * smooth(0.1f, 0.5f, down) * smooth(0.90f, 0.88f, down);
    color = blend(color, rgb(0xF0B9AC), 0.5f * seam);
    return stitch(color, (u - 0.5f) * 0.161f, (down - 0.76f) * 0.420f);
}

/* A blade with veins, v from the stalk to the tip. */
static vrm_Vec4 paint_leaf(float u, float v) {
    vrm_Vec4 color = blend(rgb(0x4E9E66), rgb(0x9AD07C), smooth(0.1f, 1, v));
    float side = u < 0.5f ? 0.5f - u : u - 0.5f;
    float middle = smooth(0.035f, 0.015f, side);
    float veins = wave(v * 1.0f - side * 0.9f, 6);
    color = blend(color, rgb(0xC6E89A), 0.20f * smooth(0.86f, 0.97f, veins));
    return blend(color, rgb(0xC6E89A), 0.55f * middle);
}

static vrm_Vec4 paint_plain(float u, float v) {
    (void)u;
    return blend(rgb(0xFFFFFF), rgb(0xEFE6E0), v);
}

/* Above: the shaft with its cuff, laced in front. Below: the shoe down to its sole. */
static vrm_Vec4 paint_boots(float u, float v) {
    vrm_Vec4 leather = rgb(0xA86B4E), cream = rgb(0xFFF0DC);
    float side = u < 0.5f ? u : 1 - u;
    if (v > 0.5f) return blend(leather, rgb(0x64382C), smooth(0.74f, 0.78f, v));
    float down = v * 2;
    vrm_Vec4 color = blend(cream, leather, smooth(0.545f, 0.550f, down));
    float near = 0.5f - side;
    float lace = smooth(0.075f, 0.065f, near) * smooth(0.55f, 0.85f, wave(down + near * 0.4f, 9));
    return blend(color, cream, lace * smooth(0.60f, 0.62f, down));
}

/* Arrows that run along the ribbon. */
static vrm_Vec4 paint_ribbon(float u, float v) {
    float side = u < 0.5f ? 0.5f - u : u - 0.5f;
    float arrow = wave(v + side * 0.5f, 2);
    vrm_Vec4 color = blend(rgb(0x2F8F73), rgb(0xBFF5C8), smooth(0.55f, 0.85f, arrow));
    return blend(color, rgb(0x1F6F5C), smooth(0.40f, 0.46f, side));
}

static vrm_Vec4 paint_matcap(float u, float v) {
    float shine = spot(ellipse(u, v, 0.40f, 0.26f, 0.22f, 0.12f), 1.4f);
    float level = 0.16f * shine;
    return (vrm_Vec4){level, 0.92f * level, 0.85f * level, 1};
}

/* No outline around eyes and mouth; B lets the ribbon scroll everywhere. */
static vrm_Vec4 paint_outline(float u, float v) {
    float side = u < 0.5f ? 0.5f - u : u - 0.5f;
    float eye = spot(ellipse(side, v, 0.185f, 0.61f, 0.150f, 0.150f), 0.2f);
    float mouth = spot(ellipse(side, v, 0, 0.84f, 0.13f, 0.085f), 0.2f);
    float width = (1 - eye) * (1 - mouth);
    return (vrm_Vec4){width, width, 1, 1};
}

/* ---- Images ---- */

const HeroImage hero_images[HERO_IMAGE_THUMBNAIL] = {
    [HERO_IMAGE_SKIN] = {paint_skin, 128, 128},   [HERO_IMAGE_BLUSH] = {paint_blush, 32, 32},
    [HERO_IMAGE_EYES] = {paint_eyes, 256, 256},   [HERO_IMAGE_LINES] = {paint_lines, 64, 8},
    [HERO_IMAGE_HAIR] = {paint_hair, 64, 256},    [HERO_IMAGE_CLOTH] = {paint_cloth, 128, 512},
    [HERO_IMAGE_LEAF] = {paint_leaf, 64, 128},    [HERO_IMAGE_PLAIN] = {paint_plain, 4, 4},
    [HERO_IMAGE_BOOTS] = {paint_boots, 128, 256}, [HERO_IMAGE_RIBBON] = {paint_ribbon, 64, 64},
    [HERO_IMAGE_MATCAP] = {paint_matcap, 64, 64}, [HERO_IMAGE_OUTLINE] = {paint_outline, 64, 64}};

vrm_Vec4 hero_color(int32_t image, float u, float v) {
    float whole_u = (float)(int32_t)u, whole_v = (float)(int32_t)v;
    return hero_images[image].paint(u == 1 ? 1 : u - whole_u, v == 1 ? 1 : v - whole_v);
}
