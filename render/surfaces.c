/* SPDX-License-Identifier: MIT */
/* Surfaces in the form that shaders use: features, vectors, textures, and how each value that an
 * expression reaches changes them. */
#include "surfaces.h"

#include "gl.h"

#include <math.h>
#include <string.h>

/* ---- Values ---- */

static void put3(float* out, const vrm_Vec3* v) {
    memcpy(out, v, sizeof *v);
}

static void put_transform(vrmi_Material* material, int slot, vrm_Vec2 offset, vrm_Vec2 scale) {
    float turn = material->uv_rotation[slot], c = cosf(turn), s = sinf(turn);
    float* matrix = material->uv[slot * 2];
    matrix[0] = c * scale.x;
    matrix[1] = s * scale.y;
    matrix[2] = -s * scale.x;
    matrix[3] = c * scale.y;
    material->uv[slot * 2 + 1][0] = offset.x;
    material->uv[slot * 2 + 1][1] = offset.y;
}

/* Where shaders read the colours that expressions move, and how many numbers these have. */
static const struct {
    uint8_t vector, count;
} color_places[] = {
    [VRM_COLOR_BASE] = {0, 4},   [VRM_COLOR_EMISSION] = {2, 3}, [VRM_COLOR_SHADE] = {1, 3},
    [VRM_COLOR_MATCAP] = {3, 3}, [VRM_COLOR_RIM] = {4, 3},      [VRM_COLOR_OUTLINE] = {5, 3},
};

static void put_emission(vrmi_Material* material, vrm_Vec3 color) {
    float strength = material->emissive_strength;
    put3(material->vectors[2],
         &(vrm_Vec3){color.x * strength, color.y * strength, color.z * strength});
}

void vrmi_material_apply(vrmi_Material* material, const vrm_MaterialValue* value, vrm_Vec4 now) {
    if (value->kind == VRM_VALUE_TEXTURE) {
        if (value->texture < VRM_TEXTURE_MATCAP)
            put_transform(material, (int)value->texture, (vrm_Vec2){now.x, now.y},
                          (vrm_Vec2){now.z, now.w});
    } else if (value->color == VRM_COLOR_EMISSION) {
        put_emission(material, (vrm_Vec3){now.x, now.y, now.z});
    } else {
        memcpy(material->vectors[color_places[value->color].vector], &now,
               color_places[value->color].count * sizeof now.x);
    }
}

/* The remainder of a periodic motion: keeps precision over hours. */
static float wrap(double amount, double period) {
    return (float)(amount - floor(amount / period) * period);
}

/* A texture repeats after 1, a mirrored one after 2. A clamped one never repeats, and looks the
 * same everywhere far outside. */
static float wrap_texture(double amount, bool is_clamped) {
    return is_clamped ? (float)fmin(fmax(amount, -1e6), 1e6) : wrap(amount, 2.0);
}

/* "Transform Order": the animation comes before KHR_texture_transform, which scales and turns the
 * scroll. So the period differs for each texture: it applies after the transform, and only where
 * the texture repeats. */
static void scroll_slots(vrmi_Material* material, double x, double y) {
    for (int slot = 0; slot < VRM_TEXTURE_MATCAP; slot++) {
        const float* matrix = material->uv[slot * 2];
        float* offset = material->uv[slot * 2 + 1];
        double u = (double)matrix[0] * x + (double)matrix[1] * y;
        double v = (double)matrix[2] * x + (double)matrix[3] * y;
        offset[0] += wrap_texture(u, material->clamps[slot] & 1);
        offset[1] += wrap_texture(v, material->clamps[slot] & 2);
    }
}

void vrmi_material_animate(vrmi_Material* material, float time_s) {
    if (!(material->features & VRMI_HAS(UV_ANIMATION))) return;
    double t = (double)time_s;
    double x = (double)material->scroll_speed.x * t, y = (double)material->scroll_speed.y * t;
    double turn = (double)material->scroll_speed.z * t;
    float* out = material->vectors[7];
    /* With a mask the amount is scaled for each pixel, so that there is no common period. */
    if (material->features & VRMI_HAS(MASK_TEXTURE)) {
        out[0] = (float)x;
        out[1] = (float)y;
        out[2] = (float)turn;
        return;
    }
    out[2] = wrap(turn, 6.283185307179586);
    if (material->features & VRMI_HAS(UV_TRANSFORM)) {
        out[0] = out[1] = 0.0f;
        scroll_slots(material, x, y);
    } else {
        out[0] = wrap_texture(x, false);
        out[1] = wrap_texture(y, false);
    }
}

/* ---- Making ---- */

typedef struct Maker {
    vrmi_Upload* upload;
    const vrm_Surface* surface;
    vrmi_Material* out;
    int32_t index;
    uint32_t driven; /* colour targets that an expression reaches, as bits */
} Maker;

static const vrmi_Features texture_features[VRM_TEXTURE_SLOT_COUNT] = {
    [VRM_TEXTURE_BASE_COLOR] = VRMI_HAS(BASE_TEXTURE),
    [VRM_TEXTURE_METALLIC_ROUGHNESS] = VRMI_HAS(METAL_TEXTURE),
    [VRM_TEXTURE_NORMAL] = VRMI_HAS(NORMAL_TEXTURE),
    [VRM_TEXTURE_OCCLUSION] = VRMI_HAS(OCCLUSION_TEXTURE),
    [VRM_TEXTURE_EMISSIVE] = VRMI_HAS(EMISSIVE_TEXTURE),
    [VRM_TEXTURE_SHADE_MULTIPLY] = VRMI_HAS(SHADE_TEXTURE),
    [VRM_TEXTURE_SHADING_SHIFT] = VRMI_HAS(SHIFT_TEXTURE),
    [VRM_TEXTURE_RIM_MULTIPLY] = VRMI_HAS(RIM_TEXTURE),
    [VRM_TEXTURE_OUTLINE_WIDTH] = VRMI_HAS(WIDTH_TEXTURE),
    [VRM_TEXTURE_UV_ANIMATION_MASK] = VRMI_HAS(MASK_TEXTURE),
    [VRM_TEXTURE_MATCAP] = VRMI_HAS(MATCAP_TEXTURE),
};

vrmi_Features vrmi_texture_feature(vrm_TextureSlot slot) {
    return texture_features[slot];
}

static bool is_black(const vrm_Vec3* color) {
    return color->x == 0.0f && color->y == 0.0f && color->z == 0.0f;
}

static bool is_driven(const Maker* maker, vrm_ColorTarget target) {
    return maker->driven >> target & 1;
}

/* Whether a texture can have a visible effect: others are neither decoded nor sampled. */
static bool shows(const Maker* maker, vrm_TextureSlot slot) {
    const vrm_Mtoon* mtoon = maker->surface->mtoon;
    const vrm_Material* material = maker->surface->material;
    vrmi_Features features = maker->out->features;
    switch (slot) {
    case VRM_TEXTURE_BASE_COLOR: return true;
    case VRM_TEXTURE_METALLIC_ROUGHNESS:
    case VRM_TEXTURE_OCCLUSION: return maker->surface->kind == VRM_SURFACE_PBR;
    case VRM_TEXTURE_NORMAL: return (features & VRMI_HAS(SURFACE)) != 0;
    case VRM_TEXTURE_EMISSIVE:
        return (features & VRMI_HAS(SURFACE)) &&
               (!is_black(&material->emissive_factor) || is_driven(maker, VRM_COLOR_EMISSION));
    case VRM_TEXTURE_SHADE_MULTIPLY:
        return mtoon != NULL &&
               (!is_black(&mtoon->shade_color_factor) || is_driven(maker, VRM_COLOR_SHADE));
    case VRM_TEXTURE_SHADING_SHIFT: return mtoon != NULL && mtoon->shading_shift_scale != 0.0f;
    case VRM_TEXTURE_MATCAP:
        return mtoon != NULL &&
               (!is_black(&mtoon->matcap_factor) || is_driven(maker, VRM_COLOR_MATCAP));
    case VRM_TEXTURE_RIM_MULTIPLY:
        return mtoon != NULL &&
               ((features & VRMI_HAS(MATCAP_TEXTURE)) ||
                !is_black(&mtoon->parametric_rim_color_factor) || is_driven(maker, VRM_COLOR_RIM));
    case VRM_TEXTURE_OUTLINE_WIDTH: return maker->out->has_outline;
    case VRM_TEXTURE_UV_ANIMATION_MASK: return (features & VRMI_HAS(UV_ANIMATION)) != 0;
    case VRM_TEXTURE_SLOT_COUNT: break;
    }
    return false;
}

static uint8_t clamps_of(const vrm_Gltf* gltf, int32_t texture) {
    int32_t sampler = gltf->textures[texture].sampler;
    if (sampler < 0) return 0;
    const vrm_Sampler* s = &gltf->samplers[sampler];
    return (uint8_t)((s->wrap_s == GL_CLAMP_TO_EDGE) | (s->wrap_t == GL_CLAMP_TO_EDGE) << 1);
}

static void use_texture(Maker* maker, vrm_TextureSlot slot) {
    vrmi_Material* out = maker->out;
    out->bound[slot].index = -1;
    const vrm_TextureInfo* info = vrm_surface_texture(maker->surface, slot);
    if (info == NULL) return;
    if (slot != VRM_TEXTURE_MATCAP) {
        vrm_TextureTransform transform = vrm_texture_transform(info);
        out->uv_rotation[slot] = transform.rotation;
        put_transform(out, (int)slot, transform.offset, transform.scale);
    }
    if (info->texture < 0 || !shows(maker, slot)) return;
    if (slot != VRM_TEXTURE_MATCAP && info->tex_coord > 1) {
        vrmi_upload_report(
            maker->upload, "RENDER_TEXCOORD_MISSING",
            vrmi_pointer(maker->upload, "materials", maker->index, ""),
            "A texture uses the third set of texture coordinates or a later one; only "
            "two are drawn, and it is left out.");
        return;
    }
    out->bound[slot].index = info->texture;
    out->features |= texture_features[slot];
    if (slot == VRM_TEXTURE_MATCAP) return;
    out->clamps[slot] = clamps_of(maker->upload->gltf, info->texture);
    if (out->clamps[slot] != 0 && (out->features & VRMI_HAS(UV_ANIMATION)))
        out->features |= VRMI_HAS(UV_TRANSFORM); /* to scroll by itself */
    out->uv[slot * 2 + 1][2] = (float)info->tex_coord;
    if (info->tex_coord == 1) out->features |= VRMI_HAS(UV_SECOND) | VRMI_HAS(UV_TRANSFORM);
    if (info->transform != NULL) out->features |= VRMI_HAS(UV_TRANSFORM);
}

static void set_mtoon(Maker* maker) {
    const vrm_Mtoon* mtoon = maker->surface->mtoon;
    vrmi_Material* out = maker->out;
    out->features |= VRMI_HAS(SURFACE) | VRMI_HAS(MTOON);
    put3(out->vectors[1], &mtoon->shade_color_factor);
    out->vectors[1][3] = mtoon->shading_shift_factor;
    out->vectors[2][3] = mtoon->shading_toony_factor;
    put3(out->vectors[3], &mtoon->matcap_factor);
    out->vectors[3][3] = mtoon->gi_equalization_factor;
    put3(out->vectors[4], &mtoon->parametric_rim_color_factor);
    out->vectors[4][3] = mtoon->parametric_rim_fresnel_power_factor;
    put3(out->vectors[5], &mtoon->outline_color_factor);
    out->vectors[5][3] = mtoon->outline_lighting_mix_factor;
    out->vectors[6][0] = mtoon->parametric_rim_lift_factor;
    out->vectors[6][1] = mtoon->rim_lighting_mix_factor;
    out->vectors[6][2] = mtoon->outline_width_factor;
    out->vectors[8][0] = mtoon->shading_shift_scale;
    out->queue_offset = mtoon->render_queue_offset;
    out->has_outline =
        mtoon->outline_width_mode != VRM_OUTLINE_NONE && mtoon->outline_width_factor > 0.0f;
    out->is_screen_outline = mtoon->outline_width_mode == VRM_OUTLINE_SCREEN_COORDINATES;
    out->scroll_speed = (vrm_Vec3){mtoon->uv_animation_scroll_x_speed_factor,
                                   mtoon->uv_animation_scroll_y_speed_factor,
                                   mtoon->uv_animation_rotation_speed_factor};
    if (!is_black(&out->scroll_speed)) out->features |= VRMI_HAS(UV_ANIMATION);
}

static void set_class(Maker* maker) {
    const vrm_Material* material = maker->surface->material;
    vrmi_Material* out = maker->out;
    switch (material->alpha_mode) {
    case VRM_ALPHA_OPAQUE: out->draw_class = VRMI_CLASS_OPAQUE; break;
    case VRM_ALPHA_MASK:
        out->draw_class = VRMI_CLASS_MASK;
        out->features |= VRMI_HAS(ALPHA_MASK);
        break;
    case VRM_ALPHA_BLEND:
        out->draw_class =
            maker->surface->mtoon != NULL && maker->surface->mtoon->transparent_with_z_write
                ? VRMI_CLASS_BLEND_WITH_DEPTH
                : VRMI_CLASS_BLEND;
        out->features |= VRMI_HAS(ALPHA_BLEND);
        break;
    }
    out->is_double_sided = material->is_double_sided;
}

static void find_values(Maker* maker, int32_t* cursor) {
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(maker->upload->drawable->rig, &count);
    while (*cursor < count && values[*cursor].material < maker->index) ++*cursor;
    maker->out->first_value = *cursor;
    for (; *cursor < count && values[*cursor].material == maker->index; ++*cursor) {
        maker->out->value_count++;
        if (values[*cursor].kind == VRM_VALUE_COLOR)
            maker->driven |= 1u << values[*cursor].color;
        else
            maker->out->features |= VRMI_HAS(UV_TRANSFORM);
    }
}

/* Expressions move all textures of a material alike, so equal transforms stay equal. */
static bool shades_with_base(const vrmi_Material* material) {
    const vrmi_Features both = VRMI_HAS(BASE_TEXTURE) | VRMI_HAS(SHADE_TEXTURE);
    enum { BASE = VRM_TEXTURE_BASE_COLOR, SHADE = VRM_TEXTURE_SHADE_MULTIPLY };
    return (material->features & both) == both &&
           material->bound[BASE].index == material->bound[SHADE].index &&
           memcmp(material->uv[BASE * 2], material->uv[SHADE * 2], 2 * sizeof *material->uv) == 0;
}

static void make_material(Maker* maker) {
    const vrm_Material* material = maker->surface->material;
    vrmi_Material* out = maker->out;
    memcpy(out->vectors[0], &material->base_color_factor, sizeof out->vectors[0]);
    out->emissive_strength = material->emissive_strength;
    put_emission(out, material->emissive_factor);
    out->vectors[6][3] = material->alpha_cutoff;
    out->vectors[7][3] = material->normal_scale;
    out->vectors[8][1] = material->metallic_factor;
    out->vectors[8][2] = material->roughness_factor;
    out->vectors[8][3] = material->occlusion_strength;
    if (maker->surface->kind == VRM_SURFACE_PBR) out->features |= VRMI_HAS(SURFACE);
    if (maker->surface->kind == VRM_SURFACE_MTOON && maker->surface->mtoon != NULL)
        set_mtoon(maker);
    set_class(maker);
    out->ignores_colors = maker->surface->ignores_vertex_colors;
    /* The matcap comes before the textures that multiply it. */
    use_texture(maker, VRM_TEXTURE_MATCAP);
    for (int slot = 0; slot < VRM_TEXTURE_MATCAP; slot++) use_texture(maker, (vrm_TextureSlot)slot);
    const vrmi_Features masks = VRMI_HAS(WIDTH_TEXTURE) | VRMI_HAS(MASK_TEXTURE);
    if ((out->features & masks) && vrm_model_dialect(maker->upload->model) == VRM_DIALECT_0)
        out->features |= VRMI_HAS(RED_MASKS);
    if (shades_with_base(out)) {
        out->features |= VRMI_HAS(SHADE_IS_BASE);
        out->features &= ~VRMI_HAS(SHADE_TEXTURE);
        out->bound[VRM_TEXTURE_SHADE_MULTIPLY].index = -1;
    }
}

static void make_default(vrmi_Material* out) {
    out->features = VRMI_HAS(SURFACE);
    for (int k = 0; k < 4; k++) out->vectors[0][k] = 1.0f;
    out->vectors[8][1] = out->vectors[8][2] = 1.0f; /* metallic, rough: glTF's defaults */
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) out->bound[slot].index = -1;
}

vrm_Result vrmi_upload_materials(vrmi_Upload* upload) {
    vrm_Drawable* drawable = upload->drawable;
    int32_t count = upload->gltf->material_count, cursor = 0;
    const vrm_Surface* surfaces = vrm_model_surfaces(upload->model);
    drawable->material_count = (size_t)count + 1;
    drawable->materials =
        vrmi_take(&upload->def.allocator, drawable->material_count, sizeof *drawable->materials);
    if (drawable->materials == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        Maker maker = {upload, &surfaces[i], &drawable->materials[i], i, 0};
        find_values(&maker, &cursor);
        make_material(&maker);
    }
    make_default(&drawable->materials[count]);
    return VRM_OK;
}

/* ---- Changing ---- */

/* The sim computes these from what the rig has of them at rest. */
static bool keeps_driven_values(const vrm_Rig* rig, const vrmi_Material* before,
                                const vrmi_Material* after) {
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(rig, &count);
    for (int32_t i = 0; i < before->value_count; i++) {
        const vrm_MaterialValue* value = &values[before->first_value + i];
        const float *was = before->uv[0], *is = after->uv[0];
        size_t size = sizeof before->uv;
        if (value->kind == VRM_VALUE_COLOR) {
            was = before->vectors[color_places[value->color].vector];
            is = after->vectors[color_places[value->color].vector];
            size = (size_t)color_places[value->color].count * sizeof *was;
        }
        if (memcmp(was, is, size) != 0) return false;
    }
    return true;
}

/* Binds the textures that are on the graphics card. Those that have no effect now stay bound: they
 * may have one again. */
static bool takes_textures(const vrmi_Material* before, vrmi_Material* after) {
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
        int32_t wanted = after->bound[slot].index;
        const vrmi_Bound* known = &before->bound[slot];
        if (slot == VRM_TEXTURE_SHADE_MULTIPLY && known->index != wanted)
            known = &before->bound[VRM_TEXTURE_BASE_COLOR]; /* one texture for both */
        if (wanted < 0)
            known = &before->bound[slot];
        else if (known->index != wanted)
            return false;
        after->bound[slot] = *known;
        if (known->texture == 0) after->features &= ~texture_features[slot];
    }
    return true;
}

static bool can_follow(const vrm_Rig* rig, const vrmi_Material* before, vrmi_Material* after) {
    /* Vertices have what these need, and nothing more. */
    const vrmi_Features kept = VRMI_HAS(SURFACE) | VRMI_HAS(MTOON);
    if ((before->features & kept) != (after->features & kept)) return false;
    if (before->ignores_colors != after->ignores_colors) return false;
    enum { NORMAL = VRM_TEXTURE_NORMAL * 2 + 1 };
    if (before->uv[NORMAL][2] != after->uv[NORMAL][2]) return false;
    after->is_used = before->is_used;
    return keeps_driven_values(rig, before, after) && takes_textures(before, after);
}

vrm_Result vrmi_drawable_set_materials(vrm_Drawable* drawable, const vrm_Model* model) {
    vrmi_Upload upload = {.drawable = drawable, .model = model, .gltf = vrm_model_gltf(model)};
    int32_t count = upload.gltf->material_count, cursor = 0;
    if ((size_t)count + 1 != drawable->material_count ||
        (size_t)upload.gltf->sampler_count + 1 != drawable->sampler_count)
        return VRM_ERR_ARGUMENT;
    const vrm_Surface* surfaces = vrm_model_surfaces(model);
    vrmi_Material* made = vrmi_take(&drawable->allocator, drawable->material_count, sizeof *made);
    if (made == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < count && result == VRM_OK; i++) {
        Maker maker = {&upload, &surfaces[i], &made[i], i, 0};
        find_values(&maker, &cursor);
        make_material(&maker);
        if (!can_follow(drawable->rig, &drawable->materials[i], &made[i]))
            result = VRM_ERR_UNSUPPORTED;
    }
    if (result == VRM_OK) memcpy(drawable->materials, made, (size_t)count * sizeof *made);
    vrmi_give(&drawable->allocator, made, drawable->material_count, sizeof *made);
    return result;
}
