/* SPDX-License-Identifier: MIT */
/* The rest of a baked file: removes the VRM extensions, keeps the licence, and finds material
 * values by JSON pointer. */
#include "export/bake.h"
#include "model/edit.h"
#include "json/json_names.h"

#include <stdio.h>
#include <string.h>

/* ---- Extensions ---- */

/* Extensions of materials do not describe behaviour: MToon stays beside the core material. */
static bool is_behaviour(const vrm_Json* json, vrm_JsonRef name) {
    if (vrm_json_equals(json, name, "VRM")) return true;
    return vrmi_json_begins(json, name, "VRMC_") && !vrmi_json_begins(json, name, "VRMC_material");
}

/* The key of the first extension of an element that describes behaviour; VRM_JSON_MISSING: none. */
static vrm_JsonRef first_behaviour(const vrm_Json* json, vrm_JsonRef extensions) {
    vrm_JsonIter it = vrm_json_iter(json, extensions);
    while (vrm_json_next(&it))
        if (is_behaviour(json, it.key)) return it.key;
    return VRM_JSON_MISSING;
}

static bool drop_from(vrm_Edit* edit, vrm_JsonRef element) {
    vrm_JsonRef extensions = vrm_json_member(edit->json, element, "extensions"), name;
    bool has_dropped = false;
    if (vrm_json_type(edit->json, extensions) != VRM_JSON_OBJECT) return false;
    /* A change invalidates iterators, so the search starts again after each removal. */
    while (edit->result == VRM_OK &&
           (name = first_behaviour(edit->json, extensions)) != VRM_JSON_MISSING) {
        edit->result = vrmi_json_remove_key(edit->json, extensions, name);
        has_dropped = true;
    }
    if (has_dropped && vrm_json_count(edit->json, extensions) == 0)
        vrmi_edit_drop(edit, element, "extensions");
    return has_dropped;
}

/* ---- Licence ---- */

/* All authors in one text, with commas between; from the edit's allocator, NULL without memory. */
static char* join_authors(vrm_Edit* edit, const vrm_Meta* meta, size_t* out_size) {
    size_t size = 1;
    for (int32_t i = 0; i < meta->author_count; i++) size += strlen(meta->authors[i]) + 2;
    char* joined = vrmi_alloc(&edit->allocator, size);
    *out_size = size;
    if (joined == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return NULL;
    }
    char* at = joined;
    for (int32_t i = 0; i < meta->author_count; i++) {
        size_t length = strlen(meta->authors[i]);
        if (at > joined) memcpy(at, ", ", 2), at += 2;
        memcpy(at, meta->authors[i], length);
        at += length;
    }
    *at = '\0';
    return joined;
}

/* The copyright notice of the file; its authors where it has none. */
static void keep_copyright(vrm_Edit* edit, vrm_JsonRef asset, const vrm_Meta* meta) {
    if (vrm_json_member(edit->json, asset, "copyright") != VRM_JSON_MISSING) return;
    if (meta->copyright_information != NULL && meta->copyright_information[0] != '\0') {
        vrmi_edit_string(edit, asset, "copyright", meta->copyright_information);
        return;
    }
    size_t size;
    char* authors = join_authors(edit, meta, &size);
    if (authors == NULL) return;
    vrmi_edit_string(edit, asset, "copyright", authors);
    vrmi_release(&edit->allocator, authors, size);
}

static void keep_licence(vrm_Edit* edit, const vrm_Model* model) {
    const vrm_Meta* meta = vrm_model_meta(model);
    vrm_JsonRef asset = vrm_json_member(edit->json, vrm_json_root(edit->json), "asset");
    if (meta == NULL || vrm_json_type(edit->json, asset) != VRM_JSON_OBJECT) return;
    keep_copyright(edit, asset, meta);
    vrm_Span text = vrm_json_text(vrm_model_gltf(model)->json, meta->json);
    vrm_JsonRef extras = vrmi_edit_extras(edit, asset);
    vrm_json_put_raw(vrmi_edit_text(edit), text.data, text.size);
    vrmi_edit_put(edit, extras, "vrmMeta");
}

void vrmi_bake_strip(vrm_Edit* edit, const vrm_Model* model, vrm_Report* report) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    keep_licence(edit, model);
    bool has_dropped = drop_from(edit, vrm_json_root(edit->json));
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (drop_from(edit, gltf->nodes[n].json)) has_dropped = true;
    if (has_dropped)
        vrmi_report(
            report, VRMI_RULE_BAKE_VRM_REMOVED, gltf->json, vrm_json_root(gltf->json),
            vrm_model_meta(model) != NULL
                ? NULL
                : "The VRM extensions were taken out, since a VRM program would run springs "
                  "and constraints a second time. The avatar says nothing of a licence.");
}

/* ---- Material values ---- */

#define MTOON "extensions/VRMC_materials_mtoon"

static const char* const color_places[] = {
    [VRM_COLOR_BASE] = "pbrMetallicRoughness/baseColorFactor",
    [VRM_COLOR_EMISSION] = "emissiveFactor",
    [VRM_COLOR_SHADE] = MTOON "/shadeColorFactor",
    [VRM_COLOR_MATCAP] = MTOON "/matcapFactor",
    [VRM_COLOR_RIM] = MTOON "/parametricRimColorFactor",
    [VRM_COLOR_OUTLINE] = MTOON "/outlineColorFactor",
};

static const char* const texture_places[VRM_TEXTURE_SLOT_COUNT] = {
    [VRM_TEXTURE_BASE_COLOR] = "pbrMetallicRoughness/baseColorTexture",
    [VRM_TEXTURE_METALLIC_ROUGHNESS] = "pbrMetallicRoughness/metallicRoughnessTexture",
    [VRM_TEXTURE_NORMAL] = "normalTexture",
    [VRM_TEXTURE_OCCLUSION] = "occlusionTexture",
    [VRM_TEXTURE_EMISSIVE] = "emissiveTexture",
    [VRM_TEXTURE_SHADE_MULTIPLY] = MTOON "/shadeMultiplyTexture",
    [VRM_TEXTURE_SHADING_SHIFT] = MTOON "/shadingShiftTexture",
    [VRM_TEXTURE_RIM_MULTIPLY] = MTOON "/rimMultiplyTexture",
    [VRM_TEXTURE_OUTLINE_WIDTH] = MTOON "/outlineWidthMultiplyTexture",
    [VRM_TEXTURE_UV_ANIMATION_MASK] = MTOON "/uvAnimationMaskTexture",
    [VRM_TEXTURE_MATCAP] = MTOON "/matcapTexture",
};

/* An animated property must exist in the file: an omitted one is added with its default value. */
static void define(vrm_Edit* edit, const char* pointer, const float* base, int width) {
    if (vrm_json_at(edit->json, pointer) != VRM_JSON_MISSING || edit->result != VRM_OK) return;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_Span text;
    vrm_json_begin_array(b);
    for (int c = 0; c < width; c++) vrm_json_put_float(b, base[c]);
    vrm_json_end_array(b);
    vrmi_edit_fail(edit, vrm_json_builder_text(b, &text));
    char copy[128]; /* the builder is the edit's own */
    if (edit->result != VRM_OK || text.size > sizeof copy) return;
    memcpy(copy, text.data, text.size);
    vrmi_edit_fail(edit, vrm_edit_set(edit, pointer, copy, text.size));
}

static bool has_mtoon(const vrm_Edit* edit, int32_t material) {
    char pointer[96];
    snprintf(pointer, sizeof pointer, "/materials/%d/" MTOON, (int)material);
    return vrm_json_at(edit->json, pointer) != VRM_JSON_MISSING;
}

bool vrmi_bake_pointer(vrm_Edit* edit, const vrm_MaterialValue* value, bool is_scale, char* out,
                       size_t size) {
    bool is_color = value->kind == VRM_VALUE_COLOR;
    const char* place = is_color ? color_places[value->color] : texture_places[value->texture];
    bool is_mtoon = strncmp(place, MTOON, sizeof MTOON - 1) == 0;
    if (is_mtoon && !has_mtoon(edit, value->material)) return false;
    int used = snprintf(out, size, "/materials/%d/%s", (int)value->material, place);
    const float base[4] = {value->base.x, value->base.y, value->base.z, value->base.w};
    if (is_color) {
        define(edit, out, base, value->color == VRM_COLOR_BASE ? 4 : 3);
        return true;
    }
    if (vrm_json_at(edit->json, out) == VRM_JSON_MISSING) return false;
    snprintf(out + used, size - (size_t)used, "/extensions/KHR_texture_transform/%s",
             is_scale ? "scale" : "offset");
    define(edit, out, is_scale ? base + 2 : base, 2);
    return true;
}
