/* SPDX-License-Identifier: MIT */
/* Emotions yield to speech. An expression is shown as a whole, so an emotion that has the lips, by
 * its shape or because the file lets it override the mouth, is lowered while the mouth speaks:
 *
 *   taken = sum over the emotion's expressions of weight * share of the lips
 *   weight * LIPS_TAKEN / taken, where more is taken
 *
 * An expression that blocks the mouth at any weight, or that is shown fully or not at all, goes
 * until the speech has ended. docs/reference/face.md, "Emotion and speech". */
#include "face/face.h"

#define LIPS_TAKEN 0.4f /* speech keeps the rest */

#define YIELD_S  0.15
#define RETURN_S 0.4

#define BLOCKS 2.0f

void vrmi_yield_to(vrm_Face* face, bool speaks) {
    vrmi_YieldLayer* layer = &face->yield;
    if (speaks == layer->is_on) return;
    double ease_s = speaks ? YIELD_S : RETURN_S;
    layer->was_on[vrmi_easing_begin(&layer->easing, face->now, ease_s)] = speaks;
    layer->is_on = speaks;
}

static float share_at(const vrmi_YieldLayer* layer, double time) {
    vrmi_EaseShare shares[VRMI_EASE_TARGETS];
    int32_t count = vrmi_easing_shares(&layer->easing, time, shares);
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++)
        if (layer->was_on[shares[i].slot]) sum += shares[i].share;
    return sum < 1.0f ? sum : 1.0f;
}

/* The share of one expression of the mouth that an emotion has at full weight; BLOCKS: the emotion
 * hides it at any weight. */
static float share_of(const vrm_FaceMap* map, int32_t emotion, int32_t mouth) {
    if (mouth < 0) return 0.0f;
    if (map->expressions[mouth].category == VRM_CATEGORY_MOUTH) {
        int8_t rule = map->expressions[emotion].overrides[VRM_CATEGORY_MOUTH];
        if (rule == VRM_OVERRIDE_BLOCK) return BLOCKS;
        if (rule == VRM_OVERRIDE_BLEND) return 1.0f;
    }
    return map->overlaps[(size_t)emotion * (size_t)map->expression_count + (size_t)mouth];
}

/* The largest of them. */
static float lips_of(const vrm_FaceMap* map, int32_t emotion) {
    float most = 0.0f;
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++)
        for (int32_t i = 0; i < 2; i++) {
            float share = share_of(map, emotion, map->vowels[v][i]);
            most = share > most ? share : most;
        }
    for (int32_t v = 0; v < VRM_VISEME_COUNT && map->info.has_visemes; v++) {
        float share = share_of(map, emotion, map->visemes[v]);
        most = share > most ? share : most;
    }
    bool is_whole = map->expressions[emotion].binary != VRM_BINARY_NOT;
    return is_whole && most > LIPS_TAKEN ? BLOCKS : most;
}

void vrmi_yield_apply(vrm_Face* face) {
    vrmi_EmotionLayer* emotion = &face->emotion;
    float share = share_at(&face->yield, face->now), taken = 0.0f;
    if (share <= 0.0f || emotion->entry_count == 0) return;
    for (int32_t i = 0; i < emotion->entry_count; i++) {
        float lips = lips_of(face->map, emotion->entries[i].expression);
        if (lips < BLOCKS) taken += emotion->entries[i].now * lips;
    }
    float kept = taken > LIPS_TAKEN ? LIPS_TAKEN / taken : 1.0f;
    for (int32_t i = 0; i < emotion->entry_count; i++) {
        vrmi_EmotionEntry* entry = &emotion->entries[i];
        float lips = lips_of(face->map, entry->expression);
        if (lips >= BLOCKS)
            entry->now *= 1.0f - share;
        else if (lips > 0.0f)
            entry->now *= 1.0f - (1.0f - kept) * share;
    }
}
