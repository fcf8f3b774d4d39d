/* SPDX-License-Identifier: MIT */
/* Animations: samplers, channels, and their targets. */
#include "validate/gltf/gltf_pass.h"

static const vrmi_Format key_time_format = {VRM_ACCESSOR_SCALAR, VRM_COMPONENT_FLOAT, false};

/* glTF 2.0, "Animations": the formats in which the values of each path may be stored. */
static const struct {
    vrmi_Format formats[5];
    size_t count;
} value_formats[VRM_PATH_WEIGHTS + 1] = {
    [VRM_PATH_TRANSLATION] = {{{VRM_ACCESSOR_VEC3, VRM_COMPONENT_FLOAT, false}}, 1},
    [VRM_PATH_SCALE] = {{{VRM_ACCESSOR_VEC3, VRM_COMPONENT_FLOAT, false}}, 1},
    [VRM_PATH_ROTATION] = {{{VRM_ACCESSOR_VEC4, VRM_COMPONENT_FLOAT, false},
                            {VRM_ACCESSOR_VEC4, VRM_COMPONENT_BYTE, true},
                            {VRM_ACCESSOR_VEC4, VRM_COMPONENT_UNSIGNED_BYTE, true},
                            {VRM_ACCESSOR_VEC4, VRM_COMPONENT_SHORT, true},
                            {VRM_ACCESSOR_VEC4, VRM_COMPONENT_UNSIGNED_SHORT, true}},
                           5},
    [VRM_PATH_WEIGHTS] = {{{VRM_ACCESSOR_SCALAR, VRM_COMPONENT_FLOAT, false},
                           {VRM_ACCESSOR_SCALAR, VRM_COMPONENT_BYTE, true},
                           {VRM_ACCESSOR_SCALAR, VRM_COMPONENT_UNSIGNED_BYTE, true},
                           {VRM_ACCESSOR_SCALAR, VRM_COMPONENT_SHORT, true},
                           {VRM_ACCESSOR_SCALAR, VRM_COMPONENT_UNSIGNED_SHORT, true}},
                          5},
};

/* ---- Samplers ---- */

static void use_accessor(vrmi_GltfPass* pass, int32_t index, vrmi_Usage usage, vrm_JsonRef at) {
    int32_t view = pass->gltf->accessors[index].buffer_view;
    vrmi_pass_use_accessor(pass, index, usage, at);
    vrmi_pass_use_view(pass, view, VRMI_USAGE_OTHER, at);
    if (vrmi_pass_has_stride(pass, view))
        vrmi_pass_report(pass, VRMI_RULE_ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE, at);
}

static void check_sampler(vrmi_GltfPass* pass, const vrm_AnimationSampler* sampler,
                          vrm_JsonRef json) {
    if (vrmi_pass_accessor(pass, sampler->input) >= 0) {
        const vrm_Accessor* accessor = &pass->gltf->accessors[sampler->input];
        vrm_JsonRef at = vrm_json_member(pass->json, json, "input");
        use_accessor(pass, sampler->input, VRMI_USAGE_KEY_TIMES, at);
        if (!vrmi_pass_has_format(accessor, &key_time_format, 1))
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT, at);
        else
            vrmi_pass_look(pass, sampler->input, VRMI_DATA_KEY_TIME, at, 0);
        if (!pass->accessors[sampler->input].has_bounds)
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS, at);
        if (sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE && accessor->count < 2)
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS, at);
    }
    if (vrmi_pass_accessor(pass, sampler->output) >= 0)
        use_accessor(pass, sampler->output, VRMI_USAGE_KEY_VALUES,
                     vrm_json_member(pass->json, json, "output"));
}

/* ---- Channels ---- */

/* Morph targets of the node's mesh; 0 without a mesh. */
static int32_t target_count(const vrmi_GltfPass* pass, int32_t node) {
    int32_t mesh = node >= 0 ? pass->gltf->nodes[node].mesh : -1;
    if (mesh < 0 || pass->gltf->meshes[mesh].primitive_count == 0) return 0;
    return pass->gltf->meshes[mesh].primitives[0].target_count;
}

static void check_target(vrmi_GltfPass* pass, const vrm_AnimationChannel* channel,
                         vrm_JsonRef target) {
    if (channel->node < 0) return;
    const vrm_Node* node = &pass->gltf->nodes[channel->node];
    switch (channel->path) {
    case VRM_PATH_TRANSLATION:
    case VRM_PATH_ROTATION:
    case VRM_PATH_SCALE:
        if (node->matrix != NULL)
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_CHANNEL_TARGET_NODE_MATRIX, target);
        if (vrmi_pass_skin(pass, node) >= 0)
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_CHANNEL_TARGET_NODE_SKIN,
                             vrm_json_member(pass->json, target, "path"));
        break;
    case VRM_PATH_WEIGHTS:
        if (target_count(pass, channel->node) == 0)
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS,
                             target);
        break;
    case VRM_PATH_OTHER: break;
    }
}

/* There must be as many values as the key times, the interpolation and the path require. */
static void check_value_count(vrmi_GltfPass* pass, const vrm_AnimationChannel* channel,
                              const vrm_AnimationSampler* sampler, vrm_JsonRef at) {
    if (sampler->input < 0 || channel->path == VRM_PATH_OTHER) return;
    uint64_t times = pass->gltf->accessors[sampler->input].count;
    uint64_t values = pass->gltf->accessors[sampler->output].count;
    if (times == 0 || values == 0 || times > UINT32_MAX) return;
    uint64_t wanted = times * (sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 3 : 1);
    if (channel->path == VRM_PATH_WEIGHTS) wanted *= (uint64_t)target_count(pass, channel->node);
    if (wanted != 0 && wanted != values)
        vrmi_report(pass->report, VRMI_RULE_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT,
                    pass->json, at, "The output needs %llu value%s and has %llu.",
                    (unsigned long long)wanted, vrmi_s(wanted), (unsigned long long)values);
}

static void check_channel_sampler(vrmi_GltfPass* pass, const vrm_Animation* animation,
                                  const vrm_AnimationChannel* channel) {
    vrm_JsonRef at = vrm_json_member(pass->json, channel->json, "sampler");
    int64_t index;
    if (channel->sampler < 0) {
        if (vrmi_read_whole(pass->json, at, &index) && index >= 0)
            vrmi_report(pass->report, VRMI_RULE_UNRESOLVED_REFERENCE, pass->json, at,
                        "The animation has no sampler %lld.", (long long)index);
        return;
    }
    const vrm_AnimationSampler* sampler = &animation->samplers[channel->sampler];
    if (vrmi_pass_accessor(pass, sampler->output) < 0) return;
    const vrm_Accessor* output = &pass->gltf->accessors[sampler->output];
    if (channel->path == VRM_PATH_ROTATION && vrm_accessor_components(output->type) == 4)
        vrmi_pass_look(pass, sampler->output,
                       sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE
                           ? VRMI_DATA_CUBIC_QUATERNION
                           : VRMI_DATA_QUATERNION,
                       at, 0);
    if (channel->path != VRM_PATH_OTHER &&
        !vrmi_pass_has_format(output, value_formats[channel->path].formats,
                              value_formats[channel->path].count))
        vrmi_pass_report(pass, VRMI_RULE_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT, at);
    check_value_count(pass, channel, sampler, at);
}

/* Finds channels with the same node and path, going from the last to the first: every channel that
 * a later one repeats is reported once. `seen` holds a number per node and path. */
static void find_duplicates(vrmi_GltfPass* pass, const vrm_Animation* animation, uint32_t round,
                            uint32_t* seen) {
    for (int32_t i = animation->channel_count; i > 0; i--) {
        const vrm_AnimationChannel* channel = &animation->channels[i - 1];
        if (channel->node < 0 || channel->path == VRM_PATH_OTHER) continue;
        uint32_t* slot = &seen[(size_t)channel->node * 4 + (size_t)channel->path - 1];
        if (*slot == round)
            vrmi_pass_report(pass, VRMI_RULE_ANIMATION_DUPLICATE_TARGETS,
                             vrm_json_member(pass->json, channel->json, "target"));
        *slot = round;
    }
}

/* ---- All of them ---- */

static void check_samplers(vrmi_GltfPass* pass, const vrm_Animation* animation,
                           const uint8_t* used) {
    vrm_JsonIter it =
        vrm_json_iter(pass->json, vrm_json_member(pass->json, animation->json, "samplers"));
    while (vrm_json_next(&it) && (int32_t)it.index < animation->sampler_count) {
        check_sampler(pass, &animation->samplers[it.index], it.value);
        if (!used[it.index]) vrmi_pass_report(pass, VRMI_RULE_UNUSED_OBJECT, it.value);
    }
}

void vrmi_pass_animations(vrmi_GltfPass* pass) {
    size_t paths = pass->gltf->animation_count > 0 ? (size_t)pass->gltf->node_count * 4 : 0;
    uint32_t* seen = vrmi_pass_alloc(pass, paths, sizeof *seen);
    if (seen == NULL) return;
    for (int32_t a = 0; a < pass->gltf->animation_count; a++) {
        const vrm_Animation* animation = &pass->gltf->animations[a];
        if (animation->sampler_count == 0 || animation->channel_count == 0) continue;
        uint8_t* used = vrmi_pass_alloc(pass, (size_t)animation->sampler_count, 1);
        if (used == NULL) return;
        for (int32_t i = 0; i < animation->channel_count; i++) {
            const vrm_AnimationChannel* channel = &animation->channels[i];
            if (channel->sampler >= 0) used[channel->sampler] = 1;
            check_target(pass, channel, vrm_json_member(pass->json, channel->json, "target"));
            check_channel_sampler(pass, animation, channel);
        }
        check_samplers(pass, animation, used);
        find_duplicates(pass, animation, (uint32_t)a + 1, seen);
    }
}
