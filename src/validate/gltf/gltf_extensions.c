/* SPDX-License-Identifier: MIT */
/* The Khronos and multi-vendor extensions as tables, and the checks that tables cannot express. */
#include "validate/gltf/gltf_enclosing.h"

#include "validate/context.h"
#include "validate/gltf/gltf_checks.h"
#include "validate/gltf/gltf_facts.h"
#include "validate/gltf/gltf_schema.h"
#include "validate/schema/schema_names.h"

#include <math.h>

#define FRACTION                                                                                   \
    { .kind = VRMI_NUMBER, .flags = VRMI_HAS_MIN | VRMI_HAS_MAX, .range = &vrmi_range_0_1 }
#define NOT_NEGATIVE                                                                               \
    { .kind = VRMI_NUMBER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_0_1 }
#define COLOR3                                                                                     \
    { .kind = VRMI_ARRAY, .length_min = 3, .length_max = 3, .element = &vrmi_unit_number }
#define TEXTURE                                                                                    \
    { .kind = VRMI_OBJECT, .type = &vrmi_gltf_texture_info }
#define HALF_PI 1.5707963267948966

static void find(vrmi_SchemaWalk* walk, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(walk->report, rule, walk->json, at, NULL);
}

static double number_or(const vrmi_SchemaWalk* walk, vrm_JsonRef member, double fallback) {
    return vrm_json_number(walk->json, member, fallback);
}

/* ---- Textures ---- */

static const vrmi_SchemaMember webp_members[] = {
    {"source", {.kind = VRMI_INDEX, .target = VRMI_IMAGES}},
};
static const vrmi_SchemaType webp = VRMI_SCHEMA_TYPE(webp_members, .like = NULL);

static void check_transform(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    int64_t tex_coord;
    if (vrmi_read_whole(walk->json, members[0], &tex_coord))
        vrmi_facts_use_texture(walk, object, tex_coord);
}

static const vrmi_SchemaMember transform_members[] = {
    {"texCoord", {.kind = VRMI_INTEGER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_0_1}},
    {"offset", {.kind = VRMI_ARRAY, .length_min = 2, .length_max = 2, .element = &vrmi_any_number}},
    {"rotation", {.kind = VRMI_NUMBER}},
    {"scale", {.kind = VRMI_ARRAY, .length_min = 2, .length_max = 2, .element = &vrmi_any_number}},
};
const vrmi_SchemaType vrmi_gltf_texture_transform =
    VRMI_SCHEMA_TYPE(transform_members, .check = check_transform);

/* ---- Animation ---- */

/* RFC 6901: an empty string, or parts that each begin with a slash; ~ only as ~0 and ~1. */
static void check_pointer_form(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    char buffer[256];
    vrm_Span text = vrmi_key_text(walk->json, value, buffer, sizeof buffer);
    bool is_right = text.size == 0 || text.data[0] == '/';
    for (size_t i = 0; i < text.size && is_right; i++)
        if (text.data[i] == '~')
            is_right = i + 1 < text.size && (text.data[i + 1] == '0' || text.data[i + 1] == '1');
    if (!is_right)
        vrmi_report(walk->report, VRMI_RULE_PATTERN_MISMATCH, walk->json, value,
                    "The pointer must be a JSON pointer such as /nodes/0/translation.");
}

static const vrmi_SchemaMember pointer_members[] = {
    {"pointer", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED, .check = check_pointer_form}},
};
static const vrmi_SchemaType animation_pointer = VRMI_SCHEMA_TYPE(pointer_members, .like = NULL);

/* ---- Nodes ---- */

enum { SPOT_INNER, SPOT_OUTER };

static void check_spot(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    double inner = number_or(walk, members[SPOT_INNER], 0);
    double outer = number_or(walk, members[SPOT_OUTER], HALF_PI / 2);
    if (outer <= inner)
        find(walk, VRMI_RULE_KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES,
             members[SPOT_OUTER] != VRM_JSON_MISSING ? members[SPOT_OUTER] : object);
}

static const vrmi_SchemaRange cone_range = {0, HALF_PI};

static const vrmi_SchemaMember spot_members[] = {
    [SPOT_INNER] = {"innerConeAngle",
                    {.kind = VRMI_NUMBER,
                     .flags = VRMI_HAS_MIN | VRMI_BELOW_MAX,
                     .range = &cone_range}},
    [SPOT_OUTER] = {"outerConeAngle",
                    {.kind = VRMI_NUMBER,
                     .flags = VRMI_ABOVE_MIN | VRMI_HAS_MAX,
                     .range = &cone_range}},
};
static const vrmi_SchemaType spot = VRMI_SCHEMA_TYPE(spot_members, .check = check_spot);

enum { LIGHT_TYPE, LIGHT_SPOT, LIGHT_RANGE };

static void check_light(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    vrm_JsonRef spot_ref = vrm_json_member(walk->json, object, "spot");
    if (vrm_json_equals(walk->json, members[LIGHT_TYPE], "spot")) {
        if (spot_ref == VRM_JSON_MISSING)
            vrmi_report(walk->report, VRMI_RULE_UNDEFINED_PROPERTY, walk->json, object,
                        "The property 'spot' is missing.");
    } else if (spot_ref != VRM_JSON_MISSING) {
        find(walk, VRMI_RULE_EXTRA_PROPERTY, spot_ref);
    }
    if (vrm_json_equals(walk->json, members[LIGHT_TYPE], "directional") &&
        members[LIGHT_RANGE] != VRM_JSON_MISSING)
        find(walk, VRMI_RULE_EXTRA_PROPERTY, members[LIGHT_RANGE]);
}

static const char* const light_types[] = {"directional", "point", "spot", NULL};

static const vrmi_SchemaMember light_members[] = {
    [LIGHT_TYPE] = {"type", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED, .strings = light_types}},
    [LIGHT_SPOT] = {"spot", {.kind = VRMI_OBJECT, .type = &spot}},
    [LIGHT_RANGE] = {"range",
                     {.kind = VRMI_NUMBER, .flags = VRMI_ABOVE_MIN, .range = &vrmi_range_0_1}},
    {"color", COLOR3},
    {"intensity", NOT_NEGATIVE},
    VRMI_GLTF_NAME,
};
static const vrmi_SchemaType light = VRMI_SCHEMA_TYPE(light_members, .check = check_light);
static const vrmi_SchemaValue light_element = {
    .kind = VRMI_OBJECT, .flags = VRMI_AT_ARRAY, .type = &light};

static const vrmi_SchemaMember lights_members[] = {
    {"lights",
     {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .length_min = 1, .element = &light_element}},
};
static const vrmi_SchemaType lights = VRMI_SCHEMA_TYPE(lights_members, .like = NULL);

/* Marks or reports an index into an array of a root extension. */
static void resolve(vrmi_SchemaWalk* walk, vrm_JsonRef ref, vrmi_Target target) {
    int64_t index;
    if (!vrmi_read_whole(walk->json, ref, &index)) return;
    if (index >= (int64_t)walk->target_counts[target])
        vrmi_report(walk->report, VRMI_RULE_UNRESOLVED_REFERENCE, walk->json, ref,
                    "The index %lld points past the end of %s, which has %u element%s.",
                    (long long)index, vrmi_target_pointers[target],
                    (unsigned)walk->target_counts[target], vrmi_s(walk->target_counts[target]));
    vrmi_schema_use(walk, target, index);
}

/* Whether the root has the same extension, which nodes and primitives refer to. */
static bool root_has(vrmi_SchemaWalk* walk, const char* name, vrm_JsonRef at) {
    if (vrmi_declared_extension(walk, vrm_json_root(walk->json), name) != VRM_JSON_MISSING)
        return true;
    vrmi_report(walk->report, VRMI_RULE_UNSATISFIED_DEPENDENCY, walk->json, at,
                "This needs /extensions/%s.", name);
    return false;
}

static void check_node_light(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                             const vrm_JsonRef* members) {
    if (root_has(walk, "KHR_lights_punctual", object)) resolve(walk, members[0], VRMI_LIGHTS);
}

static const vrmi_SchemaMember node_light_members[] = {
    {"light", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED}},
};
static const vrmi_SchemaType node_light =
    VRMI_SCHEMA_TYPE(node_light_members, .check = check_node_light);

static const vrmi_SchemaMember visibility_members[] = {
    {"visible", {.kind = VRMI_BOOL}},
};
static const vrmi_SchemaType visibility = VRMI_SCHEMA_TYPE(visibility_members, .like = NULL);

/* ---- Variants ---- */

static const vrmi_SchemaMember variant_members[] = {
    {"name", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED}},
};
static const vrmi_SchemaType variant = VRMI_SCHEMA_TYPE(variant_members, .like = NULL);
static const vrmi_SchemaValue variant_element = {
    .kind = VRMI_OBJECT, .flags = VRMI_AT_ARRAY, .type = &variant};

static const vrmi_SchemaMember variants_members[] = {
    {"variants",
     {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .length_min = 1, .element = &variant_element}},
};
static const vrmi_SchemaType variants = VRMI_SCHEMA_TYPE(variants_members, .like = NULL);

static void check_mapping(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    if (!root_has(walk, "KHR_materials_variants", object)) return;
    resolve(walk, members[1], VRMI_MATERIALS);
    vrm_JsonIter it = vrm_json_iter(walk->json, members[0]);
    while (vrm_json_next(&it)) resolve(walk, it.value, VRMI_VARIANTS);
}

static const vrmi_SchemaValue variant_index = {.kind = VRMI_INDEX};

static const vrmi_SchemaMember mapping_members[] = {
    {"variants",
     {.kind = VRMI_ARRAY,
      .flags = VRMI_REQUIRED | VRMI_UNIQUE,
      .length_min = 1,
      .element = &variant_index}},
    {"material", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_variant_mapping =
    VRMI_SCHEMA_TYPE(mapping_members, .check = check_mapping);
static const vrmi_SchemaValue mapping_element = {
    .kind = VRMI_OBJECT, .flags = VRMI_AT_ARRAY, .type = &vrmi_gltf_variant_mapping};

/* A primitive may map a variant only once, over all its mappings. */
static void check_mappings(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    vrmi_GltfFacts* facts = ((vrmi_ValidateContext*)walk->ctx)->facts;
    uint32_t round = ++facts->variant_round;
    vrm_JsonIter map = vrm_json_iter(walk->json, members[0]);
    while (vrm_json_next(&map)) {
        vrm_JsonIter it =
            vrm_json_iter(walk->json, vrm_json_member(walk->json, map.value, "variants"));
        while (vrm_json_next(&it)) {
            int64_t index;
            if (!vrmi_read_whole(walk->json, it.value, &index) || index < 0 ||
                index >= (int64_t)walk->target_counts[VRMI_VARIANTS])
                continue;
            if (facts->variant_rounds[index] == round)
                find(walk, VRMI_RULE_KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT, it.value);
            facts->variant_rounds[index] = round;
        }
    }
}

static const vrmi_SchemaMember mappings_members[] = {
    {"mappings",
     {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .length_min = 1, .element = &mapping_element}},
};
static const vrmi_SchemaType mappings = VRMI_SCHEMA_TYPE(mappings_members, .check = check_mappings);

/* ---- Materials ---- */

static const vrmi_SchemaMember anisotropy_members[] = {
    {"anisotropyStrength", FRACTION},
    {"anisotropyRotation", {.kind = VRMI_NUMBER}},
    {"anisotropyTexture", TEXTURE},
};
static const vrmi_SchemaType anisotropy = VRMI_SCHEMA_TYPE(anisotropy_members, .like = NULL);

static const vrmi_SchemaMember clearcoat_members[] = {
    {"clearcoatFactor", FRACTION},
    {"clearcoatTexture", TEXTURE},
    {"clearcoatRoughnessFactor", FRACTION},
    {"clearcoatRoughnessTexture", TEXTURE},
    {"clearcoatNormalTexture", {.kind = VRMI_OBJECT, .type = &vrmi_gltf_normal_texture_info}},
};
static const vrmi_SchemaType clearcoat = VRMI_SCHEMA_TYPE(clearcoat_members, .like = NULL);

static const vrmi_SchemaMember dispersion_members[] = {
    {"dispersion", NOT_NEGATIVE},
};
static const vrmi_SchemaType dispersion = VRMI_SCHEMA_TYPE(dispersion_members, .like = NULL);

static const vrmi_SchemaMember emissive_strength_members[] = {
    {"emissiveStrength", NOT_NEGATIVE},
};
static const vrmi_SchemaType emissive_strength =
    VRMI_SCHEMA_TYPE(emissive_strength_members, .like = NULL);

/* 0 switches refraction off; else at least 1. */
static void check_ior(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    double ior = number_or(walk, value, 1);
    if (ior < 1 && ior != 0)
        vrmi_report(walk->report, VRMI_RULE_VALUE_NOT_IN_RANGE, walk->json, value,
                    "The index of refraction must be 0 or at least 1.");
}

static const vrmi_SchemaMember ior_members[] = {
    {"ior", {.kind = VRMI_NUMBER, .check = check_ior}},
};
static const vrmi_SchemaType ior = VRMI_SCHEMA_TYPE(ior_members, .like = NULL);

enum { IRIDESCENCE_MINIMUM, IRIDESCENCE_MAXIMUM, IRIDESCENCE_TEXTURE };

static void check_iridescence(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                              const vrm_JsonRef* members) {
    (void)object;
    double minimum = number_or(walk, members[IRIDESCENCE_MINIMUM], 100);
    double maximum = number_or(walk, members[IRIDESCENCE_MAXIMUM], 400);
    if (members[IRIDESCENCE_TEXTURE] != VRM_JSON_MISSING) {
        if (minimum == maximum)
            find(walk, VRMI_RULE_KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED,
                 members[IRIDESCENCE_TEXTURE]);
    } else if (members[IRIDESCENCE_MINIMUM] != VRM_JSON_MISSING) {
        find(walk, VRMI_RULE_KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE,
             members[IRIDESCENCE_MINIMUM]);
    }
}

static const vrmi_SchemaMember iridescence_members[] = {
    [IRIDESCENCE_MINIMUM] = {"iridescenceThicknessMinimum", NOT_NEGATIVE},
    [IRIDESCENCE_MAXIMUM] = {"iridescenceThicknessMaximum", NOT_NEGATIVE},
    [IRIDESCENCE_TEXTURE] = {"iridescenceThicknessTexture", TEXTURE},
    {"iridescenceFactor", FRACTION},
    {"iridescenceTexture", TEXTURE},
    {"iridescenceIor", {.kind = VRMI_NUMBER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_from_1}},
};
static const vrmi_SchemaType iridescence =
    VRMI_SCHEMA_TYPE(iridescence_members, .check = check_iridescence);

static const vrmi_SchemaMember specular_glossiness_members[] = {
    {"diffuseFactor",
     {.kind = VRMI_ARRAY, .length_min = 4, .length_max = 4, .element = &vrmi_unit_number}},
    {"diffuseTexture", TEXTURE},
    {"specularFactor", COLOR3},
    {"glossinessFactor", FRACTION},
    {"specularGlossinessTexture", TEXTURE},
};
static const vrmi_SchemaType specular_glossiness =
    VRMI_SCHEMA_TYPE(specular_glossiness_members, .like = NULL);

static const vrmi_SchemaMember sheen_members[] = {
    {"sheenColorFactor", COLOR3},
    {"sheenColorTexture", TEXTURE},
    {"sheenRoughnessFactor", FRACTION},
    {"sheenRoughnessTexture", TEXTURE},
};
static const vrmi_SchemaType sheen = VRMI_SCHEMA_TYPE(sheen_members, .like = NULL);

static const vrmi_SchemaValue not_negative = {
    .kind = VRMI_NUMBER, .flags = VRMI_AT_ARRAY | VRMI_HAS_MIN, .range = &vrmi_range_0_1};

static const vrmi_SchemaMember specular_members[] = {
    {"specularFactor", FRACTION},
    {"specularTexture", TEXTURE},
    {"specularColorFactor",
     {.kind = VRMI_ARRAY, .length_min = 3, .length_max = 3, .element = &not_negative}},
    {"specularColorTexture", TEXTURE},
};
static const vrmi_SchemaType specular = VRMI_SCHEMA_TYPE(specular_members, .like = NULL);

static const vrmi_SchemaMember transmission_members[] = {
    {"transmissionFactor", FRACTION},
    {"transmissionTexture", TEXTURE},
};
static const vrmi_SchemaType transmission = VRMI_SCHEMA_TYPE(transmission_members, .like = NULL);

static const vrmi_SchemaType unlit = {.members = NULL}; /* no members of its own */

static const vrmi_SchemaMember volume_members[] = {
    {"attenuationColor", COLOR3},
    {"attenuationDistance",
     {.kind = VRMI_NUMBER, .flags = VRMI_ABOVE_MIN, .range = &vrmi_range_0_1}},
    {"thicknessFactor", NOT_NEGATIVE},
    {"thicknessTexture", TEXTURE},
};
static const vrmi_SchemaType volume = VRMI_SCHEMA_TYPE(volume_members, .like = NULL);

/* ---- All of them ---- */

static const vrmi_SchemaExtension rows[] = {
    {"EXT_texture_webp", &vrmi_gltf_texture, &webp, false, false},
    {"KHR_animation_pointer", &vrmi_gltf_animation_target, &animation_pointer, false, false},
    {"KHR_lights_punctual", &vrmi_gltf_root, &lights, false, false},
    {"KHR_lights_punctual", &vrmi_gltf_node, &node_light, false, false},
    {"KHR_materials_anisotropy", &vrmi_gltf_material, &anisotropy, false, false},
    {"KHR_materials_clearcoat", &vrmi_gltf_material, &clearcoat, false, false},
    {"KHR_materials_dispersion", &vrmi_gltf_material, &dispersion, false, false},
    {"KHR_materials_emissive_strength", &vrmi_gltf_material, &emissive_strength, false, false},
    {"KHR_materials_ior", &vrmi_gltf_material, &ior, false, false},
    {"KHR_materials_iridescence", &vrmi_gltf_material, &iridescence, false, false},
    {"KHR_materials_pbrSpecularGlossiness", &vrmi_gltf_material, &specular_glossiness, true, false},
    {"KHR_materials_sheen", &vrmi_gltf_material, &sheen, false, false},
    {"KHR_materials_specular", &vrmi_gltf_material, &specular, false, false},
    {"KHR_materials_transmission", &vrmi_gltf_material, &transmission, false, false},
    {"KHR_materials_unlit", &vrmi_gltf_material, &unlit, true, false},
    {"KHR_materials_variants", &vrmi_gltf_root, &variants, false, false},
    {"KHR_materials_variants", &vrmi_gltf_primitive, &mappings, false, false},
    {"KHR_materials_volume", &vrmi_gltf_material, &volume, false, false},
    {"KHR_mesh_quantization", NULL, NULL, false, false},
    {"KHR_node_visibility", &vrmi_gltf_node, &visibility, false, false},
    {"KHR_texture_transform", &vrmi_gltf_texture_info, &vrmi_gltf_texture_transform, false, false},
};

const vrmi_SchemaExtensions vrmi_khronos_extensions = {rows, sizeof rows / sizeof rows[0]};
