/* SPDX-License-Identifier: MIT */
/* VRM 0.x: the extension VRM. Vectors inside it are Unity's (left-handed, as objects); the glTF
 * around it faces -Z. */
#include "scene_write.h"

#include <math.h>
#include <string.h>

static float srgb(float linear) {
    float value =
        linear <= 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1.0f / 2.4f) - 0.055f;
    return (float)(int)(value * 10000 + 0.5f) / 10000; /* no trace of the platform's powf */
}

vrm_Vec4 to_srgb(vrm_Vec4 linear) {
    return (vrm_Vec4){srgb(linear.x), srgb(linear.y), srgb(linear.z), linear.w};
}

/* A 1.0 model-space vector in Unity's axes. */
static void put_unity(File* file, const char* key, vrm_Vec3 v) {
    begin_object(file, key);
    put_number(file, "x", -v.x);
    put_number(file, "y", v.y);
    put_number(file, "z", v.z);
    end_object(file);
}

static void put_meta(File* file, const Looks* looks) {
    begin_object(file, "meta");
    put_text(file, "title", looks->title);
    put_text(file, "version", looks->version);
    put_text(file, "author", "The libvrm authors");
    put_text(file, "contactInformation", "");
    put_text(file, "reference", "");
    put_int(file, "texture", texture_count(looks));
    put_text(file, "allowedUserName", "Everyone");
    put_text(file, "violentUssageName", "Allow");
    put_text(file, "sexualUssageName", "Allow");
    put_text(file, "commercialUssageName", "Allow");
    put_text(file, "otherPermissionUrl", "");
    put_text(file, "licenseName", "CC0");
    put_text(file, "otherLicenseUrl", "");
    end_object(file);
}

/* 0.x calls the three thumb bones Proximal, Intermediate, Distal. */
void old_bone_key(const Character* character, vrm_Bone bone, char key[48]) {
    bone_key(character, bone, key);
    char* part = strstr(key, "ThumbProximal");
    if (part != NULL) strcpy(part, "ThumbIntermediate");
    part = strstr(key, "ThumbMetacarpal");
    if (part != NULL) strcpy(part, "ThumbProximal");
}

static void put_humanoid(File* file, const Character* character) {
    begin_object(file, "humanoid");
    begin_array(file, "humanBones");
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (character->bones[bone] < 0) continue;
        char key[48];
        old_bone_key(character, (vrm_Bone)bone, key);
        begin_object(file, NULL);
        put_text(file, "bone", key);
        put_int(file, "node", character->bones[bone]);
        put_flag(file, "useDefaultValues", true);
        end_object(file);
    }
    end_array(file);
    put_number(file, "armStretch", 0.05f);
    put_number(file, "legStretch", 0.05f);
    put_number(file, "upperArmTwist", 0.5f);
    put_number(file, "lowerArmTwist", 0.5f);
    put_number(file, "upperLegTwist", 0.5f);
    put_number(file, "lowerLegTwist", 0.5f);
    put_number(file, "feetSpacing", 0);
    put_flag(file, "hasTranslationDoF", false);
    end_object(file);
}

static void put_degree_map(File* file, const char* key, float x_range, float y_range) {
    begin_object(file, key);
    put_numbers(file, "curve", (float[]){0, 0, 0, 1, 1, 1, 1, 0}, 8);
    put_number(file, "xRange", x_range);
    put_number(file, "yRange", y_range);
    end_object(file);
}

static void put_first_person(File* file, const Character* character) {
    static const char* const flags[] = {"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"};
    const float* range = character->looks->look_range;
    bool by_shape = character->def.looks_by_expression;
    int32_t head = character->bones[VRM_BONE_HEAD];
    begin_object(file, "firstPerson");
    put_int(file, "firstPersonBone", head);
    put_unity(file, "firstPersonBoneOffset",
              v3_sub(character->eye_point, character->nodes[head].position));
    begin_array(file, "meshAnnotations");
    for (int32_t i = 0; i < character->mesh_count; i++) {
        if (character->meshes[i].first_person < 0) continue;
        begin_object(file, NULL);
        put_int(file, "mesh", i);
        put_text(file, "firstPersonFlag", flags[character->meshes[i].first_person]);
        end_object(file);
    }
    end_array(file);
    put_text(file, "lookAtTypeName", by_shape ? "BlendShape" : "Bone");
    put_degree_map(file, "lookAtHorizontalInner", 90, by_shape ? 1 : range[0]);
    put_degree_map(file, "lookAtHorizontalOuter", 90, by_shape ? 1 : range[1]);
    put_degree_map(file, "lookAtVerticalDown", 80, by_shape ? 1 : range[2]);
    put_degree_map(file, "lookAtVerticalUp", 70, by_shape ? 1 : range[3]);
    end_object(file);
}

static const char* old_preset(vrm_ExpressionPreset preset) {
    static const char* const names[VRM_EXPRESSION_PRESET_COUNT] = {
        "joy",     "angry",  "sorrow",   "fun",      "unknown",   "a",
        "i",       "u",      "e",        "o",        "blink",     "blink_l",
        "blink_r", "lookup", "lookdown", "lookleft", "lookright", "neutral"};
    return preset == VRM_EXPRESSION_CUSTOM ? "unknown" : names[preset];
}

static void put_material_value(File* file, const MaterialRow* material, const char* property,
                               vrm_Vec4 value) {
    begin_object(file, NULL);
    put_text(file, "materialName", material->name);
    put_text(file, "propertyName", property);
    put_vec4(file, "targetValue", value);
    end_object(file);
}

static void put_material_values(File* file, const Looks* looks, const ExpressionRow* row) {
    static const char* const colors[] = {"_Color", "_EmissionColor", "_ShadeColor", "_RimColor",
                                         "_OutlineColor"};
    begin_array(file, "materialValues");
    if (row->color_material >= 0)
        for (int32_t i = 0; i < (row->has_all_colors ? 5 : 1); i++)
            put_material_value(file, &looks->materials[row->color_material], colors[i],
                               i == 1 ? row->color : to_srgb(row->color));
    if (row->offset_material >= 0) { /* scale first; V upwards */
        vrm_Vec4 st = {row->scale.x, row->scale.y, row->offset.x, 1 - row->offset.y - row->scale.y};
        put_material_value(file, &looks->materials[row->offset_material], "_MainTex_ST", st);
    }
    end_array(file);
}

static void put_blend_shapes(File* file, const Character* character) {
    int32_t count = character->looks->preset_count + character->def.custom_expression_count;
    begin_object(file, "blendShapeMaster");
    begin_array(file, "blendShapeGroups");
    for (int32_t i = 0; i < count; i++) {
        char name[32];
        ExpressionRow row = character->looks->expression(character, i, name);
        begin_object(file, NULL);
        put_text(file, "name", row.name);
        put_text(file, "presetName", old_preset(row.preset));
        begin_array(file, "binds");
        for (int32_t m = 0; m < 2 && row.morphs[m] >= 0; m++) {
            begin_object(file, NULL);
            put_int(file, "mesh", character->face);
            put_int(file, "index", row.morphs[m]);
            put_number(file, "weight", row.weights[m] * 100);
            end_object(file);
        }
        end_array(file);
        put_material_values(file, character->looks, &row);
        put_flag(file, "isBinary", row.is_binary);
        end_object(file);
    }
    end_array(file);
    end_object(file);
}

static void put_bone_group(File* file, const Character* character, int32_t index) {
    const BodyChain* chain = &character->chains[index];
    JointLook look = chain->look;
    begin_object(file, NULL);
    put_text(file, "comment", chain->name);
    put_number(file, "stiffiness", look.stiffness);
    put_number(file, "gravityPower", look.gravity_power);
    put_unity(file, "gravityDir", v3(0, -1, 0));
    put_number(file, "dragForce", look.drag_force);
    put_int(file, "center", chain->center);
    put_number(file, "hitRadius", look.hit_radius);
    begin_array(file, "bones");
    put_int(file, NULL, chain->first_node);
    end_array(file);
    if (chain->group_count == 0) { /* UniVRM's reader expects the array */
        begin_array(file, "colliderGroups");
        end_array(file);
    }
    write_group_uses(file, character, chain);
    end_object(file);
}

static void put_sphere(File* file, vrm_Vec3 offset, float radius) {
    begin_object(file, NULL);
    put_unity(file, "offset", offset);
    put_number(file, "radius", radius);
    end_object(file);
}

static void put_collider(File* file, const Character* character, const BodyCollider* collider) {
    vrm_Vec3 node = character->nodes[collider->node].position;
    vrm_Vec3 a = v3_sub(collider->offset, node), b = v3_sub(collider->tail, node);
    put_sphere(file, a, collider->radius);
    if (collider->shape != VRM_COLLIDER_CAPSULE) return;
    put_sphere(file, v3_mix(a, b, 0.5f), collider->radius);
    put_sphere(file, b, collider->radius);
}

/* ---- Materials ---- */

static void put_mtoon_properties(File* file, const MaterialRow* row) {
    int32_t mode = row->has_z_write ? 3 : (int32_t)row->alpha_mode;
    begin_object(file, "floatProperties");
    put_number(file, "_BlendMode", (float)mode);
    put_number(file, "_Cutoff", 0.5f);
    put_number(file, "_CullMode", row->is_double_sided ? 0.0f : 2.0f);
    put_number(file, "_ZWrite", mode == 2 ? 0.0f : 1.0f);
    put_number(file, "_ShadeShift", 0);
    put_number(file, "_ShadeToony", 0.9f);
    put_number(file, "_IndirectLightIntensity", 0.1f);
    put_number(file, "_RimFresnelPower", 5);
    put_number(file, "_RimLift", 0);
    put_number(file, "_RimLightingMix", 1);
    put_number(file, "_OutlineWidthMode", row->outline_width > 0 ? 1.0f : 0.0f);
    put_number(file, "_OutlineWidth", row->outline_width * 100);
    put_number(file, "_OutlineColorMode", 1);
    put_number(file, "_OutlineLightingMix", 1);
    put_number(file, "_UvAnimScrollX", row->scroll_x);
    if (row->scroll_y != 0) put_number(file, "_UvAnimScrollY", -row->scroll_y); /* V upwards */
    end_object(file);
    begin_object(file, "vectorProperties");
    put_vec4(file, "_Color", to_srgb(row->base_color));
    put_vec4(file, "_ShadeColor",
             to_srgb((vrm_Vec4){row->shade_color.x, row->shade_color.y, row->shade_color.z, 1}));
    put_vec4(file, "_RimColor",
             to_srgb((vrm_Vec4){row->rim_color.x, row->rim_color.y, row->rim_color.z, 1}));
    put_vec4(
        file, "_OutlineColor",
        to_srgb((vrm_Vec4){row->outline_color.x, row->outline_color.y, row->outline_color.z, 1}));
    put_vec4(file, "_EmissionColor",
             (vrm_Vec4){row->emissive.x, row->emissive.y, row->emissive.z, 1});
    put_vec4(file, "_MainTex", (vrm_Vec4){0, 0, 1, 1});
    end_object(file);
    begin_object(file, "textureProperties");
    put_int(file, "_MainTex", row->base_texture);
    put_int(file, "_ShadeTexture", row->base_texture);
    if (row->matcap_texture >= 0) put_int(file, "_SphereAdd", row->matcap_texture);
    if (row->mask_uses & MASK_OUTLINE) put_int(file, "_OutlineWidthTexture", row->mask_texture);
    if (row->emissive_texture >= 0) put_int(file, "_EmissionMap", row->emissive_texture);
    end_object(file);
}

static void put_simple_properties(File* file, const MaterialRow* row) {
    begin_object(file, "floatProperties");
    end_object(file);
    begin_object(file, "vectorProperties");
    if (row->kind == VRM_SURFACE_UNLIT) put_vec4(file, "_MainTex", (vrm_Vec4){0, 0, 1, 1});
    end_object(file);
    begin_object(file, "textureProperties");
    if (row->kind == VRM_SURFACE_UNLIT) put_int(file, "_MainTex", row->base_texture);
    end_object(file);
}

static void put_material(File* file, const MaterialRow* row) {
    static const char* const tags[] = {"Opaque", "TransparentCutout", "Transparent"};
    bool is_mtoon = row->kind == VRM_SURFACE_MTOON;
    int32_t queue = row->alpha_mode != VRM_ALPHA_BLEND ? -1
                    : row->has_z_write                 ? 2501 + row->queue_offset
                                                       : 3000 + row->queue_offset;
    begin_object(file, NULL);
    put_text(file, "name", row->name);
    put_text(file, "shader",
             is_mtoon                         ? "VRM/MToon"
             : row->kind == VRM_SURFACE_UNLIT ? "VRM/UnlitTexture"
                                              : "VRM_USE_GLTFSHADER");
    put_int(file, "renderQueue", queue);
    if (is_mtoon)
        put_mtoon_properties(file, row);
    else
        put_simple_properties(file, row);
    begin_object(file, "keywordMap");
    if (is_mtoon && row->alpha_mode == VRM_ALPHA_BLEND) put_flag(file, "_ALPHABLEND_ON", true);
    end_object(file);
    begin_object(file, "tagMap");
    put_text(file, "RenderType", tags[row->alpha_mode]);
    end_object(file);
    end_object(file);
}

void write_vrm0(File* file, const Character* character) {
    static const OldSpringWriter springs = {put_bone_group, put_collider};
    begin_object(file, "VRM");
    put_text(file, "exporterVersion", "libvrm scenes");
    put_text(file, "specVersion", "0.0");
    put_meta(file, character->looks);
    put_humanoid(file, character);
    put_first_person(file, character);
    put_blend_shapes(file, character);
    write_old_springs(file, character, "secondaryAnimation", &springs);
    begin_array(file, "materialProperties");
    for (int32_t i = 0; i < character->looks->material_count; i++)
        put_material(file, &character->looks->materials[i]);
    end_array(file);
    end_object(file);
}
