/* SPDX-License-Identifier: MIT */
/* The parts of vrm_Lip, in the order that the sound travels:
 *
 *   samples at the host's rate
 *     -> vrmi_LipResampler   16 kHz
 *     -> vrmi_lip_measure()  one vrmi_LipMeasure every 10 ms: level, spectrum, voicing
 *     -> vrmi_lip_classify() probabilities of the classes, from five measures
 *     -> lip.c               speech or not, smoothing, vrm_LipFrame
 *
 * Everything is float arithmetic in a fixed order, with own logarithm and exponential: equal bits
 * on every CPU. */
#ifndef VRMI_LIP_SOUND_H
#define VRMI_LIP_SOUND_H

#include "vrm/lip.h"

enum {
    VRMI_LIP_RATE = 16000,
    VRMI_LIP_HOP = 160,       /* samples from one frame to the next */
    VRMI_LIP_WINDOW = 400,    /* samples that one frame looks at, centred on its time */
    VRMI_LIP_FFT = 512,       /* the window, padded with zeros */
    VRMI_LIP_PITCH_FFT = 256, /* the spectrum below 4 kHz, back to lags at 8 kHz */
    VRMI_LIP_BANDS = 22,
    VRMI_LIP_CEPSTRA = 13,
    VRMI_LIP_INPUTS = VRMI_LIP_CEPSTRA + 3, /* numbers of one measure that the classifier reads */
    VRMI_LIP_CONTEXT = 5,                   /* measures that the classifier reads */
    VRMI_LIP_CONTEXT_STEP = 2,              /* frames from one of them to the next */
    VRMI_LIP_CHUNK = 1024,                  /* samples that the resampler takes at once */
    VRMI_LIP_LOBES = 8,                     /* of the resampler's sinc, on each side */
    VRMI_LIP_PHASES = 32                    /* of the resampler, between two samples */
};

/* What the classifier tells apart: the vowels, in the order of vrm_Vowel, and the rest. */
enum {
    VRMI_LIP_CONSONANT = VRM_VOWEL_COUNT, /* the mouth is open a little */
    VRMI_LIP_PRESSED,                     /* lips pressed together: m, b, p */
    VRMI_LIP_QUIET,                       /* silence, noise, hum */
    VRMI_LIP_CLASSES
};

/* Where they are in the inputs of the classifier. */
enum {
    VRMI_LIP_INPUT_LEVEL = VRMI_LIP_CEPSTRA, /* above the voice's reference, in units of 12 dB */
    VRMI_LIP_INPUT_HIGH,
    VRMI_LIP_INPUT_VOICED /* -1..1 */
};

/* ---- Logarithm and exponential ---- */

/* The binary logarithm of a positive normal number; error below 2e-4. */
float vrmi_lip_log2(float a);
/* 2 to the power of `a`, clamped to -120..120; relative error below 1e-4. */
float vrmi_lip_exp2(float a);

/* ---- Resampler ---- */

/* A windowed sinc in rows, one for each phase. Output k is at input position k * step. */
typedef struct vrmi_LipResampler {
    double step;   /* input samples for each output sample */
    int64_t next;  /* index of the next output sample */
    int64_t first; /* index of the input sample at input[0] */
    int32_t half;  /* taps on each side */
    int32_t count; /* samples in `input` */
    float* rows;   /* (VRMI_LIP_PHASES + 1) rows of 2 * half taps */
    float* input;  /* 2 * half + VRMI_LIP_CHUNK samples */
} vrmi_LipResampler;

/* Taps on each side of an output sample, at an input rate. */
int32_t vrmi_lip_resampler_half(double rate_hz);
/* Fills `rows`; step, half, rows and input are set. */
void vrmi_lip_resampler_init(vrmi_LipResampler* resampler);
/* Forgets the sound. */
void vrmi_lip_resampler_restart(vrmi_LipResampler* resampler);
/* Takes up to VRMI_LIP_CHUNK samples; all of them after vrmi_lip_resampler_pull() returned false.
 */
int32_t vrmi_lip_resampler_push(vrmi_LipResampler* resampler, const float* samples, int32_t count);
/* The next sample at 16 kHz; false when more input is needed. */
bool vrmi_lip_resampler_pull(vrmi_LipResampler* resampler, float* out);

/* ---- Spectrum ---- */

/* Tables that depend on no sample. */
typedef struct vrmi_LipTables {
    float window[VRMI_LIP_WINDOW];
    float cosines[VRMI_LIP_FFT / 2], sines[VRMI_LIP_FFT / 2]; /* of -2 pi k / VRMI_LIP_FFT */
    float dct[VRMI_LIP_CEPSTRA][VRMI_LIP_BANDS];
    float lag_scale[VRMI_LIP_PITCH_FFT / 2]; /* undoes the window in the autocorrelation */
    float band_edges[VRMI_LIP_BANDS + 2];    /* in bins of the spectrum */
} vrmi_LipTables;

/* What one frame of sound is. Levels are binary logarithms of power, 0 for a full-scale sine. */
typedef struct vrmi_LipMeasure {
    float level;  /* 90 to 3800 Hz */
    float high;   /* 4 to 7.5 kHz */
    float voiced; /* 0..1: how periodic the sound is */
    float bands[VRMI_LIP_BANDS];
} vrmi_LipMeasure;

/* `warp` stretches the bands: above 1 for a shorter vocal tract than average. */
void vrmi_lip_tables_init(vrmi_LipTables* tables, float warp);
void vrmi_lip_measure(const vrmi_LipTables* tables, const float samples[VRMI_LIP_WINDOW],
                      vrmi_LipMeasure* out);

/* The numbers that the classifier reads. `reference` is the level of the voice: what lies far below
 * it is flattened, so that noise does not look like a spectrum. */
void vrmi_lip_inputs(const vrmi_LipTables* tables, const vrmi_LipMeasure* measure, float reference,
                     float out[VRMI_LIP_INPUTS]);

/* ---- Classifier ---- */

/* Probabilities of the classes at the middle one of VRMI_LIP_CONTEXT inputs, oldest first. */
void vrmi_lip_classify(const float* const inputs[VRMI_LIP_CONTEXT], float out[VRMI_LIP_CLASSES]);

/* The mean of the vowels of an average voice. */
extern const float vrmi_lip_usual_cepstrum[VRMI_LIP_CEPSTRA];

/* How well a frame fits the vowels of an average voice: a logarithm, the larger the better. */
float vrmi_lip_fit(const float inputs[VRMI_LIP_INPUTS]);

/* ---- Hearing ---- */

enum {
    /* Frames that the classifier waits for after the one that it describes. */
    VRMI_LIP_AHEAD = VRMI_LIP_CONTEXT / 2 * VRMI_LIP_CONTEXT_STEP,
    VRMI_LIP_RING = 2 * VRMI_LIP_AHEAD + 1,
    VRMI_LIP_REPEAT = 10 /* frames after which hum of the mains, 50 or 60 Hz, repeats itself */
};

/* 40 dB below the usual reference: what is softer is the hiss of an empty recording. */
#define VRMI_LIP_LEAST_REFERENCE (-20.3f)

/* What is known about the voice. Levels are binary logarithms of power. */
typedef struct vrmi_LipVoice {
    float reference;                  /* level of loud speech */
    float quiet;                      /* level of silence beside it */
    float warp;                       /* 1: an average vocal tract */
    float cepstrum[VRMI_LIP_CEPSTRA]; /* the mean of its vowels */
    float heard;                      /* vowel frames in that mean */
} vrmi_LipVoice;

/* The state of one sound. */
typedef struct vrmi_LipHearing {
    vrmi_LipVoice voice;
    float floor;                   /* level of what is always there */
    float window[VRMI_LIP_WINDOW]; /* the last samples at 16 kHz */
    int32_t missing;               /* samples until the window is that of the next frame */
    int64_t measured, reported;    /* frames */
    float inputs[VRMI_LIP_RING][VRMI_LIP_INPUTS];
    float levels[VRMI_LIP_RING], floors[VRMI_LIP_RING];
    float changes[VRMI_LIP_RING];                /* of each band within 100 ms, on average */
    float last[VRMI_LIP_CLASSES];                /* smoothed probabilities of the last frame */
    float past[VRMI_LIP_REPEAT][VRMI_LIP_BANDS]; /* levels of the bands, a ring */
    int32_t steady;                              /* frames for which the sound has not changed */
    int32_t held;                                /* frames for which it has hardly changed */
    int32_t soft;  /* periodic frames of late, none of which came near the reference */
    float loudest; /* of them */
    int32_t tone;  /* frames of late that sounded like tones, less those that did not; may be < 0 */
} vrmi_LipHearing;

/* The voice that a sound begins with where nothing is known. */
vrmi_LipVoice vrmi_lip_usual_voice(void);
/* The level of silence beside a voice of this reference: -60 dB, or lower beside a soft one. */
float vrmi_lip_quiet_level(float reference);
void vrmi_lip_hearing_restart(vrmi_LipHearing* hearing, vrmi_LipVoice voice);
/* Takes one sample at 16 kHz; true when it completes a frame. */
bool vrmi_lip_hear(const vrmi_LipTables* tables, vrmi_LipHearing* hearing, float sample,
                   vrm_LipFrame* out);

#endif
