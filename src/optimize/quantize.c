/* SPDX-License-Identifier: MIT */
/* Attributes in fewer bits, as KHR_mesh_quantization and glTF itself allow:
 *
 *   normals, tangents     8 bits, signed and normalized: off by at most 0.4 degrees
 *   texture coordinates   16 bits, where all are between 0 and 1: off by at most 1 / 131070
 *   weights of joints     16 bits, or 8 where these are as exact; the sum of a vertex is 1
 *   joints                8 bits, where the skin has at most 256 of them; 0 where the weight is 0
 * now
 *
 * Weights of 8 bits would move a vertex by 1 / 510 of the way between its joints, which is seen
 * where wings or skirts hang on arms that are not at rest.
 *
 * Positions stay floats: their bounds would have to go into nodes and bind matrices. */
#include "optimize/optimize.h"

#include "gltf/accessor.h"

#include <math.h>
#include <string.h>

enum { VERTEX_DATA = 34962 };

/* The use of an accessor, over all primitives. */
enum { UNUSED, MIXED, NORMALS, TANGENTS, COORDS, WEIGHTS, JOINTS, DELTA_NORMALS };

#define CONFLICT (-1)

/* The normalized unsigned integer for 1. */
enum { BYTE_ONE = 255, SHORT_ONE = 65535 };

typedef struct Quantizing {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    uint8_t* role; /* of each accessor */
    /* Of each accessor of joints: the accessor of their weights + 1, or CONFLICT. */
    int32_t* weights_of;
    bool needs_extension;
} Quantizing;

/* ---- Roles ---- */

static void set_role(Quantizing* quantizing, int32_t accessor, uint8_t role) {
    if (accessor < 0) return;
    uint8_t* known = &quantizing->role[accessor];
    *known = *known == UNUSED || *known == role ? role : MIXED;
}

static uint8_t role_of(const vrm_Attribute* attribute) {
    switch (attribute->semantic) {
    case VRM_SEMANTIC_NORMAL: return NORMALS;
    case VRM_SEMANTIC_TANGENT: return TANGENTS;
    case VRM_SEMANTIC_TEXCOORD: return COORDS;
    case VRM_SEMANTIC_WEIGHTS: return WEIGHTS;
    case VRM_SEMANTIC_JOINTS: return JOINTS;
    default: return MIXED;
    }
}

static void set_weights(Quantizing* quantizing, const vrm_Primitive* primitive, int32_t set) {
    int32_t joints = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, set);
    int32_t weights = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, set);
    if (joints < 0) return;
    int32_t* known = &quantizing->weights_of[joints];
    bool fits = weights >= 0 && (*known == 0 || *known == weights + 1);
    if (!fits) { /* joints of several weights cannot be cleared for one of them */
        set_role(quantizing, weights, MIXED);
        if (*known > 0) set_role(quantizing, *known - 1, MIXED);
    }
    *known = fits ? weights + 1 : CONFLICT;
}

/* An extension may describe the same numbers in its own way, as Draco's does. */
static bool has_stranger(const vrm_Json* json, const vrm_Primitive* primitive) {
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, primitive->json, "extensions"));
    while (vrm_json_next(&it))
        if (!vrm_json_equals(json, it.key, "KHR_materials_variants")) return true;
    return false;
}

static void find_roles(Quantizing* quantizing) {
    const vrm_Gltf* gltf = quantizing->gltf;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            bool is_kept = has_stranger(gltf->json, primitive);
            set_role(quantizing, primitive->indices, MIXED);
            for (int32_t i = 0; i < primitive->attribute_count; i++) {
                const vrm_Attribute* attribute = &primitive->attributes[i];
                set_role(quantizing, attribute->accessor, is_kept ? MIXED : role_of(attribute));
                if (attribute->semantic == VRM_SEMANTIC_JOINTS)
                    set_weights(quantizing, primitive, attribute->set);
            }
            for (int32_t t = 0; t < primitive->target_count; t++)
                for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++) {
                    const vrm_Attribute* attribute = &primitive->targets[t].attributes[i];
                    bool is_normal = attribute->semantic == VRM_SEMANTIC_NORMAL && !is_kept;
                    set_role(quantizing, attribute->accessor, is_normal ? DELTA_NORMALS : MIXED);
                }
        }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        set_role(quantizing, gltf->skins[i].inverse_bind_matrices, MIXED);
    for (int32_t i = 0; i < gltf->animation_count; i++)
        for (int32_t k = 0; k < gltf->animations[i].sampler_count; k++) {
            set_role(quantizing, gltf->animations[i].samplers[k].input, MIXED);
            set_role(quantizing, gltf->animations[i].samplers[k].output, MIXED);
        }
}

/* ---- Numbers ---- */

static bool are_within(const float* values, size_t count, float least, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= least && values[i] <= most)) return false;
    return true;
}

/* Whether the weights of each vertex sum to 1. Several sets sum to 1 only together, so they are not
 * quantized. */
static bool are_whole(const float* weights, size_t count) {
    for (size_t i = 0; i + 3 < count; i += 4) {
        float sum = weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3];
        if (fabsf(sum - 1.0f) > 1e-3f) return false;
    }
    return true;
}

/* Rounds each weight; the remainder to `one` is added to the largest. */
static void quantize_weights(const float* weights, int32_t one, int32_t out[4]) {
    int32_t sum = 0, largest = 0;
    for (int i = 0; i < 4; i++) {
        out[i] = (int32_t)lrintf(weights[i] * (float)one);
        sum += out[i];
        if (out[i] > out[largest]) largest = i;
    }
    out[largest] += one - sum;
}

/* Returns true if 8 bits are exact enough: no weight is off by more than one step of 16 bits. */
static bool fit_bytes(const float* weights, size_t count) {
    int32_t bytes[4];
    for (size_t i = 0; i + 3 < count; i += 4) {
        quantize_weights(weights + i, BYTE_ONE, bytes);
        for (size_t k = 0; k < 4; k++)
            if (fabsf(weights[i + k] * SHORT_ONE - (float)bytes[k] * (SHORT_ONE / BYTE_ONE)) > 1.0f)
                return false;
    }
    return true;
}

/* The layout that an accessor gets. */
typedef struct Layout {
    vrm_ComponentType component;
    uint32_t size; /* of an element; a multiple of 4 */
    bool is_normalized;
    bool needs_extension;
} Layout;

/* False when the accessor stays as it is. */
static bool choose_layout(const Quantizing* quantizing, int32_t index, const float* values,
                          size_t count, Layout* out) {
    const vrm_Accessor* accessor = &quantizing->gltf->accessors[index];
    bool is_float = accessor->component_type == VRM_COMPONENT_FLOAT;
    switch (quantizing->role[index]) {
    case NORMALS:
    case DELTA_NORMALS:
        *out = (Layout){VRM_COMPONENT_BYTE, 4, true, true};
        return is_float && accessor->type == VRM_ACCESSOR_VEC3 &&
               are_within(values, count, -1.0f, 1.0f);
    case TANGENTS:
        *out = (Layout){VRM_COMPONENT_BYTE, 4, true, true};
        return is_float && accessor->type == VRM_ACCESSOR_VEC4 &&
               are_within(values, count, -1.0f, 1.0f);
    case COORDS:
        *out = (Layout){VRM_COMPONENT_UNSIGNED_SHORT, 4, true, false};
        return is_float && accessor->type == VRM_ACCESSOR_VEC2 &&
               are_within(values, count, 0.0f, 1.0f);
    case WEIGHTS:
        if (!is_float || accessor->type != VRM_ACCESSOR_VEC4 ||
            !are_within(values, count, 0.0f, 1.0f) || !are_whole(values, count))
            return false;
        *out = fit_bytes(values, count) ? (Layout){VRM_COMPONENT_UNSIGNED_BYTE, 4, true, false}
                                        : (Layout){VRM_COMPONENT_UNSIGNED_SHORT, 8, true, false};
        return true;
    default: return false;
    }
}

static float* read_values(Quantizing* quantizing, int32_t index, size_t* out_total) {
    const vrm_Accessor* accessor = &quantizing->gltf->accessors[index];
    size_t components = (size_t)vrm_accessor_components(accessor->type);
    if (quantizing->role[index] < NORMALS || !accessor->is_readable || accessor->buffer_view < 0 ||
        accessor->is_sparse || !vrmi_mul((size_t)accessor->count, components, out_total))
        return NULL;
    float* values = vrmi_optimization_alloc(quantizing->optimization, *out_total, sizeof *values);
    if (values == NULL ||
        vrm_accessor_read_floats(quantizing->gltf, index, values, *out_total) != VRM_OK)
        return NULL;
    return values;
}

/* Joints of weights that become 0 are 0 as well, as glTF wants it. True when there are any. */
static bool clear_joints(Quantizing* quantizing, int32_t index, float* joints, size_t total) {
    int32_t accessor = quantizing->weights_of[index] - 1;
    size_t count;
    Layout layout;
    if (accessor < 0) return false;
    const float* weights = read_values(quantizing, accessor, &count);
    if (weights == NULL || count != total || quantizing->role[accessor] != WEIGHTS ||
        !choose_layout(quantizing, accessor, weights, count, &layout))
        return false;
    float one = layout.component == VRM_COMPONENT_UNSIGNED_BYTE ? BYTE_ONE : SHORT_ONE;
    bool has_cleared = false;
    for (size_t i = 0; i < total; i++) {
        if (joints[i] == 0.0f || weights[i] == 0.0f || lrintf(weights[i] * one) != 0) continue;
        joints[i] = 0.0f;
        has_cleared = true;
    }
    return has_cleared;
}

/* False when joints stay as they are. */
static bool choose_joints(Quantizing* quantizing, int32_t index, float* joints, size_t total,
                          Layout* out) {
    const vrm_Accessor* accessor = &quantizing->gltf->accessors[index];
    bool is_byte = accessor->component_type == VRM_COMPONENT_UNSIGNED_BYTE;
    if ((!is_byte && accessor->component_type != VRM_COMPONENT_UNSIGNED_SHORT) ||
        accessor->type != VRM_ACCESSOR_VEC4 || accessor->is_normalized)
        return false;
    bool is_changed = clear_joints(quantizing, index, joints, total);
    if (is_byte || are_within(joints, total, 0.0f, 255.0f)) {
        *out = (Layout){VRM_COMPONENT_UNSIGNED_BYTE, 4, false, false};
        return is_changed || !is_byte;
    }
    *out = (Layout){VRM_COMPONENT_UNSIGNED_SHORT, 8, false, false};
    return is_changed;
}

static void put_short(uint32_t value, uint8_t* out) {
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
}

static void quantize_element(uint8_t role, const float* value, int components, uint32_t size,
                             uint8_t* out) {
    int32_t whole[4] = {0};
    bool is_short = role == COORDS || size == 8;
    if (role == WEIGHTS) quantize_weights(value, is_short ? SHORT_ONE : BYTE_ONE, whole);
    for (int c = 0; c < components; c++) {
        if (role == COORDS) whole[c] = (int32_t)lrintf(value[c] * SHORT_ONE);
        if (role == JOINTS) whole[c] = (int32_t)value[c];
        if (role != COORDS && role != JOINTS && role != WEIGHTS)
            whole[c] = (int32_t)lrintf(value[c] * 127.0f);
        if (is_short)
            put_short((uint32_t)whole[c], out + 2 * c);
        else
            out[c] = (uint8_t)whole[c];
    }
}

/* ---- Writing ---- */

static void write(Quantizing* quantizing, int32_t index, const Layout* layout, const uint8_t* bytes,
                  size_t count) {
    vrmi_Optimization* optimization = quantizing->optimization;
    vrm_Edit* edit = optimization->edit;
    const vrm_Accessor* accessor = &quantizing->gltf->accessors[index];
    vrmi_ElementLayout packed = vrmi_element_layout(layout->component, accessor->type);
    vrmi_optimization_store(optimization, index, bytes, count * layout->size, VERTEX_DATA,
                            packed.size == layout->size ? 0 : layout->size);
    vrmi_edit_integer(edit, accessor->json, "componentType", layout->component);
    vrmi_edit_drop(edit, accessor->json, "min");
    vrmi_edit_drop(edit, accessor->json, "max");
    if (layout->is_normalized) vrmi_edit_bool(edit, accessor->json, "normalized", true);
    quantizing->needs_extension |= layout->needs_extension;
}

static void quantize(Quantizing* quantizing, int32_t index) {
    vrmi_Optimization* optimization = quantizing->optimization;
    const vrm_Accessor* accessor = &quantizing->gltf->accessors[index];
    int components = vrm_accessor_components(accessor->type);
    uint8_t role = quantizing->role[index];
    size_t count = (size_t)accessor->count, total;
    Layout layout;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    float* values = read_values(quantizing, index, &total);
    if (values != NULL &&
        (role == JOINTS ? choose_joints(quantizing, index, values, total, &layout)
                        : choose_layout(quantizing, index, values, total, &layout))) {
        uint8_t* bytes = vrmi_optimization_alloc(optimization, count, layout.size);
        for (size_t i = 0; i < count && bytes != NULL; i++)
            quantize_element(role, values + i * (size_t)components, components, layout.size,
                             bytes + i * layout.size);
        if (bytes != NULL) write(quantizing, index, &layout, bytes, count);
    }
    vrmi_arena_rewind(&optimization->arena, mark);
}

void vrmi_quantize(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    vrm_Edit* edit = optimization->edit;
    Quantizing quantizing = {
        .optimization = optimization,
        .gltf = gltf,
        .role = vrmi_optimization_alloc(optimization, (size_t)gltf->accessor_count + 1, 1),
        .weights_of = vrmi_optimization_alloc(optimization, (size_t)gltf->accessor_count + 1,
                                              sizeof *quantizing.weights_of)};
    vrmi_optimization_count_view_users(optimization);
    if (edit->result != VRM_OK) return;
    find_roles(&quantizing);
    for (int32_t i = 0; i < gltf->accessor_count && edit->result == VRM_OK; i++)
        quantize(&quantizing, i);
    if (quantizing.needs_extension)
        vrmi_optimization_require(optimization, "KHR_mesh_quantization");
    if (optimization->is_changed) vrmi_edit_compact_chunk(edit);
}
