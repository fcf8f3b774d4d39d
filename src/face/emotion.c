/* SPDX-License-Identifier: MIT */
/* Emotions: mixtures of expressions that ease over into each other.
 *
 *   asked     asked + ease_in      + hold            + ease_out
 *   [ eases in )[ held             )[ eases out      )
 *                                   or the next of the queue eases in
 *
 * An emotion may be replaced at any time without a jump, and asked for in every frame. */
#include "base/alloc.h"
#include "face/face.h"

#include <string.h>

#define EASE_MAX 3600.0f

void vrm_emotion_def_init(vrm_EmotionDef* def, size_t def_size) {
    vrm_EmotionDef defaults = {
        .intensity = 1.0f, .ease_in_s = 0.25f, .ease_out_s = 0.4f, .hold_s = INFINITY};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* The emotion that is shown, or eases out. Only while there is one. */
static vrmi_FaceEmotion* newest(vrmi_EmotionLayer* layer) {
    return &layer->targets[vrmi_easing_newest(&layer->easing)];
}

static bool is_target(const vrmi_FaceEmotion* a, const vrmi_FaceEmotion* b) {
    if (a->part_count != b->part_count || a->ease_in_s != b->ease_in_s) return false;
    for (int32_t i = 0; i < a->part_count; i++)
        if (a->expressions[i] != b->expressions[i] || a->weights[i] != b->weights[i]) return false;
    return true;
}

/* One that is repeated only begins its hold anew. */
static void show(vrmi_EmotionLayer* layer, const vrmi_FaceEmotion* emotion, double at) {
    int32_t slot = vrmi_easing_newest(&layer->easing);
    if (slot < 0 || !is_target(&layer->targets[slot], emotion))
        slot = vrmi_easing_begin(&layer->easing, at, emotion->ease_in_s);
    layer->targets[slot] = *emotion;
    layer->asked_at = at;
    layer->is_shown = true;
}

/* The end of the hold. One that is held for ever ends when another waits. */
double vrmi_emotion_next(const vrmi_EmotionLayer* layer) {
    if (!layer->is_shown) return VRMI_NEVER;
    const vrmi_FaceEmotion* emotion = &layer->targets[vrmi_easing_newest(&layer->easing)];
    double eased = layer->asked_at + emotion->ease_in_s;
    if (emotion->hold_s < VRMI_NEVER) return eased + emotion->hold_s;
    if (layer->queue_count == 0) return VRMI_NEVER;
    double wanted = layer->queue[0].queued_at;
    return wanted > eased ? wanted : eased;
}

void vrmi_emotion_event(vrm_Face* face) {
    vrmi_EmotionLayer* layer = &face->emotion;
    if (layer->queue_count > 0) {
        show(layer, &layer->queue[0], face->now);
        layer->queue_count--;
        memmove(layer->queue, layer->queue + 1, (size_t)layer->queue_count * sizeof *layer->queue);
        return;
    }
    const vrmi_FaceEmotion rest = {.ease_in_s = newest(layer)->ease_out_s, .hold_s = VRMI_NEVER};
    show(layer, &rest, face->now);
    layer->is_shown = false;
}

static vrmi_EmotionEntry* entry_of(vrmi_EmotionLayer* layer, int32_t expression) {
    for (int32_t i = 0; i < layer->entry_count; i++)
        if (layer->entries[i].expression == expression) return &layer->entries[i];
    vrmi_EmotionEntry* entry = &layer->entries[layer->entry_count++];
    *entry = (vrmi_EmotionEntry){.expression = expression};
    return entry;
}

static void sum_targets(vrmi_EmotionLayer* layer, double time) {
    vrmi_EaseShare shares[VRMI_EASE_TARGETS];
    int32_t count = vrmi_easing_shares(&layer->easing, time, shares);
    layer->entry_count = 0;
    for (int32_t i = 0; i < count; i++) {
        const vrmi_FaceEmotion* target = &layer->targets[shares[i].slot];
        for (int32_t p = 0; p < target->part_count; p++)
            if (target->weights[p] > 0.0f)
                entry_of(layer, target->expressions[p])->now +=
                    target->weights[p] * shares[i].share;
    }
}

void vrmi_emotion_update(vrm_Face* face) {
    vrmi_EmotionLayer* layer = &face->emotion;
    sum_targets(layer, face->now);
    vrmi_yield_apply(face);
    for (int32_t i = 0; i < layer->entry_count; i++) {
        vrmi_EmotionEntry* entry = &layer->entries[i];
        float weight = vrmi_clamp(entry->now, 0.0f, 1.0f);
        entry->now = entry->shown = weight;
        switch ((vrm_BinaryRule)face->map->expressions[entry->expression].binary) {
        case VRM_BINARY_OVER_HALF: entry->shown = weight > 0.5f ? 1.0f : 0.0f; break;
        case VRM_BINARY_NON_ZERO: entry->shown = weight > 0.0f ? 1.0f : 0.0f; break;
        case VRM_BINARY_NOT: break;
        }
    }
}

/* ---- What an emotion has in common with others ---- */

/* An expression that the emotion's overrides reduce is left to the overrides: nothing counts
 * twice. */
float vrmi_emotion_covers(const vrm_Face* face, int32_t expression) {
    const vrm_FaceMap* map = face->map;
    size_t count = (size_t)map->expression_count;
    vrm_Category category = (vrm_Category)map->expressions[expression].category;
    float sum = 0.0f;
    for (int32_t i = 0; i < face->emotion.entry_count; i++) {
        const vrmi_EmotionEntry* entry = &face->emotion.entries[i];
        if (entry->shown <= 0.0f) continue;
        if (category != VRM_CATEGORY_NONE &&
            map->expressions[entry->expression].overrides[category] != VRM_OVERRIDE_NONE)
            continue;
        sum += entry->shown * map->overlaps[(size_t)entry->expression * count + (size_t)expression];
    }
    return sum < 1.0f ? sum : 1.0f;
}

float vrmi_emotion_closes_eyes(const vrm_Face* face) {
    const vrm_FaceMap* map = face->map;
    int32_t blink = map->blink >= 0 ? map->blink : map->blink_sides[0];
    float sum = blink >= 0 ? vrmi_emotion_covers(face, blink) : 0.0f;
    for (int32_t i = 0; i < face->emotion.entry_count; i++) {
        const vrmi_EmotionEntry* entry = &face->emotion.entries[i];
        int8_t rule = map->expressions[entry->expression].overrides[VRM_CATEGORY_BLINK];
        if (rule == VRM_OVERRIDE_BLOCK && entry->shown > 0.0f) return 1.0f;
        if (rule == VRM_OVERRIDE_BLEND) sum += entry->shown;
    }
    return sum < 1.0f ? sum : 1.0f;
}

/* ---- The host's ---- */

static bool is_within(float a, float low, float high) {
    return a >= low && a <= high; /* false for NaN */
}

/* Parts of one expression add up. */
static void add_part(vrmi_FaceEmotion* emotion, int32_t expression, float weight) {
    int32_t i = 0;
    while (i < emotion->part_count && emotion->expressions[i] != expression) i++;
    if (i == emotion->part_count) emotion->weights[emotion->part_count++] = 0.0f;
    emotion->expressions[i] = expression;
    emotion->weights[i] = vrmi_clamp(emotion->weights[i] + weight, 0.0f, 1.0f);
}

static bool resolve(const vrm_FaceMap* map, const vrm_EmotionDef* def, vrmi_FaceEmotion* out) {
    if (def->part_count < 0 || def->part_count > VRM_EMOTION_PARTS_MAX ||
        (def->part_count > 0 && def->parts == NULL) || !is_within(def->intensity, 0.0f, 1.0f) ||
        !is_within(def->ease_in_s, 0.0f, EASE_MAX) || !is_within(def->ease_out_s, 0.0f, EASE_MAX) ||
        !(def->hold_s >= 0.0f))
        return false;
    *out = (vrmi_FaceEmotion){.ease_in_s = (double)def->ease_in_s,
                              .ease_out_s = (double)def->ease_out_s,
                              .hold_s = def->hold_s <= 1e9f ? (double)def->hold_s : VRMI_NEVER};
    for (int32_t i = 0; i < def->part_count; i++) {
        int32_t expression = vrm_face_map_expression(map, def->parts[i].expression);
        if (expression < 0 || !is_within(def->parts[i].weight, 0.0f, 1.0f)) return false;
        add_part(out, expression, def->parts[i].weight * def->intensity);
    }
    return true;
}

bool vrmi_emotion_repeats(const vrmi_EmotionAsked* asked, const vrmi_EmotionAsked* last) {
    const vrmi_FaceEmotion *a = &asked->emotion, *b = &last->emotion;
    return is_target(a, b) && a->ease_out_s == b->ease_out_s && a->hold_s == VRMI_NEVER &&
           b->hold_s == VRMI_NEVER && !asked->is_queued && !last->is_queued;
}

bool vrmi_emotion_read(const vrm_FaceMap* map, const vrm_EmotionDef* emotion,
                       vrmi_EmotionAsked* out) {
    vrm_EmotionDef def;
    vrm_emotion_def_init(&def, sizeof def);
    if (emotion != NULL && !vrmi_def_copy(&def, sizeof def, emotion)) return false;
    out->is_queued = def.is_queued;
    return resolve(map, &def, &out->emotion);
}

bool vrmi_emotion_show(vrm_Face* face, const vrmi_EmotionAsked* asked) {
    vrmi_EmotionLayer* layer = &face->emotion;
    vrmi_FaceEmotion emotion = asked->emotion;
    emotion.queued_at = face->now;
    if (!asked->is_queued || (!layer->is_shown && layer->queue_count == 0)) {
        layer->queue_count = 0;
        show(layer, &emotion, face->now);
        return true;
    }
    if (layer->queue_count == VRMI_EMOTION_QUEUE) return false;
    layer->queue[layer->queue_count++] = emotion;
    return true;
}

bool vrm_face_emote(vrm_Face* face, const vrm_EmotionDef* emotion) {
    vrmi_EmotionAsked asked;
    return vrmi_emotion_read(face->map, emotion, &asked) && vrmi_emotion_show(face, &asked);
}
