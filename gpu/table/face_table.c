/* SPDX-License-Identifier: MIT */
/* Expressions and gaze. */
#include "table/table_build.h"

#include <stdlib.h>

/* ---- Expressions ---- */

static void add_expression_list(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.expressions = here(b);
    b->rig.expression_count = pack->expression_count;
    for (int32_t i = 0; i < pack->expression_count; i++) {
        const vrm_PackExpression* e = &pack->expressions[i];
        check_range(b, e->first_morph_bind, e->morph_bind_count, pack->morph_bind_count);
        check_range(b, e->first_value_bind, e->value_bind_count, pack->value_bind_count);
        gpu_Expression made = {.category = checked(b, e->category, VRM_CATEGORY_COUNT),
                               .binary = e->binary,
                               .first_morph_bind = e->first_morph_bind,
                               .morph_bind_count = e->morph_bind_count,
                               .first_value_bind = e->first_value_bind,
                               .value_bind_count = e->value_bind_count};
        memcpy(made.overrides, e->overrides, sizeof made.overrides);
        add(b, &made, sizeof made);
    }
}

/* Morphs that expressions reach, then those that none reaches. */
static void add_morphs(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    uint8_t* is_reached = calloc((size_t)pack->morph_count + 1, 1);
    if (is_reached == NULL) {
        b->words->has_failed = true;
        return;
    }
    b->rig.morphs = here(b);
    b->rig.reached_count = pack->reached_count;
    for (int32_t i = 0; i < pack->reached_count; i++) {
        int32_t morph = checked(b, pack->reached_morphs[i], pack->morph_count);
        if (is_reached[morph]) b->code = GPU_BROKEN;
        is_reached[morph] = 1;
        add_index(b, morph);
    }
    for (int32_t m = 0; m < pack->morph_count; m++)
        if (!is_reached[m]) add_index(b, m);
    free(is_reached);
}

static void add_binds(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.morph_binds = here(b);
    for (int32_t i = 0; i < pack->morph_bind_count; i++) {
        const vrm_PackMorphBind* bind = &pack->morph_binds[i];
        int32_t reached = checked(b, bind->reached, pack->reached_count);
        if (b->code != NULL) return;
        gpu_MorphBind made = {.morph = pack->reached_morphs[reached], .weight = bind->weight};
        add(b, &made, sizeof made);
    }
    b->rig.value_binds = here(b);
    for (int32_t i = 0; i < pack->value_bind_count; i++) {
        const vrm_PackValueBind* bind = &pack->value_binds[i];
        gpu_ValueBind made = {.value = checked(b, bind->value, pack->value_count)};
        memcpy(made.delta, &bind->delta, sizeof made.delta);
        add(b, &made, sizeof made);
    }
    b->rig.values = here(b);
    b->rig.value_count = pack->value_count;
    add(b, pack->value_bases, (size_t)pack->value_count * sizeof *pack->value_bases);
}

void gpu_add_expressions(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    gpu_RigRows* rows = &b->rig.rows;
    bool has_face = (b->outputs & VRM_OUTPUT_FACE) != 0;
    add_expression_list(b);
    add_morphs(b);
    add_binds(b);
    b->rig.morph_count = has_face ? pack->morph_count : 0;
    b->rig.damps_eyes = pack->override_damps_eye_bones;
    rows->expressions = take_rows(b, ARENA_INPUT, pack->expression_count);
    if (!has_face) return;
    rows->morphs = take_rows(b, ARENA_INPUT, pack->morph_count);
    rows->weights = take_rows(b, ARENA_FACE, pack->expression_count);
    rows->asked = take_rows(b, ARENA_FACE, pack->expression_count);
    rows->out_morphs = take_rows(b, ARENA_FACE, pack->morph_count);
    rows->out_values = take_rows(b, ARENA_FACE, 4 * pack->value_count);
}

/* ---- Gaze ---- */

static gpu_RangeMap range_map(gpu_Build* b, const vrm_PackRangeMap* map) {
    check_range(b, map->first_key, map->key_count, b->pack->curve_key_count);
    return (gpu_RangeMap){.input_max = map->input_max_degrees,
                          .output_scale = map->output_scale,
                          .first_key = map->first_key,
                          .key_count = map->key_count};
}

static void add_curve_keys(gpu_Build* b) {
    b->rig.look_at.curve_keys = here(b);
    for (int32_t i = 0; i < b->pack->curve_key_count; i++) {
        const vrm_CurveKey* key = &b->pack->curve_keys[i];
        gpu_CurveKey made = {key->time, key->value, key->in_tangent, key->out_tangent};
        add(b, &made, sizeof made);
    }
}

static void add_head_chain(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.look_at.head_chain = here(b);
    b->rig.look_at.head_chain_count = pack->head_chain_count;
    for (int32_t i = 0; i < pack->head_chain_count; i++)
        add_index(b, checked(b, pack->head_chain[i], pack->node_count));
    b->rig.look_at.head_chain_rows = here(b);
    for (int32_t i = 0; i < pack->head_chain_count && b->code == NULL; i++) {
        int32_t pair = b->pairs[pack->head_chain[i]];
        add_index(b, pair < 0 ? -1 : b->rig.rows.shown + 4 * pair);
    }
}

void gpu_add_look_at(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    const vrm_PackLookAt* from = &pack->look_at;
    gpu_LookAt* look = &b->rig.look_at;
    bool is_present = from->is_present && from->head >= 0;
    look->is_present = is_present;
    look->type = from->type;
    copy_vec3(look->offset, from->offset);
    copy_quat(look->to_forward, from->to_forward);
    look->maps[MAP_INNER] = range_map(b, &from->inner);
    look->maps[MAP_OUTER] = range_map(b, &from->outer);
    look->maps[MAP_DOWN] = range_map(b, &from->down);
    look->maps[MAP_UP] = range_map(b, &from->up);
    for (int i = 0; i < 2; i++) {
        int32_t bone = checked_or_none(b, from->eye_bones[i], VRM_BONE_COUNT);
        bool turns = is_present && bone >= 0 && pack->bones[bone].node >= 0;
        look->eye_bones[i] = turns ? bone : -1;
    }
    for (int i = 0; i < 4; i++)
        look->expressions[i] =
            is_present ? checked_or_none(b, from->expressions[i], pack->expression_count) : -1;
    add_curve_keys(b);
    add_head_chain(b);
}
