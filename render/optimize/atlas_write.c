/* SPDX-License-Identifier: MIT */
/* Writes pages into the model, as one edit: pictures, textures, the material of each page in glTF
 * and in the shader properties of 0.x, and who uses it. */
#include "optimize/atlas.h"

#include <stdio.h>
#include <string.h>

enum { CLAMP_TO_EDGE = 33071 };

/* One page; the first failure ends the rest. */
typedef struct Writer {
    vrmi_Atlas* atlas;
    vrm_Edit* edit;
    vrmi_AtlasPage* page;
    const vrmi_AtlasGroup* group;
    vrm_Result result;
} Writer;

static const char* const slot_names[VRMI_ATLAS_SLOTS] = {[VRMI_ATLAS_BASE] = "base color",
                                                         [VRMI_ATLAS_SHADE] = "shade",
                                                         [VRMI_ATLAS_EMISSIVE] = "emission",
                                                         [VRMI_ATLAS_NORMAL] = "normals",
                                                         [VRMI_ATLAS_METAL] =
                                                             "occlusion, roughness, metalness",
                                                         [VRMI_ATLAS_SHIFT] = "shading shift",
                                                         [VRMI_ATLAS_RIM] = "rim",
                                                         [VRMI_ATLAS_WIDTH] = "outline width"};

/* ---- JSON ---- */

#define GLTF       "/materials/"
#define PROPERTIES "/extensions/VRM/materialProperties/"
#define TOON       "extensions/VRMC_materials_mtoon/"

static void make_pointer(const Writer* writer, const char* root, const char* path, char out[160]) {
    snprintf(out, 160, "%s%d/%s", root, (int)writer->page->first, path);
}

/* Sets a member of the page's material to JSON text. */
static void set(Writer* writer, const char* root, const char* path, const char* text) {
    char pointer[160];
    if (writer->result != VRM_OK) return;
    make_pointer(writer, root, path, pointer);
    writer->result = vrm_edit_set(writer->edit, pointer, text, strlen(text));
}

/* To a number, or to an array of several. */
static void set_floats(Writer* writer, const char* root, const char* path, const float* values,
                       int count) {
    vrm_JsonBuilder* builder = NULL;
    char pointer[160];
    vrm_Span text;
    if (writer->result != VRM_OK) return;
    make_pointer(writer, root, path, pointer);
    vrm_Result result = vrm_json_builder_create(&writer->atlas->allocator, &builder);
    if (result == VRM_OK) {
        if (count > 1) vrm_json_begin_array(builder);
        for (int i = 0; i < count; i++) vrm_json_put_float(builder, values[i]);
        if (count > 1) vrm_json_end_array(builder);
        result = vrm_json_builder_text(builder, &text);
    }
    if (result == VRM_OK) result = vrm_edit_set(writer->edit, pointer, text.data, text.size);
    vrm_json_builder_destroy(builder);
    writer->result = result;
}

static void set_float(Writer* writer, const char* root, const char* path, float value) {
    set_floats(writer, root, path, &value, 1);
}

static void drop(Writer* writer, const char* root, const char* path) {
    char pointer[160];
    if (writer->result != VRM_OK) return;
    make_pointer(writer, root, path, pointer);
    writer->result = vrm_edit_remove(writer->edit, pointer);
}

static bool has(const Writer* writer, const char* root, const char* path) {
    char pointer[160];
    make_pointer(writer, root, path, pointer);
    return vrm_json_at(vrm_edit_json(writer->edit), pointer) != VRM_JSON_MISSING;
}

/* The texture of a slot, with text around its number. A slot that no member has a picture for has
 * none here either. */
static void set_slot(Writer* writer, const char* root, const char* path, int slot,
                     const char* before, const char* after) {
    int32_t texture = writer->page->textures[slot];
    char text[32];
    snprintf(text, sizeof text, "%s%d%s", before, (int)texture, after);
    if (texture >= 0)
        set(writer, root, path, text);
    else
        drop(writer, root, path);
}

static void set_texture(Writer* writer, const char* path, int slot) {
    set_slot(writer, GLTF, path, slot, "{\"index\":", "}");
}

/* ---- Pictures ---- */

static int32_t add_sampler(Writer* writer) {
    char text[128];
    int32_t sampler = -1;
    snprintf(text, sizeof text, "{\"magFilter\":%u,\"minFilter\":%u,\"wrapS\":%d,\"wrapT\":%d}",
             (unsigned)writer->group->mag_filter, (unsigned)writer->group->min_filter,
             CLAMP_TO_EDGE, CLAMP_TO_EDGE);
    writer->result = vrm_edit_add(writer->edit, "samplers", text, strlen(text), &sampler);
    return sampler;
}

static bool is_color(int slot) {
    return slot == VRMI_ATLAS_BASE || slot == VRMI_ATLAS_SHADE || slot == VRMI_ATLAS_EMISSIVE ||
           slot == VRMI_ATLAS_RIM;
}

static vrm_Result make_picture(Writer* writer, int slot, int32_t* out_image) {
    vrmi_Atlas* atlas = writer->atlas;
    vrmi_AtlasBlock* mark = atlas->blocks;
    int32_t page = (int32_t)(writer->page - atlas->pages);
    vrmi_Bytes bytes = {.allocator = atlas->allocator};
    vrm_Picture picture = {0};
    char name[64];
    snprintf(name, sizeof name, "atlas %d, %s", (int)page + 1, slot_names[slot]);
    vrm_Result result = vrmi_atlas_paint(atlas, page, slot, &picture);
    if (result == VRM_OK)
        result = vrmi_png_write(&picture, is_color(slot), atlas->def.effort, &bytes);
    if (result == VRM_OK) {
        atlas->stats.pixels += (uint64_t)picture.width * picture.height;
        atlas->stats.picture_count++;
    }
    vrm_image_release(&picture);
    if (result == VRM_OK)
        result = vrm_edit_add_image(writer->edit, bytes.data, bytes.size, name, out_image);
    vrmi_bytes_release(&bytes);
    vrmi_atlas_rewind(atlas, mark);
    return result;
}

static void make_textures(Writer* writer) {
    int32_t sampler = -1, page = (int32_t)(writer->page - writer->atlas->pages);
    if (writer->page->width > 0) sampler = add_sampler(writer);
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS && writer->result == VRM_OK; slot++) {
        int32_t* texture = &writer->page->textures[slot];
        int32_t image;
        char text[64];
        *texture = -1;
        if (!vrmi_atlas_has_slot(writer->atlas, writer->page->group, slot)) continue;
        if (slot == VRMI_ATLAS_SHADE && vrmi_atlas_shade_is_base(writer->atlas, page)) {
            *texture = writer->page->textures[VRMI_ATLAS_BASE];
            continue;
        }
        writer->result = make_picture(writer, slot, &image);
        if (writer->result != VRM_OK) return;
        snprintf(text, sizeof text, "{\"sampler\":%d,\"source\":%d}", (int)sampler, (int)image);
        writer->result = vrm_edit_add(writer->edit, "textures", text, strlen(text), texture);
    }
}

/* ---- glTF ---- */

/* glTF limits the factor to 1; what is brighter goes into the strength, which unlit, the fallback
 * of MToon, must not have beside it. */
static void set_glow(Writer* writer, bool has_strength) {
    float glow = writer->group->reach[VRMI_ATLAS_EMISSIVE], factor = glow < 1.0f ? glow : 1.0f;
    set_texture(writer, "emissiveTexture", VRMI_ATLAS_EMISSIVE);
    if (!writer->group->bakes[VRMI_ATLAS_EMISSIVE]) return;
    set_floats(writer, GLTF, "emissiveFactor", (float[]){factor, factor, factor}, 3);
    if (!has_strength) return;
    drop(writer, GLTF, "extensions/VRMC_materials_hdr_emissiveMultiplier");
    drop(writer, GLTF, "extensions/KHR_materials_emissive_strength");
    if (!(glow > 1.0f)) return;
    set_float(writer, GLTF, "extensions/KHR_materials_emissive_strength/emissiveStrength", glow);
    drop(writer, GLTF, "extensions/KHR_materials_unlit");
}

/* A member of the page's group that has the picture, whose factors stand for all where texels do
 * not take them; NULL: none. */
static const vrmi_AtlasMember* find_member(const Writer* writer, bool has_occlusion) {
    const vrmi_Atlas* atlas = writer->atlas;
    for (int32_t i = 0; i < writer->group->size; i++) {
        const vrmi_AtlasMember* member = &atlas->members[atlas->order[writer->group->begin + i]];
        int32_t image = has_occlusion ? member->occlusion : member->images[VRMI_ATLAS_NORMAL];
        if (image >= 0 && member->group == writer->page->group) return member;
    }
    return NULL;
}

static float normal_scale(const Writer* writer) {
    const vrmi_AtlasMember* member = find_member(writer, false);
    bool is_baked = writer->group->bakes[VRMI_ATLAS_NORMAL] || member == NULL;
    return is_baked ? 1.0f : member->tints[VRMI_ATLAS_NORMAL].x;
}

static void set_normals(Writer* writer) {
    float scale = normal_scale(writer);
    set_texture(writer, "normalTexture", VRMI_ATLAS_NORMAL);
    if (scale != 1.0f) set_float(writer, GLTF, "normalTexture/scale", scale);
}

static void set_metal(Writer* writer) {
    const vrmi_AtlasMember* member = find_member(writer, true);
    bool is_baked = writer->group->bakes[VRMI_ATLAS_METAL];
    set_texture(writer, "pbrMetallicRoughness/metallicRoughnessTexture", VRMI_ATLAS_METAL);
    if (is_baked) {
        set(writer, GLTF, "pbrMetallicRoughness/metallicFactor", "1");
        set(writer, GLTF, "pbrMetallicRoughness/roughnessFactor", "1");
    }
    if (member == NULL) {
        drop(writer, GLTF, "occlusionTexture");
        return;
    }
    float strength = is_baked ? 1.0f : member->tints[VRMI_ATLAS_METAL].x;
    set_texture(writer, "occlusionTexture", VRMI_ATLAS_METAL);
    if (strength != 1.0f) set_float(writer, GLTF, "occlusionTexture/strength", strength);
}

static void set_toon(Writer* writer) {
    static const struct {
        const char* path;
        vrmi_AtlasSlot slot;
    } textures[] = {{TOON "shadeMultiplyTexture", VRMI_ATLAS_SHADE},
                    {TOON "rimMultiplyTexture", VRMI_ATLAS_RIM},
                    {TOON "outlineWidthMultiplyTexture", VRMI_ATLAS_WIDTH},
                    {TOON "shadingShiftTexture", VRMI_ATLAS_SHIFT}};
    const vrm_Mtoon* mtoon = writer->atlas->surfaces[writer->page->first].mtoon;
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++)
        set_texture(writer, textures[i].path, (int)textures[i].slot);
    if (writer->page->textures[VRMI_ATLAS_SHIFT] >= 0 && mtoon->shading_shift_scale != 1.0f)
        set_float(writer, GLTF, TOON "shadingShiftTexture/scale", mtoon->shading_shift_scale);
    if (writer->group->bakes[VRMI_ATLAS_SHADE])
        set(writer, GLTF, TOON "shadeColorFactor", "[1,1,1]");
    if (writer->group->bakes[VRMI_ATLAS_RIM])
        set(writer, GLTF, TOON "parametricRimColorFactor", "[1,1,1]");
    if (writer->group->bakes[VRMI_ATLAS_WIDTH])
        set_float(writer, GLTF, TOON "outlineWidthFactor", writer->group->reach[VRMI_ATLAS_WIDTH]);
}

/* ---- Shader properties of 0.x ---- */

static void set_property(Writer* writer, const char* path, int slot) {
    set_slot(writer, PROPERTIES, path, slot, "", "");
}

/* In centimetres, or in percent of half the height of the picture. */
static void set_width0(Writer* writer) {
    const vrm_Mtoon* mtoon = writer->atlas->surfaces[writer->page->first].mtoon;
    float units = mtoon->outline_width_mode == VRM_OUTLINE_SCREEN_COORDINATES ? 200.0f : 100.0f;
    set_float(writer, PROPERTIES, "floatProperties/_OutlineWidth",
              writer->group->reach[VRMI_ATLAS_WIDTH] * units);
}

static void set_toon0(Writer* writer) {
    const bool* bakes = writer->group->bakes;
    bool draws_shade = writer->atlas->members[writer->page->first].draws[VRMI_ATLAS_SHADE];
    float glow = writer->group->reach[VRMI_ATLAS_EMISSIVE];
    set_property(writer, "textureProperties/_MainTex", VRMI_ATLAS_BASE);
    if (draws_shade) set_property(writer, "textureProperties/_ShadeTexture", VRMI_ATLAS_SHADE);
    set_property(writer, "textureProperties/_BumpMap", VRMI_ATLAS_NORMAL);
    set_property(writer, "textureProperties/_EmissionMap", VRMI_ATLAS_EMISSIVE);
    set_property(writer, "textureProperties/_RimTexture", VRMI_ATLAS_RIM);
    set_property(writer, "textureProperties/_OutlineWidthTexture", VRMI_ATLAS_WIDTH);
    if (bakes[VRMI_ATLAS_BASE]) set(writer, PROPERTIES, "vectorProperties/_Color", "[1,1,1,1]");
    if (bakes[VRMI_ATLAS_SHADE])
        set(writer, PROPERTIES, "vectorProperties/_ShadeColor", "[1,1,1,1]");
    if (bakes[VRMI_ATLAS_EMISSIVE])
        set_floats(writer, PROPERTIES, "vectorProperties/_EmissionColor",
                   (float[]){glow, glow, glow, 1.0f}, 4);
    if (bakes[VRMI_ATLAS_RIM]) set(writer, PROPERTIES, "vectorProperties/_RimColor", "[1,1,1,1]");
    if (bakes[VRMI_ATLAS_WIDTH]) set_width0(writer);
    if (writer->page->textures[VRMI_ATLAS_NORMAL] < 0) return;
    set(writer, PROPERTIES, "keywordMap/_NORMALMAP", "true");
    set_float(writer, PROPERTIES, "floatProperties/_BumpScale", normal_scale(writer));
}

static void set_properties(Writer* writer) {
    vrm_JsonRef properties = vrmi_atlas_properties(writer->atlas, writer->page->first);
    bool is_shader = vrmi_atlas_is_shader0(writer->atlas, properties);
    bool is_toon = writer->atlas->surfaces[writer->page->first].mtoon != NULL;
    if (properties == VRM_JSON_MISSING) return;
    if (is_shader && is_toon)
        set_toon0(writer);
    else if (is_shader || has(writer, PROPERTIES, "textureProperties/_MainTex"))
        set_property(writer, "textureProperties/_MainTex", VRMI_ATLAS_BASE);
    /* Offset and scale: they are in the coordinates now. */
    if (is_shader || has(writer, PROPERTIES, "vectorProperties/_MainTex"))
        set(writer, PROPERTIES, "vectorProperties/_MainTex", "[0,0,1,1]");
}

/* ---- Materials ---- */

static void set_material(Writer* writer) {
    const vrmi_Atlas* atlas = writer->atlas;
    const vrm_Surface* surface = &atlas->surfaces[writer->page->first];
    const bool* draws = atlas->members[writer->page->first].draws;
    bool is_shader =
        vrmi_atlas_is_shader0(atlas, vrmi_atlas_properties(atlas, writer->page->first));
    set_texture(writer, "pbrMetallicRoughness/baseColorTexture", VRMI_ATLAS_BASE);
    if (writer->group->bakes[VRMI_ATLAS_BASE])
        set(writer, GLTF, "pbrMetallicRoughness/baseColorFactor", "[1,1,1,1]");
    if (draws[VRMI_ATLAS_EMISSIVE]) set_glow(writer, !is_shader);
    if (draws[VRMI_ATLAS_NORMAL]) set_normals(writer);
    if (draws[VRMI_ATLAS_METAL]) set_metal(writer);
    if (surface->mtoon != NULL && !is_shader) set_toon(writer);
    set_properties(writer);
}

/* ---- Primitives ---- */

static vrm_Result set_users(const vrmi_Atlas* atlas, vrm_Edit* edit) {
    const vrm_Gltf* gltf = atlas->gltf;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            int32_t material = gltf->meshes[m].primitives[p].material;
            if (material < 0 || atlas->members[material].entry < 0) continue;
            int32_t page = atlas->entries[atlas->members[material].entry].page;
            int32_t first = atlas->pages[page].first;
            char pointer[80], text[16];
            if (first == material) continue;
            snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/material", (int)m, (int)p);
            snprintf(text, sizeof text, "%d", (int)first);
            vrm_Result result = vrm_edit_set(edit, pointer, text, strlen(text));
            if (result != VRM_OK) return result;
        }
    return VRM_OK;
}

/* ---- The edit ---- */

static vrm_Result write_page(vrmi_Atlas* atlas, vrm_Edit* edit, int32_t page) {
    Writer writer = {.atlas = atlas,
                     .edit = edit,
                     .page = &atlas->pages[page],
                     .group = &atlas->groups[atlas->pages[page].group]};
    make_textures(&writer);
    if (writer.page->width > 0) set_material(&writer);
    return writer.result;
}

vrm_Result vrmi_atlas_write(vrmi_Atlas* atlas) {
    vrm_Edit* edit = NULL;
    vrm_Result result = vrm_edit_begin(atlas->model, &edit);
    for (int32_t i = 0; i < atlas->page_count && result == VRM_OK; i++)
        result = write_page(atlas, edit, i);
    if (result == VRM_OK) result = vrmi_atlas_write_uvs(atlas, edit);
    if (result == VRM_OK) result = set_users(atlas, edit);
    if (result == VRM_OK) result = vrm_edit_commit(edit, atlas->report);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}
