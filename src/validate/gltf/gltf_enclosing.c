/* SPDX-License-Identifier: MIT */
/* Rules of Khronos extensions that depend on the object around the extension, or on others beside
 * it. */
#include "validate/gltf/gltf_enclosing.h"
#include "gltf/read.h"
#include "validate/gltf/gltf_facts.h"
#include "validate/gltf/gltf_rows.h"
#include "validate/schema/schema_names.h"

static void find(vrmi_SchemaWalk* walk, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(walk->report, rule, walk->json, at, NULL);
}

static double number_or(const vrmi_SchemaWalk* walk, vrm_JsonRef member, double fallback) {
    return vrm_json_number(walk->json, member, fallback);
}

vrm_JsonRef vrmi_declared_extension(const vrmi_SchemaWalk* walk, vrm_JsonRef object,
                                    const char* name) {
    vrm_JsonRef extensions = vrm_json_member(walk->json, object, "extensions");
    vrm_JsonRef extension = vrm_json_member(walk->json, extensions, name);
    if (vrm_json_type(walk->json, extension) != VRM_JSON_OBJECT) return VRM_JSON_MISSING;
    return vrmi_schema_is_declared(walk, name) ? extension : VRM_JSON_MISSING;
}

/* ---- Animation ---- */

void vrmi_check_animation_target(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                                 const vrm_JsonRef* members) {
    vrm_JsonRef pointer = vrmi_declared_extension(walk, object, "KHR_animation_pointer");
    if (pointer == VRM_JSON_MISSING) return;
    find(walk, VRMI_RULE_INCOMPLETE_EXTENSION_SUPPORT, pointer);
    if (members[VRMI_TARGET_NODE] != VRM_JSON_MISSING)
        find(walk, VRMI_RULE_KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE, pointer);
    if (!vrm_json_equals(walk->json, members[VRMI_TARGET_PATH], "pointer"))
        find(walk, VRMI_RULE_KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH, pointer);
}

/* ---- Materials ---- */

static int64_t tex_coord_of(const vrm_Json* json, vrm_JsonRef info) {
    int64_t tex_coord = 0;
    return vrmi_read_whole(json, vrm_json_member(json, info, "texCoord"), &tex_coord) ? tex_coord
                                                                                      : 0;
}

static bool is_black(const vrm_Json* json, vrm_JsonRef color) {
    vrm_JsonIter it = vrm_json_iter(json, color);
    while (vrm_json_next(&it))
        if (vrm_json_number(json, it.value, 0) != 0) return false;
    return true;
}

/* An unknown extension may make the material transmit light as well. */
static bool has_unknown_extension(const vrmi_SchemaWalk* walk, vrm_JsonRef material) {
    vrm_JsonIter it =
        vrm_json_iter(walk->json, vrm_json_member(walk->json, material, "extensions"));
    while (vrm_json_next(&it))
        if (!vrmi_schema_is_known(walk, it.key)) return true;
    return false;
}

static void check_volume(vrmi_SchemaWalk* walk, vrm_JsonRef material, vrm_JsonRef double_sided) {
    vrm_JsonRef ref = vrmi_declared_extension(walk, material, "KHR_materials_volume");
    if (ref == VRM_JSON_MISSING) return;
    if (vrmi_declared_extension(walk, material, "KHR_materials_transmission") == VRM_JSON_MISSING &&
        !has_unknown_extension(walk, material))
        find(walk, VRMI_RULE_KHR_MATERIALS_VOLUME_NO_TRANSMISSION, ref);
    double thickness = number_or(walk, vrm_json_member(walk->json, ref, "thicknessFactor"), 0);
    if (vrm_json_bool(walk->json, double_sided, false) && thickness > 0)
        find(walk, VRMI_RULE_KHR_MATERIALS_VOLUME_DOUBLE_SIDED, ref);
}

/* Textures that must share the UV set of the normal texture. */
static void check_same_tex_coord(vrmi_SchemaWalk* walk, vrm_JsonRef normal_texture,
                                 vrm_JsonRef info, vrmi_RuleId rule) {
    if (normal_texture != VRM_JSON_MISSING && vrm_json_type(walk->json, info) == VRM_JSON_OBJECT &&
        tex_coord_of(walk->json, normal_texture) != tex_coord_of(walk->json, info))
        find(walk, rule, info);
}

void vrmi_check_material_extensions(vrmi_SchemaWalk* walk, vrm_JsonRef material,
                                    const vrm_JsonRef* members) {
    vrm_JsonRef normal_texture = members[VRMI_MATERIAL_NORMAL_TEXTURE];
    check_volume(walk, material, members[VRMI_MATERIAL_DOUBLE_SIDED]);

    vrm_JsonRef ref = vrmi_declared_extension(walk, material, "KHR_materials_dispersion");
    if (ref != VRM_JSON_MISSING &&
        vrmi_declared_extension(walk, material, "KHR_materials_volume") == VRM_JSON_MISSING)
        find(walk, VRMI_RULE_KHR_MATERIALS_DISPERSION_NO_VOLUME, ref);

    ref = vrmi_declared_extension(walk, material, "KHR_materials_emissive_strength");
    double strength = number_or(walk, vrm_json_member(walk->json, ref, "emissiveStrength"), 1);
    bool has_color = vrm_json_member(walk->json, material, "emissiveFactor") ==
                     members[VRMI_MATERIAL_EMISSIVE_FACTOR]; /* absent, or right */
    if (ref != VRM_JSON_MISSING && strength >= 0 && strength != 1 && has_color &&
        is_black(walk->json, members[VRMI_MATERIAL_EMISSIVE_FACTOR]))
        find(walk, VRMI_RULE_KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR, ref);

    ref = vrmi_declared_extension(walk, material, "KHR_materials_clearcoat");
    check_same_tex_coord(walk, normal_texture,
                         vrm_json_member(walk->json, ref, "clearcoatNormalTexture"),
                         VRMI_RULE_KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD);

    ref = vrmi_declared_extension(walk, material, "KHR_materials_anisotropy");
    ref = vrm_json_member(walk->json, ref, "anisotropyTexture");
    check_same_tex_coord(walk, normal_texture, ref,
                         VRMI_RULE_KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD);
    vrmi_MaterialFacts* facts = vrmi_facts_material(walk);
    if (facts != NULL && vrm_json_type(walk->json, ref) == VRM_JSON_OBJECT)
        facts->needs_tangents = true;
}
