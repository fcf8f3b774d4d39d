/* SPDX-License-Identifier: MIT */
/* Tables of what the character looks like: textures, materials, morph targets, expressions. */
#ifndef SCENES_LOOKS_H
#define SCENES_LOOKS_H

#include "bytes.h"
#include "vrm/model.h"

/* ---- Textures: one image each; the last one is the thumbnail and no texture ---- */

enum {
    IMAGE_SKIN,
    IMAGE_CLOTH,
    IMAGE_HAIR,
    IMAGE_EYES,
    IMAGE_MATCAP,
    IMAGE_MASK, /* shading shift in R, outline width in G, animation mask in B */
    IMAGE_NORMAL,
    IMAGE_METAL,
    IMAGE_THUMBNAIL,
    IMAGE_COUNT,
    TEXTURE_COUNT = IMAGE_THUMBNAIL
};

const char* image_name(int32_t image);
/* Appends the PNG file. */
void image_paint(Bytes* bytes, int32_t image);

/* ---- Materials ---- */

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

/* Colours are linear. A texture of -1 is none. */
typedef struct MaterialRow {
    const char* name;
    vrm_SurfaceKind kind;
    vrm_Vec4 base_color;
    int32_t base_texture, normal_texture, matcap_texture, mask_texture;
    vrm_AlphaMode alpha_mode;
    bool is_double_sided, has_z_write;
    int32_t queue_offset;
    vrm_Vec3 shade_color, rim_color, emissive, outline_color;
    float emissive_strength;
    float outline_width; /* metres; 0: none */
    float scroll_x;      /* uv per second */
} MaterialRow;

extern const MaterialRow material_rows[MATERIAL_COUNT];

/* ---- Morph targets of the face ---- */

#define MORPH_ROW_COUNT 18

/* Names beyond the table are numbered. */
void morph_name(int32_t morph, char name[32]);
/* How the target moves the face at a point of it, in metres. */
vrm_Vec3 morph_delta(int32_t morph, vrm_Vec3 position);

/* ---- Expressions ---- */

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

#define EXPRESSION_ROW_COUNT 18

/* Rows of the table first, then numbered custom ones. `by_texture` gives the four look expressions
 * their binds. */
ExpressionRow expression_row(int32_t index, bool by_texture, int32_t morph_count, char name[32]);

#endif
