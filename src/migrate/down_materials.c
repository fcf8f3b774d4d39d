/* SPDX-License-Identifier: MIT */
/* materialProperties: MToon 1.0 in the properties of the old shader, everything else by the glTF
 * material. The inverse of model/toon0.c. */
#include "migrate/down.h"

#include "model/color.h"
#include "model/emission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Blend { BLEND_OPAQUE, BLEND_CUTOUT, BLEND_TRANSPARENT, BLEND_DEPTH_WRITE } Blend;

/* ---- Names ---- */

typedef struct Named {
    const char* name;
    int32_t material;
} Named;

static int by_name(const void* a, const void* b) {
    const Named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : x->material < y->material ? -1 : x->material > y->material;
}

static void rename_material(vrmi_Descent* descent, int32_t index) {
    const vrm_Material* material = &descent->migration.gltf->materials[index];
    size_t size = strlen(material->name) + 32;
    char* name = vrmi_migrate_alloc(&descent->migration, size, 1);
    if (name == NULL) return;
    snprintf(name, size, "%s_material%d", material->name, (int)index);
    descent->material_names[index] = name;
    vrmi_edit_string(descent->migration.edit, material->json, "name", name);
    vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_MATERIAL_RENAMED, material->json);
}

/* The first of several materials with one name keeps it. */
void vrmi_descent_prepare_materials(vrmi_Descent* descent) {
    const vrm_Gltf* gltf = descent->migration.gltf;
    size_t count = (size_t)gltf->material_count;
    Named* named = vrmi_migrate_alloc(&descent->migration, count, sizeof *named);
    descent->material_names =
        vrmi_migrate_alloc(&descent->migration, count, sizeof *descent->material_names);
    if (named == NULL || descent->material_names == NULL) return;
    for (size_t i = 0; i < count; i++) {
        descent->material_names[i] = gltf->materials[i].name;
        named[i] = (Named){gltf->materials[i].name, (int32_t)i};
    }
    qsort(named, count, sizeof *named, by_name);
    for (size_t i = 0; i < count; i++) {
        bool is_again = i > 0 && strcmp(named[i].name, named[i - 1].name) == 0;
        if (is_again || named[i].name[0] == '\0') rename_material(descent, named[i].material);
    }
}

/* ---- Values ---- */

static void put_color(vrm_JsonBuilder* b, const char* key, vrm_Vec3 rgb, float alpha) {
    vrm_Vec4 v = vrmi_color_to_srgb((vrm_Vec4){rgb.x, rgb.y, rgb.z, alpha});
    vrmi_put_floats(b, key, (float[]){v.x, v.y, v.z, v.w}, 4);
}

static Blend blend_of(const vrm_Surface* surface) {
    if (surface->material->alpha_mode == VRM_ALPHA_OPAQUE) return BLEND_OPAQUE;
    if (surface->material->alpha_mode == VRM_ALPHA_MASK) return BLEND_CUTOUT;
    return surface->mtoon->transparent_with_z_write ? BLEND_DEPTH_WRITE : BLEND_TRANSPARENT;
}

/* The ramp of 1.0 is centred on -shift and 2 (1 - toony) wide, that of 0.x goes from _ShadeShift to
 * lerp(1, _ShadeShift, _ShadeToony). False when 0.x cannot express the ramp. */
static bool put_ramp(vrm_JsonBuilder* b, const vrm_Mtoon* mtoon) {
    float half = 1.0f - mtoon->shading_toony_factor;
    float low = -mtoon->shading_shift_factor - half, high = -mtoon->shading_shift_factor + half;
    float shift = vrmi_clamp(low, -1.0f, 1.0f);
    float toony = shift < 1.0f ? (1.0f - high) / (1.0f - shift) : 1.0f;
    bool fits = low >= -1.0f && toony >= -1e-6f && toony <= 1.0f + 1e-6f;
    vrmi_put_float(b, "_ShadeShift", shift);
    vrmi_put_float(b, "_ShadeToony", vrmi_clamp(toony, 0.0f, 1.0f));
    return fits;
}

static void put_outline(vrm_JsonBuilder* b, const vrm_Mtoon* mtoon) {
    static const float units[] = {0.0f, 100.0f, 200.0f}; /* centimetres, percent of half a screen */
    bool is_mixed = mtoon->outline_lighting_mix_factor > 0.0f;
    vrmi_put_float(b, "_OutlineWidthMode", (float)mtoon->outline_width_mode);
    vrmi_put_float(b, "_OutlineWidth",
                   mtoon->outline_width_factor * units[mtoon->outline_width_mode]);
    vrmi_put_float(b, "_OutlineScaledMaxDistance", 1.0f);
    vrmi_put_float(b, "_OutlineColorMode", is_mixed ? 1.0f : 0.0f);
    vrmi_put_float(b, "_OutlineLightingMix", is_mixed ? mtoon->outline_lighting_mix_factor : 1.0f);
    vrmi_put_float(b, "_OutlineCullMode", 1.0f);
}

static bool put_floats(vrm_JsonBuilder* b, const vrm_Surface* surface) {
    static const float source_blend[] = {1, 1, 5, 5}, target_blend[] = {0, 0, 10, 10};
    const vrm_Mtoon* mtoon = surface->mtoon;
    Blend blend = blend_of(surface);
    vrmi_open_object(b, "floatProperties");
    vrmi_put_float(b, "_BlendMode", (float)blend);
    vrmi_put_float(b, "_Cutoff", surface->material->alpha_cutoff);
    vrmi_put_float(b, "_CullMode", surface->material->is_double_sided ? 0.0f : 2.0f);
    vrmi_put_float(b, "_SrcBlend", source_blend[blend]);
    vrmi_put_float(b, "_DstBlend", target_blend[blend]);
    vrmi_put_float(b, "_ZWrite", blend == BLEND_TRANSPARENT ? 0.0f : 1.0f);
    vrmi_put_float(b, "_AlphaToMask", blend == BLEND_CUTOUT ? 1.0f : 0.0f);
    vrmi_put_float(b, "_BumpScale", surface->material->normal_scale);
    vrmi_put_float(b, "_ReceiveShadowRate", 1.0f);
    vrmi_put_float(b, "_ShadingGradeRate", 1.0f);
    vrmi_put_float(b, "_LightColorAttenuation", 0.0f);
    bool fits = put_ramp(b, mtoon);
    vrmi_put_float(b, "_IndirectLightIntensity", 1.0f - mtoon->gi_equalization_factor);
    vrmi_put_float(b, "_RimLightingMix", mtoon->rim_lighting_mix_factor);
    vrmi_put_float(b, "_RimFresnelPower", mtoon->parametric_rim_fresnel_power_factor);
    vrmi_put_float(b, "_RimLift", mtoon->parametric_rim_lift_factor);
    put_outline(b, mtoon);
    vrmi_put_float(b, "_UvAnimScrollX", mtoon->uv_animation_scroll_x_speed_factor);
    vrmi_put_float(b, "_UvAnimScrollY", 0.0f - mtoon->uv_animation_scroll_y_speed_factor);
    vrmi_put_float(b, "_UvAnimRotation",
                   mtoon->uv_animation_rotation_speed_factor / (2.0f * VRMI_PI));
    vrm_json_end_object(b);
    return fits;
}

static void put_vectors(vrm_JsonBuilder* b, const vrm_Surface* surface) {
    const vrm_Material* material = surface->material;
    const vrm_Mtoon* mtoon = surface->mtoon;
    vrm_Vec4 color = material->base_color_factor;
    vrm_Vec3 glow = vrmi_emission(material);
    vrm_TextureTransform main = vrm_texture_transform(&material->base_color_texture);
    vrm_Vec2 scale = main.scale, offset = main.offset;
    vrmi_open_object(b, "vectorProperties");
    put_color(b, "_Color", (vrm_Vec3){color.x, color.y, color.z}, color.w);
    put_color(b, "_ShadeColor", mtoon->shade_color_factor, 1.0f);
    put_color(b, "_RimColor", mtoon->parametric_rim_color_factor, 1.0f);
    put_color(b, "_OutlineColor", mtoon->outline_color_factor, 1.0f);
    vrmi_put_floats(b, "_EmissionColor", (float[]){glow.x, glow.y, glow.z, 1.0f}, 4);
    vrmi_put_floats(b, "_MainTex", (float[]){offset.x, 1.0f - offset.y - scale.y, scale.x, scale.y},
                    4);
    vrm_json_end_object(b);
}

static void put_texture(vrm_JsonBuilder* b, const char* key, const vrm_TextureInfo* info) {
    if (info->texture >= 0) vrmi_put_integer(b, key, info->texture);
}

static bool has_matcap(const vrm_Mtoon* mtoon) {
    vrm_Vec3 f = mtoon->matcap_factor;
    return mtoon->matcap_texture.texture >= 0 && f.x + f.y + f.z > 0.0f;
}

/* Without a shade texture both MToon 1.0 and the old shader use white; but programs that read 0.x
 * files often use the main texture. */
static void put_textures(vrm_JsonBuilder* b, const vrm_Surface* surface) {
    const vrm_Material* material = surface->material;
    const vrm_Mtoon* mtoon = surface->mtoon;
    vrmi_open_object(b, "textureProperties");
    put_texture(b, "_MainTex", &material->base_color_texture);
    put_texture(b, "_ShadeTexture", &mtoon->shade_multiply_texture);
    put_texture(b, "_BumpMap", &material->normal_texture);
    put_texture(b, "_EmissionMap", &material->emissive_texture);
    if (has_matcap(mtoon)) put_texture(b, "_SphereAdd", &mtoon->matcap_texture);
    put_texture(b, "_RimTexture", &mtoon->rim_multiply_texture);
    put_texture(b, "_OutlineWidthTexture", &mtoon->outline_width_multiply_texture);
    put_texture(b, "_UvAnimMaskTexture", &mtoon->uv_animation_mask_texture);
    vrm_json_end_object(b);
}

static void put_flag(vrm_JsonBuilder* b, const char* key, bool value) {
    if (!value) return;
    vrmi_put_bool(b, key, true);
}

static void put_keywords(vrm_JsonBuilder* b, const vrm_Surface* surface) {
    const vrm_Mtoon* mtoon = surface->mtoon;
    Blend blend = blend_of(surface);
    bool has_outline = mtoon->outline_width_mode != VRM_OUTLINE_NONE;
    bool is_mixed = mtoon->outline_lighting_mix_factor > 0.0f;
    vrmi_open_object(b, "keywordMap");
    put_flag(b, "_ALPHATEST_ON", blend == BLEND_CUTOUT);
    put_flag(b, "_ALPHABLEND_ON", blend >= BLEND_TRANSPARENT);
    put_flag(b, "_NORMALMAP", surface->material->normal_texture.texture >= 0);
    put_flag(b, "MTOON_OUTLINE_WIDTH_WORLD",
             mtoon->outline_width_mode == VRM_OUTLINE_WORLD_COORDINATES);
    put_flag(b, "MTOON_OUTLINE_WIDTH_SCREEN",
             mtoon->outline_width_mode == VRM_OUTLINE_SCREEN_COORDINATES);
    put_flag(b, "MTOON_OUTLINE_COLOR_FIXED", has_outline && !is_mixed);
    put_flag(b, "MTOON_OUTLINE_COLOR_MIXED", has_outline && is_mixed);
    vrm_json_end_object(b);
}

/* ---- What is lost ---- */

static bool is_moved_alike(const vrm_TextureInfo* a, const vrm_TextureInfo* b) {
    if (a->texture < 0) return true;
    vrm_TextureTransform x = vrm_texture_transform(a), y = vrm_texture_transform(b);
    if (a->tex_coord != 0 || x.rotation != 0.0f) return false;
    return fabsf(x.scale.x - y.scale.x) + fabsf(x.scale.y - y.scale.y) +
               fabsf(x.offset.x - y.offset.x) + fabsf(x.offset.y - y.offset.y) <
           1e-5f;
}

static void report_losses(const vrmi_Descent* descent, const vrm_Surface* surface, bool has_ramp) {
    const vrm_Material* material = surface->material;
    const vrm_Mtoon* mtoon = surface->mtoon;
    const vrmi_RuleId lost = VRMI_RULE_DOWNGRADE_SHADER_VALUE_LOST;
    vrm_Vec3 f = mtoon->matcap_factor;
    bool has_plain_matcap = f.x == f.y && f.y == f.z && (f.x == 0.0f || f.x == 1.0f);
    bool moves_alike = true;
    for (int slot = 0; slot < VRM_TEXTURE_MATCAP; slot++) {
        const vrm_TextureInfo* info = vrm_surface_texture(surface, (vrm_TextureSlot)slot);
        if (info != NULL) moves_alike &= is_moved_alike(info, &material->base_color_texture);
    }
    if (!has_ramp || !moves_alike || mtoon->shading_shift_texture.texture >= 0 ||
        (has_matcap(mtoon) && !has_plain_matcap) ||
        (mtoon->shade_multiply_texture.texture < 0 && material->base_color_texture.texture >= 0))
        vrmi_descent_report(descent, lost, mtoon->json);
    if (mtoon->outline_width_multiply_texture.texture >= 0 ||
        mtoon->uv_animation_mask_texture.texture >= 0)
        vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_TEXTURE_CHANNEL, mtoon->json);
}

/* ---- Materials ---- */

static int32_t queue_of(const vrm_Surface* surface) {
    static const int32_t queues[] = {2000, 2450, 3000, 2501};
    Blend blend = blend_of(surface);
    return queues[blend] + (blend >= BLEND_TRANSPARENT ? surface->mtoon->render_queue_offset : 0);
}

static void put_empty(vrm_JsonBuilder* b, const char* key) {
    vrmi_open_object(b, key);
    vrm_json_end_object(b);
}

static void put_material(vrmi_Descent* descent, vrm_JsonBuilder* b, int32_t index) {
    static const char* const tags[] = {"Opaque", "TransparentCutout", "Transparent"};
    const vrm_Surface* surface = &descent->migration.model->surfaces[index];
    bool is_mtoon = surface->kind == VRM_SURFACE_MTOON;
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", descent->material_names[index]);
    vrmi_put_string(b, "shader", is_mtoon ? "VRM/MToon" : "VRM_USE_GLTFSHADER");
    vrmi_put_integer(b, "renderQueue", is_mtoon ? queue_of(surface) : -1);
    if (is_mtoon) {
        bool has_ramp = put_floats(b, surface);
        put_vectors(b, surface);
        put_textures(b, surface);
        put_keywords(b, surface);
        report_losses(descent, surface, has_ramp);
    } else {
        put_empty(b, "floatProperties");
        put_empty(b, "vectorProperties");
        put_empty(b, "textureProperties");
        put_empty(b, "keywordMap");
    }
    vrmi_open_object(b, "tagMap");
    if (is_mtoon) vrmi_put_string(b, "RenderType", tags[surface->material->alpha_mode]);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
}

void vrmi_descent_materials(vrmi_Descent* descent, vrm_JsonBuilder* b) {
    vrmi_open_array(b, "materialProperties");
    for (int32_t i = 0;
         i < descent->migration.gltf->material_count && descent->migration.model->surfaces != NULL;
         i++)
        put_material(descent, b, i);
    vrm_json_end_array(b);
}
