/* SPDX-License-Identifier: MIT */
/* Face tracking: the 52 shapes as expressions of their own, as morph targets of their names, or as
 * presets by the table. A tracker replaces mouth, blinks and gaze of the other layers. */
#include "face/face.h"

#include <string.h>

#define FADE_IN_S  0.15
#define FADE_OUT_S 0.3

static float share_at(const vrmi_TrackLayer* layer, double time) {
    vrmi_EaseShare shares[VRMI_EASE_TARGETS];
    int32_t count = vrmi_easing_shares(&layer->easing, time, shares);
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++)
        if (layer->was_on[shares[i].slot]) sum += shares[i].share;
    return sum < 1.0f ? sum : 1.0f;
}

void vrmi_track_update(vrm_Face* face) {
    vrmi_TrackLayer* layer = &face->track;
    if (!layer->was_used) return;
    layer->share = share_at(layer, face->now);
    for (int32_t i = 0; i < face->map->morph_count; i++) {
        const vrmi_FaceMorph* morph = &face->map->morphs[i];
        face->morphs[i] = morph->rest + (layer->shapes[morph->shape] - morph->rest) * layer->share;
    }
}

/* ---- Presets ---- */

/* Blinks are added with those of the other layers: mix.c. */
void vrmi_track_mix(vrm_Face* face) {
    const vrm_FaceMap* map = face->map;
    const vrmi_TrackLayer* layer = &face->track;
    if (layer->share <= 0.0f) return;
    for (uint64_t left = map->own_shapes; left != 0; left &= left - 1) {
        int32_t s = (int32_t)__builtin_ctzll(left);
        vrmi_face_add(face, map->shapes[s], layer->shapes[s] * layer->share);
    }
    for (int32_t p = VRM_EXPRESSION_HAPPY; p <= VRM_EXPRESSION_OH; p++)
        vrmi_face_add(face, map->presets[p], layer->presets[p] * layer->share);
}

/* ---- The host's ---- */

static void switch_to(vrm_Face* face, bool is_on) {
    vrmi_TrackLayer* layer = &face->track;
    if (layer->is_on == is_on) return;
    double fade_s = is_on ? FADE_IN_S : FADE_OUT_S;
    layer->was_on[vrmi_easing_begin(&layer->easing, face->now, fade_s)] = is_on;
    layer->is_on = is_on;
    layer->was_used = true;
}

bool vrm_face_track(vrm_Face* face, const float given[VRM_FACE_SHAPE_COUNT]) {
    vrmi_TrackLayer* layer = &face->track;
    const vrm_FaceMap* map = face->map;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        if (!vrmi_is_finite(given[s])) return false;
    switch_to(face, true);
    float* shapes = layer->shapes;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++) shapes[s] = vrmi_clamp(given[s], 0.0f, 1.0f);
    vrmi_shapes_to_presets(shapes, map->own_shapes, layer->presets);
    layer->gaze = map->looks_by_shapes ? (vrm_Vec2){0.0f, 0.0f} : vrmi_shapes_gaze(shapes);
    return true;
}

void vrm_face_track_off(vrm_Face* face) {
    switch_to(face, false);
}
