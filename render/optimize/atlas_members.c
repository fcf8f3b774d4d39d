/* SPDX-License-Identifier: MIT */
/* Which materials may take part in an atlas: what may change them, and what their textures are. */
#include "optimize/atlas.h"

#include <stdlib.h>
#include <string.h>

enum { REPEAT = 10497, NEAREST = 9728, LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987 };

/* The first reason stays. */
static void refuse(vrmi_AtlasMember* member, vrmi_AtlasReason reason) {
    if (member->reason == VRMI_ATLAS_FINE) member->reason = reason;
}

static void refuse_all(vrmi_Atlas* atlas, vrmi_AtlasReason reason) {
    for (int32_t i = 0; i < atlas->count; i++) refuse(&atlas->members[i], reason);
}

/* ---- Who changes materials ---- */

static void refuse_bound(vrmi_Atlas* atlas) {
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(atlas->model, &count);
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* expression = &expressions[i];
        for (int32_t k = 0; k < expression->color_bind_count; k++)
            refuse(&atlas->members[expression->color_binds[k].material], VRMI_ATLAS_BOUND);
        for (int32_t k = 0; k < expression->texture_bind_count; k++)
            refuse(&atlas->members[expression->texture_binds[k].material], VRMI_ATLAS_BOUND);
    }
}

static uint64_t hash_text(const char* text) {
    uint64_t hash = 14695981039346656037u;
    for (; *text != '\0'; text++) hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return hash;
}

typedef struct Names {
    vrmi_Atlas* atlas;
    uint64_t* hashes; /* NULL: they are only counted */
    size_t count;
    vrm_Result result;
} Names;

static void add_name(Names* names, vrm_JsonRef string) {
    vrmi_Atlas* atlas = names->atlas;
    size_t size = vrm_json_string(atlas->gltf->json, string, NULL, 0);
    if (names->hashes != NULL) {
        vrmi_AtlasBlock* mark = atlas->blocks;
        char* text = vrmi_atlas_alloc(atlas, size + 1, 1);
        if (text == NULL) names->result = VRM_ERR_MEMORY;
        if (text == NULL) return;
        vrm_json_string(atlas->gltf->json, string, text, size + 1);
        names->hashes[names->count] = hash_text(text);
        vrmi_atlas_rewind(atlas, mark);
    }
    names->count++;
}

/* Expressions of 0.x name materials, also for properties that libvrm does not animate. */
static void visit_names(Names* names) {
    const vrm_Json* json = names->atlas->gltf->json;
    vrm_JsonIter group =
        vrm_json_iter(json, vrm_json_at(json, "/extensions/VRM/blendShapeMaster/blendShapeGroups"));
    names->count = 0;
    while (vrm_json_next(&group)) {
        vrm_JsonIter value =
            vrm_json_iter(json, vrm_json_member(json, group.value, "materialValues"));
        while (vrm_json_next(&value) && names->result == VRM_OK)
            add_name(names, vrm_json_member(json, value.value, "materialName"));
    }
}

static int by_value(const void* a, const void* b) {
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Names of equal hash are taken for equal: a material more stays alone. */
static vrm_Result refuse_named(vrmi_Atlas* atlas) {
    Names names = {.atlas = atlas};
    visit_names(&names);
    if (names.count == 0) return VRM_OK;
    vrmi_AtlasBlock* mark = atlas->blocks;
    names.hashes = vrmi_atlas_alloc(atlas, names.count, sizeof *names.hashes);
    if (names.hashes == NULL) return VRM_ERR_MEMORY;
    visit_names(&names);
    qsort(names.hashes, names.count, sizeof *names.hashes, by_value);
    for (int32_t i = 0; i < atlas->count && names.result == VRM_OK; i++) {
        uint64_t hash = hash_text(atlas->gltf->materials[i].name);
        if (bsearch(&hash, names.hashes, names.count, sizeof hash, by_value) != NULL)
            refuse(&atlas->members[i], VRMI_ATLAS_BOUND);
    }
    vrmi_atlas_rewind(atlas, mark);
    return names.result;
}

/* KHR_animation_pointer may animate any number of a material. */
static void refuse_animated(vrmi_Atlas* atlas) {
    for (int32_t i = 0; i < atlas->gltf->animation_count; i++)
        for (int32_t k = 0; k < atlas->gltf->animations[i].channel_count; k++)
            if (atlas->gltf->animations[i].channels[k].path == VRM_PATH_OTHER)
                refuse_all(atlas, VRMI_ATLAS_BOUND);
}

/* A whole number in the text may be the index of a material. */
static void refuse_numbers(vrmi_Atlas* atlas, vrm_Span text) {
    for (size_t i = 0; i < text.size;) {
        if (text.data[i] < '0' || text.data[i] > '9') {
            i++;
            continue;
        }
        uint64_t number = 0;
        for (; i < text.size && text.data[i] >= '0' && text.data[i] <= '9'; i++)
            if (number < UINT32_MAX) number = number * 10 + (uint64_t)(text.data[i] - '0');
        if (number < (uint64_t)atlas->count) refuse(&atlas->members[number], VRMI_ATLAS_BOUND);
    }
}

/* Variants of a material are drawn with the coordinates of the primitive, and other extensions may
 * name materials too. */
static void refuse_mentioned(vrmi_Atlas* atlas, vrm_JsonRef extensions) {
    const vrm_Json* json = atlas->gltf->json;
    vrm_JsonIter it = vrm_json_iter(json, extensions);
    while (vrm_json_next(&it)) {
        if (!vrm_json_equals(json, it.key, "KHR_materials_variants")) {
            refuse_numbers(atlas, vrm_json_text(json, it.value));
            continue;
        }
        vrm_JsonIter mapping = vrm_json_iter(json, vrm_json_member(json, it.value, "mappings"));
        while (vrm_json_next(&mapping)) {
            vrm_JsonRef material = vrm_json_member(json, mapping.value, "material");
            if (material != VRM_JSON_MISSING) refuse_numbers(atlas, vrm_json_text(json, material));
        }
    }
}

/* Extensions of the document that are not known, and its extras. */
static void refuse_strangers(vrmi_Atlas* atlas) {
    static const char* const known[] = {"VRM",
                                        "VRMC_vrm",
                                        "VRMC_vrm_animation",
                                        "VRMC_springBone",
                                        "VRMC_springBone_extended_collider",
                                        "KHR_lights_punctual",
                                        "KHR_materials_variants"};
    const vrm_Json* json = atlas->gltf->json;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, "/extensions"));
    while (vrm_json_next(&it)) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            is_known = is_known || vrm_json_equals(json, it.key, known[i]);
        if (!is_known) refuse_numbers(atlas, vrm_json_text(json, it.value));
    }
    refuse_numbers(atlas, vrm_json_text(json, vrm_json_at(json, "/extras")));
}

/* ---- Who uses them ---- */

static bool moves_uvs(const vrm_Primitive* primitive) {
    for (int32_t t = 0; t < primitive->target_count; t++)
        for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++)
            if (primitive->targets[t].attributes[i].semantic == VRM_SEMANTIC_TEXCOORD) return true;
    return false;
}

/* Marks the used ones, and refuses those of primitives that are not understood. */
static void look_at_primitives(vrmi_Atlas* atlas) {
    const vrm_Gltf* gltf = atlas->gltf;
    for (int32_t i = 0; i < atlas->count; i++) atlas->members[i].reason = VRMI_ATLAS_UNUSED;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            int32_t material = gltf->meshes[m].primitives[p].material;
            if (material >= 0) atlas->members[material].reason = VRMI_ATLAS_FINE;
        }
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            vrm_JsonRef others = vrm_json_member(gltf->json, primitive->json, "extensions");
            refuse_mentioned(atlas, others);
            if (primitive->material < 0) continue;
            vrmi_AtlasMember* member = &atlas->members[primitive->material];
            if (others != VRM_JSON_MISSING) refuse(member, VRMI_ATLAS_UNKNOWN);
            if (moves_uvs(primitive)) refuse(member, VRMI_ATLAS_MOVED);
            if (vrm_primitive_attribute(primitive, VRM_SEMANTIC_TANGENT, 0) < 0)
                member->lacks_tangents = true;
        }
}

/* ---- Textures ---- */

static bool is_same_transform(const vrm_TextureTransform* a, const vrm_TextureTransform* b) {
    return a->offset.x == b->offset.x && a->offset.y == b->offset.y && a->scale.x == b->scale.x &&
           a->scale.y == b->scale.y && a->rotation == b->rotation;
}

static bool is_identity(const vrm_TextureTransform* transform) {
    static const vrm_TextureTransform identity = {.scale = {1.0f, 1.0f}};
    return is_same_transform(transform, &identity);
}

static void take_sampler(const vrmi_Atlas* atlas, vrmi_AtlasMember* member, int32_t index) {
    static const vrm_Sampler plain = {.wrap_s = REPEAT, .wrap_t = REPEAT};
    const vrm_Sampler* sampler = index < 0 ? &plain : &atlas->gltf->samplers[index];
    uint32_t mag = sampler->mag_filter == NEAREST ? NEAREST : LINEAR;
    uint32_t min = sampler->min_filter != 0 ? sampler->min_filter : LINEAR_MIPMAP_LINEAR;
    if (member->is_textured && (mag != member->mag_filter || min != member->min_filter))
        refuse(member, VRMI_ATLAS_UNKNOWN);
    member->mag_filter = mag;
    member->min_filter = min;
    member->repeats_x = member->repeats_x && sampler->wrap_s == REPEAT;
    member->repeats_y = member->repeats_y && sampler->wrap_t == REPEAT;
}

static bool is_within(const vrmi_Atlas* atlas, const vrm_ImageInfo* info) {
    const vrm_ImageLimits* limits = &atlas->def.limits;
    uint32_t width = limits->width != 0 ? limits->width : 8192;
    uint32_t height = limits->height != 0 ? limits->height : 8192;
    uint64_t bytes = limits->decoded_bytes != 0 ? limits->decoded_bytes : (uint64_t)256 << 20;
    return info->width <= width && info->height <= height &&
           (uint64_t)info->width * info->height <= bytes / 4;
}

static void take_image(const vrmi_Atlas* atlas, vrmi_AtlasMember* member, int32_t index) {
    const vrm_Image* image = &atlas->gltf->images[index];
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
    vrm_ImageInfo info;
    if (image->data == NULL || vrm_image_peek(bytes, &info) != VRM_OK || !is_within(atlas, &info)) {
        refuse(member, VRMI_ATLAS_PICTURE);
        return;
    }
    if (info.width > member->width) member->width = info.width;
    if (info.height > member->height) member->height = info.height;
}

/* The image of a texture; -1: none. */
static int32_t take_texture(const vrmi_Atlas* atlas, vrmi_AtlasMember* member,
                            const vrm_TextureInfo* info) {
    if (info == NULL || info->texture < 0) return -1;
    const vrm_Texture* texture = &atlas->gltf->textures[info->texture];
    vrm_TextureTransform transform = vrm_texture_transform(info);
    if (texture->source < 0) {
        refuse(member, VRMI_ATLAS_PICTURE);
        return -1;
    }
    if (info->tex_coord != 0 ||
        (member->is_textured && !is_same_transform(&transform, &member->transform)))
        refuse(member, VRMI_ATLAS_MOVED);
    take_sampler(atlas, member, texture->sampler);
    take_image(atlas, member, texture->source);
    member->transform = transform;
    member->is_textured = true;
    return texture->source;
}

static vrm_Vec4 rgb(vrm_Vec3 color) {
    return (vrm_Vec4){color.x, color.y, color.z, 1.0f};
}

static bool is_black(vrm_Vec3 color) {
    return color.x == 0.0f && color.y == 0.0f && color.z == 0.0f;
}

/* Without matcap and rim light nothing is multiplied by the texture of the rim; without an outline
 * nothing by that of its width. */
static void take_toon(const vrmi_Atlas* atlas, vrmi_AtlasMember* member, const vrm_Mtoon* mtoon) {
    bool has_matcap = mtoon->matcap_texture.texture >= 0 && !is_black(mtoon->matcap_factor);
    bool has_rim = has_matcap || !is_black(mtoon->parametric_rim_color_factor);
    bool has_outline = mtoon->outline_width_mode != VRM_OUTLINE_NONE;
    member->images[VRMI_ATLAS_SHADE] = take_texture(atlas, member, &mtoon->shade_multiply_texture);
    member->images[VRMI_ATLAS_SHIFT] = take_texture(atlas, member, &mtoon->shading_shift_texture);
    if (has_rim)
        member->images[VRMI_ATLAS_RIM] = take_texture(atlas, member, &mtoon->rim_multiply_texture);
    if (has_outline)
        member->images[VRMI_ATLAS_WIDTH] =
            take_texture(atlas, member, &mtoon->outline_width_multiply_texture);
    member->tints[VRMI_ATLAS_SHADE] = rgb(mtoon->shade_color_factor);
    if (!has_matcap) member->tints[VRMI_ATLAS_RIM] = rgb(mtoon->parametric_rim_color_factor);
    float width = mtoon->outline_width_factor;
    if (has_outline) member->tints[VRMI_ATLAS_WIDTH] = rgb((vrm_Vec3){width, width, width});
    if (mtoon->uv_animation_scroll_x_speed_factor != 0.0f ||
        mtoon->uv_animation_scroll_y_speed_factor != 0.0f ||
        mtoon->uv_animation_rotation_speed_factor != 0.0f)
        refuse(member, VRMI_ATLAS_MOVED);
}

/* A kind of surface that does not draw a texture keeps it for programs that draw another kind; they
 * would see it moved. */
static void take_metal(const vrmi_Atlas* atlas, vrmi_AtlasMember* member,
                       const vrm_Material* material) {
    if (!member->draws[VRMI_ATLAS_METAL]) {
        if (material->metallic_roughness_texture.texture >= 0 ||
            material->occlusion_texture.texture >= 0)
            refuse(member, VRMI_ATLAS_UNKNOWN);
        return;
    }
    member->images[VRMI_ATLAS_METAL] =
        take_texture(atlas, member, &material->metallic_roughness_texture);
    member->occlusion = take_texture(atlas, member, &material->occlusion_texture);
    member->tints[VRMI_ATLAS_METAL] = (vrm_Vec4){
        material->occlusion_strength, material->roughness_factor, material->metallic_factor, 1.0f};
}

static void take_light(const vrmi_Atlas* atlas, vrmi_AtlasMember* member,
                       const vrm_Material* material) {
    if (!member->draws[VRMI_ATLAS_EMISSIVE]) {
        if (material->emissive_texture.texture >= 0 || material->normal_texture.texture >= 0)
            refuse(member, VRMI_ATLAS_UNKNOWN);
        return;
    }
    vrm_Vec3 glow = material->emissive_factor;
    float strength = material->emissive_strength;
    member->images[VRMI_ATLAS_EMISSIVE] = take_texture(atlas, member, &material->emissive_texture);
    member->images[VRMI_ATLAS_NORMAL] = take_texture(atlas, member, &material->normal_texture);
    member->tints[VRMI_ATLAS_EMISSIVE] =
        (vrm_Vec4){glow.x * strength, glow.y * strength, glow.z * strength, 1.0f};
    member->tints[VRMI_ATLAS_NORMAL] = (vrm_Vec4){material->normal_scale, 1.0f, 1.0f, 1.0f};
}

static void set_draws(vrmi_AtlasMember* member, vrm_SurfaceKind kind) {
    bool is_toon = kind == VRM_SURFACE_MTOON, is_lit = kind != VRM_SURFACE_UNLIT;
    const bool draws[VRMI_ATLAS_SLOTS] = {
        [VRMI_ATLAS_BASE] = true,       [VRMI_ATLAS_SHADE] = is_toon,
        [VRMI_ATLAS_EMISSIVE] = is_lit, [VRMI_ATLAS_NORMAL] = is_lit,
        [VRMI_ATLAS_SHIFT] = is_toon,   [VRMI_ATLAS_METAL] = kind == VRM_SURFACE_PBR,
        [VRMI_ATLAS_RIM] = is_toon,     [VRMI_ATLAS_WIDTH] = is_toon};
    memcpy(member->draws, draws, sizeof draws);
}

/* Bumps that are computed from coordinates would turn with them. */
static bool turns_normals(const vrmi_AtlasMember* member) {
    const vrm_TextureTransform* transform = &member->transform;
    return member->images[VRMI_ATLAS_NORMAL] >= 0 &&
           (transform->rotation != 0.0f || !(transform->scale.x > 0.0f) ||
            !(transform->scale.y > 0.0f));
}

static void take_material(vrmi_Atlas* atlas, int32_t index) {
    vrmi_AtlasMember* member = &atlas->members[index];
    const vrm_Surface* surface = &atlas->surfaces[index];
    const vrm_Material* material = surface->material;
    set_draws(member, surface->kind);
    member->images[VRMI_ATLAS_BASE] = take_texture(atlas, member, &material->base_color_texture);
    member->tints[VRMI_ATLAS_BASE] = material->base_color_factor;
    take_light(atlas, member, material);
    take_metal(atlas, member, material);
    if (surface->mtoon != NULL) take_toon(atlas, member, surface->mtoon);
    member->is_moved = member->is_textured && !is_identity(&member->transform);
    if (member->is_moved && turns_normals(member)) refuse(member, VRMI_ATLAS_MOVED);
    if (!member->is_textured) member->width = member->height = VRMI_ATLAS_STEP;
    if (member->width > atlas->def.max_side || member->height > atlas->def.max_side)
        refuse(member, VRMI_ATLAS_PICTURE);
}

vrm_Result vrmi_atlas_find_members(vrmi_Atlas* atlas) {
    atlas->members = vrmi_atlas_alloc(atlas, (size_t)atlas->count, sizeof *atlas->members);
    if (atlas->members == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < atlas->count; i++) {
        vrmi_AtlasMember* member = &atlas->members[i];
        for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++) {
            member->images[slot] = -1;
            member->tints[slot] = (vrm_Vec4){1.0f, 1.0f, 1.0f, 1.0f};
        }
        member->occlusion = member->group = member->entry = -1;
        member->repeats_x = member->repeats_y = true;
    }
    look_at_primitives(atlas);
    refuse_bound(atlas);
    refuse_animated(atlas);
    refuse_strangers(atlas);
    vrm_Result result = refuse_named(atlas);
    for (int32_t i = 0; i < atlas->count && result == VRM_OK; i++) {
        vrmi_AtlasMember* member = &atlas->members[i];
        if (member->reason != VRMI_ATLAS_FINE) continue;
        take_material(atlas, i);
        member->state_begin = atlas->text.size;
        if (!vrmi_atlas_put_state(atlas, i)) refuse(member, VRMI_ATLAS_UNKNOWN);
        member->state_size = atlas->text.size - member->state_begin;
        if (atlas->text.has_failed) result = VRM_ERR_MEMORY;
    }
    return result;
}
