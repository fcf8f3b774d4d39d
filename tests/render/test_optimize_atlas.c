/* SPDX-License-Identifier: MIT */
/* Materials that share pictures: at every corner of every triangle textures and factors give what
 * they gave before, whatever the kind of material, and what must stay alone stays alone. */
#include "support/check.h"
#include "support/dice.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/optimize_pictures.h"
#include "vrm/save.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Avatars ---- */

typedef struct Maker {
    vrm_Model* model;
    vrm_Edit* edit;
    char primitives[16384];
    int32_t tangents; /* accessor for primitives of four vertices; -1: they get none */
} Maker;

static void set(Maker* maker, const char* pointer, const char* text) {
    TestBytes json = {(uint8_t*)malloc(strlen(text) + 1), strlen(text)};
    assert_non_null(json.data);
    for (size_t i = 0; i < json.size; i++) json.data[i] = text[i] == '\'' ? '"' : (uint8_t)text[i];
    if (vrm_edit_set(maker->edit, pointer, (const char*)json.data, json.size) != VRM_OK)
        fail_msg("%s: %s", pointer, text);
    free(json.data);
}

static Maker begin(void) {
    Maker maker = {.tangents = -1};
    const float tangents[16] = {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
    assert_int_equal(vrm_model_create(NULL, &maker.model), VRM_OK);
    assert_int_equal(vrm_edit_begin(maker.model, &maker.edit), VRM_OK);
    assert_int_equal(vrm_edit_add_floats(maker.edit, VRM_ACCESSOR_VEC4, tangents, 4, 34962, false,
                                         &maker.tangents),
                     VRM_OK);
    return maker;
}

/* A picture of soft ramps, and a texture that shows it. */
static int32_t add_picture(Maker* maker, uint32_t width, uint32_t height, uint32_t seed) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    vrm_ImageWriter* writer = NULL;
    vrm_Span bytes;
    uint8_t* pixels = malloc((size_t)width * height * 4);
    char text[64];
    int32_t image;
    assert_non_null(pixels);
    for (uint32_t i = 0; i < width * height; i++) {
        uint32_t x = i % width * 120 / width, y = i / width * 120 / height;
        pixels[i * 4] = (uint8_t)(40 + x + seed * 37 % 90);
        pixels[i * 4 + 1] = (uint8_t)(40 + y + seed * 53 % 90);
        pixels[i * 4 + 2] = (uint8_t)(100 + (x + y) / 2 + seed * 71 % 30);
        pixels[i * 4 + 3] = (uint8_t)(250 - x);
    }
    def.width = width;
    def.height = height;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    assert_int_equal(vrm_edit_add_image(maker->edit, bytes.data, bytes.size, NULL, &image), VRM_OK);
    vrm_image_writer_destroy(writer);
    free(pixels);
    snprintf(text, sizeof text, "{\"source\":%d}", (int)image);
    assert_int_equal(vrm_edit_add(maker->edit, "textures", text, strlen(text), &image), VRM_OK);
    return image;
}

static const float corners[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const uint32_t quad[6] = {0, 1, 2, 0, 2, 3};

static void add_primitive(Maker* maker, int32_t positions, int32_t uvs, int32_t indices,
                          int32_t material) {
    size_t used = strlen(maker->primitives);
    char texcoord[48] = "";
    if (uvs >= 0) snprintf(texcoord, sizeof texcoord, ",'TEXCOORD_0':%d", (int)uvs);
    if (maker->tangents >= 0)
        sprintf(texcoord + strlen(texcoord), ",'TANGENT':%d", (int)maker->tangents);
    snprintf(maker->primitives + used, sizeof maker->primitives - used,
             "%s{'attributes':{'POSITION':%d%s},'indices':%d,'material':%d}", used > 0 ? "," : "",
             (int)positions, texcoord, (int)indices, (int)material);
}

/* A quad whose coordinates go from (u0, v0) to (u1, v1). */
static void add_quad(Maker* maker, int32_t material, float u0, float v0, float u1, float v1) {
    const float uvs[8] = {u0, v0, u1, v0, u1, v1, u0, v1};
    int32_t p, t, i;
    assert_int_equal(
        vrm_edit_add_floats(maker->edit, VRM_ACCESSOR_VEC3, corners, 4, 34962, true, &p), VRM_OK);
    assert_int_equal(vrm_edit_add_floats(maker->edit, VRM_ACCESSOR_VEC2, uvs, 4, 34962, false, &t),
                     VRM_OK);
    assert_int_equal(vrm_edit_add_integers(maker->edit, VRM_ACCESSOR_SCALAR, quad, 6, 34963, &i),
                     VRM_OK);
    add_primitive(maker, p, t, i, material);
}

static vrm_Model* finish(Maker* maker, const char* materials) {
    char mesh[sizeof maker->primitives + 64];
    snprintf(mesh, sizeof mesh, "[{'primitives':[%s]}]", maker->primitives);
    set(maker, "/materials", materials);
    set(maker, "/meshes", mesh);
    set(maker, "/nodes", "[{'mesh':0}]");
    set(maker, "/scenes", "[{'nodes':[0]}]");
    set(maker, "/scene", "0");
    assert_int_equal(vrm_edit_commit(maker->edit, NULL), VRM_OK);
    return maker->model;
}

/* ---- What a surface shows ---- */

static float linear(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : powf((srgb + 0.055f) / 1.055f, 2.4f);
}

/* A texel, repeated or clamped as its sampler says. */
static void fetch(const vrm_Picture* picture, const vrm_Sampler* sampler, bool is_srgb, int x,
                  int y, float out[4]) {
    int w = (int)picture->width, h = (int)picture->height;
    bool clamps = sampler != NULL && sampler->wrap_s == 33071;
    x = clamps ? (x < 0 ? 0 : x >= w ? w - 1 : x) : (x % w + w) % w;
    y = clamps ? (y < 0 ? 0 : y >= h ? h - 1 : y) : (y % h + h) % h;
    for (int c = 0; c < 4; c++) {
        float value = (float)picture->pixels[(y * w + x) * 4 + c] / 255.0f;
        out[c] = is_srgb && c < 3 ? linear(value) : value;
    }
}

typedef struct Look {
    float values[40];
    int count;
} Look;

static vrm_Picture* decoded; /* of the model at hand */

static void sample(const vrm_Gltf* gltf, const vrm_TextureInfo* info, vrm_TextureSlot slot,
                   vrm_Vec2 uv, float out[4]) {
    vrm_TextureUse use = vrm_texture_use(slot);
    memcpy(out, &use.unset, 4 * sizeof *out);
    if (info == NULL || info->texture < 0) return;
    const vrm_Texture* texture = &gltf->textures[info->texture];
    const vrm_Sampler* sampler = texture->sampler >= 0 ? &gltf->samplers[texture->sampler] : NULL;
    const vrm_Picture* picture = &decoded[texture->source];
    vrm_TextureTransform t = vrm_texture_transform(info);
    float c = cosf(t.rotation), s = sinf(t.rotation), u = uv.x * t.scale.x, v = uv.y * t.scale.y;
    float x = (c * u + s * v + t.offset.x) * (float)picture->width - 0.5f;
    float y = (c * v - s * u + t.offset.y) * (float)picture->height - 0.5f;
    x = fmaxf(-1e6f, fminf(x, 1e6f)); /* far outside it is some texel */
    y = fmaxf(-1e6f, fminf(y, 1e6f));
    float fx = x - floorf(x), fy = y - floorf(y), texel[4];
    memset(out, 0, 4 * sizeof *out);
    for (int i = 0; i < 4; i++) {
        fetch(picture, sampler, use.is_srgb, (int)floorf(x) + i % 2, (int)floorf(y) + i / 2, texel);
        float weight = (i % 2 ? fx : 1 - fx) * (i / 2 ? fy : 1 - fy);
        for (int k = 0; k < 4; k++) out[k] += texel[k] * weight;
    }
}

static void put(Look* look, float value) {
    look->values[look->count++] = value;
}

static void put_product(Look* look, const float* texel, vrm_Vec3 factor) {
    put(look, texel[0] * factor.x);
    put(look, texel[1] * factor.y);
    put(look, texel[2] * factor.z);
}

static void put_normal(Look* look, const float* texel, float scale) {
    float n[3] = {(texel[0] * 2 - 1) * scale, (texel[1] * 2 - 1) * scale, texel[2] * 2 - 1};
    float size = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int c = 0; c < 3; c++) put(look, n[c] / size);
}

/* All that textures and their factors say at a corner. */
static Look look_at(const vrm_Model* model, int32_t material, vrm_Vec2 uv) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Surface* surface = &vrm_model_surfaces(model)[material];
    const vrm_Material* m = surface->material;
    const vrm_Mtoon* toon = surface->mtoon;
    float texels[VRM_TEXTURE_SLOT_COUNT][4];
    bool is_old = vrm_model_dialect(model) == VRM_DIALECT_0;
    Look look = {.count = 0};
    for (int slot = 0; slot < VRM_TEXTURE_MATCAP; slot++)
        sample(gltf, vrm_surface_texture(surface, (vrm_TextureSlot)slot), (vrm_TextureSlot)slot, uv,
               texels[slot]);
    vrm_Vec4 base = m->base_color_factor;
    put_product(&look, texels[VRM_TEXTURE_BASE_COLOR], (vrm_Vec3){base.x, base.y, base.z});
    if (m->alpha_mode != VRM_ALPHA_OPAQUE) put(&look, texels[VRM_TEXTURE_BASE_COLOR][3] * base.w);
    if (surface->kind == VRM_SURFACE_UNLIT) return look;
    float strength = m->emissive_strength;
    vrm_Vec3 glow = m->emissive_factor;
    put_product(&look, texels[VRM_TEXTURE_EMISSIVE],
                (vrm_Vec3){glow.x * strength, glow.y * strength, glow.z * strength});
    put_normal(&look, texels[VRM_TEXTURE_NORMAL],
               m->normal_texture.texture >= 0 ? m->normal_scale : 1.0f);
    if (surface->kind == VRM_SURFACE_PBR) {
        put(&look, texels[VRM_TEXTURE_METALLIC_ROUGHNESS][1] * m->roughness_factor);
        put(&look, texels[VRM_TEXTURE_METALLIC_ROUGHNESS][2] * m->metallic_factor);
        put(&look, 1 + m->occlusion_strength * (texels[VRM_TEXTURE_OCCLUSION][0] - 1));
        return look;
    }
    put_product(&look, texels[VRM_TEXTURE_SHADE_MULTIPLY], toon->shade_color_factor);
    put(&look, toon->shading_shift_factor +
                   texels[VRM_TEXTURE_SHADING_SHIFT][0] * toon->shading_shift_scale);
    put_product(&look, texels[VRM_TEXTURE_RIM_MULTIPLY], toon->parametric_rim_color_factor);
    /* Of 0.x red is used; widths are centimetres. */
    float width =
        is_old ? texels[VRM_TEXTURE_OUTLINE_WIDTH][0] : texels[VRM_TEXTURE_OUTLINE_WIDTH][1];
    put(&look, width * toon->outline_width_factor * 100.0f);
    return look;
}

static void decode_all(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    decoded = calloc((size_t)gltf->image_count + 1, sizeof *decoded);
    assert_non_null(decoded);
    for (int32_t i = 0; i < gltf->image_count; i++) {
        vrm_Span bytes = {(const char*)gltf->images[i].data, (size_t)gltf->images[i].size};
        assert_int_equal(vrm_image_decode(bytes, NULL, NULL, &decoded[i]), VRM_OK);
    }
}

static void release_all(const vrm_Model* model) {
    for (int32_t i = 0; i < vrm_model_gltf(model)->image_count; i++) vrm_image_release(&decoded[i]);
    free(decoded);
    decoded = NULL;
}

/* Of each index of each primitive, in the order of the file. */
static Look* look_everywhere(const vrm_Model* model, size_t* out_count) {
    const vrm_Mesh* mesh = &vrm_model_gltf(model)->meshes[0];
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    Look* looks = calloc((size_t)mesh->primitive_count * 6, sizeof *looks);
    assert_non_null(looks);
    decode_all(model);
    *out_count = 0;
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 0);
        vrm_Vec2 uvs[64] = {{0, 0}};
        uint32_t indices[6];
        if (accessor >= 0)
            assert_int_equal(vrm_accessor_read_floats(gltf, accessor, &uvs->x, 128), VRM_OK);
        assert_int_equal(vrm_accessor_read_u32(gltf, primitive->indices, indices, 6), VRM_OK);
        for (int i = 0; i < 6; i++)
            looks[(*out_count)++] = look_at(model, primitive->material, uvs[indices[i]]);
    }
    release_all(model);
    return looks;
}

/* Makes atlases, and expects every corner to look as before within `error`, in linear light. */
static vrm_OptimizeAtlasStats expect_same_look(vrm_Model* model, const vrm_OptimizeAtlasDef* def,
                                               vrm_Report* report, float error) {
    vrm_OptimizeAtlasStats stats;
    size_t before_count, after_count;
    Look* before = look_everywhere(model, &before_count);
    assert_int_equal(vrm_optimize_atlas(model, def, report, &stats), VRM_OK);
    Look* after = look_everywhere(model, &after_count);
    assert_int_equal(after_count, before_count);
    for (size_t i = 0; i < after_count; i++) {
        assert_int_equal(after[i].count, before[i].count);
        for (int k = 0; k < after[i].count; k++)
            if (!(fabsf(after[i].values[k] - before[i].values[k]) <= error))
                fail_msg("corner %d, value %d: %f became %f", (int)i, k,
                         (double)before[i].values[k], (double)after[i].values[k]);
    }
    free(before);
    free(after);
    return stats;
}

static int32_t count_used(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    uint8_t is_used[256] = {0};
    int32_t count = 0;
    for (int32_t p = 0; p < gltf->meshes[0].primitive_count; p++)
        is_used[gltf->meshes[0].primitives[p].material] = 1;
    for (int i = 0; i < 256; i++) count += is_used[i];
    return count;
}

static vrm_Report* make_report(void) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    return report;
}

/* ---- Kinds of materials ---- */

static void pbr_materials_of_other_pictures_and_factors_become_one(void** state) {
    (void)state;
    Maker maker = begin();
    for (uint32_t i = 0; i < 6; i++) add_picture(&maker, 64u >> (i % 2), 32u << (i % 3), i);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    add_quad(&maker, 2, 0.2f, 0.1f, 0.9f, 0.8f);
    vrm_Model* model =
        finish(&maker, "[{'name':'a','pbrMetallicRoughness':{'baseColorTexture':{'index':0},"
                       "'baseColorFactor':[1,0.5,0.25,1],'metallicRoughnessTexture':{'index':1},"
                       "'roughnessFactor':0.5},'occlusionTexture':{'index':2,'strength':0.5}},"
                       "{'name':'b','pbrMetallicRoughness':{'baseColorTexture':{'index':3}},"
                       "'normalTexture':{'index':4,'scale':0.5},'emissiveTexture':{'index':5},"
                       "'emissiveFactor':[1,0.5,0],"
                       "'extensions':{'KHR_materials_emissive_strength':{'emissiveStrength':2}}},"
                       "{'name':'c','pbrMetallicRoughness':{'baseColorFactor':[0,0.2,0.7,1],'"
                       "metallicFactor':0}}]");
    vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
    assert_int_equal(stats.material_count, 3);
    assert_int_equal(stats.merged_count, 3);
    assert_int_equal(stats.page_count, 1);
    assert_int_equal(stats.picture_count, 4);
    assert_int_equal(count_used(model), 1);
    assert_int_equal(vrm_optimize(model, NULL, NULL, NULL), VRM_OK);
    assert_int_equal(vrm_model_gltf(model)->material_count, 1);
    assert_int_equal(vrm_model_gltf(model)->image_count, 4);
    assert_string_equal(vrm_model_gltf(model)->materials[0].name, "a");
    assert_int_equal(vrm_optimize_atlas(model, NULL, NULL, &stats), VRM_OK);
    assert_int_equal(stats.page_count, 0);
    vrm_model_destroy(model);
}

#define TOON(members)                                                                              \
    "'extensions':{'KHR_materials_unlit':{},'VRMC_materials_mtoon':{'specVersion':'1.0'," members  \
    "}}}"

static void toon_materials_of_1_0_become_one(void** state) {
    (void)state;
    static const char first[] =
        "{'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorTexture':{'index':0},"
        "'baseColorFactor':[1,0.5,0.25,0.75]}," TOON(
            "'shadeColorFactor':[0.5,0.25,1],'shadeMultiplyTexture':{'index':0},"
            "'parametricRimColorFactor':[1,0.5,0],'rimMultiplyTexture':{'index':2},"
            "'shadingShiftTexture':{'index':3,'scale':0.5},"
            "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.01,"
            "'outlineWidthMultiplyTexture':{'index':4}");
    static const char second[] =
        "{'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorTexture':{'index':5}},"
        "'emissiveFactor':[0,1,0]," TOON(
            "'shadeColorFactor':[1,1,1],'shadeMultiplyTexture':{'index':6},"
            "'shadingShiftTexture':{'index':6,'scale':0.5},"
            "'parametricRimColorFactor':[0.2,0.5,1],"
            "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.005");
    Maker maker = begin();
    char materials[2048];
    for (uint32_t i = 0; i < 7; i++) add_picture(&maker, 48, 64, i);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    set(&maker, "/extensions/VRMC_vrm", "{'specVersion':'1.0'}");
    snprintf(materials, sizeof materials, "[%s,%s]", first, second);
    vrm_Model* model = finish(&maker, materials);
    vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
    assert_int_equal(stats.page_count, 1);
    assert_int_equal(stats.picture_count, 6); /* base, shade, emission, shift, rim, width */
    assert_int_equal(count_used(model), 1);
    assert_float_equal(vrm_model_surfaces(model)[0].mtoon->outline_width_factor, 0.01f, 0.0f);
    vrm_model_destroy(model);
}

#define MTOON0(textures, color, shade, emission)                                                   \
    "{'name':'','shader':'VRM/MToon','renderQueue':2000,'floatProperties':{'_BlendMode':0,"        \
    "'_BumpScale':1},'vectorProperties':{'_Color':" color ",'_ShadeColor':" shade                  \
    ",'_EmissionColor':" emission                                                                  \
    ",'_MainTex':[0.25,0.25,0.5,0.5]},'textureProperties':{" textures                              \
    "},'keywordMap':{},'tagMap':{'RenderType':'Opaque'}}"

static void toon_materials_of_0_x_become_one_in_both_descriptions(void** state) {
    (void)state;
    Maker maker = begin();
    for (uint32_t i = 0; i < 5; i++) add_picture(&maker, 64, 48, i);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    set(&maker, "/extensions/VRM",
        "{'specVersion':'0.0','materialProperties':[" MTOON0(
            "'_MainTex':0,'_ShadeTexture':1,'_BumpMap':2", "[1,0.5,0.25,1]", "[0.5,0.5,0.5,1]",
            "[0,0,0,1]") "," MTOON0("'_MainTex':3,'_ShadeTexture':3,'_EmissionMap':4",
                                    "[0.5,1,1,1]", "[1,1,0.5,1]", "[2,1,0,1]") "]}");
    vrm_Model* model = finish(&maker, "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}},"
                                      "{'pbrMetallicRoughness':{'baseColorTexture':{'index':3}}}]");
    assert_int_equal(vrm_model_surfaces(model)[0].kind, VRM_SURFACE_MTOON);
    vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
    assert_int_equal(stats.page_count, 1);
    assert_int_equal(count_used(model), 1);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int64_t texture;
    vrm_JsonRef main =
        test_json_at(model, "/extensions/VRM/materialProperties/0/textureProperties/_MainTex");
    assert_true(vrm_json_integer(gltf->json, main, &texture));
    assert_int_equal(texture, gltf->materials[0].base_color_texture.texture);
    assert_null(gltf->materials[0].base_color_texture.transform);
    assert_true(vrm_json_bool(
        gltf->json,
        test_json_at(model, "/extensions/VRM/materialProperties/0/keywordMap/_NORMALMAP"), false));
    vrm_model_destroy(model);
}

static void rim_and_outline_of_0_x_go_into_texels(void** state) {
    (void)state;
    static const char form[] =
        "{'name':'','shader':'VRM/MToon','renderQueue':2000,'floatProperties':{'_BlendMode':0,"
        "'_OutlineWidthMode':%d,'_OutlineWidth':%s},'vectorProperties':{'_RimColor':%s},"
        "'textureProperties':{'_MainTex':%d,'_ShadeTexture':%d%s},'keywordMap':{},'tagMap':{}}";
    for (int mode = 1; mode <= 2; mode++) {
        Maker maker = begin();
        char text[4096] = "{'specVersion':'0.0','materialProperties':[";
        for (uint32_t i = 0; i < 4; i++) add_picture(&maker, 64, 48, i);
        add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
        add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
        sprintf(text + strlen(text), form, mode, "0.3", "[0.5,0,0.25,1]", 0, 0,
                ",'_OutlineWidthTexture':2");
        strcat(text, ",");
        sprintf(text + strlen(text), form, mode, "0.7", "[0,0,0,1]", 1, 1, ",'_RimTexture':3");
        strcat(text, "]}");
        set(&maker, "/extensions/VRM", text);
        vrm_Model* model = finish(&maker, "[{},{}]");
        vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
        assert_int_equal(stats.page_count, 1);
        assert_int_equal(stats.picture_count, 3); /* base and shade, rim, width */
        vrm_model_destroy(model);
    }
}

/* Programs disagree on what shades then: white, or the main texture. */
static void shade_of_0_x_without_a_texture_is_not_baked(void** state) {
    (void)state;
    for (int is_same = 0; is_same < 2; is_same++) {
        Maker maker = begin();
        char properties[2048];
        add_picture(&maker, 32, 32, 1);
        add_picture(&maker, 32, 32, 2);
        add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
        add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
        snprintf(properties, sizeof properties,
                 "{'specVersion':'0.0','materialProperties':[%s,%s]}",
                 MTOON0("'_MainTex':0", "[1,0.5,0.25,1]", "[0.5,0.5,0.5,1]", "[0,0,0,1]"),
                 is_same ? MTOON0("'_MainTex':1", "[1,0.5,0.25,1]", "[0.5,0.5,0.5,1]", "[0,0,0,1]")
                         : MTOON0("'_MainTex':1", "[1,0.5,0.25,1]", "[0.5,0.5,1,1]", "[0,0,0,1]"));
        set(&maker, "/extensions/VRM", properties);
        vrm_Model* model = finish(&maker, "[{},{}]");
        vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
        assert_int_equal(stats.page_count, is_same);
        assert_int_equal(
            test_json_at(model,
                         "/extensions/VRM/materialProperties/0/textureProperties/_ShadeTexture"),
            VRM_JSON_MISSING);
        vrm_model_destroy(model);
    }
}

static void unlit_materials_become_one(void** state) {
    (void)state;
    Maker maker = begin();
    add_picture(&maker, 600, 16, 1);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    vrm_Model* model = finish(&maker, "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
                                      "'extensions':{'KHR_materials_unlit':{}}},"
                                      "{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0.5,1]},"
                                      "'extensions':{'KHR_materials_unlit':{}}}]");
    assert_int_equal(expect_same_look(model, NULL, NULL, 0.02f).page_count, 1);
    vrm_model_destroy(model);
}

/* ---- What stays alone ---- */

#define PLAIN(texture, rest)                                                                       \
    "{'pbrMetallicRoughness':{'baseColorTexture':{'index':" #texture "}}" rest "}"

/* Two materials of two pictures, of which the second one is given; `code` is found of it. */
static void expect_alone(const char* second, const char* extensions, const char* code) {
    Maker maker = begin();
    char materials[2048];
    vrm_Report* report = make_report();
    add_picture(&maker, 32, 32, 1);
    add_picture(&maker, 32, 32, 2);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    if (extensions != NULL) set(&maker, "/extensions", extensions);
    snprintf(materials, sizeof materials, "[%s,%s]", PLAIN(0, ",'name':'a'"), second);
    vrm_Model* model = finish(&maker, materials);
    TestBytes before = test_save(model);
    vrm_OptimizeAtlasStats stats;
    assert_int_equal(vrm_optimize_atlas(model, NULL, report, &stats), VRM_OK);
    TestBytes after = test_save(model);
    test_same_bytes(&after, &before);
    assert_int_equal(stats.page_count, 0);
    assert_int_equal(stats.merged_count, 0);
    vrm_Finding finding = test_get_finding(report, code);
    if (strcmp(code, "ATLAS_MATERIAL_ALONE") != 0)
        assert_string_equal(finding.pointer, "/materials/1");
    test_bytes_free(&before);
    test_bytes_free(&after);
    vrm_report_destroy(report);
    vrm_model_destroy(model);
}

static void materials_of_other_state_stay_alone(void** state) {
    (void)state;
    expect_alone(PLAIN(1, ",'alphaMode':'BLEND'"), NULL, "ATLAS_MATERIAL_ALONE");
    expect_alone(PLAIN(1, ",'alphaMode':'MASK'"), NULL, "ATLAS_MATERIAL_ALONE");
    expect_alone(PLAIN(1, ",'doubleSided':true"), NULL, "ATLAS_MATERIAL_ALONE");
    expect_alone(PLAIN(1, ",'extras':{'a':1}"), NULL, "ATLAS_MATERIAL_ALONE");
    expect_alone(PLAIN(1, ",'extensions':{'KHR_materials_unlit':{}}"), NULL,
                 "ATLAS_MATERIAL_ALONE");
    expect_alone(PLAIN(1, ",'extensions':{'KHR_materials_ior':{'ior':1.4}}"), NULL,
                 "ATLAS_MATERIAL_ALONE");
}

static void materials_that_something_changes_stay_alone(void** state) {
    (void)state;
    expect_alone(
        PLAIN(1, ",'name':'b'"),
        "{'VRMC_vrm':{'specVersion':'1.0','expressions':{'preset':{'happy':{"
        "'materialColorBinds':[{'material':1,'type':'color','targetValue':[1,0,0,1]}]}}}}}",
        "ATLAS_MATERIAL_BOUND");
    expect_alone(PLAIN(1, ",'name':'b'"),
                 "{'VRMC_vrm':{'specVersion':'1.0','expressions':{'preset':{'happy':{"
                 "'textureTransformBinds':[{'material':1,'offset':[0.5,0]}]}}}}}",
                 "ATLAS_MATERIAL_BOUND");
    expect_alone(PLAIN(1, ",'name':'b'"),
                 "{'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'name':'x','materialValues':[{"
                 "'materialName':'b','propertyName':'_Unknown','targetValue':[1,0,0,1]}]}]}}}",
                 "ATLAS_MATERIAL_BOUND");
    expect_alone(PLAIN(1, ",'name':'b'"), "{'ABC_shop':{'colors':[{'of':1}]}}",
                 "ATLAS_MATERIAL_BOUND");
}

/* A primitive is drawn with its coordinates, whatever its variant. */
static void variants_of_a_primitive_stay_alone(void** state) {
    (void)state;
    Maker maker = begin();
    vrm_Report* report = make_report();
    vrm_OptimizeAtlasStats stats;
    for (int32_t i = 0; i < 3; i++) {
        add_picture(&maker, 32, 32, (uint32_t)i + 1);
        add_quad(&maker, i, 0.1f, 0.1f, 0.9f, 0.9f);
    }
    set(&maker, "/extensions", "{'KHR_materials_variants':{'variants':[{'name':'v'}]}}");
    maker.model = finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "," PLAIN(2, "") "]");
    assert_int_equal(vrm_edit_begin(maker.model, &maker.edit), VRM_OK);
    set(&maker, "/meshes/0/primitives/2/extensions",
        "{'KHR_materials_variants':{'mappings':[{'material':1,'variants':[0]}]}}");
    assert_int_equal(vrm_edit_commit(maker.edit, NULL), VRM_OK);
    assert_int_equal(vrm_optimize_atlas(maker.model, NULL, report, &stats), VRM_OK);
    assert_int_equal(stats.page_count, 0);
    assert_string_equal(test_get_finding(report, "ATLAS_MATERIAL_BOUND").pointer, "/materials/1");
    assert_string_equal(test_get_finding(report, "ATLAS_MATERIAL_UNKNOWN").pointer, "/materials/2");
    vrm_report_destroy(report);
    vrm_model_destroy(maker.model);
}

/* Four colours over one normal map would need four copies of it; a picture of its own is
 * worth its place. */
static void materials_that_share_a_picture_get_no_copies_of_it(void** state) {
    (void)state;
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        Maker maker = begin();
        vrm_Report* report = make_report();
        vrm_OptimizeAtlasStats stats;
        char materials[1024] = "[";
        for (int32_t i = 0; i < 4; i++) {
            size_t used = strlen(materials);
            if (i == 0 || !is_shared) add_picture(&maker, 512, 512, (uint32_t)i + 1);
            add_quad(&maker, i, 0.1f, 0.1f, 0.9f, 0.9f);
            snprintf(materials + used, sizeof materials - used,
                     "%s{'pbrMetallicRoughness':{'baseColorFactor':[0.%d,0.5,0.5,1]},"
                     "'normalTexture':{'index':%d}}%s",
                     i > 0 ? "," : "", (int)i + 2, is_shared ? 0 : (int)i, i == 3 ? "]" : "");
        }
        maker.model = finish(&maker, materials);
        assert_int_equal(vrm_optimize_atlas(maker.model, NULL, report, &stats), VRM_OK);
        assert_int_equal(stats.merged_count, is_shared ? 0 : 4);
        assert_int_equal(test_count_findings(report, "ATLAS_MEMORY"), is_shared ? 3 : 0);
        vrm_report_destroy(report);
        vrm_model_destroy(maker.model);
    }
}

static void materials_with_something_unknown_stay_alone(void** state) {
    (void)state;
    expect_alone("{'pbrMetallicRoughness':{'baseColorTexture':{'index':1,'texCoord':1}}}", NULL,
                 "ATLAS_UV_MOVED");
    expect_alone("{'pbrMetallicRoughness':{'baseColorTexture':{'index':1,'extras':{}}}}", NULL,
                 "ATLAS_MATERIAL_UNKNOWN");
    expect_alone(
        PLAIN(1, ",'extensions':{'KHR_materials_sheen':{'sheenColorTexture':{'index':0}}}"), NULL,
        "ATLAS_MATERIAL_UNKNOWN");
    expect_alone(PLAIN(1, ",'normalTexture':{'index':0,'extensions':{'KHR_texture_transform':"
                          "{'offset':[0.5,0]}}}"),
                 NULL, "ATLAS_UV_MOVED");
    expect_alone("{'pbrMetallicRoughness':{'baseColorTexture':{'index':1}}," TOON(
                     "'uvAnimationScrollXSpeedFactor':1"),
                 "{'VRMC_vrm':{'specVersion':'1.0'}}", "ATLAS_UV_MOVED");
}

/* ---- Texture coordinates ---- */

/* How many pages two quads give, the second one with given coordinates. */
static int32_t pages_of(float u0, float v0, float u1, float v1, const char* wrap) {
    Maker maker = begin();
    char sampler[96];
    add_picture(&maker, 32, 32, 1);
    add_picture(&maker, 32, 32, 2);
    snprintf(sampler, sizeof sampler, "[{'wrapS':%s,'wrapT':%s}]", wrap, wrap);
    set(&maker, "/samplers", sampler);
    set(&maker, "/textures/0/sampler", "0");
    set(&maker, "/textures/1/sampler", "0");
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, u0, v0, u1, v1);
    vrm_Model* model = finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "]");
    int32_t pages = expect_same_look(model, NULL, NULL, 0.02f).page_count;
    vrm_model_destroy(model);
    return pages;
}

static void coordinates_outside_the_picture_stay_unless_a_whole_part_can_move(void** state) {
    (void)state;
    assert_int_equal(pages_of(0.1f, 0.1f, 0.9f, 0.9f, "10497"), 1);
    assert_int_equal(pages_of(0.1f, 0.1f, 1.9f, 0.9f, "10497"), 0);
    assert_int_equal(pages_of(3.1f, -1.9f, 3.9f, -1.1f, "10497"), 1);
    assert_int_equal(pages_of(3.1f, 0.1f, 3.9f, 0.9f, "33071"), 0);
    assert_int_equal(pages_of(2.1f, 0.1f, 2.9f, 0.9f, "33648"), 0);
    assert_int_equal(pages_of(1e30f, 0.1f, 1e30f, 0.9f, "10497"), 0);
}

static void transforms_go_into_coordinates(void** state) {
    (void)state;
    Maker maker = begin();
    add_picture(&maker, 32, 64, 1);
    add_picture(&maker, 64, 32, 2);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    vrm_Model* model = finish(
        &maker,
        "[" PLAIN(0, "") ",{'pbrMetallicRoughness':{'baseColorTexture':{'index':1,"
                         "'extensions':{'KHR_texture_transform':{'offset':[0.2,0.5],'rotation':0.4,"
                         "'scale':[0.5,0.4]}}}}}]");
    assert_int_equal(expect_same_look(model, NULL, NULL, 0.02f).page_count, 1);
    assert_null(vrm_model_gltf(model)->materials[0].base_color_texture.transform);
    vrm_model_destroy(model);
}

/* Primitives over the same vertices: those of one picture each share them still, a vertex of two
 * pictures becomes two. */
static void shared_vertices_stay_shared_where_they_can(void** state) {
    (void)state;
    for (int is_crossed = 0; is_crossed < 2; is_crossed++) {
        Maker maker = begin();
        float positions[24], uvs[16];
        uint32_t second[6] = {4, 5, 6, 4, 6, 7};
        int32_t p, t, i, k;
        add_picture(&maker, 32, 32, 1);
        add_picture(&maker, 32, 32, 2);
        memcpy(positions, corners, sizeof corners);
        memcpy(positions + 12, corners, sizeof corners);
        for (int v = 0; v < 16; v++) uvs[v] = 0.1f + 0.05f * (float)v;
        if (is_crossed) second[0] = 2;
        assert_int_equal(
            vrm_edit_add_floats(maker.edit, VRM_ACCESSOR_VEC3, positions, 8, 34962, true, &p),
            VRM_OK);
        assert_int_equal(
            vrm_edit_add_floats(maker.edit, VRM_ACCESSOR_VEC2, uvs, 8, 34962, false, &t), VRM_OK);
        assert_int_equal(vrm_edit_add_integers(maker.edit, VRM_ACCESSOR_SCALAR, quad, 6, 34963, &i),
                         VRM_OK);
        assert_int_equal(
            vrm_edit_add_integers(maker.edit, VRM_ACCESSOR_SCALAR, second, 6, 34963, &k), VRM_OK);
        maker.tangents = -1;
        add_primitive(&maker, p, t, i, 0);
        add_primitive(&maker, p, t, k, 1);
        vrm_Model* model = finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "]");
        assert_int_equal(expect_same_look(model, NULL, NULL, 0.02f).page_count, 1);
        const vrm_Primitive* primitives = vrm_model_gltf(model)->meshes[0].primitives;
        int32_t a = vrm_primitive_attribute(&primitives[0], VRM_SEMANTIC_TEXCOORD, 0);
        int32_t b = vrm_primitive_attribute(&primitives[1], VRM_SEMANTIC_TEXCOORD, 0);
        assert_int_equal(a != b, is_crossed);
        vrm_OptimizeStats stats;
        assert_int_equal(vrm_optimize(model, NULL, NULL, &stats), VRM_OK);
        if (!is_crossed) assert_int_equal(stats.after.draw_calls, 1);
        vrm_model_destroy(model);
    }
}

static void meshes_without_coordinates_get_them(void** state) {
    (void)state;
    Maker maker = begin();
    int32_t p, i;
    add_picture(&maker, 32, 32, 1);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    assert_int_equal(
        vrm_edit_add_floats(maker.edit, VRM_ACCESSOR_VEC3, corners, 4, 34962, true, &p), VRM_OK);
    assert_int_equal(vrm_edit_add_integers(maker.edit, VRM_ACCESSOR_SCALAR, quad, 6, 34963, &i),
                     VRM_OK);
    add_primitive(&maker, p, -1, i, 1);
    vrm_Model* model =
        finish(&maker, "[" PLAIN(0, "") ",{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]}}]");
    assert_int_equal(expect_same_look(model, NULL, NULL, 0.02f).page_count, 1);
    vrm_model_destroy(model);
}

static void meshes_without_tangents_get_no_normal_map(void** state) {
    (void)state;
    for (int has_tangents = 0; has_tangents < 2; has_tangents++) {
        Maker maker = begin();
        if (!has_tangents) maker.tangents = -1;
        add_picture(&maker, 32, 32, 1);
        add_picture(&maker, 32, 32, 2);
        for (int i = 0; i < 3; i++) add_quad(&maker, i, 0.1f, 0.1f, 0.9f, 0.9f);
        vrm_Model* model = finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "," PLAIN(
                                              1, ",'normalTexture':{'index':0}") "]");
        vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
        assert_int_equal(stats.merged_count, has_tangents ? 3 : 2);
        vrm_model_destroy(model);
    }
}

/* ---- Pages ---- */

static void pages_hold_their_side(void** state) {
    (void)state;
    vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
    Maker maker = begin();
    char materials[2048] = "[";
    def.max_side = 256;
    for (int i = 0; i < 9; i++) {
        int32_t texture = add_picture(&maker, i == 8 ? 300 : 100, 90, (uint32_t)i);
        add_quad(&maker, i, 0.1f, 0.1f, 0.9f, 0.9f);
        sprintf(materials + strlen(materials),
                "%s{'pbrMetallicRoughness':{'baseColorTexture':{'index':%d}}}", i > 0 ? "," : "",
                (int)texture);
    }
    strcat(materials, "]");
    vrm_Report* report = make_report();
    vrm_Model* model = finish(&maker, materials);
    vrm_OptimizeAtlasStats stats = expect_same_look(model, &def, report, 0.02f);
    assert_int_equal(stats.merged_count, 8);
    assert_int_equal(stats.page_count, 4);
    assert_int_equal(test_count_findings(report, "ATLAS_PICTURE_KEPT"), 1);
    vrm_report_destroy(report);
    vrm_model_destroy(model);
}

/* Where that saves pages, large pictures give way to their padding. */
static void large_pictures_shrink_a_little_to_fit(void** state) {
    (void)state;
    vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
    Maker maker = begin();
    def.max_side = 1024;
    def.effort = 0;
    for (int i = 0; i < 4; i++) {
        add_picture(&maker, 512, 512, (uint32_t)i);
        add_quad(&maker, i, 0.1f, 0.1f, 0.9f, 0.9f);
    }
    vrm_Model* model =
        finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "," PLAIN(2, "") "," PLAIN(3, "") "]");
    vrm_OptimizeAtlasStats stats = expect_same_look(model, &def, NULL, 0.02f);
    assert_int_equal(stats.page_count, 1);
    assert_int_equal(stats.merged_count, 4);
    assert_int_equal(stats.pixels, 1024 * 1024);
    vrm_model_destroy(model);
}

static void equal_pictures_have_one_place(void** state) {
    (void)state;
    Maker maker = begin();
    add_picture(&maker, 96, 96, 1);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 0.2f, 0.1f, 0.9f, 0.8f);
    vrm_Model* model = finish(&maker, "[" PLAIN(0, ",'name':'a'") "," PLAIN(0, ",'name':'b'") "]");
    vrm_OptimizeAtlasStats stats = expect_same_look(model, NULL, NULL, 0.02f);
    assert_int_equal(stats.page_count, 1);
    assert_int_equal(stats.pixels, 128 * 128);
    vrm_model_destroy(model);
}

static void wrong_definitions_are_refused(void** state) {
    (void)state;
    Maker maker = begin();
    add_quad(&maker, 0, 0, 0, 1, 1);
    vrm_Model* model = finish(&maker, "[{}]");
    vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
    def.max_side = 1000;
    assert_int_equal(vrm_optimize_atlas(model, &def, NULL, NULL), VRM_ERR_ARGUMENT);
    def.max_side = 16384;
    assert_int_equal(vrm_optimize_atlas(model, &def, NULL, NULL), VRM_ERR_ARGUMENT);
    def = vrm_default_optimize_atlas_def();
    def.effort = 10;
    assert_int_equal(vrm_optimize_atlas(model, &def, NULL, NULL), VRM_ERR_ARGUMENT);
    def.def_size = 0;
    assert_int_equal(vrm_optimize_atlas(model, &def, NULL, NULL), VRM_ERR_DEF);
    vrm_model_destroy(model);
}

/* ---- Hostile files ---- */

static void budgets_hold(void** state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        Maker maker = begin();
        vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
        vrm_Report* report = make_report();
        vrm_OptimizeAtlasStats stats;
        add_picture(&maker, 64, 64, 1);
        add_picture(&maker, 64, 64, 2);
        add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
        add_quad(&maker, 1, 0.1f, 0.1f, 0.9f, 0.9f);
        vrm_Model* model = finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "]");
        if (i == 0) def.limits.width = 63;
        if (i == 1) def.total_bytes = 64 * 64 * 4;         /* one picture */
        if (i == 2) def.total_bytes = 64 * 64 * 4 * 2 + 9; /* both, and no page */
        assert_int_equal(vrm_optimize_atlas(model, &def, report, &stats), VRM_OK);
        assert_int_equal(stats.page_count, 0);
        assert_true(test_count_findings(report, "ATLAS_PICTURE_KEPT") > 0);
        vrm_report_destroy(report);
        vrm_model_destroy(model);
    }
}

static void broken_pictures_stay_with_their_material(void** state) {
    (void)state;
    Maker maker = begin();
    for (uint32_t i = 0; i < 3; i++) add_picture(&maker, 64, 64, i);
    for (int i = 0; i < 3; i++) add_quad(&maker, i, 0.1f, 0.1f, 0.9f, 0.9f);
    vrm_Model* model = finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, "") "," PLAIN(2, "") "]");
    TestBytes file = test_save(model);
    const vrm_Image* image = &vrm_model_gltf(model)->images[1];
    uint8_t* at = NULL;
    for (size_t i = 0; i + image->size <= file.size && at == NULL; i++)
        if (memcmp(file.data + i, image->data, image->size) == 0) at = file.data + i;
    assert_non_null(at);
    vrm_model_destroy(model);
    at[60] ^= 0xFF;
    at[61] ^= 0xFF;
    model = test_load(file.data, file.size);
    vrm_Report* report = make_report();
    vrm_OptimizeAtlasStats stats;
    assert_int_equal(vrm_optimize_atlas(model, NULL, report, &stats), VRM_OK);
    assert_int_equal(stats.merged_count, 2);
    assert_string_equal(test_get_finding(report, "ATLAS_PICTURE_KEPT").pointer, "/materials/1");
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* ---- Chance ---- */

static void put_texture(char* text, Dice* dice, const char* key, int pictures, const char* more) {
    if (roll_int(dice, 2) == 0) return;
    sprintf(text + strlen(text), ",'%s':{'index':%d%s}", key, roll_int(dice, pictures), more);
}

static void put_color(char* text, Dice* dice, const char* key, int count) {
    if (roll_int(dice, 2) == 0) return;
    sprintf(text + strlen(text), ",'%s':[", key);
    for (int i = 0; i < count; i++)
        sprintf(text + strlen(text), "%s%.2f", i > 0 ? "," : "", (double)roll(dice, 0.0f, 1.0f));
    strcat(text, "]");
}

static void put_random_material(char* text, Dice* dice, int kind, int pictures, const char* more) {
    strcat(text, "{'pbrMetallicRoughness':{'metallicFactor':");
    sprintf(text + strlen(text), "%.1f", (double)roll(dice, 0.0f, 1.0f));
    put_texture(text, dice, "baseColorTexture", pictures, more);
    put_color(text, dice, "baseColorFactor", 4);
    if (kind == 0) put_texture(text, dice, "metallicRoughnessTexture", pictures, more);
    strcat(text, "}");
    if (kind == 0) put_texture(text, dice, "occlusionTexture", pictures, more);
    if (kind != 1) {
        put_texture(text, dice, "emissiveTexture", pictures, more);
        put_color(text, dice, "emissiveFactor", 3);
        put_texture(text, dice, "normalTexture", pictures, "");
    }
    if (kind == 1) strcat(text, ",'extensions':{'KHR_materials_unlit':{}}");
    if (kind == 2) {
        sprintf(text + strlen(text),
                ",'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
                "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':%.3f",
                (double)roll(dice, 0.0f, 0.01f));
        put_color(text, dice, "parametricRimColorFactor", 3);
        put_texture(text, dice, "outlineWidthMultiplyTexture", pictures, more);
        put_texture(text, dice, "shadeMultiplyTexture", pictures, more);
        put_texture(text, dice, "rimMultiplyTexture", pictures, more);
        put_color(text, dice, "shadeColorFactor", 3);
        strcat(text, "}}");
    }
    if (roll_int(dice, 3) == 0) strcat(text, ",'alphaMode':'BLEND'");
    strcat(text, "}");
}

/* Any materials over any pictures: what is shown stays, a second run changes nothing, and the file
 * stays free of errors. */
static void random_materials_look_as_before(void** state) {
    (void)state;
    int merged = 0, rounds = TEST_IS_SANITIZED ? 10 : 60;
    for (int round = 0; round < rounds; round++) {
        Dice dice = {(uint64_t)round * 7919 + 1};
        Maker maker = begin();
        int pictures = 1 + roll_int(&dice, 4), count = 2 + roll_int(&dice, 6);
        const char* more = roll_int(&dice, 4) > 0
                               ? ""
                               : ",'extensions':{'KHR_texture_transform':{'offset':[0.1,0.2],"
                                 "'scale':[0.4,0.7]}}";
        static char materials[16384];
        strcpy(materials, "[");
        vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
        def.max_side = 256u << roll_int(&dice, 3);
        def.effort = 0;
        for (int i = 0; i < pictures; i++)
            add_picture(&maker, 16u << roll_int(&dice, 3), 16u << roll_int(&dice, 3),
                        (uint32_t)roll_int(&dice, 100));
        for (int i = 0; i < count; i++) {
            float u = (float)roll_int(&dice, 2), v = roll(&dice, 0.1f, 0.2f);
            if (i > 0) strcat(materials, ",");
            put_random_material(materials, &dice, roll_int(&dice, 3), pictures, more);
            add_quad(&maker, i, u + 0.15f, v, u + roll(&dice, 0.5f, 0.85f), 0.8f);
        }
        strcat(materials, "]");
        set(&maker, "/extensions/VRMC_vrm", "{'specVersion':'1.0'}");
        vrm_Model* model = finish(&maker, materials);
        merged += expect_same_look(model, &def, NULL, 0.03f).merged_count;
        vrm_OptimizeAtlasStats stats;
        assert_int_equal(vrm_optimize_atlas(model, &def, NULL, &stats), VRM_OK);
        assert_int_equal(stats.page_count, 0);
        vrm_model_destroy(model);
    }
    assert_true(merged > rounds);
}

/* ---- Memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
    def.allocator = *allocator;
    def.effort = 0;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_optimize_atlas(model, &def, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void atlases_survive_every_failing_allocation(void** state) {
    (void)state;
    Maker maker = begin();
    add_picture(&maker, 16, 32, 1);
    add_picture(&maker, 32, 16, 2);
    add_quad(&maker, 0, 0.1f, 0.1f, 0.9f, 0.9f);
    add_quad(&maker, 1, 1.2f, 0.1f, 1.9f, 0.8f);
    vrm_Model* model =
        finish(&maker, "[" PLAIN(0, "") "," PLAIN(1, ",'emissiveFactor':[1,0,0]") "]");
    TestBytes file = test_save(model);
    vrm_model_destroy(model);
    assert_true(test_every_allocation_failing(attempt, &file) > 30);
    test_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pbr_materials_of_other_pictures_and_factors_become_one),
        cmocka_unit_test(toon_materials_of_1_0_become_one),
        cmocka_unit_test(toon_materials_of_0_x_become_one_in_both_descriptions),
        cmocka_unit_test(rim_and_outline_of_0_x_go_into_texels),
        cmocka_unit_test(shade_of_0_x_without_a_texture_is_not_baked),
        cmocka_unit_test(unlit_materials_become_one),
        cmocka_unit_test(materials_of_other_state_stay_alone),
        cmocka_unit_test(materials_that_something_changes_stay_alone),
        cmocka_unit_test(variants_of_a_primitive_stay_alone),
        cmocka_unit_test(materials_that_share_a_picture_get_no_copies_of_it),
        cmocka_unit_test(materials_with_something_unknown_stay_alone),
        cmocka_unit_test(coordinates_outside_the_picture_stay_unless_a_whole_part_can_move),
        cmocka_unit_test(transforms_go_into_coordinates),
        cmocka_unit_test(shared_vertices_stay_shared_where_they_can),
        cmocka_unit_test(meshes_without_coordinates_get_them),
        cmocka_unit_test(meshes_without_tangents_get_no_normal_map),
        cmocka_unit_test(pages_hold_their_side),
        cmocka_unit_test(large_pictures_shrink_a_little_to_fit),
        cmocka_unit_test(equal_pictures_have_one_place),
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(budgets_hold),
        cmocka_unit_test(broken_pictures_stay_with_their_material),
        cmocka_unit_test(random_materials_look_as_before),
        cmocka_unit_test(atlases_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
