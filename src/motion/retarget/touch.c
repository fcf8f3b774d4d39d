/* SPDX-License-Identifier: MIT */
#include "motion/retarget/touch.h"

#include "base/carver.h"

static void carve(vrmi_Touches* t, vrmi_Carver* carver, size_t n) {
    for (int s = 0; s < 2; s++) {
        t->palm[s] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        t->low[s] = vrmi_carve(carver, n, sizeof(float));
        t->is_bent[s] = vrmi_carve(carver, n, sizeof(bool));
        for (int i = 0; i < VRMI_TOUCH_SEGMENTS; i++)
            t->local[i][s] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        t->bears[s] = vrmi_carve(carver, n, sizeof(bool));
        t->place[s] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        t->anchor[s] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        t->knee[s] = vrmi_carve(carver, n, sizeof(float));
        t->knee_at[s] = vrmi_carve(carver, n, sizeof(vrm_Vec3));
        for (int k = 0; k < VRMI_TOUCH_KINDS; k++)
            t->weight[k][s] = vrmi_carve(carver, n, sizeof(float));
    }
    t->seat = vrmi_carve(carver, n, sizeof(vrm_Vec3));
    t->sits = vrmi_carve(carver, n, sizeof(bool));
    t->level = vrmi_carve(carver, n, sizeof(uint8_t));
    t->wanted = vrmi_carve(carver, n, sizeof(float));
    t->raising = vrmi_carve(carver, n, sizeof(float));
    t->sum = vrmi_carve(carver, n, sizeof(float));
    /* There is a frame between two contacts of one kind and side. */
    t->contact_capacity = (int32_t)(VRMI_TOUCH_KINDS * (n + 2));
    t->contacts = vrmi_carve(carver, (size_t)t->contact_capacity, sizeof *t->contacts);
}

/* Returns the ratio of the distances between two joints, target to source; 0 if it is not known. */
static float ratio(const vrmi_Touches* t, vrm_Bone a, vrm_Bone b) {
    float from = vrmi_vec3_distance(t->source->positions[a], t->source->positions[b]);
    float to = vrmi_vec3_distance(t->target->positions[a], t->target->positions[b]);
    bool is_known = from > 0.05f * t->feet->source.length && to > 0.05f * t->feet->target.length;
    return is_known ? to / from : 0.0f;
}

/* Returns the ratio of the widths of the hips. Shoulders bound it: hip joints of some skeletons are
 * at odd places. */
static float pelvis_scale(const vrmi_Touches* t) {
    float hips = ratio(t, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG);
    float shoulders = ratio(t, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM);
    if (!(hips > 0.0f)) hips = t->feet->scale;
    return shoulders > 0.0f ? vrmi_clamp(hips, 0.67f * shoulders, 1.5f * shoulders) : hips;
}

vrm_Result vrmi_touch_open(vrmi_Touches* t, const vrm_Allocator* allocator, uint64_t max_bytes) {
    vrmi_Carver carver = {0};
    size_t n = (size_t)t->feet->count;
    if (n > INT32_MAX / 1024) return VRM_ERR_LIMIT;
    carve(t, &carver, n);
    if (carver.has_overflowed || carver.used > max_bytes) return VRM_ERR_LIMIT;
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, allocator)) return VRM_ERR_MEMORY;
    t->block = carver.base;
    t->block_size = size;
    carve(t, &carver, n);
    for (int s = 0; s < 2; s++) {
        t->from[s] = vrmi_arm(t->source, s);
        t->to[s] = vrmi_arm(t->target, s);
        t->has_arm[s] = t->from[s].is_there && t->to[s].is_there;
    }
    t->pelvis_scale = pelvis_scale(t);
    return VRM_OK;
}

void vrmi_touch_close(vrmi_Touches* t, const vrm_Allocator* allocator) {
    vrmi_release(allocator, t->block, t->block_size);
    t->block = NULL;
}

int32_t vrmi_touch_index(const vrmi_Feet* feet, int32_t i) {
    int32_t f = i - feet->cycle.lead;
    if (f < 0) return f + feet->cycle.count;
    return feet->cycle.lead > 0 && f > feet->cycle.count ? f - feet->cycle.count : f;
}

/* ---- Weights ---- */

double vrmi_touch_fade(const vrmi_Touches* t, double seconds) {
    int32_t begin = t->feet->cycle.lead, count = t->feet->cycle.count;
    if (begin == 0) return seconds;
    return fmin(seconds, 0.5 * (t->feet->times[begin + count] - t->feet->times[begin]));
}

float vrmi_touch_weight(const vrmi_Touches* t, const vrmi_TouchContact* c, int32_t f, double fade) {
    const double* times = t->feet->times;
    double away = f < c->first  ? times[c->first] - times[f]
                  : f > c->last ? times[f] - times[c->last]
                                : 0.0;
    float x = (float)fmax(1.0 - away / fade, 0.0);
    return x * x * (3.0f - 2.0f * x);
}

int32_t vrmi_touch_fade_in(const vrmi_Touches* t, const vrmi_TouchContact* c, double fade) {
    int32_t f = c->first;
    while (f > 0 && t->feet->times[c->first] - t->feet->times[f - 1] < fade) f--;
    return f;
}

int32_t vrmi_touch_fade_out(const vrmi_Touches* t, const vrmi_TouchContact* c, double fade) {
    int32_t f = c->last;
    while (f + 1 < t->feet->count && t->feet->times[f + 1] - t->feet->times[c->last] < fade) f++;
    return f;
}

/* ---- Report ---- */

/* A contact over the seam of a loop is counted once. */
static bool is_counted(const vrmi_Touches* t, const vrmi_TouchContact* c) {
    int32_t begin = t->feet->cycle.lead, cycle = t->feet->cycle.count;
    if (begin == 0) return true;
    bool is_endless = c->first < begin && c->last >= begin + cycle;
    return is_endless || (c->first >= begin && c->first < begin + cycle);
}

void vrmi_touch_count(const vrmi_Touches* t, int32_t count, vrm_ContactReport* report) {
    int32_t counts[VRMI_TOUCH_KINDS] = {0}, lead = t->feet->cycle.lead;
    for (int32_t i = 0; i < t->contact_count; i++)
        counts[t->contacts[i].kind] += is_counted(t, &t->contacts[i]);
    report->hands_ground = counts[VRMI_TOUCH_GROUND];
    report->hands_together = counts[VRMI_TOUCH_TOGETHER];
    report->hands_body =
        counts[VRMI_TOUCH_HIPS] + counts[VRMI_TOUCH_LEFT_THIGH] + counts[VRMI_TOUCH_RIGHT_THIGH];
    report->knees_ground = counts[VRMI_TOUCH_KNEE];
    report->seats = counts[VRMI_TOUCH_SEAT];
    for (int32_t f = 0; f < count; f++) {
        bool touches = false;
        for (int k = 0; k < VRMI_TOUCH_KINDS; k++)
            for (int s = 0; s < 2; s++) touches |= t->weight[k][s][lead + f] >= 1.0f;
        report->frames += touches;
    }
}
