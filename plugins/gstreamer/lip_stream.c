/* SPDX-License-Identifier: MIT */
#include "lip_stream.h"

#include <float.h>

/* A minute of frames: more than vrmlips lets the sound get ahead of the pictures. */
enum { FRAMES_MAX = 6000 };

/* Numbers of the last seek that flushed and of the last one; 0: there was none. */
typedef struct Seeks {
    guint32 flushing, last;
} Seeks;

struct LipStream {
    gint references, speakers; /* atomic */
    GMutex mutex;
    GCond changed;
    GQueue frames;  /* of vrm_LipFrame, owned; those that were taken come first */
    GList* next;    /* the first that was not taken */
    double heard_s; /* up to which running time the sound is known; DBL_MAX: it has ended */
    guint64 news;   /* how often something has changed */
    Seeks sound, pictures;
    bool has_ended_segment; /* of the sound */
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

/* Numbers of seeks wrap around. */
static bool is_before(guint32 seek, guint32 other) {
    return other != 0 && (gint32)(other - seek) > 0;
}

/* Whether the sound has still to be flushed by the seek of the pictures. The mutex is held. */
static bool is_stale(const LipStream* voice) {
    return is_before(voice->sound.flushing, voice->pictures.flushing);
}

static void set_seek(Seeks* seeks, guint32 seek, bool is_flushed) {
    seeks->last = seek;
    if (is_flushed) seeks->flushing = seek;
}

/* The mutex is held. */
static void forget(LipStream* voice) {
    g_queue_clear_full(&voice->frames, g_free);
    voice->next = NULL;
    voice->heard_s = -DBL_MAX;
    voice->has_ended_segment = false;
}

void lip_stream_begin_segment(LipStream* voice, guint32 seek, bool is_flushed) {
    g_mutex_lock(&voice->mutex);
    set_seek(&voice->sound, seek, is_flushed);
    voice->has_ended_segment = false;
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_seek(LipStream* voice, guint32 seek, bool is_flushed, double running_s) {
    g_mutex_lock(&voice->mutex);
    set_seek(&voice->pictures, seek, is_flushed);
    if (is_stale(voice)) forget(voice);
    voice->next = voice->frames.head;
    while (voice->next != NULL && ((const vrm_LipFrame*)voice->next->data)->time_s < running_s)
        voice->next = voice->next->next;
    g_mutex_unlock(&voice->mutex);
}

/* The mutex is held. */
static void push(LipStream* voice, const vrm_LipFrame* given) {
    vrm_LipFrame* frame = g_new(vrm_LipFrame, 1);
    *frame = *given;
    g_queue_push_tail(&voice->frames, frame);
    if (voice->next == NULL) voice->next = voice->frames.tail;
}

/* The mutex is held. */
static void drop_oldest(LipStream* voice) {
    if (voice->next == voice->frames.head) voice->next = voice->next->next;
    g_free(g_queue_pop_head(&voice->frames));
}

void lip_stream_put(LipStream* voice, const vrm_LipFrame* frames, int32_t count) {
    if (count < 1) return;
    g_mutex_lock(&voice->mutex);
    if (is_stale(voice)) count = 0;
    for (int32_t i = 0; i < count; i++) push(voice, &frames[i]);
    while (g_queue_get_length(&voice->frames) > FRAMES_MAX) drop_oldest(voice);
    if (count > 0) voice->heard_s = frames[count - 1].time_s;
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_end_segment(LipStream* voice) {
    g_mutex_lock(&voice->mutex);
    voice->has_ended_segment = !is_stale(voice);
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_end(LipStream* voice) {
    g_mutex_lock(&voice->mutex);
    if (!is_stale(voice)) voice->heard_s = DBL_MAX;
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

void lip_stream_clear(LipStream* voice) {
    g_mutex_lock(&voice->mutex);
    forget(voice);
    tell(voice);
    g_mutex_unlock(&voice->mutex);
}

bool lip_stream_is_attached(LipStream* voice) {
    return g_atomic_int_get(&voice->speakers) > 0;
}

/* A segment that ended before the pictures' last seek says nothing about the one that follows. The
 * mutex is held. */
static bool is_heard(const LipStream* voice, double until_s) {
    bool has_ended =
        voice->has_ended_segment && !is_before(voice->sound.last, voice->pictures.last);
    return has_ended || voice->heard_s >= until_s;
}

LipStreamWait lip_stream_wait(LipStream* voice, double until_s, LipStreamPatience patience) {
    gint64 deadline = g_get_monotonic_time() + patience.us;
    bool is_late = false;
    g_mutex_lock(&voice->mutex);
    while (!voice->is_flushing && !is_late && !is_heard(voice, until_s) &&
           lip_stream_is_attached(voice)) {
        guint64 news = voice->news;
        if (patience.is_renewed) deadline = g_get_monotonic_time() + patience.us;
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
    while (count < capacity && voice->next != NULL) {
        const vrm_LipFrame* frame = voice->next->data;
        if (frame->time_s > until_s) break;
        out[count++] = *frame;
        voice->next = voice->next->next;
    }
    g_mutex_unlock(&voice->mutex);
    return count;
}
