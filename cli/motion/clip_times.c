/* SPDX-License-Identifier: MIT */
#include "motion/clip_times.h"

#include <math.h>
#include <stdlib.h>

static const double usual_fps = 60.0;
static const double same_s = 1e-5; /* times of other tracks differ by rounding */
static const double jump_s = 1e-4; /* before a key of STEP, the value is still that of the last */

float clip_frame_of(const vrm_Model* model, int32_t animation, double seconds) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    uint64_t most = 0;
    for (int32_t s = 0; s < gltf->animations[animation].sampler_count; s++) {
        int32_t input = gltf->animations[animation].samplers[s].input;
        if (input >= 0 && gltf->accessors[input].count > most) most = gltf->accessors[input].count;
    }
    return most > 2 ? (float)(seconds / (double)(most - 1)) : 0.0f;
}

int32_t clip_steps_of(const vrm_Model* model, const vrm_Clip* clip, double fps) {
    double seconds = (double)vrm_clip_duration(clip);
    if (fps > 0.0) return vrm_clip_steps(seconds, fps);
    int32_t usual = vrm_clip_steps(seconds, usual_fps);
    double frame = (double)clip_frame_of(model, 0, seconds);
    if (!(frame > 0.0) || frame < 1.0 / 240.0) return usual;
    double keys = floor(seconds / frame + 0.5), each = ceil(usual / keys - 1e-3);
    return keys * each < 2.0 * usual ? (int32_t)(keys * each) : usual;
}

static int by_value(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* Adds the keys of an accessor between the first moment and the last; false when they cannot be
 * read. */
static bool add_keys(const vrm_Gltf* gltf, int32_t input, bool jumps, double seconds, double* times,
                     size_t* count) {
    size_t keys = (size_t)gltf->accessors[input].count;
    float* read = calloc(keys + 1, sizeof *read);
    bool is_read =
        read != NULL && (keys == 0 || vrm_accessor_read_floats(gltf, input, read, keys) == VRM_OK);
    for (size_t k = 0; is_read && k < keys; k++) {
        double time = (double)read[k];
        if (!(time > 0.0 && time < seconds)) continue;
        times[(*count)++] = time;
        if (jumps && time > jump_s) times[(*count)++] = time - jump_s;
    }
    free(read);
    return is_read;
}

static bool has_curves(const vrm_Animation* animation) {
    for (int32_t s = 0; s < animation->sampler_count; s++)
        if (animation->samplers[s].interpolation == VRM_INTERPOLATION_CUBICSPLINE) return true;
    return false;
}

/* In order, and each once. */
static size_t without_doubles(double* times, size_t count) {
    size_t kept = 0;
    qsort(times, count, sizeof *times, by_value);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || times[i] - times[kept - 1] > same_s) times[kept++] = times[i];
    return kept;
}

/* Whether each accessor of times is read by some sampler: 1, by one of STEP: 2. Gives the room that
 * all their keys need; 0 when some track has far more than 60 keys a second. */
static size_t find_inputs(const vrm_Gltf* gltf, const vrm_Animation* animation, int32_t steps,
                          uint8_t* uses) {
    size_t room = (size_t)steps + 2;
    for (int32_t s = 0; s < animation->sampler_count; s++) {
        int32_t input = animation->samplers[s].input;
        if (input < 0) continue;
        uint64_t keys = gltf->accessors[input].count;
        if (keys > 8 * ((uint64_t)steps + 8)) return 0;
        if (uses[input] == 0) room += 2 * (size_t)keys;
        bool is_step = animation->samplers[s].interpolation == VRM_INTERPOLATION_STEP;
        uses[input] |= is_step ? 2 : 1;
        if (room > (size_t)INT32_MAX / 8) return 0;
    }
    return room;
}

/* All times, unsorted; false when keys cannot be read. */
static bool collect(const vrm_Gltf* gltf, const vrm_Animation* animation, double seconds,
                    int32_t steps, const uint8_t* uses, double* times, size_t* count) {
    for (int32_t a = 0; a < gltf->accessor_count; a++)
        if (uses[a] != 0 && !add_keys(gltf, a, (uses[a] & 2) != 0, seconds, times, count))
            return false;
    for (int32_t f = 1; has_curves(animation) && f < steps; f++)
        times[(*count)++] = seconds * f / steps;
    times[(*count)++] = 0.0;
    return true;
}

double* clip_key_times(const vrm_Model* model, const vrm_Clip* clip, int32_t max_count,
                       int32_t* out_count) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Animation* animation = &gltf->animations[0];
    double seconds = (double)vrm_clip_duration(clip);
    int32_t steps = vrm_clip_steps(seconds, usual_fps);
    uint8_t* uses = calloc((size_t)gltf->accessor_count + 1, sizeof *uses);
    size_t room = uses != NULL ? find_inputs(gltf, animation, steps, uses) : 0, count = 0;
    double* times = room > 0 ? calloc(room, sizeof *times) : NULL;
    bool is_read = times != NULL && collect(gltf, animation, seconds, steps, uses, times, &count);
    free(uses);
    if (is_read) {
        count = without_doubles(times, count);
        while (count > 1 && seconds - times[count - 1] <= same_s) count--; /* the last is exact */
        if (seconds > 0.0) times[count++] = seconds;
    }
    if (!is_read || count >= (size_t)max_count || count > 4 * (size_t)steps + 4) {
        free(times);
        return NULL;
    }
    *out_count = (int32_t)count;
    return times;
}
