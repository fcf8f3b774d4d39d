/* SPDX-License-Identifier: MIT */
/* Expressions as lists: blend-shape groups of 0.x (blendShapeMaster) and of the 2019 draft
 * (blendShape), and the arrays of 2020 whose entries already look like 1.0. A group names its
 * preset or itself; binds name meshes, and in 0.x materials by name and Unity's shader properties.
 */
#include "model/color.h"
#include "model/emission.h"
#include "model/expressions.h"

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* In the order of vrm_ExpressionPreset. 0.x has no "surprised"; UniVRM takes a group of that name
 * for it. */
static const char* const presets0[VRM_EXPRESSION_PRESET_COUNT] = {
    "joy",     "angry",  "sorrow",   "fun",      "surprised", "a",
    "i",       "u",      "e",        "o",        "blink",     "blink_l",
    "blink_r", "lookup", "lookdown", "lookleft", "lookright", "neutral"};
static const char* const draft_presets[VRM_EXPRESSION_PRESET_COUNT] = {
    "joy",        "angry",  "sorrow",   "fun",      "surprised", "aa",
    "ih",         "ou",     "ee",       "oh",       "blink",     "blinkLeft",
    "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight", "neutral"};

/* What the groups of one file share. */
typedef struct Groups {
    vrmi_ModelReader* reader;
    vrmi_ExpressionSet* set;
    bool is_0;                 /* 0.x, else a draft */
    bool has_names;            /* materials have been sorted by name, */
    vrmi_Names material_names; /* which 0.x needs, once */
    uint64_t morph_binds;      /* in all groups: one bind of a mesh becomes one for each node */
    int32_t* material_group;   /* draft: the last group that bound each material's texture, + 1, */
    int32_t* material_bind;    /* and its bind in that group */
} Groups;

/* ---- Identity ---- */

static int32_t find_preset(const Groups* groups, vrm_JsonRef name, const char* const* names) {
    return vrmi_model_find_name(groups->reader->base.json, name, names, VRM_EXPRESSION_PRESET_COUNT,
                                groups->is_0 ? VRMI_ANY_CASE : VRMI_EXACT);
}

static int32_t find_either_preset(const Groups* groups, vrm_JsonRef name) {
    int32_t preset = find_preset(groups, name, groups->is_0 ? presets0 : draft_presets);
    return preset >= 0 ? preset : find_preset(groups, name, vrmi_preset_names);
}

bool vrmi_is_name_of_preset(const vrm_Json* json, vrm_JsonRef name, vrm_ExpressionPreset preset) {
    const char* const names[] = {presets0[preset], draft_presets[preset],
                                 vrmi_preset_names[preset]};
    return vrmi_model_find_name(json, name, names, COUNT(names), VRMI_ANY_CASE) >= 0;
}

/* The preset of a group; -1 for a custom group, which is identified by its name. Old and new names
 * of presets are both accepted, as some drafts and exporters mixed them. A group without a preset
 * member is a preset if it has a preset's name: in 0.x because it identifies groups by either,
 * ignoring case; elsewhere because names must be unique in the model, where presets have their 1.0
 * names. */
static int32_t preset_of_group(const Groups* groups, vrm_JsonRef group) {
    static const char* const keys[] = {"presetName", "preset", NULL};
    static const char* const none[] = {"unknown", "custom"};
    vrmi_ModelReader* reader = groups->reader;
    vrm_JsonRef name =
        vrmi_read_member(&reader->base, group, vrmi_model_alias(reader, group, keys));
    int32_t preset = find_either_preset(groups, name);
    if (preset >= 0) return preset;
    if (name != VRM_JSON_MISSING &&
        vrmi_model_find_name(reader->base.json, name, none, COUNT(none), VRMI_ANY_CASE) < 0)
        vrmi_model_refuse(reader, name, group, VRMI_RULE_EXPRESSION_PRESET_UNKNOWN);
    vrm_JsonRef own_name = vrmi_read_member(&reader->base, group, "name");
    return groups->is_0 ? find_either_preset(groups, own_name)
                        : find_preset(groups, own_name, vrmi_preset_names);
}

/* ---- Morph binds ---- */

/* The mesh of a bind; drafts from 2020-01-15 on name a node, and the bind then applies to that node
 * only. */
static int32_t mesh_of_bind(Groups* groups, vrm_JsonRef bind, int32_t* out_node) {
    vrmi_ModelReader* reader = groups->reader;
    *out_node = -1;
    bool names_node =
        !groups->is_0 && vrmi_read_member(&reader->base, bind, "mesh") == VRM_JSON_MISSING;
    if (!names_node)
        return vrmi_model_index(reader, bind, "mesh", reader->gltf->mesh_count,
                                VRMI_RULE_EXPRESSION_BIND_MESH_INVALID);
    int32_t node = vrmi_model_required_index(reader, bind, "node", reader->gltf->node_count,
                                             VRMI_RULE_EXPRESSION_BIND_NODE_INVALID);
    if (node < 0) return -1;
    *out_node = node;
    if (reader->gltf->nodes[node].mesh < 0)
        vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_BIND_NODE_WITHOUT_MESH, bind, NULL);
    return reader->gltf->nodes[node].mesh;
}

/* The most binds that the array can become: each mesh counts once per node that uses it, and once
 * when none does. */
static uint64_t count_morph_binds(const Groups* groups, vrm_JsonRef binds) {
    vrmi_ModelReader* reader = groups->reader;
    const int32_t* first = vrmi_model_mesh_nodes(reader)->first;
    uint64_t total = 0;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, binds);
    while (vrm_json_next(&it)) {
        int64_t mesh;
        vrm_JsonRef value = vrm_json_member(reader->base.json, it.value, "mesh");
        bool is_mesh = vrm_json_integer(reader->base.json, value, &mesh) && mesh >= 0 &&
                       mesh < reader->gltf->mesh_count;
        int32_t users = is_mesh && first != NULL ? first[mesh + 1] - first[mesh] : 0;
        total += users > 0 ? (uint64_t)users : 1;
    }
    return total;
}

static void add_morph_bind(Groups* groups, vrm_JsonRef json, vrm_Expression* expression,
                           vrm_MorphBind* binds) {
    vrmi_ModelReader* reader = groups->reader;
    vrm_MorphBind bind = {0};
    int32_t node;
    int32_t mesh = mesh_of_bind(groups, json, &node);
    if (mesh < 0 || !vrmi_morph_exists(reader, json, mesh, &bind.index)) return;
    bind.weight = vrmi_read_float(&reader->base, json, "weight", 0.0f);
    if (groups->is_0) bind.weight /= 100.0f;
    if (node >= 0) {
        bind.node = node;
        binds[expression->morph_bind_count++] = bind;
        return;
    }
    const vrmi_MeshNodes* users = vrmi_model_mesh_nodes(reader);
    if (users->first == NULL) return;
    int32_t begin = users->first[mesh], end = users->first[mesh + 1];
    if (begin == end)
        vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_BIND_MESH_UNUSED, json, NULL);
    for (int32_t i = begin; i < end; i++) {
        bind.node = users->nodes[i];
        binds[expression->morph_bind_count++] = bind;
    }
}

static void read_morph_binds(Groups* groups, vrm_Expression* expression) {
    static const char* const keys[] = {"binds", "values", NULL};
    vrmi_ModelReader* reader = groups->reader;
    vrm_JsonRef array = vrmi_read_array(&reader->base, expression->json,
                                        vrmi_model_alias(reader, expression->json, keys));
    uint64_t count = count_morph_binds(groups, array);
    groups->morph_binds += count;
    if (groups->morph_binds > reader->base.max_elements) {
        vrmi_read_report(&reader->base, VRMI_RULE_LIMIT_ELEMENTS, array,
                         "Binds of meshes that many nodes show become more than %lu binds.",
                         (unsigned long)reader->base.max_elements);
        vrmi_read_fail(&reader->base, VRM_ERR_LIMIT);
        return;
    }
    vrm_MorphBind* binds = vrmi_read_alloc(&reader->base, (size_t)count, sizeof *binds);
    expression->morph_binds = binds;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (binds != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json != VRM_JSON_MISSING) add_morph_bind(groups, json, expression, binds);
    }
}

/* ---- Material values of 0.x ---- */

/* Unity's properties: five colours, and scale and offset of all textures, whole or one axis of it.
 */
enum { TEXTURE = 5, TEXTURE_X, TEXTURE_Y };
static const char* const properties0[] = {"_Color",        "_EmissionColor", "_ShadeColor",
                                          "_RimColor",     "_OutlineColor",  "_MainTex_ST",
                                          "_MainTex_ST_S", "_MainTex_ST_T"};
static const vrm_ColorTarget property_targets[] = {
    VRM_COLOR_BASE, VRM_COLOR_EMISSION, VRM_COLOR_SHADE, VRM_COLOR_RIM, VRM_COLOR_OUTLINE};

static int32_t material_by_name(Groups* groups, vrm_JsonRef value) {
    vrmi_ModelReader* reader = groups->reader;
    if (!groups->has_names) {
        int32_t count = reader->gltf->material_count;
        const char** names = vrmi_model_scratch(reader, (size_t)count, sizeof *names);
        for (int32_t i = 0; names != NULL && i < count; i++)
            names[i] = reader->gltf->materials[i].name;
        groups->material_names =
            vrmi_names_sort(reader, names, names == NULL ? 0 : count, VRMI_EXACT);
        groups->has_names = true;
    }
    vrm_JsonRef name = vrmi_read_member(&reader->base, value, "materialName");
    int32_t material = -1;
    if (vrm_json_type(reader->base.json, name) == VRM_JSON_STRING)
        material = vrmi_names_find(&groups->material_names, vrmi_read_text(&reader->base, name));
    if (material < 0)
        vrmi_model_refuse(reader, name, value, VRMI_RULE_EXPRESSION_BIND_MATERIAL_INVALID);
    return material;
}

/* Reads the four numbers, of which at least `needed` must be present. */
static bool read_target_value(Groups* groups, vrm_JsonRef value, int32_t needed, vrm_Vec4* out) {
    vrmi_ModelReader* reader = groups->reader;
    vrm_JsonRef array = vrmi_read_member(&reader->base, value, "targetValue");
    float numbers[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    int32_t count = vrmi_model_numbers(reader, array, numbers, 4);
    *out = (vrm_Vec4){numbers[0], numbers[1], numbers[2], numbers[3]};
    if (count < needed) {
        bool is_other = count < 0 && array != VRM_JSON_MISSING;
        vrmi_read_report(&reader->base,
                         is_other ? VRMI_RULE_ARRAY_TYPE_MISMATCH
                                  : VRMI_RULE_EXPRESSION_BIND_VALUE_INVALID,
                         array == VRM_JSON_MISSING ? value : array, NULL);
        return false;
    }
    return true;
}

/* _MainTex_ST is scale x, scale y, offset x, offset y, with V upwards. */
static void fill_texture_bind0(int32_t material, int32_t property, const vrm_Vec4* value,
                               vrm_TextureBind* bind) {
    bind->material = material;
    bind->binds_x = property != TEXTURE_Y;
    bind->binds_y = property != TEXTURE_X;
    bind->scale.x = bind->binds_x ? value->x : 1.0f;
    bind->offset.x = bind->binds_x ? value->z : 0.0f;
    bind->scale.y = bind->binds_y ? value->y : 1.0f;
    bind->offset.y = bind->binds_y ? 1.0f - value->w - value->y : 0.0f;
}

static void add_material_value0(Groups* groups, vrm_JsonRef json, vrm_Expression* expression,
                                vrm_ColorBind* colors, vrm_TextureBind* textures) {
    vrmi_ModelReader* reader = groups->reader;
    int32_t material = material_by_name(groups, json);
    if (material < 0) return;
    vrm_JsonRef name = vrmi_read_member(&reader->base, json, "propertyName");
    int32_t property =
        vrmi_model_find_name(reader->base.json, name, properties0, COUNT(properties0), VRMI_EXACT);
    if (property < 0) {
        vrmi_model_refuse(reader, name, json, VRMI_RULE_EXPRESSION_BIND_PROPERTY_UNKNOWN);
        return;
    }
    vrm_Vec4 value;
    if (!read_target_value(groups, json, 4, &value)) return;
    if (property >= TEXTURE) {
        fill_texture_bind0(material, property, &value, &textures[expression->texture_bind_count++]);
    } else {
        vrm_ColorTarget target = property_targets[property];
        if (target != VRM_COLOR_EMISSION)
            value = vrmi_srgb_color(value);
        else if (reader->model->surfaces != NULL)
            value = vrmi_emission_to_factor(reader->model->surfaces[material].material, value);
        colors[expression->color_bind_count++] =
            (vrm_ColorBind){.material = material, .target = target, .value = value};
    }
}

/* ---- Material values of the draft ---- */

/* uvScale and uvOffset of one material become one bind; the half that a group does not mention
 * keeps the material's value. */
static vrm_TextureBind* texture_bind_of(Groups* groups, int32_t material, int32_t group,
                                        vrm_Expression* expression, vrm_TextureBind* textures) {
    if (groups->material_group == NULL) return NULL;
    if (groups->material_group[material] != group + 1) {
        const vrm_TextureInfo* base = &groups->reader->gltf->materials[material].base_color_texture;
        vrm_TextureTransform transform = vrm_texture_transform(base);
        vrm_TextureBind bind = {.material = material,
                                .scale = transform.scale,
                                .offset = transform.offset,
                                .binds_x = true,
                                .binds_y = true};
        groups->material_group[material] = group + 1;
        groups->material_bind[material] = expression->texture_bind_count;
        textures[expression->texture_bind_count++] = bind;
    }
    return &textures[groups->material_bind[material]];
}

static void add_draft_material_value(Groups* groups, vrm_JsonRef json, int32_t group,
                                     vrm_Expression* expression, vrm_ColorBind* colors,
                                     vrm_TextureBind* textures) {
    enum { COLOR, UV_SCALE, UV_OFFSET };
    static const char* const keys[] = {"type", "target", NULL};
    static const char* const types[] = {"color", "uvScale", "uvOffset"};
    vrmi_ModelReader* reader = groups->reader;
    int32_t material =
        vrmi_model_required_index(reader, json, "material", reader->gltf->material_count,
                                  VRMI_RULE_EXPRESSION_BIND_MATERIAL_INVALID);
    if (material < 0) return;
    const char* key = vrmi_model_alias(reader, json, keys);
    if (!vrmi_model_require(reader, json, key)) return;
    int32_t type = vrmi_model_enum(reader, json, key, types, COUNT(types), VRMI_EXACT, -1,
                                   VRMI_RULE_EXPRESSION_BIND_TYPE_UNKNOWN);
    vrm_Vec4 value;
    if (type < 0 || !read_target_value(groups, json, type == COLOR ? 3 : 2, &value)) return;
    if (type == COLOR) {
        colors[expression->color_bind_count++] =
            (vrm_ColorBind){.material = material, .target = VRM_COLOR_BASE, .value = value};
        return;
    }
    vrm_TextureBind* bind = texture_bind_of(groups, material, group, expression, textures);
    if (bind == NULL) return;
    if (type == UV_SCALE)
        bind->scale = (vrm_Vec2){value.x, value.y};
    else
        bind->offset = (vrm_Vec2){value.x, value.y};
}

static void read_material_values(Groups* groups, int32_t group, vrm_Expression* expression) {
    static const char* const keys[] = {"materialValues", "materials", NULL};
    vrmi_ModelReader* reader = groups->reader;
    vrm_JsonRef array = vrmi_read_array(&reader->base, expression->json,
                                        vrmi_model_alias(reader, expression->json, keys));
    uint32_t count = vrmi_read_length(&reader->base, array);
    vrm_ColorBind* colors = vrmi_read_alloc(&reader->base, count, sizeof *colors);
    vrm_TextureBind* textures = vrmi_read_alloc(&reader->base, count, sizeof *textures);
    if (colors == NULL || textures == NULL) return;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING) continue;
        if (groups->is_0)
            add_material_value0(groups, json, expression, colors, textures);
        else
            add_draft_material_value(groups, json, group, expression, colors, textures);
    }
    expression->color_binds = colors;
    expression->texture_binds = textures;
}

/* ---- Groups ---- */

static void read_group(Groups* groups, vrm_JsonRef json, int32_t group, vrm_Expression* out) {
    static const char* const keys[] = {"isBinary", "is_binary", NULL};
    vrmi_ModelReader* reader = groups->reader;
    *out = (vrm_Expression){.json = json, .preset = VRM_EXPRESSION_CUSTOM};
    if (vrmi_read_bool(&reader->base, json, vrmi_model_alias(reader, json, keys), false))
        out->binary = groups->is_0 ? VRM_BINARY_OVER_HALF : VRM_BINARY_NON_ZERO;
    if (!groups->is_0) vrmi_read_overrides(reader, out);
    read_morph_binds(groups, out);
    read_material_values(groups, group, out);
}

static void read_list(Groups* groups, vrm_JsonRef list, bool has_shape_of_1) {
    vrmi_ModelReader* reader = groups->reader;
    vrmi_ExpressionSet* set = groups->set;
    if (!vrmi_begin_expressions(reader, vrmi_read_length(&reader->base, list), set)) return;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, list);
    while (vrm_json_next(&it) && reader->base.result == VRM_OK) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING) continue;
        int32_t preset = preset_of_group(groups, json);
        bool is_spare = preset >= 0 && set->has_preset[preset];
        if (is_spare) {
            vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_DUPLICATED, json, NULL);
            preset = -1;
        }
        vrm_Expression* expression =
            preset >= 0 ? &set->presets[preset] : vrmi_add_custom(set, is_spare);
        if (has_shape_of_1)
            vrmi_read_expression(reader, json, expression);
        else
            read_group(groups, json, (int32_t)it.index, expression);
        if (preset >= 0)
            set->has_preset[preset] = true;
        else
            expression->name = vrmi_read_string(&reader->base, json, "name", "");
    }
}

void vrmi_read_expression_list(vrmi_ModelReader* reader, vrmi_ExpressionSet* set) {
    static const char* const draft_keys[] = {"blendShape", "blendshape", NULL};
    vrm_JsonRef vrm = reader->roots.vrm;
    Groups groups = {.reader = reader, .set = set, .is_0 = reader->model->dialect == VRM_DIALECT_0};
    set->is_list = true;
    set->compare = groups.is_0 ? VRMI_ANY_CASE : VRMI_EXACT;
    if (groups.is_0) {
        vrm_JsonRef master = vrmi_read_object(&reader->base, vrm, "blendShapeMaster");
        read_list(&groups, vrmi_read_array(&reader->base, master, "blendShapeGroups"), false);
        return;
    }
    const char* key = vrmi_model_alias(reader, vrm, draft_keys);
    if (vrmi_read_member(&reader->base, vrm, key) == VRM_JSON_MISSING) {
        read_list(&groups, vrmi_read_array(&reader->base, vrm, "expressions"), true);
        return;
    }
    size_t materials = (size_t)reader->gltf->material_count;
    groups.material_group = vrmi_model_scratch(reader, materials, sizeof(int32_t));
    groups.material_bind = vrmi_model_scratch(reader, materials, sizeof(int32_t));
    vrm_JsonRef blend_shape = vrmi_read_object(&reader->base, vrm, key);
    read_list(&groups, vrmi_read_array(&reader->base, blend_shape, "blendShapeGroups"), false);
}
