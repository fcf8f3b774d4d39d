/* SPDX-License-Identifier: MIT */
/* Expression tables: categories, overrides, binds flattened to indices into the result arrays
 * (VRMC_vrm 1.0, expressions), and the look-at data that uses them (lookAt). */
#include "rig/rig_draft.h"

#include <string.h>

#define COLOR_TARGETS       6
#define MOVED_TEXTURES      VRM_TEXTURE_MATCAP /* all before the matcap */
#define VALUES_PER_MATERIAL (COLOR_TARGETS + MOVED_TEXTURES)

/* ---- Categories ---- */

static vrm_Category preset_category(vrm_ExpressionPreset preset) {
    if (preset >= VRM_EXPRESSION_AA && preset <= VRM_EXPRESSION_OH) return VRM_CATEGORY_MOUTH;
    if (preset >= VRM_EXPRESSION_BLINK && preset <= VRM_EXPRESSION_BLINK_RIGHT)
        return VRM_CATEGORY_BLINK;
    if (preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT)
        return VRM_CATEGORY_LOOK_AT;
    return VRM_CATEGORY_NONE;
}

static vrm_Category category_of(const vrm_RigDef* def, const vrm_Expression* expression) {
    if (expression->preset != VRM_EXPRESSION_CUSTOM) return preset_category(expression->preset);
    for (int32_t i = 0; i < def->member_count; i++) {
        const vrm_CategoryMember* member = &def->members[i];
        if (member->category > VRM_CATEGORY_NONE && member->category < VRM_CATEGORY_COUNT &&
            strcmp(member->expression, expression->name) == 0)
            return member->category;
    }
    return VRM_CATEGORY_NONE;
}

/* An override of the expression's own category has no effect (docs/reference/spec-notes.md, C-36):
 * it is dropped here. */
static void set_rules(vrmi_RigExpression* e, const vrm_ExpressionRules* rules) {
    e->category = (int8_t)rules->category;
    e->binary = (int8_t)rules->binary;
    e->overrides[VRM_CATEGORY_MOUTH] = (int8_t)rules->override_mouth;
    e->overrides[VRM_CATEGORY_BLINK] = (int8_t)rules->override_blink;
    e->overrides[VRM_CATEGORY_LOOK_AT] = (int8_t)rules->override_look_at;
    e->overrides[e->category] = VRM_OVERRIDE_NONE;
    e->has_overrides = false;
    for (int c = VRM_CATEGORY_MOUTH; c < VRM_CATEGORY_COUNT; c++)
        if (e->overrides[c] != VRM_OVERRIDE_NONE) e->has_overrides = true;
}

static vrmi_RigExpression describe(const vrm_RigDef* def, const vrm_Expression* expression) {
    vrmi_RigExpression e = {.name = expression->name, .preset = (int8_t)expression->preset};
    set_rules(&e, &(vrm_ExpressionRules){.category = category_of(def, expression),
                                         .binary = expression->binary,
                                         .override_mouth = expression->override_mouth,
                                         .override_blink = expression->override_blink,
                                         .override_look_at = expression->override_look_at});
    return e;
}

static bool is_override(vrm_Override override) {
    return (unsigned) override <= VRM_OVERRIDE_BLEND;
}

bool vrm_rig_set_expression(vrm_Rig* rig, int32_t expression, const vrm_ExpressionRules* rules) {
    if (expression < 0 || expression >= rig->expression_count ||
        (unsigned)rules->category >= VRM_CATEGORY_COUNT ||
        (unsigned)rules->binary > VRM_BINARY_NON_ZERO || !is_override(rules->override_mouth) ||
        !is_override(rules->override_blink) || !is_override(rules->override_look_at))
        return false;
    set_rules(&rig->expressions[expression], rules);
    rig->rules_version++;
    return true;
}

/* ---- Material values ---- */

/* The initial value of a colour bind; false when this kind of material has no such colour. */
static bool color_base(const vrm_Surface* surface, vrm_ColorTarget target, vrm_Vec4* out) {
    static const uint16_t places[] = {
        [VRM_COLOR_SHADE] = offsetof(vrm_Mtoon, shade_color_factor),
        [VRM_COLOR_MATCAP] = offsetof(vrm_Mtoon, matcap_factor),
        [VRM_COLOR_RIM] = offsetof(vrm_Mtoon, parametric_rim_color_factor),
        [VRM_COLOR_OUTLINE] = offsetof(vrm_Mtoon, outline_color_factor)};
    const void* rgb = &surface->material->emissive_factor;
    if (target == VRM_COLOR_BASE) {
        *out = surface->material->base_color_factor;
        return true;
    }
    if (target == VRM_COLOR_EMISSION) {
        if (surface->kind == VRM_SURFACE_UNLIT) return false;
    } else {
        if (surface->mtoon == NULL) return false;
        rgb = (const char*)surface->mtoon + places[target];
    }
    memcpy(out, rgb, sizeof(vrm_Vec3));
    out->w = 1.0f;
    return true;
}

static bool texture_base(const vrm_Surface* surface, vrm_TextureSlot slot, vrm_Vec4* out) {
    const vrm_TextureInfo* info = vrm_surface_texture(surface, slot);
    if (info == NULL || (info->texture < 0 && slot != VRM_TEXTURE_BASE_COLOR)) return false;
    vrm_TextureTransform at = vrm_texture_transform(info);
    *out = (vrm_Vec4){at.offset.x, at.offset.y, at.scale.x, at.scale.y};
    return true;
}

/* The index of each value of each material: 0 unreached, else index + 1. First the values that
 * expressions reach are marked, then they are numbered, so that the list is sorted. */
typedef struct ValueTable {
    int32_t* places;
    const vrm_Surface* surfaces;
    int32_t material_count;
} ValueTable;

static bool value_base(const ValueTable* table, int32_t material, int32_t kind, vrm_Vec4* out) {
    const vrm_Surface* surface = &table->surfaces[material];
    bool is_there = kind < COLOR_TARGETS
                        ? color_base(surface, (vrm_ColorTarget)kind, out)
                        : texture_base(surface, (vrm_TextureSlot)(kind - COLOR_TARGETS), out);
    if (is_there) *out = vrmi_vec4_within(*out, VRMI_VALUE_MAX);
    return is_there;
}

static void mark_values(ValueTable* table, const vrm_Expression* expression) {
    for (int32_t b = 0; b < expression->color_bind_count; b++) {
        const vrm_ColorBind* bind = &expression->color_binds[b];
        if (bind->material < 0 || bind->material >= table->material_count) continue;
        table->places[bind->material * VALUES_PER_MATERIAL + (int32_t)bind->target] = 1;
    }
    for (int32_t b = 0; b < expression->texture_bind_count; b++) {
        int32_t material = expression->texture_binds[b].material;
        if (material < 0 || material >= table->material_count) continue;
        for (int32_t slot = 0; slot < MOVED_TEXTURES; slot++)
            table->places[material * VALUES_PER_MATERIAL + COLOR_TARGETS + slot] = 1;
    }
}

static vrm_Result number_values(vrmi_RigBuild* build, ValueTable* table) {
    vrm_Rig* rig = &build->draft;
    int32_t all = table->material_count * VALUES_PER_MATERIAL, count = 0;
    vrm_Vec4 base;
    for (int32_t i = 0; i < all; i++) {
        if (table->places[i] == 0) continue;
        bool is_there = value_base(table, i / VALUES_PER_MATERIAL, i % VALUES_PER_MATERIAL, &base);
        table->places[i] = is_there ? ++count : 0;
    }
    vrm_MaterialValue* values = vrmi_build_alloc(build, (size_t)count, sizeof *values);
    if (values == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < all; i++) {
        if (table->places[i] == 0) continue;
        int32_t material = i / VALUES_PER_MATERIAL, kind = i % VALUES_PER_MATERIAL;
        vrm_MaterialValue* value = &values[table->places[i] - 1];
        value->material = material;
        value->kind = kind < COLOR_TARGETS ? VRM_VALUE_COLOR : VRM_VALUE_TEXTURE;
        if (kind < COLOR_TARGETS)
            value->color = (vrm_ColorTarget)kind;
        else
            value->texture = (vrm_TextureSlot)(kind - COLOR_TARGETS);
        (void)value_base(table, material, kind, &value->base);
    }
    rig->material_values = values;
    rig->value_count = count;
    return VRM_OK;
}

/* ---- Binds ---- */

/* value = base + sum(weight * (target - base)): the difference is made once, here. */
static void set_delta(const vrm_Rig* rig, int32_t value, vrm_Vec4 target, vrmi_RigValueBind* out) {
    vrm_Vec4 base = rig->material_values[value].base;
    target = vrmi_vec4_within(target, VRMI_VALUE_MAX);
    out->value = value;
    out->delta =
        (vrm_Vec4){target.x - base.x, target.y - base.y, target.z - base.z, target.w - base.w};
}

/* Alpha takes part in the base colour only. */
static int32_t flatten_colors(const vrm_Rig* rig, const ValueTable* table,
                              const vrm_Expression* expression, vrmi_RigValueBind* out) {
    int32_t count = 0;
    for (int32_t b = 0; b < expression->color_bind_count; b++) {
        const vrm_ColorBind* bind = &expression->color_binds[b];
        if (bind->material < 0 || bind->material >= table->material_count) continue;
        int32_t place = table->places[bind->material * VALUES_PER_MATERIAL + (int32_t)bind->target];
        if (place == 0) continue;
        vrmi_RigValueBind* to = &out[count++];
        set_delta(rig, place - 1, bind->value, to);
        if (bind->target != VRM_COLOR_BASE) to->delta.w = 0.0f;
    }
    return count;
}

/* Every texture of the material starts from its own transform, and all move by the same amount. */
static int32_t flatten_textures(const vrm_Rig* rig, const ValueTable* table,
                                const vrm_Expression* expression, vrmi_RigValueBind* out) {
    int32_t count = 0;
    for (int32_t b = 0; b < expression->texture_bind_count; b++) {
        const vrm_TextureBind* bind = &expression->texture_binds[b];
        if (bind->material < 0 || bind->material >= table->material_count) continue;
        vrm_Vec4 value = {bind->offset.x, bind->offset.y, bind->scale.x, bind->scale.y};
        for (int32_t slot = 0; slot < MOVED_TEXTURES; slot++) {
            int32_t place =
                table->places[bind->material * VALUES_PER_MATERIAL + COLOR_TARGETS + slot];
            if (place == 0) continue;
            vrmi_RigValueBind* to = &out[count++];
            set_delta(rig, place - 1, value, to);
            if (!bind->binds_x) to->delta.x = to->delta.z = 0.0f;
            if (!bind->binds_y) to->delta.y = to->delta.w = 0.0f;
        }
    }
    return count;
}

typedef struct MorphTable {
    int32_t* places; /* by morph of the avatar: place among the reached + 1; 0 unreached */
    int32_t* reached;
} MorphTable;

static int32_t flatten_morphs(vrm_Rig* rig, MorphTable* table, const vrm_Expression* expression,
                              vrmi_RigMorphBind* out) {
    int32_t count = 0;
    for (int32_t b = 0; b < expression->morph_bind_count; b++) {
        const vrm_MorphBind* bind = &expression->morph_binds[b];
        if (bind->node < 0 || bind->node >= rig->slot_count) continue;
        int32_t mesh_node = rig->node_mesh_nodes[bind->node];
        if (mesh_node < 0 || bind->index < 0 ||
            bind->index >= rig->mesh_nodes[mesh_node].morph_count)
            continue;
        int32_t morph = rig->mesh_nodes[mesh_node].first_morph + bind->index;
        if (table->places[morph] == 0) {
            table->reached[rig->reached_count] = morph;
            table->places[morph] = ++rig->reached_count;
        }
        out[count++] = (vrmi_RigMorphBind){table->places[morph] - 1,
                                           vrmi_within(bind->weight, VRMI_VALUE_MAX)};
    }
    return count;
}

/* ---- All expressions ---- */

typedef struct BindCounts {
    size_t morphs, values;
} BindCounts;

static BindCounts count_binds(const vrm_Expression* expressions, int32_t count) {
    BindCounts counts = {0, 0};
    for (int32_t i = 0; i < count; i++) {
        counts.morphs += (size_t)expressions[i].morph_bind_count;
        counts.values += (size_t)expressions[i].color_bind_count +
                         (size_t)expressions[i].texture_bind_count * MOVED_TEXTURES;
    }
    return counts;
}

vrm_Result vrmi_build_expressions(vrmi_RigBuild* build) {
    vrm_Rig* rig = &build->draft;
    int32_t count = 0;
    const vrm_Expression* expressions = vrm_model_expressions(build->model, &count);
    BindCounts binds = count_binds(expressions, count);
    if (binds.morphs > INT32_MAX || binds.values > INT32_MAX ||
        build->gltf->material_count > INT32_MAX / VALUES_PER_MATERIAL)
        return VRM_ERR_LIMIT;

    ValueTable values = {.surfaces = vrm_model_surfaces(build->model),
                         .material_count = build->gltf->material_count};
    MorphTable morphs;
    vrmi_RigExpression* table = vrmi_build_alloc(build, (size_t)count, sizeof *table);
    vrmi_RigMorphBind* morph_binds = vrmi_build_alloc(build, binds.morphs, sizeof *morph_binds);
    vrmi_RigValueBind* value_binds = vrmi_build_alloc(build, binds.values, sizeof *value_binds);
    values.places = vrmi_build_alloc(build, (size_t)values.material_count * VALUES_PER_MATERIAL,
                                     sizeof *values.places);
    morphs.places = vrmi_build_alloc(build, (size_t)rig->morph_count, sizeof *morphs.places);
    morphs.reached = vrmi_build_alloc(build, (size_t)rig->morph_count, sizeof *morphs.reached);
    if (build->is_out_of_memory) return VRM_ERR_MEMORY;

    for (int32_t i = 0; i < count; i++) mark_values(&values, &expressions[i]);
    vrm_Result result = number_values(build, &values);
    if (result != VRM_OK) return result;

    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) rig->preset_expressions[p] = -1;
    int32_t morph_at = 0, value_at = 0;
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* expression = &expressions[i];
        vrmi_RigExpression* e = &table[i];
        *e = describe(&build->def, expression);
        if (e->preset >= 0) rig->preset_expressions[e->preset] = i;
        e->first_morph = morph_at;
        e->morph_count = flatten_morphs(rig, &morphs, expression, morph_binds + morph_at);
        morph_at += e->morph_count;
        e->first_value = value_at;
        value_at += flatten_colors(rig, &values, expression, value_binds + value_at);
        value_at += flatten_textures(rig, &values, expression, value_binds + value_at);
        e->value_count = value_at - e->first_value;
    }
    rig->expression_count = count;
    rig->expressions = table;
    rig->morph_binds = morph_binds;
    rig->value_binds = value_binds;
    rig->reached_morphs = morphs.reached;
    rig->morph_bind_count = morph_at;
    rig->value_bind_count = value_at;
    for (int32_t i = 0; i < rig->reached_count; i++) rig->rest_morphs[morphs.reached[i]] = 0.0f;
    return VRM_OK;
}

/* ---- Look-at ---- */

/* A copy of a map whose numbers are clamped: values beyond any sensible range would overflow
 * later. */
static void build_map(vrmi_RigBuild* build, const vrm_RangeMap* from, vrm_RangeMap* to) {
    *to = (vrm_RangeMap){.input_max_degrees = vrmi_within(from->input_max_degrees, VRMI_VALUE_MAX),
                         .output_scale = vrmi_within(from->output_scale, VRMI_VALUE_MAX)};
    if (from->curve == NULL || from->curve_count <= 0) return;
    vrm_CurveKey* keys = vrmi_build_alloc(build, (size_t)from->curve_count, sizeof *keys);
    for (int32_t i = 0; keys != NULL && i < from->curve_count; i++) {
        const vrm_CurveKey* key = &from->curve[i];
        keys[i] = (vrm_CurveKey){vrmi_within(key->time, VRMI_VALUE_MAX),
                                 vrmi_within(key->value, VRMI_VALUE_MAX),
                                 vrmi_within(key->in_tangent, VRMI_VALUE_MAX),
                                 vrmi_within(key->out_tangent, VRMI_VALUE_MAX)};
    }
    to->curve = keys;
    to->curve_count = from->curve_count;
}

vrm_Result vrmi_build_look_at(vrmi_RigBuild* build) {
    vrm_Rig* rig = &build->draft;
    const vrm_LookAt* from = vrm_model_look_at(build->model);
    vrmi_RigLookAt* to = &rig->look_at;
    to->head = rig->bones[VRM_BONE_HEAD].slot;
    to->is_present = from != NULL && to->head >= 0;
    if (!to->is_present) return VRM_OK;
    to->type = from->type;
    to->offset = from->offset_from_head;
    vrmi_vec3_bound(&to->offset, VRMI_LENGTH_MAX);
    build_map(build, &from->horizontal_inner, &to->inner);
    build_map(build, &from->horizontal_outer, &to->outer);
    build_map(build, &from->vertical_down, &to->down);
    build_map(build, &from->vertical_up, &to->up);
    to->to_forward = vrmi_quat_conjugate(rig->bones[VRM_BONE_HEAD].world);
    if (rig->facing < 0)
        to->to_forward = vrmi_quat_mul(to->to_forward, (vrm_Quat){0.0f, 1.0f, 0.0f, 0.0f});
    to->eyes[0] = rig->bones[VRM_BONE_LEFT_EYE].slot >= 0 ? VRM_BONE_LEFT_EYE : -1;
    to->eyes[1] = rig->bones[VRM_BONE_RIGHT_EYE].slot >= 0 ? VRM_BONE_RIGHT_EYE : -1;
    for (int i = 0; i < 4; i++)
        to->expressions[i] = rig->preset_expressions[VRM_EXPRESSION_LOOK_UP + i];

    if (build->is_out_of_memory) return VRM_ERR_MEMORY;
    return vrmi_build_chain(build, to->head, &to->head_chain, &to->head_chain_count);
}
