/* SPDX-License-Identifier: MIT */
/* Faces: their life, their clock, and the order of events. */
#include "face/face.h"

#include <string.h>

/* At these times a face notices that it began or ceased to talk. */
#define TICK_S 0.1

#define DT_MAX 10.0f

void vrm_face_def_init(vrm_FaceDef* def, size_t def_size) {
    vrm_FaceDef defaults = {.blinks = true, .blink_interval_s = 60.0f / 17.0f, .idle = 1.0f};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Make ---- */

static void carve(vrmi_Carver* carver, const vrm_FaceMap* map, vrm_Face* face) {
    size_t count = (size_t)map->expression_count;
    (void)vrmi_carve(carver, 1, sizeof *face);
    face->weights = vrmi_carve(carver, count, sizeof *face->weights);
    face->layers = vrmi_carve(carver, count, sizeof *face->layers);
    face->flags = vrmi_carve(carver, count, sizeof *face->flags);
    face->driven = vrmi_carve(carver, count, sizeof *face->driven);
    face->touched = vrmi_carve(carver, count, sizeof *face->touched);
    face->emotion.entries = vrmi_carve(carver, count, sizeof *face->emotion.entries);
    face->morphs = vrmi_carve(carver, (size_t)map->morph_count, sizeof *face->morphs);
}

static bool talks(const vrm_Face* face) {
    switch (face->gaze.attention) {
    case VRM_ATTENTION_TALKING: return true;
    case VRM_ATTENTION_AUTO: return vrmi_mouth_speaks(&face->mouth, face->now, 0.0);
    default: return false;
    }
}

/* Sets the state at time 0. Expects the settings of the host, and zeros elsewhere. */
static void begin(vrm_Face* face) {
    face->tick = face->renewal = 1;
    vrmi_mouth_init(&face->mouth);
    vrmi_blink_init(face);
    vrmi_gaze_begin(face);
    for (int32_t i = 0; i < face->map->morph_count; i++)
        face->morphs[i] = face->map->morphs[i].rest;
}

void vrmi_face_restart(vrm_Face* face) {
    vrmi_BlinkLayer blink = {.is_automatic = face->blink.is_automatic};
    vrmi_GazeLayer gaze = {.aim = face->gaze.aim,
                           .target = face->gaze.target,
                           .angles = face->gaze.angles,
                           .attention = face->gaze.attention};
    memcpy(blink.by_hand, face->blink.by_hand, sizeof blink.by_hand);
    vrmi_EmotionEntry* entries = face->emotion.entries;
    face->now = 0.0;
    face->emotion = (vrmi_EmotionLayer){.entries = entries};
    memset(&face->mouth, 0, sizeof face->mouth);
    face->yield = (vrmi_YieldLayer){0};
    face->blink = blink;
    face->gaze = gaze;
    face->track = (vrmi_TrackLayer){.was_used = face->track.was_used};
    begin(face);
    vrmi_face_mix(face);
}

vrm_Result vrm_face_create(const vrm_FaceMap* map, const vrm_FaceDef* def, vrm_Face** out_face) {
    *out_face = NULL;
    vrm_FaceDef given;
    vrm_face_def_init(&given, sizeof given);
    if (def != NULL && !vrmi_def_copy(&given, sizeof given, def)) return VRM_ERR_DEF;
    if (!(given.blink_interval_s >= 0.5f && given.blink_interval_s <= 60.0f) ||
        !(given.idle >= 0.0f && given.idle <= 2.0f) ||
        (unsigned)given.attention > VRM_ATTENTION_STEADY)
        return VRM_ERR_ARGUMENT;
    vrm_Allocator allocator = vrmi_allocator(&given.allocator);
    vrmi_Carver carver = {0};
    vrm_Face measured;
    carve(&carver, map, &measured);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &allocator)) return VRM_ERR_MEMORY;
    memset(carver.base, 0, size);
    vrm_Face* face = (vrm_Face*)(void*)carver.base;
    carve(&carver, map, face);
    face->allocator = allocator;
    face->size = size;
    face->map = map;
    face->seed = given.seed;
    face->blink_interval_s = (double)given.blink_interval_s;
    face->idle = given.idle;
    face->blink.is_automatic = given.blinks;
    face->gaze.attention = given.attention;
    face->gaze.aim = VRMI_AIM_ANGLES;
    begin(face);
    *out_face = face;
    return VRM_OK;
}

void vrm_face_destroy(vrm_Face* face) {
    if (face == NULL) return;
    vrm_Allocator allocator = face->allocator;
    vrmi_release(&allocator, face, face->size);
}

/* ---- Run ---- */

static void run_tick(vrm_Face* face) {
    bool is_talking = talks(face);
    face->tick++;
    vrmi_mouth_claim_lips(face);
    if (is_talking == face->gaze.is_talking) return;
    face->gaze.is_talking = is_talking;
    vrmi_blink_pace(face, is_talking ? 1.0 / VRMI_BLINK_TALKING : VRMI_BLINK_TALKING);
    vrmi_gaze_retime(face);
}

static void run_renewal(vrm_Face* face) {
    uint64_t renewal = face->renewal++;
    vrmi_gaze_renew(face, renewal);
    vrmi_blink_renew(face, renewal);
}

static double earlier(double a, double b) {
    return a < b ? a : b;
}

/* Runs the events up to `end`, each at its own time. */
static void run_events(vrm_Face* face, double end) {
    for (;;) {
        double tick = (double)face->tick * TICK_S, emotion = vrmi_emotion_next(&face->emotion);
        double renewal = (double)face->renewal * VRMI_RENEW_S;
        double next = earlier(earlier(tick, emotion), earlier(face->blink.next, face->gaze.next));
        next = earlier(next, renewal);
        if (next > end) return;
        if (next > face->now) face->now = next;
        if (emotion == next)
            vrmi_emotion_event(face);
        else if (tick == next)
            run_tick(face);
        else if (renewal == next)
            run_renewal(face);
        else if (face->gaze.next == next)
            vrmi_gaze_event(face);
        else
            vrmi_blink_event(face);
    }
}

void vrmi_face_run_to(vrm_Face* face, double end) {
    run_events(face, end);
    face->now = end;
    vrmi_face_mix(face);
}

void vrmi_face_skip(vrm_Face* face, double end) {
    end = earlier(end, vrmi_emotion_next(&face->emotion));
    double renewal = (double)(int64_t)(end / VRMI_RENEW_S) - 1.0, to = renewal * VRMI_RENEW_S;
    if (!(to > face->now) || !vrmi_mouth_is_settled(&face->mouth, face->now) ||
        talks(face) != face->gaze.is_talking)
        return;
    face->now = to;
    face->tick = (uint64_t)(to / TICK_S);
    face->renewal = (uint64_t)renewal;
    face->blink.next = face->gaze.next = VRMI_NEVER; /* until the renewal */
}

void vrm_face_step(vrm_Face* face, float dt) {
    float seconds = vrmi_is_finite(dt) ? vrmi_clamp(dt, 0.0f, DT_MAX) : 0.0f;
    vrmi_face_run_to(face, face->now + (double)seconds);
}

/* ---- Inspect ---- */

double vrm_face_time(const vrm_Face* face) {
    return face->now;
}

const float* vrm_face_weights(const vrm_Face* face, int32_t* out_count) {
    if (out_count != NULL) *out_count = face->map->expression_count;
    return face->weights;
}

vrm_Vec2 vrm_face_saccade(const vrm_Face* face) {
    return vrmi_gaze_saccade(&face->gaze, face->now);
}

bool vrm_face_is_talking(const vrm_Face* face) {
    return talks(face);
}
