/* SPDX-License-Identifier: MIT */
/* How each material is drawn: which of the glTF material, VRMC_materials_mtoon and the
 * materialProperties of 0.x applies. Materials are copied only where VRM changes something. */
#include "model/surface.h"
#include "model/color.h"
#include "model/emission.h"

#include <string.h>

static const vrm_Material* keep_material(vrmi_ModelReader* reader, const vrm_Material* material) {
    vrm_Material* copy = vrmi_read_alloc(&reader->base, 1, sizeof *copy);
    if (copy != NULL) *copy = *material;
    return copy;
}

static const vrm_Mtoon* keep_mtoon(vrmi_ModelReader* reader, const vrm_Mtoon* mtoon) {
    vrm_Mtoon* copy = vrmi_read_alloc(&reader->base, 1, sizeof *copy);
    if (copy != NULL) *copy = *mtoon;
    return copy;
}

/* The archived predecessor of KHR_materials_emissive_strength, which takes precedence if both are
 * present. */
static bool apply_emissive_multiplier(vrmi_ModelReader* reader, vrm_Material* material) {
    vrmi_Reader* base = &reader->base;
    if (vrm_gltf_extension(reader->gltf, material->json, "KHR_materials_emissive_strength") !=
        VRM_JSON_MISSING)
        return false;
    vrm_JsonRef json =
        vrmi_read_extension(base, material->json, "VRMC_materials_hdr_emissiveMultiplier");
    if (json == VRM_JSON_MISSING) return false;
    float multiplier = vrmi_read_float(base, json, "emissiveMultiplier", 1.0f);
    if (multiplier < 0.0f) {
        vrmi_read_report(base, VRMI_RULE_MATERIAL_EMISSIVE_NOT_IN_RANGE,
                         vrmi_read_member(base, json, "emissiveMultiplier"), NULL);
        return false;
    }
    material->emissive_strength = multiplier;
    return true;
}

/* UniVRM up to 0.106 wrote the emission of PBR materials as sRGB. */
static bool has_gamma_emission(const vrmi_ModelReader* reader) {
    char text[64];
    if (reader->model->dialect != VRM_DIALECT_0) return false;
    vrm_JsonRef exporter = vrmi_read_member(&reader->base, reader->roots.vrm, "exporterVersion");
    vrm_json_string(reader->base.json, exporter, text, sizeof text);
    if (vrm_json_type(reader->base.json, exporter) != VRM_JSON_STRING) return false;
    static const char zero[] = "UniVRM-0.";
    if (strncmp(text, zero, sizeof zero - 1) != 0) return false;
    int minor = 0, digits = 0;
    for (const char* at = text + sizeof zero - 1; *at >= '0' && *at <= '9' && digits < 5;
         at++, digits++)
        minor = minor * 10 + (*at - '0');
    return digits > 0 && minor < 107;
}

static bool correct_gamma_emission(const vrmi_ModelReader* reader, vrm_Material* material) {
    if (material->is_unlit || !has_gamma_emission(reader)) return false;
    vrm_Vec3 glow = vrmi_emission(material);
    vrmi_set_emission(material, (vrm_Vec3){vrmi_srgb_to_linear(glow.x), vrmi_srgb_to_linear(glow.y),
                                           vrmi_srgb_to_linear(glow.z)});
    return true;
}

/* The glTF material with the extensions of 1.0, in any dialect. */
static void read_gltf_surface(vrmi_ModelReader* reader, const vrm_Material* material,
                              vrm_Surface* out) {
    out->kind = material->is_unlit ? VRM_SURFACE_UNLIT : VRM_SURFACE_PBR;
    out->material = material;
    vrm_Material changed = *material;
    vrm_Mtoon mtoon;
    bool is_changed = apply_emissive_multiplier(reader, &changed);
    vrm_JsonRef extension =
        vrmi_read_extension(&reader->base, material->json, "VRMC_materials_mtoon");
    bool is_toon = extension != VRM_JSON_MISSING;
    if (!is_toon) {
        is_changed |= correct_gamma_emission(reader, &changed);
    } else if (vrmi_mtoon_is_draft(reader, extension)) {
        vrmi_read_mtoon_draft(reader, extension, &changed, &mtoon);
        is_changed = true;
    } else {
        vrmi_Version version = vrmi_extension_version(&reader->base, extension, VRMI_ACCEPT_BETA);
        is_toon = version != VRMI_VERSION_UNKNOWN;
        if (is_toon) vrmi_read_mtoon(reader, material, extension, version, &mtoon);
    }
    if (is_toon) {
        out->kind = VRM_SURFACE_MTOON;
        out->mtoon = keep_mtoon(reader, &mtoon);
        out->ignores_vertex_colors = true;
    }
    if (is_changed) out->material = keep_material(reader, &changed);
}

static void read_surface(vrmi_ModelReader* reader, const vrm_Material* material, vrm_JsonRef json,
                         const vrmi_Queues* queues, vrm_Surface* out) {
    vrm_Material changed = *material;
    vrm_Mtoon mtoon;
    out->kind = json == VRM_JSON_MISSING
                    ? VRM_SURFACE_PBR
                    : vrmi_read_material_properties(reader, json, queues, &changed, &mtoon);
    if (out->kind == VRM_SURFACE_PBR) {
        read_gltf_surface(reader, material, out);
        return;
    }
    out->material = keep_material(reader, &changed);
    out->ignores_vertex_colors = true; /* so do the old unlit shaders, unlike KHR_materials_unlit */
    if (out->kind == VRM_SURFACE_MTOON) out->mtoon = keep_mtoon(reader, &mtoon);
}

void vrmi_read_surfaces(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    vrm_Surface* surfaces =
        vrmi_read_alloc(&reader->base, (size_t)gltf->material_count, sizeof *surfaces);
    if (surfaces == NULL) return;
    vrm_JsonRef properties = VRM_JSON_MISSING;
    if (reader->model->dialect == VRM_DIALECT_0)
        properties = vrmi_read_array(&reader->base, reader->roots.vrm, "materialProperties");
    if (properties != VRM_JSON_MISSING &&
        vrm_json_count(reader->base.json, properties) != (uint32_t)gltf->material_count)
        vrmi_read_report(&reader->base, VRMI_RULE_MATERIAL_PROPERTIES_COUNT, properties, NULL);
    vrmi_Queues queues = vrmi_rank_queues(reader, properties);
    vrm_JsonIter it = vrm_json_iter(reader->base.json, properties);
    for (int32_t i = 0; i < gltf->material_count; i++) {
        vrm_JsonRef json = VRM_JSON_MISSING;
        if (vrm_json_next(&it)) json = vrmi_read_as_object(&reader->base, it.value);
        read_surface(reader, &gltf->materials[i], json, &queues, &surfaces[i]);
        if (reader->base.result != VRM_OK) return;
    }
    reader->model->surfaces = surfaces;
}

/* ---- Textures ---- */

vrm_TextureUse vrm_texture_use(vrm_TextureSlot slot) {
    static const vrm_Vec4 white = {1.0f, 1.0f, 1.0f, 1.0f};
    static const vrm_Vec4 black = {0.0f, 0.0f, 0.0f, 1.0f};
    switch (slot) {
    case VRM_TEXTURE_BASE_COLOR:
    case VRM_TEXTURE_EMISSIVE:
    case VRM_TEXTURE_SHADE_MULTIPLY:
    case VRM_TEXTURE_RIM_MULTIPLY: return (vrm_TextureUse){true, -1, white};
    case VRM_TEXTURE_MATCAP: return (vrm_TextureUse){true, -1, black};
    case VRM_TEXTURE_OCCLUSION: return (vrm_TextureUse){false, 0, white};
    case VRM_TEXTURE_SHADING_SHIFT: return (vrm_TextureUse){false, 0, black};
    case VRM_TEXTURE_OUTLINE_WIDTH: return (vrm_TextureUse){false, 1, white};
    case VRM_TEXTURE_UV_ANIMATION_MASK: return (vrm_TextureUse){false, 2, white};
    case VRM_TEXTURE_NORMAL: return (vrm_TextureUse){false, -1, {0.5f, 0.5f, 1.0f, 1.0f}};
    case VRM_TEXTURE_METALLIC_ROUGHNESS:
    case VRM_TEXTURE_SLOT_COUNT: break;
    }
    return (vrm_TextureUse){false, -1, white};
}

const vrm_TextureInfo* vrm_surface_texture(const vrm_Surface* surface, vrm_TextureSlot slot) {
    const vrm_Material* material = surface->material;
    const vrm_Mtoon* mtoon = surface->mtoon;
    switch (slot) {
    case VRM_TEXTURE_BASE_COLOR: return &material->base_color_texture;
    case VRM_TEXTURE_METALLIC_ROUGHNESS: return &material->metallic_roughness_texture;
    case VRM_TEXTURE_NORMAL: return &material->normal_texture;
    case VRM_TEXTURE_OCCLUSION: return &material->occlusion_texture;
    case VRM_TEXTURE_EMISSIVE: return &material->emissive_texture;
    case VRM_TEXTURE_SHADE_MULTIPLY: return mtoon ? &mtoon->shade_multiply_texture : NULL;
    case VRM_TEXTURE_SHADING_SHIFT: return mtoon ? &mtoon->shading_shift_texture : NULL;
    case VRM_TEXTURE_RIM_MULTIPLY: return mtoon ? &mtoon->rim_multiply_texture : NULL;
    case VRM_TEXTURE_OUTLINE_WIDTH: return mtoon ? &mtoon->outline_width_multiply_texture : NULL;
    case VRM_TEXTURE_UV_ANIMATION_MASK: return mtoon ? &mtoon->uv_animation_mask_texture : NULL;
    case VRM_TEXTURE_MATCAP: return mtoon ? &mtoon->matcap_texture : NULL;
    case VRM_TEXTURE_SLOT_COUNT: break;
    }
    return NULL;
}
