/* SPDX-License-Identifier: MIT */
/* Expressions and gaze: binds without effect, duplicates, and probable mistakes. */
#include "base/words.h"
#include "validate/vrm/vrm_rules.h"

/* ---- Binds ---- */

/* The array of an expression that holds binds of one kind, under any of its names. */
static vrm_JsonRef binds_of(const vrmi_VrmCheck* check, vrm_JsonRef expression,
                            const char* const* keys) {
    vrm_JsonRef found = VRM_JSON_MISSING;
    for (int i = 0; keys[i] != NULL && found == VRM_JSON_MISSING; i++)
        found = vrmi_vrm_member(check, expression, keys[i]);
    return found;
}

static const char* const morph_keys[] = {"morphTargetBinds", "binds", "values", NULL};

/* The morph targets that the current expression has already bound. */
typedef struct Stamps {
    int32_t* first; /* of each mesh: where its targets begin in the lists below */
    int32_t* stamp; /* the expression that bound the target last, + 1 */
    int32_t* node;  /* and the node by which it did */
} Stamps;

static bool make_stamps(vrmi_VrmCheck* check, Stamps* stamps) {
    const vrm_Gltf* gltf = check->gltf;
    size_t targets = 0;
    stamps->first = vrmi_vrm_alloc(check, (size_t)gltf->mesh_count + 1, sizeof *stamps->first);
    if (stamps->first == NULL) return false;
    for (int32_t i = 0; i < gltf->mesh_count; i++) {
        stamps->first[i] = (int32_t)targets;
        targets += (size_t)gltf->meshes[i].target_count;
        if (targets > INT32_MAX) return false;
    }
    stamps->stamp = vrmi_vrm_alloc(check, targets + 1, sizeof *stamps->stamp);
    stamps->node = vrmi_vrm_alloc(check, targets + 1, sizeof *stamps->node);
    return stamps->stamp != NULL && stamps->node != NULL;
}

/* The mesh of a bind, -1 when the reader has refused it. `out_node` is -1 for binds by mesh. */
static int32_t bound_mesh(const vrmi_VrmCheck* check, vrm_JsonRef bind, int32_t* out_node) {
    const vrm_Gltf* gltf = check->gltf;
    int64_t index;
    *out_node = -1;
    if (vrm_json_integer(check->json, vrmi_vrm_member(check, bind, "node"), &index)) {
        if (index < 0 || index >= gltf->node_count) return -1;
        *out_node = (int32_t)index;
        return gltf->nodes[index].mesh;
    }
    if (!vrm_json_integer(check->json, vrmi_vrm_member(check, bind, "mesh"), &index)) return -1;
    return index >= 0 && index < gltf->mesh_count ? (int32_t)index : -1;
}

static void check_morph_bind(vrmi_VrmCheck* check, vrm_JsonRef bind, int32_t expression,
                             Stamps* stamps) {
    float most = check->dialect == VRM_DIALECT_0 ? 100.0f : 1.0f;
    vrm_JsonRef weight = vrmi_vrm_member(check, bind, "weight");
    double value = vrm_json_number(check->json, weight, 0);
    if (value < 0 || value > (double)most)
        VRMI_REPORT(
            check, EXPRESSION_WEIGHT_NOT_IN_RANGE, weight,
            "The weight of a morph bind is from 0 to %.0f; the shape is overdrawn otherwise.",
            (double)most);
    int64_t index;
    int32_t node, mesh = bound_mesh(check, bind, &node);
    if (mesh < 0 || !vrm_json_integer(check->json, vrmi_vrm_member(check, bind, "index"), &index))
        return;
    if (index < 0 || index >= check->gltf->meshes[mesh].target_count) return;
    int32_t at = stamps->first[mesh] + (int32_t)index;
    if (stamps->stamp[at] == expression + 1 && stamps->node[at] == node)
        vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_BIND_DUPLICATED, bind);
    stamps->stamp[at] = expression + 1;
    stamps->node[at] = node;
}

/* ---- Material binds ---- */

/* The colours that the specification's table allows, and those that a PBR or unlit material has. */
static bool supports(vrm_SurfaceKind kind, vrm_ColorTarget target) {
    if (target == VRM_COLOR_BASE || kind == VRM_SURFACE_MTOON) return true;
    return kind == VRM_SURFACE_PBR && target == VRM_COLOR_EMISSION;
}

static void check_color_bind(vrmi_VrmCheck* check, vrm_JsonRef bind) {
    static const char* const kinds[] = {"a PBR", "an unlit", "an MToon"};
    int64_t material;
    vrm_JsonRef type = vrmi_vrm_member(check, bind, "type");
    if (!vrm_json_integer(check->json, vrmi_vrm_member(check, bind, "material"), &material) ||
        material < 0 || material >= check->gltf->material_count)
        return;
    vrm_SurfaceKind kind = vrm_model_surfaces(check->model)[material].kind;
    for (int i = 0; i < 6; i++)
        if (vrm_json_equals(check->json, type, vrmi_color_targets[i]) &&
            !supports(kind, (vrm_ColorTarget)i))
            VRMI_REPORT(check, EXPRESSION_COLOR_UNSUPPORTED, type,
                        "Material %d is %s material and has no %s; the bind does nothing.",
                        (int)material, kinds[kind], vrmi_color_targets[i]);
    vrm_JsonRef value = vrmi_vrm_member(check, bind, "targetValue");
    vrm_JsonIter it = vrm_json_iter(check->json, value);
    while (vrm_json_next(&it)) {
        double number = vrm_json_number(check->json, it.value, 0);
        if (number >= 0 &&
            (number <= 1 || vrm_json_equals(check->json, type, vrmi_color_targets[1])))
            continue;
        vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_COLOR_NOT_IN_RANGE, value);
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

static void check_texture_bind(vrmi_VrmCheck* check, vrm_JsonRef bind) {
    int64_t index;
    vrm_JsonRef at = vrmi_vrm_member(check, bind, "material");
    if (!vrm_json_integer(check->json, at, &index) || index < 0 ||
        index >= check->gltf->material_count)
        return;
    const vrm_Surface* surface = &vrm_model_surfaces(check->model)[index];
    if (has_textures(surface->material) ||
        (surface->mtoon != NULL && has_toon_textures(surface->mtoon)))
        return;
    vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_TEXTURE_BIND_UNUSED, at);
}

/* ---- Expressions ---- */

static bool is_between(vrm_ExpressionPreset preset, vrm_ExpressionPreset first,
                       vrm_ExpressionPreset last) {
    return preset >= first && preset <= last;
}

static void check_override(vrmi_VrmCheck* check, const vrm_Expression* expression, const char* key,
                           vrm_Override value, vrm_ExpressionPreset first,
                           vrm_ExpressionPreset last) {
    if (value != VRM_OVERRIDE_NONE && is_between(expression->preset, first, last))
        vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_OVERRIDES_ITSELF,
                        vrmi_vrm_place(check, expression->json, key));
}

static void check_expression(vrmi_VrmCheck* check, const vrm_Expression* expression) {
    check_override(check, expression, "overrideMouth", expression->override_mouth,
                   VRM_EXPRESSION_AA, VRM_EXPRESSION_OH);
    check_override(check, expression, "overrideBlink", expression->override_blink,
                   VRM_EXPRESSION_BLINK, VRM_EXPRESSION_BLINK_RIGHT);
    check_override(check, expression, "overrideLookAt", expression->override_look_at,
                   VRM_EXPRESSION_LOOK_UP, VRM_EXPRESSION_LOOK_RIGHT);
    if (expression->preset != VRM_EXPRESSION_CUSTOM) return;
    if (expression->name[0] == '\0')
        vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_NAME_EMPTY, expression->json);
    bool has_binds = expression->morph_bind_count > 0 || expression->color_bind_count > 0 ||
                     expression->texture_bind_count > 0 ||
                     vrmi_vrm_member(check, expression->json, "extensions") != VRM_JSON_MISSING;
    if (!has_binds && expression->override_blink == VRM_OVERRIDE_NONE &&
        expression->override_look_at == VRM_OVERRIDE_NONE &&
        expression->override_mouth == VRM_OVERRIDE_NONE)
        vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_WITHOUT_EFFECT, expression->json);
}

void vrmi_check_expressions(vrmi_VrmCheck* check) {
    static const char* const color_keys[] = {"materialColorBinds", NULL};
    static const char* const texture_keys[] = {"textureTransformBinds", "materialUVBinds", NULL};
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(check->model, &count);
    Stamps stamps = {0};
    if (count == 0 || !make_stamps(check, &stamps)) return;
    for (int32_t i = 0; i < count; i++) {
        vrm_JsonRef json = expressions[i].json;
        check_expression(check, &expressions[i]);
        vrm_JsonIter it = vrm_json_iter(check->json, binds_of(check, json, morph_keys));
        while (vrm_json_next(&it)) check_morph_bind(check, it.value, i, &stamps);
        it = vrm_json_iter(check->json, binds_of(check, json, color_keys));
        while (vrm_json_next(&it)) check_color_bind(check, it.value);
        it = vrm_json_iter(check->json, binds_of(check, json, texture_keys));
        while (vrm_json_next(&it)) check_texture_bind(check, it.value);
    }
}

/* ---- Gaze ---- */

/* No eye is farther from the head. */
#define OFFSET_MAX 0.5f /* metres */

static bool has_binds(const vrmi_VrmCheck* check, vrm_ExpressionPreset preset) {
    int32_t count;
    const vrm_Expression* all = vrm_model_expressions(check->model, &count);
    int32_t index = vrm_model_expression(check->model, vrm_expression_preset_name(preset));
    return index >= 0 &&
           (all[index].morph_bind_count > 0 || all[index].color_bind_count > 0 ||
            all[index].texture_bind_count > 0 ||
            vrmi_vrm_member(check, all[index].json, "extensions") != VRM_JSON_MISSING);
}

static void check_range_map(vrmi_VrmCheck* check, const vrm_LookAt* look_at,
                            const vrm_RangeMap* map, const char* const* keys) {
    vrm_JsonRef json = VRM_JSON_MISSING;
    for (int i = 0; keys[i] != NULL && json == VRM_JSON_MISSING; i++)
        json = vrmi_vrm_member(check, look_at->json, keys[i]);
    if (json == VRM_JSON_MISSING) return;
    bool is_old = check->dialect == VRM_DIALECT_0;
    if (map->input_max_degrees == 0)
        vrmi_vrm_report(check, VRMI_RULE_LOOK_AT_INPUT_ZERO,
                        vrmi_vrm_place(check, json, is_old ? "xRange" : "inputMaxValue"));
    float most = look_at->type == VRM_LOOK_AT_BONE ? 90.0f : 1.0f;
    if (map->output_scale < 0 || map->output_scale > most)
        VRMI_REPORT(check, LOOK_AT_OUTPUT_NOT_IN_RANGE,
                    vrmi_vrm_place(check, json, is_old ? "yRange" : "outputScale"),
                    look_at->type == VRM_LOOK_AT_BONE
                        ? "An eye turns by 0 to 90 degrees."
                        : "The weight of an expression goes from 0 to 1.");
}

void vrmi_check_look_at(vrmi_VrmCheck* check) {
    static const char* const maps[4][4] = {
        {"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner", NULL},
        {"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter", NULL},
        {"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown", NULL},
        {"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp", NULL}};
    const vrm_LookAt* look_at = vrm_model_look_at(check->model);
    if (look_at == NULL) return;
    const vrm_RangeMap* values[4] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                     &look_at->vertical_down, &look_at->vertical_up};
    for (int i = 0; i < 4; i++) check_range_map(check, look_at, values[i], maps[i]);
    if (look_at->type == VRM_LOOK_AT_BONE) {
        if (vrmi_vrm_bone(check, VRM_BONE_LEFT_EYE) < 0 &&
            vrmi_vrm_bone(check, VRM_BONE_RIGHT_EYE) < 0)
            vrmi_vrm_report(check, VRMI_RULE_LOOK_AT_BONE_WITHOUT_EYES, look_at->json);
    } else {
        for (int preset = VRM_EXPRESSION_LOOK_UP; preset <= VRM_EXPRESSION_LOOK_RIGHT; preset++)
            if (!has_binds(check, (vrm_ExpressionPreset)preset))
                VRMI_REPORT(check, LOOK_AT_EXPRESSION_MISSING, look_at->json,
                            "The gaze works by expressions, but %s is missing or does nothing.",
                            vrm_expression_preset_name((vrm_ExpressionPreset)preset));
    }
    const char* key =
        check->dialect == VRM_DIALECT_0 ? "firstPersonBoneOffset" : "offsetFromHeadBone";
    vrm_JsonRef offset = vrmi_vrm_member(check, look_at->json, key);
    if (offset == VRM_JSON_MISSING)
        vrmi_vrm_report(check, VRMI_RULE_LOOK_AT_OFFSET_MISSING, look_at->json);
    else if (vrmi_vec3_length(look_at->offset_from_head) > OFFSET_MAX)
        vrmi_vrm_report(check, VRMI_RULE_LOOK_AT_OFFSET_FAR, offset);
    if (check->dialect != VRM_DIALECT_0) return;
    int32_t head = vrmi_vrm_bone(check, VRM_BONE_HEAD);
    if (head >= 0 && vrm_model_first_person_node(check->model) != head)
        vrmi_vrm_report(check, VRMI_RULE_FIRST_PERSON_BONE_NOT_HEAD,
                        vrmi_vrm_place(check, look_at->json, "firstPersonBone"));
}
