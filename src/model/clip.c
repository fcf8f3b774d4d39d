/* SPDX-License-Identifier: MIT */
/* VRMC_vrm_animation: which nodes of a .vrma file stand for which bones, expressions and the gaze.
 * How they move is in the glTF animations. */
#include "model/bones.h"
#include "model/expressions.h"
#include "model/model.h"
#include "json/tree.h"

static void read_bones(vrmi_ModelReader* reader, vrm_JsonRef human_bones, vrm_ClipInfo* clip) {
    vrmi_Reader* base = &reader->base;
    vrm_JsonIter it = vrm_json_iter(base->json, human_bones);
    while (vrmi_json_next_member(&it)) {
        vrm_Bone bone = vrmi_bone_of_json(base->json, it.key, false, VRMI_EXACT);
        if (bone == VRM_BONE_NONE) {
            vrmi_read_report(base, VRMI_RULE_CLIP_BONE_UNKNOWN, it.value, NULL);
            continue;
        }
        if (bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE) {
            vrmi_read_report(base, VRMI_RULE_CLIP_EYE_BONE, it.value, NULL);
            continue;
        }
        vrm_JsonRef json = vrmi_read_as_object(base, it.value);
        if (json == VRM_JSON_MISSING || clip->bones[bone] >= 0) continue;
        int32_t node = vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                                 VRMI_RULE_CLIP_BONE_NODE_INVALID);
        for (int other = 0; node >= 0 && other < VRM_BONE_COUNT; other++) {
            if (clip->bones[other] != node) continue;
            vrmi_read_report(base, VRMI_RULE_CLIP_BONE_NODE_SHARED, json, NULL);
            node = -1;
        }
        clip->bones[bone] = node;
    }
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (vrm_bone_is_required((vrm_Bone)bone) && clip->bones[bone] < 0)
            vrmi_read_report(base, VRMI_RULE_CLIP_BONE_MISSING, human_bones,
                             "The required bone %s is not mapped in the animation.",
                             vrm_bone_name((vrm_Bone)bone));
    }
}

static bool is_look(int32_t preset) {
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

/* The node of an expression, or -1 and a finding. */
static int32_t read_expression_node(vrmi_ModelReader* reader, vrm_JsonRef value) {
    vrm_JsonRef json = vrmi_read_as_object(&reader->base, value);
    if (json == VRM_JSON_MISSING) return -1;
    return vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                     VRMI_RULE_CLIP_EXPRESSION_NODE_INVALID);
}

static void add_preset(vrmi_ModelReader* reader, const vrm_JsonIter* it, bool* is_known,
                       vrm_ClipInfo* clip, vrm_ClipExpression* expressions) {
    int32_t preset = vrmi_model_find_name(reader->base.json, it->key, vrmi_preset_names,
                                          VRM_EXPRESSION_PRESET_COUNT, VRMI_EXACT);
    if (preset < 0 || is_look(preset)) {
        vrmi_read_report(&reader->base,
                         preset < 0 ? VRMI_RULE_CLIP_EXPRESSION_PRESET_UNKNOWN
                                    : VRMI_RULE_CLIP_EXPRESSION_LOOK,
                         it->value, NULL);
        return;
    }
    if (is_known[preset]) return;
    int32_t node = read_expression_node(reader, it->value);
    if (node < 0) return;
    is_known[preset] = true;
    expressions[clip->expression_count++] = (vrm_ClipExpression){
        .name = vrmi_preset_names[preset], .preset = (vrm_ExpressionPreset)preset, .node = node};
}

static void add_custom(vrmi_ModelReader* reader, const vrm_JsonIter* it, vrm_ClipInfo* clip,
                       vrm_ClipExpression* expressions) {
    if (vrmi_model_find_name(reader->base.json, it->key, vrmi_preset_names,
                             VRM_EXPRESSION_PRESET_COUNT, VRMI_EXACT) >= 0) {
        vrmi_read_report(&reader->base, VRMI_RULE_CLIP_EXPRESSION_CUSTOM_NAME_IS_PRESET, it->value,
                         NULL);
        return;
    }
    int32_t node = read_expression_node(reader, it->value);
    if (node < 0) return;
    expressions[clip->expression_count++] =
        (vrm_ClipExpression){.name = vrmi_read_text(&reader->base, it->key),
                             .preset = VRM_EXPRESSION_CUSTOM,
                             .node = node};
}

static void read_expressions(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_ClipInfo* clip) {
    vrm_JsonRef presets = vrmi_read_object(&reader->base, json, "preset");
    vrm_JsonRef customs = vrmi_read_object(&reader->base, json, "custom");
    size_t count =
        (size_t)vrmi_read_length(&reader->base, presets) + vrmi_read_length(&reader->base, customs);
    vrm_ClipExpression* expressions = vrmi_read_alloc(&reader->base, count, sizeof *expressions);
    if (expressions == NULL) return;
    bool is_known[VRM_EXPRESSION_PRESET_COUNT] = {0};
    vrm_JsonIter it = vrm_json_iter(reader->base.json, presets);
    while (vrmi_json_next_member(&it)) add_preset(reader, &it, is_known, clip, expressions);
    it = vrm_json_iter(reader->base.json, customs);
    while (vrmi_json_next_member(&it)) add_custom(reader, &it, clip, expressions);
    clip->expressions = expressions;
}

static void read_look_at(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_ClipInfo* clip) {
    if (json == VRM_JSON_MISSING) return;
    clip->look_at_node = vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                                   VRMI_RULE_CLIP_LOOK_AT_NODE_MISSING);
    clip->has_look_at_offset =
        vrmi_read_vec3(&reader->base, json, "offsetFromHeadBone", &clip->look_at_offset);
}

void vrmi_read_clip(vrmi_ModelReader* reader) {
    vrm_JsonRef json = reader->roots.animation;
    if (json == VRM_JSON_MISSING ||
        vrmi_extension_version(&reader->base, json, VRMI_ACCEPT_DRAFT) == VRMI_VERSION_UNKNOWN)
        return;
    vrm_ClipInfo* clip = vrmi_read_alloc(&reader->base, 1, sizeof *clip);
    if (clip == NULL) return;
    *clip = (vrm_ClipInfo){.look_at_node = -1, .json = json};
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) clip->bones[bone] = -1;
    clip->spec_version = vrmi_read_string(&reader->base, json, "specVersion", "");
    vrm_JsonRef humanoid = vrmi_read_object(&reader->base, json, "humanoid");
    if (humanoid != VRM_JSON_MISSING && vrmi_model_require(reader, humanoid, "humanBones")) {
        clip->has_humanoid = true;
        read_bones(reader, vrmi_read_object(&reader->base, humanoid, "humanBones"), clip);
    }
    read_expressions(reader, vrmi_read_object(&reader->base, json, "expressions"), clip);
    read_look_at(reader, vrmi_read_object(&reader->base, json, "lookAt"), clip);
    reader->model->clip = clip;
}
