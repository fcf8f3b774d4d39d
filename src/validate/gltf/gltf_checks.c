/* SPDX-License-Identifier: MIT */
/* Semantics of single glTF objects. The order of conditions and the tolerances are those of
 * Khronos's validator, so that both report the same findings. */
#include "validate/gltf/gltf_checks.h"
#include "base/ascii.h"
#include "base/words.h"

#include "validate/context.h"
#include "validate/gltf/gltf_enclosing.h"
#include "validate/gltf/gltf_facts.h"
#include "validate/gltf/gltf_transform.h"
#include "validate/schema/schema_names.h"

#include <math.h>
#include <string.h>

static void find(vrmi_SchemaWalk* walk, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(walk->report, rule, walk->json, at, NULL);
}

/* NaN when the member is absent or was found wrong: every comparison with NaN is false. */
static double number(const vrmi_SchemaWalk* walk, vrm_JsonRef member) {
    return vrm_json_number(walk->json, member, (double)NAN);
}

static int64_t integer(const vrmi_SchemaWalk* walk, vrm_JsonRef member, int64_t fallback) {
    int64_t value = fallback;
    return vrmi_read_whole(walk->json, member, &value) ? value : fallback;
}

/* ---- Root and asset ---- */

/* "2.0": digits, a dot, digits. */
static bool parse_version(const vrm_Json* json, vrm_JsonRef text, double* out_major,
                          double* out_minor) {
    char buffer[64];
    vrm_Span version = vrmi_key_text(json, text, buffer, sizeof buffer);
    double parts[2] = {0, 0};
    size_t digits[2] = {0, 0};
    int part = 0;
    for (size_t i = 0; i < version.size; i++) {
        char c = version.data[i];
        if (c == '.' && part == 0) {
            part = 1;
        } else if (vrmi_is_digit(c)) {
            parts[part] = parts[part] * 10 + (c - '0');
            digits[part]++;
        } else {
            return false;
        }
    }
    *out_major = parts[0];
    *out_minor = parts[1];
    return digits[0] > 0 && digits[1] > 0;
}

void vrmi_check_version_form(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    double major, minor;
    if (!parse_version(walk->json, value, &major, &minor))
        vrmi_report(walk->report, VRMI_RULE_PATTERN_MISMATCH, walk->json, value,
                    "A version is two numbers with a dot between them, such as 2.0.");
}

void vrmi_check_asset(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    double major, minor, min_major, min_minor;
    vrm_JsonRef version = members[VRMI_ASSET_VERSION];
    vrm_JsonRef min_version = members[VRMI_ASSET_MIN_VERSION];
    if (!parse_version(walk->json, version, &major, &minor)) return;
    if (parse_version(walk->json, min_version, &min_major, &min_minor) &&
        (min_major > major || (min_major == major && min_minor > minor)))
        find(walk, VRMI_RULE_ASSET_MIN_VERSION_GREATER_THAN_VERSION, min_version);
    if (major != 2)
        find(walk, VRMI_RULE_UNKNOWN_ASSET_MAJOR_VERSION, version);
    else if (minor > 0)
        find(walk, VRMI_RULE_UNKNOWN_ASSET_MINOR_VERSION, version);
}

bool vrmi_is_gltf_2(const vrm_Json* json) {
    double major, minor;
    vrm_JsonRef version = vrm_json_at(json, "/asset/version");
    return vrm_json_type(json, version) == VRM_JSON_STRING &&
           parse_version(json, version, &major, &minor) && major == 2;
}

/* A prefix of capitals and digits, an underscore, and a name. */
static bool is_extension_name(vrm_Span name) {
    size_t i = 0;
    while (i < name.size && (vrmi_is_upper(name.data[i]) || vrmi_is_digit(name.data[i]))) i++;
    if (i == 0 || i + 1 >= name.size || name.data[i] != '_') return false;
    for (i++; i < name.size; i++) {
        char c = name.data[i];
        if (!vrmi_is_letter(c) && !vrmi_is_digit(c) && c != '_') return false;
    }
    return true;
}

static void check_extension_used(vrmi_SchemaWalk* walk, vrm_JsonRef name,
                                 const vrmi_SchemaNames* required) {
    char buffer[128];
    vrm_Span text = vrmi_key_text(walk->json, name, buffer, sizeof buffer);
    bool is_known = vrmi_schema_is_known(walk, name);
    /* DEVIATION: "VRM" has no prefix, but that is the extension's name and cannot be changed. */
    if (!is_known && !is_extension_name(text))
        find(walk, VRMI_RULE_INVALID_EXTENSION_NAME_FORMAT, name);
    if (!is_known) find(walk, VRMI_RULE_UNSUPPORTED_EXTENSION, name);
    /* Quantized attributes are not valid glTF without the extension. */
    if (vrm_json_equals(walk->json, name, "KHR_mesh_quantization") &&
        !vrmi_names_have(required, text))
        find(walk, VRMI_RULE_NON_REQUIRED_EXTENSION, name);
}

void vrmi_check_root(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    vrm_JsonRef used = members[VRMI_ROOT_EXTENSIONS_USED];
    vrm_JsonRef required = members[VRMI_ROOT_EXTENSIONS_REQUIRED];
    vrmi_SchemaNames* required_names = vrmi_names_create(walk->json, required, walk->arena);
    if (required_names == NULL) {
        walk->result = VRM_ERR_MEMORY;
        return;
    }
    vrm_JsonIter it = vrm_json_iter(walk->json, used);
    while (vrm_json_next(&it)) check_extension_used(walk, it.value, required_names);
    it = vrm_json_iter(walk->json, required);
    while (vrm_json_next(&it)) {
        char buffer[128];
        vrm_Span name = vrmi_key_text(walk->json, it.value, buffer, sizeof buffer);
        if (!vrmi_names_have(walk->declared, name))
            find(walk, VRMI_RULE_UNUSED_EXTENSION_REQUIRED, it.value);
    }
}

/* ---- Accessors, buffer views ---- */

static uint32_t components_of(const vrm_Json* json, vrm_JsonRef type) {
    static const struct {
        const char* name;
        uint32_t count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                 {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (vrm_json_equals(json, type, types[i].name)) return types[i].count;
    return 0;
}

bool vrmi_fits_component(int64_t component_type, double value) {
    bool is_whole = floor(value) == value;
    switch (component_type) {
    case VRM_COMPONENT_BYTE: return is_whole && value >= -128 && value <= 127;
    case VRM_COMPONENT_UNSIGNED_BYTE: return is_whole && value >= 0 && value <= 255;
    case VRM_COMPONENT_SHORT: return is_whole && value >= -32768 && value <= 32767;
    case VRM_COMPONENT_UNSIGNED_SHORT: return is_whole && value >= 0 && value <= 65535;
    case VRM_COMPONENT_UNSIGNED_INT: return is_whole && value >= 0 && value <= 4294967295.0;
    case VRM_COMPONENT_FLOAT: return isfinite(value);
    default: return false;
    }
}

/* Checks min or max: as many numbers as an element has components, each in the range of its
 * component type. */
static void check_bounds(vrmi_SchemaWalk* walk, vrm_JsonRef bounds, uint32_t components,
                         int64_t component_type) {
    if (bounds == VRM_JSON_MISSING) return;
    bool is_float = component_type == VRM_COMPONENT_FLOAT;
    uint32_t count = vrm_json_count(walk->json, bounds);
    if (count == 0 && is_float) {
        find(walk, VRMI_RULE_EMPTY_ENTITY, bounds);
        return;
    }
    if (count != components) {
        vrmi_report(walk->report, VRMI_RULE_ARRAY_LENGTH_NOT_IN_LIST, walk->json, bounds,
                    "The array needs %u element%s and has %u.", (unsigned)components,
                    vrmi_s(components), (unsigned)count);
        return;
    }
    vrm_JsonIter it = vrm_json_iter(walk->json, bounds);
    while (vrm_json_next(&it)) {
        double value = number(walk, it.value);
        bool is_number = vrm_json_type(walk->json, it.value) == VRM_JSON_NUMBER;
        if (!is_number || (!is_float && floor(value) != value))
            vrmi_report(walk->report, VRMI_RULE_ARRAY_TYPE_MISMATCH, walk->json, bounds,
                        "Every element of the array must be %s.",
                        is_float ? "a number" : "an integer");
        else if (!isfinite(value))
            find(walk, VRMI_RULE_VALUE_NOT_IN_RANGE, it.value);
        else if (!vrmi_fits_component(component_type, value))
            find(walk, VRMI_RULE_INVALID_GL_VALUE, bounds);
    }
}

void vrmi_check_accessor(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    int64_t component_type = integer(walk, members[VRMI_ACCESSOR_COMPONENT_TYPE], -1);
    vrm_JsonRef type = members[VRMI_ACCESSOR_TYPE];
    uint32_t components = components_of(walk->json, type);
    if (components > 0 && component_type != -1) {
        check_bounds(walk, members[VRMI_ACCESSOR_MIN], components, component_type);
        check_bounds(walk, members[VRMI_ACCESSOR_MAX], components, component_type);
    }
    if (vrm_json_bool(walk->json, members[VRMI_ACCESSOR_NORMALIZED], false) &&
        (component_type == VRM_COMPONENT_FLOAT || component_type == VRM_COMPONENT_UNSIGNED_INT))
        find(walk, VRMI_RULE_ACCESSOR_NORMALIZED_INVALID, members[VRMI_ACCESSOR_NORMALIZED]);
    bool is_matrix = vrm_json_equals(walk->json, type, "MAT2") ||
                     vrm_json_equals(walk->json, type, "MAT3") ||
                     vrm_json_equals(walk->json, type, "MAT4");
    if (is_matrix && members[VRMI_ACCESSOR_BUFFER_VIEW] != VRM_JSON_MISSING &&
        integer(walk, members[VRMI_ACCESSOR_BYTE_OFFSET], 0) % 4 != 0)
        find(walk, VRMI_RULE_ACCESSOR_MATRIX_ALIGNMENT, members[VRMI_ACCESSOR_BYTE_OFFSET]);
}

void vrmi_check_buffer_view(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    vrm_JsonRef stride_ref = members[VRMI_BUFFER_VIEW_BYTE_STRIDE];
    int64_t stride = integer(walk, stride_ref, -1);
    if (stride == -1) return;
    if (stride > integer(walk, members[VRMI_BUFFER_VIEW_BYTE_LENGTH], INT64_MAX))
        find(walk, VRMI_RULE_BUFFER_VIEW_TOO_BIG_BYTE_STRIDE, stride_ref);
    if (stride % 4 != 0)
        vrmi_report(walk->report, VRMI_RULE_VALUE_MULTIPLE_OF, walk->json, stride_ref,
                    "byteStride must be a multiple of 4.");
    if (integer(walk, members[VRMI_BUFFER_VIEW_TARGET], -1) == 34963)
        find(walk, VRMI_RULE_BUFFER_VIEW_INVALID_BYTE_STRIDE, stride_ref);
}

/* ---- Animations, cameras, images ---- */

void vrmi_check_animation_path(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    for (size_t i = 0; i < VRMI_COUNT_animation_paths; i++)
        if (vrm_json_equals(walk->json, value, vrmi_animation_paths[i])) return;
    if (vrm_json_equals(walk->json, value, "pointer") &&
        vrmi_schema_is_declared(walk, "KHR_animation_pointer"))
        return;
    vrmi_report(walk->report, VRMI_RULE_VALUE_NOT_IN_LIST, walk->json, value,
                "The path must be one of 'translation', 'rotation', 'scale', 'weights'.");
}

void vrmi_check_orthographic(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                             const vrm_JsonRef* members) {
    if (number(walk, members[VRMI_ORTHOGRAPHIC_ZFAR]) <=
        number(walk, members[VRMI_ORTHOGRAPHIC_ZNEAR]))
        find(walk, VRMI_RULE_CAMERA_ZFAR_LEQUAL_ZNEAR, object);
    const vrm_JsonRef mags[2] = {members[VRMI_ORTHOGRAPHIC_XMAG], members[VRMI_ORTHOGRAPHIC_YMAG]};
    for (int i = 0; i < 2; i++) {
        double mag = number(walk, mags[i]);
        if (mag == 0)
            find(walk, VRMI_RULE_CAMERA_XMAG_YMAG_ZERO, mags[i]);
        else if (mag < 0)
            find(walk, VRMI_RULE_CAMERA_XMAG_YMAG_NEGATIVE, mags[i]);
    }
}

void vrmi_check_perspective(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    const double pi = 3.141592653589793;
    if (number(walk, members[VRMI_PERSPECTIVE_YFOV]) >= pi)
        find(walk, VRMI_RULE_CAMERA_YFOV_GEQUAL_PI, object);
    if (number(walk, members[VRMI_PERSPECTIVE_ZFAR]) <=
        number(walk, members[VRMI_PERSPECTIVE_ZNEAR]))
        find(walk, VRMI_RULE_CAMERA_ZFAR_LEQUAL_ZNEAR, object);
}

void vrmi_check_camera(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    static const char* const names[2] = {"orthographic", "perspective"};
    const vrm_JsonRef parts[2] = {members[VRMI_CAMERA_ORTHOGRAPHIC],
                                  members[VRMI_CAMERA_PERSPECTIVE]};
    for (int i = 0; i < 2; i++)
        if (vrm_json_equals(walk->json, members[VRMI_CAMERA_TYPE], names[i]) &&
            parts[i] == VRM_JSON_MISSING &&
            vrm_json_member(walk->json, object, names[i]) == VRM_JSON_MISSING)
            vrmi_report(walk->report, VRMI_RULE_UNDEFINED_PROPERTY, walk->json, object,
                        "The property '%s' is missing.", names[i]);
}

void vrmi_check_mime_type(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    if (vrm_json_equals(walk->json, value, "image/png") ||
        vrm_json_equals(walk->json, value, "image/jpeg"))
        return;
    if (vrm_json_equals(walk->json, value, "image/webp") &&
        vrmi_schema_is_declared(walk, "EXT_texture_webp"))
        return;
    vrmi_report(walk->report, VRMI_RULE_VALUE_NOT_IN_LIST, walk->json, value,
                "The type must be 'image/jpeg' or 'image/png'; others need an extension.");
}

/* ---- Materials ---- */

void vrmi_check_texture_info(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                             const vrm_JsonRef* members) {
    vrm_JsonRef tex_coord = members[VRMI_TEXTURE_INFO_TEX_COORD];
    bool is_wrong = tex_coord == VRM_JSON_MISSING &&
                    vrm_json_member(walk->json, object, "texCoord") != VRM_JSON_MISSING;
    if (!is_wrong) vrmi_facts_use_texture(walk, object, integer(walk, tex_coord, 0));
}

void vrmi_check_normal_texture_info(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                                    const vrm_JsonRef* members) {
    vrmi_check_texture_info(walk, object, members);
    vrmi_MaterialFacts* material = vrmi_facts_material(walk);
    if (material != NULL) material->needs_tangents = true;
}

void vrmi_check_material(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    vrmi_MaterialFacts* material = vrmi_facts_material(walk);
    if (material != NULL)
        material->has_normal_texture = members[VRMI_MATERIAL_NORMAL_TEXTURE] != VRM_JSON_MISSING;
    vrm_JsonRef cutoff = vrm_json_member(walk->json, object, "alphaCutoff");
    if (cutoff != VRM_JSON_MISSING &&
        !vrm_json_equals(walk->json, members[VRMI_MATERIAL_ALPHA_MODE], "MASK"))
        find(walk, VRMI_RULE_MATERIAL_ALPHA_CUTOFF_INVALID_MODE, cutoff);
    vrmi_check_material_extensions(walk, object, members);
}

/* ---- Meshes ---- */

/* Digits without a leading zero; -1 for anything else. */
static int64_t set_number(vrm_Span digits) {
    if (digits.size == 0 || (digits.size > 1 && digits.data[0] == '0')) return -1;
    int64_t set = 0;
    for (size_t i = 0; i < digits.size; i++) {
        char c = digits.data[i];
        if (c < '0' || c > '9') return -1;
        if (set < INT64_C(1) << 40) set = set * 10 + (c - '0');
    }
    return set;
}

vrm_Semantic vrmi_attribute_semantic(vrm_Span name, int64_t* out_set) {
    static const struct {
        const char* name;
        vrm_Semantic semantic;
        bool is_numbered;
    } names[] = {
        {"POSITION", VRM_SEMANTIC_POSITION, false}, {"NORMAL", VRM_SEMANTIC_NORMAL, false},
        {"TANGENT", VRM_SEMANTIC_TANGENT, false},   {"TEXCOORD_", VRM_SEMANTIC_TEXCOORD, true},
        {"COLOR_", VRM_SEMANTIC_COLOR, true},       {"JOINTS_", VRM_SEMANTIC_JOINTS, true},
        {"WEIGHTS_", VRM_SEMANTIC_WEIGHTS, true}};
    *out_set = name.size > 0 && name.data[0] == '_' ? 0 : -1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i].name);
        if (name.size < length || memcmp(name.data, names[i].name, length) != 0) continue;
        if (!names[i].is_numbered) {
            if (name.size != length) continue;
            *out_set = 0;
            return names[i].semantic;
        }
        int64_t set = set_number((vrm_Span){name.data + length, name.size - length});
        if (set < 0) continue;
        *out_set = set;
        return names[i].semantic;
    }
    return VRM_SEMANTIC_OTHER;
}

/* One numbered semantic: how often it occurs, and the greatest number. */
typedef struct Numbered {
    int64_t count, max;
} Numbered;

static void note_set(Numbered* numbered, int64_t set) {
    numbered->count++;
    if (numbered->count == 1 || set > numbered->max) numbered->max = set;
}

/* The number of sets, or 0 with a finding when the numbers have gaps. */
static int64_t continuous_sets(vrmi_SchemaWalk* walk, vrm_JsonRef attributes, Numbered numbered,
                               const char* name) {
    if (numbered.count == 0 || numbered.max + 1 == numbered.count) return numbered.count;
    vrmi_report(walk->report, VRMI_RULE_MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY, walk->json,
                attributes,
                "There are %lld %s attributes, but they are not numbered from 0 to %lld.",
                (long long)numbered.count, name, (long long)numbered.count - 1);
    return 0;
}

static void check_attributes(vrmi_SchemaWalk* walk, vrm_JsonRef attributes) {
    bool has[VRM_SEMANTIC_WEIGHTS + 1] = {false};
    Numbered numbered[VRM_SEMANTIC_WEIGHTS + 1] = {{0, 0}};
    vrm_JsonIter it = vrm_json_iter(walk->json, attributes);
    while (vrm_json_next(&it)) {
        char buffer[64];
        int64_t set;
        vrm_Semantic semantic =
            vrmi_attribute_semantic(vrmi_key_text(walk->json, it.key, buffer, sizeof buffer), &set);
        if (set < 0) find(walk, VRMI_RULE_MESH_PRIMITIVE_INVALID_ATTRIBUTE, it.value);
        has[semantic] = true;
        note_set(&numbered[semantic], set);
    }
    if (!has[VRM_SEMANTIC_POSITION]) find(walk, VRMI_RULE_MESH_PRIMITIVE_NO_POSITION, attributes);
    if (has[VRM_SEMANTIC_TANGENT] && !has[VRM_SEMANTIC_NORMAL])
        find(walk, VRMI_RULE_MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL,
             vrm_json_member(walk->json, attributes, "TANGENT"));
    continuous_sets(walk, attributes, numbered[VRM_SEMANTIC_COLOR], "COLOR");
    int64_t joints = continuous_sets(walk, attributes, numbered[VRM_SEMANTIC_JOINTS], "JOINTS");
    int64_t weights = continuous_sets(walk, attributes, numbered[VRM_SEMANTIC_WEIGHTS], "WEIGHTS");
    continuous_sets(walk, attributes, numbered[VRM_SEMANTIC_TEXCOORD], "TEXCOORD");
    if (joints != weights) find(walk, VRMI_RULE_MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH, attributes);
}

static void check_target_names(vrmi_SchemaWalk* walk, vrm_JsonRef targets) {
    vrm_JsonIter target = vrm_json_iter(walk->json, targets);
    while (vrm_json_next(&target)) {
        vrm_JsonIter it = vrm_json_iter(walk->json, target.value);
        while (it.json != NULL && vrm_json_next(&it)) {
            if (it.key == VRM_JSON_MISSING) break; /* an array: already reported */
            char buffer[64];
            int64_t set;
            vrm_Semantic semantic = vrmi_attribute_semantic(
                vrmi_key_text(walk->json, it.key, buffer, sizeof buffer), &set);
            if (set < 0 || semantic == VRM_SEMANTIC_JOINTS || semantic == VRM_SEMANTIC_WEIGHTS)
                find(walk, VRMI_RULE_MESH_PRIMITIVE_INVALID_ATTRIBUTE, it.value);
        }
    }
}

void vrmi_check_primitive(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    if (members[VRMI_PRIMITIVE_ATTRIBUTES] != VRM_JSON_MISSING)
        check_attributes(walk, members[VRMI_PRIMITIVE_ATTRIBUTES]);
    if (members[VRMI_PRIMITIVE_TARGETS] != VRM_JSON_MISSING)
        check_target_names(walk, members[VRMI_PRIMITIVE_TARGETS]);
}

void vrmi_check_mesh(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    if (members[VRMI_MESH_PRIMITIVES] == VRM_JSON_MISSING) return;
    uint32_t first_count = 0;
    vrm_JsonIter it = vrm_json_iter(walk->json, members[VRMI_MESH_PRIMITIVES]);
    while (vrm_json_next(&it)) {
        vrm_JsonRef targets = vrm_json_member(walk->json, it.value, "targets");
        uint32_t count = vrm_json_type(walk->json, targets) == VRM_JSON_ARRAY
                             ? vrm_json_count(walk->json, targets)
                             : 0;
        if (it.index == 0)
            first_count = count;
        else if (count != first_count)
            find(walk, VRMI_RULE_MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT,
                 count > 0 ? targets : it.value);
    }
    vrm_JsonRef weights = members[VRMI_MESH_WEIGHTS];
    if (weights != VRM_JSON_MISSING && vrm_json_count(walk->json, weights) != first_count)
        vrmi_report(walk->report, VRMI_RULE_MESH_INVALID_WEIGHTS_COUNT, walk->json, weights,
                    "The mesh has %u weight%s but %u morph target%s.",
                    (unsigned)vrm_json_count(walk->json, weights),
                    vrmi_s(vrm_json_count(walk->json, weights)), (unsigned)first_count,
                    vrmi_s(first_count));
}

/* ---- Nodes ---- */

/* The numbers of an array that has passed its table row, as the floats that a reader will use. */
static bool read_floats(const vrmi_SchemaWalk* walk, vrm_JsonRef array, float* out) {
    if (array == VRM_JSON_MISSING) return false;
    vrm_JsonIter it = vrm_json_iter(walk->json, array);
    while (vrm_json_next(&it)) out[it.index] = (float)vrm_json_number(walk->json, it.value, 0);
    return true;
}

void vrmi_check_node(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)object;
    float rotation[4], matrix[16];
    if (read_floats(walk, members[VRMI_NODE_ROTATION], rotation) &&
        !vrmi_is_unit_quaternion(rotation))
        find(walk, VRMI_RULE_ROTATION_NON_UNIT, members[VRMI_NODE_ROTATION]);
    if (!read_floats(walk, members[VRMI_NODE_MATRIX], matrix)) return;
    if (members[VRMI_NODE_TRANSLATION] != VRM_JSON_MISSING ||
        members[VRMI_NODE_ROTATION] != VRM_JSON_MISSING ||
        members[VRMI_NODE_SCALE] != VRM_JSON_MISSING)
        find(walk, VRMI_RULE_NODE_MATRIX_TRS, members[VRMI_NODE_MATRIX]);
    if (vrmi_is_identity(matrix))
        find(walk, VRMI_RULE_NODE_MATRIX_DEFAULT, members[VRMI_NODE_MATRIX]);
    else if (!vrmi_is_decomposable(matrix))
        find(walk, VRMI_RULE_NODE_MATRIX_NON_TRS, members[VRMI_NODE_MATRIX]);
}
