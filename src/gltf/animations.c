/* SPDX-License-Identifier: MIT */
/* Animations and cameras. */
#include "base/words.h"
#include "gltf/typed.h"

static void read_channel(vrmi_Typed* typed, vrm_JsonRef object, int32_t sampler_count,
                         vrm_AnimationChannel* channel) {
    vrmi_Reader* reader = &typed->reader;
    channel->json = object;
    channel->sampler = vrmi_read_index(reader, object, "sampler", sampler_count);
    vrm_JsonRef target = vrmi_read_object(reader, object, "target");
    channel->node = vrmi_read_index(reader, target, "node", typed->gltf.node_count);
    /* "pointer" is KHR_animation_pointer's: a known path, which this library ignores. */
    vrm_JsonRef path = vrmi_read_member(reader, target, "path");
    if (!vrm_json_equals(reader->json, path, "pointer"))
        channel->path =
            (vrm_AnimationPath)(vrmi_read_enum(reader, target, "path", vrmi_animation_paths,
                                               VRMI_COUNT_animation_paths, -1) +
                                1);
}

static void read_channels(vrmi_Typed* typed, vrm_JsonRef object, vrm_Animation* animation) {
    vrmi_Reader* reader = &typed->reader;
    vrm_JsonIter it;
    vrm_AnimationChannel* channels = vrmi_read_list(reader, object, "channels", sizeof *channels,
                                                    &animation->channel_count, &it);
    animation->channels = channels;
    if (channels == NULL) return;
    while (vrm_json_next(&it))
        read_channel(typed, vrmi_read_as_object(reader, it.value), animation->sampler_count,
                     &channels[it.index]);
}

static void read_animation_samplers(vrmi_Typed* typed, vrm_JsonRef object,
                                    vrm_Animation* animation) {
    vrmi_Reader* reader = &typed->reader;
    vrm_JsonIter it;
    vrm_AnimationSampler* samplers = vrmi_read_list(reader, object, "samplers", sizeof *samplers,
                                                    &animation->sampler_count, &it);
    animation->samplers = samplers;
    if (samplers == NULL) return;
    while (vrm_json_next(&it)) {
        vrm_AnimationSampler* sampler = &samplers[it.index];
        vrm_JsonRef entry = vrmi_read_as_object(reader, it.value);
        sampler->input = vrmi_read_index(reader, entry, "input", typed->gltf.accessor_count);
        sampler->output = vrmi_read_index(reader, entry, "output", typed->gltf.accessor_count);
        sampler->interpolation =
            (vrm_Interpolation)vrmi_read_enum(reader, entry, "interpolation", vrmi_interpolations,
                                              VRMI_COUNT_interpolations, VRM_INTERPOLATION_LINEAR);
    }
}

void vrmi_read_animation(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    (void)index;
    read_animation_samplers(typed, object, element);
    read_channels(typed, object, element);
}

void vrmi_read_camera(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    static const char* const kinds[] = {"perspective", "orthographic"};
    vrmi_Reader* reader = &typed->reader;
    vrm_Camera* camera = element;
    (void)index;
    int32_t kind = vrmi_read_enum(reader, object, "type", kinds, 2, 0);
    camera->is_orthographic = kind == 1;
    vrm_JsonRef lens = vrmi_read_object(reader, object, kinds[kind]);
    camera->aspect_ratio = vrmi_read_float(reader, lens, "aspectRatio", 0.0f);
    camera->y_fov = vrmi_read_float(reader, lens, "yfov", 0.0f);
    camera->x_mag = vrmi_read_float(reader, lens, "xmag", 0.0f);
    camera->y_mag = vrmi_read_float(reader, lens, "ymag", 0.0f);
    camera->z_near = vrmi_read_float(reader, lens, "znear", 0.0f);
    camera->z_far = vrmi_read_float(reader, lens, "zfar", 0.0f);
}
