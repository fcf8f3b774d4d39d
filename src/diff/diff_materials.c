/* SPDX-License-Identifier: MIT */
/* Materials as they are drawn, whatever the dialect, and their textures by the content of the
 * images. */
#include "base/words.h"
#include "diff/diff.h"

#include "base/sha256.h"
#include "model/surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Images ---- */

/* Images of the same bytes are hashed once. */
static int compare_images(const void* a, const void* b) {
    const vrm_Image *x = *(const vrm_Image*const*)a, *y = *(const vrm_Image*const*)b;
    if (x->data != y->data) return (uintptr_t)x->data < (uintptr_t)y->data ? -1 : 1;
    return (x->size > y->size) - (x->size < y->size);
}

static void hash_side(vrm_Diff* diff, vrmi_DiffSide* side) {
    const vrm_Gltf* gltf = side->gltf;
    size_t count = (size_t)gltf->image_count;
    const vrm_Image** order = vrmi_diff_scratch(diff, count, sizeof *order);
    side->digests = vrmi_diff_scratch(diff, count, sizeof *side->digests);
    if (diff->result != VRM_OK || count == 0) return;
    for (size_t i = 0; i < count; i++) order[i] = &gltf->images[i];
    qsort(order, count, sizeof *order, compare_images);
    for (size_t i = 0; i < count; i++) {
        uint8_t* digest = side->digests[order[i] - gltf->images];
        if (order[i]->data == NULL) continue;
        if (i > 0 && compare_images(&order[i - 1], &order[i]) == 0) {
            memcpy(digest, side->digests[order[i - 1] - gltf->images], 32);
            continue;
        }
        if (!vrmi_diff_work(diff, order[i]->size)) return;
        vrmi_Sha256 sha;
        vrmi_sha256_init(&sha);
        vrmi_sha256_add(&sha, order[i]->data, (size_t)order[i]->size);
        vrmi_sha256_end(&sha, digest);
    }
}

void vrmi_diff_hash_images(vrm_Diff* diff) {
    hash_side(diff, &diff->sides[0]);
    if (diff->result == VRM_OK) hash_side(diff, &diff->sides[1]);
}

static const char* image_text(vrm_Diff* diff, int s, int32_t image) {
    if (image < 0) return "none";
    const vrm_Image* shown = &diff->sides[s].gltf->images[image];
    const uint8_t* d = diff->sides[s].digests[image];
    const char* name = shown->name;
    if (shown->data == NULL) return vrmi_diff_format(diff, "%s, not read", shown->uri);
    return vrmi_diff_format(diff, "%s%ssha256:%02x%02x%02x%02x%02x%02x", name,
                            name[0] != 0 ? " " : "", d[0], d[1], d[2], d[3], d[4], d[5]);
}

/* Of images that could not be read, only the address is known. */
static bool is_same_image(const vrm_Diff* diff, int32_t before, int32_t after) {
    if (before < 0 || after < 0) return (before < 0) == (after < 0);
    const vrm_Image* a = &diff->sides[0].gltf->images[before];
    const vrm_Image* b = &diff->sides[1].gltf->images[after];
    if (a->data == NULL || b->data == NULL)
        return a->data == b->data && strcmp(a->uri, b->uri) == 0;
    return memcmp(diff->sides[0].digests[before], diff->sides[1].digests[after], 32) == 0;
}

void vrmi_diff_image(const vrmi_Place* place, const char* member, int32_t before, int32_t after) {
    vrm_Diff* diff = place->diff;
    if (!is_same_image(diff, before, after))
        vrmi_diff_changed(place, member, image_text(diff, VRMI_BEFORE, before),
                          image_text(diff, VRMI_AFTER, after));
}

/* ---- Textures ---- */

static const vrm_Sampler* sampler_of(const vrm_Gltf* gltf, int32_t texture) {
    static const vrm_Sampler standard = {.wrap_s = 10497, .wrap_t = 10497};
    int32_t sampler = gltf->textures[texture].sampler;
    return sampler >= 0 ? &gltf->samplers[sampler] : &standard;
}

static void compare_vec2(const vrmi_Place* place, const char* member, vrm_Vec2 before,
                         vrm_Vec2 after) {
    const float a[2] = {before.x, before.y}, b[2] = {after.x, after.y};
    vrmi_diff_values(place, member, a, b, 2);
}

static void compare_sampling(const vrmi_Place* place, const vrm_TextureInfo* a,
                             const vrm_TextureInfo* b) {
    const vrm_Sampler* x = sampler_of(place->diff->sides[0].gltf, a->texture);
    const vrm_Sampler* y = sampler_of(place->diff->sides[1].gltf, b->texture);
    vrmi_diff_count_of(place, ".wrapS", x->wrap_s, y->wrap_s);
    vrmi_diff_count_of(place, ".wrapT", x->wrap_t, y->wrap_t);
    vrmi_diff_count_of(place, ".magFilter", x->mag_filter, y->mag_filter);
    vrmi_diff_count_of(place, ".minFilter", x->min_filter, y->min_filter);
    vrm_TextureTransform from = vrm_texture_transform(a), to = vrm_texture_transform(b);
    compare_vec2(place, ".offset", from.offset, to.offset);
    compare_vec2(place, ".scale", from.scale, to.scale);
    vrmi_diff_value(place, ".rotation", from.rotation, to.rotation);
    vrmi_diff_count_of(place, ".texCoord", a->tex_coord, b->tex_coord);
}

/* Images in formats that only some programs read, which these take instead of the texture's own. */
static void compare_alternatives(const vrmi_Place* place, const vrm_TextureInfo* a,
                                 const vrm_TextureInfo* b) {
    static const char* const extensions[] = {"EXT_texture_webp", "KHR_texture_basisu",
                                             "EXT_texture_avif", "MSFT_texture_dds"};
    const vrm_TextureInfo* infos[] = {a, b};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        int32_t images[VRMI_SIDES];
        for (int s = 0; s < VRMI_SIDES; s++) {
            const vrm_Gltf* gltf = place->diff->sides[s].gltf;
            vrm_JsonRef texture = gltf->textures[infos[s]->texture].json;
            vrm_JsonRef extension = vrm_gltf_extension(gltf, texture, extensions[i]);
            int64_t index = -1;
            bool is_there = vrm_json_integer(
                gltf->json, vrm_json_member(gltf->json, extension, "source"), &index);
            is_there = is_there && index >= 0 && index < gltf->image_count;
            images[s] = is_there ? (int32_t)index : -1;
        }
        vrmi_diff_image(place, vrmi_diff_format(place->diff, ".%s", extensions[i]), images[0],
                        images[1]);
    }
}

static int32_t image_of(const vrm_Gltf* gltf, const vrm_TextureInfo* info) {
    return info != NULL && info->texture >= 0 ? gltf->textures[info->texture].source : -1;
}

static void compare_textures(vrm_Diff* diff, const char* subject, const vrm_Surface* a,
                             const vrm_Surface* b) {
    static const char* const slots[VRM_TEXTURE_SLOT_COUNT] = {"baseColorTexture",
                                                              "metallicRoughnessTexture",
                                                              "normalTexture",
                                                              "occlusionTexture",
                                                              "emissiveTexture",
                                                              "shadeMultiplyTexture",
                                                              "shadingShiftTexture",
                                                              "rimMultiplyTexture",
                                                              "outlineWidthMultiplyTexture",
                                                              "uvAnimationMaskTexture",
                                                              "matcapTexture"};
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
        const vrm_TextureInfo* before = vrm_surface_texture(a, (vrm_TextureSlot)slot);
        const vrm_TextureInfo* after = vrm_surface_texture(b, (vrm_TextureSlot)slot);
        vrmi_Place place = {diff, subject, slots[slot]};
        vrmi_diff_image(&place, "", image_of(diff->sides[0].gltf, before),
                        image_of(diff->sides[1].gltf, after));
        if (before == NULL || after == NULL || before->texture < 0 || after->texture < 0) continue;
        compare_sampling(&place, before, after);
        compare_alternatives(&place, before, after);
    }
}

/* ---- Values ---- */

/* Only what acts is compared: no metal of an unlit surface, no cutoff without a mask. */
static void compare_material(const vrmi_Place* place, const vrm_Material* a, const vrm_Material* b,
                             bool is_pbr) {
    vrmi_diff_text(place, "name", a->name, b->name);
    vrm_Vec4 x = a->base_color_factor, y = b->base_color_factor;
    vrmi_diff_values(place, "baseColorFactor", (float[]){x.x, x.y, x.z, x.w},
                     (float[]){y.x, y.y, y.z, y.w}, 4);
    vrmi_diff_word(place, "alphaMode", vrmi_alpha_modes, VRMI_COUNT_alpha_modes, a->alpha_mode,
                   b->alpha_mode);
    if (a->alpha_mode == VRM_ALPHA_MASK && b->alpha_mode == VRM_ALPHA_MASK)
        vrmi_diff_value(place, "alphaCutoff", a->alpha_cutoff, b->alpha_cutoff);
    vrmi_diff_flag(place, "doubleSided", a->is_double_sided, b->is_double_sided);
    vrm_Vec3 emission_a = vrmi_vec3_scale(a->emissive_factor, a->emissive_strength);
    vrm_Vec3 emission_b = vrmi_vec3_scale(b->emissive_factor, b->emissive_strength);
    vrmi_diff_vec3(place, "emissiveFactor", &emission_a, &emission_b);
    vrmi_diff_value(place, "normalTexture.scale", a->normal_scale, b->normal_scale);
    if (!is_pbr) return;
    vrmi_diff_value(place, "metallicFactor", a->metallic_factor, b->metallic_factor);
    vrmi_diff_value(place, "roughnessFactor", a->roughness_factor, b->roughness_factor);
    vrmi_diff_value(place, "occlusionTexture.strength", a->occlusion_strength,
                    b->occlusion_strength);
}

/* Numbers without a bound are compared by their ratio: outline widths are thousandths. */
static void compare_row(const vrmi_Place* place, const vrmi_MtoonRow* row, const void* a,
                        const void* b) {
    char key[64];
    switch ((vrmi_MtoonKind)row->kind) {
    case VRMI_MTOON_NUMBER:
    case VRMI_MTOON_RATIO:
        vrmi_diff_value(place, row->key, *(const float*)a, *(const float*)b);
        break;
    case VRMI_MTOON_POSITIVE:
        vrmi_diff_ratio(place, row->key, *(const float*)a, *(const float*)b);
        break;
    case VRMI_MTOON_COLOR: vrmi_diff_vec3(place, row->key, a, b); break;
    case VRMI_MTOON_TEXTURE: break; /* with all other textures */
    case VRMI_MTOON_SCALE:
        snprintf(key, sizeof key, "%s.scale", row->key);
        vrmi_diff_value(place, key, *(const float*)a, *(const float*)b);
        break;
    case VRMI_MTOON_OUTLINE:
        vrmi_diff_word(place, row->key, vrmi_outline_modes, VRMI_COUNT_outline_modes,
                       *(const vrm_OutlineMode*)a, *(const vrm_OutlineMode*)b);
        break;
    }
}

/* What says how an outline looks, where there is one. */
static bool is_of_outline(const vrmi_MtoonRow* row) {
    return strncmp(row->key, "outline", strlen("outline")) == 0 && row->kind != VRMI_MTOON_OUTLINE;
}

static void compare_mtoon(const vrmi_Place* place, const vrm_Mtoon* a, const vrm_Mtoon* b) {
    bool has_outline =
        a->outline_width_mode != VRM_OUTLINE_NONE || b->outline_width_mode != VRM_OUTLINE_NONE;
    for (int i = 0; i < VRMI_MTOON_ROW_COUNT; i++) {
        const vrmi_MtoonRow* row = &vrmi_mtoon_rows[i];
        if (has_outline || !is_of_outline(row))
            compare_row(place, row, (const char*)a + row->at, (const char*)b + row->at);
    }
    vrmi_diff_count_of(place, "renderQueueOffsetNumber", a->render_queue_offset,
                       b->render_queue_offset);
    vrmi_diff_flag(place, "transparentWithZWrite", a->transparent_with_z_write,
                   b->transparent_with_z_write);
}

static void compare_pair(vrm_Diff* diff, int32_t index, int32_t other) {
    static const char* const kinds[] = {"PBR", "unlit", "MToon"};
    const vrm_Surface* a = &vrm_model_surfaces(diff->sides[0].model)[index];
    const vrm_Surface* b = &vrm_model_surfaces(diff->sides[1].model)[other];
    vrmi_Place place = {diff, vrmi_diff_material_name(diff, VRMI_BEFORE, index), NULL};
    vrmi_diff_word(&place, "shader", kinds, 3, a->kind, b->kind);
    if (a->kind == b->kind) /* the unlit shaders of 0.x do, that of glTF does not */
        vrmi_diff_flag(&place, "ignoresVertexColors", a->ignores_vertex_colors,
                       b->ignores_vertex_colors);
    compare_material(&place, a->material, b->material,
                     a->kind == VRM_SURFACE_PBR && b->kind == VRM_SURFACE_PBR);
    compare_textures(diff, place.subject, a, b);
    if (a->mtoon != NULL && b->mtoon != NULL) compare_mtoon(&place, a->mtoon, b->mtoon);
}

void vrmi_diff_materials(vrm_Diff* diff) {
    const vrmi_DiffSide *a = &diff->sides[0], *b = &diff->sides[1];
    for (int32_t i = 0; i < a->gltf->material_count && diff->result == VRM_OK; i++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        if (a->material_match[i] >= 0)
            compare_pair(diff, i, a->material_match[i]);
        else
            vrmi_diff_only(diff, VRMI_BEFORE, vrmi_diff_material_name(diff, VRMI_BEFORE, i), "");
        vrmi_arena_rewind(&diff->scratch, mark);
    }
    for (int32_t i = 0; i < b->gltf->material_count && diff->result == VRM_OK; i++)
        if (b->material_match[i] < 0)
            vrmi_diff_only(diff, VRMI_AFTER, vrmi_diff_material_name(diff, VRMI_AFTER, i), "");
}
