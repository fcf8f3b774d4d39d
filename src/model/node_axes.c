/* SPDX-License-Identifier: MIT */
#include "model/node_axes.h"

#include "json/json_names.h"

#include <string.h>

const char* const vrmi_view_extensions[VRMI_VIEW_EXTENSION_COUNT] = {
    "KHR_lights_punctual", "KHR_audio_emitter", "EXT_lights_ies"};

const char* const vrmi_instance_vectors[VRMI_INSTANCE_VECTOR_COUNT] = {"TRANSLATION", "ROTATION"};

/* Extensions without directions. */
static const char* const neutral[] = {"VRMC_node_constraint", "KHR_node_visibility",
                                      "KHR_node_selectability", "KHR_node_hoverability",
                                      "MSFT_lod"};

static bool is_one_of(const vrm_Json* json, vrm_JsonRef key, const char* const* names,
                      size_t count) {
    for (size_t i = 0; i < count; i++)
        if (vrm_json_equals(json, key, names[i])) return true;
    return false;
}

uint32_t vrmi_node_axes(const vrm_Gltf* gltf, int32_t node) {
    const vrm_Json* json = gltf->json;
    uint32_t has = gltf->nodes[node].camera >= 0 ? VRMI_AXES_VIEW : 0;
    vrm_JsonIter it =
        vrm_json_iter(json, vrm_json_member(json, gltf->nodes[node].json, "extensions"));
    while (vrm_json_next(&it)) {
        if (is_one_of(json, it.key, vrmi_view_extensions, VRMI_VIEW_EXTENSION_COUNT))
            has |= VRMI_AXES_VIEW;
        else if (vrm_json_equals(json, it.key, "EXT_mesh_gpu_instancing"))
            has |= VRMI_AXES_INSTANCES;
        else if (!is_one_of(json, it.key, neutral, sizeof neutral / sizeof *neutral))
            has |= VRMI_AXES_UNKNOWN;
    }
    return has;
}

/* ---- Instances ---- */

vrm_JsonRef vrmi_instance_attributes(const vrm_Gltf* gltf, int32_t node) {
    const vrm_Json* json = gltf->json;
    vrm_JsonRef extensions = vrm_json_member(json, gltf->nodes[node].json, "extensions");
    vrm_JsonRef instancing = vrm_json_member(json, extensions, "EXT_mesh_gpu_instancing");
    return vrm_json_member(json, instancing, "attributes");
}

int32_t vrmi_instance_accessor(const vrm_Gltf* gltf, vrm_JsonRef value) {
    int64_t index;
    if (!vrm_json_integer(gltf->json, value, &index)) return -1;
    return index >= 0 && index < gltf->accessor_count ? (int32_t)index : -1;
}

/* ---- Animations ---- */

/* "/nodes/N/WORD", N without leading zeros as RFC 6901 has indices. */
static vrmi_ChannelTarget parse_pointer(const vrm_Gltf* gltf, const char* text) {
    static const struct {
        const char* word;
        vrm_AnimationPath path;
    } words[] = {{"/translation", VRM_PATH_TRANSLATION},
                 {"/rotation", VRM_PATH_ROTATION},
                 {"/scale", VRM_PATH_SCALE},
                 {"/weights", VRM_PATH_WEIGHTS}};
    const vrmi_ChannelTarget none = {-1, VRM_PATH_OTHER};
    if (strncmp(text, "/nodes/", 7) != 0) return none;
    const char *digits = text + 7, *at = digits;
    int64_t node = 0;
    while (*at >= '0' && *at <= '9' && at - digits < 10) node = node * 10 + (*at++ - '0');
    bool is_index = at > digits && (digits[0] != '0' || at - digits == 1);
    if (!is_index || node >= gltf->node_count) return none;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(at, words[i].word) == 0)
            return (vrmi_ChannelTarget){(int32_t)node, words[i].path};
    return none;
}

vrmi_ChannelTarget vrmi_channel_target(const vrm_Gltf* gltf, const vrm_AnimationChannel* channel) {
    const vrm_Json* json = gltf->json;
    char text[48]; /* no pointer to a transform of a node is longer */
    if (channel->path != VRM_PATH_OTHER) return (vrmi_ChannelTarget){channel->node, channel->path};
    vrm_JsonRef target = vrm_json_member(json, channel->json, "target");
    vrm_JsonRef extensions = vrm_json_member(json, target, "extensions");
    vrm_JsonRef extension = vrm_json_member(json, extensions, "KHR_animation_pointer");
    vrm_JsonRef pointer = vrm_json_member(json, extension, "pointer");
    if (!vrmi_json_short_name(json, pointer, text, sizeof text))
        return (vrmi_ChannelTarget){-1, VRM_PATH_OTHER};
    return parse_pointer(gltf, text);
}
