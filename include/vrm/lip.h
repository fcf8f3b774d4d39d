/* SPDX-License-Identifier: MIT */
/** Lip sync from sound: mono samples in, the five vowels of VRM, loudness and closed lips out.
 *
 *   vrm_lip_create() -> vrm_lip_feed() with each block of samples -> vrm_LipFrame, one every 10 ms
 *
 * The analysis needs neither a voice profile nor a language: English and Japanese were measured
 * (docs/reference/face.md). A few seconds of speech calibrate it to a voice (vrm_lip_calibrate()).
 * A frame is available at most 60 ms after its sound. Silence and steady noise close the mouth.
 *
 * Feeding allocates nothing. The frames do not depend on how the samples are cut into blocks, and
 * have the same bits on every CPU. Samples that are not finite count as 0; others are clamped to
 * -1..1. */
#ifndef VRM_LIP_H
#define VRM_LIP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The vowels that VRM has expressions for, in the order of their presets. */
typedef enum vrm_Vowel {
    VRM_VOWEL_AA = 0, /**< As in "father". */
    VRM_VOWEL_IH,     /**< As in "see". */
    VRM_VOWEL_OU,     /**< As in "too". */
    VRM_VOWEL_EE,     /**< As in "bed". */
    VRM_VOWEL_OH,     /**< As in "or". */
    VRM_VOWEL_COUNT   /**< Number of vowels. */
} vrm_Vowel;

/** The sound analysis of one voice. */
typedef struct vrm_Lip vrm_Lip;

/** How to analyse. Start from vrm_default_lip_def(). */
typedef struct vrm_LipDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    float sample_rate_hz;    /**< Sample rate, 4000..768000; resampled to 16 kHz. Default 16000. */
    vrm_Allocator allocator; /**< For the analysis, until it is destroyed. Default: the C
                                  library. */
} vrm_LipDef;

/** Sets every field to its default; called by vrm_default_lip_def(). */
VRM_API void vrm_lip_def_init(vrm_LipDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_LipDef vrm_default_lip_def(void) {
    vrm_LipDef def;
    vrm_lip_def_init(&def, sizeof def);
    return def;
}

/** Time between frames (s). */
#define VRM_LIP_FRAME_S 0.01

/** The state of the mouth at one time. */
typedef struct vrm_LipFrame {
    double time_s; /**< Time of the sound that the frame describes, from the first sample (s). */
    /** Weights, indexed by vrm_Vowel, 0..1 each; their sum is the opening of the mouth, at most 1,
     * and 0 while the lips are closed. */
    float vowels[VRM_VOWEL_COUNT];
    float loudness; /**< 0 (silence) .. 1 (as loud as this voice gets). */
    float closed;   /**< 0 .. 1: silence, or lips pressed together as in m, b and p. */
    bool is_speech; /**< A voice is heard; false in silence and noise. */
} vrm_LipFrame;

/** Creates an analysis. `def` may be NULL. Returns VRM_ERR_ARGUMENT if the sample rate is out of
 * range. */
VRM_API vrm_Result vrm_lip_create(const vrm_LipDef* def, vrm_Lip** out_lip);
/** Destroys an analysis. `lip` may be NULL. */
VRM_API void vrm_lip_destroy(vrm_Lip* lip);

/** Returns the maximum number of frames that feeding `count` samples can give: an array of that
 * size never overflows. The bound for 0 samples is enough for vrm_lip_finish(). */
VRM_API int32_t vrm_lip_frame_bound(const vrm_Lip* lip, int32_t count);

/** Feeds samples, -1..1. Writes the frames that they complete to `out_frames`, oldest first, and
 * returns the number written. If there are more than `capacity`, only the newest are written; a
 * live host can pass a capacity of 1. */
VRM_API int32_t vrm_lip_feed(vrm_Lip* lip, const float* samples, int32_t count,
                             vrm_LipFrame* out_frames, int32_t capacity);

/** Ends the sound: writes the remaining frames, as vrm_lip_feed() does, and returns the number
 * written. Feeding again begins a new sound at time 0, with the same calibration. */
VRM_API int32_t vrm_lip_finish(vrm_Lip* lip, vrm_LipFrame* out_frames, int32_t capacity);

/** Calibrates to a voice from a few seconds of its speech, at the sample rate of `lip`: its level,
 * and its vowels relative to an average speaker. A soft voice is then amplified, by up to 40 dB:
 * calibrate with the sound itself if all of it is available. Allocates while it runs. Returns
 * false, without effect, if less than half a second of speech is found, if the sound is music, or
 * if memory runs out. */
VRM_API bool vrm_lip_calibrate(vrm_Lip* lip, const float* samples, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
