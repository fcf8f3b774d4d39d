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
/* A seek begins a new epoch, whose number both streams know (GstEvent's seqnum): frames of another
 * one than the pictures' are dropped. */
void lip_stream_set_epoch(LipStream* voice, guint32 epoch);
/* Adds frames, in order of time; `time_s` is the running time (s). The oldest are dropped where
 * nobody takes them. */
void lip_stream_put(LipStream* voice, const vrm_LipFrame* frames, int32_t count);
/* No more frames come until the next lip_stream_put(). */
void lip_stream_end(LipStream* voice);
/* Forgets all frames, after a flush. */
void lip_stream_clear(LipStream* voice);

/* ---- Of vrmsrc ---- */

bool lip_stream_is_attached(LipStream* voice);

/* The epoch of the pictures. Until one is set, all frames are taken. */
void lip_stream_expect_epoch(LipStream* voice, guint32 epoch);

typedef enum LipStreamWait {
    LIP_STREAM_HEARD,  /* the sound is known up to the time, or has ended */
    LIP_STREAM_LATE,   /* it is not, after the time to wait */
    LIP_STREAM_FLUSHED /* lip_stream_set_flushing() */
} LipStreamWait;

/* Waits until the sound is known up to a running time (s), for so many microseconds without any
 * news of it. */
LipStreamWait lip_stream_wait(LipStream* voice, double until_s, gint64 patience_us);
/* Wakes whoever waits. */
void lip_stream_set_flushing(LipStream* voice, bool is_flushing);
/* Takes the frames up to a running time (s): at most `capacity`, the oldest first. */
int32_t lip_stream_take(LipStream* voice, double until_s, vrm_LipFrame* out, int32_t capacity);

#endif
