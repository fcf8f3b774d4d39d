/* SPDX-License-Identifier: MIT */
/* Finds every use of an image: slots of materials as libvrm reads them, glTF's own materials, which
 * other readers draw, textures of extensions that are not known, the thumbnail. */
#include "optimize/uses.h"

#include <string.h>

#define MAX_DEPTH 32 /* of extensions that are searched; deeper ones may use any texture */

typedef struct Search {
    const vrm_Gltf* gltf;
    vrmi_PictureUse* textures; /* what is known of each texture */
    vrmi_PictureUse* images;   /* and then of each image */
    bool is_hopeless;          /* some extension may use any texture */
} Search;

bool vrmi_is_drawn(const vrmi_PictureUse* use) {
    return use->is_color || use->is_data || use->is_normal || use->is_other;
}

void vrmi_merge_use(vrmi_PictureUse* into, const vrmi_PictureUse* from) {
    into->is_color = into->is_color || from->is_color;
    into->is_data = into->is_data || from->is_data;
    into->is_normal = into->is_normal || from->is_normal;
    into->is_other = into->is_other || from->is_other;
    into->uses_alpha = into->uses_alpha || from->uses_alpha;
    into->ignores_alpha = into->ignores_alpha || from->ignores_alpha;
    into->is_thumbnail = into->is_thumbnail || from->is_thumbnail;
    into->is_shown = into->is_shown || from->is_shown;
    into->is_fixed = into->is_fixed || from->is_fixed;
}

/* ---- Sources ---- */

static int32_t image_at(const vrm_Gltf* gltf, vrm_JsonRef value) {
    int64_t image;
    bool is_image =
        vrm_json_integer(gltf->json, value, &image) && image >= 0 && image < gltf->image_count;
    return is_image ? (int32_t)image : -1;
}

void vrmi_texture_sources(const vrm_Gltf* gltf, int32_t texture, vrmi_VisitSource* visit,
                          void* ctx) {
    vrm_JsonRef json = gltf->textures[texture].json;
    int32_t image = image_at(gltf, vrm_json_member(gltf->json, json, "source"));
    if (image >= 0) visit(ctx, image, false, true);
    vrm_JsonIter it = vrm_json_iter(gltf->json, vrm_json_member(gltf->json, json, "extensions"));
    while (vrm_json_next(&it)) {
        image = image_at(gltf, vrm_json_member(gltf->json, it.value, "source"));
        bool is_webp = vrm_json_equals(gltf->json, it.key, "EXT_texture_webp");
        if (image >= 0) visit(ctx, image, is_webp, false);
    }
}

static void mark(const Search* search, int32_t texture, vrmi_PictureUse use) {
    if (texture >= 0 && texture < search->gltf->texture_count)
        vrmi_merge_use(&search->textures[texture], &use);
}

/* ---- Known slots ---- */

static void mark_surface(const Search* search, const vrm_Surface* surface) {
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
        const vrm_TextureInfo* info = vrm_surface_texture(surface, (vrm_TextureSlot)slot);
        if (info == NULL || info->texture < 0) continue;
        bool is_color = vrm_texture_use((vrm_TextureSlot)slot).is_srgb;
        bool is_base = slot == VRM_TEXTURE_BASE_COLOR;
        bool is_opaque = surface->material->alpha_mode == VRM_ALPHA_OPAQUE;
        mark(search, info->texture,
             (vrmi_PictureUse){.is_color = is_color,
                               .is_normal = slot == VRM_TEXTURE_NORMAL,
                               .is_data = !is_color && slot != VRM_TEXTURE_NORMAL,
                               .uses_alpha = is_base && !is_opaque,
                               .ignores_alpha = is_base && is_opaque});
    }
}

/* ---- Extensions ---- */

/* Whether a texture that the object names by "index" is read by libvrm. */
static bool is_known_extension(const vrm_Json* json, vrm_JsonRef name) {
    static const char* const names[] = {"VRMC_materials_mtoon", "KHR_materials_unlit",
                                        "KHR_materials_emissive_strength", "KHR_texture_transform",
                                        "VRMC_materials_hdr_emissiveMultiplier"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (vrm_json_equals(json, name, names[i])) return true;
    return false;
}

static void mark_index(const Search* search, vrm_JsonRef object) {
    int64_t texture;
    vrm_JsonRef index = vrm_json_member(search->gltf->json, object, "index");
    if (vrm_json_integer(search->gltf->json, index, &texture) && texture >= 0 &&
        texture < search->gltf->texture_count)
        mark(search, (int32_t)texture, (vrmi_PictureUse){.is_other = true});
}

/* Everything below an extension that has an "index" may be a reference to a texture. False when it
 * is nested too deeply. */
static bool search_extension(const Search* search, vrm_JsonRef extension) {
    vrm_JsonIter open[MAX_DEPTH];
    int depth = 0;
    mark_index(search, extension);
    open[depth++] = vrm_json_iter(search->gltf->json, extension);
    while (depth > 0) {
        vrm_JsonIter* it = &open[depth - 1];
        if (!vrm_json_next(it)) {
            depth--;
            continue;
        }
        if (vrm_json_type(search->gltf->json, it->value) < VRM_JSON_ARRAY) continue;
        if (depth == MAX_DEPTH) return false;
        mark_index(search, it->value);
        open[depth++] = vrm_json_iter(search->gltf->json, it->value);
    }
    return true;
}

static void search_material(Search* search, vrm_JsonRef material) {
    const vrm_Json* json = search->gltf->json;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, material, "extensions"));
    while (vrm_json_next(&it))
        if (!is_known_extension(json, it.key) && !search_extension(search, it.value))
            search->is_hopeless = true;
}

/* Textures of 0.x materials that vrm_Surface does not have. */
static void search_properties(const Search* search, vrm_JsonRef textures) {
    static const char* const known[] = {
        "_MainTex",    "_ShadeTexture",        "_BumpMap",          "_EmissionMap", "_SphereAdd",
        "_RimTexture", "_OutlineWidthTexture", "_UvAnimMaskTexture"};
    static const char* const masks[] = {"_ShadingGradeTexture", "_ReceiveShadowTexture"};
    const vrm_Json* json = search->gltf->json;
    vrm_JsonIter it = vrm_json_iter(json, textures);
    while (vrm_json_next(&it)) {
        int64_t texture;
        bool is_known = false, is_mask = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            is_known = is_known || vrm_json_equals(json, it.key, known[i]);
        for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++)
            is_mask = is_mask || vrm_json_equals(json, it.key, masks[i]);
        if (is_known || !vrm_json_integer(json, it.value, &texture)) continue;
        if (texture >= 0 && texture < search->gltf->texture_count)
            mark(search, (int32_t)texture,
                 (vrmi_PictureUse){.is_data = is_mask, .is_other = !is_mask});
    }
}

/* ---- Images ---- */

typedef struct Sources {
    const Search* search;
    int32_t texture, count;
    bool is_plain; /* the only one is glTF's own, or a WebP without fallback */
} Sources;

static void count_source(void* ctx, int32_t image, bool is_webp, bool is_core) {
    (void)image;
    Sources* sources = ctx;
    sources->count++;
    sources->is_plain = sources->count == 1 && (is_core || is_webp);
}

static void mark_source(void* ctx, int32_t image, bool is_webp, bool is_core) {
    (void)is_webp;
    (void)is_core;
    const Sources* sources = ctx;
    vrmi_PictureUse* use = &sources->search->images[image];
    vrmi_merge_use(use, &sources->search->textures[sources->texture]);
    use->is_shown = true;
    if (!sources->is_plain) use->is_fixed = true;
}

/* From textures to images. An image keeps its format unless every texture that shows it can be told
 * of the new one. */
static void mark_images(const Search* search) {
    const vrm_Gltf* gltf = search->gltf;
    for (int32_t i = 0; i < gltf->texture_count; i++) {
        Sources sources = {.search = search, .texture = i};
        vrmi_texture_sources(gltf, i, count_source, &sources);
        vrmi_texture_sources(gltf, i, mark_source, &sources);
    }
    for (int32_t i = 0; i < gltf->image_count; i++) {
        vrmi_PictureUse* use = &search->images[i];
        if (!use->is_shown) use->is_fixed = true;
        if (search->is_hopeless) use->is_other = true;
    }
}

void vrmi_picture_uses(const vrm_Model* model, vrmi_PictureUse* textures, vrmi_PictureUse* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Surface* surfaces = vrm_model_surfaces(model);
    const vrm_Meta* meta = vrm_model_meta(model);
    Search search = {.gltf = gltf, .textures = textures, .images = out};
    for (int32_t i = 0; i < gltf->image_count; i++) out[i] = (vrmi_PictureUse){0};
    for (int32_t i = 0; i < gltf->texture_count; i++) textures[i] = (vrmi_PictureUse){0};
    for (int32_t i = 0; i < gltf->material_count; i++) {
        vrm_Surface plain = {.kind = VRM_SURFACE_PBR, .material = &gltf->materials[i]};
        mark_surface(&search, &plain);
        if (surfaces != NULL) mark_surface(&search, &surfaces[i]);
        search_material(&search, gltf->materials[i].json);
    }
    vrm_JsonIter it =
        vrm_json_iter(gltf->json, vrm_json_at(gltf->json, "/extensions/VRM/materialProperties"));
    while (vrm_json_next(&it))
        search_properties(&search, vrm_json_member(gltf->json, it.value, "textureProperties"));
    mark_images(&search);
    if (meta != NULL && meta->thumbnail_image >= 0 && meta->thumbnail_image < gltf->image_count)
        out[meta->thumbnail_image].is_thumbnail = true;
}
