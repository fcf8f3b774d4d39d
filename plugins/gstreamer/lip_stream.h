/* SPDX-License-Identifier: MIT */
/* What vrmlips tells a vrmsrc: frames of the mouth by the pipeline's running time, and how far the
 * sound has been heard. The two stream on threads of their own. */
#ifndef PLUGIN_LIP_STREAM_H
#define PLUGIN_LIP_STREAM_H

#include "vrm/lip.h"

#include <glib.h>

typedef struct LipStream LipStream;

LipStream* lip_stream_new(void);
LipStream* lip_stream_ref(LipStream* voice);
void lip_stream_unref(LipStream* voice);

/* ---- Of vrmlips ---- */

/* Whoever speaks attaches first, before the pictures begin. */
void lip_stream_attach(LipStream* voice);
void lip_stream_detach(LipStream* voice);
/* A segment of sound begins. `seek` is the number of its seek, which both streams know (GstEvent's
 * seqnum; later seeks have higher ones). After a flush running times count from 0: frames of a
 * sound that was flushed before the pictures were are dropped. Without one they go on. */
void lip_stream_begin_segment(LipStream* voice, guint32 seek, bool is_flushed);
/* No more frames come in this segment. */
void lip_stream_end_segment(LipStream* voice);
/* Adds frames, in order of time; `time_s` is the running time (s). The oldest are dropped where
 * nobody takes them. */
void lip_stream_put(LipStream* voice, const vrm_LipFrame* frames, int32_t count);
/* No more frames come until the next lip_stream_put(). */
void lip_stream_end(LipStream* voice);
/* Forgets all frames, after a flush. */
void lip_stream_clear(LipStream* voice);

/* ---- Of vrmsrc ---- */

bool lip_stream_is_attached(LipStream* voice);

/* The pictures go on at a running time (s) after a seek; 0: none, they begin. Frames from there on
 * can be taken, also again: the sound may have been sought, and heard, before the pictures. */
void lip_stream_seek(LipStream* voice, guint32 seek, bool is_flushed, double running_s);

typedef enum LipStreamWait {
    LIP_STREAM_HEARD,  /* the sound is known up to the time, or has ended */
    LIP_STREAM_LATE,   /* it is not, after the time to wait */
    LIP_STREAM_FLUSHED /* lip_stream_set_flushing() */
} LipStreamWait;

/* How long to wait for sound: `us` in all, or, where news of it renew the patience, without any. */
typedef struct LipStreamPatience {
    gint64 us;
    bool is_renewed;
} LipStreamPatience;

/* Waits until the sound is known up to a running time (s). */
LipStreamWait lip_stream_wait(LipStream* voice, double until_s, LipStreamPatience patience);
/* Wakes whoever waits. */
void lip_stream_set_flushing(LipStream* voice, bool is_flushing);
/* Takes the frames up to a running time (s): at most `capacity`, the oldest first. */
int32_t lip_stream_take(LipStream* voice, double until_s, vrm_LipFrame* out, int32_t capacity);

#endif
