/* SPDX-License-Identifier: MIT */
/* vrm_Lip: samples in, frames out. The delay of a frame, counted from the sound that it describes:
 *
 *   half a window of sound           12.5 ms
 *   context of the classifier        40 ms    (2 measures, 2 frames apart)
 *   half a kernel of the resampler   0.5 ms   (2 ms at 4 kHz)
 *
 * Everything is computed sample by sample from the state, so blocks may be cut anywhere. */
#include "base/alloc.h"
#include "lip/lip_sound.h"

#include <string.h>

struct vrm_Lip {
    vrm_LipDef def;
    size_t size;
    vrmi_LipTables tables;
    vrmi_LipResampler resampler;
    int64_t fed;         /* samples of this sound */
    vrmi_LipVoice voice; /* that a sound begins with */
    vrmi_LipHearing hearing;
};

void vrm_lip_def_init(vrm_LipDef* def, size_t def_size) {
    vrm_LipDef defaults = {.sample_rate_hz = VRMI_LIP_RATE};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static void restart(vrm_Lip* lip) {
    vrmi_lip_resampler_restart(&lip->resampler);
    lip->fed = 0;
    vrmi_lip_hearing_restart(&lip->hearing, lip->voice);
}

vrm_Result vrm_lip_create(const vrm_LipDef* def, vrm_Lip** out_lip) {
    *out_lip = NULL;
    vrm_LipDef copy;
    vrm_lip_def_init(&copy, sizeof copy);
    if (def != NULL && !vrmi_def_copy(&copy, sizeof copy, def)) return VRM_ERR_DEF;
    if (!(copy.sample_rate_hz >= 4000.0f && copy.sample_rate_hz <= 768000.0f))
        return VRM_ERR_ARGUMENT;
    copy.allocator = vrmi_allocator(&copy.allocator);
    double rate_hz = (double)copy.sample_rate_hz;
    size_t half = (size_t)vrmi_lip_resampler_half(rate_hz);
    size_t row_floats = (VRMI_LIP_PHASES + 1) * 2 * half, input_floats = 2 * half + VRMI_LIP_CHUNK;
    size_t size = sizeof(vrm_Lip) + (row_floats + input_floats) * sizeof(float);
    vrm_Lip* lip = vrmi_alloc_zeroed(&copy.allocator, 1, size);
    if (lip == NULL) return VRM_ERR_MEMORY;
    lip->def = copy;
    lip->size = size;
    float* floats = (float*)(void*)(lip + 1);
    lip->resampler = (vrmi_LipResampler){.step = rate_hz / VRMI_LIP_RATE,
                                         .half = (int32_t)half,
                                         .rows = floats,
                                         .input = floats + row_floats};
    vrmi_lip_resampler_init(&lip->resampler);
    lip->voice = vrmi_lip_usual_voice();
    vrmi_lip_tables_init(&lip->tables, lip->voice.warp);
    restart(lip);
    *out_lip = lip;
    return VRM_OK;
}

void vrm_lip_destroy(vrm_Lip* lip) {
    if (lip == NULL) return;
    vrm_Allocator allocator = lip->def.allocator;
    vrmi_release(&allocator, lip, lip->size);
}

int32_t vrm_lip_frame_bound(const vrm_Lip* lip, int32_t count) {
    double seconds = (double)(count > 0 ? count : 0) / (double)lip->def.sample_rate_hz;
    return (int32_t)(seconds / VRM_LIP_FRAME_S) + VRMI_LIP_RING;
}

/* ---- Frames of the host ---- */

/* The newest frames, in a ring of the host's. */
typedef struct FrameList {
    vrm_LipFrame* frames;
    int32_t capacity, next, count;
} FrameList;

static void add_frame(FrameList* list, const vrm_LipFrame* frame) {
    if (list->capacity <= 0) return;
    list->frames[list->next] = *frame;
    if (++list->next == list->capacity) list->next = 0;
    if (list->count < list->capacity) list->count++;
}

static void reverse(vrm_LipFrame* frames, int32_t count) {
    for (int32_t i = 0, j = count - 1; i < j; i++, j--) {
        vrm_LipFrame swap = frames[i];
        frames[i] = frames[j];
        frames[j] = swap;
    }
}

/* Turns the ring so that the oldest frame is the first. */
static int32_t finish_list(FrameList* list) {
    if (list->count == list->capacity && list->next > 0) {
        reverse(list->frames, list->next);
        reverse(list->frames + list->next, list->count - list->next);
        reverse(list->frames, list->count);
    }
    return list->count;
}

/* NULL samples are silence. */
static void feed(vrm_Lip* lip, const float* samples, int32_t count, FrameList* list) {
    while (count > 0) {
        int32_t block = count < VRMI_LIP_CHUNK ? count : VRMI_LIP_CHUNK;
        int32_t taken = vrmi_lip_resampler_push(&lip->resampler, samples, block);
        if (samples != NULL) samples += taken;
        count -= taken;
        float sample;
        vrm_LipFrame frame;
        while (vrmi_lip_resampler_pull(&lip->resampler, &sample))
            if (vrmi_lip_hear(&lip->tables, &lip->hearing, sample, &frame)) add_frame(list, &frame);
    }
}

int32_t vrm_lip_feed(vrm_Lip* lip, const float* samples, int32_t count, vrm_LipFrame* out_frames,
                     int32_t capacity) {
    FrameList list = {.frames = out_frames, .capacity = capacity};
    if (samples == NULL || count <= 0) return 0;
    feed(lip, samples, count, &list);
    lip->fed += count;
    return finish_list(&list);
}

int32_t vrm_lip_finish(vrm_Lip* lip, vrm_LipFrame* out_frames, int32_t capacity) {
    FrameList list = {.frames = out_frames, .capacity = capacity};
    double hop = VRMI_LIP_HOP * lip->resampler.step;
    while ((double)lip->hearing.reported * hop < (double)lip->fed) feed(lip, NULL, 1, &list);
    restart(lip);
    return finish_list(&list);
}

/* ---- Calibration ---- */

/* Vocal tracts that are tried, the average one in the middle. */
static const float warps[] = {0.85f, 0.9f, 0.95f, 1.0f, 1.05f, 1.1f, 1.16f};
enum { WARPS = sizeof warps / sizeof *warps, AVERAGE = WARPS / 2 };

/* Another tract than the average one must make the vowels clearer by this much. */
#define LEAST_GAIN 0.01f

/* Frames of speech in half a second. */
#define LEAST_SPEECH 50

/* How clear the vowels are with the bands stretched by `warp`: 0..1. Less than 0 without speech. */
static float try_warp(vrm_Lip* lip, float warp, const float* samples, int32_t count) {
    FrameList none = {0};
    vrmi_lip_tables_init(&lip->tables, warp);
    restart(lip);
    feed(lip, samples, count, &none);
    const vrmi_LipHearing* hearing = &lip->hearing;
    if (hearing->speech_frames < LEAST_SPEECH || hearing->vowel_frames == 0) return -1.0f;
    return (float)(hearing->clarity / (double)hearing->vowel_frames);
}

bool vrm_lip_calibrate(vrm_Lip* lip, const float* samples, int32_t count) {
    vrm_Lip* trial = NULL;
    if (samples == NULL || count <= 0 || vrm_lip_create(&lip->def, &trial) != VRM_OK) return false;
    float best = try_warp(trial, warps[AVERAGE], samples, count);
    bool is_speech = best >= 0.0f;
    if (is_speech) {
        vrmi_LipVoice voice = {.reference = trial->hearing.voice.reference, .warp = warps[AVERAGE]};
        best += LEAST_GAIN;
        for (int32_t i = 0; i < WARPS; i++) {
            if (i == AVERAGE) continue;
            float clarity = try_warp(trial, warps[i], samples, count);
            if (clarity <= best) continue;
            best = clarity;
            voice.warp = warps[i];
        }
        lip->voice = voice;
        lip->hearing.voice = voice;
        vrmi_lip_tables_init(&lip->tables, voice.warp);
    }
    vrm_lip_destroy(trial);
    return is_speech;
}
