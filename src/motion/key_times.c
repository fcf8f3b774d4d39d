/* SPDX-License-Identifier: MIT */
#include "motion/key_times.h"

#include "vrm/clip.h"

#include <math.h>
#include <stdlib.h>

static const double usual_fps = 60.0;
static const double same_s = 1e-5; /* times of other tracks differ by rounding */
static const double jump_s = 1e-4; /* just before a key of STEP its track has the value before */
static const int32_t curve_steps_max = 1 << 22; /* more samples than a recorder holds by default */

enum { READ_LINEAR = 1, READ_STEP = 2 }; /* how samplers use an accessor of times */

float vrmi_key_step(const vrm_Model* model, int32_t animation, double seconds) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    uint64_t most = 0;
    for (int32_t s = 0; s < gltf->animations[animation].sampler_count; s++) {
        int32_t input = gltf->animations[animation].samplers[s].input;
        if (input >= 0 && gltf->accessors[input].count > most) most = gltf->accessors[input].count;
    }
    return most > 2 ? (float)(seconds / (double)(most - 1)) : 0.0f;
}

int32_t vrmi_even_steps(double seconds, double step) {
    int32_t usual = vrm_clip_steps(seconds, usual_fps);
    if (!(step > 0.0) || step < 1.0 / 240.0) return usual;
    double keys = floor(seconds / step + 0.5), steps = keys * ceil(usual / keys - 1e-3);
    return steps < 2.0 * usual && steps <= INT32_MAX ? (int32_t)steps : usual;
}

int32_t vrmi_key_steps(const vrm_Model* model, int32_t animation, double seconds) {
    return vrmi_even_steps(seconds, (double)vrmi_key_step(model, animation, seconds));
}

static int compare_times(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static bool has_curves(const vrm_Animation* animation) {
    for (int32_t s = 0; s < animation->sampler_count; s++)
        if (animation->samplers[s].interpolation == VRM_INTERPOLATION_CUBICSPLINE) return true;
    return false;
}

/* Notes in `uses` how each accessor of times is read. Returns an upper bound for the number of
 * sample times; 0 if a track has far more than 60 keys per second. */
static size_t find_inputs(const vrm_Gltf* gltf, const vrm_Animation* animation, int32_t steps,
                          uint8_t* uses) {
    size_t room = (has_curves(animation) ? (size_t)steps : 0) + 2;
    for (int32_t s = 0; s < animation->sampler_count; s++) {
        int32_t input = animation->samplers[s].input;
        if (input < 0) continue;
        uint64_t keys = gltf->accessors[input].count;
        if (keys > 8 * ((uint64_t)steps + 8)) return 0;
        if (uses[input] == 0) room += 2 * (size_t)keys;
        bool is_step = animation->samplers[s].interpolation == VRM_INTERPOLATION_STEP;
        uses[input] |= is_step ? READ_STEP : READ_LINEAR;
        if (room > (size_t)INT32_MAX / 8) return 0;
    }
    return room;
}

/* Adds the keys of an accessor between the first and the last time. */
static vrm_Result add_keys(const vrm_Gltf* gltf, int32_t input, bool jumps, double seconds,
                           const vrm_Allocator* allocator, vrmi_KeyMoments* out) {
    size_t keys = (size_t)gltf->accessors[input].count;
    if (keys == 0) return VRM_OK;
    float* read = vrmi_alloc_zeroed(allocator, keys, sizeof *read);
    if (read == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = vrm_accessor_read_floats(gltf, input, read, keys);
    for (size_t k = 0; result == VRM_OK && k < keys; k++) {
        double time = (double)read[k];
        if (!(time > 0.0 && time < seconds)) continue;
        out->times[out->count++] = time;
        if (jumps && time > jump_s) out->times[out->count++] = time - jump_s;
    }
    vrmi_release(allocator, read, keys * sizeof *read);
    return result;
}

/* Sorts the times, removes duplicates, and puts the last one exactly at the end. */
static void put_in_order(vrmi_KeyMoments* moments, double seconds) {
    size_t kept = 0;
    double* times = moments->times;
    qsort(times, moments->count, sizeof *times, compare_times);
    for (size_t i = 0; i < moments->count; i++)
        if (kept == 0 || times[i] - times[kept - 1] > same_s) times[kept++] = times[i];
    while (kept > 1 && seconds - times[kept - 1] <= same_s) kept--;
    if (seconds > 0.0) times[kept++] = seconds;
    moments->count = kept;
}

static vrm_Result collect(const vrm_Gltf* gltf, const vrm_Animation* animation, double seconds,
                          int32_t steps, const uint8_t* uses, const vrm_Allocator* allocator,
                          vrmi_KeyMoments* out) {
    vrm_Result result = VRM_OK;
    for (int32_t a = 0; result == VRM_OK && a < gltf->accessor_count; a++)
        if (uses[a] != 0)
            result = add_keys(gltf, a, (uses[a] & READ_STEP) != 0, seconds, allocator, out);
    if (result != VRM_OK) return result;
    for (int32_t f = 1; has_curves(animation) && f < steps; f++)
        out->times[out->count++] = seconds * f / steps;
    out->times[out->count++] = 0.0;
    put_in_order(out, seconds);
    if (out->count > 4 * (size_t)steps + 4) out->count = 0;
    return VRM_OK;
}

vrm_Result vrmi_key_moments(const vrm_Model* model, int32_t animation, double seconds,
                            const vrm_Allocator* allocator, vrmi_KeyMoments* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Animation* own = &gltf->animations[animation];
    int32_t steps = vrm_clip_steps(seconds, usual_fps);
    size_t accessors = (size_t)gltf->accessor_count + 1;
    vrm_Result result = VRM_OK;
    *out = (vrmi_KeyMoments){.count = 0};
    if (has_curves(own) && steps > curve_steps_max) return VRM_OK; /* equal steps */
    uint8_t* uses = vrmi_alloc_zeroed(allocator, accessors, sizeof *uses);
    if (uses == NULL) return VRM_ERR_MEMORY;
    out->capacity = find_inputs(gltf, own, steps, uses);
    if (out->capacity > 0) {
        out->times = vrmi_alloc_zeroed(allocator, out->capacity, sizeof *out->times);
        result = out->times == NULL ? VRM_ERR_MEMORY
                                    : collect(gltf, own, seconds, steps, uses, allocator, out);
    }
    vrmi_release(allocator, uses, accessors * sizeof *uses);
    if (result != VRM_OK) vrmi_key_moments_release(out, allocator);
    return result;
}

void vrmi_key_moments_release(vrmi_KeyMoments* moments, const vrm_Allocator* allocator) {
    if (moments->times != NULL)
        vrmi_release(allocator, moments->times, moments->capacity * sizeof *moments->times);
    *moments = (vrmi_KeyMoments){.count = 0};
}
