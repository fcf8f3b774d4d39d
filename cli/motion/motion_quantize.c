/* SPDX-License-Identifier: MIT */
#include "motion/motion_quantize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 4 };                  /* numbers of a rotation */
static const double largest = 32767; /* stands for 1 */

/* Returns the angle between a rotation and its integers, in degrees. The sine of half the angle is
 * exact where the angle is small; the cosine is not. */
static double error_of(const float* value, const int16_t* integers) {
    double a[WIDTH], b[WIDTH], square_a = 0.0, square_b = 0.0, near = 0.0, far = 0.0;
    for (int c = 0; c < WIDTH; c++) {
        a[c] = (double)value[c];
        b[c] = integers[c] / largest;
        square_a += a[c] * a[c];
        square_b += b[c] * b[c];
    }
    if (square_a == 0.0 || square_b == 0.0) return 0.0;
    for (int c = 0; c < WIDTH; c++) {
        double x = a[c] / sqrt(square_a), y = b[c] / sqrt(square_b);
        near += (x - y) * (x - y);
        far += (x + y) * (x + y);
    }
    const double degrees = 57.29577951308232;
    return 4.0 * atan2(sqrt(near), sqrt(far)) * degrees;
}

static void to_integers(const float* values, size_t count, int16_t* out, Quantized* done) {
    for (size_t i = 0; i < count * WIDTH; i++) {
        double value = (double)values[i];
        value = value > 1.0 ? 1.0 : value < -1.0 ? -1.0 : value;
        out[i] = (int16_t)floor(value * largest + 0.5);
    }
    for (size_t i = 0; i < count; i++)
        done->degrees = fmax(done->degrees, error_of(values + i * WIDTH, out + i * WIDTH));
}

static vrm_Result set_member(vrm_Edit* edit, int32_t accessor, const char* member,
                             const char* text) {
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/accessors/%d/%s", (int)accessor, member);
    return vrm_edit_set(edit, pointer, text, strlen(text));
}

/* Each accessor that a recorder writes has a buffer view of its own. */
static vrm_Result rewrite(const vrm_Gltf* gltf, int32_t accessor, vrm_Edit* edit, Quantized* done) {
    const vrm_Accessor* it = &gltf->accessors[accessor];
    size_t count = (size_t)it->count;
    float* values = malloc((count + 1) * WIDTH * sizeof *values);
    int16_t* integers = malloc((count + 1) * WIDTH * sizeof *integers);
    vrm_Result result = values == NULL || integers == NULL
                            ? VRM_ERR_MEMORY
                            : vrm_accessor_read_floats(gltf, accessor, values, count * WIDTH);
    if (result == VRM_OK) {
        to_integers(values, count, integers, done);
        done->saved_bytes += count * WIDTH * (sizeof *values - sizeof *integers);
        result =
            vrm_edit_set_view(edit, it->buffer_view, integers, count * WIDTH * sizeof *integers);
    }
    if (result == VRM_OK) result = set_member(edit, accessor, "componentType", "5122");
    if (result == VRM_OK) result = set_member(edit, accessor, "normalized", "true");
    free(values);
    free(integers);
    return result;
}

static bool is_float_rotation(const vrm_Gltf* gltf, const vrm_Animation* animation,
                              const vrm_AnimationChannel* channel) {
    int32_t output = channel->path == VRM_PATH_ROTATION && channel->sampler >= 0
                         ? animation->samplers[channel->sampler].output
                         : -1;
    return output >= 0 && gltf->accessors[output].component_type == VRM_COMPONENT_FLOAT;
}

vrm_Result quantize_rotations(vrm_Model* model, Quantized* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_Edit* edit = NULL;
    *out = (Quantized){.is_done = true};
    vrm_Result result = vrm_edit_begin(model, &edit);
    for (int32_t a = 0; a < gltf->animation_count; a++) {
        const vrm_Animation* animation = &gltf->animations[a];
        for (int32_t c = 0; c < animation->channel_count && result == VRM_OK; c++) {
            const vrm_AnimationChannel* channel = &animation->channels[c];
            if (is_float_rotation(gltf, animation, channel))
                result = rewrite(gltf, animation->samplers[channel->sampler].output, edit, out);
        }
    }
    if (result == VRM_OK) result = vrm_edit_compact(edit, NULL);
    if (result == VRM_OK) {
        result = vrm_edit_commit(edit, NULL);
        if (result == VRM_OK) return VRM_OK;
    }
    vrm_edit_abandon(edit);
    return result;
}
