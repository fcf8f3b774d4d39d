/* SPDX-License-Identifier: MIT */
/* Expressions (VRMC_vrm 1.0): weights asked for -> binary -> overrides -> morph weights and
 * material values, all from scratch in every evaluation, so nothing drifts. Morph weights that a
 * clip or the host set are what expressions add to.
 *
 * Only expressions that some lane asks for are looked at, found by a bit each: unused ones cost
 * nothing. Adding the zero of a lane that does not ask changes no bit of its sums, so neighbours do
 * not matter. */
#include "runtime/lanes/block_lanes.h"
#include "runtime/sim.h"

#include <string.h>

typedef struct Rates {
    vrmi_fx sums[VRM_CATEGORY_COUNT];
} Rates;

static int32_t lowest_bit(uint64_t bits) {
    return (int32_t)__builtin_ctzll(bits);
}

/* Runs `body` with `e` for every set bit. */
#define FOR_EACH_BIT(e, bits, word_count, body)                                                    \
    for (int32_t word_ = 0; word_ < (word_count); word_++)                                         \
        for (uint64_t rest_ = (bits)[word_]; rest_ != 0; rest_ &= rest_ - 1) {                     \
            int32_t e = word_ * 64 + lowest_bit(rest_);                                            \
            body                                                                                   \
        }

static int32_t count_words(const vrm_Rig* rig) {
    return (rig->expression_count + 63) / 64;
}

static vrmi_fx binary_value(vrm_BinaryRule rule, vrmi_fx value) {
    const vrmi_fx one = vrmi_fx_splat(1.0f);
    switch (rule) {
    case VRM_BINARY_OVER_HALF: return vrmi_fx_where(value > vrmi_fx_splat(0.5f), one);
    case VRM_BINARY_NON_ZERO: return vrmi_fx_where(value > vrmi_fx_splat(0.0f), one);
    case VRM_BINARY_NOT: break;
    }
    return value;
}

/* The weights that are asked for; the gaze replaces the host's own look weights. */
static void gather_asked(const vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    int32_t words = count_words(rig);
    for (int32_t w = 0; w < words; w++) scratch->expression_bits[w] = block->asked_expressions[w];
    FOR_EACH_BIT(e, scratch->expression_bits, words, {
        vrmi_in_lanes(scratch->expression_asked)[e] = vrmi_in_lanes(block->expression_inputs)[e];
    })
    if (!vrmi_ix_any(VRMI_MASK(scratch->look_mask))) return;
    for (int i = 0; i < 4; i++) {
        int32_t e = rig->look_at.expressions[i];
        if (e < 0) continue;
        scratch->expression_bits[e / 64] |= (uint64_t)1 << (e % 64);
        vrmi_in_lanes(scratch->expression_asked)[e] =
            vrmi_fx_select(VRMI_MASK(scratch->look_mask), vrmi_in_lanes(scratch->look_weights)[i],
                           vrmi_in_lanes(block->expression_inputs)[e]);
    }
}

static void add_overrides(const vrmi_RigExpression* e, vrmi_fx out, Rates* rates) {
    const vrmi_fx none = vrmi_fx_splat(0.0f), one = vrmi_fx_splat(1.0f);
    for (int c = VRM_CATEGORY_MOUTH; c < VRM_CATEGORY_COUNT; c++) {
        if (e->overrides[c] == VRM_OVERRIDE_BLOCK)
            rates->sums[c] += vrmi_fx_where(out > none, one);
        else if (e->overrides[c] == VRM_OVERRIDE_BLEND)
            rates->sums[c] += out;
    }
}

/* One pass over the outputs before any override (docs/reference/spec-notes.md, C-43). */
static Rates gather_rates(const vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    const vrmi_fx none = vrmi_fx_splat(0.0f);
    Rates rates = {{none, none, none, none}};
    FOR_EACH_BIT(e, scratch->expression_bits, count_words(rig), {
        const vrmi_RigExpression* expression = &rig->expressions[e];
        vrmi_fx out = binary_value((vrm_BinaryRule)expression->binary,
                                   vrmi_in_lanes(scratch->expression_asked)[e]);
        vrmi_in_lanes(scratch->expression_weights)[e] = out;
        if (expression->has_overrides) add_overrides(expression, out, &rates);
    })
    for (int c = VRM_CATEGORY_MOUTH; c < VRM_CATEGORY_COUNT; c++)
        rates.sums[c] = vrmi_fx_min(rates.sums[c], vrmi_fx_splat(1.0f));
    return rates;
}

static void apply_overrides(const vrmi_Block* block, vrmi_Scratch* scratch, const Rates* rates) {
    const vrm_Rig* rig = block->rig;
    FOR_EACH_BIT(e, scratch->expression_bits, count_words(rig), {
        const vrmi_RigExpression* expression = &rig->expressions[e];
        if (expression->category == VRM_CATEGORY_NONE) continue;
        vrmi_fx rate = rates->sums[expression->category];
        vrmi_fx out = vrmi_in_lanes(scratch->expression_weights)[e];
        bool is_binary = expression->binary != VRM_BINARY_NOT;
        vrmi_in_lanes(scratch->expression_weights)[e] =
            is_binary ? vrmi_fx_where(rate <= vrmi_fx_splat(0.0f), out)
                      : out * (vrmi_fx_splat(1.0f) - rate);
    })
}

/* Sums for reached morphs start from 0, those for material values from the file's values. */
static void accumulate(const vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    const vrmi_fx none = vrmi_fx_splat(0.0f);
    for (int32_t i = 0; i < rig->reached_count; i++) vrmi_in_lanes(scratch->morphs)[i] = none;
    for (int32_t i = 0; i < rig->value_count; i++) {
        vrm_Vec4 base = rig->material_values[i].base;
        vrmi_in_lanes(scratch->values)[4 * i + 0] = vrmi_fx_splat(base.x);
        vrmi_in_lanes(scratch->values)[4 * i + 1] = vrmi_fx_splat(base.y);
        vrmi_in_lanes(scratch->values)[4 * i + 2] = vrmi_fx_splat(base.z);
        vrmi_in_lanes(scratch->values)[4 * i + 3] = vrmi_fx_splat(base.w);
    }
    FOR_EACH_BIT(e, scratch->expression_bits, count_words(rig), {
        const vrmi_RigExpression* expression = &rig->expressions[e];
        vrmi_fx weight = vrmi_in_lanes(scratch->expression_weights)[e];
        if (!vrmi_ix_any(weight > none)) continue;
        const vrmi_RigMorphBind* morphs = rig->morph_binds + expression->first_morph;
        for (int32_t b = 0; b < expression->morph_count; b++)
            vrmi_in_lanes(scratch->morphs)[morphs[b].reached] +=
                weight * vrmi_fx_splat(morphs[b].weight);
        const vrmi_RigValueBind* values = rig->value_binds + expression->first_value;
        for (int32_t b = 0; b < expression->value_count; b++) {
            vrmi_fx* value = vrmi_in_lanes(scratch->values) + 4 * values[b].value;
            value[0] += weight * vrmi_fx_splat(values[b].delta.x);
            value[1] += weight * vrmi_fx_splat(values[b].delta.y);
            value[2] += weight * vrmi_fx_splat(values[b].delta.z);
            value[3] += weight * vrmi_fx_splat(values[b].delta.w);
        }
    })
}

/* Weights that were shown and are no longer asked for return to 0. */
static void write_weights(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    const vrmi_Avatar* avatar = block->avatars[lane];
    int32_t words = count_words(block->rig);
    FOR_EACH_BIT(e, block->shown_expressions, words, {
        avatar->expression_weights[e] = 0.0f;
        avatar->expression_inputs[e] = 0.0f;
    })
    FOR_EACH_BIT(e, scratch->expression_bits, words, {
        avatar->expression_weights[e] = scratch->expression_weights[e * VRMI_LANES + lane];
        avatar->expression_inputs[e] = scratch->expression_asked[e * VRMI_LANES + lane];
    })
}

/* The sum of the expressions is added to the weight that was set for a morph; the result is not
 * clamped. */
static void write_morphs(const vrm_Rig* rig, const vrmi_Scratch* scratch,
                         const vrmi_Avatar* avatar) {
    const int32_t* places = rig->reached_morphs;
    int32_t lane = avatar->lane;
    if (!avatar->has_morph_inputs) { /* all of these are 0 */
        for (int32_t i = 0; i < rig->reached_count; i++)
            avatar->morphs[places[i]] = scratch->morphs[i * VRMI_LANES + lane];
        return;
    }
    memcpy(avatar->morphs, avatar->morph_inputs, (size_t)rig->morph_count * sizeof(float));
    for (int32_t i = 0; i < rig->reached_count; i++)
        avatar->morphs[places[i]] += scratch->morphs[i * VRMI_LANES + lane];
}

static void write_lane(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    const vrm_Rig* rig = block->rig;
    const vrmi_Avatar* avatar = block->avatars[lane];
    if (avatar->morphs == NULL) return;
    write_weights(block, scratch, lane);
    write_morphs(rig, scratch, avatar);
    for (int32_t i = 0; i < rig->value_count; i++) {
        const vrmi_fx* value = vrmi_in_lanes(scratch->values) + 4 * i;
        avatar->values[i] =
            (vrm_Vec4){value[0][lane], value[1][lane], value[2][lane], value[3][lane]};
    }
}

void vrmi_expressions_step(vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    if (rig->expression_count == 0 && rig->morph_count == 0) return;
    if (!vrmi_block_runs(block, VRM_STAGE_EXPRESSIONS)) return;
    bool is_changed = block->face_changed || block->rules_version != rig->rules_version;
    if (!is_changed && !vrmi_ix_any(VRMI_MASK(scratch->look_mask))) return;
    gather_asked(block, scratch);
    Rates rates = gather_rates(block, scratch);
    apply_overrides(block, scratch, &rates);
    accumulate(block, scratch);
    bool is_lane_left_out = false;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if ((block->stages[lane] & VRM_STAGE_EXPRESSIONS) == 0) {
            is_lane_left_out |= block->avatars[lane] != NULL;
            continue;
        }
        block->look_at_rate[lane] = rates.sums[VRM_CATEGORY_LOOK_AT][lane];
        write_lane(block, scratch, lane);
    }
    for (int32_t w = 0; w < count_words(rig); w++)
        block->shown_expressions[w] =
            scratch->expression_bits[w] | (is_lane_left_out ? block->shown_expressions[w] : 0);
    block->face_changed = false;
    block->rules_version = rig->rules_version;
}
