/* SPDX-License-Identifier: MIT */
/* Accessors that are used both as vectors and as something else: their turned copies replace them
 * where they are used as vectors. */
#include "migrate/turn.h"

static void use_in_attributes(vrmi_Migration* migration, const vrm_Attribute* attributes,
                              int32_t count, vrm_JsonRef object, const int32_t* copies) {
    static const char* const vectors[] = {[VRM_SEMANTIC_POSITION] = "POSITION",
                                          [VRM_SEMANTIC_NORMAL] = "NORMAL",
                                          [VRM_SEMANTIC_TANGENT] = "TANGENT"};
    for (int32_t i = 0; i < count; i++) {
        vrm_Semantic semantic = attributes[i].semantic;
        bool is_vector = semantic == VRM_SEMANTIC_POSITION || semantic == VRM_SEMANTIC_NORMAL ||
                         semantic == VRM_SEMANTIC_TANGENT;
        if (is_vector && attributes[i].accessor >= 0 && copies[attributes[i].accessor] >= 0)
            vrmi_edit_integer(migration->edit, object, vectors[semantic],
                              copies[attributes[i].accessor]);
    }
}

static void use_in_mesh(vrmi_Migration* migration, const vrm_Mesh* mesh, const int32_t* copies) {
    const vrm_Json* json = migration->edit->json;
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        vrm_JsonRef targets = vrm_json_member(json, primitive->json, "targets");
        use_in_attributes(migration, primitive->attributes, primitive->attribute_count,
                          vrm_json_member(json, primitive->json, "attributes"), copies);
        for (int32_t t = 0; t < primitive->target_count; t++)
            use_in_attributes(migration, primitive->targets[t].attributes,
                              primitive->targets[t].attribute_count,
                              vrm_json_element(json, targets, (uint32_t)t), copies);
    }
}

/* Gives each channel a sampler of its own: other channels may use the same one for something
 * else. */
static void use_in_animation(vrmi_Migration* migration, const vrm_Animation* animation,
                             const int32_t* copies) {
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef list = vrm_json_member(edit->json, animation->json, "samplers");
    vrm_JsonRef old_list = vrm_json_member(migration->json, animation->json, "samplers");
    for (int32_t c = 0; c < animation->channel_count && edit->result == VRM_OK; c++) {
        const vrm_AnimationChannel* channel = &animation->channels[c];
        if (channel->sampler < 0 || !vrmi_turn_is_vector(migration->gltf, channel)) continue;
        int32_t output = animation->samplers[channel->sampler].output;
        if (output < 0 || copies[output] < 0) continue;
        vrm_JsonRef old = vrm_json_element(migration->json, old_list, (uint32_t)channel->sampler);
        vrm_Span text = vrm_json_text(migration->json, old);
        uint32_t count = vrm_json_count(edit->json, list);
        vrm_JsonRef sampler = VRM_JSON_MISSING;
        edit->result = vrm_json_insert(edit->json, list, count, text.data, text.size, &sampler);
        vrmi_edit_integer(edit, sampler, "output", copies[output]);
        vrmi_edit_integer(edit, channel->json, "sampler", count);
    }
}

static void use_in_instances(vrmi_Migration* migration, int32_t node, const int32_t* copies) {
    const vrm_Gltf* gltf = migration->gltf;
    vrm_JsonRef attributes = vrmi_instance_attributes(gltf, node);
    for (int i = 0; i < VRMI_INSTANCE_VECTOR_COUNT; i++) {
        vrm_JsonRef value = vrm_json_member(gltf->json, attributes, vrmi_instance_vectors[i]);
        int32_t accessor = vrmi_instance_accessor(gltf, value);
        if (accessor >= 0 && copies[accessor] >= 0)
            vrmi_edit_integer(migration->edit, attributes, vrmi_instance_vectors[i],
                              copies[accessor]);
    }
}

void vrmi_turn_use_copies(vrmi_Migration* migration, const int32_t* copies) {
    const vrm_Gltf* gltf = migration->gltf;
    for (int32_t i = 0; i < gltf->mesh_count; i++) use_in_mesh(migration, &gltf->meshes[i], copies);
    for (int32_t i = 0; i < gltf->animation_count; i++)
        use_in_animation(migration, &gltf->animations[i], copies);
    for (int32_t i = 0; i < gltf->node_count; i++) use_in_instances(migration, i, copies);
}
