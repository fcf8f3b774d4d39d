/* SPDX-License-Identifier: MIT */
/* The mouth: vowels or visemes that the host sets, or frames of a sound at their own times. A
 * change of source eases over from what was shown. */
#include "face/face.h"

#include <string.h>

#define EASE_S 0.08 /* from one shape to the next: a syllable takes 0.2 s */

/* Frames further apart than this are not interpolated; without a new one the mouth closes between
 * these times. */
#define GAP_S    0.1
#define CLOSED_S 0.2

#define SPEECH_ENDS_S 0.5  /* a pause that does not end speech */
#define LIPS_FREE_S   0.25 /* before the first sound */

/* Live frames that are off by more begin anew. Below that, each group of frames takes off this part
 * of what it is off by: groups come unevenly, clocks drift by less than 1 ms a second. */
#define LIVE_OFF_S 0.1
#define LIVE_SHARE 0.02

/* A sound that is played may be off by this: devices tell their time in coarse steps, and people
 * notice more (ITU-R BT.1359: from 45 ms on). */
#define PLAYED_OFF_S 0.04

void vrmi_mouth_init(vrmi_MouthLayer* layer) {
    layer->open_until = -VRMI_NEVER;
}

/* ---- Frames ---- */

static const vrmi_Heard* heard_at(const vrmi_MouthLayer* layer, int32_t i) {
    return &layer->heard[(layer->heard_first + i) % VRMI_HEARD_MAX];
}

/* The time of the newest frame stored. */
static double heard_until(const vrmi_MouthLayer* layer) {
    return layer->heard_count == 0 ? -VRMI_NEVER : heard_at(layer, layer->heard_count - 1)->time;
}

/* How many frames begin at `time` or before. */
static int32_t count_until(const vrmi_MouthLayer* layer, double time) {
    int32_t low = 0, high = layer->heard_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (heard_at(layer, middle)->time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_vowels(const vrmi_Heard* frame, double share, float* out) {
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) out[v] += frame->vowels[v] * (float)share;
}

static void listen(const vrmi_MouthLayer* layer, double time, float* out) {
    int32_t count = count_until(layer, time);
    const vrmi_Heard* before = count > 0 ? heard_at(layer, count - 1) : NULL;
    const vrmi_Heard* after = count < layer->heard_count ? heard_at(layer, count) : NULL;
    if (before != NULL && after != NULL && after->time - before->time <= GAP_S) {
        double share = (time - before->time) / (after->time - before->time);
        add_vowels(before, 1.0 - share, out);
        add_vowels(after, share, out);
        return;
    }
    double since = before == NULL ? CLOSED_S : time - before->time;
    if (since < CLOSED_S)
        add_vowels(before, since < GAP_S ? 1.0 : (CLOSED_S - since) / (CLOSED_S - GAP_S), out);
}

/* ---- Shape ---- */

void vrmi_mouth_at(const vrmi_MouthLayer* layer, double time, float out[VRMI_MOUTH_COUNT]) {
    vrmi_EaseShare shares[VRMI_EASE_TARGETS];
    int32_t count = vrmi_easing_shares(&layer->easing, time, shares);
    float heard[VRMI_MOUTH_COUNT] = {0};
    memset(out, 0, sizeof heard);
    listen(layer, time, heard);
    for (int32_t i = 0; i < count; i++) {
        const vrmi_MouthSource* source = &layer->sources[shares[i].slot];
        const float* weights = source->hears ? heard : source->weights;
        for (int32_t m = 0; m < VRMI_MOUTH_COUNT; m++) out[m] += weights[m] * shares[i].share;
    }
}

/* Frames drive the mouth; else what the host sets. */
static bool hears(const vrmi_MouthLayer* layer) {
    int32_t newest = vrmi_easing_newest(&layer->easing);
    return newest >= 0 && layer->sources[newest].hears;
}

bool vrmi_mouth_speaks(const vrmi_MouthLayer* layer, double time, double ahead_s) {
    if (!hears(layer)) return layer->is_open || time - layer->open_until < SPEECH_ENDS_S;
    for (int32_t i = count_until(layer, time + ahead_s) - 1; i >= 0; i--) {
        const vrmi_Heard* frame = heard_at(layer, i);
        if (time - frame->time >= SPEECH_ENDS_S) return false;
        if (frame->is_speech) return true;
    }
    return false;
}

bool vrmi_mouth_is_settled(const vrmi_MouthLayer* layer, double time) {
    double over = time - 2.0 * SPEECH_ENDS_S;
    return heard_until(layer) < over && (layer->is_open || layer->open_until < over);
}

void vrmi_mouth_claim_lips(vrm_Face* face) {
    vrmi_yield_to(face, vrmi_mouth_speaks(&face->mouth, face->now, LIPS_FREE_S));
}

/* ---- The host's ---- */

static bool are_weights(const float* weights, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (!vrmi_is_finite(weights[i])) return false;
    return true;
}

/* Clamped to 0..1, and scaled down where the sum is above 1. */
static void set_weights(const float* from, int32_t count, float* to) {
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        to[i] = vrmi_clamp(from[i], 0.0f, 1.0f);
        sum += to[i];
    }
    for (int32_t i = 0; i < count && sum > 1.0f; i++) to[i] = to[i] / sum;
}

static bool are_equal(const vrmi_MouthSource* a, const vrmi_MouthSource* b) {
    return a->hears == b->hears && memcmp(a->weights, b->weights, sizeof a->weights) == 0;
}

static void set_source(vrm_Face* face, const vrmi_MouthSource* source) {
    vrmi_MouthLayer* layer = &face->mouth;
    int32_t newest = vrmi_easing_newest(&layer->easing);
    if (newest >= 0 && are_equal(&layer->sources[newest], source)) return;
    layer->sources[vrmi_easing_begin(&layer->easing, face->now, EASE_S)] = *source;
}

static void set_target(vrm_Face* face, const float* weights, int32_t first, int32_t count) {
    vrmi_MouthLayer* layer = &face->mouth;
    vrmi_MouthSource source = {.hears = false};
    set_weights(weights, count, source.weights + first);
    set_source(face, &source);
    bool was_open = layer->is_open;
    layer->is_open = false;
    for (int32_t i = 0; i < VRMI_MOUTH_COUNT; i++) layer->is_open |= source.weights[i] > 0.0f;
    if (was_open && !layer->is_open) layer->open_until = face->now;
    vrmi_mouth_claim_lips(face);
}

/* The frames that were heard so far end here: what they show now is eased over from, also where the
 * host has set something else since. */
static void hear_anew(vrm_Face* face) {
    vrmi_MouthLayer* layer = &face->mouth;
    vrmi_MouthSource now = {.hears = false};
    bool is_heard = hears(layer);
    listen(layer, face->now, now.weights);
    for (int32_t i = 0; i < VRMI_EASE_TARGETS; i++)
        if (layer->sources[i].hears) layer->sources[i] = now;
    if (is_heard) set_source(face, &(vrmi_MouthSource){.hears = true});
}

bool vrm_face_set_vowels(vrm_Face* face, const float vowels[VRM_VOWEL_COUNT]) {
    if (!are_weights(vowels, VRM_VOWEL_COUNT)) return false;
    set_target(face, vowels, 0, VRM_VOWEL_COUNT);
    return true;
}

bool vrm_face_set_visemes(vrm_Face* face, const float visemes[VRM_VISEME_COUNT]) {
    float vowels[VRM_VOWEL_COUNT] = {0}, shares[VRM_VISEME_COUNT];
    if (!are_weights(visemes, VRM_VISEME_COUNT)) return false;
    set_weights(visemes, VRM_VISEME_COUNT, shares);
    shares[VRM_VISEME_SIL] = 0.0f; /* the mouth at rest */
    if (face->map->info.has_visemes) {
        set_target(face, shares, VRM_VOWEL_COUNT, VRM_VISEME_COUNT);
        return true;
    }
    for (int32_t v = 0; v < VRM_VISEME_COUNT; v++)
        vowels[vrmi_viseme_rows[v].vowel] += shares[v] * vrmi_viseme_rows[v].factor;
    set_target(face, vowels, 0, VRM_VOWEL_COUNT);
    return true;
}

void vrmi_mouth_begin_sound(vrm_Face* face, double start) {
    vrmi_MouthLayer* layer = &face->mouth;
    int32_t count = count_until(layer, start);
    if (start <= face->now) hear_anew(face); /* else what is heard goes on until then */
    /* A frame of this very moment would stand in the way of the first one of the new sound. */
    if (count > 0 && heard_at(layer, count - 1)->time >= start) count--;
    layer->sound_start = start;
    layer->is_live = false;
    layer->heard_count = count;
}

void vrm_face_begin_sound(vrm_Face* face) {
    vrmi_mouth_begin_sound(face, face->now);
}

static bool is_frame(const vrm_LipFrame* frame) {
    return frame->time_s >= -1e9 && frame->time_s <= 1e9 &&
           are_weights(frame->vowels, VRM_VOWEL_COUNT);
}

bool vrmi_mouth_can_hear(const vrm_LipFrame* frames, int32_t count, double last) {
    for (int32_t i = 0; i < count; i++) {
        if (!is_frame(&frames[i]) || !(frames[i].time_s > last)) return false;
        last = frames[i].time_s;
    }
    return count >= 0;
}

static void store(vrmi_MouthLayer* layer, const vrm_LipFrame* frame) {
    vrmi_Heard heard = {.time = layer->sound_start + frame->time_s, .is_speech = frame->is_speech};
    if (!(heard.time > heard_until(layer))) return;
    set_weights(frame->vowels, VRM_VOWEL_COUNT, heard.vowels);
    if (layer->heard_count == VRMI_HEARD_MAX) {
        layer->heard_first = (layer->heard_first + 1) % VRMI_HEARD_MAX;
        layer->heard_count--;
    }
    layer->heard[(layer->heard_first + layer->heard_count++) % VRMI_HEARD_MAX] = heard;
}

static void hear(vrm_Face* face, const vrm_LipFrame* frames, int32_t count) {
    vrmi_MouthLayer* layer = &face->mouth;
    if (!hears(layer)) set_source(face, &(vrmi_MouthSource){.hears = true});
    /* The mouth has begun to close: what comes now eases in. */
    if (count > 0 && face->now - heard_until(layer) > GAP_S) hear_anew(face);
    for (int32_t i = 0; i < count; i++) store(layer, &frames[i]);
    vrmi_mouth_claim_lips(face);
}

bool vrm_face_hear(vrm_Face* face, const vrm_LipFrame* frames, int32_t count) {
    vrmi_MouthLayer* layer = &face->mouth;
    if (!vrmi_mouth_can_hear(frames, count, heard_until(layer) - layer->sound_start)) return false;
    layer->is_live = false;
    hear(face, frames, count);
    return true;
}

/* The first of the frames that come together is for now. Calls at one time of the face belong
 * together. */
static void align_live(vrm_Face* face, double first_s) {
    vrmi_MouthLayer* layer = &face->mouth;
    bool goes_on = layer->is_live && first_s > layer->live_time_s;
    if (goes_on && face->now <= layer->live_at) return;
    double late_s = face->now - (layer->sound_start + first_s);
    if (goes_on && late_s <= LIVE_OFF_S && late_s >= -LIVE_OFF_S) {
        layer->sound_start += late_s * LIVE_SHARE;
    } else {
        vrm_face_begin_sound(face);
        layer->sound_start = face->now - first_s;
    }
    layer->is_live = true;
    layer->live_at = face->now;
}

bool vrm_face_hear_live(vrm_Face* face, const vrm_LipFrame* frames, int32_t count) {
    if (!vrmi_mouth_can_hear(frames, count, -VRMI_NEVER)) return false;
    if (count == 0) return true;
    align_live(face, frames[0].time_s);
    face->mouth.live_time_s = frames[count - 1].time_s;
    hear(face, frames, count);
    return true;
}

/* Frames of an earlier sound have their own time and go. */
static void move_frames(vrmi_MouthLayer* layer, double by_s) {
    int32_t old = count_until(layer, layer->sound_start);
    layer->heard_first = (layer->heard_first + old) % VRMI_HEARD_MAX;
    layer->heard_count -= old;
    for (int32_t i = 0; i < layer->heard_count; i++)
        layer->heard[(layer->heard_first + i) % VRMI_HEARD_MAX].time += by_s;
    layer->sound_start += by_s;
}

bool vrm_face_sync_sound(vrm_Face* face, double time_s) {
    vrmi_MouthLayer* layer = &face->mouth;
    if (!(time_s >= -1e9 && time_s <= 1e9)) return false;
    double by_s = face->now - time_s - layer->sound_start;
    if (by_s <= PLAYED_OFF_S && by_s >= -PLAYED_OFF_S) return true;
    hear_anew(face);
    move_frames(layer, by_s);
    return true;
}
