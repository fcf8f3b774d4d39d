/* SPDX-License-Identifier: MIT */
#include "motion/motion_morphs.h"

#include "base/maths.h"
#include "motion/morph_names.h"
#include "vrm/face.h"

#include <string.h>

/* ---- Lists ---- */

vrm_Result vrmi_morphs_init(vrmi_Morphs* out, vrmi_Arena* arena, size_t most) {
    size_t room = most < VRMI_MORPHS_MAX ? most : VRMI_MORPHS_MAX;
    *out = (vrmi_Morphs){.arena = arena, .room = (int32_t)room};
    if (room == 0) return VRM_OK;
    out->list = vrmi_arena_alloc_tight(arena, room, sizeof *out->list);
    out->expressions = vrmi_arena_alloc_tight(arena, room, sizeof *out->expressions);
    out->is_shape = vrmi_arena_alloc_tight(arena, room, sizeof *out->is_shape);
    return out->list == NULL || out->expressions == NULL || out->is_shape == NULL ? VRM_ERR_MEMORY
                                                                                  : VRM_OK;
}

bool vrmi_morphs_is_new(const vrmi_Morphs* morphs, const char* name) {
    for (int32_t m = 0; m < morphs->count; m++)
        if (strcmp(morphs->list[m].name, name) == 0) return false;
    return true;
}

/* A VRM animation has a gaze instead of these. */
static bool is_look(const char* name) {
    vrm_ExpressionPreset preset = vrm_expression_preset_by_name(name);
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

/* Returns the expression of that name, which stays valid or is copied. */
static vrm_Result expression_of(vrmi_Morphs* morphs, const char* name, bool is_kept,
                                int32_t* out_expression) {
    for (int32_t e = 0; e < morphs->expression_count; e++) {
        *out_expression = e;
        if (strcmp(morphs->expressions[e], name) == 0) return VRM_OK;
    }
    if (!is_kept) name = vrmi_arena_string(morphs->arena, name, strlen(name));
    if (name == NULL) return VRM_ERR_MEMORY;
    *out_expression = morphs->expression_count;
    morphs->is_shape[morphs->expression_count] =
        vrm_expression_preset_by_name(name) == VRM_EXPRESSION_CUSTOM &&
        vrm_face_shape_by_name(name) != VRM_FACE_SHAPE_NONE;
    morphs->expressions[morphs->expression_count++] = name;
    return VRM_OK;
}

vrm_Result vrmi_morphs_add(vrmi_Morphs* morphs, const vrmi_CaptureInput* input, const char* name,
                           const char* whole, int32_t source) {
    const char* mapped = vrmi_capture_mapped_morph(input, name, whole);
    const char* expression = mapped != NULL ? mapped : vrmi_morph_expression(whole);
    if (morphs->count == morphs->room) {
        morphs->is_full = true;
        return VRM_OK;
    }
    vrmi_Morph morph = {.name = name, .source = source, .expression = -1};
    vrm_Result result = VRM_OK;
    if (is_look(expression)) {
        if (morphs->look_count++ == 0) morphs->look = name;
    } else if (expression[0] != '\0') {
        result = expression_of(morphs, expression, mapped == NULL, &morph.expression);
    }
    if (result == VRM_OK) morphs->list[morphs->count++] = morph;
    return result;
}

void vrmi_morphs_report(const vrmi_Morphs* morphs, const vrmi_CaptureInput* input,
                        vrmi_RuleId limit) {
    if (morphs->look_count > 0)
        vrmi_report_at(input->report, VRMI_RULE_MOTION_MORPHS_LOOK, VRM_NO_OFFSET,
                       "Morphs that are lookUp, lookDown, lookLeft or lookRight are left out (%d, "
                       "the first is \"%.80s\"): a VRM animation has a gaze instead.",
                       (int)morphs->look_count, morphs->look);
    if (morphs->is_full) vrmi_report_at(input->report, limit, VRM_NO_OFFSET, NULL);
}

void vrmi_morphs_publish(const vrmi_Morphs* morphs, vrmi_Capture* out) {
    out->morphs = morphs;
    out->expression_count = morphs->expression_count;
    out->expression_names = morphs->expressions;
}

/* ---- Samples ---- */

void vrmi_morphs_sample(const vrmi_Morphs* morphs, vrmi_MorphWeight* weight_of, const void* reader,
                        double time, float* out_weights) {
    for (int32_t e = 0; e < morphs->expression_count; e++) out_weights[e] = 0.0f;
    for (int32_t m = 0; m < morphs->count; m++) {
        const vrmi_Morph* morph = &morphs->list[m];
        if (morph->expression < 0) continue;
        float* sum = &out_weights[morph->expression];
        float weight = weight_of(reader, morph->source, time);
        if (!morphs->is_shape[morph->expression])
            *sum += weight;
        else if (weight > *sum)
            *sum = weight;
    }
    for (int32_t e = 0; e < morphs->expression_count; e++)
        out_weights[e] = vrmi_clamp(out_weights[e], 0.0f, 1.0f);
}
