/* SPDX-License-Identifier: MIT */
#include "control/control_stream.h"

#include <stdlib.h>
#include <string.h>

#ifdef CLI_HAS_MP3
#include <mpg123.h>
#endif

enum { BLOCK = 4096 }; /* samples that are fed at a time */

/* Bytes before the first frame of MP3: a tag may have a picture. */
#define HEAD_MAX ((size_t)1 << 20)

struct control_Stream {
    vrm_Lip* lip;         /* NULL: the rate is not known yet */
    vrm_LipFrame* frames; /* room for those of a block */
    int32_t room;
    int32_t rate_hz;       /* 0: not known yet */
    int64_t count;         /* samples so far */
    bool is_mp3, has_half; /* the first byte of a sample has come */
    uint8_t half;
    size_t head; /* bytes of MP3 so far, while the rate is not known */
#ifdef CLI_HAS_MP3
    mpg123_handle* decoder;
#endif
};

static bool set_rate(control_Stream* stream, int32_t rate_hz) {
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = (float)rate_hz;
    stream->rate_hz = rate_hz;
    if (vrm_lip_create(&def, &stream->lip) != VRM_OK) return false;
    stream->room = vrm_lip_frame_bound(stream->lip, BLOCK);
    stream->frames = malloc((size_t)stream->room * sizeof *stream->frames);
    return stream->frames != NULL;
}

control_Stream* control_stream_pcm(int32_t rate_hz) {
    control_Stream* stream = calloc(1, sizeof *stream);
    if (stream == NULL || set_rate(stream, rate_hz)) return stream;
    control_stream_close(stream);
    return NULL;
}

double control_stream_seconds(const control_Stream* stream) {
    return stream->rate_hz > 0 ? (double)stream->count / stream->rate_hz : 0.0;
}

/* At most BLOCK samples. */
static bool hear(control_Stream* stream, const float* samples, int32_t count,
                 control_FramesFn* take, void* ctx) {
    int32_t given = vrm_lip_feed(stream->lip, samples, count, stream->frames, stream->room);
    stream->count += count;
    return take(ctx, stream->frames, given);
}

static float sample_of(uint8_t low, uint8_t high) {
    uint32_t value = (uint32_t)low | (uint32_t)high << 8;
    return (float)((int32_t)(value ^ 0x8000u) - 0x8000) / 32768.0f;
}

static bool hear_pcm(control_Stream* stream, const uint8_t* bytes, size_t size,
                     control_FramesFn* take, void* ctx) {
    float samples[BLOCK];
    int32_t count = 0;
    for (size_t i = 0; i < size; i++) {
        if (!stream->has_half) {
            stream->half = bytes[i];
            stream->has_half = true;
            continue;
        }
        samples[count++] = sample_of(stream->half, bytes[i]);
        stream->has_half = false;
        if (count < BLOCK) continue;
        if (!hear(stream, samples, count, take, ctx)) return false;
        count = 0;
    }
    return hear(stream, samples, count, take, ctx);
}

#ifdef CLI_HAS_MP3

bool control_stream_has_mp3(void) {
    return true;
}

control_Stream* control_stream_mp3(void) {
    control_Stream* stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    stream->is_mp3 = true;
    stream->decoder = mpg123_new(NULL, NULL);
    long flags = MPG123_QUIET | MPG123_MONO_MIX | MPG123_FORCE_FLOAT;
    if (stream->decoder != NULL &&
        mpg123_param(stream->decoder, MPG123_ADD_FLAGS, flags, 0.0) == MPG123_OK &&
        mpg123_open_feed(stream->decoder) == MPG123_OK)
        return stream;
    control_stream_close(stream);
    return NULL;
}

void control_stream_close(control_Stream* stream) {
    if (stream == NULL) return;
    mpg123_delete(stream->decoder);
    vrm_lip_destroy(stream->lip);
    free(stream->frames);
    free(stream);
}

/* A stream begins with its rate; a decoder repeats it after damage. */
static vrm_Result check_format(control_Stream* stream) {
    long rate = 0;
    int channels = 0, encoding = 0;
    if (mpg123_getformat(stream->decoder, &rate, &channels, &encoding) != MPG123_OK ||
        encoding != MPG123_ENC_FLOAT_32 || channels != 1)
        return VRM_ERR_INVALID;
    if (stream->lip != NULL) return rate == stream->rate_hz ? VRM_OK : VRM_ERR_INVALID;
    if (rate < 8000 || rate > 96000) return VRM_ERR_INVALID;
    return set_rate(stream, (int32_t)rate) ? VRM_OK : VRM_ERR_MEMORY;
}

static vrm_Result hear_mp3(control_Stream* stream, const uint8_t* bytes, size_t size,
                           control_FramesFn* take, void* ctx) {
    float samples[BLOCK];
    int said = mpg123_feed(stream->decoder, bytes, size);
    if (stream->lip == NULL) stream->head += size;
    while (said != MPG123_NEED_MORE) {
        size_t written = 0;
        if (said != MPG123_OK && said != MPG123_NEW_FORMAT) return VRM_ERR_INVALID;
        said = mpg123_read(stream->decoder, (void*)samples, sizeof samples, &written);
        if (said == MPG123_NEW_FORMAT) {
            vrm_Result result = check_format(stream);
            if (result != VRM_OK) return result;
        }
        if (written > 0 && stream->lip == NULL) return VRM_ERR_INVALID;
        if (written > 0 && !hear(stream, samples, (int32_t)(written / sizeof *samples), take, ctx))
            return VRM_ERR_MEMORY;
    }
    return stream->lip == NULL && stream->head > HEAD_MAX ? VRM_ERR_INVALID : VRM_OK;
}

#else

bool control_stream_has_mp3(void) {
    return false;
}

control_Stream* control_stream_mp3(void) {
    return NULL;
}

void control_stream_close(control_Stream* stream) {
    if (stream == NULL) return;
    vrm_lip_destroy(stream->lip);
    free(stream->frames);
    free(stream);
}

static vrm_Result hear_mp3(control_Stream* stream, const uint8_t* bytes, size_t size,
                           control_FramesFn* take, void* ctx) {
    (void)stream, (void)bytes, (void)size, (void)take, (void)ctx;
    return VRM_ERR_INVALID;
}

#endif

vrm_Result control_stream_add(control_Stream* stream, const uint8_t* bytes, size_t size,
                              control_FramesFn* take, void* ctx) {
    if (stream->is_mp3) return hear_mp3(stream, bytes, size, take, ctx);
    return hear_pcm(stream, bytes, size, take, ctx) ? VRM_OK : VRM_ERR_MEMORY;
}

void control_stream_cut(control_Stream* stream) {
    stream->has_half = false;
}

vrm_Result control_stream_end(control_Stream* stream, control_FramesFn* take, void* ctx) {
    if (stream->lip == NULL) return VRM_OK;
    int32_t given = vrm_lip_finish(stream->lip, stream->frames, stream->room);
    return take(ctx, stream->frames, given) ? VRM_OK : VRM_ERR_MEMORY;
}
