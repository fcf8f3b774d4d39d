/* SPDX-License-Identifier: MIT */
/* Writes how a material is drawn: the glTF members that VRM uses, KHR_materials_unlit,
 * KHR_materials_emissive_strength and VRMC_materials_mtoon. */
#include "base/words.h"
#include "model/edit.h"
#include "model/surface.h"
#include "json/json_names.h"

#include <string.h>

/* ---- What is kept ---- */

static bool is_one_of(const vrm_Json* json, vrm_JsonRef key, const char* const* names) {
    for (; *names != NULL; names++)
        if (vrm_json_equals(json, key, *names)) return true;
    return false;
}

/* Copies the members of an existing object that are not `written` into the open object of the
 * builder: extras, unknown extensions, and any others. */
static void put_rest(vrm_Edit* edit, vrm_JsonRef old, const char* const* written) {
    if (vrm_json_type(edit->json, old) != VRM_JSON_OBJECT) return;
    vrm_JsonIter it = vrm_json_iter(edit->json, old);
    while (vrm_json_next(&it)) {
        vrm_Span text = vrm_json_text(edit->json, it.value);
        if (text.size == 0 || is_one_of(edit->json, it.key, written)) continue;
        vrmi_json_put_same_key(edit->builder, edit->json, it.key);
        vrm_json_put_raw(edit->builder, text.data, text.size);
    }
}

static bool has_rest(const vrm_Edit* edit, vrm_JsonRef old, const char* const* written) {
    if (vrm_json_type(edit->json, old) != VRM_JSON_OBJECT) return false;
    vrm_JsonIter it = vrm_json_iter(edit->json, old);
    while (vrm_json_next(&it))
        if (!is_one_of(edit->json, it.key, written)) return true;
    return false;
}

/* ---- Textures ---- */

#define TRANSFORM "KHR_texture_transform"

static const char* const transform_members[] = {"offset", "rotation", "scale", "texCoord", NULL};

/* `transform` NULL: nothing is moved. */
static void put_transform(vrm_Edit* edit, vrm_JsonRef old, const vrm_TextureTransform* transform) {
    vrm_JsonBuilder* b = edit->builder;
    vrmi_open_object(b, TRANSFORM);
    if (transform != NULL) {
        vrmi_put_vec2(b, "offset", transform->offset);
        if (transform->rotation != 0.0f) vrmi_put_float(b, "rotation", transform->rotation);
        vrmi_put_vec2(b, "scale", transform->scale);
    }
    put_rest(edit, old, transform_members);
    vrm_json_end_object(b);
}

/* `scale` is for textures that have one; 1 for all others. `old` is the object that is replaced. */
static void put_texture_body(vrm_Edit* edit, vrm_JsonRef old, const vrm_TextureInfo* info,
                             float scale) {
    static const char* const written[] = {"index", "texCoord", "scale", "extensions", NULL};
    static const char* const extension[] = {TRANSFORM, NULL};
    vrm_JsonBuilder* b = edit->builder;
    vrm_JsonRef extensions = vrm_json_member(edit->json, old, "extensions");
    vrm_JsonRef transform = vrm_json_member(edit->json, extensions, TRANSFORM);
    bool has_transform = info->transform != NULL || has_rest(edit, transform, transform_members);
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "index", info->texture);
    if (info->tex_coord != 0) vrmi_put_integer(b, "texCoord", info->tex_coord);
    if (scale != 1.0f) vrmi_put_float(b, "scale", scale);
    if (has_transform || has_rest(edit, extensions, extension)) {
        vrmi_open_object(b, "extensions");
        if (has_transform) put_transform(edit, transform, info->transform);
        put_rest(edit, extensions, extension);
        vrm_json_end_object(b);
    }
    put_rest(edit, old, written);
    vrm_json_end_object(b);
}

static void put_texture(vrm_Edit* edit, vrm_JsonRef object, const char* key,
                        const vrm_TextureInfo* info, float scale) {
    if (info->texture < 0) return;
    vrm_json_put_key(edit->builder, key);
    put_texture_body(edit, vrm_json_member(edit->json, object, key), info, scale);
}

static void set_texture(vrm_Edit* edit, vrm_JsonRef object, const char* key,
                        const vrm_TextureInfo* info, float scale) {
    if (info->texture < 0) {
        vrmi_edit_drop(edit, object, key);
        return;
    }
    (void)vrmi_edit_text(edit);
    put_texture_body(edit, vrm_json_member(edit->json, object, key), info, scale);
    vrmi_edit_put(edit, object, key);
}

/* ---- MToon ---- */

/* Members that the table of rows does not have. */
static const char* const other_members[] = {"specVersion", "transparentWithZWrite",
                                            "renderQueueOffsetNumber"};

enum { OTHER_COUNT = sizeof other_members / sizeof other_members[0] };

static void list_mtoon_members(const char* out[OTHER_COUNT + VRMI_MTOON_ROW_COUNT + 1]) {
    int count = 0;
    for (int i = 0; i < OTHER_COUNT; i++) out[count++] = other_members[i];
    for (int i = 0; i < VRMI_MTOON_ROW_COUNT; i++) out[count++] = vrmi_mtoon_rows[i].key;
    out[count] = NULL;
}

static void put_mtoon_row(vrm_Edit* edit, vrm_JsonRef old, const vrm_Mtoon* mtoon,
                          const vrmi_MtoonRow* row) {
    vrm_JsonBuilder* b = edit->builder;
    const void* at = (const char*)mtoon + row->at;
    switch ((vrmi_MtoonKind)row->kind) {
    case VRMI_MTOON_NUMBER:
    case VRMI_MTOON_RATIO:
    case VRMI_MTOON_POSITIVE: vrmi_put_float(b, row->key, *(const float*)at); break;
    case VRMI_MTOON_COLOR: vrmi_put_vec3(b, row->key, *(const vrm_Vec3*)at); break;
    case VRMI_MTOON_TEXTURE: {
        const vrm_TextureInfo* info = at;
        bool has_scale = info == &mtoon->shading_shift_texture;
        put_texture(edit, old, row->key, info, has_scale ? mtoon->shading_shift_scale : 1.0f);
        break;
    }
    case VRMI_MTOON_SCALE: break; /* written with its texture */
    case VRMI_MTOON_OUTLINE:
        vrmi_put_string(b, row->key, vrmi_outline_modes[*(const vrm_OutlineMode*)at]);
        break;
    }
}

static void put_mtoon(vrm_Edit* edit, vrm_JsonRef old, const vrm_Mtoon* mtoon) {
    vrmi_put_string(edit->builder, "specVersion", "1.0");
    vrmi_put_bool(edit->builder, "transparentWithZWrite", mtoon->transparent_with_z_write);
    vrmi_put_integer(edit->builder, "renderQueueOffsetNumber", mtoon->render_queue_offset);
    for (int i = 0; i < VRMI_MTOON_ROW_COUNT; i++)
        put_mtoon_row(edit, old, mtoon, &vrmi_mtoon_rows[i]);
}

/* The draft's extension of the same name has other members, all of which are removed. */
static void set_mtoon(vrm_Edit* edit, vrm_JsonRef extensions, const vrm_Mtoon* mtoon) {
    vrm_JsonRef old = vrm_json_member(edit->json, extensions, "VRMC_materials_mtoon");
    if (edit->model->dialect == VRM_DIALECT_DRAFT) old = VRM_JSON_MISSING;
    vrm_json_begin_object(vrmi_edit_text(edit));
    put_mtoon(edit, old, mtoon);
    const char* members[OTHER_COUNT + VRMI_MTOON_ROW_COUNT + 1];
    list_mtoon_members(members);
    put_rest(edit, old, members);
    vrm_json_end_object(edit->builder);
    vrmi_edit_put(edit, extensions, "VRMC_materials_mtoon");
}

/* ---- The glTF material ---- */

static void set_floats(vrm_Edit* edit, vrm_JsonRef object, const char* key, const float* values,
                       int count) {
    vrm_JsonRef old = vrm_json_member(edit->json, object, key);
    bool is_same = vrm_json_type(edit->json, old) == VRM_JSON_ARRAY &&
                   vrm_json_count(edit->json, old) == (uint32_t)count;
    for (int i = 0; i < count && is_same; i++)
        is_same = (float)vrm_json_number(edit->json, vrm_json_element(edit->json, old, (uint32_t)i),
                                         HUGE_VAL) == values[i];
    if (!is_same) vrmi_edit_floats(edit, object, key, values, count);
}

/* A member that already has the value keeps its bytes. */
static void set_float(vrm_Edit* edit, vrm_JsonRef object, const char* key, float value) {
    vrm_JsonRef old = vrm_json_member(edit->json, object, key);
    if (vrm_json_type(edit->json, old) == VRM_JSON_NUMBER &&
        (float)vrm_json_number(edit->json, old, HUGE_VAL) == value)
        return;
    vrm_json_put_float(vrmi_edit_text(edit), value);
    vrmi_edit_put(edit, object, key);
}

static void set_alpha(vrm_Edit* edit, vrm_JsonRef json, const vrm_Material* material) {
    vrmi_edit_string(edit, json, "alphaMode", vrmi_alpha_modes[material->alpha_mode]);
    if (material->alpha_mode == VRM_ALPHA_MASK)
        set_float(edit, json, "alphaCutoff", material->alpha_cutoff);
    else
        vrmi_edit_drop(edit, json, "alphaCutoff");
    vrmi_edit_bool(edit, json, "doubleSided", material->is_double_sided);
}

/* glTF limits the factor to 1; the rest goes into the strength. */
static float emission_reach(const vrm_Material* material) {
    vrm_Vec3 factor = material->emissive_factor;
    return fmaxf(fmaxf(factor.x, factor.y), fmaxf(factor.z, 1.0f));
}

static float emission_strength(const vrm_Material* material) {
    return material->emissive_strength * emission_reach(material);
}

/* Looking through a list once for each material is a product that a file can make large. */
static bool may_look(vrm_Edit* edit, const char* list, uint32_t count) {
    if (vrmi_budget_work(&edit->model->document->budget, list, count)) return true;
    vrmi_edit_fail(edit, VRM_ERR_LIMIT);
    return false;
}

/* The emissionColor binds of a material in one group of expressions, appended to `binds`. */
static void find_binds(vrm_Edit* edit, vrm_JsonRef expressions, int32_t material,
                       vrm_JsonRef** binds, size_t* count, size_t* capacity) {
    const vrm_Json* json = edit->json;
    vrm_JsonIter each = vrm_json_iter(json, expressions);
    while (vrm_json_next(&each)) {
        vrm_JsonRef list = vrm_json_member(json, each.value, "materialColorBinds");
        vrm_JsonIter it = vrm_json_iter(json, list);
        if (!may_look(edit, "colour binds of expressions", vrm_json_count(json, list))) return;
        while (vrm_json_next(&it)) {
            int64_t index;
            if (!vrm_json_integer(json, vrm_json_member(json, it.value, "material"), &index) ||
                index != material ||
                !vrm_json_equals(json, vrm_json_member(json, it.value, "type"), "emissionColor"))
                continue;
            vrm_JsonRef* grown =
                vrmi_array_reserve(&edit->allocator, *binds, capacity, *count + 1, sizeof **binds);
            if (grown == NULL) {
                vrmi_edit_fail(edit, VRM_ERR_MEMORY);
                return;
            }
            *binds = grown;
            grown[(*count)++] = it.value;
        }
    }
}

/* When a part of the factor moves into the strength, expressions that set the factor are reduced
 * accordingly, so that they stay as bright as they were. */
static void dim_binds(vrm_Edit* edit, int32_t material, float by) {
    vrm_JsonRef* binds = NULL;
    size_t count = 0, capacity = 0;
    vrm_JsonRef all = vrm_json_at(edit->json, "/extensions/VRMC_vrm/expressions");
    find_binds(edit, vrm_json_member(edit->json, all, "preset"), material, &binds, &count,
               &capacity);
    find_binds(edit, vrm_json_member(edit->json, all, "custom"), material, &binds, &count,
               &capacity);
    for (size_t i = 0; i < count && edit->result == VRM_OK; i++) {
        vrm_JsonRef value = vrm_json_member(edit->json, binds[i], "targetValue");
        float numbers[4] = {0.0f, 0.0f, 0.0f, 1.0f};
        for (uint32_t c = 0; c < 4; c++)
            numbers[c] = (float)vrm_json_number(edit->json, vrm_json_element(edit->json, value, c),
                                                (double)numbers[c]);
        for (int c = 0; c < 3; c++) numbers[c] /= by;
        set_floats(edit, binds[i], "targetValue", numbers, 4);
    }
    vrmi_release(&edit->allocator, binds, capacity * sizeof *binds);
}

static void set_emission(vrm_Edit* edit, vrm_JsonRef json, const vrm_Material* material) {
    const char* name = "KHR_materials_emissive_strength";
    float strength = emission_strength(material);
    vrm_Vec3 factor = vrmi_vec3_scale(material->emissive_factor, 1.0f / emission_reach(material));
    set_floats(edit, json, "emissiveFactor", (float[]){factor.x, factor.y, factor.z}, 3);
    set_texture(edit, json, "emissiveTexture", &material->emissive_texture, 1.0f);
    vrmi_edit_drop_extension(edit, json, "VRMC_materials_hdr_emissiveMultiplier");
    if (strength == 1.0f)
        vrmi_edit_drop_extension(edit, json, name);
    else
        set_float(edit, vrmi_edit_extension(edit, json, name), "emissiveStrength", strength);
}

static void set_material(vrm_Edit* edit, vrm_JsonRef json, const vrm_Material* material) {
    vrm_JsonRef pbr = vrmi_edit_object(edit, json, "pbrMetallicRoughness");
    vrm_Vec4 color = material->base_color_factor;
    set_floats(edit, pbr, "baseColorFactor", (float[]){color.x, color.y, color.z, color.w}, 4);
    set_texture(edit, pbr, "baseColorTexture", &material->base_color_texture, 1.0f);
    set_float(edit, pbr, "metallicFactor", material->metallic_factor);
    set_float(edit, pbr, "roughnessFactor", material->roughness_factor);
    set_texture(edit, json, "normalTexture", &material->normal_texture, material->normal_scale);
    set_emission(edit, json, material);
    set_alpha(edit, json, material);
}

static bool is_sound(const vrm_Edit* edit, int32_t material, const vrm_Surface* surface) {
    int32_t textures = vrmi_edit_count(edit, "textures");
    if (material < 0 || material >= vrmi_edit_count(edit, "materials")) return false;
    if ((unsigned)surface->kind > VRM_SURFACE_MTOON || surface->material == NULL ||
        (unsigned)surface->material->alpha_mode > VRM_ALPHA_BLEND)
        return false;
    if (surface->kind == VRM_SURFACE_MTOON &&
        (surface->mtoon == NULL ||
         (unsigned)surface->mtoon->outline_width_mode > VRM_OUTLINE_SCREEN_COORDINATES))
        return false;
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
        const vrm_TextureInfo* info = vrm_surface_texture(surface, (vrm_TextureSlot)slot);
        bool is_written = slot != VRM_TEXTURE_METALLIC_ROUGHNESS && slot != VRM_TEXTURE_OCCLUSION;
        if (is_written && info != NULL && info->texture >= textures) return false;
    }
    return true;
}

vrm_Result vrm_edit_set_surface(vrm_Edit* edit, int32_t material, const vrm_Surface* surface) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    uint32_t members = vrm_json_count(edit->json, vrm_json_root(edit->json));
    if (!may_look(edit, "members of the document", members)) return edit->result;
    if (!is_sound(edit, material, surface)) return VRM_ERR_ARGUMENT;
    vrm_JsonRef json = vrmi_edit_element(edit, "materials", material);
    set_material(edit, json, surface->material);
    float reach = emission_reach(surface->material);
    if (reach > 1.0f) dim_binds(edit, material, reach);
    /* As a fallback of MToon, unlit cannot be combined with emission above 1. */
    bool is_bright = emission_strength(surface->material) != 1.0f;
    if (surface->kind == VRM_SURFACE_UNLIT || (surface->kind == VRM_SURFACE_MTOON && !is_bright))
        vrmi_edit_extension(edit, json, "KHR_materials_unlit");
    else
        vrmi_edit_drop_extension(edit, json, "KHR_materials_unlit");
    if (surface->kind == VRM_SURFACE_MTOON)
        set_mtoon(edit, vrmi_edit_object(edit, json, "extensions"), surface->mtoon);
    else
        vrmi_edit_drop_extension(edit, json, "VRMC_materials_mtoon");
    return edit->result;
}
