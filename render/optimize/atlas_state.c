/* SPDX-License-Identifier: MIT */
/* What materials must have in common to become one, as bytes that are compared: everything but
 * names, textures of pages, and factors that texels can take. */
#include "optimize/atlas.h"

#include <string.h>

/* ---- Bytes ---- */

static void put(vrmi_Atlas* atlas, const void* bytes, size_t size) {
    vrmi_bytes_put(&atlas->text, bytes, size);
}

static void put_integer(vrmi_Atlas* atlas, int32_t value) {
    put(atlas, &value, sizeof value);
}

static void put_floats(vrmi_Atlas* atlas, const float* values, int count) {
    for (int i = 0; i < count; i++) {
        float value = values[i] + 0.0f; /* -0 is 0 */
        put(atlas, &value, sizeof value);
    }
}

static void put_float(vrmi_Atlas* atlas, float value) {
    put_floats(atlas, &value, 1);
}

static void put_color(vrmi_Atlas* atlas, vrm_Vec3 color) {
    put_floats(atlas, (float[]){color.x, color.y, color.z}, 3);
}

/* A member as the file has it. */
static void put_member(vrmi_Atlas* atlas, const vrm_JsonIter* it) {
    vrm_Span key = vrm_json_text(atlas->gltf->json, it->key);
    vrm_Span value = vrm_json_text(atlas->gltf->json, it->value);
    put(atlas, key.data, key.size);
    put(atlas, value.data, value.size);
}

static bool is_one_of(const vrmi_Atlas* atlas, vrm_JsonRef key, const char* const* names) {
    for (; *names != NULL; names++)
        if (vrm_json_equals(atlas->gltf->json, key, *names)) return true;
    return false;
}

/* Members of an object that are not in the list. */
static void put_others(vrmi_Atlas* atlas, vrm_JsonRef object, const char* const* skipped) {
    vrm_JsonIter it = vrm_json_iter(atlas->gltf->json, object);
    while (vrm_json_next(&it))
        if (!is_one_of(atlas, it.key, skipped)) put_member(atlas, &it);
    put(atlas, ";", 1);
}

/* ---- glTF ---- */

/* A reference to a texture says nothing that would be lost with it. */
static bool is_plain_texture(const vrmi_Atlas* atlas, vrm_JsonRef info) {
    static const char* const members[] = {"index",    "texCoord",   "scale",
                                          "strength", "extensions", NULL};
    static const char* const extensions[] = {"KHR_texture_transform", NULL};
    const vrm_Json* json = atlas->gltf->json;
    vrm_JsonIter it = vrm_json_iter(json, info);
    while (vrm_json_next(&it))
        if (!is_one_of(atlas, it.key, members)) return false;
    it = vrm_json_iter(json, vrm_json_member(json, info, "extensions"));
    while (vrm_json_next(&it))
        if (!is_one_of(atlas, it.key, extensions)) return false;
    return true;
}

static bool has_plain_textures(const vrmi_Atlas* atlas, vrm_JsonRef object,
                               const char* const* names) {
    for (; *names != NULL; names++)
        if (!is_plain_texture(atlas, vrm_json_member(atlas->gltf->json, object, *names)))
            return false;
    return true;
}

static bool contains(vrm_Span text, const char* word) {
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, word, size) == 0) return true;
    return false;
}

/* An extension that is not known may have numbers, and no textures. */
static bool put_extensions(vrmi_Atlas* atlas, vrm_JsonRef extensions) {
    static const char* const known[] = {"KHR_materials_unlit", "KHR_materials_emissive_strength",
                                        "VRMC_materials_mtoon",
                                        "VRMC_materials_hdr_emissiveMultiplier", NULL};
    vrm_JsonIter it = vrm_json_iter(atlas->gltf->json, extensions);
    while (vrm_json_next(&it)) {
        if (is_one_of(atlas, it.key, known)) continue;
        vrm_Span text = vrm_json_text(atlas->gltf->json, it.value);
        if (contains(text, "\"index\"") || contains(text, "\\")) return false;
        put_member(atlas, &it);
    }
    return true;
}

static bool put_material(vrmi_Atlas* atlas, vrm_JsonRef material) {
    static const char* const known[] = {"name",
                                        "extensions",
                                        "alphaMode",
                                        "alphaCutoff",
                                        "doubleSided",
                                        "emissiveFactor",
                                        "emissiveTexture",
                                        "normalTexture",
                                        "occlusionTexture",
                                        "pbrMetallicRoughness",
                                        NULL};
    static const char* const factors[] = {"baseColorFactor",          "metallicFactor",
                                          "roughnessFactor",          "baseColorTexture",
                                          "metallicRoughnessTexture", NULL};
    static const char* const textures[] = {"emissiveTexture", "normalTexture", "occlusionTexture",
                                           NULL};
    const vrm_Json* json = atlas->gltf->json;
    vrm_JsonRef pbr = vrm_json_member(json, material, "pbrMetallicRoughness");
    put_others(atlas, material, known);
    put_others(atlas, pbr, factors);
    return has_plain_textures(atlas, material, textures) &&
           has_plain_textures(atlas, pbr, factors + 3) &&
           put_extensions(atlas, vrm_json_member(json, material, "extensions"));
}

/* ---- MToon of 1.0 ---- */

static const char* const toon_textures[] = {"shadeMultiplyTexture",
                                            "shadingShiftTexture",
                                            "matcapTexture",
                                            "rimMultiplyTexture",
                                            "outlineWidthMultiplyTexture",
                                            "uvAnimationMaskTexture",
                                            NULL};

static const char* const toon_members[] = {"shadeMultiplyTexture",
                                           "shadingShiftTexture",
                                           "matcapTexture",
                                           "rimMultiplyTexture",
                                           "outlineWidthMultiplyTexture",
                                           "uvAnimationMaskTexture",
                                           "specVersion",
                                           "transparentWithZWrite",
                                           "renderQueueOffsetNumber",
                                           "shadeColorFactor",
                                           "shadingShiftFactor",
                                           "shadingToonyFactor",
                                           "giEqualizationFactor",
                                           "matcapFactor",
                                           "parametricRimColorFactor",
                                           "parametricRimFresnelPowerFactor",
                                           "parametricRimLiftFactor",
                                           "rimLightingMixFactor",
                                           "outlineWidthMode",
                                           "outlineWidthFactor",
                                           "outlineColorFactor",
                                           "outlineLightingMixFactor",
                                           "uvAnimationScrollXSpeedFactor",
                                           "uvAnimationScrollYSpeedFactor",
                                           "uvAnimationRotationSpeedFactor",
                                           NULL};

static bool is_black(vrm_Vec3 color) {
    return color.x == 0.0f && color.y == 0.0f && color.z == 0.0f;
}

/* A texture multiplies both matcap and rim light: beside a matcap it cannot take the colour of the
 * rim. */
static void put_rim(vrmi_Atlas* atlas, const vrm_Mtoon* mtoon) {
    bool has_matcap = mtoon->matcap_texture.texture >= 0 && !is_black(mtoon->matcap_factor);
    put_integer(atlas, has_matcap);
    if (has_matcap) {
        put_integer(atlas, mtoon->matcap_texture.texture);
        put_color(atlas, mtoon->matcap_factor);
        put_color(atlas, mtoon->parametric_rim_color_factor);
    }
    put_float(atlas, mtoon->parametric_rim_fresnel_power_factor);
    put_float(atlas, mtoon->parametric_rim_lift_factor);
    put_float(atlas, mtoon->rim_lighting_mix_factor);
}

static void put_outline(vrmi_Atlas* atlas, const vrm_Mtoon* mtoon) {
    put_integer(atlas, (int32_t)mtoon->outline_width_mode);
    if (mtoon->outline_width_mode == VRM_OUTLINE_NONE) return;
    put_color(atlas, mtoon->outline_color_factor);
    put_float(atlas, mtoon->outline_lighting_mix_factor);
}

static bool put_toon(vrmi_Atlas* atlas, const vrm_Mtoon* mtoon) {
    if (vrm_model_dialect(atlas->model) == VRM_DIALECT_DRAFT ||
        vrm_model_dialect(atlas->model) == VRM_DIALECT_BETA ||
        !has_plain_textures(atlas, mtoon->json, toon_textures))
        return false;
    put_others(atlas, mtoon->json, toon_members);
    put_integer(atlas, mtoon->render_queue_offset);
    put_integer(atlas, mtoon->transparent_with_z_write);
    put_float(atlas, mtoon->shading_shift_factor);
    put_float(atlas, mtoon->shading_shift_scale);
    put_float(atlas, mtoon->shading_toony_factor);
    put_float(atlas, mtoon->gi_equalization_factor);
    put_integer(atlas, mtoon->uv_animation_mask_texture.texture);
    put_rim(atlas, mtoon);
    put_outline(atlas, mtoon);
    return true;
}

/* ---- Shader properties of 0.x ---- */

static const char* const toon0_textures[] = {
    "_MainTex",    "_ShadeTexture",        "_BumpMap", "_EmissionMap",
    "_RimTexture", "_OutlineWidthTexture", NULL};

vrm_JsonRef vrmi_atlas_properties(const vrmi_Atlas* atlas, int32_t material) {
    const vrm_Json* json = atlas->gltf->json;
    if (vrm_model_dialect(atlas->model) != VRM_DIALECT_0) return VRM_JSON_MISSING;
    vrm_JsonRef list = vrm_json_at(json, "/extensions/VRM/materialProperties");
    return vrm_json_element(json, list, (uint32_t)material);
}

static bool has_shader(const vrmi_Atlas* atlas, vrm_JsonRef properties, const char* const* names) {
    return is_one_of(atlas, vrm_json_member(atlas->gltf->json, properties, "shader"), names);
}

bool vrmi_atlas_is_shader0(const vrmi_Atlas* atlas, vrm_JsonRef properties) {
    static const char* const shaders[] = {"VRM/MToon", "VRM/UnlitTexture", "VRM/UnlitCutout",
                                          "VRM/UnlitTransparent", NULL};
    return has_shader(atlas, properties, shaders);
}

static bool is_toon0(const vrmi_Atlas* atlas, vrm_JsonRef properties) {
    return vrm_json_equals(atlas->gltf->json,
                           vrm_json_member(atlas->gltf->json, properties, "shader"), "VRM/MToon");
}

/* Textures of MToon that are not part of a page: those that are not looked up by coordinates, or
 * have no effect without animation, must be the same ones. */
static bool put_textures0(vrmi_Atlas* atlas, vrm_JsonRef textures) {
    static const char* const same[] = {"_SphereAdd", "_UvAnimMaskTexture", NULL};
    vrm_JsonIter it = vrm_json_iter(atlas->gltf->json, textures);
    while (vrm_json_next(&it)) {
        if (is_one_of(atlas, it.key, toon0_textures)) continue;
        if (!is_one_of(atlas, it.key, same)) return false;
        put_member(atlas, &it);
    }
    return true;
}

/* The old shader shades with white where it has no texture, libvrm and others with the main one:
 * neither the base colour nor the shade may then go into texels. */
static void keep_shade(vrmi_Atlas* atlas, int32_t material, vrm_JsonRef textures) {
    vrmi_AtlasMember* member = &atlas->members[material];
    const vrm_Json* json = atlas->gltf->json;
    if (vrm_json_member(json, textures, "_MainTex") == VRM_JSON_MISSING ||
        vrm_json_member(json, textures, "_ShadeTexture") != VRM_JSON_MISSING)
        return;
    member->draws[VRMI_ATLAS_SHADE] = false;
    member->images[VRMI_ATLAS_SHADE] = -1;
    put(atlas, "shade", 5);
    put_floats(atlas, &member->tints[VRMI_ATLAS_BASE].x, 4);
    put_floats(atlas, &member->tints[VRMI_ATLAS_SHADE].x, 4);
}

/* Numbers that a page takes, and those without an effect. */
static void put_numbers0(vrmi_Atlas* atlas, int32_t material, vrm_JsonRef properties) {
    static const char* const cut[] = {"_BumpScale", "_OutlineWidth", NULL};
    static const char* const plain[] = {"_BumpScale", "_OutlineWidth", "_Cutoff", NULL};
    bool is_cut = atlas->surfaces[material].material->alpha_mode == VRM_ALPHA_MASK;
    put_others(atlas, vrm_json_member(atlas->gltf->json, properties, "floatProperties"),
               is_cut ? cut : plain);
}

static bool put_toon0(vrmi_Atlas* atlas, int32_t material, vrm_JsonRef properties) {
    static const char* const baked[] = {"_RimColor",
                                        "_Color",
                                        "_ShadeColor",
                                        "_EmissionColor",
                                        "_MainTex",
                                        "_ShadeTexture",
                                        "_BumpMap",
                                        "_EmissionMap",
                                        "_RimTexture",
                                        "_SphereAdd",
                                        "_OutlineWidthTexture",
                                        "_UvAnimMaskTexture",
                                        "_ReceiveShadowTexture",
                                        "_ShadingGradeTexture",
                                        NULL};
    static const char* const keywords[] = {"_NORMALMAP", NULL};
    const vrm_Json* json = atlas->gltf->json;
    vrm_JsonRef textures = vrm_json_member(json, properties, "textureProperties");
    bool has_matcap = vrm_json_member(json, textures, "_SphereAdd") != VRM_JSON_MISSING;
    put_numbers0(atlas, material, properties);
    put_others(atlas, vrm_json_member(json, properties, "vectorProperties"),
               has_matcap ? baked + 1 : baked);
    put_others(atlas, vrm_json_member(json, properties, "keywordMap"), keywords);
    keep_shade(atlas, material, textures);
    return put_textures0(atlas, textures);
}

/* Shaders that have the glTF material's values, once more or not. The texture must be the same. */
static bool put_copy0(vrmi_Atlas* atlas, int32_t material, vrm_JsonRef properties) {
    static const char* const main[] = {"_MainTex", NULL};
    static const char* const none[] = {NULL};
    const vrm_Json* json = atlas->gltf->json;
    vrm_JsonRef textures = vrm_json_member(json, properties, "textureProperties");
    vrm_JsonRef vectors = vrm_json_member(json, properties, "vectorProperties");
    vrm_JsonIter it = vrm_json_iter(json, textures);
    int64_t texture;
    while (vrm_json_next(&it))
        if (!is_one_of(atlas, it.key, main) || !vrm_json_integer(json, it.value, &texture) ||
            texture != atlas->surfaces[material].material->base_color_texture.texture)
            return false;
    put_integer(atlas, (int32_t)vrm_json_count(json, textures));
    put_others(atlas, vectors, none);
    if (vrm_json_count(json, vectors) > 0)
        put_floats(atlas, &atlas->members[material].tints[VRMI_ATLAS_BASE].x, 4);
    put_others(atlas, vrm_json_member(json, properties, "floatProperties"), none);
    put_others(atlas, vrm_json_member(json, properties, "keywordMap"), none);
    return true;
}

static bool put_properties(vrmi_Atlas* atlas, int32_t material, vrm_JsonRef properties) {
    static const char* const copies[] = {"VRM_USE_GLTFSHADER",
                                         "Standard",
                                         "UniGLTF/UniUnlit",
                                         "VRM/UnlitTexture",
                                         "VRM/UnlitCutout",
                                         "VRM/UnlitTransparent",
                                         NULL};
    static const char* const parts[] = {"name",       "floatProperties",   "vectorProperties",
                                        "keywordMap", "textureProperties", NULL};
    put_others(atlas, properties, parts);
    if (is_toon0(atlas, properties)) return put_toon0(atlas, material, properties);
    return has_shader(atlas, properties, copies) && put_copy0(atlas, material, properties);
}

/* ---- Factors that no texel can take ---- */

static bool is_share(float value) {
    return value >= 0.0f && value <= 1.0f;
}

static bool is_color(const vrm_Vec4* tint) {
    return is_share(tint->x) && is_share(tint->y) && is_share(tint->z) && is_share(tint->w);
}

/* Emission that libvrm reads otherwise than the file states it is not written. */
static bool can_bake_glow(const vrmi_Atlas* atlas, int32_t index) {
    const vrm_Material* stated = &atlas->gltf->materials[index];
    const vrm_Vec4* tint = &atlas->members[index].tints[VRMI_ATLAS_EMISSIVE];
    vrm_Vec3 glow = stated->emissive_factor;
    float strength = stated->emissive_strength;
    bool is_stated = tint->x == glow.x * strength && tint->y == glow.y * strength &&
                     tint->z == glow.z * strength;
    bool is_toon = is_toon0(atlas, vrmi_atlas_properties(atlas, index));
    return (is_stated || is_toon) && tint->x >= 0.0f && tint->y >= 0.0f && tint->z >= 0.0f &&
           tint->x < 65536.0f && tint->y < 65536.0f && tint->z < 65536.0f;
}

static void put_tints(vrmi_Atlas* atlas, int32_t index) {
    static const vrmi_AtlasSlot colors[] = {VRMI_ATLAS_BASE, VRMI_ATLAS_SHADE, VRMI_ATLAS_METAL,
                                            VRMI_ATLAS_RIM};
    const vrmi_AtlasMember* member = &atlas->members[index];
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        const vrm_Vec4* tint = &member->tints[colors[i]];
        if (member->draws[colors[i]] && !is_color(tint)) put_floats(atlas, &tint->x, 4);
        put(atlas, ";", 1);
    }
    if (member->draws[VRMI_ATLAS_EMISSIVE] && !can_bake_glow(atlas, index))
        put_floats(atlas, &member->tints[VRMI_ATLAS_EMISSIVE].x, 4);
    if (!(member->tints[VRMI_ATLAS_WIDTH].x >= 0.0f &&
          member->tints[VRMI_ATLAS_WIDTH].x < 65536.0f))
        put_floats(atlas, &member->tints[VRMI_ATLAS_WIDTH].x, 1);
}

bool vrmi_atlas_put_state(vrmi_Atlas* atlas, int32_t index) {
    const vrm_Surface* surface = &atlas->surfaces[index];
    const vrm_Material* material = surface->material;
    vrm_JsonRef properties = vrmi_atlas_properties(atlas, index);
    bool is_known = true;
    put_integer(atlas, (int32_t)surface->kind);
    put_integer(atlas, surface->ignores_vertex_colors);
    put_integer(atlas, (int32_t)material->alpha_mode);
    put_integer(atlas, material->is_double_sided);
    if (material->alpha_mode == VRM_ALPHA_MASK) put_float(atlas, material->alpha_cutoff);
    put_integer(atlas, properties != VRM_JSON_MISSING);
    if (!put_material(atlas, material->json)) is_known = false;
    if (properties != VRM_JSON_MISSING) {
        if (!put_properties(atlas, index, properties)) is_known = false;
    }
    if (surface->mtoon != NULL && !is_toon0(atlas, properties)) {
        if (!put_toon(atlas, surface->mtoon)) is_known = false;
    }
    put_tints(atlas, index);
    return is_known;
}
