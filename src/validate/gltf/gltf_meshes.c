/* SPDX-License-Identifier: MIT */
/* Primitives: checks that attributes, indices, material and morph targets match. */
#include "gltf/accessor.h"
#include "validate/gltf/gltf_pass.h"

/* ---- Formats: glTF 2.0, "Meshes", and KHR_mesh_quantization ---- */

#define B  VRM_COMPONENT_BYTE
#define UB VRM_COMPONENT_UNSIGNED_BYTE
#define S  VRM_COMPONENT_SHORT
#define US VRM_COMPONENT_UNSIGNED_SHORT
#define UI VRM_COMPONENT_UNSIGNED_INT
#define F  VRM_COMPONENT_FLOAT
#define V2 VRM_ACCESSOR_VEC2
#define V3 VRM_ACCESSOR_VEC3
#define V4 VRM_ACCESSOR_VEC4

/* The first `plain` formats are always allowed, the rest with KHR_mesh_quantization. */
typedef struct FormatList {
    vrmi_Format formats[12];
    uint8_t plain, all;
} FormatList;

static const FormatList attribute_formats[VRM_SEMANTIC_WEIGHTS + 1] = {
    [VRM_SEMANTIC_POSITION] = {{{V3, F, 0},
                                {V3, B, 0},
                                {V3, B, 1},
                                {V3, UB, 0},
                                {V3, UB, 1},
                                {V3, S, 0},
                                {V3, S, 1},
                                {V3, US, 0},
                                {V3, US, 1}},
                               1,
                               9},
    [VRM_SEMANTIC_NORMAL] = {{{V3, F, 0}, {V3, B, 1}, {V3, S, 1}}, 1, 3},
    [VRM_SEMANTIC_TANGENT] = {{{V4, F, 0}, {V4, B, 1}, {V4, S, 1}}, 1, 3},
    [VRM_SEMANTIC_TEXCOORD] = {{{V2, F, 0},
                                {V2, UB, 1},
                                {V2, US, 1},
                                {V2, B, 0},
                                {V2, B, 1},
                                {V2, UB, 0},
                                {V2, S, 0},
                                {V2, S, 1},
                                {V2, US, 0}},
                               3,
                               9},
    [VRM_SEMANTIC_COLOR] =
        {{{V3, F, 0}, {V3, UB, 1}, {V3, US, 1}, {V4, F, 0}, {V4, UB, 1}, {V4, US, 1}}, 6, 6},
    [VRM_SEMANTIC_JOINTS] = {{{V4, UB, 0}, {V4, US, 0}}, 2, 2},
    [VRM_SEMANTIC_WEIGHTS] = {{{V4, F, 0}, {V4, UB, 1}, {V4, US, 1}}, 3, 3},
};

static const FormatList target_formats[VRM_SEMANTIC_COLOR + 1] = {
    [VRM_SEMANTIC_POSITION] = {{{V3, F, 0}, {V3, B, 0}, {V3, B, 1}, {V3, S, 0}, {V3, S, 1}}, 1, 5},
    [VRM_SEMANTIC_NORMAL] = {{{V3, F, 0}, {V3, B, 1}, {V3, S, 1}}, 1, 3},
    [VRM_SEMANTIC_TANGENT] = {{{V3, F, 0}, {V3, B, 1}, {V3, S, 1}}, 1, 3},
    [VRM_SEMANTIC_TEXCOORD] =
        {{{V2, F, 0}, {V2, B, 1}, {V2, UB, 1}, {V2, S, 1}, {V2, US, 1}, {V2, B, 0}, {V2, S, 0}},
         5,
         7},
    [VRM_SEMANTIC_COLOR] = {{{V3, F, 0},
                             {V3, B, 1},
                             {V3, UB, 1},
                             {V3, S, 1},
                             {V3, US, 1},
                             {V4, F, 0},
                             {V4, B, 1},
                             {V4, UB, 1},
                             {V4, S, 1},
                             {V4, US, 1}},
                            10,
                            10},
};

static const vrmi_Format index_formats[] = {{VRM_ACCESSOR_SCALAR, UB, false},
                                            {VRM_ACCESSOR_SCALAR, US, false},
                                            {VRM_ACCESSOR_SCALAR, UI, false}};

#undef B
#undef UB
#undef S
#undef US
#undef UI
#undef F
#undef V2
#undef V3
#undef V4

static bool is_allowed(const vrmi_GltfPass* pass, const vrm_Accessor* accessor,
                       const FormatList* list) {
    bool is_quantized = vrmi_schema_is_declared(&pass->context->walk, "KHR_mesh_quantization");
    return vrmi_pass_has_format(accessor, list->formats, is_quantized ? list->all : list->plain);
}

/* ---- Vertex data of attributes and morph targets alike ---- */

static void check_vertex_data(vrmi_GltfPass* pass, int32_t index, vrm_JsonRef at) {
    const vrm_Accessor* accessor = &pass->gltf->accessors[index];
    vrmi_AccessorFacts* facts = &pass->accessors[index];
    bool is_tight =
        accessor->buffer_view >= 0 && !vrmi_pass_has_stride(pass, accessor->buffer_view);
    if (accessor->byte_offset % 4 != 0 || (is_tight && vrmi_pass_element_size(accessor) % 4 != 0))
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_ACCESSOR_UNALIGNED, at);
    if (!is_tight || facts->is_sharer) return;
    facts->is_sharer = true;
    if (++pass->views[accessor->buffer_view].sharers > 1)
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE, at);
}

static void use_vertices(vrmi_GltfPass* pass, int32_t accessor, vrm_JsonRef at) {
    vrmi_pass_use_accessor(pass, accessor, VRMI_USAGE_VERTICES, at);
    vrmi_pass_use_view(pass, pass->gltf->accessors[accessor].buffer_view, VRMI_USAGE_VERTICES, at);
}

/* ---- Attributes ---- */

/* Facts from the attributes of a primitive. */
typedef struct Shape {
    int64_t vertex_count; /* -1: no attribute that can be used */
    bool has_normal, has_tangent;
    int64_t joint_sets, tex_coords; /* 0 when numbered with gaps */
    vrm_JsonRef tangent;
    uint8_t* used_tex_coords;
} Shape;

static void look_at_attribute(vrmi_GltfPass* pass, const vrm_Attribute* attribute, vrm_JsonRef at) {
    const vrm_Accessor* accessor = &pass->gltf->accessors[attribute->accessor];
    switch (attribute->semantic) {
    case VRM_SEMANTIC_NORMAL:
        vrmi_pass_look(pass, attribute->accessor, VRMI_DATA_UNIT_VECTOR, at, 0);
        break;
    case VRM_SEMANTIC_TANGENT:
        vrmi_pass_look(pass, attribute->accessor, VRMI_DATA_TANGENT, at, 0);
        break;
    case VRM_SEMANTIC_COLOR:
        if (attribute->set == 0 && accessor->component_type == VRM_COMPONENT_FLOAT)
            vrmi_pass_look(pass, attribute->accessor, VRMI_DATA_COLOR, at, 0);
        break;
    default: break;
    }
}

static void check_attribute(vrmi_GltfPass* pass, const vrm_Attribute* attribute, vrm_JsonRef at,
                            Shape* shape) {
    if (vrmi_pass_accessor(pass, attribute->accessor) < 0) return;
    const vrm_Accessor* accessor = &pass->gltf->accessors[attribute->accessor];
    use_vertices(pass, attribute->accessor, at);
    if (attribute->semantic == VRM_SEMANTIC_POSITION &&
        !pass->accessors[attribute->accessor].has_bounds)
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS, at);
    if (attribute->semantic == VRM_SEMANTIC_OTHER) {
        if (accessor->component_type == VRM_COMPONENT_UNSIGNED_INT)
            vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT, at);
    } else if (!is_allowed(pass, accessor, &attribute_formats[attribute->semantic])) {
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT, at);
    } else {
        look_at_attribute(pass, attribute, at);
    }
    int64_t count = accessor->count == 0 ? -1 : (int64_t)accessor->count;
    if (shape->vertex_count == -1)
        shape->vertex_count = count;
    else if (shape->vertex_count != count)
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT, at);
    check_vertex_data(pass, attribute->accessor, at);
}

static vrm_JsonRef object_member(const vrm_Json* json, vrm_JsonRef object, const char* key,
                                 vrm_JsonType type) {
    vrm_JsonRef member = vrm_json_member(json, object, key);
    return vrm_json_type(json, member) == type ? member : VRM_JSON_MISSING;
}

static void check_attributes(vrmi_GltfPass* pass, const vrm_Primitive* primitive, Shape* shape) {
    int64_t counts[VRM_SEMANTIC_WEIGHTS + 1] = {0}, ends[VRM_SEMANTIC_WEIGHTS + 1] = {0};
    vrm_JsonIter it = vrm_json_iter(
        pass->json, object_member(pass->json, primitive->json, "attributes", VRM_JSON_OBJECT));
    /* The typed attributes are those of the JSON, in its order. */
    while (vrm_json_next(&it) && (int32_t)it.index < primitive->attribute_count) {
        const vrm_Attribute* attribute = &primitive->attributes[it.index];
        check_attribute(pass, attribute, it.value, shape);
        counts[attribute->semantic]++;
        if (attribute->set >= ends[attribute->semantic])
            ends[attribute->semantic] = attribute->set + 1;
        if (attribute->semantic == VRM_SEMANTIC_TANGENT) shape->tangent = it.value;
    }
    bool has_sets[VRM_SEMANTIC_WEIGHTS + 1];
    for (int i = 0; i <= VRM_SEMANTIC_WEIGHTS; i++) has_sets[i] = counts[i] == ends[i];
    int64_t weights = has_sets[VRM_SEMANTIC_WEIGHTS] ? counts[VRM_SEMANTIC_WEIGHTS] : 0;
    shape->has_normal = counts[VRM_SEMANTIC_NORMAL] > 0;
    shape->has_tangent = counts[VRM_SEMANTIC_TANGENT] > 0;
    shape->joint_sets = has_sets[VRM_SEMANTIC_JOINTS] ? counts[VRM_SEMANTIC_JOINTS] : 0;
    if (shape->joint_sets != weights) shape->joint_sets = 0;
    shape->tex_coords = has_sets[VRM_SEMANTIC_TEXCOORD] ? counts[VRM_SEMANTIC_TEXCOORD] : 0;
}

/* ---- Indices ---- */

static void check_indices(vrmi_GltfPass* pass, const vrm_Primitive* primitive, int64_t vertex_count,
                          int64_t* drawn) {
    if (vrmi_pass_accessor(pass, primitive->indices) < 0) return;
    const vrm_Accessor* accessor = &pass->gltf->accessors[primitive->indices];
    vrm_JsonRef at = vrm_json_member(pass->json, primitive->json, "indices");
    *drawn = accessor->count == 0 ? -1 : (int64_t)accessor->count;
    vrmi_pass_use_accessor(pass, primitive->indices, VRMI_USAGE_INDICES, at);
    vrmi_pass_use_view(pass, accessor->buffer_view, VRMI_USAGE_INDICES, at);
    if (vrmi_pass_has_stride(pass, accessor->buffer_view))
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE, at);
    if (!vrmi_pass_has_format(accessor, index_formats, 3))
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT, at);
    else
        vrmi_pass_look(pass, primitive->indices,
                       primitive->mode == 4 ? VRMI_DATA_TRIANGLES : VRMI_DATA_INDICES, at,
                       vertex_count);
}

static bool fits_mode(uint32_t mode, int64_t drawn) {
    switch (mode) {
    case 1: return drawn % 2 == 0; /* lines */
    case 2:
    case 3: return drawn >= 2;     /* line loop and strip */
    case 4: return drawn % 3 == 0; /* triangles */
    case 5:
    case 6: return drawn >= 3; /* triangle strip and fan */
    default: return true;
    }
}

/* ---- Materials ---- */

/* Every texture of the material needs its UV set. Sets that are needed are marked. */
static void check_tex_coords(vrmi_GltfPass* pass, int32_t material, vrm_JsonRef at, Shape* shape) {
    const vrmi_GltfFacts* facts = pass->context->facts;
    const vrmi_MaterialFacts* material_facts = &facts->materials[material];
    for (uint32_t i = 0; i < material_facts->use_count; i++) {
        uint32_t set = facts->uses[material_facts->first_use + i].tex_coord;
        if ((int64_t)set >= shape->tex_coords)
            vrmi_report(pass->report, VRMI_RULE_MESH_PRIMITIVE_TOO_FEW_TEXCOORDS, pass->json, at,
                        "A texture of the material uses TEXCOORD_%u, which the mesh does not have.",
                        (unsigned)set);
        else if (shape->used_tex_coords != NULL)
            shape->used_tex_coords[set] = 1;
    }
}

static void check_variants(vrmi_GltfPass* pass, vrm_JsonRef primitive, Shape* shape) {
    if (!vrmi_schema_is_declared(&pass->context->walk, "KHR_materials_variants")) return;
    vrm_JsonRef extension = vrm_gltf_extension(pass->gltf, primitive, "KHR_materials_variants");
    vrm_JsonIter it =
        vrm_json_iter(pass->json, object_member(pass->json, extension, "mappings", VRM_JSON_ARRAY));
    while (vrm_json_next(&it)) {
        int64_t material;
        vrm_JsonRef at = vrm_json_member(pass->json, it.value, "material");
        if (vrm_json_integer(pass->json, at, &material) && material >= 0 &&
            material < pass->gltf->material_count)
            check_tex_coords(pass, (int32_t)material, at, shape);
    }
}

/* DEVIATION from Khronos: avatars do not store tangents, and VRM defines how they are computed
 * (MikkTSpace), so that all viewers agree. */
static bool is_avatar(const vrmi_GltfPass* pass) {
    vrm_JsonRef root = vrm_json_root(pass->json);
    return vrm_gltf_extension(pass->gltf, root, "VRMC_vrm") != VRM_JSON_MISSING ||
           vrm_gltf_extension(pass->gltf, root, "VRM") != VRM_JSON_MISSING;
}

static void check_material(vrmi_GltfPass* pass, const vrm_Primitive* primitive, Shape* shape) {
    bool needs_tangents = false;
    if (primitive->material >= 0) {
        const vrmi_MaterialFacts* facts = &pass->context->facts->materials[primitive->material];
        vrm_JsonRef at = vrm_json_member(pass->json, primitive->json, "material");
        needs_tangents = facts->needs_tangents;
        bool is_made = facts->has_normal_texture && is_avatar(pass);
        if (needs_tangents && !is_made && !(shape->has_normal && shape->has_tangent))
            vrmi_pass_report(pass,
                             facts->has_normal_texture
                                 ? VRMI_RULE_MESH_PRIMITIVE_GENERATED_TANGENT_SPACE
                                 : VRMI_RULE_MESH_PRIMITIVE_NO_TANGENT_SPACE,
                             at);
        check_tex_coords(pass, primitive->material, at, shape);
    }
    if (shape->has_tangent && !needs_tangents)
        vrmi_pass_report(pass, VRMI_RULE_UNUSED_MESH_TANGENT, shape->tangent);
}

static void find_unused_tex_coords(vrmi_GltfPass* pass, const vrm_Primitive* primitive,
                                   const Shape* shape) {
    if (shape->used_tex_coords == NULL) return;
    vrm_JsonIter it = vrm_json_iter(
        pass->json, object_member(pass->json, primitive->json, "attributes", VRM_JSON_OBJECT));
    while (vrm_json_next(&it) && (int32_t)it.index < primitive->attribute_count) {
        const vrm_Attribute* attribute = &primitive->attributes[it.index];
        if (attribute->semantic == VRM_SEMANTIC_TEXCOORD && !shape->used_tex_coords[attribute->set])
            vrmi_pass_report(pass, VRMI_RULE_UNUSED_OBJECT, it.value);
    }
}

/* ---- Morph targets ---- */

/* The attribute that a morph target changes, by its name. Targets mostly list attributes in the
 * order of the primitive, so the search begins where the last one ended. NULL when there is none;
 * *out is false when the search budget was exhausted. */
static const vrm_Attribute* find_base(vrmi_GltfPass* pass, const vrm_Primitive* primitive,
                                      const vrm_Attribute* target, int32_t* hint,
                                      bool* out_searched) {
    *out_searched = true;
    for (int32_t i = 0, at = *hint; i < primitive->attribute_count; i++, at++) {
        if (at >= primitive->attribute_count) at = 0;
        if (pass->search_budget == 0) {
            *out_searched = false;
            return NULL;
        }
        pass->search_budget--;
        if (!vrmi_is_same_attribute(pass->json, &primitive->attributes[at], target)) continue;
        *hint = at + 1;
        return &primitive->attributes[at];
    }
    return NULL;
}

static void check_target_attribute(vrmi_GltfPass* pass, const vrm_Primitive* primitive,
                                   const vrm_Attribute* attribute, vrm_JsonRef at, int32_t* hint) {
    if (vrmi_pass_accessor(pass, attribute->accessor) < 0) return;
    const vrm_Accessor* accessor = &pass->gltf->accessors[attribute->accessor];
    use_vertices(pass, attribute->accessor, at);
    bool was_searched;
    const vrm_Attribute* base = find_base(pass, primitive, attribute, hint, &was_searched);
    if (base == NULL || vrmi_pass_accessor(pass, base->accessor) < 0) {
        if (was_searched)
            vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR, at);
    } else if (pass->gltf->accessors[base->accessor].count != accessor->count) {
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT, at);
    }
    if (attribute->semantic == VRM_SEMANTIC_POSITION &&
        !pass->accessors[attribute->accessor].has_bounds)
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS, at);
    if (attribute->semantic != VRM_SEMANTIC_OTHER && attribute->semantic <= VRM_SEMANTIC_COLOR &&
        !is_allowed(pass, accessor, &target_formats[attribute->semantic]))
        vrmi_pass_report(pass, VRMI_RULE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT, at);
    check_vertex_data(pass, attribute->accessor, at);
}

static void check_targets(vrmi_GltfPass* pass, const vrm_Primitive* primitive) {
    vrm_JsonIter target = vrm_json_iter(
        pass->json, object_member(pass->json, primitive->json, "targets", VRM_JSON_ARRAY));
    while (vrm_json_next(&target) && (int32_t)target.index < primitive->target_count) {
        const vrm_MorphTarget* typed = &primitive->targets[target.index];
        int32_t hint = 0;
        vrm_JsonIter it = vrm_json_iter(pass->json, target.value);
        while (vrm_json_next(&it) && (int32_t)it.index < typed->attribute_count)
            check_target_attribute(pass, primitive, &typed->attributes[it.index], it.value, &hint);
    }
}

/* ---- All of them ---- */

static void check_primitive(vrmi_GltfPass* pass, const vrm_Primitive* primitive,
                            uint8_t* joint_flags) {
    Shape shape = {.vertex_count = -1, .tangent = VRM_JSON_MISSING};
    check_attributes(pass, primitive, &shape);
    *joint_flags |= shape.joint_sets > 0 ? VRMI_MESH_SOME_JOINTS : VRMI_MESH_SOME_WITHOUT_JOINTS;
    if (shape.tex_coords > 0)
        shape.used_tex_coords = vrmi_pass_alloc(pass, (size_t)shape.tex_coords, 1);
    int64_t drawn = shape.vertex_count;
    check_indices(pass, primitive, shape.vertex_count, &drawn);
    if (drawn != -1 && !fits_mode(primitive->mode, drawn))
        vrmi_report(pass->report, VRMI_RULE_MESH_PRIMITIVE_INCOMPATIBLE_MODE, pass->json,
                    primitive->json,
                    "%lld vertices or indices cannot all be drawn as primitives of mode %u.",
                    (long long)drawn, (unsigned)primitive->mode);
    check_variants(pass, primitive->json, &shape);
    check_material(pass, primitive, &shape);
    find_unused_tex_coords(pass, primitive, &shape);
    check_targets(pass, primitive);
}

void vrmi_pass_meshes(vrmi_GltfPass* pass) {
    for (int32_t m = 0; m < pass->gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &pass->gltf->meshes[m];
        for (int32_t i = 0; i < mesh->primitive_count; i++)
            if (mesh->primitives[i].json != VRM_JSON_MISSING)
                check_primitive(pass, &mesh->primitives[i], &pass->mesh_joints[m]);
    }
}
