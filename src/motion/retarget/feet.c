/* SPDX-License-Identifier: MIT */
#include "motion/retarget/feet.h"

#include "base/carver.h"

static void carve(vrmi_Feet* feet, vrmi_Carver* carver, size_t n) {
    for (int s = 0; s < 2; s++) {
        for (int p = 0; p < VRMI_SOLE_POINTS; p++) {
            feet->from[s][p] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
            feet->to[s][p] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        }
        feet->facing[s] = vrmi_carve(carver, n, sizeof(float));
        feet->bend[s] = vrmi_carve(carver, n, sizeof(float));
        feet->hand_lift[s] = vrmi_carve(carver, n, sizeof(float));
        for (int p = 0; p < VRMI_HELD_POINTS; p++) {
            feet->shift[s][p] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
            feet->weight[s][p] = vrmi_carve(carver, n, sizeof(float));
            feet->owner[s][p] = vrmi_carve(carver, n, sizeof(int32_t));
        }
    }
    /* There is a frame between two contacts of one point. Contacts of a cycle are temporarily kept
     * beside their copies. */
    feet->contacts = vrmi_carve(carver, 3 * n + 4, sizeof(vrmi_Contact));
    feet->on_feet = vrmi_carve(carver, n, sizeof(float));
    feet->lowered = vrmi_carve(carver, n, sizeof(float));
    feet->raised = vrmi_carve(carver, n, sizeof(float));
    feet->room = vrmi_carve(carver, n, sizeof(float));
    feet->scratch = vrmi_carve(carver, 4 * n, sizeof(float));
}

vrm_Result vrmi_feet_open(vrmi_Feet* feet, const vrm_Allocator* allocator, int32_t count,
                          uint64_t max_bytes) {
    vrmi_Carver carver = {0};
    size_t n = (size_t)count;
    if (n > SIZE_MAX / 1024) return VRM_ERR_LIMIT;
    carve(feet, &carver, n);
    if (carver.has_overflowed || carver.used > max_bytes) return VRM_ERR_LIMIT;
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, allocator)) return VRM_ERR_MEMORY;
    feet->block = carver.base;
    feet->block_size = size;
    feet->count = count;
    carve(feet, &carver, n);
    return VRM_OK;
}

void vrmi_feet_close(vrmi_Feet* feet, const vrm_Allocator* allocator) {
    vrmi_release(allocator, feet->block, feet->block_size);
    feet->block = NULL;
}

/* Includes frames at the very edge of a window despite rounding of their times. */
static const double rounding = 1e-6;

int32_t vrmi_feet_after(const vrmi_Feet* feet, int32_t frame, double seconds) {
    int32_t at = frame;
    double until = feet->times[frame] + (1.0 - rounding) * seconds;
    while (at + 1 < feet->count && at - frame < VRMI_WINDOW_FRAMES && feet->times[at] < until) at++;
    return at;
}

int32_t vrmi_feet_before(const vrmi_Feet* feet, int32_t frame, double seconds) {
    int32_t at = frame;
    double until = feet->times[frame] - (1.0 - rounding) * seconds;
    while (at > 0 && frame - at < VRMI_WINDOW_FRAMES && feet->times[at] > until) at--;
    return at;
}

/* ---- Envelopes ---- */

static const double mean_s = 0.1, most_s = 0.2; /* half windows: two means lie within one maximum */

static void spread_most(const vrmi_Feet* feet, const float* values, float* out) {
    for (int32_t f = 0; f < feet->count; f++) {
        int32_t end = vrmi_feet_after(feet, f, most_s);
        out[f] = 0.0f;
        for (int32_t k = vrmi_feet_before(feet, f, most_s); k <= end; k++)
            out[f] = fmaxf(out[f], values[k]);
    }
}

static void average(const vrmi_Feet* feet, const float* values, float* out) {
    for (int32_t f = 0; f < feet->count; f++) {
        int32_t first = vrmi_feet_before(feet, f, mean_s), end = vrmi_feet_after(feet, f, mean_s);
        float sum = 0.0f;
        for (int32_t k = first; k <= end; k++) sum += values[k];
        out[f] = sum / (float)(end - first + 1);
    }
}

/* Sets the values of the lead. */
static void repeat_cycle(const vrmi_Feet* feet, float* values) {
    int32_t lead = feet->cycle.lead, cycle = feet->cycle.count, last = feet->count - 1;
    for (int32_t f = 0; f < lead; f++) {
        values[f] = values[f + cycle];
        values[last - f] = values[last - f - cycle];
    }
}

void vrmi_feet_envelope(const vrmi_Feet* feet, float* values) {
    repeat_cycle(feet, values);
    float *most = feet->scratch, *means = most + feet->count;
    spread_most(feet, values, most);
    average(feet, most, means);
    average(feet, means, values);
}

void vrmi_feet_slow_down(const vrmi_Feet* feet, float* values, float speed_most) {
    const double* times = feet->times;
    repeat_cycle(feet, values);
    for (int32_t f = 1; f < feet->count; f++)
        values[f] = fmaxf(values[f], values[f - 1] - speed_most * (float)(times[f] - times[f - 1]));
    for (int32_t f = feet->count - 2; f >= 0; f--)
        values[f] = fmaxf(values[f], values[f + 1] - speed_most * (float)(times[f + 1] - times[f]));
}

void vrmi_feet_keep_room(const vrmi_Feet* feet, float* lowering, float limit) {
    int32_t lead = feet->cycle.lead;
    float* taken = feet->scratch + 2 * (size_t)feet->count;
    for (int32_t f = lead; f < feet->count - lead; f++)
        taken[f] = limit - vrmi_clamp(feet->room[f], 0.0f, limit);
    vrmi_feet_envelope(feet, taken);
    for (int32_t f = lead; f < feet->count - lead; f++)
        lowering[f] = fminf(lowering[f], fmaxf(limit - taken[f], 0.0f));
}
