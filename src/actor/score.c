/* SPDX-License-Identifier: MIT */
/* The score of a face: emotions and sounds at their times. Everything happens at times that do not
 * depend on frames, so that stepping at any rate and running to a time at once give the same face.
 */
#include "actor/actor.h"
#include "base/alloc.h"

#include <math.h>
#include <string.h>

/* Frames of a sound are given to the face at multiples of this time, up to two of it ahead. */
#define FEED_S (VRM_FACE_AHEAD_S / 4)

/* What is kept of the past, for jumps back. */
#define KEPT_MAX 1024

static void release_frames(const vrm_Allocator* allocator, const vrmi_ScoreSound* sound) {
    vrmi_release(allocator, sound->frames, (size_t)sound->count * sizeof *sound->frames);
}

void vrmi_score_release(vrmi_Score* score, const vrm_Allocator* allocator) {
    for (size_t i = 0; i < score->sound_count; i++) release_frames(allocator, &score->sounds[i]);
    vrmi_release(allocator, score->emotions, score->emotion_capacity * sizeof *score->emotions);
    vrmi_release(allocator, score->sounds, score->sound_capacity * sizeof *score->sounds);
}

/* ---- What is asked ---- */

/* The place of an emotion that is asked for at a time: behind those of that time. */
static size_t place_of(const vrmi_Score* score, double time_s) {
    size_t at = score->emotion_count;
    while (at > score->next_emotion && score->emotions[at - 1].time_s > time_s) at--;
    return at;
}

/* What will wait when the emotions that are due have been shown, as vrmi_emotion_show() does. */
static int32_t waiting_at(const vrmi_Score* score, const vrm_Face* face, double time_s) {
    bool is_shown = face->emotion.is_shown;
    int32_t waiting = face->emotion.queue_count;
    for (size_t i = score->next_emotion; i < score->emotion_count; i++) {
        const vrmi_ScoreEmotion* due = &score->emotions[i];
        if (due->time_s > time_s) break;
        bool waits = due->asked.is_queued && (is_shown || waiting > 0);
        waiting = !waits ? 0 : waiting < VRMI_EMOTION_QUEUE ? waiting + 1 : waiting;
        is_shown = true;
    }
    return waiting;
}

bool vrmi_score_has_room(const vrmi_Score* score, const vrm_Face* face,
                         const vrmi_EmotionAsked* asked) {
    return !asked->is_queued || waiting_at(score, face, face->now) < VRMI_EMOTION_QUEUE;
}

bool vrmi_score_add_emotion(vrmi_Score* score, const vrm_Allocator* allocator, double time_s,
                            const vrmi_EmotionAsked* asked) {
    size_t at = place_of(score, time_s);
    if (at > 0 && vrmi_emotion_repeats(asked, &score->emotions[at - 1].asked)) return true;
    if (score->next_emotion >= KEPT_MAX) { /* the oldest is forgotten */
        score->emotion_count--;
        score->next_emotion--;
        memmove(score->emotions, score->emotions + 1,
                score->emotion_count * sizeof *score->emotions);
    }
    vrmi_ScoreEmotion* list =
        vrmi_array_reserve(allocator, score->emotions, &score->emotion_capacity,
                           score->emotion_count + 1, sizeof *list);
    if (list == NULL) return false;
    score->emotions = list;
    at = place_of(score, time_s);
    memmove(list + at + 1, list + at, (score->emotion_count - at) * sizeof *list);
    list[at] = (vrmi_ScoreEmotion){time_s, *asked};
    score->emotion_count++;
    return true;
}

static bool is_same_frame(const vrm_LipFrame* a, const vrm_LipFrame* b) {
    bool is_same = a->time_s == b->time_s && a->loudness == b->loudness && a->closed == b->closed &&
                   a->is_speech == b->is_speech;
    for (int v = 0; is_same && v < VRM_VOWEL_COUNT; v++) is_same = a->vowels[v] == b->vowels[v];
    return is_same;
}

static bool is_sound(const vrmi_ScoreSound* sound, double begin_s, const vrm_LipFrame* frames,
                     int32_t count) {
    bool is_same = sound->begin_s == begin_s && sound->count == count;
    for (int32_t i = 0; is_same && i < count; i++)
        is_same = is_same_frame(&sound->frames[i], &frames[i]);
    return is_same;
}

static void forget_oldest_sound(vrmi_Score* score, const vrm_Allocator* allocator) {
    release_frames(allocator, &score->sounds[0]);
    score->sound_count--;
    score->next_sound--;
    memmove(score->sounds, score->sounds + 1, score->sound_count * sizeof *score->sounds);
}

bool vrmi_score_add_sound(vrmi_Score* score, const vrm_Allocator* allocator, double now_s,
                          double begin_s, const vrm_LipFrame* frames, int32_t count) {
    for (size_t i = 0; i < score->sound_count; i++)
        if (is_sound(&score->sounds[i], begin_s, frames, count)) return true;
    vrmi_ScoreSound* list = vrmi_array_reserve(allocator, score->sounds, &score->sound_capacity,
                                               score->sound_count + 1, sizeof *list);
    if (list == NULL) return false;
    score->sounds = list;
    double known_s = begin_s - FEED_S; /* lips part a little before the first sound */
    vrmi_ScoreSound added = {
        .time_s = known_s > now_s ? known_s : now_s, .begin_s = begin_s, .count = count};
    if (count > 0) {
        added.frames = vrmi_alloc_zeroed(allocator, (size_t)count, sizeof *frames);
        if (added.frames == NULL) return false;
        memcpy(added.frames, frames, (size_t)count * sizeof *frames);
    }
    if (score->next_sound >= KEPT_MAX) forget_oldest_sound(score, allocator);
    size_t at = score->sound_count++;
    for (; at > score->next_sound && list[at - 1].time_s > added.time_s; at--)
        list[at] = list[at - 1];
    list[at] = added;
    return true;
}

/* ---- Run ---- */

static double next_feed(double time_s) {
    return (floor(time_s / FEED_S) + 1.0) * FEED_S;
}

/* Gives the face the frames that it must know at its present time. */
static void feed(vrmi_Score* score, vrm_Face* face) {
    if (score->next_sound == 0) return;
    const vrmi_ScoreSound* sound = &score->sounds[score->next_sound - 1];
    double until_s = next_feed(face->now) + FEED_S - sound->begin_s;
    int32_t first = score->next_frame, next = first;
    while (next < sound->count && sound->frames[next].time_s <= until_s) next++;
    score->next_frame = next;
    if (next > first) (void)vrm_face_hear(face, sound->frames + first, next - first);
}

/* What is due at the face's present time. False: nothing was. */
static bool act(vrmi_Score* score, vrm_Face* face) {
    size_t before = score->next_sound + score->next_emotion;
    while (score->next_sound < score->sound_count &&
           score->sounds[score->next_sound].time_s <= face->now) {
        vrmi_mouth_begin_sound(face, score->sounds[score->next_sound++].begin_s);
        score->next_frame = 0;
    }
    feed(score, face);
    while (score->next_emotion < score->emotion_count &&
           score->emotions[score->next_emotion].time_s <= face->now)
        (void)vrmi_emotion_show(face, &score->emotions[score->next_emotion++].asked);
    return score->next_sound + score->next_emotion != before;
}

/* The earliest of `next_s`, the next sound, the next emotion and the end. */
static double next_before(const vrmi_Score* score, double next_s, double end_s) {
    if (score->next_sound < score->sound_count && score->sounds[score->next_sound].time_s < next_s)
        next_s = score->sounds[score->next_sound].time_s;
    if (score->next_emotion < score->emotion_count &&
        score->emotions[score->next_emotion].time_s < next_s)
        next_s = score->emotions[score->next_emotion].time_s;
    return next_s < end_s ? next_s : end_s;
}

/* Long times in which the score has nothing are not run. */
static void skip(const vrmi_Score* score, vrm_Face* face, double end_s) {
    if (end_s - face->now < VRMI_RENEW_S) return;
    bool is_heard =
        score->next_sound == 0 || score->next_frame == score->sounds[score->next_sound - 1].count;
    if (is_heard) vrmi_face_skip(face, next_before(score, VRMI_NEVER, end_s));
}

void vrmi_score_count_anew(vrmi_Score* score) {
    score->counts.blinks = score->counts.speech_begins = score->counts.speech_ends = 0;
}

/* A blink and a pause take longer than FEED_S. */
static void count(vrmi_FaceCounts* counts, const vrm_Face* face) {
    double blinked_s = face->blink.onsets[face->blink.newest];
    counts->blinks += blinked_s > counts->blinked_s;
    counts->blinked_s = blinked_s;
    bool is_talking = vrmi_mouth_speaks(&face->mouth, face->now, 0.0); /* whatever the attention */
    counts->speech_begins += is_talking && !counts->is_talking;
    counts->speech_ends += !is_talking && counts->is_talking;
    counts->is_talking = is_talking;
}

void vrmi_score_run(vrmi_Score* score, vrm_Face* face, double time_s) {
    bool is_mixed = false;
    (void)act(score, face);
    while (face->now < time_s) {
        skip(score, face, time_s);
        vrmi_face_run_to(face, next_before(score, next_feed(face->now), time_s));
        is_mixed = !act(score, face);
        count(&score->counts, face);
    }
    if (!is_mixed) vrmi_face_mix(face);
}

void vrmi_score_restart(vrmi_Score* score, vrm_Face* face) {
    vrmi_face_restart(face);
    score->next_emotion = score->next_sound = 0;
    score->next_frame = 0;
    score->counts = (vrmi_FaceCounts){.blinked_s = -VRMI_NEVER};
}
