/* SPDX-License-Identifier: MIT */
/* Materials of 0.x: a set of Unity's shader properties besides each glTF material. Its colours are
 * sRGB, except emission. */
#include "model/toon0.h"

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* ---- The property bag of 0.x ---- */

static float get_float(const vrmi_ToonSource* bag, const char* key, float fallback) {
    return vrmi_read_float(&bag->reader->base, bag->floats, key, fallback);
}

static bool has_keyword(const vrmi_ToonSource* bag, const char* key) {
    vrm_JsonRef value = vrmi_read_member(&bag->reader->base, bag->keywords, key);
    return vrm_json_bool(bag->reader->base.json, value, false);
}

/* Exporters that omit _BlendMode still set Unity's keywords. */
static vrmi_Blend get_blend(const vrmi_ToonSource* bag) {
    if (vrmi_read_member(&bag->reader->base, bag->floats, "_BlendMode") != VRM_JSON_MISSING)
        return (vrmi_Blend)vrmi_toon0_choice(bag, "_BlendMode", 4, VRMI_BLEND_OPAQUE);
    if (has_keyword(bag, "_ALPHABLEND_ON"))
        return get_float(bag, "_ZWrite", 0.0f) == 1.0f ? VRMI_BLEND_DEPTH_WRITE
                                                       : VRMI_BLEND_TRANSPARENT;
    return has_keyword(bag, "_ALPHATEST_ON") ? VRMI_BLEND_CUTOUT : VRMI_BLEND_OPAQUE;
}

/* ---- Render queues ---- */

#define QUEUE_TRANSPARENT 3000
#define QUEUE_DEPTH_WRITE 2501

/* Inserts `queue` in order among the first ten; `sign` 1 sorts upwards, -1 downwards. */
static void add_queue(vrmi_QueueRanks* ranks, int32_t queue, int sign) {
    int32_t at = 0;
    while (at < ranks->count && ranks->queues[at] * sign < queue * sign) at++;
    if (at == COUNT(ranks->queues) || (at < ranks->count && ranks->queues[at] == queue)) return;
    if (ranks->count < COUNT(ranks->queues)) ranks->count++;
    for (int32_t i = ranks->count - 1; i > at; i--) ranks->queues[i] = ranks->queues[i - 1];
    ranks->queues[at] = queue;
}

static int32_t rank_of_queue(const vrmi_QueueRanks* ranks, int32_t queue) {
    int32_t at = 0;
    while (at < ranks->count && ranks->queues[at] != queue) at++;
    return at < 9 ? at : 9;
}

/* -1, and any value that is not a queue of Unity's, means the shader's own. */
static int32_t queue_of(const vrmi_ModelReader* reader, vrm_JsonRef json, vrmi_Blend blend) {
    int64_t queue;
    vrm_JsonRef value = vrmi_read_member(&reader->base, json, "renderQueue");
    if (vrm_json_integer(reader->base.json, value, &queue) && queue >= 0 && queue <= 5000)
        return (int32_t)queue;
    return blend == VRMI_BLEND_DEPTH_WRITE ? QUEUE_DEPTH_WRITE : QUEUE_TRANSPARENT;
}

/* ---- Shaders ---- */

typedef enum Shader {
    SHADER_MTOON,
    SHADER_UNLIT_TEXTURE,
    SHADER_UNLIT_CUTOUT,
    SHADER_UNLIT_TRANSPARENT,
    SHADER_UNLIT_DEPTH_WRITE,
    SHADER_GLTF,
    SHADER_STANDARD,
    SHADER_UNI_UNLIT,
    SHADER_UNITY_COLOR,
    SHADER_UNITY_TEXTURE,
    SHADER_UNITY_TRANSPARENT,
    SHADER_UNITY_CUTOUT,
    SHADER_COUNT
} Shader;

static const char* const shaders[SHADER_COUNT] = {"VRM/MToon",
                                                  "VRM/UnlitTexture",
                                                  "VRM/UnlitCutout",
                                                  "VRM/UnlitTransparent",
                                                  "VRM/UnlitTransparentZWrite",
                                                  "VRM_USE_GLTFSHADER",
                                                  "Standard",
                                                  "UniGLTF/UniUnlit",
                                                  "Unlit/Color",
                                                  "Unlit/Texture",
                                                  "Unlit/Transparent",
                                                  "Unlit/Transparent Cutout"};

static int32_t shader_of(const vrmi_ModelReader* reader, vrm_JsonRef json) {
    return vrmi_model_find_name(reader->base.json, vrmi_read_member(&reader->base, json, "shader"),
                                shaders, SHADER_COUNT, VRMI_EXACT);
}

vrmi_Queues vrmi_rank_queues(const vrmi_ModelReader* reader, vrm_JsonRef properties) {
    vrmi_Queues queues = {0};
    /* A first pass without findings: they are made when the material itself is read. */
    vrmi_ModelReader silent = *reader;
    silent.base.report = NULL;
    silent.base.lists_left_out = false;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, properties);
    while (vrm_json_next(&it)) {
        vrmi_ToonSource bag = {.reader = &silent,
                               .floats =
                                   vrmi_read_object(&silent.base, it.value, "floatProperties"),
                               .keywords = vrmi_read_object(&silent.base, it.value, "keywordMap")};
        int32_t shader = shader_of(reader, it.value);
        vrmi_Blend blend = shader == SHADER_MTOON               ? get_blend(&bag)
                           : shader == SHADER_UNLIT_DEPTH_WRITE ? VRMI_BLEND_DEPTH_WRITE
                                                                : VRMI_BLEND_OPAQUE;
        int32_t queue = queue_of(reader, it.value, blend);
        if (blend == VRMI_BLEND_TRANSPARENT) add_queue(&queues.blend, queue, -1);
        if (blend == VRMI_BLEND_DEPTH_WRITE) add_queue(&queues.depth_write, queue, 1);
    }
    return queues;
}

static int32_t queue_offset(const vrmi_ModelReader* reader, vrm_JsonRef json,
                            const vrmi_Queues* queues, vrmi_Blend blend) {
    int32_t queue = queue_of(reader, json, blend);
    if (blend == VRMI_BLEND_TRANSPARENT) return 0 - rank_of_queue(&queues->blend, queue);
    return blend == VRMI_BLEND_DEPTH_WRITE ? rank_of_queue(&queues->depth_write, queue) : 0;
}

/* Unlit, with the main texture. Only Unlit/Color has a colour of its own. */
static void apply_unlit(const vrmi_ToonSource* bag, int32_t shader, vrm_Material* material) {
    bool is_cutout = shader == SHADER_UNLIT_CUTOUT || shader == SHADER_UNITY_CUTOUT;
    bool is_blended = shader == SHADER_UNLIT_TRANSPARENT || shader == SHADER_UNITY_TRANSPARENT;
    vrmi_Toon0 toon = vrmi_toon0_default;
    if (shader == SHADER_UNITY_COLOR)
        toon.color = vrmi_toon0_srgb(bag, "_Color", toon.color);
    else
        toon.main = vrmi_toon0_index(bag, "_MainTex");
    vrmi_toon0_read_uv(bag, &toon);
    material->is_unlit = true;
    material->base_color_factor = toon.color;
    material->base_color_texture = vrmi_toon0_texture(&toon, toon.main);
    material->alpha_mode = is_cutout    ? VRM_ALPHA_MASK
                           : is_blended ? VRM_ALPHA_BLEND
                                        : VRM_ALPHA_OPAQUE;
    material->alpha_cutoff = get_float(bag, "_Cutoff", 0.5f);
}

/* glTF's unlit cannot write depth while it blends; an MToon material with only emission can. */
static void read_glow(const vrmi_ToonSource* bag, vrmi_Toon0* toon) {
    vrm_Vec4 color = vrmi_toon0_srgb(bag, "_Color", toon->color);
    toon->blend = VRMI_BLEND_DEPTH_WRITE;
    toon->color = (vrm_Vec4){0.0f, 0.0f, 0.0f, color.w};
    toon->emission = (vrm_Vec3){color.x, color.y, color.z};
    toon->main = toon->emission_map = vrmi_toon0_index(bag, "_MainTex");
    vrmi_toon0_read_uv(bag, toon);
}

vrm_SurfaceKind vrmi_read_material_properties(vrmi_ModelReader* reader, vrm_JsonRef json,
                                              const vrmi_Queues* queues, vrm_Material* material,
                                              vrm_Mtoon* out_mtoon) {
    vrmi_Reader* base = &reader->base;
    vrmi_ToonSource bag = {.reader = reader,
                           .floats = vrmi_read_object(base, json, "floatProperties"),
                           .vectors = vrmi_read_object(base, json, "vectorProperties"),
                           .textures = vrmi_read_object(base, json, "textureProperties"),
                           .keywords = vrmi_read_object(base, json, "keywordMap")};
    int32_t shader = shader_of(reader, json);
    vrmi_Toon0 toon = vrmi_toon0_default;
    switch (shader) {
    case SHADER_MTOON:
        toon.blend = get_blend(&bag);
        toon.shade = (vrm_Vec3){0.97f, 0.81f, 0.86f};
        vrmi_read_toon0(&bag, &toon);
        break;
    case SHADER_UNLIT_DEPTH_WRITE: read_glow(&bag, &toon); break;
    case SHADER_UNLIT_TEXTURE:
    case SHADER_UNLIT_CUTOUT:
    case SHADER_UNLIT_TRANSPARENT:
    case SHADER_UNITY_COLOR:
    case SHADER_UNITY_TEXTURE:
    case SHADER_UNITY_TRANSPARENT:
    case SHADER_UNITY_CUTOUT: apply_unlit(&bag, shader, material); return VRM_SURFACE_UNLIT;
    case SHADER_GLTF:
    case SHADER_STANDARD:
    case SHADER_UNI_UNLIT: return VRM_SURFACE_PBR;
    default:
        vrmi_read_report(base, VRMI_RULE_MATERIAL_SHADER_UNKNOWN, json, NULL);
        return VRM_SURFACE_PBR;
    }
    vrmi_toon0_material(&toon, material);
    vrmi_toon0_mtoon(&toon, out_mtoon);
    out_mtoon->render_queue_offset = queue_offset(reader, json, queues, toon.blend);
    out_mtoon->json = json;
    return VRM_SURFACE_MTOON;
}
