/* SPDX-License-Identifier: MIT */
/* Materials as they are drawn, in any dialect. Textures are compared by their images. */
#include "base/words.h"
#include "diff/diff.h"

#include "model/surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Textures ---- */

const vrm_Sampler* vrmi_diff_sampler(const vrm_Gltf* gltf, int32_t texture) {
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
    const vrm_Sampler* x = vrmi_diff_sampler(place->diff->sides[0].gltf, a->texture);
    const vrm_Sampler* y = vrmi_diff_sampler(place->diff->sides[1].gltf, b->texture);
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

static const char* const alternatives[VRMI_DIFF_IMAGES - 1] = {
    "EXT_texture_webp", "KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds"};

/* An image in WebP is shown where the texture has no other. */
void vrmi_diff_list_images(const vrm_Gltf* gltf, const vrm_TextureInfo* info,
                           int32_t out[VRMI_DIFF_IMAGES]) {
    for (int i = 0; i < VRMI_DIFF_IMAGES; i++) out[i] = -1;
    if (info == NULL || info->texture < 0) return;
    const vrm_Texture* texture = &gltf->textures[info->texture];
    out[0] = texture->source;
    for (int i = 1; i < VRMI_DIFF_IMAGES; i++) {
        vrm_JsonRef extension = vrm_gltf_extension(gltf, texture->json, alternatives[i - 1]);
        vrm_JsonRef source = vrm_json_member(gltf->json, extension, "source");
        int64_t index = -1;
        if (vrm_json_integer(gltf->json, source, &index) && index >= 0 &&
            index < gltf->image_count && index != out[0])
            out[i] = (int32_t)index;
    }
}

static void compare_images_of(const vrmi_Place* place, const vrm_TextureInfo* a,
                              const vrm_TextureInfo* b) {
    vrm_Diff* diff = place->diff;
    int32_t before[VRMI_DIFF_IMAGES], after[VRMI_DIFF_IMAGES];
    vrmi_diff_list_images(diff->sides[0].gltf, a, before);
    vrmi_diff_list_images(diff->sides[1].gltf, b, after);
    vrmi_diff_image(place, "", before[0], after[0]);
    bool has_both = a != NULL && b != NULL && a->texture >= 0 && b->texture >= 0;
    for (int i = 1; i < VRMI_DIFF_IMAGES && has_both; i++)
        vrmi_diff_image(place, vrmi_diff_format(diff, ".%s", alternatives[i - 1]), before[i],
                        after[i]);
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
        compare_images_of(&place, before, after);
        if (before == NULL || after == NULL || before->texture < 0 || after->texture < 0) continue;
        compare_sampling(&place, before, after);
    }
}

/* ---- Values ---- */

/* Compares values that have an effect: no metalness of an unlit surface, no cutoff without a mask.
 */
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

/* Whether the row describes the look of an outline. */
static bool is_of_outline(const vrmi_MtoonRow* row) {
    return strncmp(row->key, "outline", strlen("outline")) == 0 && row->kind != VRMI_MTOON_OUTLINE;
}

/* Whether a value of the row changes a picture: there is an outline, or a matcap to multiply. */
static bool has_effect(const vrmi_MtoonRow* row, const vrm_Mtoon* mtoon) {
    if (is_of_outline(row)) return mtoon->outline_width_mode != VRM_OUTLINE_NONE;
    if (strcmp(row->key, "matcapFactor") == 0) return mtoon->matcap_texture.texture >= 0;
    return true;
}

static void compare_mtoon(const vrmi_Place* place, const vrm_Mtoon* a, const vrm_Mtoon* b) {
    for (int i = 0; i < VRMI_MTOON_ROW_COUNT; i++) {
        const vrmi_MtoonRow* row = &vrmi_mtoon_rows[i];
        if (has_effect(row, a) || has_effect(row, b))
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
        else if (a->is_told[i])
            vrmi_diff_only(diff, VRMI_BEFORE, vrmi_diff_material_name(diff, VRMI_BEFORE, i), "");
        vrmi_arena_rewind(&diff->scratch, mark);
    }
    for (int32_t i = 0; i < b->gltf->material_count && diff->result == VRM_OK; i++)
        if (b->material_match[i] < 0 && b->is_told[i])
            vrmi_diff_only(diff, VRMI_AFTER, vrmi_diff_material_name(diff, VRMI_AFTER, i), "");
}
