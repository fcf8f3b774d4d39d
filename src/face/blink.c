/* SPDX-License-Identifier: MIT */
/* Blinks: when, and how the lids move. docs/reference/face.md, "Blinks", names the sources.
 *
 *   onset   + 80 ms   + 25 ms      + 195 ms
 *   [ closes )[ closed )[ opens slowly      )
 */
#include "base/exponential.h"
#include "face/chance.h"
#include "face/face.h"

/* 300 ms in all, which people found the most natural (Trutoiu and others 2011), closed for a
 * moment, opening more slowly than closing (Sforza and others 2008). */
#define CLOSING_S 0.08
#define CLOSED_S  0.025
#define OPENING_S 0.195

/* Times between blinks are log-normal: highly skewed, as measured (docs/reference/face.md). */
#define INTERVAL_SIGMA 0.7
#define INTERVAL_MIN_S 0.45

/* A few blinks come in pairs. */
#define DOUBLE_CHANCE  0.06
#define DOUBLE_AFTER_S 0.38

/* Movements of the eyes that bring a blink along: never up to the first angle, nearly always from
 * the second on (Evinger and others 1994). */
#define EVOKED_FROM   17.0
#define EVOKED_ALWAYS 33.0
#define EVOKED_CHANCE 0.97

/* A blink that would not show is left out. */
#define HIDDEN 0.5f

enum { DRAW_INTERVAL = 0 /* and the next */, DRAW_DOUBLE = 2, DRAW_FIRST };

/* Mean of the times between blinks, doubles aside, so that the rate with them is as asked for. */
static double mean_interval(const vrm_Face* face) {
    double mean = face->blink_interval_s * (1.0 + DOUBLE_CHANCE) - DOUBLE_CHANCE * DOUBLE_AFTER_S;
    return face->gaze.is_talking ? mean / VRMI_BLINK_TALKING : mean;
}

static double draw_interval(const vrm_Face* face) {
    double z = vrmi_chance_normal(face->seed, VRMI_STREAM_BLINK, face->blink.count, DRAW_INTERVAL);
    double middle = vrmi_ln(mean_interval(face)) - 0.5 * INTERVAL_SIGMA * INTERVAL_SIGMA;
    double interval = vrmi_exp(middle + INTERVAL_SIGMA * z);
    return interval > INTERVAL_MIN_S ? interval : INTERVAL_MIN_S;
}

static void schedule(vrm_Face* face, double after) {
    face->blink.count++;
    face->blink.next = face->blink.is_automatic ? face->now + after : VRMI_NEVER;
}

/* The face begins somewhere between two blinks. */
static void schedule_first(vrm_Face* face) {
    double part = vrmi_chance(face->seed, VRMI_STREAM_BLINK, face->blink.count, DRAW_FIRST);
    schedule(face, draw_interval(face) * part);
}

void vrmi_blink_init(vrm_Face* face) {
    for (int32_t i = 0; i < VRMI_BLINKS_SHOWN; i++) face->blink.onsets[i] = -VRMI_NEVER;
}

void vrmi_blink_renew(vrm_Face* face, uint64_t renewal) {
    vrmi_BlinkLayer* layer = &face->blink;
    layer->count = layer->evoked_count = renewal << 32;
    layer->is_double = false;
    schedule_first(face);
}

/* One that closes already is enough: a host may ask in each frame, and the newest few are shown. */
void vrmi_blink_now(vrm_Face* face) {
    vrmi_BlinkLayer* layer = &face->blink;
    if (face->now - layer->onsets[layer->newest] < CLOSING_S) return;
    layer->newest = (layer->newest + 1) % VRMI_BLINKS_SHOWN;
    layer->onsets[layer->newest] = face->now;
}

void vrmi_blink_event(vrm_Face* face) {
    vrmi_BlinkLayer* layer = &face->blink;
    vrmi_emotion_update(face);
    if (vrmi_emotion_closes_eyes(face) < HIDDEN) vrmi_blink_now(face);
    bool is_pair = !layer->is_double && vrmi_chance(face->seed, VRMI_STREAM_BLINK, layer->count,
                                                    DRAW_DOUBLE) < DOUBLE_CHANCE;
    layer->is_double = is_pair;
    schedule(face, is_pair ? DOUBLE_AFTER_S : draw_interval(face));
}

void vrmi_blink_evoke(vrm_Face* face, float degrees) {
    vrmi_BlinkLayer* layer = &face->blink;
    if (!layer->is_automatic) return;
    double chance = EVOKED_CHANCE * ((double)degrees - EVOKED_FROM) / (EVOKED_ALWAYS - EVOKED_FROM);
    double u = vrmi_chance(face->seed, VRMI_STREAM_EVOKED, layer->evoked_count++, 0);
    if (degrees > (float)EVOKED_FROM && u < (chance < EVOKED_CHANCE ? chance : EVOKED_CHANCE))
        vrmi_blink_now(face);
}

void vrmi_blink_pace(vrm_Face* face, double factor) {
    vrmi_BlinkLayer* layer = &face->blink;
    if (layer->next < VRMI_NEVER) layer->next = face->now + (layer->next - face->now) * factor;
}

static float closure(double since) {
    if (since < 0.0 || since >= CLOSING_S + CLOSED_S + OPENING_S) return 0.0f;
    if (since < CLOSING_S) return vrmi_ease(since / CLOSING_S);
    since -= CLOSING_S + CLOSED_S;
    return since <= 0.0 ? 1.0f : 1.0f - vrmi_ease(since / OPENING_S);
}

float vrmi_blink_closure(const vrmi_BlinkLayer* layer, double time) {
    float most = 0.0f;
    for (int32_t i = 0; i < VRMI_BLINKS_SHOWN; i++) {
        float closed = closure(time - layer->onsets[i]);
        if (closed > most) most = closed;
    }
    return most;
}

/* ---- The host's ---- */

void vrm_face_blink(vrm_Face* face) {
    vrmi_blink_now(face);
}

void vrm_face_set_blinks(vrm_Face* face, bool blinks) {
    if (face->blink.is_automatic == blinks) return;
    face->blink.is_automatic = blinks;
    face->blink.is_double = false;
    if (face->now > 0.0)
        schedule(face, draw_interval(face));
    else
        vrmi_blink_renew(face, 0);
}

bool vrm_face_set_eyes(vrm_Face* face, float left, float right) {
    if (!vrmi_is_finite(left) || !vrmi_is_finite(right)) return false;
    face->blink.by_hand[0] = vrmi_clamp(left, 0.0f, 1.0f);
    face->blink.by_hand[1] = vrmi_clamp(right, 0.0f, 1.0f);
    return true;
}
