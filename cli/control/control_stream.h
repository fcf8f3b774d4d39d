/* SPDX-License-Identifier: MIT */
/* Sound that comes in chunks, cut anywhere: raw samples or MP3, to frames of the lips. */
#ifndef CLI_CONTROL_STREAM_H
#define CLI_CONTROL_STREAM_H

#include "vrm/lip.h"

#include <stddef.h>
#include <stdint.h>

typedef struct control_Stream control_Stream;

/* Samples of 16 bit, little-endian, mono, at a rate of 8000..96000 Hz. NULL: out of memory. */
control_Stream* control_stream_pcm(int32_t rate_hz);
/* MP3. NULL: out of memory, or this build cannot decode it: control_stream_has_mp3(). */
control_Stream* control_stream_mp3(void);
bool control_stream_has_mp3(void);
void control_stream_close(control_Stream* stream); /* NULL is fine */

/* Takes frames of the lips, in order of time. Returns false if there is no memory. */
typedef bool control_FramesFn(void* ctx, const vrm_LipFrame* frames, int32_t count);

/* Decodes bytes. Returns VRM_ERR_INVALID if they are no MP3 or change their sample rate, and
 * VRM_ERR_MEMORY. */
vrm_Result control_stream_add(control_Stream* stream, const uint8_t* bytes, size_t size,
                              control_FramesFn* take, void* ctx);
/* What follows is of another sender of raw samples: half a sample is forgotten. */
void control_stream_cut(control_Stream* stream);
/* The last frames. */
vrm_Result control_stream_end(control_Stream* stream, control_FramesFn* take, void* ctx);

/* Sound so far (s). */
double control_stream_seconds(const control_Stream* stream);

#endif
