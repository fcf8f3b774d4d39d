/* SPDX-License-Identifier: MIT */
/** Speech marks: mouth shapes with times, as a speech engine writes them beside its sound. They are
 * converted to lip frames (vrm/lip.h), which drive faces, actors and recorders like frames of a
 * sound; the sound itself is not needed.
 *
 *   vrm_speech_marks_read() -> vrm_speech_marks_frames() -> vrm_actor_speak() or vrm_face_hear()
 *
 * The content decides which engine wrote the file: vrm_SpeechFormat. A shape begins 80 ms before
 * its time and is complete at its time; for p, b and m the lips are closed at their time. The same
 * bytes give the same bits on every CPU. docs/reference/face.md has the tables. */
#ifndef VRM_SPEECH_MARKS_H
#define VRM_SPEECH_MARKS_H

#include "base.h"
#include "lip.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which engine wrote the marks. */
typedef enum vrm_SpeechFormat {
    VRM_SPEECH_FORMAT_NONE = 0,     /**< No format. */
    VRM_SPEECH_FORMAT_VOICEVOX,     /**< Audio query of VOICEVOX, AivisSpeech or COEIROINK. */
    VRM_SPEECH_FORMAT_AZURE,        /**< Viseme events of Azure: visemeId and audioOffset. */
    VRM_SPEECH_FORMAT_AZURE_SHAPES, /**< Viseme events of Azure with blend shapes (animation). */
    VRM_SPEECH_FORMAT_SAPI,         /**< VisemeReached events of SAPI 5 in .NET. */
    VRM_SPEECH_FORMAT_POLLY,        /**< Speech marks of Amazon Polly, lines of JSON. */
    VRM_SPEECH_FORMAT_RHUBARB,      /**< Mouth cues of Rhubarb Lip Sync, JSON. */
    VRM_SPEECH_FORMAT_ELEVENLABS,   /**< Characters with times of ElevenLabs: shapes are guessed
                                         from letters and kana, so the sound is usually better. */
    VRM_SPEECH_FORMAT_COUNT         /**< Number of formats. */
} vrm_SpeechFormat;

/** Returns the name of a format, such as "VOICEVOX"; "" for VRM_SPEECH_FORMAT_NONE and values out
 * of range. The string is static. */
VRM_API const char* vrm_speech_format_name(vrm_SpeechFormat format);

/** Speech marks that were read. Immutable. */
typedef struct vrm_SpeechMarks vrm_SpeechMarks;

/** Longest speech that is read (s). */
#define VRM_SPEECH_MARKS_SECONDS_MAX 3600.0

/** How to read speech marks. Start from vrm_default_speech_marks_def(). */
typedef struct vrm_SpeechMarksDef {
    uint32_t def_size;  /**< Set by the default function; do not touch. */
    double offset_s;    /**< Delay that is added to all times (s), -3600..3600. Default 0. */
    float opening;      /**< Weight of a fully open vowel, 0..1. Blend shapes have their own weights
                             and ignore it. Default 0.8. */
    vrm_Report* report; /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the marks, until they are destroyed. Default: the C library.
                              */
} vrm_SpeechMarksDef;

/** Sets every field to its default; called by vrm_default_speech_marks_def(). */
VRM_API void vrm_speech_marks_def_init(vrm_SpeechMarksDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_SpeechMarksDef vrm_default_speech_marks_def(void) {
    vrm_SpeechMarksDef def;
    vrm_speech_marks_def_init(&def, sizeof def);
    return def;
}

/** Reads the bytes of a file: one JSON document, or lines of JSON. `def` may be NULL. Several audio
 * queries of VOICEVOX, or documents of Rhubarb, in one file are spoken one after the other.
 *
 * Returns VRM_ERR_INVALID if the bytes are not speech marks of a known format or contain no mouth
 * shape, VRM_ERR_JSON if a document is damaged JSON, VRM_ERR_LIMIT if the speech is longer than
 * VRM_SPEECH_MARKS_SECONDS_MAX, and VRM_ERR_ARGUMENT if a number of `def` is out of range; the
 * report says why. Damaged lines, and marks that are damaged or go back in time, are left out and
 * reported. */
VRM_API vrm_Result vrm_speech_marks_read(const void* bytes, size_t size,
                                         const vrm_SpeechMarksDef* def,
                                         vrm_SpeechMarks** out_marks);
/** Destroys speech marks. `marks` may be NULL. */
VRM_API void vrm_speech_marks_destroy(vrm_SpeechMarks* marks);

/** Facts about speech marks. */
typedef struct vrm_SpeechMarksInfo {
    vrm_SpeechFormat format; /**< Which engine wrote them. */
    int32_t mark_count;      /**< Mouth shapes with a time, silence included. */
    int32_t frame_count;     /**< Frames of vrm_speech_marks_frames(). */
    double seconds;          /**< Time at which the speech ends, offset_s included (s). */
} vrm_SpeechMarksInfo;

/** Returns facts about speech marks. */
VRM_API vrm_SpeechMarksInfo vrm_speech_marks_info(const vrm_SpeechMarks* marks);

/** Returns the frames, one every VRM_LIP_FRAME_S from time 0 to the end of the speech; never NULL.
 * They live as long as the marks. `out_count` may be NULL. */
VRM_API const vrm_LipFrame* vrm_speech_marks_frames(const vrm_SpeechMarks* marks,
                                                    int32_t* out_count);

#ifdef __cplusplus
}
#endif

#endif
