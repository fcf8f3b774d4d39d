/* SPDX-License-Identifier: MIT */
/* Materials with the extensions that change how they look, textures and samplers. */
#include "base/words.h"
#include "gltf/material.h"

#include "gltf/typed.h"

vrm_TextureInfo vrmi_no_texture(void) {
    return (vrm_TextureInfo){.texture = -1};
}

vrm_TextureTransform vrm_texture_transform(const vrm_TextureInfo* info) {
    return info->transform != NULL ? *info->transform
                                   : (vrm_TextureTransform){.scale = {1.0f, 1.0f}};
}

static vrm_Vec2 read_vec2(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float each) {
    vrm_Vec2 v = {each, each};
    vrmi_read_vec2(reader, object, key, &v);
    return v;
}

vrm_TextureInfo vrmi_read_texture_info(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                       int32_t texture_count) {
    vrm_TextureInfo info = vrmi_no_texture();
    vrm_JsonRef json = vrmi_read_object(reader, object, key);
    if (json == VRM_JSON_MISSING) return info;
    info.texture = vrmi_read_index(reader, json, "index", texture_count);
    if (vrmi_read_member(reader, json, "index") == VRM_JSON_MISSING)
        vrmi_read_report(reader, VRMI_RULE_UNDEFINED_PROPERTY, json,
                         "Property \"index\" is missing: there is no texture.");
    info.tex_coord = (int32_t)vrmi_read_integer(reader, json, "texCoord", 0, INT32_MAX, 0);
    vrm_JsonRef extension = vrmi_read_extension(reader, json, "KHR_texture_transform");
    if (extension == VRM_JSON_MISSING) return info;
    vrm_TextureTransform* transform = vrmi_read_alloc(reader, 1, sizeof *transform);
    if (transform == NULL) return info;
    transform->offset = read_vec2(reader, extension, "offset", 0.0f);
    transform->scale = read_vec2(reader, extension, "scale", 1.0f);
    transform->rotation = vrmi_read_float(reader, extension, "rotation", 0.0f);
    info.transform = transform;
    info.tex_coord =
        (int32_t)vrmi_read_integer(reader, extension, "texCoord", 0, INT32_MAX, info.tex_coord);
    return info;
}

float vrmi_read_texture_factor(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                               const char* factor_key) {
    return vrmi_read_float(reader, vrmi_read_member(reader, object, key), factor_key, 1.0f);
}

static void read_metallic_roughness(vrmi_Typed* typed, vrm_JsonRef object, vrm_Material* material) {
    vrmi_Reader* reader = &typed->reader;
    int32_t count = typed->gltf.texture_count;
    vrm_JsonRef pbr = vrmi_read_object(reader, object, "pbrMetallicRoughness");
    material->base_color_factor = (vrm_Vec4){1.0f, 1.0f, 1.0f, 1.0f};
    vrmi_read_vec4(reader, pbr, "baseColorFactor", &material->base_color_factor);
    material->base_color_texture = vrmi_read_texture_info(reader, pbr, "baseColorTexture", count);
    material->metallic_factor = vrmi_read_float(reader, pbr, "metallicFactor", 1.0f);
    material->roughness_factor = vrmi_read_float(reader, pbr, "roughnessFactor", 1.0f);
    material->metallic_roughness_texture =
        vrmi_read_texture_info(reader, pbr, "metallicRoughnessTexture", count);
}

void vrmi_read_material(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    int32_t count = typed->gltf.texture_count;
    vrm_Material* material = element;
    (void)index;
    read_metallic_roughness(typed, object, material);
    material->normal_texture = vrmi_read_texture_info(reader, object, "normalTexture", count);
    material->normal_scale = vrmi_read_texture_factor(reader, object, "normalTexture", "scale");
    material->occlusion_texture = vrmi_read_texture_info(reader, object, "occlusionTexture", count);
    material->occlusion_strength =
        vrmi_read_texture_factor(reader, object, "occlusionTexture", "strength");
    material->emissive_texture = vrmi_read_texture_info(reader, object, "emissiveTexture", count);
    material->emissive_factor = (vrm_Vec3){0.0f, 0.0f, 0.0f};
    vrmi_read_vec3(reader, object, "emissiveFactor", &material->emissive_factor);
    material->alpha_mode = (vrm_AlphaMode)vrmi_read_enum(
        reader, object, "alphaMode", vrmi_alpha_modes, VRMI_COUNT_alpha_modes, VRM_ALPHA_OPAQUE);
    material->alpha_cutoff = vrmi_read_float(reader, object, "alphaCutoff", 0.5f);
    material->is_double_sided = vrmi_read_bool(reader, object, "doubleSided", false);
    material->is_unlit =
        vrmi_read_extension(reader, object, "KHR_materials_unlit") != VRM_JSON_MISSING;
    vrm_JsonRef strength = vrmi_read_extension(reader, object, "KHR_materials_emissive_strength");
    material->emissive_strength = vrmi_read_float(reader, strength, "emissiveStrength", 1.0f);
}

/* ---- Textures and samplers ---- */

void vrmi_read_texture(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Texture* texture = element;
    (void)index;
    texture->sampler = vrmi_read_index(reader, object, "sampler", typed->gltf.sampler_count);
    texture->source = vrmi_read_index(reader, object, "source", typed->gltf.image_count);
    if (texture->source >= 0) return;
    vrm_JsonRef webp = vrmi_read_extension(reader, object, "EXT_texture_webp");
    texture->source = vrmi_read_index(reader, webp, "source", typed->gltf.image_count);
}

/* A GL constant out of a list; any other value is a finding and gives `fallback`. */
static uint32_t read_constant(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                              const uint32_t* legal, size_t legal_count, uint32_t fallback) {
    vrm_JsonRef at = vrmi_read_member(reader, object, key);
    if (at == VRM_JSON_MISSING) return fallback;
    int64_t value = vrmi_read_integer(reader, object, key, INT64_MIN, INT64_MAX, -1);
    for (size_t i = 0; i < legal_count; i++)
        if (value == legal[i]) return legal[i];
    if (vrm_json_type(reader->json, at) == VRM_JSON_NUMBER)
        vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_LIST, at,
                         "%lld is not a value that \"%s\" can have.", (long long)value, key);
    return fallback;
}

void vrmi_read_sampler(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    static const uint32_t filters[] = {9728, 9729, 9984, 9985, 9986, 9987};
    static const uint32_t wraps[] = {10497, 33071, 33648};
    vrmi_Reader* reader = &typed->reader;
    vrm_Sampler* sampler = element;
    (void)index;
    sampler->mag_filter = read_constant(reader, object, "magFilter", filters, 2, 0);
    sampler->min_filter = read_constant(reader, object, "minFilter", filters, 6, 0);
    sampler->wrap_s = read_constant(reader, object, "wrapS", wraps, 3, 10497);
    sampler->wrap_t = read_constant(reader, object, "wrapT", wraps, 3, 10497);
}
