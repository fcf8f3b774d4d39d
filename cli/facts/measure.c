/* SPDX-License-Identifier: MIT */
#include "facts/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLI_HAS_RENDER
#include "vrm/image.h"
#endif

/* Returns the last float of an accessor; 0 if it is of another type. */
static float last_float(const vrm_Gltf* gltf, const vrm_Accessor* accessor) {
    bool is_plain = accessor->is_readable && !accessor->is_sparse && accessor->count > 0 &&
                    accessor->buffer_view >= 0 && accessor->component_type == VRM_COMPONENT_FLOAT;
    if (!is_plain) return 0.0f;
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    uint64_t stride = view->byte_stride != 0 ? view->byte_stride : sizeof(float);
    float value;
    memcpy(&value, view->data + accessor->byte_offset + (accessor->count - 1) * stride,
           sizeof value);
    return value;
}

static double last_key(const vrm_Gltf* gltf, int32_t accessor) {
    float min[16], max[16];
    if (accessor < 0 || gltf->accessors[accessor].type != VRM_ACCESSOR_SCALAR) return 0.0;
    bool has_bounds = vrm_accessor_bounds(gltf, accessor, min, max);
    float last = has_bounds ? max[0] : last_float(gltf, &gltf->accessors[accessor]);
    return isfinite(last) ? (double)last : 0.0;
}

/* By the bounds that glTF requires of key times, or without them, as UniGLTF writes animations, by
 * the last key: nothing is decoded. */
double cli_animation_seconds(const vrm_Gltf* gltf, const vrm_Animation* animation) {
    double seconds = 0.0;
    for (int32_t i = 0; i < animation->sampler_count; i++)
        seconds = fmax(seconds, last_key(gltf, animation->samplers[i].input));
    return seconds;
}

#ifdef CLI_HAS_RENDER

vrm_Result cli_image_facts(const vrm_Image* image, cli_ImageFacts* out) {
    vrm_ImageInfo info;
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
    *out = (cli_ImageFacts){0};
    vrm_Result result = image->data == NULL ? VRM_ERR_IO : vrm_image_peek(bytes, &info);
    if (result == VRM_OK)
        *out = (cli_ImageFacts){vrm_image_format_text(info.format), info.width, info.height};
    return result == VRM_ERR_MEMORY ? result : VRM_OK;
}

#else

vrm_Result cli_image_facts(const vrm_Image* image, cli_ImageFacts* out) {
    (void)image;
    *out = (cli_ImageFacts){0};
    return VRM_OK;
}

#endif
