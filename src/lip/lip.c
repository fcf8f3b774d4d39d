/* SPDX-License-Identifier: MIT */
/* vrm_Lip: samples in, frames out. The delay of a frame, counted from the sound that it describes:
 *
 *   half a window of sound           12.5 ms
 *   context of the classifier        40 ms    (2 measures, 2 frames apart)
 *   half a kernel of the resampler   0.5 ms   (2 ms at 4 kHz)
 *
 * Everything is computed sample by sample from the state, so blocks may be cut anywhere. */
#include "base/alloc.h"
#include "base/maths.h"
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

/* Vocal tracts that are tried. */
static const float warps[] = {0.86f, 0.93f, 1.0f, 1.07f, 1.15f, 1.23f};
enum { WARPS = sizeof warps / sizeof *warps, AVERAGE = 2 };

/* Another tract than the average one must fit better by this share of what is missing from a fit
 * that is better than any: an unusual voice is far from all tracts, and differences are large. */
#define LEAST_GAIN 0.12f
#define BEST_FIT   3.0f

/* Frames of speech in half a second. */
#define LEAST_SPEECH 50

#define LOUD_FRAMES 20 /* voiced ones that reach the level of a voice */

/* How many voiced frames there were at each level, in quarters of 3 dB. */
enum { LEVELS = 160, LEVELS_EACH = 4 };
typedef struct Levels {
    int32_t counts[LEVELS];
} Levels;

/* What was heard of a voice with the bands stretched for one vocal tract. */
typedef struct Trial {
    float fit;           /* to the vowels of an average voice, mean over the vowels */
    vrmi_LipVoice voice; /* what has become of it */
    int32_t speech;      /* frames */
    int32_t periodic;    /* frames: voiced, at most 12 dB below the reference */
    int32_t vowels;      /* those of them that are speech */
    Levels levels;
} Trial;

static void add_level(Levels* levels, float level) {
    float step = (level + (float)LEVELS / LEVELS_EACH) * LEVELS_EACH;
    levels->counts[(int32_t)vrmi_clamp(step, 0.0f, LEVELS - 1)]++;
}

/* The reference of a sound with these levels: a recording may be softer than a voice usually is.
 * The usual one where hardly anything is voiced. */
static float soft_reference(const Levels* levels) {
    int32_t step = LEVELS, frames = 0;
    while (step > 0 && frames < LOUD_FRAMES) frames += levels->counts[--step];
    float loud = (float)step / LEVELS_EACH - (float)LEVELS / LEVELS_EACH;
    float usual = vrmi_lip_usual_voice().reference;
    return frames < LOUD_FRAMES ? usual : vrmi_clamp(loud, VRMI_LIP_LEAST_REFERENCE, usual);
}

static Trial try_warp(vrm_Lip* lip, float warp, const float* samples, int32_t count) {
    vrmi_LipHearing* hearing = &lip->hearing;
    double fit = 0.0;
    Trial trial = {0};
    vrmi_lip_tables_init(&lip->tables, warp);
    restart(lip);
    while (count > 0) {
        int32_t block = count < VRMI_LIP_CHUNK ? count : VRMI_LIP_CHUNK;
        int32_t taken = vrmi_lip_resampler_push(&lip->resampler, samples, block);
        samples += taken;
        count -= taken;
        float sample;
        vrm_LipFrame frame;
        while (vrmi_lip_resampler_pull(&lip->resampler, &sample)) {
            if (!vrmi_lip_hear(&lip->tables, hearing, sample, &frame)) continue;
            int32_t slot = (int32_t)((hearing->reported - 1) % VRMI_LIP_RING);
            const float* inputs = hearing->inputs[slot];
            if (inputs[VRMI_LIP_INPUT_VOICED] > 0.0f)
                add_level(&trial.levels, hearing->levels[slot]);
            bool is_periodic =
                inputs[VRMI_LIP_INPUT_VOICED] >= 0.2f && inputs[VRMI_LIP_INPUT_LEVEL] >= -1.0f;
            trial.speech += frame.is_speech;
            trial.periodic += is_periodic;
            if (!frame.is_speech || !is_periodic) continue;
            trial.vowels++;
            fit += (double)vrmi_lip_fit(inputs);
        }
    }
    if (trial.vowels > 0) trial.fit = (float)(fit / trial.vowels);
    trial.voice = hearing->voice;
    return trial;
}

/* Climbs from the average tract, up or down, while the fit improves: far from the truth, vowels of
 * one tract resemble others of another, and the fit may be good again. */
static float climb(vrm_Lip* lip, float start_fit, int32_t direction, const float* samples,
                   int32_t count, float* out_warp) {
    float best = start_fit;
    *out_warp = warps[AVERAGE];
    for (int32_t i = AVERAGE + direction; i >= 0 && i < WARPS; i += direction) {
        Trial trial = try_warp(lip, warps[i], samples, count);
        if (trial.vowels == 0 || trial.fit <= best) break;
        best = trial.fit;
        *out_warp = warps[i];
    }
    return best;
}

/* Tunes are speech in half of their periodic frames at most, voices in nearly all of them. */
static bool is_voice(const Trial* trial) {
    return trial->speech >= LEAST_SPEECH && trial->vowels > 0 &&
           (int64_t)trial->vowels * 4 >= (int64_t)trial->periodic * 3;
}

bool vrm_lip_calibrate(vrm_Lip* lip, const float* samples, int32_t count) {
    vrm_Lip* other = NULL;
    if (samples == NULL || count <= 0 || vrm_lip_create(&lip->def, &other) != VRM_OK) return false;
    Trial average = try_warp(other, warps[AVERAGE], samples, count);
    float usual = other->voice.reference;
    other->voice.reference = soft_reference(&average.levels);
    other->voice.quiet = vrmi_lip_quiet_level(other->voice.reference);
    if (other->voice.reference < usual) average = try_warp(other, warps[AVERAGE], samples, count);
    bool is_taken = is_voice(&average);
    if (is_taken) {
        vrmi_LipVoice voice = average.voice;
        float least = average.fit + LEAST_GAIN * (BEST_FIT - average.fit), shorter, longer;
        float up = climb(other, average.fit, 1, samples, count, &shorter);
        float down = climb(other, average.fit, -1, samples, count, &longer);
        if (up > least && up >= down) voice.warp = shorter;
        if (down > least && down > up) voice.warp = longer;
        lip->voice = voice;
        lip->hearing.voice = voice;
        vrmi_lip_tables_init(&lip->tables, voice.warp);
    }
    vrm_lip_destroy(other);
    return is_taken;
}
