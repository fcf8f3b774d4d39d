/* SPDX-License-Identifier: MIT */
/* Expressions and gaze: binds without effect, duplicates, and probable mistakes. */
#include "validate/vrm_rules.h"

/* ---- Binds ---- */

/* The array of an expression that holds binds of one kind, under any of its names. */
static vrm_JsonRef binds_of(const vrmi_Judge* judge, vrm_JsonRef expression,
                            const char* const* keys) {
    vrm_JsonRef found = VRM_JSON_MISSING;
    for (int i = 0; keys[i] != NULL && found == VRM_JSON_MISSING; i++)
        found = vrmi_judge_member(judge, expression, keys[i]);
    return found;
}

static const char* const morph_keys[] = {"morphTargetBinds", "binds", "values", NULL};

/* The morph targets that the current expression has already bound. */
typedef struct Stamps {
    int32_t* first; /* of each mesh: where its targets begin in the lists below */
    int32_t* stamp; /* the expression that bound the target last, + 1 */
    int32_t* node;  /* and the node by which it did */
} Stamps;

static bool make_stamps(vrmi_Judge* judge, Stamps* stamps) {
    const vrm_Gltf* gltf = judge->gltf;
    size_t targets = 0;
    stamps->first = vrmi_judge_alloc(judge, (size_t)gltf->mesh_count + 1, sizeof *stamps->first);
    if (stamps->first == NULL) return false;
    for (int32_t i = 0; i < gltf->mesh_count; i++) {
        stamps->first[i] = (int32_t)targets;
        targets += (size_t)gltf->meshes[i].target_count;
        if (targets > INT32_MAX) return false;
    }
    stamps->stamp = vrmi_judge_alloc(judge, targets + 1, sizeof *stamps->stamp);
    stamps->node = vrmi_judge_alloc(judge, targets + 1, sizeof *stamps->node);
    return stamps->stamp != NULL && stamps->node != NULL;
}

/* The mesh of a bind, -1 when the reader has refused it. `out_node` is -1 for binds by mesh. */
static int32_t bound_mesh(const vrmi_Judge* judge, vrm_JsonRef bind, int32_t* out_node) {
    const vrm_Gltf* gltf = judge->gltf;
    int64_t index;
    *out_node = -1;
    if (vrm_json_integer(judge->json, vrmi_judge_member(judge, bind, "node"), &index)) {
        if (index < 0 || index >= gltf->node_count) return -1;
        *out_node = (int32_t)index;
        return gltf->nodes[index].mesh;
    }
    if (!vrm_json_integer(judge->json, vrmi_judge_member(judge, bind, "mesh"), &index)) return -1;
    return index >= 0 && index < gltf->mesh_count ? (int32_t)index : -1;
}

static void judge_morph_bind(vrmi_Judge* judge, vrm_JsonRef bind, int32_t expression,
                             Stamps* stamps) {
    float most = judge->dialect == VRM_DIALECT_0 ? 100.0f : 1.0f;
    vrm_JsonRef weight = vrmi_judge_member(judge, bind, "weight");
    double value = vrm_json_number(judge->json, weight, 0);
    if (value < 0 || value > (double)most)
        VRMI_JUDGE(
            judge, EXPRESSION_WEIGHT_NOT_IN_RANGE, weight,
            "The weight of a morph bind is from 0 to %.0f; the shape is overdrawn otherwise.",
            (double)most);
    int64_t index;
    int32_t node, mesh = bound_mesh(judge, bind, &node);
    if (mesh < 0 || !vrm_json_integer(judge->json, vrmi_judge_member(judge, bind, "index"), &index))
        return;
    if (index < 0 || index >= judge->gltf->meshes[mesh].target_count) return;
    int32_t at = stamps->first[mesh] + (int32_t)index;
    if (stamps->stamp[at] == expression + 1 && stamps->node[at] == node)
        VRMI_JUDGE(judge, EXPRESSION_BIND_DUPLICATED, bind, NULL);
    stamps->stamp[at] = expression + 1;
    stamps->node[at] = node;
}

/* ---- Material binds ---- */

/* The colours that the specification's table allows, and those that a PBR or unlit material has. */
static bool supports(vrm_SurfaceKind kind, vrm_ColorTarget target) {
    if (target == VRM_COLOR_BASE || kind == VRM_SURFACE_MTOON) return true;
    return kind == VRM_SURFACE_PBR && target == VRM_COLOR_EMISSION;
}

static void judge_color_bind(vrmi_Judge* judge, vrm_JsonRef bind) {
    static const char* const types[] = {"color",       "emissionColor", "shadeColor",
                                        "matcapColor", "rimColor",      "outlineColor"};
    static const char* const kinds[] = {"a PBR", "an unlit", "an MToon"};
    int64_t material;
    vrm_JsonRef type = vrmi_judge_member(judge, bind, "type");
    if (!vrm_json_integer(judge->json, vrmi_judge_member(judge, bind, "material"), &material) ||
        material < 0 || material >= judge->gltf->material_count)
        return;
    vrm_SurfaceKind kind = vrm_model_surfaces(judge->model)[material].kind;
    for (int i = 0; i < 6; i++)
        if (vrm_json_equals(judge->json, type, types[i]) && !supports(kind, (vrm_ColorTarget)i))
            VRMI_JUDGE(judge, EXPRESSION_COLOR_UNSUPPORTED, type,
                       "Material %d is %s material and has no %s; the bind does nothing.",
                       (int)material, kinds[kind], types[i]);
    vrm_JsonRef value = vrmi_judge_member(judge, bind, "targetValue");
    vrm_JsonIter it = vrm_json_iter(judge->json, value);
    while (vrm_json_next(&it)) {
        double number = vrm_json_number(judge->json, it.value, 0);
        if (number >= 0 && (number <= 1 || vrm_json_equals(judge->json, type, types[1]))) continue;
        VRMI_JUDGE(judge, EXPRESSION_COLOR_NOT_IN_RANGE, value, NULL);
        return;
    }
}

static bool has_textures(const vrm_Material* material) {
    return material->base_color_texture.texture >= 0 ||
           material->metallic_roughness_texture.texture >= 0 ||
           material->normal_texture.texture >= 0 || material->occlusion_texture.texture >= 0 ||
           material->emissive_texture.texture >= 0;
}

/* Matcap does not move. */
static bool has_toon_textures(const vrm_Mtoon* mtoon) {
    return mtoon->shade_multiply_texture.texture >= 0 ||
           mtoon->shading_shift_texture.texture >= 0 || mtoon->rim_multiply_texture.texture >= 0 ||
           mtoon->outline_width_multiply_texture.texture >= 0 ||
           mtoon->uv_animation_mask_texture.texture >= 0;
}

static void judge_texture_bind(vrmi_Judge* judge, vrm_JsonRef bind) {
    int64_t index;
    vrm_JsonRef at = vrmi_judge_member(judge, bind, "material");
    if (!vrm_json_integer(judge->json, at, &index) || index < 0 ||
        index >= judge->gltf->material_count)
        return;
    const vrm_Surface* surface = &vrm_model_surfaces(judge->model)[index];
    if (has_textures(surface->material) ||
        (surface->mtoon != NULL && has_toon_textures(surface->mtoon)))
        return;
    VRMI_JUDGE(judge, EXPRESSION_TEXTURE_BIND_UNUSED, at, NULL);
}

/* ---- Expressions ---- */

static bool is_between(vrm_ExpressionPreset preset, vrm_ExpressionPreset first,
                       vrm_ExpressionPreset last) {
    return preset >= first && preset <= last;
}

static void judge_override(vrmi_Judge* judge, const vrm_Expression* expression, const char* key,
                           vrm_Override value, vrm_ExpressionPreset first,
                           vrm_ExpressionPreset last) {
    if (value != VRM_OVERRIDE_NONE && is_between(expression->preset, first, last))
        VRMI_JUDGE(judge, EXPRESSION_OVERRIDES_ITSELF,
                   vrmi_judge_place(judge, expression->json, key), NULL);
}

static void judge_expression(vrmi_Judge* judge, const vrm_Expression* expression) {
    judge_override(judge, expression, "overrideMouth", expression->override_mouth,
                   VRM_EXPRESSION_AA, VRM_EXPRESSION_OH);
    judge_override(judge, expression, "overrideBlink", expression->override_blink,
                   VRM_EXPRESSION_BLINK, VRM_EXPRESSION_BLINK_RIGHT);
    judge_override(judge, expression, "overrideLookAt", expression->override_look_at,
                   VRM_EXPRESSION_LOOK_UP, VRM_EXPRESSION_LOOK_RIGHT);
    if (expression->preset != VRM_EXPRESSION_CUSTOM) return;
    if (expression->name[0] == '\0')
        VRMI_JUDGE(judge, EXPRESSION_NAME_EMPTY, expression->json, NULL);
    bool has_binds = expression->morph_bind_count > 0 || expression->color_bind_count > 0 ||
                     expression->texture_bind_count > 0 ||
                     vrmi_judge_member(judge, expression->json, "extensions") != VRM_JSON_MISSING;
    if (!has_binds && expression->override_blink == VRM_OVERRIDE_NONE &&
        expression->override_look_at == VRM_OVERRIDE_NONE &&
        expression->override_mouth == VRM_OVERRIDE_NONE)
        VRMI_JUDGE(judge, EXPRESSION_WITHOUT_EFFECT, expression->json, NULL);
}

void vrmi_judge_expressions(vrmi_Judge* judge) {
    static const char* const color_keys[] = {"materialColorBinds", NULL};
    static const char* const texture_keys[] = {"textureTransformBinds", "materialUVBinds", NULL};
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(judge->model, &count);
    Stamps stamps = {0};
    if (count == 0 || !make_stamps(judge, &stamps)) return;
    for (int32_t i = 0; i < count; i++) {
        vrm_JsonRef json = expressions[i].json;
        judge_expression(judge, &expressions[i]);
        vrm_JsonIter it = vrm_json_iter(judge->json, binds_of(judge, json, morph_keys));
        while (vrm_json_next(&it)) judge_morph_bind(judge, it.value, i, &stamps);
        it = vrm_json_iter(judge->json, binds_of(judge, json, color_keys));
        while (vrm_json_next(&it)) judge_color_bind(judge, it.value);
        it = vrm_json_iter(judge->json, binds_of(judge, json, texture_keys));
        while (vrm_json_next(&it)) judge_texture_bind(judge, it.value);
    }
}

/* ---- Gaze ---- */

/* No eye is farther from the head. */
#define OFFSET_MAX 0.5f /* metres */

static bool has_binds(const vrmi_Judge* judge, vrm_ExpressionPreset preset) {
    int32_t count;
    const vrm_Expression* all = vrm_model_expressions(judge->model, &count);
    int32_t index = vrm_model_expression(judge->model, vrm_expression_preset_name(preset));
    return index >= 0 &&
           (all[index].morph_bind_count > 0 || all[index].color_bind_count > 0 ||
            all[index].texture_bind_count > 0 ||
            vrmi_judge_member(judge, all[index].json, "extensions") != VRM_JSON_MISSING);
}

static void judge_range_map(vrmi_Judge* judge, const vrm_LookAt* look_at, const vrm_RangeMap* map,
                            const char* const* keys) {
    vrm_JsonRef json = VRM_JSON_MISSING;
    for (int i = 0; keys[i] != NULL && json == VRM_JSON_MISSING; i++)
        json = vrmi_judge_member(judge, look_at->json, keys[i]);
    if (json == VRM_JSON_MISSING) return;
    bool is_old = judge->dialect == VRM_DIALECT_0;
    if (map->input_max_degrees == 0)
        VRMI_JUDGE(judge, LOOK_AT_INPUT_ZERO,
                   vrmi_judge_place(judge, json, is_old ? "xRange" : "inputMaxValue"), NULL);
    float most = look_at->type == VRM_LOOK_AT_BONE ? 90.0f : 1.0f;
    if (map->output_scale < 0 || map->output_scale > most)
        VRMI_JUDGE(judge, LOOK_AT_OUTPUT_NOT_IN_RANGE,
                   vrmi_judge_place(judge, json, is_old ? "yRange" : "outputScale"),
                   look_at->type == VRM_LOOK_AT_BONE
                       ? "An eye turns by 0 to 90 degrees."
                       : "The weight of an expression goes from 0 to 1.");
}

void vrmi_judge_look_at(vrmi_Judge* judge) {
    static const char* const maps[4][4] = {
        {"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner", NULL},
        {"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter", NULL},
        {"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown", NULL},
        {"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp", NULL}};
    const vrm_LookAt* look_at = vrm_model_look_at(judge->model);
    if (look_at == NULL) return;
    const vrm_RangeMap* values[4] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                     &look_at->vertical_down, &look_at->vertical_up};
    for (int i = 0; i < 4; i++) judge_range_map(judge, look_at, values[i], maps[i]);
    if (look_at->type == VRM_LOOK_AT_BONE) {
        if (vrmi_judge_bone(judge, VRM_BONE_LEFT_EYE) < 0 &&
            vrmi_judge_bone(judge, VRM_BONE_RIGHT_EYE) < 0)
            VRMI_JUDGE(judge, LOOK_AT_BONE_WITHOUT_EYES, look_at->json, NULL);
    } else {
        for (int preset = VRM_EXPRESSION_LOOK_UP; preset <= VRM_EXPRESSION_LOOK_RIGHT; preset++)
            if (!has_binds(judge, (vrm_ExpressionPreset)preset))
                VRMI_JUDGE(judge, LOOK_AT_EXPRESSION_MISSING, look_at->json,
                           "The gaze works by expressions, but %s is missing or does nothing.",
                           vrm_expression_preset_name((vrm_ExpressionPreset)preset));
    }
    const char* key =
        judge->dialect == VRM_DIALECT_0 ? "firstPersonBoneOffset" : "offsetFromHeadBone";
    vrm_JsonRef offset = vrmi_judge_member(judge, look_at->json, key);
    if (offset == VRM_JSON_MISSING)
        VRMI_JUDGE(judge, LOOK_AT_OFFSET_MISSING, look_at->json, NULL);
    else if (vrmi_vec3_length(look_at->offset_from_head) > OFFSET_MAX)
        VRMI_JUDGE(judge, LOOK_AT_OFFSET_FAR, offset, NULL);
    if (judge->dialect != VRM_DIALECT_0) return;
    int32_t head = vrmi_judge_bone(judge, VRM_BONE_HEAD);
    if (head >= 0 && vrm_model_first_person_node(judge->model) != head)
        VRMI_JUDGE(judge, FIRST_PERSON_BONE_NOT_HEAD,
                   vrmi_judge_place(judge, look_at->json, "firstPersonBone"), NULL);
}
