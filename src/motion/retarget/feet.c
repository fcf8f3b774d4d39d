/* SPDX-License-Identifier: MIT */
#include "motion/retarget/feet.h"

#include "base/carver.h"

static void carve(vrmi_Feet* feet, vrmi_Carver* carver, size_t n) {
    for (int s = 0; s < 2; s++) {
        for (int p = 0; p < VRMI_SOLE_POINTS; p++) {
            feet->from[s][p] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
            feet->to[s][p] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        }
        for (int p = 0; p < VRMI_HELD_POINTS; p++) {
            feet->shift[s][p] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
            feet->weight[s][p] = vrmi_carve(carver, n, sizeof(float));
            feet->owner[s][p] = vrmi_carve(carver, n, sizeof(int32_t));
        }
    }
    /* Two contacts of one point have a frame between them. Those of a cycle are kept beside their
     * copies for a moment. */
    feet->contacts = vrmi_carve(carver, 3 * n + 4, sizeof(vrmi_Contact));
    feet->lowered = vrmi_carve(carver, n, sizeof(float));
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

int32_t vrmi_feet_after(const vrmi_Feet* feet, int32_t frame, double seconds) {
    int32_t at = frame;
    double until = feet->times[frame] + seconds;
    while (at + 1 < feet->count && at - frame < VRMI_WINDOW_FRAMES && feet->times[at] < until) at++;
    return at;
}

int32_t vrmi_feet_before(const vrmi_Feet* feet, int32_t frame, double seconds) {
    int32_t at = frame;
    double until = feet->times[frame] - seconds;
    while (at > 0 && frame - at < VRMI_WINDOW_FRAMES && feet->times[at] > until) at--;
    return at;
}
