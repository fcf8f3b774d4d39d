/* SPDX-License-Identifier: MIT */
/* The layers become weights.
 *
 *   weight(x) = emotion(x) + layers(x) * (1 - what the emotion has of x already)
 *
 * Mouth, blinks and tracker ask for expressions in `layers`. The part of x that an emotion has is
 * its weight times their overlap, so that along the displacement of x the sum stays at or below 1.
 */
#include "face/face.h"

/* A binary expression is shown fully or not at all: not, where the emotion has more of it than
 * this. */
#define BINARY_COVERED 0.05f

static void clear(vrm_Face* face) {
    for (int32_t i = 0; i < face->driven_count; i++) {
        int32_t e = face->driven[i];
        face->weights[e] = face->layers[e] = 0.0f;
        face->flags[e] = VRMI_TOUCHED;
    }
    face->driven_count = 0;
}

static void add_mouth(vrm_Face* face, float share) {
    const vrm_FaceMap* map = face->map;
    float mouth[VRMI_MOUTH_COUNT];
    vrmi_mouth_at(&face->mouth, face->now, mouth);
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) {
        vrmi_face_add(face, map->vowels[v][0], mouth[v] * share);
        vrmi_face_add(face, map->vowels[v][1], mouth[v] * share);
    }
    if (!map->info.has_visemes) return;
    for (int32_t v = 0; v < VRM_VISEME_COUNT; v++)
        vrmi_face_add(face, map->visemes[v], mouth[VRM_VOWEL_COUNT + v] * share);
}

/* Both eyes by the expression for both, what one closes further by that for one. */
static void add_blink(vrm_Face* face, float share) {
    const vrm_FaceMap* map = face->map;
    float closed = vrmi_blink_closure(&face->blink, face->now), eyes[2];
    for (int32_t i = 0; i < 2; i++) {
        float by_hand = face->blink.by_hand[i];
        eyes[i] = (closed > by_hand ? closed : by_hand) * share +
                  face->track.presets[VRM_EXPRESSION_BLINK_LEFT + i] * face->track.share;
    }
    float both = eyes[0] < eyes[1] ? eyes[0] : eyes[1];
    if (map->blink < 0) both = 0.0f;
    vrmi_face_add(face, map->blink, both);
    for (int32_t i = 0; i < 2; i++) vrmi_face_add(face, map->blink_sides[i], eyes[i] - both);
}

static void finish(vrm_Face* face, int32_t expression) {
    float asked = face->layers[expression];
    if (asked <= 0.0f) return;
    float covered = face->emotion.entry_count == 0 ? 0.0f : vrmi_emotion_covers(face, expression);
    bool is_binary = face->map->expressions[expression].binary != VRM_BINARY_NOT;
    if (is_binary) covered = covered > BINARY_COVERED ? 1.0f : 0.0f;
    face->weights[expression] = vrmi_clamp(asked, 0.0f, 1.0f) * (1.0f - covered);
}

void vrmi_face_mix(vrm_Face* face) {
    clear(face);
    vrmi_emotion_update(face);
    vrmi_track_update(face);
    float share = 1.0f - face->track.share;
    add_mouth(face, share);
    add_blink(face, share);
    vrmi_track_mix(face);
    for (int32_t i = 0; i < face->driven_count; i++) finish(face, face->driven[i]);
    for (int32_t i = 0; i < face->emotion.entry_count; i++) {
        const vrmi_EmotionEntry* entry = &face->emotion.entries[i];
        if (entry->now <= 0.0f) continue;
        vrmi_face_note(face, entry->expression);
        float* weight = &face->weights[entry->expression];
        *weight = vrmi_clamp(*weight + entry->now, 0.0f, 1.0f);
    }
}
