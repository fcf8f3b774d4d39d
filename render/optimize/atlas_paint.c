/* SPDX-License-Identifier: MIT */
/* The pixels of a page: pictures copied, factors multiplied in where members differ, neutral
 * colours where a member has no picture, and edges repeated around each. */
#include "optimize/atlas.h"

#include "light.h"
#include "optimize/resize.h"

#include <math.h>
#include <string.h>

/* What each channel of a texel becomes. */
typedef struct Tables {
    uint8_t at[4][256];
} Tables;

typedef struct Painter {
    vrmi_Atlas* atlas;
    const vrmi_AtlasPage* page;
    const vrmi_AtlasGroup* group;
    vrm_Picture* out;
    int slot, shrink; /* sides of the page are divided by two as often */
    bool is_opaque;
    vrmi_Light light;
} Painter;

/* ---- Tints ---- */

static const vrmi_AtlasMember* member_of(const vrmi_Atlas* atlas, const vrmi_AtlasEntry* entry) {
    return &atlas->members[entry->member];
}

/* What texels are multiplied by. */
static vrm_Vec4 tint_of(const vrmi_Atlas* atlas, const vrmi_AtlasEntry* entry, int slot) {
    const vrmi_AtlasMember* member = member_of(atlas, entry);
    const vrmi_AtlasGroup* group = &atlas->groups[member->group];
    vrm_Vec4 tint = member->tints[slot];
    if (!group->bakes[slot]) return (vrm_Vec4){1.0f, 1.0f, 1.0f, 1.0f};
    if (slot == VRMI_ATLAS_EMISSIVE || slot == VRMI_ATLAS_WIDTH) {
        float share = group->reach[slot] > 0.0f ? 1.0f / group->reach[slot] : 0.0f;
        tint = (vrm_Vec4){tint.x * share, tint.y * share, tint.z * share, 1.0f};
    }
    return tint;
}

static uint8_t to_byte(float value) {
    return (uint8_t)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

static uint8_t tint_light(const vrmi_Light* light, int texel, float tint) {
    if (tint == 1.0f) return (uint8_t)texel;
    float value = (float)light->from_srgb[texel] * fminf(fmaxf(tint, 0.0f), 1.0f);
    return light->to_srgb[(int)(value + 0.5f)];
}

static bool is_srgb(int slot) {
    return slot == VRMI_ATLAS_BASE || slot == VRMI_ATLAS_SHADE || slot == VRMI_ATLAS_EMISSIVE ||
           slot == VRMI_ATLAS_RIM;
}

/* Alpha is used in the base colour alone, and there only by surfaces that are not opaque. */
static void make_tables(const Painter* painter, const vrm_Vec4* tint, Tables* out) {
    const float* factors = &tint->x;
    bool has_alpha = painter->slot == VRMI_ATLAS_BASE && !painter->is_opaque;
    for (int i = 0; i < 256; i++) {
        float share = (float)i / 255.0f;
        for (int c = 0; c < 3; c++)
            out->at[c][i] = is_srgb(painter->slot) ? tint_light(&painter->light, i, factors[c])
                                                   : to_byte(share * factors[c]);
        if (painter->slot == VRMI_ATLAS_METAL) /* glTF 2.0: 1 + strength * (texel - 1) */
            out->at[0][i] = to_byte(1.0f + tint->x * (share - 1.0f));
        out->at[3][i] = has_alpha ? to_byte(share * tint->w) : 255;
    }
}

/* glTF 2.0: x and y are multiplied by the scale, then the normal gets unit length. */
static void scale_normal(uint8_t* pixel, float scale) {
    float n[3];
    for (int c = 0; c < 3; c++) n[c] = (float)pixel[c] / 255.0f * 2.0f - 1.0f;
    n[0] *= scale;
    n[1] *= scale;
    float size = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(size > 0.0f) || !(size < 1e18f)) return;
    for (int c = 0; c < 3; c++) pixel[c] = to_byte(n[c] / size * 0.5f + 0.5f);
}

/* ---- Pictures ---- */

static vrmi_Meaning meaning_of(const Painter* painter) {
    if (painter->slot == VRMI_ATLAS_NORMAL) return VRMI_MEANS_NORMAL;
    if (!is_srgb(painter->slot)) return VRMI_MEANS_DATA;
    return painter->slot == VRMI_ATLAS_BASE && !painter->is_opaque ? VRMI_MEANS_CUTOUT
                                                                   : VRMI_MEANS_COLOR;
}

/* The picture in the size that it has in the page; zeroed when there is none. */
static vrm_Result load(const Painter* painter, int32_t index, uint32_t width, uint32_t height,
                       vrm_Picture* out) {
    *out = (vrm_Picture){0};
    if (index < 0) return VRM_OK;
    const vrmi_Atlas* atlas = painter->atlas;
    const vrm_Image* image = &atlas->gltf->images[index];
    vrm_ImageLimits limits = atlas->def.limits;
    vrm_Picture picture;
    limits.enough = 0;
    vrm_Result result = vrm_image_decode((vrm_Span){(const char*)image->data, (size_t)image->size},
                                         &limits, &atlas->allocator, &picture);
    if (result != VRM_OK) return result;
    if (picture.width == width && picture.height == height) {
        *out = picture;
        return VRM_OK;
    }
    result = vrmi_resize(&picture, width, height, meaning_of(painter), out);
    vrm_image_release(&picture);
    return result;
}

static const uint8_t* texel_at(const vrm_Picture* picture, const uint8_t* neutral, size_t index) {
    return picture->pixels != NULL ? picture->pixels + index * 4 : neutral;
}

/* ---- Painting ---- */

static uint8_t* pixel_at(const Painter* painter, uint32_t x, uint32_t y) {
    return painter->out->pixels + ((size_t)y * painter->out->width + x) * 4;
}

static void neutral_of(int slot, uint8_t out[4]) {
    static const uint8_t white[4] = {255, 255, 255, 255}, black[4] = {0, 0, 0, 255},
                         up[4] = {128, 128, 255, 255};
    memcpy(out, slot == VRMI_ATLAS_NORMAL ? up : slot == VRMI_ATLAS_SHIFT ? black : white, 4);
}

/* `red` has the red channel of METAL. */
static void paint_content(const Painter* painter, const vrmi_AtlasEntry* entry,
                          const vrm_Picture* picture, const vrm_Picture* red) {
    uint32_t x0 = entry->x >> painter->shrink, y0 = entry->y >> painter->shrink;
    uint32_t width = entry->width >> painter->shrink, height = entry->height >> painter->shrink;
    vrm_Vec4 tint = tint_of(painter->atlas, entry, painter->slot);
    bool is_scaled =
        painter->slot == VRMI_ATLAS_NORMAL && picture->pixels != NULL && tint.x != 1.0f;
    bool is_copied = painter->slot == VRMI_ATLAS_NORMAL;
    Tables tables;
    uint8_t neutral[4];
    neutral_of(painter->slot, neutral);
    make_tables(painter, &tint, &tables);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            size_t index = (size_t)y * width + x;
            const uint8_t* texel = texel_at(picture, neutral, index);
            uint8_t* pixel = pixel_at(painter, x0 + x, y0 + y);
            for (int c = 0; c < 4; c++)
                pixel[c] = is_copied && c < 3 ? texel[c] : tables.at[c][texel[c]];
            if (painter->slot == VRMI_ATLAS_METAL)
                pixel[0] = tables.at[0][texel_at(red, neutral, index)[0]];
            if (is_scaled) scale_normal(pixel, tint.x);
        }
}

/* Repeats the edge over the padding. */
static void paint_padding(const Painter* painter, const vrmi_AtlasEntry* entry) {
    uint32_t padding = VRMI_ATLAS_PADDING >> painter->shrink;
    uint32_t x0 = entry->x >> painter->shrink, y0 = entry->y >> painter->shrink;
    uint32_t width = entry->width >> painter->shrink, height = entry->height >> painter->shrink;
    for (uint32_t y = y0; y < y0 + height; y++)
        for (uint32_t i = 1; i <= padding; i++) {
            memcpy(pixel_at(painter, x0 - i, y), pixel_at(painter, x0, y), 4);
            memcpy(pixel_at(painter, x0 + width - 1 + i, y), pixel_at(painter, x0 + width - 1, y),
                   4);
        }
    size_t row = ((size_t)width + 2 * padding) * 4;
    for (uint32_t i = 1; i <= padding; i++) {
        memcpy(pixel_at(painter, x0 - padding, y0 - i), pixel_at(painter, x0 - padding, y0), row);
        memcpy(pixel_at(painter, x0 - padding, y0 + height - 1 + i),
               pixel_at(painter, x0 - padding, y0 + height - 1), row);
    }
}

static vrm_Result paint_entry(const Painter* painter, const vrmi_AtlasEntry* entry) {
    const vrmi_AtlasMember* member = member_of(painter->atlas, entry);
    uint32_t width = entry->width >> painter->shrink, height = entry->height >> painter->shrink;
    vrm_Picture picture, red = {0};
    vrm_Result result = load(painter, member->images[painter->slot], width, height, &picture);
    if (result == VRM_OK && painter->slot == VRMI_ATLAS_METAL)
        result = load(painter, member->occlusion, width, height, &red);
    if (result == VRM_OK) {
        paint_content(painter, entry, &picture, &red);
        paint_padding(painter, entry);
    }
    vrm_image_release(&picture);
    vrm_image_release(&red);
    return result;
}

/* ---- Sizes ---- */

static bool is_larger(const vrmi_Atlas* atlas, int32_t index, uint32_t width, uint32_t height) {
    vrm_ImageInfo info;
    if (index < 0) return false;
    const vrm_Image* image = &atlas->gltf->images[index];
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
    return vrm_image_peek(bytes, &info) != VRM_OK || info.width > width || info.height > height;
}

/* Whether a picture of the page may be smaller by one more power of two. */
static bool may_shrink(const vrmi_Atlas* atlas, int32_t page, int slot, int shrink) {
    uint32_t unit = 1u << shrink;
    for (int32_t i = 0; i < atlas->entry_count; i++) {
        const vrmi_AtlasEntry* entry = &atlas->entries[i];
        if (entry->page != page) continue;
        const vrmi_AtlasMember* member = member_of(atlas, entry);
        uint32_t width = entry->width >> shrink, height = entry->height >> shrink;
        if (entry->width % unit != 0 || entry->height % unit != 0 ||
            is_larger(atlas, member->images[slot], width, height) ||
            (slot == VRMI_ATLAS_METAL && is_larger(atlas, member->occlusion, width, height)))
            return false;
    }
    return true;
}

int vrmi_atlas_shrink(const vrmi_Atlas* atlas, int32_t page, int slot) {
    int shrink = 0;
    while ((VRMI_ATLAS_PADDING >> shrink) > 1 && may_shrink(atlas, page, slot, shrink + 1))
        shrink++;
    return shrink;
}

vrm_Result vrmi_atlas_paint(vrmi_Atlas* atlas, int32_t page, int slot, vrm_Picture* out) {
    const vrmi_AtlasPage* found = &atlas->pages[page];
    Painter* painter = vrmi_atlas_alloc(atlas, 1, sizeof *painter);
    if (painter == NULL) return VRM_ERR_MEMORY;
    *painter = (Painter){.atlas = atlas,
                         .page = found,
                         .group = &atlas->groups[found->group],
                         .out = out,
                         .slot = slot};
    painter->is_opaque = atlas->surfaces[found->first].material->alpha_mode == VRM_ALPHA_OPAQUE;
    painter->shrink = vrmi_atlas_shrink(atlas, page, slot);
    vrmi_light_init(&painter->light);
    *out = (vrm_Picture){.width = found->width >> painter->shrink,
                         .height = found->height >> painter->shrink,
                         .allocator = atlas->allocator};
    vrm_Result result = vrmi_image_reserve(out);
    if (result != VRM_OK) return result;
    uint8_t neutral[4];
    neutral_of(slot, neutral);
    for (size_t i = 0; i < (size_t)out->width * out->height; i++)
        memcpy(out->pixels + i * 4, neutral, 4);
    for (int32_t i = 0; i < atlas->entry_count && result == VRM_OK; i++)
        if (atlas->entries[i].page == page) result = paint_entry(painter, &atlas->entries[i]);
    if (result != VRM_OK) vrm_image_release(out);
    return result;
}

bool vrmi_atlas_shade_is_base(const vrmi_Atlas* atlas, int32_t page) {
    if (!vrmi_atlas_has_slot(atlas, atlas->pages[page].group, VRMI_ATLAS_BASE)) return false;
    for (int32_t i = 0; i < atlas->entry_count; i++) {
        const vrmi_AtlasEntry* entry = &atlas->entries[i];
        if (entry->page != page) continue;
        const vrmi_AtlasMember* member = member_of(atlas, entry);
        vrm_Vec4 base = tint_of(atlas, entry, VRMI_ATLAS_BASE);
        vrm_Vec4 shade = tint_of(atlas, entry, VRMI_ATLAS_SHADE);
        if (member->images[VRMI_ATLAS_BASE] != member->images[VRMI_ATLAS_SHADE] ||
            base.x != shade.x || base.y != shade.y || base.z != shade.z)
            return false;
    }
    return true;
}
