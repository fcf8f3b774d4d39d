/* SPDX-License-Identifier: MIT */
#include "lip_stream.h"

#include <float.h>

/* A minute of frames: more than vrmlips lets the sound get ahead of the pictures. */
enum { FRAMES_MAX = 6000 };

struct LipStream {
    gint references, speakers; /* atomic */
    GMutex mutex;
    GCond changed;
    GQueue frames;  /* of vrm_LipFrame, owned */
    double heard_s; /* up to which running time the sound is known; DBL_MAX: it has ended */
    guint64 news;   /* how often something has changed */
    guint32 epoch, expected_epoch; /* of the sound and of the pictures; 0: not known */
    bool is_flushing;
};

LipStream* lip_stream_new(void) {
    LipStream* voice = g_new0(LipStream, 1);
    voice->references = 1;
    voice->heard_s = -DBL_MAX;
    g_mutex_init(&voice->mutex);
    g_cond_init(&voice->changed);
    g_queue_init(&voice->frames);
    return voice;
}

LipStream* lip_stream_ref(LipStream* voice) {
    g_atomic_int_inc(&voice->references);
    return voice;
}

void lip_stream_unref(LipStream* voice) {
    if (voice == NULL || !g_atomic_int_dec_and_test(&voice->references)) return;
    g_queue_clear_full(&voice->frames, g_free);
    g_cond_clear(&voice->changed);
    g_mutex_clear(&voice->mutex);
    g_free(voice);
}

/* The mutex is held. */
static void tell(LipStream* voice) {
    voice->news++;
    g_cond_broadcast(&voice->changed);
}

void lip_stream_attach(LipStream* voice) {
    g_atomic_int_inc(&voice->speakers);
}

void lip_stream_detach(LipStream* voice) {
    (void)g_atomic_int_dec_and_test(&voice->speakers);
    lip_stream_clear(voice);
}

/* The mutex is held. */
static bool is_of_pictures(const LipStream* voice) {
    return voice->expected_epoch == 0 || voice->epoch == voice->expected_epoch;
}

void lip_stream_set_epoch(LipStream* voice, guint32 epoch) {
    g_mutex_lock(&voice->mutex);
    voice->epoch = epoch;
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_expect_epoch(LipStream* voice, guint32 epoch) {
    g_mutex_lock(&voice->mutex);
    voice->expected_epoch = epoch;
    bool is_stale = !is_of_pictures(voice);
    g_mutex_unlock(&voice->mutex);
    if (is_stale) lip_stream_clear(voice);
}

void lip_stream_put(LipStream* voice, const vrm_LipFrame* frames, int32_t count) {
    if (count < 1) return;
    g_mutex_lock(&voice->mutex);
    if (!is_of_pictures(voice)) count = 0;
    for (int32_t i = 0; i < count; i++) {
        vrm_LipFrame* frame = g_new(vrm_LipFrame, 1);
        *frame = frames[i];
        g_queue_push_tail(&voice->frames, frame);
    }
    while (g_queue_get_length(&voice->frames) > FRAMES_MAX)
        g_free(g_queue_pop_head(&voice->frames));
    if (count > 0) voice->heard_s = frames[count - 1].time_s;
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_end(LipStream* voice) {
    g_mutex_lock(&voice->mutex);
    if (is_of_pictures(voice)) voice->heard_s = DBL_MAX;
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_clear(LipStream* voice) {
    g_mutex_lock(&voice->mutex);
    g_queue_clear_full(&voice->frames, g_free);
    voice->heard_s = -DBL_MAX;
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

bool lip_stream_is_attached(LipStream* voice) {
    return g_atomic_int_get(&voice->speakers) > 0;
}

LipStreamWait lip_stream_wait(LipStream* voice, double until_s, gint64 patience_us) {
    g_mutex_lock(&voice->mutex);
    bool is_late = false;
    while (!voice->is_flushing && !is_late && voice->heard_s < until_s &&
           lip_stream_is_attached(voice)) {
        guint64 news = voice->news;
        gint64 deadline = g_get_monotonic_time() + patience_us;
        while (voice->news == news && !voice->is_flushing && !is_late)
            is_late = !g_cond_wait_until(&voice->changed, &voice->mutex, deadline);
    }
    LipStreamWait result = voice->is_flushing ? LIP_STREAM_FLUSHED
                           : is_late          ? LIP_STREAM_LATE
                                              : LIP_STREAM_HEARD;
    g_mutex_unlock(&voice->mutex);
    return result;
}

void lip_stream_set_flushing(LipStream* voice, bool is_flushing) {
    g_mutex_lock(&voice->mutex);
    voice->is_flushing = is_flushing;
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

int32_t lip_stream_take(LipStream* voice, double until_s, vrm_LipFrame* out, int32_t capacity) {
    int32_t count = 0;
    g_mutex_lock(&voice->mutex);
    while (count < capacity) {
        vrm_LipFrame* frame = g_queue_peek_head(&voice->frames);
        if (frame == NULL || frame->time_s > until_s) break;
        out[count++] = *frame;
        g_free(g_queue_pop_head(&voice->frames));
    }
    g_mutex_unlock(&voice->mutex);
    return count;
}
