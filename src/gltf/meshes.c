/* SPDX-License-Identifier: MIT */
/* Meshes with their primitives, attributes and morph targets; skins. */
#include "gltf/accessor.h"
#include "gltf/typed.h"
#include "json/json_names.h"
#include "json/tree.h"

#include <string.h>

/* ---- Attributes ---- */

static const struct {
    const char* name;
    vrm_Semantic semantic;
    bool has_set;
} semantics[] = {
    {"POSITION", VRM_SEMANTIC_POSITION, false}, {"NORMAL", VRM_SEMANTIC_NORMAL, false},
    {"TANGENT", VRM_SEMANTIC_TANGENT, false},   {"TEXCOORD_", VRM_SEMANTIC_TEXCOORD, true},
    {"COLOR_", VRM_SEMANTIC_COLOR, true},       {"JOINTS_", VRM_SEMANTIC_JOINTS, true},
    {"WEIGHTS_", VRM_SEMANTIC_WEIGHTS, true},
};

/* "12" -> 12; -1 for what is not a plain decimal number of 16 bits. */
static int32_t parse_set(const char* digits) {
    int32_t set = 0;
    size_t length = strlen(digits);
    if (length == 0 || length > 5 || (length > 1 && digits[0] == '0')) return -1;
    for (; *digits != '\0'; digits++) {
        if (*digits < '0' || *digits > '9') return -1;
        set = set * 10 + (*digits - '0');
    }
    return set <= UINT16_MAX ? set : -1;
}

static void parse_semantic(const vrm_Json* json, vrm_Attribute* attribute) {
    char name[24]; /* no semantic is longer */
    if (!vrmi_json_short_name(json, attribute->key, name, sizeof name)) return;
    for (size_t i = 0; i < sizeof semantics / sizeof *semantics; i++) {
        size_t length = strlen(semantics[i].name);
        if (strncmp(name, semantics[i].name, length) != 0) continue;
        int32_t set = semantics[i].has_set   ? parse_set(name + length)
                      : name[length] == '\0' ? 0
                                             : -1;
        if (set < 0) return;
        attribute->semantic = (uint8_t)semantics[i].semantic;
        attribute->set = (uint16_t)set;
        return;
    }
}

static const vrm_Attribute* read_attributes(vrmi_Typed* typed, vrm_JsonRef object,
                                            int32_t* out_count) {
    vrmi_Reader* reader = &typed->reader;
    *out_count = 0;
    uint32_t count = vrmi_read_length(reader, object);
    vrm_Attribute* attributes = vrmi_read_alloc(reader, count, sizeof *attributes);
    if (attributes == NULL) return NULL;
    vrm_JsonIter it = vrm_json_iter(reader->json, object);
    count = 0;
    while (vrmi_json_next_member(&it)) {
        vrm_Attribute* attribute = &attributes[count++];
        attribute->key = it.key;
        attribute->accessor = vrmi_read_as_index(reader, it.value, typed->gltf.accessor_count);
        parse_semantic(reader->json, attribute);
    }
    *out_count = (int32_t)count;
    return attributes;
}

/* A semantic with its set is one name; others are compared by their text. */
bool vrmi_is_same_attribute(const vrm_Json* json, const vrm_Attribute* a, const vrm_Attribute* b) {
    if (a->semantic != b->semantic || a->set != b->set) return false;
    if (a->semantic != VRM_SEMANTIC_OTHER) return true;
    return vrmi_json_same(json, a->key, json, b->key);
}

static int32_t find_attribute(const vrm_Attribute* attributes, int32_t count, vrm_Semantic semantic,
                              int32_t set) {
    for (int32_t i = 0; i < count; i++)
        if (attributes[i].semantic == semantic && attributes[i].set == set)
            return attributes[i].accessor;
    return -1;
}

int32_t vrm_primitive_attribute(const vrm_Primitive* primitive, vrm_Semantic semantic,
                                int32_t set) {
    return find_attribute(primitive->attributes, primitive->attribute_count, semantic, set);
}

int32_t vrm_morph_target_attribute(const vrm_MorphTarget* target, vrm_Semantic semantic) {
    return find_attribute(target->attributes, target->attribute_count, semantic, 0);
}

/* ---- Meshes ---- */

static void read_targets(vrmi_Typed* typed, vrm_JsonRef object, vrm_Primitive* primitive) {
    vrmi_Reader* reader = &typed->reader;
    vrm_JsonIter it;
    vrm_MorphTarget* targets =
        vrmi_read_list(reader, object, "targets", sizeof *targets, &primitive->target_count, &it);
    primitive->targets = targets;
    if (targets == NULL) return;
    while (vrm_json_next(&it)) {
        vrm_MorphTarget* target = &targets[it.index];
        vrm_JsonRef attributes = vrmi_read_as_object(reader, it.value);
        target->attributes = read_attributes(typed, attributes, &target->attribute_count);
    }
}

static void read_primitive(vrmi_Typed* typed, vrm_JsonRef object, vrm_Primitive* primitive) {
    vrmi_Reader* reader = &typed->reader;
    primitive->json = object;
    primitive->attributes = read_attributes(typed, vrmi_read_object(reader, object, "attributes"),
                                            &primitive->attribute_count);
    primitive->indices = vrmi_read_index(reader, object, "indices", typed->gltf.accessor_count);
    primitive->material = vrmi_read_index(reader, object, "material", typed->gltf.material_count);
    primitive->mode = (uint8_t)vrmi_read_integer(reader, object, "mode", 0, 6, 4);
    read_targets(typed, object, primitive);
}

/* extras may contain anything: a value that is not a list of names is no fault. */
static vrm_JsonRef target_name_holder(vrmi_Reader* reader, vrm_JsonRef object) {
    vrm_JsonRef extras = vrmi_read_member(reader, object, "extras");
    vrm_JsonRef names = vrmi_read_member(reader, extras, "targetNames");
    bool is_list = vrm_json_type(reader->json, names) == VRM_JSON_ARRAY &&
                   vrm_json_count(reader->json, names) > 0;
    return is_list ? extras : VRM_JSON_MISSING;
}

static void read_target_names(vrmi_Reader* reader, vrm_Mesh* mesh) {
    vrm_JsonRef extras = target_name_holder(reader, mesh->json);
    if (extras == VRM_JSON_MISSING && mesh->primitive_count > 0)
        extras = target_name_holder(reader, mesh->primitives[0].json);
    if (extras == VRM_JSON_MISSING) return;
    mesh->target_names = vrmi_read_strings(reader, extras, "targetNames", &mesh->target_name_count);
}

const vrm_MorphWeights* vrmi_read_weights(vrmi_Reader* reader, vrm_JsonRef object) {
    int32_t count;
    const float* values = vrmi_read_float_array(reader, object, "weights", &count);
    vrm_MorphWeights* weights = values != NULL ? vrmi_read_alloc(reader, 1, sizeof *weights) : NULL;
    if (weights != NULL) *weights = (vrm_MorphWeights){values, count};
    return weights;
}

void vrmi_read_mesh(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Mesh* mesh = element;
    (void)index;
    mesh->weights = vrmi_read_weights(reader, object);
    vrm_JsonIter it;
    vrm_Primitive* primitives = vrmi_read_list(reader, object, "primitives", sizeof *primitives,
                                               &mesh->primitive_count, &it);
    mesh->primitives = primitives;
    while (primitives != NULL && vrm_json_next(&it)) {
        vrm_Primitive* primitive = &primitives[it.index];
        read_primitive(typed, vrmi_read_as_object(reader, it.value), primitive);
        if (primitive->target_count > mesh->target_count)
            mesh->target_count = primitive->target_count;
    }
    read_target_names(reader, mesh);
}

/* ---- Skins ---- */

void vrmi_read_skin(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Skin* skin = element;
    int32_t node_count = typed->gltf.node_count;
    (void)index;
    skin->inverse_bind_matrices =
        vrmi_read_index(reader, object, "inverseBindMatrices", typed->gltf.accessor_count);
    skin->skeleton = vrmi_read_index(reader, object, "skeleton", node_count);
    skin->joints = vrmi_read_indices(reader, object, "joints", node_count, &skin->joint_count);
}
