/* SPDX-License-Identifier: MIT */
/* What a character looks like: textures, materials, morph targets, expressions. The writers see it
 * through a Looks; the tables of the plain figure are in figure_looks.c, those of the bundled
 * avatar in hero_looks.c. */
#ifndef SCENES_LOOKS_H
#define SCENES_LOOKS_H

#include "scene_bytes.h"
#include "vrm/model.h"

/* What a mask texture is used for; one texture may serve all three. */
enum {
    MASK_SHIFT = 1,   /* shading shift, in R */
    MASK_OUTLINE = 2, /* outline width, in G (0.x: R) */
    MASK_SCROLL = 4   /* UV animation, in B */
};

/* Colours are linear. A texture of -1 is none. */
typedef struct MaterialRow {
    const char* name;
    vrm_SurfaceKind kind;
    vrm_Vec4 base_color;
    int32_t base_texture, normal_texture, matcap_texture, mask_texture, emissive_texture;
    int32_t mask_uses;
    vrm_AlphaMode alpha_mode;
    bool is_double_sided, has_z_write, is_metal;
    int32_t queue_offset;
    vrm_Vec3 shade_color, rim_color, emissive, outline_color;
    float emissive_strength;
    float outline_width;      /* metres; 0: none */
    float scroll_x, scroll_y; /* uv per second */
} MaterialRow;

typedef struct ExpressionRow {
    const char* name; /* the preset's 1.0 name, or a custom one */
    vrm_ExpressionPreset preset;
    bool is_binary;
    vrm_Override blink, look_at, mouth;
    int32_t morphs[2]; /* -1: none */
    float weights[2];
    int32_t color_material; /* -1: none */
    vrm_Vec4 color;
    bool has_all_colors;     /* a bind of every kind, not of the base colour alone */
    int32_t offset_material; /* -1: none */
    vrm_Vec2 offset, scale;  /* glTF's V direction */
} ExpressionRow;

typedef struct ImageRow {
    const char* name;
    bool is_clamped; /* its texture ends at its edges instead of repeating */
} ImageRow;

struct Character;

typedef struct Looks {
    const char *title, *version, *copyright, *third_party;
    const MaterialRow* materials;
    int32_t material_count;
    const ImageRow* images; /* one texture each; the last one is the thumbnail and no texture */
    int32_t image_count;
    /* Appends the PNG file. */
    void (*paint)(Bytes* bytes, const struct Character* character, int32_t image);
    void (*name_morph)(int32_t morph, char name[32]);
    /* Presets first, then custom expressions, which may use `name`. */
    ExpressionRow (*expression)(const struct Character* character, int32_t index, char name[32]);
    int32_t preset_count;
    float look_range[4]; /* degrees of the eye bones: inner, outer, down, up */
} Looks;

int32_t texture_count(const Looks* looks);
/* True if a material of this kind is there. */
bool has_surface(const Looks* looks, vrm_SurfaceKind kind);

/* ---- The plain figure ---- */

enum {
    MATERIAL_SKIN,
    MATERIAL_CLOTH,
    MATERIAL_HAIR,
    MATERIAL_EYES,
    MATERIAL_CHEEK,
    MATERIAL_METAL,
    MATERIAL_GLASS,
    MATERIAL_COUNT
};

#define MORPH_ROW_COUNT 18

/* How a morph target moves the figure's face at a point of it, in metres. */
vrm_Vec3 morph_delta(int32_t morph, vrm_Vec3 position);

extern const Looks figure_looks;

#endif
