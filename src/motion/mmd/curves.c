/* SPDX-License-Identifier: MIT */
#include "motion/mmd/curves.h"

/* ---- Curves ---- */

static float cubic(float a, float b, float t) {
    float s = 1.0f - t;
    return 3.0f * s * s * t * a + 3.0f * s * t * t * b + t * t * t;
}

/* x rises with t, because its inner points are within 0..1, so bisection finds t; 24 steps reach
 * the precision of a float. Most steps are Newton's; steps that leave the interval are replaced. */
float vrmi_vmd_ease(const uint8_t curve[4], float x) {
    float x1 = (float)curve[0] / 127.0f, y1 = (float)curve[1] / 127.0f;
    float x2 = (float)curve[2] / 127.0f, y2 = (float)curve[3] / 127.0f;
    if (x <= 0.0f || x >= 1.0f) return x <= 0.0f ? 0.0f : 1.0f;
    if (curve[0] == curve[1] && curve[2] == curve[3]) return x;
    float low = 0.0f, high = 1.0f, t = x;
    for (int i = 0; i < 24; i++) {
        float error = cubic(x1, x2, t) - x;
        if (error > -1e-6f && error < 1e-6f) break;
        if (error < 0.0f)
            low = t;
        else
            high = t;
        float s = 1.0f - t;
        float slope = 3.0f * (s * s * x1 + 2.0f * s * t * (x2 - x1) + t * t * (1.0f - x2));
        float next = slope > 1e-4f ? t - error / slope : low;
        t = next > low && next < high ? next : 0.5f * (low + high);
    }
    return cubic(y1, y2, t);
}

/* ---- Keys ---- */

/* Returns the first key after `frame`, counted from the first key of the track; frames are `stride`
 * bytes apart. */
static uint32_t key_after(const uint32_t* frames, size_t stride, uint32_t count, double frame) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint32_t* at = (const uint32_t*)((const char*)frames + middle * stride);
        if ((double)*at <= frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static float share(uint32_t from, uint32_t to, double frame) {
    return (float)((frame - (double)from) / (double)(to - from));
}

void vrmi_vmd_bone_at(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track, double frame,
                      vrm_Vec3* out_position, vrm_Quat* out_rotation) {
    const vrmi_VmdKey* keys = vmd->keys + track->first;
    uint32_t after = key_after(&keys->frame, sizeof *keys, track->count, frame);
    const vrmi_VmdKey *a = &keys[after > 0 ? after - 1 : 0], *b = &keys[after];
    *out_position = a->position;
    *out_rotation = vrmi_quat_normalize(a->rotation);
    if (after == 0 || after == track->count) return;
    float x = share(a->frame, b->frame, frame);
    vrm_Vec3 delta = vrmi_vec3_sub(b->position, a->position);
    if (vrmi_vec3_reach(delta) > 0.0f) {
        out_position->x += delta.x * vrmi_vmd_ease(b->curves[VRMI_VMD_X], x);
        out_position->y += delta.y * vrmi_vmd_ease(b->curves[VRMI_VMD_Y], x);
        out_position->z += delta.z * vrmi_vmd_ease(b->curves[VRMI_VMD_Z], x);
    }
    *out_rotation = vrmi_quat_slerp(*out_rotation, vrmi_quat_normalize(b->rotation),
                                    vrmi_vmd_ease(b->curves[VRMI_VMD_ROTATION], x));
}

float vrmi_vmd_weight_at(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track, double frame) {
    const vrmi_VmdWeight* keys = vmd->weights + track->first;
    uint32_t after = key_after(&keys->frame, sizeof *keys, track->count, frame);
    if (after == 0) return keys[0].weight;
    if (after == track->count) return keys[after - 1].weight;
    return vrmi_lerp(keys[after - 1].weight, keys[after].weight,
                     share(keys[after - 1].frame, keys[after].frame, frame));
}

bool vrmi_vmd_is_on(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track, double frame) {
    const vrmi_VmdWeight* keys = vmd->switches + track->first;
    uint32_t after = key_after(&keys->frame, sizeof *keys, track->count, frame);
    return keys[after > 0 ? after - 1 : 0].weight != 0.0f;
}
