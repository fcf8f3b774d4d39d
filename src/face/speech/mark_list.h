/* SPDX-License-Identifier: MIT */
/* Mouth shapes with times, as readers of speech marks add them one after another. */
#ifndef VRMI_FACE_SPEECH_MARK_LIST_H
#define VRMI_FACE_SPEECH_MARK_LIST_H

#include "base/alloc.h"
#include "vrm/face.h"
#include "vrm/json.h"
#include "vrm/speech_marks.h"

typedef enum vrmi_MarkKind {
    VRMI_MARK_SILENT,
    VRMI_MARK_SPOKEN,
    VRMI_MARK_LIPS /* p, b and m: the lips are closed, whatever comes before and after */
} vrmi_MarkKind;

typedef struct vrmi_Mark {
    double time_s; /* when the shape is complete */
    float vowels[VRM_VOWEL_COUNT];
    vrmi_MarkKind kind;
} vrmi_Mark;

/* The mouth of a speech sound. Sounds such as h have no shape of their own (VRM_VISEME_COUNT): the
 * mouth goes on to the next. */
typedef struct vrmi_Phone {
    vrm_Viseme viseme;
    float opening;    /* 0..1, of the viseme's own */
    vrm_Viseme glide; /* where a diphthong ends; VRM_VISEME_SIL: it is none */
} vrmi_Phone;

/* Initializers of phones. */
#define VRMI_PHONE(viseme, opening)                                                                \
    { VRM_VISEME_##viseme, opening, VRM_VISEME_SIL }
#define VRMI_DIPHTHONG(viseme, opening, glide)                                                     \
    { VRM_VISEME_##viseme, opening, VRM_VISEME_##glide }
#define VRMI_NO_SHAPE                                                                              \
    { VRM_VISEME_COUNT, 0.0f, VRM_VISEME_SIL }

/* A phone by the name that an engine writes. */
typedef struct vrmi_PhoneRow {
    const char* name;
    vrmi_Phone phone;
} vrmi_PhoneRow;

/* Returns `other` if no row has the name. */
vrmi_Phone vrmi_phone_named(const vrmi_PhoneRow* rows, size_t count, const vrm_Json* json,
                            vrm_JsonRef name, vrmi_Phone other);

/* A zeroed list with `allocator` and `opening` set is empty. */
typedef struct vrmi_MarkList {
    vrm_Allocator allocator;
    float opening; /* vrm_SpeechMarksDef.opening */
    vrm_SpeechFormat format;
    vrmi_Mark* items; /* times do not go back */
    size_t count, capacity;
    uint64_t damaged_count; /* marks that were left out */
    double sound_end_s;     /* where the last sound ends, if that is known; otherwise 0 */
    double stated_length_s; /* of the whole speech so far, if the file states it; otherwise 0 */
    vrm_Viseme glide;       /* of the last sound, not yet added */
    float glide_opening;
    bool is_too_long;  /* a time is beyond VRM_SPEECH_MARKS_SECONDS_MAX */
    vrm_Result result; /* VRM_ERR_MEMORY once an allocation has failed */
} vrmi_MarkList;

void vrmi_marks_release(vrmi_MarkList* list);

/* Sets the format of the first mark. False if the file is of another one already: the mark does not
 * belong there and counts as damaged. */
bool vrmi_marks_accept_format(vrmi_MarkList* list, vrm_SpeechFormat format);

/* Adds a sound that begins at `time_s`. A time that is no number, negative or before the last mark
 * counts as damaged. */
void vrmi_marks_add(vrmi_MarkList* list, double time_s, vrmi_Phone phone);
/* As vrmi_marks_add(), with weights. */
void vrmi_marks_add_vowels(vrmi_MarkList* list, double time_s, const float vowels[VRM_VOWEL_COUNT]);
/* Says where the last sound ends. If nothing follows at once, silence does. */
void vrmi_marks_end_sound(vrmi_MarkList* list, double end_s);
/* Ends the speech with silence. */
void vrmi_marks_finish(vrmi_MarkList* list);

/* ---- Readers: each adds the marks of a value, and returns whether it knows the value ---- */

bool vrmi_marks_read_voicevox(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef query);
bool vrmi_marks_read_rhubarb(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef document);
bool vrmi_marks_read_letters(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef answer);
/* Azure, SAPI and Polly. */
bool vrmi_marks_read_event(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef event);

#endif
