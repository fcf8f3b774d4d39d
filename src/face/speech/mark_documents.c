/* SPDX-License-Identifier: MIT */
/* Documents that hold a whole speech: audio queries of VOICEVOX and cues of Rhubarb. */
#include "face/speech/mark_list.h"

#include <math.h>

static double number_of(const vrm_Json* json, vrm_JsonRef object, const char* key,
                        double fallback) {
    return vrm_json_number(json, vrm_json_member(json, object, key), fallback);
}

/* ---- VOICEVOX ---- */

/* Vowels in capitals are voiceless. */
static const vrmi_PhoneRow vowels[] = {
    {"a", VRMI_PHONE(AA, 1.0f)},    {"i", VRMI_PHONE(I, 1.0f)},     {"u", VRMI_PHONE(U, 1.0f)},
    {"e", VRMI_PHONE(E, 1.0f)},     {"o", VRMI_PHONE(O, 1.0f)},     {"A", VRMI_PHONE(AA, 0.5f)},
    {"I", VRMI_PHONE(I, 0.5f)},     {"U", VRMI_PHONE(U, 0.5f)},     {"E", VRMI_PHONE(E, 0.5f)},
    {"O", VRMI_PHONE(O, 0.5f)},     {"N", VRMI_PHONE(NN, 1.0f)},    {"cl", VRMI_PHONE(DD, 1.0f)},
    {"pau", VRMI_PHONE(SIL, 0.0f)}, {"sil", VRMI_PHONE(SIL, 0.0f)},
};

/* With and without y and w behind them. */
static const vrmi_PhoneRow consonants[] = {
    {"b", VRMI_PHONE(PP, 1.0f)},  {"by", VRMI_PHONE(PP, 1.0f)}, {"ch", VRMI_PHONE(CH, 1.0f)},
    {"d", VRMI_PHONE(DD, 1.0f)},  {"dy", VRMI_PHONE(DD, 1.0f)}, {"f", VRMI_PHONE(FF, 1.0f)},
    {"g", VRMI_PHONE(KK, 1.0f)},  {"gw", VRMI_PHONE(KK, 1.0f)}, {"gy", VRMI_PHONE(KK, 1.0f)},
    {"h", VRMI_NO_SHAPE},         {"hy", VRMI_PHONE(I, 0.5f)},  {"j", VRMI_PHONE(CH, 1.0f)},
    {"k", VRMI_PHONE(KK, 1.0f)},  {"kw", VRMI_PHONE(KK, 1.0f)}, {"ky", VRMI_PHONE(KK, 1.0f)},
    {"m", VRMI_PHONE(PP, 1.0f)},  {"my", VRMI_PHONE(PP, 1.0f)}, {"n", VRMI_PHONE(DD, 1.0f)},
    {"ny", VRMI_PHONE(DD, 1.0f)}, {"p", VRMI_PHONE(PP, 1.0f)},  {"py", VRMI_PHONE(PP, 1.0f)},
    {"r", VRMI_PHONE(DD, 1.0f)},  {"ry", VRMI_PHONE(DD, 1.0f)}, {"s", VRMI_PHONE(SS, 1.0f)},
    {"sh", VRMI_PHONE(CH, 1.0f)}, {"t", VRMI_PHONE(DD, 1.0f)},  {"ts", VRMI_PHONE(SS, 1.0f)},
    {"ty", VRMI_PHONE(DD, 1.0f)}, {"v", VRMI_PHONE(FF, 1.0f)},  {"w", VRMI_PHONE(U, 0.6f)},
    {"y", VRMI_PHONE(I, 0.5f)},   {"z", VRMI_PHONE(SS, 1.0f)},
};

/* voicevox_engine, tts_pipeline/tts_engine.py: each sound takes a whole number of these, and a
 * question whose last mora is voiced goes on with its vowel. */
#define FRAMES_A_SECOND 93.75
#define QUESTION_S      0.15

typedef struct Query {
    vrmi_MarkList* list;
    const vrm_Json* json;
    double speed, pause_s, pause_scale; /* pause_s below 0: as each pause says */
    double time_s;
} Query;

/* The time that a sound takes. */
static double whole_frames(const Query* query, double length_s) {
    return floor(length_s / query->speed * FRAMES_A_SECOND + 0.5) / FRAMES_A_SECOND;
}

/* Adds a sound behind the last one. */
static void add_sound(Query* query, vrmi_Phone phone, double length_s) {
    double taken_s = whole_frames(query, length_s);
    if (!(taken_s >= 0.0)) {
        query->list->damaged_count++;
        return;
    }
    vrmi_marks_add(query->list, query->time_s, phone);
    query->time_s += taken_s;
}

static void add_mora(Query* query, vrm_JsonRef mora) {
    static const vrmi_Phone other = VRMI_PHONE(DD, 1.0f);
    const vrm_Json* json = query->json;
    vrm_JsonRef consonant = vrm_json_member(json, mora, "consonant");
    vrm_JsonRef vowel = vrm_json_member(json, mora, "vowel");
    double length_s = number_of(json, mora, "vowel_length", (double)NAN);
    if (vrm_json_type(json, vowel) != VRM_JSON_STRING) {
        query->list->damaged_count++;
        return;
    }
    if (vrm_json_type(json, consonant) == VRM_JSON_STRING)
        add_sound(query,
                  vrmi_phone_named(consonants, sizeof consonants / sizeof *consonants, json,
                                   consonant, other),
                  number_of(json, mora, "consonant_length", (double)NAN));
    if (vrm_json_equals(json, vowel, "pau"))
        length_s = (query->pause_s >= 0.0 ? query->pause_s : length_s) * query->pause_scale;
    add_sound(query, vrmi_phone_named(vowels, sizeof vowels / sizeof *vowels, json, vowel, other),
              length_s);
}

static void add_phrase(Query* query, vrm_JsonRef phrase) {
    const vrm_Json* json = query->json;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, phrase, "moras"));
    vrm_JsonRef last = VRM_JSON_MISSING, pause = vrm_json_member(json, phrase, "pause_mora");
    while (vrm_json_next(&it)) {
        add_mora(query, it.value);
        last = it.value;
    }
    bool is_question =
        vrm_json_bool(json, vrm_json_member(json, phrase, "is_interrogative"), false);
    if (is_question && number_of(json, last, "pitch", 0.0) > 0.0)
        query->time_s += whole_frames(query, QUESTION_S);
    if (vrm_json_type(json, pause) == VRM_JSON_OBJECT) add_mora(query, pause);
}

bool vrmi_marks_read_voicevox(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef query) {
    static const vrmi_Phone silence = VRMI_PHONE(SIL, 0.0f);
    vrm_JsonRef phrases = vrm_json_member(json, query, "accent_phrases");
    if (vrm_json_type(json, phrases) != VRM_JSON_ARRAY) return false;
    if (!vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_VOICEVOX)) return true;
    Query state = {.list = list,
                   .json = json,
                   .speed = number_of(json, query, "speedScale", 1.0),
                   .pause_s = number_of(json, query, "pauseLength", -1.0),
                   .pause_scale = number_of(json, query, "pauseLengthScale", 1.0),
                   .time_s = list->stated_length_s}; /* behind the query before it */
    if (!(state.speed >= 0.01 && state.speed <= 100.0)) {
        list->damaged_count++;
        state.speed = 1.0;
    }
    add_sound(&state, silence, number_of(json, query, "prePhonemeLength", 0.1));
    vrm_JsonIter it = vrm_json_iter(json, phrases);
    while (vrm_json_next(&it)) add_phrase(&state, it.value);
    add_sound(&state, silence, number_of(json, query, "postPhonemeLength", 0.1));
    list->stated_length_s = state.time_s;
    return true;
}

/* ---- Rhubarb ---- */

/* Rhubarb Lip Sync, "Mouth shapes". */
static const vrmi_PhoneRow cues[] = {
    {"A", VRMI_PHONE(PP, 1.0f)},  /* p b m */
    {"B", VRMI_PHONE(I, 0.4f)},   /* teeth together: k s t, ee */
    {"C", VRMI_PHONE(E, 1.0f)},   /* eh ae */
    {"D", VRMI_PHONE(AA, 1.0f)},  /* aa */
    {"E", VRMI_PHONE(O, 0.7f)},   /* ao er */
    {"F", VRMI_PHONE(U, 1.0f)},   /* uw ow w */
    {"G", VRMI_PHONE(FF, 1.0f)},  /* f v */
    {"H", VRMI_PHONE(E, 0.5f)},   /* l */
    {"X", VRMI_PHONE(SIL, 0.0f)}, /* rest */
};

bool vrmi_marks_read_rhubarb(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef document) {
    static const vrmi_Phone other = VRMI_NO_SHAPE;
    vrm_JsonRef all = vrm_json_member(json, document, "mouthCues");
    if (vrm_json_type(json, all) != VRM_JSON_ARRAY) return false;
    if (!vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_RHUBARB)) return true;
    double begin_s = list->stated_length_s; /* behind the document before it */
    double end_s = begin_s;
    vrm_JsonIter it = vrm_json_iter(json, all);
    while (vrm_json_next(&it)) {
        vrmi_Phone phone = vrmi_phone_named(cues, sizeof cues / sizeof *cues, json,
                                            vrm_json_member(json, it.value, "value"), other);
        if (phone.viseme == VRM_VISEME_COUNT) {
            list->damaged_count++;
            continue;
        }
        vrmi_marks_add(list, begin_s + number_of(json, it.value, "start", (double)NAN), phone);
        vrmi_marks_end_sound(list, begin_s + number_of(json, it.value, "end", 0.0));
        end_s = fmax(end_s, list->sound_end_s);
    }
    double length_s = number_of(json, vrm_json_member(json, document, "metadata"), "duration", 0.0);
    list->stated_length_s = fmax(end_s, begin_s + length_s);
    return true;
}
